"""A tableau: the cards that lie before a seat, in full."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import spread
from rendering.race.changes import changed
from rendering.race.spread import Block
from rules.race.state import RaceState


def draw(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what lies before a seat."""
    player = view.players[seat]
    change = changed(view, context.before, seat)
    block = Block(tuple(player.tableau))
    new = change.cards | change.goods
    return spread.draw(view, seat, context, [block], goods=frozenset(player.goods), new=new)
