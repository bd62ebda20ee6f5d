"""The benchmark of balance counts what games tell of characters, tiles and items, and says whether the goal is met."""

from __future__ import annotations

import json

import pytest

from benchmarks.balance import Told, main, summed_up
from rules.circadians.game import CircadiansGame
from rules.circadians.sets import ORRERY_SET

GAME = CircadiansGame()


def told() -> Told:
    """Two characters with means of 60 and 64; every tile taken in one of four games, every item played once."""
    found = Told()
    found.scores.update({"char-1": [58, 62], "char-2": [63, 65]})
    found.over.update({"char-1": [-5, -3], "char-2": [3, 5]})
    found.wins["char-2"] = 1.5
    for tile in (*ORRERY_SET.farms, *ORRERY_SET.upgrades):
        found.opened[tile], found.taken[tile] = 4, 1
    for item in ORRERY_SET.items:
        found.drawn[item] = found.played[item] = 1
    return found


def test_a_balanced_set_meets_the_goal() -> None:
    found = summed_up(GAME, told(), 2, "00")
    assert found["mean_score"] == 62
    assert found["characters"] == {
        "char-1": {"played": 2, "from_mean": (-2.0, 3.92), "over_others": (-4.0, 1.96), "wins": 0},
        "char-2": {"played": 2, "from_mean": (2.0, 1.96), "over_others": (4.0, 1.96), "wins": 0.75},
    }
    assert found["met"] == {"characters": [], "tiles": [], "items": []}


def test_what_fails_the_goal_is_named() -> None:
    games = told()
    games.scores["char-2"] = [70, 66]
    games.taken["farm-2"], games.opened["farm-2"] = 1, 9
    games.taken["up-3"], games.opened["up-3"] = 1, 8
    games.opened["up-4"] = games.taken["up-4"] = 0
    del games.played["item-7"]
    met = summed_up(GAME, games, 2, "00")["met"]
    assert met == {"characters": ["char-1", "char-2"], "tiles": ["farm-2", "up-4"], "items": ["item-7"]}


def test_a_game_is_played_the_same_for_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["circadians", "--games", "1", "--seed", "5e", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["seed"], found["set"]) == (1, "5e", ORRERY_SET.digest)
    assert sum(one["played"] for one in found["characters"].values()) == 3
    assert all(taken <= opened <= 1 for opened, taken in found["tiles"].values())
    assert sum(opened for opened, _ in found["tiles"].values()) >= 6
    assert all(played <= drawn <= 1 for drawn, played in found["items"].values())
    assert sum(drawn for drawn, _ in found["items"].values()) >= 9
    assert main(["circadians", "--games", "1", "--seed", "5e"]) == 0
    said = capsys.readouterr().out
    assert f"1 games of 3, seed 5e, mean score {found['mean_score']}" in said
    assert "Dew Collector" in said
    assert "\ntiles: not met: " in said


def test_no_game_is_nothing_to_measure(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["circadians", "--games", "0"])
    assert "--games must be at least 1" in capsys.readouterr().err
