"""The sample keeps every rule that a game of the registries has to keep."""

from __future__ import annotations

import os

import pytest

from rules.kernel.play import SeatAutomation, settle
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.fuzz.play import Run, setups
from tests.golden.play import golden_of, path_of, write
from tests.sample.registered import FOLDER, KEY
from tests.sample.tests.fuzz import CHECKS

LONG = int(os.environ.get("ORRERY_LONG", "1"))


def test_random_play_keeps_every_rule() -> None:
    for setup in setups(GAMES[KEY]):
        for seed in range(2 * LONG):
            Run(GAMES[KEY], CHECKS, seed, setup).play()


def test_the_golden_play_through_is_played_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.golden.play.FOLDER", FOLDER)
    assert write(golden_of(KEY)) == path_of(KEY).read_text(encoding="utf-8")


@pytest.mark.parametrize("seats", [2, 5])
def test_robots_play_to_the_end(seats: int) -> None:
    position, _ = GAMES[KEY].setup({}, seats, Rng("0c"))
    settle(GAMES[KEY], position, {seat: SeatAutomation(robot=True) for seat in range(seats)})
    assert GAMES[KEY].over(position)
