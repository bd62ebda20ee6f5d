"""First lessons for tests: every step that they lead to, by every answer that leads on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.game import Game
from rules.kernel.teaching import Taught, follow


def steps_of(game: Game[Any, Any]) -> Iterator[Taught]:
    """Each step of a game's lesson as it is met, by every answer that leads there."""
    assert game.lesson is not None
    ways: dict[bytes, list[list[str]]] = {b"": []}
    for step in game.lesson.steps:
        after: dict[bytes, list[list[str]]] = {}
        for given in ways.values():
            taught = follow(game, game.lesson, given)
            assert taught.given == given
            yield taught
            for picks in step.answers or [[]]:
                on = follow(game, game.lesson, [*given, picks])
                after.setdefault(b"" if on.position is None else game.encode(on.position), on.given)
        ways = after
    yield follow(game, game.lesson, next(iter(ways.values())))
