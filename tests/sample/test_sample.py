"""The sample keeps every rule that a game of the registries has to keep."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.bot.typed.test_verbs import picked
from tests.fuzz.play import Run, setups
from tests.golden.play import golden_of, path_of, write
from tests.sample.played import play
from tests.sample.registered import FOLDER, KEY
from tests.sample.tests.fuzz import CHECKS
from tests.sample.tests.rules.lines import LINES

LONG = int(os.environ.get("ORRERY_LONG", "1"))


def test_random_play_keeps_every_rule() -> None:
    for setup in setups(GAMES[KEY]):
        for seed in range(2 * LONG):
            Run(GAMES[KEY], CHECKS, seed, setup).play()


def test_the_golden_play_through_is_played_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.golden.play.FOLDER", FOLDER)
    assert write(golden_of(KEY)) == path_of(KEY).read_text(encoding="utf-8")


def test_lines_are_read_as_they_are_meant() -> None:
    for place, lines in LINES.items():
        for typed, picks in lines.items():
            assert {line: picked(place(), line) for line in typed.split("|")} == dict.fromkeys(typed.split("|"), picks)


@pytest.mark.parametrize("seats", [2, 5])
def test_robots_play_to_the_end(seats: int) -> None:
    position, _ = GAMES[KEY].setup({}, seats, Rng("0c"))
    answer_automatically(GAMES[KEY], position, {seat: SeatAutomation(robot=True) for seat in range(seats)})
    assert GAMES[KEY].over(position)


async def test_it_is_played_on_discord(tmp_path: Path) -> None:
    await play(KEY, tmp_path)
