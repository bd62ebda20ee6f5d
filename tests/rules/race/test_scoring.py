"""Points line by line, six-cost developments, tie-break and shared victory."""

from __future__ import annotations

import pytest

from rules.race.components import BY_KEY, card_number
from rules.race.scoring import six_cost_points
from rules.race.state import Player
from tests.rules.race.table import RaceTable, act, ids, table_of


@pytest.mark.parametrize(
    ("development", "others", "chips", "points"),
    [
        (
            "alien_tech_institute",
            "alien_robotic_factory deserted_alien_outpost alien_rosetta_stone_world",
            0,
            3 + 2 + 2 + 2,
        ),
        ("free_trade_association", "gem_world refugee_world consumer_markets expanding_colony", 0, 2 + 1 + 2 + 2),
        ("galactic_federation", "new_economy drop_ships", 0, 2 + 2 + 1),
        ("galactic_imperium", "rebel_base new_sparta drop_ships", 0, 2 + 1),
        ("galactic_renaissance", "research_labs galactic_trendsetters artist_colony", 8, 2 + 3 + 3 + 3),
        ("galactic_survey_seti", "expedition_force star_nomad_lair gem_world", 0, 1 + 1 + 2 + 1),
        ("merchant_guild", "gem_world comet_zone plague_world alien_robotic_factory asteroid_belt", 0, 8),
        ("mining_league", "comet_zone asteroid_belt mining_robots mining_conglomerate", 0, 2 + 1 + 2 + 2),
        ("new_economy", "public_works old_earth trade_league space_port", 0, 2 + 2 + 1 + 2),
        ("new_galactic_order", "new_sparta drop_ships contact_specialist galactic_imperium", 0, 2 + 2 + 3 - 1),
        (
            "pan_galactic_league",
            "plague_world empath_world new_sparta aquatic_uplift_race contact_specialist",
            0,
            2 + 2 + 1 + 2 + 3,
        ),
        ("trade_league", "export_duties old_earth black_market_trading_world", 0, 2 + 2 + 1),
    ],
)
def test_a_six_cost_development_scores_by_its_list(development: str, others: str, chips: int, points: int) -> None:
    player = Player(start=0, tableau=ids(f"{others} {development}"), chips=chips)
    assert six_cost_points(player, BY_KEY[development]) == points


def test_negative_strength_makes_new_galactic_order_negative() -> None:
    player = Player(
        start=0, tableau=ids("empath_world refugee_world contact_specialist pan_galactic_league new_galactic_order")
    )
    assert six_cost_points(player, BY_KEY["new_galactic_order"]) == -2


def test_a_card_that_was_just_placed_scores_with_its_strength() -> None:
    player = Player(start=0, tableau=ids("new_sparta new_galactic_order drop_ships"), placed=card_number("drop_ships"))
    assert six_cost_points(player, BY_KEY["new_galactic_order"]) == 2 + 2 + 3


def test_temporary_and_special_strength_are_no_strength_for_new_galactic_order() -> None:
    player = Player(start=0, tableau=ids("alpha_centauri new_military_tactics galactic_imperium new_galactic_order"))
    assert six_cost_points(player, BY_KEY["new_galactic_order"]) == 2


def test_standings_list_every_line() -> None:
    table = table_of(["old_earth gem_world drop_ships new_economy", "new_sparta"], chips=[5, 0])
    standing = table.standings()[0]
    assert [(line.text.id, line.points) for line in standing.lines] == [
        ("Worlds", 3),
        ("Developments", 2),
        ("Victory point chips", 5),
        ("#race.card.new_economy", 3),
    ]
    assert standing.total == 13
    assert not standing.winner


def ended(hands: list[str], goods: list[str], chips: list[int]) -> RaceTable:
    """End a game of two equal tableaus by an empty pool."""
    table = table_of(["epsilon_eridani gem_world", "new_sparta spice_world"], hands, goods, chips=chips)
    act(table, "develop", "develop").answer(0, "pass")
    table.answer(1, "pass")
    return table


def test_the_most_points_win() -> None:
    table = ended(["comet_zone", "drop_ships"], ["", ""], [14, 10])
    assert [(one.total, one.rank, one.winner) for one in table.standings()] == [(16, 1, True), (12, 2, False)]


def test_a_tie_is_decided_by_hand_cards_and_goods_together() -> None:
    table = ended(["comet_zone mining_world", "drop_ships"], ["", "spice_world"], [12, 12])
    assert [(one.total, one.rank, one.winner) for one in table.standings()] == [(14, 1, True), (14, 1, True)]
    table = ended(["comet_zone mining_world", "drop_ships"], ["gem_world", "spice_world"], [12, 12])
    assert [(one.total, one.rank, one.winner) for one in table.standings()] == [(14, 1, True), (14, 2, False)]


def test_a_full_tie_shares_the_victory_and_says_so() -> None:
    table = ended(["comet_zone", "drop_ships"], ["gem_world", "spice_world"], [12, 12])
    assert [one.winner for one in table.standings()] == [True, True]
    assert table.events[-1].text.args["n"] == 2
