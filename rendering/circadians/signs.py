"""Prices, gains and effects in signs: rows of things and numbers, such as a drop, an arrow and two leaves.

A sign is written ``kind:name``: ``g:water`` a resource (also ``item``, ``die``, ``vp`` and ``any`` of three),
``s:mine`` the sign of a place or of a part of the base, ``c:red`` a clan's mark, ``i:eye`` an icon of the kit, ``d:3``
a die of nobody; anything else is text, a number mostly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from PIL import Image

from rendering.circadians.looks import good, sign
from rendering.circadians.tokens import clan_disc, die
from rendering.kit.fonts import MIN_SIZE, width
from rendering.kit.icons import icon
from rendering.kit.palette import TEXT, Colour
from rendering.kit.sign_rows import SignRows
from rules.circadians.effects import (
    AlgaeLess,
    Bonus,
    Boost,
    Canteen,
    Close,
    Discount,
    DiscountAny,
    Effect,
    End,
    ExtraStep,
    ExtraTrades,
    FarmPips,
    Fixed,
    Flip,
    FreeMove,
    FreeTrades,
    Gain,
    HqBoth,
    Income,
    PayGain,
    Pip,
    RevealCaches,
    SetValue,
    Share,
    Steer,
    Surcharge,
    Table,
    Threshold,
    Trades,
)
from rules.circadians.goods import Goods
from rules.kernel.text import signed

Signs: TypeAlias = tuple[str, ...]
MINUS = "−"
TO = "→"
FIELDS = Goods.__struct_fields__
COUNTS: dict[str, Signs] = {
    "gem": ("g:gem",),
    "water": ("g:water",),
    "algae": ("g:algae",),
    "power": ("g:power",),
    "negotiation_dice": ("s:negotiate", "g:die"),
    "green_dice": ("c:green", "g:die"),
    "yellow_dice": ("c:yellow", "g:die"),
    "red_dice": ("c:red", "g:die"),
    "farm_tiles": ("s:farm",),
    "upgrade_tiles": ("s:garage",),
    "items": ("g:item",),
    "on_cache": ("s:cache",),
    "ring": ("s:move", TO),
    "values": ("≠", "g:die"),
    "free_dice": ("s:hq", "+", "s:garage", "g:die"),
    "hq_dice": ("s:hq", "g:die"),
    "columns": ("c:green", "c:yellow", "c:red"),
}


def goods_signs(goods: Goods, *, before: str = "") -> Signs:
    """Goods as numbers and things; `before` stands before each number. Cards and dice come last."""
    signs: list[str] = []
    for field, count in zip(FIELDS, msgspec.structs.astuple(goods), strict=True):
        if count:
            said = signed(count)
            signs += [before + said, f"g:{field}"]
    return tuple(signs)


def price_signs(prices: Iterable[Goods]) -> Signs:
    """What something costs, with a stroke between either and or; 0 where it costs nothing."""
    signs: list[str] = []
    for price in prices:
        signs += [*(("/",) if signs else ()), *(goods_signs(price) or ("0",))]
    return tuple(signs)


def _where(places: Iterable[str]) -> Signs:
    return tuple(f"s:{one}" for one in places)


def _pip(effect: Pip) -> Signs:
    most = max(map(abs, effect.choices))
    both = min(effect.choices) < 0 < max(effect.choices)
    return ("g:die", f"±{most}" if both else signed(effect.choices[0], plus=True))


def _garages(effect: AlgaeLess) -> Signs:
    which = (f"{min(effect.garages)}–{max(effect.garages)}:",) if effect.garages else ()
    return ("s:garage", *which, f"{MINUS}{effect.n}", "g:algae")


def _table(effect: Table) -> Signs:
    kinds: list[str] = []
    for kind in effect.of:
        kinds += [*(("/",) if kinds else ()), f"g:{kind}"]
    return ("g:die", TO, *kinds, *((f"+{effect.more}",) if effect.more else ()))


def _end(effect: End) -> Signs:
    points = (str(effect.vp), "g:vp")
    if effect.least:
        return (f"≥{effect.least}", *COUNTS[effect.per], TO, *points)
    each = (str(effect.each),) if effect.each > 1 else ()
    return (*points, "/", *each, *COUNTS[effect.per], f"≤{effect.most}")


_SIGNS: dict[type[Effect], Callable[[Any], Signs]] = {
    Pip: _pip,
    Flip: lambda _: ("d:1", "i:trade", "d:6"),
    SetValue: lambda one: (*goods_signs(one.pay), TO, "g:die", "1–6"),
    Gain: lambda one: goods_signs(one.gain, before="+"),
    FreeMove: lambda _: ("+1", "s:move"),
    Trades: lambda one: (f"{one.n}×", "s:market"),
    PayGain: lambda one: (*goods_signs(one.pay), TO, *goods_signs(one.gain)),
    RevealCaches: lambda _: ("s:cache", "i:eye"),
    Income: lambda one: ("i:income", *goods_signs(one.gain, before="+" if min(one.gain.amounts) >= 0 else "")),
    Discount: lambda one: (*_where(one.where), *goods_signs(one.less, before=MINUS)),
    DiscountAny: lambda one: (*_where(one.where), f"{MINUS}{one.n}", "g:any"),
    Surcharge: lambda one: (*_where(one.where), *goods_signs(one.more, before="+")),
    Bonus: lambda one: (*_where(one.where), TO, *goods_signs(one.gain, before="+")),
    AlgaeLess: _garages,
    ExtraTrades: lambda one: (f"+{one.n}×", "s:market"),
    FreeTrades: lambda one: (f"{one.n}×", "s:market", "0"),
    Steer: lambda one: ("s:control", "1–6" if one.turn >= 3 else f"±{one.turn}"),
    ExtraStep: lambda one: ("s:control", f"+{one.n}", "s:move"),
    Share: lambda _: ("g:die", "+", "g:die"),
    Canteen: lambda one: ("s:canteen", f"+{one.more}", "g:water"),
    FarmPips: lambda one: ("s:farm", "g:die", f"+{one.more}"),
    HqBoth: lambda _: ("s:hq", "g:item", "+", "g:water"),
    Close: lambda one: (*_where(one.where), "i:cross"),
    Boost: lambda one: ("g:die", TO, "s:farm", f"+{one.more}"),
    Table: _table,
    Fixed: lambda one: ("g:die", TO, *goods_signs(one.gain)),
    Threshold: lambda one: (f"{one.least}+", TO, *goods_signs(one.gain), "/", *goods_signs(one.otherwise)),
    End: _end,
}


@lru_cache(maxsize=256)
def effect_signs(effect: Effect) -> Signs:
    """What an effect does."""
    return _SIGNS[type(effect)](effect)


def _pictured(sign: str) -> bool:
    return sign[1:2] == ":" and sign[0] in "gscid"


def _gap(one: str, other: str, size: int) -> int:
    """The space between two signs: a number stands close to what it counts, pairs stand apart."""
    if _pictured(one) and not _pictured(other):
        return size // 5
    return size // 10


@lru_cache(maxsize=4096)
def _one_width(sign: str, size: int) -> int:
    if _pictured(sign):
        return round(size * _SHARES.get(sign, 1.0))
    return width(sign, size, bold=True)


#: How wide slender things are, as a share of their height.
_SHARES = {"g:water": 0.74, "g:power": 0.70, "g:gem": 0.68, "g:item": 0.72, "g:algae": 0.94}


def stamp_of(one: str, size: int, colour: Colour = TEXT) -> Image.Image:
    """The picture of a sign that is not text."""
    kind, _, name = one.partition(":")
    if kind == "g":
        return good(name, size)
    if kind == "s":
        return sign(name, size, colour)
    if kind == "c":
        return clan_disc(name, size)
    if kind == "d":
        return die(int(name), size, None)
    return icon(name, size)


def fitted(
    image: Image.Image,
    box: tuple[int, int, int, int],
    signs: Sequence[str],
    most: int,
    *,
    least: int = MIN_SIZE,
    colour: Colour = TEXT,
) -> int:
    """Draw signs in one row in the middle of a box (left, top, right, bottom), as large as fits; give the size."""
    left, top, right, bottom = box
    size = signs_size(signs, right - left, min(most, bottom - top), least)
    row(image, ((left + right) / 2, (top + bottom) / 2), signs, size, colour=colour, middle=True)
    return size


def _picture(one: str, size: int, colour: Colour) -> Image.Image | None:
    return stamp_of(one, size, colour) if _pictured(one) else None


_ROWS = SignRows(_one_width, _gap, _picture)
signs_width, signs_size, row = _ROWS.width, _ROWS.fit, _ROWS.draw
