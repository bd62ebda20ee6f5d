"""What a die does on each of the nine boards."""

from __future__ import annotations

import pytest

from rules.circadians.boards import rates_under
from rules.circadians.gains import draw, gain
from rules.circadians.game import CircadiansGame
from rules.circadians.goods import Goods
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.harvest import Rest
from rules.kernel.errors import IllegalAnswer
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from tests.game_words import GameWords
from tests.rules.circadians.table import give, has, in_hq, make, negotiated, rich, table_of


def one_die(value: int, seats: int = 2, **parts: object) -> CircadiansState:
    """A state in which seat 0 has one die to send, and plenty."""
    state = make(seats)
    rich(state.players[0], value, **parts)
    return state


# Negotiation.


def test_negotiation_any_free_space_for_its_price_and_the_die_stays() -> None:
    table = table_of(one_die(4))
    table.play("negotiate red-2 skip skip")
    assert table.state.negotiation["red"] == [None, Die(0, 4), None]
    assert has(table) == (28, 20, 8, 4)
    assert table.over
    table_of(table.state, Rest())
    assert table.state.negotiation["red"][1] == Die(0, 4)


def test_negotiation_a_taken_space_and_one_too_dear_say_why() -> None:
    state = one_die(4, gem=0)
    negotiated(state, "green", 1, 1, 2)
    table = table_of(state)
    table.play("negotiate")
    assert table.refusal("green-1").startswith("A die lies there")
    assert table.refusal("red-1").startswith("It costs")


def test_negotiation_the_clan_comes_first_then_the_advance_then_the_setback() -> None:
    state = one_die(6)
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2")
    assert table.prompt().kind == "clan"
    table.play("use")
    assert has(table)[1] == 17
    assert table.prompt().kind == "advance"
    table.play("1g")
    assert table.state.advances == {"1g": 6}
    assert has(table)[3] == 7
    assert table.prompt().kind == "penalty"
    table.play("4w")
    assert table.state.setbacks == {"4w": "sum-green"}
    assert table.over


def test_r11_clan_advance_and_free_step_may_be_declined_and_dice_and_cards_are_simply_taken() -> None:
    table = table_of(one_die(4))
    table.play("negotiate green-1 skip skip")
    assert table.state.advances == {}
    for row, asked in (("upper", True), ("middle", False), ("lower", False)):
        table = table_of(one_die(4, hand=["item-1", "item-2"]))
        table.play(f"depot item-1 {row}")
        assert table.over != asked
    assert len(table.state.players[0].hand) == 3


def test_r15_an_advance_needs_a_value_that_is_new_on_the_board() -> None:
    state = one_die(4)
    negotiated(state, "red", 1, 1, 4)
    table = table_of(state)
    table.play("negotiate green-1 skip")
    assert table.over
    state = one_die(4)
    negotiated(state, "red", 1, 1, 3)
    table = table_of(state)
    table.play("negotiate green-1 skip")
    assert table.prompt().kind == "advance"


def test_r15_a_reward_that_is_covered_cannot_be_taken_again() -> None:
    state = one_die(4)
    negotiated(state, "red", 1, 1, 3)
    state.advances = {"5w": 3}
    table = table_of(state)
    table.play("negotiate green-1 skip")
    assert set(table.legal()) == {"3a", "2p", "1g", "items", "die", "skip"}
    assert table.refusal("5w").startswith("A token covers")


@pytest.mark.parametrize(
    ("reward", "goods"),
    [
        ("5w", Goods(water=5)),
        ("3a", Goods(algae=3)),
        ("2p", Goods(power=2)),
        ("1g", Goods(gem=1)),
        ("items", Goods()),
        ("die", Goods()),
    ],
)
def test_every_reward_of_an_advance(reward: str, goods: Goods) -> None:
    table = table_of(one_die(4))
    table.play("negotiate green-1 skip")
    before = table.state.players[0].goods
    table.play(reward)
    assert table.state.players[0].goods == before.plus(goods)
    assert len(table.state.players[0].hand) == 2 * (reward == "items")
    assert table.state.players[0].waiting == (reward == "die")


