"""How a robot chooses its action: it plays the round ahead for what the others may choose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import tanh
from typing import NamedTuple

from rules.kernel.robots import Appraisal
from rules.race import components as c
from rules.race.components import CARDS, PHASES
from rules.race.goods import kind_on, price_of
from rules.race.robot.inputs import PUBLIC, Calls, Model, explored, model_of
from rules.race.robot.judgement import LEARNED, Cells, Judge, Nets, Picks, likely_calls, mixed
from rules.race.robot.reasons import WINNING, appraised
from rules.race.robot.value import (
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
from rules.race.spending import Counts, Rates, Weights, best, counts_of, price_counts
from rules.race.state import UNKNOWN, Player, RaceState
from rules.race.steps.rounds import actions_of, phases_of

#: Winning counts as so many points more, losing as so many less.
WIN = 3.0
#: Points ahead count less the more there are: as hardly more than this in the end.
FAR = 15.0
#: What a rival may still gain by a card that it places in the last round, for each card in its hand up to four.
RIVAL_GAIN = 0.5
#: A lead that is hardly ever made up for in the last round: who has it ends the game.
SAFE = 12
#: What a game is worth that is won.
WON = 100.0
#: The sets of phases of the others that are weighed.
CONSIDERED = 16
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


_POINTS_BY_GOODS = PUBLIC.index("points by goods")
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

    __slots__ = ("cells", "model", "next", "value")

    def __init__(self, model: Model) -> None:
        self.model = model
        self.value: float | None = None
        self.cells: Cells | None = None
        self.next: dict[Step, tuple[_Node, float]] = {}


class Outcome(NamedTuple):
    """A round by what the others may call, or have called: what it gives them, and whatever the seat makes of it."""

    cells: Cells
    rival: float
    """What the best of the others may have after it."""
    pool: float
    """What the others leave of the pool."""


def prospect(ahead: float) -> float:
    """Say what being ahead by so many points at the end of a game counts for; see `benchmarks.train`."""
    return FAR * tanh(ahead / FAR) + WIN * tanh(ahead / 2)


def weights_of(outlook: Outlook) -> Weights:
    """What points, cards and goods that stay are worth now."""
    return Weights(1.0, round(outlook.card, 2), round(0.2 * outlook.card, 3))


class Lookahead:
    """Plays the rest of a round ahead for one decision, and caches what positions are worth under one outlook."""

    def __init__(self, state: RaceState, seat: int, nets: Nets = LEARNED) -> None:
        self.state = state
        self.seat = seat
        self.outlook = outlook_of(state)
        self.nets = nets
        self.judge = Judge(state, seat, self.outlook, nets)
        me = state.players[seat]
        self.worths = card_worths(tuple(sorted(me.tableau)), me.hand, me.chips, self.outlook)
        self._nodes: dict[Model, _Node] = {}
        self._outcomes: dict[tuple[frozenset[str], tuple[tuple[tuple[str, float], ...], ...]], Outcome] = {}
        self.usual = self.outcome(self._running(), [dict.fromkeys(one.actions, 1.0) for one in self._others()])

    def _others(self) -> list[Player]:
        return [one for at, one in enumerate(self.state.players) if at != self.seat]

    def _running(self) -> frozenset[str]:
        """Give the phases from the running one on."""
        state = self.state
        return frozenset(state.phases[state.phases.index(state.phase) :] if state.phase in state.phases else ())

    def usual_of(self, others: Sequence[Called]) -> Outcome:
        """Take the mean of what may come of the others' calls."""
        known = sum(one.probability for one in others)
        outcomes = [self.outcome(frozenset(one.phases), one.calls) for one in others]
        shares = [one.probability / known for one in others]
        return Outcome(
            mixed([one.cells for one in outcomes], shares),
            sum([share * one.rival for share, one in zip(shares, outcomes, strict=True)]),
            sum([share * one.pool for share, one in zip(shares, outcomes, strict=True)]),
        )

    def outcome(self, phases: frozenset[str], calls: Sequence[Calls]) -> Outcome:
        """Say what a round with these phases gives the others that have called so (or likely do)."""
        key = (phases, tuple(tuple(sorted(one.items())) for one in calls))
        found = self._outcomes.get(key)
        if found is None:
            found = self._outcomes[key] = self._outcome(phases, calls)
        return found

    def _outcome(self, phases: frozenset[str], calls: Sequence[Calls]) -> Outcome:
        left = float(self.state.pool)
        rival = 0.0
        judge = self.judge
        for model, seen, points, called in zip(judge.others, judge.seen, judge.totals, calls, strict=True):
            gained = 0.0
            if "consume" in phases and model.goods:
                gained = seen[_POINTS_BY_GOODS] * (1 + called.get("consume_x2", 0.0))
                left -= gained
            placed = sum([phase in phases for phase in ("develop", "develop_2", "settle", "settle_2")])
            rival = max(rival, points + gained + RIVAL_GAIN * placed * min(4, model.cards))
        return Outcome(judge.of_round(phases, calls), rival, left)

    def _node(self, model: Model) -> _Node:
        node = self._nodes.get(model)
        if node is None:
            node = self._nodes[model] = _Node(model)
        return node

    def value(self, model: Model) -> float:
        """Estimate by how much a seat will be ahead that ends the round like this, as the others usually go on."""
        node = self._node(model)
        if node.value is None:
            node.value = self._value(node, self.usual, 0.0)
        return node.value

    def _value(self, node: _Node, outcome: Outcome, choice: float) -> float:
        model = node.model
        points = printed_points(model.tableau, model.chips) + model.chips
        if self._ends(model, outcome):
            if points - self.judge.rival >= SAFE:
                return WON + points - self.judge.rival
            # Who wins a tie is who has more cards and goods.
            return prospect(points - outcome.rival) + 0.01 * (model.cards + len(model.goods))
        if node.cells is None:
            node.cells = self.judge.of_seat(model)
        return self.judge.ahead(node.cells, outcome.cells, choice) - self._waited(model)

    def _ends(self, model: Model, outcome: Outcome) -> bool:
        """Whether the game ends with a round that ends like this."""
        gained = model.chips - self.state.players[self.seat].chips
        return len(model.tableau) >= c.DATA.limits.tableau or outcome.pool <= gained

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

    def after_round(self, model: Model, steps: Iterable[Step], outcome: Outcome) -> float:
        """Estimate by how much a seat will be ahead after a round in which these phases follow."""
        node, choice = self._end(model, steps)
        return self._value(node, outcome, choice)

    def parts_after(self, model: Model, steps: Iterable[Step], outcome: Outcome) -> dict[str, float]:
        """Take apart by theme (`inputs.THEMES`) what is expected after a round more than if all stayed as it is.

        Where the game ends, that alone counts; that it is won for sure is no points, and apart from all themes.
        """
        node, choice = self._end(model, steps)
        value = self._value(node, outcome, choice)
        base = model_of(self.state.players[self.seat])
        if self._ends(node.model, outcome):
            won = WON if value >= WON else 0.0
            stay = self.judge.ahead(self.judge.of_seat(base), self.usual.cells, 0.0)
            return {"end": value - won - stay, WINNING: won}
        parts = self.judge.parts(node.model, outcome.cells, choice, base, self.usual.cells)
        return {**parts, "time": -self._waited(node.model)}

    def _end(self, model: Model, steps: Iterable[Step]) -> tuple[_Node, float]:
        """Play phases; give where they lead, and the choice of cards there was."""
        node, choice = self._node(model), 0.0
        for step in steps:
            found = node.next.get(step)
            if found is None:
                after, gained = self._played(node.model, *step)
                found = node.next[step] = self._node(after), gained
            node, choice = found[0], choice + found[1]
        return node, choice

    def _played(self, model: Model, phase: str, actions: Sequence[str]) -> tuple[Model, float]:
        """Play a phase in which the seat has these bonuses; give what comes of it, and the choice of cards."""
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
        return model._replace(unknown=model.unknown + kept), choice

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


