"""The benchmark against the Automa: it plays, and says of which games its figures are."""

from __future__ import annotations

import json

import pytest

from benchmarks import automa


def test_it_tells_the_means_of_both_by_level_and_faction(capsys: pytest.CaptureFixture[str]) -> None:
    assert automa.main(["--games", "2", "--level", "good", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 2
    assert found["mean_automa"] > 40
    assert found["mean_human"] > 40
    assert {key: one["games"] for key, one in found["by_level"].items()} == {"automalein": 1, "automa": 1}
    assert {key: one["games"] for key, one in found["by_faction"].items()} == {"terrans": 2}
    assert found["first_level_hadsch_hallas"]["games"] == 3


def test_a_share_of_the_victory_is_counted_and_the_means_are_of_all_games() -> None:
    assert automa.figures([(90, 100, 1.0), (80, 60, 0.0), (70, 70, 0.5)]) == {
        "games": 3,
        "mean_automa": 80,
        "mean_human": pytest.approx(76.67),
        "human_wins": 0.5,
    }
