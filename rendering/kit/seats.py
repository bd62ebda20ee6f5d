"""What pictures show of a seat: its name, its mark, its edge, and figures with what changed in them."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.kit.fonts import MIN_SIZE, clean, width, write
from rendering.kit.icons import icon
from rendering.kit.palette import BRASS_LIGHT, SEATS, TEXT, Colour, SeatStyle, ink_on
from rendering.kit.shapes import panel, place
from rendering.words import Words
from rules.kernel.text import player, signed


def seat_name(seat: int, words: Words) -> str:
    """A player's name in signs that the font has; the seat's letter where none is left."""
    return clean(words.say(player(seat))) or SEATS[seat].mark


def seat_disc(image: Image.Image, style: SeatStyle, middle: tuple[float, float], size: int) -> None:
    """The mark of a seat: its letter on its colour."""
    box = (round(middle[0] - size / 2), round(middle[1] - size / 2))
    whole = (box[0], box[1], box[0] + size, box[1] + size)
    panel(image, whole, TEXT, size // 2)
    panel(image, (whole[0] + 2, whole[1] + 2, whole[2] - 2, whole[3] - 2), style.colour, size // 2 - 2)
    letter = max(round(size * 0.62), min(MIN_SIZE, round(size * 0.78)))  # On a small disc it comes close to the edge.
    write(ImageDraw.Draw(image), middle, style.mark, letter, ink_on(style.colour), bold=True, anchor="mm")


def seat_edge(image: Image.Image, style: SeatStyle, box: tuple[int, int, int, int]) -> None:
    """An upright bar in the seat's colour and pattern, of which a short bar, too, has all and its beginning again."""
    left, top, right, bottom = box
    if not style.pattern:
        image.paste(style.colour, box)
        return
    again = sum(style.pattern) + style.pattern[0]
    unit = max(2, min((right - left) // 2, (bottom - top) // again))
    y, index = top, 0
    while y < bottom:
        long = style.pattern[index % len(style.pattern)] * unit
        if index % 2 == 0:
            image.paste(style.colour, (left, y, right, min(bottom, y + long)))
        y += long
        index += 1


def figure(
    image: Image.Image,
    at: tuple[int, int],
    sign: str,
    value: str,
    size: int,
    *,
    change: int = 0,
    room: int = 400,
) -> int:
    """A sign and a number beside it, in brass with the difference where it changed; give the x where it ends.

    `at` is the left end of its middle line. A difference that has no room is left out: a part of it would be another.
    """
    x, y = at
    pen = ImageDraw.Draw(image)
    place(image, icon(sign, size), (x + size / 2, y))
    colour: Colour = BRASS_LIGHT if change else TEXT
    x += size + size // 6
    write(pen, (x, y), value, size, colour, bold=True, anchor="lm")
    x += width(value, size, bold=True)
    if change:
        small = max(MIN_SIZE, size // 2)
        words = signed(change, plus=True)
        if width(words, small, bold=True) > room - (x + 5 - at[0]):
            return x
        write(pen, (x + 5, y - size // 5), words, small, BRASS_LIGHT, bold=True, anchor="lm")
        x += 5 + width(words, small, bold=True)
    return x
