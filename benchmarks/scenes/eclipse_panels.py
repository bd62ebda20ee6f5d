"""Positions of Eclipse in which somebody is asked something: one of each kind of prompt, with what is decided by."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from benchmarks.scenes import Example
from rendering.eclipse.pictures import EclipsePictures
from rendering.kit.numbers import said
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.eclipse.components import POPULATION, SPECIES, TRACKS
from rules.eclipse.economy import own_sectors, price
from rules.eclipse.game import EclipseGame
from rules.eclipse.places import split
from rules.eclipse.scoring import score
from rules.eclipse.state import NOBODY, EclipseState
from rules.eclipse.steps.battle import LeaveStalemate
from rules.eclipse.steps.build import ITEMS, cost
from rules.eclipse.steps.conquest import AttackPopulation, ChooseVictims
from rules.eclipse.steps.diplomacy import Propose, ReturnTile
from rules.eclipse.steps.discovery import AncientPart
from rules.eclipse.steps.free import Colony, ColonySquare, square_options
from rules.eclipse.steps.move import MoveFrom
from rules.eclipse.steps.upgrade import UpgradeSlot
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Ask
from tests.fuzz.eclipse import careful

GAME = EclipseGame()
SEED = 7
GAMES = ((4, "0d", True), (6, "0a", False), (3, "0a", False), (2, "0c", True))
"""Games in which almost everything is asked: seats, where chance begins, whether robots play or chance alone."""
PURSELESS = (
    "place", "second", "species", "reputation", "return-tile", "upgrade", "upgrade-slot", "upgrade-part",
    "ancient-part", "fight", "hit", "stalemate",
)  # fmt: skip
"""Kinds of prompts that no goods are needed for."""
Asked = tuple[EclipseState, Prompt, EclipseState]
"""What the seat sees, what it is asked, and what everybody saw when its turn began."""


@cache
def asked_in_play() -> Mapping[str, Asked]:
    """A position for each kind of prompt: the one with the most to choose from."""
    found: dict[str, Asked] = {}
    for seats, seed, robots in GAMES:
        config = {"species": "choose" if seats == 2 else "random", "hits": "chosen"}
        position, _ = GAME.setup(config, seats, Rng(seed))
        chance, before = Rng("0b"), GAME.view(position, None)
        while waiting := GAME.waiting(position):
            prompt = GAME.prompt(position, waiting[0])
            view = GAME.view(position, prompt.seat)
            before = GAME.view(position, None) if prompt.kind == "turn" else before
            best = found.get(prompt.kind)
            if best is None or len(prompt.legal) > len(best[1].legal):
                found[prompt.kind] = (view, prompt, before)
            picks = GAME.choose(view, prompt, chance) if robots else careful(view, prompt, chance)
            GAME.answer(position, prompt.seat, picks)
    return found


@cache
def asked_seldom() -> Mapping[str, Asked]:
    """A position for each kind of prompt that those games did not come to, laid in theirs."""
    found = {}
    for like, lay in SELDOM:
        view, prompt, before = asked_in_play()[like]
        view = copy.deepcopy(view)
        step = lay(view, prompt.seat)
        found[step.prompt(view).kind] = (view, step.prompt(view), before)
    return {kind: asked for kind, asked in found.items() if kind not in asked_in_play()}


def _attack(view: EclipseState, seat: int) -> AttackPopulation:
    """Ships have come to the population of somebody else, and there are bombs."""
    view.players[seat].technologies.append("neutron-bombs")
    return AttackPopulation(seat, _conquered(view, seat))


def _victims(view: EclipseState, seat: int) -> ChooseVictims:
    return ChooseVictims(seat, _conquered(view, seat), 1)


def _conquered(view: EclipseState, seat: int) -> str:
    """The sector of another with the most cubes, in which the seat's ships are alone."""
    others = [one for one in view.sectors.values() if one.disc not in (seat, NOBODY)]
    sector = max(others, key=lambda one: len(one.cubes))
    sector.ancients, sector.gcds, sector.ships = 0, False, {seat: {"interceptor": 1, "cruiser": 2}}
    return sector.id


