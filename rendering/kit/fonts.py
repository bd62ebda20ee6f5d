"""Type: one humanist sans in two weights, measured, fitted and wrapped so that no text leaves its box.

The fonts lie beside this file (Open Font License, see fonts/OFL.txt); their figures are tabular.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from math import modf
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from rendering.kit.palette import Colour

Anchor: TypeAlias = Literal["lt", "lm", "mm", "rm", "mt", "rt", "ls", "ms", "rs"]
ELLIPSIS = "…"
MIN_SIZE = 22
"""Minimum size of type: smaller cannot be read in a picture 1600 wide that is opened in full."""
LEADING = 1.08
"""The height of a line, as a multiple of the type's size."""

_FILES = {False: "FiraSansCondensed-Medium.ttf", True: "FiraSansCondensed-Bold.ttf"}


@lru_cache(maxsize=48)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels. The simple layout engine is everywhere the same.

    Each that is kept holds 150 kB; opening one anew takes less than 0.1 ms.
    """
    with resources.as_file(resources.files("rendering.kit") / "fonts" / _FILES[bold]) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16384)
def _advance(sign: str, size: int, bold: bool) -> float:
    return font(size, bold=bold).getlength(sign)


@lru_cache(maxsize=16384)
def width(text: str, size: int, *, bold: bool = False) -> int:
    """The width of a line in pixels, rounded up: the sum of its signs', since the simple layout does not kern."""
    return int(sum(_advance(sign, size, bold) for sign in text) + 0.999)


@lru_cache(maxsize=4096)
def _drawable(sign: str) -> bool:
    probe = font(32)
    return sign == " " or bytes(probe.getmask(sign)) != bytes(probe.getmask("\uffff"))


def clean(text: str) -> str:
    """Leave out signs that the font does not have (emoji in a player's name) and runs of spaces."""
    return " ".join("".join(sign for sign in text if sign.isspace() or _drawable(sign)).split())


@lru_cache(maxsize=8192)
def cut(text: str, room: int, size: int, *, bold: bool = False) -> str:
    """Shorten a line with an ellipsis until it fits; empty where not even that fits."""
    if width(text, size, bold=bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip(" ,.–-") + ELLIPSIS, size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    short = text[:low].rstrip(" ,.–-") + ELLIPSIS
    return short if width(short, size, bold=bold) <= room else ""


SOFT = "\u00ad"
"""A soft hyphen: where a long word may break."""


def kept_together(text: str) -> str:
    """A text whose lines do not end between a number and what it counts."""
    return re.sub(r"(?<![\w+−-])(\d+) (?=\w)", "\\1\u00a0", text)


def _units(text: str) -> list[tuple[str, bool, bool]]:
    """Split a text where it may break: each piece, whether a space stands before it, whether a break needs a hyphen."""
    units: list[tuple[str, bool, bool]] = []
    for word in re.split(r"[^\S\u00a0]+", text.strip()) if text.strip() else ():
        pieces = word.replace("-", "-" + SOFT).split(SOFT)
        pieces = [piece.replace("\u00a0", " ") for piece in pieces if piece]
        for index, piece in enumerate(pieces):
            units.append((piece, index == 0, index < len(pieces) - 1 and not piece.endswith("-")))
    return units


@lru_cache(maxsize=8192)
def wrap(text: str, room: int, size: int, lines: int, *, bold: bool = False) -> tuple[tuple[str, ...], bool]:
    """Break a text into at most `lines` lines. The flag tells whether all of it is there, uncut."""
    out: list[str] = []
    line, open_word = "", False
    units = _units(text)
    for at, (unit, spaced, hyphen) in enumerate(units):
        longer = f"{line} {unit}" if line and spaced else line + unit
        if (
            not line
            or width(longer + "-" * hyphen, size, bold=bold) <= room
            or (
                # The rest of the word fits too, so that its hyphen is never needed.
                hyphen and width(longer + _rest(units, at), size, bold=bold) <= room
            )
        ):
            line, open_word = longer, hyphen
            continue
        if len(out) == lines - 1:
            rest = line + "".join((" " if space else "") + piece for piece, space, _ in units[at:])
            out.append(rest)
            return tuple(cut(one, room, size, bold=bold) for one in out), False
        out.append(line + "-" * (open_word and not spaced))
        line, open_word = unit, hyphen
    out.append(line)
    whole = all(width(one, size, bold=bold) <= room for one in out)
    return tuple(cut(one, room, size, bold=bold) for one in out), whole


def _rest(units: list[tuple[str, bool, bool]], at: int) -> str:
    """The pieces of a word after one of them."""
    rest = ""
    for unit, spaced, _ in units[at + 1 :]:
        if spaced:
            break
        rest += unit
    return rest


@lru_cache(maxsize=8192)
def fit(
    text: str, room: tuple[int, int], sizes: tuple[int, int], lines: int, *, bold: bool = False
) -> tuple[int, tuple[str, ...]]:
    """Choose the largest size, from `sizes[1]` down to `sizes[0]`, at which a text fits its box uncut.

    Fewer lines are preferred at the same size. At the smallest size the text is cut.
    """
    wide, high = room
    largest, smallest = sizes[1], sizes[0]
    for size in range(largest, smallest - 1, -1):
        for count in range(1, lines + 1):
            if count > 1 and int(count * size * LEADING) > high:
                break
            broken, whole = wrap(text, wide, size, count, bold=bold)
            if whole and len(broken) <= count:
                return size, balanced(text, wide, size, len(broken), bold=bold)
    count = max(1, min(lines, int(high / (smallest * LEADING))))
    return smallest, wrap(text, wide, smallest, count, bold=bold)[0]


def balanced(text: str, room: int, size: int, lines: int, *, bold: bool = False) -> tuple[str, ...]:
    """Break into a number of lines of about the same length."""
    low, high = 1, room
    while low < high:
        middle = (low + high) // 2
        broken, whole = wrap(text, middle, size, lines, bold=bold)
        if whole and len(broken) <= lines:
            high = middle
        else:
            low = middle + 1
    return wrap(text, high, size, lines, bold=bold)[0]


def write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    *,
    bold: bool = False,
    anchor: Anchor = "lt",
    edge: Colour | None = None,
) -> None:
    """Write one line. A middle anchor centres capitals and figures, so that numbers sit well in their badges.

    With an `edge` it is read on whatever it lies over.
    """
    x, y = at
    if anchor[1] == "m":
        y += round(size * 0.345)
        anchor = {"lm": "ls", "mm": "ms", "rm": "rs"}[anchor]  # type: ignore[assignment]
    elif anchor[1] == "t":
        y += round(size * 0.80)
        anchor = {"lt": "ls", "mt": "ms", "rt": "rs"}[anchor]  # type: ignore[assignment]
    if text:
        draw_line(pen, (x, y), text, size, colour, bold=bold, anchor=anchor, edge=edge)


