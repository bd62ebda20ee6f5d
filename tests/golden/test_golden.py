"""Every game has a golden play-through, and plays it as written."""

from __future__ import annotations

import pytest

from rules.registry import GAMES
from tests.golden.__main__ import main
from tests.golden.play import GOLDEN, path_of, write


def test_every_game_has_a_golden_play_through() -> None:
    assert set(GOLDEN) == set(GAMES)
    assert [key for key in GAMES if not path_of(key).exists()] == []


@pytest.mark.parametrize("key", sorted(GOLDEN))
def test_the_game_is_played_as_written(key: str) -> None:
    assert write(key) == path_of(key).read_text(encoding="utf-8")


def test_a_change_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["race"]) == 0
    monkeypatch.setattr("tests.golden.__main__.write", lambda _: "another game\n")
    assert main(["race"]) == 1
    assert "+another game" in capsys.readouterr().out
