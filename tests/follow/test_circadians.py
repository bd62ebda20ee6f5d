"""Recorded games of Circadians: First Light are followed exactly, and a difference is found."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.circadians.state import Rules
from tests.follow.__main__ import main
from tests.follow.circadians import Follower, follow
from tests.follow.recorded import load

ROOT = Path(__file__).parents[2]
SELECTED = sorted((ROOT / "tests/data/circadians").glob("*.gz"))


def test_the_options_of_most_recorded_decisions_are_compared() -> None:
    follower = Follower(load(SELECTED[0]))
    follower.run()
    assert follower.compared > len(follower.decisions) / 2


def test_the_selection_is_small_and_has_every_number_of_players_and_both_sides() -> None:
    assert sum(path.stat().st_size for path in SELECTED) <= 80 * 1024
    setups = [load(path)[0] for path in SELECTED]
    assert {setup["players"] for setup in setups} == {2, 3, 4}
    assert {setup["planet_side"] for setup in setups} == {"A", "B"}


@pytest.mark.parametrize("name", ["p2-08.jsonl.gz", "p3-07.jsonl.gz"])
def test_the_recorded_games_differ_where_an_advance_needs_its_token_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.follow.circadians.Rules", lambda **_: Rules())
    difference = follow(ROOT / "tests/data/circadians" / name)
    assert difference is not None
    assert "(advance)" in difference


Lines = list[dict[str, Any]]


def changed(tmp_path: Path, change: Callable[[Lines], object]) -> Path:
    lines = load(SELECTED[0])
    change(lines)
    path = tmp_path / "changed.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def states(lines: Lines, after: str) -> list[dict[str, Any]]:
    return [line["state"] for line in lines if line["t"] == "state" and line["after"] == after]


def decision(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["t"] == "decision" and line["kind"] == kind)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda lines: states(lines, "garages")[2]["players"][0].update(water=99), "resources is"),
        (lambda lines: states(lines, "harvest")[1]["players"][1]["dice"].update(supply=0), "dice is"),
        (lambda lines: states(lines, "planning")[3]["players"][0]["garages"].reverse(), "garages is"),
        (lambda lines: states(lines, "rest")[3].update(start=7), "start is"),
        (lambda lines: states(lines, "rest")[4]["item_deck"].reverse(), "deck is"),
        (lambda lines: states(lines, "garages")[7]["advances_used"].update(A1=9), "advances is"),
        (lambda lines: states(lines, "rest")[7]["planet_tokens"].pop(), "tokens is"),
        (lambda lines: decision(lines, "garage_die")["options"].append("9>foundry"), "send: only here"),
        (lambda lines: decision(lines, "hq_reward")["options"].append("gems"), "only recorded"),
        (lambda lines: decision(lines, "draft").update(answer="I99"), "draft"),
        (lambda lines: decision(lines, "assign")["answer"]["garages"].append(6), "assign"),
        (lambda lines: next(x for x in lines if x.get("k") == "roll")["faces"].append(1), "cannot be drawn|assign|is"),
        (lambda lines: lines[-1]["totals"].reverse(), "totals are"),
        (lambda lines: lines[-1]["winners"].append(5), "winners are"),
        (lambda lines: next(x for x in lines if x["t"] == "score")["lines"].pop(), "scores"),
    ],
)
def test_a_difference_is_found(tmp_path: Path, change: Callable[[Lines], object], found: str) -> None:
    difference = follow(changed(tmp_path, change))
    assert difference is not None
    assert any(one in difference for one in found.split("|"))


def test_the_command_counts_the_games_and_names_those_that_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(SELECTED[0], tmp_path)
    assert main(["circadians", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "followed 1 of 1\n"
    changed(tmp_path, lambda lines: lines[-1]["totals"].reverse())
    (tmp_path / "0-broken.jsonl.gz").write_bytes(b"no gzip")
    assert main(["circadians", str(tmp_path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("0-broken.jsonl.gz: cannot be followed")
    assert said[-1] == "followed 1 of 3"
