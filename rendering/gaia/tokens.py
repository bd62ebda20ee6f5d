"""Structures as tokens: plain silhouettes that differ in outline, in a seat's colour, with a white keyline."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFilter

from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, write
from rendering.kit.icons import icon
from rendering.kit.palette import INK, WHITE, Colour, SeatStyle, ink_on
from rendering.kit.shapes import SCALE, Pen
from rules.gaia.components import ACADEMY_K, ACADEMY_Q, INSTITUTE, LAB, MINE, STATION

FORMER, SPACE_STATION, SATELLITE = "former", "space-station", "satellite"


def _mine(pen: Pen, colour: Colour) -> None:
    """A low dome on a broad foot."""
    pen.disc(0.5, 0.60, 0.30, colour)
    pen.polygon([(0.0, 0.60), (1.0, 0.60), (1.0, 1.0), (0.0, 1.0)], None)
    pen.box((0.10, 0.58, 0.90, 0.84), 0.05, colour)


def _station(pen: Pen, colour: Colour) -> None:
    """A low hall beside a tower."""
    pen.box((0.06, 0.46, 0.94, 0.90), 0.03, colour)
    pen.box((0.54, 0.10, 0.94, 0.90), 0.04, colour)
    pen.box((0.14, 0.30, 0.26, 0.60), 0.02, colour)


def _lab(pen: Pen, colour: Colour) -> None:
    """A flask."""
    pen.polygon([(0.39, 0.12), (0.61, 0.12), (0.61, 0.36), (0.92, 0.90), (0.08, 0.90), (0.39, 0.36)], colour)
    pen.box((0.31, 0.06, 0.69, 0.18), 0.05, colour)


def _institute(pen: Pen, colour: Colour) -> None:
    """A castle with three towers."""
    pen.box((0.06, 0.40, 0.94, 0.94), 0.03, colour)
    for x in (0.06, 0.37, 0.68):
        top = 0.06 if x == 0.37 else 0.18
        pen.box((x, top + 0.12, x + 0.26, 0.60), 0.02, colour)
        pen.polygon([(x - 0.02, top + 0.16), (x + 0.13, top - 0.04), (x + 0.28, top + 0.16)], colour)


def _academy(pen: Pen, colour: Colour) -> None:
    """A temple: a gable over columns."""
    pen.polygon([(0.02, 0.38), (0.5, 0.06), (0.98, 0.38)], colour)
    pen.box((0.06, 0.36, 0.94, 0.62), 0.02, colour)
    for x in (0.08, 0.34, 0.58, 0.82):
        pen.box((x - 0.01, 0.58, x + 0.12, 0.84), 0.0, colour)
    pen.box((0.02, 0.80, 0.98, 0.94), 0.03, colour)


def _former(pen: Pen, colour: Colour) -> None:
    """A lander on three legs."""
    pen.line([(0.30, 0.58), (0.10, 0.92)], 0.10, colour)
    pen.line([(0.70, 0.58), (0.90, 0.92)], 0.10, colour)
    pen.line([(0.5, 0.58), (0.5, 0.92)], 0.10, colour)
    pen.polygon([(0.5, 0.02), (0.74, 0.30), (0.74, 0.66), (0.26, 0.66), (0.26, 0.30)], colour)


def _space_station(pen: Pen, colour: Colour) -> None:
    """A wheel with a hub."""
    pen.ring(0.5, 0.5, 0.46, 0.13, colour)
    pen.line([(0.12, 0.5), (0.88, 0.5)], 0.09, colour)
    pen.line([(0.5, 0.12), (0.5, 0.88)], 0.09, colour)
    pen.disc(0.5, 0.5, 0.24, colour)


def _satellite(pen: Pen, colour: Colour) -> None:
    """A body between two sails."""
    pen.box((0.02, 0.30, 0.26, 0.70), 0.02, colour)
    pen.box((0.74, 0.30, 0.98, 0.70), 0.02, colour)
    pen.line([(0.2, 0.5), (0.8, 0.5)], 0.10, colour)
    pen.box((0.28, 0.22, 0.72, 0.78), 0.08, colour)


SHAPES: dict[str, Callable[[Pen, Colour], None]] = {
    MINE: _mine,
    STATION: _station,
    LAB: _lab,
    INSTITUTE: _institute,
    ACADEMY_K: _academy,
    ACADEMY_Q: _academy,
    FORMER: _former,
    SPACE_STATION: _space_station,
    SATELLITE: _satellite,
}
#: Where a seat's mark stands on a token, as a share of its height, and how large it is.
_MARK = {
    MINE: (0.61, 0.56),
    STATION: (0.67, 0.54),
    LAB: (0.71, 0.48),
    INSTITUTE: (0.69, 0.60),
    ACADEMY_K: (0.48, 0.52),
    ACADEMY_Q: (0.48, 0.52),
    FORMER: (0.46, 0.48),
    SPACE_STATION: (0.5, 0.50),
    SATELLITE: (0.5, 0.66),
}
_BADGE = {ACADEMY_K: "knowledge", ACADEMY_Q: "qic"}
LARGE = 40
"""From this size on tokens are drawn at half the scale."""
LEAST_MARK = 28
"""On a smaller token a mark could not be read."""


def token(kind: str, size: int, style: SeatStyle, *, ghost: bool = False) -> Image.Image:
    """A structure's stamp, keyline and all, `size` across. `ghost` lets what lies behind it shine through."""

    def make() -> Image.Image:
        stamped = _token(kind, size, style)
        if ghost:
            stamped.putalpha(stamped.getchannel("A").point(lambda value: value * 196 // 255))
        return stamped

    return LAYERS.get(("gaia token", kind, size, style, ghost), make)


def _token(kind: str, size: int, style: SeatStyle) -> Image.Image:
    inner = size - 8
    pen = Pen(inner)
    SHAPES[kind](pen, style.colour)
    drawn, scale = pen.image, SCALE
    if size >= LARGE:
        # A large token takes long at the full scale, and twice its size is smooth enough.
        scale = SCALE // 2
        drawn = drawn.reduce(SCALE // scale)
    side = size * scale
    shape = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    shape.paste(drawn, (4 * scale, 4 * scale))
    alpha = shape.getchannel("A")
    key, edge = _grown(alpha, 2 * scale), _grown(alpha, 4 * scale - 2)
    whole = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    whole.paste((*INK, 255), (0, 0), edge)
    whole.paste((*WHITE, 255), (0, 0), key)
    whole.paste((*INK, 255), (0, 0), _grown(alpha, scale // 2))
    whole.paste((*style.colour, 255), (0, 0), alpha)
    whole = whole.resize((size, size), Image.Resampling.BOX)
    down, share = _MARK[kind]
    if style.mark and size >= LEAST_MARK:
        where = (size / 2, 4 + inner * down)
        letter = max(MIN_SIZE, round(inner * share))
        write(ImageDraw.Draw(whole), where, style.mark, letter, ink_on(style.colour), bold=True, anchor="mm")
    if kind in _BADGE:
        badge = icon(_BADGE[kind], round(size * 0.42))
        whole.alpha_composite(badge, (size - badge.width, size - badge.height))
    return whole


def _grown(alpha: Image.Image, reach: int) -> Image.Image:
    """A mask grown by a number of pixels. One standard deviation off a blurred edge 16 % of it are left."""
    return alpha.filter(ImageFilter.GaussianBlur(reach)).point([0] * 41 + [255] * 215)
