"""What a robot judges a position by: numbers that its seat sees of itself, of the others and of the table.

`judgement` says what each counts for; `benchmarks.train` learns that from games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from benchmarks.opponents.v3.race.value import Outlook, Tableau, consumers_of, features, printed_points, sales_of
from rules.race import components as c
from rules.race.components import CARDS, DATA, PHASES
from rules.race.spending import Rates, counts_of, outcomes, price_counts
from rules.race.state import UNKNOWN, Player, RaceState

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
OWN = (*PUBLIC, "hand up to four")
#: Phases of the round by which others gain something, and how much they may.
LEECHED = ("develop", "settle", "consume", "produce")
#: The lead: points more than the best of the others have.
LEAD = ("lead", "lead by cards placed", "lead by rounds")
NAMES = (
    *(f"own {name}" for name in OWN),
    *(f"own {name} by rounds" for name in OWN),
    *LEAD,
    *(f"others' {name}" for name in PUBLIC),
    *(f"others' {name} by rounds" for name in PUBLIC),
    "rounds",
    "round",
    "longest tableau",
    "pool",
    "experienced",
    "three",
    "four",
    *(f"phase {phase}" for phase in PHASES),
    *(f"others in {phase}" for phase in LEECHED),
    "explored",
    "explored by rounds",
)
"""Every input; those ``by rounds`` are multiplied by the rounds that are still expected."""
#: What everybody sees from which it can be guessed what a seat calls next.
CALLING = (
    "one",
    "hand",
    "hand up to two",
    "hand up to four",
    "no hand",
    "goods",
    "any goods",
    "points by goods",
    "best sale of goods",
    "empty production worlds",
    "points by producing",
    "best sale by producing",
    "production worlds",
    "strength",
    "rounds",
    "cards placed",
    "first round",
    "experienced",
    "seats",
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


def public(model: Model) -> list[float]:
    """Give what everybody sees of a seat (`PUBLIC`)."""
    have = features(model.tableau)
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
        sum([CARDS[card].mode == "production" for card in model.tableau]),
        sum([CARDS[card].windfall for card in model.tableau]),
        min(model.cards, DATA.limits.hand),
    ]


def calling(model: Model, state: RaceState, outlook: Outlook) -> list[float]:
    """Give what speaks for what a seat calls next (`CALLING`)."""
    seen = public(model)
    return [
        1.0,
        model.cards,
        min(model.cards, 2),
        min(model.cards, 4),
        not model.cards,
        len(model.goods),
        bool(model.goods),
        seen[3],
        seen[5],
        sum([CARDS[card].mode == "production" and card not in model.goods for card in model.tableau]),
        seen[7],
        seen[9],
        seen[20],
        seen[18],
        outlook.rounds,
        len(model.tableau),
        state.round == 1,
        state.experienced,
        len(state.players),
    ]


def own(model: Model) -> list[float]:
    """Give what a seat knows of itself (`OWN`)."""
    return [*public(model), min(model.cards, 4)]


def lead(points: float, rival: float, placed: int, outlook: Outlook) -> list[float]:
    """Give the lead over the best of the others (`LEAD`)."""
    by = points - rival
    return [by, by * placed / DATA.limits.tableau, by * outlook.rounds]


def others(models: Sequence[Model]) -> list[float]:
    """Give the means of what is seen of the others (`PUBLIC`)."""
    return [sum(column) / len(models) for column in zip(*map(public, models), strict=True)]


def table(state: RaceState, outlook: Outlook) -> list[float]:
    """Give what the table is like."""
    seats = len(state.players)
    longest = max(len(one.tableau) for one in state.players)
    pool = state.pool / seats
    return [outlook.rounds, state.round, longest, pool, state.experienced, seats == 3, seats == 4]


def phases(models: Sequence[Model], called: Collection[str]) -> list[float]:
    """Give which phases there are in a round, and on average how much the others have of those that give them much."""
    found = [float(phase in called) for phase in PHASES]
    for phase in LEECHED:
        gain = 0
        for one in models if phase in called else ():
            if phase in ("develop", "settle"):
                gain += min(4, one.cards)
            elif phase == "consume":
                gain += len(one.goods)
            else:
                gain += sum(CARDS[card].mode == "production" and card not in one.goods for card in one.tableau)
        found.append(gain / len(models))
    return found


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
