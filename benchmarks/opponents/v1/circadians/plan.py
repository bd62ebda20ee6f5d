"""The best way on through a round: which dice go to which garages and farms, and what each garage's die then does.

A search over the seat's own dice alone, the most promising lines kept at each depth (a beam): first its dice in the
headquarters, then its garages from the left. What the others will do is not looked at, but what comes late in the
round counts a little less, since a space may be taken by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from benchmarks.opponents.v1.circadians.uses import RECALL, Use, Uses
from benchmarks.opponents.v1.circadians.value import Worth, plus
from rules.circadians.components import FARMS
from rules.circadians.effects import LOCATIONS, Boost, FarmPips, Fixed, Income, Table, Threshold
from rules.circadians.goods import NOTHING, Amounts, Goods, total
from rules.circadians.means import HQ, takes_die
from rules.circadians.state import EMPTY, CircadiansState
from rules.circadians.steps.harvest import farm_effect, table_yield

#: How many lines are kept at each depth, and of those how many with the same dice left.
BEAM = 60
ALIKE = 14
#: What of a use is left for each die that goes before it.
LATER = 0.97
#: What a die that is not placed yet is worth about, so that lines of different length can be compared.
UNPLACED = 2.0


class Line(NamedTuple):
    """A way through the round so far. `first` and `plan` say what to do; the rest is what it led to."""

    worth: float
    have: Amounts
    dice: int
    mask: int = 0
    counts: int = 0
    free: tuple[int, ...] = ()
    """Rolled dice that have no place yet."""
    plan: tuple[int, ...] = ()
    """The faces that were put into garages, from the left."""
    first: Use | None = None


class Best(NamedTuple):
    """The best line found: its worth, its first use, and the whole plan."""

    worth: float
    first: Use | None
    plan: tuple[int, ...] = ()
    farms: tuple[tuple[int, int], ...] = ()
    """Farm and face, for dice that were not in a place yet."""


class Search:
    """A seat's round from a view on; `free` dice are rolled and may still be placed."""

    def __init__(self, view: CircadiansState, seat: int) -> None:
        self.view, self.seat = view, seat
        self.worth = Worth(view, seat)
        self.uses = Uses(self.worth)
        self.means, self.me = self.worth.means, self.worth.me
        self._farm_worths: dict[tuple[int, ...], tuple[Goods, tuple[tuple[int, int], ...]]] = {}

    # What is there to begin with.

    @cached_property
    def fixed(self) -> list[tuple[int, int]]:
        """The dice whose place is known: the headquarters' from the left, then the garages'."""
        me, found = self.me, []
        if self.view.phase in ("planning", "hq"):
            found = [(HQ, die.value) for die in self.view.hq if die.seat == self.seat]
        if self.view.phase == "planning":
            planned = {int(place[1:]): face for place, face in me.plan.items() if place[0] == "g"}
            return [*found, *sorted(planned.items())]
        return [*found, *((n, face) for n, face in enumerate(me.garages, 1) if face != EMPTY)]

    @cached_property
    def farmed(self) -> dict[int, int]:
        """The dice that lie on farms, or are planned for them."""
        if self.view.phase == "planning":
            return {int(place[1:]): face for place, face in self.me.plan.items() if place[0] == "f"}
        return {n: face for n, face in enumerate(self.me.farm_dice, 1) if face != EMPTY}

    @cached_property
    def dice(self) -> int:
        """The dice that the next round has for certain."""
        me = self.me
        away = sum(die.seat == self.seat for place in LOCATIONS for die in self.view.dice_on(place))
        kept = self.view.hq_dice(self.seat) if self.view.phase == "garages" else 0
        return me.ready + me.waiting + me.canteen + len(self.farmed) + away + kept

    # The search.

    def best(
        self, more: Amounts = (0, 0, 0, 0), dice: int = 0, *, place: str = "", value: int = 0, beam: int = BEAM
    ) -> Best:
        """Find the best line; with `place` or `value` only among lines whose first use is of these."""
        free = tuple(self.me.rolled) if self.view.phase == "planning" else ()
        have = plus(self.me.goods.amounts, more)
        start = Line(0.0, have, self.dice + dice, free=free)
        levels: list[list[Line]] = [[] for _ in range(len(self.fixed) + len(free) + 2)]
        levels[0].append(start)
        found = Best(float("-inf"), None)
        for depth in range(len(levels) - 1):
            lines = self._kept(levels[depth], beam)
            for line in lines:
                if depth >= len(self.fixed):
                    ended = self._ended(line)
                    if ended is not None and ended.worth > found.worth:
                        found = ended
                for use, after in self._on(line, depth):
                    if depth == 0 and ((place and use.place != place) or (value and use.value != value)):
                        continue
                    levels[min(len(levels) - 1, depth + use.sources)].append(after)
        for line in levels[-1]:
            ended = self._ended(line)
            if ended is not None and ended.worth > found.worth:
                found = ended
        return found

    def _kept(self, lines: list[Line], beam: int) -> list[Line]:
        """The most promising lines, not too many of them with the same dice left."""
        if len(lines) <= 1:
            return lines
        rated = sorted(((self._rate(line), n) for n, line in enumerate(lines)), reverse=True)
        kept: list[Line] = []
        alike: dict[tuple[int, ...], int] = {}
        for _, n in rated:
            line = lines[n]
            same = alike.get(line.free, 0)
            if same < ALIKE or not line.free:
                alike[line.free] = same + 1
                kept.append(line)
                if len(kept) >= beam:
                    break
        return kept

    def _rate(self, line: Line) -> float:
        dice = self.worth.dice
        return line.worth + self.worth.goods(line.have) + dice[min(line.dice, 13)] + UNPLACED * len(line.free)

    def _on(self, line: Line, depth: int) -> Iterator[tuple[Use, Line]]:
        """Go on with the next die."""
        if depth < len(self.fixed):
            source, face = self.fixed[depth]
            flip = depth == 0 and source == HQ and self.view.hq[0].seat == self.seat
            if self.view.phase == "hq":
                flip = flip and self.view.flip
            yield from self._used(line, depth, self.uses.of(source, face, flip=flip), line.free, ())
            if depth + 1 < len(self.fixed):
                second, second_face = self.fixed[depth + 1]
                if not (source == HQ and second == HQ) or self._together(depth):
                    pair = self.uses.pair(source, face, second, second_face)
                    yield from self._used(line, depth, pair, line.free, ())
            if source and self.view.phase != "planning" and self.means.algae(source):
                n = len(self.fixed) - depth
                water = n * self.means.canteen()
                use = Use(RECALL, RECALL, "", face, (0, 0, 0, 0), (water, 0, 0, 0), 0.0, n, 0, sources=n)
                yield from self._used(line, depth, [use], line.free, ())
            return
        garage = self._next_garage(line)
        if garage > 5:
            return
        for at, face in enumerate(line.free):
            if at and line.free[at - 1] == face:
                continue
            left = line.free[:at] + line.free[at + 1 :]
            yield from self._used(line, depth, self.uses.of(garage, face), left, (face,))
            if garage < 5:
                for next_, second in enumerate(left):
                    if not (next_ and left[next_ - 1] == second):
                        pair = self.uses.pair(garage, face, garage + 1, second)
                        yield from self._used(line, depth, pair, left[:next_] + left[next_ + 1 :], (face, second))

    def _next_garage(self, line: Line) -> int:
        planned = sum(source != HQ for source, _ in self.fixed)
        return planned + len(line.plan) + 1

    def _together(self, depth: int) -> bool:
        """Whether the next two dice of the headquarters are the seat's."""
        own = [at for at, die in enumerate(self.view.hq) if die.seat == self.seat]
        return depth + 1 < len(own) and own[depth + 1] == own[depth] + 1

    def _used(
        self, line: Line, depth: int, uses: Sequence[Use], free: tuple[int, ...], placed: tuple[int, ...]
    ) -> Iterator[tuple[Use, Line]]:
        """Try some uses."""
        water, algae, power, gem = line.have
        mask, counts = line.mask, line.counts
        share = LATER**depth
        plan = line.plan + placed
        for use in uses:
            need = use.need
            if need[0] > water or need[1] > algae or need[2] > power or need[3] > gem or use.mask & mask:
                continue
            more = counts
            if use.shift >= 0:
                if (counts >> use.shift) & 15 >= use.room:
                    continue
                more = counts + (1 << use.shift)
            delta = use.delta
            yield (
                use,
                Line(
                    line.worth + use.worth * share,
                    (water + delta[0], algae + delta[1], power + delta[2], gem + delta[3]),
                    line.dice + use.dice,
                    mask | use.mask,
                    more,
                    free,
                    plan,
                    line.first or use,
                ),
            )

    # The end of the round.

    def _ended(self, line: Line) -> Best | None:
        """Put what is left on farms, harvest, and say what that is worth; None where it has no place."""
        farms = self._farms(line.free)
        if farms is None:
            return None
        gained, places = farms
        have = plus(line.have, gained.amounts)
        worth = line.worth + self.worth.goods(have) + gained.item * self.worth.card
        worth += self.worth.dice[min(13, line.dice + len(line.free) + gained.die)]
        return Best(worth, line.first, line.plan, places)

    def _farms(self, free: tuple[int, ...]) -> tuple[Goods, tuple[tuple[int, int], ...]] | None:
        if free not in self._farm_worths:
            spots = [n for n in FARMS if n not in self.farmed and takes_die(self.worth.parts, self.me, n)]
            if len(free) > len(spots):
                return None
            top: tuple[float, Goods, tuple[tuple[int, int], ...]] | None = None
            for chosen in permutations(spots, len(free)):
                places = tuple(zip(chosen, free, strict=True))
                gained = self._harvest({**self.farmed, **dict(places)})
                worth = self.worth.linear(gained)
                if top is None or worth > top[0]:
                    top = worth, gained, places
            assert top is not None
            self._farm_worths[free] = top[1], top[2]
        return self._farm_worths[free]

    @cached_property
    def _pips(self) -> int:
        return sum(one.more for one in self.means.of(FarmPips))

    @cached_property
    def _income(self) -> Goods:
        passive = [one.gain for one in self.means.of(Income)]
        for n in FARMS:
            effect = farm_effect(self.means, n)
            if isinstance(effect, Income):
                passive.append(effect.gain)
        return total(passive)

    def _harvest(self, dice: dict[int, int]) -> Goods:
        """What farms with these dice yield, each the resource that is worth most."""
        effects = {n: farm_effect(self.means, n) for n in dice}
        boosts = {n: one.more for n, one in effects.items() if isinstance(one, Boost)}
        found = self._income
        for n, face in dice.items():
            pips = min(6, face + self._pips + sum(more for at, more in boosts.items() if at != n))
            found = found.plus(self._yield(effects[n], pips))
        return Goods(*(max(0, n) for n in (*found.amounts, found.item, found.die)))

    def _yield(self, effect: object, pips: int) -> Goods:
        match effect:
            case Table():
                return max((table_yield(self.means, effect, kind, pips) for kind in effect.of), key=self.worth.linear)
            case Fixed():
                return effect.gain
            case Threshold():
                return effect.gain if pips >= effect.least else effect.otherwise
        return NOTHING
