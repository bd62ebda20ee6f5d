"""What must hold in every position of Gaia Project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.gaia.automa_cards import CARDS, FACTION_CARDS, LEVELS, TOKENS
from rules.gaia.components import BOOSTERS, FEDERATIONS, LIMITS, MINE, SPACE, STRUCTURES, TOP, TRACKS, TRANSDIM
from rules.gaia.counts import pieces_used
from rules.gaia.galaxy import clash, galaxy, planet
from rules.gaia.state import NO_BRAINSTONE, Automa, GaiaState, Player
from rules.gaia.steps.automa import CARD, DRAWN
from rules.kernel.game import Outcome, Position
from rules.kernel.rng import Rng
from tests.fuzz.play import Checks, Setup

#: Gaiaformers that a level of Gaia Project has brought in all.
FORMERS = (0, 1, 1, 2, 3, 3)


def invariants(state: GaiaState) -> Iterator[str]:
    """Complain about a state that cannot be."""
    yield from _tiles(state)
    if isinstance(state.automa, Automa):
        yield from _cards(state, state.automa)
    if not state.spaces:
        return
    if state.round and (touching := clash(state.spaces)):
        yield f"planets of one type touch: {touching}"
    owners: Counter[str] = Counter()
    for seat, one in enumerate(state.players):
        owners.update(list(one.structures))
        if one.faction:
            check = _rival if state.by_itself(seat) else _player
            yield from (f"seat {seat} ({one.faction}): {problem}" for problem in check(state, one))
    if doubled := [place for place, count in owners.items() if count > 1]:
        yield f"two players have a structure of their own on {doubled}"
    if state.phase == "over" and state.queue:
        yield "the game is over before all have passed"


def _tiles(state: GaiaState) -> Iterator[str]:
    """Check that every tile and token lies somewhere, and only there."""
    solo = isinstance(state.automa, Automa)
    stacks = Counter({id: TOKENS if solo else stack.count for id, stack in FEDERATIONS.items() if id != "gleens"})
    tokens = Counter(own.token for one in state.players for own in one.tokens if own.token in stacks)
    tokens.update(state.supply)
    tokens.update([state.top_token] if state.top_token else [])
    if tokens != stacks:
        yield f"federation tokens are lost or doubled: {tokens}"
    boosters = [*state.boosters, *(one.booster for one in state.players if one.booster)]
    if len(boosters) != len(state.players) + 3 or len(set(boosters)) != len(boosters) or set(boosters) - set(BOOSTERS):
        yield f"boosters are lost or doubled: {boosters}"
    advanced = [*state.advanced.values(), *(state.automa.removed if isinstance(state.automa, Automa) else [])]
    advanced += [own.tile for one in state.players for own in one.tiles if own.space.startswith("adv-")]
    if len(advanced) != len(TRACKS) or len(set(advanced)) != len(advanced):
        yield f"advanced tiles are lost or doubled: {advanced}"
    for track in TRACKS:
        if sum(one.research.get(track) == TOP for one in state.players) > 1:
            yield f"two players are at the top of {track}"


def _cards(state: GaiaState, automa: Automa) -> Iterator[str]:
    """Check that every decision card is somewhere, and only there, and that the deck has the size of the round."""
    level, open_ = LEVELS[automa.level], [card for card in (automa.support, automa.action) if card]
    cards = [*automa.deck, *automa.spare, *automa.used, *open_]
    if sorted([*cards, *level.out]) != list(CARDS):
        yield f"decision cards are lost or doubled: {sorted(cards)}"
    size = len(cards) - len(automa.spare)
    if size != len(level.fixed) + max(1, state.round):
        yield f"{size} cards are in the deck of round {state.round} at level {automa.level}"
    if not {*level.fixed, *automa.used, *open_} <= set(automa.known) <= {*automa.deck, *automa.used, *open_}:
        yield f"what is known of the deck is wrong: {automa.known}"


def _rival(state: GaiaState, one: Player) -> Iterator[str]:
    """Check what the Automa has: structures, research, points, satellites, a booster, and nothing else."""
    if one.ore or one.credits or one.knowledge or one.qic or any(one.power) or one.tiles or one.tokens or one.federated:
        yield "has goods, power, tiles or federations"
    if one.formers or one.sent_formers or one.guests or one.stations or one.used:
        yield "has Gaiaformers, guests, stations or special actions"
    if one.vp < 0 or one.vp != sum(one.points.values()):
        yield f"{one.vp} points, but the sources have {one.points}"
    if one.faction not in FACTION_CARDS or not all(0 <= level <= TOP for level in one.research.values()):
        yield f"plays {one.faction} with research {one.research}"
    for kind, structure in STRUCTURES.items():
        if not 0 <= pieces_used(state, one, kind) <= structure.count:
            yield f"has {pieces_used(state, one, kind)} of {kind} on the map"
    for place in one.structures:
        if planet(state, place) in (SPACE, TRANSDIM) or place == state.lost:
            yield f"has a structure on {place}, which is {planet(state, place)}"
    for place in one.satellites:
        if galaxy(state).spaces[place].planet != SPACE or place == state.lost:
            yield f"has a satellite on {place}"


def _player(state: GaiaState, one: Player) -> Iterator[str]:
    if not (
        0 <= one.ore <= LIMITS.ore and 0 <= one.knowledge <= LIMITS.knowledge and 0 <= one.credits <= LIMITS.credits
    ):
        yield f"resources beyond their limits: {one.ore} ore, {one.knowledge} knowledge, {one.credits} credits"
    if one.qic < 0 or one.vp < 0 or min(one.power) < 0:
        yield "something is negative"
    if one.vp != sum(one.points.values()):
        yield f"{one.vp} points, but the sources have {one.points}"
    if one.brainstone != NO_BRAINSTONE and one.faction != "taklons":
        yield "has a Brainstone"
    if one.formers + one.resting_formers + len(one.sent_formers) != FORMERS[one.research["gaia"]]:
        yield "has the wrong number of Gaiaformers"
    for kind, structure in STRUCTURES.items():
        if not 0 <= pieces_used(state, one, kind) <= structure.count:
            yield f"has {pieces_used(state, one, kind)} of {kind} on the map"
    if len({own.tile for own in one.tiles}) != len(one.tiles):
        yield "owns a technology tile twice"
    covered = sum(own.covered for own in one.tiles)
    if covered != sum(own.space.startswith("adv-") for own in one.tiles):
        yield "has not covered one tile for each advanced tile"
    yield from _places(state, one)


def _places(state: GaiaState, one: Player) -> Iterator[str]:
    """Check what stands on the map."""
    own = [*one.places(), *one.stations, *one.satellites]
    for things in (one.places(), one.stations, one.satellites):
        if len(set(things)) != len(things):
            yield f"has two things of a kind on one place: {things}"
    for place in one.places():
        if planet(state, place) in (SPACE, TRANSDIM):
            yield f"has a structure on {place}, which is {planet(state, place)}"
    for place in [*one.stations, *one.satellites]:
        if galaxy(state).spaces[place].planet != SPACE:
            yield f"has a station or satellite on the planet {place}"
    if any(one.structures.get(place) not in (None, MINE) for place in [state.lost]):
        yield "has upgraded the Lost Planet"
    if len(one.satellites) > LIMITS.satellites or len(one.stations) > LIMITS.stations:
        yield "has too many satellites or stations"
    if not set(one.satellites) <= set(one.federated) <= set(own):
        yield "federations hold what is not there, or satellites belong to none"
    inside = galaxy(state).bits(one.federated)
    loose = galaxy(state).bits(own) & ~inside
    if galaxy(state).around(inside) & loose:
        yield "something touches a federation and does not belong to it"


def scramble(position: Position[GaiaState, Any], seat: int | None, rng: Rng) -> Position[GaiaState, Any]:
    """Hidden is what chance will bring, and the Automa's cards that lie face down: another order looks the same."""
    del seat
    automa = position.state.automa
    if isinstance(automa, Automa):
        known = [card for card in automa.deck if card in automa.known]
        others = rng.shuffle([card for card in (*automa.deck, *automa.spare) if card not in known], "scramble")
        unknown = len(automa.deck) - len(known)
        automa.deck = rng.shuffle(known + others[:unknown], "scramble")
        automa.spare = others[unknown:]
    position.rng.key = f"{rng.below(2**64, 'scramble'):032x}"
    return position


