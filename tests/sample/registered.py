"""The sample as one of the games, for as long as a test needs it: with its text board and its German."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel.messages.pofile import read_po

from rendering import words
from rendering.registry import TEXT_BOARDS
from rules.registry import GAMES
from tests.sample.rendering.text_board import ProspectTextBoard
from tests.sample.rules.game import ProspectGame

KEY = ProspectGame.info.key
FOLDER = Path(__file__).parent


@contextmanager
def registered() -> Iterator[None]:
    """Do what the lines of the two registries and the catalog in its place do for a game."""
    GAMES[KEY] = ProspectGame()
    TEXT_BOARDS[KEY] = ProspectTextBoard()
    german = words._catalog("de")
    known = dict(german)
    with (FOLDER / f"{KEY}.po").open("rb") as stream:
        for message in read_po(stream, locale="de"):
            if message.id:
                one = message.id if isinstance(message.id, str) else message.id[0]
                german[one] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    words._names.cache_clear()
    try:
        yield
    finally:
        del GAMES[KEY], TEXT_BOARDS[KEY]
        german.clear()
        german.update(known)
        words._names.cache_clear()
