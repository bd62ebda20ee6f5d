"""The pictures of Race for the Galaxy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.kit.picture import Picture, RenderContext
from rendering.race import alt, board, hand, tableau
from rendering.race.marks import card_place
from rules.race.state import RaceState


class RacePictures:
    """A view of Race in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[RaceState, RenderContext], Picture]]:
        """The table is one piece."""
        return {}

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
        """Draw the tableau where it is about cards there, and the hand otherwise."""
        one = view.players[seat]
        held = {card_place(number) for number in (*one.hand, *one.drawn)}
        marked = context.marks.legal | context.marks.chosen
        if marked and not marked & held:
            return self.tableau(view, seat, context)
        return self.hand(view, seat, context)
