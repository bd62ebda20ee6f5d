"""How the things of Circadians look: colours of resources and clans, and the outlines that tell them without colour.

Seats have colours, too, and some are close to those of things: so things are told by their shape, and owners by the
square of a die or the hexagon of a harvester with their letter.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image

from rendering.kit.icons import icon
from rendering.kit.palette import INK, SEATS, TEXT, WHITE, Colour, SeatStyle, blend, rgb
from rendering.kit.shapes import Pen, Point, regular, stamp

GOOD_COLOURS: dict[str, Colour] = {
    "water": rgb("#4fa8f5"),
    "algae": rgb("#58bf62"),
    "power": rgb("#ffd23e"),
    "gem": rgb("#f2506b"),
}
CLAN_COLOURS: dict[str, Colour] = {"green": rgb("#5fc46d"), "yellow": rgb("#f2cf4a"), "red": rgb("#ee6a63")}
SAND = rgb("#c9a27a")
"""Ryh, the planet: sand and dusk."""
CACHE = rgb("#7d4fc4")
CLOSED = rgb("#ff8a7a")
"""What an event closes for this round, and a limit that is exceeded."""


def seat_style(seat: int) -> SeatStyle:
    """A seat's colour, mark and pattern."""
    return SEATS[seat % len(SEATS)]


def _drop(grow: float) -> list[Point]:
    """A drop: a circle whose upper side runs into a point."""
    points = [(0.5, 0.5 - 0.46 * grow)]
    for step in range(17):
        angle = -0.16 * pi + step / 16 * 1.32 * pi
        points.append((0.5 + 0.33 * grow * cos(angle), 0.5 + (0.13 + 0.33 * sin(angle)) * grow))
    return points


def _leaf(grow: float) -> list[Point]:
    """A leaf from the lower left to the upper right."""
    points: list[Point] = []
    for side in (1, -1):
        for step in range(13):
            along = step / 12 if side > 0 else 1 - step / 12
            out = 0.27 * sin(pi * along**0.8) * side
            x, y = -0.42 + 0.84 * along, out
            points.append((0.5 + grow * (x + y) * 0.78, 0.5 + grow * (y - x) * 0.78))
    return points


_BOLT = [(0.60, 0.02), (0.20, 0.56), (0.45, 0.56), (0.36, 0.98), (0.80, 0.38), (0.54, 0.38)]
_CRYSTAL = [(0.5, 0.02), (0.80, 0.26), (0.80, 0.70), (0.5, 0.98), (0.20, 0.70), (0.20, 0.26)]


def _grown(points: list[Point], grow: float) -> list[Point]:
    return [(0.5 + (x - 0.5) * grow, 0.5 + (y - 0.5) * grow) for x, y in points]


def _water(pen: Pen) -> None:
    colour = GOOD_COLOURS["water"]
    pen.polygon(_drop(1.06), INK)
    pen.polygon(_drop(0.94), colour)
    pen.arc((0.5, 0.62), 0.20, 0.07, (100, 185), blend(colour, WHITE, 0.65))


def _algae(pen: Pen) -> None:
    colour = GOOD_COLOURS["algae"]
    pen.polygon(_leaf(1.16), INK)
    pen.line([(0.06, 0.94), (0.28, 0.72)], 0.11, INK)
    pen.polygon(_leaf(1.0), colour)
    pen.line([(0.09, 0.91), (0.70, 0.30)], 0.06, blend(colour, INK, 0.55))
    for along in (0.38, 0.55):
        x, y = 0.09 + 0.8 * along, 0.91 - 0.8 * along
        pen.line([(x, y), (x + 0.20, y + 0.01)], 0.045, blend(colour, INK, 0.45))
        pen.line([(x, y), (x - 0.01, y - 0.20)], 0.045, blend(colour, INK, 0.45))


def _power(pen: Pen) -> None:
    pen.line([*_BOLT, _BOLT[0]], 0.11, INK)
    pen.polygon(_BOLT, INK)
    pen.polygon(_grown(_BOLT, 0.94), GOOD_COLOURS["power"])


def _gem(pen: Pen) -> None:
    colour = GOOD_COLOURS["gem"]
    pen.polygon(_grown(_CRYSTAL, 1.04), INK)
    pen.polygon(_grown(_CRYSTAL, 0.92), colour)
    inner = _grown(_CRYSTAL, 0.50)
    pen.polygon(inner, blend(colour, WHITE, 0.42))
    outer = _grown(_CRYSTAL, 0.92)
    for one, other in zip(outer, inner, strict=True):
        pen.line([one, other], 0.035, blend(colour, INK, 0.35))
    pen.polygon([outer[3], outer[4], inner[4], inner[3]], blend(colour, INK, 0.30))
    pen.polygon([outer[2], outer[3], inner[3], inner[2]], blend(colour, INK, 0.45))


