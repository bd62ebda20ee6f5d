"""What a choice changes, in numbers: before and after, by the kind of prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.eclipse.panels.frame import Change, cost
from rendering.kit.picture import RenderContext
from rules.eclipse import galaxy
from rules.eclipse.components import INFLUENCE, MATERIALS, MONEY, POPULATION, SECTORS, TRACKS
from rules.eclipse.economy import balance, empty_squares, tracks_for
from rules.eclipse.places import INFLUENCE_TRACK, split, track_place
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player, Sector
from rules.eclipse.steps.build import cost as price
from rules.eclipse.steps.technology import PER_ARTIFACT
from rules.kernel.hexes import Hex
from rules.kernel.text import signed


def stack_left(view: EclipseState, hex: Hex) -> int:
    """How many sectors can still be drawn for a place, before its discards are used."""
    stack = view.stacks[galaxy.stack_of(hex)]
    return stack.count or len(stack.discards)


def disc_spent(me: Player) -> list[Change]:
    """What a disc from the track costs: discs, upkeep, and the money at the end of the round."""
    return [
        (("disc",), str(me.discs), str(me.discs - 1)),
        (("disc", "money"), cost(me), cost(me, 1)),
        (("hourglass", "money"), signed(balance(me)), signed(balance(me, 1))),
    ]


def given_up(view: EclipseState, seat: int, sector: Sector) -> int:
    """The money at the end of the round once a sector is given up; other cubes go elsewhere."""
    me = view.players[seat]
    squares = [SECTORS[sector.id].squares[index] for index in sector.cubes]
    home = sum(tracks_for(square) == [MONEY] for square in squares)
    income = POPULATION.production[min(POPULATION.cubes, me.cubes[MONEY] + home)]
    return me.goods[MONEY] + income - INFLUENCE.upkeep[min(len(INFLUENCE.upkeep) - 1, me.discs + 1)]


def _claim(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    points = score(view, seat)["total"]
    gains = [SECTORS[which].vp for kind, which in map(split, context.marks.legal) if kind == "sector"]
    more = [(("laurel",), signed(points), signed(points + gains[0]))] if gains else []
    return [*disc_spent(view.players[seat]), *more]


def _influence_to(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    if track_place(INFLUENCE_TRACK) not in context.marks.so_far:
        return []
    return disc_spent(view.players[seat])


def _build_at(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    me = view.players[seat]
    items = [which for kind, which in map(split, context.marks.so_far) if kind == "item"]
    have = me.goods[MATERIALS]
    return [((MATERIALS,), str(have), str(have - price(me, one))) for one in items]


def _tracks(view: EclipseState, seat: int, context: RenderContext) -> list[str]:
    """The tracks that a cube may come from or go to, whichever of the marked places is picked."""
    me, found = view.players[seat], set[str]()
    for kind, which in map(split, context.marks.legal):
        if kind == "track":
            found.add(which)
        elif kind == "sector":
            found.update(*empty_squares(me, view.sectors[which]).values())
        elif kind == "square":
            sector, square, *track = which.split("-")
            found.update(track or empty_squares(me, view.sectors[sector]).get(square, ()))
    return [track for track in TRACKS if track in found]


def _colony(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    """What a cube that leaves a track adds to its production."""
    me, made = view.players[seat], POPULATION.production
    tracks = _tracks(view, seat, context)
    return [((track,), f"+{made[me.cubes[track]]}", f"+{made[me.cubes[track] - 1]}") for track in tracks]


def _falls(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    """What a cube that returns to a track takes of its production."""
    me, made = view.players[seat], POPULATION.production
    return [
        ((track,), f"+{made[me.cubes[track]]}", f"+{made[min(POPULATION.cubes, me.cubes[track] + 1)]}")
        for track in _tracks(view, seat, context)
    ]


def _artifact(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    del context
    goods = view.players[seat].goods
    return [((track,), str(goods[track]), str(goods[track] + PER_ARTIFACT)) for track in TRACKS]


def _upkeep(view: EclipseState, seat: int, context: RenderContext) -> list[Change]:
    del context
    me = view.players[seat]
    return [(("hourglass", "money"), str(me.goods[MONEY]), signed(balance(me)))]


GAINS: Mapping[str, Callable[[EclipseState, int, RenderContext], list[Change]]] = {
    "claim": _claim,
    "influence-to": _influence_to,
    "build-at": _build_at,
    "colony": _colony,
    "colony-square": _colony,
    "upkeep": _upkeep,
    "ambassador-cube": _colony,
    "cube": _falls,
    "grave": _falls,
    "artifact": _artifact,
}
"""By the kind of prompt: what changes whatever is picked, or how it would."""
