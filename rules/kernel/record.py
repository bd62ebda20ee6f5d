"""A game as its log of answers: replayed, taken back from, exported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.errors import RulesError
from rules.kernel.game import Game, Outcome, Position
from rules.kernel.rng import Rng
from rules.kernel.text import T


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer of the log: who picked what, and who answered for the seat (player, policy, robot)."""

    seat: int
    picks: list[str]
    by: str = "player"

    def __repr__(self) -> str:
        """Keep the picks, which may be sealed, out of logs and error messages."""
        return f"Answer(seat={self.seat}, by={self.by!r})"


class Record(msgspec.Struct, frozen=True):
    """Everything that a game is made from. `key` is the secret of its randomness."""

    game: str
    rules_version: int
    config: dict[str, str]
    seats: int
    key: str
    answers: list[Answer]

    def __repr__(self) -> str:
        """Keep the key and the picks out of logs and error messages."""
        return f"Record({self.game!r}, seats={self.seats}, {len(self.answers)} answers)"


def replay(game: Game[Any, Any], record: Record) -> tuple[Position[Any, Any], list[Outcome]]:
    """Play a record again from the setup.

    Returns the position after its last answer, and an outcome for the setup and for each answer.

    Raises:
        RulesError: the record does not follow the rules as they are now.

    """
    position, outcome = game.setup(record.config, record.seats, Rng(record.key))
    outcomes = [outcome]
    for answer in record.answers:
        outcomes.append(game.answer(position, answer.seat, answer.picks))
    return position, outcomes


def last_undoable(answers: Sequence[Answer], outcomes: Sequence[Outcome], seat: int) -> int:
    """Find the answer that a seat may take back alone: its last one, if no barrier stands after it.

    `outcomes` are those of the answers, without the setup's. Answers that others gave since do not matter if they
    were asked at the same time, and still are: not if somebody's last answer since has let the game go on.

    Raises:
        RulesError: there is none, or something stands between.

    """
    for index in range(len(answers) - 1, -1, -1):
        if answers[index].seat != seat:
            continue
        since = range(index, len(answers))
        if any(outcomes[later].barrier for later in since):
            raise RulesError(
                T("Your last answer stands: since then something was revealed or drawn, or others have decided.")
            )
        free = set(outcomes[index].asked)
        for later in since[1:]:
            if answers[later].seat not in free:
                raise RulesError(T("Your last answer stands: somebody has decided after it."))
            free &= set(outcomes[later].asked)
        return index
    raise RulesError(T("You have not answered anything yet that could be taken back."))
