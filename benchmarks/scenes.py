"""Positions to draw: games played by random legal answers, the same for the same key."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random

from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.race.game import RaceGame
from rules.race.state import RaceState

GAME = RaceGame()


def picks(prompt: Prompt, chance: Random) -> list[str]:
    """A random legal answer that rather does something than nothing."""
    legal = [option.id for option in prompt.legal]
    most = min(prompt.at_most, len(legal))
    low = min(most, max(prompt.at_least, 1))
    chosen = chance.sample(legal, chance.randint(low, most))
    if chosen == ["pass"] and len(legal) > 1:
        chosen = [next(one for one in legal if one != "pass")]
    return chosen


class Scene:
    """A position: its state, who must act, and what each is asked."""

    def __init__(self, state: RaceState, prompts: list[Prompt]) -> None:
        self.state = state
        self.prompts = prompts
        self.waiting = tuple(prompt.seat for prompt in prompts if prompt.answered is None)


def play(seats: int, *, setup: str = "normal", seed: int = 1, answers: int = 2000) -> Iterator[Scene]:
    """Every position of a game, from its setup to its end or to so many answers."""
    chance = Random(seed)
    position, _ = GAME.setup({"setup": setup}, seats, Rng(f"{seed:032x}"))
    for _ in range(answers):
        yield Scene(copy.deepcopy(position.state), GAME.prompts(position))
        if GAME.over(position):
            return
        seat = chance.choice(GAME.waiting(position))
        GAME.answer(position, seat, picks(GAME.prompt(position, seat), chance))
