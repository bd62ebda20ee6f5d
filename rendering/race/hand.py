"""A hand: the cards that a seat holds, with what it may choose among them, and the action cards to choose from."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import shelves, spread
from rendering.race.changes import fresh
from rendering.race.marks import in_order
from rendering.race.powers import at_home, signs
from rendering.race.prices import due, price_row, to_pay
from rendering.race.signs import Row
from rendering.race.spread import Block
from rules.kernel.text import T
from rules.race.components import ACTIONS, CARDS
from rules.race.places import NOTHING_PLACE, action_place, card_of, card_place
from rules.race.state import UNKNOWN, RaceState

GUESS = "guess"


def draw(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a seat holds; what it may choose from is larger than the rest and has numbers, over what it has."""
    one, marks = view.players[seat], context.marks
    marked = marks.legal | marks.chosen
    actions = tuple(key for key in ACTIONS if action_place(key) in marked)
    offered = in_order(context, (number for number in (*one.drawn, *one.hand) if card_place(number) in marked))
    nothing = T("Place nothing") if NOTHING_PLACE in marked else None
    first = offered or (() if nothing is not None else tuple(one.drawn) or tuple(one.hand))
    rest = tuple(number for number in (*one.drawn, *one.hand) if number not in first or number == UNKNOWN)
    if UNKNOWN in first:
        rest = tuple(one.hand) if one.drawn else ()
    about = marks.so_far[:1] if offered or marks.kind == GUESS else ()
    cause = next((card_of(where) for where in about), None)
    notes = {number: price_row(view, seat, number) for number in offered} if marks.kind in {"develop", "settle"} else {}
    rest = tuple(number for number in rest if number == UNKNOWN or number != cause)
    below = shelves.hand(rest)
    if marks.kind:
        aside = cause if marks.kind == GUESS else None
        below += shelves.tableau([number for number in one.tableau if number != aside])
    block = Block(first, below, notes, cause, _bar(view, seat, context, cause), actions, nothing)
    phase = view.phase if marks.kind else ""
    return spread.draw(view, seat, context, block, phase=phase, new=fresh(view, seat, context.held))


def _bar(view: RaceState, seat: int, context: RenderContext, cause: int | None) -> Row:
    """What is to be paid for a card, or what it gives for hand cards."""
    if cause is None or context.marks.kind == GUESS:
        return ()
    if context.marks.kind == "pay":
        amount = due(view, seat)
        return () if amount is None else to_pay(amount)
    found = next((where for where in context.marks.so_far if where.startswith("power:")), None)
    if found is None:
        return ()
    power = CARDS[cause].powers.consume[int(found.rpartition(":")[2])]
    return at_home(signs(power, "consume"), CARDS[cause])
