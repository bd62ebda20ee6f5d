"""A hand: the cards that a seat holds, with what it may choose among them, and the action cards to choose from."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import spread
from rendering.race.marks import in_order
from rendering.race.prices import due, price_row, to_pay
from rendering.race.spread import Block
from rules.race.components import ACTIONS
from rules.race.places import action_place, card_of, card_place
from rules.race.state import UNKNOWN, RaceState

FEW = 8
"""The most cards that a shelf shows in one line."""


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
    # The start world tells which cards to keep; goods and powers tell which action to choose.
    if marks.kind == "start" or (actions and (len(one.tableau) <= FEW or len(one.hand) <= FEW // 2)):
        rest = tuple(one.tableau)
    about = marks.so_far[:1] if offered or marks.kind == "guess" else ()
    cause = next((card_of(where) for where in about), None)
    notes = {number: price_row(view, seat, number) for number in offered} if marks.kind in {"develop", "settle"} else {}
    amount = due(view, seat) if marks.kind == "pay" else None
    price = () if amount is None else to_pay(amount)
    phase = view.phase if marks.kind == "start" else ""
    block = Block(first, rest, notes, cause, price, actions)
    return spread.draw(view, seat, context, block, phase=phase)
