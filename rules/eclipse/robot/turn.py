"""What the robot of Eclipse does with its turn, and what is free in it: colonies, trades, the upkeep."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.components import MONEY, TRACKS
from rules.eclipse.economy import own_sectors, tracks_for
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.builds import build_plan, most_items
from rules.eclipse.robot.diplomacy import offers, relation
from rules.eclipse.robot.plan import LEAST, flip_gain, ideas, researches, settling, settlings
from rules.eclipse.robot.prompts import Weighed, Weigher, ids
from rules.eclipse.robot.table import Idea, Table, able_to_pay
from rules.eclipse.robot.terms import Terms, plus, times, total
from rules.eclipse.robot.value import balance, loss_terms, worth
from rules.eclipse.steps import free
from rules.eclipse.steps.turn import GIVE_UP, PASS, REST
from rules.kernel.prompt import Prompt

#: What a trade costs by itself that nothing asks for, and what it takes to give up the game.
UNASKED, GIVEN_UP = 0.25, 30.0
#: What keeps the robot from giving up sectors while it can trade.
GIVING_UP = 10.0


def _species(table: Table, prompt: Prompt) -> Weighed:
    del table
    return {id: {} for id in ids(prompt)}


def free_too(table: Table, prompt: Prompt, weighed: Weighed, *, upkeep: bool = False) -> Weighed:
    """Weigh what is free beside other answers: each is worth what it adds to the best of those."""
    found, legal = dict(weighed), ids(prompt)
    best: Terms = max(weighed.values(), key=total, default={})
    for gain, sector, square in settlings(table, upkeep):
        found[f"{free.TO}{sector}-{square}"] = plus(best, {terms_.ECONOMY: gain})
    if free.COLONY in legal:
        found[free.COLONY] = plus(best, {terms_.ECONOMY: settling(table, upkeep)[0]})
    if free.FLIP in legal:
        found[free.FLIP] = plus(best, {terms_.ECONOMY: flip_gain(table, 1) - 0.01})
    if free.PROPOSE in legal:
        found[free.PROPOSE] = plus(best, relation(table) if offers(table) else {terms_.OTHER: -1.0})
    if free.TRADE in legal and free.TRADE not in found:
        found[free.TRADE] = plus(best, {terms_.OTHER: -UNASKED})
    return found


def by_hand(table: Table, action: str) -> Terms | None:
    """What an action brings without a trade before it, where its best use begins with one."""
    if action == "research":
        found = researches(table, trading=False)
        return found[0].terms if found else None
    plan = build_plan(table, most_items(table, table.me.passed), trading=False)
    return None if plan is None else plan.terms


def _turn(table: Table, prompt: Prompt) -> Weighed:
    legal = ids(prompt)
    found: dict[str, Terms] = {
        PASS: {terms_.OTHER: LEAST},
        REST: {terms_.OTHER: LEAST - 0.01},
        GIVE_UP: {terms_.OTHER: -GIVEN_UP},
    }
    able = ideas(table.state, table.seat)
    for one in able:
        pick = one.picks[0]
        if pick in legal and (pick not in found or one.gain > total(found[pick])):
            found[pick] = one.terms
    then = Table(table.state, table.seat, spent=1)
    disc = {terms_.DISC: then.base - table.base}
    for action in ("research", "build"):
        if able and action in legal and action not in found:
            terms = by_hand(then, action)
            if terms is not None:
                found[action] = plus(terms, disc)
    return free_too(table, prompt, found)


def _colony(table: Table, prompt: Prompt) -> Weighed:
    del prompt
    found: dict[str, Terms] = {}
    for gain, sector, square in sorted(settlings(table, table.state.phase == "upkeep")):
        found[f"{sector}-{square}"] = found[sector] = {terms_.ECONOMY: gain}
    return found


def _colony_square(table: Table, prompt: Prompt) -> Weighed:
    found: dict[str, Terms] = {}
    for pick in ids(prompt):
        square, _, track = pick.partition("-")
        track = track or tracks_for(square.rstrip("123"))[0]
        gain = worth(table.books.settled(track), table.left) - table.base - 0.01 * square.startswith("wild")
        found[pick] = {terms_.ECONOMY: gain}
    return found


def wanted_trade(table: Table) -> Idea | None:
    """The trade that the best idea begins with, or that the upkeep asks for."""
    if table.state.phase == "upkeep":
        return upkeep_trade(table)
    found = [idea for idea in ideas(table.state, table.seat) if idea.gain > LEAST and idea.picks[0] == free.TRADE]
    return max(found, key=lambda idea: (idea.gain, idea.picks), default=None)


def upkeep_trade(table: Table) -> Idea | None:
    """Trade for the money that is lacking, first of what there is most of."""
    me, given = table.me, free.rate(table.me)
    able = [track for track in TRACKS[1:] if me.goods[track] >= given]
    if not able:
        return None
    give = max(able, key=lambda track: me.goods[track])
    n = min(me.goods[give] // given, max(1, -balance(table.books)))
    return Idea(1.0, (free.TRADE, f"{give}-{MONEY}", str(n)), {terms_.ECONOMY: 1.0})


def traded(table: Table, give: str, get: str, n: int) -> Terms:
    """What a trade is worth by itself."""
    after = table.books.paid(give, n * free.rate(table.me)).paid(get, -n)
    return {terms_.ECONOMY: worth(after, table.left) - table.base}


def _trade(table: Table, prompt: Prompt) -> Weighed:
    """Make the trade that is wanted; where a person has begun one for the robot, the one that costs least."""
    wanted = wanted_trade(table)
    found: dict[str, Terms] = {}
    for pick in ids(prompt):
        give, get, *n = pick.split("-")
        found[pick] = plus(traded(table, give, get, int(n[0]) if n else 1), {terms_.OTHER: -0.01 * (not n)})
    if wanted is not None:
        _, pair, n_ = wanted.picks
        whole = f"{pair}-{n_}"
        best = max(total(terms) for terms in found.values())
        found[whole if whole in found else pair] = plus(wanted.terms, {terms_.OTHER: max(0.0, best)})
    return found


def _trade_amount(table: Table, prompt: Prompt) -> Weighed:
    """As much as is wanted; where nothing is, as little as possible."""
    wanted = wanted_trade(table)
    n = wanted.picks[2] if wanted is not None else ""
    return {id: {terms_.OTHER: 1.0 if id == n else -0.01 * int(id)} for id in ids(prompt)}


def _finish(table: Table, prompt: Prompt) -> Weighed:
    """Settle and turn colony ships up before the turn ends, and offer relations."""
    return free_too(table, prompt, {"done": {}})


def _upkeep(table: Table, prompt: Prompt) -> Weighed:
    """Settle, then trade, then give up what is lost most easily, until the upkeep can be paid."""
    legal = ids(prompt)
    found: dict[str, Terms] = {"done": {}}
    sectors = [sector for sector in own_sectors(table.state, table.seat) if sector.id in legal]
    for sector in sectors:
        lost = times(loss_terms(table.state, table.seat, sector), -1.0)
        found[sector.id] = plus(lost, {terms_.OTHER: -GIVING_UP})
    if free.TRADE in legal and "done" not in legal:
        enough = able_to_pay(table, table.books) or not sectors
        found[free.TRADE] = {terms_.ECONOMY: -0.5 if enough else -100.0}
    weighed = {id: terms for id, terms in found.items() if id in legal}
    settled = free_too(table, prompt, weighed, upkeep=True)
    if "done" in legal or free.TRADE in legal:
        return settled
    # A square that brings nothing of use may still bring the money that keeps a sector.
    return {id: plus(terms, {terms_.OTHER: 100.0}) if free.is_colony(id) else terms for id, terms in settled.items()}


def _play_on(table: Table, prompt: Prompt) -> Weighed:
    """Answer, in place of a person who was about to give up."""
    del table, prompt
    return {"no": {}, "yes": {terms_.OTHER: -GIVEN_UP}}


WEIGHERS: Mapping[str, Weigher] = {
    "species": _species,
    "turn": _turn,
    "give-up": _play_on,
    "colony": _colony,
    "colony-square": _colony_square,
    "trade": _trade,
    "trade-amount": _trade_amount,
    "finish": _finish,
    "upkeep": _upkeep,
}
