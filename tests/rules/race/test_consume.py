"""IV Consume: sales, mandatory and optional powers, doubling, guessing."""

from __future__ import annotations

import pytest

from tests.rules.race.table import RaceTable, act, goods_of, hand_of, ids, table_of

X2 = ("consume_x2", "consume_x2")
GOODS4 = "gem_world comet_zone plague_world alien_robotic_factory"


def consuming(tableau: str, goods: str, action: str = "consume_x2", hand: str = "", **more: object) -> RaceTable:
    """Lay out one seat that consumes; the other only watches."""
    table = table_of([tableau, "new_sparta"], [hand, ""], [goods, ""], **more)  # type: ignore[arg-type]
    return act(table, action, "produce" if action != "produce" else "consume_trade")


def trading(tableau: str, goods: str) -> RaceTable:
    return act(table_of([tableau, "new_sparta"], ["", ""], [goods, ""]), "consume_trade", "consume_trade")


def test_consume_trade_sells_first_and_must() -> None:
    table = trading("epsilon_eridani gem_world comet_zone", "gem_world comet_zone")
    assert (table.prompt(0).kind, table.legal(0)) == ("sell", ["gem_world", "comet_zone"])
    table.answer(0, "comet_zone")
    # The good that is left has been consumed without asking; there was no choice.
    assert table.kinds(0).index("sell") < table.kinds(0).index("consume")
    assert goods_of(table, 0) == set()
    assert len(hand_of(table, 0)) == 3 + 1


def test_only_who_chose_trade_sells() -> None:
    table = table_of(["new_sparta gem_world", "old_earth spice_world"], ["", ""], ["gem_world", "spice_world"])
    act(table, "consume_trade", "produce")
    assert [event.seat for event in table.events if event.kind == "sell"] == [0]


def test_points_for_goods_are_doubled_but_cards_are_not() -> None:
    table = consuming("epsilon_eridani gem_world", "gem_world")
    assert table.state.players[0].chips == 2
    assert len(hand_of(table, 0)) == 2  # One for the good; one from Gem World, which produced again.


def test_points_for_hand_cards_are_not_doubled() -> None:
    table = consuming("old_earth deficit_spending", "", hand="gem_world comet_zone spice_world")
    assert table.asked() == {0: "power"}
    table.answer(0, "deficit_spending")
    prompt = table.prompt(0)
    assert (prompt.kind, prompt.at_least, prompt.at_most) == ("hand", 0, 2)
    table.answer(0, "gem_world", "comet_zone")
    assert table.state.players[0].chips == 2


def test_the_optional_power_may_be_left_alone() -> None:
    table = consuming("old_earth deficit_spending", "", hand="gem_world")
    assert table.legal(0) == ["deficit_spending", "done"]
    table.answer(0, "done")
    assert table.state.players[0].chips == 0
    assert table.state.round == 2


def test_while_a_power_must_be_used_nobody_may_stop() -> None:
    table = consuming("epsilon_eridani new_vinland gem_world", "gem_world", hand="")
    assert table.legal(0) == ["epsilon_eridani", "new_vinland"]
    assert table.refusal("done", 0) == "Powers that can be used must be used."


def test_the_player_chooses_the_order_of_powers() -> None:
    table = consuming("epsilon_eridani new_vinland gem_world", "gem_world")
    table.answer(0, "new_vinland")
    assert table.state.players[0].chips == 0
    assert len(hand_of(table, 0)) == 2 + 1  # New Vinland, and Gem World, which produced again.


def test_each_power_is_used_once_a_phase() -> None:
    table = table_of(["epsilon_eridani gem_world spice_world", "new_sparta"], ["", ""], ["gem_world spice_world", ""])
    act(table, "consume_x2", "consume_x2")
    assert table.prompt(0).kind == "goods"
    table.answer(0, "gem_world")
    assert goods_of(table, 0) == {"spice_world"}


