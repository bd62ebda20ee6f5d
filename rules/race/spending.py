"""The best way through a Consume phase: every order of the powers, and every choice of goods, is weighed.

Goods of one kind are alike here; which world gives one is settled afterwards (`worlds_to_spend`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rules.race.components import CARDS, GOODS, Consume, ConsumeAll, ExtraCards, Power, SellGood
from rules.race.goods import kind_on, price_of, sale
from rules.race.state import Player

KINDS = tuple(GOODS)
PRICES = tuple(price_of(kind) for kind in KINDS)

Counts = tuple[int, int, int, int]


class Weights(NamedTuple):
    """What a point, a card and a good that stays (times its price) are worth."""

    points: float
    cards: float
    left: float


#: Most points; among equal ways most cards; among these the dearest goods left.
MOST_POINTS = Weights(1_000_000, 1_000, 1)


class Rates(NamedTuple):
    """What holds for a whole phase: the factor of points, and the cards that a sale of each kind brings."""

    factor: int
    sales: Counts
    plain_sales: Counts


def spends(power: Power) -> bool:
    """Say whether a power takes goods."""
    return isinstance(power, Consume | ConsumeAll | SellGood)


def counts_of(worlds: Iterable[int]) -> Counts:
    """Count goods by kind, given the worlds on which they lie."""
    counts = [0, 0, 0, 0]
    for world in worlds:
        counts[KINDS.index(kind_on(world))] += 1
    return (counts[0], counts[1], counts[2], counts[3])


def price_counts() -> Counts:
    """Give the price of each kind of good, before trade powers."""
    return (PRICES[0], PRICES[1], PRICES[2], PRICES[3])


def rates_of(player: Player, factor: int) -> Rates:
    """Give the rates of a seat."""
    best = {kind: price_of(kind) for kind in KINDS}
    for world in player.goods:
        kind = kind_on(world)
        best[kind] = max(best[kind], sale(player, world))
    a, b, c, d = (best[kind] for kind in KINDS)
    return Rates(factor, (a, b, c, d), price_counts())


def _splits(counts: Counts, n: int, at: int = 0) -> Iterator[tuple[int, ...]]:
    """List the ways to take `n` goods, as numbers by kind from kind `at` on."""
    if at == len(counts) - 1:
        if n <= counts[at]:
            yield (n,)
        return
    for here in range(min(n, counts[at]) + 1):
        for rest in _splits(counts, n - here, at + 1):
            yield (here, *rest)


def _one_each(kinds: Iterable[int]) -> tuple[int, ...]:
    chosen = set(kinds)
    return tuple(int(at in chosen) for at in range(len(KINDS)))


def ways(power: Power, counts: Counts, rates: Rates) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """List the ways to use a power now: the goods it takes by kind, and the points and cards it brings."""
    have = sum(counts)
    if isinstance(power, ConsumeAll):
        if have:
            yield counts, (have - 1) * rates.factor, 0
    elif isinstance(power, SellGood):
        sales = rates.sales if power.use_trade_powers else rates.plain_sales
        for at, count in enumerate(counts):
            if count:
                yield _one_each([at]), 0, sales[at]
    elif isinstance(power, Consume):
        for taken, uses in _spent(power, counts):
            yield taken, uses * power.vp * rates.factor, uses * power.cards


@lru_cache(maxsize=20_000)
def _spent(power: Consume, counts: Counts) -> Sequence[tuple[tuple[int, ...], int]]:
    """List the goods that a power may take, with how often it is used by that."""
    if power.good == "different_kinds":
        there = [at for at, count in enumerate(counts) if count]
        return [(_one_each(kinds), 1) for kinds in combinations(there, power.per_use)]
    fitting = counts
    if power.good != "any":
        only = KINDS.index(power.good)
        a, b, c, d = (count if at == only else 0 for at, count in enumerate(counts))
        fitting = (a, b, c, d)
    uses = min(power.uses, sum(fitting) // power.per_use)
    return [(taken, uses) for taken in _splits(fitting, uses * power.per_use)] if uses else []


def _less(counts: Counts, taken: tuple[int, ...]) -> Counts:
    return (counts[0] - taken[0], counts[1] - taken[1], counts[2] - taken[2], counts[3] - taken[3])


class Sales(NamedTuple):
    """The cards that a sale of each kind brings, with and without the trade powers."""

    full: Counts
    plain: Counts


#: Stands for the sales where no power sells.
_NO_SALES = Sales((0, 0, 0, 0), (0, 0, 0, 0))


def best(counts: Counts, powers: tuple[Power, ...], rates: Rates, weights: Weights) -> float:
    """Weigh the best way to use these powers, all of which must be used while they can."""
    doubled = rates.factor * weights.points
    return max(
        points * doubled + cards * weights.cards + left * weights.left
        for points, cards, left in outcomes(counts, powers, rates)
    )


def outcomes(counts: Counts, powers: tuple[Power, ...], rates: Rates) -> Sequence[tuple[int, int, int]]:
    """List what using these powers comes to: points before they are multiplied, cards, the price of what is left.

    Outcomes that another one beats in all three are left out.
    """
    sells = any(isinstance(power, SellGood) for power in powers)
    return _outcomes(counts, powers, Sales(rates.sales, rates.plain_sales) if sells else _NO_SALES)


@lru_cache(maxsize=50_000)
def _outcomes(counts: Counts, powers: tuple[Power, ...], sales: Sales) -> tuple[tuple[int, int, int], ...]:
    found: set[tuple[int, int, int]] = set()
    rates = Rates(1, sales.full, sales.plain)
    for power in dict.fromkeys(powers):
        others = without(powers, power)
        for taken, points, cards in ways(power, counts, rates):
            for more_points, more_cards, left in _outcomes(_less(counts, taken), others, sales):
                found.add((points + more_points, cards + more_cards, left))
    if not found:
        a, b, d, e = counts
        return ((0, 0, a * PRICES[0] + b * PRICES[1] + d * PRICES[2] + e * PRICES[3]),)
    if len(found) == 1:
        return tuple(found)
    return tuple(
        one
        for one in sorted(found, reverse=True)
        if not any(one != two and all(a <= b for a, b in zip(one, two, strict=True)) for two in found)
    )


def without(powers: tuple[Power, ...], used: Power) -> tuple[Power, ...]:
    """Take one power out of some."""
    at = powers.index(used)
    return powers[:at] + powers[at + 1 :]


def power_values(counts: Counts, powers: tuple[Power, ...], rates: Rates, weights: Weights) -> dict[Power, float]:
    """Weigh each power that can be used next, the best way to go on included."""
    return {
        power: max(
            best(_less(counts, taken), without(powers, power), rates, weights)
            + points * weights.points
            + cards * weights.cards
            for taken, points, cards in found
        )
        for power in dict.fromkeys(powers)
        if (found := list(ways(power, counts, rates)))
    }


def best_goods(
    power: Power, counts: Counts, others: tuple[Power, ...], rates: Rates, weights: Weights
) -> tuple[int, ...]:
    """Choose the goods, by kind, that a power takes best; `others` are the powers still to be used after it."""
    return max(
        ways(power, counts, rates),
        key=lambda way: (
            best(_less(counts, way[0]), others, rates, weights) + way[1] * weights.points + way[2] * weights.cards,
            # Among equals keep the dear ones.
            [-taken for taken in reversed(way[0])],
        ),
    )[0]


def sold_best_from_itself(world: int) -> bool:
    """Say whether a world has a trade power for its own good."""
    return any(isinstance(power, ExtraCards) and power.good == "this_world" for power in CARDS[world].powers.trade)


def worlds_to_spend(goods: Iterable[int], taken: tuple[int, ...]) -> list[int]:
    """Choose the worlds whose goods are spent: those that produce by themselves first, the best to sell from last."""
    order = sorted(goods, key=lambda world: (CARDS[world].windfall, sold_best_from_itself(world), world))
    chosen: list[int] = []
    for kind, n in zip(KINDS, taken, strict=True):
        chosen += [world for world in order if kind_on(world) == kind][:n]
    return chosen
