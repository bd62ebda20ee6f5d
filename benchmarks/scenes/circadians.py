"""Positions of Circadians to draw: games that the robot plays against itself, the same for the same seed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial

from benchmarks.scenes import PLAYERS, Example
from rendering.circadians.pictures import CircadiansPictures
from rendering.circadians.sentences import BASE_PLACES
from rendering.kit.numbers import said
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.circadians.components import GARAGES
from rules.circadians.game import CircadiansGame, CircadiansStep
from rules.circadians.means import HQ, Means, Sending
from rules.circadians.scoring import standings
from rules.circadians.state import EMPTY, CircadiansState, Die
from rules.circadians.steps.harvest import ItemLimit
from rules.circadians.steps.locations import SecondDie
from rules.circadians.steps.moving import Steer
from rules.circadians.steps.negotiation import LoseItem, SetbackToken
from rules.circadians.steps.planning import Seal
from rules.kernel.game import Position
from rules.kernel.prompt import Prompt
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
    position, _ = GAME.setup(GAME.check_setup({"planet": planet}, seats), seats, Rng(f"{seed:032x}"))
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
    yield from base_examples(words)
    yield from panel_examples(words)


def of_the_base(place: str) -> bool:
    """Whether a marked place is none of the table: the canteen, or another value of the die."""
    return place in BASE_PLACES or place.startswith("value:")


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
        shown = [short for place, short in marks.numbers.items() if not of_the_base(place)]
        yield Example(name, partial(paint, scene.view(seat), context), offered=tuple(map(said, shown)))


def prompted(game: tuple[Scene, ...], kind: str, least: int = 2, share: float = 0.5) -> tuple[Scene, Prompt] | None:
    """A position in which a seat is asked something of a kind, with some choice; None where there is none."""
    found = [
        (scene, prompt)
        for scene in game
        for prompt in GAME.prompts(scene.position)
        if prompt.kind == kind and prompt.answered is None and len(prompt.legal) >= least
    ]
    return found[int(share * (len(found) - 1))] if found else None


def purse_of(view: CircadiansState, seat: int) -> tuple[str, ...]:
    """What must be read at a glance of whoever decides: resources and points."""
    me = view.players[seat]
    points = standings(view, over=view.phase == "over")[seat].total
    return (str(me.water), str(me.algae), str(me.power), str(me.gem), str(points))


def base_of(view: CircadiansState, seat: int) -> tuple[str, ...]:
    """What must be read at a glance of a base: resources and points, dice, what garages cost."""
    me, means = view.players[seat], Means(view, seat)
    dice = [str(die) for die in (*me.garages, *me.farm_dice) if die != EMPTY]
    return (*purse_of(view, seat), *dice, *(str(means.algae(garage)) for garage in GARAGES))


def base_examples(words: Words) -> Iterator[Example]:
    """Bases and hands, early and late, of 2 and 4 players."""
    draw = CircadiansPictures()
    four, two = played(4), played(2, "b", 3)
    bases = {
        "base-4-late": (four, at(four, 7, "garages", 0.3), 1),
        "base-4-over": (four, len(four) - 1, 0),
        "base-2-early": (two, at(two, 2, "garages", 0.2), 0),
    }
    for name, (game, index, seat) in bases.items():
        view = game[index].view(seat)
        context = replace(context_at(words, game, index), reader=seat)
        yield Example(name, partial(draw.tableau, view, seat, context), base_of(view, seat))
    index = at(four, 6, "garages", 0.3)
    view = four[index].view(2)
    yield Example("hand", partial(draw.hand, view, 2, context_at(words, four, index)), purse_of(view, 2))


PANELS = {
    "plan": 8, "send": 5, "negotiate": 2, "clan": 1, "advance": 3, "penalty": 2, "row": 2, "item": 2, "mine": 2,
    "academy": 2, "market": 2, "market-space": 2, "trade": 2, "times": 2, "hq": 2, "harvest": 2, "pay": 2, "move": 4,
    "direction": 2, "farm": 2, "remove-farm": 2, "remove-upgrade": 2, "lose-die": 2, "character": 2, "draft": 4,
}  # fmt: skip
"""The kinds of prompts that are shown, each with how many choices it has at least."""


def panel_examples(words: Words) -> Iterator[Example]:
    """A panel of each kind of prompt, of four players; planning and sending of two as well."""
    four, two = played(4), played(2, "b", 3)
    wanted = [(f"panel-{kind}", four, kind, least, 0.5) for kind, least in PANELS.items()]
    wanted += [("panel-plan-2", two, "plan", 3, 0.9), ("panel-send-2", two, "send", 4, 0.2)]
    wanted += [("panel-plan-early", four, "plan", 3, 0.0), ("panel-send-late", four, "send", 4, 0.98)]
    for name, game, kind, least, share in wanted:
        found = prompted(game, kind, least, share)
        if found:
            yield _panel(words, name, *found)
    for name in SELDOM:
        yield _seldom(words, name, four)


def _sealed(view: CircadiansState, seat: int) -> Prompt:
    """Every die has its place."""
    me = view.players[seat]
    free = [place for place in ("g1", "g2", "g3", "g4", "g5", "f1", "f2", "f3") if place not in me.plan]
    me.plan |= dict(zip(free, me.rolled, strict=False))
    me.rolled = []
    return Seal(seat).prompt(view)


def _crowded(view: CircadiansState, seat: int) -> Prompt:
    """The hand holds one card too many."""
    me, limit = view.players[seat], view.parts.base.most_items
    me.hand += [one for one in view.parts.items if one not in me.hand][: limit + 1 - len(me.hand)]
    return ItemLimit([seat]).prompt(view, seat)


def _paired(view: CircadiansState, seat: int) -> Prompt:
    """A die of the headquarters may be the second, and one of a garage."""
    me, value = view.players[seat], 4
    me.garages[1] = value
    view.hq = [Die(seat, value), Die(seat, value)]
    return SecondDie(seat, Sending(HQ, value)).prompt(view)


SELDOM: dict[str, tuple[str, Callable[[CircadiansState, int], Prompt]]] = {
    "seal": ("plan", _sealed),
    "direction": ("move", lambda view, seat: Steer(seat, Sending(1, 4)).prompt(view)),
    "setback": ("negotiate", lambda view, seat: SetbackToken(seat, ["sum-green", "pair-green"]).prompt(view)),
    "discard": ("item", _crowded),
    "lose-item": ("item", lambda view, seat: LoseItem(seat).prompt(view)),
    "pair": ("send", _paired),
}
"""What the games do not come to: in a position in which something else is asked, what is changed and asked then."""


def _seldom(words: Words, name: str, game: tuple[Scene, ...]) -> Example:
    like, lay = SELDOM[name]
    found = prompted(game, like)
    assert found
    scene, asked = found
    view = copy.deepcopy(scene.view(asked.seat))
    return _drawn(words, f"panel-{name}", scene, lay(view, asked.seat), view)


def _panel(words: Words, name: str, scene: Scene, prompt: Prompt) -> Example:
    return _drawn(words, name, scene, prompt, scene.view(prompt.seat))


def _drawn(words: Words, name: str, scene: Scene, prompt: Prompt, view: CircadiansState) -> Example:
    seat = prompt.seat
    context = RenderContext(words, scene.waiting, scene.view(None), 7, Marks.of(prompt), seat)
    dice = [str(face) for face in view.players[seat].rolled] if prompt.kind == "plan" else []
    glance = (*purse_of(view, seat), *sorted(set(dice)))
    offered = tuple(said(numbers) for numbers in context.marks.numbers.values())
    return Example(name, partial(CircadiansPictures().panel, view, seat, context), glance, offered)


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Circadians: each kind of picture of a full table."""
    four = played(4)
    index = at(four, 8, "garages", 0.9)
    view, pictures = four[index].view(None), CircadiansPictures()
    context = context_at(Words("de", PLAYERS), four, index)
    panels = {}
    for kind in ("plan", "send", "negotiate", "move", "item"):
        found = prompted(four, kind, PANELS[kind])
        assert found
        panels[f"panel-{kind}"] = _panel(Words("de", PLAYERS), kind, *found).draw
    return {
        "table": lambda: pictures.board(view, context),
        "base": lambda: pictures.tableau(four[index].view(0), 0, context),
        **panels,
        **{part: (lambda draw=draw: draw(view, context)) for part, draw in pictures.parts.items()},  # type: ignore[misc]
    }
