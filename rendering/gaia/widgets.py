"""What several pictures of Gaia Project are made of: headings, marked fields, board actions, power bowls."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image, ImageDraw

from rendering.gaia.changes import newly_taken
from rendering.gaia.looks import seat_style
from rendering.gaia.signs import action_signs, booster_lines, row, signs_size
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.icons import VIOLET, icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import (
    BRASS,
    BRASS_LIGHT,
    FAINT,
    LINE,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    TEXT,
    Colour,
    SeatStyle,
    blend,
    ink_on,
)
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc, seat_name
from rendering.kit.shapes import glow, outline, panel, place
from rules.gaia.components import ACTIONS
from rules.gaia.state import Automa, GaiaState, Player
from rules.kernel.text import T, Text, name

Box: TypeAlias = tuple[int, int, int, int]
RADIUS = 10
DIMMED = 0.26
"""The share of the background colour over what is used up; its numbers can still be read."""


def heading(image: Image.Image, context: RenderContext, box: Box, text: Text, size: int = 26) -> None:
    """A block's heading."""
    write_block(ImageDraw.Draw(image), box, context.words.say(text), (MIN_SIZE, size), FAINT)


def field(image: Image.Image, context: RenderContext, box: Box, where: str, *, fill: Colour = PANEL_HIGH) -> None:
    """The background of something with a place: ringed where it may be picked, broad and bright where it is."""
    panel(image, box, blend(fill, BRASS, 0.45) if where in context.marks.chosen else fill, RADIUS)
    ring(image, context, box, where)


def ring(image: Image.Image, context: RenderContext, box: Box, where: str) -> None:
    """The line around something with a place that may be picked or is."""
    if where in context.marks.chosen:
        outline(image, box, BRASS_LIGHT, 8, RADIUS)
    elif where in context.marks.legal:
        outline(image, box, BRASS, 4, RADIUS)


def fresh(image: Image.Image, box: Box) -> None:
    """The halo of what changed since the last post, drawn before it."""
    glow(image, box, BRASS, 8, RADIUS)


def dim(image: Image.Image, box: Box) -> None:
    """Darken what is used up, or covered."""
    size = (box[2] - box[0], box[3] - box[1])
    image.paste(NIGHT, box[:2], Image.new("L", size, round(255 * DIMMED)))


def booster_tile(image: Image.Image, id: str, box: Box, most: int) -> None:
    """A round booster in signs, in one line or two, as large as its box allows."""
    left, top, right, bottom = box
    lines = booster_lines(id)
    high = (bottom - top) / len(lines)
    for index, signs in enumerate(lines):
        size = signs_size(signs, right - left, min(most, int(high) - 2))
        row(image, (left, top + high * (index + 0.5)), signs, size)


def action(image: Image.Image, view: GaiaState, context: RenderContext, id: str, box: Box) -> None:
    """A power or Q.I.C. action: its price, what it brings, and whose disc lies on it this round."""
    left, top, right, bottom = box
    high = bottom - top
    taker = view.taken.get(id)
    if newly_taken(view, context, id):
        fresh(image, box)
    field(image, context, box, f"action:{id}", fill=NIGHT if taker is not None else PANEL_HIGH)
    rule = ACTIONS[id]
    price = (str(rule.price), "i:power" if rule.pay == "power" else "i:qic")
    ink = FAINT if taker is not None else TEXT
    # A taken action makes room beside its price for the disc of whoever took it.
    disc = round(high * 0.5) if taker is not None else 0
    room = right - left - 8
    gain = action_signs(id)
    size = signs_size(price, room - disc, round(high * 0.44))
    row(image, (left + 4 + (room - disc) / 2, top + high * 0.27), price, size, middle=True, colour=ink)
    size = signs_size(gain, room, round(high * 0.46))
    row(image, (left + 4 + room / 2, top + high * 0.73), gain, size, middle=True, colour=ink)
    if taker is not None:
        dim(image, box)
        outline(image, box, LINE, 2, RADIUS)
        seat_disc(image, seat_style(view, taker), (right - 5 - disc / 2, top + 5 + disc / 2), disc)


