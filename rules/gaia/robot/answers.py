"""What the choices of a prompt lead to, as sketches of the seat that is asked.

A view does not tell the open steps, but a step is known by what it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.gaia import federation
from rules.gaia.components import FEDERATIONS, MINE, SPACE, STRUCTURES, TRACKS
from rules.gaia.galaxy import planet
from rules.gaia.robot import effects, moves
from rules.gaia.robot.sketch import Bundle, Sketch, sketch_of
from rules.gaia.state import GaiaState
from rules.gaia.steps.actions import FAR
from rules.gaia.steps.building import BuildMine, Upgrade
from rules.kernel.prompt import Prompt

#: Questions whose first answer is always a good one.
AT_ONCE = ("give-up", "charge-stone", "route", "burn-stone", "pay-stone")
Choice = tuple[str, Sketch]


def choices(view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    """Give what can be picked with what comes of it, the rest of the action included; a pick may come several times."""
    find = FINDERS.get(prompt.kind)
    if find is not None:
        yield from find(sketch_of(view, prompt.seat), view, prompt)


def _turn(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    del view, prompt
    for move in moves.moves(m):
        yield move.picks[0], move.after
    for end in moves.passes(m, 3):
        yield "pass", end.after


def _after(*prefix: str) -> Callable[[Sketch, GaiaState, Prompt], Iterator[Choice]]:
    """The choices after these picks, with nothing taken yet."""

    def find(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
        del view, prompt
        many = len(prefix)
        for move in moves.moves(m):
            if move.picks[:many] == prefix and len(move.picks) > many:
                yield move.picks[many], move.after

    return find


def _build(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    steps = next((steps for steps in (0, 1, 2) if BuildMine(prompt.seat, steps).prompt(view) == prompt), 0)
    for move in moves.mines(m, (), moves.Extra(steps=steps, any_place=True)):
        yield move.picks[0], move.after


def _far(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    del view, prompt
    for move in (*moves.mines(m, (), moves.Extra(range=FAR)), *moves.projects(m, (), extra=FAR)):
        yield move.picks[0], move.after


def _upgrade_place(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    for kind in STRUCTURES:
        if kind != MINE and Upgrade(prompt.seat, kind).prompt(view) == prompt:
            yield from _after("upgrade", kind)(m, view, prompt)


def _pass(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    del view, prompt
    for end in moves.passes(m):
        yield end.booster, end.after


def _tech(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    del view, prompt
    for way, after in moves.tile_ways(m, 24):
        yield way[0], after


def _cover(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
    space = next(place for place in prompt.so_far if place.startswith("tech:")).removeprefix("tech:")
    for own in view.players[prompt.seat].tiles:
        if own.covered or own.space.startswith("adv-"):
            continue
        for track in range(6):
            after = m.copy()
            if moves.tile_way(after, (space, own.tile, track)):
                yield own.space, after


def _each(do: Callable[[Sketch, str], object]) -> Callable[[Sketch, GaiaState, Prompt], Iterator[Choice]]:
    """Choices of which each does one thing to the seat, and nothing else."""

    def choices(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
        del view
        for option in prompt.legal:
            after = m.copy()
            do(after, option.id)
            yield option.id, after

    return choices


def _advance(m: Sketch, track: str) -> None:
    if track != "stay":
        effects.advance(m, TRACKS.index(track))


def _again(m: Sketch, token: str) -> None:
    m.gain(Bundle.of(FEDERATIONS[token].gain))


def _special(
    find: Callable[[Sketch, tuple[str, ...]], Iterator[moves.Move]],
) -> Callable[[Sketch, GaiaState, Prompt], Iterator[Choice]]:
    def choose(m: Sketch, view: GaiaState, prompt: Prompt) -> Iterator[Choice]:
        del view, prompt
        for move in find(m, ()):
            yield move.picks[0], move.after

    return choose


FINDERS: Mapping[str, Callable[[Sketch, GaiaState, Prompt], Iterator[Choice]]] = {
    "turn": _turn,
    "build": _build,
    "far": _far,
    "gaia": _after("gaia"),
    "upgrade": _after("upgrade"),
    "upgrade-place": _upgrade_place,
    "research": _after("research"),
    "power": _after("power"),
    "qic": _after("qic"),
    "special": _after("special"),
    "pass": _pass,
    "tech": _tech,
    "cover": _cover,
    "advance": _each(_advance),
    "token": _each(effects.gain_token),
    "again": _each(_again),
    "lost-planet": _each(effects.settle_lost),
    "downgrade": _special(moves.downgrades),
    "swap": _special(moves.swaps),
    "station": _special(moves.stations),
}


def taken_planets(view: GaiaState, prompt: Prompt) -> list[Choice]:
    """The choices among the planets of a federation: those that lead to a good one."""
    seat = prompt.seat
    plan = federation.plan(view, seat)
    groups = plan.case.groups
    names = [min(group.places, key=lambda one: (planet(view, one) == SPACE, one)) for group in groups]
    offered = {option.id for option in prompt.options}
    legal = {option.id for option in prompt.legal}
    having = sum(1 << number for number, name in enumerate(names) if name not in offered)
    found = []
    for move in moves.moves(sketch_of(view, seat)):
        if move.picks[0] != "federation":
            continue
        subset = int(move.picks[1])
        if subset & having != having:
            continue
        if subset == having:
            pick = "enough"
        else:
            pick = next(name for number, name in enumerate(names) if subset & ~having & 1 << number)
        if pick in legal:
            found.append((pick, move.after))
    return found
