"""The pictures of Race for the Galaxy."""

from __future__ import annotations

from rendering.kit.picture import Occasion, Picture
from rendering.race import alt, board, sheet
from rules.race.state import RaceState


class RacePictures:
    """A view of Race in, a picture and its words out."""

    def board(self, view: RaceState, occasion: Occasion) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(board.draw(view, occasion), alt.board(view, occasion))

    def tableau(self, view: RaceState, seat: int, occasion: Occasion) -> Picture:
        """Draw what lies before one seat, in full."""
        return Picture(sheet.tableau(view, seat, occasion), alt.tableau(view, seat, occasion))

    def hand(self, view: RaceState, seat: int, occasion: Occasion) -> Picture:
        """Draw what one seat holds, for itself alone."""
        return Picture(sheet.hand(view, seat, occasion), alt.hand(view, seat, occasion))
