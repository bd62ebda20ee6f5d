"""Rows of signs: numbers and words in bold type, and pictures by short names, which each game has its own of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from rendering.kit.fonts import MIN_SIZE, write
from rendering.kit.palette import TEXT, Colour
from rendering.kit.shapes import place


class SignRows:
    """How the signs of a game stand in a row."""

    def __init__(
        self,
        wide: Callable[[str, int], int],
        gap: Callable[[str, str, int], int],
        picture: Callable[[str, int, Colour], Image.Image | None],
    ) -> None:
        """Give the width of a sign at a size, the space between two of them, and the picture of one that is no text."""
        self._wide, self._gap, self._picture = wide, gap, picture

    def width(self, signs: Sequence[str], size: int) -> int:
        """How wide a row of signs is."""
        gaps = sum(self._gap(one, other, size) for one, other in pairwise(signs))
        return sum(self._wide(one, size) for one in signs) + gaps

    def fit(self, signs: Sequence[str], room: int, most: int, least: int = MIN_SIZE) -> int:
        """The largest size at which a row of signs fits a width."""
        size = most
        while size > least and self.width(signs, size) > room:
            size -= 1
        return size

    def draw(
        self,
        image: Image.Image,
        at: tuple[float, float],
        signs: Sequence[str],
        size: int,
        *,
        colour: Colour = TEXT,
        middle: bool = False,
    ) -> int:
        """Draw signs in a row, from the left end of its middle line or around its middle; give where it ends."""
        pen = ImageDraw.Draw(image)
        x, y = round(at[0]), round(at[1])
        if middle:
            x -= self.width(signs, size) // 2
        for index, one in enumerate(signs):
            if index:
                x += self._gap(signs[index - 1], one, size)
            wide = self._wide(one, size)
            picture = self._picture(one, size, colour)
            if picture is not None:
                place(image, picture, (x + wide / 2, y))
            elif one:
                write(pen, (x, y), one, size, colour, bold=True, anchor="lm")
            x += wide
        return x
