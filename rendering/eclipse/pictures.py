"""The pictures of Eclipse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rendering.eclipse import alt, battlefield, coming, galaxy, panel, sheet, sheets_alt, tray
from rendering.eclipse.battle import contested
from rendering.eclipse.looks import seat_style
from rendering.eclipse.panels import words
from rendering.kit.palette import SeatStyle
from rendering.kit.picture import Picture, RenderContext
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.battle import open_battle


class EclipsePictures:
    """A view of Eclipse in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[EclipseState, RenderContext], Picture]]:
        """The map, the supply of technologies and parts, and battles, each alone."""
        return {"map": self.map, "supply": self.supply, "battle": self.battle}

    def seats(self, view: EclipseState) -> Sequence[SeatStyle]:
        """The colours of the species."""
        return [seat_style(view, seat) for seat in range(len(view.players))]

    def board(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(galaxy.draw(view, context), alt.galaxy(view, context))

    def post(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the battle that is being fought, else the whole table."""
        return self.battle(view, context) if view.battle is not None else self.board(view, context)

    def map(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the galaxy alone, beside what its signs mean, with the names of the stars where there is room."""
        return Picture(galaxy.draw_map(view, context), alt.map(view, context))

    def supply(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the supply, with prices for whoever reads."""
        return Picture(tray.draw(view, context), sheets_alt.tray(view, context))

    def battle(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the battle that is fought, else the one to come, or all of them."""
        coming_ = contested(view)
        fought = view.battle
        if fought is not None:
            return Picture(battlefield.draw(view, fought, context), sheets_alt.battle(view, fought, context))
        if len(coming_) == 1:
            lined_up = open_battle(coming_[0])
            return Picture(battlefield.draw(view, lined_up, context), sheets_alt.coming(view, context))
        return Picture(coming.draw(view, context), sheets_alt.coming(view, context))

    def tableau(self, view: EclipseState, seat: int, context: RenderContext) -> Picture:
        """Draw a player's board."""
        return Picture(sheet.draw(view, seat, context), sheets_alt.sheet(view, seat, context))

    def hand(self, view: EclipseState, seat: int, context: RenderContext) -> Picture:
        """Draw what a seat decides with."""
        return self.tableau(view, seat, context)

    def panel(self, view: EclipseState, seat: int, context: RenderContext) -> Picture:
        """Draw what a seat decides by, with the numbers of what it may pick; the whole table where nothing is asked."""
        if not context.marks.kind and not context.marks.legal:
            return self.board(view, context)
        return Picture(panel.draw(view, seat, context), words.panel(view, seat, context))