def test_r16_the_sum_must_be_above_the_limit_and_not_equal() -> None:
    for other, asked in ((1, False), (2, True)):
        state = one_die(6)
        negotiated(state, "green", 1, 1, other)
        table = table_of(state)
        table.play("negotiate green-2 skip skip")
        assert table.over != asked


def test_r16_only_the_column_of_the_die_counts_and_older_pairs_in_it_too() -> None:
    state = one_die(1)
    negotiated(state, "red", 1, 1, 6)
    negotiated(state, "red", 2, 1, 6)
    table = table_of(state)
    table.play("negotiate yellow-1 skip skip")
    assert table.over
    state = one_die(1, seats=3)
    negotiated(state, "green", 1, 1, 2)
    negotiated(state, "green", 2, 2, 2)
    table = table_of(state)
    table.play("negotiate green-3 skip skip")
    assert table.prompt().kind == "penalty"


def test_r16_of_several_conditions_the_player_chooses_one_and_a_used_token_counts_no_more() -> None:
    state = one_die(5)
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2 skip")
    assert table.legal() == ["sum-green", "pair-green"]
    table.play("pair-green 2a")
    assert table.state.setbacks == {"2a": "pair-green"}
    assert table.over
    state = one_die(5)
    negotiated(state, "green", 1, 1, 5)
    state.setbacks = {"4w": "sum-green"}
    table = table_of(state)
    table.play("negotiate green-2 skip")
    assert table.prompt().kind == "penalty"
    assert table.refusal("4w").startswith("A token covers")


def test_r16_the_penalty_must_be_one_that_can_be_paid_in_full() -> None:
    state = make(2)
    give(state.players[0], 5, 3, algae=5, water=5, gem=1)
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2 skip pair-green")
    assert table.legal() == ["1g", "die"]
    assert table.refusal("4w").startswith("You cannot pay that in full")


def test_r16_where_nothing_can_be_paid_any_penalty_is_covered_and_nothing_is_paid() -> None:
    state = make(2)
    give(state.players[0], 5, algae=5, water=5)
    state.clans["green"] = "green-b"
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2 skip pair-green")
    assert table.legal() == ["4w", "2a", "1p", "1g", "item", "die"]
    before = has(table)
    table.play("1g")
    assert has(table) == before
    assert table.state.setbacks == {"1g": "pair-green"}


@pytest.mark.parametrize(
    ("penalty", "lost"), [("4w", (4, 0, 0, 0)), ("2a", (0, 2, 0, 0)), ("1p", (0, 0, 1, 0)), ("1g", (0, 0, 0, 1))]
)
def test_every_penalty_in_resources(penalty: str, lost: tuple[int, ...]) -> None:
    state = one_die(5)
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2 skip pair-green")
    before = has(table)
    table.play(penalty)
    assert tuple(a - b for a, b in zip(before, has(table), strict=True)) == lost


def test_a_lost_item_is_the_owners_choice_and_lies_open_on_the_discards() -> None:
    state = one_die(5, hand=["item-1", "item-2"])
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2 skip pair-green item item-2")
    assert table.state.players[0].hand == ["item-1"]
    assert table.view(None).discards == ["item-2"]


def test_r17_a_lost_die_is_any_on_the_base_and_none_elsewhere() -> None:
    state = make(2)
    rich(state.players[0], 5, 4, 0, 3, waiting=1, canteen=1)
    state.players[0].farm_dice[1] = 6
    state.players[0].supply -= 3
    negotiated(state, "red", 1, 0, 5)
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play("negotiate green-2 skip pair-green die")
    assert table.legal() == ["waiting", "g2", "g4", "f2", "canteen"]
    supply = table.state.players[0].supply
    table.play("g2")
    assert table.state.players[0].garages == [0, 0, 0, 3, 0]
    assert table.state.players[0].supply == supply + 1
    assert table.prompt().text.args["n"] == 4


