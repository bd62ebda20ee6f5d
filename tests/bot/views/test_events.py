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


def panel_lines(*texts: str) -> list[str]:
    events = [Event("volleys", T(text)) for text in texts]
    return happened_text(events, Localizer("en"), 700, rows=6, small=True).splitlines()


def test_a_panel_shows_the_newest_lines_and_counts_the_others() -> None:
    lines = panel_lines(*(f"Event {at}." for at in range(20)))
    assert lines == ["-# 14 events before this: see /log.", *(f"-# Event {at}." for at in range(14, 20))]


def test_every_line_of_a_report_is_small_in_a_panel_and_counts() -> None:
    lines = panel_lines("A.", "B.", "Battle\nRound 1\nRound 2\nNobody is left.", "After.", "And after that.")
    assert lines == [
        "-# 2 events before this: see /log.",
        "-# Battle",
        "-# Round 1",
        "-# Round 2",
        "-# Nobody is left.",
        "-# After.",
        "-# And after that.",
    ]


def test_a_long_report_keeps_its_beginning_and_its_end_in_a_panel() -> None:
    report = "\n".join(["Battle", *(f"Round {n}" for n in range(1, 9)), "Nobody is left."])
    shown = ["-# Battle", "-# …", "-# Round 6", "-# Round 7", "-# Round 8", "-# Nobody is left."]
    assert panel_lines(report) == shown
    assert panel_lines("A.", "B.", report) == ["-# 2 events before this: see /log.", *shown]


def test_nothing_is_left_out_that_takes_no_more_room_than_to_say_so() -> None:
    assert panel_lines(*"ABCDEFG") == [f"-# {text}" for text in "ABCDEFG"]
    assert panel_lines(*"ABCDEFGH")[:2] == ["-# 2 events before this: see /log.", "-# C"]


def test_of_a_report_that_is_too_long_for_its_lines_the_beginning_and_the_end_are_told() -> None:
    report = "\n".join(["Battle", *(f"Round {n}: " + "hit " * 40 for n in range(1, 9)), "Nobody is left."])
    lines = panel_lines("A.", report)
    assert [line[:9] for line in lines] == ["-# A.", "-# Battle", "-# …", *["-# Round "] * 3, "-# Nobody"]
    posted = happened_text([Event("battle", T(report))], Localizer("en"), 700).splitlines()
    assert posted[:2] == ["- Battle", "…"]
    assert posted[-1] == "Nobody is left."


def test_a_single_line_that_is_too_long_is_cut() -> None:
    (line,) = panel_lines("x" * 900)
    assert line == "-# " + "x" * 695 + "…"
