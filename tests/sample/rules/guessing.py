"""What a seat, or an onlooker, does not know of the table, drawn anew."""

from __future__ import annotations

from rules.kernel.rng import Rng
from tests.sample.rules.components import KINDS, SITES
from tests.sample.rules.state import ProspectState
from tests.sample.rules.view import hide


def guess(state: ProspectState, seat: int | None, rng: Rng) -> None:
    """Deal the deck and, until the end, the others' charters."""
    hide(state, seat)
    seen = {*state.open, *(site for one in state.players for site in one.sites)}
    state.deck = rng.shuffle([site for site in SITES if site not in seen], "guess")[: len(state.deck)]
    if state.phase == "over":
        return
    for at, other in enumerate(state.players):
        if at == seat:
            continue
        if other.dealt:
            other.dealt = rng.shuffle(KINDS, "guess")[: len(other.dealt)]
        else:
            other.charter = rng.pick(KINDS, "guess")
