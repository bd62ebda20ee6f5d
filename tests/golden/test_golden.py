"""Every game has a golden play-through, and plays it as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.registry import GAMES
from tests.golden.__main__ import main
from tests.golden.play import Golden, golden_of, path_of, write


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_has_a_golden_play_through_and_is_played_as_written(key: str) -> None:
    path = path_of(key)
    assert path.exists(), f"{key} lacks tests/golden/{key}.txt: write it with python -m tests.golden {key} --write"
    assert write(golden_of(key)) == path.read_text(encoding="utf-8")


def test_the_first_play_through_is_of_the_fewest_players_or_as_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.golden.play.FOLDER", tmp_path)
    assert golden_of("gaia") == Golden("gaia", 1, "0" * 32)
    assert main(["race", "--write", "--seats", "3", "--key", "7f", "--set", "setup=first"]) == 0
    assert golden_of("race") == Golden("race", 3, f"{0x7F:032x}", {"setup": "first"})
    assert main(["race"]) == 0
    assert main(["race", "--seats", "2"]) == 1


def test_a_text_that_does_not_say_which_game_it_is_of_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.golden.play.FOLDER", tmp_path)
    (tmp_path / "race.txt").write_text("Race for the Galaxy\n\n")
    with pytest.raises(ValueError, match=r"line 2 of .*race\.txt"):
        golden_of("race")


def test_a_change_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["race"]) == 0
    monkeypatch.setattr("tests.golden.__main__.write", lambda _: "another game\n")
    assert main(["race"]) == 1
    assert "+another game" in capsys.readouterr().out
