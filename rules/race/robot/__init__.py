"""A robot for Race for the Galaxy: a function for each kind of prompt. It sees its seat's view and nothing else.

`plan` plays the rest of a round ahead, `judgement` says what comes of it by what it has learned from games, and `value`
what cards are worth to keep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Protocol

import msgspec

from rules.kernel import robots
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, ranked
from rules.kernel.text import Text
from rules.race.components import CARDS, Consume, DiscardHand, Power, card_id, card_number
from rules.race.goods import factor, power_id, sale, usable_powers
from rules.race.payment import development_price
from rules.race.robot import plan
from rules.race.robot.inputs import Model, model_of
from rules.race.robot.judgement import LEARNED, Nets
from rules.race.robot.plan import Lookahead
from rules.race.robot.reasons import BEST_USE, DONE_WHY, FREE_WHY, WHY, WINS_WHY, appraised
from rules.race.robot.value import card_worths, outlook_of, ways, with_card
from rules.race.spending import (
    KINDS,
    best,
    best_goods,
    counts_of,
    power_values,
    rates_of,
    spends,
    worlds_to_spend,
)
from rules.race.state import Player, RaceState
from rules.race.steps.consume import DONE
from rules.race.steps.placing import NOTHING

#: How many cards more than it keeps a robot weighs when it explores, the most useful by themselves.
TRIED = 5
#: How many cards more than it pays a robot weighs to pay with, the least useful by themselves.
SPARED = 2

Chooser = Callable[[RaceState, Prompt], list[str]]


class Planner(Protocol):
    """Says what answers are worth by playing the round ahead; with the `terms` of it on request."""

    def __call__(self, view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
        """Answer so."""
        ...


def appraise(view: RaceState, prompt: Prompt, nets: Nets = LEARNED, *, terms: bool = False) -> list[Appraisal]:
    """Say what answers are worth, the best first; of some kinds of prompts only which is the best."""
    if prompt.kind in PLANNERS:
        found = ranked(PLANNERS[prompt.kind](view, prompt, nets, terms=terms))
        if terms and found[0].value > plan.WON / 2:
            found[0] = msgspec.structs.replace(found[0], why=WINS_WHY)
        return found
    chooser = CHOOSERS.get(prompt.kind)
    if chooser is None:
        return []
    picks = chooser(view, prompt)
    return [Appraisal(picks, 0.0, why=_why(view, prompt, picks) if terms else None)]


def _why(view: RaceState, prompt: Prompt, picks: list[str]) -> Text | None:
    """Say what the only answer that is thought of was chosen by."""
    if prompt.kind == "hand" and not picks:
        return DONE_WHY
    if prompt.kind != "power":
        return WHY.get(prompt.kind)
    if picks == [DONE]:
        return DONE_WHY
    powers = {power_id(card, index): power for card, index, power in usable_powers(view.players[prompt.seat])}
    power = powers[picks[0]]
    if isinstance(power, DiscardHand):
        return WHY["hand"]
    return BEST_USE if spends(power) else FREE_WHY


def choose(view: RaceState, prompt: Prompt, rng: Rng, nets: Nets = LEARNED) -> list[str]:
    """Give the best answer to a prompt; to a kind that it does not know one at random."""
    found = appraise(view, prompt, nets)
    return found[0].picks if found else robots.choose(view, prompt, rng)


def _least(worths: Mapping[int, float], cards: list[int], n: int) -> list[str]:
    return [card_id(card) for card in sorted(cards, key=lambda card: (worths[card], card))[:n]]


def _worths(view: RaceState, seat: int, hand: list[int]) -> Mapping[int, float]:
    me = view.players[seat]
    return card_worths(tuple(sorted(me.tableau)), hand, me.chips, outlook_of(view))


def _discard(view: RaceState, prompt: Prompt) -> list[str]:
    """Give away the cards that are worth least, one by one, as what is left changes what they are worth."""
    hand = [card_number(option.id) for option in prompt.legal]
    return _least(_worths(view, prompt.seat, hand), hand, prompt.at_least)


def _keep(view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
    """Say what the rest of the round looks like with the cards that are kept; of many drawn only the best are tried."""
    me = view.players[prompt.seat]
    drawn = [card_number(option.id) for option in prompt.legal]
    worths = _worths(view, prompt.seat, me.hand + drawn)
    best_first = sorted(drawn, key=lambda card: (-worths[card], card))[: prompt.at_least + TRIED]
    lookahead = Lookahead(view, prompt.seat, nets)
    lookahead.worths = worths
    model = model_of(me)
    return [
        _after_phase(
            lookahead, [card_id(card) for card in kept], [model._replace(hand=(*model.hand, *kept))], terms=terms
        )
        for kept in combinations(best_first, prompt.at_least)
    ]


def _pay(view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
    """Say what the rest of the round looks like with the cards that are left; only the least useful are given away."""
    me = view.players[prompt.seat]
    hand = [card_number(option.id) for option in prompt.legal]
    worths = _worths(view, prompt.seat, hand)
    least_first = sorted(hand, key=lambda card: (worths[card], card))[: prompt.at_least + SPARED]
    lookahead = Lookahead(view, prompt.seat, nets)
    model = model_of(me)
    if me.chosen is not None and me.chosen not in me.tableau:
        model = model._replace(tableau=with_card(model.tableau, me.chosen))
    return [
        _after_phase(
            lookahead,
            [card_id(card) for card in given],
            [model._replace(hand=tuple(card for card in hand if card not in given))],
            terms=terms,
        )
        for given in combinations(least_first, prompt.at_least)
    ]


def _actions(view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
    return plan.appraise_actions(
        Lookahead(view, prompt.seat, nets), [option.id for option in prompt.legal], terms=terms
    )


def _after_phase(lookahead: Lookahead, picks: list[str], models: Iterable[Model], *, terms: bool) -> Appraisal:
    """Appraise an answer by the best that comes of it in the middle of a round: the phases to come are known."""
    state = lookahead.state
    at = state.phases.index(state.phase)
    steps = plan.steps_of(state.phases[at + 1 :], state.players[lookahead.seat].actions)
    usual = lookahead.usual
    value, best = max(((lookahead.after_round(model, steps, usual), model) for model in models), key=lambda one: one[0])
    return appraised(picks, value, lookahead.parts_after(best, steps, usual) if terms else {})


def _place(view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
    """Say what the rest of the round looks like when a card is placed, or none."""
    me = view.players[prompt.seat]
    lookahead = Lookahead(view, prompt.seat, nets)
    model = model_of(me)
    values = [_after_phase(lookahead, [NOTHING], [model], terms=terms)]
    for option in prompt.legal:
        if option.id == NOTHING:
            continue
        card = card_number(option.id)
        rest = model._replace(hand=tuple(other for other in model.hand if other != card))
        if CARDS[card].development:
            found = [lookahead.placed(rest, card, development_price(view, prompt.seat, CARDS[card]))]
        else:
            found = [
                lookahead.placed(rest, card, way.cards, way.give_up)
                for way in ways(model.tableau, card)
                if way.cards <= rest.cards
            ]
        if found:
            values.append(_after_phase(lookahead, [option.id], found, terms=terms))
    return values


def _way(view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
    """Say what the rest of the round looks like when a world is settled in each way."""
    me = view.players[prompt.seat]
    lookahead = Lookahead(view, prompt.seat, nets)
    card = me.tableau[-1] if me.chosen is None else me.chosen
    model = model_of(me)
    rest = model._replace(
        tableau=tuple(other for other in model.tableau if other != card),
        hand=tuple(other for other in model.hand if other != card),
    )
    offered = {option.id for option in prompt.legal}
    found = [way for way in ways(rest.tableau, card) if way.id in offered and way.cards <= rest.cards]

    if not found:
        return [Appraisal([prompt.legal[0].id], 0.0)]
    return [
        _after_phase(lookahead, [way.id], [lookahead.placed(rest, card, way.cards, way.give_up)], terms=terms)
        for way in found
    ]


def _left(me: Player) -> tuple[Power, ...]:
    """Give the powers that take goods and were not used yet."""
    return tuple(sorted((p for _, _, p in usable_powers(me) if spends(p)), key=repr))


def _sell(view: RaceState, prompt: Prompt) -> list[str]:
    """Sell the good that brings most, what can be done with the others included."""
    me = view.players[prompt.seat]
    rates, weights = rates_of(me, factor(view, prompt.seat)), plan.weights_of(outlook_of(view))
    full = not me.used or any(
        getattr(power, "use_trade_powers", False) for power in CARDS[me.used[-1][0]].powers.consume
    )

    def value(world: int) -> tuple[float, int]:
        left = best(counts_of(other for other in me.goods if other != world), _left(me), rates, weights)
        return sale(me, world, trade_powers=full) * weights.cards + left, CARDS[world].windfall

    return [card_id(max((card_number(option.id) for option in prompt.legal), key=value))]


def _power(view: RaceState, prompt: Prompt) -> list[str]:
    """Use what needs no goods first, then the power with which the best way through the phase begins."""
    me = view.players[prompt.seat]
    found = usable_powers(me)
    for card, index, power in found:
        if not spends(power) and not isinstance(power, DiscardHand):
            return [power_id(card, index)]
    left = _left(me)
    rates, weights = rates_of(me, factor(view, prompt.seat)), plan.weights_of(outlook_of(view))
    values = power_values(counts_of(me.goods), left, rates, weights)
    if values:
        first = max(values, key=lambda power: values[power])
        return [next(power_id(card, index) for card, index, power in found if power == first)]
    for card, index, power in found:
        if isinstance(power, DiscardHand) and _for_points(view, prompt.seat, power):
            return [power_id(card, index)]
    return [DONE]


def _for_points(view: RaceState, seat: int, power: DiscardHand) -> list[int]:
    """Choose the hand cards that are worth less than the points for them."""
    hand = view.players[seat].hand
    worths = _worths(view, seat, hand)
    return [card for card in sorted(hand, key=lambda card: worths[card]) if worths[card] < 0.95 * power.vp][: power.max]


def _goods(view: RaceState, prompt: Prompt) -> list[str]:
    """Spend the goods with which the best way through the phase goes on."""
    me = view.players[prompt.seat]
    card, index = me.used[-1]
    power = CARDS[card].powers.consume[index]
    offered = [card_number(option.id) for option in prompt.legal]
    if isinstance(power, Consume) and power.good == "different_kinds":
        return [card_id(world) for world in worlds_to_spend(offered, counts_of(offered[:1]))]
    taken = best_goods(
        power,
        counts_of(me.goods),
        _left(me),
        rates_of(me, factor(view, prompt.seat)),
        plan.weights_of(outlook_of(view)),
    )
    return [card_id(world) for world in worlds_to_spend(offered, taken)]


def _kinds(view: RaceState, prompt: Prompt) -> list[str]:
    me = view.players[prompt.seat]
    card, index = me.used[-1]
    taken = best_goods(
        CARDS[card].powers.consume[index],
        counts_of(me.goods),
        _left(me),
        rates_of(me, factor(view, prompt.seat)),
        plan.weights_of(outlook_of(view)),
    )
    return [kind for kind, n in zip(KINDS, taken, strict=True) if n]


def _hand(view: RaceState, prompt: Prompt) -> list[str]:
    card, index = view.players[prompt.seat].used[-1]
    power = CARDS[card].powers.consume[index]
    assert isinstance(power, DiscardHand), "asked for hand cards by another power"
    return [card_id(card) for card in _for_points(view, prompt.seat, power)][: prompt.at_most]


def _guess(view: RaceState, prompt: Prompt) -> list[str]:
    """Guess the number that most of the cards have that it cannot see."""
    seen = set(view.players[prompt.seat].hand)
    for one in view.players:
        seen |= {*one.tableau, one.start}
    unseen = Counter(str(card.number) for number, card in enumerate(CARDS) if number not in seen)
    return [max((option.id for option in prompt.legal), key=lambda number: unseen[number])]


def _windfall(view: RaceState, prompt: Prompt, nets: Nets, *, terms: bool) -> list[Appraisal]:
    """Say what the goods together are worth when a world produces."""
    me = view.players[prompt.seat]
    lookahead = Lookahead(view, prompt.seat, nets)
    model = model_of(me)

    def value(world: int) -> tuple[float, int]:
        after = model._replace(goods=model.goods | {world})
        drawn = sum(getattr(power, "n", 0) for power in CARDS[world].powers.produce)
        sold = sum(power.n for power in CARDS[world].powers.trade if power.good == "this_world")
        return lookahead.value(after) + lookahead.outlook.card * (drawn + 0.3 * sold), world

    best_first = sorted((value(card_number(option.id)) for option in prompt.legal), reverse=True)
    # Goods are all that it is about.
    return [appraised([card_id(world)], worth, {"goods": worth} if terms else {}) for worth, world in best_first]


PLANNERS: Mapping[str, Planner] = {
    "explore": _keep,
    "pay": _pay,
    "actions": _actions,
    "develop": _place,
    "settle": _place,
    "way": _way,
    "windfall": _windfall,
}
"""Kind of prompt -> how it is answered by playing the round ahead."""
CHOOSERS: Mapping[str, Chooser] = {
    "start": _discard,
    "sell": _sell,
    "power": _power,
    "goods": _goods,
    "kinds": _kinds,
    "hand": _hand,
    "guess": _guess,
    "hand_limit": _discard,
}
"""Kind of prompt -> how it is answered by what things are worth now."""
