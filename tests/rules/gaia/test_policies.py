"""Every policy of Gaia Project: prompts for charging power, and what is answered or left to the player."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rendering.words import Words
from rules.gaia.game import GaiaGame
from rules.gaia.policies import POLICIES
from rules.gaia.state import GaiaState, Player
from rules.gaia.steps.turn import Finish
from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.policies import ASK, UNSET, check_settings
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from tests.rules.gaia.table import GaiaTable, make, rich, table_of


def built_near(structure: str, faction: str = "xenos", **fields: Any) -> GaiaTable:
    """Let the first player build beside the second, who has this structure and these other fields."""
    state: GaiaState = make("terrans", faction)
    rich(state.players[0])
    state.players[0].structures = {"1B1": "mine"}
    one: Player = state.players[1]
    one.structures, one.power = {"2A3": structure}, [4, 4, 0, 0]
    for field, value in fields.items():
        setattr(one, field, value)
    if one.passed:
        state.round, state.queue, state.passed = 6, [0], [1]
    table = table_of(state)
    table.play("build 1A6")
    assert table.prompt().kind == "charge"
    return table


def answer(table: GaiaTable, settings: dict[str, str]) -> str | None:
    """Give what the second player answers by policy."""
    prompt: Prompt = table.prompt()
    picks = table.game.policy_answer(table.view(1), prompt, settings)
    if picks is None:
        return None
    prompt.check(picks)
    return " ".join(picks)


@pytest.mark.parametrize(
    ("structure", "settings", "picks"),
    [
        ("mine", {}, None),
        ("mine", {"charge_up_to": ASK}, None),
        ("mine", {"charge_up_to": "1"}, "charge"),
        ("station", {"charge_up_to": "1"}, None),
        ("station", {"charge_up_to": "2"}, "charge"),
        ("institute", {"charge_up_to": "2"}, None),
        ("institute", {"charge_up_to": "3"}, "charge"),
        ("institute", {"charge_up_to": "4"}, "charge"),
        ("institute", {"charge_up_to": "5"}, "charge"),
        ("mine", {"charge_for_points": "decline"}, None),
        ("station", {"charge_for_points": "decline"}, "decline"),
        ("station", {"charge_up_to": "1", "charge_for_points": "decline"}, "decline"),
        ("institute", {"charge_up_to": "2", "charge_for_points": "decline"}, "decline"),
        ("institute", {"charge_up_to": "3", "charge_for_points": "decline"}, "charge"),
        ("station", {"charge_in_part": "decline", "charge_at_end": "decline"}, None),
        ("station", {"charge_up_to": "9"}, None),
    ],
)
def test_a_policy_answers_as_it_says(structure: str, settings: dict[str, str], picks: str | None) -> None:
    assert answer(built_near(structure), settings) == picks


@pytest.mark.parametrize(
    ("power", "vp", "settings", "picks"),
    [
        ([1, 0, 0, 0], 10, {"charge_up_to": "5", "charge_in_part": "decline"}, "decline"),
        ([4, 0, 0, 0], 1, {"charge_up_to": "5", "charge_in_part": "decline"}, "decline"),
        ([1, 0, 0, 0], 10, {"charge_up_to": "5"}, "charge"),
        ([1, 0, 0, 0], 10, {"charge_in_part": "decline"}, "decline"),
        ([0, 1, 0, 0], 10, {"charge_up_to": "1", "charge_in_part": "decline"}, "charge"),
        ([4, 0, 0, 0], 10, {"charge_up_to": "5", "charge_in_part": "decline"}, "charge"),
    ],
)
def test_charging_in_part_may_be_declined_where_it_costs_points(
    power: list[int], vp: int, settings: dict[str, str], picks: str
) -> None:
    assert answer(built_near("institute", power=power, vp=vp), settings) == picks


GAINS = {"charge_at_end": "decline", "charge_up_to": "5"}


@pytest.mark.parametrize(
    ("structure", "fields", "picks"),
    [
        # One more token in area III is one credit, and the third credit makes a point.
        ("mine", {"power": [0, 1, 0, 0], "credits": 2, "ore": 0, "knowledge": 0, "qic": 0, "passed": True}, "charge"),
        ("mine", {"power": [0, 1, 0, 0], "credits": 0, "ore": 0, "knowledge": 0, "qic": 0, "passed": True}, "decline"),
        ("mine", {"power": [4, 0, 0, 0], "credits": 2, "passed": True}, "decline"),
        ("station", {"power": [0, 2, 0, 0], "credits": 2, "ore": 0, "knowledge": 0, "passed": True}, "decline"),
        ("station", {"power": [0, 2, 0, 0], "passed": False}, "charge"),
    ],
)
def test_power_that_gains_no_points_at_the_end_may_be_declined(
    structure: str, fields: dict[str, Any], picks: str
) -> None:
    assert answer(built_near(structure, **fields), GAINS) == picks


def test_taklons_with_institute_are_always_asked() -> None:
    everything = {policy.key: policy.choices[-1].value for policy in POLICIES}
    assert answer(built_near("institute", "taklons"), everything) is None


def test_no_policy_answers_another_prompt() -> None:
    table = table_of(make("terrans", "xenos"))
    everything = {policy.key: policy.choices[-1].value for policy in POLICIES}
    assert table.prompt().kind == "turn"
    assert table.game.policy_answer(table.state, table.prompt(), everything) is None


@pytest.mark.parametrize(("settings", "picks"), [({"end_of_turn": "done"}, ["done"]), ({}, None)])
def test_the_turn_may_end_with_the_action(settings: dict[str, str], picks: list[str] | None) -> None:
    state = make("terrans", "xenos")
    rich(state.players[0])
    table = table_of(state)
    table.play("power 2o")
    assert table.prompt().kind == "finish"
    assert table.game.policy_answer(table.state, table.prompt(), settings) == picks


@pytest.mark.parametrize(
    ("tokens", "ore", "others", "picks"),
    [
        ([0, 2, 3, 0], 9, [], ["done"]),  # a mine beside the other's may be offered 2 power at most, by one of them
        ([0, 1, 3, 0], 9, [], None),  # power that is spent makes room
        ([0, 1, 0, 0], 9, [], None),  # and so does ore for a token
        ([0, 1, 0, 0], 0, [], ["done"]),  # nothing makes room
        ([0, 1, 3, 0], 9, [1], ["done"]),  # nobody builds before the next turn
    ],
)
def test_a_turn_ends_by_itself_where_free_actions_can_wait(
    tokens: list[int], ore: int, others: list[int], picks: list[str] | None
) -> None:
    state = make("terrans", "xenos")
    me = state.players[0]
    me.structures, me.power = {"1B1": "station"}, tokens
    me.ore, me.knowledge, me.qic, me.credits = ore, 1, 0, 0
    for seat in others:
        state.players[seat].passed = True
    table = table_of(state, Finish(0))
    assert table.prompt().kind == "finish"
    settings = table.game.table_settings(table.game.check_setup({}, 2))
    assert table.game.policy_answer(table.view(0), table.prompt(), settings) == picks
    assert table.game.policy_answer(table.view(0), table.prompt(), {**settings, "end_of_turn": ASK}) is None


def test_a_table_may_charge_after_the_whole_turn() -> None:
    game = GaiaGame()
    for value, late in (("action", False), ("turn", True)):
        position, _ = game.setup({"charging": value}, 2, Rng("00"))
        assert position.state.rules.late_charges == late


def test_the_end_of_a_turn_can_be_made_the_rule_by_one_press() -> None:
    state = make("terrans", "xenos")
    table = table_of(state, Finish(0))
    (offer,) = table.game.standing_offers(table.view(0), table.prompt())
    assert table.game.policy_answer(table.view(0), table.prompt(), {offer.key: offer.value}) == ["done"]


def test_what_a_policy_answers_is_marked_as_its_answer_and_the_turn_goes_on() -> None:
    table = built_near("station")
    settled = answer_automatically(table.game, table.position, {1: SeatAutomation(settings={"charge_up_to": "2"})})
    assert [(one.seat, one.picks, one.by) for one, _ in settled.answers] == [(1, ["charge"], "policy")]
    assert table.waiting == [0]
    assert table.state.players[1].vp == 9


def test_tables_charge_for_nothing_unasked_unless_they_choose_otherwise_or_are_older_than_the_option() -> None:
    game = GaiaGame()
    unasked = game.table_settings(game.check_setup({}, 2))
    assert answer(built_near("mine"), dict(unasked)) == "charge"
    assert answer(built_near("station"), dict(unasked)) is None
    asked = {"charges": "asked", "ending": "asked"}
    assert game.table_settings(game.check_setup(asked, 2)) == game.table_settings({}) == {}


@pytest.mark.parametrize(
    ("structure", "value", "said"),
    [("mine", "1", "Always when it is free"), ("station", "2", "at most 1 VP"), ("institute", "3", "at most 2 VP")],
)
def test_an_offer_can_be_taken_always_by_one_press(structure: str, value: str, said: str) -> None:
    table = built_near(structure)
    (offer,) = table.game.standing_offers(table.view(1), table.prompt())
    assert (offer.key, offer.value) == ("charge_up_to", value)
    assert said in Words().say(offer.label)
    check_settings(POLICIES, {offer.key: offer.value})
    assert answer(table, {offer.key: offer.value}) == "charge"
    assert table.game.standing_offers(table.view(0), about_income(table)) == []


def about_income(table: GaiaTable) -> Prompt:
    """A prompt that no policy is about."""
    return msgspec.structs.replace(table.prompt(), kind="income")


def test_every_policy_but_charging_is_to_be_asked_at_first() -> None:
    unset = {policy.key: policy.set_to({}).value for policy in POLICIES}
    assert unset.pop("charge_up_to") == unset.pop("end_of_turn") == UNSET
    assert set(unset.values()) == {ASK}
