"""The pictures of Race for the Galaxy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rendering.kit.palette import SEATS, SeatStyle
from rendering.kit.picture import Picture, RenderContext
from rendering.race import alt, board, hand, panel, tableau
from rules.race.state import RaceState


class RacePictures:
    """A view of Race in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[RaceState, RenderContext], Picture]]:
        """The table is one piece."""
        return {}

    def seats(self, view: RaceState) -> Sequence[SeatStyle]:
        """The table's colours of the seats."""
        return SEATS[: len(view.players)]

    def board(self, view: RaceState, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(board.draw(view, context), alt.board(view, context))

    def post(self, view: RaceState, context: RenderContext) -> Picture:
        """Draw the whole table."""
        return self.board(view, context)

    def tableau(self, view: RaceState, seat: int, context: RenderContext) -> Picture:
        """Draw what lies before one seat, in full."""
        return Picture(tableau.draw(view, seat, context), alt.tableau(view, seat, context))

    def hand(self, view: RaceState, seat: int, context: RenderContext) -> Picture:
        """Draw what one seat holds, for itself alone."""
        return Picture(hand.draw(view, seat, context), alt.hand(view, seat, context))

    def panel(self, view: RaceState, seat: int, context: RenderContext) -> Picture:
        """Draw what the seat is asked, and its hand."""
        tell = alt.tableau if panel.about_tableau(view, seat, context) else alt.hand
        return Picture(panel.draw(view, seat, context), tell(view, seat, context))
