"""What can be planned, and what is asked ahead by itself."""

from __future__ import annotations

import pytest

from rules.circadians.game import CircadiansGame
from rules.circadians.state import CircadiansState
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.kernel.supposing import Supposed, asks_on, suppose
from tests.rules.circadians.table import in_hq, make, rich

GAME = CircadiansGame()


def farming(*garages: int, phase: str = "garages", farms: tuple[int, ...] = (4, 5, 3)) -> CircadiansState:
    """Seat 0 has dice in garages and on farms, in a phase of the round."""
    state = make(2)
    rich(state.players[0], *garages)
    state.players[0].farm_dice[: len(farms)] = farms
    state.phase = phase
    return state


def asked(state: CircadiansState, seat: int = 0) -> bool:
    """Whether the seat is asked ahead."""
    return GAME.asks_ahead(GAME.view(Position(state, Rng("00"), []), seat), seat)


def supposed(state: CircadiansState, *turns: list[list[str]]) -> Supposed:
    """Suppose turns of seat 0."""
    return suppose(GAME, GAME.view(Position(state, Rng("00"), []), 0), 0, turns)


@pytest.mark.parametrize("phase", ["hq", "garages"])
def test_what_farms_yield_is_asked_ahead_once_no_die_is_left_to_be_sent(phase: str) -> None:
    assert asked(farming(phase=phase))
    assert not asked(farming(5, 4, phase=phase))
    assert not asked(farming(phase=phase), seat=1), "who has nothing on farms"


@pytest.mark.parametrize("phase", ["hq", "garages"])
def test_the_last_die_of_the_round_is_asked_ahead_and_then_what_farms_yield(phase: str) -> None:
    state = farming(0, 0, 1, phase=phase)
    assert asked(state)
    sent = supposed(state, [["canteen"]])
    assert asks_on(GAME, sent, 0)
    harvest = supposed(state, [["canteen"]], [])
    assert harvest.prompt is not None
    assert harvest.prompt.kind == "harvest"
    done = supposed(state, [["canteen"]], [["water"], ["power"]])
    assert done.ends
    assert not asks_on(GAME, done, 0)


def test_the_last_die_is_not_asked_ahead_while_everybody_plans_in_secret() -> None:
    state = farming(phase="planning", farms=())
    state.players[0].plan = {"g1": 5}
    assert not asked(state)


def test_dice_in_the_headquarters_are_to_be_sent_before_the_garages_and_afterwards_in_the_next_round() -> None:
    state = farming(phase="hq")
    in_hq(state, (1, 4), (0, 3), (0, 2))
    assert not asked(state)
    state.hq.pop()
    assert asked(state), "the last one"
    state.phase = "garages"
    assert asked(state)


def test_a_sealed_plan_of_farms_alone_is_asked_ahead_what_it_yields() -> None:
    state = farming(phase="planning", farms=())
    me = state.players[0]
    me.plan = {"f2": 5, "f3": 2}
    assert asked(state)
    me.plan = {"f2": 5, "g1": 2}
    assert not asked(state)
    me.plan, me.rolled = {"f2": 5}, [3]
    assert not asked(state), "it is still planned"


def test_nothing_is_asked_ahead_where_nothing_is_to_be_chosen() -> None:
    assert not asked(farming(farms=(4,))), "the booster"
    assert not asked(farming(farms=(0, 0, 1))), "no power for a 1, so water is all that is offered"
    assert asked(farming(farms=(1, 0, 1)))
    state = farming(phase="harvest")
    state.players[0].choices = {2: "water", 3: "power"}
    assert not asked(state), "it is chosen"


def test_the_harvest_of_this_round_is_planned_before_a_die_of_the_headquarters_for_the_next() -> None:
    state = farming()
    in_hq(state, (0, 3))
    first = supposed(state, [["water"], ["power"]])
    assert [step.prompt.kind for step in first.turns[0]] == ["harvest", "harvest"]
    assert first.ends
    assert not asks_on(GAME, first, 0)
    then = supposed(state, [["water"], ["power"]], [])
    assert then.prompt is not None
    assert (then.prompt.kind, then.prompt.options[0].id) == ("send", "negotiate")
    assert supposed(state, [["water"]]).prompt is not None, "the second farm"