def test_up_to_powers_spend_as_many_as_they_can() -> None:
    tableau = "new_sparta consumer_markets gem_world spice_world artist_colony new_vinland"
    table = table_of([tableau, "old_earth"], ["", ""], ["gem_world spice_world artist_colony", ""])
    act(table, "consume_x2", "consume_x2")
    table.answer(0, "consumer_markets")
    assert table.state.players[0].chips == 6
    assert goods_of(table, 0) == set()
    four = table_of([tableau, "old_earth"], ["", ""], ["gem_world spice_world artist_colony new_vinland", ""])
    act(four, "consume_x2", "consume_x2").answer(0, "consumer_markets")
    assert (four.prompt(0).kind, four.prompt(0).at_least, four.prompt(0).at_most) == ("goods", 3, 3)


def test_a_power_for_two_goods_needs_both() -> None:
    one = table_of(["new_sparta mining_league comet_zone", "old_earth"], ["", ""], ["comet_zone", ""])
    act(one, "consume_x2", "consume_x2")
    assert goods_of(one, 0) == {"comet_zone"}
    two = table_of(
        ["new_sparta mining_league comet_zone mining_world", "old_earth"], ["", ""], ["comet_zone mining_world", ""]
    )
    act(two, "consume_x2", "consume_x2")
    assert (goods_of(two, 0), two.state.players[0].chips) == (set(), 6)


def test_different_kinds_are_chosen_kind_by_kind() -> None:
    tableau = f"new_sparta diversified_economy {GOODS4} spice_world lost_species_ark_world"
    table = act(table_of([tableau, "old_earth"], ["", ""], [f"{GOODS4} spice_world", ""]), "consume_x2", "consume_x2")
    # Plague World consumes Genes: the player chooses the order.
    table.answer(0, "diversified_economy")
    assert (table.prompt(0).kind, table.legal(0)) == ("kinds", ["novelty", "rare", "genes", "alien"])
    table.answer(0, "novelty", "rare", "alien")
    assert (table.prompt(0).kind, table.legal(0)) == ("goods", ["gem_world", "spice_world"])
    table.answer(0, "spice_world")
    assert goods_of(table, 0) == {"gem_world"}
    assert table.state.players[0].chips == 6 + 2


def test_two_kinds_are_not_enough_for_three() -> None:
    table = table_of(
        ["new_sparta diversified_economy gem_world comet_zone spice_world", "old_earth"],
        ["", ""],
        ["gem_world comet_zone spice_world", ""],
    )
    act(table, "consume_x2", "consume_x2")
    assert goods_of(table, 0) == {"gem_world", "comet_zone", "spice_world"}


def test_pilgrimage_world_spends_all_for_one_point_less() -> None:
    table = table_of(
        ["new_sparta pilgrimage_world gem_world comet_zone", "old_earth"], ["", ""], ["gem_world comet_zone", ""]
    )
    act(table, "consume_x2", "consume_x2")
    assert (goods_of(table, 0), table.state.players[0].chips) == (set(), 2)


def test_black_market_sells_without_and_trade_league_with_trade_powers() -> None:
    black = table_of(["old_earth black_market_trading_world gem_world", "new_sparta"], ["", ""], ["gem_world", ""])
    act(black, "consume_x2", "consume_x2").answer(0, "black_market_trading_world")
    assert len(hand_of(black, 0)) == 2
    league = table_of(["old_earth trade_league gem_world", "new_sparta"], ["", ""], ["gem_world", ""])
    act(league, "consume_x2", "consume_x2").answer(0, "trade_league")
    assert len(hand_of(league, 0)) == 2 + 1 + 1


def test_new_economy_draws_without_a_good() -> None:
    table = act(table_of(["old_earth new_economy", "new_sparta"]), "consume_x2", "consume_x2")
    assert len(hand_of(table, 0)) == 1


def test_a_right_guess_keeps_the_card_and_a_wrong_one_discards_it() -> None:
    hit = table_of(["old_earth gambling_world", "new_sparta"], draws={"race.flip:0": "pirate_world"})
    act(hit, "consume_x2", "consume_x2")
    assert (hit.prompt(0).kind, hit.legal(0)) == ("guess", list("1234567"))
    hit.answer(0, "3")
    assert hand_of(hit, 0) == {"pirate_world"}
    missed = table_of(["old_earth gambling_world", "new_sparta"], draws={"race.flip:0": "refugee_world"})
    act(missed, "consume_x2", "consume_x2").answer(0, "1")
    assert hand_of(missed, 0) == set()
    assert missed.state.discards == ids("refugee_world")


