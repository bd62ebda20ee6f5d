"""What a robot may do in one turn: the actions whose prices it could meet, and their beginnings played through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.opponents.v1.gaia.lookahead import Lookahead
from benchmarks.opponents.v1.gaia.purse import Goal, covers
from rules.gaia import federation, power
from rules.gaia.components import ACTIONS, MINE, STRUCTURES, TRACKS, Goods
from rules.gaia.counts import pieces_used
from rules.gaia.reach import QIC_REACH, Look, mine, no_project, project_quotes, upgrade_quotes
from rules.gaia.state import GaiaState, Player
from rules.gaia.steps.actions import special_refusal, specials
from rules.gaia.steps.federate import go_on
from rules.gaia.steps.research import RESEARCH_COST, cannot_advance
from rules.gaia.steps.turn import Finish, Turn

#: How many sets of planets are tried for a federation.
FEDERATIONS = 6
#: How many planets are tried for one kind of action.
PLACES = 12
#: How many Q.I.C. are spent on range at most.
QIC_FOR_REACH = 2


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
        plan = federation.plan(ahead.state, seat)
        if goal.subset not in plan.legal:
            return None
        ahead.stack[-1:] = [Finish(seat), *reversed(go_on(ahead.state, seat, plan, goal.subset, []))]
        return ahead
    for pick in goal.picks:
        ahead.take([pick])
    return ahead
