"""The benchmark of the bot tells every figure, as text and as JSON, and finds what a person can press."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks import bot
from benchmarks.bot import Act, Table, figures, main
from rules.registry import GAMES

TARGETS = {
    "first_reply_median_s",
    "first_reply_p99_s",
    "first_reply_worst_s",
    "loop_blocked_worst_s",
    "memory_mb",
    "start_s",
}
MORE = {
    "answers",
    "pressed",
    "posts",
    "panel_median_s",
    "panel_p99_s",
    "panels_drawn",
    "panels_drawn_late",
    "posts_drawn",
    "posts_drawn_late",
    "picture_p99_s",
    "bot_mb",
    "drawing_mb",
    "loop_busy_worst_s",
    "machine_late_worst_s",
    "cpu_ms_an_answer",
    "simulated_ms_an_answer",
}


def test_a_short_run_tells_every_figure_as_json(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "STORED", bot.LIVE)  # the process that measures uses what this one has stored
    assert main(["--seconds", "0.5", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert set(told) == TARGETS | MORE
    assert told["answers"] == 10
    assert told["memory_mb"] == pytest.approx(told["bot_mb"] + told["drawing_mb"], abs=0.01)
    assert all(told[key] > 0 for key in TARGETS)


def _act(at: float, replied: float | None, shown: float | None) -> Act:
    table: Any = None
    return Act(table, 0, at, replied=replied, shown=shown)


def test_figures_count_from_the_instant_of_the_act() -> None:
    acts = [_act(float(n), n + 0.001 * (n + 1), n + 1.0) for n in range(200)]
    told = figures(acts)
    assert told["first_reply_median_s"] == pytest.approx(0.1005)
    assert told["first_reply_p99_s"] == pytest.approx(0.199)
    assert told["first_reply_worst_s"] == pytest.approx(0.2)
    assert told["panel_p99_s"] == pytest.approx(1.0)
    assert told["answers"] == 200


def test_an_answer_without_a_reply_is_no_figure() -> None:
    with pytest.raises(RuntimeError, match="never replied"):
        figures([_act(0.0, 0.1, 0.2), _act(0.0, 0.1, None)])


def test_the_example_games_are_in_their_middle() -> None:
    for key in ("race", "gaia"):
        played = bot.play_some(GAMES[key], 3)
        assert played.waiting
        assert len(played.rows) == played.revision - 1
        assert (
            Table(1, played.game, 1, [], played.game.decode(played.encoded), played.revision, {}).game.info.key == key
        )
