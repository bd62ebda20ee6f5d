"""Recorded games are followed to their end, whichever game it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.per_game import FOLLOW, ROOT, games_with, of_game

FOLLOWED = games_with(FOLLOW)
LONG = int(os.environ.get("ORRERY_LONG", "1")) > 1
SELECTED = [
    pytest.param(game, path, id=f"{game} {path.name}")
    for game in FOLLOWED
    for path in sorted((ROOT / "tests/data" / game).glob("*.gz"))
    if not path.name.startswith("record-")  # games of our own, which are replayed
]


@pytest.mark.parametrize(("game", "path"), SELECTED)
def test_a_selected_game_is_followed(game: str, path: Path) -> None:
    assert of_game(FOLLOW, game, "follow")(path) is None


@pytest.mark.parametrize("game", FOLLOWED)
def test_every_recorded_game_is_followed(game: str) -> None:
    """Every fifth where time is short: those that tell most are selected, and followed always."""
    follow = of_game(FOLLOW, game, "follow")
    every = sorted((ROOT.parent / "shared/reference" / game / "traces").glob("*.gz"))
    if not every:
        pytest.skip("the other recorded games are not on this machine")
    paths = every if LONG else every[::5]
    assert {path.name: difference for path in paths if (difference := follow(path)) is not None} == {}
