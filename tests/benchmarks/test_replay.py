"""The benchmark of a recorded game tells every figure, as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.replay import main

GAME = Path(__file__).parents[1] / "data/gaia/rnd-014.jsonl.gz"


def test_every_figure_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gaia", str(GAME), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["game"], figures["moves"]) == (GAME.name, 69)
    assert figures["answers"] > figures["moves"]
    assert figures["moves_per_cpu_second"] > 0
    assert main(["gaia", str(GAME)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(figures)
