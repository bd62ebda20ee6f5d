"""Ships, structures, squares and signs of Eclipse as stamps: silhouettes that differ in outline, with a light keyline.

A ship points up. Whatever is nobody's has `looks.NPC`'s colour or its own.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.eclipse.looks import INKS, NPC
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.palette import INK, NIGHT, TEXT, WHITE, Colour, SeatStyle, blend, ink_on, rgb
from rendering.kit.shapes import SCALE, Pen, Point, regular, rounded, stamp, star
from rules.eclipse.components import (
    ANCIENT,
    CRUISER,
    DREADNOUGHT,
    GCDS,
    INTERCEPTOR,
    MATERIALS,
    MONEY,
    MONOLITH,
    ORBITAL,
    SCIENCE,
    STARBASE,
    WILD,
)

DISC, DISCOVERY, ARTIFACT = "disc", "discovery", "artifact"
REPUTATION, AMBASSADOR, COLONY = "reputation", "ambassador", "colony"
KEYLINE = 2
FINE_TO = 48
"""Larger stamps (in pixels) are smooth enough when they are drawn twice as large."""
GHOST = 165
"""How opaque a ghost is, of 255."""
SLAB, CRYSTAL = rgb("#5d6a80"), rgb("#6fe0d2")
TILE = rgb("#2f5f8f")


def _mirrored(right: list[Point]) -> list[Point]:
    """An outline from its right half, which goes from the top to the bottom."""
    return [*right, *((1 - x, y) for x, y in reversed(right))]


def _interceptor(pen: Pen, colour: Colour) -> None:
    """A dart with wings swept back."""
    pen.polygon(_mirrored([(0.5, 0.08), (0.59, 0.40), (0.90, 0.80), (0.90, 0.92), (0.60, 0.78), (0.58, 0.90)]), colour)


def _cruiser(pen: Pen, colour: Colour) -> None:
    """A long hull between two nacelles."""
    pen.polygon(_mirrored([(0.5, 0.02), (0.63, 0.20), (0.64, 0.96)]), colour)
    pen.polygon(_mirrored([(0.5, 0.50), (0.80, 0.54), (0.80, 0.70), (0.5, 0.78)]), colour)
    for x in (0.10, 0.76):
        pen.box((x, 0.32, x + 0.14, 0.90), 0.06, colour)


def _dreadnought(pen: Pen, colour: Colour) -> None:
    """A broad wedge with a forked bow and a heavy stern."""
    outline = [(0.5, 0.24), (0.57, 0.24), (0.60, 0.02), (0.70, 0.02), (0.74, 0.34), (0.98, 0.60), (0.98, 0.86)]
    pen.polygon(_mirrored([*outline, (0.76, 0.80), (0.76, 0.98), (0.60, 0.98), (0.58, 0.88)]), colour)


def _starbase(pen: Pen, colour: Colour) -> None:
    """A wheel with six spokes that reach beyond it."""
    for step in range(3):
        angle = pi * step / 3 + pi / 6
        x, y = 0.46 * cos(angle), 0.46 * sin(angle)
        pen.line([(0.5 - x, 0.5 - y), (0.5 + x, 0.5 + y)], 0.11, colour)
    pen.ring(0.5, 0.5, 0.36, 0.12, colour)
    pen.disc(0.5, 0.5, 0.15, colour)


def _ancient(pen: Pen, colour: Colour) -> None:
    """A crescent with claws around an eye."""
    pen.disc(0.5, 0.46, 0.44, colour)
    pen.disc(0.5, 0.66, 0.34, None)
    pen.polygon([(0.10, 0.56), (0.28, 0.62), (0.20, 0.98)], colour)
    pen.polygon([(0.90, 0.56), (0.72, 0.62), (0.80, 0.98)], colour)
    pen.polygon([(0.40, 0.30), (0.60, 0.30), (0.5, 0.86)], colour)


def _gcds(pen: Pen, colour: Colour) -> None:
    """A fortress with eight bastions around a core."""
    pen.polygon(star(8, 0.50, 0.36), colour)
    pen.disc(0.5, 0.5, 0.24, None)
    pen.disc(0.5, 0.5, 0.15, colour)


def _orbital(pen: Pen, colour: Colour) -> None:
    """A ring around a ball."""
    pen.ring(0.5, 0.5, 0.46, 0.12, colour)
    pen.disc(0.5, 0.5, 0.20, colour)


def _monolith(pen: Pen, colour: Colour) -> None:
    """A slab on a foot."""
    pen.polygon([(0.34, 0.10), (0.66, 0.02), (0.70, 0.84), (0.30, 0.84)], colour)
    pen.box((0.16, 0.82, 0.84, 0.96), 0.04, colour)


def _artifact(pen: Pen, colour: Colour) -> None:
    """A crystal that is a key's bow."""
    pen.polygon(regular(6, 0.0, 0.29, (0.5, 0.30)), colour)
    pen.disc(0.5, 0.30, 0.11, None)
    pen.box((0.44, 0.52, 0.56, 0.98), 0.02, colour)
    pen.box((0.5, 0.68, 0.74, 0.78), 0.02, colour)
    pen.box((0.5, 0.88, 0.74, 0.98), 0.02, colour)