def public(before: GaiaState, after: GaiaState, outcome: Outcome) -> Iterator[str]:
    """Complain about events that are kept from anybody: nothing is hidden."""
    del before, after
    for event in outcome.events:
        if event.to is not None:
            yield f"the event {event.kind} is kept from somebody"


def some(every: list[Setup]) -> list[Setup]:
    """Choose setups in which every option is met; all combinations are for the command."""
    usual = {"ending": "idle", "charging": "action", "solo": "score", "automa": "random"}
    plain = [one for one in every if {key: one[0][key] for key in usual} == usual]
    chosen = [
        setup
        for number, setup in enumerate(plain)
        if (setup[0]["setup"] == "first" and number % 37 == 0) or (setup[0]["setup"] == "advanced" and number % 11 == 0)
    ]
    return [
        ({**config, "ending": "asked" if at % 2 else "idle", "charging": "turn" if at % 16 == 9 else "action"}, seats)
        for at, (config, seats) in enumerate(chosen)
    ]


def against(every: list[Setup]) -> list[Setup]:
    """Choose games against the Automa in which each of its levels and factions is met."""
    usual, _ = every[0]
    found = []
    for at, faction in enumerate(("random", *FACTION_CARDS)):
        wanted = {"automa": faction, "solo": list(LEVELS)[at % len(LEVELS)], "setup": "advanced"}
        wanted |= {"map": "method3" if at % 2 else "standard", "turning": "last", "charges": "asked"}
        found.append(({**usual, **wanted}, 1))
    return [*found, ({**usual, "setup": "first", "solo": "ultoma", "automa": "random"}, 1)]


#: Prompts that play seldom comes to.
SELDOM = {
    "downgrade": "Firaks with their institute and several research labs.",
    "itars": "Itars with their institute and four tokens in the Gaia area.",
    "terrans": "Terrans with their institute and power tokens in the Gaia area.",
}

CHECKS = Checks(
    invariants,
    scramble,
    public,
    # A card of the Automa's deck is turned up, or chance decides how it begins.
    shown=frozenset({CARD, DRAWN}),
    quick=some,
    alone=against,
    measured={"setup": "advanced"},
    seldom=SELDOM,
)
