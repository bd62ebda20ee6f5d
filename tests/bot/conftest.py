"""A simulated server with a channel, some people and the bot, playing the toy game on a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from rendering import words as words_module
from rules.registry import GAMES
from tests.bot.world import World, open_world
from tests.databases import ONLY_POSTGRES, sqlite_url
from tests.toy import ToyGame


@pytest.fixture(autouse=True)
def toy_game() -> Iterator[None]:
    """Make the toy game one of the games, so that its names can be said."""
    GAMES["toy"] = ToyGame()
    words_module._names.cache_clear()
    yield
    del GAMES["toy"]
    words_module._names.cache_clear()


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a fresh database: of SQLite, or where ORRERY_TEST_DATABASE says so of PostgreSQL."""
    if not ONLY_POSTGRES:
        return sqlite_url(tmp_path)
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A world with four people on one server."""
    async with open_world(tmp_path, "toy") as opened:
        yield opened
