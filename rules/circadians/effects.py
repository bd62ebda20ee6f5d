"""The one vocabulary of effects: what items, events, farms, upgrades, characters, clans and boards do, as data.

An effect is told by its `op`. Which effects may stand where is said by the unions at the end.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec

from rules.circadians.goods import Goods

#: Numbers of a set of components: as many as anything may be, at least one, and so many of six.
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=99)]
Sixth: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
One = TypeVar("One")
#: A list with something in it.
Some: TypeAlias = Annotated[tuple[One, ...], msgspec.Meta(min_length=1)]

#: The places that a die can be sent to; also the words that players type.
Place: TypeAlias = Literal["negotiate", "depot", "hq", "mine", "lab", "foundry", "control", "market", "academy"]
PLACES: tuple[Place, ...] = ("negotiate", "depot", "hq", "mine", "lab", "foundry", "control", "market", "academy")
#: The places that have a price, which effects can change.
Priced: TypeAlias = Literal["negotiate", "depot", "mine", "lab", "foundry", "control", "academy"]
#: The six locations, from which dice come back at rest.
LOCATIONS: tuple[Place, ...] = ("mine", "lab", "foundry", "control", "market", "academy")
#: What a bonus can follow: the use of a place, a hex that the harvester enters, an advance.
Occasion: TypeAlias = Literal[Place, "move", "advance"]
Resource: TypeAlias = Literal["water", "algae", "power"]
Counted: TypeAlias = Literal[
    "gem", "water", "algae", "power", "negotiation_dice", "green_dice", "yellow_dice", "red_dice", "farm_tiles",
    "upgrade_tiles", "items", "on_cache", "ring", "values", "free_dice", "hq_dice", "columns",
]  # fmt: skip


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """What every effect is."""


# Changing a die as it is sent: the first garage, upgrade tiles.


class Pip(Effect, frozen=True, tag="pip"):
    """The die may be changed by one of these numbers of pips, within 1 to 6."""

    choices: Some[int]


class Flip(Effect, frozen=True, tag="flip"):
    """The die may be turned to its opposite face."""


class SetValue(Effect, frozen=True, tag="set_value"):
    """The die may be turned to any face for a price."""

    pay: Goods


# At once.


class Gain(Effect, frozen=True, tag="gain"):
    """Gain this: on a garage tile, when a die is sent from it to a board."""

    gain: Goods


class FreeMove(Effect, frozen=True, tag="free_move"):
    """The own harvester may move to any neighbouring hex for nothing."""


class Trades(Effect, frozen=True, tag="trades"):
    """Up to `n` market trades for any of these resources."""

    n: Positive
    to: Some[Resource]


class PayGain(Effect, frozen=True, tag="pay_gain"):
    """Pay once and gain."""

    pay: Goods
    gain: Goods


class RevealCaches(Effect, frozen=True, tag="reveal_caches"):
    """All gem caches are turned face up."""


# As long as they lie there.


class Income(Effect, frozen=True, tag="income"):
    """Gain this in each harvest; what is negative lowers the harvest, not below nothing."""

    gain: Goods


class Discount(Effect, frozen=True, tag="discount"):
    """These places cost so much less of each resource that they cost."""

    where: Some[Priced]
    less: Goods


class DiscountAny(Effect, frozen=True, tag="discount_any"):
    """These places cost so many units less of water, algae or power, as the payer chooses."""

    where: Some[Priced]
    n: Sixth


class Surcharge(Effect, frozen=True, tag="surcharge"):
    """These places cost so much more."""

    where: Some[Priced]
    more: Goods


class Bonus(Effect, frozen=True, tag="bonus"):
    """Gain this each time after one of the occasions."""

    where: Some[Occasion]
    gain: Goods


class AlgaeLess(Effect, frozen=True, tag="algae_less"):
    """These garages cost so many algae less; on a tile without a list, its own garage."""

    n: Positive
    garages: tuple[Sixth, ...] = ()


class ExtraTrades(Effect, frozen=True, tag="extra_trades"):
    """More trades with each die at the market."""

    n: Positive


class FreeTrades(Effect, frozen=True, tag="free_trades"):
    """Once a round, before a die of the owner is resolved, up to `n` market trades of any kind."""

    n: Positive


class Steer(Effect, frozen=True, tag="steer"):
    """In the control room the direction may be turned by up to so many sixths, either way."""

    turn: Sixth


class ExtraStep(Effect, frozen=True, tag="extra_step"):
    """In the control room the harvester may go so many more hexes in the same direction."""

    n: Sixth


class Share(Effect, frozen=True, tag="share"):
    """The die may use an occupied space or a full location."""


class Canteen(Effect, frozen=True, tag="canteen"):
    """Each die in the canteen brings so much more water."""

    more: Positive


class FarmPips(Effect, frozen=True, tag="farm_pips"):
    """Each die on a farm that yields counts so many pips more, up to 6."""

    more: Positive


class HqBoth(Effect, frozen=True, tag="hq_both"):
    """The headquarters give both rewards."""


class Close(Effect, frozen=True, tag="close"):
    """No die may be sent to these places."""

    where: Some[Place]


# Farms.


class Boost(Effect, frozen=True, tag="boost"):
    """With a die here, all other farm dice count so many pips more, up to 6."""

    more: Positive


class Table(Effect, frozen=True, tag="table"):
    """By the farm table, one of these resources, and `more` on top."""

    of: Some[Resource]
    more: Count = 0


class Fixed(Effect, frozen=True, tag="fixed"):
    """This for any die."""

    gain: Goods


class Threshold(Effect, frozen=True, tag="threshold"):
    """`gain` for a die of at least this value, `otherwise` for a lower one."""

    least: Sixth
    gain: Goods
    otherwise: Goods


# At the end of the game.


class End(Effect, frozen=True, tag="end"):
    """At the end `vp` for every `each` of what is counted, at most `most`; with `least`, `vp` once for so many."""

    per: Counted
    vp: Positive
    most: Positive
    each: Positive = 1
    least: Count = 0


Change: TypeAlias = Pip | Flip | SetValue
Standing: TypeAlias = (
    Income | Discount | DiscountAny | Surcharge | Bonus | AlgaeLess | ExtraTrades | FreeTrades | Steer | ExtraStep
    | Canteen | FarmPips | HqBoth
)  # fmt: skip
ItemEffect: TypeAlias = Standing | End
EventEffect: TypeAlias = Standing | Close | RevealCaches
UpgradeEffect: TypeAlias = (
    Pip | Flip | SetValue | Gain | Share | Discount | DiscountAny | Bonus | AlgaeLess | ExtraTrades | Steer | ExtraStep
)
ClanEffect: TypeAlias = Gain | FreeMove | Trades | PayGain
RowEffect: TypeAlias = Gain | FreeMove
FarmEffect: TypeAlias = Boost | Table | Fixed | Threshold | Income
