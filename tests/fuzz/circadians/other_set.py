"""A set of components of Circadians with effects and numbers that Orrery's own has not."""

from __future__ import annotations

import json
from importlib import resources

from rules.circadians import components
from rules.circadians.game import CircadiansGame


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
    return CircadiansGame(components.load(json.dumps(raw).encode(), "other.json"))
