"""Going through a first lesson (`rules.kernel.lessons`): the positions that its steps lay, and what is asked there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.game import Game, Position
from rules.kernel.lessons import Laid, Lesson
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Event


class Taught(msgspec.Struct):
    """Where somebody is in a lesson.

    `given` are the answers so far, one a step, empty for steps that only show something; so many steps are done.
    `position` is the one that the step shows, and `prompt` what is asked there; both None at the end. `events` are what
    whoever learns was told of what the last answer led to.
    """

    given: list[list[str]]
    position: Position[Any, Any] | None
    prompt: Prompt | None
    events: list[Event]


def follow(game: Game[Any, Any], lesson: Lesson, given: Sequence[Sequence[str]]) -> Taught:
    """Go through a lesson by the answers given so far, as far as they still lead on.

    So a lesson that has changed since they were given is gone on with where it is still the same.

    Raises:
        RulesError: a position of the lesson is not reached by the rules any more.

    """
    done = [list(picks) for picks in given[: len(lesson.steps)]]
    for at, (step, picks) in enumerate(zip(lesson.steps, done, strict=False)):
        if not (step.accepts(picks) if step.asks else not picks):
            del done[at:]
            break
    if len(done) == len(lesson.steps):
        return Taught(done, None, None, [])
    first = max(at for at in range(len(done) + 1) if lesson.steps[at].laid is not None)
    laid = lesson.steps[first].laid
    assert laid is not None
    position = lay(game, laid)
    events: list[Event] = []
    for step, picks in zip(lesson.steps[first:], done[first:], strict=False):
        answers = [(lesson.seat, picks)] if step.asks else []
        events = _told(game, position, lesson.seat, [*answers, *step.then])
    asked = lesson.seat in game.waiting(position)
    return Taught(done, position, game.prompt(position, lesson.seat) if asked else None, events)


def lay(game: Game[Any, Any], laid: Laid) -> Position[Any, Any]:
    """Lay a position.

    Raises:
        RulesError: the rules do not lead there.

    """
    position, _ = game.setup(game.check_setup(laid.options, laid.seats), laid.seats, Rng(laid.key))
    for seat, picks in laid.answers:
        game.answer(position, seat, picks)
    return position


def _told(
    game: Game[Any, Any], position: Position[Any, Any], seat: int, answers: Sequence[tuple[int, Sequence[str]]]
) -> list[Event]:
    """Give answers; tell what a seat hears of them."""
    told: list[Event] = []
    for who, picks in answers:
        outcome = game.answer(position, who, picks)
        told += [event for event in outcome.events if event.to is None or seat in event.to]
    return told