@pytest.mark.parametrize("place", ["waiting", "f2", "canteen"])
def test_r17_a_die_is_lost_from_where_it_lies(place: str) -> None:
    state = make(2)
    rich(state.players[0], 5, waiting=1, canteen=1)
    state.players[0].farm_dice[1] = 6
    state.players[0].supply -= 3
    negotiated(state, "green", 1, 1, 5)
    table = table_of(state)
    table.play(f"negotiate green-2 skip pair-green die {place}")
    me = table.state.players[0]
    assert (me.waiting, me.farm_dice[1] > 0, me.canteen) == (
        place != "waiting",
        place != "f2",
        place != "canteen",
    )


# Depository.


def test_depository_an_item_is_played_paid_and_lies_open_with_the_die() -> None:
    table = table_of(one_die(4, hand=["item-1", "item-19"]))
    table.play("depot item-1 middle")
    me = table.state.players[0]
    assert (me.hand, me.played, me.waiting) == (["item-19"], ["item-1"], 1)
    assert has(table) == (30, 18, 9, 6)
    assert table.state.depository["middle"][3] == Die(0, 4)


def test_depository_the_lower_row_draws_two_items_and_the_upper_moves_the_harvester() -> None:
    table = table_of(one_die(4, hand=["item-1"]))
    table.play("depot item-1 lower")
    assert len(table.state.players[0].hand) == 2
    table = table_of(one_die(4, hand=["item-1"]))
    table.play("depot item-1 upper")
    assert set(table.legal()) == {"n", "ne", "se", "s", "sw", "nw", "stay"}
    table.play("se")
    assert table.state.players[0].harvester == (1, 0)
    assert has(table) == (30, 18, 9, 6)


def test_r09_without_an_item_that_can_be_paid_for_the_depository_is_closed() -> None:
    assert table_of(one_die(4)).refusal("depot").startswith("You have no item card")
    state = make(2)
    give(state.players[0], 4, hand=["item-19"], water=9)
    assert table_of(state).refusal("depot").startswith("You have no item card")


def test_depository_a_single_item_is_asked_for_because_it_tells_of_the_hand() -> None:
    table = table_of(one_die(4, hand=["item-1", "item-19"], gem=0))
    table.play("depot")
    assert table.legal() == ["item-1"]
    assert table.prompt().tells


def test_depository_the_first_column_is_closed_with_few_players_only() -> None:
    assert table_of(one_die(1, hand=["item-1"])).refusal("depot").startswith("Column")
    assert "depot" in table_of(one_die(1, seats=3, hand=["item-1"])).legal()


def test_depository_a_taken_row_says_why() -> None:
    state = one_die(4, hand=["item-1"])
    state.depository["middle"][3] = Die(1, 4)
    table = table_of(state)
    table.play("depot item-1")
    assert table.refusal("middle").startswith("A die lies there")


# Headquarters.


def test_headquarters_give_two_items_or_five_water_at_once() -> None:
    table = table_of(one_die(4))
    table.play("hq items")
    assert len(table.state.players[0].hand) == 2
    table = table_of(one_die(4))
    table.play("hq water")
    assert has(table)[0] == 35
    assert table.state.hq == [Die(0, 4)]


@pytest.mark.parametrize(("seats", "spaces"), [(1, 3), (2, 3), (3, 4), (4, 5)])
def test_headquarters_are_full_by_number_of_players(seats: int, spaces: int) -> None:
    state = make(seats)
    rich(state.players[0], 1, 1, 1, 1, 1)
    table = table_of(state)
    for _ in range(spaces):
        assert "hq" in table.legal()
        table.play("hq water")
    if not table.over:
        assert table.refusal("hq").startswith("Every space")


def test_headquarters_without_any_card_give_water() -> None:
    state = one_die(4)
    state.deck = []
    state.under = []
    table = table_of(state)
    table.play("hq")
    assert has(table)[0] == 35


