"""What a sector of the map lies on: its tile with the controller's edge and its wormholes; and the sky behind all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from random import Random

from PIL import Image, ImageChops, ImageDraw

from rendering.eclipse.layout import HALF_HEIGHT, corners, towards
from rendering.kit.cache import LAYERS
from rendering.kit.palette import NIGHT, WHITE, Colour, SeatStyle, blend, luminance, rgb
from rendering.kit.shapes import Pen, Point, stamp

SPACE = rgb("#121b2b")
EDGE = rgb("#3a4c68")
OPEN, HALF_OPEN = rgb("#bfefff"), rgb("#5f86a4")
SUNS = (rgb("#9fc4ff"), rgb("#ffe9bd"), rgb("#ffd0a0"), rgb("#e6ecff"))
NEBULAE = (rgb("#33307c"), rgb("#14607a"), rgb("#7a2a63"))
FINE = 2
"""Tiles are drawn so many times as large and scaled down."""
BAND = 0.085
"""The width of the controller's edge, in sides."""
MOUTH = 0.15
"""The radius of a wormhole, in sides."""


@dataclass(frozen=True)
class Tile:
    """What the ground of a sector depends on. By edge: whether it has a wormhole, whether the way is open."""

    owner: SeatStyle | None
    mouths: tuple[bool, ...]
    ways: tuple[bool, ...]
    sun: int
    """The number of its star, for the light in it."""


# The sky


