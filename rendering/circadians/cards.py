"""Cards and tiles in small: what they do in signs, what they are worth and cost, and their name where there is room."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image, ImageDraw

from rendering.circadians.looks import CLAN_COLOURS, sign
from rendering.circadians.sign_block import fits, sign_block, sign_lines
from rendering.circadians.signs import Signs, effect_signs, goods_signs, row, signs_width
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.palette import FAINT, INK, LINE_HIGH, NIGHT, PANEL_HIGH, RED, TEXT, WHITE, Colour, blend, rgb
from rendering.kit.shapes import outline, panel, place, rounded
from rendering.words import Words
from rules.circadians.components import Clan, Components, Item
from rules.circadians.effects import Effect

Box: TypeAlias = tuple[int, int, int, int]
RADIUS = 12
FILLS: dict[str, Colour] = {
    "items": rgb("#2f3552"),
    "farms": rgb("#1f4034"),
    "upgrades": rgb("#2c3d52"),
    "characters": rgb("#473546"),
    "events": rgb("#443a2a"),
    "clans": PANEL_HIGH,
}
KIND_SIGNS = {"farms": "farm", "upgrades": "garage", "characters": "character"}
LEAST_NAMED = 84
"""Pixels of height at which a card has room for its name."""
TWO_LINES = 52
"""Pixels of height of a name that must be broken."""
LEAST_SIGNED = 200
"""Pixels of width at which it has room for the sign of its kind, too."""


def kind_of(parts: Components, id: str) -> str:
    """Which part of the set a card or tile is of, by the names of `FILLS`."""
    return next(part for part in FILLS if id in getattr(parts, part))


def effect_of(parts: Components, id: str) -> Effect:
    """What a card or tile does."""
    effect: Effect = getattr(parts, kind_of(parts, id))[id].effect
    return effect


def draw_card(
    image: Image.Image,
    box: Box,
    parts: Components,
    id: str,
    words: Words,
    *,
    price: Signs | None = None,
    most: int = 56,
    dim: bool = False,
    clear: tuple[int, int] = (0, 0),
) -> None:
    """Draw a card or tile in a box, once for all that it depends on: see `_face`."""
    size = (box[2] - box[0], box[3] - box[1])
    key = ("circadians card", parts.digest, id, words.language, size, price, most, dim, clear)

    def make() -> Image.Image:
        face = Image.new("RGB", size, NIGHT)
        _face(face, parts, id, words, price=price, most=most, dim=dim, clear=clear)
        return face

    image.paste(LAYERS.get(key, make), box, rounded(size, RADIUS))


def _face(
    image: Image.Image,
    parts: Components,
    id: str,
    words: Words,
    *,
    price: Signs | None,
    most: int,
    dim: bool,
    clear: tuple[int, int],
) -> None:
    """Draw a card or tile over a whole image: name above, signs in the middle, points and price below.

    `price` stands for the printed one, with a player's discounts; `most` is the largest size of its signs; `dim`
    darkens what cannot be had; `clear` is the width and height left free in the upper right corner, for a number.
    """
    box = left, top, right, bottom = (0, 0, *image.size)
    kind = kind_of(parts, id)
    one = getattr(parts, kind)[id]
    fill = blend(PANEL_HIGH, CLAN_COLOURS[one.column], 0.25) if isinstance(one, Clan) else FILLS[kind]
    panel(image, box, fill, RADIUS)
    outline(image, box, blend(fill, LINE_HIGH, 0.8), 2, RADIUS)
    y = top + 6
    if bottom - top >= LEAST_NAMED:
        high = min(60, max(MIN_SIZE + 4, (bottom - top) // 5))
        x = left + 10
        if kind in KIND_SIGNS and right - left >= LEAST_SIGNED:
            place(image, sign(KIND_SIGNS[kind], high - 2, FAINT), (x + high / 2, y + high / 2))
            x += high + 6
        name, end = words.say(parts.name(id)), right - 8 - clear[0]
        if width(name, MIN_SIZE) > end - x:
            high = max(high, TWO_LINES)
        write_block(ImageDraw.Draw(image), (x, y, end, y + high), name, (MIN_SIZE, 44), FAINT, lines=2)
        y += high
    cost = price if price is not None else goods_signs(one.cost) if isinstance(one, Item) else None
    points = getattr(one, "vp", None)
    foot, signs = bottom - 4, effect_signs(one.effect)
    if cost is not None or points is not None:
        high = min(most, 72, max(MIN_SIZE, (bottom - y) * 50 // 100))
        if not fits(signs, (right - left - 16, bottom - 4 - high - y)):
            high = MIN_SIZE
        foot = bottom - 4 - high
        points_and_price(image, (left + 10, foot, right - 10, bottom - 4), points, cost or (), high * 9 // 10)
    _effect(image, (left + 8, y, right - 8, foot), signs, most, clear)
    if dim:
        darken(image, box)


def _effect(image: Image.Image, box: Box, signs: Signs, most: int, clear: tuple[int, int]) -> None:
    """What a card does, beside the corner that is left free or below it, wherever it is larger."""
    left, top, right, bottom = box
    rooms = [(left, max(top, clear[1]), right, bottom), (left, top, right - clear[0], bottom)]
    rooms = [one for one in rooms if fits(signs, (one[2] - one[0], one[3] - one[1]))] or [box]
    sizes = [sign_lines(signs, (one[2] - one[0], one[3] - one[1]), _most(one, most))[0] for one in rooms]
    room = rooms[sizes.index(max(sizes))]
    sign_block(image, room, signs, _most(room, most))


def _most(room: Box, most: int) -> int:
    return min(most, (room[3] - room[1]) * 86 // 100)


def points_and_price(image: Image.Image, box: Box, points: int | None, price: Signs, size: int) -> None:
    """Points in their laurel at the left, the price at the right, as large as both fit; two prices below each other.

    Where there is no room for two prices, a dot-dot-dot stands for the second.
    """
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    one_line = size
    while one_line > MIN_SIZE and points_width(points, one_line) + 14 + signs_width(price, one_line) > right - left:
        one_line -= 1
    sizes = range(max(one_line, min(size, 34)), MIN_SIZE - 1, -2)
    points_size = next((found for found in sizes if _beside(box, points, price, found)), MIN_SIZE)
    if points is not None:
        draw_points(image, (left, middle), points, points_size)
        left += points_width(points, points_size) + 10
    if not fits(price, (right - left, bottom - top)) and "/" in price:
        price = (*price[: price.index("/")], "/…")
    if signs_width(price, one_line) <= right - left:
        row(image, (right - signs_width(price, one_line), middle), price, one_line)
    else:
        sign_block(image, (left, top, right, bottom), price, size)


def _beside(box: Box, points: int | None, price: Signs, size: int) -> bool:
    """Whether a price fits beside points of a size."""
    left, top, right, bottom = box
    return fits(price, (right - left - points_width(points, size) - 10, bottom - top))


def points_width(points: int | None, size: int) -> int:
    """How wide points are with their laurel."""
    return 0 if points is None else width(str(points), size, bold=True) + size + size // 8


def draw_points(image: Image.Image, at: tuple[float, float], points: int, size: int, colour: Colour = TEXT) -> int:
    """Points with a laurel after the number, from the left end of the middle line; give where it ends."""
    said = str(points)
    wide = width(said, size, bold=True)
    write(ImageDraw.Draw(image), at, said, size, colour, bold=True, anchor="lm")
    place(image, icon("laurel", size), (at[0] + wide + size // 8 + size / 2, at[1]))
    return round(at[0]) + points_width(points, size)


def alarm(image: Image.Image, box: Box) -> None:
    """The plate under what is beyond a limit or cannot be paid: its type stays bright, for eyes that see no red."""
    panel(image, box, blend(RED, NIGHT, 0.55), 10)
    outline(image, box, blend(RED, WHITE, 0.25), 3, 10)


def darken(image: Image.Image, box: Box) -> None:
    """Take the light from what cannot be had."""
    size = (box[2] - box[0], box[3] - box[1])

    def make() -> Image.Image:
        return rounded(size, RADIUS).point(lambda value: value * 130 // 255)

    image.paste(NIGHT, box, LAYERS.get(("circadians dark", size), make))


def garage(image: Image.Image, box: Box, number: int, algae: int, *, lit: bool = False, size: int = 44) -> Box:
    """Draw an empty garage with its number and its price in algae; give the box of its gate, for the die.

    `lit` is the one whose die is used now.
    """
    left, top, right, bottom = box
    wall = rgb("#8a6b2e") if lit else rgb("#3a4a63")
    roof = (bottom - top) // 5
    pen = ImageDraw.Draw(image)
    pen.polygon([(left, top + roof), ((left + right) / 2, top), (right, top + roof)], fill=wall)
    panel(image, (left, top + roof - 4, right, bottom), wall, 8)
    foot = size + 12
    gate = (left + 10, top + roof + 6, right - 10, bottom - foot)
    panel(image, gate, INK, 8)
    price: Signs = (str(algae), "g:algae") if algae else ("0",)
    write(pen, (left + 14, bottom - foot // 2), str(number), size * 3 // 4, FAINT, bold=True, anchor="lm")
    row(image, (right - 12 - signs_width(price, size), bottom - foot // 2), price, size)
    return gate
