"""The benchmark of people among robots tells every figure."""

from __future__ import annotations

import json

import pytest

from benchmarks.crowd import main


def test_a_short_run_tells_every_figure_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tables", "3", "--seconds", "1", "--games", "race", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["presses"] >= 3
    assert all(value > 0 for value in told.values())
