"""Turns supposed over a seat's view, and planned: of every game that supposes turns."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot.tables.core.codecs import PREMOVES
from rules.kernel.game import Game, Position
from rules.kernel.play import SeatAutomation, _Players, answer_automatically, robot_answer
from rules.kernel.policies import changed_watch, planned_turns, premove, premove_answer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.supposing import Supposed, Tried, suppose, try_line
from rules.kernel.text import Text
from rules.registry import GAMES

LONG = int(os.environ.get("ORRERY_LONG", "1"))
SUPPOSING = sorted(key for key, game in GAMES.items() if type(game).suppose is not Game.suppose)
EVERY = {"race": 7, "gaia": 23, "eclipse": 31, "circadians": 11}
"""Of so many positions one is looked at."""
SUPPOSABLE = {"gaia": 0.95, "eclipse": 0.8, "circadians": 0.85}
"""In how many positions off turn something is asked before chance or a secret has to decide: not where no die is left
in the last round of Circadians, nor while others choose their species in Eclipse."""


def positions(game: Game[Any, Any], key: int, seats: int = 3) -> Iterator[Position[Any, Any]]:
    """Every position of a game of robots. Each is the generator's own: whoever changes it copies it."""
    position, _ = game.setup(game.check_setup({}, seats), seats, Rng(f"{key:032x}"))
    while not game.over(position):
        yield position
        answer = robot_answer(game, position, game.waiting(position)[0])
        game.answer(position, answer.seat, answer.picks)


def robots_turn(game: Game[Any, Any], position: Position[Any, Any], seat: int) -> Supposed:
    """Suppose a turn as the robot would play it."""
    turn: list[list[str]] = []
    while True:
        supposed = suppose(game, game.view(position, seat), seat, [turn])
        assert supposed.refused is None
        if supposed.prompt is None or len(turn) > 30:
            return supposed
        assert supposed.position is not None
        view = game.view(supposed.position, seat)
        turn.append(game.choose(view, supposed.prompt, Rng(f"{len(turn):032x}"), Level.GOOD))


def off_turn(game: Game[Any, Any], number: int, every: int) -> Iterator[tuple[Position[Any, Any], int]]:
    """Some positions of a game of robots with the seats that are not asked there."""
    for at, position in enumerate(positions(game, number)):
        if at % every == 0:
            waiting = game.waiting(position)
            yield from ((position, seat) for seat in range(3) if seat not in waiting)


def test_three_games_suppose_turns() -> None:
    assert set(SUPPOSING) == {"gaia", "eclipse", "circadians"}


@pytest.mark.parametrize("key", SUPPOSING)
def test_nearly_everywhere_a_whole_turn_can_be_supposed_and_nothing_is_changed_by_it(key: str) -> None:
    game, found = GAMES[key], Counter[bool]()
    for number in range(4 * LONG):
        for position, seat in off_turn(game, 41 + number, 2 * EVERY[key]):
            before = game.encode(position)
            supposed = robots_turn(game, position, seat)
            assert game.encode(position) == before
            assert supposed.prompt is None
            found[bool(supposed.turns and supposed.turns[0])] += 1
    assert found[True] >= SUPPOSABLE[key] * found.total()


