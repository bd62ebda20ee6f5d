"""Turns supposed: what a seat would be asked if it were its turn now, made of what its view knows and nothing else.

People plan over them while others play. Whoever else would be asked in the middle declines; where chance or something
hidden decides, the turn goes no further. The positions are thrown away: nothing that is supposed is ever stored as
having happened.

A line is tried (`try_line`) over a guess of the whole position (`Game.guess`), so it may go on where a supposed turn
ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from rules.kernel import robots
from rules.kernel.errors import IllegalAnswer, NotAsked
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Event
from rules.kernel.text import T, Text

MOST_DECLINED = 64
"""More questions to others than any turn of any game has."""

GONE = T("What you had chosen next is no longer offered.")

CHANCE = T("What comes after that is decided by chance, or by what you do not know.")


def guess() -> Rng:
    """The chance of a supposed position: none of a game's own, as nothing that it decides is shown."""
    return Rng("00" * 16)


class SupposedStep(msgspec.Struct, frozen=True):
    """An answer of a supposed turn, and the prompt that it was given to; `unasked`: there was no choice."""

    prompt: Prompt
    picks: list[str]
    unasked: bool = False


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

    @property
    def ends(self) -> bool:
        """Whether the last turn is gone through to its end, so that another one may follow."""
        return bool(self.turns and self.turns[-1]) and self.prompt is None and self.stopped is None


def asks_on(game: Game[Any, Any], supposed: Supposed, seat: int) -> bool:
    """Whether the turn after the last one is asked by itself as well (`Game.asks_ahead`)."""
    if not supposed.ends or supposed.position is None or type(game).asks_ahead is Game.asks_ahead:
        return False
    return game.asks_ahead(game.view(supposed.position, seat), seat)


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
    return game.answer(position, prompt.seat, _last(prompt))


def _last(prompt: Prompt) -> list[str]:
    """Give the last legal options, which decline."""
    legal = [option.id for option in prompt.legal]
    return legal[len(legal) - prompt.at_least :]


