"""How a robot chooses its action: it plays the round ahead for what the others may choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from benchmarks.opponents.v3.race.inputs import Model, explored, model_of
from benchmarks.opponents.v3.race.judgement import LEARNED, Judge, Judgement, likely_calls
from benchmarks.opponents.v3.race.value import (
    DRAGGING,
    Outlook,
    card_worths,
    consumers_of,
    features,
    outlook_of,
    price,
    printed_points,
    sales_of,
    ways,
    with_card,
)
from rules.kernel.robots import Appraisal
from rules.race import components as c
from rules.race.components import CARDS, PHASES
from rules.race.goods import kind_on, price_of
from rules.race.spending import Counts, Rates, Weights, best, counts_of, price_counts
from rules.race.state import UNKNOWN, RaceState
from rules.race.steps.rounds import actions_of

#: Ending the game is worth up to this much more than its points to who leads, and less to who does not.
LEAD = 3.0
#: What a rival may still gain in the last round.
RIVAL_GAIN = 3
#: A lead that is hardly ever made up for in the last round: who has it ends the game.
SAFE = 12
#: What a game is worth that is won.
WON = 100.0
#: The sets of phases of the others that are weighed.
CONSIDERED = 14
#: From this round on a robot counts less and less on what the others will call.
PATIENCE = 10


def price_on(world: int) -> int:
    """Give the price of the good of a world."""
    return price_of(kind_on(world))


def pay(model: Model, n: int, worths: Mapping[int, float], unknown_worth: float) -> Model:
    """Pay with the cards that are worth least; `unknown_worth` is what an unknown card is worth."""
    order = sorted([(worths[card], card) for card in model.hand] + [(unknown_worth, UNKNOWN)] * model.unknown)[:n]
    gone = {card for _, card in order}
    unknown = sum(card == UNKNOWN for _, card in order)
    return model._replace(hand=tuple(card for card in model.hand if card not in gone), unknown=model.unknown - unknown)


#: A phase that is played, and the bonuses that the seat has in it, by their actions.
Step = tuple[str, tuple[str, ...]]

_DRAWN_FIRST = [sum(power.n for power in card.powers.develop if isinstance(power, c.DrawAtStart)) for card in CARDS]
"""How many cards a card draws before developments are placed."""
_DRAWN_AFTER: Mapping[str, list[int]] = {
    "development": [sum(p.n for p in card.powers.develop if isinstance(p, c.DrawAfterPlacing)) for card in CARDS],
    "world": [sum(p.n for p in card.powers.settle if isinstance(p, c.DrawAfterPlacing)) for card in CARDS],
}
"""How many cards a card draws when a card of a kind was placed."""


def steps_of(phases: Iterable[str], actions: Sequence[str]) -> list[Step]:
    """Give to each phase the bonuses that belong to it."""
    return [
        (phase, tuple([action for action in actions if c.ACTIONS[action].phase == phase.removesuffix("_2")]))
        for phase in phases
    ]


class _Node:
    """A model on the way through a round, with the phases that were already played from it."""

    __slots__ = ("model", "next", "value")

    def __init__(self, model: Model) -> None:
        self.model = model
        self.value: float | None = None
        self.next: dict[Step, tuple[_Node, float]] = {}


def weights_of(outlook: Outlook) -> Weights:
    """What points, cards and goods that stay are worth now."""
    return Weights(1.0, round(outlook.card, 2), round(0.2 * outlook.card, 3))


class Lookahead:
    """Plays the rest of a round ahead for one decision, and caches what positions are worth under one outlook."""

    def __init__(self, state: RaceState, seat: int, judgement: Judgement = LEARNED) -> None:
        self.state = state
        self.seat = seat
        self.outlook = outlook_of(state)
        self.judgement = judgement
        self.judge = Judge(state, seat, self.outlook, judgement)
        me = state.players[seat]
        self.worths = card_worths(tuple(sorted(me.tableau)), me.hand, me.chips, self.outlook)
        self._nodes: dict[Model, _Node] = {}
        self._phases: dict[frozenset[str], float] = {}

    def _node(self, model: Model) -> _Node:
        node = self._nodes.get(model)
        if node is None:
            node = self._nodes[model] = _Node(model)
        return node

    def value(self, model: Model) -> float:
        """Estimate by how much a seat will be ahead that ends the round like this."""
        return self._valued(self._node(model))

    def _valued(self, node: _Node) -> float:
        if node.value is None:
            node.value = self._value(node.model)
        return node.value

    def _value(self, model: Model) -> float:
        if self._ends(model):
            ahead = printed_points(model.tableau, model.chips) + model.chips - self.judge.rival
            if ahead >= SAFE:
                return WON + ahead
            ahead -= RIVAL_GAIN
            # Who wins a tie is who has more cards and goods.
            return ahead + max(-LEAD, min(LEAD, 0.5 * ahead)) + 0.01 * (model.cards + len(model.goods))
        return self.judge.ahead(model) - self._waited(model)

    def _ends(self, model: Model) -> bool:
        """Whether the game ends with a round that ends like this."""
        gained = model.chips - self.state.players[self.seat].chips
        return len(model.tableau) >= c.DATA.limits.tableau or self.state.pool <= gained

    def _waited(self, model: Model) -> float:
        """What a long game counts against a seat that is far from its end."""
        return max(0, self.state.round - DRAGGING) * (1 - len(model.tableau) / c.DATA.limits.tableau)

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
        after = pay(rest._replace(tableau=tableau), cost, self.worths, self.outlook.card)
        if CARDS[card].windfall:
            after = after._replace(goods=after.goods | {card})
        draws = _DRAWN_AFTER[CARDS[card].kind]
        drawn = sum(draws[other] for other in rest.tableau)
        return after._replace(unknown=after.unknown + drawn) if drawn else after

    def place(self, model: Model, kind: str, discount: int = 0) -> Model:
        """Place the best card, or none."""
        return max([model, *(after for _, after in self.placements(model, kind, discount))], key=self.value)

    def after_round(self, model: Model, steps: Iterable[Step]) -> float:
        """Estimate by how much a seat will be ahead after a round in which these phases follow."""
        node, bonus = self._end(model, steps)
        return self._valued(node) + bonus

    def _end(self, model: Model, steps: Iterable[Step]) -> tuple[_Node, float]:
        """Play phases; give where they lead, and what is worth something besides."""
        node, bonus = self._node(model), 0.0
        for step in steps:
            found = node.next.get(step)
            if found is None:
                after, gained = self._played(node.model, *step)
                found = node.next[step] = self._node(after), gained
            node, bonus = found[0], bonus + found[1]
        return node, bonus

    def _played(self, model: Model, phase: str, actions: Sequence[str]) -> tuple[Model, float]:
        """Play a phase in which the seat has these bonuses; give what comes of it, and what it is worth besides."""
        if phase == "explore":
            return self._explored(model, actions)
        if phase.startswith("develop"):
            drawn = sum(_DRAWN_FIRST[card] for card in model.tableau)
            if drawn:
                model = model._replace(unknown=model.unknown + drawn)
            return self.place(model, "development", int(phase in actions)), 0.0
        if phase.startswith("settle"):
            after = self.place(model, "world")
            drew = len(after.tableau) > len(model.tableau) and phase in actions
            return after._replace(unknown=after.unknown + drew) if drew else after, 0.0
        if phase == "consume":
            return self.consume(model, actions), 0.0
        return self.produce(model, bonus="produce" in actions), 0.0

    def _explored(self, model: Model, actions: Sequence[str]) -> tuple[Model, float]:
        kept, choice = explored(model.tableau, actions)
        return model._replace(unknown=model.unknown + kept), self.judge.of_choice(choice)

    def of_phases(self, called: frozenset[str]) -> float:
        """Estimate what it means that a round has these phases, apart from what the seat makes of them."""
        if called not in self._phases:
            self._phases[called] = self.judge.of_phases(called)
        return self._phases[called]

    def consume(self, model: Model, actions: Sequence[str]) -> Model:
        """Sell, then spend goods, as well as it can be done."""
        cards = [CARDS[number] for number in model.tableau]
        consumers = consumers_of(model.tableau)
        sales = sales_of(model.tableau)
        rates = Rates(2 if "consume_x2" in actions else 1, sales, price_counts())
        counts = counts_of(model.goods)
        gained_cards = 0
        weights = Weights(1_000_000, 1_000, 1)
        rounded = weights_of(self.outlook)
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

    def _discard_for_points(self, model: Model, cards: list[c.Card]) -> Model:
        most = sum(p.max for card in cards for p in card.powers.consume if isinstance(p, c.DiscardHand))
        if most:
            cheap = sum(self.worths[card] < 0.95 for card in model.hand) + model.unknown * (self.outlook.card < 0.95)
            n = min(most, cheap)
            model = pay(model, n, self.worths, self.outlook.card)._replace(chips=model.chips + n)
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


def trust(state: RaceState) -> float:
    """Say how far to count on the phases of others: less and less in a long game, so that nobody waits for ever."""
    return 1 / (1 + max(0, state.round - PATIENCE))


def others_phases(lookahead: Lookahead) -> list[tuple[float, frozenset[str]]]:
    """List the sets of phases that the others may choose, with their probabilities; the unlikely ones are left out."""
    state = lookahead.state
    picks = 2 if state.experienced else 1
    missing: dict[str, float] = dict.fromkeys(PHASES, 1.0)
    for at in range(len(state.players)):
        if at != lookahead.seat:
            for phase, share in likely_calls(state, at, lookahead.outlook, lookahead.judgement).items():
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


def appraise_actions(lookahead: Lookahead, legal: list[str]) -> list[Appraisal]:
    """Say what each choice of an action card, or of two, promises."""
    state = lookahead.state
    mine = model_of(state.players[lookahead.seat])
    others = others_phases(lookahead)
    known = sum(probability for probability, _ in others)
    found: list[Appraisal] = []
    for picks in choices(state, legal):
        value = 0.0
        for probability, called, steps in _rounds(others, actions_of(picks)):
            value += probability * (lookahead.after_round(mine, steps) + lookahead.of_phases(called))
        found.append(Appraisal(picks, value / known))
    return found


def _rounds(
    others: Iterable[tuple[float, frozenset[str]]], actions: Sequence[str]
) -> Iterator[tuple[float, frozenset[str], list[Step]]]:
    """List the rounds that there may be with a choice of actions: how likely, which phases, and their steps."""
    called = frozenset(c.ACTIONS[action].phase for action in actions)
    bonuses = dict(steps_of(PHASES, actions))
    for probability, phases in others:
        steps = [
            (step, bonuses[phase])
            for phase in PHASES
            if phase in phases or phase in called
            for step in ([phase, f"{phase}_2"] if f"{phase}_2" in actions else [phase])
        ]
        yield probability, phases | called, steps
