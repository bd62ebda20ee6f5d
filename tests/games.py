"""The games that fuzzing, golden play-throughs and benchmarks know: those of the registry, and one being built."""

from __future__ import annotations

from typing import Any

from rendering.words import Words
from rules import registry
from rules.gaia.game import GaiaGame
from rules.kernel.game import Game
from rules.kernel.text import Text

GAMES: dict[str, Game[Any, Any]] = {**registry.GAMES, "gaia": GaiaGame()}


class GameWords(Words):
    """Words in English for one game, whether it is in the registry or not."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        super().__init__("en", [f"Seat {seat}" for seat in range(seats)])
        self.game = game

    def say(self, text: Text) -> str:
        if text.id.startswith("#"):
            return self.game.names[text.id[1:]]["en"]
        return super().say(text)
