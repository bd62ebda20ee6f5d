"""Standing answers to what a table would otherwise wait for: charging power."""

from __future__ import annotations

from collections.abc import Mapping

from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import Charge, takes_token
from rules.kernel.game import Choice, TableOption
from rules.kernel.text import T

ASK, DECLINE = "ask", "decline"

POLICIES: tuple[TableOption, ...] = (
    TableOption(
        "charge_up_to",
        T("Charge power without asking me"),
        (
            Choice(ASK, T("Never")),
            Choice("1", T("1 power, which costs nothing")),
            Choice("2", T("Up to 2 power")),
            Choice("3", T("Up to 3 power")),
            Choice("4", T("Up to 4 power")),
            Choice("5", T("Whatever is offered")),
        ),
    ),
    TableOption(
        "charge_for_points",
        T("When charging costs more than that"),
        (Choice(ASK, T("Ask me")), Choice(DECLINE, T("Decline whatever costs victory points"))),
    ),
    TableOption(
        "charge_in_part",
        T("When I cannot charge all that is offered"),
        (Choice(ASK, T("As above")), Choice(DECLINE, T("Decline what costs victory points"))),
    ),
)


def charging(state: GaiaState, step: Charge, settings: Mapping[str, str]) -> list[str] | None:
    """Answer a charge by a seat's settings; None asks the player.

    Taklons with institute are always asked: they choose when their new power token comes.
    """
    if takes_token(state.players[step.seat]):
        return None
    amount = step.amount(state)
    price = amount - 1
    if price and amount < step.worth and settings.get("charge_in_part") == DECLINE:
        return ["decline"]
    up_to = settings.get("charge_up_to", ASK)
    if up_to != ASK and (up_to == "5" or amount <= int(up_to)):
        return ["charge"]
    if price and settings.get("charge_for_points") == DECLINE:
        return ["decline"]
    return None
