"""Prices on a map: small plates beside the numbers of the places that they are for, where they cover nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image

from rendering.gaia.badges import Disc, overlap
from rendering.gaia.signs import APART, GOODS, row, signs_width
from rendering.gaia.widgets import Box
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, INK, PANEL_HIGH
from rendering.kit.shapes import panel

Price: TypeAlias = tuple[tuple[str, int], ...]
"""Goods and how many of each, as an option has them (`Option.price`)."""
SIGNS = GOODS | {"step": "i:step"}
SIZES = (GLANCE, 36, 30)
"""Sizes of type, the first that fits."""
HIGH = 1.18
"""The height of a plate in sizes of its type."""
MOST_COVERED = 0.1
"""How much of what is needed a plate may cover."""
SHIFTS = (0.0, 0.4, -0.4)


@dataclass(frozen=True)
class Plate:
    """What stands on a plate, where, and how large."""

    box: Box
    signs: tuple[str, ...]
    size: int

    def draw(self, image: Image.Image) -> None:
        """Draw it."""
        left, top, right, bottom = self.box
        panel(image, (left - 3, top - 3, right + 3, bottom + 3), INK, 13)
        panel(image, self.box, BRASS, 10)
        panel(image, (left + 2, top + 2, right - 2, bottom - 2), PANEL_HIGH, 8)
        row(image, ((left + right) / 2, (top + bottom) / 2), self.signs, self.size, middle=True)


def price_signs(price: Price) -> tuple[str, ...]:
    """A price in signs, terraforming steps and tokens apart from the goods."""
    signs: list[str] = []
    for good, count in price:
        signs += [str(count), SIGNS[good]]
        if good in ("step", "tokens") and (good, count) != price[-1]:
            signs.append(APART)
    return tuple(signs)


def in_common(prices: Mapping[str, Price]) -> Price:
    """What all of several prices take."""
    first, *others = prices.values()
    return tuple(part for part in first if all(part in other for other in others))


def plate_size(signs: Sequence[str], size: int) -> tuple[int, int]:
    """The width and height of a plate in pixels."""
    return signs_width(signs, size) + size // 2, round(size * HIGH)


def attached(
    badges: Mapping[str, Box],
    prices: Mapping[str, Price],
    *,
    needed: Sequence[Disc],
    room: Box,
    taken: Sequence[Box] = (),
) -> list[Plate]:
    """Find a place for each price beside its number; none where it would cover what is needed.

    `needed` are planets and pieces, `taken` what else they must not cover, as well as all numbers and one another.
    """
    found: list[Plate] = []
    boxes = [*badges.values(), *taken]
    for name, price in prices.items():
        signs, best = price_signs(price), None
        x, y = (badges[name][0] + badges[name][2]) / 2, (badges[name][1] + badges[name][3]) / 2
        near = [disc for disc in needed if abs(disc.x - x) < 400 and abs(disc.y - y) < 300]
        for size in SIZES:
            least = MOST_COVERED
            for box in _beside(badges[name], plate_size(signs, size)):
                if box[0] < room[0] or box[1] < room[1] or box[2] > room[2] or box[3] > room[3]:
                    continue
                if any(overlap(box, other) > 0 for other in boxes):
                    continue
                cost = sum(disc.covered(box) for disc in near)
                if cost < least:
                    best, least = Plate(box, signs, size), cost
                if not cost:
                    break
            if best is not None:
                break
        if best is not None:
            found.append(best)
            boxes.append(best.box)
    return found


def _beside(badge: Box, size: tuple[int, int]) -> list[Box]:
    """Boxes that touch a number's: to its right and left, below and above."""
    left, top, right, bottom = badge
    wide, high = size
    x, y = (left + right - wide) // 2, (top + bottom - high) // 2
    spots = []
    for shift in SHIFTS:
        down, across = round(shift * (bottom - top)), round(shift * wide)
        spots += [(right, y + down), (left - wide, y + down), (x + across, bottom), (x + across, top - high)]
    return [(x, y, x + wide, y + high) for x, y in spots]
