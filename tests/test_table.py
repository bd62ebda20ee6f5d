"""Tables of tests draw what a test says, no more and no less, and games begun with a state begin alike each time."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import IllegalAnswer
from rules.kernel.rng import Rng
from tests.sample.rules.game import ProspectGame
from tests.sample.rules.steps.rounds import NextRound
from tests.sample.tests.rules.table import bids, make, table_of
from tests.table import Script, ScriptedRng, begun_with, pytest_pyfunc_call, scripts


def chance(**draws: list[Any]) -> ScriptedRng:
    return ScriptedRng("00", script=Script({name.replace("_", "."): drawn for name, drawn in draws.items()}))


def test_things_numbers_and_orders_are_drawn_as_the_script_says() -> None:
    rng = chance(card=["b", "a"], die=[5], deck=[[3, 1, 2]])
    assert [rng.pick("abc", "card"), rng.pick("abc", "card")] == ["b", "a"]
    assert rng.below(6, "die") == 5
    assert rng.shuffle([1, 2, 3], "deck") == [3, 1, 2]
    assert rng.counter == 4


def test_what_the_script_does_not_name_is_drawn_at_random() -> None:
    rng, other = chance(die=[]), Rng("00")
    assert rng.below(9, "dice") == other.below(9, "x")
    assert rng.shuffle(range(9), "deck") == other.shuffle(range(9), "x")
    assert rng.pick("abc", "card") == other.pick("abc", "x")


def test_a_name_stands_for_all_draws_that_begin_with_it_unless_a_longer_one_does() -> None:
    rng = chance(die=[1, 2], die_red=[3])
    assert [rng.below(6, why) for why in ("die.blue", "die.red", "die:0")] == [1, 3, 2]


def test_one_draw_more_than_the_script_says_fails() -> None:
    with pytest.raises(AssertionError, match=r"nothing of one more draw of die\.red"):
        chance(die=[]).below(6, "die.red")


def test_what_cannot_be_drawn_fails() -> None:
    with pytest.raises(AssertionError, match="6 cannot be drawn"):
        chance(die=[6]).below(6, "die")
    with pytest.raises(AssertionError, match="d cannot be drawn"):
        chance(card=["d"]).pick("abc", "card")
    with pytest.raises(AssertionError, match="no order"):
        chance(deck=[[1, 1]]).shuffle([1, 2], "deck")


def test_a_test_fails_whose_script_says_more_than_was_drawn() -> None:
    table_of(make("", ""), draws={"prospect.lot": [[1, 0]]})
    ending = pytest_pyfunc_call()
    next(ending)
    with pytest.raises(AssertionError, match=r"not made: .*prospect\.lot"):
        next(ending)
    scripts.clear()


def test_a_word_for_an_answer_that_was_taken_already_is_passed_over() -> None:
    table = bids(table_of(make("", "", ""), deck="anvil old-comet"), 2, 5, 3)
    table.play("anvil done")
    assert [one.picks for one in table.outcome.forced] == [["old-comet"]]
    other = bids(table_of(make("", "", ""), deck="anvil old-comet"), 2, 5, 3)
    other.play("anvil done old-comet")
    assert other.asked() == table.asked() == {2: "work"}
    with pytest.raises(IllegalAnswer):
        other.play("old-comet")


def test_what_was_told_is_that_of_the_last_answer_and_what_happened_is_everything() -> None:
    table = table_of(make("", ""))
    before = len(table.events)
    assert before
    assert not table.answer(0, "4").events
    assert not table.told("round")
    assert "round" in table.kinds()
    assert table.said() == [event.text for event in table.events]


def test_a_game_that_is_begun_with_a_state_begins_alike_each_time() -> None:
    game = begun_with(ProspectGame(), make("", ""), NextRound())
    first, _ = game.setup({}, 2, Rng("00"))
    before = game.encode(first)
    game.answer(first, 0, ["1"])
    assert game.encode(game.setup({}, 2, Rng("00"))[0]) == before
