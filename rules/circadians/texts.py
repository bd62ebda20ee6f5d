"""Short texts that are said in several places: names of boards, columns, resources, directions, and prices."""

from __future__ import annotations

from rules.circadians.components import COLUMNS
from rules.circadians.goods import Goods, words
from rules.circadians.state import CircadiansState
from rules.kernel.text import T, Text

PLACE_NAMES: dict[str, Text] = {
    "negotiate": T("Negotiation board"),
    "depot": T("Depository"),
    "hq": T("Headquarters"),
    "mine": T("Mining camp"),
    "lab": T("Laboratory"),
    "foundry": T("Foundry"),
    "control": T("Control room"),
    "market": T("Market"),
    "academy": T("Academy"),
}
COLUMN_NAMES: dict[str, Text] = {"green": T("Green"), "yellow": T("Yellow"), "red": T("Red")}
ROW_NAMES: dict[str, Text] = {"upper": T("Upper row"), "middle": T("Middle row"), "lower": T("Lower row")}
MARKET_NAMES: dict[str, Text] = {
    "left": T("Left space"),
    "middle": T("Middle space"),
    "right": T("Right space"),
    "any": T("Space for everything"),
}
TOKEN_NAMES: dict[str, Text] = {
    **{f"sum-{column}": T("sum of {column}", column=COLUMN_NAMES[column]) for column in COLUMNS},
    **{f"pair-{column}": T("equal dice of {column}", column=COLUMN_NAMES[column]) for column in COLUMNS},
}
RESOURCE_NAMES: dict[str, Text] = {"water": T("water"), "algae": T("algae"), "power": T("power"), "gem": T("gems")}
DIRECTION_NAMES: dict[str, Text] = {
    "n": T("North"),
    "ne": T("North-east"),
    "se": T("South-east"),
    "s": T("South"),
    "sw": T("South-west"),
    "nw": T("North-west"),
}

COSTS_NOTHING = T("Costs nothing")


def price_text(prices: list[Goods]) -> Text | None:
    """Say what something costs, with what else it could cost; nothing where it is free."""
    if not prices or prices[0].nothing:
        return None
    if len(prices) == 1:
        return T("Costs {cost}", cost=words(prices[0]))
    return T("Costs {cost} or {other}", cost=words(prices[0]), other=words(prices[1]))


def names(state: CircadiansState, ids: list[str]) -> list[Text]:
    """Name cards or tiles."""
    return [state.parts.name(id) for id in ids]