class Called(NamedTuple):
    """What the others may call: how likely, what each of them (surely or likely), and the phases by it."""

    probability: float
    calls: Sequence[Calls]
    phases: tuple[str, ...]


def others_calls(lookahead: Lookahead) -> list[Called]:
    """List what the others may call, with the probabilities; the unlikely is left out."""
    state = lookahead.state
    likely = [
        likely_calls(state, at, lookahead.outlook, lookahead.nets)
        for at in range(len(state.players))
        if at != lookahead.seat
    ]
    found = _of_one(likely[0], trust(state)) if len(likely) == 1 else _of_many(likely, trust(state))
    found.sort(key=lambda one: (-one.probability, one.phases, [sorted(calls) for calls in one.calls]))
    return found[:CONSIDERED]


def _of_one(likely: Mapping[Picks, float], trusted: float) -> list[Called]:
    found = [
        Called(share * trusted, [dict.fromkeys(picks, 1.0)], tuple(phases_of([list(picks)])))
        for picks, share in likely.items()
    ]
    return found if trusted == 1 else [*found, Called(1 - trusted, [{}], ())]


def _of_many(likely: Sequence[Mapping[Picks, float]], trusted: float) -> list[Called]:
    """Weigh sets of phases; by what action each of the others brings one about stays open."""
    missing = dict.fromkeys(PHASES, 1.0)
    for one in likely:
        for phase in PHASES:
            missing[phase] *= 1 - trusted * sum(
                [share for (action,), share in one.items() if c.ACTIONS[action].phase == phase]
            )
    found: list[Called] = []
    for there in product((False, True), repeat=len(PHASES)):
        probability = 1.0
        for phase, is_there in zip(PHASES, there, strict=True):
            probability *= 1 - missing[phase] if is_there else missing[phase]
        phases = tuple(phase for phase, is_there in zip(PHASES, there, strict=True) if is_there)
        calls: list[Calls] = []
        for one in likely:
            fitting = {action: share for (action,), share in one.items() if c.ACTIONS[action].phase in phases}
            whole = sum(fitting.values())
            calls.append({action: share / whole for action, share in fitting.items()})
        found.append(Called(probability, calls, phases))
    return found


