"""What a robot of Eclipse could do with a turn: for each action what it brings, and how it is begun.

Every action is looked at by itself, as far as it can be foreseen; `turn` takes the best one, if it is worth its disc.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.eclipse.components import GENERATOR, NEUTRON_BOMBS, PARTS, REACTIONS, SCIENCE, SECTORS, SPECIES, TECH_TRACK, TECHNOLOGIES
from rules.eclipse.economy import in_category, own_sectors, price
from rules.eclipse.fleets import with_ancients
from rules.eclipse.galaxy import place, stack_of
from rules.eclipse.robot.builds import build_idea
from rules.eclipse.robot.fleet import design, fleet, odds, useful_parts
from rules.eclipse.robot.table import PROMISE, Idea, Table, Trade, able_to_pay, trades_for
from rules.eclipse.robot.upgrades import upgrade_idea, weights
from rules.eclipse.robot.value import (
    KEPT,
    books,
    control_gain,
    open_squares,
    reputation_gain,
    settle,
    technology_gain,
    worth,
)
from rules.eclipse.robot.war import ANOTHER, Attack, best_attack, campaign, targets
from rules.eclipse.state import EclipseState, Sector
from rules.eclipse.steps import explore, free, influence

#: What an action must bring to be better than passing.
LEAST = 0.03
#: The chance from which on a victory is reckoned with.
LIKELY = 0.55


# Colony ships


def settling(table: Table, upkeep: bool = False) -> tuple[float, str, str]:
    """The best use of a colony ship: its gain, the sector, and the square with its track."""
    one = table.books
    now = table.base
    best = (-1.0, "", "")
    for id, squares in free.colony_squares(table.state, table.seat, upkeep=upkeep).items():
        for option in free.square_options(table.me, table.state.sectors[id]):
            square, _, track = option.id.partition("-")
            track = track or squares[square][0]
            gain = worth(one.settled(track), table.left) - now - 0.01 * square.startswith("wild")
            best = max(best, (gain, id, option.id))
    return best


# Explore


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


def conquest_gain(table: Table, technology: str) -> float:
    """What a technology adds to the attacks that ships could make soon: on populations, or through half wormholes."""
    if technology not in (NEUTRON_BOMBS, GENERATOR):
        return 0.0
    me = msgspec.structs.replace(table.me, technologies=[*table.me.technologies, technology])
    players = list(table.state.players)
    players[table.seat] = me
    then = msgspec.structs.replace(table.state, players=players)
    aims = targets(then, table.seat, table.books)
    moves = 2 * SPECIES[me.species].limits.move
    now = campaign(table.state, table.seat, table.targets, moves)
    return PROMISE * max(0.0, campaign(then, table.seat, aims, moves) - now)


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
        gain += conquest_gain(table, technology)
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
    """Attack, in one sector or in several."""
    moves = REACTIONS["move"] if reaction else SPECIES[table.me.species].limits.move
    found = move_plan(table, moves)
    if found is None:
        return Idea(-1.0, ("move",))
    gain = found.value
    if found.moves < moves:
        others = [target for target in table.targets if target.sector != found.target]
        gain += ANOTHER * campaign(table.state, table.seat, others, moves - found.moves, busy=found.sent)
    return Idea(gain, ("move",))


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
