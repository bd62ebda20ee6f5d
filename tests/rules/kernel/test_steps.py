"""What every game tells alike, and which steps a game can be stored with."""

from __future__ import annotations

from typing import ClassVar

import pytest

from rules.kernel.game import GameInfo, Position
from rules.kernel.record import Answerer
from rules.kernel.rng import Rng
from rules.kernel.scoring import Standing
from rules.kernel.steps import OVER, PHASE, ROUND, Act, Flow, UnknownStep
from rules.kernel.text import T, player
from rules.registry import GAMES
from tests.toy import Round, ToyGame, ToyState, ToyStep


def flow() -> Flow[ToyState]:
    return Flow(Rng("00"))


def test_rounds_and_phases_are_told_to_everybody_under_their_kinds() -> None:
    told = flow()
    told.round(T("Round {n} begins.", n=1))
    told.phase(T("Harvest phase."))
    assert [(one.kind, one.seat, one.to) for one in told.events] == [(ROUND, None, None), (PHASE, None, None)]
    assert (ROUND, PHASE, OVER) == ("round", "phase", "over")  # They stand in the logs of games.


@pytest.mark.parametrize(("best", "message"), [([1], "id"), ([0, 2], "plural")])
def test_the_end_names_who_has_won_and_cannot_be_taken_back(best: list[int], message: str) -> None:
    told = flow()
    told.finish([Standing(seat, 1, [], 1 if seat in best else 3, winner=seat in best) for seat in range(3)])
    (event,) = told.events
    assert (event.kind, event.to) == (OVER, None)
    assert event.text.args == {"n": len(best), "winners": [player(seat) for seat in best]}
    assert "{winners}" in getattr(event.text, message)
    assert told.barrier
    assert told.turn_over


def test_the_end_of_a_game_alone_tells_what_the_player_has() -> None:
    told = flow()
    told.finish([Standing(0, 7, [], 1)])
    (event,) = told.events
    assert (event.kind, event.text.args) == (OVER, {"n": 7, "who": player(0)})
    assert told.barrier
    assert told.turn_over


class Stray(Act[ToyState], tag=True):
    """A step that no game knows."""

    def run(self, state: ToyState, flow: Flow[ToyState]) -> None:
        raise AssertionError


class PutsStray(ToyGame):
    """Begins with a step that is not in its union."""

    info: ClassVar[GameInfo] = ToyGame.info

    def begin(self, config: object, seats: int, flow: Flow[ToyState]) -> ToyState:
        if seats == 2:
            flow.then(Stray())
        else:
            flow.side_by_side({0: [Stray()]})
        raise AssertionError("it was put on the stack")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_step_that_could_not_be_read_again_is_named_when_it_is_put_on_the_stack(seats: int) -> None:
    with pytest.raises(UnknownStep, match=r"position_type: tests\.rules\.kernel\.test_steps\.Stray$"):
        PutsStray().setup({}, seats, Rng("00"))


def test_a_game_whose_position_type_lacks_a_step_of_its_module_cannot_be_defined() -> None:
    with pytest.raises(UnknownStep, match=r"tests\.rules\.kernel\.test_steps\.Stray"):
        type("Lacking", (ToyGame,), {"position_type": Position[ToyState, ToyStep], "__module__": __name__})
    complete = Position[ToyState, ToyStep | Stray]
    type("Complete", (ToyGame,), {"position_type": complete, "__module__": __name__})


def test_the_package_of_a_game_is_searched_for_steps_that_its_position_type_lacks() -> None:
    with pytest.raises(UnknownStep, match=r"rules\.race\..*NextRound"):
        type("Lacking", (ToyGame,), {"position_type": Position[ToyState, Round], "__module__": "rules.race.game"})
    assert "race" in GAMES


def test_who_answered_stands_in_logs_as_these_words() -> None:
    assert [*Answerer] == ["player", "policy", "premove", "robot", "clock"]
