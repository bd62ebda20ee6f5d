"""What each game keeps in its own folders for the tests of all games; found by its key, so no shared table names it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from rules.registry import GAMES

ROOT = Path(__file__).parents[1]

FUZZ = "tests/fuzz/{key}/__init__.py"
"""`CHECKS`: what must hold in every position of the game (`tests.fuzz.play`)."""
STARTS = "tests/fuzz/{key}/starts.py"
"""`STARTS`: makers of runs that begin where random play seldom comes (`tests.fuzz.play`). Not every game has any."""
WASTE = "tests/fuzz/{key}/waste.py"
"""`losses`: what an answer loses (`tests.fuzz.waste`). Not every game has it."""
LINES = "tests/rules/{key}/lines.py"
"""`LINES` and `COMPLETED`: what people type, and what it means (`tests.typed_lines`)."""
FOLLOW = "tests/follow/{key}.py"
"""`follow`: follows a recorded game of another engine. Not every game has one."""
TURNS = "benchmarks/turns/{key}.py"
"""`TURNS`: what a turn of the game is called (`benchmarks.turns`). Not every game has one."""
SCENES = "benchmarks/scenes/{key}.py"
"""`examples` and `measured`: what is drawn of a game with pictures (`benchmarks.scenes`)."""


class Missing(Exception):
    """A game lacks something; says which file is to be written."""


def games_with(file: str) -> list[str]:
    """List the keys of the games that have such a file, in alphabetical order."""
    return [key for key in sorted(GAMES) if (ROOT / file.format(key=key)).exists()]


def of_game(file: str, key: str, name: str) -> Any:
    """Give what a game's own file calls `name`.

    Raises:
        Missing: there is no such file, or it has no such name.

    """
    path = file.format(key=key)
    if not (ROOT / path).exists():
        raise Missing(f"{key} lacks {path}: write it, with {name} in it")
    module = import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    if not hasattr(module, name):
        raise Missing(f"{path} lacks {name}: write it there")
    return getattr(module, name)
