"""What must hold in every position of Eclipse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.eclipse.blueprints import is_legal, stats
from rules.eclipse.components import (
    DISCOVERIES,
    INFLUENCE,
    PARTS,
    POPULATION,
    REPUTATION,
    RINGS,
    ROUNDS,
    SECTORS,
    SHIP_SUPPLY,
    SHIPS,
    SPECIES,
    STRUCTURE_SUPPLY,
    TECH_TRACK,
    TECHNOLOGIES,
)
from rules.eclipse.economy import balance, fits, in_category
from rules.eclipse.galaxy import EDGES, openings, opposite
from rules.eclipse.state import ANCIENTS, DEFENCE, NOBODY, EclipseState, Player, Sector
from rules.eclipse.view import in_hand
from rules.kernel.game import Outcome, Position
from rules.kernel.hexes import add
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.fuzz.play import Checks, Setup


def invariants(state: EclipseState) -> Iterator[str]:
    """Complain about a state that cannot be."""
    if not 0 <= state.round <= ROUNDS:
        yield f"round {state.round}"
    yield from _tiles(state)
    yield from _map(state)
    yield from _battle(state)
    for seat, me in enumerate(state.players):
        if me.species and state.round:
            yield from (f"seat {seat} ({me.species}): {problem}" for problem in _player(state, seat, me))
    if sum(one.traitor for one in state.players) > 1:
        yield "there are two traitor cards"


def _tiles(state: EclipseState) -> Iterator[str]:
    """Check that every tile lies somewhere, and only there."""
    for ring in RINGS:
        stack = state.stacks[ring]
        tiles = [*stack.tiles, *stack.discards, *(id for id in state.turned if SECTORS[id].ring == ring)]
        tiles += [id for id in state.sectors if SECTORS[id].ring == ring]
        if len(set(tiles)) != len(tiles) or not set(tiles) <= {id for id, one in SECTORS.items() if one.ring == ring}:
            yield f"sectors of ring {ring} are doubled: {sorted(tiles)}"
        if not 0 <= stack.count <= len(stack.tiles):
            yield f"the stack of ring {ring} has {stack.count} of {len(stack.tiles)}"
    technologies = Counter(state.bag) + Counter(state.supply)
    reputation = Counter(state.reputation)
    for me in state.players:
        reputation.update(in_hand(me))
        if me.species:
            technologies.update(set(me.technologies) - set(SPECIES[me.species].technologies))
    if technologies != {one.id: one.tiles for one in TECHNOLOGIES.values()}:
        yield f"technology tiles are lost or doubled: {technologies}"
    if reputation != REPUTATION:
        yield f"reputation tiles are lost or doubled: {reputation}"
    built = sum(one.orbital + one.monolith for one in state.sectors.values())
    if built + state.structures != STRUCTURE_SUPPLY:
        yield f"{built} structures are built and {state.structures} left"
    yield from _discoveries(state)


def _discoveries(state: EclipseState) -> Iterator[str]:
    if sum(one.discovery for one in state.sectors.values()) > sum(state.discoveries.values()):
        yield "more discovery tiles lie on sectors than nobody has seen"
    owned: Counter[str] = Counter()
    for me in state.players:
        owned.update([*me.discoveries, *me.stored, *(tile for tiles in me.placed.values() for tile in tiles)])
    for id, one in DISCOVERIES.items():
        if state.discoveries.get(id, 0) + owned[id] > one.count:
            yield f"there are too many of the discovery tile {id}"


def _map(state: EclipseState) -> Iterator[str]:
    at = {(one.q, one.r): one for one in state.sectors.values()}
    if len(at) != len(state.sectors):
        yield "two sectors lie on one place"
    for sector in state.sectors.values():
        yield from (f"sector {sector.id}: {problem}" for problem in _sector(state, sector, at))


def _sector(state: EclipseState, sector: Sector, at: dict[tuple[int, int], Sector]) -> Iterator[str]:
    own = openings(sector.id, sector.turns)
    for edge in range(6):
        other = at.get(add((sector.q, sector.r), EDGES[edge]))
        link = own[edge] + (openings(other.id, other.turns)[opposite(edge)] if other else 0)
        if (sector.around[edge], sector.links[edge]) != (other.id if other else "", link):
            yield f"edge {edge} leads to {sector.around[edge]} by {sector.links[edge]}"
    tile = SECTORS[sector.id]
    if sector.disc == NOBODY and (sector.cubes or sector.orbital_cube):
        yield "has cubes without a disc"
    if sector.orbital_cube and not sector.orbital:
        yield "has a cube on no orbital"
    if sector.cubes != sorted(set(sector.cubes)) or not set(sector.cubes) <= set(range(len(tile.squares))):
        yield f"has cubes on {sector.cubes}"
    if not 0 <= sector.ancients <= tile.ancients or (sector.gcds and not tile.gcds):
        yield f"has {sector.ancients} Ancients"
    if sector.discovery and not tile.discovery:
        yield "has a discovery tile"
    if (
        sector.disc != NOBODY
        and (sector.ancients or sector.gcds)
        and not SPECIES[state.players[sector.disc].species].with_ancients
    ):
        yield "has a disc beside its guards"
    for seat, ships in sector.ships.items():
        if not ships or not all(n > 0 and kind in SHIPS for kind, n in ships.items()):
            yield f"has ships {ships} of seat {seat}"
        if state.players[seat].out:
            yield f"has ships of seat {seat}, which is out"


def _battle(state: EclipseState) -> Iterator[str]:
    battle = state.battle
    if battle is None:
        return
    sector = state.sectors[battle.sector]
    for group in battle.groups:
        if group.side == ANCIENTS:
            there = sector.ancients
        elif group.side == DEFENCE:
            there = int(sector.gcds)
        else:
            there = sector.ships.get(group.side, {}).get(group.kind, 0)
        if there != len(group.damage):
            yield f"the battle has {len(group.damage)} of {group.kind}, the sector {there}"


def _player(state: EclipseState, seat: int, me: Player) -> Iterator[str]:
    species = SPECIES[me.species]
    if min(me.goods.values()) < 0 or min(me.cubes.values()) < 0 or me.discs < 0 or me.spare < 0:
        yield "something is negative"
    if not 0 <= me.colony <= species.colony_ships:
        yield f"has {me.colony} colony ships face up"
    for other in me.partners:
        if seat not in state.players[other].partners or other == seat:
            yield f"has relations with {other}, who has none"
    if any(in_category(me, one) > TECH_TRACK.slots for one in ("military", "grid", "nano")):
        yield "has too many technologies of a category"
    if len(set(me.technologies)) != len(me.technologies):
        yield "has a technology twice"
    yield from _ships(state, seat, me)
    if not fits(me, len(me.partners), len(me.reputation)):
        yield "has more ambassadors and reputation tiles than slots"
    if not me.out:
        yield from _pieces(state, seat, me)


def _ships(state: EclipseState, seat: int, me: Player) -> Iterator[str]:
    for kind in SHIPS:
        if sum(sector.ships.get(seat, {}).get(kind, 0) for sector in state.sectors.values()) > SHIP_SUPPLY[kind]:
            yield f"has too many of {kind} on the map"
        if (state.turn != seat or state.phase != "action") and not is_legal(stats(me, kind), kind):
            yield f"has an illegal {kind}"
    for tiles in me.placed.values():
        for tile in tiles:
            if tile and PARTS[tile].technology not in ("", *me.technologies):
                yield f"has the part {tile} without its technology"


def _pieces(state: EclipseState, seat: int, me: Player) -> Iterator[str]:
    """Check that cubes and discs are all somewhere and only there."""
    own = [sector for sector in state.sectors.values() if sector.disc == seat]
    cubes = sum(me.cubes.values()) + sum(me.graveyard.values()) + len(me.partners)
    cubes += sum(len(sector.cubes) + sector.orbital_cube for sector in own)
    if cubes + me.loose != 3 * POPULATION.cubes or max(me.cubes.values()) > POPULATION.cubes:
        yield f"has {cubes} cubes and {me.loose} on the way, on the tracks {me.cubes}"
    discs = me.discs + sum(me.actions.values()) + len(own)
    if discs != SPECIES[me.species].discs + INFLUENCE.spare - me.spare:
        yield f"has {discs} discs"


def scramble(position: Position[EclipseState, Any], seat: int | None, rng: Rng) -> Position[EclipseState, Any]:
    """Change everything that a seat may not know: the reputation tiles of others, and what chance will bring."""
    state = position.state
    position.rng.key = f"{rng.below(2**64, 'scramble'):032x}"
    if state.phase == "over":
        return position
    others = [one for other, one in enumerate(state.players) if other != seat]
    tiles = [value for value, count in state.reputation.items() for _ in range(count)]
    tiles += [value for one in others for value in in_hand(one)]
    tiles = rng.shuffle(tiles, "scramble")
    for one in others:
        for hidden in (one.reputation, one.drawn, one.pledged):
            hidden[:] = sorted(tiles.pop() for _ in hidden)
        if one.frozen:
            before = one.frozen["reputation"]
            now = sum(one.reputation) + sum(one.pledged)
            one.frozen = {**one.frozen, "reputation": now, "total": one.frozen["total"] - before + now}
    state.reputation = {value: tiles.count(value) for value in REPUTATION}
    return position


def public(before: EclipseState, after: EclipseState, outcome: Outcome) -> Iterator[str]:
    """Complain about reputation tiles that are told to everybody, and about anything else that is not."""
    del before, after
    for event in outcome.events:
        if (event.kind == "reputation-drawn") != (event.to is not None):
            yield f"the event {event.kind} is told to {event.to}"


def careful(view: EclipseState, prompt: Prompt, rng: Rng) -> list[str]:
    """Play at random, but mostly pass before the upkeep is more than the money, and seldom give up.

    Players without any care are bankrupt after a few rounds.
    """
    if rng.below(16, "careless") == 0:
        return choose(view, prompt, rng)
    if prompt.kind == "turn" and balance(view.players[prompt.seat], 1) < 0:
        return ["pass"]
    if prompt.kind == "give-up":
        return ["no"]
    return choose(view, prompt, rng)


def pledges(state: EclipseState) -> bool:
    """Whether somebody has put a reputation tile aside for an offer: it lies apart, and is no less hidden."""
    return any(one.pledged for one in state.players)


#: Events that show what chance has brought.
SHOWN = frozenset({"explore", "discovery", "volleys", "battle", "population", "technologies", "score"})


def some(every: list[Setup]) -> list[Setup]:
    """Choose setups in which every option and every number of players is met."""
    return every[::41]


#: Prompts that play seldom comes to.
SELDOM = {
    "return-tile": "An ambassador where no slot is free; `starts` plays such ends.",
    "stalemate": "A battle in which nobody can hurt anybody, and somebody has where to retreat.",
    "upgrade-slot": "Asked in games of before alone: any slot of any ship is offered at once now (`Option.former`).",
}

CHECKS = Checks(invariants, scramble, public, SHOWN, pledges, careful, some, seldom=SELDOM)
