"""A game of Eclipse that shows a tile which lies aside for an offer of relations is found."""

from __future__ import annotations

from typing import Any

import pytest

from rules.eclipse.state import EclipseState
from rules.kernel.game import Position
from tests.fuzz.eclipse.starts import Courtly, courtly
from tests.fuzz.play import Fault


class Unveiled(Courtly):
    """Shows the reputation tile that lies aside for an offer."""

    def view(self, position: Position[EclipseState, Any], seat: int | None) -> EclipseState:
        view = super().view(position, seat)
        for one, other in zip(view.players, position.state.players, strict=True):
            one.pledged = list(other.pledged)
        return view


def test_a_tile_that_is_shown_while_it_lies_aside_is_found() -> None:
    for seed in range(3):
        with pytest.raises(Fault, match="the view of seat"):
            courtly(Unveiled(), seed).play()