def test_the_missed_card_is_no_part_of_the_reshuffle_that_it_caused() -> None:
    table = act(table_of(["old_earth gambling_world", "new_sparta"], deck="gem_world"), "consume_x2", "consume_x2")
    table.answer(0, "7")
    assert table.state.discards == ids("gem_world")
    assert "reshuffle" in table.kinds()


def test_nobody_waits_for_another_unless_the_deck_may_run_out() -> None:
    tableaus = ["epsilon_eridani gem_world spice_world", "old_earth public_works comet_zone"]
    goods = ["gem_world spice_world", "comet_zone"]
    table = act(table_of(tableaus, ["", ""], goods), "consume_x2", "consume_x2")
    assert table.asked() == {0: "goods", 1: "power"}
    few = act(table_of(tableaus, ["", ""], goods, deck="new_earth"), "consume_x2", "consume_x2")
    assert few.asked() == {0: "goods"}


@pytest.mark.parametrize(
    ("card", "draws"),
    [("new_economy", 1), ("gambling_world", 1), ("trade_league", 2 + 1 + 1), ("new_vinland", 2), ("drop_ships", 0)],
)
def test_every_card_that_could_be_taken_counts_towards_the_end_of_the_deck(card: str, draws: int) -> None:
    tableaus = [f"old_earth consumer_markets artist_colony {card}", "epsilon_eridani galactic_trendsetters gem_world"]
    spare = ["new_earth", "comet_zone", "expedition_force", "tourist_world", "pilgrimage_world", "plague_world"]
    at_the_end, one_more = (
        set(act(table_of(tableaus, ["", ""], ["artist_colony", "gem_world"], deck=" ".join(spare[:n])), *X2).asked())
        for n in (1 + draws, 1 + draws + 1)
    )
    assert (at_the_end, one_more) == ({0}, {0, 1})  # Epsilon Eridani may bring one card.


def test_order_counts_where_the_pool_may_end_and_two_may_discard_hand_cards() -> None:
    tableaus = ["old_earth deficit_spending", "new_sparta deficit_spending-2"]
    hands = ["gem_world", "comet_zone"]
    low = act(table_of(tableaus, hands, chips=[20, 2]), "consume_x2", "consume_x2")
    assert low.asked() == {0: "power"}
    high = act(table_of(tableaus, hands), "consume_x2", "consume_x2")
    assert high.asked() == {0: "power", 1: "power"}


def test_order_counts_where_the_pool_may_end_and_two_choose_between_points_and_cards() -> None:
    tableaus = ["epsilon_eridani galactic_trendsetters gem_world", "old_earth new_vinland artist_colony"]
    goods = ["gem_world", "artist_colony"]
    low = act(table_of(tableaus, ["", ""], goods, chips=[20, 2]), "consume_x2", "consume_x2")
    assert low.asked() == {0: "power"}  # Which power it uses may end the game.
    one = ["epsilon_eridani gem_world spice_world", "old_earth new_vinland artist_colony"]
    alone = table_of(one, ["", ""], ["gem_world spice_world", "artist_colony"], chips=[20, 2])
    act(alone, "consume_x2", "consume_x2")
    assert alone.asked() == {0: "goods", 1: "power"}  # Seat 0 has a single power, whichever good it spends.
    high = act(table_of(tableaus, ["", ""], goods), "consume_x2", "consume_x2")
    assert high.asked() == {0: "power", 1: "power"}


def test_order_counts_where_the_pool_may_end_and_the_good_that_is_sold_decides() -> None:
    tableaus = ["new_sparta consumer_markets gem_world comet_zone", "old_earth new_vinland spice_world"]
    goods = ["gem_world comet_zone", "spice_world"]
    table = act(table_of(tableaus, ["", ""], goods, chips=[20, 2]), "consume_trade", "consume_x2")
    assert table.asked() == {0: "sell"}


def test_with_deck_and_discards_empty_a_draw_brings_nothing() -> None:
    table = table_of(["old_earth new_economy", "new_sparta"])
    table.state.deck, table.state.discards = [], []
    act(table, "consume_x2", "consume_x2")
    assert hand_of(table, 0) == set()
    assert table.state.round == 2
