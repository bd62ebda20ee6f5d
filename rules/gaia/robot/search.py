"""Planning the rest of a round: a beam search over what a seat does in it, the others left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.gaia.components import LAST_ROUND
from rules.gaia.robot.moves import moves, passes
from rules.gaia.robot.outlook import exposed, outlook
from rules.gaia.robot.sketch import Sketch


class Effort(NamedTuple):
    """How hard is thought: how many lines are followed at a time, in this round and, if at all, in the next."""

    width: int
    next_width: int = 0
    keep: int = 4
    """How many ends of this round are followed into the next one."""
    last: int = 1
    """How many times as many lines are followed in the last round: there is little to choose from, nothing to guess."""


QUICK, STRONG = Effort(4), Effort(16, next_width=12, last=3)

#: How many first actions are followed by another one, and the most actions of a round.
FIRST, DEPTH = 12, 12
#: What waiting a turn costs for what others may take first.
RISK = 0.5
#: The power that others let a seat charge between two of its turns, and its price in points.
CHARGED, PRICE = 1, 0.4


class Line(NamedTuple):
    """A line of play: what it is worth, its root, and the seat at its end."""

    value: float
    root: int
    at: Sketch


def plan(roots: Sequence[Sketch], effort: Effort) -> list[Line]:
    """Find the best line of each of some beginnings; those that have passed are at their end.

    What is not followed is worth nothing (minus infinity).
    """
    best = [Line(float("-inf"), number, root) for number, root in enumerate(roots)]
    ends: list[Line] = []
    beam: list[Line] = []
    for number, root in enumerate(roots):
        line = Line(outlook(root) - root.risk, number, root)
        (ends if root.passed else beam).append(line)
    beam.sort(key=lambda line: -line.value)
    ends += _round(beam[: max(effort.width, FIRST)], effort.width, effort.last)
    if effort.next_width:
        ends = _next(ends, effort)
    for line in ends:
        if line.value > best[line.root].value:
            best[line.root] = line
    return best


def _round(beam: list[Line], width: int, last: int) -> list[Line]:
    """Follow lines to the ends of their round."""
    ends: list[Line] = []
    if beam and beam[0].at.round == LAST_ROUND:
        width *= last
    for turn in range(DEPTH):
        found: dict[tuple[object, ...], Line] = {}
        for line in beam:
            here = line.at
            ends += [Line(end.value - end.after.risk, line.root, end.after) for end in passes(here, 2)]
            rested = wait(here)
            for move in moves(rested):
                after = move.after
                if len(after.taken) > len(here.taken):
                    after.risk += RISK * min(3, turn + 1)
                key = after.key()
                known = found.get(key)
                # Actions in another order come to the same: what is risked least counts.
                if known is None:
                    found[key] = Line(outlook(after) - after.risk, line.root, after)
                elif after.vp - after.risk > known.at.vp - known.at.risk:
                    value = known.value + (after.vp - after.risk) - (known.at.vp - known.at.risk)
                    found[key] = Line(value, line.root, after)
        beam = sorted(found.values(), key=lambda line: -line.value)[:width]
        if not beam:
            break
    return ends


def wait(m: Sketch) -> Sketch:
    """Let the others take their turns: a little power can be charged."""
    if m.p1 + m.p2 == 0 or exposed(m) < 1.5:
        return m
    after = m.copy()
    after.charge(CHARGED)
    after.vp -= PRICE
    return after


def _next(ends: list[Line], effort: Effort) -> list[Line]:
    """Follow the best ends into the next round."""
    ends = sorted(ends, key=lambda line: -line.value)
    kept: list[Line] = []
    roots: dict[int, int] = {}
    for line in ends:
        if len(kept) >= effort.keep:
            break
        if roots.get(line.root, 0) < 2:
            roots[line.root] = roots.get(line.root, 0) + 1
            kept.append(line)
    if not kept or kept[0].at.round >= LAST_ROUND:
        return ends
    found = []
    for line in kept:
        after = line.at.copy()
        after.next_round()
        best = max(_round([Line(0.0, 0, after)], effort.next_width, effort.last), key=lambda one: one.value)
        found.append(Line(best.value, line.root, best.at))
    return found
