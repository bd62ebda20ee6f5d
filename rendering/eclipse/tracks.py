"""A player's tracks as they are printed: cubes and discs leave from the right, and what is uncovered counts.

Each row tells what is stored, what a round brings or costs, and what it will when the next cube or disc has left.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.looks import INKS, seat_style
from rendering.eclipse.signs import sign
from rendering.eclipse.tokens import DISC, thing
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.numbers import MIN_NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, INK, LINE, NIGHT, PANEL, RED, TEXT, Colour, blend, ink_on
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import INFLUENCE, MATERIALS, MONEY, POPULATION, SCIENCE
from rules.eclipse.economy import production, upkeep
from rules.eclipse.state import EclipseState, Player

Box = tuple[int, int, int, int]
ORDER = (MATERIALS, SCIENCE, MONEY)
CELLS = len(POPULATION.production)
"""Cells of a track. The influence track shows as many of its own; the rest of them cost nothing."""
GAP = 8
CELLS_FROM = 408
"""Where the cells begin, from the left end of a row."""


def draw_tracks(image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
    """Draw the three population tracks and the influence track, one below the other."""
    left, top, right, bottom = box
    high = (bottom - top - GAP * len(ORDER)) / (len(ORDER) + 1)
    before = context.before.players[seat] if context.before is not None else None
    for index, track in enumerate((*ORDER, "influence")):
        y = round(top + index * (high + GAP))
        line = (left, y, right, round(y + high))
        panel(image, line, PANEL, 12)
        inner = _marked(image, context, f"track:{track}", line)
        if track == "influence":
            _influence(image, view, seat, inner)
        else:
            _population(image, view.players[seat], before, track, inner)


def _marked(image: Image.Image, context: RenderContext, spot: str, box: Box) -> Box:
    """Ring a row that may be picked, with its number in front of it; give the box that is left."""
    marks = context.marks
    left, top, right, bottom = box
    if spot in marks.chosen:
        outline(image, box, BRASS_LIGHT, 8, 12)
    elif spot in marks.legal:
        outline(image, box, BRASS, 5, 12)
    if spot not in marks.numbers:
        return box
    text = said(marks.numbers[spot])
    wide = badge_size(text, MIN_NUMBER)[0]
    number_badge(image, (left + 16 + wide / 2, (top + bottom) / 2), text, MIN_NUMBER, chosen=spot in marks.chosen)
    return left + wide + 16, top, right, bottom


def _population(image: Image.Image, me: Player, before: Player | None, track: str, box: Box) -> None:
    left, top, right, bottom = box
    high, middle = bottom - top, (top + bottom) // 2
    size = round(high * 0.72)
    pen = ImageDraw.Draw(image)
    place(image, sign(track, size), (left + 12 + size / 2, middle))
    changed = before is not None and before.goods[track] != me.goods[track]
    stored = str(me.goods[track])
    write(pen, (left + 30 + size, middle), stored, 72, BRASS_LIGHT if changed else TEXT, bold=True, anchor="lm")
    more = production(me, track)
    after = POPULATION.production[max(0, me.cubes[track] - 1)] if me.cubes[track] else None
    moved = before is not None and before.cubes[track] != me.cubes[track]
    _step(image, (left + size + 136, middle), f"+{more}", after, BRASS_LIGHT if moved else TEXT)
    lost = me.graveyard[track]
    if lost:
        right -= 70
        write(pen, (right + 60, middle), str(lost), 40, RED, bold=True, anchor="rm")
        place(image, sign("cross", 30), (right + 16, middle))
    _cells(
        image, (left + CELLS_FROM, top + 8, right - 10, bottom - 8), POPULATION.production, me.cubes[track], INKS[track]
    )


def _influence(image: Image.Image, view: EclipseState, seat: int, box: Box) -> None:
    left, top, right, bottom = box
    me, style = view.players[seat], seat_style(view, seat)
    high, middle = bottom - top, (top + bottom) // 2
    size = round(high * 0.72)
    pen = ImageDraw.Draw(image)
    place(image, thing(DISC, size, style), (left + 12 + size / 2, middle))
    ink = TEXT if me.discs else RED
    write(pen, (left + 30 + size, middle), str(me.discs), 72, ink, bold=True, anchor="lm")
    after = -upkeep(me, 1) if me.discs else None
    _step(image, (left + size + 136, middle), f"−{upkeep(me)}", after, TEXT)
    costs = INFLUENCE.upkeep[:CELLS]
    _cells(
        image,
        (left + CELLS_FROM, top + 8, right - 10, bottom - 8),
        costs,
        min(me.discs, CELLS),
        style.colour,
        disc=True,
    )


def _step(image: Image.Image, at: tuple[int, int], now: str, after: int | None, ink: Colour) -> None:
    """What a round brings now, and what it would after the next cube or disc."""
    x, y = at
    pen = ImageDraw.Draw(image)
    write(pen, (x, y), now, 56, ink, bold=True, anchor="lm")
    if after is None:
        return
    x += width(now, 56, bold=True) + 8
    place(image, sign("arrow", 28), (x + 14, y + 2))
    write(pen, (x + 32, y + 2), f"{after:+d}".replace("-", "−"), 44, FAINT, bold=True, anchor="lm")


def _cells(
    image: Image.Image, box: Box, values: Sequence[int], covered: int, ink: Colour, *, disc: bool = False
) -> None:
    """The cells of a track from left to right; the first `covered` have a cube or disc, the next one counts."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    wide = (right - left) / len(values)
    side = round(min(wide - 4, bottom - top))
    y = (top + bottom) // 2
    for index, value in enumerate(values):
        x = left + (index + 0.5) * wide
        cell = (round(x - side / 2), y - side // 2, round(x - side / 2) + side, y - side // 2 + side)
        radius = side // 2 if disc else 10
        if index < covered:
            panel(image, cell, blend(ink, INK, 0.62), radius)
            outline(image, cell, ink, 5, radius)
            write(pen, (x, y), str(value), 26, blend(TEXT, ink, 0.3), anchor="mm")
        elif index == covered:
            panel(image, cell, ink, radius)
            outline(image, cell, TEXT, 4, radius)
            write(pen, (x, y), str(value), 34, ink_on(ink), bold=True, anchor="mm")
        else:
            panel(image, cell, NIGHT, radius)
            outline(image, cell, LINE, 2, radius)
            write(pen, (x, y), str(value), max(MIN_SIZE, 26), FAINT, anchor="mm")
