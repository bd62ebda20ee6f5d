"""Recorded games of Race for the Galaxy are followed exactly, and a difference is found."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.follow.__main__ import main
from tests.follow.race import follow

ROOT = Path(__file__).parents[2]
SELECTED = sorted((ROOT / "tests/data/race").glob("*.gz"))


def test_the_selection_is_small() -> None:
    assert 1 <= len(SELECTED) <= 12
    assert sum(path.stat().st_size for path in SELECTED) <= 120 * 1024


@pytest.mark.parametrize("path", SELECTED, ids=lambda path: path.name)
def test_a_game_is_the_same_where_cards_are_paid_for_as_they_are_chosen(path: Path) -> None:
    assert follow(path, together=True) is None


def changed(tmp_path: Path, name: str, change: Callable[[Any], None]) -> Path:
    raw = json.loads(gzip.decompress((ROOT / "tests/data/race" / name).read_bytes()))
    change(raw)
    path = tmp_path / name
    path.write_bytes(gzip.compress(json.dumps(raw).encode()))
    return path


def first(raw: Any, **fits: object) -> Any:
    return next(event for event in raw["events"] if all(event.get(key) == value for key, value in fits.items()))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda raw: first(raw, e="state", after="produce")["seats"][0].update(chips=7), "chips of 0"),
        (lambda raw: first(raw, e="state", after="settle")["seats"][1]["hand"].pop(), "hand of 1"),
        (lambda raw: first(raw, e="state", after="settle").update(pool=1), "pool"),
        (lambda raw: first(raw, e="vp").update(n=9), "points"),
        (lambda raw: first(raw, e="phase", name="settle").update(bonus=[["settle"]] * 4), "bonus"),
        (lambda raw: first(raw, what="place_world")["from"].append(113), "options of settle"),
        (lambda raw: first(raw, what="pay")["ways"][0].update(cards=5), "ways to pay"),
        (lambda raw: first(raw, what="pay")["hand"].append(113), "options of pay"),
        (lambda raw: first(raw, what="consume_power", optional=False).update(optional=True), "powers of seat"),
        (lambda raw: first(raw, what="sell")["from"].append(113), "we did not ask"),
        (lambda raw: raw["result"]["seats"][2].update(tiebreak=99), "tie-break of 2"),
        (lambda raw: raw["result"]["seats"][2].update(world_vp=99), "points for worlds of 2"),
        (lambda raw: raw["result"].update(pool=99), "pool at the end"),
        (lambda raw: raw["cards"].reverse(), "card 0"),
    ],
)
def test_a_difference_is_found_and_named(tmp_path: Path, change: Callable[[Any], None], what: str) -> None:
    difference = follow(changed(tmp_path, "4-ai-5050.json.gz", change))
    assert difference is not None
    assert what in difference


def test_the_command_counts_and_fails_if_a_game_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(ROOT / "tests/data/race/2x-eager-5019.json.gz", tmp_path)
    assert main(["race", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "followed 1 of 1\n"
    changed(tmp_path, "4-ai-5050.json.gz", lambda raw: raw["result"].update(pool=99))
    assert main(["race", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4-ai-5050.json.gz: ")
    assert lines[-1] == "followed 1 of 2"


def test_a_broken_record_is_told_and_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "0-broken.json.gz").write_bytes(b"no gzip")
    shutil.copy(ROOT / "tests/data/race/2x-eager-5019.json.gz", tmp_path)
    assert main(["race", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("0-broken.json.gz: cannot be followed")
    assert lines[-1] == "followed 1 of 2"


def test_an_empty_folder_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "followed 0 of 0\n"
