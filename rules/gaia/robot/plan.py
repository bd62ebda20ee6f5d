"""What a robot may do in one turn, played through on a copy of what it sees.

Nothing is hidden in Gaia Project and a turn draws nothing, so the game's own steps can be run ahead from a view. Other
seats are left out: nobody is asked whether to charge power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.gaia import federation, goods, power
from rules.gaia.components import ACTIONS, MINE, STRUCTURES, TRACKS, Goods
from rules.gaia.counts import pieces_used
from rules.gaia.reach import QIC_REACH, Look, mine, no_project, project_quotes, upgrade_quotes
from rules.gaia.state import AREA_2, AREA_3, GAIA_AREA, GaiaState, Player
from rules.gaia.steps import free
from rules.gaia.steps.actions import FAR, BoardActions, Specials, special_refusal, specials
from rules.gaia.steps.building import (
    BuildMine,
    ChooseUpgrade,
    Downgrade,
    FarReach,
    GaiaProject,
    SpaceStation,
    Swap,
    Upgrade,
)
from rules.gaia.steps.charging import AskCharges
from rules.gaia.steps.federate import ChooseRoute
from rules.gaia.steps.research import RESEARCH_COST, Advance, LostPlanet, Research, cannot_advance
from rules.gaia.steps.tech import ChooseTech, Cover
from rules.gaia.steps.tokens import ChooseToken, ScoreAgain
from rules.gaia.steps.turn import Finish, Pass, Turn
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import Act, Ask, Flow

#: How many sets of planets are tried for a federation.
FEDERATIONS = 6
#: How many planets are tried for one kind of action.
PLACES = 12
#: How many Q.I.C. are spent on range at most.
QIC_FOR_REACH = 2


#: Questions whose first answer is always a good one.
AT_ONCE = ("give-up", "charge-stone", "route", "burn-stone", "pay-stone")
#: The steps that need to know no more than who is asked.
PLAIN: Mapping[str, Callable[[int], Ask[GaiaState]]] = {
    "again": ScoreAgain,
    "downgrade": Downgrade,
    "gaia": GaiaProject,
    "lost-planet": LostPlanet,
    "pass": Pass,
    "research": Research,
    "special": Specials,
    "station": SpaceStation,
    "swap": Swap,
    "tech": ChooseTech,
    "token": ChooseToken,
    "upgrade": ChooseUpgrade,
}


class Goal(msgspec.Struct, frozen=True):
    """An action that a robot may aim at: the picks that begin it, and what must be there to pay for it."""

    picks: tuple[str, ...]
    cost: Goods = Goods()
    power: int = 0
    tokens: int = 0
    """Power tokens that go to the Gaia area."""
    subset: int = 0
    """The groups of a federation, as bits."""


class Lookahead:
    """A position that a robot plays through in its head: a copy of the table, and the open steps."""

    def __init__(self, state: GaiaState, seat: int, stack: Sequence[Any]) -> None:
        self.state, self.seat, self.stack = state, seat, list(stack)

    @classmethod
    def of(cls, view: GaiaState, seat: int, *steps: Any) -> Lookahead:
        """Begin with these steps, the first of them first."""
        return cls(copy_table(view, seat), seat, steps[::-1])

    def fork(self) -> Lookahead:
        """Copy it, to try something."""
        return Lookahead(copy_table(self.state, self.seat), self.seat, self.stack)

    @property
    def me(self) -> Player:
        """The robot's own board."""
        return self.state.players[self.seat]

    def take(self, picks: list[str]) -> None:
        """Answer the open step."""
        flow = self._flow()
        self.stack.pop().take(self.state, picks, flow)

    def _flow(self) -> Flow[GaiaState]:
        flow: Flow[GaiaState] = Flow(Rng("00"))
        flow.stack = self.stack
        return flow

    def ask(self) -> Prompt | None:
        """Run on to the next question within the action; None at its end."""
        while self.stack:
            top = self.stack[-1]
            if isinstance(top, AskCharges):
                self.stack.pop()
            elif isinstance(top, Act):
                self.stack.pop()
                top.run(self.state, self._flow())
            elif isinstance(top, Finish | Turn):
                return None
            else:
                assert isinstance(top, Ask)
                prompt: Prompt = top.prompt(self.state)
                forced = prompt.forced()
                if forced is None:
                    return prompt
                self.take(forced)
        return None


def copy_table(state: GaiaState, seat: int) -> GaiaState:
    """Copy what a turn of a seat can change; the rest is shared."""
    players = list(state.players)
    players[seat] = copy_player(players[seat])
    return msgspec.structs.replace(
        state,
        players=players,
        boosters=list(state.boosters),
        advanced=dict(state.advanced),
        supply=dict(state.supply),
        passed=list(state.passed),
        taken=dict(state.taken),
        built=list(state.built),
    )


def copy_player(me: Player) -> Player:
    """Copy a seat's board."""
    return msgspec.structs.replace(
        me,
        power=list(me.power),
        research=dict(me.research),
        sent_formers=list(me.sent_formers),
        structures=dict(me.structures),
        guests=list(me.guests),
        stations=list(me.stations),
        satellites=list(me.satellites),
        federated=list(me.federated),
        tokens=[msgspec.structs.replace(token) for token in me.tokens],
        tiles=[msgspec.structs.replace(tile) for tile in me.tiles],
        used=list(me.used),
        points=dict(me.points),
    )


def step_for(view: GaiaState, prompt: Prompt) -> Any:
    """Find the step that asks this; None where a robot does not play it through.

    A view does not tell the open steps, but a step is known by what it asks.
    """
    for step in _candidates(view, prompt):
        if step.prompt(view) == prompt:
            return step
    return None