def draw_line(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    *,
    bold: bool,
    anchor: Anchor,
    edge: Colour | None,
) -> None:
    """Draw one line whose anchor is on its baseline; all type comes through here (`write`)."""
    x, y = at
    for stroke, ink in ((0, colour),) if edge is None else ((round(size / 9), edge), (0, colour)):
        shape, left, top = _shape(text, size, anchor, (modf(x)[0], modf(y)[0]), bold=bold, stroke=stroke)
        pen.bitmap((int(x) + left, int(y) + top), shape, fill=ink)


@lru_cache(maxsize=512)
def _shape(
    text: str, size: int, anchor: str, start: tuple[float, float], *, bold: bool, stroke: int
) -> tuple[Image.Image, int, int]:
    """A line's pixels, from 0 to 255, and where they are from the pixel of its anchor, which is off that by `start`.

    The same few words stand in most pictures: pasting them is five times as fast as drawing them, twenty with an edge.
    """
    face = font(size, bold=bold)
    left, top, across, below = face.getbbox(text, anchor=anchor, stroke_width=stroke)
    left, top = int(left) - 2, int(top) - 2
    image = Image.new("L", (int(across) + 3 - left, int(below) + 3 - top))
    at = (start[0] - left, start[1] - top)
    ImageDraw.Draw(image).text(at, text, font=face, fill=255, anchor=anchor, stroke_width=stroke)
    inked = image.getbbox() or (0, 0, 1, 1)
    return image.crop(inked), left + inked[0], top + inked[1]


def write_block(
    pen: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    text: str,
    sizes: tuple[int, int],
    colour: Colour,
    *,
    lines: int = 1,
    bold: bool = False,
    across: Literal["left", "middle", "right"] = "left",
    down: Literal["top", "middle"] = "middle",
) -> int:
    """Write a text as large as it fits a box (left, top, right, bottom); give the size chosen."""
    left, top, right, bottom = box
    size, broken = fit(text, (right - left, bottom - top), sizes, lines, bold=bold)
    step = round(size * LEADING)
    y = float(top) if down == "top" else (top + bottom) / 2 - step * (len(broken) - 1) / 2
    for line in broken:
        x = {"left": left, "middle": (left + right) / 2, "right": right}[across]
        side = {"left": "l", "middle": "m", "right": "r"}[across]
        anchor: Anchor = side + ("t" if down == "top" else "m")  # type: ignore[assignment]
        write(pen, (x, y), line, size, colour, bold=bold, anchor=anchor)
        y += step
    return size
