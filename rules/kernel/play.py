"""Automatic answers: premoves, policies and robots answer until only persons are asked.

Whoever answers is shown the view of its seat and the prompt, nothing else. A robot's chance is made of what it sees,
so the same position goes on in the same way on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from rules.kernel import robots
from rules.kernel.errors import IllegalAnswer, RulesError
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.policies import Premove, changed_watch, impossible_text, premove_answer
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Answerer
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.kernel.steps import Forced
from rules.kernel.supposing import decline
from rules.kernel.text import Text

#: More answers than any game takes: whoever reaches it goes round in a circle.
MAX_AUTOMATIC_ANSWERS = 5_000


class Endless(Exception):
    """Automatic answers do not come to an end."""


class SeatAutomation(msgspec.Struct, frozen=True):
    """What answers for a seat: a robot alone, or a person's premoves (each taken once) and policies (`settings`).

    `now` are the policies for the question that the seat has now, where they are others: it has had its pause. `level`
    is how well a robot plays.
    """

    robot: bool = False
    level: Level = Level.GOOD
    settings: Mapping[str, str] = {}
    premoves: tuple[Premove, ...] = ()
    now: Mapping[str, str] = {}


class Dropped(msgspec.Struct, frozen=True):
    """A premove that could not be taken, with the reason for its seat; None where its answer was forced, as planned."""

    seat: int
    premove: Premove
    reason: Text | None


class IllegalPicks(msgspec.Struct, frozen=True):
    """What a robot or a policy has picked that the prompt does not offer: a fault of the game's, to be logged."""

    by: Answerer
    seat: int
    kind: str
    picks: list[str]


class Circle(msgspec.Struct, frozen=True):
    """Robots have come back to the position in which a seat was asked: a fault of theirs, to be logged."""

    seat: int
    kind: str


class AutomaticAnswers(msgspec.Struct, frozen=True):
    """What was answered for persons and by robots, with what it led to; and what became of the premoves."""

    answers: list[tuple[Answer, Outcome]]
    dropped: list[Dropped]
    premoves: dict[int, tuple[Premove, ...]]
    """The premoves that still wait, by seat."""
    prompts: list[Prompt]
    """What each of the answers was given to."""
    paused: bool = False
    """Robots have left questions for later."""
    illegal: list[IllegalPicks] = []
    """What could not be taken: a robot's was answered at random instead, a policy's was left to the person."""
    circles: list[Circle] = []
    """Where robots have gone round in a circle, and were led out of it by chance."""
    open: list[Prompt] = []
    """What is asked in the end."""
    used: list[Premove | None] = []
    """The premove that each of the answers has used up; of a plan that is unfolded the first of its answers has."""


def robot_rng(view: Any, prompt: Prompt, before: int = 0) -> Rng:
    """Make a robot's chance for one decision out of what it sees, and how often it was asked the very same before."""
    seen = msgspec.msgpack.encode((view, prompt, before) if before else (view, prompt))
    return Rng(blake2b(seen, digest_size=16).hexdigest())


def robot_answer(game: Game[Any, Any], position: Position[Any, Any], seat: int, level: Level = Level.GOOD) -> Answer:
    """Let a robot answer the open prompt of a seat; what it picks is not checked yet.

    Raises:
        NotAsked: there is none.

    """
    prompt = game.prompt(position, seat)
    view = game.view(position, seat)
    return Answer(seat, game.choose(view, prompt, robot_rng(view, prompt), level), Answerer.ROBOT)


def never() -> bool:
    """Never pause."""
    return False


