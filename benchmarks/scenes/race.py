"""Positions of Race to draw: games played by random legal answers, the same for the same key."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from random import Random

from msgspec import structs

from benchmarks.scenes import PLAYERS, Example, film_frame, picks
from rendering.film import Scores
from rendering.kit import chart
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.race.changes import in_hand, military_strength
from rendering.race.pictures import RacePictures
from rendering.words import Words
from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import signed
from rules.race.components import BY_KEY, CARDS
from rules.race.game import RaceGame, RaceStep
from rules.race.places import card_place
from rules.race.scoring import total
from rules.race.state import UNKNOWN, RaceState
from rules.race.steps.consume import SpendKinds

GAME = RaceGame()
DRAW = RacePictures()


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


KINDS = ("start", "actions", "explore", "develop", "settle", "way", "pay", "sell", "power", "goods", "kinds", "hand",
         "guess", "windfall", "hand_limit")  # fmt: skip
"""Every kind of prompt."""


def asked(games: Sequence[list[Scene]], kind: str) -> tuple[Scene, Prompt]:
    """The scene in which a seat is asked something of a kind with the most choices, and what it is asked."""
    if kind == "kinds":
        return _kinds(games[0][-2])
    found = [
        (len(prompt.legal), scene, prompt)
        for game in games
        for scene in game
        for prompt in scene.prompts
        if prompt.kind == kind and len(scene.state.players[prompt.seat].hand) <= 10 + 3 * (kind == "hand_limit")
    ]
    _, scene, prompt = max(found, key=lambda one: one[0])
    return scene, prompt


def _kinds(late: Scene) -> tuple[Scene, Prompt]:
    """A position made by hand in which goods of different kinds are to be chosen, which is seldom."""
    scene = Scene(late.position)
    one = scene.state.players[0]
    economy = BY_KEY["diversified_economy"].ids[0]
    worlds = [BY_KEY[key].ids[0] for key in ("gem_world", "spice_world", "plague_world", "alien_robotic_factory")]
    one.tableau = [*one.tableau[:3], economy, *worlds]
    one.goods = dict.fromkeys(worlds, UNKNOWN)
    one.used = [(economy, 0)]
    scene.state.phase = "consume"
    return scene, SpendKinds(0, economy, 0).prompt(scene.state)


def _seats_at_a_glance(view: RaceState) -> tuple[str, ...]:
    """The figures of every seat: points, strength, chips, cards in hand."""
    said: list[str] = []
    for seat in range(len(view.players)):
        said += _figures(view, seat)
    return tuple(said)


def _figures(view: RaceState, seat: int) -> tuple[str, ...]:
    one = view.players[seat]
    strength = signed(military_strength(one).general)
    return str(total(one)), strength, str(one.chips), str(in_hand(view, seat))


def _table(name: str, words: Words, game: list[Scene], scene: Scene, back: int) -> Example:
    before = game[max(0, game.index(scene) - back)].view(None)
    context = RenderContext(words, scene.waiting, before, 7)
    view = scene.view(None)
    supplies = (str(max(0, view.pool)), str(len(view.deck)), str(len(view.discards)))
    counts = (str(len(one.tableau)) for one in view.players)
    return Example(name, partial(DRAW.board, view, context), (*_seats_at_a_glance(view), *supplies, *counts))


def _panel(name: str, words: Words, scene: Scene, prompt: Prompt, held: RaceState | None = None) -> Example:
    """The panel of a prompt, with its numbers, and what its cards cost; `held` is what the seat saw before."""
    view = scene.view(prompt.seat)
    context = RenderContext(words, (prompt.seat,), None, 7, Marks.of(prompt), prompt.seat, held)
    one = view.players[prompt.seat]
    places = {option.place for option in prompt.legal}
    # Badges are drawn once and kept, so that a cost that several cards have is written once.
    costs = {str(CARDS[card].number) for card in (*one.drawn, *one.hand) if card_place(card) in places}
    figures = _figures(view, prompt.seat)
    glance = (*figures, *sorted(costs - {*figures}))
    return Example(name, partial(DRAW.panel, view, prompt.seat, context), glance, tuple(prompt.numbers.values()))


@cache
def games() -> Mapping[str, list[Scene]]:
    """The games that scenes are taken from."""
    return {
        "four": list(play(4, seed=3)),
        "three": list(play(3, setup="first", seed=4)),
        "two": list(play(2, setup="experienced", seed=5)),
    }


def examples(words: Words) -> Iterator[Example]:
    """Every example of Race, by name."""
    four, three, two = games().values()
    late = four[-2]
    yield _table("table-4-early", words, four, four[len(four) // 5], 8)
    yield _table("table-4-middle", words, four, four[len(four) * 6 // 10], 12)
    yield _table("table-4-late", words, four, late, 16)
    yield _table("table-4-over", words, four, four[-1], 8)
    yield _table("table-3-early", words, three, three[len(three) // 4], 10)
    yield _table("table-2-early", words, two, two[len(two) // 5], 8)
    yield _table("table-2-experienced", words, two, two[len(two) * 7 // 10], 8)
    yield _table("table-2-over", words, two, two[-1], 8)
    view = late.view(None)
    yield Example(
        "tableau",
        partial(DRAW.tableau, view, 0, RenderContext(words, late.waiting, None, 7)),
        _figures(view, 0),
    )
    for kind in KINDS:
        scene, prompt = asked((four, three, *more()), kind)
        yield _panel(f"panel-{kind}", words, scene, prompt)
    scene, prompt = asked((four, three, *more()), "explore")
    answered = structs.replace(prompt, answered=[prompt.legal[0].id, prompt.legal[-1].id])
    yield _panel("panel-chosen", words, scene, answered)
    scene, prompt = asked((two,), "actions")
    yield _panel("panel-two-actions", words, scene, prompt)
    for kind in ("actions", "settle"):
        scene, prompt = asked((four,), kind)
        held = scene.view(prompt.seat)
        held.players[prompt.seat].hand = held.players[prompt.seat].hand[1::2]
        yield _panel(f"panel-{kind}-new", words, scene, prompt, held)
    full = max((scene for scene in four), key=lambda scene: len(scene.state.players[1].hand))
    view = full.view(1)
    yield Example("hand", partial(DRAW.hand, view, 1, RenderContext(words, (), None, 7)), _figures(view, 1))
    over = four[-1].view(None)
    context = RenderContext(words, (), None, 7)
    yield Example("chart", partial(chart.draw, GAME.scores(over), DRAW.seats(over), context))
    rounds = tuple(map(tuple, GAME.scores(over)))
    middle = four[len(four) * 6 // 10].view(None)
    now = tuple(total(one) for one in middle.players)
    scores = Scores(rounds, len(GAME.scores(middle)), now, 0.5)
    yield Example("film", lambda: film_frame(DRAW.board(middle, context), scores, DRAW.seats(middle), context))


@cache
def more() -> tuple[list[Scene], ...]:
    """Other games, in which seldom kinds of prompts are asked."""
    return tuple(list(play(4, seed=seed)) for seed in (11, 12, 13, 14))


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Race: each kind of picture of a full table."""
    game = games()["four"]
    late = game[-2]
    before = game[-12].view(None)
    words = Words("de", PLAYERS)
    table = RenderContext(words, waiting=late.waiting, before=before, seed=7)
    drawn: dict[str, Callable[[], Picture]] = {
        "table": lambda: DRAW.board(late.view(None), table),
        "tableau": lambda: DRAW.tableau(late.view(None), 0, table),
    }
    for kind in ("actions", "explore", "settle", "pay", "power", "sell"):
        scene, prompt = asked((game, *more()), kind)
        context = RenderContext(words, (prompt.seat,), None, 7, Marks.of(prompt), prompt.seat)
        drawn[kind] = partial(DRAW.panel, scene.view(prompt.seat), prompt.seat, context)
    return drawn
