"""The best way on through a round: which dice go to which garages and farms, and what each garage's die then does.

A search over the seat's own dice alone, the most promising lines kept at each depth (a beam): first its dice in the
headquarters, then its garages from the left. What the others will do is not looked at, but what comes late in the
round counts a little less, since a space may be taken by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heappush, heapreplace
from itertools import permutations
from typing import NamedTuple, TypeAlias

from rules.circadians.components import FARMS
from rules.circadians.effects import LOCATIONS, Boost, FarmPips, Fixed, Income, Table, Threshold
from rules.circadians.goods import NOTHING, RESOURCES, Amounts, Goods, total
from rules.circadians.means import HQ, takes_die
from rules.circadians.robot.judgement import LEARNED, Judgement
from rules.circadians.robot.uses import RECALL, Use, Uses
from rules.circadians.robot.value import Worth, plus
from rules.circadians.state import EMPTY, CircadiansState
from rules.circadians.steps.harvest import farm_effect, table_yield

#: How many lines are kept at each depth, and of those how many with the same dice left.
BEAM = 240
ALIKE = 50
#: What of a use is left for each die that goes before it.
LATER = 0.97
#: What a die that is not placed yet is worth about, so that lines of different length can be compared.
UNPLACED = 2.0


Path: TypeAlias = "tuple[Use, Path | None]"
#: A way through the round so far, with what it promises and its number in front, by which lines are sorted: they come
#: by the thousand, so that they are nothing but tuples. Then what it is worth, what there is then, the dice of the next
#: round, what was done once and what was counted (`Use.mask`, `Use.shift`), the rolled dice that have no place yet, the
#: faces that were put into garages, from the left, and the uses, the last one in front of those before it.
Line: TypeAlias = tuple[float, int, float, Amounts, int, int, int, tuple[int, ...], tuple[int, ...], "Path | None"]


class Level:
    """The lines of one depth. Of those with the same dice left only so many of the best are kept (`tops`)."""

    def __init__(self, beam: int) -> None:
        self.lines: list[Line] = []
        self.beam = beam
        self.tops: dict[tuple[int, ...], list[float]] = {}
        """Dice left -> what the best lines with them promise, as a heap: a line below all of them need not be made."""

    def most(self, free: tuple[int, ...]) -> int:
        """How many lines with these dice left are kept at most."""
        return min(ALIKE, self.beam) if free else self.beam

    def kept(self) -> list[Line]:
        """The most promising lines, not too many of them with the same dice left."""
        if len(self.lines) <= 1:
            return self.lines
        self.lines.sort(reverse=True)
        kept: list[Line] = []
        alike: dict[tuple[int, ...], int] = {}
        for line in self.lines:
            free = line[7]
            same = alike.get(free, 0)
            if same < self.most(free):
                alike[free] = same + 1
                kept.append(line)
                if len(kept) >= self.beam:
                    break
        return kept


class Best(NamedTuple):
    """A line to the end of the round: its worth, its uses (the last one first), the plan, and what there is then."""

    worth: float
    path: Path | None
    plan: tuple[int, ...]
    farms: tuple[tuple[int, int], ...]
    """Farm and face, for dice that were not in a place yet."""
    have: Amounts
    dice: int
    cards: float = 0.0
    """What cards from the harvest are worth."""

    @property
    def uses(self) -> list[Use]:
        """What the dice do, in order."""
        found, at = [], self.path
        while at is not None:
            found.append(at[0])
            at = at[1]
        return found[::-1]

    @property
    def first(self) -> Use | None:
        """What the first die does."""
        uses = self.uses
        return uses[0] if uses else None


class Search:
    """A seat's round from a view on; `free` dice are rolled and may still be placed."""

    def __init__(self, view: CircadiansState, seat: int, judgement: Judgement = LEARNED) -> None:
        self.view, self.seat = view, seat
        self.worth = Worth(view, seat, judgement)
        self.uses = Uses(self.worth)
        self.means, self.me = self.worth.means, self.worth.me
        self._farm_worths: dict[tuple[int, ...], tuple[Goods, tuple[tuple[int, int], ...], tuple[int, ...]]] = {}

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
        return max(self.lines(more, dice, place=place, value=value, beam=beam), key=_worth)

    def lines(
        self, more: Amounts = (0, 0, 0, 0), dice: int = 0, *, place: str = "", value: int = 0, beam: int = BEAM
    ) -> list[Best]:
        """Find all lines that are followed to the end, as they come; at least one, which may use no die."""
        free = tuple(self.me.rolled) if self.view.phase == "planning" else ()
        have = plus(self.me.goods.amounts, more)
        levels = [Level(beam) for _ in range(len(self.fixed) + len(free) + 1)]
        levels[0].lines.append((0.0, 0, 0.0, have, self.dice + dice, 0, 0, free, (), None))
        found: list[Best] = []
        for depth, level in enumerate(levels):
            for line in level.kept():
                if depth >= len(self.fixed):
                    found.append(self._ended(line))
                for uses, left, placed, sources in self._on(line, depth):
                    tried = uses
                    if depth == 0 and (place or value):
                        tried = [one for one in uses if place in ("", one.place) and value in (0, one.value)]
                    self._use(line, depth, tried, left, placed, levels[depth + sources])
        return found or [Best(float("-inf"), None, (), (), have, self.dice)]

    def terms(self, line: Best) -> dict[str, float]:
        """The worth of a line by what it is for: what each die does, and what there is after the round."""
        found: dict[str, float] = {}
        depth = 0
        for use in line.uses:
            for name, part in use.terms:
                found[name] = found.get(name, 0.0) + part * LATER**depth
            depth += use.sources
        for kind, stock, n in zip(RESOURCES, self.worth.stock, line.have, strict=True):
            found[kind] = stock[n]
        found["dice"] = self.worth.dice[line.dice]
        found["cards"] = found.get("cards", 0.0) + line.cards
        return found

    def _on(self, line: Line, depth: int) -> Iterator[tuple[Sequence[Use], tuple[int, ...], tuple[int, ...], int]]:
        """Give what the next die can do, with the dice that are left then, those placed in garages, and how many go."""
        free = line[7]
        if depth < len(self.fixed):
            source, face = self.fixed[depth]
            flip = depth == 0 and source == HQ and self.view.hq[0].seat == self.seat
            if self.view.phase == "hq":
                flip = flip and self.view.flip
            yield self.uses.of(source, face, flip=flip), free, (), 1
            if depth + 1 < len(self.fixed):
                second, second_face = self.fixed[depth + 1]
                if not (source == HQ and second == HQ) or self._together(depth):
                    yield self.uses.pair(source, face, second, second_face), free, (), 2
            if source and self.view.phase != "planning" and self.means.algae(source):
                n = len(self.fixed) - depth
                water = n * self.means.canteen()
                use = Use(RECALL, RECALL, "", face, (0, 0, 0, 0), (water, 0, 0, 0), 0.0, n, 0, sources=n)
                yield [use], free, (), n
            return
        garage = self._next_garage(line)
        if garage > 5:
            return
        for at, face in enumerate(free):
            if at and free[at - 1] == face:
                continue
            left = free[:at] + free[at + 1 :]
            yield self.uses.of(garage, face), left, (face,), 1
            if garage < 5:
                for next_, second in enumerate(left):
                    if not (next_ and left[next_ - 1] == second):
                        pair = self.uses.pair(garage, face, garage + 1, second)
                        yield pair, left[:next_] + left[next_ + 1 :], (face, second), 2

    def _next_garage(self, line: Line) -> int:
        planned = sum(source != HQ for source, _ in self.fixed)
        return planned + len(line[8]) + 1

    def _together(self, depth: int) -> bool:
        """Whether the next two dice of the headquarters are the seat's."""
        own = [at for at, die in enumerate(self.view.hq) if die.seat == self.seat]
        return depth + 1 < len(own) and own[depth + 1] == own[depth] + 1

    def _use(  # noqa: PLR0917
        self,
        line: Line,
        depth: int,
        uses: Sequence[Use],
        free: tuple[int, ...],
        placed: tuple[int, ...],
        level: Level,
    ) -> None:
        """Try some uses, and add the lines that they lead to."""
        _, _, worth, (water, algae, power, gem), dice, mask, counts, _, plan, path = line
        of_water, of_algae, of_power, of_gem = self.worth.stock
        of_dice = self.worth.dice
        unplaced = UNPLACED * len(free)
        share = LATER**depth
        plan += placed
        found, n = level.lines, len(level.lines)
        top, most = level.tops.setdefault(free, []), level.most(free)
        least = top[0] if len(top) == most else float("-inf")
        for use in uses:
            _, _, _, _, need, delta, more, gained, once, shift, room, _, _ = use
            if need[0] > water or need[1] > algae or need[2] > power or need[3] > gem or once & mask:
                continue
            counted = counts
            if shift >= 0:
                if (counts >> shift) & 15 >= room:
                    continue
                counted += 1 << shift
            w, a, p, g = water + delta[0], algae + delta[1], power + delta[2], gem + delta[3]
            there = dice + gained
            after = worth + more * share
            promise = after + (of_water[w] + of_algae[a] + of_power[p] + of_gem[g]) + of_dice[there] + unplaced
            if promise < least:
                continue
            have = (w, a, p, g)
            found.append((promise, n, after, have, there, mask | once, counted, free, plan, (use, path)))
            n += 1
            if len(top) < most:
                heappush(top, promise)
            else:
                heapreplace(top, promise)
            if len(top) == most:
                least = top[0]

    # The end of the round.

    def _ended(self, line: Line) -> Best:
        """Put what is left on farms, harvest, and say what that is worth."""
        _, _, so_far, had, dice, _, _, free, plan, path = line
        gained, places, rest = self._farms(free)
        have = plus(had, gained.amounts)
        cards = gained.item * self.worth.card
        dice += len(free) + gained.die
        worth = so_far + self.worth.goods(have) + cards + self.worth.dice[dice]
        return Best(worth, path, plan + rest, places, have, dice, cards)

    def _farms(self, free: tuple[int, ...]) -> tuple[Goods, tuple[tuple[int, int], ...], tuple[int, ...]]:
        """The best farms for dice that no garage uses; those that find none are planned for garages and called back."""
        if free not in self._farm_worths:
            spots = [n for n in FARMS if n not in self.farmed and takes_die(self.worth.parts, self.me, n)]
            over = max(0, len(free) - len(spots))
            water = Goods(water=over * self.means.canteen())
            top: tuple[float, Goods, tuple[tuple[int, int], ...]] | None = None
            for chosen in permutations(spots, len(free) - over):
                places = tuple(zip(chosen, free[over:], strict=True))
                gained = self._harvest({**self.farmed, **dict(places)})
                worth = self.worth.linear(gained)
                if top is None or worth > top[0]:
                    top = worth, gained, places
            assert top is not None
            self._farm_worths[free] = top[1].plus(water), top[2], free[:over]
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


def _worth(line: Best) -> float:
    return line.worth
