"""What nobody may overlook: battles that will be fought with the map as it is."""

from __future__ import annotations

from rules.eclipse.battle_report import fleet_text
from rules.eclipse.fleets import with_ancients
from rules.eclipse.state import ANCIENTS, DEFENCE, EclipseState, Group, Sector
from rules.eclipse.steps.battle import has_battle, open_battle
from rules.kernel.text import T, Text, name, player


def coming(view: EclipseState) -> list[Sector]:
    """The sectors where battles will be fought, or are being fought, in the order of the combat phase."""
    if view.phase == "over":
        return []
    return [view.sectors[id] for id in sorted(view.sectors, reverse=True) if has_battle(view, view.sectors[id])]


def fleets(view: EclipseState, sector: Sector) -> list[tuple[int, list[Group]]]:
    """Who will fight in a sector and with what, whoever came last first: the ships of a seat, Ancients, the defence."""
    battle = open_battle(sector)
    found = [one.seat for one in reversed(battle.fighters)]
    # Who shares sectors with Ancients does not fight them; others are met by them at the end.
    if sector.ancients and not all(with_ancients(view.players[seat]) for seat in found):
        found.append(ANCIENTS)
    found += [DEFENCE] if sector.gcds else []
    return [(side, [group for group in battle.groups if group.side == side]) for side in found]


def battle_text(view: EclipseState, sector: Sector) -> Text:
    """Say which battle will be fought in a sector, with every ship."""
    return _battle(sector, [fleet_text(side, groups) for side, groups in fleets(view, sector)])


def short_sides(view: EclipseState, sector: Sector) -> list[Text]:
    """Say whose ships fight in a sector, and how many they are."""
    return [_short(side, groups) for side, groups in fleets(view, sector)]


def _battle(sector: Sector, sides: list[Text]) -> Text:
    first, *others = sides
    against = others[0]
    for other in others[1:]:
        against = T("{one} against {other}", one=against, other=other)
    return T("Battle in {sector}: {one} against {other}", sector=sector.id, one=first, other=against)


def _short(side: int, groups: list[Group]) -> Text:
    """Say whose ships they are and how many: of which types is seen in the picture."""
    if side < 0:
        return fleet_text(side, groups)
    return T("{who} ({n})", who=player(side), n=sum(len(group.damage) for group in groups))


def alerts(view: EclipseState, seat: int | None) -> list[Text]:
    """Say every battle that will be fought in few lines: one for each that a seat is in, one for all others.

    That which is being fought is told by its question and by what happened.
    """
    found = [one for one in coming(view) if view.battle is None or one.id != view.battle.sector]
    own = [one for one in found if seat is not None and (seat in one.ships or one.disc == seat)]
    others = [one for one in found if one not in own]
    alone = [*own, *others] if len(others) == 1 else own
    said = [_battle(one, short_sides(view, one)) for one in alone]
    if len(others) > 1:
        where = [
            T("{sector} ({sides})", sector=one.id, sides=[_party(side) for side, _ in fleets(view, one)])
            for one in others
        ]
        said.append(T("Battles: {battles}", battles=where))
    return said + [_threat(one, seat) for one in threatened(view, seat)] if seat is not None else said


def threatened(view: EclipseState, seat: int) -> list[Sector]:
    """The sectors of a seat in which others have ships and nobody fights them: their population is attacked."""
    if view.phase == "over":
        return []
    fought = coming(view)
    return [
        one
        for one in view.sectors.values()
        if one.disc == seat and one not in fought and any(other != seat for other in one.ships)
    ]


def _threat(sector: Sector, seat: int) -> Text:
    who = [player(other) for other in sector.ships if other != seat]
    return T("Ships of others in your sector {sector}: {who}", sector=sector.id, who=who)


def _party(side: int) -> Text:
    """Name a side of a battle."""
    return {ANCIENTS: T("Ancients"), DEFENCE: name("eclipse.ship.gcds")}.get(side) or player(side)
