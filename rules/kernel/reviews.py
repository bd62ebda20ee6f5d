"""Where somebody lost points in a game that is over: answers of theirs to which a robot preferred another one most."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.game import Game
from rules.kernel.hints import TOLD, Hint, comparable, reasons
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answerer, Record, replay
from rules.kernel.robots import Appraisal, Level
from rules.kernel.supposing import SupposedStep

MOST = 3
"""Answers that are told."""
LOOKED_AT = 8
"""Answers that a strong robot looks at: those that a good one thinks least of."""
OWN = frozenset({Answerer.PLAYER, Answerer.PREMOVE})
"""Who answers for a person what that person has chosen."""


class Miss(msgspec.Struct, frozen=True):
    """An answer to which a robot prefers another: as a hint whose `second` is what was answered.

    `answer` is its number in the record, from 0 on; `position` the one before it, encoded, of which its seat is shown
    its view alone.
    """

    answer: int
    round: int
    prompt: Prompt
    hint: Hint
    position: bytes

    def __repr__(self) -> str:
        """Keep the position out of logs and error messages."""
        return f"Miss({self.answer})"


class _Seen(msgspec.Struct):
    by: float
    answer: int
    turn: int
    position: bytes


def misses(game: Game[Any, Any], record: Record, seat: int) -> list[Miss]:
    """Find the answers of a seat, of different turns, that lost most by a robot's judgement; the worst first.

    Takes seconds. What a seat could not know when it answered makes no difference.

    Raises:
        RulesError: the record does not follow the rules as they are now.

    """
    position, _ = replay(game, msgspec.structs.replace(record, answers=[]))
    seen: list[_Seen] = []
    turn = 0
    for number, answer in enumerate(record.answers):
        turn += answer.seat != seat
        if answer.seat == seat and answer.by in OWN:
            prompt = game.prompt(position, seat)
            by = _lost(game.appraise(game.view(position, seat), prompt, Level.GOOD), answer.picks)
            if by is not None:
                seen.append(_Seen(by, number, turn, game.encode(position)))
        game.answer(position, answer.seat, answer.picks)
    seen.sort(key=lambda one: -one.by)
    found: dict[int, Miss] = {}
    for one in seen[:LOOKED_AT]:
        miss = _looked_at(game, one, record.answers[one.answer].picks, seat)
        if miss is not None and (one.turn not in found or miss.hint.by > found[one.turn].hint.by):
            found[one.turn] = miss
    return sorted(found.values(), key=lambda miss: -miss.hint.by)[:MOST]


def _looked_at(game: Game[Any, Any], one: _Seen, picks: list[str], seat: int) -> Miss | None:
    """Look at an answer as a strong robot; None where it finds it as good as any."""
    before = game.decode(one.position)
    prompt, view = game.prompt(before, seat), game.view(before, seat)
    round_ = game.round(view)
    found = game.appraise(view, prompt, terms=True)
    alone = game.consider(view, prompt, picks)
    own = max(
        [other for other in (*found, alone) if other is not None and _same(other.picks, picks)],
        key=lambda other: other.value,
        default=None,
    )
    by = 0.0 if own is None else found[0].value - own.value
    if own is None or by <= TOLD or not comparable(found[0], own):
        return None
    hint = Hint([SupposedStep(prompt, found[0].picks)], None, own.picks, by, reasons(found[0], own))
    return Miss(one.answer, round_, prompt, hint, one.position)


def _lost(best_first: list[Appraisal], picks: list[str]) -> float | None:
    """By how many points an answer is worse than the best; None where it is as good, or nothing is thought of it."""
    own = next((one for one in best_first if _same(one.picks, picks)), None)
    by = 0.0 if own is None else best_first[0].value - own.value
    return by if by > TOLD else None


def _same(picks: list[str], others: list[str]) -> bool:
    return sorted(picks) == sorted(others)
