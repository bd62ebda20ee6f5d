"""How colour-blind eyes see a picture: simulated, to look at it and to test the palette.

The matrices are those of Machado, Oliveira and Fernandes (2009) for full dichromacy, in linear light.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from PIL import Image

from rendering.kit.palette import Colour

Sight: TypeAlias = Literal["deuteranopia", "protanopia"]

MATRICES: dict[Sight, tuple[float, ...]] = {
    "deuteranopia": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "protanopia": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
}


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _coded(value: float) -> float:
    value = min(1.0, max(0.0, value))
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def seen(colour: Colour, sight: Sight) -> Colour:
    """The colour that such an eye sees."""
    matrix = MATRICES[sight]
    light = [_linear(channel / 255) for channel in colour]
    red, green, blue = (
        round(255 * _coded(sum(matrix[3 * row + column] * light[column] for column in range(3)))) for row in range(3)
    )
    return red, green, blue


def simulate(image: Image.Image, sight: Sight) -> Image.Image:
    """A whole picture as such an eye sees it (colours rounded to steps of 4, which is enough to look at)."""
    steps = image.convert("RGB").point([min(255, value // 4 * 4 + 2) for value in range(256)] * 3)
    colours = steps.getcolors(steps.width * steps.height) or []
    table = {(r, g, b): seen((r, g, b), sight) for _, (r, g, b) in colours}  # type: ignore[misc]
    raw = steps.tobytes()
    small = {bytes(colour): bytes(eye) for colour, eye in table.items()}
    return Image.frombytes("RGB", steps.size, b"".join(small[raw[at : at + 3]] for at in range(0, len(raw), 3)))


def distance(one: Colour, other: Colour) -> float:
    """How different two colours look: the CIE 1976 difference, about 2 where it is just noticed."""
    first, second = _lab(one), _lab(other)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _lab(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (_linear(channel / 255) for channel in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
