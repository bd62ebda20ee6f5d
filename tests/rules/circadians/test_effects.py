"""How effects of several cards work together, and when."""

from __future__ import annotations

from rules.circadians.goods import Goods
from rules.circadians.means import Means
from rules.circadians.scoring import counted
from rules.circadians.steps.harvest import Harvest
from tests.rules.circadians.cards import play, spent, with_
from tests.rules.circadians.table import give, has, make, negotiated, rich, table_of

FREE, SEVEN = Goods(), Goods(water=7)


def prices(id: str, place: str, *base: Goods, garages: tuple[int, ...] = ()) -> list[Goods]:
    return Means(with_(id), 0).prices(place, base or (SEVEN,), garages)


def test_r33_discounts_add_up_and_never_fall_below_nothing() -> None:
    state = with_("item-4", 6)
    state.players[0].character = "char-6"
    state.event = "event-7"
    assert Means(state, 0).prices("mine", [Goods(water=12)]) == [Goods(water=2)]
    assert Means(state, 0).prices("mine", [Goods(water=8)]) == [FREE]


def test_r33_surcharges_come_first_and_can_be_lowered() -> None:
    state = with_("item-4")
    state.event = "event-12"
    assert Means(state, 0).prices("mine", [Goods(water=2)]) == [Goods(water=1)]
    state = with_("char-1")
    state.event = "event-14"
    found = Means(state, 0).prices("negotiate", [Goods(gem=2)])
    assert found == [Goods(gem=2, water=1)]


def test_r33_a_free_choice_lowers_no_gem_and_must_lower_what_still_costs() -> None:
    assert prices("char-1", "negotiate", Goods(gem=2)) == [Goods(gem=2)]
    assert prices("char-1", "negotiate", Goods(gem=1, water=3)) == [Goods(gem=1, water=2)]
    assert prices("char-1", "depot") == [SEVEN]
    state = with_("char-1")
    state.players[0].upgrades[0] = "up-14"
    found = Means(state, 0).prices("negotiate", [Goods(power=3, water=3)], [2])
    assert found == [Goods(power=3, water=1), Goods(power=2, water=2), Goods(power=1, water=3)]


def test_two_discounts_can_make_an_either_or_price_free_and_nothing_is_asked() -> None:
    state = with_("item-8", 1)
    state.event = "event-4"
    assert spent(state, "foundry") == (0, 0, 0, 0)


def test_the_discount_of_an_item_does_not_count_for_itself_but_its_bonus_works_at_once() -> None:
    state = make(2)
    rich(state.players[0], 3, hand=["item-15"])
    assert spent(state, "depot item-15 middle") == (2, 3, 0, 0)
    state = make(2)
    rich(state.players[0], 3, hand=["item-17"])
    assert spent(state, "depot item-17 upper n") == (-2, 1, 1, 0)


def test_what_a_garage_tile_gives_helps_to_pay_for_the_place_but_not_for_sending() -> None:
    state = make(2)
    give(state.players[0], 0, 3, algae=1, power=1, upgrades=["up-16"])
    assert "foundry" in table_of(state).legal()
    state = make(2)
    give(state.players[0], 0, 3, algae=0, power=9, water=9, upgrades=["up-8"])
    assert table_of(state).over


def test_a_tile_that_works_with_its_die_works_for_a_pair_too() -> None:
    state = make(2)
    rich(state.players[0], 3, 3, upgrades=["up-12"])
    assert spent(state, "lab garage 2a") == (0, 3, 0, 0)
    state = make(2)
    rich(state.players[0], 3, 3, upgrades=["up-3"])
    assert spent(state, "lab garage 3a") == (-2, 4, 0, 0)


def test_steering_adds_up_and_a_second_hex_gives_its_token_too() -> None:
    state = with_("item-6", 0, 1, upgrades=["up-17"], harvester=(1, 0))
    table = play(state, "control 2p")
    assert {"n", "n-2", "ne", "nw", "nw-2"} <= set(table.legal())
    table.play("n-2")
    assert table.state.players[0].harvester == (1, -2)
    assert has(table)[0] == 33


def test_extra_pips_add_up_with_the_booster_and_mean_nothing_for_fixed_yields() -> None:
    state = make(2)
    give(state.players[0], character="char-3", played=["item-12"], farms=["farm-5", "farm-6", ""])
    state.event = "event-3"
    state.players[0].farm_dice = [0, 0, 0, 2, 1, 0]
    assert has(table_of(state, Harvest())) == (3 + 2, 1 + 3, 0, 1)


def test_the_counters_of_end_bonuses_count_for_one_seat() -> None:
    state = make(2)
    negotiated(state, "green", 1, 1, 4)
    assert counted(state, 0, "negotiation_dice") == 0
    assert counted(state, 1, "negotiation_dice") == 1
