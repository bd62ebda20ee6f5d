"""What people type in Gaia Project, and what it means."""

from __future__ import annotations

from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.rules.gaia.table import make, neighbours, rich, table_of
from tests.rules.gaia.test_charging import near
from tests.rules.gaia.test_federation import standing
from tests.typed_lines import Completed, Lines, Placed


def turn() -> Placed:
    table = table_of(neighbours(3))
    return table.game, table.position


def stone() -> Placed:
    state = make("taklons", "xenos")
    rich(state.players[0])
    table = table_of(state)
    return table.game, table.position


def token() -> Placed:
    state = near("terrans", "taklons")
    one = state.players[1]
    one.structures = {"2A3": "institute"}
    one.power, one.brainstone = [1, 4, 0, 0], 2
    table = table_of(state)
    table.play("build 1A6")
    return table.game, table.position


def federation() -> Placed:
    state = standing(p1A6="institute", p1A5="station", p2A3="station", p3B5="mine", p7A6="mine")
    table = table_of(state)
    table.play("federation 1A5 2A3")
    return table.game, table.position


def credits() -> Placed:
    state = make("hadsch-hallas", "xenos")
    rich(state.players[0])
    state.players[0].structures = {"1B1": "institute"}
    state.players[0].booster = "booster5"
    table = table_of(state)
    return table.game, table.position


def charge() -> Placed:
    table = table_of(neighbours(2))
    table.play("build 1A6")
    return table.game, table.position


def first() -> Placed:
    position, _ = GAMES["gaia"].setup({}, 2, Rng("00"))
    return GAMES["gaia"], position


# What is typed, separated by bars, and what it picks.
LINES: Lines = {
    turn: {
        "build 1A6|mine 1A6|build mine 1A6|bauen 1A6|baue 1A6|Mine 1A6|MINE BAUEN 1a6|"
        "errichte 1A6|baue auf 1A6": "build 1A6",
        "gaia|gaia project|Gaia-Projekt|gaiaprojekt|starte Gaia-Projekt": "gaia",
        "upgrade lab 3A7|aufwerten Forschungslabor 3A7|werte auf Labor 3A7|ausbauen Labor 3A7|baue aus Labor 3A7|"
        "aufrüsten Labor 3A7|rueste auf Labor 3A7|rüste auf Labor 3A7": "upgrade lab 3A7",
        "upgrade station 1B1|upgrade ts|aufwerten Handelszentrum 1B1|Upgrade Handelsstation": "upgrade station",
        "upgrade institute|upgrade PI|werte auf zu Regierungssitz": "upgrade institute",
        "federation|federate|form federation|Allianz|gründen|gruende|Allianz gründen|"
        "Föderation|foederation": "federation",
        "research navigation|advance nav|forsche Navigation|erforschen nav|erforsche Navigation|Forschung Navigation|"
        "steige auf nav": "research nav",
        "research ai|forsche KI|forschen Künstliche Intelligenz|forsche kuenstliche": "research ai",
        "research economy|forsche Wirtschaft": "research eco",
        "power 2 ore|power action 2o|Macht 2 Erz|Machtaktion 2 Erz|nutze Machtaktion 2 Erz": "power 2o",
        "power 7 credits|Macht 7 Credits": "power 7c",
        "power 1 step|Macht 1 Terraforming|Macht 1 Schritt": "power 1step",
        "qic|QIC-Aktion|Q.I.C.|q.i.c.-aktion": "qic",
        "special|special action|Sonderaktion|Spezialaktion": "special",
        "pass booster1|pass booster 1|passen Booster1|passe Booster 1|PASSEN Rundenbooster 1|"
        "passen nimm Booster1": "pass booster1",
        "burn|burn power|sacrifice|opfern|opfere|verbrennen|Verbrenne Macht|Macht opfern": "burn",
        "pw-c|power to credits|power for credit|Macht zu Credits|tausche Macht in Credits|1 Macht für 1 Credit": "pw-c",
        "pw-q|power to qic|Macht zu QIC|Macht fuer QIC": "pw-q",
        "pw-o|power to ore|Macht zu Erz|Macht in Erz": "pw-o",
        "pw-k|power for knowledge|Macht für Wissen": "pw-k",
        "q-o|qic to ore|QIC zu Erz": "q-o",
        "k-c|knowledge to credits|Wissen zu Credits": "k-c",
        "o-c|ore to credit|Erz zu Credit|tausche Erz gegen Credits": "o-c",
        "o-t|ore to token|Erz zu Machtstein": "o-t",
        "burn, build 1A6|opfern, Mine 1A6|verbrenne baue 1A6": "burn build 1A6",
    },
    stone: {"brainstone to credits|Brainstone zu Credits|3pw-3c": "3pw-3c"},
    credits: {
        "credits to ore|Credits zu Erz|tausche Credits gegen Erz": "c-o",
        "credits for qic|Credits für QIC": "c-q",
        "credits to knowledge|Credits in Wissen": "c-k",
        "qic technology|qic tech|QIC Technologie|QIC-Aktion Technologieplättchen": "qic tech",
        "qic types|qic planet types|QIC Planetenarten": "qic types",
    },
    charge: {
        "charge|take|yes|leech|laden|lade|aufladen|lade auf|nimm|annehmen|ja": "charge",
        "decline|no|refuse|ablehnen|lehne ab|nein|verzichten": "decline",
    },
    token: {
        "charge|laden|lade|ja": "charge",
        "token first|token-first|token|Machtstein zuerst|zuerst Machtstein": "token-first",
        "decline|ablehnen|nein": "decline",
    },
    federation: {"enough|done|genug|fertig|diese Planeten": "enough", "3B5": "3B5"},
}

# What is begun in German, what is offered first for it, and what that sends.
COMPLETED: Completed = [
    (turn, "baue", "Mine errichten", "build"),
    (turn, "forsch", "Forschungsfortschritt (4 Wissen)", "research"),
]
