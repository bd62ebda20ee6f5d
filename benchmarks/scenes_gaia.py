"""Positions of Gaia Project to draw: recorded games, played again move by move."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rules.gaia.game import GaiaGame
from rules.gaia.state import GaiaState
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from tests.follow.gaia import Follower
from tests.follow.recorded import load

GAMES = Path(__file__).parents[1] / "tests/data/gaia"


class Scene:
    """A position: its state, who must act, and what each is asked."""

    def __init__(self, state: GaiaState, prompts: list[Prompt]) -> None:
        self.state = state
        self.prompts = prompts
        self.waiting = tuple(prompt.seat for prompt in prompts if prompt.answered is None)


def recorded(name: str) -> Iterator[Scene]:
    """Every position of a recorded game (`rnd-219`) after each recorded move."""
    lines = load(GAMES / f"{name}.jsonl.gz")
    follower = Follower(lines)
    yield Scene(copy.deepcopy(follower.state), follower.game.prompts(follower.position))
    for move in lines[1:]:
        if move["t"] == "move":
            follower.play(move)
            yield Scene(copy.deepcopy(follower.state), follower.game.prompts(follower.position))


def played(seats: int, config: dict[str, str], *, seed: int = 1, answers: int = 400) -> Iterator[Scene]:
    """Every position of a game played at random, from the choice of factions to its end or to so many answers."""
    game, chance = GaiaGame(), Random(seed)
    position, _ = game.setup(config, seats, Rng(f"{seed:032x}"))
    for _ in range(answers):
        yield Scene(copy.deepcopy(position.state), game.prompts(position))
        if game.over(position):
            return
        seat = chance.choice(game.waiting(position))
        prompt = game.prompt(position, seat)
        legal = [option.id for option in prompt.legal if option.id != "pass"] or ["pass"]
        game.answer(position, seat, chance.sample(legal, max(1, prompt.at_least)) if prompt.at_most else [])