def suppose(game: Game[Any, Any], view: Any, seat: int, turns: Sequence[Sequence[Sequence[str]]]) -> Supposed:
    """Suppose that it is a seat's turn now, and the answers of it and of the turns after it.

    The view is the seat's, and used up. An empty last turn asks its first question. What a table would answer itself,
    as one choice alone is left (`Prompt.left_over`), is no step of it, unless it begins a turn or is given itself.
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
                return Supposed(done, position, prompt, refused=_why(prompt, picks, error))
            steps.append(SupposedStep(prompt, list(picks)))
            if outcome.barrier:
                return Supposed(done, position, None, stopped=CHANCE)
            position = after
            prompt = _asked_on(game, position, seat, outcome)
            given = next(islice(answers, len(steps), None), None)
            while prompt is not None and (only := prompt.left_over()) is not None and only != given:
                after = game.copy(position)
                outcome = game.answer(after, seat, only)
                if outcome.barrier:
                    return Supposed(done, position, None, stopped=CHANCE)
                position = after
                prompt = _asked_on(game, position, seat, outcome)
    return Supposed(done, position, prompt)


def _asked_on(game: Game[Any, Any], position: Position[Any, Any], seat: int, outcome: Outcome) -> Prompt | None:
    """What a seat is asked on in its turn after an answer, when others have declined; None where the turn ends."""
    goes_on = not (outcome.turn_over or game.over(position)) and decline(game, position, seat)
    return game.prompt(position, seat) if goes_on else None


class Tried(msgspec.Struct):
    """A line that a seat tries, as far as it goes.

    `position` is the one that it leads to, a guess; it is shown to the seat as its view. `prompt` is what the seat is
    asked there; None where the line ends, and then `stopped` says why if that is not the end of the seat's turn.
    `refused` says why the next of the answers that were given cannot be taken; it and those after it are left out.
    `guessed` counts the draws and disclosures on the way, all of which may come out otherwise. `events` are what the
    seat would be told of what was done.
    """

    steps: list[SupposedStep]
    position: Position[Any, Any]
    prompt: Prompt | None
    stopped: Text | None = None
    refused: Text | None = None
    guessed: int = 0
    events: list[Event] = msgspec.field(default_factory=list)


def try_line(
    game: Game[Any, Any],
    position: Position[Any, Any],
    seat: int,
    rng: Rng,
    answers: Sequence[Sequence[str]],
    *,
    draws: int = 0,
) -> Tried:
    """Try answers of a seat one after the other, from what is asked of it now, or else from a turn that is supposed.

    The position is used up. Whoever is asked in between declines. The line ends with the seat's turn (with the round,
    where all play at once), and before what chance, something hidden or others who act at the same time decide, unless
    it is among the first `draws` of those, which are guessed. What comes of it depends on what the seat knows and on
    `rng` alone. A line of one answer more begins in the same way. After the first answer what leaves no choice is taken
    unasked, also where a table asks for it lest the others learn something: here nobody does.
    """
    here = game.guess(position, seat, rng)
    asked = _is_asked(game, here, seat)
    if not asked:
        begun = game.suppose(game.copy(here).state, seat)
        if isinstance(begun, Text):
            return Tried([], here, None, stopped=begun)
        begun.rng = here.rng
        here, asked = begun, _is_asked(game, begun, seat)
    line = Tried([], here, None)
    given = [list(picks) for picks in answers]
    while asked:
        prompt = game.prompt(line.position, seat)
        only = _no_choice(prompt) if line.steps else None
        if only is None and not given:
            line.prompt = prompt
            break
        picks = given.pop(0) if only is None or only in given[:1] else only
        try:
            prompt.check(picks)
        except IllegalAnswer as error:
            line.prompt, line.refused = prompt, _why(prompt, picks, error)
            break
        line.steps.append(SupposedStep(prompt, picks, unasked=picks == only))
        asked = _go_on(game, line, line.steps[-1], draws, rng)
    return line


def _why(prompt: Prompt, picks: Sequence[str], error: IllegalAnswer) -> Text:
    """Why an answer cannot be taken; of what is not even offered nobody knows more than its id."""
    return error.text if {one.id for one in prompt.options}.issuperset(picks) else GONE


def _no_choice(prompt: Prompt) -> list[str] | None:
    """The only answer that its seat could give; None where there is a choice, or it has given one."""
    if prompt.answered is not None:
        return None
    return prompt.left_over() if prompt.only is None else [prompt.only.id]


def _is_asked(game: Game[Any, Any], position: Position[Any, Any], seat: int) -> bool:
    """Whether a seat has an open question; one with a sealed answer, too, which may be changed."""
    try:
        game.prompt(position, seat)
    except NotAsked:
        return False
    return True


def _go_on(game: Game[Any, Any], line: Tried, answer: SupposedStep, draws: int, rng: Rng) -> bool:
    """Give an answer of the seat, and answer for others until it is asked again; whether it is.

    Who is asked because of the answer declines. Who was asked at the same time plays at random, which is a guess too.
    """
    seat, answerer, picks = answer.prompt.seat, answer.prompt.seat, answer.picks
    round_ = game.round(line.position.state)
    beside = {*game.waiting(line.position)} - {seat}
    let = False
    for _ in range(4 * MOST_DECLINED):
        if answerer in beside and not let:
            if line.guessed == draws:
                break
            line.guessed += 1
            let = True
        after = game.copy(line.position) if line.guessed == draws else line.position
        outcome = game.answer(after, answerer, picks)
        if outcome.barrier:
            if answerer not in beside:
                if line.guessed == draws:
                    break
                line.guessed += 1
            beside = set()
        line.position = after
        line.events += [event for event in outcome.events if event.to is None or seat in event.to]
        asked = game.waiting(after)
        over = game.round(after.state) != round_ if game.info.by_round else outcome.turn_over
        if over or not asked:
            return False
        if seat in asked:
            return True
        answerer = asked[0]
        prompt = game.prompt(after, answerer)
        picks = robots.choose(None, prompt, rng) if answerer in beside else _last(prompt)
    line.stopped = CHANCE
    return False