def test_r26_from_an_empty_deck_the_discards_are_shuffled_and_then_fewer_are_drawn() -> None:
    state = one_die(4)
    state.deck, state.under, state.discards = [], ["item-3"], ["item-5"]
    table = table_of(state)
    table.play("hq items")
    assert table.state.players[0].hand == ["item-3", "item-5"]
    assert table.outcome.barrier
    state = one_die(4)
    state.deck, state.under = [], ["item-3"]
    table = table_of(state)
    outcome = table.play("hq items")
    assert table.state.players[0].hand == ["item-3"]
    assert outcome.barrier


# Mining camp.


@pytest.mark.parametrize(("die", "space", "water", "gems"), [(2, 1, 6, 1), (6, 1, 2, 1), (2, 2, 12, 2), (6, 2, 8, 2)])
def test_mining_camp_costs_its_number_less_the_die(die: int, space: int, water: int, gems: int) -> None:
    table = table_of(one_die(die))
    table.play(f"mine {space}")
    assert has(table) == (30 - water, 20, 10, 6 + gems)


def test_r14_mining_never_pays_back() -> None:
    state = one_die(6, played=["item-4"])
    table = table_of(state)
    table.play("mine 1")
    assert has(table)[0] == 30


def test_r10_a_place_that_cannot_be_paid_for_or_gives_nothing_is_closed() -> None:
    state = make(2)
    give(state.players[0], 3)
    table = table_of(state)
    for place in ("negotiate", "mine", "foundry", "control", "market", "academy"):
        assert table.refusal(place).startswith("It costs"), place
    state = one_die(3)
    state.upgrades["II"] = ""
    assert table_of(state).refusal("foundry").startswith("The stack")
    state = one_die(3)
    state.players[0].supply = 0
    assert table_of(state).refusal("academy").startswith("You do not have that many dice")
    state = one_die(1)
    state.players[0].harvester = (0, -3)
    assert table_of(state).refusal("control").startswith("In the direction")


# Laboratory.


def test_laboratory_two_dice_of_one_value_take_a_farm() -> None:
    state = make(2)
    rich(state.players[0], 4, 4)
    tile, under = state.farms[1], state.farms_under[1]
    table = table_of(state)
    table.play(f"lab garage 3a {tile}")
    assert table.state.players[0].farms == [tile, "", ""]
    assert table.state.farms[1] not in ("", tile)
    assert table.state.farms_under[1] == under - 1
    assert table.state.lab == [Die(0, 4), Die(0, 4)]
    assert has(table) == (30, 16, 10, 6)
    assert table.over


def test_laboratory_ten_water_pay_too() -> None:
    state = make(2)
    rich(state.players[0], 4, 4)
    table = table_of(state)
    table.play(f"lab garage 10w {state.farms[0]}")
    assert has(table) == (20, 19, 10, 6)


def test_r08_the_second_die_is_the_next_one_due() -> None:
    state = make(2)
    rich(state.players[0], 4, 3, 4)
    assert "lab" not in table_of(state).legal()
    state = make(2)
    rich(state.players[0], 3, 4)
    table = table_of(state)
    assert "lab" not in table.legal()
    table.play("to-4 lab garage 3a")
    assert table.prompt().kind == "farm"


def test_r08_each_die_of_a_pair_uses_its_own_garage() -> None:
    state = make(2)
    rich(state.players[0], 4, 5, upgrades=["up-2"])
    table = table_of(state)
    table.play(f"lab garage 3a {state.farms[0]}")
    assert table.state.lab == [Die(0, 4), Die(0, 4)]


def test_r08_from_the_headquarters_the_very_next_die_of_the_row_if_it_is_the_players() -> None:
    state = make(2)
    rich(state.players[0])
    rich(state.players[1])
    in_hq(state, (0, 4), (0, 4))
    table = table_of(state)
    table.play(f"lab hq 3a {state.farms[0]}")
    assert table.state.lab == [Die(0, 4)] * 2
    assert table.state.hq == []
    state = make(2)
    rich(state.players[0])
    in_hq(state, (0, 4), (1, 4), (0, 4))
    assert "lab" not in table_of(state).legal()


