"""Notes every line of type that is drawn, for tests that measure it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import ImageDraw, ImageFont

from rendering.kit.cache import LAYERS


@dataclass
class TypeSizes:
    """The lines of type of a picture, each with its size in pixels."""

    lines: list[tuple[str, float]] = field(default_factory=list)

    def smaller_than(self, size: float) -> list[tuple[str, float]]:
        """Lines of smaller type."""
        return [line for line in self.lines if line[1] < size]

    def missing(self, texts: tuple[str, ...], size: float) -> list[str]:
        """Texts that do not stand in type of at least this size as often as they are named."""
        large = Counter(text for text, drawn in self.lines if drawn >= size)
        return sorted((Counter(texts) - large).elements())


@contextmanager
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[TypeSizes]:
    """Note what is drawn in here; whatever was drawn before is drawn anew."""
    sizes = TypeSizes()
    draw = ImageDraw.ImageDraw.text

    def text(self: ImageDraw.ImageDraw, xy: Any, text: str, fill: Any, font: Any, **more: Any) -> None:
        assert isinstance(font, ImageFont.FreeTypeFont), "type of an unknown size"
        sizes.lines.append((text, font.size))
        draw(self, xy, text, fill=fill, font=font, **more)

    with monkeypatch.context() as patch:
        patch.setattr(ImageDraw.ImageDraw, "text", text)
        LAYERS.clear()
        yield sizes
    LAYERS.clear()
