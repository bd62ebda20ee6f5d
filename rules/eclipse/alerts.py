"""What nobody may overlook: battles that will be fought with the map as it is."""

from __future__ import annotations

from rules.eclipse.battle_report import fleet_text
from rules.eclipse.fleets import with_ancients
from rules.eclipse.state import ANCIENTS, DEFENCE, EclipseState, Sector
from rules.eclipse.steps.battle import has_battle, open_battle
from rules.kernel.text import T, Text


def coming(view: EclipseState) -> list[Sector]:
    """The sectors where battles will be fought, or are being fought, in the order of the combat phase."""
    if view.phase == "over":
        return []
    return [view.sectors[id] for id in sorted(view.sectors, reverse=True) if has_battle(view, view.sectors[id])]


def sides(view: EclipseState, sector: Sector) -> list[Text]:
    """Who will fight in a sector and with what, whoever came last first: the ships of a seat, Ancients, the defence."""
    battle = open_battle(sector)
    found = [one.seat for one in reversed(battle.fighters)]
    # Who shares sectors with Ancients does not fight them; others are met by them at the end.
    if sector.ancients and not all(with_ancients(view.players[seat]) for seat in found):
        found.append(ANCIENTS)
    found += [DEFENCE] if sector.gcds else []
    return [fleet_text(side, [group for group in battle.groups if group.side == side]) for side in found]


def battle_text(view: EclipseState, sector: Sector) -> Text:
    """Say which battle will be fought in a sector."""
    first, *others = sides(view, sector)
    against = others[0]
    for other in others[1:]:
        against = T("{one} against {other}", one=against, other=other)
    return T("Battle in {sector}: {one} against {other}", sector=sector.id, one=first, other=against)


def alerts(view: EclipseState, seat: int | None) -> list[Text]:
    """Say every battle that will be fought, those of a seat first."""
    found = coming(view)
    if seat is not None:
        found.sort(key=lambda sector: seat not in sector.ships and sector.disc != seat)
    return [battle_text(view, sector) for sector in found]