def test_r08_one_die_from_the_headquarters_and_the_leftmost_of_the_garages_with_its_algae() -> None:
    state = make(2)
    rich(state.players[0], 0, 4)
    in_hq(state, (0, 3))
    table = table_of(state)
    table.play(f"to-4 lab garage 3a {state.farms[0]}")
    assert has(table)[1] == 16
    assert table.state.lab == [Die(0, 4)] * 2
    assert table.over


def test_laboratory_has_one_slot_for_two_players_and_two_for_more() -> None:
    for seats, full in ((2, True), (3, False)):
        state = make(seats)
        rich(state.players[0], 4, 4)
        state.lab = [Die(1, 1), Die(1, 1)]
        table = table_of(state)
        assert ("lab" in table.legal()) != full


def test_r27_one_own_tile_may_be_removed_and_must_be_where_there_is_no_room() -> None:
    state = make(2)
    rich(state.players[0], 4, 4)
    farms = [state.farms_unseen.pop(0) for _ in range(3)]
    state.farms_under[0] -= 3
    state.players[0].farms = list(farms)
    table = table_of(state)
    table.play(f"lab garage 3a {state.farms[1]}")
    assert table.legal() == ["f4", "f5", "f6"]
    new = table.position.stack[-1].tile  # type: ignore[union-attr]
    table.play("f5")
    assert table.state.players[0].farms == [farms[0], new, farms[2]]
    assert farms[1] not in table.state.farms_unseen


def test_r27_printed_farms_and_the_first_garage_stay() -> None:
    state = make(2)
    rich(state.players[0], 4, 4, 4, upgrades=["up-1"])
    table = table_of(state)
    table.play(f"lab garage 3a {state.farms[0]}")
    assert table.state.players[0].farms[0]
    table.play("foundry 2p")
    assert table.prompt().kind == "remove-upgrade"
    assert table.legal() == ["keep", "g2"]


# Foundry.


@pytest.mark.parametrize(("die", "stack"), [(1, "I"), (2, "I"), (3, "II"), (4, "II"), (5, "III"), (6, "III")])
def test_foundry_gives_the_open_upgrade_of_the_stack_for_the_die(die: int, stack: str) -> None:
    state = one_die(die)
    tile = state.upgrades[stack]
    table = table_of(state)
    table.play("foundry 2p")
    assert table.state.players[0].upgrades == [tile, "", "", ""]
    assert table.state.upgrades[stack] not in ("", tile)
    assert len(table.state.upgrades_unseen[stack]) == 4
    assert has(table) == (30, 20, 8, 6)


def test_r03_upgrades_come_to_garages_two_to_five_from_the_left() -> None:
    state = one_die(1, upgrades=["up-1", "", "up-2"])
    table = table_of(state)
    tile = state.upgrades["I"]
    table.play("foundry 10w keep")
    assert table.state.players[0].upgrades == ["up-1", tile, "up-2", ""]
    assert len(table.state.players[0].upgrades) == 4


def test_r28_an_upgrade_works_for_a_die_that_lies_in_its_garage() -> None:
    state = make(2)
    rich(state.players[0], 2, 3)
    state.upgrades["I"] = "up-2"
    table = table_of(state)
    table.play("foundry 2p")
    assert {"to-2", "to-4"} <= set(table.legal())


def test_an_empty_stack_of_upgrades_stays_empty() -> None:
    state = one_die(1)
    state.upgrades_unseen["I"] = []
    table = table_of(state)
    table.play("foundry 2p")
    assert table.state.upgrades["I"] == ""


# Control room.


@pytest.mark.parametrize(
    ("die", "to"), [(1, (0, -1)), (2, (1, -1)), (3, (1, 0)), (4, (-1, 0)), (5, (-1, 1)), (6, (0, 1))]
)
def test_control_room_moves_in_the_direction_of_the_die(die: int, to: tuple[int, int]) -> None:
    table = table_of(one_die(die))
    table.play("control 2p")
    assert table.state.players[0].harvester == to
    assert has(table) == (30, 20, 8, 6)


