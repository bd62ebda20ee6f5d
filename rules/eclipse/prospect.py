"""What to expect of the battles on the table, as they stand: the two sides, who acts next, and the odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rules.eclipse.odds import Engagement, Force, Odds, odds
from rules.eclipse.state import NOBODY, Battle, EclipseState, Group, Sector
from rules.eclipse.steps.battle import open_battle, order, pairing, stats_of


class Prospect(NamedTuple):
    """The battle of two sides as it stands, and its odds. Forces and groups are in the same order."""

    attacker: int
    defender: int
    groups: tuple[Group, ...]
    queue: tuple[int, ...]
    """The groups (indices into `groups`) that have still to act in this round, whoever acts now first."""
    odds: Odds


def acting(state: EclipseState) -> int:
    """The group (an index) that acts now while its player decides in the battle that is fought; NOBODY if unclear."""
    battle = state.battle
    if battle is None or battle.attacker == NOBODY:
        return NOBODY
    if battle.volley:
        return battle.shooter
    if not battle.round:
        return NOBODY
    # The queue is what follows of the order in which the groups act; whoever was taken off it stands before it.
    alive = order(state, battle)
    next_ = next((at for at in battle.queue if battle.groups[at].damage), None)
    at = len(alive) if next_ is None else alive.index(next_)
    return alive[at - 1] if at else NOBODY


def prospect(state: EclipseState, battle: Battle) -> Prospect | None:
    """What to expect of the battle of two sides that is fought, or else comes next; None where nobody fights."""
    if battle.attacker == NOBODY:
        pair = pairing(state, battle)
        if pair is None:
            return None
        battle = msgspec.structs.replace(battle, attacker=pair[0], defender=pair[1])
        return _prospect(state, battle, order(state, battle), missiles=True)
    now = acting(state)
    queue = [*([now] if now != NOBODY else []), *battle.queue]
    return _prospect(state, battle, queue, missiles=battle.round == 0)


def prospect_in(state: EclipseState, sector: Sector) -> Prospect | None:
    """What to expect of the first battle in a sector, if it is fought as things stand."""
    return prospect(state, open_battle(sector))


def _prospect(state: EclipseState, battle: Battle, queue: Sequence[int], *, missiles: bool) -> Prospect | None:
    sides = (battle.attacker, battle.defender)
    alive = [at for at, group in enumerate(battle.groups) if group.side in sides and group.damage]
    groups = tuple(battle.groups[at] for at in alive)
    if {group.side for group in groups} != set(sides):
        return None
    forces = tuple(
        Force(group.side == battle.attacker, group.kind, stats_of(state, group), tuple(sorted(group.damage)))
        for group in groups
    )
    left = tuple(alive.index(at) for at in queue if at in alive)
    if battle.volley:
        forces, left = _after_volley(battle, forces, alive.index(battle.shooter)), left[1:]
    return Prospect(battle.attacker, battle.defender, groups, left, odds(forces, left, missiles=missiles))


def _after_volley(battle: Battle, forces: tuple[Force, ...], shooter: int) -> tuple[Force, ...]:
    """The forces after the dice that lie there are assigned."""
    fight = Engagement(forces)
    dealt = fight.dealt(tuple(one.damage for one in forces), shooter, battle.volley)
    after = dict(zip(fight.enemies[shooter], dealt, strict=True))
    return tuple(one._replace(damage=after.get(at, one.damage)) for at, one in enumerate(forces))