def _full(view: EclipseState, seat: int) -> ReturnTile:
    """Every slot holds a tile, and an ambassador comes."""
    view.players[seat].reputation = [1, 2, 3, 4]
    return ReturnTile(seat, (seat + 1) % len(view.players))


def _settler(view: EclipseState, seat: int) -> None:
    """No cube has left the tracks yet."""
    me = view.players[seat]
    me.colony, me.cubes = SPECIES[me.species].colony_ships, dict.fromkeys(TRACKS, POPULATION.cubes)
    for sector in own_sectors(view, seat):
        sector.cubes, sector.orbital_cube = [], False


def _settling(view: EclipseState, seat: int) -> Colony:
    _settler(view, seat)
    return Colony(seat)


def _settled(view: EclipseState, seat: int) -> ColonySquare:
    """In the sector with the most squares."""
    _settler(view, seat)
    me = view.players[seat]
    return ColonySquare(seat, max(own_sectors(view, seat), key=lambda one: len(square_options(me, one))).id)


def _stuck(view: EclipseState, seat: int) -> LeaveStalemate:
    assert view.battle is not None
    (own, *_) = [at for at, group in enumerate(view.battle.groups) if group.side == seat and group.damage]
    return LeaveStalemate(seat, own)


SELDOM: tuple[tuple[str, Callable[[EclipseState, int], Ask[EclipseState]]], ...] = (
    ("upgrade-part", lambda _, seat: AncientPart(seat, "ion-turret")),
    ("upgrade", lambda _, seat: UpgradeSlot(seat, 2, "cruiser")),
    ("upkeep", _attack),
    ("upkeep", _victims),
    ("reputation", _full),
    ("offers", lambda _, seat: Propose(seat)),
    ("fight", _stuck),
    ("move", lambda _, seat: MoveFrom(seat, "interceptor")),
    ("influence", _settling),
    ("influence", _settled),
)
"""In a position in which something else is asked: what is changed there, and what is asked then."""


def purse_glance(view: EclipseState, seat: int) -> tuple[str, ...]:
    """The goods, discs, colony ships and points of a seat."""
    me = view.players[seat]
    return (*(str(me.goods[track]) for track in TRACKS), str(me.discs), str(me.colony), str(score(view, seat)["total"]))


def _more(view: EclipseState, prompt: Prompt) -> tuple[str, ...]:
    """What else a choice of this kind is made by."""
    me, places = view.players[prompt.seat], [split(option.place) for option in prompt.legal]
    if prompt.kind == "research":
        return tuple(str(price(me, which)) for kind, which in places if kind == "technology")
    if prompt.kind == "build":
        return tuple(str(cost(me, item)) for item in ITEMS)
    if prompt.kind == "explore":
        return tuple(which for kind, which in places if kind == "place")
    return ()


def example_of(words: Words, draw: EclipsePictures, asked: Asked) -> Example:
    """The panel of a prompt."""
    view, prompt, before = asked
    marks = Marks.of(prompt)
    context = RenderContext(words, (prompt.seat,), before, SEED, marks, prompt.seat)
    glance = () if prompt.kind in PURSELESS else purse_glance(view, prompt.seat)
    offered = tuple(said(numbers) for numbers in marks.numbers.values())
    paint = partial(draw.panel, view, prompt.seat, context)
    return Example(f"panel-{prompt.kind}", paint, (*glance, *_more(view, prompt)), offered)


def examples(words: Words, draw: EclipsePictures) -> Iterator[Example]:
    """The panel of every kind of prompt."""
    asked = {**asked_in_play(), **asked_seldom()}
    for kind in sorted(asked):
        yield example_of(words, draw, asked[kind])


def measured(words: Words, draw: EclipsePictures) -> dict[str, Callable[[], Picture]]:
    """The panels that are asked for most, and those with the most to draw."""
    kinds = ("turn", "explore", "place", "move-to", "research", "upgrade-part", "build", "colony", "upkeep")
    asked = {**asked_in_play(), **asked_seldom()}
    return {f"panel-{kind}": example_of(words, draw, asked[kind]).draw for kind in kinds}
