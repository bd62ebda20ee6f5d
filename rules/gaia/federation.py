"""Federations: which planets can be united, and by which satellites (rulebook, action 4).

The player's structures outside of federations fall into groups of touching ones; a federation takes whole groups.
Satellites cost one each and stand on empty spaces; the groups are free. The fewest satellites that connect a set of
groups come from a dynamic programme over subsets (Dreyfus and Wagner), with all the spaces that a network of a given
size can reach held as the bits of one number.

A federation is legal when its structures are worth enough, it uses as few satellites as its groups need, it touches
no other group, and no part of its groups would be worth enough with fewer satellites.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from rules.gaia import power
from rules.gaia.counts import has_institute, value
from rules.gaia.galaxy import Galaxy, galaxy
from rules.gaia.reach import satellites_left
from rules.gaia.state import GaiaState, Player, Space

NEVER = 99
NEED = 7
NEED_OF_XENOS = 6


class Group(msgspec.Struct, frozen=True):
    """Touching structures (and space stations) of a player. The one of the Ivits' federation is the `base`."""

    places: tuple[str, ...]
    value: int
    base: bool = False


class Case(msgspec.Struct, frozen=True):
    """All that decides which federations a player can form."""

    spaces: tuple[Space, ...]
    groups: tuple[Group, ...]
    blocked: tuple[str, ...]
    """Places where no satellite may stand."""
    need: int
    budget: int
    """Satellites that the player has and can pay for."""


class Plan(msgspec.Struct, frozen=True):
    """The legal sets of groups, as bits -> satellites needed."""

    case: Case
    legal: dict[int, int]


def needed(player: Player) -> int:
    """The power value that the next federation needs (Ivits: the whole of their one federation)."""
    if player.faction == "ivits":
        return NEED * (player.formed + 1)
    return NEED_OF_XENOS if player.faction == "xenos" and has_institute(player) else NEED


def case_of(state: GaiaState, seat: int) -> Case:
    """Gather what decides which federations a player can form now."""
    me, sky = state.players[seat], galaxy(state)
    ivits = me.faction == "ivits"
    federated = sky.bits(me.federated)
    blocked = sky.bits([*me.satellites, *me.stations, *([state.lost] if state.lost else [])])
    own = sky.bits([*me.places(), *me.stations])
    groups = []
    if ivits and me.federated:
        worth = sum(value(state, me, place) for place in sky.unbits(federated & own))
        groups.append(Group(tuple(me.federated), worth, base=True))
    else:
        blocked |= sky.around(federated)
    loose = own & ~federated
    while loose:
        group, grown = 0, loose & -loose
        while grown != group:
            group, grown = grown, grown | (sky.around(grown) & loose)
        places = tuple(sky.unbits(group))
        groups.append(Group(places, sum(value(state, me, place) for place in places)))
        loose &= ~group
    afford = me.qic if ivits else power.tokens(me)
    blocked &= sky.empty
    return Case(state.spaces, tuple(groups), tuple(sky.unbits(blocked)), needed(me), min(afford, satellites_left(me)))


def plan(state: GaiaState, seat: int) -> Plan:
    """Find every legal set of groups for a player."""
    return _plan(case_of(state, seat))


class _Spans:
    """For every subset of terminals: which spaces a network of at most d satellites holding them can include."""

    def __init__(self, sky: Galaxy, terminals: list[int], allowed: int, cap: Callable[[int, list[int]], int]) -> None:
        self.touch = [sky.around(terminal) & allowed for terminal in terminals]
        self.fewest = [NEVER] * (1 << len(terminals))
        self.layers: list[list[int]] = [[0]] * (1 << len(terminals))
        for subset in range(1, 1 << len(terminals)):
            limit = cap(subset, self.fewest)
            if subset & (subset - 1):
                self._join(sky, subset, limit, allowed)
            else:
                self._start(sky, subset, limit, allowed)

    def _start(self, sky: Galaxy, subset: int, limit: int, allowed: int) -> None:
        layers = [0, self.touch[subset.bit_length() - 1]]
        for _ in range(limit - 1):
            layers.append(layers[-1] | (sky.around(layers[-1]) & allowed))
        self.fewest[subset] = 0
        self.layers[subset] = layers

    def _join(self, sky: Galaxy, subset: int, limit: int, allowed: int) -> None:
        merged = self._merge(subset, limit)
        touch = 0
        for number, places in enumerate(self.touch):
            if subset >> number & 1:
                touch |= places
        layers = [0]
        for size in range(1, limit + 1):
            last = layers[-1]
            now = last | merged[size] | (sky.around(last) & allowed)
            if self.fewest[subset] < size:
                now |= touch
            elif now:
                self.fewest[subset] = size
            layers.append(now)
        self.layers[subset] = layers

    def _merge(self, subset: int, limit: int) -> list[int]:
        """Join two networks at a space that both include."""
        merged = [0] * (limit + 1)
        lowest = subset & -subset
        part = (subset - 1) & subset
        while part:
            rest = subset ^ part
            if part & lowest and self.fewest[part] + self.fewest[rest] <= limit + 1:
                ones, others = self.layers[part], self.layers[rest]
                for i in range(max(1, self.fewest[part]), min(limit, len(ones) - 1) + 1):
                    for j in range(max(1, self.fewest[rest]), min(limit + 1 - i, len(others) - 1) + 1):
                        both = ones[i] & others[j]
                        if both:
                            merged[i + j - 1] |= both
            part = (part - 1) & subset
        return merged