def test_r22_a_token_is_taken_by_the_first_to_arrive_and_not_refilled() -> None:
    state = make(2)
    rich(state.players[0], 1, harvester=(1, -1))
    rich(state.players[1], 1, harvester=(1, -1))
    table = table_of(state)
    table.play("control 2p")
    assert has(table) == (33, 20, 8, 6)
    table.play("control 2p")
    assert has(table, 1) == (30, 20, 8, 6)
    assert table.state.players[0].harvester == table.state.players[1].harvester == (1, -2)
    assert (1, -2) not in table.state.tokens


def test_r21_arrows_lead_to_the_opposite_hex_and_other_steps_off_the_map_do_not_exist() -> None:
    state = make(2)
    rich(state.players[0], 1, harvester=(2, -3))
    table = table_of(state)
    table.play("control 2p")
    assert table.state.players[0].harvester == (-2, 3)
    state = make(2)
    rich(state.players[0], 2, harvester=(2, -3))
    assert "control" not in table_of(state).legal()


def test_r18_a_cache_can_be_entered_while_it_is_face_down_and_stays_so() -> None:
    state = make(2)
    rich(state.players[0], 1, harvester=(0, -2))
    table = table_of(state)
    table.play("control 2p")
    assert table.state.players[0].harvester == (0, -3)
    assert table.state.caches == {}


def test_the_control_room_has_a_space_more_with_four_players() -> None:
    for seats, full in ((2, True), (3, True), (4, False)):
        state = one_die(1, seats=seats)
        state.control = [Die(1, 1), Die(1, 2)]
        assert ("control" in table_of(state).legal()) != full


# Market.


def test_market_the_example_of_the_summary() -> None:
    state = make(3)
    rich(state.players[0], 0, 3, water=6, algae=1, power=1, gem=0)
    table = table_of(state)
    table.play("market 3w=2a right x2 p=2a x1")
    assert has(table) == (0, 6, 0, 0)
    assert table.state.market["right"] == [Die(0, 3)]
    assert table.over


def test_market_the_space_says_what_is_gained() -> None:
    table = table_of(one_die(3, seats=3))
    table.play("market 3w=p x1")
    assert set(table.legal()) == {"3w=p", "2a=p", "g=2p", "stop"}
    assert table.state.market["middle"] == [Die(0, 3)]


def test_market_trades_go_on_with_what_was_just_gained() -> None:
    state = make(2)
    give(state.players[0], 4, water=3)
    table = table_of(state)
    table.play("market 3w=p left x1 p=3w x1 3w=p x1")
    assert has(table) == (0, 0, 1, 0)


def test_market_a_gem_is_given_and_never_gained() -> None:
    table = table_of(one_die(3, seats=3))
    table.play("market g=4a x2 stop")
    assert has(table) == (30, 28, 10, 4)
    assert all(rate.get.gem == 0 for rate in table.state.parts.rates)


def test_market_one_may_stop_after_the_first_trade_and_no_more_than_the_pips_are_made() -> None:
    table = table_of(one_die(2, seats=3))
    table.play("market 3w=2a")
    assert table.legal() == ["x1", "x2"]
    table.play("x2")
    assert table.over


def test_market_with_four_players_a_space_for_any_trade() -> None:
    table = table_of(one_die(2, seats=4))
    table.play("market 3w=2a")
    assert table.legal() == ["right", "any"]
    table.play("any x1")
    assert {"3w=2a", "3w=p", "2a=3w", "stop"} <= set(table.legal())


def test_market_a_taken_space_is_no_space() -> None:
    state = one_die(2, seats=3)
    state.market["right"] = [Die(1, 1)]
    table = table_of(state)
    table.play("market")
    assert table.refusal("3w=2a").startswith("No space")
    with pytest.raises(IllegalAnswer):
        table.play("3w=2a")


# Academy.