@pytest.mark.parametrize("key", SUPPOSING)
def test_a_planned_turn_is_played_as_planned_or_dropped_with_a_reason(key: str) -> None:
    game, found = GAMES[key], Counter[str]()
    for number in range(LONG):
        for position, seat in off_turn(game, 61 + number, EVERY[key] * 2):
            turn = [(step.prompt, step.picks) for steps in robots_turn(game, position, seat).turns for step in steps]
            plan = tuple(planned_turns([turn], unfolds=game.unfolds))
            here = game.copy(position)
            others = {other: SeatAutomation(robot=True) for other in range(3) if other != seat}
            for _ in range(40):
                run = answer_automatically(game, here, {**others, seat: SeatAutomation(premoves=plan)})
                plan = run.premoves[seat]
                own = [
                    prompt.kind
                    for (answer, _), prompt in zip(run.answers, run.prompts, strict=True)
                    if answer.seat == seat
                ]
                found["played"] += bool(own)
                assert all(one.reason is None or one.seat == seat for one in run.dropped)
                found["dropped"] += any(one.reason is not None for one in run.dropped)
                if not plan or game.over(here):
                    break
                answer = robot_answer(game, here, game.waiting(here)[0])  # something else is asked first
                game.answer(here, answer.seat, answer.picks)
            found["left"] += bool(plan) and not game.over(here)
    assert found["played"] > found["dropped"] / 4
    assert not found["left"]


@pytest.mark.parametrize("key", SUPPOSING)
def test_what_may_be_planned_depends_on_the_view_alone(key: str) -> None:
    game = GAMES[key]
    for at, (position, seat) in enumerate(off_turn(game, 81, EVERY[key])):
        if at > 12:
            break
        other = game.copy(position)
        other.rng = Rng("ff" * 16)
        assert robots_turn(game, position, seat).turns == robots_turn(game, other, seat).turns


def test_what_a_seat_chooses_in_the_set_up_of_gaia_is_planned_and_played() -> None:
    game, played, seats = GAMES["gaia"], Counter[str](), 3
    position, _ = game.setup(game.check_setup({"setup": "advanced"}, seats), seats, Rng("05" * 16))
    while not position.state.round:
        for seat in set(range(seats)) - set(game.waiting(position)):
            steps = robots_turn(game, position, seat).turns[0]
            plan = tuple(planned_turns([[(step.prompt, step.picks) for step in steps]]))
            here = game.copy(position)
            others = {other: SeatAutomation(robot=True) for other in range(seats) if other != seat}
            run = answer_automatically(game, here, {**others, seat: SeatAutomation(premoves=plan)})
            own = [prompt.kind for (one, _), prompt in zip(run.answers, run.prompts, strict=True) if one.seat == seat]
            assert own[: len(steps)] == [step.prompt.kind for step in steps] or run.dropped or run.premoves[seat]
            played.update(own)
        answer = robot_answer(game, position, game.waiting(position)[0])
        game.answer(position, answer.seat, answer.picks)
    assert {"faction", "first", "booster"} <= set(played)


def test_a_second_turn_is_supposed_after_the_first_and_not_before_its_end() -> None:
    game = GAMES["gaia"]
    position, seat = next((one, seat) for one, seat in off_turn(game, 5, 40) if one.state.round)
    first = [step.picks for step in robots_turn(game, position, seat).turns[0]]
    second = suppose(game, game.view(position, seat), seat, [first, []])
    assert second.prompt is not None
    assert second.prompt.kind == "turn"
    assert len(second.turns) == 2
    cut = suppose(game, game.view(position, seat), seat, [first[:-1], []])
    assert cut.refused is not None
    assert len(cut.turns) == 1


def test_a_planned_turn_of_which_a_later_step_has_changed_is_dropped_before_its_first() -> None:
    game = GAMES["gaia"]
    position, seat = next((one, seat) for one, seat in off_turn(game, 5, 40) if one.state.round)
    steps = robots_turn(game, position, seat).turns[0]
    first, *middle, last = planned_turns([[(step.prompt, step.picks) for step in steps]])
    changed = msgspec.structs.replace(last, named=[msgspec.structs.replace(last.named[0], text=Text("Another thing"))])
    here = game.copy(position)
    while game.waiting(here) != [seat] or game.prompt(here, seat).kind != "turn":
        answer = robot_answer(game, here, game.waiting(here)[0])
        game.answer(here, answer.seat, answer.picks)
    before = game.encode(here)
    run = answer_automatically(game, here, {seat: SeatAutomation(premoves=(first, *middle, changed))})
    assert run.answers == []
    assert game.encode(here) == before
    assert [one.premove for one in run.dropped] == [first, *middle, changed]
    assert all(one.reason is not None for one in run.dropped)
    assert run.premoves[seat] == ()


