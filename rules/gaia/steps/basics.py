"""Steps that others are made of: gaining, charging with the Brainstone, paying power, giving up tokens.

Functions here carry out what they can at once and give back the steps for what must be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from rules.gaia import goods as goods_
from rules.gaia import power
from rules.gaia.components import Goods
from rules.gaia.state import NO_BRAINSTONE, GaiaState
from rules.gaia.texts import AREA_NAMES, goods_texts
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, player


def gain(
    state: GaiaState, seat: int, goods: Goods, source: str = "ability", flow: Flow[GaiaState] | None = None
) -> list[Step[GaiaState]]:
    """Take goods; what is left to ask is where the Brainstone goes when power is charged.

    What is lost beyond the limits is told on the `flow`, unless the event before says what was really gained.
    """
    me = state.players[seat]
    if flow is not None:
        goods_.tell_loss(flow, seat, goods_.wasted(me, goods))
    goods_.receive(me, goods, source)
    return charge(state, seat, goods.power) if goods.power else []


def charge(state: GaiaState, seat: int, amount: int) -> list[Step[GaiaState]]:
    """Charge power, at once where there is one way to do it."""
    me = state.players[seat]
    ways = power.charged(me, amount)
    if len(ways) > 1:
        return [ChargeStone(seat, amount)]
    me.brainstone, me.power = next(iter(ways.items()))
    return []


class Gain(Act[GaiaState], tag=True):
    """Gain goods, when whatever had to be paid for them is paid."""

    seat: int
    goods: Goods
    source: str = "ability"

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        got = goods_.taken(state.players[self.seat], self.goods)
        flow.tell(
            "gain",
            T("{who} gains {goods} from the action.", who=player(self.seat), goods=goods_texts(got)),
            seat=self.seat,
        )
        flow.then(*gain(state, self.seat, self.goods, self.source))


class ChargeStone(Ask[GaiaState], tag=True):
    """Ask where the Brainstone goes while power is charged."""

    amount: int

    def prompt(self, state: GaiaState) -> Prompt:
        ways = power.charged(state.players[self.seat], self.amount)
        options = [
            Option(
                f"area{area + 1}",
                T("The Brainstone in area {area}", area=AREA_NAMES[area]),
                T("Then {one} / {two} / {three} other tokens.", one=after[0], two=after[1], three=after[2]),
                place=power.bowl(after, area),
            )
            for area, after in sorted(ways.items(), reverse=True)
        ]
        text = T("You charge {n} power. Where should the Brainstone be then?", n=self.amount)
        return Prompt(self.seat, "charge-stone", text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        del flow
        me = state.players[self.seat]
        area = int(picks[0].removeprefix("area")) - 1
        me.power = power.charged(me, self.amount)[area]
        me.brainstone = area


def pay_power(state: GaiaState, seat: int, price: int) -> list[Step[GaiaState]]:
    """Spend power, at once where there is one way to do it."""
    me = state.players[seat]
    ways = power.spend_ways(me, price)
    if len(ways) > 1:
        return [PayStone(seat, price)]
    power.spend(me, price, brainstone=ways[0])
    return []


class PayStone(Ask[GaiaState], tag=True):
    """Ask whether the Brainstone is spent."""

    price: int

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        stone, tokens = (
            power.bowl_after(me, partial(power.spend, price=self.price, brainstone=way)) for way in (True, False)
        )
        options = [
            Option("stone", T("Spend the Brainstone"), T("It pays for up to 3 power."), place=stone),
            Option("tokens", T("Spend other tokens"), place=tokens),
        ]
        return Prompt(self.seat, "pay-stone", T("You spend {n} power. How?", n=self.price), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        del flow
        power.spend(state.players[self.seat], self.price, brainstone=picks == ["stone"])


def give_up(
    state: GaiaState, seat: int, amount: int, *, to_gaia: bool, so_far: Sequence[str] = ()
) -> list[Step[GaiaState]]:
    """Discard tokens, or move them to the Gaia area; `so_far` are the places that they are given up for."""
    ways = power.discard_ways(state.players[seat], amount)
    if len(ways) > 1:
        return [GiveUp(seat, amount, to_gaia, list(so_far))]
    power.take_out(state.players[seat], ways[0], to_gaia=to_gaia)
    return []


class GiveUp(Ask[GaiaState], tag=True):
    """Ask from which areas tokens come. The first option is what most players want."""

    amount: int
    to_gaia: bool
    so_far: list[str] = msgspec.field(default_factory=list)
    """The places that they are given up for; empty where a table was stored by a version that did not say."""

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        options = [
            Option(
                way_id(way),
                _way_text(way, stone=me.brainstone),
                place=power.bowl_after(me, partial(power.take_out, way=way, to_gaia=self.to_gaia)),
                # Satellites bring a token, which is asked for next.
                last=self.to_gaia and state.acts(self.seat),
            )
            for way in power.discard_ways(me, self.amount)
        ]
        if self.to_gaia:
            text = TN(
                "Move {n} power token to the Gaia area. From which area?",
                "Move {n} power tokens to the Gaia area. From which areas?",
                self.amount,
            )
        else:
            text = TN(
                "Remove {n} power token. From which area?", "Remove {n} power tokens. From which areas?", self.amount
            )
        return Prompt(self.seat, "give-up", text, options, so_far=self.so_far)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        del flow
        me = state.players[self.seat]
        ways = {way_id(way): way for way in power.discard_ways(me, self.amount)}
        power.take_out(me, ways[picks[0]], to_gaia=self.to_gaia)


def way_id(way: tuple[int, int, int, bool]) -> str:
    """Name a way to give tokens up: tokens of areas I, II, III, and ``b`` where the Brainstone is among them."""
    return "-".join(map(str, way[:3])) + ("-b" if way[3] else "")


def _way_text(way: tuple[int, int, int, bool], stone: int) -> Text:
    """Name a way to give tokens up, by the areas that they come from."""
    *counts, with_stone = way
    parts = [T("{n} of area {area}", n=count, area=AREA_NAMES[area]) for area, count in enumerate(counts) if count]
    if with_stone:
        assert stone != NO_BRAINSTONE
        parts.insert(0, T("the Brainstone"))
    return T("{tokens}", tokens=parts)


STORED_TEXTS = (
    T("The Brainstone, {one} of area I, {two} of II, {three} of III"),
    T("{one} of area I, {two} of II, {three} of III"),
)
"""Names of options as older games keep them; here so that they keep their German."""


class Burn(Ask[GaiaState], tag=True):
    """Ask what becomes of the Brainstone when power is burnt with it in area II."""

    def prompt(self, state: GaiaState) -> Prompt:
        texts = {
            "up": T("The Brainstone moves to area III"),
            "stay": T("The Brainstone stays in area II"),
            "burn": T("The Brainstone is discarded"),
        }
        me = state.players[self.seat]
        options = [
            Option(f"stone-{way}", texts[way], place=power.bowl_after(me, partial(power.burn, way=way)))
            for way in power.burn_ways(me)
        ]
        return Prompt(self.seat, "burn-stone", T("You burn a token of area II. What of the Brainstone?"), options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        del flow
        power.burn(state.players[self.seat], picks[0].removeprefix("stone-"))
