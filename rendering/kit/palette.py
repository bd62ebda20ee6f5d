"""Colours: background, panels, text, brass for what matters now, and eight seats that the colour-blind tell apart.

Contrast is WCAG 2's: text reaches at least 4.5 to 1 on what it stands on, tokens at least 3 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """Read a colour such as ``#0e1420``."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


NIGHT = rgb("#0e1420")
DUSK = rgb("#16202f")
PANEL = rgb("#1d2838")
PANEL_HIGH = rgb("#28364b")
LINE = rgb("#32425a")
LINE_HIGH = rgb("#50648a")
TEXT = rgb("#e8edf4")
FAINT = rgb("#9fb0c6")
BRASS = rgb("#d9a441")
BRASS_LIGHT = rgb("#f0c674")
RED = rgb("#f0604f")
WHITE = rgb("#ffffff")
INK = rgb("#0b1019")


@dataclass(frozen=True)
class SeatStyle:
    """How a seat is told apart: its colour, its mark (a letter) and the pattern of its edge."""

    colour: Colour
    mark: str
    pattern: tuple[int, ...]
    """Lengths of dash and gap in turn, as multiples of the edge's width; empty: a solid edge."""


# Okabe and Ito's colours, some lightened for a dark background. Brass-like orange comes late: brass means "now".
SEATS: tuple[SeatStyle, ...] = (
    SeatStyle(rgb("#56b4e9"), "A", ()),
    SeatStyle(rgb("#e8641b"), "B", (4, 2)),
    SeatStyle(rgb("#f0e442"), "C", (1, 1)),
    SeatStyle(rgb("#cc79a7"), "D", (6, 2, 1, 2)),
    SeatStyle(rgb("#12ad80"), "E", (2, 2)),
    SeatStyle(rgb("#c4ccd6"), "F", (8, 3)),
    SeatStyle(rgb("#3d8fd1"), "G", (3, 1, 1, 1)),
    SeatStyle(rgb("#e69f00"), "H", (1, 3)),
)


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    red, green, blue = colour
    return 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: Colour) -> Colour:
    """The text colour, dark or light, that reads better on a colour."""
    return INK if contrast(INK, colour) >= contrast(TEXT, colour) else TEXT


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the part of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