def test_what_is_asked_before_a_planned_turn_is_left_to_its_player() -> None:
    game = GAMES["gaia"]
    position, seat = next((one, seat) for one, seat in off_turn(game, 5, 40) if one.state.round)
    plan = planned_turns([[(step.prompt, step.picks) for step in robots_turn(game, position, seat).turns[0]]])
    other = Prompt(seat, "another", Text("Another question"), [Option("a", Text("A")), Option("b", Text("B"))])
    assert premove_answer(other, plan[0]) is None
    assert isinstance(premove_answer(other, plan[1]), Text)  # in the middle of the turn
    players = _Players(game, {seat: SeatAutomation(premoves=tuple(plan))}, lambda: False)
    assert players.answer(position, other) is None
    assert players.dropped == []
    assert players.premoves[seat] == tuple(plan)


def at_its_turn() -> tuple[Position[Any, Any], int, list[tuple[Prompt, list[str]]]]:
    """A seat of Gaia Project that is asked for its turn, and a turn of it alone that ends with a question."""
    game = GAMES["gaia"]
    for position, seat in off_turn(game, 5, 40):
        steps = robots_turn(game, position, seat).turns[0] if position.state.round else []
        if len(steps) > 2 and steps[-1].prompt.kind == "finish":
            here = game.copy(position)
            while game.waiting(here) != [seat] or game.prompt(here, seat).kind != "turn":
                answer = robot_answer(game, here, game.waiting(here)[0])
                game.answer(here, answer.seat, answer.picks)
            there = game.copy(here)
            for step in steps[:-1]:
                game.answer(there, seat, step.picks)
                if game.waiting(there) != [seat]:  # others charge power in the middle of it
                    break
            else:
                return here, seat, [(step.prompt, step.picks) for step in steps]
    raise AssertionError


def test_where_a_planned_turn_has_more_to_it_the_turn_after_it_waits() -> None:
    here, seat, steps = at_its_turn()
    plan = planned_turns([steps[:-1], steps])
    run = answer_automatically(GAMES["gaia"], here, {seat: SeatAutomation(premoves=tuple(plan))})
    assert [answer.picks for answer, _ in run.answers] == [picks for _, picks in steps[:-1]]
    assert run.dropped == []
    assert run.premoves[seat] == tuple(plan[len(steps) - 1 :])
    assert [one.kind for one in run.open] == ["finish"]


def test_a_typed_line_is_played_and_dropped_without_a_planned_turn_that_waits() -> None:
    game = GAMES["gaia"]
    here, seat, steps = at_its_turn()
    plan = tuple(planned_turns([steps]))
    game.answer(here, seat, steps[0][1])
    line = [premove(prompt, picks, line=True) for prompt, picks in steps[1:]]
    run = answer_automatically(game, game.copy(here), {seat: SeatAutomation(premoves=(*plan, *line))})
    assert [answer.picks for answer, _ in run.answers] == [picks for _, picks in steps[1:]]
    assert run.premoves[seat] == plan
    run = answer_automatically(game, here, {seat: SeatAutomation(premoves=(*plan, line[-1]))})
    assert [one.premove for one in run.dropped] == [line[-1]]
    assert run.premoves[seat] == plan