class _Players:
    """The automations of one run, with what is left of the premoves. Once the robots pause, they do until its end."""

    def __init__(self, game: Game[Any, Any], by_seat: Mapping[int, SeatAutomation], pause: Callable[[], bool]) -> None:
        self.game = game
        self.by_seat = by_seat
        self.pause = pause
        self.paused = False
        self.premoves = {seat: one.premoves for seat, one in by_seat.items()}
        self.dropped: list[Dropped] = []
        self.illegal: list[IllegalPicks] = []
        self.circles: list[Circle] = []
        self.asked: Counter[bytes] = Counter()
        """How often robots were asked in the very same position, since a turn ended or chance decided something."""
        self.answered: set[int] = set()
        self.unfolded: dict[int, list[list[str]]] = {}
        """What is left of the answers of a plan that is unfolded, by seat."""
        self.used: Premove | None = None
        """The premove that the last answer has used up."""

    def answer(self, position: Position[Any, Any], prompt: Prompt) -> Answer | None:
        """Answer a prompt, or leave it to a person."""
        self.used = None
        automation = self.by_seat.get(prompt.seat)
        if automation is None:
            return None
        if self.unfolded.get(prompt.seat):
            return Answer(prompt.seat, self.unfolded[prompt.seat].pop(0), Answerer.PREMOVE)
        if automation.robot:
            self.paused = self.paused or self.pause()
            return None if self.paused else self._robot(position, prompt, automation)
        only = prompt.left_over()
        if only is not None and _leaves_out(self.premoves[prompt.seat], prompt):
            return Answer(prompt.seat, only, Answerer.POLICY)
        planned = self._planned(position, prompt)
        if planned is not None:
            return Answer(prompt.seat, planned, Answerer.PREMOVE)
        picks = only
        if picks is None:
            first = bool(automation.now) and prompt.seat not in self.answered
            settings = automation.now if first else automation.settings
            if not settings:
                return None
            picks = self.game.policy_answer(self.game.view(position, prompt.seat), prompt, settings)
        if picks is None or not self._legal(prompt, picks, Answerer.POLICY):
            return None
        return Answer(prompt.seat, picks, Answerer.POLICY)

    def _robot(self, position: Position[Any, Any], prompt: Prompt, automation: SeatAutomation) -> Answer:
        seat, here = prompt.seat, blake2b(self.game.encode(position), digest_size=16).digest()
        before, self.asked[here] = self.asked[here], self.asked[here] + 1
        if before:  # a robot answers alike wherever it sees the same, and so would go on for ever
            circle = Circle(seat, prompt.kind)
            if circle not in self.circles:
                self.circles.append(circle)
        else:
            answer = robot_answer(self.game, position, seat, automation.level)
            if self._legal(prompt, answer.picks, Answerer.ROBOT):
                return answer
        view = self.game.view(position, seat)
        return Answer(seat, robots.choose(view, prompt, robot_rng(view, prompt, before)), Answerer.ROBOT)

    def _legal(self, prompt: Prompt, picks: list[str], by: Answerer) -> bool:
        """Check what a robot or a policy has picked; what cannot be taken is noted, once."""
        try:
            prompt.check(picks)
        except IllegalAnswer:
            fault = IllegalPicks(by, prompt.seat, prompt.kind, picks)
            if fault not in self.illegal:
                self.illegal.append(fault)
            return False
        return True

    def _planned(self, position: Position[Any, Any], prompt: Prompt) -> list[str] | None:
        """Give the picks of the first premove that answers, used up; those before it that cannot are dropped."""
        waits = False  # a planned turn whose beginning is not asked yet: what follows in its line waits with it
        for planned in self.premoves[prompt.seat]:
            if planned not in self.premoves[prompt.seat] or (waits and planned.turn):
                continue  # it was dropped with the line that it belongs to
            unfolded = self._unfolded(position, prompt, planned) if planned.kind in self.game.unfolds else None
            result = unfolded[0] if isinstance(unfolded, list) else unfolded or premove_answer(prompt, planned)
            if result is None:
                waits = waits or planned.begins
                continue
            if planned.begins and not unfolded and not isinstance(result, Text):
                result = self._goes_wrong(position, planned, prompt.seat) or result
            if planned.watched and not isinstance(result, Text):
                now = self.game.watched(self.game.view(position, prompt.seat), prompt.seat)
                result = changed_watch(self.game.watches, planned, now) or result
            left = list(self.premoves[prompt.seat])
            left.remove(planned)
            self.premoves[prompt.seat] = tuple(left)
            if isinstance(result, Text):
                self.dropped.append(Dropped(prompt.seat, planned, result))
                if planned.line:
                    self._drop_line(prompt.seat, planned, result)
            else:
                if isinstance(unfolded, list):
                    self.unfolded[prompt.seat] = unfolded[1:]
                self.used = planned
                return result
        return None

    def _unfolded(
        self, position: Position[Any, Any], prompt: Prompt, planned: Premove
    ) -> list[list[str]] | Text | None:
        """Give the answers of a plan that is unfolded, once all of them can be given; or why it is dropped."""
        answers = self.game.unfold(self.game.view(position, prompt.seat), prompt, planned)
        if answers is None or isinstance(answers, Text):
            return answers
        here = self.game.copy(position)
        try:
            for picks in answers:
                self.game.answer(here, prompt.seat, picks)
        except RulesError as error:
            return impossible_text(error)
        return answers

    def _goes_wrong(self, position: Position[Any, Any], planned: Premove, seat: int) -> Text | None:
        """Why a planned turn cannot be played to its end: then none of it is; None where it can, as far as is known."""
        premoves = self.premoves[seat]
        line = [one for one in premoves[premoves.index(planned) :] if one.turn]
        here = self.game.copy(position)
        while line and decline(self.game, here, seat):
            prompt = self.game.prompt(here, seat)
            only = prompt.left_over()
            if only is not None and _leaves_out(line, prompt):
                outcome = self.game.answer(here, seat, only)
                if outcome.barrier or outcome.turn_over:
                    break
                continue
            step = line.pop(0)
            result = premove_answer(prompt, step)
            if isinstance(result, Text):
                return result
            if result is None:  # its turn has more to it than was planned: the one after it waits
                break
            outcome = self.game.answer(here, seat, result)
            if outcome.barrier or outcome.turn_over:
                break
            for one in outcome.forced:
                if one.seat == seat and line and _is_step(line[0], one):
                    line.pop(0)
        return None

    def note_forced(self, forced: Sequence[Forced]) -> None:
        """Use up the premoves of lines whose answers were the only legal ones and have been given without asking."""
        for one in forced:
            line = [planned for planned in self.premoves.get(one.seat, ()) if planned.line]
            line.sort(key=lambda planned: planned.turn)  # a typed line goes before a turn that waits
            if line and _is_step(line[0], one):
                left = list(self.premoves[one.seat])
                left.remove(line[0])
                self.premoves[one.seat] = tuple(left)
                self.dropped.append(Dropped(one.seat, line[0], None))

    def _drop_line(self, seat: int, step: Premove, reason: Text) -> None:
        """Drop what comes after a step that cannot be taken, for it was meant to follow it."""
        rest = [one for one in self.premoves[seat] if one.line and one.turn == step.turn]
        self.dropped += [Dropped(seat, one, reason) for one in rest]
        self.premoves[seat] = tuple(one for one in self.premoves[seat] if one not in rest)