def _clear_die(pen: Pen) -> None:
    """A die of nobody: white edges, clear sides."""
    pen.box((0.06, 0.06, 0.94, 0.94), 0.18, INK)
    pen.box((0.10, 0.10, 0.90, 0.90), 0.15, WHITE)
    pen.box((0.19, 0.19, 0.81, 0.81), 0.09, rgb("#4b5d78"))
    for x, y in ((0.36, 0.36), (0.64, 0.36), (0.5, 0.5), (0.36, 0.64), (0.64, 0.64)):
        pen.disc(x, y, 0.075, WHITE)


def _any(pen: Pen) -> None:
    """Water, algae or power: a disc of three parts."""
    pen.disc(0.5, 0.5, 0.47, INK)
    for at, kind in enumerate(("water", "algae", "power")):
        points = [(0.5, 0.5)]
        for step in range(13):
            angle = 2 * pi * (at + step / 12) / 3 - pi / 2
            points.append((0.5 + 0.41 * cos(angle), 0.5 + 0.41 * sin(angle)))
        pen.polygon(points, GOOD_COLOURS[kind])
        pen.line([(0.5, 0.5), points[1]], 0.05, INK)


_GOODS: dict[str, Callable[[Pen], None]] = {
    "water": _water,
    "algae": _algae,
    "power": _power,
    "gem": _gem,
    "die": _clear_die,
    "any": _any,
}


def good(kind: str, size: int) -> Image.Image:
    """A resource, or what else is gained: ``item`` ``die`` ``vp``, or ``any`` of three."""
    if kind == "item":
        return icon("card", size)
    if kind == "vp":
        return icon("laurel", size)
    return stamp(("circadians good", kind), size, _GOODS[kind])


# Places, in one colour each.


def _bubbles(pen: Pen, ink: Colour) -> None:
    """Two people talk."""
    pen.box((0.04, 0.10, 0.70, 0.54), 0.16, ink)
    pen.polygon([(0.14, 0.46), (0.36, 0.50), (0.12, 0.74)], ink)
    pen.box((0.30, 0.36, 1.0, 0.86), 0.18, INK)
    pen.box((0.36, 0.42, 0.96, 0.80), 0.15, blend(ink, INK, 0.22))
    pen.polygon([(0.66, 0.76), (0.88, 0.74), (0.90, 0.98)], blend(ink, INK, 0.22))


def _crate(pen: Pen, ink: Colour) -> None:
    pen.box((0.06, 0.10, 0.94, 0.90), 0.06, ink)
    pen.box((0.16, 0.30, 0.84, 0.80), 0.02, INK)
    pen.line([(0.20, 0.76), (0.80, 0.34)], 0.10, ink)
    pen.box((0.06, 0.10, 0.94, 0.26), 0.04, ink)


def _tower(pen: Pen, ink: Colour) -> None:
    """The headquarters: a house with a mast and a flag."""
    pen.box((0.10, 0.50, 0.90, 0.94), 0.04, ink)
    pen.box((0.42, 0.66, 0.58, 0.94), 0.0, INK)
    pen.line([(0.30, 0.50), (0.30, 0.08)], 0.08, ink)
    pen.polygon([(0.30, 0.04), (0.86, 0.19), (0.30, 0.36)], ink)


def _pick(pen: Pen, ink: Colour) -> None:
    pen.line([(0.18, 0.92), (0.66, 0.30)], 0.12, ink)
    pen.arc((0.42, 0.64), 0.58, 0.14, (-108, 4), ink)


def _flask(pen: Pen, ink: Colour) -> None:
    pen.polygon([(0.38, 0.08), (0.62, 0.08), (0.62, 0.36), (0.94, 0.92), (0.06, 0.92), (0.38, 0.36)], ink)
    pen.box((0.30, 0.04, 0.70, 0.15), 0.05, ink)
    pen.polygon([(0.40, 0.52), (0.60, 0.52), (0.78, 0.82), (0.22, 0.82)], INK)
    pen.disc(0.44, 0.72, 0.06, ink)
    pen.disc(0.58, 0.64, 0.045, ink)


def _hammer(pen: Pen, ink: Colour) -> None:
    pen.line([(0.20, 0.90), (0.58, 0.44)], 0.14, ink)
    pen.polygon([(0.34, 0.24), (0.54, 0.04), (0.98, 0.46), (0.78, 0.66)], ink)


def _compass(pen: Pen, ink: Colour) -> None:
    pen.ring(0.5, 0.5, 0.47, 0.09, ink)
    pen.polygon([(0.72, 0.24), (0.58, 0.58), (0.42, 0.42)], ink)
    pen.polygon([(0.28, 0.76), (0.58, 0.58), (0.42, 0.42)], blend(ink, INK, 0.45))


