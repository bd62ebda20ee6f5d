"""Whole actions of Eclipse are typed in one line, in players' terms, in either language."""

from __future__ import annotations

import pytest

from bot.tables.core.errors import BeyondReveal
from bot.typed.line import complete_move, read_line
from rendering.words import Words
from tests.bot.lives import live
from tests.rules.eclipse.table import EclipseTable, add, bare, make, table_of


def table() -> EclipseTable:
    """A rich Terran with a second sector and ships to move."""
    state = make("terran-directorate", "hydran")
    me = state.players[0]
    me.goods = {"money": 20, "science": 20, "materials": 20}
    me.technologies += ["plasma-cannon", "orbital", "fusion-source"]
    me.placed["interceptor"] = ["nuclear-drive", "", "", ""]
    state.supply = {"plasma-cannon": 1, "fusion-drive": 1, "phase-shield": 1, "advanced-labs": 1}
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 1}})
    bare(state.sectors["001"])
    bare(add(state, "103", "1D", turns=1))
    return table_of(state)


@pytest.mark.parametrize(
    ("move", "answers"),
    [
        ("explore 3A", "explore 3A"),
        ("explore 3a", "explore 3A"),
        ("research fusion drive", "research fusion-drive"),
        ("research phase shield; done", "research phase-shield done"),
        ("build cruiser 106, orbital 221", "build cruiser-106 orbital-221"),
        ("build cruiser 106; orbital 221; done", "build cruiser-106 orbital-221 done"),
        ("bauen Kreuzer 106, Orbital 221", "build cruiser 106 orbital-221"),
        ("move i1 221-106-001", "move i1 221 106 001"),
        (
            "move interceptor 221-106-001, i1 106 001 stop, i1 001 106 stop",
            "move i1 221 106 001 i1-106 001 stop i1 106 stop",
        ),
        ("Bewegung Abfangjäger 106 001 103", "move i1 106 001 103"),
        (
            "upgrade cruiser 4 = fusion source, cruiser 3 = plasma cannon",
            "upgrade cruiser-4 fusion-source cruiser-3 plasma-cannon",
        ),
        ("upgrade Kreuzer 2 = Plasmakanone", "upgrade cruiser-2 plasma-cannon"),
        ("influence track 001", "influence track"),
        ("influence 106 track, track 106", "influence 106 track track-106"),
        ("colony 106 science", "colony-106-science"),
        ("colony 106 materials, trade money-science 3, pass", "colony-106-materials trade money-science 3 pass"),
        ("trade money-materials 2; explore 2L", "trade money-materials-2 explore 2L"),
        ("pass", "pass"),
    ],
)
def test_a_whole_action_is_typed_in_one_line(move: str, answers: str) -> None:
    played = table()
    line = read_line(live(played), 0, move)
    assert " ".join(pick for picks in line.answers for pick in picks) == answers
    assert line.rest == []
    for picks in line.answers:
        played.game.answer(played.position, 0, picks)


def test_nothing_can_be_typed_past_what_is_drawn() -> None:
    with pytest.raises(BeyondReveal):
        read_line(live(table()), 0, "explore 3A discard")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("rese", "research"),
        ("research fus", "research fusion-drive"),
        ("build cruiser 1", "build cruiser 106"),
        ("upgrade cruiser 3 plas", "upgrade cruiser 3 plasma-cannon"),
        ("move i1 ", "move i1 221"),
        ("explore 1", "explore 1B"),
    ],
)
def test_an_action_is_completed_word_by_word(typed: str, offered: str) -> None:
    assert offered in [value for _, value in complete_move(live(table()), 0, typed, Words())]
