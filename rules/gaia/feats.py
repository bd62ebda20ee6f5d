"""What players can be best at, for the honours at the end."""

from __future__ import annotations

from collections.abc import Sequence

from rules.gaia.counts import count
from rules.gaia.state import GaiaState
from rules.kernel.feats import Feat
from rules.kernel.text import T


def feats(state: GaiaState) -> Sequence[Feat]:
    """Count what each player has on the map and on the research board."""
    players = state.players
    return [
        Feat(T("Most planets"), [len(one.places()) for one in players]),
        Feat(T("Most levels of research"), [sum(one.research.values()) for one in players]),
        Feat(T("Most federations"), [one.formed for one in players]),
        Feat(T("Most sectors"), [count(state, one, "sectors") for one in players]),
        Feat(T("Most technology tiles"), [len(one.tiles) for one in players]),
        Feat(T("Most satellites"), [len(one.satellites) for one in players]),
    ]
