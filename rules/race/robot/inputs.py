"""What a robot judges a position by: numbers that its seat sees of itself, of the others and of the table.

`judgement` says what each counts for; `benchmarks.train` learns that from games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.race import components as c
from rules.race.components import ACTIONS, CARDS, DATA, PHASES
from rules.race.robot.value import (
    Outlook,
    Tableau,
    consumers_of,
    features,
    gain,
    price,
    printed_points,
    sales_of,
)
from rules.race.spending import Rates, counts_of, outcomes, price_counts
from rules.race.state import UNKNOWN, Player, RaceState

#: The cards as they are printed; of some there are two.
DESIGNS = tuple(card.key for card in DATA.cards)
_AT = {key: at for at, key in enumerate(DESIGNS)}
DESIGN: Sequence[int] = tuple(_AT[card.key] for card in CARDS)
"""Card -> which of the designs it is."""
CALLED = tuple(ACTIONS)
#: What everybody sees of a seat.
PUBLIC = (
    "points",
    "cards placed",
    "goods",
    "points by goods",
    "cards by goods",
    "best sale of goods",
    "goods beside one",
    "points by producing",
    "cards by producing",
    "best sale by producing",
    "goods left by producing",
    "cards drawn by producing",
    "develop discount",
    "explore cards",
    "develop cards",
    "settle cards",
    "free cards",
    "points by hand cards",
    "strength",
    "gifts",
    "production worlds",
    "windfall worlds",
    "hand",
)
#: What is known of the own seat besides.
HAND = (
    "hand up to two",
    "hand up to four",
    "hand up to six",
    "best development in hand",
    "best world in hand",
    "best plan",
    "second plan",
)
OWN = (*PUBLIC, *HAND)
#: The lead: points more than the best of the others have.
LEAD = ("lead", "lead by cards placed", "lead by rounds")
TABLE = ("rounds", "round", "longest tableau", "longest beyond nine", "pool", "pool below six", "three", "four")
#: What the actions that others call give them, and what a round gives by its phases.
GIVEN = (
    *(f"phase {phase}" for phase in (*PHASES, "develop_2", "settle_2")),
    *(f"others call {action}" for action in CALLED),
    "others may develop",
    "others may settle",
    "points of others by consuming",
    "cards of others by consuming",
    "cards of others by a sale",
    "goods that others spend",
    "goods that others produce",
    "cards of others by producing",
)
#: The choice that a seat had when it explored.
CHOICE = ("explored", "explored by rounds")
NAMES = (
    *(f"own {name}" for name in OWN),
    *(f"own {name} by rounds" for name in OWN),
    *(f"own {key}" for key in DESIGNS),
    *(f"{key} in hand" for key in DESIGNS),
    *LEAD,
    *(f"others' {name}" for name in PUBLIC),
    *(f"others' {name} by rounds" for name in PUBLIC),
    *(f"others' {key}" for key in DESIGNS),
    *TABLE,
    *GIVEN,
    *CHOICE,
)
"""Every input; those ``by rounds`` are multiplied by the rounds that are still expected."""
#: What an input of the own seat is about, for whoever asks why.
THEMES: Mapping[str, str] = {
    "points": "points",
    "cards placed": "tableau",
    **dict.fromkeys(("goods", "points by goods", "cards by goods", "best sale of goods", "goods beside one"), "goods"),
    **dict.fromkeys(
        (
            "points by producing",
            "cards by producing",
            "best sale by producing",
            "goods left by producing",
            "cards drawn by producing",
            "production worlds",
            "windfall worlds",
        ),
        "production",
    ),
    **dict.fromkeys(
        (
            "develop discount",
            "explore cards",
            "develop cards",
            "settle cards",
            "free cards",
            "points by hand cards",
            "gifts",
        ),
        "powers",
    ),
    "strength": "military",
    "hand": "hand",
    **dict.fromkeys(HAND, "hand"),
    **dict.fromkeys(LEAD, "points"),
}
#: What everybody sees from which it can be guessed what a seat calls next.
CALLING = (
    *PUBLIC,
    "no hand",
    "hand up to two",
    "hand up to four",
    "any goods",
    "empty production worlds",
    *DESIGNS,
    *(f"others' {name}" for name in PUBLIC),
    *(f"others' {key}" for key in DESIGNS),
    *TABLE,
    "first round",
    "lead",
)


class Model(NamedTuple):
    """A seat as the robot imagines it; hand cards that it does not know are only counted."""

    tableau: Tableau
    hand: tuple[int, ...]
    unknown: int
    goods: frozenset[int]
    chips: int

    @property
    def cards(self) -> int:
        """The number of hand cards."""
        return len(self.hand) + self.unknown


def model_of(player: Player) -> Model:
    """Take over what is seen of a seat."""
    known = tuple(card for card in player.hand if card != UNKNOWN)
    return Model(
        tuple(sorted(player.tableau)), known, len(player.hand) - len(known), frozenset(player.goods), player.chips
    )


@lru_cache(maxsize=50_000)
def _of_tableau(tableau: Tableau) -> tuple[float, ...]:
    have = features(tableau)
    return (
        have.points,
        have.cards,
        have.best_sale,
        have.left_price,
        have.produce_cards,
        have.develop_discount,
        have.explore_cards,
        have.develop_cards,
        have.settle_cards,
        have.free_cards,
        have.hand_points,
        min(have.strength, 7.0),
        have.one_time,
        sum([CARDS[card].mode == "production" for card in tableau]),
        sum([CARDS[card].windfall for card in tableau]),
    )


def public(model: Model) -> list[float]:
    """Give what everybody sees of a seat (`PUBLIC`)."""
    goods = len(model.goods)
    points = cards = sale = 0
    if goods:
        counts, sales = counts_of(model.goods), sales_of(model.tableau)
        found = outcomes(counts, consumers_of(model.tableau), Rates(1, sales, price_counts()))
        points = max(one[0] for one in found)
        cards = max(one[1] for one in found)
        sale = max(sale for sale, count in zip(sales, counts, strict=True) if count)
    return [
        printed_points(model.tableau, model.chips) + model.chips,
        len(model.tableau),
        goods,
        points,
        cards,
        sale,
        max(0, goods - 1),
        *_of_tableau(model.tableau),
        min(model.cards, DATA.limits.hand),
    ]


def hand(model: Model, outlook: Outlook) -> list[float]:
    """Give what a seat knows of its hand (`HAND`)."""
    cards = model.cards
    keys = {CARDS[card].key for card in model.tableau}
    best: dict[bool, float] = {True: 0.0, False: 0.0}
    first = second = 0.0
    chips = model.chips - model.chips % 3
    for card in model.hand:
        if CARDS[card].key in keys:
            continue
        worth = gain(model.tableau, card, chips, outlook)
        if worth > first:
            first, second = worth, first
        elif worth > second:
            second = worth
        kind = CARDS[card].development
        if worth > best[kind]:
            cost = price(model.tableau, card)
            if cost is not None and cost < cards:
                best[kind] = worth
    return [min(cards, 2), min(cards, 4), min(cards, 6), best[True], best[False], first, second]


def designs(cards: Iterable[int]) -> list[float]:
    """Give of which designs there are cards (`DESIGNS`)."""
    found = [0.0] * len(DESIGNS)
    for card in cards:
        found[DESIGN[card]] += 1.0
    return found


def lead(points: float, rival: float, placed: int, outlook: Outlook) -> list[float]:
    """Give the lead over the best of the others (`LEAD`)."""
    by = points - rival
    return [by, by * placed / DATA.limits.tableau, by * outlook.rounds]


def mean(columns: Iterable[Sequence[float]]) -> list[float]:
    """Give the means of what is seen of several seats."""
    return [sum(column) / len(column) for column in zip(*columns, strict=True)]


def table(state: RaceState, outlook: Outlook) -> list[float]:
    """Give what the table is like (`TABLE`)."""
    seats = len(state.players)
    longest = max(len(one.tableau) for one in state.players)
    pool = state.pool / seats
    return [
        outlook.rounds,
        state.round,
        longest,
        max(0, longest - 9),
        pool,
        min(pool, 6.0),
        seats == 3,
        seats == 4,
    ]


#: Action -> how surely a seat calls it.
Calls = Mapping[str, float]


def given(
    models: Sequence[Model], seen_of: Sequence[Sequence[float]], phases: Collection[str], calls: Sequence[Calls]
) -> list[float]:
    """Give which phases there are in a round, and what they give the others, by what these have called (`GIVEN`).

    `seen_of` is what is seen of these (`public`).
    """
    found = [float(phase in phases) for phase in (*PHASES, "develop_2", "settle_2")]
    each: list[list[float]] = []
    for model, seen, called in zip(models, seen_of, calls, strict=True):
        mine = [called.get(action, 0.0) for action in CALLED]
        placing = min(4, model.cards)
        mine += [placing * ("develop" in phases), placing * ("settle" in phases)]
        if "consume" in phases:
            used = bool(seen[3] or seen[4])
            mine += [
                seen[3] * (1 + called.get("consume_x2", 0.0)),
                seen[4],
                seen[5] * called.get("consume_trade", 0.0),
                seen[2] * used,
            ]
        else:
            mine += [0.0] * 4
        if "produce" in phases:
            empty = sum([CARDS[card].mode == "production" and card not in model.goods for card in model.tableau])
            more = any(CARDS[card].windfall and card not in model.goods for card in model.tableau)
            mine += [empty + more * called.get("produce", 0.0), seen[11] * bool(empty)]
        else:
            mine += [0.0] * 2
        each.append(mine)
    return found + mean(each)


def calling(model: Model, others: Sequence[Model], state: RaceState, outlook: Outlook) -> list[float]:
    """Give what speaks for what a seat calls next (`CALLING`)."""
    seen, seen_of = public(model), [public(one) for one in others]
    return [
        *seen,
        not model.cards,
        min(model.cards, 2),
        min(model.cards, 4),
        bool(model.goods),
        sum([CARDS[card].mode == "production" and card not in model.goods for card in model.tableau]),
        *designs(model.tableau),
        *mean(seen_of),
        *mean([designs(one.tableau) for one in others]),
        *table(state, outlook),
        state.round == 1,
        seen[0] - max(one[0] for one in seen_of),
    ]


_EXPLORES = [
    (
        sum(power.n for power in card.powers.explore if isinstance(power, c.DrawMore)),
        sum(power.n for power in card.powers.explore if isinstance(power, c.KeepMore)),
    )
    for card in CARDS
]
"""How many cards a card lets its seat draw and keep more when it explores."""


def explored(tableau: Tableau, actions: Iterable[str]) -> tuple[int, float]:
    """Give how many cards a seat keeps that explores, and how much choice it has (0 where it keeps all)."""
    drawn, kept = 2, 1
    for action in actions:
        drawn += c.ACTIONS[action].bonus.draw_more
        kept += c.ACTIONS[action].bonus.keep_more
    for card in tableau:
        drawn += _EXPLORES[card][0]
        kept += _EXPLORES[card][1]
    kept = min(drawn, kept)
    return kept, float(kept * (drawn / kept - 1) ** 0.5)
