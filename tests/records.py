"""Files of records of every game, played at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from bot.tables.record_files import written
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Record
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.registry import GAMES
from storage.schema import Seat
from tests.per_game import FUZZ, of_game


def picks_of(key: str) -> Callable[[Any, Prompt, Rng], list[str]]:
    checks = of_game(FUZZ, key, "CHECKS")
    return checks.choose if checks is not None else choose


@cache
def record(key: str, most: int = 20_000) -> Record:
    """A game at random, up to so many answers."""
    game, chance, secret = GAMES[key], Rng("0b" * 16), "0c" * 16
    seats = max(2, game.info.fewest)
    options = game.check_setup({}, seats)
    position, _ = game.setup(options, seats, Rng(secret))
    answers: list[Answer] = []
    pick = picks_of(key)
    while not game.over(position) and len(answers) < most:
        prompt = game.prompt(position, game.waiting(position)[0])
        picks = pick(position.state, prompt, chance)
        game.answer(position, prompt.seat, picks)
        answers.append(Answer(prompt.seat, picks))
    return Record(key, game.info.rules_version, options, seats, secret, answers)


@cache
def file(key: str, most: int = 20_000) -> bytes:
    made = record(key, most)
    return written(made, [Seat(table_id=1, number=at, user_id=7 + at, name="AB"[at % 2]) for at in range(made.seats)])