def _candidates(view: GaiaState, prompt: Prompt) -> Iterator[Any]:
    """List the steps that may ask a kind of question."""
    seat, kind = prompt.seat, prompt.kind
    if kind in PLAIN:
        yield PLAIN[kind](seat)
    elif kind == "build":
        yield from (BuildMine(seat, steps) for steps in (0, 1, 2))
    elif kind == "far":
        yield FarReach(seat, FAR)
    elif kind == "upgrade-place":
        yield from (Upgrade(seat, structure) for structure in STRUCTURES if structure != MINE)
    elif kind in ("power", "qic"):
        yield BoardActions(seat, kind)
    elif kind == "advance":
        yield Advance(seat, [option.id for option in prompt.options if option.id != "stay"])
    elif kind == "cover":
        yield from (Cover(seat, track) for track in view.advanced)


def goals(view: GaiaState, seat: int) -> Iterator[Goal]:
    """List the actions of a turn whose prices could be met, passing last."""
    look = Look(view, seat)
    around = _around(look)
    yield from _mines(look, around, ("build",))
    yield from _projects(look)
    yield from _upgrading(look)
    if _payable(look.me, RESEARCH_COST) and not all(cannot_advance(view, seat, track) for track in TRACKS):
        yield Goal(("research",), RESEARCH_COST)
    yield from _board_actions(look, around)
    for id in specials(look.me):
        if id == "step" and id not in look.me.used:
            yield from _mines(look, around, ("special", id), steps=1)
        elif id != "step" and special_refusal(look, id) is None:
            yield Goal(("special", id))
    yield from (Goal(("federation",), subset=subset) for subset in federations(view, seat))
    yield Goal(("pass",))


def _around(look: Look) -> list[str]:
    """List the planets that can be reached with a few Q.I.C., the nearest first."""
    limit = look.range + QIC_REACH * min(QIC_FOR_REACH, look.me.qic + 1)
    found = [(look.map.nearest(place, look.starts), place) for place in look.foreign()]
    return [place for far, place in sorted(found) if far <= limit]


def _payable(me: Player, cost: Goods, price: int = 0) -> bool:
    """Whether a price could be met by free actions, roughly: a first sieve."""
    pool = power.spendable(me) + power.burnable(me)
    return (
        pool >= price
        and me.qic + pool // 4 + (me.credits // 4 if me.faction == "hadsch-hallas" else 0) + me.formers >= cost.qic
        and me.ore + me.qic + pool // 3 >= cost.ore - (3 if me.faction == "hadsch-hallas" else 0)
        and me.credits + me.ore + me.knowledge + pool >= cost.credits
    )


def _mines(look: Look, around: list[str], picks: tuple[str, ...], *, steps: int = 0, price: int = 0) -> Iterator[Goal]:
    quotes = [mine(look, place, steps=steps) for place in around]
    # Where a mine is forbidden at any price, no price is given.
    found = [quote for quote in quotes if quote.cost != Goods() and _payable(look.me, quote.cost, price)]
    found.sort(key=lambda quote: quote.cost.ore + 2 * quote.cost.qic)
    for quote in found[:PLACES]:
        yield Goal((*picks, quote.place), quote.cost, price)


def _projects(look: Look) -> Iterator[Goal]:
    if no_project(look.me) is None:
        quotes = [quote for quote in project_quotes(look) if _payable(look.me, quote.cost)]
        for quote in quotes[:PLACES]:
            yield Goal(("gaia", quote.place), quote.cost, tokens=quote.tokens)


def _upgrading(look: Look) -> Iterator[Goal]:
    for kind in STRUCTURES:
        if kind == MINE:
            continue
        if pieces_used(look.state, look.me, kind) >= STRUCTURES[kind].count:
            continue
        for quote in upgrade_quotes(look, kind):
            if quote.place != look.state.lost and _payable(look.me, quote.cost):
                yield Goal(("upgrade", kind, quote.place), quote.cost)


def _board_actions(look: Look, around: list[str]) -> Iterator[Goal]:
    for action in ACTIONS.values():
        if action.id in look.state.taken:
            continue
        if action.steps:
            yield from _mines(look, around, ("power", action.id), steps=action.steps, price=action.price)
        elif action.pay == "power" and _payable(look.me, Goods(), action.price):
            yield Goal(("power", action.id), power=action.price)
        elif action.id == "again" and not look.me.tokens:
            continue
        elif action.pay == "qic" and _payable(look.me, Goods(qic=action.price)):
            yield Goal(("qic", action.id), Goods(qic=action.price))


def federations(view: GaiaState, seat: int, having: int = 0) -> list[int]:
    """List the sets of groups for a federation, as bits, that waste least: those that have all of `having`."""
    if not any(view.supply.values()):
        return []
    plan = federation.plan(view, seat)

    def waste(subset: int) -> tuple[int, int]:
        return federation.value_of(plan.case, subset) + 2 * plan.legal[subset], subset

    return sorted((subset for subset in plan.legal if subset & having == having), key=waste)[:FEDERATIONS]


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


def begin(view: GaiaState, seat: int, goal: Goal, picks: Sequence[str]) -> Lookahead | None:
    """Play free actions and then the beginning of a goal; None where they have not paid for it after all."""
    ahead = Lookahead.of(view, seat, Turn(seat))
    for pick in picks:
        ahead.take([pick])
        while (prompt := ahead.ask()) is not None:
            ahead.take([prompt.legal[0].id])
    if not covers(ahead.me, goal):
        return None
    if goal.subset:
        ahead.stack[-1:] = [Finish(seat), ChooseRoute(seat, goal.subset)]
        return ahead
    for pick in goal.picks:
        ahead.take([pick])
    return ahead
