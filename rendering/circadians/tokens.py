"""Dice, harvesters, tokens and the spaces that they lie on, as stamps."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageDraw

from rendering.circadians.looks import CLAN_COLOURS, GOOD_COLOURS, good
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.icons import icon
from rendering.kit.palette import FAINT, INK, NIGHT, TEXT, WHITE, Colour, SeatStyle, blend, ink_on, rgb
from rendering.kit.shapes import Pen, place, regular, stamp

GHOST = 165
"""How much of a ghost is seen, of 255."""
HIDDEN = "?"
BLANK = -1
"""The value of a die that has none: it is yet to be rolled."""
SEALED = -2
"""The value of a die that cannot be seen and is planned."""
LEAST_MARK = 54
"""On a smaller die there is no room for its owner's letter beside the value."""
CLEAR_SIDE = rgb("#33445e")
PALE = rgb("#c3d0e2")
"""The colour of the tokens of advances."""


def die(value: int, size: int, style: SeatStyle | None, *, ghost: bool = False) -> Image.Image:
    """A clear die in its owner's colour with its value and, where there is room, the owner's letter.

    A value of 0 is one that cannot be seen, `SEALED` one that is planned, `BLANK` none. Nobody's die has no colour.
    `ghost` makes it half clear.
    """

    def make() -> Image.Image:
        colour = style.colour if style else CLEAR_SIDE
        image = stamp(("circadians die", colour), size, lambda pen: _die(pen, colour)).copy()
        if ghost:
            image.putalpha(image.getchannel("A").point(lambda alpha: alpha * GHOST // 255))
        pen = ImageDraw.Draw(image)
        ink = ink_on(colour)
        said = str(value) if value > 0 else HIDDEN if value == 0 else ""
        marked = style is not None and bool(style.mark) and size >= LEAST_MARK
        at = (size * 0.41, size * 0.44) if marked else (size / 2, size / 2)
        if said:
            write(pen, at, said, round(size * 0.74), ink, bold=True, anchor="mm")
        if value == SEALED:
            place(image, icon("check", round(size * 0.62), ink), at)
        if marked and style is not None:
            mark = max(MIN_SIZE, round(size * 0.32))
            write(pen, (size * 0.79, size * 0.80), style.mark, mark, ink, bold=True, anchor="mm")
        return image

    return LAYERS.get(("circadians die", value, size, style, ghost), make)


def _die(pen: Pen, colour: Colour) -> None:
    """A cube of clear plastic seen from above: bright edges, a shine along the upper side."""
    pen.box((0.0, 0.0, 1.0, 1.0), 0.20, INK)
    pen.box((0.035, 0.035, 0.965, 0.965), 0.175, blend(colour, WHITE, 0.72))
    pen.box((0.085, 0.085, 0.915, 0.915), 0.13, colour)
    pen.polygon([(0.13, 0.12), (0.87, 0.12), (0.80, 0.17), (0.20, 0.17)], blend(colour, WHITE, 0.35))
    pen.polygon([(0.12, 0.87), (0.88, 0.87), (0.80, 0.82), (0.20, 0.82)], blend(colour, INK, 0.16))


def space(size: int, *, colour: Colour = FAINT, shut: bool = False) -> Image.Image:
    """An empty space for a die: a sunken square; crossed out where it is not used."""

    def draw(pen: Pen) -> None:
        pen.box((0.0, 0.0, 1.0, 1.0), 0.20, blend(colour, NIGHT, 0.72 if shut else 0.25))
        pen.box((0.04, 0.04, 0.96, 0.96), 0.17, NIGHT)
        if shut:
            pen.line([(0.26, 0.26), (0.74, 0.74)], 0.08, blend(colour, NIGHT, 0.45))
            pen.line([(0.74, 0.26), (0.26, 0.74)], 0.08, blend(colour, NIGHT, 0.45))

    return stamp(("circadians space", colour, shut), size, draw)


def harvester(size: int, style: SeatStyle, *, ghost: bool = False) -> Image.Image:
    """A harvester: a hexagon in its owner's colour with the owner's letter."""

    def make() -> Image.Image:
        def draw(pen: Pen) -> None:
            for radius, colour in ((0.50, INK), (0.465, WHITE), (0.41, INK), (0.395, style.colour)):
                pen.polygon(regular(6, 1 / 12, radius), colour)

        image = stamp(("circadians harvester", style.colour), size, draw).copy()
        if ghost:
            image.putalpha(image.getchannel("A").point(lambda alpha: alpha * GHOST // 255))
        if size >= 28:
            write(
                ImageDraw.Draw(image),
                (size / 2, size / 2),
                style.mark,
                max(MIN_SIZE, round(size * 0.58)),
                ink_on(style.colour),
                bold=True,
                anchor="mm",
            )
        return image

    return LAYERS.get(("circadians harvester", size, style, ghost), make)


def counted(kind: str, count: int, size: int) -> Image.Image:
    """So many of a resource as one token: the thing with its number on it, dark on its colour.

    `kind` is one of the four resources. It is twice as readable on a phone as a number beside a small thing.
    """

    def make() -> Image.Image:
        high, said = size, str(count)
        sign = good(kind, round(size * 0.86))
        wide = sign.width + round(size * 0.04) + width(said, size, bold=True)
        image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
        write(ImageDraw.Draw(image), (0, high / 2), said, size, TEXT, bold=True, anchor="lm")
        place(image, sign, (wide - sign.width / 2, high / 2))
        return image

    return LAYERS.get(("circadians counted", kind, count, size), make)


def clan_disc(column: str, size: int) -> Image.Image:
    """The mark of a clan: told by its outline, too: green a circle, yellow a square, red a triangle."""

    def draw(pen: Pen) -> None:
        colour = CLAN_COLOURS[column]
        if column == "green":
            pen.disc(0.5, 0.5, 0.48, INK)
            pen.disc(0.5, 0.5, 0.42, colour)
            pen.disc(0.5, 0.5, 0.16, INK)
        elif column == "yellow":
            pen.box((0.06, 0.06, 0.94, 0.94), 0.06, INK)
            pen.box((0.12, 0.12, 0.88, 0.88), 0.03, colour)
            pen.box((0.36, 0.36, 0.64, 0.64), 0.0, INK)
        else:
            pen.polygon(regular(3, 0, 0.56, (0.5, 0.62)), INK)
            pen.polygon(regular(3, 0, 0.45, (0.5, 0.62)), colour)
            pen.polygon(regular(3, 0, 0.16, (0.5, 0.62)), INK)

    return stamp(("circadians clan", column), size, draw)


def value_token(said: str, size: int, *, spent: bool = False) -> Image.Image:
    """An advance's token with its value: of one that is left, or that lies on a reward.

    It points upwards and is pale, so that nobody takes it for the number of an option, which is a disc of brass.
    """

    def make() -> Image.Image:
        fill = blend(PALE, NIGHT, 0.62) if spent else PALE

        def draw(pen: Pen) -> None:
            pen.polygon([(0.5, 0.0), (0.96, 0.34), (0.96, 1.0), (0.04, 1.0), (0.04, 0.34)], INK)
            pen.polygon([(0.5, 0.06), (0.91, 0.37), (0.91, 0.95), (0.09, 0.95), (0.09, 0.37)], fill)

        image = stamp(("circadians token", fill), size, draw).copy()
        pen = ImageDraw.Draw(image)
        write(pen, (size / 2, size * 0.60), said, round(size * 0.66), ink_on(fill), bold=True, anchor="mm")
        return image

    return LAYERS.get(("circadians value", said, size, spent), make)


def setback_token(token: str, size: int) -> Image.Image:
    """A setback's token, ``sum-green`` or ``pair-red``: Σ or two equal dice on its clan's colour and outline."""

    def make() -> Image.Image:
        kind, _, column = token.partition("-")

        def draw(pen: Pen) -> None:
            x, y, scale = _setback_plate(pen, column)
            if kind == "sum":
                sigma = [(0.20, -0.24), (-0.20, -0.24), (0.04, 0.0), (-0.20, 0.24), (0.20, 0.24)]
                pen.line([(x + dx * scale, y + dy * scale) for dx, dy in sigma], 0.09 * scale, INK)
            else:
                for left in (-0.34, 0.04):
                    pen.box(
                        (x + left * scale, y - 0.15 * scale, x + (left + 0.30) * scale, y + 0.15 * scale), 0.05, INK
                    )

        return stamp(("circadians setback", token), size, draw)

    return LAYERS.get(("circadians setback token", token, size), make)


def _setback_plate(pen: Pen, column: str) -> tuple[float, float, float]:
    """The outline of a clan filled with its colour; give the middle of what stands on it, and its scale."""
    colour = CLAN_COLOURS[column]
    if column == "green":
        pen.disc(0.5, 0.5, 0.5, INK)
        pen.disc(0.5, 0.5, 0.45, colour)
        return 0.5, 0.5, 0.95
    if column == "yellow":
        pen.box((0.0, 0.0, 1.0, 1.0), 0.08, INK)
        pen.box((0.05, 0.05, 0.95, 0.95), 0.05, colour)
        return 0.5, 0.5, 1.0
    pen.polygon(regular(3, 0, 0.66, (0.5, 0.66)), INK)
    pen.polygon(regular(3, 0, 0.57, (0.5, 0.66)), colour)
    return 0.5, 0.68, 0.72


def arrow(direction: str, size: int, colour: Colour = TEXT) -> Image.Image:
    """An arrow into one of the six directions of the planet: ``n`` ``ne`` ``se`` ``s`` ``sw`` ``nw``."""
    turn = ("n", "ne", "se", "s", "sw", "nw").index(direction) * pi / 3

    def draw(pen: Pen) -> None:
        outline = [
            (0.0, -0.46), (0.38, 0.0), (0.15, 0.0), (0.15, 0.44), (-0.15, 0.44), (-0.15, 0.0), (-0.38, 0.0),
        ]  # fmt: skip
        points = [(0.5 + x * cos(turn) - y * sin(turn), 0.5 + x * sin(turn) + y * cos(turn)) for x, y in outline]
        pen.polygon(points, colour)

    return stamp(("circadians arrow", direction, colour), size, draw)


GOODS_ORDER = tuple(GOOD_COLOURS)
"""The order in which resources are shown everywhere: water, algae, power, gems."""
