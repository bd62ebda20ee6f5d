"""The loop that runs a game, with the toy game: sealed answers, lanes, forced answers, barriers, storing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.kernel.errors import BadData, BadSetup, IllegalAnswer, NoLegalAnswer, NotAsked
from rules.kernel.game import Position
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.steps import Act, Ask, AskAll, Flow
from rules.kernel.text import T
from tests.toy import Drop, End, ToyGame, ToyState, Use

GAME = ToyGame()


def start(seats: int = 3) -> Position[Any, Any]:
    position, _ = GAME.setup({}, seats, Rng("00"))
    return position


def bid(position: Position[Any, Any], *coins: int) -> None:
    for seat, n in enumerate(coins):
        GAME.answer(position, seat, [str(n)])


def test_a_setup_is_completed_with_the_defaults() -> None:
    assert GAME.check_setup({}, 2) == {"length": "short"}


@pytest.mark.parametrize(
    ("config", "seats"),
    [({}, 1), ({}, 5), ({"width": "short"}, 2), ({"length": "endless"}, 2), ({"length": "duel"}, 3)],
)
def test_a_setup_that_makes_no_game_is_refused(config: dict[str, str], seats: int) -> None:
    with pytest.raises(BadSetup):
        GAME.setup(config, seats, Rng("00"))


def test_a_game_whose_components_cannot_be_replaced_says_so() -> None:
    assert not GAME.component_sets
    with pytest.raises(BadData, match=r"own\.json: the components of toy cannot be replaced"):
        GAME.with_components(b"{}", "own.json")


def test_simultaneous_answers_are_sealed_and_can_be_changed_until_the_last() -> None:
    position = start()
    GAME.answer(position, 1, ["4"])
    GAME.answer(position, 0, ["2"])
    assert GAME.waiting(position) == [2]
    assert GAME.prompt(position, 1).answered == ["4"]
    GAME.answer(position, 1, ["1"])
    assert position.state.coins == [5, 5, 5]
    outcome = GAME.answer(position, 2, ["1"])
    assert position.state.coins == [3, 5, 5]
    assert outcome.barrier
    assert outcome.asked == []


def test_an_answer_tells_who_may_answer_next_without_depending_on_it() -> None:
    position = start()
    assert GAME.answer(position, 0, ["3"]).asked == [0, 1, 2]
    bid(position, 3, 1, 1)
    assert GAME.answer(position, 0, ["keep"]).asked == []
    assert GAME.answer(position, 1, ["coin"]).asked == [0, 1, 2]
    assert GAME.answer(position, 0, ["coin"]).asked == [0, 2]
    assert GAME.answer(position, 2, ["coin"]).asked == []  # It lets the next round begin.


class Nesting(Act[ToyState], tag=True):
    def run(self, state: ToyState, flow: Flow[ToyState]) -> None:
        flow.side_by_side({0: [Drop(0)]})


def test_lanes_within_lanes_are_a_fault_and_lose_nothing_silently() -> None:
    state = ToyState([5, 5], [0, 0], rounds=0, secrets=[0, 0])
    position: Position[Any, Any] = Position(state, Rng("00"), [], lanes={0: [Drop(0), Nesting()], 1: [Drop(1)]})
    with pytest.raises(RuntimeError, match="lanes do not nest"):
        GAME.answer(position, 1, [])


def test_an_answer_that_only_seals_is_no_barrier() -> None:
    assert not GAME.answer(start(), 0, ["2"]).barrier


def test_a_prompt_that_tells_is_not_answered_by_the_kernel() -> None:
    position, _ = GAME.setup({}, 2, Rng("00"))
    position.state.coins = [0, 5]
    prompt = GAME.prompt(position, 0)
    assert [option.id for option in prompt.legal] == ["0"]
    assert GAME.waiting(position) == [0, 1]


def test_who_is_not_asked_cannot_answer() -> None:
    position = start()
    bid(position, 3, 1, 1)
    with pytest.raises(NotAsked) as error:
        GAME.answer(position, 1, ["keep"])
    assert error.value.text.id.startswith("Nothing is asked of you now")


def test_another_seat_may_be_asked_in_between() -> None:
    position = start()
    bid(position, 1, 3, 1)
    GAME.answer(position, 1, ["give"])
    assert GAME.waiting(position) == [2]
    GAME.answer(position, 2, ["no"])
    assert position.state.points == [0, position.state.lot, 0]


def test_seats_act_side_by_side_without_waiting() -> None:
    position = start()
    bid(position, 3, 1, 1)
    GAME.answer(position, 0, ["keep"])
    assert GAME.waiting(position) == [0, 1, 2]
    GAME.answer(position, 2, ["coin"])
    GAME.answer(position, 0, [])
    assert GAME.waiting(position) == [1]


def test_lanes_in_order_let_one_seat_act_after_the_other() -> None:
    state = ToyState([5, 5], [0, 0], rounds=0, secrets=[0, 0])
    position: Position[Any, Any] = Position(
        state, Rng("00"), [End()], lanes={0: [Drop(0)], 1: [Drop(1)]}, in_order=True
    )
    assert GAME.waiting(position) == [0]
    with pytest.raises(NotAsked):
        GAME.answer(position, 1, [])
    GAME.answer(position, 0, [])
    assert GAME.waiting(position) == [1]
    GAME.answer(position, 1, [])
    assert GAME.over(position)


def test_lanes_in_order_do_not_look_at_a_later_lane_that_has_not_run_yet() -> None:
    state = ToyState([5, 5], [0, 0], rounds=0, secrets=[0, 0])
    position: Position[Any, Any] = Position(
        state, Rng("00"), [], lanes={0: [Drop(0)], 1: [Drop(1), End()]}, in_order=True
    )
    assert [prompt.seat for prompt in GAME.prompts(position)] == [0]


def test_lanes_in_order_let_nothing_happen_in_a_later_lane_before_its_turn() -> None:
    state = ToyState([5, 5], [0, 0], rounds=0, secrets=[0, 0])
    position: Position[Any, Any] = Position(
        state, Rng("00"), [], lanes={0: [Drop(0), Drop(0)], 1: [Drop(1), End()]}, in_order=True
    )
    assert [event.kind for event in GAME.answer(position, 0, []).events] == []
    assert [event.kind for event in GAME.answer(position, 0, []).events] == ["over"]


@pytest.mark.parametrize("picks", [["9"], [], ["1", "2"], ["5", "5"]])
def test_a_refused_answer_leaves_the_position_as_it_was(picks: list[str]) -> None:
    position = start()
    GAME.answer(position, 1, ["2"])
    before = GAME.encode(position)
    with pytest.raises(IllegalAnswer):
        GAME.answer(position, 0, picks)
    assert GAME.encode(position) == before


def test_drawing_chance_is_a_barrier_and_a_plain_decision_is_none() -> None:
    position = start(2)
    bid(position, 3, 1)
    drawn = position.rng.counter
    assert not GAME.answer(position, 0, ["keep"]).barrier
    assert not GAME.answer(position, 0, ["coin"]).barrier
    assert position.rng.counter == drawn
    assert GAME.answer(position, 1, []).barrier  # The next round rolls for the next lot.
    assert position.rng.counter == drawn + 1


def test_events_for_some_seats_say_so() -> None:
    position = start(2)
    bid(position, 3, 1)
    GAME.answer(position, 0, ["keep"])
    events = GAME.answer(position, 1, ["coin"]).events
    assert [(event.kind, event.to) for event in events] == [("drop", [1])]


def test_a_game_ends_when_nothing_is_open() -> None:
    position = start(2)
    rng = Rng("11")
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        GAME.answer(position, prompt.seat, choose(GAME.view(position, prompt.seat), prompt, rng))
    assert GAME.over(position)
    with pytest.raises(NotAsked) as error:
        GAME.answer(position, 0, [])
    assert error.value.text.id == "The game is over."


def test_every_position_survives_being_stored() -> None:
    position = start()
    rng = Rng("22")
    while waiting := GAME.waiting(position):
        again = GAME.decode(GAME.encode(position))
        assert again == position == GAME.copy(position)
        seat = rng.pick(waiting, "who")
        picks = choose(GAME.view(position, seat), GAME.prompt(position, seat), rng)
        assert GAME.answer(again, seat, picks) == GAME.answer(position, seat, picks)
        assert again == position


class OneWay(Ask[ToyState], tag=True):
    def prompt(self, state: ToyState) -> Prompt:
        return Prompt(self.seat, "one-way", T("There is one way."), [Option("only", T("This one"))])

    def take(self, state: ToyState, picks: list[str], flow: Flow[ToyState]) -> None:
        state.points[self.seat] += 10


def test_an_answer_that_was_taken_without_asking_is_told_with_the_one_that_caused_it() -> None:
    state = ToyState([5, 5], [0, 0], rounds=1, round=1, secrets=[0, 0])
    position: Position[Any, Any] = Position(state, Rng("00"), [End(), OneWay(1), Use(0)])
    (forced,) = GAME.answer(position, 0, ["keep"]).forced
    assert (forced.seat, forced.picks, forced.prompt.seat) == (1, ["only"], 1)
    assert state.points[1] == 10


def test_where_no_policy_is_set_every_answer_is_left_to_the_player() -> None:
    position = start()
    assert GAME.policy_answer(GAME.view(position, 0), GAME.prompt(position, 0), {}) is None


NO_WAY = Prompt(1, "no-way", T("There is no way."), [Option("none", T("No way"), refusal=T("Shut."))])


class NoWay(OneWay, tag=True):
    tells: bool = False

    def prompt(self, state: ToyState) -> Prompt:
        return msgspec.structs.replace(NO_WAY, tells=self.tells)


class NoWayForAnybody(AskAll[ToyState], tag=True):
    tells: bool = False

    def prompt(self, state: ToyState, seat: int) -> Prompt:
        return msgspec.structs.replace(NO_WAY, tells=self.tells)


@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize("ask", [lambda tells: NoWay(1, tells), lambda tells: NoWayForAnybody([1], tells=tells)])
def test_a_question_without_a_legal_answer_is_a_fault_that_names_kind_and_seat(
    ask: Callable[[bool], Any], *, tells: bool
) -> None:
    state = ToyState([5, 5], [0, 0], rounds=1, round=1, secrets=[0, 0])
    position: Position[Any, Any] = Position(state, Rng("00"), [End(), ask(tells), Use(0)])
    with pytest.raises(NoLegalAnswer, match="seat 1 is asked “no-way”"):
        GAME.answer(position, 0, ["keep"])


def test_a_view_is_a_copy_without_what_its_reader_may_not_know() -> None:
    position = start()
    position.state.secrets = [1, 2, 3]
    views = [GAME.view(position, seat) for seat in (0, 2, None)]
    assert [view.secrets for view in views] == [[1, 0, 0], [0, 0, 3], [0, 0, 0]]
    for view in views:
        view.coins[0] = 99
    assert position.state.coins == [5, 5, 5]
    assert position.state.secrets == [1, 2, 3]


def test_a_view_says_which_round_is_played() -> None:
    assert GAME.round(GAME.view(start(), None)) == 1
    assert GAME.scores(GAME.view(start(), None)) == []
