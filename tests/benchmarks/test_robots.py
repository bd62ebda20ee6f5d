"""The benchmark of robots against those of before: every seat in turn, games that can be played again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks import robots
from benchmarks.opponents import OPPONENTS
from rules.registry import GAMES


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert robots.main([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_every_game_has_its_robot_of_before() -> None:
    assert set(OPPONENTS["v1"]) == set(GAMES)
    for version, robots_of in OPPONENTS.items():
        for key, choose in robots_of.items():
            assert choose.__module__ == f"benchmarks.opponents.{version}.{key}"


def test_a_game_without_such_an_opponent_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        robots.main(["gaia", "--against", "v2", "--games", "1"])
    assert "v2 has no robot of gaia" in capsys.readouterr().err


def test_a_run_tells_the_seed_that_plays_its_games_again(capsys: pytest.CaptureFixture[str]) -> None:
    timed = ("seconds_per_move", "worst_move")
    first = run(capsys, "race", "--against", "v1", "--games", "2")
    again = run(capsys, "race", "--against", "v1", "--games", "2", "--seed", str(first["seed"]))
    other = run(capsys, "race", "--against", "v1", "--games", "2")
    assert {**first, **dict.fromkeys(timed)} == {**again, **dict.fromkeys(timed)}
    assert first["seed"] != other["seed"]
    assert 0 < first["seconds_per_move"] <= first["worst_move"]
    assert 5 < first["longest_game"] < 40


def test_two_robots_of_now_among_four_at_a_table_of_other_options(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("race", "--against", "v1", "--seats", "4", "--among", "2", "--games", "1", "--config", "setup=first")
    found = run(capsys, *arguments)
    assert found["seats"] == 4
    assert found["among"] == 2
    assert found["low"] <= found["win_share"] <= found["high"]


def test_the_robot_sits_in_every_set_of_seats_in_turn_and_the_other_in_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, seated = GAMES["race"], []
    real, rival = robots.play_out, OPPONENTS["v1"]["race"]

    def look_on(game: Any, players: list[Any], config: Any, seed: object) -> Any:
        seated.append(("".join("r" if player is rival else "n" for player in players), seed))
        return real(game, players[:1] * 2, config, seed)

    def outcome(*_: object) -> tuple[list[float], list[int]]:
        return [0.0, 0.5, 0.5], [20, 30, 30]

    monkeypatch.setattr(robots, "play_out", look_on)
    monkeypatch.setattr(robots, "outcome", outcome)
    found = robots.against(game, rival, 3, {}, seats=3, among=1, seed=7)
    assert seated == [("nrr", (7, 0)), ("rnr", (7, 1)), ("rrn", (7, 2))]
    assert found["win_share"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["mean_score"] == found["mean_opponent"] == pytest.approx(26.67)


def test_a_share_has_the_bounds_of_its_number_of_games() -> None:
    low, high = robots.bounds(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert robots.bounds(1.0, 10)[1] == pytest.approx(1.0)
    assert robots.bounds(0.0, 10)[0] == pytest.approx(0.0)


@pytest.mark.parametrize(
    "wrong",
    [("--among", "2"), ("--seats", "9"), ("--config", "setup"), ("--config", "setup=no"), ("--games", "0")],
)
def test_what_cannot_be_played_is_refused(wrong: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        robots.main(["race", "--against", "v1", *wrong])
    assert "error" in capsys.readouterr().err
