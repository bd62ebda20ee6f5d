"""Resources, and what else is gained and lost: item cards and dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import msgspec

from rules.kernel.text import TN, T, Text

RESOURCES = ("water", "algae", "power", "gem")
#: One letter each, as costs and trades are typed: ``3w=2a``.
LETTERS = {"water": "w", "algae": "a", "power": "p", "gem": "g"}
Amounts: TypeAlias = tuple[int, int, int, int]


class Goods(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Things gained or paid. `item` are cards drawn, `die` are dice from the own supply."""

    water: int = 0
    algae: int = 0
    power: int = 0
    gem: int = 0
    item: int = 0
    die: int = 0

    def plus(self, other: Goods) -> Goods:
        """Add every part."""
        return Goods(
            self.water + other.water,
            self.algae + other.algae,
            self.power + other.power,
            self.gem + other.gem,
            self.item + other.item,
            self.die + other.die,
        )

    @property
    def amounts(self) -> Amounts:
        """Only the resources, in the order of `RESOURCES`."""
        return self.water, self.algae, self.power, self.gem

    @property
    def nothing(self) -> bool:
        """Whether there is nothing in it."""
        return self == NOTHING


NOTHING = Goods()


def total(parts: Iterable[Goods]) -> Goods:
    """Add up."""
    sum_ = NOTHING
    for part in parts:
        sum_ = sum_.plus(part)
    return sum_


def letters(goods: Goods) -> str:
    """Write resources as they are typed.

    >>> letters(Goods(water=10)), letters(Goods(power=1, gem=2)), letters(Goods())
    ('10w', '1p-2g', '0')
    """
    return "-".join(f"{n}{LETTERS[kind]}" for kind, n in zip(RESOURCES, goods.amounts, strict=True) if n) or "0"


def read_letters(written: str) -> Goods:
    """Read what `letters` has written.

    >>> read_letters("1p-2g") == Goods(power=1, gem=2), read_letters("0").nothing
    (True, True)
    """
    kinds = {letter: kind for kind, letter in LETTERS.items()}
    return Goods(**{kinds[part[-1]]: int(part[:-1]) for part in written.split("-") if part[-1] in kinds})


@lru_cache(maxsize=4096)
def words(goods: Goods) -> list[Text]:
    """Say what some goods are, one text for each kind. The list is shared: do not change it."""
    said = []
    if goods.water:
        said.append(T("{n} water", n=goods.water))
    if goods.algae:
        said.append(TN("{n} algae", "{n} algae", goods.algae))
    if goods.power:
        said.append(T("{n} power", n=goods.power))
    if goods.gem:
        said.append(TN("{n} gem", "{n} gems", goods.gem))
    if goods.item:
        said.append(TN("{n} item card", "{n} item cards", goods.item))
    if goods.die:
        said.append(TN("{n} die", "{n} dice", goods.die))
    return said or [T("nothing")]


def gain_text(goods: Goods) -> Text:
    """Say that goods are taken, as what may be chosen; of nothing German makes another sentence."""
    return T("Gain nothing") if goods == NOTHING else T("Gain {goods}", goods=words(goods))
