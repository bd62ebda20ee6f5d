"""What the pictures of battles share: how a side looks, and how a chance is said."""

from __future__ import annotations

from PIL import Image

from rendering.eclipse.blueprint import Box
from rendering.eclipse.looks import NPC, seat_style
from rendering.kit.palette import SeatStyle, blend, ink_on
from rendering.words import Words
from rules.eclipse.odds import Odds
from rules.eclipse.state import EclipseState

LEAST_STALEMATE = 0.005
"""Less likely stalemates are not told."""


def style_of(view: EclipseState, side: int) -> SeatStyle:
    """How a side looks."""
    return seat_style(view, side) if side >= 0 else NPC


def said_chance(odds: Odds, chance: float, words: Words) -> str:
    """A chance of a battle, with a sign where it was found by trying."""
    told = percent(chance, words)
    return told if odds.exact else f"~ {told}"


def percent(chance: float, words: Words) -> str:
    """A chance in whole per cent, as the reader's language writes it; certain only where it is."""
    n = round(100 * chance)
    n = min(n, 99) if chance < 1 - 1e-9 else n
    n = max(n, 1) if chance > 1e-9 else n
    return f"{n} %" if words.language == "de" else f"{n}%"


def average(n: float, words: Words) -> str:
    """How many ships are left on average."""
    return f"{n:.1f}".replace(".", "," if words.language == "de" else ".")


def seat_edge_across(image: Image.Image, style: SeatStyle, box: Box) -> None:
    """A seat's pattern as a lying line in the ink that stands out on its colour."""
    left, top, right, bottom = box
    if right <= left:
        return
    ink = blend(style.colour, ink_on(style.colour), 0.7)
    x, index = left, 0
    while x < right:
        long = style.pattern[index % len(style.pattern)] * 8 if style.pattern else right - left
        if index % 2 == 0:
            image.paste(ink, (x, top, min(right, x + long), bottom))
        x += long
        index += 1
