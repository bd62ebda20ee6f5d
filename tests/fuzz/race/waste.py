"""What an answer in Race for the Galaxy loses: cards beyond the hand limit."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.game import Outcome
from rules.kernel.steps import PHASE, ROUND, Event
from rules.race.components import DATA
from tests.fuzz.play import AnyGame, AnyPosition

SPENDING = ("sell", "consume", "power")
"""Events that begin what draws cards in the Consume phase."""


def drawn(event: Event) -> int:
    """How many cards an event tells of."""
    n = event.text.args.get("n", 0)
    assert isinstance(n, int)
    return n


def losses(game: AnyGame, position: AnyPosition, seat: int, picks: Sequence[str]) -> tuple[Outcome, list[str]]:
    """Answer; cards drawn in the Consume phase can be spent on nothing before the hand limit (`tests.fuzz.waste`)."""
    state = position.state
    held, consumes = len(state.players[seat].hand), state.phase == "consume"
    outcome = game.answer(position, seat, picks)
    told = [event for event in outcome.events if event.seat == seat or event.kind in {PHASE, ROUND}]
    # What follows by itself, as there is no choice, is no loss by this answer.
    draws = consumes and [event.kind for event in told[:3] if event.kind != "vp"][:2][1:] == ["draw"]
    n = next((drawn(event) for event in told if event.kind == "draw"), 0)
    lost = draws and told[0].kind in SPENDING and held + n > DATA.limits.hand
    return outcome, ["hand limit"] if lost else []
