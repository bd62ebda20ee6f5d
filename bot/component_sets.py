"""Component sets that the host of the bot owns: loaded at start, also in the drawing processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bot.settings import BadSettings, Settings
from rules.kernel.errors import BadData
from rules.kernel.game import Game
from rules.registry import GAMES


@dataclass(frozen=True)
class Equipped:
    """The games with their component sets, and what loads those in a new process."""

    games: Mapping[str, Game[Any, Any]]
    prepare: Callable[[], object] | None = None


def equip(settings: Settings) -> Equipped:
    """Load the sets that the settings name; new games use them, games in progress continue with Orrery's own.

    Raises:
        BadSettings: a file cannot be read, or something in it is wrong; the message says what.

    """
    files = {key: _read(key, path) for key, path in _named(settings).items()}
    if not files:
        return Equipped(GAMES)
    return Equipped({**GAMES, **_load(files)}, partial(_load, files))


def _named(settings: Settings) -> dict[str, Path]:
    """The files that the settings name, by game.

    Raises:
        BadSettings: a setting names no game, or one whose components cannot be replaced.

    """
    possible = [key for key, game in GAMES.items() if game.component_sets]
    for key in settings.component_sets:
        if key not in possible:
            known = ", ".join(map(_setting, possible))
            raise BadSettings(f"{_setting(key)}: there is no such set of components; there is {known}.")
    return {key: Path(path) for key, path in settings.component_sets.items()}


def _read(key: str, path: Path) -> tuple[bytes, str]:
    """Read a file; give its content and its name."""
    try:
        return path.read_bytes(), path.name
    except OSError as error:
        raise BadSettings(f"{_setting(key)}: {path} cannot be read ({error.strerror}).") from None


def _load(files: Mapping[str, tuple[bytes, str]]) -> dict[str, Game[Any, Any]]:
    """Give the games of some files with the sets in them."""
    games: dict[str, Game[Any, Any]] = {}
    for key, (data, name) in files.items():
        try:
            games[key] = GAMES[key].with_components(data, name)
        except BadData as error:
            raise BadSettings(f"{_setting(key)}: {error}.") from None
    return games


def _setting(key: str) -> str:
    return f"ORRERY_{key.upper()}_SET"