def sky(size: tuple[int, int], seed: int) -> Image.Image:
    """Deep space: nebulae, star dust and a few bright stars, always the same for the same seed. Cached: copy it."""

    def make() -> Image.Image:
        chance = Random(seed)
        wide, high = size
        small = (wide // 8, high // 8)
        image = Image.new("RGB", small, NIGHT)
        for colour in NEBULAE:
            cloud = ImageChops.multiply(_noise(small, chance, 3), _noise(small, chance, 9))
            strength = cloud.point([max(0, value - 46) * 5 // 4 for value in range(256)])
            image.paste(colour, (0, 0), strength)
        image = image.resize(size, Image.Resampling.BICUBIC)
        _dust(image, chance)
        return image

    return LAYERS.get(("eclipse sky", size, seed), make)


def _noise(size: tuple[int, int], chance: Random, cells: int) -> Image.Image:
    """Smooth noise with about so many waves across, and finer ones in it."""
    noise = Image.new("L", size, 0)
    for octave, share in enumerate((1.0, 0.40, 0.22)):
        count = cells * 2**octave
        grid = (count + 1, max(2, count * size[1] // size[0]) + 1)
        waves = Image.frombytes("L", grid, chance.randbytes(grid[0] * grid[1])).resize(size, Image.Resampling.BICUBIC)
        noise = Image.blend(noise, waves, share)
    return noise


def _dust(image: Image.Image, chance: Random) -> None:
    wide, high = image.size
    pen = ImageDraw.Draw(image)
    for _ in range(wide * high // 2600):
        x, y, bright = chance.randrange(wide), chance.randrange(high), chance.random() ** 3
        tint = blend(rgb("#3a4a68"), chance.choice((WHITE, rgb("#cfe2ff"), rgb("#ffe7c4"))), bright)
        reach = 0 if bright < 0.5 else 1
        pen.rectangle((x, y, x + reach, y + reach), fill=tint)
    for _ in range(14):
        x, y, long = chance.randrange(wide), chance.randrange(high), chance.randrange(4, 9)
        pen.line((x - long, y, x + long, y), fill=rgb("#6f87ad"))
        pen.line((x, y - long, x, y + long), fill=rgb("#6f87ad"))
        pen.rectangle((x - 1, y - 1, x + 1, y + 1), fill=WHITE)


# Tiles


def tile_stamp(tile: Tile, side: float, *, turned: bool) -> Image.Image:
    """The ground of a sector as a stamp, its middle in the middle."""
    return LAYERS.get(("eclipse tile", tile, round(side, 2), turned), lambda: _tile(tile, side, turned))


def stamp_size(side: float, *, turned: bool) -> tuple[int, int]:
    """The width and height of a tile's stamp in pixels."""
    wide, high = round(side * 2) + 2, round(side * 2 * HALF_HEIGHT) + 2
    return (high, wide) if turned else (wide, high)


def hex_plate(side: float, shares: tuple[float, float], strength: int = 255, *, turned: bool) -> Image.Image:
    """The mask of a hex with a smaller one cut out of it; `shares` of the hex are its outer and its inner edge."""
    outer, inner = shares

    def make() -> Image.Image:
        size = stamp_size(side * max(outer, 1), turned=turned)
        mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
        pen = ImageDraw.Draw(mask)
        for part, value in ((outer, strength), (inner, 0)):
            if part:
                pen.polygon(corners((size[0], size[1]), side * FINE * part, turned=turned), fill=value)
        return mask.resize(size, Image.Resampling.BOX)

    return LAYERS.get(("eclipse plate", round(side, 2), shares, strength, turned), make)


def layered(parts: Sequence[tuple[Colour, Image.Image]]) -> Image.Image:
    """A stamp of masks in colours, one over the other around one middle: it is laid down faster than each of them."""
    wide, high = max(mask.width for _, mask in parts), max(mask.height for _, mask in parts)
    made = Image.new("RGBA", (wide, high), (*parts[0][0], 0))
    for colour, mask in parts:
        corner = (round((wide - mask.width) / 2), round((high - mask.height) / 2))
        made.paste((*colour, 255), corner, mask)
    return made


@dataclass(frozen=True)
class Ring:
    """A ring around the middle of a sector: its outer and inner edge as shares of the sector's hex."""

    colour: Colour
    shares: tuple[float, float]
    strength: int = 255


def rings(side: float, parts: tuple[Ring, ...], *, turned: bool) -> Image.Image:
    """The stamp of rings around a sector."""

    def make() -> Image.Image:
        return layered([(one.colour, hex_plate(side, one.shares, one.strength, turned=turned)) for one in parts])

    return LAYERS.get(("eclipse rings", round(side, 2), parts, turned), make)


def _tile(tile: Tile, side: float, turned: bool) -> Image.Image:
    size = stamp_size(side, turned=turned)
    big = (size[0] * FINE, size[1] * FINE)
    middle = (float(size[0]), float(size[1]))
    ground = blend(SPACE, tile.owner.colour, 0.26) if tile.owner else SPACE
    image = Image.new("RGB", big, ground)
    pen = ImageDraw.Draw(image)
    long = side * FINE
    line = corners(middle, long * 0.985, turned=turned)
    pen.line([*line, line[0]], fill=blend(EDGE, tile.owner.colour, 0.4) if tile.owner else EDGE, width=FINE * 3)
    if tile.owner:
        _band(pen, tile.owner, middle, long, turned)
    for edge, mouth in enumerate(tile.mouths):
        if mouth and not tile.ways[edge]:
            across, down = towards(edge, turned=turned)
            at = (middle[0] + across * long * HALF_HEIGHT, middle[1] + down * long * HALF_HEIGHT)
            _mouth(pen, at, long * MOUTH)
    image = image.resize(size, Image.Resampling.BOX)
    _sun(image, tile, ground, hex_plate(side, (0.86, 0.0), turned=turned))
    image = image.convert("RGBA")
    image.putalpha(hex_plate(side, (0.985, 0.0), turned=turned))
    return image


def _sun(image: Image.Image, tile: Tile, ground: Colour, within: Image.Image) -> None:
    """The light of the sector's star in the middle of its tile, a cloud that it shines through, and dust."""
    chance = Random(tile.sun)
    warm = SUNS[tile.sun % len(SUNS)]
    small = (max(8, image.width // 4), max(8, image.height // 4))
    cloud = _noise(small, chance, 2).point([max(0, value - 90) * 3 // 4 for value in range(256)])
    # Within the controller's edge, which must stay as it is.
    inside = ImageChops.multiply(cloud.resize(image.size, Image.Resampling.BILINEAR), within)
    image.paste(blend(ground, NEBULAE[tile.sun // 4 % len(NEBULAE)], 0.60), (0, 0), inside)
    image.paste(blend(ground, warm, 0.62), (0, 0), _light(image.size))
    pen = ImageDraw.Draw(image)
    wide, high = image.size
    for _ in range(wide * high // 4000):
        x, y, bright = chance.randrange(wide), chance.randrange(high), chance.random() ** 2
        pen.point((x, y), fill=blend(ground, warm, 0.15 + 0.45 * bright))


def _light(size: tuple[int, int]) -> Image.Image:
    """Light that falls off from the middle of a tile."""

    def make() -> Image.Image:
        light = Image.radial_gradient("L").point([max(0, 150 - value) // 2 for value in range(256)])
        return light.resize(size, Image.Resampling.BILINEAR)

    return LAYERS.get(("eclipse light", size), make)


def _band(pen: ImageDraw.ImageDraw, owner: SeatStyle, middle: Point, long: float, turned: bool) -> None:
    """The edge in the controller's colour and pattern; a dark colour gets a light line along it."""
    dark = luminance(owner.colour) < 0.12
    inset = 0.955 - BAND / 2
    ring = corners(middle, long * inset, turned=turned)
    wide = max(3, round(long * BAND))
    if dark:
        light = corners(middle, long * (inset - BAND * 0.62), turned=turned)
        pen.line([*light, light[0]], fill=blend(owner.colour, WHITE, 0.62), width=FINE * 2)
    pattern = owner.pattern or (1,)
    for start, end in zip(ring, [*ring[1:], ring[0]], strict=True):
        if not owner.pattern:
            pen.line([start, end], fill=owner.colour, width=wide)
            continue
        reach = hypot(end[0] - start[0], end[1] - start[1])
        # As many whole patterns as fit, so that every edge looks the same.
        unit = reach / (max(1, round(reach / (sum(pattern) * wide * 0.8))) * sum(pattern))
        at = 0.0
        while at < reach - 1:
            for index, length in enumerate(pattern):
                if index % 2 == 0:
                    span = [at / reach, min(1.0, (at + length * unit) / reach)]
                    ends = [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in span]
                    pen.line(ends, fill=owner.colour, width=wide)
                at += length * unit


def _mouth(pen: ImageDraw.ImageDraw, at: Point, radius: float) -> None:
    """A wormhole that leads nowhere yet: a dull half ring on the edge."""
    x, y = at
    for share, colour in ((1.25, NIGHT), (1.0, HALF_OPEN), (0.60, NIGHT)):
        r = radius * share
        pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def gate(side: float) -> Image.Image:
    """The stamp of an open way between two sectors: a bright ring around a core."""

    def draw(pen: Pen) -> None:
        for share, colour in ((1.0, NIGHT), (0.82, OPEN), (0.52, rgb("#1c5d86")), (0.28, WHITE)):
            pen.disc(0.5, 0.5, 0.5 * share, colour)

    return stamp(("eclipse gate",), round(side * MOUTH * 2.5), draw)


def bow(across: int, down: int, wide: int) -> Image.Image:
    """The mask of a bow between two points so far apart, around their middle; it bends by a fifth."""

    def make() -> Image.Image:
        room = round(hypot(across, down) * 0.24) + wide
        size = (abs(across) + 2 * room, abs(down) + 2 * room)
        mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
        points = []
        for step in range(25):
            share = step / 24 - 0.5
            bend = 0.2 * (1 - 4 * share * share)
            points.append(
                (size[0] + (share * across + bend * down) * FINE, size[1] + (share * down - bend * across) * FINE)
            )
        pen = ImageDraw.Draw(mask)
        pen.line(points, fill=255, width=wide * FINE, joint="curve")
        for x, y in points[:: len(points) - 1]:
            reach = wide * FINE / 2
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
        return mask.resize(size, Image.Resampling.BOX)

    return LAYERS.get(("eclipse bow", across, down, wide), make)
