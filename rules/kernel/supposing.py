"""Turns supposed: what a seat would be asked if it were its turn now, made of what its view knows and nothing else.

People plan over them while others play. Whoever else would be asked in the middle declines; where chance or something
hidden decides, the turn goes no further. The positions are thrown away: nothing that is supposed is ever stored as
having happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.errors import IllegalAnswer
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import T, Text

MOST_DECLINED = 64
"""More questions to others than any turn of any game has."""


def guess() -> Rng:
    """The chance of a supposed position: none of a game's own, as nothing that it decides is shown."""
    return Rng("00" * 16)


class SupposedStep(msgspec.Struct, frozen=True):
    """An answer of a supposed turn, and the prompt that it was given to."""

    prompt: Prompt
    picks: list[str]


class Supposed(msgspec.Struct, frozen=True):
    """Supposed turns of a seat, one after the other, as far as they can be gone through.

    `position` is the one that they lead to. `prompt` is what is asked there; None where the last turn ends, and then
    `stopped` says why if it could not be gone through to its end. `refused` says why the next of the answers that were
    given cannot be taken; it and those after it are left out.
    """

    turns: list[list[SupposedStep]]
    position: Position[Any, Any] | None
    prompt: Prompt | None
    stopped: Text | None = None
    refused: Text | None = None


def decline(game: Game[Any, Any], position: Position[Any, Any], seat: int) -> bool:
    """Answer for others by their last legal options, which decline, until the seat is asked; whether it is.

    Changes the position. Ends with a turn, chance, or something hidden.
    """
    for _ in range(MOST_DECLINED):
        prompts = [one for one in game.prompts(position) if one.answered is None]
        if any(one.seat == seat for one in prompts):
            return True
        if not prompts:
            return False
        outcome = _answer_last(game, position, prompts[0])
        if outcome.barrier or outcome.turn_over:
            return False
    return False


def run_to(game: Game[Any, Any], position: Position[Any, Any], seat: int, kind: str) -> Position[Any, Any]:
    """Run what comes before a seat is asked a question of a kind; whatever is asked before that is declined."""
    game.run_on(position)
    for _ in range(MOST_DECLINED):
        prompts = [one for one in game.prompts(position) if one.answered is None]
        if not prompts or (prompts[0].seat, prompts[0].kind) == (seat, kind):
            break
        _answer_last(game, position, prompts[0])
    return position


def _answer_last(game: Game[Any, Any], position: Position[Any, Any], prompt: Prompt) -> Outcome:
    """Answer by the last legal options, which decline."""
    legal = [option.id for option in prompt.legal]
    return game.answer(position, prompt.seat, legal[len(legal) - prompt.at_least :])


def suppose(game: Game[Any, Any], view: Any, seat: int, turns: Sequence[Sequence[Sequence[str]]]) -> Supposed:
    """Suppose that it is a seat's turn now, and the answers of it and of the turns after it.

    The view is the seat's, and used up. An empty last turn asks its first question.
    """
    done: list[list[SupposedStep]] = []
    position: Position[Any, Any] | None = None
    prompt: Prompt | None = None
    for answers in turns:
        if prompt is not None:
            return Supposed(done, position, prompt, refused=T("The turn before is not planned to its end."))
        begun = game.suppose(view if position is None else game.view(position, seat), seat)
        if isinstance(begun, Text):
            return Supposed(done, position, None, stopped=begun)
        position = begun
        steps: list[SupposedStep] = []
        done.append(steps)
        prompt = game.prompt(position, seat) if seat in game.waiting(position) else None
        for picks in answers:
            if prompt is None:
                break
            after = game.copy(position)
            try:
                outcome = game.answer(after, seat, picks)
            except IllegalAnswer as error:
                return Supposed(done, position, prompt, refused=error.text)
            steps.append(SupposedStep(prompt, list(picks)))
            if outcome.barrier:
                chance = T("What comes after that is decided by chance, or by what you do not know.")
                return Supposed(done, position, None, stopped=chance)
            position = after
            goes_on = not (outcome.turn_over or game.over(position)) and decline(game, position, seat)
            prompt = game.prompt(position, seat) if goes_on else None
    return Supposed(done, position, prompt)
