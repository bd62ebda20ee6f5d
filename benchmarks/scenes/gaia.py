"""Positions of Gaia Project to draw: recorded games, played again move by move."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.scenes import PLAYERS, Example
from rendering.gaia.pictures import GaiaPictures
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.gaia.game import GaiaGame
from rules.gaia.reach import Look, mine_quotes
from rules.gaia.state import GaiaState
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from tests.follow.gaia import Follower
from tests.follow.recorded import load

GAMES = Path(__file__).parents[2] / "tests/data/gaia"


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


def examples(words: Words) -> Iterator[Example]:
    """Every example of Gaia Project, by name."""
    draw = GaiaPictures()
    four, three, two = (list(recorded(name)) for name in ("rnd-043", "rnd-233", "rnd-014"))

    def context(game: list[Scene], at: int, back: int) -> RenderContext:
        return RenderContext(words, game[at].waiting, game[at - back].state, 7)

    yield Example("table-4-late", partial(draw.board, four[-12].state, context(four, -12, 8)))
    yield Example("table-4-middle", partial(draw.board, four[110].state, context(four, 110, 8)))
    yield Example("table-3-late", partial(draw.board, three[80].state, context(three, 80, 8)))
    yield Example("table-2-late", partial(draw.board, two[60].state, context(two, 60, 6)))
    yield Example("table-4-over", partial(draw.board, four[-1].state, context(four, -1, 8)))
    factions = next(
        scene for scene in played(4, {"setup": "advanced", "map": "method1"}) if scene.state.players[1].faction
    )
    yield Example(
        "table-4-factions", partial(draw.board, factions.state, RenderContext(words, factions.waiting, None, 7))
    )
    for part, paint in draw.parts.items():
        yield Example(part, partial(paint, four[-12].state, context(four, -12, 8)))
    yield Example("tableau", partial(draw.tableau, four[-12].state, 2, context(four, -12, 8)))
    look = Look(four[120].state, 3)
    places = [f"hex:{quote.place}" for quote in mine_quotes(look) if quote.refusal is None]
    marks = Marks(frozenset(places), frozenset(places[:1]))
    yield Example("panel-build", partial(draw.panel, four[120].state, 3, RenderContext(words, (3,), None, 7, marks)))


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Gaia Project: each kind of picture of a full table."""
    game = list(recorded("rnd-043"))
    late = game[-12]
    words = Words("de", PLAYERS)
    table = RenderContext(words, waiting=late.waiting, before=game[-20].state, seed=7)
    pictures = GaiaPictures()
    marks = RenderContext(
        words, late.waiting, None, 7, Marks(frozenset({"hex:4B5", "hex:5A0"}), frozenset({"hex:5A0"}))
    )
    return {
        "table": lambda: pictures.board(late.state, table),
        "tableau": lambda: pictures.tableau(late.state, 3, table),
        "panel": lambda: pictures.panel(late.state, 3, marks),
        **{part: (lambda draw=draw: draw(late.state, table)) for part, draw in pictures.parts.items()},  # type: ignore[misc]
    }
