"""What a robot may do in a turn, tried on copies of what it sees: each action with what it would gain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec

from rules.eclipse import blueprints, fleets
from rules.eclipse.blueprints import is_legal, parts, placed, stats, sum_up
from rules.eclipse.components import (
    MATERIALS,
    MONEY,
    MONOLITH,
    ORBITAL,
    PARTS,
    SCIENCE,
    SECTORS,
    SHIPS,
    SPECIES,
    STARBASE,
    TECH_TRACK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.economy import balance, in_category, own_sectors, price
from rules.eclipse.fleets import foreign, with_ancients
from rules.eclipse.galaxy import EDGES, connections, openings, place, stack_of
from rules.eclipse.robot_attack import moves, prize_of, steps_to, targets
from rules.eclipse.robot_force import count_ships, rating
from rules.eclipse.robot_table import Plan, Table, best_colony, learn, settle
from rules.eclipse.robot_value import (
    DISCOVERY,
    LIKELY,
    Target,
    left,
    worth,
)
from rules.eclipse.state import NOBODY, EclipseState, Player, Sector
from rules.eclipse.steps import build, explore, influence, technology
from rules.kernel import hexes

#: What an exploration promises for each round left besides the sector itself.
NEW_GROUND = 0.1
#: How many units of a resource are traded for at most.
MOST_TRADED = 8
#: How many sectors of a stack are looked at for one place.
TILES = 4


def plans(state: EclipseState, seat: int, actions: Sequence[str]) -> list[Plan]:
    """Plan every action that is allowed, the best first."""
    reaction = state.players[seat].passed
    prizes = targets(state, seat)
    found: list[Plan] = []
    for action in actions:
        if action == "explore":
            found += explorations(state, seat, prizes)
        elif action == "influence":
            found += influences(state, seat, prizes)
        elif action == "research":
            found += researches(state, seat, prizes)
        elif action == "upgrade":
            found += upgrades(
                state, seat, prizes, 1 if reaction else SPECIES[state.players[seat].species].limits.upgrade
            )
        elif action == "build":
            found += builds(state, seat, prizes, 1 if reaction else build.most(state.players[seat]))
        elif action == "move":
            found += moves(state, seat, 1 if reaction else SPECIES[state.players[seat].species].limits.move)
    return sorted(found, key=lambda one: -one.gain)


def explorations(state: EclipseState, seat: int, prizes: Sequence[Target]) -> Iterator[Plan]:
    """Plan to explore each place, by what the sectors of its stack would bring on average."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("explore")
    cost = worth(table.state, seat, prizes) - before
    values: dict[str, float] = {}
    for name in explore.places(state, seat):
        ring = stack_of(place(name))
        if ring not in values:
            stack = state.stacks[ring]
            tiles = list(islice(sorted(stack.tiles or stack.discards, key=lambda tile: tile[::-1]), 3 * TILES))[::3]
            values[ring] = sum(tile_value(table.state, seat, tile) for tile in tiles) / max(1, len(tiles))
        times = SPECIES[state.players[seat].species].limits.explore
        gain = cost + NEW_GROUND * left(state) + values[ring] * (1 + 0.7 * (times - 1))
        yield Plan(gain + 0.02 * _ways_in(state, seat, name), "explore", (name,))


def _ways_in(state: EclipseState, seat: int, name: str) -> int:
    """How many sectors of a seat a place touches."""
    return sum(one.disc == seat for one in neighbours(state, name))


def neighbours(state: EclipseState, name: str) -> list[Sector]:
    """The sectors that touch a place."""
    around = {hexes.add(place(name), edge) for edge in EDGES}
    return [sector for sector in state.sectors.values() if (sector.q, sector.r) in around]


def tile_value(state: EclipseState, seat: int, tile: str) -> float:
    """Estimate what a newly placed sector brings."""
    me = state.players[seat]
    one = SECTORS[tile]
    guarded = one.ancients and not with_ancients(me)
    if not me.discs and not guarded:
        return 0.25
    table = Table(state, seat)
    sector = Sector(tile, 99, 99, 0, discovery=one.discovery, ancients=one.ancients)
    table.state.sectors[tile] = sector
    if guarded:
        return 0.3 * LIKELY * prize_of(table.state, seat, sector)
    before = worth(table.state, seat)
    table.claim(tile)
    gain = worth(table.state, seat) - before + (DISCOVERY if one.discovery and not one.ancients else 0.0)
    return max(0.1, gain)


