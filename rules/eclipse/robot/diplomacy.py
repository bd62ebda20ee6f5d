"""Whom the robot of Eclipse offers relations, and what it accepts."""

from __future__ import annotations

from collections.abc import Mapping

from rules.eclipse.components import POINTS, TRACKS
from rules.eclipse.economy import fits
from rules.eclipse.robot import terms as terms_
from rules.eclipse.robot.prompts import Weighed, Weigher, ids
from rules.eclipse.robot.table import Table
from rules.eclipse.robot.terms import Terms
from rules.eclipse.robot.value import worth
from rules.eclipse.steps import diplomacy
from rules.kernel.prompt import Prompt


def wants(table: Table) -> bool:
    """Whether one more ambassador is welcome: it should not take the last slot for a reputation tile too early."""
    me = table.me
    if not diplomacy.has_slot(me):
        return False
    return not table.left or bool(me.reputation) or fits(me, len(me.partners) + 1, len(me.reputation) + 1)


def offers(table: Table) -> bool:
    """Whether there is a neighbour to offer relations who has not declined in this round."""
    return wants(table) and bool(set(diplomacy.possible(table.state, table.seat)) - set(table.me.declined))


def relation(table: Table) -> Terms:
    """What relations bring: the ambassador, and a cube less on a track."""
    cubes = [worth(table.books.settled(track), table.left) for track in TRACKS if table.me.cubes[track]]
    return {
        terms_.RELATIONS: float(POINTS.ambassador),
        terms_.ECONOMY: max(cubes, default=table.base) - table.base,
    }


def _offers(table: Table, prompt: Prompt) -> Weighed:
    del prompt
    return {"propose": relation(table) if offers(table) else {terms_.OTHER: -1.0}, "done": {}}


def _propose(table: Table, prompt: Prompt) -> Weighed:
    """Propose to one of those who have not declined; to any where a person has begun it for the robot."""
    declined = {table.state.players[seat].species for seat in table.me.declined}
    return {id: {terms_.OTHER: -1.0} if id in declined else relation(table) for id in ids(prompt)}


def _offer(table: Table, prompt: Prompt) -> Weighed:
    del prompt
    return {"yes": relation(table) if wants(table) else {terms_.OTHER: -1.0}, "no": {}}


def _ambassador_cube(table: Table, prompt: Prompt) -> Weighed:
    return {
        track: {terms_.ECONOMY: worth(table.books.settled(track), table.left) - table.base} for track in ids(prompt)
    }


def _least(table: Table, prompt: Prompt) -> Weighed:
    del table
    return {id: {terms_.REPUTATION: -float(id)} for id in ids(prompt)}


WEIGHERS: Mapping[str, Weigher] = {
    "offers": _offers,
    "propose": _propose,
    "offer": _offer,
    "ambassador-cube": _ambassador_cube,
    "return-tile": _least,
}
