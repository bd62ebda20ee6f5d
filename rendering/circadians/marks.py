"""What pictures of Circadians show of an open prompt: rings, numbers, and the die as a ghost where it could lie."""

from __future__ import annotations

from PIL import Image

from rendering.circadians.cards import RADIUS, Box
from rendering.kit.numbers import MIN_NUMBER, NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import glow, outline
from rules.circadians.state import CircadiansState, Die

GHOSTLY = frozenset({"negotiate", "row", "mine", "academy", "market-space"})
"""The kinds of prompts in which a die is put on one of the marked spaces."""


def before(view: CircadiansState, context: RenderContext) -> CircadiansState | None:
    """The view that was posted last, if it is of the same round: dice that came since have a halo."""
    old = context.before
    return old if isinstance(old, CircadiansState) and old.round == view.round else None


def ghost(context: RenderContext) -> Die | None:
    """The reader's die that a prompt is about, with the value that it is sent with; none where there is none."""
    marks = context.marks
    if context.reader is None or marks.kind not in GHOSTLY:
        return None
    values = [place.removeprefix("value:") for place in marks.so_far if place.startswith("value:")]
    return Die(context.reader, int(values[-1])) if values else None


def ring(image: Image.Image, context: RenderContext, box: Box, where: str, radius: int = RADIUS) -> None:
    """The line around something that may be picked, or is: outside of its box, so that it covers nothing."""
    left, top, right, bottom = box
    if where in context.marks.chosen:
        outline(image, (left - 8, top - 8, right + 8, bottom + 8), BRASS_LIGHT, 8, radius + 8)
    elif where in context.marks.legal:
        outline(image, (left - 5, top - 5, right + 5, bottom + 5), BRASS, 5, radius + 5)


def numbered(context: RenderContext, where: str) -> bool:
    """Whether a place has a number to pick it by."""
    return where in context.marks.numbers


def number_size(context: RenderContext, where: str, size: int = NUMBER) -> tuple[int, int]:
    """The width and height of a place's badge; nothing where it has none."""
    return badge_size(said(context.marks.numbers[where]), size) if numbered(context, where) else (0, 0)


def number(
    image: Image.Image, context: RenderContext, middle: tuple[float, float], where: str, size: int = NUMBER
) -> None:
    """The number of a place around a point, if it has one."""
    if numbered(context, where):
        text, chosen = said(context.marks.numbers[where]), where in context.marks.chosen
        number_badge(image, middle, text, max(MIN_NUMBER, size), chosen=chosen)


def fresh(image: Image.Image, box: Box, radius: int = RADIUS) -> None:
    """The halo of what is new since the last post, drawn before it."""
    glow(image, box, BRASS, 8, radius)