def influences(state: EclipseState, seat: int, prizes: Sequence[Target]) -> Iterator[Plan]:
    """Plan to take control of up to two sectors, and to turn colony ships up where there is something to settle."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("influence")
    most = SPECIES[table.me.species].colony_ships
    table.me.colony = min(most, table.me.colony + 2)
    picks: list[str] = []
    extra = 0.0
    for _ in range(influence.MOVES):
        best = best_claim(table.state, seat)
        if best is None or best.gain <= 0:
            break
        if table.state.sectors[best.picks[0]].discovery and not table.state.sectors[best.picks[0]].ancients:
            extra += DISCOVERY
        table.claim(best.picks[0])
        picks.append(best.picks[0])
    while (colony := best_colony(table.state, seat)) is not None and colony.gain > 0:
        table.sector(colony.sector)
        settle(table.state, seat, colony)
    yield Plan(worth(table.state, seat, prizes) - before + extra, "influence", tuple(picks))


def best_claim(state: EclipseState, seat: int) -> Plan | None:
    """Find the sector that is best taken with a disc from the track."""
    if not state.players[seat].discs:
        return None
    before = worth(state, seat)
    found = []
    for id in influence.targets(state, seat, influence.TRACK):
        table = Table(state, seat)
        table.claim(id)
        sector = state.sectors[id]
        gain = worth(table.state, seat) - before + DISCOVERY * (sector.discovery and not sector.ancients)
        found.append(Plan(gain, "influence", (id,)))
    return max(found, key=lambda one: one.gain, default=None)


def researches(state: EclipseState, seat: int, prizes: Sequence[Target]) -> list[Plan]:
    """Plan to buy each technology that can be paid for."""
    before = worth(state, seat, prizes)
    me = state.players[seat]
    found = []
    for id in state.supply:
        if technology.refusal(me, id) is not None:
            continue
        table = Table(state, seat)
        table.pay("research")
        table.me.goods[SCIENCE] -= price(me, id)
        learn(table, id)
        found.append(Plan(worth(table.state, seat, prizes) - before, "research", (id,)))
    return sorted(found, key=lambda one: -one.gain)


class Deal(msgspec.Struct, frozen=True):
    """A trade that pays for something: what it gains with that, what is given for what, and how often."""

    gain: float
    give: str
    get: str
    n: int


def best_deal(state: EclipseState, seat: int, prizes: Sequence[Target]) -> Deal | None:
    """Find the best trade for what a technology or a monolith still lacks; None where none gains anything."""
    me = state.players[seat]
    if not me.discs or me.passed:
        return None
    before = worth(state, seat, prizes)
    found = []
    for get, lacking, wish in _wishes(state, seat):
        for give in TRACKS:
            given = lacking * SPECIES[me.species].trade
            spare = min(me.goods[MONEY], balance(me, 1)) if give == MONEY else me.goods[give]
            if give == get or spare < given:
                continue
            table = Table(state, seat)
            table.me.goods[give] -= given
            table.me.goods[get] += lacking
            _grant(table, wish, prizes)
            found.append(Deal(worth(table.state, seat, prizes) - before, give, get, lacking))
    return max(found, key=lambda one: one.gain, default=None)


def _wishes(state: EclipseState, seat: int) -> Iterator[tuple[str, int, str]]:
    """What a few units of a resource would pay for: the resource, what lacks of it, and a technology or nothing."""
    me = state.players[seat]
    for id in state.supply:
        lacking = price(me, id) - me.goods[SCIENCE]
        full = in_category(me, TECHNOLOGIES[id].category) >= TECH_TRACK.slots
        if 0 < lacking <= MOST_TRADED and id not in me.technologies and not full:
            yield SCIENCE, lacking, id
    room = any(not sector.monolith for sector in own_sectors(state, seat))
    lacking = build.cost(me, MONOLITH) - me.goods[MATERIALS]
    if MONOLITH in me.technologies and state.structures and room and 0 < lacking <= MOST_TRADED:
        yield MATERIALS, lacking, ""


def _grant(table: Table, wish: str, prizes: Sequence[Target]) -> None:
    """Research a technology, or build a monolith."""
    table.pay("research" if wish else "build")
    if wish:
        table.me.goods[SCIENCE] -= price(table.me, wish)
        learn(table, wish)
        return
    where = site(table.state, table.seat, MONOLITH, prizes)
    if where is not None:
        build_on(table, MONOLITH, where)


def upgrades(state: EclipseState, seat: int, prizes: Sequence[Target], n: int) -> Iterator[Plan]:
    """Plan to lay up to `n` parts, each the best there is."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("upgrade")
    picks: list[str] = []
    for _ in range(n):
        best = best_part(table.state, seat)
        if best is None:
            break
        kind, slot, part = best
        lay(table.me, kind, slot, part)
        picks.append(f"{kind} {slot + 1} {part}")
    if picks:
        yield Plan(worth(table.state, seat, prizes) - before, "upgrade", tuple(picks))


