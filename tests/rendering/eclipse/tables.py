"""Tables of Eclipse to look at: a full one laid by hand, and moments of games that robots and chance play."""

from __future__ import annotations

from functools import cache
from itertools import cycle

from rules.eclipse.components import LAYOUTS, RING_1, RING_2, RING_3, SECTORS, SHIPS, SPECIES, TECHNOLOGIES
from rules.eclipse.fleets import add
from rules.eclipse.galaxy import lay
from rules.eclipse.game import EclipseGame
from rules.eclipse.state import (
    ANCIENTS,
    Battle,
    Die,
    EclipseState,
    Fighter,
    Group,
    Player,
    Rules,
    Stack,
)
from rules.kernel import hexes, robots
from rules.kernel.rng import Rng
from rules.kernel.text import T

ALIENS = ("eridani", "hydran", "planta", "draco", "mechanema", "orion")
PLAYERS = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo")
LONG = tuple(name * 10 for name in PLAYERS)
GAME = EclipseGame()


def full() -> EclipseState:
    """Six players in the last round: every place within three steps of the centre is laid, and much lies there."""
    state = EclipseState(rules=Rules(), players=[_player(seat) for seat in range(6)])
    state.round, state.phase, state.start, state.next_start = 9, "action", 2, 4
    lay(state, "001", (0, 0), 0).discovery = True
    state.sectors["001"].gcds = True
    homes = {(place.q, place.r): (seat, place) for seat, place in enumerate(LAYOUTS[6])}
    for seat, place in homes.values():
        lay(state, SPECIES[ALIENS[seat]].home, (place.q, place.r), place.turns).disc = seat
    for ring, distance in ((RING_1, 1), (RING_2, 2), (RING_3, 3)):
        tiles = iter([one.id for one in SECTORS.values() if one.ring == ring])
        for turns, hex in enumerate(one for one in hexes.ring((0, 0), distance) if one not in homes):
            lay(state, next(tiles), hex, turns % 6).discovery = turns % 3 == 0
        state.stacks[ring] = Stack(list(tiles), 2, [])
    for number, (sector, seat) in enumerate(zip(list(state.sectors.values())[1:], cycle(range(6)), strict=False)):
        if number % 4:
            sector.disc = seat
            sector.cubes = list(range(number % (1 + len(SECTORS[sector.id].squares))))
            sector.orbital, sector.orbital_cube, sector.monolith = True, number % 2 == 0, number % 3 == 0
        else:
            sector.ancients = 1 + number % 2
        add(sector, seat, SHIPS[number % 4], 1 + number % 2)
        add(sector, (seat + 1) % 6, SHIPS[(number + 1) % 4])
    state.supply = {one: 1 + at % 3 for at, one in enumerate(TECHNOLOGIES)}
    state.bag = {"orbital": 3}
    return state


def _player(seat: int) -> Player:
    technologies = [id for at, id in enumerate(TECHNOLOGIES) if at % 6 != seat]
    return Player(
        species=ALIENS[seat],
        goods={"money": 10 + seat, "science": 20 + seat, "materials": 30 + seat},
        discs=seat,
        spare=1,
        actions={"explore": 1, "influence": 2, "research": 3, "upgrade": 1, "build": 1, "move": 2},
        cubes={"money": seat, "science": 11 - seat, "materials": 5},
        graveyard={"money": 1, "science": 0, "materials": 2},
        technologies=technologies,
        placed={"interceptor": ["plasma-cannon", "", "", ""][: 3 if ALIENS[seat] == "planta" else 4]},
        stored=["shard-hull"],
        colony=seat % 3,
        reputation=[1, 2, 4],
        partners=[seat ^ 1],
        discoveries=["money-8", "ion-turret"],
        passed=seat % 2 == 0,
        traitor=seat == 3,
    )


def fighting() -> EclipseState:
    """The full table in the combat phase, with a battle of Ann against Ancients in its second round."""
    state = full()
    state.phase, state.battles = "combat", ["306", "101"]
    state.battle = Battle(
        "316",
        [Fighter(0, fought=True)],
        [
            Group(0, "cruiser", [1, 0], 3),
            Group(0, "interceptor", [0], 1, retreat="224"),
            Group(ANCIENTS, "ancient", [1], 2),
        ],
        attacker=0,
        defender=ANCIENTS,
        round=2,
        queue=[2, 1],
        volley=[Die(1, 6), Die(4, 5)],
        shooter=0,
        report=[T("{who} rolls.", who="Somebody")],
        line=[T("{who} rolls again.", who="Somebody")],
    )
    return state


@cache
def random_game(seats: int, seed: int, every: int = 40) -> tuple[EclipseState, ...]:
    """What an onlooker sees in a random game, after every so many answers and at its end; nobody gives up."""
    chance = Rng(f"{seed:032x}")
    position, _ = GAME.setup({"species": "random"}, seats, Rng(f"{seed:032x}"))
    views = [GAME.view(position, None)]
    answers = 0
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        picks = robots.choose(None, prompt, chance)
        while picks in (["give-up"], ["yes"]) and prompt.kind in ("turn", "give-up"):
            picks = robots.choose(None, prompt, chance)
        GAME.answer(position, waiting[0], picks)
        answers += 1
        if answers % every == 0:
            views.append(GAME.view(position, None))
    return (*views, GAME.view(position, None))


@cache
def robots_game(seats: int, seed: int, every: int = 60) -> tuple[EclipseState, ...]:
    """The same of a game that robots play."""
    chance = Rng(f"{seed:032x}")
    position, _ = GAME.setup({"species": "random"}, seats, Rng(f"{seed:032x}"))
    views = [GAME.view(position, None)]
    answers = 0
    while waiting := GAME.waiting(position):
        seat = waiting[0]
        GAME.answer(position, seat, GAME.choose(GAME.view(position, seat), GAME.prompt(position, seat), chance))
        answers += 1
        if answers % every == 0:
            views.append(GAME.view(position, None))
    return (*views, GAME.view(position, None))
