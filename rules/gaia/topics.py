"""The short rules reference of `/rules gaia`."""

from __future__ import annotations

from rules.kernel.game import Topic

TOPICS: tuple[Topic, ...] = ()
