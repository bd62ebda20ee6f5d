"""Recorded games of Eclipse are followed exactly, and a difference is found."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path

import pytest

from tests.follow.__main__ import main
from tests.follow.eclipse import Follower, Json
from tests.follow.recorded import Differs, load

ROOT = Path(__file__).parents[2]
EVERY = sorted((ROOT.parent / "shared/reference/eclipse/traces").glob("*.gz"))

pytestmark = pytest.mark.skipif(not EVERY, reason="the recorded games are not on this machine")


def changed(kind: str, **values: object) -> list[Json]:
    """A recorded game in which one line says something else."""
    lines = copy.deepcopy(load(EVERY[0]))
    line = next(line for line in lines if line.get("k") == kind)
    line.update(values)
    return lines


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("explore", {"a": [5, 5]}, "explore"),
        ("sector", {"v": "312"}, "cannot be|is drawn|sectors on|rot is|we offer"),
        ("claim", {"a": "maybe"}, "not among the choices"),
        ("turn", {"o": ["pass"]}, "we offer"),
    ],
)
def test_a_changed_record_is_not_followed(kind: str, values: dict[str, object], said: str) -> None:
    with pytest.raises(Differs, match=said):
        Follower(changed(kind, **values)).run()


def test_a_snapshot_that_differs_is_told_with_what_differs() -> None:
    lines = copy.deepcopy(load(EVERY[0]))
    snapshot = next(line for line in lines if line["t"] == "s" and line["k"] == "diff")
    player = next(key for key in snapshot["v"] if key.startswith("p"))
    snapshot["v"][player]["storage"][0] += 1
    with pytest.raises(Differs, match=r"storage is \[\d+, \d+, \d+\], recorded"):
        Follower(lines).run()


def test_a_score_that_differs_is_told() -> None:
    lines = copy.deepcopy(load(EVERY[0]))
    lines[-1]["lines"][0]["sectors"] += 1
    with pytest.raises(Differs, match="score of seat 0: sectors"):
        Follower(lines).run()


def test_the_command_follows_a_folder_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = load(EVERY[0])
    (tmp_path / "good.jsonl.gz").write_bytes(EVERY[0].read_bytes())
    assert main(["eclipse", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "followed 1 of 1\n"
    text = "\n".join(json.dumps(line) for line in lines[:-8])
    (tmp_path / "bad.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    assert main(["eclipse", str(tmp_path)]) == 1
    assert "followed 1 of 2" in capsys.readouterr().out
