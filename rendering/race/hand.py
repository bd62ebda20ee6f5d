"""A hand: the cards that a seat holds, and apart from them those that it may choose from."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import spread
from rendering.race.actions import action_place
from rendering.race.spread import Block
from rules.kernel.text import T
from rules.race.components import ACTIONS
from rules.race.state import RaceState


def draw(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a seat holds, and apart from it what it has drawn to choose from."""
    player = view.players[seat]
    blocks: list[Block] = []
    if player.drawn:
        blocks.append(Block(tuple(player.drawn), T("To choose from"), framed=True))
    if player.hand or not player.drawn:
        blocks.append(Block(tuple(player.hand), T("Hand") if player.drawn else None))
    places = context.marks.legal | context.marks.chosen
    actions = tuple(key for key in ACTIONS if action_place(key) in places)
    return spread.draw(view, seat, context, blocks, actions=actions)
