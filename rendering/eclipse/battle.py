"""Battles in words: the one that is fought, volley by volley, and those to come, with what each side fights with."""

from __future__ import annotations

from rendering.kit.text_board import Line
from rules.eclipse.battle_report import dice_text, fleet_text
from rules.eclipse.blueprints import NPC_STATS, stats
from rules.eclipse.components import ANCIENT, GCDS, SHIPS
from rules.eclipse.state import ANCIENTS, DEFENCE, NOBODY, Battle, EclipseState, Group, Sector
from rules.eclipse.steps.battle import has_battle, stats_of
from rules.eclipse.texts import strength
from rules.kernel.text import TN, T, Text, name, player


def side_text(side: int) -> Text:
    """Name a side of a battle."""
    return {ANCIENTS: T("the Ancients"), DEFENCE: name("eclipse.ship.gcds")}.get(side) or player(side)


def contested(view: EclipseState) -> list[Sector]:
    """The sectors in which a battle will be fought as things stand, in the order in which they are fought."""
    if view.phase == "combat":
        return [view.sectors[id] for id in view.battles]
    found = [sector for sector in view.sectors.values() if has_battle(view, sector)]
    return sorted(found, key=lambda sector: sector.id, reverse=True)


def ahead(view: EclipseState) -> list[Sector]:
    """The sectors in which a battle is fought or will be, the next one first; none when the game is over."""
    if view.phase == "over":
        return []
    return [*([view.sectors[view.battle.sector]] if view.battle else []), *contested(view)]


def to_come(view: EclipseState) -> list[Line]:
    """Tell the battles that are to be fought: who is there with what."""
    return [_forces(view, sector) for sector in contested(view)]


def _forces(view: EclipseState, sector: Sector) -> Line:
    line = [T("**{sector}**", sector=sector.id)]
    if sector.disc != NOBODY:
        line = [T("**{sector}** ({who})", sector=sector.id, who=player(sector.disc))]
    for seat, ships in sector.ships.items():
        line += [_force(view, seat, kind, ships[kind]) for kind in SHIPS if kind in ships]
    if sector.ancients:
        line.append(_force(view, ANCIENTS, ANCIENT, sector.ancients))
    return [*line, _force(view, DEFENCE, GCDS, 1)] if sector.gcds else line


def _force(view: EclipseState, side: int, kind: str, n: int) -> Text:
    ship = strength(NPC_STATS[kind] if side < 0 else stats(view.players[side], kind))
    return T("{side}: {strength}.", side=fleet_text(side, [Group(side, kind, [0] * n, n)]), strength=ship)


def forces(view: EclipseState, battle: Battle) -> list[Line]:
    """Tell who still fights, with what, how damaged, and what they are about to do."""
    lines: list[Line] = []
    if battle.attacker != NOBODY:
        who = {"attacker": side_text(battle.attacker), "defender": side_text(battle.defender)}
        now = [T("{attacker} attacks {defender}.", **who)]
        now.append(T("Missiles are fired.") if not battle.round else T("Engagement round {n}.", n=battle.round))
        lines.append(now)
    lines += [_group(view, group) for group in battle.groups if group.damage]
    next_ = [battle.groups[at] for at in battle.queue if battle.groups[at].damage]
    if next_:
        order = [fleet_text(one.side, [one]) for one in next_]
        lines.append([T("Still to act in this round: {groups}.", groups=order)])
    if battle.volley:
        lines.append([T("Dice to assign: {dice}.", dice=dice_text(battle.volley))])
    return lines


def _group(view: EclipseState, group: Group) -> Line:
    head = T("**{side}**", side=fleet_text(group.side, [group]))
    line = [T("{group}: {strength}.", group=head, strength=strength(stats_of(view, group)))]
    lost = group.began - len(group.damage)
    if lost:
        line.append(TN("One destroyed.", "{n} destroyed.", lost))
    return [*line, T("Retreats to {sector}.", sector=group.retreat)] if group.retreat else line


def report(battle: Battle) -> list[Line]:
    """Tell the battle so far, volley by volley."""
    return [[text] for text in (*battle.report, *battle.line)]
