"""What must hold in every position of Circadians: First Light."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.circadians.components import COLUMNS, STACKS, TILE_FARMS
from rules.circadians.effects import LOCATIONS
from rules.circadians.gains import card_order
from rules.circadians.guessing import deal_characters, deal_items
from rules.circadians.state import EMPTY, UNKNOWN, UNSEEN, CircadiansState, Player
from rules.circadians.steps.tiles import open_tiles
from rules.kernel.game import Outcome, Position
from rules.kernel.rng import Rng
from rules.kernel.text import Text
from tests.fuzz.play import Checks, Setup


def invariants(state: CircadiansState) -> Iterator[str]:
    """Complain about a state that cannot be."""
    yield from _cards(state)
    yield from _tiles(state)
    yield from _boards(state)
    for seat, one in enumerate(state.players):
        yield from (f"seat {seat}: {problem}" for problem in _player(state, seat, one))


def _cards(state: CircadiansState) -> Iterator[str]:
    """Check that every card lies somewhere, and only there."""
    cards = Counter([*state.deck, *state.under, *state.discards])
    for one in state.players:
        cards.update([*one.hand, *one.played, *(card for card in one.dealt if card in state.parts.items)])
    if cards != Counter(list(state.parts.items)):
        yield f"item cards are lost or doubled: {cards}"
    for pile in (state.deck, state.discards, state.events):
        if pile != sorted(pile, key=card_order):
            yield "a pile has an order"
    if len(state.events) != len(state.parts.events) - 1 - min(state.round, 7):
        yield f"{len(state.events)} events are left in round {state.round}"
    if bool(state.caches) != (state.round == 8):
        yield f"the caches are {state.caches} in round {state.round}"
    if state.caches and sorted(state.caches.values()) != sorted(state.parts.caches):
        yield f"the caches have other values: {state.caches}"


def _tiles(state: CircadiansState) -> Iterator[str]:
    """Check that no tile is doubled, and that a removed one is gone."""
    farms = [*state.farms_unseen, *filter(None, state.farms)]
    upgrades = [tile for stack in STACKS for tile in (*state.upgrades_unseen[stack], state.upgrades[stack]) if tile]
    for one in state.players:
        farms += filter(None, one.farms)
        upgrades += filter(None, one.upgrades)
    for tiles, known in ((farms, state.parts.farms), (upgrades, state.parts.upgrades)):
        if len(set(tiles)) != len(tiles) or not set(tiles) <= set(known):
            yield f"tiles are doubled or unknown: {tiles}"
    if state.rules.tiles_leave and set(state.open_since) != set(open_tiles(state)):
        yield f"{state.open_since} is noted of the tiles {[*open_tiles(state)]}"
    if sum(state.farms_under) != len(state.farms_unseen):
        yield f"{len(state.farms_unseen)} farms lie in stacks of {state.farms_under}"
    for at, under in enumerate(state.farms_under):
        if under and not state.farms[at]:
            yield "a stack of farms has no open tile"
    if not set(state.tokens) <= {at for at, one in state.parts.planet[state.side].items() if one.token is not None}:
        yield "a token lies where there was none"


def _boards(state: CircadiansState) -> Iterator[str]:
    boards = state.parts.board(len(state.players))
    if len(state.hq) > boards.hq:
        yield f"{len(state.hq)} dice in the headquarters"
    for row in state.depository.values():
        for column, die in enumerate(row, 1):
            if die is not None and (die.value != column or column in boards.closed):
                yield f"a {die.value} lies in column {column} of the depository"
    tokens = [*state.advances.values()]
    values = {die.value for column in state.negotiation.values() for die in column if die is not None}
    if len(set(tokens)) != len(tokens) or not set(tokens) <= values:
        yield f"advances {state.advances} with {values} on the board"
    setbacks = [*state.setbacks.values()]
    known = {f"{kind}-{column}" for kind in ("sum", "pair") for column in COLUMNS}
    if len(set(setbacks)) != len(setbacks) or not set(setbacks) <= known:
        yield f"setbacks {state.setbacks}"
    if len(state.lab) % 2 or any(a != b for a, b in zip(state.lab[::2], state.lab[1::2], strict=True)):
        yield f"no pairs in the laboratory: {state.lab}"
    dice = [die for place in LOCATIONS for die in state.dice_on(place)]
    if dice and state.phase not in ("hq", "garages", "harvest"):
        yield f"dice lie on locations in {state.phase}"
    if any(not 1 <= die.value <= 6 for die in (*dice, *state.hq, *(one for _, one in state.kept_dice()))):
        yield "a die has no face"


def _player(state: CircadiansState, seat: int, one: Player) -> Iterator[str]:
    if min(*one.goods.amounts, one.supply, one.ready, one.waiting, one.canteen) < 0:
        yield "something is negative"
    placed = [*(die for _, die in state.kept_dice()), *(die for place in LOCATIONS for die in state.dice_on(place))]
    away = sum(die.seat == seat for die in (*placed, *state.hq))
    if one.supply + one.base_dice() + away != state.parts.base.dice:
        yield "has lost or doubled dice"
    kept = sum(die.seat == seat for row in state.depository.values() for die in row if die is not None)
    if kept != len(one.played):
        yield f"{len(one.played)} items with {kept} dice in the depository"
    if one.hand != sorted(one.hand, key=card_order) or one.rolled != sorted(one.rolled):
        yield "hand or rolled dice are not sorted"
    if state.phase in ("planning", "over"):
        if one.ready + len(one.rolled) + len(one.plan) + state.hq_dice(seat) > state.parts.base.most_dice:
            yield "has too many dice after the rest"
        limited = state.phase == "planning" or state.rules.limit_at_end
        if limited and len(one.hand) > state.parts.base.most_items:
            yield "has too many item cards after the rest"
    if (one.rolled or one.plan) and state.phase != "planning":
        yield f"has dice to plan in {state.phase}"
    if any(die != EMPTY for die in one.garages) and state.phase not in ("hq", "garages"):
        yield f"has dice in garages in {state.phase}"
    if one.choices and state.phase != "harvest":
        yield f"has chosen what farms yield in {state.phase}"
    if one.harvester not in state.parts.planet[state.side] or len(one.farms) != len(TILE_FARMS):
        yield "has a harvester off the map, or too many farms"


def scramble(position: Position[CircadiansState, Any], seat: int | None, rng: Rng) -> Position[CircadiansState, Any]:
    """Deal the cards that the seat cannot see anew, roll and plan the others' dice anew; no count changes."""
    state = position.state
    others = [one for at, one in enumerate(state.players) if at != seat]
    for pile in (state.deck, state.under, *(one.hand for one in others), *(one.dealt for one in others)):
        pile[:] = [UNKNOWN] * len(pile)
    deal_characters(state, rng)
    deal_items(state, rng)
    for one in others:
        faces = sorted(1 + rng.below(6, "scramble") for _ in one.rolled)
        one.rolled = faces
        one.plan = {place: 1 + rng.below(6, "scramble") for place in one.plan}
    return position


