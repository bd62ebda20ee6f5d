"""What a robot thinks cards are worth to keep, in victory points, and what the powers of a tableau bring.

Everything here is an estimate, and its numbers are a judgement: `benchmarks.robots` shows how good they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.race import components as c
from rules.race.components import CARDS, Card, Power
from rules.race.payment import UNLIMITED, Way, general_strength, ways_to_settle
from rules.race.scoring import fits
from rules.race.spending import KINDS, PRICES, Counts, Rates, outcomes, price_counts, spends
from rules.race.state import UNKNOWN, Player, RaceState

Tableau = tuple[int, ...]

#: What a card in hand is worth while at least CARD_ROUNDS rounds are to come, and at the very end.
CARD, LAST_CARD = 0.62, 0.03
CARD_ROUNDS = 3.0
#: The longer a game lasts, the less a robot waits: nobody gains by everybody's waiting.
LONG_GAME = 15
#: From this round on it expects no other: who would lose by ending a game would wait for ever.
DRAGGING = 20
#: How often in a round, all seats together, what a seat's cards wait for comes about.
EXPLORE, DEVELOP, SETTLE, CONSUME = 0.45, 0.45, 0.5, 0.45
#: How much of its printed points a round of consuming brings, as it is often doubled.
CYCLE_POINTS = 1.7
#: What one military strength brings in a round.
STRENGTH = 0.12
#: How surely the best, second best ... card of a hand will be placed, if the game goes on for long.
PLANS = (0.45, 0.33, 0.25, 0.18, 0.12, 0.1)
#: How much of its price the good of a windfall world is worth that comes with it.
WINDFALL = 0.6


class Outlook(NamedTuple):
    """What the values depend on: the rounds still to come after this one, and what a card in hand is worth."""

    rounds: float
    card: float


class Features(NamedTuple):
    """What the powers of a tableau bring, sorted by the occasion; see `future`."""

    points: int
    """Points for one round of spending all goods that a Produce phase brings, not doubled."""
    cards: int
    """Cards for the same."""
    best_sale: int
    left_price: int
    produce_cards: float
    develop_discount: int
    explore_cards: float
    develop_cards: float
    settle_cards: float
    free_cards: float
    """Cards in a Consume phase that no good is spent for."""
    hand_points: int
    strength: float
    one_time: float


def outlook_of(state: RaceState) -> Outlook:
    """Estimate how long the game will go on."""
    seats = len(state.players)
    longest = max(len(one.tableau) for one in state.players)
    if longest >= c.DATA.limits.tableau or state.pool <= 0:
        return Outlook(0, LAST_CARD)
    played = max(1, state.round - 1)
    pace = min(2.0 if state.experienced else 1.3, max(0.75, (longest - 1) / played))
    by_tableau = (c.DATA.limits.tableau - longest) / pace
    chips = sum(one.chips for one in state.players)
    by_pool = state.pool / max(0.8 * seats, 1.7 * chips / played)
    # A long game that is not at its end may go on for a round; one that drags on is ended by whoever can.
    left = min(by_tableau, by_pool, max(state.round < DRAGGING, LONG_GAME - state.round))
    rounds = max(0.5, round(2 * left) / 2) - 0.5
    return Outlook(rounds, LAST_CARD + (CARD - LAST_CARD) * min(1.0, rounds / CARD_ROUNDS))


def _counted(card: Card) -> list[int]:
    """Give what a development that scores at the end scores for each other card by itself, strength apart."""
    lines = [line for line in card.scoring if not line.strength]
    return [next((line.points for line in lines if fits(other, line)), 0) for other in CARDS]


_POINTS = [card.vp or 0 for card in CARDS]
_COUNTED = {number: _counted(card) for number, card in enumerate(CARDS) if card.scoring}
_STRENGTHS = [general_strength(Player(0, tableau=[number])) for number in range(len(CARDS))]


@lru_cache(maxsize=200_000)
def printed_points(tableau: Tableau, chips: int) -> int:
    """Score a tableau; `chips` count only for the developments that score by them."""
    points = 0
    for number in tableau:
        points += _POINTS[number]
        if number in _COUNTED:
            counted = _COUNTED[number]
            for other in tableau:
                points += counted[other]
            for line in CARDS[number].scoring:
                if line.chips_each is not None:
                    points += line.points * (chips // line.chips_each)
                elif line.strength:
                    points += line.points * sum(_STRENGTHS[other] for other in tableau)
    return points


class _OfCard(NamedTuple):
    """What a card brings to a tableau by itself."""

    sums: tuple[float, ...]
    """The fields of `_Sums`, in the order of their names there."""
    sales: Counts
    """Cards more for a sale of each kind."""
    consumers: tuple[Power, ...]
    """Powers that take goods."""
    windfalls: tuple[str, ...]
    """The kinds of which it produces on a windfall world."""
    drawing: tuple[Power, ...]
    """Powers that draw cards in the Produce phase."""


def sales_of(tableau: Tableau) -> Counts:
    """Give the cards that a sale of each kind brings."""
    a, b, d, e = PRICES
    for number in tableau:
        more = _BY_CARD[number].sales
        if more != _NOTHING:
            a, b, d, e = a + more[0], b + more[1], d + more[2], e + more[3]
    return a, b, d, e


@lru_cache(maxsize=20_000)
def consumers_of(tableau: Tableau) -> tuple[Power, ...]:
    """List the powers that take goods, always in the same order."""
    return tuple(sorted((power for number in tableau for power in _BY_CARD[number].consumers), key=_ORDER.__getitem__))


class _Sums:
    """Adds up the small powers of a card."""

    def __init__(self) -> None:
        self.explore_cards = self.develop_cards = self.settle_cards = self.free_cards = 0.0
        self.strength = self.one_time = 0.0
        self.develop_discount = self.hand_points = 0

    def add(self, card: Card) -> None:
        for explore in card.powers.explore:
            self.explore_cards += explore.n * (0.25 if isinstance(explore, c.DrawMore) else 1.0)
        for develop in card.powers.develop:
            if isinstance(develop, c.Discount):
                self.develop_discount += develop.n
            self.develop_cards += develop.n * (0.7 if isinstance(develop, c.DrawAfterPlacing | c.Discount) else 1.0)
        for settle in card.powers.settle:
            self._settle(settle)
        for consume in card.powers.consume:
            if isinstance(consume, c.Draw):
                self.free_cards += consume.n
            elif isinstance(consume, c.Gamble):
                self.free_cards += 0.2
            elif isinstance(consume, c.DiscardHand):
                self.hand_points += consume.max * consume.vp

    def _settle(self, power: c.SettlePower) -> None:
        match power:
            case c.Discount(n=n, good=good):
                self.settle_cards += n * (0.6 if good is None else 0.2)
            case c.Strength(n=n, good=good, versus=versus):
                self.strength += n * (1.0 if good is None and versus is None else 0.25)
            case c.GiveUpForStrength(n=n) | c.PayForMilitary(discount=n):
                self.one_time += 0.3 * n
            case c.GiveUpForCostZero():
                self.one_time += 2.0
            case c.DrawAfterPlacing(n=n):
                self.settle_cards += 0.8 * n


def _sales(card: Card) -> Counts:
    more = [0, 0, 0, 0]
    for power in card.powers.trade:
        for at, kind in enumerate(KINDS):
            if power.good in ("any", kind) or (power.good == "this_world" and card.good == kind):
                more[at] += power.n
    return (more[0], more[1], more[2], more[3])


def _of_card(card: Card) -> _OfCard:
    sums = _Sums()
    sums.add(card)
    return _OfCard(
        sums=tuple(float(getattr(sums, field)) for field in _SUMMED),
        sales=_sales(card),
        consumers=tuple(power for power in card.powers.consume if spends(power)),
        windfalls=tuple(power.good for power in card.powers.produce if isinstance(power, c.ProduceWindfall)),
        drawing=tuple(
            power for power in card.powers.produce if not isinstance(power, c.ProduceWindfall | c.DrawWhenProducedHere)
        ),
    )


_NOTHING: Counts = (0, 0, 0, 0)
_SUMMED = (
    "develop_discount",
    "explore_cards",
    "develop_cards",
    "settle_cards",
    "free_cards",
    "hand_points",
    "strength",
    "one_time",
)
_BY_CARD = [_of_card(card) for card in CARDS]
_ORDER = {
    power: at for at, power in enumerate(sorted({power for one in _BY_CARD for power in one.consumers}, key=repr))
}


def _windfalls(tableau: Tableau) -> list[Card]:
    """List the windfall worlds on which the powers produce, the dearest first."""
    sources = [good for number in tableau for good in _BY_CARD[number].windfalls]
    found: list[Card] = []
    if not sources:
        return found
    empty = [CARDS[number] for number in tableau if CARDS[number].windfall]
    for source in sorted(sources, key=lambda good: good == "any"):
        fitting = [card for card in empty if source in ("any", card.good)]
        if fitting:
            found.append(max(fitting, key=lambda card: PRICES[KINDS.index(str(card.good))]))
            empty.remove(found[-1])
    return found


def _produced(tableau: Tableau) -> tuple[Counts, float]:
    """Estimate the goods, by kind, and the cards that a Produce phase brings."""
    counts = [0, 0, 0, 0]
    drawn = 0.0
    for number in tableau:
        if CARDS[number].mode == "production":
            counts[KINDS.index(str(CARDS[number].good))] += 1
    for world in _windfalls(tableau):
        counts[KINDS.index(str(world.good))] += 1
        drawn += sum(power.n for power in world.powers.produce if isinstance(power, c.DrawWhenProducedHere))
    for power in [power for number in tableau for power in _BY_CARD[number].drawing]:
        match power:
            case c.ProduceHere(then_draw=n) | c.Draw(n=n):
                drawn += n
            case c.DrawIfMost(n=n):
                drawn += 0.4 * n
            case c.DrawPerWorld(n=n, good=good):
                drawn += n * sum(CARDS[number].good == good for number in tableau)
            case c.DrawPerGood(n=n, good=good):
                drawn += n * counts[KINDS.index(good)]
            case c.DrawPerKind(n=n):
                drawn += n * sum(count > 0 for count in counts)
    return (counts[0], counts[1], counts[2], counts[3]), drawn


@lru_cache(maxsize=100_000)
def features(tableau: Tableau) -> Features:
    """Sum up the powers of a tableau."""
    discount, explored, developed, settled, free, hand_points, strength, one_time = (
        sum(column) for column in zip(*(_BY_CARD[number].sums for number in tableau), strict=True)
    )
    counts, drawn = _produced(tableau)
    sales = sales_of(tableau)
    points, drawn_by_goods, left = max(outcomes(counts, consumers_of(tableau), Rates(1, sales, price_counts())))
    return Features(
        points=points,
        cards=drawn_by_goods,
        best_sale=max((sale for sale, count in zip(sales, counts, strict=True) if count), default=0),
        left_price=left,
        produce_cards=drawn,
        develop_discount=int(discount),
        explore_cards=explored,
        develop_cards=developed,
        settle_cards=settled,
        free_cards=free,
        hand_points=int(hand_points),
        strength=max(0.0, strength),
        one_time=one_time,
    )


def future(tableau: Tableau, outlook: Outlook) -> float:
    """Estimate what the powers of a tableau still bring."""
    have = features(tableau)
    cycle = CYCLE_POINTS * have.points + outlook.card * (have.cards + have.produce_cards + 0.15 * have.left_price)
    cycle = max(cycle, outlook.card * (0.9 * have.best_sale + have.produce_cards) + 0.8 * have.points)
    often = min(0.45, 0.24 + 0.025 * cycle)
    each = (
        often * cycle
        + EXPLORE * outlook.card * have.explore_cards
        + DEVELOP * outlook.card * have.develop_cards
        + SETTLE * outlook.card * have.settle_cards
        + CONSUME * outlook.card * have.free_cards
        + CONSUME * max(0.0, 1 - outlook.card) * have.hand_points
        + STRENGTH * min(have.strength, 7.0)
    )
    return each * outlook.rounds + (outlook.card * have.one_time if outlook.rounds else 0)


@lru_cache(maxsize=100_000)
def worth(tableau: Tableau, chips: int, outlook: Outlook) -> float:
    """Estimate what a tableau scores in the end, without the chips that are there."""
    return printed_points(tableau, chips) + future(tableau, outlook)


def with_card(tableau: Tableau, card: int) -> Tableau:
    """Add a card; tableaus are kept sorted, so that equal ones are known again."""
    return tuple(sorted((*tableau, card)))


_SETTLERS = frozenset(number for number, card in enumerate(CARDS) if card.powers.settle)


def ways(tableau: Tableau, world: int) -> tuple[Way, ...]:
    """List the ways to settle a world, whatever they cost."""
    return _ways(tuple([card for card in tableau if card in _SETTLERS]), world)


@lru_cache(maxsize=100_000)
def _ways(settlers: Tableau, world: int) -> tuple[Way, ...]:
    return tuple(ways_to_settle(Player(0, tableau=list(settlers)), world, UNLIMITED))


def price(tableau: Tableau, card: int) -> int | None:
    """Give what a card costs in cards, without bonuses; None for a world that is out of reach."""
    if CARDS[card].development:
        return max(0, CARDS[card].number - features(tableau).develop_discount)
    return min((way.cards + len(way.give_up) for way in ways(tableau, card)), default=None)


def card_worths(tableau: Tableau, hand: Iterable[int], chips: int, outlook: Outlook) -> Mapping[int, float]:
    """Estimate the worth of each known card of a hand: what placing it brings, at least what any card is worth."""
    # Chips matter by threes, for one development.
    return _card_worths(tableau, tuple(card for card in hand if card != UNKNOWN), chips - chips % 3, outlook)


@lru_cache(maxsize=20_000)
def _gains(tableau: Tableau, chips: int, outlook: Outlook) -> dict[int, float]:
    """Keep what placing cards beside a tableau brings: it is worked out for many hands, card by card as it is asked."""
    del tableau, chips, outlook
    return {}


def _gain(tableau: Tableau, card: int, chips: int, outlook: Outlook) -> float:
    """Estimate what placing a card brings, when it is paid for."""
    kept = _gains(tableau, chips, outlook)
    if card in kept:
        return kept[card]
    cost = price(tableau, card)
    gain = worth(with_card(tableau, card), chips, outlook) - worth(tableau, chips, outlook)
    if CARDS[card].windfall:
        gain += outlook.card * WINDFALL * PRICES[KINDS.index(str(CARDS[card].good))]
    if cost is None:
        missing = CARDS[card].number - sum(_STRENGTHS[other] for other in tableau)
        gain *= 0.55 ** max(1, missing)
        cost = 0
    gain -= cost * outlook.card
    if cost > 5:
        gain *= 0.85
    kept[card] = gain
    return gain


@lru_cache(maxsize=20_000)
def _card_worths(tableau: Tableau, known: tuple[int, ...], chips: int, outlook: Outlook) -> Mapping[int, float]:
    if not outlook.rounds:
        return dict.fromkeys(known, outlook.card)
    keys = {CARDS[card].key for card in tableau}
    gains: list[tuple[float, int]] = []
    for card in known:
        if CARDS[card].key in keys:
            gains.append((0.0, card))
            continue
        if CARDS[card].development:
            keys.add(CARDS[card].key)
        gains.append((_gain(tableau, card, chips, outlook), card))
    gains.sort(key=lambda pair: (-pair[0], pair[1]))
    sure = min(1.0, 0.4 + 0.3 * outlook.rounds)
    result: dict[int, float] = {}
    for at, (gain, card) in enumerate(gains):
        plan = PLANS[min(at, len(PLANS) - 1)] * sure
        # A hint of the plan stays, so that among cards to pay with the less useful one goes.
        result[card] = max(outlook.card + 0.02 * gain, plan * gain)
    return result
