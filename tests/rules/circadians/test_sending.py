"""The action phase: which die is next, what it costs, what it may be turned to, and the canteen."""

from __future__ import annotations

import pytest

from rules.circadians.boards import rates_under
from rules.circadians.goods import Goods
from rules.circadians.state import Die
from rules.circadians.steps.action import GaragePhase
from rules.circadians.steps.spending import Pay
from rules.kernel.errors import IllegalAnswer
from tests.game_words import GameWords
from tests.rules.circadians.table import CircadiansTable, give, has, in_hq, make, rich, say, table_of


def test_garages_are_emptied_in_turn_from_the_start_player() -> None:
    state = make(3)
    state.start = 1
    for one in state.players:
        rich(one, 3, 3)
    rich(state.players[0], 3)
    state.players[0].garages = [3, 0, 0, 0, 0]
    table = table_of(state)
    asked = []
    while not table.over:
        asked.append(table.waiting[0])
        table.play("canteen")
    assert asked == [1, 2, 0, 1, 2]
    assert [one.canteen for one in table.state.players] == [1, 2, 2]


def test_the_first_garage_is_free_and_the_others_cost_algae() -> None:
    state = make(1)
    give(state.players[0], 1, 1, 1, 1, 1, algae=7)
    table = table_of(state)
    left = []
    while not table.over:
        table.play("canteen")
        left.append(has(table)[1])
    assert left == [7, 6, 5, 3, 0]


def test_the_first_garage_may_add_a_pip_and_no_other_garage_may() -> None:
    state = make(1)
    rich(state.players[0], 3, 3)
    table = table_of(state)
    assert [id for id in table.legal() if id.startswith("to-")] == ["to-4"]
    table.play("to-4 hq water")
    assert table.state.hq == [Die(0, 4)]
    assert not [id for id in table.legal() if id.startswith("to-")]


def test_a_six_in_the_first_garage_cannot_be_raised() -> None:
    state = make(1)
    rich(state.players[0], 6)
    assert not [id for id in table_of(state).legal() if id.startswith("to-")]


def test_who_does_not_pay_sends_all_dice_to_the_right_to_the_canteen() -> None:
    state = make(2)
    give(state.players[0], 3, 3, 3, algae=5, water=0)
    rich(state.players[1], 1, 1)
    table = table_of(state)
    table.play("canteen canteen recall canteen")
    assert has(table) == (6, 5, 0, 0)
    assert table.state.players[0].canteen == 3
    assert table.state.players[0].garages == [0] * 5
    assert table.over


def test_who_cannot_pay_loses_no_time_being_asked() -> None:
    state = make(1)
    give(state.players[0], 1, 4, 4, 4, water=0)
    table = table_of(state)
    table.play("canteen")
    assert table.over
    assert has(table)[0] == 8
    assert table.state.players[0].canteen == 4


def test_r04_a_die_that_is_paid_for_may_go_to_the_canteen_alone() -> None:
    state = make(1)
    give(state.players[0], 0, 4, 4, algae=2, water=0)
    table = table_of(state)
    table.play("canteen")
    assert has(table) == (2, 1, 0, 0)
    assert table.state.players[0].garages == [0, 0, 4, 0, 0]
    assert table.prompt().kind == "send"


def test_a_die_that_costs_nothing_cannot_take_the_others_along() -> None:
    state = make(1)
    rich(state.players[0], 4, 4)
    table = table_of(state)
    with pytest.raises(IllegalAnswer):
        table.play("recall")


def test_r05_a_die_of_the_headquarters_that_is_not_used_goes_to_the_canteen() -> None:
    state = make(2)
    give(state.players[0], water=0)
    in_hq(state, (0, 2))
    table = table_of(state)
    table.play("canteen")
    assert has(table)[0] == 2
    assert (table.state.players[0].canteen, table.state.hq) == (1, [])


def test_headquarters_dice_go_from_left_to_right_before_all_garages() -> None:
    state = make(3)
    rich(state.players[0], 2)
    for one in state.players:
        rich(one)
    in_hq(state, (2, 3), (0, 4), (2, 5))
    table = table_of(state)
    asked = []
    while not table.over:
        asked.append((table.waiting[0], table.prompt().text.args["face"], table.state.phase))
        table.play("canteen")
    assert asked == [(2, 3, "hq"), (0, 4, "hq"), (2, 5, "hq"), (0, 2, "garages")]


