"""The benchmark of the rules tells every figure, as text and as JSON."""

from __future__ import annotations

import json

import pytest

from benchmarks.rules import main

FIGURES = {
    "answers_per_second",
    "games_per_second",
    "answers_per_game",
    "prompts_us",
    "view_us",
    "encode_us",
    "decode_us",
    "copy_us",
}


def test_every_figure_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "--json", "--seconds", "0.1"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures.pop("game") == "race"
    assert set(figures) == FIGURES
    assert all(figure > 0 for figure in figures.values())


def test_games_of_one_number_of_players_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eclipse", "--json", "--seconds", "0.1", "--seats", "2"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == FIGURES | {"game"}
    with pytest.raises(SystemExit):
        main(["eclipse", "--seats", "7"])


def test_every_figure_is_told_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "--seconds", "0.1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(FIGURES) + 1
