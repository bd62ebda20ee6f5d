"""Boards that several messages show know since when changes are told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.shared_boards import SharedBoards, ShownViews


def _live(revision: int) -> Any:
    return SimpleNamespace(info=SimpleNamespace(id=7), revision=revision)


def test_changes_are_told_since_the_post_before_the_one_of_the_revision() -> None:
    boards = SharedBoards(cast("Any", None))
    assert boards.since(_live(3)) is None
    boards.note_seen(7, ShownViews(1, 3, former="two", shown="three"))
    assert boards.since(_live(3)) == "two"
    assert boards.since(_live(4)) == "three", "its post is still to come"
