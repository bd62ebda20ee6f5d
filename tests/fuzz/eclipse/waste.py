"""What an answer in Eclipse loses: money that the upkeep will lack."""

from __future__ import annotations

from collections.abc import Sequence

from rules.eclipse.economy import balance
from rules.kernel.game import Outcome
from tests.fuzz.play import AnyGame, AnyPosition


def losses(game: AnyGame, position: AnyPosition, seat: int, picks: Sequence[str]) -> tuple[Outcome, list[str]]:
    """Answer; money that will be lacking by a disc that has left the track counts (`tests.fuzz.waste`)."""
    me, phase = position.state.players[seat], position.state.phase
    before, discs = balance(me), me.discs
    outcome = game.answer(position, seat, picks)
    me, after = position.state.players[seat], position.state
    lacks = phase == after.phase == "action" and me.discs < discs and balance(me) < min(0, before)
    return outcome, ["lacking"] if lacks else []
