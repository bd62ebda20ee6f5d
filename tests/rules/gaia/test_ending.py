"""Options after which nothing but the end of the turn is asked, and the answer that ends it."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random

import pytest

from rules.gaia.game import GaiaGame
from rules.kernel.rng import Rng
from tests.rules.gaia.table import make, rich, table_of

GAME = GaiaGame()


@pytest.mark.parametrize("seed", range(4))
def test_after_a_last_option_only_others_are_asked_and_then_whether_the_turn_is_done(seed: int) -> None:
    chance, seen = Random(seed), Counter[str]()
    position, _ = GAME.setup({"setup": "advanced"}, 3, Rng(f"{seed:032x}"))
    for _ in range(500):
        if GAME.over(position):
            break
        seat = chance.choice(GAME.waiting(position))
        prompt = GAME.prompt(position, seat)
        last = [option for option in prompt.legal if option.last]
        if last:
            seen[prompt.kind] += 1
            after = copy.deepcopy(position)
            outcome = GAME.answer(after, seat, [chance.choice(last).id])
            while seat not in GAME.waiting(after) and not outcome.turn_over:
                (other,) = GAME.waiting(after)
                assert GAME.prompt(after, other).kind in {"charge", "charge-stone"}
                outcome = GAME.answer(after, other, [GAME.prompt(after, other).legal[-1].id])
            if not outcome.turn_over:  # where no free action can be paid the turn is over by itself
                asked = GAME.prompt(after, seat)
                assert asked.kind == "finish", prompt.kind
                assert GAME.ending(after.state, seat) == (asked, ["done"])
        legal = [option.id for option in prompt.legal if option.id != "pass"] or ["pass"]
        GAME.answer(position, seat, chance.sample(legal, max(1, prompt.at_least)) if prompt.at_most else [])
    assert seen


def test_a_turn_can_be_ended_by_whose_it_is_alone() -> None:
    state = make("terrans", "xenos")
    rich(state.players[0])
    state.players[0].structures = {"1B1": "mine"}
    assert GAME.ending(state, 0) is not None
    assert GAME.ending(state, 1) is None
    table = table_of(state)
    table.play("build")
    assert all(option.last for option in table.prompt().legal)
    table = table_of(state)
    table.play("upgrade")
    assert not any(option.last for option in table.prompt().legal)
