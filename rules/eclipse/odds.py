"""The odds of a battle if all fight to the end: who wins how likely, and how many ships of each group are left.

Small battles are computed exactly, as a chain of rounds: damage never goes away, so that every round leads to fewer
hit points or to itself. Large ones are fought many times with a generator of their own: the same battle
always has the same odds. Nobody retreats here, and dice are assigned by the greedy policy of `rules.eclipse.combat`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, product
from math import comb
from typing import NamedTuple, TypeAlias

from rules.eclipse.blueprints import Stats
from rules.eclipse.combat import COLOURS, SIDES, Target, assign, need, targets
from rules.eclipse.components import SIZES
from rules.eclipse.state import Die, Group

MOST_STEPS = 2500
"""How many outcomes of volleys the exact way may look at: about 9 ms."""
FIGHTS, VOLLEYS = 120, 5000
"""A large battle is fought so often at least, and until so many volleys are fired: about 20 ms.

With 120 fights the standard error of a chance is at most 0.05; most battles are fought several hundred times.
"""

Health: TypeAlias = tuple[tuple[int, ...], ...]
"""By force the damage of each ship that is left, the most damaged first."""
Hits: TypeAlias = tuple[int, ...]
"""Dice by the best shield that they get through, the best first; those that hit nothing are left out."""


class Force(NamedTuple):
    """All ships of one type of one side. `damage` has one entry for each ship that is still there."""

    attacking: bool
    kind: str
    stats: Stats
    damage: tuple[int, ...]


class Odds(NamedTuple):
    """What to expect of a battle. `left` has for each force how many ships are left on average."""

    attacker: float
    defender: float
    stalemate: float
    left: tuple[float, ...]
    exact: bool


class TooLarge(Exception):
    """A battle has too many outcomes to look at all of them."""


class Falls(NamedTuple):
    """The dice of one damage of a force: by their number of hits (see `Hits`) how likely it is, and summed up."""

    hits: tuple[Hits, ...]
    chances: tuple[float, ...]
    sums: tuple[float, ...]


@lru_cache(1 << 12)
def spread(dice: int, needs: tuple[int, ...]) -> Falls:
    """How dice fall whose targets need these numbers, the highest first."""
    shares = [(upper - least) / SIDES for least, upper in zip(needs, (SIDES + 1, *needs), strict=False)]
    found: dict[Hits, float] = {}
    for hits in _parts(dice, len(needs)):
        chance, rest = 1.0, dice
        for n, share in zip(hits, shares, strict=True):
            chance *= comb(rest, n) * share**n
            rest -= n
        found[hits] = chance * ((needs[-1] - 1) / SIDES) ** rest
    return Falls(tuple(found), tuple(found.values()), tuple(accumulate(found.values())))


def _parts(n: int, kinds: int) -> Iterator[Hits]:
    """All ways to have up to `n` dice of some kinds."""
    if not kinds:
        yield ()
        return
    for first in range(n + 1):
        for rest in _parts(n - first, kinds - 1):
            yield (first, *rest)


class Engagement:
    """The forces of a battle, and what their volleys do."""

    def __init__(self, forces: Sequence[Force]) -> None:
        self.forces = forces
        self.order = sorted(range(len(forces)), key=self._rank)
        sides = [[at for at, one in enumerate(forces) if one.attacking is side] for side in (False, True)]
        self.enemies = [sides[not one.attacking] for one in forces]
        self.sides = sides
        self._struck: dict[tuple[object, ...], Health] = {}
        self._volleys: dict[tuple[int, ...], tuple[tuple[int, ...], list[Falls]]] = {}

    def _rank(self, at: int) -> tuple[int, bool, int]:
        """Who acts first: more initiative, of equals the defender, then the larger type."""
        one = self.forces[at]
        return -one.stats.initiative, one.attacking, -SIZES[one.kind]

    def over(self, health: Health) -> bool:
        """Whether a side has nothing left."""
        return any(not any(health[at] for at in side) for side in self.sides)

    def armed(self, health: Health) -> bool:
        """Whether anybody has a cannon."""
        return any(ships and one.stats.cannons for one, ships in zip(self.forces, health, strict=True))

    def volley(self, health: Health, at: int, *, missiles: bool) -> tuple[tuple[int, ...], list[Falls]]:
        """What a force rolls: the numbers that its targets need, and how its dice of damage 1, 2 and 4 fall."""
        alive = [other for other in self.enemies[at] if health[other]]
        key = (at, missiles, len(health[at]), *alive)
        found = self._volleys.get(key)
        if found is None:
            one = self.forces[at]
            dice = one.stats.missiles if missiles else one.stats.cannons
            shields = {self.forces[other].stats.shield for other in alive}
            needs = tuple(sorted({need(one.stats.computer, shield) for shield in shields}, reverse=True))
            falls = [spread(dice.count(damage) * len(health[at]), needs) for damage in COLOURS]
            found = self._volleys[key] = needs, falls
        return found

    def struck(self, health: Health, at: int, needs: tuple[int, ...], hits: tuple[Hits, ...]) -> Health:
        """What is left after a volley, `hits` by the damage of the dice."""
        if not any(map(any, hits)):
            return health
        enemies = self.enemies[at]
        # What is left of the others does not depend on the shooters' own health.
        key = (at, needs, hits, *(health[other] for other in enemies))
        after = self._struck.get(key)
        if after is None:
            dice = [
                Die(damage, least)
                for damage, by_need in zip(COLOURS, hits, strict=True)
                for least, n in zip(needs, by_need, strict=True)
                for _ in range(n)
            ]
            after = self._struck[key] = self.dealt(health, at, dice)
        return tuple(after[enemies.index(other)] if other in enemies else ships for other, ships in enumerate(health))

    def dealt(self, health: Health, at: int, dice: Sequence[Die]) -> Health:
        """What is left of the enemies of a force when its dice are assigned."""
        groups = [
            (Group(other, self.forces[other].kind, list(health[other]), 0), self.forces[other].stats)
            for other in self.enemies[at]
        ]
        ships = targets(groups, self.forces[at].stats.computer)
        assign(dice, ships)
        return tuple(self._left(ships, group) for group, _ in groups)

    @staticmethod
    def _left(ships: Sequence[Target], group: Group) -> tuple[int, ...]:
        alive = [ship for ship in ships if ship.group is group and ship.taken < ship.left]
        return tuple(sorted((group.damage[ship.index] + ship.taken for ship in alive), reverse=True))


class Exact:
    """All that can happen in a battle, round by round."""

    def __init__(self, fight: Engagement) -> None:
        self.fight = fight
        self.steps = 0

    def round(self, chances: dict[Health, float], order: Sequence[int], *, missiles: bool) -> dict[Health, float]:
        """Let forces act in turn."""
        fight = self.fight
        for at in order:
            after: dict[Health, float] = defaultdict(float)
            for health, chance in chances.items():
                if not health[at] or fight.over(health):
                    after[health] += chance
                    continue
                needs, dice = fight.volley(health, at, missiles=missiles)
                ways = list(product(*(zip(one.hits, one.chances, strict=True) for one in dice)))
                self.steps += len(ways)
                if self.steps > MOST_STEPS:
                    raise TooLarge
                for (one, p), (two, q), (four, r) in ways:
                    after[fight.struck(health, at, needs, (one, two, four))] += chance * p * q * r
            chances = after
        return chances

    def ends(self, chances: dict[Health, float]) -> dict[Health, float]:
        """Fight rounds of engagement until every battle is over."""
        ends: dict[Health, float] = defaultdict(float)
        open_: dict[int, dict[Health, float]] = defaultdict(lambda: defaultdict(float))
        for health, chance in chances.items():
            open_[self._points(health)][health] += chance
        while open_:
            most = max(open_)
            for health, chance in open_.pop(most).items():
                if self.fight.over(health) or not self.fight.armed(health):
                    ends[health] += chance
                    continue
                after = self.round({health: 1.0}, self.fight.order, missiles=False)
                moved = 1 - after.pop(health, 0.0)
                for other, share in after.items():
                    open_[self._points(other)][other] += chance * share / moved
        return ends

    def _points(self, health: Health) -> int:
        """The damage that would destroy everything."""
        forces = zip(self.fight.forces, health, strict=True)
        return sum(one.stats.hull + 1 - damage for one, ships in forces for damage in ships)


class Simulated:
    """A battle fought many times."""

    def __init__(self, fight: Engagement) -> None:
        self.fight = fight
        self.volleys = 0
        self._seed = 0x2545F4914F6CDD1D

    def chance(self) -> float:
        """A number from 0 to below 1, of a multiplicative generator modulo 2**64 (its upper bits)."""
        self._seed = (self._seed * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._seed >> 11) / 2**53

    def fall(self, dice: Falls) -> Hits:
        """Roll the dice of one damage."""
        if len(dice.hits) == 1:
            return dice.hits[0]
        return dice.hits[min(bisect_right(dice.sums, self.chance()), len(dice.hits) - 1)]

    def end(self, health: Health, order: Sequence[int], *, missiles: bool) -> Health:
        """Fight once to the end."""
        fight = self.fight
        while True:
            for at in order:
                if health[at] and not fight.over(health):
                    self.volleys += 1
                    needs, dice = fight.volley(health, at, missiles=missiles)
                    health = fight.struck(health, at, needs, tuple(map(self.fall, dice)))
            if fight.over(health) or not fight.armed(health):
                return health
            order, missiles = fight.order, False


@lru_cache(256)
def odds(forces: tuple[Force, ...], queue: tuple[int, ...], *, missiles: bool) -> Odds:
    """The odds of a battle of two sides. `queue` are the forces that have still to act in this round.

    `missiles` says whether this is the round of the missiles.
    """
    fight = Engagement(forces)
    start = tuple(tuple(sorted(one.damage, reverse=True)) for one in forces)
    try:
        exact = Exact(fight)
        ends = exact.ends(exact.round({start: 1.0}, queue, missiles=missiles))
        return _summed(fight, ends, exact=True)
    except TooLarge:
        simulated = Simulated(fight)
        counts: Counter[Health] = Counter()
        while counts.total() < FIGHTS or simulated.volleys < VOLLEYS:
            counts[simulated.end(start, queue, missiles=missiles)] += 1
        fights = counts.total()
        return _summed(fight, {health: n / fights for health, n in counts.items()}, exact=False)


def _summed(fight: Engagement, ends: dict[Health, float], *, exact: bool) -> Odds:
    """Sum up how a battle ends."""
    wins = [0.0, 0.0]
    left = [0.0] * len(fight.forces)
    for health, chance in ends.items():
        for at, ships in enumerate(health):
            left[at] += chance * len(ships)
        alive = [any(health[at] for at in side) for side in fight.sides]
        if alive[0] != alive[1]:
            wins[alive[1]] += chance
    return Odds(wins[1], wins[0], max(0.0, 1 - sum(wins)), tuple(left), exact)
