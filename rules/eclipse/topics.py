"""The short rules reference of Eclipse, in our own words."""

from __future__ import annotations

from rules.kernel.game import Topic

TOPICS: tuple[Topic, ...] = ()
