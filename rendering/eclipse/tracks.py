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
from rendering.kit.numbers import NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, INK, LINE, NIGHT, PANEL, RED, TEXT, Colour, blend, ink_on
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import INFLUENCE, MATERIALS, MONEY, POPULATION, SCIENCE
from rules.eclipse.economy import production, upkeep
from rules.eclipse.state import EclipseState, Player
from rules.kernel.text import signed

Box = tuple[int, int, int, int]
ORDER = (MATERIALS, SCIENCE, MONEY)
CELLS = len(POPULATION.production)
"""Cells of a track. The influence track shows as many of its own; the rest of them cost nothing."""
INFLUENCE_ROW = "influence"
GAP = 8
ROW = 87
"""The height of a row at which its type is as large as on a player's board; in taller rows it grows."""
MOST_SCALE = 1.6


class _Layout:
    """Where things stand in every row, from its left end: the sign, what is stored, what a round brings, the cells."""

    def __init__(self, me: Player, context: RenderContext, box: Box) -> None:
        left, top, right, bottom = box
        self.high = (bottom - top - GAP * len(ORDER)) / (len(ORDER) + 1)
        across = (right - left) / 1050
        self.scale = scale = max(0.8, min(MOST_SCALE, self.high / ROW, across))
        numbers = [said(one) for spot, one in context.marks.numbers.items() if spot.startswith("track:")]
        self.badge = max((badge_size(one, NUMBER)[0] + 20 for one in numbers), default=0)
        self.sign, self.stored, self.now, self.after = (round(scale * one) for one in (62, 72, 56, 44))
        self.arrow = round(scale * 28)
        stored = [*me.goods.values(), me.discs, 10]
        self.stored_at = self.badge + round(12 + self.sign + 18 * scale)
        self.now_at = self.stored_at + max(width(str(n), self.stored, bold=True) for n in stored) + round(22 * scale)
        self.cells_at = self.now_at + width("+00", self.now, bold=True) + self.arrow + 16
        self.cells_at += width("+00", self.after, bold=True) + round(12 * scale)


def draw_tracks(image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
    """Draw the three population tracks and the influence track, one below the other."""
    left, top, right, _ = box
    layout = _Layout(view.players[seat], context, box)
    before = context.before.players[seat] if context.before is not None else None
    for index, track in enumerate((*ORDER, INFLUENCE_ROW)):
        y = round(top + index * (layout.high + GAP))
        line = (left, y, right, round(y + layout.high))
        panel(image, line, PANEL, 12)
        _mark(image, context, f"track:{track}", line)
        if track == INFLUENCE_ROW:
            _influence(image, view, seat, layout, line)
        else:
            _population(image, view.players[seat], before, layout, line, track=track)


def _mark(image: Image.Image, context: RenderContext, spot: str, box: Box) -> None:
    """Ring a row that may be picked, with its number in front of it."""
    marks = context.marks
    left, top, _, bottom = box
    if spot in marks.chosen:
        outline(image, box, BRASS_LIGHT, 8, 12)
    elif spot in marks.legal:
        outline(image, box, BRASS, 5, 12)
    if spot in marks.numbers:
        text = said(marks.numbers[spot])
        x = left + 14 + badge_size(text, NUMBER)[0] / 2
        number_badge(image, (x, (top + bottom) / 2), text, NUMBER, chosen=spot in marks.chosen)


def _population(
    image: Image.Image, me: Player, before: Player | None, layout: _Layout, box: Box, *, track: str
) -> None:
    """What is stored of a good, what a round brings of it, and the cubes left."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    pen = ImageDraw.Draw(image)
    place(image, sign(track, layout.sign), (left + layout.badge + 12 + layout.sign / 2, middle))
    changed = before is not None and before.goods[track] != me.goods[track]
    ink = BRASS_LIGHT if changed else TEXT
    at = (left + layout.stored_at, middle)
    write(pen, at, str(me.goods[track]), layout.stored, ink, bold=True, anchor="lm")
    after = POPULATION.production[me.cubes[track] - 1] if me.cubes[track] else None
    moved = before is not None and before.cubes[track] != me.cubes[track]
    now = f"+{production(me, track)}"
    _step(image, layout, (left + layout.now_at, middle), now, after, ink=BRASS_LIGHT if moved else TEXT)
    if me.graveyard[track]:
        right -= 70
        write(pen, (right + 60, middle), str(me.graveyard[track]), 40, RED, bold=True, anchor="rm")
        place(image, sign("cross", 30), (right + 16, middle))
    cells = (left + layout.cells_at, top + 8, right - 10, bottom - 8)
    _cells(image, cells, POPULATION.production, me.cubes[track], INKS[track])


def _influence(image: Image.Image, view: EclipseState, seat: int, layout: _Layout, box: Box) -> None:
    """The discs left, what a round costs, and the track."""
    left, top, right, bottom = box
    me, style = view.players[seat], seat_style(view, seat)
    middle = (top + bottom) // 2
    place(image, thing(DISC, layout.sign, style), (left + layout.badge + 12 + layout.sign / 2, middle))
    ink = TEXT if me.discs else RED
    at = (left + layout.stored_at, middle)
    write(ImageDraw.Draw(image), at, str(me.discs), layout.stored, ink, bold=True, anchor="lm")
    after = -upkeep(me, 1) if me.discs else None
    _step(image, layout, (left + layout.now_at, middle), f"−{upkeep(me)}", after, ink=TEXT)
    cells = (left + layout.cells_at, top + 8, right - 10, bottom - 8)
    _cells(image, cells, INFLUENCE.upkeep[:CELLS], min(me.discs, CELLS), style.colour, disc=True)


def _step(
    image: Image.Image, layout: _Layout, at: tuple[int, int], now: str, after: int | None, *, ink: Colour
) -> None:
    """What a round brings now, and what it would after the next cube or disc."""
    x, y = at
    pen = ImageDraw.Draw(image)
    write(pen, (x, y), now, layout.now, ink, bold=True, anchor="lm")
    if after is None:
        return
    x += width(now, layout.now, bold=True) + 8
    place(image, sign("arrow", layout.arrow), (x + layout.arrow / 2, y + 2))
    text = signed(after, plus=True)
    write(pen, (x + layout.arrow + 4, y + 2), text, layout.after, FAINT, bold=True, anchor="lm")


def _cells(
    image: Image.Image, box: Box, values: Sequence[int], covered: int, ink: Colour, *, disc: bool = False
) -> None:
    """The cells of a track from left to right; the first `covered` have a cube or disc, the next one counts."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    wide = (right - left) / len(values)
    side = round(min(wide - 4, bottom - top))
    y = (top + bottom) // 2
    small, large = max(MIN_SIZE, round(side * 0.50)), max(MIN_SIZE, round(side * 0.66))
    for index, value in enumerate(values):
        x = left + (index + 0.5) * wide
        cell = (round(x - side / 2), y - side // 2, round(x - side / 2) + side, y - side // 2 + side)
        radius = side // 2 if disc else 10
        if index < covered:
            panel(image, cell, blend(ink, INK, 0.62), radius)
            outline(image, cell, ink, 5, radius)
            write(pen, (x, y), str(value), small, blend(TEXT, ink, 0.3), anchor="mm")
        elif index == covered:
            panel(image, cell, ink, radius)
            outline(image, cell, TEXT, 4, radius)
            write(pen, (x, y), str(value), large, ink_on(ink), bold=True, anchor="mm")
        else:
            panel(image, cell, NIGHT, radius)
            outline(image, cell, LINE, 2, radius)
            write(pen, (x, y), str(value), small, FAINT, anchor="mm")
