"""What people type in Race for the Galaxy, and what it means."""

from __future__ import annotations

from tests.rules.race.table import GAME, act, table_of
from tests.typed_lines import Completed, Lines, Placed


def actions() -> Placed:
    return GAME, table_of(["old_earth", "new_sparta"]).position


def two_actions() -> Placed:
    return GAME, table_of(["old_earth", "new_sparta"], experienced=True).position


def phase(action: str, hand: str = "gem_world genetics_lab spice_world public_works alpha_centauri") -> Placed:
    table = act(table_of(["old_earth", "new_sparta"], [hand, ""], ["old_earth", ""]), action, "produce")
    return GAME, table.position


def hand_limit() -> Placed:
    hand = "gem_world colony_ship comet_zone expedition_force mining_robots rebel_miners spice_world new_vinland"
    return phase("produce", f"{hand} artist_colony plague_world distant_world public_works")


# What is typed, separated by bars, and what it picks.
LINES: Lines = {
    actions: {
        "explore +5|explore 5|Erkunden +5|erkunde 5|Erkundung +5|wähle Erkunden: +5": "explore_5",
        "explore +1 +1|explore 1 1|Explore: +1, +1|erkunde +1+1|erkunden +1 +1": "explore_1_1",
        "develop|Entwickeln|entwickle|Entwicklung": "develop",
        "settle|Siedeln|siedle|besiedeln": "settle",
        "trade|consume trade|sell|Handeln|handle|Handel|verkaufen|Verbrauchen: Handeln|"
        "verbrauchen handeln": "consume_trade",
        "consume 2x|2x VP|x2|double|verbrauchen 2x|verbrauche 2x|2x SP|doppelt|Consume: 2× VP": "consume_x2",
        "produce|production|Produzieren|produziere|Produktion": "produce",
    },
    two_actions: {
        "develop, settle|entwickeln, siedeln|Entwickle Siedle|develop settle": "develop+settle",
        "develop, develop 2|entwickeln, entwickle 2|Entwicklung, zweite Entwicklung": "develop+develop_2",
        "settle, settle 2|siedeln, besiedle 2": "settle+settle_2",
        "explore 5, consume 2x|erkunde 5, verbrauche 2x": "explore_5+consume_x2",
    },
    lambda: phase("develop"): {
        "public works|develop public works|Bauarbeiten|entwickle Bauarbeiten|"
        "spiele Bauarbeiten|play public": "public_works",
        "Genlabor|spiele Genlabor|genetics lab": "genetics_lab",
        "pass|nothing|none|passen|passe|nichts|keine": "pass",
    },
    lambda: phase("settle"): {
        "Gem World|settle gem|siedle Kristallwelt|besiedle Kristallwelt|spiele Kristallwelt": "gem_world",
        "pass|nothing|passen|nichts ausspielen": "pass",
    },
    hand_limit: {
        "discard gem world, colony ship|wirf ab Kristallwelt, Kolonieschiff|"
        "abwerfen Kristallwelt Kolonieschiff": "gem_world+colony_ship",
    },
}

# What is begun in German, what is offered first for it, and what that sends.
COMPLETED: Completed = [
    (actions, "erkunde", "Erkunden: +5", "explore_5"),
]
