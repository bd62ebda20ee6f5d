"""Tuning the robot of Circadians: what a weight does is found again, and games are the same for the same seed."""

from __future__ import annotations

import pytest

from benchmarks import tune
from rules.circadians.robot.judgement import LEARNED
from rules.kernel.rng import Rng


def test_what_a_step_is_worth_is_found_among_all_that_change() -> None:
    chance = Rng("01")
    rows = [[2 * chance.below(2, "step") - 1 for _ in tune.LEVERS] for _ in range(200)]
    scores = [60 + 3.0 * row[0] - 2.0 * row[-1] + chance.below(3, "noise") for row in rows]
    found = list(tune.fitted(rows, scores).values())
    assert found[0].points == pytest.approx(3.0, abs=0.4)
    assert found[-1].points == pytest.approx(-2.0, abs=0.4)
    assert max(abs(one.points) for one in found[1:-1]) < 0.5
    assert all(0 < one.width < 0.5 for one in found)


def test_every_weight_can_be_moved_and_moving_it_back_gives_the_same() -> None:
    for name, lever in tune.LEVERS.items():
        moved = lever(LEARNED, 1)
        assert moved != LEARNED, name
        back = lever(moved, -1)
        assert back.income == pytest.approx(LEARNED.income)
        assert list(back.sent) == pytest.approx(list(LEARNED.sent))
        assert back.places == pytest.approx(LEARNED.places)
        for stage, same in zip(back.stages, LEARNED.stages, strict=True):
            assert list(stage.dice) == pytest.approx(list(same.dice))
            assert [*stage.stock["gem"], stage.card] == pytest.approx([*same.stock["gem"], same.card])


def test_a_few_games_are_played_and_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def played(game: object, players: list[object], config: object, seed: object) -> tuple[list[float], list[int], int]:
        del game, config
        asked.append(seed)
        return [1.0, 0.0, 0.0], [70, 60, 50 + len(players)], 300

    monkeypatch.setattr(tune, "play", played)
    assert tune.main(["circadians", "--games", "8", "--seed", "5e"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("8 games of 3, seed 5e, mean score 61.0")
    assert len(told.splitlines()) == 1 + len(tune.LEVERS)
    assert len(set(asked)) == 8
    with pytest.raises(SystemExit):
        tune.main(["circadians", "--games", "2"])
