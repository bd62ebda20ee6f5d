"""The pictures that each game has. A game without any is played by text alone."""

from __future__ import annotations

from rendering.kit.picture import Pictures

PICTURES: dict[str, Pictures] = {}
