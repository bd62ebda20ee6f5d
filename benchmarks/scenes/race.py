"""Positions of Race to draw: games played by random legal answers, the same for the same key."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from benchmarks.scenes import PLAYERS, Example, picks
from rendering.kit import chart
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.race.pictures import RacePictures
from rendering.words import Words
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from rules.race.game import RaceGame, RaceStep
from rules.race.state import RaceState

GAME = RaceGame()


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


def _marks(scene: Scene, seat: int) -> Marks:
    """What the seat is asked in this scene, with the first choice picked."""
    places = [one.place for prompt in scene.prompts if prompt.seat == seat for one in prompt.legal if one.place]
    return Marks(frozenset(places), frozenset(places[:1]))


def _asked(game: list[Scene], kind: str) -> tuple[Scene, int]:
    """The last scene in which a seat is asked something of a kind with several choices, and that seat."""
    for scene in reversed(game):
        for prompt in scene.prompts:
            if (
                prompt.kind == kind
                and len(prompt.legal) > 1
                and len(scene.state.players[prompt.seat].hand) in range(5, 11)
            ):
                return scene, prompt.seat
    raise LookupError(kind)


def examples(words: Words) -> Iterator[Example]:
    """Every example of Race, by name."""
    draw = RacePictures()
    four = list(play(4, seed=3))
    middle, late = four[len(four) * 6 // 10], four[-2]

    def table(game: list[Scene], scene: Scene, back: int) -> Picture:
        before = game[max(0, game.index(scene) - back)].view(None)
        return draw.board(scene.view(None), RenderContext(words, scene.waiting, before, 7))

    yield Example("table-4-middle", partial(table, four, middle, 12))
    yield Example("table-4-late", partial(table, four, late, 16))
    two = list(play(2, setup="experienced", seed=5))
    yield Example("table-2-experienced", partial(table, two, two[len(two) * 7 // 10], 8))
    three = list(play(3, setup="first", seed=4))
    yield Example("table-3-early", partial(table, three, three[len(three) // 4], 10))
    yield Example("tableau", partial(draw.tableau, late.view(None), 0, RenderContext(words, late.waiting, None, 7)))
    for kind in ("settle", "explore", "actions"):
        scene, seat = _asked(four, kind)
        context = RenderContext(words, (seat,), None, 7, _marks(scene, seat))
        yield Example(f"hand-{kind}", partial(draw.hand, scene.view(seat), seat, context))
    yield Example("chart", partial(chart.draw, four[-1].view(None).scores, RenderContext(words, (), None, 7)))
    start = four[0]
    yield Example(
        "hand-start", partial(draw.hand, start.view(0), 0, RenderContext(words, (0,), None, 7, _marks(start, 0)))
    )


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Race: each kind of picture of a full table."""
    game = list(play(4, seed=3))
    late = game[-2]
    before = game[-12].view(None)
    words = Words("de", PLAYERS)
    table = RenderContext(words, waiting=late.waiting, before=before, seed=7)
    seat = max(range(4), key=lambda one: len(late.state.players[one].hand))
    marks = Marks(frozenset(f"card:{card}" for card in late.state.players[seat].hand[::2]))
    pictures = RacePictures()
    return {
        "table": lambda: pictures.board(late.view(None), table),
        "tableau": lambda: pictures.tableau(late.view(None), 0, table),
        "hand": lambda: pictures.hand(late.view(seat), seat, RenderContext(words, marks=marks, seed=7)),
    }
