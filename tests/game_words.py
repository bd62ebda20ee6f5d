"""Says what a game says, in English, for tests that read it."""

from __future__ import annotations

from typing import Any

from rendering.words import Words
from rules.kernel.game import Game
from rules.kernel.text import Text


class GameWords(Words):
    """Words in English for one game."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        super().__init__("en", [f"Seat {seat}" for seat in range(seats)])
        self.game = game

    def say(self, text: Text) -> str:
        if text.id.startswith("#"):
            return self.game.names[text.id[1:]]["en"]
        return super().say(text)
