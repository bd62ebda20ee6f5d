"""What people type in Eclipse, and what it means."""

from __future__ import annotations

from rules.eclipse.state import Rules
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.conquest import Conquest
from tests.rules.eclipse.table import add, bare, make, neighbours, table_of
from tests.typed_lines import Completed, Lines, Placed


def turn() -> Placed:
    state = make("terran-directorate", "terran-alliance")
    me = state.players[0]
    me.goods.update(dict.fromkeys(me.goods, 30))
    state.supply = {"plasma-cannon": 2, "gauss-shield": 1, "nanorobots": 1, "starbase": 1}
    table = table_of(state)
    return table.game, table.position


def finish() -> Placed:
    game, position = turn()
    game.answer(position, 0, ["influence"])
    return game, position


def move() -> Placed:
    state = make("terran-directorate", "terran-alliance")
    bare(add(state, "106", "1A"))
    bare(add(state, "211", "2L"))
    table = table_of(state)
    return table.game, table.position


def reaction() -> Placed:
    state = make("terran-directorate", "terran-alliance")
    bare(add(state, "106", "1A"))
    state.players[0].passed = True
    state.players[0].goods["materials"] = 20
    table = table_of(state)
    return table.game, table.position


def fight() -> Placed:
    state = make("terran-directorate", "terran-union")
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"interceptor": 2}})
    add(state, "103", "1B", turns=3, disc=1)
    table = table_of(state, Combat())
    table.play("attack-on")
    return table.game, table.position


def conquest() -> Placed:
    state = make("terran-directorate", "orion")
    add(state, "103", "1A", disc=0, ships={1: {"interceptor": 1}}).cubes = [1]
    table = table_of(state, Conquest())
    return table.game, table.position


def diplomacy() -> Placed:
    table = table_of(neighbours())
    table.play("influence")
    return table.game, table.position


def offer() -> Placed:
    table = table_of(neighbours("terran-directorate", "orion", "hydran", "planta"))
    table.play("influence propose orion money")
    return table.game, table.position


def hit() -> Placed:
    state = make("terran-directorate", "terran-union", rules=Rules(choose_hits=True))
    add(state, "106", "1F", ships={0: {"interceptor": 1, "cruiser": 1}, 1: {"cruiser": 2}})
    table = table_of(state, Combat(), draws={"die": [6, 1, 6, 6]})
    return table.game, table.position


# What is typed, separated by bars, and what it picks.
LINES: Lines = {
    fight: {
        "attack|fight|angreifen|greife an|kämpfe|kaempfen": "attack",
        "attack all|bis zum Ende|alle angreifen": "attack-on",
        "half|Hälfte|haelfte|bis zur Hälfte": "attack-half",
        "retreat 103|flee 103|withdraw to 103|Rückzug nach 103|Rueckzug 103|fliehe nach 103|fliehen 103": "retreat-103",
    },
    hit: {
        "cruiser|Kreuzer": "cruiser",
        "greedy|largest|größte|automatisch": "greedy",
        "greedy-on|this battle|whole battle|dieser Kampf|ganzer Kampf": "greedy-on",
    },
    conquest: {
        "roll|attack|shoot|würfeln|angreifen|wuerfle": "roll",
        "bombs|neutron bombs|Bomben|Neutronenbomben|bombardiere": "bombs",
        "no|spare|nein|verschonen": "no",
    },
    diplomacy: {
        "propose|diplomacy|offer|Diplomatie|anbieten|biete Beziehungen an|Beziehungen anbieten": "propose",
    },
    offer: {
        "yes|agree|accept|ja|annehmen|stimme zu|zustimmen": "yes",
        "no|decline|refuse|nein|ablehnen|lehne ab": "no",
    },
    turn: {
        "explore 3A|erkunden 3A|erkunde 3A|Erkundung 3A|erkunde Platz 3A": "explore 3A",
        "influence|Einfluss|beeinflussen|nimm Einfluss": "influence",
        "research plasma cannon|erforschen Plasmakanone|forsche Plasmakanone|erforsche Plasmakanonen|"
        "Forschung Plasmakanone|research plasma": "research plasma-cannon",
        "erforsche Gauß-Schild|forschen gauss-schild|research gauss shield": "research gauss-shield",
        "upgrade cruiser|aufrüsten Kreuzer|rueste auf Kreuzer|Upgrade Kreuzer|umrüsten Kreuzer": "upgrade cruiser",
        "build interceptor|bauen Abfangjäger|baue Abfangjaeger|bau Jäger": "build interceptor",
        "build starbase|baue Sternenbasis": "build starbase",
        "move|bewegen|bewege|ziehe|fliegen|Bewegung": "move",
        "pass|passen|passe|ich passe": "pass",
        "pass-round|pass for good|no reactions|passen ohne Reaktionen|keine Reaktionen": "pass-round",
        "colony|colony ship|colonise|settle|Kolonieschiff|Kolonie|siedeln|besiedle|kolonisiere": "colony",
        "trade money science|trade money for science|tauschen Geld gegen Wissenschaft|tausche Geld in Wissenschaft|"
        "handle money-science": "trade money-science",
        "give up|resign|aufgeben|gebe auf|kapitulieren": "give-up",
    },
    move: {
        "move i1 106|move interceptor 106|move interceptor from 221 to 106|bewegen Abfangjäger 106|bewege i1 nach 106|"
        "ziehe Abfangjäger von 221 nach 106|fliege Jäger 1 106|Bewegung Abfangjaeger 221-106": "move i1 106",
    },
    reaction: {
        "upgrade|aufrüsten|rüste auf": "upgrade",
        "build|bauen|baue": "build",
        "move|bewegen|ziehe": "move",
        "pass|passen|passe": "pass",
    },
    finish: {
        "done|finish|end|stop|fertig|Ende|beenden|Schluss|keine Scheiben": "done",
        "flip|turn up|aufdecken|decke auf|Kolonieschiff aufdecken": "flip",
        "disc|track|Scheibe|Einflussleiste|Leiste|neue Scheibe": "track",
    },
}

# What is begun in German, what is offered first for it, and what that sends.
COMPLETED: Completed = [
    (turn, "erforsch", "Forschung", "research"),
    (turn, "rueste", "Upgrade", "upgrade"),
]
