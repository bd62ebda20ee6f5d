"""What players can be best at, for the honours at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.circadians.state import CircadiansState
from rules.kernel.feats import Feat
from rules.kernel.text import T


def feats(state: CircadiansState) -> Sequence[Feat]:
    """Count what each player has on the boards and on the base."""
    seats = range(len(state.players))
    kept = Counter((board, die.seat) for board, die in state.kept_dice())
    return [
        Feat(T("Most dice in negotiations"), [kept["negotiate", seat] for seat in seats]),
        Feat(T("Most dice in the depository"), [kept["depot", seat] for seat in seats]),
        Feat(T("Most gems"), [one.gem for one in state.players]),
        Feat(
            T("Most farms and garages built out"), [_tiles(one.upgrades) + _tiles(one.farms) for one in state.players]
        ),
        Feat(T("Most items played"), [len(one.played) for one in state.players]),
    ]


def _tiles(places: Sequence[str]) -> int:
    return sum(1 for tile in places if tile)