def lay(me: Player, kind: str, slot: int, part: str) -> None:
    """Lay a part on a slot; what lay there goes."""
    if part in me.stored:
        me.stored.remove(part)
    blueprints.lay(me, kind, slot, part)


def parts_for(me: Player) -> list[str]:
    """The parts that a player may lay."""
    return [
        id
        for id, part in PARTS.items()
        if (id in me.stored if part.ancient else not part.technology or part.technology in me.technologies)
    ]


def best_part(state: EclipseState, seat: int) -> tuple[str, int, str] | None:
    """Find the part that makes the ships of a seat better by most: type of ship, slot and part."""
    me = state.players[seat]
    own = count_ships(state, seat)
    best, chosen = 0.02, None
    for kind in SHIPS:
        weight = 0.4 + own.get(kind, 0) if kind != STARBASE else 0.3 * own.get(kind, 0)
        tiles, now = placed(me, kind), rating(stats(me, kind))
        for slot, shown in enumerate(parts(me, kind)):
            for part in parts_for(me):
                if part == shown:
                    continue
                after = sum_up(me.species, kind, (*tiles[:slot], part, *tiles[slot + 1 :]))
                if not is_legal(after, kind):
                    continue
                move = 0.15 * (after.move - stats(me, kind).move)
                gain = weight * (rating(after) - now + 0.03 * (after.initiative - stats(me, kind).initiative) + move)
                gain -= 0.5 * (bool(tiles[slot]) and PARTS[tiles[slot]].ancient) if tiles[slot] else 0
                if gain > best:
                    best, chosen = gain, (kind, slot, part)
    return chosen


def builds(state: EclipseState, seat: int, prizes: Sequence[Target], n: int) -> Iterator[Plan]:
    """Plan to build up to `n` things, each the best there is."""
    before = worth(state, seat, prizes)
    table = Table(state, seat)
    table.pay("build")
    picks: list[str] = []
    for _ in range(n):
        best = best_item(table.state, seat, prizes, forced=not picks)
        if best is None:
            break
        build_on(table, best[0], best[1])
        picks.append(f"{best[0]} {best[1]}")
    if picks:
        yield Plan(worth(table.state, seat, prizes) - before, "build", tuple(picks))


def build_on(table: Table, item: str, id: str) -> None:
    """Build a thing in a sector."""
    sector = table.sector(id)
    table.me.goods[MATERIALS] -= build.cost(table.me, item)
    if item in SHIPS:
        fleets.add(sector, table.seat, item)
    elif item == ORBITAL:
        sector.orbital = True
    else:
        sector.monolith = True


def best_item(
    state: EclipseState, seat: int, prizes: Sequence[Target], *, forced: bool = False
) -> tuple[str, str] | None:
    """Find what is best built next, and where."""
    before = worth(state, seat, prizes)
    sectors = own_sectors(state, seat)
    top, chosen = (-9.0 if forced else 0.0), None
    for item in build.ITEMS:
        if build.refusal(state, seat, item, sectors) is not None:
            continue
        where = site(state, seat, item, prizes)
        if where is None:
            continue
        table = Table(state, seat)
        build_on(table, item, where)
        gain = worth(table.state, seat, prizes) - before
        if gain > top:
            top, chosen = gain, (item, where)
    return chosen


def site(state: EclipseState, seat: int, item: str, prizes: Sequence[Target]) -> str | None:
    """Choose where a thing is built: ships near what is to be won, structures where they are safe."""
    sectors = [one for one in own_sectors(state, seat) if build.takes(one, item)]
    if not sectors:
        return None
    if item in (ORBITAL, MONOLITH):
        return max(sectors, key=lambda one: (seat in one.ships, SECTORS[one.id].vp, one.id)).id
    goals = {target.sector for target in prizes[:2]}
    steps = steps_to(state, seat, goals)
    calm = [one for one in sectors if not foreign(state, one, seat)] or sectors
    return min(calm, key=lambda one: (steps.get(one.id, 99), one.id)).id


def placement(state: EclipseState, seat: int, tile: str, turns: int) -> float:
    """How well a turned sector fits: ways to own sectors, ways to go on exploring, no ways to others."""
    hex = place(state.turned_for)
    value = 0.0
    for id in connections(state, tile, hex, turns, 2):
        owner = state.sectors[id].disc
        value += 1.0 if owner == seat else 0.1 if owner == NOBODY else -0.3
    return value + 0.25 * sum(openings(tile, turns))