def _reputation(pen: Pen, colour: Colour) -> None:
    """A shield with a star."""
    pen.polygon(_mirrored([(0.5, 0.02), (0.90, 0.14), (0.88, 0.56), (0.72, 0.82), (0.5, 0.98)]), colour)
    pen.polygon(star(5, 0.26, 0.11, (0.5, 0.46)), None)


def _ambassador(pen: Pen, colour: Colour) -> None:
    """A head over shoulders."""
    pen.disc(0.5, 0.28, 0.24, colour)
    pen.disc(0.5, 0.96, 0.42, colour)
    pen.box((0.0, 0.97, 1.0, 1.0), 0.0, None)


def _colony(pen: Pen, colour: Colour) -> None:
    """A stout ship with three hulls."""
    pen.polygon(_mirrored([(0.5, 0.04), (0.66, 0.26), (0.66, 0.90)]), colour)
    for x in (0.06, 0.74):
        pen.box((x, 0.40, x + 0.20, 0.96), 0.08, colour)
    pen.box((0.16, 0.56, 0.84, 0.70), 0.0, colour)


SHAPES: dict[str, Callable[[Pen, Colour], None]] = {
    INTERCEPTOR: _interceptor,
    CRUISER: _cruiser,
    DREADNOUGHT: _dreadnought,
    STARBASE: _starbase,
    ANCIENT: _ancient,
    GCDS: _gcds,
    ORBITAL: _orbital,
    MONOLITH: _monolith,
    ARTIFACT: _artifact,
    REPUTATION: _reputation,
    AMBASSADOR: _ambassador,
    COLONY: _colony,
}
SHARES = {INTERCEPTOR: 0.80, CRUISER: 0.94, STARBASE: 0.88}
"""How large a ship is beside a dreadnought."""
_OWN = {
    ORBITAL: INKS[ORBITAL],
    MONOLITH: SLAB,
    ARTIFACT: CRYSTAL,
    REPUTATION: rgb("#d9a441"),
    AMBASSADOR: rgb("#6fb7f2"),
    COLONY: rgb("#c4ccd6"),
}


def ship(kind: str, size: int, style: SeatStyle = NPC, *, ghost: bool = False) -> Image.Image:
    """The stamp of a ship, Ancient or the centre's defence, keyline and all, `size` across; a ghost is half clear."""

    def make() -> Image.Image:
        return _ghost(_keyed(SHAPES[kind], size, style.colour, SHARES.get(kind, 1.0)), ghost)

    return LAYERS.get(("eclipse ship", kind, size, style.colour, ghost), make)


def thing(kind: str, size: int, style: SeatStyle | None = None, *, ghost: bool = False) -> Image.Image:
    """The stamp of a structure, artifact, influence disc, discovery tile (face down), or of a sign in strips."""

    def make() -> Image.Image:
        if kind == DISC:
            made = _disc(size, style or NPC)
        elif kind == DISCOVERY:
            made = _discovery(size)
        else:
            made = _keyed(SHAPES[kind], size, style.colour if style else _OWN[kind], 1.0)
        return _ghost(made, ghost)

    return LAYERS.get(("eclipse thing", kind, size, style, ghost), make)


