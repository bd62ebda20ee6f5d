"""Short texts that are said in several places: goods, what is counted, boosters, the round, where points come from."""

from __future__ import annotations

from functools import lru_cache

from rules.gaia.components import Goods, booster_number
from rules.gaia.state import GaiaState
from rules.kernel.prompt import Option
from rules.kernel.text import TN, T, Text, name, player

#: The areas of the power cycle by their index in `Player.power`.
AREA_NAMES = ("I", "II", "III", "Gaia")
#: Where victory points come from, in the order in which a score lists them.
SOURCES: dict[str, Text] = {
    "start": T("At the start"),
    "round": T("Round scoring tiles"),
    "booster": T("Round boosters"),
    "tech": T("Technology tiles"),
    "federation": T("Federation tokens"),
    "track": T("Gaia Project, level 5"),
    "action": T("Q.I.C. actions"),
    "ability": T("Faction ability"),
    "card": T("Decision cards"),
    "charge": T("Paid for charging power"),
}
#: What boosters and technology tiles count when a player passes.
COUNTED: dict[str, Text] = {
    "type": T("planet types"),
    "sector": T("sectors"),
    "gaia": T("Gaia Planets"),
    "mine": T("mines"),
    "station": T("trading stations"),
    "lab": T("research labs"),
    "big": T("institute and academies"),
    "federation": T("federation tokens"),
}


@lru_cache(maxsize=4096)
def goods_texts(goods: Goods) -> list[Text]:
    """Say what some goods are, one text for each kind. The list is shared: do not change it."""
    texts = []
    if goods.ore:
        texts.append(T("{n} ore", n=goods.ore))
    if goods.credits:
        texts.append(TN("{n} credit", "{n} credits", goods.credits))
    if goods.knowledge:
        texts.append(T("{n} knowledge", n=goods.knowledge))
    if goods.qic:
        texts.append(T("{n} Q.I.C.", n=goods.qic))
    if goods.power:
        texts.append(T("{n} power charged", n=goods.power))
    if goods.tokens:
        texts.append(TN("{n} power token", "{n} power tokens", goods.tokens))
    if goods.formers:
        texts.append(TN("{n} Gaiaformer", "{n} Gaiaformers", goods.formers))
    if goods.vp:
        texts.append(TN("{n} VP", "{n} VP", goods.vp))
    return texts or [T("nothing")]


def power_shortage(price: int, spendable: int) -> Text:
    """Say that a price in power cannot be paid."""
    return T("It takes {need} power; you have {have} in area III.", need=price, have=spendable)


def booster_option(booster: str) -> Option:
    """Offer a round booster."""
    return Option(booster, name(f"gaia.booster.{booster}"), place=f"booster:{booster}")


def open_boosters(state: GaiaState) -> list[str]:
    """The boosters beside the board: by their numbers, or where the Automa takes them by their place, in their row."""
    return sorted(state.boosters, key=booster_number) if state.rival is None else list(state.boosters)


def takes_booster(seat: int, booster: str) -> Text:
    """Tell that a seat takes a round booster."""
    return T("{who} takes {booster}.", who=player(seat), booster=name(f"gaia.booster.{booster}"))


def round_title(state: GaiaState) -> tuple[Text, Text]:
    """The round, and what the table does now."""
    title = T("Round {n}", n=state.round) if state.round else T("Setup")
    now = {
        "setup": T("Factions and first structures"),
        "income": T("Income"),
        "gaia": T("Gaia phase"),
        "actions": T("Actions"),
        "over": T("Game over"),
    }
    return title, now[state.phase]
