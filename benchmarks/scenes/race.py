"""Positions of Race to draw: games played by random legal answers, the same for the same key."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random

from benchmarks.scenes import PLAYERS, picks
from rendering.kit import chart
from rendering.kit.picture import Marks, Occasion, Picture
from rendering.race.pictures import RacePictures
from rendering.words import Words
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.race.game import RaceGame
from rules.race.state import RaceState
from rules.race.view import view

GAME = RaceGame()


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


def examples(words: Words) -> Iterator[tuple[str, Picture]]:
    """Every example of Race, by name."""
    draw = RacePictures()
    four = list(play(4, seed=3))
    middle, late = four[len(four) * 6 // 10], four[-2]

    def table(game: list[Scene], scene: Scene, back: int) -> Picture:
        before = view(game[max(0, game.index(scene) - back)].state, None)
        return draw.board(view(scene.state, None), Occasion(words, scene.waiting, before, 7))

    yield "table-4-middle", table(four, middle, 12)
    yield "table-4-late", table(four, late, 16)
    two = list(play(2, setup="experienced", seed=5))
    yield "table-2-experienced", table(two, two[len(two) * 7 // 10], 8)
    three = list(play(3, setup="first", seed=4))
    yield "table-3-early", table(three, three[len(three) // 4], 10)
    yield "tableau", draw.tableau(view(late.state, None), 0, Occasion(words, late.waiting, None, 7))
    for kind in ("settle", "explore", "actions"):
        scene, seat = _asked(four, kind)
        occasion = Occasion(words, (seat,), None, 7, _marks(scene, seat))
        yield f"hand-{kind}", draw.hand(view(scene.state, seat), seat, occasion)
    yield "chart", chart.draw(view(four[-1].state, None).scores, Occasion(words, (), None, 7))
    start = four[0]
    yield "hand-start", draw.hand(view(start.state, 0), 0, Occasion(words, (0,), None, 7, _marks(start, 0)))


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Race: each kind of picture of a full table."""
    game = list(play(4, seed=3))
    late = game[-2]
    before = view(game[-12].state, None)
    words = Words("de", PLAYERS)
    table = Occasion(words, waiting=late.waiting, before=before, seed=7)
    seat = max(range(4), key=lambda one: len(late.state.players[one].hand))
    marks = Marks(frozenset(f"card:{card}" for card in late.state.players[seat].hand[::2]))
    pictures = RacePictures()
    return {
        "table": lambda: pictures.board(view(late.state, None), table),
        "tableau": lambda: pictures.tableau(view(late.state, None), 0, table),
        "hand": lambda: pictures.hand(view(late.state, seat), seat, Occasion(words, marks=marks, seed=7)),
    }
