"""Tells of every line of type that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from PIL import ImageDraw

from rendering.kit import fonts
from rendering.kit.cache import LAYERS

Box = tuple[float, float, float, float]


@contextmanager
def lines_told(tell: Callable[[ImageDraw.ImageDraw, str, int, Box], object]) -> Iterator[None]:
    """Tell of each line drawn meanwhile: its picture's pen, text, size and box; what was drawn before is drawn anew."""
    draw_line, draw_text = fonts.draw_line, ImageDraw.ImageDraw.text

    def line(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, colour: Any, **how: Any) -> None:
        tell(pen, text, size, pen.textbbox(at, text, fonts.font(size, bold=how["bold"]), how["anchor"]))
        draw_line(pen, at, text, size, colour, **how)

    def type_elsewhere(pen: ImageDraw.ImageDraw, *given: Any, **more: Any) -> None:
        assert pen.mode == "L", "type that `draw_line` does not draw"
        draw_text(pen, *given, **more)

    LAYERS.clear()
    with (
        mock.patch.object(fonts, "draw_line", line),
        mock.patch.object(ImageDraw.ImageDraw, "text", type_elsewhere),
    ):
        yield
    LAYERS.clear()
