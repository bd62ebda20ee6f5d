"""What people type in Prospect, and what it picks."""

from __future__ import annotations

from tests.sample.rules.steps.claiming import Claim, Follow
from tests.sample.tests.rules.table import make, table_of
from tests.typed_lines import Completed, Lines, Placed


def bidding() -> Placed:
    table = table_of(make("", ""))
    return table.game, table.position


def claiming() -> Placed:
    state = make("", "")
    state.open = ["anvil", "old-comet"]
    table = table_of(state, Claim(0))
    return table.game, table.position


def following() -> Placed:
    table = table_of(make("anvil", ""), Follow(0, 1, "deep-vein"))
    return table.game, table.position


LINES: Lines = {
    bidding: {
        "4|bid 4|4 fuel|biete 4|bieten 4|4 Treibstoff": "4",
        "0|nothing|nichts|bid 0|biete 0": "0",
    },
    claiming: {
        "anvil|claim anvil|take anvil|stake anvil|Amboss|nimm Amboss|abstecken Amboss|stecke ab Amboss": "anvil",
        "old comet|claim old|Alter Komet|nehme Alter Komet": "old-comet",
        "anvil, drill|claim anvil bore|Amboss, bohre|nimm Amboss bohren": "anvil drill",
        "anvil, done|anvil leave it|Amboss, fertig|Amboss, lasse": "anvil done",
    },
    following: {
        "yes|follow|send a ship|along|ja|folge|sende Schiff|Schiff mitsenden": "yes",
        "no|stay|decline|nein|bleibe|hierbleiben|lehne ab": "no",
    },
}

COMPLETED: Completed = [
    (bidding, "biete 4", "4 Treibstoff", "4"),
    (claiming, "ambo", "Amboss", "anvil"),
    (following, "fol", "Schiff mitsenden", "yes"),
]