def _ghost(made: Image.Image, ghost: bool) -> Image.Image:
    if ghost:
        made.putalpha(made.getchannel("A").point(lambda value: value * GHOST // 255))
    return made


def _keyed(draw: Callable[[Pen, Colour], None], size: int, colour: Colour, share: float) -> Image.Image:
    """A silhouette in a colour with a light keyline within a dark one."""
    inner = max(8, round((size - 4 * KEYLINE) * share))
    pen = Pen(inner)
    draw(pen, colour)
    scale = SCALE if size <= FINE_TO else 2
    side = size * scale
    shape = pen.image.getchannel("A").resize((inner * scale, inner * scale), Image.Resampling.BOX)
    alpha = Image.new("L", (side, side), 0)
    corner = (side - inner * scale) // 2
    alpha.paste(shape, (corner, corner))
    whole = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    whole.paste((*INK, 255), (0, 0), _grown(alpha, 2 * KEYLINE * scale - 3 * scale / SCALE))
    whole.paste((*WHITE, 255), (0, 0), _grown(alpha, KEYLINE * scale - scale / SCALE))
    whole.paste((*colour, 255), (0, 0), alpha)
    # The lower half lies in the shade: light comes from above.
    shade = Image.linear_gradient("L").resize((side, side)).point(lambda value: max(0, value - 110) // 2)
    dark = ImageChops.multiply(shade, alpha)
    whole.paste((*blend(colour, INK, 0.8), 255), (0, 0), dark)
    return whole.resize((size, size), Image.Resampling.BOX)


def _grown(alpha: Image.Image, reach: float) -> Image.Image:
    """A mask grown by a number of pixels. One standard deviation off a blurred edge 16 % of it are left."""
    return alpha.filter(ImageFilter.GaussianBlur(reach)).point([0] * 41 + [255] * 215)


def _disc(size: int, style: SeatStyle) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(0.5, 0.5, 0.48, INK)
        pen.disc(0.5, 0.5, 0.45, WHITE)
        pen.disc(0.5, 0.5, 0.40, style.colour)
        pen.ring(0.5, 0.5, 0.28, 0.09, blend(style.colour, ink_on(style.colour), 0.7))

    return stamp(("eclipse disc", style.colour), size, draw).copy()


def _discovery(size: int) -> Image.Image:
    """A tile with a star whose other side nobody knows."""

    def draw(pen: Pen) -> None:
        pen.polygon(regular(6, 0.0, 0.50), INK)
        pen.polygon(regular(6, 0.0, 0.47), WHITE)
        pen.polygon(regular(6, 0.0, 0.41), TILE)
        pen.polygon(star(4, 0.32, 0.10), rgb("#ffe9a8"))

    return stamp(("eclipse discovery",), size, draw).copy()


# Squares


def _pip(pen: Pen, kind: str, share: float, colour: Colour) -> None:
    """The shape of a kind of square: a coin, a flask's triangle, a block, a hexagon for any, a ring for an orbital."""
    if kind == MONEY:
        pen.disc(0.5, 0.5, 0.48 * share, colour)
    elif kind == SCIENCE:
        pen.polygon(regular(3, 0.0, 0.60 * share, (0.5, 0.5 + 0.10 * share)), colour)
    elif kind == MATERIALS:
        half = 0.43 * share
        pen.box((0.5 - half, 0.5 - half, 0.5 + half, 0.5 + half), 0.05 * share, colour)
    elif kind == WILD:
        pen.polygon(regular(6, 0.0, 0.50 * share), colour)
    else:
        pen.disc(0.5, 0.5, 0.48 * share, colour)


def square(kind: str, size: int, *, full: bool) -> Image.Image:
    """A square of a sector (``money``, ``science+``, ``wild``, ``orbital``): bright with a cube, hollow without.

    An advanced one has a star.
    """

    def draw(pen: Pen) -> None:
        plain, advanced = kind.rstrip("+"), kind.endswith("+")
        ink = INKS[plain]
        dark = blend(NIGHT, ink, 0.16)
        _pip(pen, plain, 1.0, WHITE if full else INK)
        _pip(pen, plain, 0.86, ink)
        if not full:
            # An advanced one is a thinner frame, so that with its star it is no brighter than others.
            _pip(pen, plain, 0.68 if advanced else 0.58, dark)
        if plain == ORBITAL:
            pen.ring(0.5, 0.5, 0.36, 0.10, INK if full else ink)
            pen.disc(0.5, 0.5, 0.12, INK if full else ink)
        if advanced:
            middle = (0.5, 0.58) if plain == SCIENCE else (0.5, 0.5)
            reach = 0.20 if plain == SCIENCE else 0.24
            reach = reach if full else reach * 0.75
            pen.polygon(star(5, reach, reach * 0.42, middle), INK if full else ink)

    return stamp(("eclipse square", kind, full), size, draw)


def good(kind: str, size: int) -> Image.Image:
    """The sign of money, science or materials: its shape in its ink, as on the squares that make it."""
    return square(kind, size, full=True)


def count_badge(text: str, size: int, colour: Colour = TEXT) -> Image.Image:
    """A number on a dark plate with round ends, in type of this size."""
    size = max(size, MIN_SIZE)

    def make() -> Image.Image:
        high = round(size * 0.92)
        wide = max(high, width(text, size, bold=True) + round(size * 0.36))
        made = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
        made.paste((*INK, 235), (0, 0), rounded((wide, high), high // 2))
        write(ImageDraw.Draw(made), (wide / 2, high / 2), text, size, colour, bold=True, anchor="mm")
        return made

    return LAYERS.get(("eclipse count", text, size, colour), make)
