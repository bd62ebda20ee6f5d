"""What players can be best at, for the honours at the end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel.feats import Feat
from rules.kernel.text import T
from rules.race.components import CARDS
from rules.race.payment import general_strength
from rules.race.state import RaceState


def feats(state: RaceState) -> Sequence[Feat]:
    """Count what lies before each player."""
    players = [msgspec.structs.replace(one, placed=None) for one in state.players]
    return [
        Feat(T("Strongest military"), [general_strength(one) for one in players]),
        Feat(T("Most worlds"), [sum(CARDS[card].world for card in one.tableau) for one in players]),
        Feat(T("Most victory point chips"), [one.chips for one in players]),
        Feat(T("Most developments"), [sum(CARDS[card].development for card in one.tableau) for one in players]),
        Feat(T("Most goods left"), [len(one.goods) for one in players]),
    ]