def _leaves_out(premoves: Sequence[Premove], prompt: Prompt) -> bool:
    """Whether a line that is in progress goes on with something else than an answer to this prompt."""
    line = sorted((one for one in premoves if one.line), key=lambda one: one.turn)  # a typed line goes first
    return bool(line) and not line[0].begins and not isinstance(premove_answer(prompt, line[0]), list)


def _is_step(planned: Premove, forced: Forced) -> bool:
    """Whether a forced answer is the one that was planned."""
    return planned.kind == forced.prompt.kind and planned.picks == forced.picks


def answer_automatically(
    game: Game[Any, Any],
    position: Position[Any, Any],
    by_seat: Mapping[int, SeatAutomation],
    pause: Callable[[], bool] = never,
    *,
    open_: Sequence[Prompt] | None = None,
) -> AutomaticAnswers:
    """Answer whatever can be answered without a person; changes the position in place.

    `open_` is what is asked in the position, where the caller has asked already (`Game.prompts`).

    A seat that is not in `by_seat` is a person to whom everything is left. Sealed answers are given at once and not
    changed.
    `pause` is asked before each answer of a robot, which may take long to find: where it says so the robots stop, and
    whoever goes on later goes on as if they had not.

    Robots that would go round in a circle are led out of it by chance.

    Raises:
        Endless: the game goes round in a circle all the same.

    """
    players = _Players(game, by_seat, pause)
    answers: list[tuple[Answer, Outcome]] = []
    prompts: list[Prompt] = []
    used: list[Premove | None] = []
    while len(answers) < MAX_AUTOMATIC_ANSWERS:
        open_ = game.prompts(position) if open_ is None else open_
        for prompt in open_:
            answer = players.answer(position, prompt) if prompt.answered is None else None
            if answer is not None:
                prompts.append(prompt)
                outcome = game.answer(position, answer.seat, answer.picks)
                players.answered.add(answer.seat)
                answers.append((answer, outcome))
                used.append(players.used)
                players.note_forced(outcome.forced)
                if outcome.barrier or outcome.turn_over:
                    players.asked.clear()
                open_ = None
                break
        else:
            return AutomaticAnswers(
                answers,
                players.dropped,
                players.premoves,
                prompts,
                players.paused,
                players.illegal,
                players.circles,
                list(open_),
                used,
            )
    raise Endless(f"{len(answers)} automatic answers and no end")