def action_row(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """All board actions in one line."""
    left, top, right, bottom = box
    wide = (right - left + 6) / len(ACTIONS)
    for index, id in enumerate(ACTIONS):
        x = round(left + index * wide)
        action(image, view, context, id, (x, top, round(x + wide - 6), bottom))


def bowls(image: Image.Image, one: Player, box: Box, size: int, before: Player | None = None) -> None:
    """The power cycle in numbers: areas I, II, III and Gaia; the Brainstone lies where it is, under the area's name.

    Numbers that are others than `before` have the colour of what changed.
    """
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    wide = (right - left) // 4
    middle = (top + bottom) // 2
    for area, label in enumerate(("I", "II", "III", "G")):
        x = left + area * wide
        cell = (x, top, x + wide - 6, bottom)
        panel(image, cell, blend(PANEL, VIOLET, (0.10, 0.28, 0.60, 0.0)[area]), RADIUS)
        outline(image, cell, LINE, 2, RADIUS)
        small, ink = max(MIN_SIZE, size // 2), FAINT if area != 2 else TEXT
        if one.brainstone == area:
            write(pen, (x + 8, top + 3 + small // 2), label, small, ink, anchor="lm")
            place(image, icon("stone", size * 3 // 5), (x + 6 + size * 0.3, bottom - 2 - size * 0.3))
        else:
            write(pen, (x + 8, middle), label, small, ink, anchor="lm")
        changed = before is not None and before.power[area] != one.power[area]
        number = BRASS_LIGHT if changed else TEXT
        write(pen, (cell[2] - max(8, size // 7), middle), str(one.power[area]), size, number, bold=True, anchor="rm")


def count_cell(image: Image.Image, style: SeatStyle | None, number: str, box: Box, *, changed: bool = False) -> None:
    """A number of a seat beside its mark; without a style it is the neutral player's."""
    left, top, right, bottom = box
    colour, mark = (style.colour, style.mark) if style else (LINE, "–")
    strip = left + 28
    panel(image, box, PANEL_HIGH, 8)
    panel(image, (left, top, strip, bottom), colour, 8)
    image.paste(colour, (strip - 8, top, strip, bottom))
    if changed:
        outline(image, (left - 3, top - 3, right + 3, bottom + 3), BRASS, 4, RADIUS)
    pen, middle = ImageDraw.Draw(image), (top + bottom) // 2
    write(pen, (left + 14, middle), mark, 26, ink_on(colour), bold=True, anchor="mm")
    ink = BRASS_LIGHT if changed else TEXT
    write(pen, ((strip + right) / 2, middle), number, GLANCE, ink, bold=True, anchor="mm")


def seat_line(
    image: Image.Image,
    view: GaiaState,
    seat: int,
    context: RenderContext,
    box: Box,
    *,
    size: int = 44,
    level: bool = True,
) -> None:
    """A seat's disc, name and faction in a box; of the Automa, where there is room for it, also its `level`."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    middle = (top + bottom) // 2
    seat_disc(image, seat_style(view, seat), (left + size // 2, middle), size)
    faction = view.players[seat].faction
    said = seat_name(seat, context.words)
    x = left + size + 10
    cut_at = top + (bottom - top) * 56 // 100 if faction else bottom
    waits = seat in context.waiting
    if waits:
        place(image, icon("hourglass", 34), (right - 16, (top + cut_at) / 2))
    write_block(pen, (x, top, right - 36 * waits, cut_at), said, (MIN_SIZE, 36), TEXT, bold=True)
    if faction:
        plays: Text = name(f"gaia.faction.{faction}")
        if level and isinstance(view.automa, Automa) and view.by_itself(seat):
            plays = T("{faction} ({level})", faction=plays, level=name(f"gaia.level.{view.automa.level}"))
        said = context.words.say(plays)
        write_block(pen, (x, cut_at, right, bottom), said, (MIN_SIZE, 28), FAINT)
