"""Income, the Gaia phase, the order of rounds (rulebook: phases I, II and IV, variable turn order)."""

from __future__ import annotations

import pytest

from rules.gaia.state import Rules
from rules.gaia.steps.rounds import GaiaPlanets, GaiaTokens, Income
from rules.kernel.text import player
from tests.rules.gaia.table import make, table_of, with_mines


def test_power_and_tokens_are_taken_in_the_order_that_the_player_chooses() -> None:
    state = with_mines("terrans")
    state.players[0].structures["4B0"] = "institute"
    state.players[0].power = [1, 4, 0, 0]
    table = table_of(state, Income(0))
    assert set(table.legal()) == {"4pw", "1t"}
    table.play("1t")
    assert table.state.players[0].power == [0, 4, 2, 0]
    state.players[0].power = [1, 4, 0, 0]
    other = table_of(state, Income(0))
    other.play("4pw")
    assert other.state.players[0].power == [1, 2, 3, 0]


def test_nothing_is_asked_where_the_order_makes_no_difference() -> None:
    state = with_mines("terrans")
    state.players[0].structures["4B0"] = "institute"
    table = table_of(state, Income(0))
    assert table.waiting == []
    assert table.state.players[0].power == [1, 8, 0, 0]


def test_income_stops_at_the_end_of_the_resource_track() -> None:
    state = with_mines("hadsch-hallas")
    one = state.players[0]
    one.ore, one.credits, one.knowledge = 14, 29, 15
    table_of(state, Income(0))
    assert (one.ore, one.credits, one.knowledge) == (15, 30, 15)


def test_a_transdim_planet_with_a_gaiaformer_becomes_a_gaia_planet() -> None:
    state = with_mines("terrans")
    one = state.players[0]
    one.formers, one.sent_formers, one.power = 0, ["1A3"], [0, 0, 0, 6]
    table_of(state, GaiaPlanets(), GaiaTokens(0))
    assert state.gaia == ["1A3"]
    assert one.sent_formers == ["1A3"]
    assert one.power == [0, 6, 0, 0]


def test_tokens_of_the_gaia_area_go_to_area_i_of_everybody_but_the_terrans() -> None:
    state = with_mines("taklons")
    one = state.players[0]
    one.power, one.brainstone = [1, 0, 0, 5], 3
    table_of(state, GaiaTokens(0))
    assert (one.power, one.brainstone) == ([6, 0, 0, 0], 0)


def test_terrans_with_institute_gain_goods_for_the_tokens_that_move() -> None:
    state = with_mines("terrans")
    one = state.players[0]
    one.structures["4B0"], one.power = "institute", [0, 0, 0, 4]
    one.ore, one.credits = 4, 15
    table = table_of(state, GaiaTokens(0))
    table.play("o c")
    assert (one.ore, one.credits, one.power) == (5, 16, [0, 4, 0, 0])
    assert table.waiting == []


def test_terrans_may_decline_and_cannot_spend_more_than_moves() -> None:
    state = with_mines("terrans")
    one = state.players[0]
    one.structures["4B0"], one.power = "institute", [0, 0, 0, 3]
    table = table_of(state, GaiaTokens(0))
    assert table.refusal("q")
    table.play("done")
    assert (one.ore, one.power) == (4, [0, 3, 0, 0])


def test_itars_with_institute_discard_four_tokens_for_a_tile_as_often_as_they_can() -> None:
    state = with_mines("itars")
    one = state.players[0]
    one.structures["4B0"], one.power = "institute", [0, 0, 0, 9]
    table = table_of(state, GaiaTokens(0))
    table.play("tech sci sci tech free1 nav")
    assert [own.space for own in one.tiles] == ["sci", "free1"]
    assert (one.research["sci"], one.research["nav"]) == (1, 1)
    assert one.power == [1, 0, 0, 0]


def test_gaiaformers_of_the_bal_taks_come_back() -> None:
    state = with_mines("baltaks")
    one = state.players[0]
    one.formers, one.resting_formers = 0, 1
    table_of(state, GaiaTokens(0))
    assert (one.formers, one.resting_formers) == (1, 0)


@pytest.mark.parametrize(("pass_order", "order"), [(True, [2, 0, 1]), (False, [2, 0, 1])])
def test_the_first_to_pass_begins_the_next_round(pass_order: bool, order: list[int]) -> None:
    state = make("terrans", "xenos", "itars", rules=Rules(pass_order=pass_order))
    state.queue = [2, 0, 1]
    table = table_of(state)
    for _ in range(3):
        table.play(f"pass {table.state.boosters[0]}")
    assert table.state.order == order
    assert table.state.round == 2


@pytest.mark.parametrize(("pass_order", "order"), [(True, [1, 0, 2]), (False, [1, 2, 0])])
def test_pass_order_or_clockwise_is_the_order_of_the_next_round(pass_order: bool, order: list[int]) -> None:
    state = make("terrans", "xenos", "itars", rules=Rules(pass_order=pass_order))
    for one in state.players:
        one.knowledge, one.credits, one.ore = 4, 0, 0
    table = table_of(state)
    table.play("research eco done")
    table.play(f"pass {table.state.boosters[0]}")
    assert table.waiting == [2]
    table.play("research eco done")
    table.play(f"pass {table.state.boosters[0]}")
    table.play(f"pass {table.state.boosters[0]}")
    assert table.state.order == order


def test_the_clean_up_frees_every_action_and_keeps_the_rest() -> None:
    state = make("terrans", "xenos")
    state.taken, state.players[1].used = {"2o": 1}, ["q"]
    table = table_of(state)
    table.play(f"pass {state.boosters[0]}")
    assert table.state.players[0].passed
    table.play(f"pass {state.boosters[0]}")
    assert table.state.taken == {}
    assert [one.used for one in table.state.players] == [[], []]
    assert not any(one.passed for one in table.state.players)
    assert table.state.scores == [[10, 10]]


def test_the_game_ends_after_the_sixth_round_without_new_boosters() -> None:
    state = make("terrans", "xenos")
    state.round = 6
    table = table_of(state)
    table.play("pass pass")
    assert table.game.over(table.position)
    assert table.state.phase == "over"
    assert [one.booster for one in table.state.players] == ["", ""]
    assert any(standing.winner for standing in table.standings())
    end = table.outcome.events[-1]
    assert (end.kind, end.text.args["winners"]) == ("over", [player(0), player(1)])
