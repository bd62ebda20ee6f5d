"""What can be planned, and what is asked ahead by itself."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.tables.core.codecs import PREMOVES
from rules.circadians.ahead import UNFOLDS
from rules.circadians.game import CircadiansGame
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.harvest import FarmChoice
from rules.circadians.steps.planning import Plan, Reveal
from rules.kernel.game import Position
from rules.kernel.play import AutomaticAnswers, SeatAutomation, answer_automatically, robot_answer
from rules.kernel.policies import Premove, planned_turns
from rules.kernel.rng import Rng
from rules.kernel.supposing import Supposed, asks_on, suppose
from rules.kernel.text import Text
from tests.rules.circadians.table import give, in_hq, make, rich

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


def test_a_planned_turn_leaves_out_what_has_one_answer_alone_and_is_played_without_it() -> None:
    state = farming(farms=(0, 5, 1, 4), phase="harvest")
    state.players[0].farms[0] = "farm-4"
    steps = supposed(state, [["algae"], ["power"]])
    assert steps.ends, "a 1 on farm 3 yields water alone"
    assert steps.position is not None
    assert steps.position.state.players[0].choices == {2: "algae", 3: "water", 4: "power"}
    assert [step.picks for step in supposed(state, [["algae"], ["water"], ["power"]]).turns[0]][1] == ["water"]
    made = planned_turns([[(step.prompt, step.picks) for step in steps.turns[0]]])
    position = Position(state, Rng("00"), [FarmChoice(0, 4), FarmChoice(0, 3), FarmChoice(0, 2)])
    run = carried_out(position, *made)
    assert answers(run) == ["algae", "water", "power"]
    assert [answer.by for answer, _ in run.answers] == ["premove", "policy", "premove"]
    assert run.dropped == []

    state = farming(farms=(0, 5, 1, 4), phase="harvest")
    state.players[0].farms[0] = "farm-2"  # by then another one, which yields water alone
    position = Position(state, Rng("00"), [FarmChoice(0, 3), FarmChoice(0, 2)])
    assert answers(carried_out(position, *made)) == ["algae", "water"]


def next_roll(*picks: str, state: CircadiansState | None = None) -> Premove:
    """Plan the next roll of a seat that has no die left."""
    steps = supposed(state or farming(farms=()), [[one] for one in picks])
    assert supposed(state or farming(farms=()), [[one] for one in picks]).refused is None
    planned = [[(step.prompt, step.picks) for step in turn] for turn in steps.turns]
    (made,) = planned_turns(planned, unfolds=UNFOLDS)
    assert PREMOVES.decode(PREMOVES.encode(made)) == made
    return made


def rolled(*dice: int, **parts: Any) -> Position[CircadiansState, Any]:
    """Two seats plan their dice, of which seat 0 has rolled these."""
    state = make(2)
    state.phase = "planning"
    give(state.players[0], rolled=sorted(dice), algae=9, **parts)
    give(state.players[1], rolled=[3])
    return Position(state, Rng("00"), [Reveal()], {0: [Plan(0)], 1: [Plan(1)]})


def carried_out(position: Position[CircadiansState, Any], *plans: Premove) -> AutomaticAnswers:
    """Let seat 0 answer by its plans alone."""
    return answer_automatically(GAME, position, {0: SeatAutomation(premoves=plans)})


def answers(run: AutomaticAnswers) -> list[str]:
    return [pick for answer, _ in run.answers for pick in answer.picks]


def test_who_has_no_die_left_plans_where_the_dice_of_the_next_roll_go() -> None:
    state = farming(farms=())
    state.mine[0].append(Die(0, 3))
    asked = supposed(state, [])
    assert asked.prompt is not None
    assert [one.id for one in asked.prompt.legal] == [
        *(f"{face}>f{farm}" for farm in (1, 2, 3) for face in (6, 5, 4, 3, 2, 1)), "high", "low",
    ]  # fmt: skip
    further = supposed(state, [["6>f2"], ["5>f2"], ["low"]])
    assert further.prompt is not None
    assert [one.id for one in further.prompt.legal] == ["look", "seal"]
    assert supposed(state, [["6>f2"], ["6>f2"]]).refused is not None
    done = supposed(state, [["low"], ["seal"]])
    assert done.ends
    assert done.position is not None
    assert done.position.state.players[0].ready == 1, "the one in the mine comes back"
    state.phase, state.mine, state.players[0].ready = "rest", [[]], 1
    assert supposed(state, [["low"], ["seal"]]).ends, "while others discard"
    assert supposed(state, [["low"], ["seal"]], []).stopped is not None
    assert supposed(farming(farms=()), [["low"], ["seal"]], []).stopped is not None, "nor who has no die at all"


def test_there_is_no_next_roll_in_the_last_round_and_none_is_planned_behind_a_die_of_the_headquarters() -> None:
    state = farming(farms=())
    state.round = 8
    assert isinstance(supposed(state, []).stopped, Text)
    in_hq(state, (0, 3))
    assert isinstance(supposed(state, []).stopped, Text), "nor another die of the headquarters"
    state.round = 7
    then = supposed(state, [["canteen"]], [])
    assert then.prompt is None
    assert then.stopped is not None


@pytest.mark.parametrize(
    ("picks", "dice", "placed"),
    [
        (("high", "look"), (2, 6, 4), ["6>g1", "4>g2", "open-2>g3"]),
        (("low", "seal"), (2, 6, 4), ["2>g1", "4>g2", "6>g3"]),
        (("6>f2", "5>f2", "1>f1", "high", "seal"), (5, 5, 6, 1), ["6>f2", "1>f1", "5>g1", "5>g2"]),
        (("6>f2", "5>f2", "6>f3", "high", "seal"), (6, 6, 5), ["6>f2", "6>f3", "5>g1"]),
        (("6>f2", "5>f2", "high", "look"), (1, 5), ["5>f2", "open-1>g1"]),
        (("6>f2", "high", "seal"), (6,), ["6>f2"]),
        (("6>f2",), (6, 4, 1), ["6>f2"]),
        (("6>f2", "4>f1"), (6, 4), ["6>f2", "open-4>f1"]),
    ],
)
def test_the_dice_are_placed_as_it_was_planned_before_the_roll(
    picks: tuple[str, ...], dice: tuple[int, ...], placed: list[str]
) -> None:
    position = rolled(*dice)
    plan = next_roll(*picks)
    run = carried_out(position, plan)
    assert answers(run) == placed
    assert run.used == [plan, *([None] * (len(placed) - 1))]
    assert run.dropped == []
    assert run.premoves[0] == ()
    sealed = len(placed) == len(dice) and not placed[-1].startswith("open-")
    assert [one.kind for one in run.open if one.seat == 0] == (
        [] if sealed else ["seal"] if len(placed) == len(dice) else ["plan"]
    )
    assert GAME.view(position, 1).players[0].plan == {}, "nobody else sees it"


def test_a_plan_for_the_roll_is_dropped_where_it_places_no_die_or_something_of_it_has_changed() -> None:
    plan = next_roll("6>f2")
    position = rolled(5, 4)
    run = carried_out(position, plan)
    assert answers(run) == []
    assert [one.premove for one in run.dropped] == [plan]
    assert run.dropped[0].reason is not None
    assert "none of the dice" in run.dropped[0].reason.id

    tile = farming(farms=())
    tile.players[0].farms[0] = "farm-7"
    plan = next_roll("6>f4", "high", "look", state=tile)
    for farms in (["farm-8", "", ""], ["", "", ""], ["farm-11", "", ""]):
        run = carried_out(rolled(6, 5, farms=farms), plan)
        assert answers(run) == []
        assert run.dropped[0].reason is not None
        assert "has changed" in run.dropped[0].reason.id
    assert answers(carried_out(rolled(6, 5, farms=["farm-7", "", ""]), plan)) == ["6>f4", "open-5>g1"]


def test_a_plan_for_the_roll_leaves_what_was_begun_by_hand_and_waits_for_its_question() -> None:
    plan = next_roll("high", "seal")
    position = rolled(6, 5)
    GAME.answer(position, 0, ["5>f1"])
    run = carried_out(position, plan)
    assert answers(run) == []
    assert run.dropped[0].reason is not None

    position = Position(farming(5), Rng("00"), [])
    waits = suppose(GAME, GAME.view(position, 0), 0, [[]])
    assert waits.position is not None
    run = carried_out(waits.position, plan)
    assert (answers(run), run.premoves[0]) == ([], (plan,))


def test_the_event_of_the_round_drops_no_plan_for_the_roll() -> None:
    plan = next_roll("6>f2", "4>f2", "high", "look")
    for event in GAME.parts.events:
        position = rolled(4, 2)
        position.state.event = event
        assert answers(carried_out(position, plan)) == ["4>f2", "open-2>g1"]


def test_wherever_it_is_asked_the_next_roll_is_placed_as_planned_by_what_the_seat_knows_alone() -> None:
    chance, seen = Random(7), 0
    position, _ = GAME.setup(GAME.check_setup({}, 3), 3, Rng("15" * 16))
    while not GAME.over(position):
        for seat in set(range(3)) - set(GAME.waiting(position)):
            begun = suppose(GAME, GAME.view(position, seat), seat, [[]])
            if begun.prompt is None or begun.prompt.kind != "roll":
                continue
            picks: list[list[str]] = []
            while (now := suppose(GAME, GAME.view(position, seat), seat, [picks])).prompt is not None:
                guess = GAME.guess(GAME.copy(position), seat, Rng("16" * 16))
                assert suppose(GAME, GAME.view(guess, seat), seat, [picks]).turns == now.turns
                picks.append([chance.choice(now.prompt.legal).id])
            plan = planned_turns([[(one.prompt, one.picks) for one in now.turns[0]]], unfolds=UNFOLDS)
            here = GAME.copy(position)
            while GAME.round(here.state) == position.state.round or not here.state.players[seat].rolled:
                one = robot_answer(GAME, here, GAME.waiting(here)[0])
                GAME.answer(here, one.seat, one.picks)
                if GAME.round(here.state) > position.state.round and seat not in GAME.waiting(here):
                    break
            dice = sorted(here.state.players[seat].rolled)
            if not dice or here.state.players[seat].plan:
                continue
            run = answer_automatically(GAME, here, {seat: SeatAutomation(premoves=tuple(plan))})
            assert run.dropped == []
            placed = [pick.removeprefix("open-") for pick in answers(run)]
            assert sorted(int(pick[0]) for pick in placed) == dice
            assert all([pick] in picks for pick in placed if "f" in pick)
            garages = [int(pick[0]) for pick in placed if "g" in pick]
            assert garages == sorted(garages, reverse=["high"] in picks)
            seen += 1
        one = robot_answer(GAME, position, GAME.waiting(position)[0])
        GAME.answer(position, one.seat, one.picks)
    assert seen > 5
