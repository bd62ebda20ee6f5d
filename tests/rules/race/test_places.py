"""Places of options: what a picture marks, one for each option, and what a choice is about."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.race.components import BY_KEY
from rules.race.places import card_of, card_place, power_place
from tests.fuzz.play import setups
from tests.rules.race.table import GAME, act, table_of


@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_every_option_of_a_game_has_a_place_of_its_own(setup: tuple[dict[str, str], int]) -> None:
    config, seats = setup
    rng = Rng("6f")
    position: Any
    position, _ = GAME.setup(config, seats, Rng("18"))
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        places = [option.place for option in prompt.options]
        assert len(set(places)) == len(places) or prompt.kind == "guess", prompt
        GAME.answer(position, prompt.seat, choose(GAME.view(position, prompt.seat), prompt, rng))


def test_two_powers_of_one_card_have_two_places_and_what_follows_says_which() -> None:
    table = table_of(["gambling_world gem_world comet_zone", "new_sparta"], ["", ""], ["gem_world comet_zone", ""])
    act(table, "consume_x2", "produce")
    card = BY_KEY["gambling_world"].ids[0]
    places = [option.place for option in table.prompt(0).legal]
    assert places == [power_place(card, 0), power_place(card, 1)]
    table.answer(0, "gambling_world-2")
    assert (table.prompt(0).kind, table.prompt(0).so_far) == ("guess", [power_place(card, 1)])


def test_the_card_of_a_place() -> None:
    assert card_of(card_place(17)) == card_of(power_place(17, 1)) == 17
    assert card_of("way:pay") is None
