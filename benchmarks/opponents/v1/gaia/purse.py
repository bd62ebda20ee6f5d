"""What an action of a turn takes, and the free actions by which a robot pays for it."""

from __future__ import annotations

import msgspec

from benchmarks.opponents.v1.gaia.lookahead import copy_player
from rules.gaia import goods, power
from rules.gaia.components import Goods
from rules.gaia.state import AREA_2, AREA_3, GAIA_AREA, GaiaState, Player
from rules.gaia.steps import free


class Goal(msgspec.Struct, frozen=True):
    """An action that a robot may aim at: the picks that begin it, and what must be there to pay for it."""

    picks: tuple[str, ...]
    cost: Goods = Goods()
    power: int = 0
    tokens: int = 0
    """Power tokens that go to the Gaia area."""
    subset: int = 0
    """The groups of a federation, as bits."""


#: What may become what, the cheapest first.
WAYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("knowledge", ("t-k", "c-k", "pw-k")),
    ("qic", ("f-q", "c-q", "pw-q")),
    ("ore", ("c-o", "pw-o", "q-o")),
    ("credits", ("3pw-3c", "pw-c", "k-c", "o-c")),
)
#: More free actions than anything is worth.
TOO_MANY = 12


def conversions(state: GaiaState, seat: int, goal: Goal) -> list[str] | None:
    """Find free actions that pay for a goal; None where there are none."""
    if covers(state.players[seat], goal):
        return []
    purse = Purse(state, seat, goal)
    while power.spendable(purse.me) < goal.power:
        if not purse.burn():
            return None
    for kind, ways in WAYS:
        while getattr(purse.me, kind) < getattr(goal.cost, kind):
            if len(purse.picks) > TOO_MANY or not any(purse.exchange(way) for way in ways):
                return None
    return purse.picks


def covers(me: Player, goal: Goal) -> bool:
    """Whether a goal can be paid for as it is."""
    return power.spendable(me) >= goal.power and goods.covers(me, goal.cost) and power.tokens(me) >= goal.tokens


class Purse:
    """What a seat has, and the free actions by which it changes: never at the cost of what the goal itself takes."""

    def __init__(self, state: GaiaState, seat: int, goal: Goal) -> None:
        self.state, self.goal = state, goal
        self.me = copy_player(state.players[seat])
        self.picks: list[str] = []

    def burn(self) -> bool:
        """Burn a token, if it can be done without the Brainstone."""
        me = self.me
        if me.power[AREA_2] < 2 or me.brainstone == AREA_2:
            return False
        power.burn(me)
        self.picks.append(free.BURN)
        return True

    def exchange(self, id: str) -> bool:
        """Carry out a free action, if it can be paid for."""
        exchange = free.EXCHANGES[id]
        if not free.has(self.state, self.me, exchange) or not self._pay(id, exchange):
            return False
        goods.receive(self.me, exchange.gain, "ability")
        self.picks.append(id)
        return True

    def _pay(self, id: str, exchange: free.Exchange) -> bool:
        me = self.me
        if id == free.STONE_FOR_CREDITS:
            return self._pay_stone()
        if id == free.TOKEN_FOR_KNOWLEDGE:
            if not me.power[AREA_3] or power.spendable(me) - power.token_worth(me) < self.goal.power:
                return False
            me.power[AREA_3] -= 1
            me.power[GAIA_AREA] += 1
        elif exchange.power:
            return self._pay_power(exchange.power)
        elif exchange.cost.formers:
            if not me.formers:
                return False
            me.formers -= 1
        else:
            if not self._spare(exchange.cost):
                return False
            goods.pay(me, exchange.cost)
        return True

    def _spare(self, cost: Goods) -> bool:
        """Whether goods can be paid that the goal does not take."""
        return all(
            not getattr(cost, kind) or getattr(self.me, kind) - getattr(cost, kind) >= getattr(self.goal.cost, kind)
            for kind in ("ore", "credits", "knowledge", "qic")
        )

    def _pay_stone(self) -> bool:
        if self.me.brainstone != AREA_3 or power.spendable(self.me) - power.BRAINSTONE_WORTH < self.goal.power:
            return False
        power.spend(self.me, power.BRAINSTONE_WORTH, brainstone=True)
        return True

    def _pay_power(self, price: int) -> bool:
        """Spend tokens of area III, burning for them where needed; the Brainstone stays."""
        me = self.me
        while me.power[AREA_3] * power.token_worth(me) - price < self.goal.power:
            if not self.burn():
                return False
        power.spend(me, price, brainstone=False)
        return True
