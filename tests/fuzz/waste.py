"""What random players lose without having been warned: ``python -m tests.fuzz.waste GAME --games N --seed S``.

After each answer a game's `Losses` says what its seat has lost by it; where no option that was picked (in this answer
or in one of the same turn before it) has said so in its note, its kind is listed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rendering.words import Words
from rules.kernel.game import Outcome
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.fuzz.play import AnyGame, AnyPosition, Checks, key_of, setups
from tests.per_game import FUZZ, WASTE, games_with, of_game

Losses = Callable[[AnyGame, AnyPosition, int, Sequence[str]], tuple[Outcome, list[str]]]
"""Carries an answer out and names the kinds of things that its seat has lost by it; of what happens by itself nothing.

A kind is a part of what the note must say, in English and small letters.
"""

Kind = tuple[str, str, str]
"""A kind of question, an option, and what was lost by it."""


def unwarned(key: str, games: int, seed: int = 0, most: int = 100_000) -> tuple[Counter[Kind], int]:
    """Play games at random; count what was lost without a warning by its kind, and what was lost in all."""
    game, found, lost = GAMES[key], Counter[Kind](), 0
    checks: Checks = of_game(FUZZ, key, "CHECKS")
    losses: Losses = of_game(WASTE, key, "losses")
    every = checks.quick(setups(game))
    for number in range(seed, seed + games):
        options, seats = every[number % len(every)]
        rng = Rng(key_of("waste", key, number))
        position, _ = game.setup(options, seats, Rng(key_of("wasted", key, number)))
        notes: dict[int, list[str]] = {}
        for _ in range(most):
            waiting = game.waiting(position)
            if not waiting:
                break
            seat = rng.pick(waiting, "who")
            prompt = game.prompt(position, seat)
            picks = checks.choose(game.view(position, seat), prompt, rng)
            said = notes.setdefault(seat, [])
            said += said_by(prompt, picks)
            outcome, gone = losses(game, position, seat, picks)
            lost += len(gone)
            for what in gone:
                if not any(what in one for one in said):
                    found[prompt.kind, "+".join(picks), what] += 1
            if outcome.turn_over or outcome.barrier:
                notes.clear()
    return found, lost


def said_by(prompt: Prompt, picks: Sequence[str]) -> list[str]:
    """What the notes of some options say, and what is said of all of them, in small letters."""
    words = Words("en")
    notes: list[Any] = [prompt.detail, *(prompt.option(pick).note for pick in picks)]
    return [words.say(note).casefold() for note in notes if note is not None]


def main(arguments: list[str]) -> int:
    """List the kinds; 0 if there are none."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.waste", description="List what is lost unwarned.")
    parser.add_argument("game", choices=games_with(WASTE))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    found, lost = unwarned(options.game, options.games, options.seed)
    for (kind, picks, what), times in found.most_common():
        print(f"{times:5} {kind}: {picks} loses {what}")
    print(f"{lost} losses in {options.games} games, {found.total()} of them without a warning")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
