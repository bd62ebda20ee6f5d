"""Where random play of Circadians seldom comes.

A set of components with effects and numbers that Orrery's own has not; and a deck that is drawn down to the cards that
were put under it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from unittest.mock import patch

from rules.circadians import sets
from rules.circadians.game import CircadiansGame
from rules.circadians.state import CircadiansState
from rules.circadians.steps.rounds import StartRound
from rules.kernel.steps import Flow
from tests.fuzz.circadians import CHECKS
from tests.fuzz.play import Run


def other_circadians() -> CircadiansGame:
    """A game with effects where Orrery's set has others, and other numbers on the boards."""
    raw = json.loads((resources.files("rules.circadians") / "data" / "orrery.json").read_bytes())
    every = [
        {"op": "income", "gain": {"item": 1, "die": 1, "gem": 1}},
        {"op": "discount_any", "where": ["mine", "lab", "foundry", "control", "academy"], "n": 3},
        {"op": "surcharge", "where": ["depot", "lab"], "more": {"algae": 1}},
        {"op": "bonus", "where": ["hq", "lab", "market", "control", "mine", "advance"], "gain": {"item": 1, "die": 1}},
        {"op": "algae_less", "n": 2, "garages": [5]},
        {"op": "free_trades", "n": 1},
        {"op": "steer", "turn": 3},
        {"op": "extra_step", "n": 2},
        {"op": "hq_both"},
        {"op": "end", "per": "ring", "vp": 2, "most": 9, "each": 2},
    ]
    for at, item in enumerate(raw["items"]):
        item["effect"] = every[at % len(every)]
        item["cost"] = {"water": at % 4}
    for at, upgrade in enumerate(raw["upgrades"]):
        upgrade["effect"] = [{"op": "gain", "gain": {"item": 1, "die": 1}}, {"op": "flip"}, {"op": "share"}][at % 3]
    for at, farm in enumerate(raw["farms"][:10]):
        farm["effect"] = [
            {"op": "threshold", "least": 3, "gain": {"item": 2}, "otherwise": {"die": 1}},
            {"op": "table", "of": ["power", "algae"], "more": 2},
        ][at % 2]
    raw["clans"][0]["effect"] = {"op": "pay_gain", "pay": {"gem": 1}, "gain": {"item": 1, "water": 9}}
    raw["rows"] = {
        "upper": {"op": "gain", "gain": {"gem": 1}},
        "middle": {"op": "free_move"},
        "lower": {"op": "free_move"},
    }
    raw["setbacks"][4]["lose"] = {"item": 2}
    raw["setbacks"][5]["lose"] = {"die": 2, "water": 1}
    raw["base"]["start"] = {"water": 20, "algae": 9, "power": 6, "gem": 3}
    for boards in raw["boards"].values():
        boards["closed"] = [2, 6]
        boards["hq"], boards["lab"], boards["control"] = 6, 3, 1
        for column in boards["negotiation"].values():
            column["limit"] = 3
    return CircadiansGame(sets.load(json.dumps(raw).encode(), "other.json"))


class UnderTheDeck(CircadiansGame):
    """Begins after the draft, with every item card under the deck, in an order that nobody knows."""

    def begin(self, config: Mapping[str, str], seats: int, flow: Flow[CircadiansState]) -> CircadiansState:
        state = super().begin(config, seats, flow)
        flow.stack.clear()
        flow.then(StartRound())
        state.under, state.deck = state.deck, []
        for one in state.players:
            one.character, one.dealt = one.dealt[0], []
        return state


def start(game: CircadiansGame, seed: int) -> Run:
    """Give a run of a game, in turn for every number of players."""
    seats = 1 + seed % 4
    return Run(game, CHECKS, seed, (game.check_setup({}, seats), seats))


class OtherSet(Run):
    """A run with the other set, which is loaded as long as it is played."""

    def __init__(self, seed: int) -> None:
        with patch.dict(sets.SETS):
            game, seats = other_circadians(), 1 + seed % 4
            self.parts = game.parts
            super().__init__(game, CHECKS, seed, (game.check_setup({}, seats), seats))

    def play(self) -> None:
        with patch.dict(sets.SETS, {self.parts.digest: self.parts}):
            super().play()


STARTS = [OtherSet, lambda seed: start(UnderTheDeck(), seed)]
