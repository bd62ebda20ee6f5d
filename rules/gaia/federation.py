"""Federations: which planets can be united, and by which satellites (rulebook, action 4).

The player's structures outside of federations fall into groups of touching ones; a federation takes whole groups.
Satellites cost one each and stand on empty spaces; the groups are free. The fewest satellites that connect a set of
groups come from a dynamic programme over subsets (Dreyfus and Wagner), with all the spaces that a network of a given
size can reach held as the bits of one number.

A federation is legal when its structures are worth enough, it touches no other group, it uses as few satellites as its
groups then need, and no part of its groups would be worth enough with fewer satellites.
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
        group = _flood(sky, loose & -loose, loose)
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

    def __init__(self, sky: Galaxy, terminals: list[int], allowed: int, cap: Callable[[int, _Spans], int]) -> None:
        self.touch = [sky.around(terminal) & allowed for terminal in terminals]
        self.fewest = [NEVER] * (1 << len(terminals))
        self.layers: list[list[int]] = [[0]] * (1 << len(terminals))
        for subset in range(1, 1 << len(terminals)):
            limit = cap(subset, self)
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
    if sum(group.value for group in case.groups) < case.need:
        return Plan(case, {})
    return Plan(case, _Search(case).legal())


class _Search:
    """Finds the legal sets of groups of a case; sets are bits of a number."""

    def __init__(self, case: Case) -> None:
        self.case, self.sky = case, Galaxy.of(case.spaces)
        self.places = [self.sky.bits(group.places) for group in case.groups]
        self.allowed = self.sky.empty & ~self.sky.bits(case.blocked)
        self.must = 1 if case.groups[0].base else 0
        self.values = [0] * (1 << len(case.groups))
        for subset in range(1, len(self.values)):
            low = subset & -subset
            self.values[subset] = self.values[subset ^ low] + case.groups[low.bit_length() - 1].value
        # As many satellites as a legal federation with these groups, and maybe others, may have: as many as can be
        # paid for, and no more than any part of them needs that is worth enough.
        self.caps = [case.budget] * len(self.values)
        self.exact: dict[int, int] = {}

    def legal(self) -> dict[int, int]:
        """Give each legal set of groups with the satellites that it needs."""
        spans = _Spans(self.sky, self.places, self.allowed, self._cap)
        return {
            subset: self._fewest(subset, spans)
            for subset in range(1, len(self.values))
            if self._valid(subset) and self._fewest(subset, spans) <= self.caps[subset]
        }

    def _valid(self, subset: int) -> bool:
        return self.values[subset] >= self.case.need and subset & self.must == self.must

    def _cap(self, subset: int, spans: _Spans) -> int:
        """Every smaller set is done when a set comes up."""
        cap = self.case.budget
        for number in range(len(self.places)):
            smaller = subset & ~(1 << number)
            if smaller not in (subset, 0):
                cap = min(cap, self.caps[smaller])
                if self._valid(smaller):
                    cap = min(cap, self._fewest(smaller, spans))
        self.caps[subset] = cap
        return cap

    def _fewest(self, subset: int, spans: _Spans) -> int:
        """The fewest satellites that connect these groups and touch no other."""
        if subset not in self.exact:
            self.exact[subset] = self._count(subset, spans)
        return self.exact[subset]

    def _count(self, subset: int, spans: _Spans) -> int:
        size, others = spans.fewest[subset], 0
        for number, touch in enumerate(spans.touch):
            if not subset >> number & 1:
                others |= touch
        if size in (0, NEVER) or not others & spans.layers[subset][size]:
            return size
        chosen = [number for number in range(len(self.places)) if subset >> number & 1]
        allowed, limit = self.allowed & ~others, self.caps[subset]
        targets = sum(self.places[number] for number in chosen)
        if targets & ~_flood(self.sky, self.places[chosen[0]], allowed | targets):
            return NEVER

        def cap(part: int, _spans: _Spans) -> int:
            """What joins a part to the rest costs at least what the rest needs when it may touch anything."""
            rest = sum(1 << number for at, number in enumerate(chosen) if not part >> at & 1)
            return limit + 1 - max(1, spans.fewest[rest]) if rest else limit

        return _Spans(self.sky, [self.places[number] for number in chosen], allowed, cap).fewest[-1]


@lru_cache(maxsize=1024)
def fewest(case: Case, subset: int, limit: int) -> int:
    """The fewest satellites that connect these groups and touch no other, `NEVER` where it takes more than `limit`."""
    sky = Galaxy.of(case.spaces)
    chosen = [sky.bits(group.places) for number, group in enumerate(case.groups) if subset >> number & 1]
    allowed = sky.empty & ~sky.bits(case.blocked)
    for number, group in enumerate(case.groups):
        if not subset >> number & 1:
            allowed &= ~sky.around(sky.bits(group.places))
    if sum(chosen) & ~_flood(sky, chosen[0], allowed | sum(chosen)):
        return NEVER
    return _Spans(sky, chosen, allowed, lambda _subset, _spans: limit).fewest[-1]


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
    spans = _Spans(sky, parts, allowed, lambda _subset, _spans: left)
    touch = 0
    for places in spans.touch:
        touch |= places
    return sky.unbits(spans.layers[-1][left] & touch)


def _flood(sky: Galaxy, start: int, places: int) -> int:
    """What hangs together with some of these places."""
    part, grown = 0, start
    while grown != part:
        part, grown = grown, grown | (sky.around(grown) & places)
    return part


def _parts(sky: Galaxy, places: int) -> list[int]:
    """Split places into touching parts."""
    parts = []
    while places:
        part = _flood(sky, places & -places, places)
        parts.append(part)
        places &= ~part
    return parts
