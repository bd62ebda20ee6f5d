"""The games that Orrery knows. A new game is one line here."""

from __future__ import annotations

from typing import Any

from rules.eclipse.game import EclipseGame
from rules.gaia.game import GaiaGame
from rules.kernel.game import Game
from rules.race.game import RaceGame

GAMES: dict[str, Game[Any, Any]] = {
    "race": RaceGame(),
    "gaia": GaiaGame(),
    "eclipse": EclipseGame(),
}