def _names(text: Text) -> Iterator[str]:
    if text.id.startswith("#circadians.") and text.id.rpartition(".")[2].startswith("item-"):
        yield text.id.rpartition(".")[2]
    for value in text.args.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Text):
                yield from _names(one)


def public(before: CircadiansState, after: CircadiansState, outcome: Outcome) -> Iterator[str]:
    """Complain about public events that name a card which nobody has shown, and about views that show a plan."""
    open_ = {card for state in (before, after) for card in state.discards}
    open_ |= {card for state in (before, after) for one in state.players for card in one.played}
    for event in outcome.events:
        if event.to is None:
            for card in _names(event.text):
                if card not in open_ and event.kind != "discard":
                    yield f"the event {event.kind} tells everybody about {card}"
            if event.kind in ("roll", "planned", "drawn", "kept", "dealt"):
                yield f"the event {event.kind} is for everybody"
    for one in after.players:
        if one.plan or any(die != UNSEEN for die in one.rolled) or any(one.hand) or any(one.dealt):
            yield "an onlooker sees a hand, dice or a plan"


#: Events that show what was hidden.
SHOWN = frozenset({"plan", "item", "discard", "character"})


def some(every: list[Setup]) -> list[Setup]:
    """Choose each side of the planet with each number of players; a side at random is one of them."""
    return [(options, seats) for options, seats in every if options["planet"] != "random" or seats == 2]


#: Prompts that play seldom comes to.
SELDOM = {
    "pair": "The second die for the laboratory, where several can be it.",
    "roll": "Where dice go that are still to be rolled: it is only planned, in no game.",
    "roll-seal": "The same.",
}

CHECKS = Checks(invariants, scramble, public, SHOWN, quick=some, seldom=SELDOM)
