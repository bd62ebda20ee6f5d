"""Whole turns of Gaia Project are typed in one line, in players' terms, and completed while they are typed."""

from __future__ import annotations

import pytest

from bot.tables.core.errors import BeyondReveal
from bot.typed.line import complete_move, read_line
from rendering.words import Words
from rules.gaia.state import GaiaState, OwnToken
from rules.kernel.errors import IllegalAnswer, NotAsked
from tests.bot.lives import live
from tests.rules.gaia.table import GaiaTable, make, rich, table_of


def table() -> GaiaTable:
    """Two rich players far from each other; the first has a mine, two trading stations and a federation token."""
    state: GaiaState = make("terrans", "xenos")
    first, second = state.players
    rich(first)
    first.structures = {"1B1": "mine", "3A7": "station", "8A0": "station"}
    first.research["nav"] = 2
    first.tokens = [OwnToken("qic", green=True)]
    second.structures = {"6A4": "mine"}
    return table_of(state)


@pytest.mark.parametrize(
    ("move", "answers"),
    [
        ("build 1A6", "build 1A6"),
        ("build; 1A6; done", "build 1A6 done"),
        ("Build 1a6 done", "build 1A6 done"),
        ("upgrade lab 3A7 nav nav done", "upgrade lab 3A7 nav nav done"),
        ("upgrade research lab 3A7 free1 gaia", "upgrade lab 3A7 free1 gaia"),
        ("upgrade lab 3A7 free1; gaia; done", "upgrade lab 3A7 free1 gaia done"),
        ("research nav", "research nav"),
        ("research navigation", "research nav"),
        ("power 3k", "power 3k"),
        ("power 3k; done", "power 3k done"),
        ("pw-o pw-o burn upgrade institute 8A0 q-o done", "pw-o pw-o burn upgrade institute 8A0 q-o done"),
        ("pw-q; qic types; k-c; done", "pw-q qic types k-c done"),
        ("pass booster3", "pass booster3"),
        ("pass", "pass"),
        # The only mine becomes a trading station without asking; its place may be named all the same.
        ("upgrade station 1B1 done", "upgrade station done"),
        ("upgrade station; 1B1; done", "upgrade station done"),
        ("upgrade station done", "upgrade station done"),
        # The only token is the one to score again.
        ("qic again qic done", "qic again done"),
    ],
)
def test_a_whole_turn_is_typed_in_one_line(move: str, answers: str) -> None:
    played = table()
    line = read_line(live(played), 0, move)
    assert " ".join(pick for picks in line.answers for pick in picks) == answers
    assert line.rest == []
    for picks in line.answers:
        played.game.answer(played.position, 0, picks)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("build 1A6 pizza", "“pizza” is not among the choices here"),
        ("bulid 1A6", "“bulid 1A6” is not among the choices here"),
        ("upgrade 1B1", "“1B1” is not among the choices here"),
        ("power 3k 2o", "“2o” is not among the choices here"),
        ("federation 3A7", "A federation needs a power value of 7"),
    ],
)
def test_a_word_that_fits_no_question_is_named(move: str, said: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        read_line(live(table()), 0, move)
    assert said in Words().say(refused.value.text)


def test_words_beyond_the_turn_are_refused_before_anything_is_played() -> None:
    with pytest.raises(BeyondReveal):
        read_line(live(table()), 0, "research nav done build")
    with pytest.raises(NotAsked):
        read_line(live(table()), 1, "build 1A6")


def test_words_beyond_what_others_must_answer_are_the_rest_of_the_line() -> None:
    played = table()
    played.state.players[1].structures["2A3"] = "mine"
    played.state.players[1].power = [4, 4, 0, 0]
    line = read_line(live(played), 0, "build 1A6 done")
    assert line.answers == [["build"], ["1A6"]]
    assert [(prompt.kind, picks) for prompt, picks in line.rest] == [("finish", ["done"])]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bui", "build"),
        ("build 1A", "build 1A6"),
        ("build; 1A", "build; 1A6"),
        ("upgrade lab ", "upgrade lab 8A0"),
        ("upgrade lab 3A7 free1 sc", "upgrade lab 3A7 free1 sci"),
        ("pw-o power 7", "pw-o power 7c"),
        ("power 3k do", "power 3k done"),
        ("research navi", "research nav"),
        ("pass boo", "pass booster2"),
    ],
)
def test_a_turn_is_completed_word_by_word(typed: str, offered: str) -> None:
    assert offered in [value for _, value in complete_move(live(table()), 0, typed, Words("en", ["Ada", "Ben"]))]


@pytest.mark.parametrize("typed", ["pizza 1A", "build 1A6 pizza", "research nav done bui", "build " + "x" * 2000, "; "])
def test_nothing_is_offered_after_what_cannot_be_read(typed: str) -> None:
    assert complete_move(live(table()), 0, typed, Words("en", ["Ada", "Ben"])) == []


def test_whoever_is_not_asked_is_offered_nothing() -> None:
    assert complete_move(live(table()), 1, "build", Words("en", ["Ada", "Ben"])) == []
