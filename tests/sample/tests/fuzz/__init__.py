"""What must hold in every position of Prospect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.kernel.game import Outcome, Position
from rules.kernel.rng import Rng
from tests.fuzz.play import Checks
from tests.sample.rules.components import KINDS, MOST_FUEL, SITES
from tests.sample.rules.state import ProspectState


def invariants(state: ProspectState) -> Iterator[str]:
    """Complain about a state that cannot be."""
    sites = Counter([*state.deck, *state.open, *(site for one in state.players for site in one.sites)])
    if max(sites.values()) > 1 or not set(sites) <= set(SITES):
        yield f"sites are doubled or unknown: {sites}"
    for seat, one in enumerate(state.players):
        if not 0 <= one.fuel <= MOST_FUEL:
            yield f"seat {seat} has {one.fuel} fuel"
        if (one.charter in KINDS) != (state.phase != "setup"):
            yield f"seat {seat} has the charter {one.charter!r} in {state.phase}"
    if len(state.scores) > state.round:
        yield f"{len(state.scores)} rounds are scored in round {state.round}"


def scramble(position: Position[ProspectState, Any], seat: int | None, rng: Rng) -> Position[ProspectState, Any]:
    """Shuffle the deck, and give the others other charters."""
    state = position.state
    state.deck = rng.shuffle([site for site in SITES if site not in _seen(state)], "scramble")[: len(state.deck)]
    for at, one in enumerate(state.players):
        if at == seat or state.phase == "over":
            continue
        if one.dealt:
            one.dealt = rng.shuffle(KINDS, "scramble")[: len(one.dealt)]
        else:
            one.charter = rng.pick(KINDS, "scramble")
    return position


def _seen(state: ProspectState) -> set[str]:
    """The sites that are certainly not in the deck; those that nobody has claimed are forgotten here."""
    return {*state.open, *(site for one in state.players for site in one.sites)}


def public(before: ProspectState, after: ProspectState, outcome: Outcome) -> Iterator[str]:
    """Complain about events and views that tell everybody of a charter before the end."""
    if after.phase != "over":
        yield from (
            f"the event {event.kind} tells everybody a charter"
            for event in outcome.events
            if event.to is None and event.kind in {"charter", "shown"}
        )
        if any(one.charter or any(one.dealt) for one in after.players):
            yield "an onlooker sees a charter"


CHECKS = Checks(invariants, scramble, public, shown=frozenset({"sites", "shown"}))
