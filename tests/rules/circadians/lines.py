"""What people type in Circadians, and what it means."""

from __future__ import annotations

from tests.rules.circadians.table import make, rich, table_of
from tests.rules.circadians.test_planning import planning
from tests.typed_lines import Completed, Lines, Placed


def send() -> Placed:
    state = make(2)
    rich(state.players[0], 4, 5, hand=["item-1", "item-12"])
    table = table_of(state)
    return table.game, table.position


def plan() -> Placed:
    table = planning(6, 4, 2)
    return table.game, table.position


# What is typed, separated by bars, and what it picks.
LINES: Lines = {
    plan: {
        "plan 6>g1|plane 6>g1|6 g1|6 to garage 1|6 in Garage 1|6 Garage 1|lege 6 in Garage 1|planen 6 Garage 1": "6>g1",
        "plan 6>g1 4>g2|plane 6 in Garage 1, 4 in Garage 2|6 g1, 4 g2": "6>g1 4>g2",
        "4 farm 1|4 f1|4 auf Farm 1|plane 4 Farm 1|setze 4 auf Farm 1": "4>f1",
    },
    send: {
        "negotiate|negotiation|verhandeln|verhandle|Verhandlung|schicke zu Verhandlung": "negotiate",
        "negotiate red 3|verhandeln rot 3|verhandle Rot 3": "negotiate red-3",
        "depot|depository|Lager|lagern|Depot|sende Lager": "depot",
        "hq|headquarters|Hauptquartier|HQ": "hq",
        "mine|mining camp|Mine|Bergarbeiterlager|Bergbau|schürfen|schuerfe": "mine",
        "lab|laboratory|Labor": "lab",
        "foundry|Gießerei|giesserei": "foundry",
        "control|control room|Steuerzentrale|steuern": "control",
        "market|Markt|gehe zu Markt": "market",
        "market water for power|Markt Wasser gegen Energie|"
        "Markt tausche 3 Wasser gegen 1 Energie|market 3w p": "market 3w=p",
        "academy|Akademie|ausbilden": "academy",
        "canteen|Kantine": "canteen",
        "to-5|turn to 5|drehe auf 5|drehen auf 5|auf 5 drehen": "to-5",
    },
}

# What is begun in German, what is offered first for it, and what that sends.
COMPLETED: Completed = [
    (send, "verhand", "Verhandlungs-Tableau", "negotiate"),
]
