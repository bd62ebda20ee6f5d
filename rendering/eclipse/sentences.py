"""What the pictures of Eclipse show, in sentences: alt texts are made of them."""

from __future__ import annotations

from collections.abc import Iterable

from rendering.eclipse.battle import ahead
from rendering.eclipse.changes import changed
from rendering.eclipse.map import open_places
from rendering.eclipse.place_words import place_text
from rendering.eclipse.sectors import sectors_of
from rendering.eclipse.words import phase_text
from rendering.kit.alt import winners
from rendering.kit.numbers import said as numbers_said
from rendering.kit.picture import RenderContext
from rules.eclipse.alerts import battle_text, short_sides
from rules.eclipse.components import ANCIENT, GCDS, MATERIALS, MONEY, RINGS, ROUNDS, SCIENCE, SECTORS, SHIPS
from rules.eclipse.economy import production, upkeep
from rules.eclipse.scoring import score, standings
from rules.eclipse.state import FULL, NOBODY, EclipseState, Sector
from rules.eclipse.texts import count_text
from rules.kernel.hexes import Hex
from rules.kernel.text import T, Text, name, player

SHIPS_AND_SQUARES, WAYS = 1, 2
"""Degrees of detail of sectors: with ships and free squares; with open ways, too."""


def in_order(view: EclipseState) -> list[int]:
    """The seats clockwise from the start player."""
    n = len(view.players)
    return [(view.start + at) % n for at in range(n)]


def marked(context: RenderContext) -> list[Text]:
    """What may be picked, with its number, and what is picked."""
    marks = context.marks
    free = [
        T("{n}: {what}", n=numbers_said(numbers), what=place_text(place))
        for place, numbers in marks.numbers.items()
        if place not in marks.chosen or marks.about
    ]
    return chosen(context) + ([T("You may pick: {places}.", places=free)] if free else [])


def chosen(context: RenderContext) -> list[Text]:
    """What is picked already, or what a lesson is about."""
    places = [place_text(place) for place in sorted(context.marks.chosen)]
    if not places:
        return []
    about = context.marks.about
    return [T("This is about: {places}.", places=places) if about else T("Chosen: {places}.", places=places)]


def now(view: EclipseState, context: RenderContext) -> list[Text]:
    """The round, and who must act or has won."""
    phase = phase_text(view)
    said = [T("Round {n} of {most}, {phase}.", n=view.round, most=ROUNDS, phase=phase)] if view.round else []
    said += [] if view.round else [T("{phase}.", phase=phase)]
    return said + (winners(standings(view, over=True)) if view.phase == "over" else to_act(context))


def to_act(context: RenderContext) -> list[Text]:
    """Who must act."""
    return [T("To act: {players}.", players=[player(seat) for seat in context.waiting])] if context.waiting else []


def battles(view: EclipseState, *, short: bool = False) -> list[Text]:
    """The battles that will be fought, with every ship; in short with how many of whose."""
    found = ahead(view)
    if found and short:
        fights = [T("{sector} ({things})", sector=one.id, things=short_sides(view, one)) for one in found]
        return [T("Battles in: {sectors}.", sectors=fights)]
    return [T("{battle}.", battle=battle_text(view, sector)) for sector in found]


def ships_of(sector: Sector, seat: int) -> list[Text]:
    """The ships of a seat in a sector."""
    ships = sector.ships.get(seat, {})
    return [count_text(kind, ships[kind]) for kind in SHIPS if kind in ships]


def new(view: EclipseState, context: RenderContext) -> list[Text]:
    """Where something has changed since the last post."""
    hexes = changed(view, context)
    found = [id for id, one in view.sectors.items() if (one.q, one.r) in hexes]
    return [T("New in: {sectors}.", sectors=" ".join(found))] if found else []


def standing(view: EclipseState, seat: int, *, short: bool) -> Text:
    """A player's points and goods, with what they produce."""
    one = view.players[seat]
    if not one.species:
        return T("{who}: no species yet.", who=player(seat))
    goods = {kind: one.goods[kind] for kind in (MONEY, SCIENCE, MATERIALS)}
    made = {f"more_{kind}": production(one, kind) for kind in goods}
    numbers = {**goods, **made, "n": score(view, seat)["total"], "discs": one.discs, "upkeep": upkeep(one)}
    if short:
        return T(
            "{who}: {n} VP, money {money}, science {science}, materials {materials}, discs {discs}.",
            who=player(seat),
            **{key: value for key, value in numbers.items() if not key.startswith("more") and key != "upkeep"},
        )
    return T(
        "{who} ({species}): {n} VP, money {money} (+{more_money}), science {science} (+{more_science}), "
        "materials {materials} (+{more_materials}), discs {discs}, upkeep {upkeep}.",
        who=player(seat),
        species=name(f"eclipse.species.{one.species}"),
        **numbers,
    )


def held(view: EclipseState, seat: int, degree: int, *, ships: bool = True) -> list[Text]:
    """The sectors of a player and, where asked for, the player's ships elsewhere."""
    found = [_sector(sector, degree) for sector in sectors_of(view, seat)]
    abroad = [
        T("{sector} ({things})", sector=one.id, things=ships_of(one, seat))
        for one in view.sectors.values()
        if ships and seat in one.ships and one.disc != seat
    ]
    said = [T("{who} holds {sectors}.", who=player(seat), sectors=found)] if found else []
    return said + ([T("{who} also has ships in {sectors}.", who=player(seat), sectors=abroad)] if abroad else [])


def nobodys(view: EclipseState, degree: int) -> list[Text]:
    """The sectors without a disc."""
    found = [_sector(sector, degree) for sector in sectors_of(view, NOBODY)]
    return [T("Without a disc: {sectors}.", sectors=found)] if found else []


def _sector(sector: Sector, degree: int) -> Text:
    things = list(_things(sector)) if degree >= 0 else []
    if degree >= SHIPS_AND_SQUARES:
        things += _free(sector)
    if degree >= WAYS:
        things += _ways(sector)
    return T("{sector} ({things})", sector=sector.id, things=things) if things else T("{sector}", sector=sector.id)


def _things(sector: Sector) -> Iterable[Text]:
    if sector.disc in sector.ships:
        yield from ships_of(sector, sector.disc)
    if sector.ancients:
        yield count_text(ANCIENT, sector.ancients)
    if sector.gcds:
        yield name(f"eclipse.ship.{GCDS}")
    if sector.discovery:
        yield T("discovery tile")
    if sector.monolith:
        yield name("eclipse.structure.monolith")
    if sector.orbital:
        yield name("eclipse.structure.orbital")


def _free(sector: Sector) -> list[Text]:
    squares = SECTORS[sector.id].squares
    free = [square for index, square in enumerate(squares) if index not in sector.cubes]
    return [T("free: {squares}", squares=[name(f"eclipse.square.{square}") for square in free])] if free else []


def _ways(sector: Sector) -> list[Text]:
    ways = [other for other, link in zip(sector.around, sector.links, strict=True) if other and link == FULL]
    return [T("open to {sectors}", sectors=" ".join(ways))] if ways else []


def unexplored(view: EclipseState) -> list[Text]:
    """The places that can be explored, and how many sectors the stacks have."""
    free: dict[Hex, str] = open_places(view)
    said = [T("Unexplored: {places}.", places=" ".join(sorted(free.values())))] if free else []
    left = [T("{ring}: {n}", ring=ring, n=view.stacks[ring].count) for ring in RINGS if ring in view.stacks]
    return [*said, T("Sectors left by ring: {stacks}.", stacks=left)] if left else said
