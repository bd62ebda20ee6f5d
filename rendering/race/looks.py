"""How the things of Race look: goods by colour and shape, worlds, devices of developments, badges."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Literal
from zlib import crc32

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, write
from rendering.kit.icons import LAUREL, icon
from rendering.kit.palette import BRASS_LIGHT, INK, RED, TEXT, WHITE, Colour, blend, rgb
from rendering.kit.shapes import Pen, place, regular, stamp, star
from rendering.kit.spheres import Texture, sphere
from rules.race.components import Card, Good

GOOD_COLOURS: dict[Good, Colour] = {
    "novelty": rgb("#57a8ee"),
    "rare": rgb("#cf8a5b"),
    "genes": rgb("#55b868"),
    "alien": rgb("#f0dc4c"),
}
TEXTURES: dict[Good, Texture] = {"novelty": "bands", "rare": "craters", "genes": "clouds", "alien": "ice"}
BARREN = rgb("#8391a8")
STRENGTH_FILL = rgb("#3a1418")
VIOLET = rgb("#221f3a")
DEVELOPMENT = rgb("#b9a7e6")
"""Developments: a light violet that no good has."""

ROMAN: dict[str, str] = {
    "explore": "I",
    "develop": "II",
    "settle": "III",
    "trade": "$",
    "consume": "IV",
    "produce": "V",
}
PHASE_ICONS = {
    "explore": "eye",
    "develop": "diamond",
    "settle": "world",
    "trade": "trade",
    "consume": "consume",
    "produce": "produce",
}


def seed_of(key: str) -> int:
    """A number that is the same for a key on every machine."""
    return crc32(key.encode())


def _shape(good: Good, grow: float) -> list[tuple[float, float]]:
    """The outline of a good: a star, a cut stone, a seed, a triangle."""
    if good == "novelty":
        return star(5, 0.40 * grow, 0.22 * grow, (0.5, 0.52))
    if good == "rare":
        return regular(6, 0, 0.36 * grow)
    if good == "genes":
        return [(0.5 + (x - 0.5) * grow, 0.5 + (y - 0.5) * grow) for x, y in _SEED]
    return regular(3, 0, 0.42 * grow, (0.5, 0.58))


_SEED = [
    (0.5, 0.08), (0.66, 0.26), (0.76, 0.46), (0.78, 0.62), (0.70, 0.80), (0.5, 0.90),
    (0.30, 0.80), (0.22, 0.62), (0.24, 0.46), (0.34, 0.26),
]  # fmt: skip


def good_token(good: Good | Literal["any"], size: int) -> Image.Image:
    """A good: told by its colour and by its shape; any good is all four in one."""

    def draw(pen: Pen) -> None:
        if good == "any":
            _any_good(pen)
            return
        pen.polygon(_shape(good, 1.34), INK)
        pen.polygon(_shape(good, 1.20), WHITE)
        pen.polygon(_shape(good, 0.96), blend(GOOD_COLOURS[good], INK, 0.55))
        pen.polygon(_shape(good, 0.84), GOOD_COLOURS[good])
        if good == "alien":
            pen.disc(0.5, 0.60, 0.09, INK)
        elif good == "rare":
            pen.line([(0.34, 0.42), (0.5, 0.34), (0.66, 0.42)], 0.05, blend(GOOD_COLOURS[good], WHITE, 0.6))

    return stamp(("good", good), size, draw)


def _any_good(pen: Pen) -> None:
    pen.box((0.08, 0.08, 0.92, 0.92), 0.20, INK)
    pen.box((0.12, 0.12, 0.88, 0.88), 0.16, WHITE)
    for (x, y), colour in zip(
        ((0.19, 0.19), (0.52, 0.19), (0.19, 0.52), (0.52, 0.52)), GOOD_COLOURS.values(), strict=True
    ):
        pen.box((x, y, x + 0.29, y + 0.29), 0.05, colour)


def world_mark(good: Good | Literal["any"] | None, mode: str | None, size: int) -> Image.Image:
    """A world of a kind as a small sign, with the shape of its good: filled for production, a ring for windfall.

    Where either will do it is both: filled, within a ring.
    """

    def draw(pen: Pen) -> None:
        colour = BARREN if good is None else WHITE if good == "any" else GOOD_COLOURS[good]
        pen.disc(0.5, 0.5, 0.5, INK)
        pen.disc(0.5, 0.5, 0.46, colour)
        if good is None:
            pen.disc(0.38, 0.36, 0.10, blend(colour, WHITE, 0.5))
            return
        if mode != "production":
            pen.disc(0.5, 0.5, 0.37, INK)
        if mode is None:
            pen.disc(0.5, 0.5, 0.32, colour)
        if good == "any":
            for (x, y), part in zip(_AROUND, GOOD_COLOURS.values(), strict=True):
                pen.disc(x, y, 0.10, part)
            return
        grow, ink = (0.74, colour) if mode == "windfall" else (0.74, INK) if mode else (0.62, INK)
        pen.polygon(_shape(good, grow), ink)

    return stamp(("world", good, mode), size, draw)


_AROUND = ((0.35, 0.15), (0.65, 0.15), (0.35, 0.85), (0.65, 0.85))


def shield(pen: Pen) -> None:
    """A military world: a shield in red, which no other cost has."""
    pen.polygon(_shield(0.0), RED)
    pen.polygon(_shield(0.10), STRENGTH_FILL)


def _shield(inset: float) -> list[tuple[float, float]]:
    """The outline of a shield: straight at its top and its sides, round towards its point."""
    side = 0.48 - inset
    right = [(0.5 + side * cos(pi * step / 16), 0.46 + (0.54 - inset) * sin(pi * step / 16)) for step in range(9)]
    left = [(1 - x, y) for x, y in reversed(right)]
    return [(0.5 + side, 0.03 + inset), *right, *left, (0.5 - side, 0.03 + inset)]


def planet(card: Card, size: int) -> Image.Image:
    """The world of a card: filled with its good's colour for production, within a ring of it for windfall."""
    seed = seed_of(card.key)
    if card.good is None:
        texture: Texture = ("rock", "swamp", "craters", "clouds")[seed % 4]
        tint = (BARREN, rgb("#7f8f95"), rgb("#9a8f8a"), rgb("#8a86a0"))[seed // 4 % 4]
        return sphere(size, tint, texture, seed, belt=seed // 16 % 3 == 0)
    colour = GOOD_COLOURS[card.good]
    if card.windfall:
        return sphere(size, blend(BARREN, colour, 0.25), TEXTURES[card.good], seed, ring=colour)
    return sphere(size, colour, TEXTURES[card.good], seed)


def kind_mark(good: Good, size: int) -> Image.Image:
    """A kind of good as a small dark sign: tells the kind of an empty world to whom its colour does not."""

    def draw(pen: Pen) -> None:
        pen.disc(0.5, 0.5, 0.5, GOOD_COLOURS[good])
        pen.disc(0.5, 0.5, 0.43, INK)
        pen.polygon(
            [(0.5 + (x - 0.5) * 0.82, 0.5 + (y - 0.5) * 0.82) for x, y in _shape(good, 0.9)], GOOD_COLOURS[good]
        )

    return stamp(("kind", good), size, draw)


def draw_art(
    image: Image.Image,
    card: Card,
    middle: tuple[float, float],
    size: int,
    *,
    good: bool,
    gone: bool = False,
    beside: bool = False,
) -> None:
    """The picture of a card: its planet with its good or the sign of the good's kind, or a device with its power's.

    A good would hide a small planet: `beside` lays it half over it. One that is `gone` is faint and struck out.
    """
    if card.development:
        place(image, device(card, size), middle)
        place(image, icon(_device_sign(card), round(size * 0.44)), middle)
        return
    x, y = middle
    if beside and good:
        place(image, planet(card, size), (x - size * 0.36, y))
        _lay_good(image, card.good or "any", size, (x + size * 0.40, y), gone=gone)
        return
    place(image, planet(card, size), middle)
    if card.good is None:
        return
    if good:
        _lay_good(image, card.good, max(40, round(size * 0.64)), middle, gone=gone)
    else:
        mark = max(24, round(size * 0.34))
        place(image, kind_mark(card.good, mark), (middle[0] - size * 0.36, middle[1] + size * 0.30))


def _lay_good(
    image: Image.Image, good: Good | Literal["any"], size: int, middle: tuple[float, float], *, gone: bool
) -> None:
    """A good on its world; one that has just left it is faint, under a cross."""
    if not gone:
        place(image, good_token(good, size), middle)
        return

    def make() -> Image.Image:
        token = good_token(good, size).copy()
        token.putalpha(token.getchannel("A").point(lambda value: value * 45 // 100))
        return token

    place(image, LAYERS.get(("good gone", good, size), make), middle)
    place(image, icon("cross", max(28, round(size * 0.8))), middle)


def device(card: Card, size: int) -> Image.Image:
    """A development: an instrument with a toothed rim, with room for a sign in it."""
    seed = seed_of(card.key)
    teeth = 10 + seed % 7

    def draw(pen: Pen) -> None:
        pen.polygon(star(teeth, 0.49, 0.43), blend(DEVELOPMENT, INK, 0.45))
        pen.disc(0.5, 0.5, 0.42, blend(DEVELOPMENT, INK, 0.25))
        pen.disc(0.5, 0.5, 0.385, VIOLET)
        for step in range(teeth):
            x, y = regular(teeth, step / teeth, 0.345)[0]
            pen.disc(x, y, 0.014, DEVELOPMENT)
        if seed // 7 % 2:
            pen.ring(0.5, 0.5, 0.32, 0.012, DEVELOPMENT)

    return stamp(("device", teeth, seed // 7 % 2), size, draw)


def _device_sign(card: Card) -> str:
    """The icon of a development's first power."""
    for phase in ("explore", "develop", "trade", "consume", "produce"):
        if phase in ("trade", "consume", "produce") and card.powers.settle:
            break
        if card.powers.of(phase):
            return PHASE_ICONS[phase]
    strong = any(type(power).__name__ in {"Strength", "GiveUpForStrength"} for power in card.powers.settle)
    return "swords" if strong else "rocket"


def cost_badge(card: Card, size: int, price: int | None = None) -> Image.Image:
    """What a card costs: a diamond for developments, a circle for worlds, a shield with the defence for military.

    `price` is what its holder pays where that is less: in brass.
    """

    def make() -> Image.Image:
        def draw(pen: Pen) -> None:
            if card.development:
                pen.polygon([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)], DEVELOPMENT)
                pen.polygon([(0.5, 0.10), (0.90, 0.5), (0.5, 0.90), (0.10, 0.5)], VIOLET)
            elif card.military:
                shield(pen)
            else:
                pen.disc(0.5, 0.5, 0.48, rgb("#cfd8e4"))
                pen.disc(0.5, 0.5, 0.42, rgb("#121a28"))

        kind = "diamond" if card.development else "strength" if card.military else "circle"
        image = stamp(("cost", kind), size, draw).copy()
        write(
            ImageDraw.Draw(image),
            (size / 2, size / 2),
            str(card.number if price is None else price),
            round(size * 0.66),
            TEXT if price is None else BRASS_LIGHT,
            bold=True,
            anchor="mm",
        )
        return image

    return LAYERS.get(("cost badge", card.development, card.military, card.number, price, size), make)


def points_badge(points: int | None, size: int) -> Image.Image:
    """Victory points within a laurel; “?” where they are counted at the end."""

    def make() -> Image.Image:
        image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        laurel = stamp(("wreath",), size, wreath) if size < 44 else icon("laurel", size)
        image.paste(laurel, (0, 0), laurel)
        label = "?" if points is None else str(points)
        write(
            ImageDraw.Draw(image),
            (size / 2, size * 0.49),
            label,
            max(MIN_SIZE, round(size * 0.58)),
            TEXT,
            bold=True,
            anchor="mm",
        )
        return image

    return LAYERS.get(("points", points, size), make)


def wreath(pen: Pen) -> None:
    """A laurel for small sizes: its leaves run together."""
    pen.arc((0.5, 0.5), 0.48, 0.13, (-50, 230), LAUREL)
