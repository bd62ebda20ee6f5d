"""All that lies on the table. A view is the same with what its reader may not know taken out."""

from __future__ import annotations

import msgspec

from tests.sample.rules.components import SITES

UNKNOWN = ""
"""What a view has in the place of a charter or a site that its reader may not know."""


class Player(msgspec.Struct):
    """What one seat has."""

    fuel: int
    dealt: list[str]
    """The charters to choose from, while they are chosen; hidden."""
    charter: str = ""
    """The kind of site that brings points at the end; hidden until then."""
    sites: list[str] = msgspec.field(default_factory=list)
    """In the order in which they were claimed."""
    cores: int = 0
    """Points drilled for."""
    followed: int = 0
    """Points of ships sent along to others' sites."""
    lead: int = 0
    """Points of rounds that it led in sites."""

    def of_kind(self, kind: str) -> int:
        """Count its sites of a kind."""
        return sum(SITES[site].kind == kind for site in self.sites)


class ProspectState(msgspec.Struct):
    """The table. `phase` is setup, bids, claims or over."""

    players: list[Player]
    rounds: int
    deck: list[str]
    """Sites face down, the next one last."""
    round: int = 0
    phase: str = "setup"
    open: list[str] = msgspec.field(default_factory=list)
    """Sites that can be claimed this round."""
    bids: list[int] = msgspec.field(default_factory=list)
    """What each seat has bid this round; empty until all have."""
    scores: list[list[int]] = msgspec.field(default_factory=list)
    """Everybody's points after each round, as all may know them."""
