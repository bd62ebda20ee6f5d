"""What a robot could do with a die: every place with its price, what it brings, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from rules.circadians.components import COLUMNS, ROWS
from rules.circadians.effects import (
    AlgaeLess,
    Bonus,
    ExtraStep,
    ExtraTrades,
    Flip,
    FreeMove,
    Gain,
    HqBoth,
    PayGain,
    Pip,
    Place,
    SetValue,
    Share,
    Steer,
    Trades,
)
from rules.circadians.goods import NOTHING, Amounts, Goods, total
from rules.circadians.means import HQ
from rules.circadians.planet import directions, walk
from rules.circadians.robot.value import Worth, minus, plus
from rules.circadians.state import UNKNOWN
from rules.circadians.steps.negotiation import can_lose

ZERO: Amounts = (0, 0, 0, 0)
CANTEEN, RECALL = "canteen", "recall"
#: How many different prices of one space, and how many rewards of an advance, are tried.
PRICES = 2
ADVANCES = 2
#: What cannot be done twice within a round's plan: a bit each, after those of the spaces.
MOVED = "moved"
#: The worth of a clan's free trades, and of a die that lies in the headquarters compared with one on the base.
CLAN_TRADE = 0.25
#: Places with spaces that are all alike are counted, four bits each.
COUNTED: dict[str, int] = {"hq": 0, "foundry": 4, "control": 8, "lab": 12}
#: What a garage may have that changes nothing where its die goes: it has done its work when the die leaves.
IDLE: TypeAlias = Pip | Flip | SetValue | AlgaeLess
#: A garage that is none, for what is the same out of any.
NOWHERE = -1


#: Parts of a worth: what for, and how much.
Terms: TypeAlias = tuple[tuple[str, float], ...]


class Use(NamedTuple):
    """One way to use a die. `need` must be there, then resources change by `delta`; the rest is in `worth`.

    `terms` are the parts that `worth` is the sum of, each with what it is for.

    `dice` says how many dice more (or fewer) there are for the next round. `mask` are things that can be done once;
    `shift` and `room` count dice on alike spaces.
    """

    place: str
    spot: str
    more: str
    value: int
    need: Amounts
    delta: Amounts
    worth: float
    dice: int
    mask: int
    shift: int = -1
    room: int = 0
    sources: int = 1
    terms: Terms = ()

    def after(self, before: Amounts) -> Use:
        """The same after so much was paid to send the die."""
        place, spot, more, value, need, delta, *rest = self
        return Use._make((place, spot, more, value, plus(need, before), minus(delta, before), *rest))


class _Sent(NamedTuple):
    """A die on its way: which garages it leaves, its value, and what that costs before it goes."""

    garages: tuple[int, ...]
    source: int
    value: int
    before: Amounts
    gained: Amounts


class Uses:
    """All uses of a seat's dice, each list made once."""

    def __init__(self, worth: Worth) -> None:
        self.worth, self.means, self.view, self.me = worth, worth.means, worth.view, worth.me
        self.parts, self.boards, self.seat = worth.parts, worth.means.boards, worth.seat
        self._bits: dict[object, int] = {}
        self._found: dict[tuple[int, int, bool], list[Use]] = {}
        self._priced: dict[tuple[str, tuple[Goods, ...], tuple[int, ...]], list[Amounts]] = {}
        self._followed: dict[tuple[str, tuple[int, ...]], Goods] = {}
        self._plains: dict[int, list[Use]] = {}
        self._pairs: dict[tuple[int, int, int, int], list[Use]] = {}

    def of(self, source: int, face: int, *, flip: bool = False) -> list[Use]:
        """Every use of a die alone."""
        key = source, face, flip
        if key not in self._found:
            self._found[key] = list(self._list(source, face, flip=flip))
        return self._found[key]

    def pair(self, source: int, face: int, second: int, second_face: int) -> list[Use]:
        """Every use of a die together with the one behind it: the laboratory."""
        key = source, face, second, second_face
        if key not in self._pairs:
            self._pairs[key] = list(self._lab(*key))
        return self._pairs[key]

    # A die alone.

    def _bit(self, thing: object) -> int:
        return 1 << self._bits.setdefault(thing, len(self._bits))

    def _list(self, source: int, face: int, *, flip: bool) -> Iterator[Use]:
        algae = self.means.algae(source)
        tile = self.means.tile(source)
        garages = (source,) if source and not isinstance(tile, IDLE | None) else ()
        gained = self._tile_gain(garages)
        for value, price in ((face, NOTHING), *self.means.changes(source, face, flip=flip).items()):
            before = plus(price.amounts, (0, algae, 0, 0))
            if garages:
                yield from self._everywhere(_Sent(garages, source, value, before, gained))
                continue
            for use in self._plain(value):
                if source == HQ and use.place == "hq":
                    continue
                yield use if before == ZERO else use.after(before)
        yield self._canteen(source, face, algae)

    def _plain(self, value: int) -> list[Use]:
        """Every use of a die of a value out of a garage that costs nothing and does nothing there."""
        if value not in self._plains:
            self._plains[value] = list(self._everywhere(_Sent((), NOWHERE, value, ZERO, ZERO)))
        return self._plains[value]

    def _everywhere(self, sent: _Sent) -> Iterator[Use]:
        yield from self._negotiate(sent)
        yield from self._depot(sent)
        yield from self._hq(sent)
        yield from self._mine(sent)
        yield from self._foundry(sent)
        yield from self._control(sent)
        yield from self._market(sent)
        yield from self._academy(sent)

    def _tile_gain(self, garages: Sequence[int]) -> Amounts:
        tiles = [self.means.tile(garage) for garage in garages]
        return total(tile.gain for tile in tiles if isinstance(tile, Gain)).amounts

    def _canteen(self, source: int, face: int, algae: int) -> Use:
        water = self.means.canteen()
        return Use(CANTEEN, CANTEEN, "", face, (0, algae, 0, 0), (water, -algae, 0, 0), 0.0, 1, 0)

    def _prices(self, place: Place, base: Sequence[Goods], sent: _Sent) -> list[Amounts]:
        """The cheapest ways to pay."""
        key = place, tuple(base), sent.garages
        if key not in self._priced:
            prices = self.means.prices(place, base, sent.garages)
            if len(prices) > PRICES:
                prices = sorted(prices, key=self.worth.linear)[:PRICES]
            self._priced[key] = [price.amounts for price in prices]
        return self._priced[key]

    def _after(self, place: Place, sent: _Sent) -> Goods:
        """What effects give after a place is used."""
        key = place, sent.garages
        if key not in self._followed:
            gains = (one.gain for one in self.means.of(Bonus, sent.garages) if place in one.where)
            self._followed[key] = total(gains)
        return self._followed[key]

    def _use(  # noqa: PLR0917
        self,
        place: Place,
        spot: str,
        sent: _Sent,
        cost: Amounts,
        gain: Goods,
        terms: Terms,
        dice: int = 1,
        *,
        mask: int = 0,
        more: str = "",
        room: int = 0,
    ) -> Use:
        after = self._after(place, sent)
        after = gain if after is NOTHING else gain.plus(after)
        need = plus(sent.before, cost)
        if sent.gained != ZERO:
            need = _most(sent.before, minus(need, sent.gained))
        delta = minus(plus(after.amounts, sent.gained), plus(sent.before, cost))
        if after.item:
            terms = (*terms, ("cards", after.item * self.worth.card))
        terms = (*terms, ("place", self.worth.judgement.places[place]))
        worth = 0.0
        for _, part in terms:
            worth += part
        dice += min(after.die, self.me.supply)
        return Use(
            place, spot, more, sent.value, need, delta, worth, dice, mask, COUNTED.get(place, -1) if room else -1, room,
            1, terms,
        )  # fmt: skip

    def _shut(self, place: Place) -> bool:
        return self.means.closed(place)

    @cached_property
    def _own_values(self) -> set[int]:
        return {die.value for _, die in self.view.kept_dice() if die.seat == self.seat}

    def _negotiate(self, sent: _Sent) -> Iterator[Use]:
        if self._shut("negotiate"):
            return
        rewards = self._advances(sent.value)
        for column in COLUMNS:
            dice = self.view.negotiation[column]
            if None not in dice:
                continue
            counts = {
                "negotiation_dice": 1,
                f"{column}_dice": 1,
                "values": int(sent.value not in self._own_values),
                "columns": int(all(die is None or die.seat != self.seat for die in dice)),
            }
            clan_terms, clan_cost, clan_gain = self._clan(column)
            terms = (
                ("items", self.worth.more(counts)), ("setback", -self._setback(column, sent.value)), *clan_terms
            )  # fmt: skip
            for row, space in enumerate(self.boards.negotiation[column].spaces):
                if dice[row] is not None:
                    continue
                for cost in self._prices("negotiate", [space.cost], sent):
                    for name, reward in rewards:
                        yield self._use(
                            "negotiate", f"{column}-{row + 1}", sent, plus(cost, clan_cost), reward.plus(clan_gain),
                            (("points", float(space.vp)), *terms), -1,
                            mask=self._bit((column, row)) | (self._bit(("value", name)) if name else 0),
                            more=name,
                        )  # fmt: skip

    def _advances(self, value: int) -> list[tuple[str, Goods]]:
        """The best rewards of an advance, if a die of this value brings one."""
        taken = self.view.advances
        fresh = value not in taken.values() and not any(
            die is not None and die.value == value for dice in self.view.negotiation.values() for die in dice
        )
        if not fresh:
            return [("", NOTHING)]
        bonus = total(one.gain for one in self.means.of(Bonus) if "advance" in one.where)
        found = [(id, one.gain.plus(bonus)) for id, one in self.parts.advances.items() if id not in taken]
        found.sort(key=lambda one: -self.worth.linear(one[1]))
        return found[:ADVANCES] or [("", NOTHING)]

    def _setback(self, column: str, value: int) -> float:
        """What a setback costs that a die of this value would bring."""
        dice = [die.value for die in self.view.negotiation[column] if die is not None]
        tokens = []
        if sum(dice) + value > self.boards.negotiation[column].limit:
            tokens.append(f"sum-{column}")
        if value in dice or len(set(dice)) < len(dice):
            tokens.append(f"pair-{column}")
        if not any(token not in self.view.setbacks.values() for token in tokens):
            return 0.0
        return self._penalty

    @cached_property
    def _penalty(self) -> float:
        open_ = [one.lose for one in self.parts.setbacks.values() if one.id not in self.view.setbacks]
        payable = [self.worth.linear(lose) for lose in open_ if can_lose(self.me, lose)]
        return min(payable) if payable else 0.0

    def _clan(self, column: str) -> tuple[Terms, Amounts, Goods]:
        """What the clan above a column is worth, costs and gives."""
        effect = self.parts.clans[self.view.clans[column]].effect
        match effect:
            case Gain():
                return (), ZERO, effect.gain
            case FreeMove():
                return (("harvester", self.worth.free_step()),), ZERO, NOTHING
            case Trades():
                return (("trades", CLAN_TRADE * effect.n),), ZERO, NOTHING
            case PayGain():
                if self.worth.linear(effect.gain) > self.worth.linear(effect.pay):
                    return (), effect.pay.amounts, effect.gain
        return (), ZERO, NOTHING

    def _depot(self, sent: _Sent) -> Iterator[Use]:
        if self._shut("depot") or sent.value in self.boards.closed:
            return
        rows = []
        for row in ROWS:
            if self.view.depository[row][sent.value - 1] is None:
                effect = self.parts.rows[row]
                gain = effect.gain if isinstance(effect, Gain) else NOTHING
                moves = self.worth.free_step() if isinstance(effect, FreeMove) else 0.0
                rows.append((moves + self.worth.linear(gain), row, gain, moves))
        rows.sort(reverse=True)
        values = {"items": 1, "values": int(sent.value not in self._own_values)}
        for at, item in enumerate(self.me.hand):
            left_on_hand = [*self.me.hand[:at], *self.me.hand[at + 1 :]]
            points = 0.0 if item == UNKNOWN else float(self.parts.items[item].vp)
            terms = (
                ("points", points),
                ("items", self.worth.item(item) - points + self.worth.more(values)),
                ("cards", self.worth.hand(left_on_hand) - self._hand_worth),
            )
            for cost in self._prices("depot", [self.parts.items[item].cost], sent):
                for _, row, gain, moves in rows[:2]:
                    mask = self._bit(("item", item)) | self._bit((row, sent.value))
                    if moves:
                        mask |= self._bit(MOVED)
                    with_row = (*terms, ("harvester", moves)) if moves else terms
                    yield self._use("depot", item, sent, cost, gain, with_row, -1, mask=mask, more=row)

    @cached_property
    def _hand_worth(self) -> float:
        return self.worth.hand(self.me.hand)

    def _room(self, place: Place, room: int, dice: int, sent: _Sent) -> int:
        """How many alike spaces are free."""
        return 15 if self.means.of(Share, sent.garages) and place != "hq" else room - dice

    def _hq(self, sent: _Sent) -> Iterator[Use]:
        # The row is empty again before the first garage has its turn.
        room = self.boards.hq - (len(self.view.hq) if self.view.phase == "garages" else 0)
        if sent.source == HQ or self._shut("hq") or room <= 0:
            return
        terms = (("items", self.worth.more({"hq_dice": 1})),) if not self.worth.left else ()
        cards, water = Goods(item=self.parts.hq_items), Goods(water=self.parts.hq_water)
        if self.means.of(HqBoth, sent.garages):
            yield self._use("hq", "both", sent, ZERO, cards.plus(water), terms, 1, room=room)
            return
        yield self._use("hq", "items", sent, ZERO, cards, terms, 1, room=room)
        yield self._use("hq", "water", sent, ZERO, water, terms, 1, room=room)

    def _mine(self, sent: _Sent) -> Iterator[Use]:
        if self._shut("mine"):
            return
        share = bool(self.means.of(Share, sent.garages))
        for number, space in enumerate(self.boards.mine, 1):
            if self.view.mine[number - 1] and not share:
                continue
            mask = 0 if share else self._bit(("mine", number))
            for cost in self._prices("mine", [Goods(water=max(0, space.x - sent.value))], sent):
                worth = self.worth.more({"gem": space.gems}) * 0.5 if self.worth.left else 0.0
                gems = Goods(gem=space.gems)
                yield self._use("mine", str(number), sent, cost, gems, (("items", worth),) if worth else (), mask=mask)

    def _foundry(self, sent: _Sent) -> Iterator[Use]:
        stack = self.parts.stack_by_die[sent.value - 1]
        tile = self.view.upgrades[stack]
        room = self._room("foundry", self.boards.foundry, len(self.view.foundry), sent)
        if self._shut("foundry") or not tile or "" not in self.me.upgrades or room <= 0:
            return
        terms = self.worth.upgrade_terms(tile, self.me.upgrades.index("") + 2)
        for cost in self._prices("foundry", self.parts.costs["foundry"], sent):
            yield self._use(
                "foundry", stack, sent, cost, NOTHING, terms, mask=self._bit(("upgrade", stack)), room=room
            )  # fmt: skip

    def _control(self, sent: _Sent) -> Iterator[Use]:
        room = self._room("control", self.boards.control, len(self.view.control), sent)
        if self._shut("control") or room <= 0:
            return
        turn = sum(one.turn for one in self.means.of(Steer, sent.garages))
        steps = 1 + sum(one.n for one in self.means.of(ExtraStep, sent.garages))
        costs = self._prices("control", self.parts.costs["control"], sent)
        for direction in directions(sent.value, turn, self.parts.direction_by_die):
            ways = walk(self.view, self.me.harvester, direction, steps)
            for n in range(1, len(ways) + 1):
                terms = (("harvester", self.way(ways[:n])),)
                for cost in costs:
                    spot = direction if n == 1 else f"{direction}-{n}"
                    yield self._use("control", spot, sent, cost, NOTHING, terms, mask=self._bit(MOVED), room=room)

    def way(self, entered: Sequence[tuple[int, int]]) -> float:
        """What it is worth to go over these hexes and stay on the last."""
        over = sum(self.worth.entering(to) - self.worth.hexes[to] for to in entered[:-1])
        here = self.worth.hexes[self.me.harvester] * (len(entered) - 1)
        return over + here + self.worth.entering(entered[-1])

    def _market(self, sent: _Sent) -> Iterator[Use]:
        if self._shut("market"):
            return
        most = sent.value + sum(one.n for one in self.means.of(ExtraTrades, sent.garages))
        share = bool(self.means.of(Share, sent.garages))
        for rate in self.parts.rates:
            if rate.give.gem:
                continue
            free = [
                space.id
                for space in self.boards.market
                if any(getattr(rate.get, kind) for kind in space.to) and (share or not self.view.market[space.id])
            ]
            if not free:
                continue
            mask = 0 if share else self._bit(("market", free[0]))
            for n in {1, 2, 3, most}:
                if n > most:
                    continue
                gain = Goods(*(n * one for one in rate.get.amounts))
                cost = rate.give.amounts
                cost = cost[0] * n, cost[1] * n, cost[2] * n, cost[3] * n
                yield self._use("market", rate.id, sent, cost, gain, (), mask=mask, more=f"{free[0]} x{n}")

    def _academy(self, sent: _Sent) -> Iterator[Use]:
        if self._shut("academy"):
            return
        share = bool(self.means.of(Share, sent.garages))
        for number, space in enumerate(self.boards.academy, 1):
            if sent.value not in space.values or (self.view.academy[number - 1] and not share):
                continue
            mask = 0 if share else self._bit(("academy", number))
            for n, base in ((1, space.one), (2, space.two)):
                if n <= self.me.supply:
                    for cost in self._prices("academy", [base], sent):
                        yield self._use("academy", f"{number}-{n}", sent, cost, Goods(die=n), (), mask=mask)

    # Two dice.

    def _lab(self, source: int, face: int, second: int, second_face: int) -> Iterator[Use]:
        if self._shut("lab") or "" not in self.me.farms or not any(self.view.farms):
            return
        if (source == HQ) == (second == HQ) or second > source:
            firsts = {face: NOTHING, **self.means.changes(source, face, flip=False)}
            seconds = {second_face: NOTHING, **(self.means.changes(second, second_face) if second else {})}
            garages = tuple(one for one in (source, second) if one)
            algae = sum(self.means.algae(one) for one in garages)
            spot = self.me.farms.index("") + 4
            tiles = sorted((tile for tile in self.view.farms if tile), key=lambda one: -self.worth.farm(one, spot))
            for value in firsts.keys() & seconds.keys():
                before = plus(plus(firsts[value].amounts, seconds[value].amounts), (0, algae, 0, 0))
                sent = _Sent(garages, source, value, before, self._tile_gain(garages))
                room = self._room("lab", self.boards.lab, len(self.view.lab) // 2, sent)
                if room <= 0:
                    continue
                for cost in self._prices("lab", self.parts.costs["lab"], sent):
                    use = self._use(
                        "lab", tiles[0], sent, cost, NOTHING, self.worth.farm_terms(tiles[0], spot), 2,
                        mask=self._bit(("farm", tiles[0])), more="hq" if second == HQ else "garage", room=room,
                    )  # fmt: skip
                    yield use._replace(sources=2)


def _most(a: Amounts, b: Amounts) -> Amounts:
    return max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
