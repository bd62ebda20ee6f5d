"""A hand: the cards that a seat holds, with what it may choose among them, and the action cards to choose from."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import spread
from rendering.race.marks import in_order
from rendering.race.powers import text
from rendering.race.signs import Row, Sign
from rendering.race.spread import Block
from rules.race.components import ACTIONS, CARDS
from rules.race.payment import development_price, ways_to_settle
from rules.race.places import action_place, card_of, card_place
from rules.race.state import UNKNOWN, RaceState


def draw(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a seat holds; what it may choose from is larger than the rest and has numbers."""
    one, marks = view.players[seat], context.marks
    marked = marks.legal | marks.chosen
    actions = tuple(key for key in ACTIONS if action_place(key) in marked)
    offered = in_order(context, (number for number in (*one.drawn, *one.hand) if card_place(number) in marked))
    first = offered or tuple(one.drawn) or tuple(one.hand)
    rest = tuple(number for number in (*one.drawn, *one.hand) if number not in first or number == UNKNOWN)
    if UNKNOWN in first:
        rest = tuple(one.hand) if one.drawn else ()
    if marks.kind == "start":
        rest = tuple(one.tableau)
    about = marks.so_far[:1] if offered or marks.kind == "guess" else ()
    cause = next((card_of(where) for where in about), None)
    notes = {number: _note(view, seat, number) for number in offered} if marks.kind in {"develop", "settle"} else {}
    price = _price(view, seat) if marks.kind == "pay" else ()
    phase = view.phase if marks.kind == "start" else ""
    block = Block(first, rest, notes, cause, price, actions)
    return spread.draw(view, seat, context, block, phase=phase)


def to_pay(n: int) -> Row:
    """A number of cards to pay."""
    return (text(str(n)), Sign("icon", "card"))


def _note(view: RaceState, seat: int, number: int) -> Row:
    """What it takes to place a card: hand cards, strength, or a card given up."""
    one, card = view.players[seat], CARDS[number]
    if card.development:
        return to_pay(development_price(view, seat, card))
    row: Row = ()
    for way in ways_to_settle(one, number, len(one.hand) - 1)[:3]:
        if row:
            row = (*row, text("/"))
        if way.give_up:
            row = (*row, *(Sign("icon", "cross") for _ in way.give_up))
        elif way.conquer:
            row = (*row, Sign("icon", "swords"), Sign("icon", "check"))
        else:
            row = (*row, *to_pay(way.cards))
    return row


def _price(view: RaceState, seat: int) -> Row:
    """What the card that was placed costs its seat; nothing where several prices are possible."""
    one = view.players[seat]
    if one.placed is None:
        return ()
    card = CARDS[one.placed]
    if card.development:
        prices = {development_price(view, seat, card)}
    else:
        prices = {way.cards for way in ways_to_settle(one, one.placed, len(one.hand)) if way.cards}
    return to_pay(prices.pop()) if len(prices) == 1 else ()
