"""Policies for what a table would otherwise wait for: charging power, and the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.gaia import power
from rules.gaia.components import LAST_ROUND
from rules.gaia.counts import power_value
from rules.gaia.scoring import left_over, left_over_points
from rules.gaia.state import GaiaState
from rules.gaia.steps.basics import charge
from rules.gaia.steps.charging import offered, takes_token
from rules.gaia.steps.free import makes_room
from rules.kernel.policies import UNSET, Policy, PolicyChoice, StandingOffer
from rules.kernel.prompt import Prompt
from rules.kernel.text import TN, T

CHARGE, DECLINE, DONE, IDLE = "charge", "decline", "done", "idle"
FREE = "1"
WHATEVER = "5"

POLICIES: tuple[Policy, ...] = (
    Policy(
        "charge_up_to",
        T("Charge power without being asked"),
        T("You are asked whenever you can charge power, even for free."),
        (
            PolicyChoice(
                "1",
                T("You charge 1 power, which costs nothing; for more you are asked."),
                T("1 power"),
            ),
            PolicyChoice(
                "2", T("You charge up to 2 power, for up to 1 VP; for more you are asked."), T("Up to 2 power")
            ),
            PolicyChoice(
                "3", T("You charge up to 3 power, for up to 2 VP; for more you are asked."), T("Up to 3 power")
            ),
            PolicyChoice(
                "4", T("You charge up to 4 power, for up to 3 VP; for more you are asked."), T("Up to 4 power")
            ),
            PolicyChoice(WHATEVER, T("You charge whatever is offered, for up to 4 VP."), T("Whatever is offered")),
        ),
        PolicyChoice(
            UNSET,
            T("You charge 1 power, which costs nothing, where the table has it so (most do); for more you are asked."),
            T("As the table has it"),
        ),
    ),
    Policy(
        "charge_for_points",
        T("Charging that costs more"),
        T("You are asked whether you pay victory points for power that is not charged without being asked."),
        (
            PolicyChoice(
                DECLINE,
                T("You decline to charge power for victory points, unless you charge that much without being asked."),
                T("Decline"),
            ),
        ),
    ),
    Policy(
        "charge_in_part",
        T("Charging in part"),
        T("Where you cannot charge all that is offered, the other automatic answers hold."),
        (
            PolicyChoice(
                DECLINE,
                T("Where you cannot charge all that is offered, you decline if it costs victory points."),
                T("Decline"),
            ),
        ),
    ),
    Policy(
        "charge_at_end",
        T("Charging that gains nothing"),
        T("After you have passed in the last round, the other automatic answers hold."),
        (
            PolicyChoice(
                DECLINE,
                T(
                    "After you have passed in the last round, you decline where power would not raise your final score "
                    "by more than it costs. Where it would, the other automatic answers hold."
                ),
                T("Decline"),
            ),
        ),
    ),
    Policy(
        "end_of_turn",
        T("The end of your turn"),
        T("After your action, when the others have charged power, you are asked for free actions until you are done."),
        (
            PolicyChoice(
                IDLE,
                T(
                    "Your turn ends with your action where free actions can wait for your next turn. Where they would "
                    "make room for power that you may be offered until then, you are asked."
                ),
                T("Done where nothing is lost"),
            ),
            PolicyChoice(
                DONE,
                T("Your turn ends with your action. You can still take free actions before it."),
                T("Done at once"),
            ),
        ),
        PolicyChoice(
            UNSET,
            T(
                "Your turn ends with your action where free actions can wait for your next turn, where the table has "
                "it so (most do)."
            ),
            T("As the table has it"),
        ),
    ),
)


def policy_answer(view: GaiaState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as a seat's settings say; None where they leave it to the player.

    Taklons with institute are always asked: they choose when their new power token comes.
    """
    value = {policy.key: policy.set_to(settings).value for policy in POLICIES}
    if prompt.kind == "finish":
        ends = value["end_of_turn"] == DONE or (value["end_of_turn"] == IDLE and can_wait(view, prompt))
        return [DONE] if ends else None
    if prompt.kind != "charge" or takes_token(view.players[prompt.seat]):
        return None
    amount, in_part = offered(prompt)
    price = amount - 1
    if value["charge_at_end"] == DECLINE and gains_nothing(view, prompt.seat, amount):
        return [DECLINE]
    if price and in_part and value["charge_in_part"] == DECLINE:
        return [DECLINE]
    up_to = value["charge_up_to"]
    if up_to == WHATEVER or (up_to.isdecimal() and amount <= int(up_to)):
        return [CHARGE]
    if price and value["charge_for_points"] == DECLINE:
        return [DECLINE]
    return None


def standing_offers(view: GaiaState, prompt: Prompt) -> list[StandingOffer]:
    """Offer to charge from now on whatever costs as much as what is offered, or less; and to end turns at once."""
    if prompt.kind == "finish":
        return [StandingOffer("end_of_turn", DONE, T("Always done at once"))]
    if prompt.kind != "charge" or takes_token(view.players[prompt.seat]):
        return []
    if all(option.id != CHARGE for option in prompt.legal):
        return []
    amount, _ = offered(prompt)
    if amount >= int(WHATEVER):
        return [StandingOffer("charge_up_to", WHATEVER, T("Always charge"))]
    label = T("Always when it is free")
    if amount > 1:
        label = TN("Always for at most {n} VP", "Always for at most {n} VP", amount - 1)
    return [StandingOffer("charge_up_to", str(amount), label)]


def can_wait(view: GaiaState, prompt: Prompt) -> bool:
    """Whether free actions after the action of a turn bring nothing that they do not bring in the next one too.

    All that happens to a player's goods between two turns of a round is that power is offered when others build, each
    of them once. So nothing is lost where there is room for all of that, or no free action would make any.
    """
    me = view.players[prompt.seat]
    offers = sum(not one.passed for seat, one in enumerate(view.players) if seat != prompt.seat)
    most = max((power_value(view, me, place) for place in me.places()), default=0)
    return power.room(me) >= offers * most or not any(makes_room(option.id) for option in prompt.legal)


def gains_nothing(view: GaiaState, seat: int, amount: int) -> bool:
    """Whether a seat that plays no more turn gets no points out of charging, what it pays taken off."""
    me = view.players[seat]
    if view.round != LAST_ROUND or not me.passed:
        return False
    after = msgspec.structs.replace(me, power=list(me.power))
    table = msgspec.structs.replace(view, players=[*view.players[:seat], after, *view.players[seat + 1 :]])
    if charge(table, seat, amount):
        return False  # Where the Brainstone goes is for the player to choose.
    gained = left_over_points(left_over(table, after)) - left_over_points(left_over(view, me))
    return gained <= amount - 1
