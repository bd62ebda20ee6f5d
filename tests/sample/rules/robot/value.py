"""What sites are worth to a seat, in points."""

from __future__ import annotations

from tests.sample.rules.components import CHARTER_POINTS, SITES
from tests.sample.rules.state import ProspectState


def site_value(view: ProspectState, seat: int, site: str) -> int:
    """Points that a site brings: its own, and those of the charter."""
    one = SITES[site]
    return one.points + (CHARTER_POINTS if one.kind == view.players[seat].charter else 0)
