"""The benchmark of battles tells its figures."""

from __future__ import annotations

import json

import pytest

from benchmarks.battles import main


def test_the_figures_are_told_as_json_and_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--seconds", "0.1"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"battles_per_second", "battles_per_cpu_second"}
    assert all(figure > 0 for figure in figures.values())
    assert main(["--seconds", "0.1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
