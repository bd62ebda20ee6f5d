"""The standing answers of Race for the Galaxy, and what each answers to a prompt.

An answer is given only where the policy's words leave no choice: two cards of the same cost at the edge of what is
kept, two windfall worlds that are not alike, a good to be sold are asked as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.policies import UNSET, Policy, PolicyChoice
from rules.kernel.prompt import Prompt
from rules.kernel.text import T
from rules.race.components import CARDS, Consume, DiscardHand, Gamble, card_id, card_number
from rules.race.goods import factor, kind_on, power_id, usable_powers
from rules.race.spending import (
    KINDS,
    MOST_POINTS,
    best_goods,
    counts_of,
    power_values,
    rates_of,
    spends,
    worlds_to_spend,
)
from rules.race.state import RaceState
from rules.race.steps.placing import NOTHING

DEAREST, CHEAPEST, PASS, LATER, MOST, ALIKE = "dearest", "cheapest", "pass", "later", "most_points", "alike"

POLICIES: tuple[Policy, ...] = (
    Policy(
        "explore",
        T("Explore"),
        T("You are asked which of the cards drawn in Explore you keep."),
        (
            PolicyChoice(
                DEAREST,
                T(
                    "In Explore you keep the cards with the highest printed cost or defence. "
                    "Where different cards are equal at the edge, you are asked."
                ),
                T("Keep the dearest"),
            ),
            PolicyChoice(
                CHEAPEST,
                T(
                    "In Explore you keep the cards with the lowest printed cost or defence. "
                    "Where different cards are equal at the edge, you are asked."
                ),
                T("Keep the cheapest"),
            ),
        ),
    ),
    Policy(
        "hand_limit",
        T("Hand limit"),
        T("You are asked what you discard when you hold too many cards at the end of a round."),
        (
            PolicyChoice(
                DEAREST,
                T(
                    "At the hand limit you keep the cards with the highest printed cost or defence and discard the "
                    "others. Where different cards are equal at the edge, you are asked."
                ),
                T("Keep the dearest"),
            ),
            PolicyChoice(
                CHEAPEST,
                T(
                    "At the hand limit you keep the cards with the lowest printed cost or defence and discard the "
                    "others. Where different cards are equal at the edge, you are asked."
                ),
                T("Keep the cheapest"),
            ),
        ),
    ),
    Policy(
        "payment",
        T("Payment"),
        T("You are asked which cards you pay with."),
        (
            PolicyChoice(
                DEAREST,
                T(
                    "You pay with the cards of the lowest printed cost or defence and keep the others. "
                    "Where different cards are equal at the edge, you are asked."
                ),
                T("Keep the dearest"),
            ),
        ),
    ),
    Policy(
        "nothing_payable",
        T("Nothing to place"),
        T("In Develop and Settle you are asked even if you can place nothing, so that nobody learns it from the pace."),
        (
            PolicyChoice(
                PASS,
                T(
                    "In Develop and Settle you place nothing at once if no card of your hand can be paid for or "
                    "conquered. The others may notice how quickly you answered."
                ),
                T("Place nothing at once"),
            ),
            PolicyChoice(
                LATER,
                T(
                    "In Develop and Settle, if no card of your hand can be paid for or conquered, you place nothing "
                    "after a random while, unless you answer before. So nobody can tell."
                ),
                T("Place nothing after a while"),
                late=PASS,
            ),
        ),
        PolicyChoice(
            UNSET,
            T(
                "In Develop and Settle, if no card of your hand can be paid for or conquered, you place nothing after "
                "a random while, where the table has it so (most do)."
            ),
            T("As the table has it"),
        ),
    ),
    Policy(
        "consume",
        T("Consume"),
        T("You are asked for the order of your Consume powers and for the goods that they spend."),
        (
            PolicyChoice(
                MOST,
                T(
                    "In Consume your powers are used, and goods spent, so that you get the most points; among equal "
                    "ways the most cards, then the dearest goods left. Of one kind, goods of production worlds go "
                    "first. You are still asked which good you sell, what you guess, and whether you discard cards."
                ),
                T("Take the most points"),
            ),
        ),
    ),
    Policy(
        "produce",
        T("Produce"),
        T("You are asked on which windfall world you produce wherever there are several."),
        (
            PolicyChoice(
                ALIKE,
                T(
                    "In Produce, where all the windfall worlds offered are alike, one is taken: the same kind of good, "
                    "and no power of the world that has to do with its good. Otherwise you are asked."
                ),
                T("Take one where all are alike"),
            ),
        ),
    ),
)


def policy_answer(view: RaceState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as the seat's settings say; None where they do not cover this prompt."""
    for policy in POLICIES:
        value = policy.set_to(settings).value
        by_prompt = BY_PROMPT.get((policy.key, value, prompt.kind))
        if by_prompt is not None:
            return by_prompt(prompt)
        by_view = BY_VIEW.get((policy.key, value, prompt.kind))
        if by_view is not None:
            return by_view(view, prompt)
    return None


