"""The first line of a base and of a panel: whose it is, what it has, its points, and the event of the round."""

from __future__ import annotations

from PIL import Image

from rendering.circadians.cards import FILLS, RADIUS, Box, draw_points
from rendering.circadians.ground import Sheet
from rendering.circadians.looks import good
from rendering.circadians.signs import effect_signs, row, signs_size, signs_width
from rendering.circadians.tokens import GOODS_ORDER
from rendering.kit.fonts import width, write
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS_LIGHT, FAINT, PANEL, TEXT
from rendering.kit.seats import seat_disc, seat_edge
from rendering.kit.shapes import panel, place
from rules.circadians.scoring import lines
from rules.circadians.state import CircadiansState

PURSE = 96
"""The height of the line."""


def points(view: CircadiansState, seat: int) -> int:
    """A seat's points if the game ended now."""
    return sum(line.points for line in lines(view, seat))


def purse(sheet: Sheet, box: Box) -> None:
    """Draw what a seat has: goods (in brass what its half-made turn changed), points, dice in supply; and the event."""
    left, top, right, bottom = box
    image, view, me, style, pen = sheet.image, sheet.view, sheet.me, sheet.style, sheet.pen
    middle, high = (top + bottom) // 2, bottom - top
    panel(image, box, PANEL, RADIUS)
    seat_edge(image, style, (left, top + 8, left + 10, bottom - 8))
    seat_disc(image, style, (left + 16 + high * 0.36, middle), high * 72 // 100)
    x, size = left + 30 + high * 72 // 100, min(66, high * 68 // 100)
    before = sheet.context.before
    old = before.players[sheet.seat] if isinstance(before, CircadiansState) else None
    for kind in GOODS_ORDER:
        count = getattr(me, kind)
        changed = old is not None and getattr(old, kind) != count
        said = str(count)
        colour = BRASS_LIGHT if changed else TEXT if count else FAINT
        write(pen, (x, middle), said, size, colour, bold=True, anchor="lm")
        x += width(said, size, bold=True) + 4
        place(image, good(kind, size), (x + size / 2, middle))
        x += size + 24
    x = draw_points(image, (x + 8, middle), points(view, sheet.seat), size) + 28
    for kind, count in (("die", me.supply), ("item", len(me.hand))):
        said = str(count)
        write(pen, (x, middle), said, GLANCE, FAINT, bold=True, anchor="lm")
        x += width(said, GLANCE, bold=True) + 4
        place(image, good(kind, GLANCE), (x + GLANCE / 2, middle))
        x += GLANCE + 20
    _event(image, view, (x + 8, top + 6, right - 8, bottom - 6))


def _event(image: Image.Image, view: CircadiansState, box: Box) -> None:
    """What the event of the round does, at the right end."""
    left, top, right, bottom = box
    if not view.event or right - left < 120:
        return
    signs = effect_signs(view.parts.events[view.event].effect)
    size = signs_size(signs, right - left - 90, 52)
    wide = signs_width(signs, size)
    start = right - wide - 84
    panel(image, (start, top, right, bottom), FILLS["events"], RADIUS)
    middle = (top + bottom) / 2
    place(image, icon("flag", 44), (start + 36, middle))
    row(image, (start + 68, middle), signs, size)
