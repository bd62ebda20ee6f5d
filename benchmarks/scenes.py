"""Positions to draw: games played by random legal answers, the same for the same key."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random

from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.race.game import RaceGame, RaceStep
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
    """A position, who must act in it, and what each is asked."""

    def __init__(self, position: Position[RaceState, RaceStep]) -> None:
        self.position = copy.deepcopy(position)
        self.state = self.position.state
        self.prompts = GAME.prompts(position)
        self.waiting = tuple(prompt.seat for prompt in self.prompts if prompt.answered is None)

    def view(self, seat: int | None) -> RaceState:
        """What a seat, or an onlooker, may know of it."""
        return GAME.view(self.position, seat)


def play(seats: int, *, setup: str = "normal", seed: int = 1, answers: int = 2000) -> Iterator[Scene]:
    """Every position of a game, from its setup to its end or to so many answers."""
    chance = Random(seed)
    position, _ = GAME.setup({"setup": setup}, seats, Rng(f"{seed:032x}"))
    for _ in range(answers):
        yield Scene(position)
        if GAME.over(position):
            return
        seat = chance.choice(GAME.waiting(position))
        GAME.answer(position, seat, picks(GAME.prompt(position, seat), chance))