def _outer(prompt: Prompt, *, highest: bool) -> list[str] | None:
    """Pick the cards with the highest or lowest numbers; None where different designs tie for the last place."""
    sign = -1 if highest else 1
    numbers = [card_number(option.id) for option in prompt.legal]
    order = sorted(numbers, key=lambda number: (sign * CARDS[number].number, CARDS[number].key, number))
    taken, left = order[: prompt.at_least], order[prompt.at_least :]
    if prompt.at_least != prompt.at_most or not taken:
        return None
    if left:
        edge = CARDS[taken[-1]].number
        tied = {CARDS[number].key for number in order if CARDS[number].number == edge}
        if CARDS[left[0]].number == edge and len(tied) > 1:
            return None
    return [card_id(number) for number in sorted(taken)]


def _highest(prompt: Prompt) -> list[str] | None:
    return _outer(prompt, highest=True)


def _lowest(prompt: Prompt) -> list[str] | None:
    return _outer(prompt, highest=False)


def _pass(prompt: Prompt) -> list[str] | None:
    return [NOTHING] if [option.id for option in prompt.legal] == [NOTHING] else None


def _power(view: RaceState, prompt: Prompt) -> list[str] | None:
    """Use the next power: cards first, then goods in the best order, then a guess; None if only hand cards are left."""
    me = view.players[prompt.seat]
    found = usable_powers(me)
    for card, index, power in found:
        if not spends(power) and not isinstance(power, DiscardHand | Gamble):
            return [power_id(card, index)]
    powers = tuple(power for _, _, power in found if spends(power))
    if powers:
        values = power_values(counts_of(me.goods), powers, rates_of(me, factor(view, prompt.seat)), MOST_POINTS)
        first = max(values, key=lambda power: values[power])
        return [next(power_id(card, index) for card, index, power in found if power == first)]
    for card, index, power in found:
        if isinstance(power, Gamble):
            return [power_id(card, index)]
    return None


def _taken(view: RaceState, prompt: Prompt) -> tuple[int, ...] | None:
    """Give the goods by kind that the power in use should spend."""
    me = view.players[prompt.seat]
    if not me.used:
        return None
    card, index = me.used[-1]
    power = CARDS[card].powers.consume[index]
    if not isinstance(power, Consume):
        return None
    others = tuple(power for _, _, power in usable_powers(me) if spends(power))
    return best_goods(power, counts_of(me.goods), others, rates_of(me, factor(view, prompt.seat)), MOST_POINTS)


def _goods(view: RaceState, prompt: Prompt) -> list[str] | None:
    worlds = [card_number(option.id) for option in prompt.legal]
    taken = _taken(view, prompt)
    if taken is None:
        return None
    kinds = {kind_on(world) for world in worlds}
    if len(kinds) == 1:
        # Of one kind, as asked for each of several kinds: how many is the prompt's matter.
        taken = tuple(prompt.at_least if kind in kinds else 0 for kind in KINDS)
    picks = worlds_to_spend(worlds, taken)
    return [card_id(world) for world in sorted(picks)] if len(picks) == prompt.at_least else None


def _kinds(view: RaceState, prompt: Prompt) -> list[str] | None:
    taken = _taken(view, prompt)
    return None if taken is None else [kind for kind, n in zip(KINDS, taken, strict=True) if n]


def _alike(prompt: Prompt) -> list[str] | None:
    worlds = [card_number(option.id) for option in prompt.legal]
    if len({kind_on(world) for world in worlds}) > 1 or any(
        CARDS[world].powers.produce or CARDS[world].powers.trade for world in worlds
    ):
        return None
    return [card_id(min(worlds))]


#: What answers, by policy, its choice and the kind of prompt: where the prompt tells enough,
BY_PROMPT: Mapping[tuple[str, str, str], Callable[[Prompt], list[str] | None]] = {
    ("explore", DEAREST, "explore"): _highest,
    ("explore", CHEAPEST, "explore"): _lowest,
    # The hand limit asks what to discard: who keeps the dearest discards the cheapest.
    ("hand_limit", DEAREST, "hand_limit"): _lowest,
    ("hand_limit", CHEAPEST, "hand_limit"): _highest,
    ("payment", DEAREST, "pay"): _lowest,
    ("nothing_payable", PASS, "develop"): _pass,
    ("nothing_payable", PASS, "settle"): _pass,
    ("produce", ALIKE, "windfall"): _alike,
}
#: and where the table matters.
BY_VIEW: Mapping[tuple[str, str, str], Callable[[RaceState, Prompt], list[str] | None]] = {
    ("consume", MOST, "power"): _power,
    ("consume", MOST, "goods"): _goods,
    ("consume", MOST, "kinds"): _kinds,
}
