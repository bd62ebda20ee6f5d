"""The pictures of Race for the Galaxy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.kit.picture import Occasion, Picture
from rendering.race import alt, board, hand, tableau
from rendering.race.marks import card_place
from rules.race.state import RaceState


class RacePictures:
    """A view of Race in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[RaceState, Occasion], Picture]]:
        """The table is one piece."""
        return {}

    def board(self, view: RaceState, occasion: Occasion) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(board.draw(view, occasion), alt.board(view, occasion))

    def tableau(self, view: RaceState, seat: int, occasion: Occasion) -> Picture:
        """Draw what lies before one seat, in full."""
        return Picture(tableau.draw(view, seat, occasion), alt.tableau(view, seat, occasion))

    def hand(self, view: RaceState, seat: int, occasion: Occasion) -> Picture:
        """Draw what one seat holds, for itself alone."""
        return Picture(hand.draw(view, seat, occasion), alt.hand(view, seat, occasion))

    def panel(self, view: RaceState, seat: int, occasion: Occasion) -> Picture:
        """Draw the tableau where it is about cards there, and the hand otherwise."""
        one = view.players[seat]
        held = {card_place(number) for number in (*one.hand, *one.drawn)}
        marked = occasion.marks.legal | occasion.marks.chosen
        if marked and not marked & held:
            return self.tableau(view, seat, occasion)
        return self.hand(view, seat, occasion)