def test_a_die_of_the_headquarters_cannot_go_there_again() -> None:
    state = make(2)
    rich(state.players[0])
    in_hq(state, (0, 2))
    assert table_of(state).refusal("hq").startswith("A die from the headquarters")


def test_r06_only_the_very_first_die_of_the_row_may_be_flipped() -> None:
    state = make(2)
    rich(state.players[0])
    rich(state.players[1])
    in_hq(state, (0, 2), (1, 2), (0, 2))
    table = table_of(state)
    assert "to-5" in table.legal()
    table.play("to-5 mine 2")
    assert table.state.mine[1] == [Die(0, 5)]
    for _ in range(2):
        assert not [id for id in table.legal() if id.startswith("to-")]
        table.play("canteen")


def test_r06_a_die_that_comes_first_later_may_not_be_flipped() -> None:
    state = make(2)
    rich(state.players[0])
    rich(state.players[1])
    in_hq(state, (0, 2), (1, 2))
    table = table_of(state)
    table.play("canteen")
    assert table.waiting == [1]
    assert not [id for id in table.legal() if id.startswith("to-")]


def test_r07_dice_of_the_headquarters_pay_no_algae_and_use_no_garage() -> None:
    state = make(2)
    give(state.players[0], water=20, upgrades=["up-7", "up-3"])
    in_hq(state, (1, 1), (0, 2))
    table = table_of(state)
    table.play("canteen")
    assert not [id for id in table.legal() if id.startswith("to-")]
    table.play("mine 1")
    assert has(table) == (14, 0, 0, 1)


def test_r12_a_changed_value_counts_everywhere_and_stays() -> None:
    state = make(1)
    rich(state.players[0], 2)
    state.players[0].hand = ["item-1"]
    table = table_of(state)
    table.play("to-3 depot item-1 upper stay")
    assert table.state.depository["upper"][2] == Die(0, 3)


def test_r12_the_value_stays_on_a_die_in_the_headquarters() -> None:
    state = make(1)
    rich(state.players[0], 2)
    table = table_of(state)
    table.play("to-3 hq water")
    assert table.state.hq == [Die(0, 3)]


def test_r13_a_die_is_changed_once() -> None:
    state = make(1)
    rich(state.players[0], 2)
    table = table_of(state)
    table.play("to-3")
    assert not [id for id in table.legal() if id.startswith("to-") or id == "canteen"]
    assert "hq" in table.legal()


def test_a_die_goes_to_the_canteen_as_it_is() -> None:
    state = make(1)
    give(state.players[0], 0, 2, water=9, algae=1, upgrades=["up-3"])
    table = table_of(state)
    table.play("canteen")
    assert has(table)[0] == 11


def test_r32_a_closed_location_takes_no_die_and_the_die_may_go_elsewhere() -> None:
    state = make(1)
    rich(state.players[0], 2)
    state.event = "event-11"
    table = table_of(state)
    assert table.refusal("control").startswith("An event")
    assert {"mine", "foundry", "market"} <= set(table.legal())


def test_what_a_place_costs_or_brings_stands_beside_it() -> None:
    state = make(1)
    rich(state.players[0], 3)
    state.upgrades["II"] = "up-7"
    table = table_of(state)
    notes = {option.id: option.note for option in table.prompt().options if option.note is not None}
    assert {"hq", "foundry", "control", "market", "canteen"} <= set(notes)
    assert notes["foundry"].args["tile"] == state.parts.name("up-7")


def refusals(table: CircadiansTable) -> dict[str, str]:
    """Why the next die cannot be sent to places, in English."""
    said = GameWords(table.game, len(table.state.players)).say
    return {option.id: said(option.refusal) for option in table.prompt().options if option.refusal is not None}


def test_every_place_that_a_die_cannot_go_to_says_why() -> None:
    state = make(2)
    give(state.players[0], 1)
    state.players[0].supply = 0
    assert refusals(table_of(state)) == {
        "negotiate": "It costs 3 algae; you have nothing for that.",
        "depot": "Column 1 is not used with so few players.",
        "mine": "It costs 7 water; you have nothing for that.",
        "lab": "It needs two dice of one value, and this is your last one.",
        "foundry": "It costs 2 power or 10 water; you have nothing for that.",
        "control": "It costs 2 power or 10 water; you have nothing for that.",
        "market": "It costs 2 algae; you have nothing for that.",
        "academy": "You do not have that many dice left.",
    }


