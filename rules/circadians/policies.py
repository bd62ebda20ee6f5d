"""Standing answers to what a table would otherwise wait for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.circadians.state import CircadiansState
from rules.kernel.policies import Policy, PolicyChoice
from rules.kernel.prompt import Prompt
from rules.kernel.text import T

USE = "use"

POLICIES: tuple[Policy, ...] = (
    Policy(
        "harvest",
        T("What farms yield"),
        T("You are asked whenever a farm lets you choose what it yields."),
        (
            PolicyChoice("water", T("You take water wherever a farm offers it; else you are asked."), T("Water")),
            PolicyChoice("algae", T("You take algae wherever a farm offers it; else you are asked."), T("Algae")),
            PolicyChoice("power", T("You take power wherever a farm offers it; else you are asked."), T("Power")),
        ),
    ),
    Policy(
        "hq",
        T("What the headquarters give"),
        T("You are asked whether you take item cards or water."),
        (
            PolicyChoice("items", T("You take item cards, as long as there are any; then you are asked."),
                         T("Item cards")),
            PolicyChoice("water", T("You take water."), T("Water")),
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
    del view, settings, prompt
    return None
