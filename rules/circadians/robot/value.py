"""What things are worth to a robot, in victory points at the end: resources, dice, cards, tiles, places on the planet.

All that is reckoned from a seat's view. The numbers at the top say how a game usually goes (how often a place is used,
how many rounds a card has left to work); they were found by playing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.circadians.components import DIRECTIONS, ROUNDS, TILE_FARMS, TILE_GARAGES
from rules.circadians.effects import (
    AlgaeLess,
    Bonus,
    Canteen,
    Discount,
    DiscountAny,
    Effect,
    End,
    ExtraStep,
    ExtraTrades,
    FarmPips,
    Fixed,
    Flip,
    FreeTrades,
    Gain,
    HqBoth,
    Income,
    PayGain,
    Pip,
    SetValue,
    Share,
    Steer,
    Table,
    Threshold,
)
from rules.circadians.goods import RESOURCES, Amounts, Goods
from rules.circadians.means import Means
from rules.circadians.planet import step
from rules.circadians.robot.judgement import KNOTS, LEARNED, Judgement, Stage
from rules.circadians.scoring import counted, end_bonus
from rules.circadians.sets import the_set
from rules.circadians.state import UNKNOWN, CircadiansState
from rules.kernel.hexes import Hex, add

MOST_COUNTED = 150
"""More of a resource than anybody has."""
MOST_DICE = 64
"""More dice than a plan can come to; those beyond the fifth are worth nothing."""
#: What a card on the hand loses for each better one there, and how many are played in a round.
NTH_CARD = (0.75, 0.6, 0.45, 0.3, 0.2, 0.1, 0.05, 0.0)
PLAYED_A_ROUND = 0.8
UNKNOWN_CARD = 2.4

#: How often a round a player uses a place, enters a hex, advances.
USED = {
    "negotiate": 0.5, "depot": 0.45, "hq": 0.5, "mine": 0.36, "lab": 0.15, "foundry": 0.45, "control": 0.5,
    "market": 0.15, "academy": 0.7, "move": 0.5, "advance": 0.2,
}  # fmt: skip
#: By how much what an end bonus counts grows in a round.
GROWTH = {
    "negotiation_dice": 0.45, "green_dice": 0.15, "yellow_dice": 0.15, "red_dice": 0.15, "farm_tiles": 0.1,
    "upgrade_tiles": 0.3, "items": 0.4, "values": 0.5, "columns": 0.3,
}  # fmt: skip
#: What is counted at the end only, and how much of it there is then.
AT_THE_END = {"gem": 2.0, "water": 9.0, "algae": 3.0, "power": 2.0, "on_cache": 0.5, "ring": 2.0,
              "free_dice": 3.0, "hq_dice": 1.0}  # fmt: skip
#: What a step of the harvester costs: the die and the price; and what of a gem cache counts on the way there.
STEP = 3.0
CACHE = 0.85
#: How often a farm that needs a die has one.
FARM_DIE = 0.6
#: Which die a new one is about, counted from 0.
NEW_DIE = 3


class Worth:
    """Everything that is worth something to a seat, reckoned once from its view."""

    def __init__(self, view: CircadiansState, seat: int, judgement: Judgement = LEARNED) -> None:
        self.view = view
        self.means = Means(view, seat)
        self.me = self.means.me
        self.parts = self.means.parts
        self.seat = seat
        #: Rounds after the one that is played; before the first all of them.
        self.left = ROUNDS - view.round
        self.judgement = judgement
        self.stages = judgement.stages
        self.stage = stage = judgement.stages[self.left]
        #: What one of each resource is worth in general, with 0, 1, ... rounds to come, up to now.
        self.all_units = [_units(one) for one in judgement.stages[: self.left + 1]]
        self.units = self.all_units[self.left]
        self.stock = tuple(self._stock(kind) for kind in RESOURCES)
        self.new_die = stage.dice[NEW_DIE]
        self.dice = [sum(stage.dice[:n]) for n in range(MOST_DICE)]
        self.card = stage.card
        self.hexes = self._hexes()
        self._nets: dict[str, float] = {}

    # Resources.

    def _stock(self, kind: str) -> list[float]:
        """What 0, 1, 2, ... of a resource are worth together."""
        worth, knots = [0.0], KNOTS[kind]
        for slope, start, end in zip(self.stage.stock[kind], (0, *knots), (*knots, MOST_COUNTED), strict=True):
            for _ in range(start, end):
                worth.append(worth[-1] + slope)
        if self.left == 0:
            played = [self.parts.items[item].effect for item in self.me.played]
            for end_bonus in played:
                if isinstance(end_bonus, End) and end_bonus.per == kind:
                    for n in range(MOST_COUNTED):
                        times = int(n >= end_bonus.least) if end_bonus.least else n // end_bonus.each
                        worth[n] += min(end_bonus.most, times * end_bonus.vp)
        return worth

    def goods(self, have: Sequence[int]) -> float:
        """What a stock of resources is worth."""
        water, algae, power, gem = self.stock
        return water[have[0]] + algae[have[1]] + power[have[2]] + gem[have[3]]

    def linear(self, goods: Goods) -> float:
        """What some more of everything is worth, dice and cards too."""
        water, algae, power, gem = self.units
        found = water * goods.water + algae * goods.algae + power * goods.power + gem * goods.gem
        return found + goods.item * self.card + goods.die * self.new_die

    def flow(self, goods: Goods) -> float:
        """What it is worth to get this at every harvest from now on; what the last one brings is of no use."""
        found = 0.0
        for (water, algae, power, gem), stage in zip(self.all_units[1:], self.stages[1:], strict=False):
            found += water * goods.water + algae * goods.algae + power * goods.power + gem * goods.gem
            found += goods.item * stage.card + goods.die * stage.dice[NEW_DIE]
        return found * self.judgement.income

    # Cards.

    def item(self, item: str) -> float:
        """What an item is worth once it is played."""
        if item == UNKNOWN:
            return UNKNOWN_CARD
        card = self.parts.items[item]
        return card.vp + self.effect(card.effect)

    def net(self, item: str) -> float:
        """What an item is worth less its price."""
        if item not in self._nets:
            self._nets[item] = UNKNOWN_CARD if item == UNKNOWN else self._net(item)
        return self._nets[item]

    def _net(self, item: str) -> float:
        prices = self.means.prices("depot", [self.parts.items[item].cost])
        cost = min(sum(unit * n for unit, n in zip(self.units, price.amounts, strict=True)) for price in prices)
        return self.item(item) - cost

    def hand(self, hand: Sequence[str]) -> float:
        """What cards on the hand promise."""
        nets = sorted((max(0.0, self.net(item)) for item in hand), reverse=True)
        later = min(len(NTH_CARD), 1 + round(PLAYED_A_ROUND * self.left))
        return sum(net * share for net, share in zip(nets[:later], NTH_CARD, strict=False)) * self.stage.hand

    # Effects.

    def effect(self, effect: Effect) -> float:
        """What a lasting effect is worth in the rounds that are left; an end bonus, what it will bring."""
        return self.end(effect) if isinstance(effect, End) else self._priced(effect) + self._working(effect)

    def _priced(self, effect: Effect) -> float:
        """What is worth the resources that it brings or saves."""
        left = self.left
        match effect:
            case Income():
                return self.flow(effect.gain)
            case Bonus():
                return sum(USED[one] for one in effect.where) * self.flow(effect.gain)
            case Discount():
                return sum(USED[one] for one in effect.where) * self._least(effect.less) * left
            case DiscountAny():
                return sum(USED[one] * self._wanted(one) for one in effect.where) * effect.n * 0.75 * left
            case AlgaeLess():
                saved = sum(
                    self.judgement.sent[n - 1] * min(effect.n, self.parts.base.garages[n - 1].algae)
                    for n in effect.garages
                )
                return saved * self.units[1] * left * (0.7 + 0.5 * self._clans_of(die=True))
            case Canteen():
                return 0.4 * effect.more * self.units[0] * left
            case HqBoth():
                return 0.5 * min(self.card * 2, 2.1) * left
            case _:
                return 0.0

    def _wanted(self, place: str) -> float:
        """How much more often than else a place is used: that of the clans where they give something for it."""
        return 0.85 + 0.15 * self._clans_of(die=False) if place == "negotiate" else 1.0

    def _clans_of(self, *, die: bool) -> int:
        """How many clans give a die, or something else."""
        effects = [self.parts.clans[clan].effect for clan in self.view.clans.values()]
        gains = [one.gain for one in effects if isinstance(one, Gain | PayGain)]
        return sum(bool(gain.die) == die for gain in gains)

    def _open_dice_farms(self) -> int:
        """How many of the farms that can be taken yield by the value of a die."""
        tiles = [self.parts.farms[tile].effect for tile in (*self.view.farms, *self.me.farms) if tile]
        return sum(isinstance(one, Table | Threshold) for one in tiles)

    def _working(self, effect: Effect) -> float:
        """What makes dice and trades better."""
        left = self.left
        match effect:
            case ExtraTrades():
                return 0.1 * effect.n * left
            case FreeTrades():
                return 0.3 * effect.n * left
            case Steer():
                return (0.25 if effect.turn < 3 else 0.4) * left
            case ExtraStep():
                return 0.4 * effect.n * left
            case FarmPips():
                return (0.1 + 0.07 * self._open_dice_farms()) * effect.more * left
            case _:
                return 0.0

    def _least(self, less: Goods) -> float:
        """The worth of a discount: either-or prices use one part of it."""
        worths = [unit * n for unit, n in zip(self.units, less.amounts, strict=True) if n]
        return min(worths) if worths else 0.0

    def end(self, effect: End) -> float:
        """What an end bonus will bring, as far as one can tell."""
        now = counted(self.view, self.seat, effect.per)
        if effect.per in AT_THE_END:
            late = AT_THE_END[effect.per]
            count = max(float(now), late) if self.left == 0 else late
            if self.left == 0:
                return float(end_bonus(self.view, self.seat, effect))
        else:
            count = now + GROWTH.get(effect.per, 0.0) * self.left
        if effect.least:
            return effect.vp * min(1.0, count / effect.least) ** 2
        return min(float(effect.most), effect.vp * count / effect.each)

    def more(self, per: Mapping[str, int]) -> float:
        """What end bonuses of played items gain when what they count grows by this; things counted now."""
        found = 0.0
        for item in self.me.played:
            effect = self.parts.items[item].effect
            if isinstance(effect, End) and per.get(effect.per):
                now = counted(self.view, self.seat, effect.per)
                after = now + per[effect.per]
                if effect.least:
                    gained = effect.vp * float(now < effect.least) / max(1, effect.least - now)
                else:
                    gained = min(effect.most, after // effect.each * effect.vp) - min(
                        effect.most, now // effect.each * effect.vp
                    )
                found += gained
        return found

    # Tiles.

    def upgrade(self, tile: str, garage: int) -> float:
        """What an upgrade tile is worth on a garage, its points and its place counted."""
        return sum(part for _, part in self.upgrade_terms(tile, garage))

    def upgrade_terms(self, tile: str, garage: int) -> tuple[tuple[str, float], ...]:
        """The same by what it is for."""
        points = self.parts.upgrades[tile].vp + self._next_garage(garage)
        bonus = self.more({"upgrade_tiles": 1})
        return ("points", points), ("upgrades", self._upgrade_works(tile, garage)), ("items", bonus)

    def _upgrade_works(self, tile: str, garage: int) -> float:
        """What an upgrade does for dice that are sent from its garage."""
        one, left = self.parts.upgrades[tile], self.left + 0.4
        sent = self.judgement.sent[garage - 1] * left
        found = 0.0
        match one.effect:
            case Pip():
                found += sent * (0.25 + 0.12 * len(one.effect.choices))
            case Flip():
                found += sent * 0.4
            case SetValue():
                found += sent * 0.7
            case Gain():
                found += self.judgement.sent[garage - 1] * self.flow(one.effect.gain)
            case Share():
                found += sent * 0.25
            case AlgaeLess():
                found += sent * min(one.effect.n, self.parts.base.garages[garage - 1].algae) * self.units[1]
            case Discount() | DiscountAny() | Bonus() | ExtraTrades() | Steer() | ExtraStep():
                found += 0.4 * self.judgement.sent[garage - 1] * self.effect(one.effect)
        return found

    def _next_garage(self, garage: int) -> float:
        """What filling a garage adds to the points of the first one that is empty."""
        base = self.parts.base
        last = garage == TILE_GARAGES[-1]
        after = base.garages_full if last else base.garages[garage].vp
        return float(after - base.garages[garage - 1].vp)

    def farm(self, tile: str, spot: int) -> float:
        """What a farm tile is worth on a spot."""
        return sum(part for _, part in self.farm_terms(tile, spot))

    def farm_terms(self, tile: str, spot: int) -> tuple[tuple[str, float], ...]:
        """The same by what it is for."""
        base = self.parts.base
        after = base.farms_full if spot == TILE_FARMS[-1] else base.farms[spot].vp
        points = float(self.parts.farms[tile].vp + after - base.farms[spot - 1].vp)
        return ("points", points), ("farms", self._farm_works(tile)), ("items", self.more({"farm_tiles": 1}))

    def _farm_works(self, tile: str) -> float:
        """What a farm brings in the harvests that are left."""
        one, found = self.parts.farms[tile], 0.0
        match one.effect:
            case Income():
                found += self.flow(one.effect.gain)
            case Fixed():
                found += max(0.0, self.linear(one.effect.gain) - 1.6) * self.left * FARM_DIE
            case Threshold():
                found += max(0.0, self.linear(one.effect.gain) - 1.8) * self.left * FARM_DIE
            case Table():
                found += max(0.0, self._by_table(one.effect) - 1.5) * self.left * FARM_DIE
        return found

    def _by_table(self, effect: Table) -> float:
        """What a die on a farm that yields by the table brings on average."""
        table, found = self.parts.base.table, 0.0
        for at in range(6):
            found += max(self.units[RESOURCES.index(kind)] * (table[kind][at] + effect.more) for kind in effect.of) / 6
        return found

    # The planet.

    def yielded(self, at: Hex, unit: Sequence[float]) -> float:
        """What the harvest of a hex is worth."""
        data = self.parts.planet[self.view.side][at]
        if data.corner and self.view.caches:
            return 0.0
        return sum(one * n for one, n in zip(unit, data.harvest.amounts, strict=True))

    def _hexes(self) -> dict[Hex, float]:
        """What it is worth to stand on a hex when this round is harvested, and to go on from there."""
        hexes = self.parts.planet[self.view.side]
        caches = self.parts.caches
        mean = sum(caches) / len(caches)
        played = [self.parts.items[item].effect for item in self.me.played]
        crater = sum(one.vp for one in played if isinstance(one, End) and one.per == "on_cache")
        value = {
            at: (self.view.caches.get(one.corner, mean * CACHE) + crater if one.corner else 0.0)
            for at, one in hexes.items()
        }
        around = _around(self.view.set, self.view.side)
        tokens = {at: self.token(at) - STEP for at in hexes}
        for units in self.all_units[1:]:
            before, value = value, {}
            entered = {at: worth + tokens[at] for at, worth in before.items()}
            for at in hexes:
                value[at] = self.yielded(at, units) + max(before[at], *[entered[to] for to in around[at]])
        return value

    def token(self, at: Hex) -> float:
        """What a token that still lies on a hex is worth."""
        data = self.parts.planet[self.view.side][at]
        return self.linear(data.token) if data.token is not None and at in self.view.tokens else 0.0

    def entering(self, to: Hex) -> float:
        """What a step to a hex is worth: what follows, a token, and what effects give for it."""
        here = self.hexes[self.me.harvester]
        bonus = sum(self.linear(one.gain) for one in self.means.of(Bonus) if "move" in one.where)
        return self.hexes[to] - here + self.token(to) + bonus

    def free_step(self) -> float:
        """What a free step to any neighbouring hex is worth."""
        ways = [step(self.view, self.me.harvester, way) for way in DIRECTIONS]
        return max([0.0, *(self.entering(to) for to in ways if to is not None)])


@lru_cache(maxsize=16)
def _around(digest: str, side: str) -> dict[Hex, list[Hex]]:
    """Where a step leads from every hex; the dict is shared: do not change it."""
    parts = the_set(digest)
    planet = parts.planet[side]
    found: dict[Hex, list[Hex]] = {}
    for at in planet:
        ways = [(way, add(at, to)) for way, to in DIRECTIONS.items()]
        steps = [to if to in planet else parts.arrows.get((at, way)) for way, to in ways]
        found[at] = [to for to in steps if to is not None]
    return found


def _units(stage: Stage) -> tuple[float, ...]:
    return tuple(stage.unit(kind) for kind in RESOURCES)


def minus(have: Amounts, less: Amounts) -> Amounts:
    """Take one stock from another."""
    return have[0] - less[0], have[1] - less[1], have[2] - less[2], have[3] - less[3]


def plus(have: Amounts, more: Amounts) -> Amounts:
    """Add one stock to another."""
    return have[0] + more[0], have[1] + more[1], have[2] + more[2], have[3] + more[3]
