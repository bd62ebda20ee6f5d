"""What all tests share: databases, tables of the toy game, scripts of chance that must be drawn, and their order."""

from __future__ import annotations

import os
from itertools import zip_longest
from pathlib import Path

import pytest

pytest_plugins = ["tests.databases", "tests.at_table", "tests.table"]

TESTS = Path(__file__).parent


def pytest_xdist_auto_num_workers() -> int | None:
    """One process more than there are cores: tests of processes and lost connections wait more than they work."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # whoever says how many is heard
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no process ends with one of them while others have nothing.

    Those are the tests over all games, which work, and those of the field, which wait, in turn.
    """
    order = {path: at for at, path in enumerate(dict.fromkeys(item.path for item in items))}
    works = [path for path in order if path.parent == TESTS]
    waits = [path for path in order if path.parent.name in {"field", "process"}]
    first = [path for pair in zip_longest(works, waits) for path in pair if path is not None]
    order |= {path: at - len(order) for at, path in enumerate(first)}
    items.sort(key=lambda item: order[item.path])
