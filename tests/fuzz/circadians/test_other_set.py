"""Circadians keeps every rule with another set of components, too."""

from __future__ import annotations

import os

import pytest

from rules.circadians import components
from tests.fuzz.circadians import CHECKS
from tests.fuzz.circadians.other_set import other_circadians
from tests.fuzz.play import Run

LONG = int(os.environ.get("ORRERY_LONG", "1"))


def test_random_play_of_circadians_with_another_set_keeps_every_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "SETS", {**components.SETS})
    game = other_circadians()
    for seed in range(4 * LONG):
        Run(game, CHECKS, seed, (game.check_setup({}, 1 + seed % 4), 1 + seed % 4)).play()
