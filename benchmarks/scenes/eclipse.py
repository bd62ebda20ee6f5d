"""Positions of Eclipse to draw: games that robots play, and a full galaxy laid by hand."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from benchmarks.scenes import PLAYERS, Example, eclipse_panels
from rendering.eclipse.battle_looks import percent
from rendering.eclipse.changes import moves
from rendering.eclipse.pictures import EclipsePictures
from rendering.eclipse.volleys import volleys_of
from rendering.kit.numbers import said
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.words import Words
from rules.eclipse.blueprints import stats
from rules.eclipse.components import COSTS, SHIPS, SPECIES, TRACKS
from rules.eclipse.economy import balance, price, production, upkeep
from rules.eclipse.game import EclipseGame
from rules.eclipse.prospect import prospect
from rules.eclipse.scoring import score
from rules.eclipse.state import Battle, Die, EclipseState
from rules.eclipse.steps.battle import AssignHit, open_battle, order, stats_of
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import signed

GAME = EclipseGame()
SIX = (*PLAYERS, "Emil", "Florentine")
SEED = 7


@dataclass(frozen=True)
class Scene:
    """A position: what everybody sees, who must act, and what each is asked."""

    view: EclipseState
    prompts: tuple[Prompt, ...]
    position: bytes = b""

    def own(self, seat: int) -> EclipseState:
        """What a seat sees of it."""
        return GAME.view(GAME.decode(self.position), seat)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Whoever has not answered yet."""
        return tuple(prompt.seat for prompt in self.prompts if prompt.answered is None)


@cache
def played(seats: int, seed: int, hits: str = "greedy") -> tuple[Scene, ...]:
    """Every position of a game that robots play, from its beginning to its end."""
    chance = Rng(f"{seed:032x}")
    position, _ = GAME.setup({"species": "random", "hits": hits}, seats, Rng(f"{seed:032x}"))
    scenes = []
    while True:
        seen = copy.deepcopy(GAME.view(position, None))
        scenes.append(Scene(seen, tuple(GAME.prompts(position)), GAME.encode(position)))
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


def after_moves(scenes: tuple[Scene, ...], number: int) -> int:
    """The first position from a round on, after some steps in which several ships have moved."""
    for at in range(6, len(scenes)):
        context = RenderContext(Words("en", SIX), before=scenes[at - 6].view)
        if scenes[at].view.round >= number and len(moves(scenes[at].view, context)) > 1:
            return at
    raise LookupError("no ships move")


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
    yield example("galaxy-6-moved", six, after_moves(six, 5))
    yield example("galaxy-6-over", six, -1)
    late = six[at_round(six, 8)]
    yield Example("map", partial(draw.map, late.view, RenderContext(words, late.waiting, None, SEED)))


# Players' boards, the supply and battles


def board_glance(view: EclipseState, seat: int) -> tuple[str, ...]:
    """What must be read at a glance of a player's board: goods, production, discs, upkeep, points, ships' prices."""
    one = view.players[seat]
    found = [str(one.discs), f"−{upkeep(one)}", str(balance(one)).replace("-", "−")]
    for track in TRACKS:
        found += [str(one.goods[track]), f"+{production(one, track)}"]
    for kind in SHIPS:
        can = stats(one, kind)
        found += [str(COSTS[SPECIES[one.species].costs][kind]), str(can.initiative), str(can.hull)]
    return tuple(found)


def supply_glance(view: EclipseState, seat: int) -> tuple[str, ...]:
    """The reader's science, and every price that matters to the reader."""
    one = view.players[seat]
    prices = [str(price(one, id)) for id in view.supply if id not in one.technologies]
    return (str(one.goods["science"]), *prices)


def battle_glance(view: EclipseState, battle: Battle, words: Words) -> tuple[str, ...]:
    """Both chances; of every group how many there are, when it acts, and what it has left of hull; dice."""
    found = prospect(view, battle)
    assert found is not None
    about = "" if found.odds.exact else "~ "
    said = [about + percent(chance, words) for chance in (found.odds.attacker, found.odds.defender)]
    for group in found.groups:
        can = stats_of(view, group)
        said += [f"×{len(group.damage)}", str(can.initiative), str(can.hull)]
    return (*said, *(str(die.roll) for die in battle.volley))


def largest_fight(scenes: tuple[Scene, ...], kind: str) -> Scene:
    """The position with the most groups in a battle in which somebody is asked something of a kind."""

    def groups(scene: Scene) -> int:
        battle = scene.view.battle
        return sum(bool(group.damage) for group in battle.groups) if battle is not None else 0

    return max((one for one in scenes if any(prompt.kind == kind for prompt in one.prompts)), key=groups)


def latest_fight(scenes: tuple[Scene, ...]) -> Scene:
    """The position in which somebody is asked in a battle after the most dice."""

    def dice(scene: Scene) -> int:
        battle = scene.view.battle
        return sum(len(volley.dice) for volley in volleys_of(battle)) if battle is not None else 0

    return max((one for one in scenes if any(prompt.kind == "fight" for prompt in one.prompts)), key=dice)


def _offered(scene: Scene, seat: int) -> tuple[Marks, tuple[str, ...]]:
    """What a seat's prompt marks, and the numbers to choose by."""
    prompt = next(one for one in scene.prompts if one.seat == seat)
    marks = Marks.of(prompt)
    return marks, tuple(said(numbers) for numbers in marks.numbers.values())


