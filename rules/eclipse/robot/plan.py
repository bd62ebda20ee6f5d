"""What a robot of Eclipse could do with a turn: for each action what it brings, and how it is begun.

Every action is looked at by itself, as far as it can be foreseen; `turn` takes the best one, if it is worth its disc.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from rules.eclipse.components import (
    GENERATOR,
    NEUTRON_BOMBS,
    PARTS,
    REACTIONS,
    SCIENCE,
    SECTORS,
    SPECIES,
    TECH_TRACK,
    TECHNOLOGIES,
)
from rules.eclipse.economy import in_category, own_sectors, price
from rules.eclipse.fleets import with_ancients
from rules.eclipse.galaxy import place, stack_of
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.builds import build_idea
from rules.eclipse.robot.fleet import design, fleet, odds, useful_parts
from rules.eclipse.robot.table import NOTHING, PROMISE, Idea, Table, Trade, able_to_pay, idea, trades_for
from rules.eclipse.robot.terms import Terms, plus, times, total
from rules.eclipse.robot.upgrades import upgrade_idea, weights
from rules.eclipse.robot.value import (
    KEPT,
    books,
    control_terms,
    open_squares,
    reputation_gain,
    settle,
    technology_terms,
    worth,
)
from rules.eclipse.robot.war import ANOTHER, Attack, campaign, chosen_attack, targets
from rules.eclipse.state import FULL, NOBODY, EclipseState, Sector
from rules.eclipse.steps import diplomacy, explore, free, influence
from rules.kernel import hexes

#: What an action must bring to be better than passing.
LEAST = 0.03
#: The chance from which on a victory is reckoned with.
LIKELY = 0.55
#: What it is worth to explore beside somebody with whom relations are possible.
TOWARD = 0.4


# Colony ships


def settlings(table: Table, upkeep: bool = False) -> list[tuple[float, str, str]]:
    """The uses of a colony ship: what each brings, the sector, and the square with its track."""
    one, now = table.books, table.base
    found = []
    for id, squares in free.colony_squares(table.state, table.seat, upkeep=upkeep).items():
        for option in free.square_options(table.me, table.state.sectors[id]):
            square, _, track = option.id.partition("-")
            track = track or squares[square][0]
            gain = worth(one.settled(track), table.left) - now - 0.01 * square.startswith("wild")
            found.append((gain, id, option.id))
    return found


def settling(table: Table, upkeep: bool = False) -> tuple[float, str, str]:
    """The best use of a colony ship."""
    return max(settlings(table, upkeep), default=(-1.0, "", ""))


# Explore


def tile_terms(table: Table, tile: str) -> Terms:
    """What a sector brings when it is laid, and where nobody guards it taken."""
    state, seat, me = table.state, table.seat, table.me
    printed = SECTORS[tile]
    sector = Sector(tile, 0, 0, 0, discovery=printed.discovery, ancients=printed.ancients)
    if printed.ancients and not with_ancients(me):
        table_ships = sum(sector.count(seat) for sector in state.sectors.values())
        chance = min(0.5, 0.12 * table_ships) / printed.ancients * min(1.0, table.left / 2)
        freed = msgspec.structs.replace(sector, ancients=0)
        prize = control_terms(state, seat, freed, table.books)
        return plus(
            {terms_.ROOM: 0.1, terms_.REPUTATION: chance * reputation_gain(me, 1 + printed.ancients)},
            times(prize, chance if total(prize) > 0 else 0.0),
        )
    terms = control_terms(state, seat, sector, table.books)
    if total(terms) <= 0:
        terms = {}
    elif table.books.discs < 1 or not able_to_pay(table, table.books._replace(discs=table.books.discs - 1)):
        terms = times(terms, 0.25)
    if with_ancients(me) and SPECIES[me.species].vp_per_ancient:
        terms = plus(terms, {terms_.POINTS: KEPT * printed.ancients})
    return terms


def ring_terms(table: Table, ring: str) -> Terms:
    """What a sector of a ring brings on the average; the better of two for those who draw two."""
    stack = table.state.stacks[ring]
    found = sorted((tile_terms(table, tile) for tile in (stack.tiles if stack.count else stack.discards)), key=total)
    n = len(found)
    if not n:
        return {}
    if SPECIES[table.me.species].limits.draw > 1:
        return plus(*(times(terms, (2 * rank + 1) / n**2) for rank, terms in enumerate(found)))
    return times(plus(*found), 1 / n)


def explorations(table: Table) -> dict[str, Terms]:
    """The places to explore, and what to expect there."""
    rings: dict[str, Terms] = {}
    found: dict[str, Terms] = {}
    for name, origins in explore.places(table.state, table.seat).items():
        ring = stack_of(place(name))
        if ring not in rings:
            rings[ring] = ring_terms(table, ring)
        own = sum(table.state.sectors[id].disc == table.seat for id in origins)
        found[name] = plus(rings[ring], {terms_.WAYS: 0.1 * own + toward(table, name)})
    return found


def toward(table: Table, name: str) -> float:
    """What it is worth that a place lies beside sectors of others with whom relations are possible."""
    if not diplomacy.in_game(table.state) or diplomacy.unable(table.me) is not None:
        return 0.0
    known = {*table.me.partners, *(one.disc for one in own_neighbours(table)), NOBODY, table.seat}
    hex = place(name)
    return TOWARD * any(
        sector.disc not in known and hexes.distance(hex, (sector.q, sector.r)) == 1
        for sector in table.state.sectors.values()
    )


def own_neighbours(table: Table) -> list[Sector]:
    """The sectors of others that own sectors are fully connected with."""
    return [
        table.state.sectors[id]
        for sector in own_sectors(table.state, table.seat)
        for id, link in zip(sector.around, sector.links, strict=True)
        if id and link == FULL and table.state.sectors[id].disc not in (NOBODY, table.seat)
    ]


def explore_idea(table: Table) -> Idea:
    """Explore."""
    found = max(explorations(table).values(), key=total, default=None)
    if found is None:
        return NOTHING
    if SPECIES[table.me.species].limits.explore > 1 and table.books.discs > 1:
        found = times(found, 1.7)
    return idea(found, "explore")


# Influence


def influence_targets(table: Table) -> list[tuple[float, str, Terms]]:
    """The sectors that a disc can take, the best first."""
    found = []
    for id in influence.targets(table.state, table.seat, influence.TRACK):
        terms = control_terms(table.state, table.seat, table.state.sectors[id], table.books)
        found.append((total(terms), id, terms))
    return sorted(found, key=lambda one: one[:2], reverse=True)


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
    terms: Terms = {terms_.ECONOMY: flip_gain(table, min(2, SPECIES[me.species].colony_ships - me.colony))}
    for number, (value, _, more) in enumerate(influence_targets(table)[:2]):
        after = table.books._replace(discs=table.books.discs - number)
        if value > 0 and after.discs > 0 and able_to_pay(table, after._replace(discs=after.discs - 1)):
            terms = plus(terms, times(more, (1.0, 0.8)[number]))
    return idea(terms, "influence")


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
    now = campaign(table.state, table.seat, table.targets, moves, held=table.held)
    return PROMISE * max(0.0, campaign(then, table.seat, aims, moves, held=table.held) - now)


class Learning(NamedTuple):
    """A technology that can be paid for, what it brings, and the trades that it takes."""

    gain: float
    technology: str
    trades: list[Trade]
    terms: Terms


def researches(table: Table, *, trading: bool) -> list[Learning]:
    """What each technology brings that can be paid for, the best first."""
    me, found = table.me, []
    for technology in table.state.supply:
        if technology in me.technologies or in_category(me, TECHNOLOGIES[technology].category) >= TECH_TRACK.slots:
            continue
        cost = price(me, technology)
        traded = trades_for(table, SCIENCE, cost) if trading else (table.books, [])
        if traded is None or traded[0].goods[1] < cost:
            continue
        after = traded[0].paid(SCIENCE, cost)
        terms = plus(
            technology_terms(table.state, table.seat, technology),
            {
                terms_.STRENGTH: arms_gain(table, technology),
                terms_.ATTACKS: conquest_gain(table, technology),
                terms_.ECONOMY: worth(after, table.left) - table.base,
            },
        )
        found.append(Learning(total(terms), technology, traded[1], terms))
    return sorted(found, key=lambda one: (-one.gain, one.technology))


def research_idea(table: Table) -> Idea:
    """Research the best technology."""
    found = researches(table, trading=True)
    if not found:
        return NOTHING
    best, terms = found[0], found[0].terms
    if SPECIES[table.me.species].limits.research > 1 and not best.trades:
        rest = table.books.paid(SCIENCE, price(table.me, best.technology))
        able = (one for one in found[1:] if not one.trades and price(table.me, one.technology) <= rest.goods[1])
        second = next(able, None)
        if second is not None and second.gain > 0:
            terms = plus(terms, times(second.terms, 0.8))
    return idea(terms, *(best.trades[0].picks if best.trades else ("research",)))


# Move


class Planned(NamedTuple):
    """An attack and what its value is made of."""

    attack: Attack
    terms: Terms


def move_plan(table: Table, moves: int, starting: tuple[str, str] | None = None) -> Planned | None:
    """The best attack with so many moves, and those of one more action where that can be paid."""
    further = 0
    if (
        table.books.discs
        and able_to_pay(table, table.books._replace(discs=table.books.discs - 1))
        and not table.me.passed
    ):
        further = SPECIES[table.me.species].limits.move
    found = chosen_attack(table.state, table.seat, table.targets, moves + further, starting=starting, held=table.held)
    return None if found is None else Planned(*found)


def move_idea(table: Table, reaction: bool) -> Idea:
    """Attack, in one sector or in several."""
    moves = REACTIONS["move"] if reaction else SPECIES[table.me.species].limits.move
    found = move_plan(table, moves)
    if found is None:
        return NOTHING
    terms, first = found.terms, found.attack
    if first.moves < moves:
        others = [target for target in table.targets if target.sector != first.target]
        left = moves - first.moves
        more = ANOTHER * campaign(table.state, table.seat, others, left, busy=first.sent, held=table.held)
        terms = plus(terms, {terms_.ATTACKS: more})
    return idea(terms, "move")


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
    disc = {terms_.DISC: table.base - worth(books(me), table.left)}
    return [idea(plus(one.terms, disc), *one.picks) for one in found if one.picks]
