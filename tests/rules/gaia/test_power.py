"""The power cycle (rulebook: the power cycle; Taklons, Nevlas, Itars)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.gaia import power
from rules.gaia.state import Player


def holder(*tokens: int, stone: int = -1, faction: str = "terrans") -> Player:
    return Player(faction=faction, power=[*tokens, 0], brainstone=stone)


def only(player: Player, amount: int) -> list[int]:
    (after,) = power.charged(player, amount).values()
    return after


def test_charging_moves_area_i_first_as_in_the_example() -> None:
    # The printed example: of four power one moves a token to area II, then two reach area III, and one is lost.
    assert only(holder(1, 1, 0), 4) == [0, 0, 2, 0]
    assert only(holder(1, 1, 0), 1) == [0, 2, 0, 0]
    assert only(holder(3, 0, 2), 2) == [1, 2, 2, 0]


def test_room_counts_two_charges_for_a_token_of_area_i() -> None:
    assert power.room(holder(2, 3, 4)) == 7
    assert power.room(holder(2, 3, 4), extra=1) == 9
    assert power.room(holder(0, 1, 0, stone=0, faction="taklons")) == 3


def test_the_brainstone_may_go_first_or_last() -> None:
    assert power.charged(holder(2, 0, 0, stone=0), 1) == {0: [1, 1, 0, 0], 1: [2, 0, 0, 0]}
    assert power.charged(holder(2, 0, 0, stone=0), 3) == {1: [0, 2, 0, 0]}
    assert power.charged(holder(1, 0, 0, stone=0), 3) == {1: [0, 0, 1, 0], 2: [0, 1, 0, 0]}
    assert power.charged(holder(0, 1, 0, stone=1), 2) == {2: [0, 0, 1, 0]}
    assert power.charged(holder(3, 1, 0, stone=1), 2) == {1: [1, 3, 0, 0]}


def test_spending_moves_tokens_to_area_i() -> None:
    player = holder(0, 1, 5)
    power.spend(player, 3, brainstone=False)
    assert player.power == [3, 1, 2, 0]


def test_the_brainstone_pays_up_to_three() -> None:
    player = holder(0, 0, 2, stone=2, faction="taklons")
    assert power.spendable(player) == 5
    assert power.spend_ways(player, 2) == [False]
    assert power.spend_ways(player, 4) == [True]
    power.spend(player, 4, brainstone=True)
    assert (player.power, player.brainstone) == ([1, 0, 1, 0], 0)
    assert power.spend_ways(holder(0, 0, 3, stone=2), 3) == [False, True]
    lone = holder(0, 0, 0, stone=2)
    assert power.spend_ways(lone, 1) == [True]
    power.spend(lone, 1, brainstone=True)
    assert lone.power == [0, 0, 0, 0]


def test_tokens_of_nevlas_with_institute_pay_two_and_an_odd_rest_is_lost() -> None:
    player = holder(0, 0, 4, faction="nevlas")
    assert power.spendable(player) == 4
    player.structures["1A1"] = "institute"
    assert power.spendable(player) == 8
    power.spend(player, 3, brainstone=False)
    assert player.power == [2, 0, 2, 0]


def test_the_first_way_to_give_tokens_up_empties_area_i_first_and_keeps_the_brainstone() -> None:
    player = holder(2, 2, 2, stone=0, faction="taklons")
    ways = power.discard_ways(player, 3)
    assert ways[0] == (2, 1, 0, False)
    assert (2, 0, 0, True) in ways
    assert len(ways) == len(set(ways))
    power.take_out(player, (2, 0, 0, True), to_gaia=True)
    assert (player.power, player.brainstone) == ([0, 2, 2, 2], 3)
    power.take_out(player, (0, 1, 1, False), to_gaia=False)
    assert player.power == [0, 1, 1, 2]


def test_burning_discards_one_token_and_moves_one() -> None:
    player = holder(1, 3, 0)
    assert power.burnable(player) == 1
    power.burn(player)
    assert player.power == [1, 1, 1, 0]
    itars = holder(0, 2, 0, faction="itars")
    power.burn(itars)
    assert itars.power == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("way", "after", "stone"), [("up", [0, 1, 0, 0], 2), ("stay", [0, 0, 1, 0], 1), ("burn", [0, 1, 1, 0], -1)]
)
def test_the_brainstone_in_area_ii_may_move_stay_or_be_burnt(way: str, after: list[int], stone: int) -> None:
    player = holder(0, 2, 0, stone=1, faction="taklons")
    assert power.burn_ways(player) == ["up", "stay", "burn"]
    power.burn(player, way)
    assert (player.power, player.brainstone) == (after, stone)
    assert power.burn_ways(holder(0, 1, 0, stone=1)) == ["up", "burn"]


@given(st.tuples(*[st.integers(0, 5)] * 3), st.integers(-1, 2), st.integers(1, 14))
def test_charging_keeps_every_token_and_uses_all_the_room(tokens: tuple[int, ...], stone: int, amount: int) -> None:
    player = holder(*tokens, stone=stone)
    before = power.room(player)
    for end, after in power.charged(player, amount).items():
        assert min(after) >= 0
        assert sum(after) == sum(tokens)
        assert (end == -1) == (stone == -1)
        moved = Player(power=after, brainstone=end)
        assert power.room(moved) == max(0, before - amount)