def _scales(pen: Pen, ink: Colour) -> None:
    pen.line([(0.5, 0.10), (0.5, 0.88)], 0.08, ink)
    pen.line([(0.16, 0.22), (0.84, 0.22)], 0.08, ink)
    pen.line([(0.28, 0.90), (0.72, 0.90)], 0.09, ink)
    for x in (0.20, 0.80):
        pen.line([(x - 0.13, 0.52), (x, 0.24), (x + 0.13, 0.52)], 0.045, ink)
        pen.polygon([(x - 0.18, 0.52), (x + 0.18, 0.52), (x + 0.09, 0.68), (x - 0.09, 0.68)], ink)


def _cap(pen: Pen, ink: Colour) -> None:
    """A mortarboard."""
    pen.polygon([(0.24, 0.48), (0.76, 0.48), (0.76, 0.74), (0.5, 0.86), (0.24, 0.74)], blend(ink, INK, 0.30))
    pen.polygon([(0.5, 0.12), (1.0, 0.38), (0.5, 0.64), (0.0, 0.38)], ink)
    pen.line([(0.88, 0.42), (0.88, 0.76)], 0.05, ink)
    pen.disc(0.88, 0.80, 0.07, ink)


def _hex(pen: Pen, ink: Colour) -> None:
    """A harvester."""
    pen.polygon(regular(6, 1 / 12, 0.49), ink)
    pen.polygon(regular(6, 1 / 12, 0.36), INK)
    pen.polygon(regular(6, 1 / 12, 0.24), ink)


def _cache(pen: Pen, ink: Colour) -> None:
    """A gem cache: a hex with a crystal in it."""
    pen.polygon(regular(6, 1 / 12, 0.49), ink)
    pen.polygon(regular(6, 1 / 12, 0.40), INK)
    pen.polygon(_grown(_CRYSTAL, 0.50), ink)


def _garage(pen: Pen, ink: Colour) -> None:
    pen.polygon([(0.02, 0.40), (0.5, 0.06), (0.98, 0.40), (0.98, 0.94), (0.02, 0.94)], ink)
    pen.box((0.16, 0.46, 0.84, 0.94), 0.0, INK)
    for y in (0.56, 0.70, 0.84):
        pen.line([(0.22, y), (0.78, y)], 0.06, ink)


def _sprout(pen: Pen, ink: Colour) -> None:
    """A farm."""
    pen.line([(0.5, 0.90), (0.5, 0.42)], 0.09, ink)
    pen.line([(0.16, 0.92), (0.84, 0.92)], 0.09, ink)
    for side in (-1, 1):
        points = [(0.5, 0.56), (0.5 + side * 0.10, 0.24), (0.5 + side * 0.46, 0.10), (0.5 + side * 0.38, 0.44)]
        pen.polygon(points, ink)


def _cup(pen: Pen, ink: Colour) -> None:
    """The canteen."""
    pen.box((0.10, 0.34, 0.72, 0.88), 0.14, ink)
    pen.ring(0.74, 0.56, 0.20, 0.08, ink)
    for x in (0.28, 0.52):
        pen.line([(x, 0.24), (x + 0.06, 0.10)], 0.07, ink)


def _face(pen: Pen, ink: Colour) -> None:
    """A character."""
    pen.disc(0.5, 0.30, 0.22, ink)
    pen.disc(0.5, 0.98, 0.42, ink)


def _trophy(pen: Pen, ink: Colour) -> None:
    """An advance: stairs upwards."""
    pen.polygon([(0.5, 0.04), (0.92, 0.46), (0.66, 0.46), (0.66, 0.94), (0.34, 0.94), (0.34, 0.46), (0.08, 0.46)], ink)


def _fall(pen: Pen, ink: Colour) -> None:
    """A setback."""
    pen.polygon([(0.5, 0.96), (0.92, 0.54), (0.66, 0.54), (0.66, 0.06), (0.34, 0.06), (0.34, 0.54), (0.08, 0.54)], ink)


def _stack(pen: Pen, ink: Colour) -> None:
    """A stack of tiles."""
    for at, share in ((0.22, 0.55), (0.11, 0.3), (0.0, 0.0)):
        pen.box((0.08, 0.14 + at, 0.92, 0.70 + at), 0.08, INK)
        pen.box((0.11, 0.17 + at, 0.89, 0.67 + at), 0.06, blend(ink, INK, share))


SIGNS: dict[str, Callable[[Pen, Colour], None]] = {
    "negotiate": _bubbles,
    "depot": _crate,
    "hq": _tower,
    "mine": _pick,
    "lab": _flask,
    "foundry": _hammer,
    "control": _compass,
    "market": _scales,
    "academy": _cap,
    "move": _hex,
    "cache": _cache,
    "garage": _garage,
    "farm": _sprout,
    "canteen": _cup,
    "character": _face,
    "advance": _trophy,
    "setback": _fall,
    "stack": _stack,
}


def sign(kind: str, size: int, colour: Colour = TEXT) -> Image.Image:
    """The sign of a place (`PLACES`) or of a part of the base, in one colour: see `SIGNS`."""
    return stamp(("circadians sign", kind, colour), size, lambda pen: SIGNS[kind](pen, colour))
