"""The games that Orrery knows. A new game is one line here."""

from __future__ import annotations

from typing import Any

from rules.kernel.game import Game

GAMES: dict[str, Game[Any, Any]] = {}
