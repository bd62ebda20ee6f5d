"""Positions of Circadians to draw: games that the robot plays against itself, the same for the same seed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from benchmarks.scenes import PLAYERS, Example
from rendering.circadians.pictures import CircadiansPictures
from rendering.circadians.sentences import BASE_PLACES
from rendering.kit.numbers import said
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.circadians.game import CircadiansGame, CircadiansStep
from rules.circadians.scoring import standings
from rules.circadians.state import EMPTY, CircadiansState
from rules.kernel.game import Position
from rules.kernel.rng import Rng

GAME = CircadiansGame()


class Scene:
    """A position and who must act in it."""

    def __init__(self, position: Position[CircadiansState, CircadiansStep]) -> None:
        self.position = copy.deepcopy(position)
        self.state = self.position.state
        self.waiting = tuple(GAME.waiting(position))

    def view(self, seat: int | None) -> CircadiansState:
        """What a seat, or an onlooker, may know of it."""
        return GAME.view(self.position, seat)


@lru_cache(maxsize=4)
def played(seats: int, planet: str = "a", seed: int = 1) -> tuple[Scene, ...]:
    """Every position of a game of robots, from its setup to its end."""
    position, _ = GAME.setup({"planet": planet}, seats, Rng(f"{seed:032x}"))
    chance = Rng(f"{seed + 1:032x}")
    found = [Scene(position)]
    while waiting := GAME.waiting(position):
        # The last seat first: so some have planned while others have not.
        seat = waiting[-1]
        GAME.answer(position, seat, GAME.choose(GAME.view(position, seat), GAME.prompt(position, seat), chance))
        found.append(Scene(position))
    return tuple(found)


def at(game: tuple[Scene, ...], round: int, phase: str, share: float = 0.5) -> int:
    """The index of a position of a round and phase: the first at a share of 0, the last at 1."""
    fits = [index for index, scene in enumerate(game) if (scene.state.round, scene.state.phase) == (round, phase)]
    return fits[int(share * (len(fits) - 1))]


def asked(game: tuple[Scene, ...], kind: str, round: int = 4) -> tuple[Scene, int, Marks]:
    """The first position from a round on in which somebody is asked a kind of question; who, and what is marked."""
    for scene in game:
        for prompt in GAME.prompts(scene.position):
            if scene.state.round >= round and prompt.kind == kind and len(prompt.legal) > 1 and not prompt.answered:
                return scene, prompt.seat, Marks.of(prompt)
    raise LookupError(kind)


def context_at(words: Words, game: tuple[Scene, ...], index: int, back: int = 6) -> RenderContext:
    """What everybody sees of a position, with what came since some answers before."""
    return RenderContext(words, game[index].waiting, game[max(0, index - back)].view(None), 7)


def glance_of(view: CircadiansState) -> tuple[str, ...]:
    """What must be read at a glance: points and resources of every seat, sums and limits, dice at every place."""
    players = [str(total) for total in (one.total for one in standings(view, over=view.phase == "over"))]
    for one in view.players:
        players += [str(count) for count in one.goods.amounts]
        players += [str(value) for value in one.garages if value != EMPTY]
    board = view.parts.board(len(view.players)).negotiation
    for column, dice in view.negotiation.items():
        lying = [die.value for die in dice if die is not None]
        players += [f"{sum(lying)}/{board[column].limit}", *map(str, lying)]
    return tuple(players)


def examples(words: Words) -> Iterator[Example]:
    """Every example of Circadians, by name."""
    yield from table_examples(words)


def table_examples(words: Words) -> Iterator[Example]:
    """The table and its parts."""
    draw = CircadiansPictures()
    four, two = played(4), played(2, "b", 3)
    tables = {
        "table-4-planning": (four, at(four, 3, "planning")),
        "table-4-acting": (four, at(four, 5, "garages", 0.6)),
        "table-4-late": (four, at(four, 8, "garages", 0.9)),
        "table-4-over": (four, len(four) - 1),
        "table-2-early": (two, at(two, 2, "garages", 0.4)),
        "table-2-late": (two, at(two, 7, "hq", 0.0)),
    }
    for name, (game, index) in tables.items():
        view = game[index].view(None)
        yield Example(name, partial(draw.board, view, context_at(words, game, index)), glance_of(view))
    index = at(four, 5, "garages", 0.6)
    view = four[index].view(None)
    for part, paint in draw.parts.items():
        yield Example(part, partial(paint, view, context_at(words, four, index)))
    for name, kind, paint in (
        ("table-offered", "send", draw.board),
        ("negotiation-offered", "negotiate", draw.negotiation),
        ("places-offered", "academy", draw.places),
    ):
        scene, seat, marks = asked(four, kind)
        context = RenderContext(words, (seat,), None, 7, marks, seat)
        shown = [short for place, short in marks.numbers.items() if place not in BASE_PLACES]
        yield Example(name, partial(paint, scene.view(seat), context), offered=tuple(map(said, shown)))


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Circadians: each kind of picture of a full table."""
    four = played(4)
    index = at(four, 8, "garages", 0.9)
    view, pictures = four[index].view(None), CircadiansPictures()
    context = context_at(Words("de", PLAYERS), four, index)
    return {
        "table": lambda: pictures.board(view, context),
        **{part: (lambda draw=draw: draw(view, context)) for part, draw in pictures.parts.items()},  # type: ignore[misc]
    }
