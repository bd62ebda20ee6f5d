"""Policies for what a table would otherwise wait for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.circadians.effects import ClanEffect, Gain
from rules.circadians.state import EMPTY, CircadiansState, Player
from rules.circadians.steps.action import CANTEEN, RECALL
from rules.kernel.policies import ASK, Policy, PolicyChoice
from rules.kernel.prompt import Prompt
from rules.kernel.text import T

USE, ALL = "use", "all"

POLICIES: tuple[Policy, ...] = (
    Policy(
        "harvest",
        T("What farms yield"),
        T("You are asked whenever a farm lets you choose what it yields."),
        (
            PolicyChoice(
                "water", T("You take water wherever a farm offers it; otherwise you are asked."), T("Take water")
            ),
            PolicyChoice(
                "algae", T("You take algae wherever a farm offers it; otherwise you are asked."), T("Take algae")
            ),
            PolicyChoice(
                "power", T("You take power wherever a farm offers it; otherwise you are asked."), T("Take power")
            ),
        ),
    ),
    Policy(
        "hq",
        T("What the headquarters give"),
        T("You are asked whether you take item cards or water."),
        (
            PolicyChoice("items", T("You take item cards, as long as there are any; then you are asked."),
                         T("Take item cards")),
            PolicyChoice("water", T("You take water."), T("Take water")),
        ),
    ),
    Policy(
        "stranded",
        T("Dice that can go nowhere"),
        T("You are asked what becomes of a die that can only go to the canteen."),
        (
            PolicyChoice(
                "canteen",
                T(
                    "A die that can only go to the canteen goes there; where you could pay algae so that dice to its "
                    "right stay, you are asked."
                ),
                T("To the canteen"),
            ),
            PolicyChoice(
                ALL,
                T("A die that can only go to the canteen goes there, with all to its right if that saves algae."),
                T("All to the canteen"),
            ),
        ),
    ),
    Policy(
        "clan",
        T("Clans that cost nothing"),
        T("You are asked whether you use a clan."),
        (
            PolicyChoice(
                USE,
                T("You use a clan that only gives you something; where it costs or asks more, you are asked."),
                T("Use it"),
            ),
        ),
    ),
)  # fmt: skip


def policy_answer(view: CircadiansState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
    """Answer as a seat's settings say; None where they leave it to the player."""
    value = {policy.key: policy.set_to(settings).value for policy in POLICIES}
    legal = [option.id for option in prompt.legal]
    match prompt.kind:
        case "harvest" | "hq" as kind:
            return [value[kind]] if value[kind] in legal else None
        case "send":
            return _stranded(view.players[prompt.seat], legal, value["stranded"])
        case "clan":
            gives = isinstance(_clan_asked(view, prompt), Gain)
            return [USE] if gives and value["clan"] == USE else None
    return None


def _stranded(me: Player, legal: list[str], value: str) -> list[str] | None:
    """Answer for a die that can only go to the canteen."""
    if value == ASK or not set(legal) <= {CANTEEN, RECALL}:
        return None
    if len(legal) == 1:
        return legal
    last = sum(die != EMPTY for die in me.garages) == 1
    return [RECALL] if last or value == ALL else None


def _clan_asked(view: CircadiansState, prompt: Prompt) -> ClanEffect | None:
    """The effect of the clan that a prompt asks about."""
    named = prompt.text.args.get("clan")
    clans = view.parts.clans
    return next((clans[one].effect for one in view.clans.values() if view.parts.name(one) == named), None)
