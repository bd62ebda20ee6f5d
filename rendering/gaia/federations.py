"""Federations on the map: a line around their places in the owner's colour and pattern, inside of the hexes' edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import hypot

from PIL import Image, ImageDraw

from rendering.gaia.ground import TINT
from rendering.gaia.looks import seat_style
from rendering.kit.cache import LAYERS
from rendering.kit.hexes import HexLayout, hex_mask, paint_hex
from rendering.kit.palette import INK, Colour, SeatStyle
from rendering.kit.shapes import Point
from rules.gaia.state import GaiaState
from rules.kernel.hexes import DIRECTIONS, Hex, add

INSET, STEP = 0.12, 0.11
"""How far a line runs inside of a hex's edges, and how much farther for each other federation there: shares of the way
to its middle."""
SCALE = 2


def federated(view: GaiaState) -> list[list[Hex]]:
    """The hexes of every seat's federations."""
    at = {space.name: (space.q, space.r) for space in view.spaces}
    return [[at[name] for name in one.federated if name in at] for one in view.players]


def tints(view: GaiaState) -> dict[Hex, list[Colour]]:
    """The colours that the ground of federations is tinted by."""
    found: dict[Hex, list[Colour]] = {}
    for seat, hexes in enumerate(federated(view)):
        for hex in hexes:
            found.setdefault(hex, []).append(seat_style(view, seat).colour)
    return found


def draw_federations(
    image: Image.Image, view: GaiaState, layout: HexLayout, shown: Iterable[Hex], *, tinted: bool = False
) -> None:
    """Draw the line around each seat's federations, and tint what is in them, as far as hexes are shown.

    `tinted`: the ground has its tints already, which takes less time than to lay them over it.
    """
    seen, groups = set(shown), federated(view)
    wide = max(4, round(layout.side * 0.085))
    before: Counter[Hex] = Counter()
    for seat, hexes in enumerate(groups):
        style = seat_style(view, seat)
        shares = {hex: INSET + STEP * before[hex] for hex in hexes}
        before.update(hexes)
        for hex in () if tinted else hexes:
            if hex in seen:
                mask = hex_mask(layout.side, 0.97, strength=round(TINT * 255))
                paint_hex(image, layout.middle(hex), style.colour, mask)
        for hex in hexes:
            for ends in federation_line(layout, hex, shares) if hex in seen else ():
                _line(image, ends, style, wide)


def federation_line(layout: HexLayout, hex: Hex, shares: Mapping[Hex, float]) -> list[tuple[Point, Point]]:
    """The parts of the line around some hexes that lie in one of them.

    `shares` says of each of the hexes how far inside of its edges the line runs, as a share of the way to its middle.
    """
    return [
        _ends(layout, hex, direction, shares)
        for direction, step in enumerate(DIRECTIONS)
        if add(hex, step) not in shares
    ]


def _ends(layout: HexLayout, hex: Hex, direction: int, shares: Mapping[Hex, float]) -> tuple[Point, Point]:
    """The ends of the line along one edge: where the next edge turns away, or where it runs on into the next hex."""
    corners, middle = layout.corners(hex), layout.middle(hex)
    ends = []
    # At each end: the corner, the direction of the neighbour that meets there, the far corner of the edge to it.
    last = direction + 1
    for corner, beyond, other in ((direction, direction - 1, direction - 1), (last, last, last + 1)):
        next_hex = add(hex, DIRECTIONS[beyond % 6])
        share, towards = shares[hex], middle
        if next_hex in shares:
            share, towards = max(share, shares[next_hex]), corners[other % 6]
        start = corners[corner % 6]
        ends.append((start[0] + (towards[0] - start[0]) * share, start[1] + (towards[1] - start[1]) * share))
    return ends[0], ends[1]


def _line(image: Image.Image, ends: tuple[Point, Point], style: SeatStyle, wide: int) -> None:
    """A line in a seat's colour and pattern, dark beneath."""
    (x, y), (tox, toy) = ends
    across, down = round(tox - x), round(toy - y)
    stamp = _stamp(across, down, style, wide)
    image.paste(stamp, (round((x + tox - stamp.width) / 2), round((y + toy - stamp.height) / 2)), stamp)


def _stamp(across: int, down: int, style: SeatStyle, wide: int) -> Image.Image:
    """The line as a stamp; the pattern fits into it a whole number of times, beginning and ending with a dash."""

    def make() -> Image.Image:
        edge = wide + (6 if wide > 4 else 4)
        size = (abs(across) + edge + 2, abs(down) + edge + 2)
        stamp = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE), (*style.colour, 0))
        pen = ImageDraw.Draw(stamp)
        x, y = (size[0] - across) * SCALE / 2, (size[1] - down) * SCALE / 2

        def stroke(start: float, end: float, thick: int, fill: tuple[int, ...], *, ends: bool) -> None:
            points = [(x + across * SCALE * at, y + down * SCALE * at) for at in (start, end)]
            pen.line(points, fill=fill, width=thick * SCALE)
            half = thick * SCALE / 2
            for px, py in points if ends else ():
                pen.ellipse((px - half, py - half, px + half, py + half), fill=fill)

        stroke(0, 1, edge, (*INK, 255), ends=True)
        for start, end in _dashes(hypot(across, down), style.pattern, wide):
            stroke(start, end, wide, (*style.colour, 255), ends=start == 0 or end == 1)
        return stamp.resize(size, Image.Resampling.BOX)

    return LAYERS.get(("gaia federation", across, down, style, wide), make)


def _dashes(long: float, pattern: tuple[int, ...], wide: int) -> list[tuple[float, float]]:
    """Where the dashes of a pattern lie on a line, as shares of it."""
    if not pattern:
        return [(0.0, 1.0)]
    period = sum(pattern)
    times = max(1, round(long / (period * wide * 0.75)))
    unit = 1 / (times * period + pattern[0])
    found, at = [], 0.0
    for index in range(times * len(pattern) + 1):
        step = pattern[index % len(pattern)] * unit
        if index % 2 == 0:
            found.append((at, min(1.0, at + step)))
        at += step
    return found
