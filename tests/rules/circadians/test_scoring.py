"""The end of the game: points line by line, the tie-break, and games of random players that always end."""

from __future__ import annotations

import pytest

from rules.circadians.game import CircadiansGame
from rules.circadians.scoring import lines, standings
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.rounds import EndRound
from rules.kernel import robots
from rules.kernel.errors import BadSetup
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.table import give, make, negotiated, table_of

GAME = CircadiansGame()


def points(state: CircadiansState, seat: int = 0) -> list[int]:
    return [line.points for line in lines(state, seat)]


def test_nothing_is_worth_nothing() -> None:
    assert points(make(2)) == [0, 0, 0]


def test_dice_on_the_negotiation_board_score_their_spaces() -> None:
    state = make(2)
    negotiated(state, "green", 1, 0, 4)
    negotiated(state, "red", 3, 0, 4)
    negotiated(state, "yellow", 2, 1, 4)
    assert points(state) == [3, 15, 0, 0, 0]
    assert points(state, 1) == [7, 0, 0, 0]


def test_played_items_score_and_their_bonuses_too() -> None:
    state = make(2)
    give(state.players[0], played=["item-1", "item-28"], algae=5)
    assert points(state) == [2, 3, 2, 0, 0, 0]


def test_r20_each_harvester_on_a_cache_scores_it_in_full_once_it_is_open() -> None:
    state = make(2)
    for one in state.players:
        one.harvester = (0, -3)
    assert points(state) == [0, 0, 0]
    state.caches = {"n": 7, "s": 4}
    assert points(state) == points(state, 1) == [7, 0, 0, 0]


@pytest.mark.parametrize(
    ("upgrades", "expected"),
    [
        (["", "", "", ""], 0),
        (["up-1", "", "", ""], 1),
        (["up-1", "up-1", "", ""], 3),
        (["up-1", "up-1", "up-1", ""], 5),
        (["up-1", "up-1", "up-1", "up-1"], 8),
        (["", "up-1", "up-1", "up-1"], 0),
    ],
)
def test_r29_the_first_garage_without_an_upgrade_scores_or_all_together(upgrades: list[str], expected: int) -> None:
    state = make(2)
    state.players[0].upgrades = upgrades
    tiles = sum(map(bool, upgrades))
    assert points(state) == [2] * tiles + [expected, 0, 0]


@pytest.mark.parametrize(
    ("farms", "expected"),
    [(["", "", ""], 0), (["farm-4", "", ""], 2), (["farm-4", "farm-4", ""], 4), (["farm-4", "farm-4", "farm-4"], 7)],
)
def test_r29_the_first_farm_spot_without_a_tile_scores_or_all_together(farms: list[str], expected: int) -> None:
    state = make(2)
    state.players[0].farms = farms
    assert points(state) == [4] * sum(map(bool, farms)) + [0, expected, 0]


def test_gems_score_one_each() -> None:
    state = make(2)
    state.players[0].gem = 4
    assert points(state) == [0, 0, 4]


@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        ({"gem": 2}, {"gem": 1}, [1, 2]),
        ({"power": 1}, {"algae": 9, "water": 9}, [1, 2]),
        ({"power": 1, "algae": 1}, {"power": 1, "water": 9}, [1, 2]),
        ({"power": 1, "algae": 1, "water": 3}, {"power": 1, "algae": 1, "water": 4}, [2, 1]),
        ({"water": 3}, {"water": 3}, [1, 1]),
    ],
)
def test_r30_ties_go_by_gems_power_algae_water_and_then_the_victory_is_shared(
    first: dict[str, int], second: dict[str, int], ranks: list[int]
) -> None:
    state = make(2)
    give(state.players[0], **first)  # type: ignore[arg-type]
    give(state.players[1], **second)  # type: ignore[arg-type]
    found = standings(state, over=True)
    assert [one.rank for one in found] == ranks
    assert [one.winner for one in found] == [rank == 1 for rank in ranks]


def test_a_tie_in_points_with_more_gems_wins() -> None:
    state = make(2)
    state.players[0].gem = 3
    negotiated(state, "green", 1, 1, 4)
    found = standings(state, over=True)
    assert [one.total for one in found] == [3, 3]
    assert [one.rank for one in found] == [1, 2]


def test_r31_the_eighth_round_has_all_four_phases_and_then_the_game_ends() -> None:
    position, _ = GAME.setup({}, 2, Rng("03"))
    robots = Rng("01")
    phases = []
    while waiting := GAME.waiting(position):
        if position.state.round == 8:
            outcome = GAME.answer(position, waiting[0], choose(None, GAME.prompt(position, waiting[0]), robots))
            phases += [event.text.id for event in outcome.events if event.kind == "phase"]
        else:
            GAME.answer(position, waiting[0], choose(None, GAME.prompt(position, waiting[0]), robots))
    assert phases[-2:] == ["Harvest phase.", "Rest phase."]
    assert (position.state.round, position.state.phase, len(position.state.scores)) == (8, "over", 8)


def test_a_shared_victory_is_told() -> None:
    state = make(2)
    state.round = 8
    table = table_of(state, EndRound())
    assert table.outcome.events[-1].text.plural.startswith("The game is over. The victory is shared")


@pytest.mark.parametrize("key", range(6))
def test_four_random_players_end_after_eight_rounds_with_a_score(key: int) -> None:
    position, _ = GAME.setup({}, 4, Rng(f"{key:02x}"))
    chance = Rng(f"{key + 100:02x}")
    answers = 0
    while waiting := GAME.waiting(position):
        seat = chance.pick(waiting, "who")
        GAME.answer(position, seat, robots.choose(GAME.view(position, seat), GAME.prompt(position, seat), chance))
        answers += 1
        assert answers < 5000
    assert position.state.round == 8
    found = GAME.standings(position)
    assert any(one.winner for one in found)
    assert all(one.total >= 0 for one in found)


def test_r34_one_player_plays_for_points_on_the_boards_for_two() -> None:
    position, _ = GAME.setup({}, 1, Rng("02"))
    robots = Rng("01")
    assert position.state.parts.board(1) is position.state.parts.board(2)
    while waiting := GAME.waiting(position):
        GAME.answer(position, waiting[0], choose(None, GAME.prompt(position, waiting[0]), robots))
    assert [one.rank for one in GAME.standings(position)] == [1]
    with pytest.raises(BadSetup):
        GAME.setup({}, 5, Rng("02"))


def test_a_score_can_be_told_in_the_middle_of_the_game() -> None:
    state = make(2)
    state.depository["upper"][2] = Die(0, 3)
    give(state.players[0], 3, 4, played=["item-33"])
    state.players[0].supply -= 1
    assert points(state) == [3, 2, 0, 0, 0]
