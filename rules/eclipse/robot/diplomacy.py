"""Whom the robot of Eclipse offers relations, and what it accepts."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.economy import fits
from rules.eclipse.robot.prompts import Chooser, ids
from rules.eclipse.robot.table import Table
from rules.eclipse.robot.value import worth
from rules.eclipse.steps import diplomacy
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng


def wants(table: Table) -> bool:
    """Whether one more ambassador is welcome: it should not take the last slot for a reputation tile too early."""
    me = table.me
    if not diplomacy.has_slot(me):
        return False
    return not table.left or bool(me.reputation) or fits(me, len(me.partners) + 1, len(me.reputation) + 1)


def offers(table: Table) -> bool:
    """Whether there is a neighbour to offer relations who has not declined in this round."""
    return wants(table) and bool(set(diplomacy.possible(table.state, table.seat)) - set(table.me.declined))


def _offers(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    return "propose" if "propose" in ids(prompt) and offers(table) else "done"


def _propose(table: Table, prompt: Prompt, rng: Rng) -> str:
    """Propose to one of those who have not declined; to any where a person has begun it for the robot."""
    declined = {table.state.players[seat].species for seat in table.me.declined}
    return rng.pick([id for id in ids(prompt) if id not in declined] or ids(prompt), "robot.partner")


def _offer(table: Table, prompt: Prompt, rng: Rng) -> str:
    del prompt, rng
    return "yes" if wants(table) else "no"


def _ambassador_cube(table: Table, prompt: Prompt, rng: Rng) -> str:
    del rng
    one = table.books
    return max(ids(prompt), key=lambda track: worth(one.settled(track), table.left))


def _least(table: Table, prompt: Prompt, rng: Rng) -> str:
    del table, rng
    return min(ids(prompt), key=int)


CHOOSERS: Mapping[str, Chooser] = {
    "offers": _offers,
    "propose": _propose,
    "offer": _offer,
    "ambassador-cube": _ambassador_cube,
    "return-tile": _least,
}
