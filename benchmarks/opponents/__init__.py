"""Robots of before, kept as they were, for those of now to play against (`benchmarks.robots`, ``--against``).

A folder a generation, in it a package a game with `choose`, as `Game.choose` of that time answered. They take from
`rules` what the rules are made of and nothing of its robots, so that they stay the same while those change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.opponents.v1 import circadians, eclipse, gaia, race
from benchmarks.opponents.v2 import race as race_2
from benchmarks.opponents.v3 import race as race_3
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

Player = Callable[[Any, Prompt, Rng], list[str]]

OPPONENTS: Mapping[str, Mapping[str, Player]] = {
    "v1": {"circadians": circadians.choose, "eclipse": eclipse.choose, "gaia": gaia.choose, "race": race.choose},
    "v2": {"race": race_2.choose},
    "v3": {"race": race_3.choose},
}
"""Generation -> key of a game -> its robot."""
