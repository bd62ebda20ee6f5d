"""Notes every line of type that is drawn, for tests that measure it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.rendering.lines import lines_told


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
def noted() -> Iterator[TypeSizes]:
    """Note what is drawn in here; whatever was drawn before is drawn anew."""
    sizes = TypeSizes()
    with lines_told(lambda _pen, text, size, _box: sizes.lines.append((text, size))):
        yield sizes