def _boards(words: Words, draw: EclipsePictures) -> Iterator[Example]:
    """Players' boards: early, late with others' and with own eyes, over."""

    def example(name: str, scene: Scene, seat: int, reader: int | None) -> Example:
        view = scene.view if reader is None else scene.own(reader)
        context = RenderContext(words, scene.waiting, None, SEED, reader=reader)
        return Example(name, partial(draw.tableau, view, seat, context), board_glance(view, seat))

    two, six = played(2, 3), played(6, 1)
    yield example("tableau-early", two[at_round(two, 1)], 0, 0)
    late = six[at_round(six, 8)]
    yield example("tableau-late", late, 1, None)
    yield example("tableau-own", late, 3, 3)
    yield example("tableau-over", six[-1], 5, None)


def _supplies(words: Words, draw: EclipsePictures) -> Iterator[Example]:
    """The supply: for a reader, for onlookers."""
    four = played(4, 2)
    scene = four[at_round(four, 5)]
    context = RenderContext(words, scene.waiting, None, SEED, reader=1)
    yield Example("supply-own", partial(draw.supply, scene.view, context), supply_glance(scene.view, 1))
    plain = RenderContext(words, scene.waiting, None, SEED)
    yield Example("supply", partial(draw.supply, scene.view, plain))
    scene = asked(four, "research", 3)
    seat = scene.waiting[0]
    marks, offered = _offered(scene, seat)
    context = RenderContext(words, scene.waiting, None, SEED, marks, seat)
    yield Example(
        "supply-research", partial(draw.supply, scene.view, context), supply_glance(scene.view, seat), offered
    )


def laid_battle(view: EclipseState, sector: str, sides: tuple[int, int]) -> Scene:
    """A great battle in a position: the second of the sides assigns the dice of its second group, hit by hit."""
    view = copy.deepcopy(view)
    one = view.sectors[sector]
    one.ships = {
        sides[0]: {"interceptor": 4, "cruiser": 2, "starbase": 2},
        sides[1]: {"interceptor": 3, "cruiser": 3, "dreadnought": 2},
    }
    one.ancients, one.disc, view.phase = 1, sides[0], "combat"
    view.battle = battle = open_battle(one)
    battle.attacker, battle.defender, battle.round = sides[1], sides[0], 2
    first, second, *queue = order(view, battle)
    battle.shooter = second if battle.groups[second].side == sides[1] else first
    battle.queue = queue
    targets = [group for group in battle.groups if group.side == sides[0]]
    targets[0].damage, targets[1].damage = [0] * len(targets[0].damage), [1, 0]
    battle.volley = [Die(4, 6), Die(2, 6), Die(1, 5), Die(1, 2)]
    return Scene(view, (AssignHit(battle.groups[battle.shooter].side).prompt(view),))


def _battles(words: Words, draw: EclipsePictures) -> Iterator[Example]:
    """Battles: while a group is asked, while dice are assigned, to come."""
    six = played(6, 1)
    late = six[at_round(six, 8)]
    home = next(id for id, sector in late.view.sectors.items() if sector.disc == 3 and not sector.ancients)
    begun, later = largest_fight(played(3, 6), "fight"), latest_fight(played(6, 1))
    for name, scene in (("fight", begun), ("later", later), ("hit", laid_battle(late.view, home, (3, 1)))):
        battle, seat = scene.view.battle, scene.waiting[0]
        assert battle is not None
        marks, offered = _offered(scene, seat)
        context = RenderContext(words, scene.waiting, None, SEED, marks, seat)
        yield Example(
            f"battle-{name}",
            partial(draw.battle, scene.view, context),
            battle_glance(scene.view, battle, words),
            offered,
        )
    context = RenderContext(words, late.waiting, None, SEED)
    yield Example("battles-to-come", partial(draw.battle, late.view, context))


def examples(words: Words) -> Iterator[Example]:
    """Every example of Eclipse, by name."""
    words = Words(words.language, SIX)
    draw = EclipsePictures()
    yield from _galaxies(words, draw)
    yield from _boards(words, draw)
    yield from _supplies(words, draw)
    yield from _battles(words, draw)
    yield from eclipse_panels.examples(words, draw)


def measured() -> dict[str, Callable[[], Picture]]:
    """What is drawn of Eclipse: each kind of picture of a full table."""
    six = played(6, 1)
    late = six[at_round(six, 8)]
    draw = EclipsePictures()
    table = RenderContext(Words("de", SIX), late.waiting, six[at_round(six, 8) - 8].view, SEED)
    own = RenderContext(table.words, late.waiting, six[0].view, SEED, reader=1)
    home = next(id for id, sector in late.view.sectors.items() if sector.disc == 3 and not sector.ancients)
    battle = laid_battle(late.view, home, (3, 1)).view
    return {
        "galaxy": partial(draw.board, late.view, table),
        "map": partial(draw.map, late.view, table),
        "tableau": partial(draw.tableau, late.view, 1, table),
        "supply": partial(draw.supply, late.view, own),
        "battle": partial(draw.battle, battle, own),
        "battles": partial(draw.battle, late.view, own),
        **eclipse_panels.measured(table.words, draw),
    }
