"""What the robot of Eclipse does with its turn, and what is free in it: colonies, trades, the upkeep."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.components import MONEY, TRACKS
from rules.eclipse.economy import own_sectors, tracks_for
from rules.eclipse.robot.diplomacy import offers
from rules.eclipse.robot.plan import LEAST, flip_gain, ideas, settling
from rules.eclipse.robot.prompts import Chooser, ids
from rules.eclipse.robot.table import Idea, Table, able_to_pay
from rules.eclipse.robot.value import balance, loss_of, worth
from rules.eclipse.steps import free
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng


def _species(table: Table, prompt: Prompt, rng: Rng) -> str:
    del table
    return rng.pick(ids(prompt), "robot.species")


def best_idea(table: Table, prompt: Prompt) -> Idea | None:
    """The best use of the turn, if any is better than passing."""
    legal = ids(prompt)
    found = [idea for idea in ideas(table.state, table.seat) if idea.picks[0] in legal and idea.gain > LEAST]
    return max(found, key=lambda idea: (idea.gain, idea.picks), default=None)


def settled(table: Table, prompt: Prompt, *, upkeep: bool = False) -> str:
    """The option for the best use of a colony ship, if any pays: its square, or else to be asked for it."""
    gain, sector, square = settling(table, upkeep)
    direct, legal = f"{free.TO}{sector}-{square}", ids(prompt)
    found = [id for id in (direct, free.COLONY) if id in legal]
    return found[0] if found and gain > 0 else ""


def _turn(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    colony = settled(table, prompt)
    if colony:
        return colony
    idea = best_idea(table, prompt)
    return "pass" if idea is None else idea.picks[0]


def _colony(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    _, sector, square = settling(table, table.state.phase == "upkeep")
    direct = f"{sector}-{square}"
    return direct if direct in ids(prompt) else sector


def _colony_square(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng

    def gain(pick: str) -> float:
        square, _, track = pick.partition("-")
        track = track or tracks_for(square.rstrip("123"))[0]
        return worth(table.books.settled(track), table.left) - 0.01 * square.startswith("wild")

    return max(ids(prompt), key=gain)


def wanted_trade(table: Table) -> tuple[str, ...]:
    """The trade that the best idea begins with, or that the upkeep asks for."""
    if table.state.phase == "upkeep":
        return upkeep_trade(table)
    found = [idea for idea in ideas(table.state, table.seat) if idea.gain > LEAST and idea.picks[0] == "trade"]
    return max(found, key=lambda idea: (idea.gain, idea.picks)).picks if found else ()


def upkeep_trade(table: Table) -> tuple[str, ...]:
    """Trade for the money that is lacking, first of what there is most of."""
    me, given = table.me, free.rate(table.me)
    able = [track for track in TRACKS[1:] if me.goods[track] >= given]
    if not able:
        return ()
    give = max(able, key=lambda track: me.goods[track])
    n = min(me.goods[give] // given, max(1, -balance(table.books)))
    return "trade", f"{give}-{MONEY}", str(n)


def _trade(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Make the trade that is wanted; where a person has begun one for the robot, the one that costs least."""
    del rng
    picks, legal = wanted_trade(table), ids(prompt)
    if picks:
        whole = f"{picks[1]}-{picks[2]}"
        return whole if whole in legal else picks[1]

    def after(pick: str) -> float:
        give, get, *_ = pick.split("-")
        return worth(table.books.paid(give, free.rate(table.me)).paid(get, -1), table.left)

    return max([id for id in legal if id.endswith("-1")] or legal, key=after)


def _trade_amount(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    picks = wanted_trade(table)
    return picks[2] if picks and picks[2] in ids(prompt) else ids(prompt)[0]


def _finish(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Settle and turn colony ships up before the turn ends."""
    del rng
    legal, colony = ids(prompt), settled(table, prompt)
    if colony:
        return colony
    if free.FLIP in legal and flip_gain(table, 1) > 0.01:
        return free.FLIP
    return free.PROPOSE if free.PROPOSE in legal and offers(table) else "done"


def _upkeep(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Settle, then trade, then give up what is lost most easily, until the upkeep can be paid."""
    del rng
    legal, colony = ids(prompt), settled(table, prompt, upkeep=True)
    if colony:
        return colony
    if "done" in legal:
        return "done"
    others = [id for id in legal if free.is_colony(id)]
    if others and free.TRADE not in legal:
        return others[0]
    sectors = [sector for sector in own_sectors(table.state, table.seat) if sector.id in legal]
    if free.TRADE in legal and (able_to_pay(table, table.books) or not sectors):
        return free.TRADE
    lost = {sector.id: loss_of(table.state, table.seat, sector) for sector in sectors}
    return min(lost, key=lambda one: (lost[one], one)) if lost else legal[0]


def _play_on(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Answer, in place of a person who was about to give up."""
    del table, prompt, rng
    return "no"


CHOOSERS: Mapping[str, Chooser] = {
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
