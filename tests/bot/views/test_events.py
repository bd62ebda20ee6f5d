"""What happened is told in few lines: none for what did not happen."""

from __future__ import annotations

from bot.views.events import happened_text
from bot.views.localizer import Localizer
from rules.kernel.steps import Event
from rules.kernel.text import T


def told(*kinds: str, most: int = 1000) -> list[str]:
    events = [Event(kind, T("{n}", n=at)) for at, kind in enumerate(kinds)]
    return happened_text(events, Localizer("en"), most).splitlines()


def test_a_phase_in_which_nothing_happened_has_no_heading() -> None:
    assert told("draw", "phase", "phase", "round") == ["- 0", "### 3"]
    assert told("phase", "draw", "phase", "round") == ["### 0", "- 1", "### 3"]


def test_the_newest_heading_stays_for_what_is_yet_to_come() -> None:
    assert told("choose", "phase") == ["- 0", "### 1"]


def test_what_is_left_out_is_counted_without_the_headings_that_nobody_misses() -> None:
    lines = told("a", "phase", "phase", "b", "c", most=12)
    assert lines == ["-# 2 events before this: see /log.", "- 3", "- 4"]
