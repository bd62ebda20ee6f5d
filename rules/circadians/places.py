"""What a picture marks of an option, and of what was chosen on the way to it (`Option.place`, `Prompt.so_far`).

The places of the common boards (``mine``, ``hq``) are named as `Place` names them; what lies on them, on a base or on
the planet is told by a kind, a colon and a name. Options that only end or decline something have no place.
"""

from __future__ import annotations

from rules.circadians.means import HQ, Sending
from rules.kernel.hexes import Hex

CANTEEN, WAITING, TRADE, RECALL = "canteen", "waiting", "trade", "recall"
"""The canteen and the new dice of a base; the free trades before a die; all dice in garages sent to the canteen."""


def garage(number: int) -> str:
    """A garage of the own base."""
    return f"garage:{number}"


def farm(number: int) -> str:
    """A farm of the own base."""
    return f"farm:{number}"


def on_base(short: str) -> str:
    """A place of the own base by its short name: ``g3``, ``f2``, ``canteen``, ``waiting``."""
    kinds = {"g": garage, "f": farm}
    number = short[1:]
    return kinds[short[0]](int(number)) if number.isdigit() else short


def planned(face: int, short: str) -> str:
    """A die of the roll in a garage or on a farm: ``plan:6>g1``."""
    return f"plan:{face}>{short}"


def read_planned(place: str) -> tuple[int, str] | None:
    """The die and where it would lie; None where a place is not `planned`.

    >>> read_planned("plan:6>g1"), read_planned("garage:1")
    ((6, 'g1'), None)
    """
    kind, _, name = place.partition(":")
    face, _, short = name.partition(">")
    return (int(face), short) if kind == "plan" else None


def in_hq(number: int) -> str:
    """A die of the headquarters, from the left."""
    return f"hq:{number}"


def value(face: int) -> str:
    """The value that a die has as it is sent."""
    return f"value:{face}"


def source(number: int) -> str:
    """Where a die that is sent comes from."""
    return in_hq(1) if number == HQ else garage(number)


def read_source(place: str) -> int | None:
    """The garage that a die comes from, or `HQ`; None where a place is another.

    >>> read_source("garage:3"), read_source("hq:1"), read_source("farm:3")
    (3, 0, None)
    """
    kind, _, number = place.partition(":")
    if kind == "hq":
        return HQ
    return int(number) if kind == "garage" else None


def sent(sending: Sending) -> list[str]:
    """The die that is on its way: where from, and with which value."""
    return [source(sending.source), value(sending.value)]


def reward(name: str) -> str:
    """What the headquarters give: ``reward:items``."""
    return f"reward:{name}"


def negotiation(spot: str) -> str:
    """A space of the negotiation board: ``negotiation:green-1``."""
    return f"negotiation:{spot}"


def depot(row: str, column: int) -> str:
    """A space of the depository."""
    return f"depot:{row}-{column}"


def mine(number: str) -> str:
    """A space of the mining camp."""
    return f"mine:{number}"


def academy(number: str, dice: str) -> str:
    """So many new dice on a space of the academy: ``academy:2-1``."""
    return f"academy:{number}-{dice}"


def market(space: str) -> str:
    """A space of the market."""
    return f"market:{space}"


def rate(id: str) -> str:
    """A trade at the market's rates."""
    return f"rate:{id}"


def trades_left(count: int) -> str:
    """How many trades may still be made."""
    return f"left:{count}"


def times(count: int) -> str:
    """How often a trade is made."""
    return f"times:{count}"


def price(letters: str) -> str:
    """One of several prices: ``price:3a``."""
    return f"price:{letters}"


def harvested(number: int, kind: str) -> str:
    """What a farm of the own base yields: ``harvest:2-water``."""
    return f"harvest:{number}-{kind}"


def clan(column: str) -> str:
    """The clan above a column of the negotiation board."""
    return f"clan:{column}"


def advance(id: str) -> str:
    """A reward of the advances."""
    return f"advance:{id}"


def setback(id: str) -> str:
    """A penalty of the setbacks."""
    return f"setback:{id}"


def token(name: str) -> str:
    """A token of advances or setbacks, where it lies until it is moved: ``token:4``, ``token:sum-green``."""
    return f"token:{name}"


def planet(at: Hex | None) -> str:
    """A hex of the planet; nothing where a way ends."""
    return "" if at is None else f"hex:{at[0]},{at[1]}"


def read_planet(place: str) -> Hex | None:
    """The hex of a place; None where it is another.

    >>> read_planet("hex:1,-2"), read_planet("hq:1")
    ((1, -2), None)
    """
    kind, _, name = place.partition(":")
    if kind != "hex":
        return None
    q, _, r = name.partition(",")
    return int(q), int(r)


def item(id: str) -> str:
    """An item card."""
    return f"item:{id}"


def farm_tile(id: str) -> str:
    """An open farm tile, or the one that is taken."""
    return f"farm-tile:{id}"


def upgrade_tile(id: str) -> str:
    """An upgrade tile that is taken."""
    return f"upgrade-tile:{id}"


def character(id: str) -> str:
    """A character."""
    return f"character:{id}"
