"""What players can be best at, for the honours at the end."""

from __future__ import annotations

from collections.abc import Sequence

from rules.eclipse.economy import own_sectors
from rules.eclipse.state import EclipseState
from rules.kernel.feats import Feat
from rules.kernel.text import T


def feats(state: EclipseState) -> Sequence[Feat]:
    """Count what each player has on the map and on the board."""
    seats = range(len(state.players))
    fleets = [sum(sector.count(seat) for sector in state.sectors.values()) for seat in seats]
    return [
        Feat(T("Most sectors"), [len(own_sectors(state, seat)) for seat in seats]),
        Feat(T("Largest fleet"), fleets),
        Feat(T("Most technologies"), [len(one.technologies) for one in state.players]),
        Feat(T("Most discovery tiles kept"), [len(one.discoveries) for one in state.players]),
        Feat(T("Most ambassadors"), [len(one.partners) for one in state.players]),
    ]
