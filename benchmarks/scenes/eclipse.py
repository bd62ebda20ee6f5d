"""Positions of Eclipse to draw: games that robots play, and a full galaxy laid by hand."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from benchmarks.scenes import PLAYERS, Example
from rendering.eclipse.pictures import EclipsePictures
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.eclipse.components import TRACKS
from rules.eclipse.economy import production, upkeep
from rules.eclipse.game import EclipseGame
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import signed

GAME = EclipseGame()
SEED = 7


@dataclass(frozen=True)
class Scene:
    """A position: what everybody sees, who must act, and what each is asked."""

    view: EclipseState
    prompts: tuple[Prompt, ...]

    @property
    def waiting(self) -> tuple[int, ...]:
        """Whoever has not answered yet."""
        return tuple(prompt.seat for prompt in self.prompts if prompt.answered is None)


@cache
def played(seats: int, seed: int) -> tuple[Scene, ...]:
    """Every position of a game that robots play, from its beginning to its end."""
    chance = Rng(f"{seed:032x}")
    position, _ = GAME.setup({"species": "random"}, seats, Rng(f"{seed:032x}"))
    scenes = []
    while True:
        scenes.append(Scene(copy.deepcopy(GAME.view(position, None)), tuple(GAME.prompts(position))))
        waiting = GAME.waiting(position)
        if not waiting:
            return tuple(scenes)
        seat = waiting[0]
        GAME.answer(position, seat, GAME.choose(GAME.view(position, seat), GAME.prompt(position, seat), chance))


def at_round(scenes: tuple[Scene, ...], number: int, *, phase: str = "action") -> int:
    """The last position of a phase of a round."""
    return max(at for at, one in enumerate(scenes) if (one.view.round, one.view.phase) == (number, phase))


def asked(scenes: tuple[Scene, ...], kind: str, number: int = 1) -> Scene:
    """The first position from a round on at which somebody is asked something."""
    return next(
        one
        for one in scenes
        if one.view.round >= number and any(prompt.kind == kind and prompt.answered is None for prompt in one.prompts)
    )


def table_glance(view: EclipseState) -> tuple[str, ...]:
    """What must be read at a glance of everybody: points, goods and production, discs and upkeep; the round."""
    found = [f"{view.round}/9"]
    for seat, one in enumerate(view.players):
        found += [str(score(view, seat)["total"]), str(one.discs), signed(-upkeep(one)) if upkeep(one) else "0"]
        for track in TRACKS:
            found += [str(one.goods[track]), f"+{production(one, track)}"]
    return tuple(found)


def _galaxies(words: Words, draw: EclipsePictures) -> Iterator[Example]:
    """The whole table and the map alone: few and many players, early, late and over, with battles to come."""

    def example(name: str, scenes: tuple[Scene, ...], at: int) -> Example:
        scene, before = scenes[at], scenes[:at][-6:][:1]
        context = RenderContext(words, scene.waiting, before[0].view if before else None, SEED)
        return Example(name, partial(draw.board, scene.view, context), table_glance(scene.view))

    two, four, six = played(2, 3), played(4, 2), played(6, 1)
    yield example("galaxy-2-early", two, 1)
    yield example("galaxy-2-late", two, at_round(two, 9))
    yield example("galaxy-4-early", four, at_round(four, 2))
    yield example("galaxy-4-battle", four, at_round(four, 5))
    yield example("galaxy-6-late", six, at_round(six, 8))
    yield example("galaxy-6-over", six, -1)
    late = six[at_round(six, 8)]
    yield Example("map", partial(draw.map, late.view, RenderContext(words, late.waiting, None, SEED)))


def examples(words: Words) -> Iterator[Example]:
    """Every example of Eclipse, by name."""
    draw = EclipsePictures()
    yield from _galaxies(words, draw)
    scene = asked(played(2, 3), "explore", 2)
    prompt = scene.prompts[0]
    marks = Marks.of(prompt)
    offered = tuple(number for numbers in marks.numbers.values() for number in numbers)
    context = RenderContext(words, scene.waiting, None, SEED, marks)
    yield Example("panel-explore", partial(draw.panel, scene.view, prompt.seat, context), (), offered)


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Eclipse: each kind of picture of a full table."""
    six = played(6, 1)
    late = six[at_round(six, 8)]
    draw = EclipsePictures()
    table = RenderContext(Words("de", (*PLAYERS, "Emil", "Florentine")), late.waiting, six[0].view, SEED)
    return {"galaxy": partial(draw.board, late.view, table), "map": partial(draw.map, late.view, table)}
