"""The pictures of Eclipse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.eclipse import alt, galaxy
from rendering.kit.picture import Picture, RenderContext
from rules.eclipse.state import EclipseState


class EclipsePictures:
    """A view of Eclipse in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[EclipseState, RenderContext], Picture]]:
        """The map alone."""
        return {"map": self.map}

    def board(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(galaxy.draw(view, context), alt.galaxy(view, context))

    def post(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the whole table."""
        return self.board(view, context)

    def map(self, view: EclipseState, context: RenderContext) -> Picture:
        """Draw the galaxy alone, with the name of every star."""
        return Picture(galaxy.draw_map(view, context), alt.map(view, context))

    def tableau(self, view: EclipseState, seat: int, context: RenderContext) -> Picture:
        """Draw what lies before a seat: its strip beside the galaxy."""
        del seat
        return self.board(view, context)

    def hand(self, view: EclipseState, seat: int, context: RenderContext) -> Picture:
        """Draw what a seat decides with."""
        return self.tableau(view, seat, context)

    def panel(self, view: EclipseState, seat: int, context: RenderContext) -> Picture:
        """Draw the galaxy with the marked places."""
        del seat
        if any(place.startswith(("sector:", "place:")) for place in context.marks.legal | context.marks.chosen):
            return self.map(view, context)
        return self.board(view, context)
