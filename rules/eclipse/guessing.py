"""A guess of what a seat of Eclipse does not know: the reputation tiles of others."""

from __future__ import annotations

from typing import Any

from rules.eclipse.components import REPUTATION
from rules.eclipse.state import EclipseState
from rules.eclipse.view import hide
from rules.kernel.game import Position
from rules.kernel.rng import Rng


def guess(position: Position[EclipseState, Any], seat: int | None, rng: Rng) -> None:
    """Deal the others' reputation tiles of those that the seat has not; at the end nothing is hidden.

    Sectors, technologies and discoveries are drawn when they are needed, so the key of chance stands for their order.
    """
    state = position.state
    if state.phase == "over":
        return
    hide(state, seat)
    tiles = rng.shuffle([value for value, count in state.reputation.items() for _ in range(count)], "guess")
    for other, one in enumerate(state.players):
        if other == seat:
            continue
        for hidden in (one.reputation, one.drawn, one.pledged):
            hidden[:] = sorted(tiles.pop() for _ in hidden)
        if one.frozen:
            points = sum(one.reputation) + sum(one.pledged)
            one.frozen = {**one.frozen, "reputation": points, "total": one.frozen["total"] + points}
    state.reputation = {value: tiles.count(value) for value in REPUTATION}
