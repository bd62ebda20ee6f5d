"""Signs in a row, such as a good, an arrow and a card: how the powers of cards and special strength are shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.icons import icon
from rendering.kit.palette import INK, RED, TEXT
from rendering.kit.shapes import Pen, rounded, stamp
from rendering.race.looks import DEVELOPMENT, STRENGTH_FILL, VIOLET, good_token, shield, world_mark, wreath

HEIGHTS = (22, 26, 30, 36, 40, 44, 52, 60, 72, 84, 96, 112)
"""The heights of rows of signs: few, so that the signs that are drawn once and kept serve everywhere."""


@dataclass(frozen=True)
class Sign:
    """One sign in a row: a kind and what it shows."""

    kind: Literal["icon", "text", "good", "world", "strength", "military", "points", "phase", "cost", "space"]
    what: str = ""
    mode: str | None = None


Row: TypeAlias = tuple[Sign, ...]


def _sign(sign: Sign, high: int) -> Image.Image:
    match sign.kind:
        case "icon":
            return _tight(sign.what, high)
        case "good":
            return good_token(sign.what, high)  # type: ignore[arg-type]
        case "world":
            return world_mark(sign.what or None, sign.mode, high)  # type: ignore[arg-type]
        case "points":
            return _laurel_text(sign.what, high)
        case "strength":
            return _strength(sign.what, high)
        case "military":
            return stamp(("shield",), high, shield)
        case "phase":
            return _phase(sign.what, high)
        case "cost":
            return _diamond(sign.what, high)
        case "space":
            return Image.new("RGBA", (max(1, high // 4), high), (0, 0, 0, 0))
        case "text":
            return _text(sign.what, high)


def _tight(what: str, high: int) -> Image.Image:
    """An icon without the clear space at its sides."""

    def make() -> Image.Image:
        image = icon(what, high)
        left, _, right, _ = image.getbbox() or (0, 0, high, high)
        return image.crop((left, 0, right, high))

    return LAYERS.get(("tight", what, high), make)


def _laurel_text(what: str, high: int) -> Image.Image:
    def make() -> Image.Image:
        size = max(MIN_SIZE, round(high * 0.80))
        image = Image.new("RGBA", (width(what, size, bold=True) + round(high * 0.72) + 2, high), (0, 0, 0, 0))
        pen = ImageDraw.Draw(image)
        write(pen, (0, high / 2), what, size, TEXT, bold=True, anchor="lm")
        laurel = stamp(("wreath",), round(high * 0.72), wreath)
        image.paste(laurel, (image.width - laurel.width, (high - laurel.height) // 2), laurel)
        return image

    return LAYERS.get(("laurel text", what, high), make)


def _text(what: str, high: int) -> Image.Image:
    def make() -> Image.Image:
        size = max(MIN_SIZE, round(high * 0.80))
        image = Image.new("RGBA", (width(what, size, bold=True), high), (0, 0, 0, 0))
        write(ImageDraw.Draw(image), (0, high / 2), what, size, TEXT, bold=True, anchor="lm")
        return image

    return LAYERS.get(("text", what, high), make)


def _strength(what: str, high: int) -> Image.Image:
    """Strength, within a red line that is round at its ends."""

    def make() -> Image.Image:
        size = max(MIN_SIZE, round(high * 0.72))
        wide = max(high, width(what, size, bold=True) + round(high * 0.44))
        image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
        image.paste((*RED, 255), (0, 0, wide, high), rounded((wide, high), high // 2))
        line = max(3, high // 12)
        inner = (wide - 2 * line, high - 2 * line)
        image.paste((*STRENGTH_FILL, 255), (line, line, wide - line, high - line), rounded(inner, inner[1] // 2))
        write(ImageDraw.Draw(image), (wide / 2, high / 2), what, size, TEXT, bold=True, anchor="mm")
        return image

    return LAYERS.get(("strength", what, high), make)


def _phase(what: str, high: int) -> Image.Image:
    """A phase's number as in the strip of a card: dark on a light field."""

    def make() -> Image.Image:
        size = max(MIN_SIZE, round(high * 0.70))
        wide = max(high * 3 // 4, width(what, size, bold=True) + high // 4)
        image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
        image.paste((*TEXT, 255), (0, 1, wide, high - 1), rounded((wide, high - 2), max(3, high // 7)))
        write(ImageDraw.Draw(image), (wide / 2, high / 2), what, size, INK, bold=True, anchor="mm")
        return image

    return LAYERS.get(("phase", what, high), make)


def _diamond(what: str, high: int) -> Image.Image:
    def make() -> Image.Image:
        def draw(pen: Pen) -> None:
            pen.polygon([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)], DEVELOPMENT)
            pen.polygon([(0.5, 0.11), (0.89, 0.5), (0.5, 0.89), (0.11, 0.5)], VIOLET)

        image = stamp(("diamond",), high, draw).copy()
        write(ImageDraw.Draw(image), (high / 2, high / 2), what, round(high * 0.58), TEXT, bold=True, anchor="mm")
        return image

    return LAYERS.get(("diamond text", what, high), make)


def row_width(row: Row, high: int) -> int:
    """How wide a row of signs is."""
    return sum(_sign_width(sign, high) for sign in row) + max(0, len(row) - 1) * gap(high)


@lru_cache(maxsize=2048)
def _sign_width(sign: Sign, high: int) -> int:
    return _sign(sign, high).width


def gap(high: int) -> int:
    """The space between two signs of a row."""
    return max(3, high // 7)


def _draw_row(image: Image.Image, at: tuple[int, int], row: Row, high: int) -> int:
    """Paste signs from the left; give the x where the row ends."""
    x, top = at
    for sign in row:
        drawn = _sign(sign, high)
        image.paste(drawn, (x, top), drawn)
        x += drawn.width + gap(high)
    return x - gap(high) if row else x


def row_image(row: Row, high: int, room: int) -> Image.Image:
    """A row by itself, of the greatest height that it may have and its room allows; at the least it is squeezed."""
    heights = [one for one in reversed(HEIGHTS) if one <= high] or [HEIGHTS[0]]
    high = next((one for one in heights if row_width(row, one) <= room), HEIGHTS[0])
    wide = row_width(row, high)
    image = Image.new("RGBA", (max(1, wide), high), (0, 0, 0, 0))
    _draw_row(image, (0, 0), row, high)
    if wide > room:
        image = image.resize((room, max(1, round(high * room / wide))), Image.Resampling.LANCZOS)
    return image
