"""What a robot thinks a seat's cards are worth, in victory points: tableau, hand, goods.

Everything here is an estimate, and its numbers are a judgement: `benchmarks.robots` shows how good they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.race import components as c
from rules.race.components import CARDS, Card
from rules.race.payment import UNLIMITED, Way, general_strength, ways_to_settle
from rules.race.scoring import six_cost_points
from rules.race.spending import KINDS, PRICES, Counts, Rates, Weights, best, spends
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
#: How much of what goods could bring they are expected to bring.
GOODS_SURE = 0.4


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


@lru_cache(maxsize=200_000)
def printed_points(tableau: Tableau, chips: int) -> int:
    """Score a tableau; `chips` count only for the developments that score by them."""
    player = Player(0, tableau=list(tableau), chips=chips)
    cards = [CARDS[number] for number in tableau]
    return sum(card.vp or 0 for card in cards) + sum(six_cost_points(player, card) for card in cards if card.scoring)


def sales_of(cards: Iterable[Card]) -> Counts:
    """Give the cards that a sale of each kind brings."""
    prices = list(PRICES)
    for card in cards:
        for power in card.powers.trade:
            for at, kind in enumerate(KINDS):
                if power.good in ("any", kind) or (power.good == "this_world" and card.good == kind):
                    prices[at] += power.n
    return (prices[0], prices[1], prices[2], prices[3])


class _Sums:
    """Adds up the small powers of a tableau."""

    def __init__(self) -> None:
        self.explore_cards = self.develop_cards = self.settle_cards = self.free_cards = 0.0
        self.strength = self.one_time = self.produce_cards = 0.0
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


def _windfalls(cards: list[Card]) -> list[Card]:
    """List the windfall worlds on which the powers produce, the dearest first."""
    empty = [card for card in cards if card.windfall]
    sources = [p.good for card in cards for p in card.powers.produce if isinstance(p, c.ProduceWindfall)]
    found: list[Card] = []
    for source in sorted(sources, key=lambda good: good == "any"):
        fitting = [card for card in empty if source in ("any", card.good)]
        if fitting:
            found.append(max(fitting, key=lambda card: PRICES[KINDS.index(str(card.good))]))
            empty.remove(found[-1])
    return found


def _produced(cards: list[Card]) -> tuple[Counts, float]:
    """Estimate the goods, by kind, and the cards that a Produce phase brings."""
    counts = [0, 0, 0, 0]
    drawn = 0.0
    for card in cards:
        if card.mode == "production":
            counts[KINDS.index(str(card.good))] += 1
    for world in _windfalls(cards):
        counts[KINDS.index(str(world.good))] += 1
        drawn += sum(power.n for power in world.powers.produce if isinstance(power, c.DrawWhenProducedHere))
    for power in [power for card in cards for power in card.powers.produce]:
        match power:
            case c.ProduceHere(then_draw=n) | c.Draw(n=n):
                drawn += n
            case c.DrawIfMost(n=n):
                drawn += 0.4 * n
            case c.DrawPerWorld(n=n, good=good):
                drawn += n * sum(card.good == good for card in cards)
            case c.DrawPerGood(n=n, good=good):
                drawn += n * counts[KINDS.index(good)]
            case c.DrawPerKind(n=n):
                drawn += n * sum(count > 0 for count in counts)
    return (counts[0], counts[1], counts[2], counts[3]), drawn


@lru_cache(maxsize=100_000)
def features(tableau: Tableau) -> Features:
    """Sum up the powers of a tableau."""
    cards = [CARDS[number] for number in tableau]
    sums = _Sums()
    for card in cards:
        sums.add(card)
    counts, drawn = _produced(cards)
    sales = sales_of(cards)
    consumers = tuple(sorted((p for card in cards for p in card.powers.consume if spends(p)), key=repr))
    rates = Rates(1, sales, (PRICES[0], PRICES[1], PRICES[2], PRICES[3]))
    encoded = best(counts, consumers, rates, Weights(1_000_000, 1_000, 1))
    points, rest = divmod(int(encoded), 1_000_000)
    drawn_by_goods, left = divmod(rest, 1_000)
    return Features(
        points=points,
        cards=drawn_by_goods,
        best_sale=max((sale for sale, count in zip(sales, counts, strict=True) if count), default=0),
        left_price=left,
        produce_cards=drawn,
        develop_discount=sums.develop_discount,
        explore_cards=sums.explore_cards,
        develop_cards=sums.develop_cards,
        settle_cards=sums.settle_cards,
        free_cards=sums.free_cards,
        hand_points=sums.hand_points,
        strength=max(0.0, sums.strength),
        one_time=sums.one_time,
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


@lru_cache(maxsize=100_000)
def ways(tableau: Tableau, world: int) -> tuple[Way, ...]:
    """List the ways to settle a world, whatever they cost."""
    return tuple(ways_to_settle(Player(0, tableau=list(tableau)), world, UNLIMITED))


@lru_cache(maxsize=100_000)
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
def _card_worths(tableau: Tableau, known: tuple[int, ...], chips: int, outlook: Outlook) -> Mapping[int, float]:
    if not outlook.rounds:
        return dict.fromkeys(known, outlook.card)
    here = worth(tableau, chips, outlook)
    keys = {CARDS[card].key for card in tableau}
    gains: list[tuple[float, int]] = []
    for card in known:
        if CARDS[card].key in keys:
            gains.append((0.0, card))
            continue
        keys |= {CARDS[card].key} if CARDS[card].development else set()
        cost = price(tableau, card)
        gain = worth(with_card(tableau, card), chips, outlook) - here
        if CARDS[card].windfall:
            gain += outlook.card * WINDFALL * PRICES[KINDS.index(str(CARDS[card].good))]
        if cost is None:
            missing = CARDS[card].number - general_strength(Player(0, tableau=list(tableau)))
            gain *= 0.55 ** max(1, missing)
            cost = 0
        gain -= cost * outlook.card
        if cost > 5:
            gain *= 0.85
        gains.append((gain, card))
    gains.sort(key=lambda pair: (-pair[0], pair[1]))
    sure = min(1.0, 0.4 + 0.3 * outlook.rounds)
    result: dict[int, float] = {}
    for at, (gain, card) in enumerate(gains):
        plan = PLANS[min(at, len(PLANS) - 1)] * sure
        # A hint of the plan stays, so that among cards to pay with the less useful one goes.
        result[card] = max(outlook.card + 0.02 * gain, plan * gain)
    return result


def goods_worth(tableau: Tableau, goods: Counts, outlook: Outlook) -> float:
    """Estimate what goods bring that lie on the table when the round ends."""
    if not sum(goods) or not outlook.rounds:
        return 0.0
    cards = [CARDS[number] for number in tableau]
    consumers = tuple(sorted((p for card in cards for p in card.powers.consume if spends(p)), key=repr))
    sales = sales_of(cards)
    plain = (PRICES[0], PRICES[1], PRICES[2], PRICES[3])
    weights = Weights(1, outlook.card, 0.1 * outlook.card)
    doubled = best(goods, consumers, Rates(2, sales, plain), weights)
    sold = 0.0
    for at, count in enumerate(goods):
        if count:
            a, b, d, e = (n - (at == kind) for kind, n in enumerate(goods))
            rest = best((a, b, d, e), consumers, Rates(1, sales, plain), weights)
            sold = max(sold, sales[at] * outlook.card + rest)
    return GOODS_SURE * max(doubled, sold)
