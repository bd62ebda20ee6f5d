"""What would come to a place, half clear: ships on their way, discs, structures; and what it would lead to."""

from __future__ import annotations

from math import atan2, degrees, hypot

from PIL import Image, ImageDraw

from rendering.eclipse.tokens import ship, thing
from rendering.kit.cache import LAYERS
from rendering.kit.icons import icon
from rendering.kit.palette import BRASS_LIGHT, INK, NIGHT, RED, TEXT, WHITE, Colour, SeatStyle
from rendering.kit.shapes import SCALE, Pen, Point, place, stamp

BOW = 0.16
"""How far an arc leaves the straight line, as a share of its length."""
FINE = 2
THICK = 14
"""The width of an arc with its dark edges, in pixels."""


def on_the_way(image: Image.Image, at: Point, kind: str, style: SeatStyle, *, ahead: Point, size: int) -> None:
    """A ship as a token on a dark disc, its bow towards a direction (a vector); `size` is the disc's."""
    place(image, ship_token(kind, style, ahead=ahead, size=size), at)


def ship_token(kind: str, style: SeatStyle, *, ahead: Point, size: int) -> Image.Image:
    """The stamp of a ship that would come, its bow towards a direction."""
    angle = round(-degrees(atan2(ahead[1], ahead[0])) - 90)

    def make() -> Image.Image:
        made = stamp(("eclipse way",), size, _token).copy()
        inner = ship(kind, round(size * 0.74), style).rotate(angle, Image.Resampling.BICUBIC)
        made.alpha_composite(inner, ((size - inner.width) // 2, (size - inner.height) // 2))
        return made

    return LAYERS.get(("eclipse way", kind, size, style.colour, angle), make)


def to_build(item: str, size: int) -> Image.Image:
    """The stamp of a structure that would come, on a dark disc."""

    def make() -> Image.Image:
        made = stamp(("eclipse way",), size, _token).copy()
        inner = thing(item, round(size * 0.70))
        made.alpha_composite(inner, ((size - inner.width) // 2, (size - inner.height) // 2))
        return made

    return LAYERS.get(("eclipse to build", item, size), make)


def hollow(size: int) -> Image.Image:
    """The stamp of a place from which a disc would be lifted."""

    def draw(pen: Pen) -> None:
        pen.disc(0.5, 0.5, 0.50, TEXT)
        pen.disc(0.5, 0.5, 0.40, INK)

    return stamp(("eclipse hollow",), size, draw)


def _token(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.50, NIGHT)
    pen.disc(0.5, 0.5, 0.465, BRASS_LIGHT)
    pen.disc(0.5, 0.5, 0.425, NIGHT)


def arc(image: Image.Image, start: Point, end: Point) -> None:
    """A bowed line from one point to another, dark at its edges."""
    across, down = round(end[0] - start[0]), round(end[1] - start[1])
    if not (across or down):
        return
    made = LAYERS.get(("eclipse arc", across, down), lambda: _bow(across, down))
    # The stamp's middle is that of the straight line.
    place(image, made, (start[0] + across / 2, start[1] + down / 2))


def _bow(across: int, down: int) -> Image.Image:
    """The stamp of an arc over a vector, in the middle of a square."""
    long = hypot(across, down)
    side = round(long + 2 * BOW * long) + 2 * THICK
    middle = side / 2
    points = []
    for step in range(25):
        share = step / 24
        out = 4 * share * (1 - share) * BOW
        x = middle + across * (share - 0.5) - down * out
        y = middle + down * (share - 0.5) + across * out
        points.append((x * FINE, y * FINE))
    made = Image.new("RGBA", (side, side), (*NIGHT, 0))
    for thick, ink in ((THICK, NIGHT), (THICK - 6, BRASS_LIGHT)):
        mask = Image.new("L", (side * FINE, side * FINE), 0)
        ImageDraw.Draw(mask).line(points, fill=255, width=thick * FINE, joint="curve")
        made.paste((*ink, 255), (0, 0), mask.resize((side, side), Image.Resampling.BOX))
    return made


def swords(size: int) -> Image.Image:
    """The sign of a battle that there would be: crossed swords on a red disc."""

    def draw(pen: Pen) -> None:
        pen.disc(0.5, 0.5, 0.50, WHITE)
        pen.disc(0.5, 0.5, 0.46, RED)

    def make() -> Image.Image:
        made = stamp(("eclipse coming battle",), size, draw).copy()
        inner = round(size * 0.72)
        made.alpha_composite(icon("swords", inner, INK), ((size - inner) // 2, (size - inner) // 2))
        return made

    return LAYERS.get(("eclipse coming swords", size), make)


def broken_heart(size: int) -> Image.Image:
    """The sign of relations that a move would break."""

    def draw(pen: Pen) -> None:
        pen.disc(0.5, 0.5, 0.50, WHITE)
        pen.disc(0.5, 0.5, 0.46, NIGHT)
        pen.disc(0.36, 0.40, 0.16, RED)
        pen.disc(0.64, 0.40, 0.16, RED)
        pen.polygon([(0.215, 0.47), (0.785, 0.47), (0.5, 0.84)], RED)
        pen.line([(0.54, 0.20), (0.44, 0.42), (0.57, 0.56), (0.49, 0.86)], 0.055, WHITE)

    return stamp(("eclipse broken heart",), size, draw)


def arrow(size: int, angle: int, colour: Colour) -> Image.Image:
    """An arrow's head that points to an angle (degrees, clockwise from the right)."""

    def make() -> Image.Image:
        image = Image.new("RGBA", (size * SCALE, size * SCALE), (0, 0, 0, 0))
        side = size * SCALE
        pen = ImageDraw.Draw(image)
        pen.polygon([(side * 0.08, 0), (side, side / 2), (side * 0.08, side), (side * 0.34, side / 2)], (*INK, 255))
        inner = [(0.14, 0.12), (0.88, 0.5), (0.14, 0.88), (0.40, 0.5)]
        pen.polygon([(x * side, y * side) for x, y in inner], (*colour, 255))
        return image.rotate(-angle, Image.Resampling.BICUBIC).resize((size, size), Image.Resampling.BOX)

    return LAYERS.get(("eclipse arrow", size, angle, colour), make)
