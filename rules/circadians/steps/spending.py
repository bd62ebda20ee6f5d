"""Sending dice off, paying, and what comes when a place has been used."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians import places
from rules.circadians.effects import Gain
from rules.circadians.gains import bonuses, gain, pay
from rules.circadians.goods import NOTHING, Goods, letters, words
from rules.circadians.means import HQ, Means, Sending, covers, minus, of_kinds
from rules.circadians.options import with_former
from rules.circadians.state import EMPTY, CircadiansState
from rules.circadians.texts import PLACE_NAMES
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T, Text, player


def leave(state: CircadiansState, seat: int, sending: Sending, place: str, flow: Flow[CircadiansState]) -> None:
    """Pay for sending, take the dice away, and gain what the tiles of their garages give."""
    means = Means(state, seat)
    cost = Goods(algae=sum(means.algae(garage) for garage in sending.garages))
    cost = cost.plus(sending.price).plus(sending.second_price)
    flow.tell("send", _told(means, sending, place, cost), seat=seat)
    pay(means.me, cost)
    tiles = [means.tile(garage) for garage in sending.garages]
    for source in (sending.source, sending.second):
        if source == HQ:
            state.hq.pop(0)
            state.flip = False
        elif source is not None:
            means.me.garages[source - 1] = EMPTY
    for tile in tiles:
        if isinstance(tile, Gain):
            gain(state, flow, seat, tile.gain)


def _told(means: Means, sending: Sending, place: str, cost: Goods) -> Text:
    where = PLACE_NAMES[place]
    who, value = player(means.seat), sending.value
    if sending.second is not None:
        if cost.nothing:
            return T("{who} sends two dice of value {value}: {place}.", who=who, value=value, place=where)
        return T(
            "{who} sends two dice of value {value} for {cost}: {place}.", who=who, value=value, place=where,
            cost=words(cost),
        )  # fmt: skip
    if sending.source == HQ:
        return T("{who} sends a {value} from the headquarters: {place}.", who=who, value=value, place=where)
    if cost.nothing:
        return T("{who} sends a {value} from garage {n}: {place}.", who=who, value=value, n=sending.source, place=where)
    return T(
        "{who} sends a {value} from garage {n} for {cost}: {place}.",
        who=who,
        value=value,
        n=sending.source,
        cost=words(cost),
        place=where,
    )


class Pay(Ask[CircadiansState], tag=True):
    """Pay one of several prices."""

    prices: list[Goods]
    place: str = ""
    """Where it is paid."""

    def prompt(self, state: CircadiansState) -> Prompt:
        have = state.players[self.seat].goods
        options = [
            Option(
                letters(price),
                T("Pay {cost}", cost=words(price)),
                leaves(have, price),
                place=places.price(letters(price)),
                refusal=None if covers(have, price) else T("You have {have}.", have=words(of_kinds(have, [price]))),
                former=_dominated(price, self.prices),
            )
            for price in self.prices
        ]
        so_far = [self.place] if self.place else []
        return Prompt(self.seat, "pay", T("How do you pay?"), options, so_far=so_far, asked_before=with_former(options))

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        price = next(price for price in self.prices if letters(price) == picks[0])
        if not price.nothing:
            pay(state.players[self.seat], price)
            flow.tell("pay", T("{who} pays {cost}.", who=player(self.seat), cost=words(price)), seat=self.seat)


def leaves(have: Goods, price: Goods) -> Text | None:
    """Say what is left of the resources that a price asks for; nothing where it asks for none or cannot be paid."""
    if price == NOTHING or not covers(have, price):
        return None
    left = minus(of_kinds(have, [price]), price)
    return T("Leaves nothing of that") if left.nothing else T("Leaves {goods}", goods=words(left))


def _dominated(price: Goods, prices: Sequence[Goods]) -> bool:
    """Whether another price asks for less of something and for more of nothing."""
    return any(other != price and covers(price, other) for other in prices)


class Receive(Act[CircadiansState], tag=True):
    """Gain something."""

    seat: int
    goods: Goods

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        gain(state, flow, self.seat, self.goods)


class Used(Act[CircadiansState], tag=True):
    """A place has been used: what the seat's effects give after it."""

    seat: int
    place: str
    garages: tuple[int, ...] = ()

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        bonuses(state, flow, self.seat, self.place, self.garages)


def then_pay(
    state: CircadiansState, seat: int, place: str, base: list[Goods], sending: Sending
) -> Step[CircadiansState]:
    """The step that pays for a place, once the dice have left."""
    return Pay(seat, Means(state, seat).prices(place, base, sending.garages), place)
