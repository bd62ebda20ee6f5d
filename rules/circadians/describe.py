"""What cards, tiles and characters do, in words made of their effects: so every set is explained in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.circadians.components import Components
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
from rules.circadians.goods import Goods, words
from rules.circadians.sets import DESIGNED, SETS
from rules.circadians.texts import PLACE_NAMES, RESOURCE_NAMES
from rules.kernel.text import TN, T, Text, signed

_COUNTED: dict[str, Callable[[int], Text]] = {
    "gem": lambda n: TN("gem", "gems", n),
    "water": lambda _: T("water"),
    "algae": lambda _: T("algae"),
    "power": lambda _: T("power"),
    "negotiation_dice": lambda n: TN(
        "die of yours on the negotiation board", "dice of yours on the negotiation board", n
    ),
    "green_dice": lambda n: TN("die of yours in the green column", "dice of yours in the green column", n),
    "yellow_dice": lambda n: TN("die of yours in the yellow column", "dice of yours in the yellow column", n),
    "red_dice": lambda n: TN("die of yours in the red column", "dice of yours in the red column", n),
    "farm_tiles": lambda n: TN("farm tile of yours", "farm tiles of yours", n),
    "upgrade_tiles": lambda n: TN("upgrade tile of yours", "upgrade tiles of yours", n),
    "items": lambda n: TN("item that you have played", "items that you have played", n),
    "on_cache": lambda n: TN("gem cache under your harvester", "gem caches under your harvester", n),
    "ring": lambda n: TN(
        "step between your harvester and the centre", "steps between your harvester and the centre", n
    ),
    "values": lambda n: TN(
        "different value of your dice on the negotiation board and in the depository",
        "different values of your dice on the negotiation board and in the depository",
        n,
    ),
    "free_dice": lambda n: TN(
        "die of yours in the headquarters or on your base", "dice of yours in the headquarters or on your base", n
    ),
    "hq_dice": lambda n: TN("die of yours in the headquarters", "dice of yours in the headquarters", n),
    "columns": lambda n: TN(
        "column of the negotiation board with a die of yours", "columns of the negotiation board with a die of yours", n
    ),
}
_OCCASIONS: dict[str, Text] = {
    **PLACE_NAMES,
    "move": T("each hex that your harvester enters"),
    "advance": T("each advance"),
}


def _where(places: Sequence[str]) -> list[Text]:
    return [_OCCASIONS[place] for place in places]


def _pip(effect: Pip) -> Text:
    return T(
        "You may change the die by one of: {choices}.",
        choices=", ".join(signed(n, plus=True) for n in effect.choices),
    )


def _income(effect: Income) -> Text:
    less = Goods(*(max(0, -n) for n in effect.gain.amounts))
    if not less.nothing:
        return T("Each harvest brings {goods} less, never less than nothing.", goods=words(less))
    return T("Each harvest brings {goods} more.", goods=words(effect.gain))


def _discount(effect: Discount) -> Text:
    if sum(n > 0 for n in effect.less.amounts) > 1:
        return T(
            "Each price is lower by {goods}, as far as it has that ({where}).",
            where=_where(effect.where),
            goods=words(effect.less),
        )
    return T("Costs {goods} less ({where}).", where=_where(effect.where), goods=words(effect.less))


def _any(effect: DiscountAny) -> Text:
    return TN(
        "Costs {n} less of water, algae or power, as you choose ({where}).",
        "Costs {n} less of water, algae or power, as you choose ({where}).",
        n=effect.n,
        where=_where(effect.where),
    )


def _algae(effect: AlgaeLess) -> Text:
    less = words(Goods(algae=effect.n))
    if effect.garages:
        return TN(
            "Garage {garages} costs {cost} less.",
            "Garages {garages} cost {cost} less.",
            n=len(effect.garages),
            garages=", ".join(map(str, effect.garages)),
            cost=less,
        )
    return T("This garage costs {cost} less.", cost=less)


def _steer(effect: Steer) -> Text:
    if effect.turn >= 3:
        return T("In the control room you may choose any direction.")
    return TN(
        "In the control room you may turn the direction by one sixth, either way.",
        "In the control room you may turn the direction by up to {n} sixths, either way.",
        n=effect.turn,
    )


def _table(effect: Table) -> Text:
    kinds: list[Text] = [RESOURCE_NAMES[kind] for kind in effect.of]
    if len(kinds) > 1 and effect.more:
        return T("By the farm table, with a die: one of {kinds}, and {n} more.", kinds=kinds, n=effect.more)
    if len(kinds) > 1:
        return T("By the farm table, with a die: one of {kinds}.", kinds=kinds)
    if effect.more:
        return T("By the farm table, with a die: {kinds}, and {n} more.", kinds=kinds, n=effect.more)
    return T("By the farm table, with a die: {kinds}.", kinds=kinds)


def _threshold(effect: Threshold) -> Text:
    return T(
        "With a die of {n} or more: {high}; with a lower one: {low}.",
        n=effect.least,
        high=words(effect.gain),
        low=words(effect.otherwise),
    )


def _end(effect: End) -> Text:
    if effect.least:
        return T(
            "At the end {vp} VP if you have at least {n} {what}.", vp=effect.vp, n=effect.least,
            what=_COUNTED[effect.per](effect.least),
        )  # fmt: skip
    if effect.each > 1:
        return T(
            "At the end {vp} VP for every {n} {what}. At most {most}.", vp=effect.vp, n=effect.each,
            what=_COUNTED[effect.per](effect.each), most=effect.most,
        )  # fmt: skip
    return T("At the end {vp} VP for each {what}. At most {most}.", vp=effect.vp, what=_COUNTED[effect.per](1),
             most=effect.most)  # fmt: skip


_WORDS: dict[type[Effect], Callable[[Any], Text]] = {
    Pip: _pip,
    Flip: lambda _: T("You may turn the die to its opposite face."),
    SetValue: lambda one: T("You may turn the die to any face for {cost}.", cost=words(one.pay)),
    Gain: lambda one: T("Gain {goods}.", goods=words(one.gain)),
    FreeMove: lambda _: T("You may move your harvester to a neighbouring hex."),
    Trades: lambda one: TN(
        "You may make {n} trade for {kinds}.",
        "You may make up to {n} trades for {kinds}.",
        n=one.n,
        kinds=[RESOURCE_NAMES[kind] for kind in one.to],
    ),
    PayGain: lambda one: T("You may pay {cost} and gain {goods}.", cost=words(one.pay), goods=words(one.gain)),
    RevealCaches: lambda _: T("All gem caches are turned face up."),
    Income: _income,
    Discount: _discount,
    DiscountAny: _any,
    Surcharge: lambda one: T("Costs {goods} more ({where}).", where=_where(one.where), goods=words(one.more)),
    Bonus: lambda one: T("After {where}, gain {goods}.", where=_where(one.where), goods=words(one.gain)),
    AlgaeLess: _algae,
    ExtraTrades: lambda one: TN(
        "{n} more trade with a die at the market.", "{n} more trades with a die at the market.", n=one.n
    ),
    FreeTrades: lambda one: TN(
        "Once per round, before one of your dice is used, you may make {n} trade.",
        "Once per round, before one of your dice is used, you may make up to {n} trades.",
        n=one.n,
    ),
    Steer: _steer,
    ExtraStep: lambda one: TN(
        "In the control room you may go {n} hex further in the same direction.",
        "In the control room you may go up to {n} hexes further in the same direction.",
        n=one.n,
    ),
    Share: lambda _: T("The die may use a space that is taken, and a location that is full."),
    Canteen: lambda one: T("Each die in your canteen brings {n} water more.", n=one.more),
    FarmPips: lambda one: TN(
        "Each die on a farm that yields counts {n} pip more, up to 6.",
        "Each die on a farm that yields counts {n} pips more, up to 6.",
        n=one.more,
    ),
    HqBoth: lambda _: T("The headquarters give you both item cards and water."),
    Close: lambda one: T("Closed for this round: {where}.", where=_where(one.where)),
    Boost: lambda one: T("With a die here, your other farm dice count {n} more, up to 6.", n=one.more),
    Table: _table,
    Fixed: lambda one: T("With any die: {goods}.", goods=words(one.gain)),
    Threshold: _threshold,
    End: _end,
}


def effect_text(effect: Effect) -> Text:
    """Say what an effect does, in one sentence."""
    return _WORDS[type(effect)](effect)


def item_text(parts: Components, item: str) -> Text:
    """Say what an item costs, is worth and does."""
    card = parts.items[item]
    return T("{cost}; {vp} VP. {what}", cost=words(card.cost), vp=card.vp, what=effect_text(card.effect))


def tile_text(parts: Components, tile: str) -> Text:
    """Say what a farm or upgrade tile is worth and does."""
    one = parts.farms.get(tile) or parts.upgrades[tile]
    return T("{vp} VP. {what}", vp=one.vp, what=effect_text(one.effect))


def explain(key: str) -> Sequence[Text]:
    """Explain a card, tile, character or clan by the key of its name; nothing where there is nothing to explain."""
    prefix, _, id = key.rpartition(".")
    parts = next((one for one in SETS.values() if one.prefix == prefix), None)
    if parts is None:
        return ()
    if id in parts.items:
        said = [item_text(parts, id)]
    elif id in parts.farms or id in parts.upgrades:
        said = [tile_text(parts, id)]
    else:
        found = next((part[id] for part in (parts.clans, parts.events, parts.characters) if id in part), None)
        if found is None:
            return ()
        said = [effect_text(found.effect)]
    return [*said, origin(parts)]


def origin(parts: Components) -> Text:
    """Say which set a thing belongs to: nobody shall take one of Orrery's sets for the printed one."""
    if parts.digest in DESIGNED:
        return T("From {set}, designed for this bot; it is not what is printed in the box.", set=parts.name("set"))
    return T("From {set}.", set=parts.name("set"))