def test_a_place_at_which_all_is_taken_or_empty_says_so() -> None:
    state = make(2)
    rich(state.players[0], 6, 6, hand=[])
    in_hq(state, (1, 1), (1, 2), (1, 3))
    state.farms = []
    state.upgrades = dict.fromkeys(state.upgrades, "")
    state.control = [Die(1, 1)] * 6
    state.market = {space: [Die(1, 1)] for space in state.market}
    state.mine = [[Die(1, 1)] for _ in state.mine]
    state.academy = [[Die(1, 1)] for _ in state.academy]
    for column in state.negotiation.values():
        column[:] = [Die(1, 1)] * len(column)
    full = "Every space there is taken."
    assert refusals(table_of(state, GaragePhase())) == {
        "negotiate": full,
        "depot": "You have no item card that you could pay for.",
        "hq": full,
        "mine": full,
        "lab": "There is no farm left.",
        "foundry": "The stack of upgrades for a 6 is empty.",
        "control": full,
        "market": "No space for that is free.",
        "academy": full,
    }


def test_a_die_that_must_stay_home_because_of_the_hand_is_still_asked_about() -> None:
    for hand, asked in ((["item-19"], True), ([], True)):
        state = make(2)
        give(state.players[0], 6, hand=hand)
        in_hq(state, (1, 1), (1, 2), (1, 3))
        table = table_of(state, GaragePhase())
        assert table.legal() == ["canteen"]
        assert table.prompt().tells == asked
    state = make(2)
    give(state.players[0], 6)
    in_hq(state, (1, 1), (1, 2), (1, 3))
    for row in state.depository.values():
        row[5] = Die(1, 6)
    assert table_of(state, GaragePhase()).over  # Everybody sees that it can go nowhere.


@pytest.mark.parametrize(("hand", "can"), [([], False), (["item-19"], False), (["item-14"], True)])
def test_a_die_that_only_the_depository_could_take_once_it_is_turned_is_still_asked_about(
    hand: list[str], can: bool
) -> None:
    state = make(2)
    give(state.players[0], 1, hand=hand, algae=2, power=1)
    in_hq(state, (1, 1), (1, 2), (1, 3))
    state.market = {space: [Die(1, 1)] for space in state.market}
    state.academy = [[Die(1, 1)] for _ in state.academy]
    table = table_of(state, GaragePhase())
    assert table.legal() == (["to-2", "canteen"] if can else ["canteen"])


def test_a_turn_is_done_also_where_the_same_seat_has_the_next_one() -> None:
    state = make(2)
    rich(state.players[0], 3, 3, 3)
    in_hq(state, (0, 2), (0, 4))
    table = table_of(state)
    for _ in range(4):  # both dice of the headquarters, and the first two of the garages
        assert table.waiting == [0]
        assert table.play("canteen").turn_over
    assert table.waiting == [0]
    state = make(2)
    rich(state.players[0], 3, 3)
    table = table_of(state)
    assert not table.play("to-4").turn_over
    assert not table.play("mine").turn_over


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trades_are_asked_in_the_order_in_which_the_market_shows_them(seats: int) -> None:
    state = make(seats)
    rich(state.players[0], 6)
    table = table_of(state)
    table.play("market")
    columns = [column for _, columns in rates_under(state.parts, state.parts.board(seats)) for column in columns]
    rows = [[rate.id for rate in row] for row in zip(*columns, strict=True)]
    assert [option.id for option in table.prompt().options] == [id for row in rows for id in row]
    table.play("3w=2a")
    if table.prompt().kind == "market-space":
        table.play("any")
    table.play("x1")
    assert table.prompt().kind == "trade"
    offered = [option.id for option in table.prompt().options]
    assert offered == [id for row in rows for id in row if id in offered] + ["stop"]


def test_what_cannot_be_paid_tells_only_what_it_is_paid_with() -> None:
    state = make(2)
    give(state.players[0], 3, water=4, algae=1, power=1, gem=5)
    said = refusals(table_of(state))
    assert said["foundry"] == "It costs 2 power or 10 water; you have 4 water, 1 power for that."
    prompt = Pay(0, [Goods(power=2), Goods(algae=1)]).prompt(state)
    (refusal,) = [option.refusal for option in prompt.options if option.refusal is not None]
    assert say(refusal) == "You have 1 power."