@pytest.mark.parametrize("key", SUPPOSING)
def test_a_planned_turn_is_dropped_for_what_its_player_watches_and_for_nothing_else_of_it(key: str) -> None:
    game = GAMES[key]
    assert game.watches
    position, seat = next(
        (one, seat)
        for one, seat in off_turn(game, 5, 9)
        if robots_turn(game, one, seat).turns and suppose(game, game.view(one, seat), seat, [[]]).prompt is not None
    )
    steps = [(step.prompt, step.picks) for step in robots_turn(game, position, seat).turns[0]]
    facts = game.watched(game.view(position, seat), seat)
    assert set(facts) == {one.key for one in game.watches}
    prompt = suppose(game, game.view(position, seat), seat, [[]]).prompt
    assert prompt is not None
    for watch in game.watches:
        for fact, drops in ((facts[watch.key], False), (facts[watch.key] + " and more", True)):
            plan = planned_turns([steps[:1]], watched={watch.key: fact})
            assert (changed_watch(game.watches, plan[0], facts) is not None) == drops
            assert PREMOVES.decode(PREMOVES.encode(plan[0])) == plan[0]
            players = _Players(game, {seat: SeatAutomation(premoves=tuple(plan))}, lambda: False)
            here = suppose(game, game.view(position, seat), seat, [[]]).position
            assert here is not None
            now = game.watched(game.view(here, seat), seat)
            gone = changed_watch(game.watches, plan[0], now)
            answer = players.answer(here, prompt)
            assert (answer is None) == (gone is not None)
            assert [one.reason for one in players.dropped] == ([gone] if gone is not None else [])


def test_who_has_passed_in_this_round_does_not_drop_a_turn_planned_for_the_next() -> None:
    game = GAMES["eclipse"]
    position = next(one for one in positions(game, 3) if one.state.phase == "action")
    first, *_, last = position.state.players
    first.passed = True
    view = game.view(position, 2)
    before = game.watched(view, 2)["first"]
    last.passed, last.discs = True, 0
    planned = game.watched(game.view(position, 2), 2)["first"]
    first.passed = last.passed = False
    last.discs = 5
    assert before != planned == game.watched(game.view(position, 2), 2)["first"]


def robots_line(game: Game[Any, Any], position: Position[Any, Any], seat: int, draws: int) -> Tried:
    """Try a line as the robot would play it, at most thirty answers."""
    answers: list[list[str]] = []
    while True:
        line = try_line(game, game.copy(position), seat, Rng("07" * 16), answers, draws=draws)
        assert line.refused is None
        assert [step.picks for step in line.steps if not step.unasked] == answers
        assert line.guessed <= draws
        if line.prompt is None or len(answers) == 30:
            return line
        view = game.view(line.position, seat)
        answers.append(game.choose(view, line.prompt, Rng(f"{len(answers):032x}"), Level.GOOD))


def some_positions(game: Game[Any, Any], number: int) -> Iterator[tuple[Position[Any, Any], int]]:
    """Some positions of a game of robots, each with a seat that is asked there or is not."""
    for at, position in enumerate(positions(game, number)):
        if at % (2 * EVERY[game.info.key]) == 0:
            yield position, at % 3


@pytest.mark.parametrize("key", sorted(GAMES))
def test_lines_are_tried_everywhere_change_nothing_and_depend_on_what_is_known(key: str) -> None:
    game, found = GAMES[key], Counter[bool]()
    for number in range(LONG * (4 if key == "race" else 1)):  # its games have few positions
        for position, seat in some_positions(game, 21 + number):
            before = game.encode(position)
            line = robots_line(game, position, seat, 0)
            further = robots_line(game, position, seat, 3)
            other = robots_line(game, game.guess(game.copy(position), seat, Rng("08" * 16)), seat, 3)
            assert game.encode(position) == before
            if seat in game.waiting(position):
                assert line.steps[0].prompt == game.prompt(position, seat)
            assert further.steps[: len(line.steps)] == line.steps
            assert all(event.to is None or seat in event.to for event in further.events)
            assert game.encode(further.position) == game.encode(other.position)
            assert (further.steps, further.events, further.stopped) == (other.steps, other.events, other.stopped)
            found[bool(line.steps)] += 1
    # In Race nothing is supposed of a seat that is asked nothing: it has answered, and the others have not.
    assert found[True] >= {"race": 0.5}.get(key, 0.75) * found.total()
