"""Free actions: before or after the action of a turn, as often as they can be paid (rulebook, 9)."""

from __future__ import annotations

from functools import cache

import msgspec

from rules.gaia import goods, power
from rules.gaia.components import Goods
from rules.gaia.counts import has_institute
from rules.gaia.state import AREA_3, GAIA_AREA, GaiaState, Player
from rules.gaia.steps.basics import Burn, Gain, gain, pay_power
from rules.gaia.texts import goods_texts, power_shortage
from rules.kernel.prompt import Option
from rules.kernel.steps import Flow, Step
from rules.kernel.text import T, Text, player


class Exchange(msgspec.Struct, frozen=True):
    """A free action: power or goods for goods. `for_faction` and `institute` say who has it."""

    gain: Goods
    power: int = 0
    cost: Goods = Goods()
    for_faction: str = ""
    institute: bool = False
    paired: bool = False
    """Only where free actions may be paid together (see `Rules.paired_power`)."""


EXCHANGES: dict[str, Exchange] = {
    "pw-q": Exchange(Goods(qic=1), 4),
    "pw-o": Exchange(Goods(ore=1), 3),
    "pw-k": Exchange(Goods(knowledge=1), 4),
    "pw-c": Exchange(Goods(credits=1), 1),
    "q-o": Exchange(Goods(ore=1), cost=Goods(qic=1)),
    "k-c": Exchange(Goods(credits=1), cost=Goods(knowledge=1)),
    "o-c": Exchange(Goods(credits=1), cost=Goods(ore=1)),
    "o-t": Exchange(Goods(tokens=1), cost=Goods(ore=1)),
    "c-q": Exchange(Goods(qic=1), cost=Goods(credits=4), for_faction="hadsch-hallas", institute=True),
    "c-o": Exchange(Goods(ore=1), cost=Goods(credits=3), for_faction="hadsch-hallas", institute=True),
    "c-k": Exchange(Goods(knowledge=1), cost=Goods(credits=4), for_faction="hadsch-hallas", institute=True),
    "f-q": Exchange(Goods(qic=1), cost=Goods(formers=1), for_faction="baltaks"),
    "t-k": Exchange(Goods(knowledge=1), for_faction="nevlas"),
    "3pw-3c": Exchange(Goods(credits=3), 3, for_faction="taklons"),
    "2pw-2c": Exchange(Goods(credits=2), 2, for_faction="nevlas", institute=True, paired=True),
    "4pw-oc": Exchange(Goods(ore=1, credits=1), 4, for_faction="nevlas", institute=True, paired=True),
    "6pw-2o": Exchange(Goods(ore=2), 6, for_faction="nevlas", institute=True, paired=True),
}
BURN = "burn"
TOKEN_FOR_KNOWLEDGE = "t-k"  # noqa: S105 - a power token
STONE_FOR_CREDITS = "3pw-3c"


def has(state: GaiaState, me: Player, exchange: Exchange) -> bool:
    """Whether a faction has this free action at all."""
    return (
        exchange.for_faction in ("", me.faction)
        and (not exchange.institute or has_institute(me))
        and (not exchange.paired or state.rules.paired_power)
    )


def makes_room(id: str) -> bool:
    """Whether more power can be charged after this free action: it takes power from area III, or brings a token."""
    exchange = EXCHANGES.get(id)
    return exchange is not None and (exchange.power > 0 or exchange.gain.tokens > 0 or id == TOKEN_FOR_KNOWLEDGE)


def options(state: GaiaState, seat: int) -> list[Option]:
    """Offer every free action of a player, with what is missing where it cannot be paid."""
    me = state.players[seat]
    found = [_option(me, id, exchange) for id, exchange in EXCHANGES.items() if has(state, me, exchange)]
    refusal = None if power.burnable(me) else T("You need two power tokens in area II.")
    burn = T("Discard a token of area II, move another one to area III")
    if me.faction == "itars":
        burn = T("Move a token of area II to the Gaia area, another one to area III")
    found.append(Option(BURN, burn, refusal=refusal))
    return found


def _option(me: Player, id: str, exchange: Exchange) -> Option:
    refusal: Text | None = None
    if id == TOKEN_FOR_KNOWLEDGE:
        refusal = None if me.power[AREA_3] else T("You have no power token in area III.")
    elif id == STONE_FOR_CREDITS:
        refusal = None if me.brainstone == AREA_3 else T("The Brainstone is not in area III.")
    elif exchange.power:
        if power.spendable(me) < exchange.power:
            refusal = power_shortage(exchange.power, power.spendable(me))
    elif exchange.cost.formers:
        refusal = None if me.formers else T("You have no Gaiaformer ready.")
    else:
        refusal = goods.shortage(me, exchange.cost)
    note = None
    if refusal is None and not exchange.power:
        paid = {
            good: getattr(me, good) - getattr(exchange.cost, good) for good in ("ore", "credits", "knowledge", "qic")
        }
        note = goods.warned(None, msgspec.structs.replace(me, **paid), exchange.gain)
    elif refusal is None:
        note = goods.warned(None, me, exchange.gain)
    return Option(id, _text(id, goods.receives_ore_for_qic(me)), note, refusal=refusal)


@cache
def _text(id: str, ore_for_qic: bool) -> Text:
    """Say what a free action exchanges."""
    exchange = EXCHANGES[id]
    gained = exchange.gain
    if gained.qic and ore_for_qic:
        gained = Goods(ore=gained.qic)
    words: list[Text] = goods_texts(gained)
    if id == TOKEN_FOR_KNOWLEDGE:
        return T("A token of area III to the Gaia area for {gain}", gain=words)
    if id == STONE_FOR_CREDITS:
        return T("The Brainstone for {gain}", gain=words)
    if exchange.power:
        return T("{n} power for {gain}", n=exchange.power, gain=words)
    return T("{cost} for {gain}", cost=goods_texts(exchange.cost), gain=words)


def carry_out(state: GaiaState, seat: int, id: str, flow: Flow[GaiaState]) -> list[Step[GaiaState]]:
    """Carry out a free action; gives back the steps for what must be asked."""
    me = state.players[seat]
    if id == BURN:
        flow.tell("burn", T("{who} burns a power token.", who=player(seat)), seat=seat)
        if len(power.burn_ways(me)) > 1:
            return [Burn(seat)]
        power.burn(me, power.burn_ways(me)[0])
        return []
    exchange = EXCHANGES[id]
    if id == STONE_FOR_CREDITS:
        power.spend(me, exchange.power, brainstone=True)
    elif id == TOKEN_FOR_KNOWLEDGE:
        me.power[AREA_3] -= 1
        me.power[GAIA_AREA] += 1
    elif exchange.power:
        asks = pay_power(state, seat, exchange.power)
        if asks:
            return [*asks, Gain(seat, exchange.gain)]
    elif exchange.cost.formers:
        me.formers -= 1
        me.resting_formers += 1
    else:
        goods.pay(me, exchange.cost)
    got = goods.taken(me, exchange.gain)
    flow.tell(
        "free",
        T("{who} gains {goods} from a free action.", who=player(seat), goods=goods_texts(got)),
        seat=seat,
    )
    return gain(state, seat, exchange.gain)
