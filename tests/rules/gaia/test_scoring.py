"""The final score (rulebook: game end and scoring; neutral player)."""

from __future__ import annotations

import pytest

from rules.gaia.components import FINAL_TILES, Goods
from rules.gaia.counts import count
from rules.gaia.scoring import final_points, left_over, left_over_points, ranked, research_points, standings
from rules.gaia.state import GaiaState, Player, Rules
from tests.rules.gaia.table import make, rich, token


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([4, 3, 2, 1], [18, 12, 6, 0]),
        ([4, 4, 2, 1], [15, 15, 6, 0]),
        ([3, 5, 3, 3], [6, 18, 6, 6]),
        ([2, 2, 2, 2], [9, 9, 9, 9]),
        ([5, 0, 0, 0], [18, 0, 0, 0]),
        ([5, 4, 4, 3, 2], [18, 9, 9, 0, 0]),
    ],
)
def test_ranks_share_their_points_and_nothing_counts_nothing(counts: list[int], points: list[int]) -> None:
    assert ranked(counts) == points


def built() -> GaiaState:
    state = make("terrans", "xenos", "ivits")
    one = state.players[0]
    one.structures = {"1B1": "mine", "5B5": "lab", "1A6": "station", "1C": "mine"}
    one.guests, one.satellites, one.stations = ["2A3"], ["1A7", "1A8"], ["2C"]
    one.federated, one.sent_formers = ["1A6", "1A7", "1A8", "2A3", "2C"], ["1A3"]
    one.tokens = [token(), token()]
    state.lost = "1C"
    return state


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("structures", 5),
        ("federated", 2),
        ("types", 4),
        ("gaia", 1),
        ("sectors", 3),
        ("satellites", 3),
        ("mine", 3),
        ("station", 1),
        ("lab", 1),
        ("big", 0),
        ("federation", 2),
    ],
)
def test_each_thing_is_counted_as_the_tiles_say(what: str, number: int) -> None:
    state = built()
    assert count(state, state.players[0], what) == number


def test_only_known_things_are_counted() -> None:
    state = built()
    with pytest.raises(ValueError, match="moons"):
        count(state, state.players[0], "moons")


@pytest.mark.parametrize("tile", sorted(FINAL_TILES))
@pytest.mark.parametrize("seats", [1, 2])
def test_a_neutral_player_ranks_with_one_and_two_players(tile: str, seats: int) -> None:
    neutral = {"structures": 11, "federated": 10, "types": 5, "gaia": 4, "sectors": 6, "satellites": 8}
    assert FINAL_TILES[tile].neutral == neutral[tile]
    state = make(*("terrans", "xenos")[:seats], layout="small")
    one = state.players[0]
    one.structures, one.satellites = {"3B5": "mine"}, ["1A0"]
    one.federated = ["3B5"]
    assert final_points(state, tile)[0] == (1, 12)


def test_three_players_rank_among_themselves() -> None:
    state = make("terrans", "xenos", "ivits")
    state.players[0].structures = {"5B5": "mine"}
    assert final_points(state, "gaia") == [(1, 18), (0, 0), (0, 0)]


def test_each_level_from_three_on_is_worth_four() -> None:
    assert research_points(Player(research={"nav": 5, "eco": 3, "sci": 2})) == 12 + 4


def broke(faction: str = "terrans") -> tuple[GaiaState, Player]:
    state = make(faction)
    one = state.players[0]
    one.ore = one.credits = one.knowledge = one.qic = 0
    one.power, one.brainstone, one.formers = [0, 0, 0, 0], -1, 0
    return state, one


def test_what_is_left_is_turned_into_the_most_points() -> None:
    state, one = broke()
    one.power, one.qic, one.knowledge = [3, 5, 1, 4], 2, 1
    assert left_over(state, one) == Goods(ore=2, credits=3, knowledge=1)
    one.ore, one.credits = 14, 29
    # 16 ore: one becomes a credit; then the credits are full, and 3 power make no ore, 4 would make knowledge.
    assert left_over(state, one) == Goods(ore=15, credits=30, knowledge=1)
    one.power = [0, 0, 8, 0]
    assert left_over(state, one) == Goods(ore=15, credits=30, knowledge=3)
    one.qic = 0
    assert left_over(state, one) == Goods(ore=15, credits=30, knowledge=2)


@pytest.mark.parametrize(
    ("faction", "power", "stone", "rest"),
    [
        ("taklons", [0, 1, 0, 0], 1, Goods(credits=3)),
        ("taklons", [0, 0, 1, 0], 2, Goods(credits=4)),
        ("taklons", [0, 0, 1, 0], 0, Goods(credits=1)),
        ("baltaks", [0, 0, 0, 0], -1, Goods(ore=2)),
        ("nevlas", [0, 0, 4, 0], -1, Goods(credits=4)),  # each credit is paid by itself
    ],
)
def test_factions_turn_their_own_things_too(faction: str, power: list[int], stone: int, rest: Goods) -> None:
    state, one = broke(faction)
    one.power, one.brainstone = power, stone
    one.formers = 2
    one.structures = {"4A9": "institute"}
    assert left_over(state, one) == rest


def test_two_tokens_of_nevlas_with_institute_are_an_ore_in_the_end() -> None:
    for structures, ore in (({"4A9": "institute"}, 3), ({"4A9": "mine"}, 2)):
        state, one = broke("nevlas")
        one.power, one.credits, one.knowledge, one.structures = [0, 0, 6, 0], 30, 15, structures
        left = left_over(state, one)
        assert left == Goods(ore=ore, credits=30, knowledge=15)
        assert left_over_points(left) == (45 + ore) // 3


def test_the_recorded_games_end_more_plainly() -> None:
    state, one = broke("baltaks")
    state.rules = Rules(plain_end=True)
    one.formers, one.power, one.credits = 2, [0, 0, 9, 0], 29
    assert left_over(state, one) == Goods(credits=30)


def test_the_lines_of_a_score_add_up_and_the_most_points_win() -> None:
    state = make("terrans", "xenos", "ivits")
    state.final_tiles = ["gaia", "structures"]
    state.players[1].structures = {"5B5": "mine"}
    state.players[2].structures = {"1A6": "institute"}
    score = standings(state, over=True)
    assert [sum(line.points for line in one.lines) for one in score] == [one.total for one in score]
    assert [one.rank for one in score] == [3, 1, 2]
    assert [one.winner for one in score] == [False, True, False]
    assert not any(one.winner for one in standings(state, over=False))


def test_equal_scores_share_the_victory() -> None:
    state = make("terrans", "hadsch-hallas", "taklons")
    for one in state.players:
        one.ore = one.credits = one.knowledge = one.qic = 0
        one.power = [0, 0, 0, 0]
    assert [one.winner for one in standings(state, over=True)] == [True, True, True]


def test_before_the_end_a_standing_tells_the_points_so_far_besides_those_of_an_end_now() -> None:
    state = make("terrans", "xenos")
    rich(state.players[0])
    state.players[0].vp = 9
    before, after = (standings(state, over=over)[0] for over in (False, True))
    assert before.now == 9
    assert before.total == after.total > 9
    assert after.now is None
