"""What an answer in Circadians loses: item cards and dice beyond what may be kept at rest, dice that are used up."""

from __future__ import annotations

from collections.abc import Sequence

from rules.circadians.gains import dice_at_rest
from rules.circadians.state import CircadiansState
from rules.kernel.game import Outcome
from tests.fuzz.play import AnyGame, AnyPosition


def beyond(state: CircadiansState, seat: int) -> dict[str, int]:
    """How many item cards and dice a seat has that it may not keep."""
    base, me = state.parts.base, state.players[seat]
    return {
        "item cards": max(0, len(me.hand) - base.most_items),
        "dice": max(0, dice_at_rest(state, seat) - base.most_dice),
    }


def losses(game: AnyGame, position: AnyPosition, seat: int, picks: Sequence[str]) -> tuple[Outcome, list[str]]:
    """Answer; what is gained beyond what may be kept counts, and a die that is gained of none (`tests.fuzz.waste`)."""
    phase, before = position.state.phase, beyond(position.state, seat)
    outcome = game.answer(position, seat, picks)
    if phase != position.state.phase:
        return outcome, []
    found = ["more than you may keep" for what, n in beyond(position.state, seat).items() if n > before[what]]
    nothing = any(event.kind == "dice" and "no die left" in event.text.id for event in outcome.events)
    return outcome, [*found, *(["no die left"] if nothing else [])]
