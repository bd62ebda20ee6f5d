"""V Produce: goods, the bonus, and draws for what was produced."""

from __future__ import annotations

import pytest

from rules.kernel.text import name
from tests.rules.race.table import RaceTable, act, goods_of, table_of

SPARE = ["new_earth", "comet_zone", "drop_ships", "tourist_world", "old_earth", "trade_league", "expedition_force"]
SPARE += ["secluded_world", "pilgrimage_world"]


def draws(table: RaceTable, seat: int) -> int:
    return sum(int(str(event.text.args["n"])) for event in table.events if event.kind == "draw" and event.seat == seat)


def test_every_empty_production_world_produces_and_draws_if_it_did() -> None:
    table = act(
        table_of(["old_earth gem_world comet_zone", "new_sparta"], ["", ""], ["gem_world", ""]), "produce", "produce"
    )
    assert goods_of(table, 0) == {"gem_world", "comet_zone"}
    assert draws(table, 0) == 1  # Gem World had its good already.


def test_windfall_worlds_produce_by_the_bonus_only_once() -> None:
    table = act(table_of(["alpha_centauri asteroid_belt", "new_sparta radioactive_world"]), "produce", "explore_5")
    table.answer(0, table.legal(0)[0])
    table.answer(1, table.legal(1)[0])
    assert (table.prompt(0).kind, table.legal(0)) == ("windfall", ["alpha_centauri", "asteroid_belt"])
    table.answer(0, "asteroid_belt")
    assert goods_of(table, 0) == {"asteroid_belt"}
    assert goods_of(table, 1) == set()


def test_a_single_windfall_world_is_not_asked_for() -> None:
    table = act(table_of(["alpha_centauri", "new_sparta"]), "produce", "produce")
    assert goods_of(table, 0) == {"alpha_centauri"}


def test_powers_for_one_kind_come_before_the_bonus_and_the_bonus_before_powers_for_any() -> None:
    table = table_of(["old_earth galactic_engineers mining_robots asteroid_belt empath_world", "new_sparta"])
    act(table, "produce", "produce")
    assert goods_of(table, 0) == {"asteroid_belt", "empath_world"}


def test_runaway_robots_draw_when_they_produce() -> None:
    table = act(table_of(["old_earth runaway_robots mining_robots", "new_sparta"]), "produce", "produce")
    assert draws(table, 0) == 1


def test_draws_count_what_was_produced_in_this_phase() -> None:
    tableau = "old_earth consumer_markets diversified_economy spice_world artist_colony mining_world"
    table = act(table_of([tableau, "new_sparta"], ["", ""], ["artist_colony", ""]), "produce", "produce")
    # Consumer Markets 1 (Spice World), Diversified Economy 2 (Novelty, Rare), Mining World 1.
    assert draws(table, 0) == 4


def test_most_means_strictly_more_than_every_other_player() -> None:
    equal = act(table_of(["old_earth mining_conglomerate comet_zone", "new_sparta mining_world"]), "produce", "produce")
    assert "most" not in equal.kinds()
    more = act(table_of(["old_earth mining_conglomerate comet_zone", "new_sparta gem_world"]), "produce", "produce")
    assert "most" in more.kinds()
    assert draws(more, 0) == 1 + 2


def test_pan_galactic_league_draws_for_genes_worlds_with_or_without_goods() -> None:
    table = act(
        table_of(["old_earth pan_galactic_league empath_world plague_world", "new_sparta"]), "produce", "consume_x2"
    )
    assert draws(table, 0) == 2


def test_plain_draws_need_no_good() -> None:
    table = act(table_of(["old_earth merchant_guild rebel_underground", "new_sparta"]), "produce", "produce")
    assert draws(table, 0) == 3


def test_a_good_that_no_card_is_left_for_is_not_placed() -> None:
    table = table_of(["old_earth gem_world", "new_sparta"])
    table.state.deck, table.state.discards = [], []
    act(table, "produce", "produce")
    assert goods_of(table, 0) == set()
    assert "There is no card left for a good on {world}." in [event.text.id for event in table.events]
    assert table.state.round == 2


def test_seats_produce_in_player_order_where_the_deck_may_run_out() -> None:
    tableaus = ["alpha_centauri asteroid_belt", "new_sparta radioactive_world destroyed_world"]
    table = act(table_of(tableaus), "produce", "produce")
    assert table.asked() == {0: "windfall", 1: "windfall"}
    few = act(table_of(tableaus, deck="new_earth gem_world"), "produce", "produce")
    assert few.asked() == {0: "windfall"}


@pytest.mark.parametrize(
    ("card", "draws"),
    [
        ("mining_robots", 0),
        ("spice_world", 1),
        ("gem_world", 2),
        ("lost_species_ark_world", 3),
        ("runaway_robots", 2),
        ("merchant_guild", 2),
        ("mining_conglomerate", 2),
        ("diversified_economy", 1),
        ("pan_galactic_league plague_world empath_world", 2 + 2),
        ("consumer_markets spice_world artist_colony", 2 + 2),
    ],
)
def test_every_card_that_could_be_taken_counts_towards_the_end_of_the_deck(card: str, draws: int) -> None:
    tableaus = [f"alpha_centauri asteroid_belt {card}", "new_sparta radioactive_world destroyed_world"]
    at_the_end, one_more = (
        act(table_of(tableaus, deck=" ".join(SPARE[:n])), "produce", "produce").asked()
        for n in (4 + draws, 4 + draws + 1)
    )
    assert at_the_end == {0: "windfall"}
    assert one_more == {0: "windfall", 1: "windfall"}


def test_what_was_produced_in_an_earlier_round_is_not_counted_again() -> None:
    table = act(table_of(["old_earth consumer_markets spice_world", "new_sparta"]), "produce", "produce")
    assert draws(table, 0) == 1
    act(table, "produce", "produce")
    assert draws(table, 0) == 1


def test_the_newest_card_produces_first() -> None:
    table = act(table_of(["old_earth spice_world comet_zone", "new_sparta"]), "produce", "produce")
    goods = [event.text.args["world"] for event in table.events if event.kind == "good"]
    assert goods == [name("race.card.comet_zone"), name("race.card.spice_world")]
