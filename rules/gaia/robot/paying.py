"""How a sketch of a seat pays for what it does: free actions make what is missing of a price."""

from __future__ import annotations

from typing import NamedTuple

from rules.gaia.robot.sketch import Sketch, receives_ore
from rules.gaia.state import AREA_2, AREA_3

Picks = tuple[str, ...]

#: More free actions than anything is worth.
TOO_MANY = 12


class Price(NamedTuple):
    """What an action takes."""

    ore: int = 0
    credits: int = 0
    knowledge: int = 0
    qic: int = 0
    power: int = 0


def pay(m: Sketch, price: Price) -> Picks | None:
    """Pay a price, by free actions where goods are missing; None where it cannot be paid."""
    ore, credits, knowledge, qic, power = price
    picks: Picks = ()
    if (
        m.ore < ore
        or m.credits < credits
        or m.knowledge < knowledge
        or m.qic < qic
        or (power and m.spendable() < power)
    ):
        found: list[str] = []
        if not all(convert(m, price, found) for convert in (_power, _knowledge, _qic, _ore, _credits)):
            return None
        picks = tuple(found)
    m.ore -= ore
    m.credits -= credits
    m.knowledge -= knowledge
    m.qic -= qic
    if power:
        m.spend(power)
    return picks


def hopeless(m: Sketch, ore: int, credits: int, qic: int = 0, power: int = 0) -> bool:
    """Whether a price is beyond all that free actions could bring: a sieve."""
    if m.ore >= ore and m.credits >= credits and m.qic >= qic and (not power or m.spendable() >= power):
        return False
    pool = m.spendable() + (m.p2 + (m.stone == AREA_2)) // 2 * m.token_worth()
    if pool < power:
        return True
    pool -= power
    trade = m.scene.faction == "hadsch-hallas"
    if m.qic + pool // 4 + (m.credits // 4 if trade else 0) + (m.formers if m.scene.faction == "baltaks" else 0) < qic:
        return True
    if m.ore + m.qic + pool // 3 + (m.credits // 3 if trade else 0) < ore:
        return True
    return m.credits + m.ore + m.knowledge + pool < credits


def _by_power(m: Sketch, price: int, reserved: int) -> list[str] | None:
    """Pay for a free action with tokens, burning where it must be; the Brainstone stays."""
    picks = []
    worth = m.token_worth()
    before = m.p2, m.p3, m.stone, m.gaia_area
    while True:
        tokens = -(-price // worth)
        rest = (m.p3 - tokens) * worth + (3 if m.stone == AREA_3 else 0)
        if m.p3 >= tokens and rest >= reserved:
            break
        if not m.burn():
            m.p2, m.p3, m.stone, m.gaia_area = before
            return None
        picks.append("burn")
    m.p3 -= tokens
    m.p1 += tokens
    return picks


# What is missing of a price is made by free actions, which are noted; whether it could all be made.


def _trades(m: Sketch) -> bool:
    """Whether credits can become other goods."""
    return m.institute and m.scene.faction == "hadsch-hallas"


def _power(m: Sketch, price: Price, picks: list[str]) -> bool:
    while price.power and m.spendable() < price.power:
        if not m.burn():
            return False
        picks.append("burn")
    return True


def _of_power(m: Sketch, price: Price, picks: list[str], many: int, pick: str) -> bool:
    """Take a free action that costs power."""
    burnt = _by_power(m, many, price.power)
    if burnt is None:
        return False
    picks += [*burnt, pick]
    return True


def _of_credits(m: Sketch, price: Price, picks: list[str], many: int, pick: str) -> bool:
    """Take a free action that costs credits, if none of the price are among them."""
    if not _trades(m) or m.credits - many < price.credits:
        return False
    m.credits -= many
    picks.append(pick)
    return True


def _knowledge(m: Sketch, price: Price, picks: list[str]) -> bool:
    while m.knowledge < price.knowledge:
        if m.scene.faction == "nevlas" and m.p3 and m.spendable() - m.token_worth() >= price.power:
            m.p3 -= 1
            m.gaia_area += 1
            picks.append("t-k")
        elif not (_of_credits(m, price, picks, 4, "c-k") or _of_power(m, price, picks, 4, "pw-k")):
            return False
        m.knowledge += 1
    return True


def _qic(m: Sketch, price: Price, picks: list[str]) -> bool:
    while m.qic < price.qic:
        if len(picks) > TOO_MANY or receives_ore(m):
            return False
        if m.scene.faction == "baltaks" and m.formers:
            m.formers -= 1
            m.resting += 1
            picks.append("f-q")
        elif not (_of_credits(m, price, picks, 4, "c-q") or _of_power(m, price, picks, 4, "pw-q")):
            return False
        m.qic += 1
    return True


def _ore(m: Sketch, price: Price, picks: list[str]) -> bool:
    while m.ore < price.ore:
        spare = m.qic > price.qic
        made = _of_credits(m, price, picks, 3, "c-o")
        if not made and ((spare and m.p3 < 3) or not _of_power(m, price, picks, 3, "pw-o")):
            # A Q.I.C. is given before anything is burnt for it.
            if not spare:
                return False
            m.qic -= 1
            picks.append("q-o")
        m.ore += 1
    return True


def _credits(m: Sketch, price: Price, picks: list[str]) -> bool:
    while m.credits < price.credits:
        if len(picks) > TOO_MANY:
            return False
        ready = m.p3 * m.token_worth() + (3 if m.stone == AREA_3 else 0) > price.power
        if not (ready and _of_power(m, price, picks, 1, "pw-c")):
            spare = m.ore - price.ore
            if spare > 2 or (spare > 0 and m.knowledge <= price.knowledge):
                m.ore -= 1
                picks.append("o-c")
            elif m.knowledge > price.knowledge:
                m.knowledge -= 1
                picks.append("k-c")
            elif not _of_power(m, price, picks, 1, "pw-c"):
                return False
        m.credits += 1
    return True
