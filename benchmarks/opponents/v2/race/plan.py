"""How a robot chooses its action: it plays the round ahead for what the others may choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from benchmarks.opponents.v2.race.value import (
    Outlook,
    Tableau,
    card_worths,
    features,
    goods_worth,
    outlook_of,
    price,
    printed_points,
    sales_of,
    ways,
    with_card,
    worth,
)
from rules.race import components as c
from rules.race.components import CARDS, PHASES
from rules.race.goods import kind_on, price_of
from rules.race.scoring import total
from rules.race.spending import PRICES, Counts, Rates, Weights, best, counts_of, spends
from rules.race.state import UNKNOWN, Player, RaceState
from rules.race.steps.rounds import actions_of

#: What it is worth to keep cards out of many: this times a card's worth times the root of how many more are drawn.
CHOICE = 0.3
#: Ending the game is worth up to this much more than its points to who leads, and less to who does not.
LEAD = 3.0
#: What a rival may still gain in the last round.
RIVAL_GAIN = 3
#: The sets of phases of the others that are weighed.
CONSIDERED = 14
#: How much of what the others have of a phase counts against calling it.
LEECH = 0.35
#: From this round on a robot counts less and less on what the others will call.
PATIENCE = 10


def price_on(world: int) -> int:
    """Give the price of the good of a world."""
    return price_of(kind_on(world))


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


def pay(model: Model, n: int, worths: Mapping[int, float], unknown_worth: float) -> Model:
    """Pay with the cards that are worth least; `unknown_worth` is what an unknown card is worth."""
    order = sorted([(worths[card], card) for card in model.hand] + [(unknown_worth, UNKNOWN)] * model.unknown)[:n]
    gone = {card for _, card in order}
    unknown = sum(card == UNKNOWN for _, card in order)
    return model._replace(hand=tuple(card for card in model.hand if card not in gone), unknown=model.unknown - unknown)


class Lookahead:
    """Plays the rest of a round ahead for one decision, and caches what positions are worth under one outlook."""

    def __init__(self, state: RaceState, seat: int, outlook: Outlook | None = None) -> None:
        self.state = state
        self.seat = seat
        self.outlook = outlook or outlook_of(state)
        rivals = [total(one) for at, one in enumerate(state.players) if at != seat]
        self.rival = max(rivals)
        self._placed: dict[tuple[str, Model, int], Model] = {}
        self._values: dict[Model, float] = {}
        self._consumed: dict[tuple[Model, bool, bool], Model] = {}

    def value(self, model: Model) -> float:
        """Estimate the final score of a seat that ends a round like this."""
        if model not in self._values:
            self._values[model] = self._value(model)
        return self._values[model]

    def _value(self, model: Model) -> float:
        outlook = self.outlook
        gained = model.chips - self.state.players[self.seat].chips
        if len(model.tableau) >= c.DATA.limits.tableau or self.state.pool <= gained:
            points = printed_points(model.tableau, model.chips) + model.chips
            lead = max(-LEAD, min(LEAD, 0.5 * (points - self.rival - RIVAL_GAIN)))
            return points + lead + 0.01 * (model.cards + len(model.goods))
        worths = card_worths(model.tableau, model.hand, model.chips, outlook)
        return (
            worth(model.tableau, model.chips - model.chips % 3, outlook)
            + model.chips
            + sum(worths.values())
            + outlook.card * model.unknown
            - outlook.card * max(0, model.cards - c.DATA.limits.hand)
            + goods_worth(model.tableau, counts_of(model.goods), outlook)
        )

    def placements(self, model: Model, kind: str, discount: int) -> Iterator[tuple[int, Model]]:
        """List the cards of a hand that can be placed, each with what comes of it at best."""
        keys = {CARDS[card].key for card in model.tableau}
        for card in model.hand:
            if CARDS[card].kind != kind or CARDS[card].key in keys:
                continue
            rest = model._replace(hand=tuple(other for other in model.hand if other != card))
            found: list[tuple[int, tuple[int, ...]]] = []
            if kind == "development":
                found = [(max(0, (price(model.tableau, card) or 0) - discount), ())]
            else:
                found = [(way.cards, way.give_up) for way in ways(model.tableau, card)]
            after = [self.placed(rest, card, cost, give_up) for cost, give_up in found if cost <= rest.cards]
            if after:
                yield card, max(after, key=self.value)

    def placed(self, rest: Model, card: int, cost: int, give_up: tuple[int, ...] = ()) -> Model:
        """Place a card and pay for it from what else is in hand."""
        tableau = tuple(other for other in with_card(rest.tableau, card) if other not in give_up)
        worths = card_worths(tableau, rest.hand, rest.chips, self.outlook)
        after = pay(rest._replace(tableau=tableau), cost, worths, self.outlook.card)
        if CARDS[card].windfall:
            after = after._replace(goods=after.goods | {card})
        drawn = sum(
            power.n
            for other in rest.tableau
            for power in CARDS[other].powers.of("develop" if CARDS[card].development else "settle")
            if isinstance(power, c.DrawAfterPlacing)
        )
        return after._replace(unknown=after.unknown + drawn)

    def place(self, model: Model, kind: str, discount: int = 0) -> Model:
        """Place the best card, or none."""
        key = (kind, model, discount)
        if key not in self._placed:
            options = [after for _, after in self.placements(model, kind, discount)]
            self._placed[key] = max([model, *options], key=self.value)
        return self._placed[key]

    def after_round(self, model: Model, phases: Iterable[str], actions: list[str]) -> float:
        """Estimate the end of a round with these phases, where the seat has these bonuses."""
        bonus = 0.0
        for phase in phases:
            if phase == "explore":
                drawn, kept = 2.0, 1.0
                for action in actions:
                    drawn += c.ACTIONS[action].bonus.draw_more
                    kept += c.ACTIONS[action].bonus.keep_more
                for power in [power for card in model.tableau for power in CARDS[card].powers.explore]:
                    drawn += power.n if isinstance(power, c.DrawMore) else 0
                    kept += power.n if isinstance(power, c.KeepMore) else 0
                model = model._replace(unknown=model.unknown + int(kept))
                bonus += self.outlook.card * CHOICE * kept * (drawn / kept - 1) ** 0.5
            elif phase.startswith("develop"):
                drawn_first = sum(
                    power.n
                    for card in model.tableau
                    for power in CARDS[card].powers.develop
                    if isinstance(power, c.DrawAtStart)
                )
                model = model._replace(unknown=model.unknown + drawn_first)
                model = self.place(model, "development", int(phase in actions))
            elif phase.startswith("settle"):
                after = self.place(model, "world")
                drew = len(after.tableau) > len(model.tableau) and phase in actions
                model = after._replace(unknown=after.unknown + drew)
            elif phase == "consume":
                # One lookahead may weigh several choices of actions, so they are a part of the key.
                key = (model, "consume_trade" in actions, "consume_x2" in actions)
                if key not in self._consumed:
                    self._consumed[key] = self.consume(model, actions)
                model = self._consumed[key]
            else:
                model = self.produce(model, bonus="produce" in actions)
        return self.value(model) + bonus

    def consume(self, model: Model, actions: list[str]) -> Model:
        """Sell, then spend goods, as well as it can be done."""
        cards = [CARDS[number] for number in model.tableau]
        consumers = tuple(sorted((p for card in cards for p in card.powers.consume if spends(p)), key=repr))
        sales = sales_of(cards)
        rates = Rates(2 if "consume_x2" in actions else 1, sales, (PRICES[0], PRICES[1], PRICES[2], PRICES[3]))
        counts = counts_of(model.goods)
        gained_cards = 0
        weights = Weights(1_000_000, 1_000, 1)
        rounded = self.weights()
        if "consume_trade" in actions and model.goods:
            sold = max(
                (at for at, count in enumerate(counts) if count),
                key=lambda at: sales[at] * self.outlook.card + best(_one_less(counts, at), consumers, rates, rounded),
            )
            gained_cards += sales[sold]
            counts = _one_less(counts, sold)
        result = int(best(counts, consumers, rates, weights))
        points, rest = divmod(result, 1_000_000)
        drawn, left_price = divmod(rest, 1_000)
        for card in cards:
            for power in card.powers.consume:
                gained_cards += power.n if isinstance(power, c.Draw) else 0
        # What is left is not known by world: keep the dearest that go with the price.
        left: set[int] = set()
        for world in sorted(model.goods, key=lambda world: (-price_on(world), world)):
            if price_on(world) <= left_price:
                left.add(world)
                left_price -= price_on(world)
        after = model._replace(
            goods=frozenset(left), chips=model.chips + points, unknown=model.unknown + gained_cards + drawn
        )
        return self._discard_for_points(after, cards)

    def weights(self) -> Weights:
        """What points, cards and goods that stay are worth now."""
        return Weights(1.0, round(self.outlook.card, 2), round(0.2 * self.outlook.card, 3))

    def _discard_for_points(self, model: Model, cards: list[c.Card]) -> Model:
        most = sum(p.max for card in cards for p in card.powers.consume if isinstance(p, c.DiscardHand))
        if most:
            worths = card_worths(model.tableau, model.hand, model.chips, self.outlook)
            cheap = sum(worth < 0.95 for worth in worths.values()) + model.unknown * (self.outlook.card < 0.95)
            n = min(most, cheap)
            model = pay(model, n, worths, self.outlook.card)._replace(chips=model.chips + n)
        return model

    def produce(self, model: Model, *, bonus: bool) -> Model:
        """Produce wherever it can be done."""
        have = set(model.goods)
        have |= {card for card in model.tableau if CARDS[card].mode == "production"}
        sources = [
            p.good for card in model.tableau for p in CARDS[card].powers.produce if isinstance(p, c.ProduceWindfall)
        ]
        sources.sort(key=lambda good: good == "any")
        for source in [*sources, *(["any"] if bonus else [])]:
            empty = [
                card
                for card in model.tableau
                if CARDS[card].windfall and card not in have and source in ("any", CARDS[card].good)
            ]
            if empty:
                have.add(max(empty, key=price_on))
        # The powers draw for what is produced, so what lies there already draws nothing.
        fresh = len(have) - len(model.goods)
        drawn = int(features(model.tableau).produce_cards * fresh / max(1, len(have)))
        return model._replace(goods=frozenset(have), unknown=model.unknown + drawn)


def _one_less(counts: Counts, at: int) -> Counts:
    a, b, d, e = (n - (at == kind) for kind, n in enumerate(counts))
    return (a, b, d, e)


def likely_phases(player: Player) -> dict[str, float]:
    """Estimate how likely a seat chooses each phase, from what everybody sees of it."""
    hand, goods = len(player.hand), len(player.goods)
    have = features(tuple(sorted(player.tableau)))
    spending = sum(spends(power) for card in player.tableau for power in CARDS[card].powers.consume)
    empty = sum(CARDS[card].mode == "production" and card not in player.goods for card in player.tableau)
    dear = max((price_on(world) for world in player.goods), default=0)
    weights = {
        "explore": 0.6 + 0.3 * max(0, 5 - hand),
        "develop": 0.26 * min(hand, 6) if hand > 2 else 0.1,
        "settle": 0.3 * min(hand, 6) + 0.1 * min(have.strength, 5),
        "consume": (0.5 * min(goods, spending) * 1.3 + 0.25 * dear) if goods else 0.05,
        "produce": 0.05 + 0.45 * empty,
    }
    whole = sum(weights.values())
    return {phase: weight / whole for phase, weight in weights.items()}


def trust(state: RaceState) -> float:
    """Say how far to count on the phases of others: less and less in a long game, so that nobody waits for ever."""
    return 1 / (1 + max(0, state.round - PATIENCE))


def others_phases(state: RaceState, seat: int) -> list[tuple[float, frozenset[str]]]:
    """List the sets of phases that the others may choose, with their probabilities; the unlikely ones are left out."""
    picks = 2 if state.experienced else 1
    missing: dict[str, float] = dict.fromkeys(PHASES, 1.0)
    for at, one in enumerate(state.players):
        if at != seat:
            for phase, share in likely_phases(one).items():
                missing[phase] *= (1 - share * trust(state)) ** picks
    found: list[tuple[float, frozenset[str]]] = []
    for there in product((False, True), repeat=len(PHASES)):
        probability = 1.0
        for phase, is_there in zip(PHASES, there, strict=True):
            probability *= 1 - missing[phase] if is_there else missing[phase]
        found.append((probability, frozenset(phase for phase, is_there in zip(PHASES, there, strict=True) if is_there)))
    found.sort(key=lambda pair: (-pair[0], sorted(pair[1])))
    return found[:CONSIDERED]


def choices(state: RaceState, legal: list[str]) -> list[list[str]]:
    """List the sets of action cards to choose from, without those that do the same as another."""
    seen: dict[tuple[str, ...], list[str]] = {}
    for picks in combinations(legal, 2 if state.experienced else 1):
        seen.setdefault(tuple(actions_of(list(picks))), list(picks))
    return list(seen.values())


def leech(state: RaceState, seat: int, phase: str) -> float:
    """Estimate what the others together have of a phase, in points."""
    gain = 0.0
    for at, one in enumerate(state.players):
        if at == seat:
            continue
        have = features(tuple(sorted(one.tableau)))
        if phase == "explore":
            gain += 0.6
        elif phase in ("develop", "settle"):
            gain += 0.35 * min(4, len(one.hand))
        elif phase == "consume":
            gain += min(len(one.goods), have.points + have.cards)
        else:
            gain += 0.6 * sum(CARDS[card].mode == "production" and card not in one.goods for card in one.tableau)
    return gain / (len(state.players) - 1)


def choose_actions(state: RaceState, seat: int, legal: list[str]) -> list[str]:
    """Choose the action card or cards that promise most."""
    lookahead = Lookahead(state, seat)
    mine = model_of(state.players[seat])
    others = others_phases(state, seat)
    known = sum(probability for probability, _ in others)
    missing = {
        phase: sum(probability for probability, phases in others if phase not in phases) / known for phase in PHASES
    }
    best_value, best_picks = float("-inf"), choices(state, legal)[0]
    for picks in choices(state, legal):
        actions = actions_of(picks)
        called = {c.ACTIONS[action].phase for action in actions}
        value = 0.0
        for probability, phases in others:
            order = [
                step
                for phase in PHASES
                if phase in phases or phase in called
                for step in ([phase, f"{phase}_2"] if f"{phase}_2" in actions else [phase])
            ]
            value += probability * lookahead.after_round(mine, order, actions)
        value /= known
        value -= LEECH * trust(state) * sum(missing[phase] * leech(state, seat, phase) for phase in called)
        if value > best_value + 1e-9:
            best_value, best_picks = value, picks
    return best_picks
