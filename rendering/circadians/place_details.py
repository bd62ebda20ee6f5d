"""What can be taken at a place, for its board in full: farms, upgrades, the ways of the compass, rates of trade."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from PIL import Image

from rendering.circadians.cards import RADIUS, Box, darken, draw_card
from rendering.circadians.marks import number, number_size, numbered, ring
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import Signs, goods_signs, row, signs_width
from rendering.circadians.tokens import arrow, die
from rendering.kit.numbers import MIN_NUMBER
from rendering.kit.palette import BRASS_LIGHT, FAINT, PANEL_HIGH
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.circadians import places
from rules.circadians.components import FACES, STACKS, Rate
from rules.circadians.state import CircadiansState
from rules.circadians.steps.tiles import leaving

SHARES = {"lab": 0.54, "foundry": 0.54, "control": 0.46}
"""How much of the body of a place's board such things take, from below."""
PLACES = {"lab": "farm-tile", "foundry": "upgrade-tile", "market": "rate"}
"""The kind of places in marks that such things have."""


def known_by(view: CircadiansState, key: str) -> Hashable:
    """What changes of the things that lie at a place."""
    if key == "lab":
        return tuple(view.farms), tuple(view.farms_under), leaving(view)
    if key == "foundry":
        return tuple(view.upgrades.items()), tuple(len(view.upgrades_unseen[stack]) for stack in STACKS), leaving(view)
    return None


def _farms(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box) -> None:
    for tile, under, one in zip(view.farms, view.farms_under, _columns(box, len(view.farms)), strict=True):
        inside = _lead(image, context, one, f"farm-tile:{tile}", under=under, leaves=leaving(view) == tile)
        _tile(image, view, context, inside, tile)


def _upgrades(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box) -> None:
    for stack, one in zip(STACKS, _columns(box, len(STACKS)), strict=True):
        values, tile = [value for value in FACES if view.parts.stack_by_die[value - 1] == stack], view.upgrades[stack]
        dice = tuple(f"d:{value}" for value in values)
        under = len(view.upgrades_unseen[stack])
        leaves = bool(tile) and leaving(view) == tile
        inside = _lead(image, context, one, f"upgrade-tile:{tile}", under=under, leaves=leaves, dice=dice)
        _tile(image, view, context, inside, tile)


def _lead(
    image: Image.Image, context: RenderContext, box: Box, where: str, *, under: int, leaves: bool, dice: Signs = ()
) -> Box:
    """Over the open tile of a stack: how many lie below it, and the dice that take from it or its number.

    An hourglass says that it leaves if no tile is taken in this round.
    """
    left, top, right, bottom = box
    lead = min(48, (bottom - top) // 4)
    if numbered(context, where):
        wide, high = number_size(context, where)
        number(image, context, (left + wide / 2, top + high / 2), where)
        lead = high + 4
    elif dice:
        row(image, (left, top + lead / 2), dice, lead - 2)
    signs, size = (*(("i:hourglass",) if leaves else ()), str(under), "s:stack"), min(40, lead - 6)
    row(image, (right - signs_width(signs, size), top + lead / 2), signs, size, colour=FAINT)
    spot = (left, top + lead + 6, right, bottom)
    ring(image, context, spot, where)
    return spot


def _tile(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box, tile: str) -> None:
    if tile:
        draw_card(image, box, view.parts, tile, context.words, most=110)
    else:
        outline(image, box, PANEL_HIGH, 3, RADIUS)


def _compass(image: Image.Image, view: CircadiansState, context: RenderContext, box: Box) -> None:
    """Where a die of each value leads."""
    del context
    for value, (x0, y0, x1, y1) in zip(FACES, _columns(box, 6), strict=True):
        size = min((y1 - y0 - 6) // 2, x1 - x0 - 4, 96)
        middle = (x0 + x1) / 2
        place(image, die(value, size, None), (middle, y0 + size / 2))
        place(image, arrow(view.parts.direction_by_die[value - 1], size), (middle, y0 + size * 1.5 + 6))


def rate_column(image: Image.Image, context: RenderContext, rates: Sequence[Rate], box: Box, lines: int) -> None:
    """Trades below each other, in a column that has room for so many lines; dark where they are not offered."""
    left, top, right, bottom = box
    high = (bottom - top) / lines
    marks = context.marks
    asked = any(where.startswith("rate:") for where in marks.legal)
    for index, rate in enumerate(rates):
        y = top + index * high
        one = (left, round(y + 3), right, round(y + high - 3))
        where = places.rate(rate.id)
        panel(image, one, PANEL_HIGH, 8)
        ring(image, context, (one[0] + 5, one[1] + 5, one[2] - 5, one[3] - 5), where, 6)
        if where in marks.so_far:
            outline(image, one, BRASS_LIGHT, 8, 8)
        start = one[0]
        if numbered(context, where):
            badge, _ = number_size(context, where, MIN_NUMBER)
            number(image, context, (start + 12 + badge / 2, (one[1] + one[3]) / 2), where, MIN_NUMBER)
            start += badge + 14
        signs = (*goods_signs(rate.give), "→", *goods_signs(rate.get))
        sign_block(image, (start + 6, one[1], one[2] - 8, one[3]), signs, 64)
        if asked and where not in marks.legal:
            darken(image, one)


def _columns(box: Box, count: int) -> Sequence[Box]:
    left, top, right, bottom = box
    wide = (right - left + 12) / count
    return [(round(left + at * wide), top, round(left + (at + 1) * wide - 12), bottom) for at in range(count)]


DRAW: dict[str, Callable[[Image.Image, CircadiansState, RenderContext, Box], None]] = {
    "lab": _farms,
    "foundry": _upgrades,
    "control": _compass,
}
assert set(DRAW) == set(SHARES)
