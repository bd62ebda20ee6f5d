"""The pictures of Circadians: First Light."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rendering.circadians import alt, base, panel, panel_alt, parts, table
from rendering.circadians.looks import seat_style
from rendering.kit.palette import SeatStyle
from rendering.kit.picture import Picture, RenderContext
from rules.circadians.state import CircadiansState


class CircadiansPictures:
    """A view of Circadians in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[CircadiansState, RenderContext], Picture]]:
        """The planet, the eight places and the negotiation board, each alone."""
        return {"planet": self.planet, "places": self.places, "negotiation": self.negotiation}

    def seats(self, view: CircadiansState) -> Sequence[SeatStyle]:
        """The table's colours of the seats."""
        return [seat_style(seat) for seat in range(len(view.players))]

    def board(self, view: CircadiansState, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(table.draw(view, context), alt.board(view, context))

    def post(self, view: CircadiansState, context: RenderContext) -> Picture:
        """Draw the whole table."""
        return self.board(view, context)

    def planet(self, view: CircadiansState, context: RenderContext) -> Picture:
        """Draw the planet with every yield."""
        return Picture(parts.planet(view, context), alt.planet_map(view, context))

    def places(self, view: CircadiansState, context: RenderContext) -> Picture:
        """Draw the eight places with what can be taken there."""
        return Picture(parts.places(view, context), alt.places(view, context))

    def negotiation(self, view: CircadiansState, context: RenderContext) -> Picture:
        """Draw the negotiation board with its rewards and penalties."""
        return Picture(parts.negotiation(view, context), alt.negotiation_board(view, context))

    def tableau(self, view: CircadiansState, seat: int, context: RenderContext) -> Picture:
        """Draw a seat's research base, with its hand where the reader may see it."""
        return Picture(base.draw(view, seat, context), panel_alt.base(view, seat, context))

    def hand(self, view: CircadiansState, seat: int, context: RenderContext) -> Picture:
        """Draw the cards that one seat holds, or chooses from."""
        return Picture(panel.hand(view, seat, context), panel_alt.hand(view, seat, context))

    def panel(self, view: CircadiansState, seat: int, context: RenderContext) -> Picture:
        """Draw what one seat decides by."""
        return Picture(panel.draw(view, seat, context), panel_alt.panel(view, seat, context))
