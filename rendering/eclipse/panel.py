"""The private panel of a seat: what it decides by, as large as it fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from PIL import Image

from rendering.eclipse import battlefield
from rendering.eclipse.panels import cards, galaxy, sheets, squares, turns
from rendering.kit.picture import RenderContext
from rules.eclipse.state import EclipseState

Draw: TypeAlias = Callable[[EclipseState, int, RenderContext], Image.Image]


def battle(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the battle that is fought, with whom or what may be aimed at."""
    if view.battle is None:
        return galaxy.draw(view, seat, context)
    return battlefield.draw(view, view.battle, context)


def colony(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the squares that may be settled, or the map where the sector comes first."""
    squares = any(spot.startswith("square:") for spot in context.marks.legal)
    return (cards.colony if squares else galaxy.draw)(view, seat, context)


BY_KIND: Mapping[str, Draw] = {
    "fight": battle,
    "hit": battle,
    "stalemate": battle,
    "place": turns.draw,
    "colony-square": squares.draw,
    "victims": squares.draw,
    "population": squares.draw,
    "species": cards.species,
    "build": cards.build,
    "colony": colony,
    "discovery": cards.discovery,
    "reputation": cards.reputation,
    "return-tile": cards.reputation,
    "propose": cards.players,
    "offer": cards.players,
    "research": sheets.technologies,
    "free-technology": sheets.technologies,
    "upgrade": sheets.blueprints,
    "ancient-part": sheets.blueprints,
    "upgrade-slot": sheets.slots,
    "upgrade-part": sheets.parts,
    "ambassador-cube": sheets.tracks,
    "cube": sheets.tracks,
    "grave": sheets.tracks,
    "artifact": sheets.tracks,
    "trade": cards.trades,
    "trade-amount": cards.trades,
}


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a prompt of this kind is decided by; the map where it is about places there, or nothing is asked."""
    return BY_KIND.get(context.marks.kind, galaxy.draw)(view, seat, context)
