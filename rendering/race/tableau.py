"""A tableau: the cards that lie before a seat, in full, and what it may choose among them."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import shelves, spread
from rendering.race.changes import changed
from rendering.race.marks import in_order
from rendering.race.powers import cards
from rendering.race.prices import sales
from rendering.race.spread import Block
from rules.race.places import card_of, card_place
from rules.race.state import RaceState


def draw(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what lies before a seat."""
    change = changed(view, context.before, seat)
    block = Block(tuple(view.players[seat].tableau))
    return spread.draw(view, seat, context, block, phase=view.phase, new=change.cards | change.goods)


def choose(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the worlds that a seat may choose from, over what else lies before it."""
    one, marks = view.players[seat], context.marks
    marked = marks.legal | marks.chosen
    offered = in_order(context, (number for number in one.tableau if card_place(number) in marked))
    cause = next((card_of(where) for where in marks.so_far), None)
    rest = tuple(number for number in one.tableau if number not in offered and number != cause)
    notes = {number: cards(n) for number, n in sales(view, seat, context).items()}
    return spread.draw(view, seat, context, Block(offered, shelves.tableau(rest), notes, cause), phase=view.phase)
