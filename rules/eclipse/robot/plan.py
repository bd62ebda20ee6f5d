"""What a robot of Eclipse could do with a turn: for each action what it brings, and how it is begun.

Every action is looked at by itself, as far as it can be foreseen; `turn` takes the best one, if it is worth its disc.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec

from rules.eclipse.blueprints import is_legal, placed, stats, sum_up
from rules.eclipse.components import (
    MATERIALS,
    MONOLITH,
    ORBITAL,
    PARTS,
    POINTS,
    REACTIONS,
    SCIENCE,
    SECTORS,
    SHIPS,
    SPECIES,
    STARBASE,
    TECH_TRACK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.economy import in_category, own_sectors, price
from rules.eclipse.fleets import foreign, supply, with_ancients
from rules.eclipse.galaxy import place, stack_of
from rules.eclipse.robot.fleet import Enemy, changed, design, fleet, odds, power, useful_parts
from rules.eclipse.robot.value import (
    KEPT,
    Books,
    backlog,
    balance,
    books,
    control_gain,
    open_squares,
    reputation_gain,
    rounds_left,
    settle,
    technology_gain,
    worth,
)
from rules.eclipse.robot.war import (
    Attack,
    Ships,
    Strength,
    Target,
    best_attack,
    outcome,
    strength_of,
    targets,
)
from rules.eclipse.state import EclipseState, Player, Sector
from rules.eclipse.steps import build, explore, free, influence

#: What an action must bring to be better than passing.
LEAST = 0.03
#: What an attack is worth that ships or parts make possible, compared with one that is made now.
PROMISE = 0.7
#: The chance from which on a victory is reckoned with.
LIKELY = 0.55
#: How many targets are looked at when ships are built.
LOOK_AT = 3


class Trade(NamedTuple):
    """An exchange of resources."""

    give: str
    get: str
    n: int

    @property
    def picks(self) -> tuple[str, ...]:
        """What is answered to make it."""
        return "trade", f"{self.give}-{self.get}", str(self.n)


class Idea(NamedTuple):
    """Something to do: what it brings, the disc not counted, and the first picks: a trade, or the action."""

    gain: float
    picks: tuple[str, ...]


class Table:
    """What a robot works out once for a decision. `spent`: discs that the actions looked at will have cost."""

    def __init__(self, state: EclipseState, seat: int, spent: int = 0) -> None:
        self.state = state
        self.seat = seat
        self.me: Player = state.players[seat]
        self.left = rounds_left(state)
        self.books = books(self.me, discs=spent)
        self.base = worth(self.books, self.left)

    @cached_property
    def strength(self) -> Strength:
        """How strong the seat is among its neighbours."""
        return strength_of(self.state, self.seat)

    @cached_property
    def targets(self) -> list[Target]:
        """Where ships could go."""
        return targets(self.state, self.seat, self.books)

    @cached_property
    def prime(self) -> list[Target]:
        """The targets that a strong fleet would make most of."""
        strong = [("dreadnought", 2), ("cruiser", 4)]
        able = [target for target in self.targets if not target.here or target.against]
        able.sort(key=lambda target: -outcome(self.state, self.seat, target, strong))
        return able[:LOOK_AT]

    @cached_property
    def promise(self) -> float:
        """What the best attack is worth that the ships there are could make."""
        return promise(self)


def able_to_pay(table: Table, one: Books) -> bool:
    """Whether the upkeep can be paid, if need be by trading science and materials."""
    lacking = -balance(one)
    return lacking <= 0 or lacking <= sum(goods // free.rate(table.me) for goods in one.goods[1:])


def trades_for(table: Table, track: str, n: int) -> tuple[Books, list[Trade]] | None:
    """Trade for what is lacking of an amount, as cheaply as possible; None where that cannot be done."""
    one, at, given = table.books, TRACKS.index(track), free.rate(table.me)
    done: list[Trade] = []
    while one.goods[at] < n:
        able = [
            give
            for give, stock in zip(TRACKS, one.goods, strict=True)
            if give != track and stock >= given and (give != "money" or balance(one) >= given)
        ]
        if not able:
            return None
        after = {give: one.paid(give, given).paid(track, -1) for give in able}
        give = max(able, key=lambda give: worth(after[give], table.left))
        one = after[give]
        if done and done[-1].give == give:
            done[-1] = done[-1]._replace(n=done[-1].n + 1)
        else:
            done.append(Trade(give, track, 1))
    return one, done


# Explore


def settling(table: Table, upkeep: bool = False) -> tuple[float, str, str]:
    """The best use of a colony ship: its gain, the sector, and the square with its track."""
    one = table.books
    now = table.base
    best = (-1.0, "", "")
    for id, squares in free.colony_squares(table.state, table.seat, upkeep=upkeep).items():
        for square, tracks in squares.items():
            for track in tracks:
                gain = worth(one.settled(track), table.left) - now - 0.01 * square.startswith("wild")
                pick = square if len(tracks) == 1 else f"{square}-{track}"
                best = max(best, (gain, id, pick))
    return best


def tile_gain(table: Table, tile: str) -> float:
    """What a sector brings when it is laid, and where nobody guards it taken."""
    state, seat, me = table.state, table.seat, table.me
    printed = SECTORS[tile]
    sector = Sector(tile, 0, 0, 0, discovery=printed.discovery, ancients=printed.ancients)
    if printed.ancients and not with_ancients(me):
        table_ships = sum(sector.count(seat) for sector in state.sectors.values())
        chance = min(0.5, 0.12 * table_ships) / printed.ancients
        freed = msgspec.structs.replace(sector, ancients=0)
        prize = max(0.0, control_gain(state, seat, freed, table.books)) + reputation_gain(me, 1 + printed.ancients)
        return 0.1 + chance * prize * min(1.0, table.left / 2)
    extra = KEPT * printed.ancients if with_ancients(me) and SPECIES[me.species].vp_per_ancient else 0.0
    gain = control_gain(state, seat, sector, table.books)
    if table.books.discs < 1 or not able_to_pay(table, table.books._replace(discs=table.books.discs - 1)):
        gain = 0.25 * max(0.0, gain)
    return max(0.0, gain) + extra


def ring_gain(table: Table, ring: str) -> float:
    """What a sector of a ring brings on the average; the better of two for those who draw two."""
    stack = table.state.stacks[ring]
    tiles = stack.tiles if stack.count else stack.discards
    gains = sorted(tile_gain(table, tile) for tile in tiles)
    n = len(gains)
    if not n:
        return 0.0
    if SPECIES[table.me.species].limits.draw > 1:
        return sum(gain * (2 * rank + 1) for rank, gain in enumerate(gains)) / n**2
    return sum(gains) / n


def exploration(table: Table) -> tuple[float, str]:
    """The best place to explore, and what to expect there."""
    gains: dict[str, float] = {}
    best = (-1.0, "")
    for name, origins in explore.places(table.state, table.seat).items():
        ring = stack_of(place(name))
        if ring not in gains:
            gains[ring] = ring_gain(table, ring)
        own = sum(table.state.sectors[id].disc == table.seat for id in origins)
        best = max(best, (gains[ring] + 0.1 * own, name))
    return best


def explore_idea(table: Table) -> Idea:
    """Explore."""
    gain, name = exploration(table)
    if name and SPECIES[table.me.species].limits.explore > 1 and table.books.discs > 1:
        gain *= 1.7
    return Idea(gain, ("explore",))


# Influence


def influence_targets(table: Table) -> list[tuple[float, str]]:
    """The sectors that a disc can take, the best first."""
    found = [
        (control_gain(table.state, table.seat, table.state.sectors[id], table.books), id)
        for id in influence.targets(table.state, table.seat, influence.TRACK)
    ]
    return sorted(found, reverse=True)


def flip_gain(table: Table, flips: int) -> float:
    """What it brings to turn so many more colony ships face up."""
    me = table.me
    squares = [square for sector in own_sectors(table.state, table.seat) for square in open_squares(me, sector)]
    if not squares or flips < 1:
        return 0.0
    now, later = settle(table.books, squares, me.colony, table.left)
    more, later_more = settle(table.books, squares, me.colony + flips, table.left)
    return worth(more, table.left) + later_more - worth(now, table.left) - later


def influence_idea(table: Table) -> Idea:
    """Influence: discs into two sectors, colony ships face up."""
    me = table.me
    gain = flip_gain(table, min(2, SPECIES[me.species].colony_ships - me.colony))
    for number, (value, _) in enumerate(influence_targets(table)[:2]):
        after = table.books._replace(discs=table.books.discs - number)
        if value > 0 and after.discs > 0 and able_to_pay(table, after._replace(discs=after.discs - 1)):
            gain += value * (1.0, 0.8)[number]
    return Idea(gain, ("influence",))


# Research


def arms_gain(table: Table, technology: str) -> float:
    """What a technology does for ships: the parts that it allows."""
    new = [id for id, part in PARTS.items() if part.technology == technology]
    if technology == "starbase":
        return table.strength.gain(0.8) * 0.5
    if not new or not table.left:
        return 0.0
    me = table.me
    learned = msgspec.structs.replace(me, technologies=[*me.technologies, technology])
    now, then = useful_parts(me), useful_parts(learned)
    enemy = table.strength.enemy
    more = 0.0
    for kind, n in weights(table).items():
        more += n * (design(learned, kind, then, 2, enemy).power - design(me, kind, now, 2, enemy).power)
    return 0.8 * table.strength.gain(max(0.0, more)) * min(1.0, 0.4 + table.left / 4)


def researches(table: Table, *, trading: bool) -> Iterator[tuple[float, str, list[Trade]]]:
    """What each technology brings that can be paid for."""
    me = table.me
    for technology in table.state.supply:
        if technology in me.technologies or in_category(me, TECHNOLOGIES[technology].category) >= TECH_TRACK.slots:
            continue
        cost = price(me, technology)
        traded = trades_for(table, SCIENCE, cost) if trading else (table.books, [])
        if traded is None or traded[0].goods[1] < cost:
            continue
        after = traded[0].paid(SCIENCE, cost)
        gain = technology_gain(table.state, table.seat, technology) + arms_gain(table, technology)
        yield gain + worth(after, table.left) - table.base, technology, traded[1]


def research_idea(table: Table) -> Idea:
    """Research the best technology."""
    found = sorted(researches(table, trading=True), key=lambda one: (-one[0], one[1]))
    if not found:
        return Idea(-1.0, ())
    gain, best, trades = found[0]
    if SPECIES[table.me.species].limits.research > 1 and not trades:
        rest = table.books.paid(SCIENCE, price(table.me, best))
        gain += max(
            (0.8 * value for value, other, more in found[1:] if not more and price(table.me, other) <= rest.goods[1]),
            default=0.0,
        )
    return Idea(gain, trades[0].picks if trades else ("research",))


# Upgrade


def weights(table: Table) -> dict[str, float]:
    """How much each type of ship counts: those on the map, and those that may still be built."""
    found = {}
    for kind in SHIPS:
        number = sum(sector.ships.get(table.seat, {}).get(kind, 0) for sector in table.state.sectors.values())
        likely = {"interceptor": 0.6, "cruiser": 1.0, "dreadnought": 0.6, "starbase": 0.4}[kind]
        if kind == STARBASE and "starbase" not in table.me.technologies:
            likely = 0.0
        found[kind] = number + likely * min(1.0, table.left / 4)
    return found


def upgraded(me: Player, kind: str, tiles: tuple[str, ...]) -> Player:
    """A player whose blueprint has these tiles; ancient parts that are laid leave the store."""
    before, stored = placed(me, kind), list(me.stored)
    for old, new in zip(before, tiles, strict=True):
        if new != old and new in stored:
            stored.remove(new)
    return msgspec.structs.replace(me, placed={**me.placed, kind: list(tiles)}, stored=stored)


def next_tile(me: Player, kind: str, left: int, enemy: Enemy) -> tuple[tuple[str, ...], float]:
    """The blueprint after the next tile, and what strength each tile adds on the way to the best within reach.

    A single tile that makes the ship stronger goes first; else the first one of two that do so together.
    """
    parts_ = useful_parts(me)
    tiles = tuple(placed(me, kind))
    now = power(stats(me, kind), enemy) if is_legal(stats(me, kind), kind) else 0.0
    single = design(me, kind, parts_, 1, enemy)
    if single.tiles != tiles:
        return single.tiles, single.power - now
    if left < 2:
        return tiles, 0.0
    pair = design(me, kind, parts_, 2, enemy)
    if pair.tiles == tiles:
        return tiles, 0.0
    differing = [slot for slot, tile in enumerate(tiles) if tile != pair.tiles[slot]]
    firsts = [changed(tiles, {slot: pair.tiles[slot]}) for slot in differing]
    legal = [first for first in firsts if is_legal(sum_up(me.species, kind, first), kind)]
    return (legal or firsts)[0], (pair.power - now) / 2


def next_upgrade(table: Table, me: Player, left: int) -> tuple[str, tuple[str, ...], float] | None:
    """The type of ship to change next, its blueprint then, and the strength that it adds to all ships."""
    found = []
    for kind, n in weights(table).items():
        tiles, more = next_tile(me, kind, left, table.strength.enemy)
        if n * more > 1e-6:
            found.append((n * more, kind, tiles))
    if not found:
        return None
    more, kind, tiles = max(found)
    return kind, tiles, more


def upgrade_idea(table: Table, reaction: bool) -> Idea:
    """Make ships stronger."""
    left = REACTIONS["upgrade"] if reaction else SPECIES[table.me.species].limits.upgrade
    me, total = table.me, 0.0
    while left and (found := next_upgrade(table, me, left)) is not None:
        kind, tiles, more = found
        me = upgraded(me, kind, tiles)
        total += more
        left -= 1
    if not total:
        return Idea(-1.0, ())
    gain = table.strength.gain(total)
    if table.me is not me and all(is_legal(stats(me, kind), kind) for kind in SHIPS):
        players = list(table.state.players)
        players[table.seat] = me
        then = msgspec.structs.replace(table.state, players=players)
        gain += PROMISE * max(0.0, promise(table, state=then) - table.promise)
    return Idea(gain, ("upgrade",))


# Build


class Plan(NamedTuple):
    """Things to build: what they bring, what they are, and where ships among them are built."""

    gain: float
    items: tuple[str, ...]
    at: str
    trades: list[Trade]


def promise(table: Table, more: Mapping[str, Ships] | None = None, state: EclipseState | None = None) -> float:
    """What the best attack is worth that ships could make within two actions."""
    moves = 2 * SPECIES[table.me.species].limits.move
    found = best_attack(state or table.state, table.seat, table.prime, moves, more=more)
    return 0.0 if found is None else max(0.0, found.value)


def contested(table: Table) -> list[str]:
    """The own sectors where enemies are."""
    return [sector.id for sector in own_sectors(table.state, table.seat) if foreign(table.state, sector, table.seat)]


def yards(table: Table) -> list[str]:
    """The own sectors where ships might be built: those nearest to something to do, and those under attack."""
    own = [sector.id for sector in own_sectors(table.state, table.seat)]
    free = [id for id in own if id not in contested(table)] or own
    found = contested(table)
    for target in table.prime:
        near = [id for id in free if id in target.distance]
        if near:
            found.append(min(near, key=lambda one: (target.distance[one], one)))
    return list(dict.fromkeys(found or free[:1]))


def most_items(table: Table, reaction: bool) -> int:
    """How many things one action builds."""
    return REACTIONS["build"] if reaction else build.most(table.me)


def can_build(table: Table, item: str) -> bool:
    """Whether an item may be built, its price not looked at."""
    needed = build.NEEDED.get(item, "")
    if needed and needed not in table.me.technologies:
        return False
    if item in SHIPS:
        return supply(table.state, table.seat, item) > 0
    own = own_sectors(table.state, table.seat)
    return table.state.structures > 0 and any(build.takes(sector, item) for sector in own)


def bundles(table: Table, most: int) -> Iterator[tuple[str, ...]]:
    """All that could be built together."""
    items = [item for item in build.ITEMS if can_build(table, item)]
    for size in range(1, most + 1):
        for bundle in combinations_with_replacement(items, size):
            if all(
                bundle.count(item) <= (supply(table.state, table.seat, item) if item in SHIPS else _room(table, item))
                for item in set(bundle)
            ):
                yield bundle


def _room(table: Table, item: str) -> int:
    own = own_sectors(table.state, table.seat)
    return min(table.state.structures, sum(build.takes(sector, item) for sector in own))


def structures_gain(table: Table, bundle: Iterable[str], one: Books) -> float:
    """What orbitals and monoliths bring; `one` is after paying for them."""
    gain, orbitals = 0.0, 0
    for item in bundle:
        if item == MONOLITH:
            gain += POINTS.monolith * (0.95 if table.left else 1.0)
        orbitals += item == ORBITAL
    if orbitals:
        ships = table.me.colony - backlog(table.state, table.seat)
        after, later = settle(one, [ORBITAL] * orbitals, ships, table.left)
        gain += later + worth(after, table.left) - worth(one, table.left)
    return gain


def build_plan(table: Table, most: int, *, trading: bool = True, first: str = "") -> Plan | None:
    """The best things to build with one action; `first`: this is among them."""
    best: Plan | None = None
    base = table.base
    places: list[str] | None = None
    now = 0.0
    for bundle in bundles(table, most):
        if first and first not in bundle:
            continue
        cost = sum(build.cost(table.me, item) for item in bundle)
        traded = (table.books, list[Trade]()) if table.books.goods[2] >= cost else None
        if traded is None and trading:
            traded = trades_for(table, MATERIALS, cost)
        if traded is None:
            continue
        after = traded[0].paid(MATERIALS, cost)
        gain = structures_gain(table, bundle, after) + worth(after, table.left) - base
        ships = [(kind, bundle.count(kind)) for kind in SHIPS if kind in bundle]
        at = ""
        if ships:
            if places is None:
                places, now = yards(table), table.promise
            enemy = table.strength.enemy
            gain += table.strength.gain(sum(n * power(stats(table.me, kind), enemy) for kind, n in ships))
            found = [
                (PROMISE * max(0.0, promise(table, {id: ships}) - now) + defence(table, id, ships), id) for id in places
            ]
            more, at = max(found, default=(0.0, ""))
            gain += more
        if best is None or gain > best.gain + 1e-9:
            best = Plan(gain, bundle, at, traded[1])
    return best


def defence(table: Table, id: str, ships: Ships) -> float:
    """What ships bring that are built where enemies are."""
    target = next((target for target in table.targets if target.sector == id), None)
    if target is None or not target.against:
        return 0.0
    together = [*target.here, *ships]
    return outcome(table.state, table.seat, target, together) - outcome(table.state, table.seat, target, target.here)


def build_idea(table: Table, reaction: bool) -> Idea:
    """Build the best things."""
    plan = build_plan(table, most_items(table, reaction))
    if plan is None:
        return Idea(-1.0, ())
    return Idea(plan.gain, plan.trades[0].picks if plan.trades else ("build",))


# Move


def move_plan(table: Table, moves: int, starting: tuple[str, str] | None = None) -> Attack | None:
    """The best attack with so many moves, and those of one more action where that can be paid."""
    further = 0
    if (
        table.books.discs
        and able_to_pay(table, table.books._replace(discs=table.books.discs - 1))
        and not table.me.passed
    ):
        further = SPECIES[table.me.species].limits.move
    return best_attack(table.state, table.seat, table.targets, moves + further, starting=starting)


def move_idea(table: Table, reaction: bool) -> Idea:
    """Attack."""
    moves = REACTIONS["move"] if reaction else SPECIES[table.me.species].limits.move
    found = move_plan(table, moves)
    return Idea(-1.0 if found is None else found.value, ("move",))


# All of them


def conquests(table: Table) -> int:
    """Count the discs that are kept back for sectors that own ships are about to win."""
    found = 0
    for target in table.targets:
        sector = table.state.sectors[target.sector]
        if target.here and sector.disc != table.seat and target.prize > 0:
            found += odds(fleet(table.me, target.here), target.against).win > LIKELY
    return min(found, table.books.discs)


def ideas(state: EclipseState, seat: int) -> list[Idea]:
    """Everything that the turn could be used for; the gain is what is left after paying for the disc."""
    table = Table(state, seat, spent=1)
    me = table.me
    if not me.discs or not able_to_pay(table, table.books._replace(discs=table.books.discs - conquests(table))):
        return []
    reaction = me.passed
    found = [upgrade_idea(table, reaction), build_idea(table, reaction), move_idea(table, reaction)]
    if not reaction:
        found += [explore_idea(table), influence_idea(table), research_idea(table)]
    price_of_disc = worth(books(me), table.left) - table.base
    return [idea._replace(gain=idea.gain - price_of_disc) for idea in found if idea.picks]