def choices(state: RaceState, legal: list[str]) -> list[list[str]]:
    """List the sets of action cards to choose from, without those that do the same as another."""
    seen: dict[tuple[str, ...], list[str]] = {}
    for picks in combinations(legal, 2 if state.experienced else 1):
        seen.setdefault(tuple(actions_of(list(picks))), list(picks))
    return list(seen.values())


def appraise_actions(lookahead: Lookahead, legal: list[str], *, terms: bool) -> list[Appraisal]:
    """Say what each choice of an action card, or of two, promises."""
    state = lookahead.state
    mine = model_of(state.players[lookahead.seat])
    others = others_calls(lookahead)
    known = sum(one.probability for one in others)
    lookahead.usual = lookahead.usual_of(others)
    found: list[Appraisal] = []
    by_phases = {one.phases: [_ACTION[phase] for phase in one.phases] for one in others}
    for picks in choices(state, legal):
        value = 0.0
        parts: dict[str, float] = defaultdict(float)
        actions = actions_of(picks)
        played = {theirs: phases_of([actions, actions_by]) for theirs, actions_by in by_phases.items()}
        stepped = {theirs: steps_of(phases, actions) for theirs, phases in played.items()}
        for called in others:
            phases, steps = played[called.phases], stepped[called.phases]
            outcome = lookahead.outcome(frozenset(phases), called.calls)
            value += called.probability * lookahead.after_round(mine, steps, outcome)
            if terms:
                for theme, part in lookahead.parts_after(mine, steps, outcome).items():
                    parts[theme] += called.probability * part
        found.append(appraised(picks, value / known, {theme: part / known for theme, part in parts.items()}))
    return found


_ACTION: Mapping[str, str] = {
    (key if action.experienced else str(action.phase)): key for key, action in c.ACTIONS.items()
}
"""Phase -> an action by which there is it."""
