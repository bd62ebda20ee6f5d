"""Sets of components that whoever runs the bot owns: read at start, and known in the drawing processes too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bot.settings import BadSettings, Settings
from rules.circadians import components
from rules.circadians.game import CircadiansGame
from rules.kernel.errors import BadData
from rules.kernel.game import Game
from rules.registry import GAMES


@dataclass(frozen=True)
class Equipped:
    """The games with the sets that they are played with, and what a new process must do to know those."""

    games: Mapping[str, Game[Any, Any]]
    prepare: Callable[[], object] | None = None


def equip(settings: Settings) -> Equipped:
    """Read the set that the settings name; new games are played with it, and those with Orrery's set go on with that.

    Raises:
        BadSettings: the file cannot be read, or something in it is wrong; the message says what.

    """
    if not settings.circadians_set:
        return Equipped(GAMES)
    path = Path(settings.circadians_set)
    try:
        data = path.read_bytes()
        parts = components.load(data, path.name)
    except OSError as error:
        raise BadSettings(f"ORRERY_CIRCADIANS_SET: {path} cannot be read ({error.strerror}).") from None
    except BadData as error:
        raise BadSettings(f"ORRERY_CIRCADIANS_SET: {error}.") from None
    return Equipped({**GAMES, "circadians": CircadiansGame(parts)}, partial(components.load, data, path.name))
