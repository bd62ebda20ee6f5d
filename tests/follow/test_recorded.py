"""Recorded games are followed to their end, whichever game it is (those of Eclipse: `test_eclipse.py`)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.follow import circadians, gaia, race

ROOT = Path(__file__).parents[2]
FOLLOW: dict[str, Callable[[Path], str | None]] = {
    "circadians": circadians.follow,
    "gaia": gaia.follow,
    "race": race.follow,
}
LONG = int(os.environ.get("ORRERY_LONG", "1")) > 1
SELECTED = [(game, path) for game in FOLLOW for path in sorted((ROOT / "tests/data" / game).glob("*.gz"))]


def test_games_of_each_are_selected() -> None:
    assert {game for game, _ in SELECTED} == set(FOLLOW)


@pytest.mark.parametrize(("game", "path"), [pytest.param(*one, id=f"{one[0]} {one[1].name}") for one in SELECTED])
def test_a_selected_game_is_followed(game: str, path: Path) -> None:
    assert FOLLOW[game](path) is None


@pytest.mark.parametrize("game", FOLLOW)
def test_every_recorded_game_is_followed(game: str) -> None:
    """Every fifth where time is short: those that tell most are selected, and followed always."""
    every = sorted((ROOT.parent / "shared/reference" / game / "traces").glob("*.gz"))
    if not every:
        pytest.skip("the other recorded games are not on this machine")
    paths = every if LONG else every[::5]
    assert {path.name: difference for path in paths if (difference := FOLLOW[game](path)) is not None} == {}
