"""Positions of Gaia Project to draw: recorded games, played again move by move."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.scenes import PLAYERS, Example, film_frame
from rendering.film import Scores
from rendering.gaia.pictures import GaiaPictures
from rendering.kit import chart
from rendering.kit.numbers import said
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.gaia.components import ACTIONS, INSTITUTE, LAB, MINE, STATION, TRACKS
from rules.gaia.game import GaiaGame
from rules.gaia.reach import Look, Quote, empty_quotes
from rules.gaia.scoring import by_round, final_points, points
from rules.gaia.state import GaiaState, OwnToken
from rules.gaia.steps.actions import BoardActions, lowest
from rules.gaia.steps.basics import ChargeStone, PayStone
from rules.gaia.steps.building import Downgrade, GaiaProject, Swap
from rules.gaia.steps.research import Advance
from rules.gaia.steps.rounds import ItarGaia, TerranGaia
from rules.gaia.steps.tech import ChooseTech, Cover
from rules.gaia.steps.tokens import ScoreAgain
from rules.gaia.steps.turn import Finish, Pass
from rules.gaia.texts import round_title
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import T
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


METHOD: dict[str, str] = {"setup": "advanced", "map": "method1"}
ADVANCED: dict[str, str] = {"setup": "advanced", "map": "method1", "turning": "last"}
AUTOMA: dict[str, str] = {"setup": "advanced", "solo": "automa", "automa": "xenos"}
ASKED = {
    "faction": 1,
    "turn-sectors": 0,
    "first": 0,
    "booster": 0,
    "build": -1,
    "upgrade": -1,
    "upgrade-place": 0,
    "research": 0,
    "tech": -1,
    "federation": 0,
    "route": 0,
    "token": -1,
    "charge": -1,
    "turn": -1,
    "income": 0,
}
"""Kinds of prompts that have an example, and which one of those asked in a game."""
SELDOM = ("far", "give-up", "burn-stone", "special", "station")
"""Kinds that have an example of other games, that with the most choices."""


def _owned(view: GaiaState, seat: int) -> tuple[str, ...]:
    """What everybody must see of a seat: its points, goods and power."""
    one = view.players[seat]
    if not one.faction:
        return ()
    if seat >= view.persons:  # the Automa has points alone
        return (str(points(view)[seat]),)
    goods = (points(view)[seat], one.ore, one.credits, one.knowledge, one.qic, *one.power)
    return tuple(str(count) for count in goods)


def _glance(view: GaiaState, words: Words) -> tuple[str, ...]:
    """What must be read at a glance on the table: the round, every seat, levels, final tiles, prices of actions."""
    said = [words.say(round_title(view)[0])]
    for seat, one in enumerate(view.players):
        said += [*_owned(view, seat), *(str(level) for level in one.research.values())]
    if view.spaces:
        said += [str(have) for tile in view.final_tiles for have, _ in final_points(view, tile)]
    said += [str(action.price) for action in ACTIONS.values() if action.id not in view.taken]
    return tuple(said)


def _panels(words: Words) -> Iterator[Example]:
    """A panel of each kind that a game of four asks, and one of a game of two."""
    draw = GaiaPictures()
    found: dict[str, list[tuple[GaiaState, Prompt]]] = {}
    for game in (played(4, ADVANCED, seed=3, answers=1500), recorded("rnd-043")):
        for scene in game:
            for prompt in scene.prompts:
                if len(prompt.legal) > 1:
                    found.setdefault(prompt.kind, []).append((scene.state, prompt))
    asked = [(kind, *found[kind][at]) for kind, at in ASKED.items()]
    late = list(recorded("rnd-014"))[60].state
    places = [Option(one.place, T("{place}", place=one.place), place=f"hex:{one.place}") for one in empty(late, 0)]
    asked.append(("lost-planet", late, Prompt(0, "lost-planet", T("?"), places)))
    # Of those who may take a power action, the last who finds somebody's disc on another.
    powers = [
        (view, BoardActions(turn.seat, "power").prompt(view))
        for view, turn in found["turn"]
        if view.taken and any(option.id == "power" for option in turn.legal)
    ]
    asked.append(("power", *powers[-1]))
    asked += _seldom()
    advanced, seat = _advanced(), 2
    first = next(iter(advanced.advanced))
    asked += [
        (kind, advanced, step.prompt(advanced))
        for kind, step in (
            ("itars", ItarGaia(seat)),
            ("tech-advanced", ChooseTech(seat)),
            ("cover", Cover(seat, first)),
            ("again", ScoreAgain(seat)),
        )
    ]
    asked += [*_by_hand(), *_turns_by_hand()]
    for kind, view, prompt in asked:
        context = RenderContext(words, (prompt.seat,), None, 7, Marks.of(prompt), prompt.seat)
        offered = tuple(said(numbers) for numbers in context.marks.numbers.values())
        glance = _owned(view, prompt.seat)
        yield Example(f"panel-{kind}", partial(draw.panel, view, prompt.seat, context), glance, offered)


def _seldom() -> list[tuple[str, GaiaState, Prompt]]:
    """Kinds of prompts that few games ask."""
    most: dict[str, tuple[GaiaState, Prompt]] = {}
    for seats, config, seed in ((4, ADVANCED, 33), (4, ADVANCED, 21), (3, METHOD, 22)):
        for scene in played(seats, config, seed=seed, answers=1500):
            for prompt in scene.prompts:
                if prompt.kind in SELDOM and len(prompt.legal) > (
                    len(most[prompt.kind][1].legal) if prompt.kind in most else 1
                ):
                    most[prompt.kind] = scene.state, prompt
    return [(kind, *most[kind]) for kind in SELDOM]


def _advanced() -> GaiaState:
    """A position made by hand in which a seat may take most advanced technology tiles, which is seldom."""
    view = copy.deepcopy(list(recorded("rnd-043"))[-12].state)
    one = view.players[2]
    one.tokens = [OwnToken("ore", green=True), OwnToken("qic", green=False)]
    one.research = {track: 4 if track != "sci" else 1 for track in one.research}
    return view


def _by_hand() -> list[tuple[str, GaiaState, Prompt]]:
    """Kinds of prompts that only special actions and the Brainstone ask, in a position made by hand for each."""
    state = list(recorded("rnd-043"))[-12].state
    stone, firaks = copy.deepcopy(state), copy.deepcopy(state)
    one = next(one for one in stone.players if one.faction == "taklons")
    one.brainstone, one.power[2] = 2, 4
    two = next(one for one in firaks.players if one.faction == "bescods")
    two.faction = "firaks"
    two.structures = {place: LAB if kind == STATION else kind for place, kind in two.structures.items()}
    two.structures |= dict.fromkeys(list(two.structures)[:2], LAB)
    bescods = state.players.index(next(one for one in state.players if one.faction == "bescods"))
    return [
        ("pay-stone", stone, PayStone(stone.players.index(one), 4).prompt(stone)),
        ("downgrade", firaks, Downgrade(bescods).prompt(firaks)),
        ("advance", state, Advance(bescods, lowest(state.players[bescods])).prompt(state)),
    ]


def _turns_by_hand() -> list[tuple[str, GaiaState, Prompt]]:
    """Kinds of prompts of a turn and of the Gaia phase that need a certain faction or much room, made by hand."""
    middle = list(recorded("rnd-043"))[110].state
    ambas, terrans, forming = (copy.deepcopy(middle) for _ in range(3))
    seat = max(range(len(middle.players)), key=lambda one: len(middle.players[one].structures))
    for view, faction in ((ambas, "ambas"), (terrans, "terrans"), (forming, middle.players[seat].faction)):
        view.players[seat].faction = faction
    mines = ambas.players[seat].structures
    if INSTITUTE not in mines.values():
        mines[next(place for place, kind in mines.items() if kind != MINE)] = INSTITUTE
    terrans.players[seat].power = [1, 2, 1, 9]
    one = forming.players[seat]
    one.formers, one.research["gaia"], one.research["nav"], one.power = 1, 4, 4, [2, 2, 4, 0]
    charged = list(recorded("rnd-043"))[-12].state
    own = next(one for one in charged.players if one.faction == "taklons")
    own.brainstone, own.power = 0, [2, 1, 3, 0]
    return [
        ("charge-stone", charged, ChargeStone(charged.players.index(own), 5).prompt(charged)),
        ("swap", ambas, Swap(seat).prompt(ambas)),
        ("terrans", terrans, TerranGaia(seat, 9).prompt(terrans)),
        ("gaia", forming, GaiaProject(seat).prompt(forming)),
        ("finish", forming, Finish(seat).prompt(forming)),
        ("pass", forming, Pass(seat).prompt(forming)),
    ]


def empty(view: GaiaState, seat: int) -> list[Quote]:
    """Where a seat may discover the Lost Planet."""
    return [quote for quote in empty_quotes(Look(view, seat), satellites_block=True) if quote.refusal is None]


def examples(words: Words) -> Iterator[Example]:
    """Every example of Gaia Project, by name."""
    draw = GaiaPictures()
    four, three, two = (list(recorded(name)) for name in ("rnd-043", "rnd-233", "rnd-014"))
    alone = list(played(1, {}, seed=4))

    def context(game: list[Scene], at: int, back: int) -> RenderContext:
        return RenderContext(words, game[at].waiting, game[at - back].state, 7)

    tables = {
        "table-4-early": (four, 20, 4),
        "table-4-middle": (four, 110, 8),
        "table-4-late": (four, -12, 8),
        "table-4-over": (four, -1, 8),
        "table-3-late": (three, 80, 8),
        "table-2-early": (two, 12, 4),
        "table-2-late": (two, 60, 6),
        "table-2-over": (two, -1, 8),
        "table-1-late": (alone, -2, 4),
    }
    for name, (game, at, back) in tables.items():
        view = game[at].state
        yield Example(name, partial(draw.board, view, context(game, at, back)), _glance(view, words))
    against = list(played(1, AUTOMA, seed=4))
    middle = len(against) // 2
    rivals = RenderContext(
        Words(words.language, (PLAYERS[0], "Automa")), against[middle].waiting, against[middle - 4].state, 7
    )
    yield Example(
        "table-1-automa", partial(draw.board, against[middle].state, rivals), _glance(against[middle].state, words)
    )
    factions = next(
        scene for scene in played(4, {"setup": "advanced", "map": "method1"}) if scene.state.players[1].faction
    )
    yield Example(
        "table-4-factions", partial(draw.board, factions.state, RenderContext(words, factions.waiting, None, 7))
    )
    late = four[-12].state
    for part, paint in draw.parts.items():
        yield Example(part, partial(paint, late, context(four, -12, 8)))
    over = four[-1].state
    plain = RenderContext(words, (), None, 7)
    yield Example("chart", partial(chart.draw, by_round(over), draw.seats(over), plain))
    then = four[110].state
    scores = Scores(tuple(map(tuple, by_round(over))), len(by_round(then)), tuple(points(then)), 0.5)
    yield Example("film", lambda: film_frame(draw.board(then, plain), scores, draw.seats(then), plain))
    yield Example("tableau", partial(draw.tableau, late, 2, context(four, -12, 8)), _owned(late, 2))
    yield from _panels(words)


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Gaia Project: each kind of picture of a full table."""
    game = list(recorded("rnd-043"))
    late = game[-12]
    words = Words("de", PLAYERS)
    table = RenderContext(words, waiting=late.waiting, before=game[-20].state, seed=7)
    pictures = GaiaPictures()

    def panel(*places: str, kind: str = "build") -> Callable[[], Picture]:
        options = [Option(place, T("{place}", place=place), place=place) for place in places]
        marks = Marks.of(Prompt(3, kind, T("?"), options))
        return lambda: pictures.panel(late.state, 3, RenderContext(words, late.waiting, None, 7, marks, 3))

    return {
        "table": lambda: pictures.board(late.state, table),
        "tableau": lambda: pictures.tableau(late.state, 3, table),
        "panel": panel("hex:3A2", "hex:3A3", "hex:2A5", "hex:10A5"),
        "whole": panel(*(f"hex:{quote.place}" for quote in empty(late.state, 3))),
        "turn": panel(kind="turn"),
        "tracks": panel(*(f"track:{track}" for track in TRACKS), kind="research"),
        "tech": panel(*(f"tech:{space}" for space in late.state.tech), kind="tech"),
        "booster": panel(*(f"booster:{booster}" for booster in late.state.boosters), kind="pass"),
        **{part: (lambda draw=draw: draw(late.state, table)) for part, draw in pictures.parts.items()},  # type: ignore[misc]
    }
