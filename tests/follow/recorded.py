"""What following a recorded game is for every game: reading it, and saying in a line where ours is another one."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Differs(Exception):
    """Our game is not the recorded one."""


def load(path: Path) -> list[dict[str, Any]]:
    """Read a recorded game that has an object in each line."""
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def outcome(run: Callable[[], None]) -> str | None:
    """Follow; say where the game differs, or None."""
    try:
        run()
    except Differs as difference:
        return str(difference)
    except Exception as error:  # noqa: BLE001 - one broken record must not hide the others
        return f"cannot be followed: {type(error).__name__}: {error}"
    return None
