"""A game as its log of answers: replay, undo, export."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec

from rules.kernel.errors import RulesError
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.rng import Rng
from rules.kernel.text import T, Text


class Answerer(StrEnum):
    """Who answered for a seat: its player, a policy of theirs, a planned one, a robot, or a clock run out."""

    PLAYER = "player"
    POLICY = "policy"
    PREMOVE = "premove"
    ROBOT = "robot"
    CLOCK = "clock"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer of the log: which seat picked what, and who answered for it."""

    seat: int
    picks: list[str]
    by: Answerer = Answerer.PLAYER

    def __repr__(self) -> str:
        """Keep the picks, which may be sealed, out of logs and error messages."""
        return f"Answer(seat={self.seat}, by={self.by})"


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a game is made from. `key` is the secret of its randomness.

    Where the rules have changed under the game so that its beginning cannot be played again, `base` is the position
    (as `Game.encode` gives it) that `answers` follow, and `earlier` are the answers before it.
    """

    game: str
    rules_version: int
    config: dict[str, str]
    seats: int
    key: str
    answers: list[Answer]
    base: bytes | None = None
    earlier: list[Answer] = []

    def __repr__(self) -> str:
        """Keep the key and the picks out of logs and error messages."""
        return f"Record({self.game!r}, seats={self.seats}, {len(self.answers)} answers)"

    def __rich_repr__(self) -> list[tuple[str, str | int]]:
        """Keep them out of pretty ones, too."""
        return [("game", self.game), ("seats", self.seats), ("answers", len(self.answers))]


def replay(game: Game[Any, Any], record: Record) -> tuple[Position[Any, Any], list[Outcome]]:
    """Play a record again from the setup, or from its base.

    Returns the position after its last answer, and an outcome for the beginning and for each answer.

    Raises:
        RulesError: the record does not follow the rules as they are now.

    """
    if record.base is None:
        position, outcome = game.setup(record.config, record.seats, Rng(record.key))
    else:
        position, outcome = game.decode(record.base), Outcome([], barrier=True)
    outcomes = [outcome]
    for answer in record.answers:
        outcomes.append(game.answer(position, answer.seat, answer.picks))
    return position, outcomes


def last_undoable(answers: Sequence[Answer], outcomes: Sequence[Outcome], seat: int) -> int:
    """Find the answer that a seat may take back alone, if no barrier stands after it.

    That is the last one that its player gave; where that stands, the last one that was given for them. `outcomes` are
    those of the answers, without the setup's. Answers that others gave since do not matter if they were asked at the
    same time, and still are: not if somebody's last answer since has let the game go on. Automatic answers never
    matter: those that depend on it are taken back with it.

    Raises:
        RulesError: there is none, or something stands between.

    """
    own = [index for index, answer in enumerate(answers) if answer.seat == seat]
    given = [index for index in own if answers[index].by == Answerer.PLAYER]
    refused = RulesError(T("You have not answered anything yet that could be taken back."))
    for index in dict.fromkeys([*given[-1:], *own[-1:]]):
        reason = _why_it_stands(answers, outcomes, index)
        if reason is None:
            return index
        refused = RulesError(reason)
    raise refused


def _why_it_stands(answers: Sequence[Answer], outcomes: Sequence[Outcome], index: int) -> Text | None:
    since = range(index + 1, len(answers))
    if outcomes[index].barrier or any(outcomes[later].barrier for later in since):
        return T("Your last answer stands: since then something was revealed or drawn, or others have decided.")
    free = set(outcomes[index].asked)
    for later in since:
        if answers[later].by == Answerer.PLAYER and answers[later].seat not in free:
            return T("Your last answer stands: somebody has decided after it.")
        free &= set(outcomes[later].asked)
    return None
