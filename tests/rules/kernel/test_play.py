"""Robots, policies and premoves play on until only persons are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from rules.eclipse.game import EclipseGame
from rules.eclipse.state import EclipseState
from rules.kernel import play
from rules.kernel.game import Position
from rules.kernel.play import Endless, IllegalPicks, SeatAutomation, answer_automatically, robot_rng
from rules.kernel.policies import Premove, as_planned, planned_turns, premove
from rules.kernel.prompt import Option, Prompt
from rules.kernel.record import Answer, Answerer
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.text import Text
from rules.registry import GAMES
from tests.toy import ToyGame, ToyState, ToyStep

ROBOT = SeatAutomation(robot=True)


class Polite(ToyGame):
    """The toy, with a policy for what is offered."""

    def policy_answer(self, view: ToyState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        return [settings["accept"]] if prompt.kind == "accept" and "accept" in settings else None


GAME = Polite()


def toy(seats: int = 2) -> Position[ToyState, ToyStep]:
    return GAME.setup({}, seats, Rng("00"))[0]


def asked(position: Position[ToyState, ToyStep]) -> dict[int, str]:
    return {prompt.seat: prompt.kind for prompt in GAME.prompts(position) if prompt.answered is None}


def test_nothing_happens_where_only_persons_are_asked() -> None:
    position = toy()
    before = GAME.encode(position)
    settled = answer_automatically(GAME, position, {0: SeatAutomation(settings={"accept": "yes"})})
    assert (settled.answers, settled.dropped) == ([], [])
    assert GAME.encode(position) == before


def test_robots_alone_play_to_the_end_and_each_answer_says_so() -> None:
    position = toy(3)
    settled = answer_automatically(GAME, position, dict.fromkeys(range(3), ROBOT))
    assert GAME.over(position)
    assert {answer.by for answer, _ in settled.answers} == {"robot"}


def test_the_answers_replay_to_the_same_position() -> None:
    position, again = toy(3), toy(3)
    for answer, outcome in answer_automatically(GAME, position, dict.fromkeys(range(3), ROBOT)).answers:
        assert GAME.answer(again, answer.seat, answer.picks) == outcome
    assert GAME.encode(again) == GAME.encode(position)


def test_the_same_position_goes_on_in_the_same_way() -> None:
    one, other = toy(4), toy(4)
    automation = dict.fromkeys(range(4), ROBOT)
    assert answer_automatically(GAME, one, automation) == answer_automatically(GAME, other, automation)


@pytest.mark.parametrize("seats", [(), (1,), (0, 1), (0, 1, 2)])
@pytest.mark.parametrize("patience", [0, 1, 100])
def test_what_is_open_in_the_end_is_told_also_where_robots_pause(seats: tuple[int, ...], patience: int) -> None:
    position = toy(3)
    asked_before = GAME.prompts(position)
    left = iter([False] * patience)
    settled = answer_automatically(
        GAME, position, dict.fromkeys(seats, ROBOT), lambda: next(left, True), open_=asked_before
    )
    assert settled.open == GAME.prompts(position)
    assert settled.paused == any(one.seat in seats and one.answered is None for one in settled.open)


def test_a_sealed_answer_is_given_at_once_and_only_once() -> None:
    position = toy()
    settled = answer_automatically(GAME, position, {1: ROBOT})
    assert [(answer.seat, answer.by) for answer, _ in settled.answers] == [(1, "robot")]
    assert asked(position) == {0: "bid"}
    assert answer_automatically(GAME, position, {1: ROBOT}).answers == []


def test_a_robots_chance_comes_from_what_it_sees() -> None:
    position = toy()
    prompt = GAME.prompt(position, 0)
    seen = robot_rng(GAME.view(position, 0), prompt)
    position.state.secrets[1] = 1
    position.rng.key = "11"
    assert robot_rng(GAME.view(position, 0), prompt) == seen
    position.state.coins[1] -= 1
    assert robot_rng(GAME.view(position, 0), prompt) != seen


def offered() -> Position[ToyState, ToyStep]:
    """Let seat 0 offer a lot to seat 1."""
    position = toy()
    for seat, pick in ((0, "1"), (1, "0"), (0, "give")):
        GAME.answer(position, seat, [pick])
    assert asked(position) == {1: "accept"}
    return position


def test_a_policy_answers_for_a_person_and_the_answer_says_so() -> None:
    position = offered()
    settled = answer_automatically(GAME, position, {1: SeatAutomation(settings={"accept": "no"})})
    assert [answer for answer, _ in settled.answers] == [Answer(1, ["no"], Answerer.POLICY)]


def test_a_premove_goes_before_a_policy_and_is_used_up() -> None:
    position = offered()
    plan = premove(GAME.prompt(position, 1), ["yes"])
    settled = answer_automatically(GAME, position, {1: SeatAutomation(settings={"accept": "no"}, premoves=(plan,))})
    assert [answer for answer, _ in settled.answers] == [Answer(1, ["yes"], Answerer.PREMOVE)]
    assert settled.premoves == {1: ()}


def test_a_premove_for_another_prompt_waits() -> None:
    position = toy()
    plan = premove(GAME.prompt(offered(), 1), ["yes"])
    settled = answer_automatically(GAME, position, {1: SeatAutomation(premoves=(plan,))})
    assert (settled.answers, settled.dropped, settled.premoves) == ([], [], {1: (plan,)})


def test_a_premove_that_cannot_be_taken_is_dropped_and_the_next_one_is_tried() -> None:
    position = toy()
    prompt = GAME.prompt(position, 1)
    plans = (premove(prompt, ["5"]), premove(prompt, ["2"]), premove(prompt, ["1"]))
    position.state.coins[1] = 2
    settled = answer_automatically(GAME, position, {1: SeatAutomation(premoves=plans)})
    assert [answer for answer, _ in settled.answers] == [Answer(1, ["2"], Answerer.PREMOVE)]
    assert [(one.seat, one.premove) for one in settled.dropped] == [(1, plans[0])]
    reason = settled.dropped[0].reason
    assert reason is not None
    assert "not possible now" in reason.id
    assert settled.premoves == {1: plans[2:]}


def test_the_rest_of_a_typed_line_is_dropped_with_what_cannot_be_taken_and_nothing_else_is() -> None:
    position = toy()
    prompt = GAME.prompt(position, 1)
    line = tuple(premove(prompt, [pick], line=True) for pick in ("5", "2", "1"))
    alone = premove(prompt, ["0"])
    position.state.coins[1] = 2
    settled = answer_automatically(GAME, position, {1: SeatAutomation(premoves=(*line, alone))})
    assert [answer for answer, _ in settled.answers] == [Answer(1, ["0"], Answerer.PREMOVE)]
    assert [(one.seat, one.premove) for one in settled.dropped] == [(1, one) for one in line]
    (reason,) = {one.reason and one.reason.id for one in settled.dropped}
    assert reason is not None
    assert settled.premoves == {1: ()}


def test_what_was_planned_alone_takes_no_typed_line_along_when_it_cannot_be_taken() -> None:
    position = toy()
    prompt = GAME.prompt(position, 1)
    alone = premove(prompt, ["5"])
    line = tuple(premove(prompt, [pick], line=True) for pick in ("2", "1"))
    position.state.coins[1] = 2
    settled = answer_automatically(GAME, position, {1: SeatAutomation(premoves=(alone, *line))})
    assert [answer for answer, _ in settled.answers] == [Answer(1, ["2"], Answerer.PREMOVE)]
    assert [one.premove for one in settled.dropped] == [alone]
    assert settled.premoves == {1: line[1:]}


def test_automatic_answers_without_end_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MAX_AUTOMATIC_ANSWERS", 5)
    with pytest.raises(Endless):
        answer_automatically(GAME, toy(4), dict.fromkeys(range(4), ROBOT))


def test_robots_play_around_a_person_in_race() -> None:
    race = GAMES["race"]
    position, _ = race.setup({}, 3, Rng("07"))
    robots = {1: ROBOT, 2: ROBOT}
    answer_automatically(race, position, robots)
    assert race.waiting(position) == [0]
    for _ in range(4):
        prompt = race.prompt(position, 0)
        race.answer(position, 0, [option.id for option in prompt.legal][: max(1, prompt.at_least)])
        answer_automatically(race, position, robots)
        assert race.waiting(position) == [0]


class Wrong(ToyGame):
    """Its robot and its policies pick what is not offered."""

    def choose(self, view: ToyState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        return ["all"]

    def policy_answer(self, view: ToyState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        return ["9", "9"]


def test_an_illegal_pick_of_a_robot_is_told_and_replaced_by_one_at_random() -> None:
    position = toy(3)
    settled = answer_automatically(Wrong(), position, {1: ROBOT})
    assert settled.illegal == [IllegalPicks(Answerer.ROBOT, 1, "bid", ["all"])]
    ((answer, _),) = settled.answers
    assert (answer.seat, answer.by) == (1, Answerer.ROBOT)
    assert answer.picks[0] in {"0", "1", "2", "3", "4", "5"}


def test_robots_that_pick_nothing_legal_still_play_to_the_end() -> None:
    position = toy(3)
    settled = answer_automatically(Wrong(), position, dict.fromkeys(range(3), ROBOT))
    assert GAME.over(position)
    assert len(settled.illegal) == len({(one.seat, one.kind) for one in settled.illegal})


def test_an_illegal_pick_of_a_policy_is_told_and_leaves_the_question_to_the_person() -> None:
    position = toy(3)
    before = GAME.copy(position)
    settled = answer_automatically(Wrong(), position, {1: SeatAutomation(settings={"bid": "0"}), 2: ROBOT})
    assert settled.illegal[0] == IllegalPicks(Answerer.POLICY, 1, "bid", ["9", "9"])
    assert [answer.seat for answer, _ in settled.answers] == [2]
    assert GAME.waiting(position) == [0, 1]
    assert position != before  # the robot has answered


class Thoughtful(ToyGame):
    """The toy, with a robot that bids more when it is strong."""

    def choose(self, view: ToyState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        return ["4" if level == Level.STRONG else "1"]


@pytest.mark.parametrize(("level", "bid"), [(Level.GOOD, "1"), (Level.STRONG, "4")])
def test_a_robot_plays_as_well_as_it_is_told(level: Level, bid: str) -> None:
    settled = answer_automatically(Thoughtful(), toy(3), {1: SeatAutomation(robot=True, level=level)})
    assert [answer.picks for answer, _ in settled.answers] == [[bid]]


class Foreseeing(ToyGame):
    """The toy, in which it can be planned what becomes of the lot, and whether it is accepted, before it is won."""

    unfolds: ClassVar[frozenset[str]] = frozenset({"lot", "then"})

    def unfold(self, view: ToyState, prompt: Prompt, planned: Premove) -> list[list[str]] | Text | None:
        if prompt.kind != "use":
            return None
        if "never" in planned.picks:
            return Text("It is never done.")
        return [[pick] for pick in planned.picks]


def foreseen(*picks: str, seat: int = 0) -> Premove:
    """Plan it: the first of the picks in one question, the others in another."""
    options = [Option(pick, Text(pick)) for pick in picks]
    steps = [(Prompt(seat, "lot", Text("The lot?"), options), [picks[0]])]
    steps += [(Prompt(seat, "then", Text("And then?"), options), [pick]) for pick in picks[1:]]
    (made,) = planned_turns([steps], unfolds=Foreseeing.unfolds)
    assert [len(one) for one in as_planned(steps, Foreseeing.unfolds)] == [len(picks)]
    assert made.picks == list(picks)
    return made


def won() -> Position[ToyState, ToyStep]:
    """Let seat 0 win a lot."""
    position = Foreseeing().setup({}, 2, Rng("00"))[0]
    for seat, pick in ((0, "1"), (1, "0")):
        Foreseeing().answer(position, seat, [pick])
    return position


def test_a_plan_for_what_is_not_known_yet_gives_all_its_answers_or_none() -> None:
    game, plan = Foreseeing(), foreseen("keep", "coin")
    run = answer_automatically(game, won(), {0: SeatAutomation(premoves=(plan,))})
    assert [answer.picks for answer, _ in run.answers] == [["keep"], ["coin"]]
    assert run.used == [plan, None]
    assert (run.dropped, run.premoves[0]) == ([], ())

    position, plan = won(), foreseen("give", "coin")  # the other one is asked in between
    before = game.encode(position)
    run = answer_automatically(game, position, {0: SeatAutomation(premoves=(plan,))})
    assert run.answers == []
    assert game.encode(position) == before
    assert [one.premove for one in run.dropped] == [plan]


def test_a_plan_for_what_is_not_known_yet_waits_or_is_dropped_with_the_games_reason() -> None:
    game, plan = Foreseeing(), foreseen("keep")
    position = game.setup({}, 2, Rng("00"))[0]
    run = answer_automatically(game, position, {0: SeatAutomation(premoves=(plan,))})
    assert (run.answers, run.dropped, run.premoves[0]) == ([], [], (plan,))
    run = answer_automatically(game, won(), {0: SeatAutomation(premoves=(foreseen("never"),))})
    assert [one.reason for one in run.dropped] == [Text("It is never done.")]
    run = answer_automatically(game, won(), {0: SeatAutomation(premoves=(plan,))})
    assert [answer.picks for answer, _ in run.answers] == [["keep"]]


class Dithering(EclipseGame):
    """Its robot begins to give up, thinks better of it, and would do so for ever."""

    def choose(self, view: EclipseState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        doubt = {"turn": "give-up", "give-up": "no"}.get(prompt.kind)
        return [doubt] if doubt in [one.id for one in prompt.legal] else super().choose(view, prompt, rng, level)


def test_a_robot_that_goes_round_in_a_circle_is_led_out_of_it_and_that_is_told() -> None:
    game = Dithering()
    position, _ = game.setup({}, 2, Rng("07"))
    pauses = iter([False] * 2_000)
    settled = answer_automatically(game, position, dict.fromkeys(range(2), ROBOT), lambda: next(pauses, True))
    assert game.view(position, None).round > 1
    assert {(one.seat, one.kind) for one in settled.circles} >= {(0, "turn"), (1, "turn")}
    assert len(settled.circles) == len(set(settled.circles))


def test_robots_that_go_round_in_no_circle_are_not_told_of() -> None:
    settled = answer_automatically(GAME, toy(4), dict.fromkeys(range(4), ROBOT))
    assert not settled.circles