@pytest.mark.parametrize(
    ("die", "how_many", "left"),
    [
        (1, "one", (30, 18, 10, 6)),
        (2, "two", (30, 15, 10, 6)),
        (3, "one", (30, 20, 9, 6)),
        (4, "two", (27, 20, 8, 6)),
        (5, "one", (26, 20, 10, 6)),
        (6, "two", (20, 20, 10, 6)),
    ],
)
def test_academy_new_dice_for_the_next_round(die: int, how_many: str, left: tuple[int, ...]) -> None:
    table = table_of(one_die(die))
    supply = table.state.players[0].supply
    table.play(f"academy {how_many}")
    n = {"one": 1, "two": 2}[how_many]
    assert has(table) == left
    assert (table.state.players[0].waiting, table.state.players[0].supply) == (n, supply - n)


def test_academy_with_four_players_any_value_has_a_space() -> None:
    table = table_of(one_die(1, seats=4))
    table.play("academy")
    assert table.legal() == ["one", "two", "one-4", "two-4"]
    table.play("two-4")
    assert has(table) == (25, 20, 8, 6)
    assert table.state.academy[3] == [Die(0, 1)]


def test_academy_two_dice_need_two_in_the_supply() -> None:
    state = one_die(1)
    state.players[0].supply = 1
    table = table_of(state)
    table.play("academy")
    assert table.state.players[0].waiting == 1


def test_r25_from_an_empty_supply_no_die_is_gained() -> None:
    state = one_die(4, hand=["item-1"])
    state.players[0].supply = 0
    outcome = table_of(state).play("depot item-1 middle")
    assert state.players[0].waiting == 0
    assert [event.text.id for event in outcome.events if event.kind == "dice"] == ["{who} has no die left to gain."]


@pytest.mark.parametrize(
    ("cards", "wanted", "said"),
    [
        (3, 2, "Seat 0 draws 2 item cards."),
        (2, 3, "Seat 0 draws 2 item cards."),
        (1, 3, "Seat 0 draws 1 item card."),
        (0, 1, "There is no item card left to draw."),
    ],
)
def test_what_is_told_of_drawn_cards_is_what_the_deck_really_gave(cards: int, wanted: int, said: str) -> None:
    state = make(1)
    state.deck, state.under, state.discards = state.deck[:cards], [], []
    flow: Flow[CircadiansState] = Flow(Rng("00"))
    drawn = draw(state, flow, 0, wanted)
    assert len(drawn) == len(state.players[0].hand) == min(cards, wanted)
    assert told(flow, "draw") == [said]


@pytest.mark.parametrize(
    ("supply", "wanted", "said"),
    [
        (3, 2, "Seat 0 gains 2 dice for the next round."),
        (1, 2, "Seat 0 gains 1 die for the next round."),
        (0, 2, "Seat 0 has no die left to gain."),
    ],
)
def test_what_is_told_of_gained_dice_is_what_the_supply_really_gave(supply: int, wanted: int, said: str) -> None:
    state = make(1)
    state.players[0].supply = supply
    flow: Flow[CircadiansState] = Flow(Rng("00"))
    gain(state, flow, 0, Goods(die=wanted))
    assert state.players[0].waiting == min(supply, wanted)
    assert told(flow, "dice") == [said]


def told(flow: Flow[CircadiansState], kind: str) -> list[str]:
    """What was told of a kind, in English."""
    words = GameWords(CircadiansGame(), 1)
    return [words.say(event.text) for event in flow.events if event.kind == kind]


@pytest.mark.parametrize(
    ("seats", "under"), [(2, [["water", "power"], ["algae"]]), (4, [["water"], ["power"], ["algae"], []])]
)
def test_every_trade_stands_under_the_first_space_of_the_market_that_it_is_for(
    seats: int, under: list[list[str]]
) -> None:
    parts = make(seats).parts
    found = [columns for _, columns in rates_under(parts, parts.board(seats))]
    assert [[column[0].get.amounts for column in columns] for columns in found] == [
        [next(rate for rate in parts.rates if getattr(rate.get, kind)).get.amounts for kind in kinds] for kinds in under
    ]
    assert sorted(rate.id for columns in found for column in columns for rate in column) == sorted(
        rate.id for rate in parts.rates
    )