@lru_cache(maxsize=1024)
def _plan(case: Case) -> Plan:
    groups = case.groups
    values = [0] * (1 << len(groups))
    for subset in range(1, len(values)):
        low = subset & -subset
        values[subset] = values[subset ^ low] + groups[low.bit_length() - 1].value
    must = 1 if groups and groups[0].base else 0
    if not values or values[-1] < case.need:
        return Plan(case, {})
    # caps[subset]: as many satellites as a legal federation with these groups may have
    caps = [case.budget] * len(values)

    def valid(subset: int) -> bool:
        return values[subset] >= case.need and subset & must == must

    def cap(subset: int, fewest: list[int]) -> int:
        for number in range(len(groups)):
            smaller = subset & ~(1 << number)
            if smaller not in (subset, 0):
                caps[subset] = min(caps[subset], caps[smaller], fewest[smaller] if valid(smaller) else NEVER)
        return caps[subset]

    sky = Galaxy.of(case.spaces)
    allowed = sky.empty & ~sky.bits(case.blocked)
    spans = _Spans(sky, [sky.bits(group.places) for group in groups], allowed, cap)
    legal = {
        subset: spans.fewest[subset]
        for subset in range(1, len(values))
        if valid(subset) and spans.fewest[subset] <= caps[subset] and _clear(case, spans, subset, allowed)
    }
    return Plan(case, legal)


def _clear(case: Case, spans: _Spans, subset: int, allowed: int) -> bool:
    """Whether the groups can be connected at that price without touching a group that is not chosen."""
    size = spans.fewest[subset]
    others = 0
    for number, touch in enumerate(spans.touch):
        if not subset >> number & 1:
            others |= touch
    if not size or not others & spans.layers[subset][size]:
        return True
    sky = Galaxy.of(case.spaces)
    chosen = [sky.bits(group.places) for number, group in enumerate(case.groups) if subset >> number & 1]
    narrow = _Spans(sky, chosen, allowed & ~others, lambda _subset, _fewest: size)
    return narrow.fewest[-1] == size


def members(plan: Plan, subset: int) -> list[str]:
    """The places of a set of groups."""
    return [place for number, group in enumerate(plan.case.groups) if subset >> number & 1 for place in group.places]


def next_satellites(plan: Plan, subset: int, placed: list[str]) -> list[str]:
    """Where the next satellite of a federation may go, so that it ends with as few as it needs.

    Each touches what is there already. Empty when the federation is complete.
    """
    case, sky = plan.case, Galaxy.of(plan.case.spaces)
    allowed = sky.empty & ~sky.bits(case.blocked) & ~sky.bits(placed)
    for number, group in enumerate(case.groups):
        if not subset >> number & 1:
            allowed &= ~sky.around(sky.bits(group.places))
    parts = _parts(sky, sky.bits([*members(plan, subset), *placed]))
    left = plan.legal[subset] - len(placed)
    if not left:
        return []
    spans = _Spans(sky, parts, allowed, lambda _subset, _fewest: left)
    touch = 0
    for places in spans.touch:
        touch |= places
    return sky.unbits(spans.layers[-1][left] & touch)


def _parts(sky: Galaxy, places: int) -> list[int]:
    """Split places into touching parts."""
    parts = []
    while places:
        part, grown = 0, places & -places
        while grown != part:
            part, grown = grown, grown | (sky.around(grown) & places)
        parts.append(part)
        places &= ~part
    return parts
