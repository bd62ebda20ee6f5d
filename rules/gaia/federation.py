"""Federations: which planets can be united, and by which satellites (rulebook, action 4).

The player's structures outside of federations fall into groups of touching ones; a federation takes whole groups.
Satellites cost one each and stand on empty spaces; the groups are free. The fewest satellites that connect a set of
groups come from a dynamic programme over subsets (Dreyfus and Wagner), with all the spaces that a network of a given
size can reach held as the bits of one number. Sets grow group by group, and only from those that can be connected with
the satellites there are.

A federation is legal when its structures are worth enough, it touches no other group, it uses as few satellites as its
groups then need, and no part of its groups would be worth enough with fewer satellites.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from rules.gaia import power
from rules.gaia.counts import has_institute, power_value
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
    places = [*me.places(), *me.stations]
    afford = me.qic if ivits else power.tokens(me)
    return case_from(
        state.spaces,
        own=sky.bits(places),
        federated=sky.bits(me.federated),
        blocked=sky.bits([*me.satellites, *me.stations, *([state.lost] if state.lost else [])]),
        values={place: power_value(state, me, place) for place in places},
        need=needed(me),
        budget=min(afford, satellites_left(me)),
        whole=ivits,
    )


def case_from(
    spaces: tuple[Space, ...],
    *,
    own: int,
    federated: int,
    blocked: int,
    values: Mapping[str, int],
    need: int,
    budget: int,
    whole: bool,
) -> Case:
    """Gather the same out of sets of places, as bits: all that a player has, what is in federations, where none may go.

    `whole` is whether a new federation has all of the one before (Ivits).
    """
    sky = Galaxy.of(spaces)
    groups = []
    if whole and federated:
        inside = tuple(sky.unbits(federated))
        groups.append(Group(inside, sum(values[place] for place in inside if place in values), base=True))
    else:
        blocked |= sky.around(federated)
    for part in parts_of(sky, own & ~federated):
        places = tuple(sky.unbits(part))
        groups.append(Group(places, sum(values[place] for place in places)))
    return Case(spaces, tuple(groups), tuple(sky.unbits(blocked & sky.empty)), need, budget)


def touching(state: GaiaState, seat: int, place: str) -> tuple[str, ...]:
    """All structures of a player that join a federation with the one on a place, itself among them."""
    groups = (group.places for group in case_of(state, seat).groups)
    return next((places for places in groups if place in places), (place,))


def groups_of(case: Case, subset: int) -> list[Group]:
    """The groups of a set, which is given as bits."""
    return [group for number, group in enumerate(case.groups) if subset >> number & 1]


def value_of(case: Case, subset: int) -> int:
    """The power value of a set of groups."""
    return sum(group.value for group in groups_of(case, subset))


def _allowed(case: Case, sky: Galaxy, subset: int) -> int:
    """Where satellites may stand that connect these groups and touch no other."""
    allowed = sky.empty & ~sky.bits(case.blocked)
    for group in groups_of(case, ~subset):
        allowed &= ~sky.around(sky.bits(group.places))
    return allowed


def plan(state: GaiaState, seat: int) -> Plan:
    """Find every legal set of groups for a player."""
    return plan_of(case_of(state, seat))


class _Networks:
    """Networks of satellites: for a set of terminals, which spaces those of at most d satellites can include.

    Terminals connect what touches them, those outside of the set, too. Sets of terminals are bits of a number; only
    those are kept that can be connected within the limit they were asked with.
    """

    def __init__(self, sky: Galaxy, terminals: Sequence[int], allowed: int) -> None:
        self.sky, self.allowed = sky, allowed
        self.terminals = [(terminal, sky.around(terminal) & allowed) for terminal in terminals]
        self.layers: dict[int, list[int]] = {}
        self.fewest: dict[int, int] = {}
        """The satellites of the smallest network, one at least."""

    def grow(self, subset: int, least: int, limit: int, within: Sequence[int] = ()) -> Iterator[int]:
        """Find the networks of a set of terminals, its parts being done, with one satellite more each time.

        They are known to have `least` satellites or more; those of d may be held to the spaces `within[d]`. Gives each
        size from that of the smallest on.
        """
        pairs, touch = self._pairs(subset, limit), 0
        if not subset & (subset - 1):
            touch = self.touch(subset)
        elif not pairs:
            return
        layers = [0] * least
        for size in range(least, limit + 1):
            now = touch | self._grown(layers[-1]) if layers[-1] else touch
            for ones, one, others, other in pairs:
                for i in range(one, size + 2 - other):
                    now |= ones[i] & others[size + 1 - i]
            if within:
                now &= within[size]
            layers.append(now)
            if now and subset not in self.layers:
                self.layers[subset], self.fewest[subset] = layers, size
            if subset in self.layers:
                yield size

    def connect(self, subset: int, least: int, limit: int, within: Sequence[int] = ()) -> None:
        """Find the networks of a set of terminals up to a size."""
        for _ in self.grow(subset, least, limit, within):
            pass

    def _pairs(self, subset: int, limit: int) -> list[tuple[list[int], int, list[int], int]]:
        """Split a set in two in every way, where both can be connected; the spaces and least satellites of both.

        Two networks are joined at a space that both include, which is counted once.
        """
        pairs, layers, fewest = [], self.layers, self.fewest
        others = subset & (subset - 1)
        rest = others
        while rest:
            part = subset ^ rest
            if part in fewest and rest in fewest and fewest[part] + fewest[rest] <= limit + 1:
                pairs.append((layers[part], fewest[part], layers[rest], fewest[rest]))
            rest = (rest - 1) & others
        return pairs

    def touch(self, subset: int) -> int:
        """The spaces beside some of these terminals."""
        found = 0
        for number, (_, touch) in enumerate(self.terminals):
            if subset >> number & 1:
                found |= touch
        return found

    def _grown(self, spaces: int) -> int:
        """Add all the spaces that touch these, or a terminal that does."""
        around = self.sky.around(spaces)
        grown = spaces | around & self.allowed
        for terminal, touch in self.terminals:
            if around & terminal:
                grown |= touch
        return grown


def _connect_all(sky: Galaxy, terminals: Sequence[int], allowed: int, limit: int) -> _Networks:
    """Find the networks of all the terminals together, and of their parts."""
    networks = _Networks(sky, terminals, allowed)
    for subset in range(1, 1 << len(terminals)):
        networks.connect(subset, 1, limit)
    return networks


@lru_cache(maxsize=1024)
def plan_of(case: Case) -> Plan:
    """Find every legal set of groups of a case."""
    if sum(group.value for group in case.groups) < case.need:
        return Plan(case, {})
    return Plan(case, _Search(case).legal())


class _Search:
    """Finds the legal sets of groups of a case; sets are bits of a number.

    Every group connects in the networks it begins with, so they show the least that a set of groups can need. What it
    does need, touching no other group, is found on the spaces of networks that are not larger.
    """

    def __init__(self, case: Case) -> None:
        self.case, self.sky = case, Galaxy.of(case.spaces)
        self.places = [self.sky.bits(group.places) for group in case.groups]
        self.allowed = self.sky.empty & ~self.sky.bits(case.blocked)
        self.must = 1 if case.groups[0].base else 0
        self.networks = _Networks(self.sky, self.places, self.allowed)
        self.found: list[tuple[int, int]] = []
        """Satellites and groups of the legal sets, those with the fewest first."""

    def legal(self) -> dict[int, int]:
        """Give each legal set of groups with the satellites that it needs."""
        # Sets of one size at a time: the fewest satellites that each can need, as its parts show.
        sets = {1 << number: 1 for number in range(len(self.places))}
        while sets:
            for subset, least in sets.items():
                cost = self._cost(subset, least)
                if cost != NEVER:
                    insort(self.found, (cost, subset))
            sets = self._larger(sets)
        return {subset: cost for cost, subset in sorted(self.found, key=lambda one: one[1])}

    def _cost(self, subset: int, least: int) -> int:
        """The satellites of a legal set, `NEVER` for one that is not; its networks are found up to there."""
        valid = subset & self.must == self.must and value_of(self.case, subset) >= self.case.need
        if valid and not subset & (subset - 1):
            return 0
        others = self.networks.touch(~subset) if valid else 0
        for size in self.networks.grow(subset, least, self._limit(subset)):
            if valid and self._enough(subset, size, others):
                return size
        return NEVER

    def _limit(self, subset: int) -> int:
        """As many satellites as a legal federation with these groups, and maybe others, may have.

        As many as can be paid for, and no more than any part of them needs that is worth enough.
        """
        return next((cost for cost, part in self.found if not part & ~subset), self.case.budget)

    def _larger(self, sets: Iterable[int]) -> dict[int, int]:
        """Give the sets with one group more whose parts can all be connected, and the most that one of those needs."""
        larger, fewest = {}, self.networks.fewest
        for subset in sets:
            for number in range(subset.bit_length(), len(self.places)):
                one = subset | 1 << number
                parts = [one & ~(1 << other) for other in range(number + 1) if one >> other & 1]
                if all(part in fewest for part in parts):
                    larger[one] = max(fewest[part] for part in parts)
        return larger

    def _enough(self, subset: int, size: int, others: int) -> bool:
        """Whether so many satellites are enough to connect these groups, on no space beside `others`.

        A network has no other spaces than those of networks that may touch any group, and those of a part are held to
        where the rest can be joined to them. The last group is in none of the parts: networks of all the others that
        use every satellite are held to what touches it.
        """
        any_layers = self.networks.layers
        if not others & any_layers[subset][size]:
            return True
        spaces = any_layers[subset][size] & ~others
        numbers = [number for number in range(len(self.places)) if subset >> number & 1]
        targets = [self.places[number] for number in numbers]
        if not _united(self.sky, sum(targets), spaces):
            return False
        networks = _Networks(self.sky, targets, spaces)
        names = [0]
        for number in numbers:
            names += [name | 1 << number for name in names]
        parts = len(names) // 2
        for part in range(1, parts):
            rest = any_layers[names[-1] ^ names[part]]
            networks.connect(part, self.networks.fewest[names[part]], size, [0, *rest[size:0:-1]])
        return parts - 1 in networks.layers and networks.layers[parts - 1][size] != 0


@lru_cache(maxsize=1024)
def fewest(case: Case, subset: int, limit: int) -> int:
    """The fewest satellites that connect these groups and touch no other, `NEVER` where it takes more than `limit`."""
    if not subset & (subset - 1):
        return 0
    sky = Galaxy.of(case.spaces)
    terminals = [sky.bits(group.places) for group in groups_of(case, subset)]
    allowed = _allowed(case, sky, subset)
    if not _united(sky, sum(terminals), allowed):
        return NEVER
    return _connect_all(sky, terminals, allowed, limit).fewest.get((1 << len(terminals)) - 1, NEVER)


def members(plan: Plan, subset: int) -> list[str]:
    """The places of a set of groups."""
    return [place for group in groups_of(plan.case, subset) for place in group.places]


def next_satellites(plan: Plan, subset: int, placed: list[str]) -> list[str]:
    """Where the next satellite of a federation may go, so that it ends with as few as it needs.

    Each touches what is there already. Empty when the federation is complete.
    """
    sky = Galaxy.of(plan.case.spaces)
    allowed = _allowed(plan.case, sky, subset) & ~sky.bits(placed)
    parts = parts_of(sky, sky.bits([*members(plan, subset), *placed]))
    left = plan.legal[subset] - len(placed)
    if not left:
        return []
    networks, whole = _connect_all(sky, parts, allowed, left), (1 << len(parts)) - 1
    return sky.unbits(networks.layers[whole][left] & networks.touch(whole))


def _flood(sky: Galaxy, start: int, places: int) -> int:
    """What hangs together with some of these places."""
    part, grown = 0, start
    while grown != part:
        part, grown = grown, grown | (sky.around(grown) & places)
    return part


def _united(sky: Galaxy, targets: int, spaces: int) -> bool:
    """Whether some places hang together by these spaces."""
    return not targets & ~_flood(sky, targets & -targets, targets | spaces)


def parts_of(sky: Galaxy, places: int) -> list[int]:
    """Split places into touching parts."""
    parts = []
    while places:
        part = _flood(sky, places & -places, places)
        parts.append(part)
        places &= ~part
    return parts
