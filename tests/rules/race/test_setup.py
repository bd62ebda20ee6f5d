"""Preparation, the first game, and who is who in player order."""

from __future__ import annotations

import pytest

from rules.kernel.errors import BadSetup
from rules.kernel.rng import Rng
from rules.race.components import CARDS
from tests.rules.race.table import GAME, ids


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_game_gives_start_worlds_by_number_with_their_hands(seats: int) -> None:
    position, _ = GAME.setup({"setup": "first"}, seats, Rng("00"))
    hands = {
        1: ids("rebel_fuel_cache public_works colony_ship gem_world"),
        2: ids("expedition_force mining_robots rebel_miners comet_zone"),
        3: ids("export_duties former_penal_colony malevolent_lifeforms new_military_tactics"),
        4: ids("space_marines contact_specialist spice_world avian_uplift_race"),
    }
    numbers = [CARDS[one.start].start or 0 for one in position.state.players]
    assert sorted(numbers) == list(range(1, seats + 1))
    assert [one.hand for one in position.state.players] == [sorted(hands[number]) for number in numbers]
    assert position.state.phase == "choose"


def test_seat_0_owns_the_lowest_start_world_and_the_others_follow_in_any_order() -> None:
    orders = set()
    for key in range(60):
        position, _ = GAME.setup({}, 3, Rng(f"{key:032x}"))
        numbers = tuple(CARDS[one.start].start or 0 for one in position.state.players)
        assert numbers[0] == min(numbers)
        orders.add(numbers)
    assert any(order[1] > order[2] for order in orders)
    assert any(order[1] < order[2] for order in orders)


def test_six_cards_are_dealt_and_two_discarded() -> None:
    position, _ = GAME.setup({}, 2, Rng("00"))
    state = position.state
    assert [len(one.drawn) for one in state.players] == [6, 6]
    for seat in range(2):
        prompt = GAME.prompt(position, seat)
        assert (prompt.kind, prompt.at_least, prompt.at_most, len(prompt.options)) == ("start", 2, 2, 6)
        GAME.answer(position, seat, [option.id for option in prompt.options[:2]])
    assert [len(one.hand) for one in state.players] == [4, 4]
    assert len(state.discards) == 4


def test_unused_start_worlds_are_in_the_deck() -> None:
    position, _ = GAME.setup({"setup": "first"}, 2, Rng("00"))
    assert {0, 3, 4} <= {
        *position.state.deck,
        *position.state.players[0].goods.values(),
        *position.state.players[1].goods.values(),
    }


def test_alpha_centauri_starts_with_its_good() -> None:
    position, _ = GAME.setup({"setup": "first"}, 2, Rng("00"))
    assert [list(one.goods) for one in position.state.players] == [[], [2]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_pool_holds_twelve_points_a_player(seats: int) -> None:
    position, _ = GAME.setup({}, seats, Rng("00"))
    assert position.state.pool == 12 * seats


def test_the_experienced_game_is_for_two_only() -> None:
    with pytest.raises(BadSetup):
        GAME.setup({"setup": "experienced"}, 3, Rng("00"))
    position, _ = GAME.setup({"setup": "experienced"}, 2, Rng("00"))
    assert position.state.experienced
