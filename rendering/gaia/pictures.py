"""The pictures of Gaia Project."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rendering.gaia import alt, board, choices, faction_cards, panel, powers, research, scoring, tableau
from rendering.gaia.looks import seat_style
from rendering.gaia.map import draw_map
from rendering.kit.palette import SeatStyle
from rendering.kit.picture import Marks, Picture, RenderContext
from rules.gaia.state import GaiaState


class GaiaPictures:
    """A view of Gaia Project in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[GaiaState, RenderContext], Picture]]:
        """The map, the research board and the scoring board, each alone."""
        return {"map": self.map, "research": self.research, "scoring": self.scoring}

    def seats(self, view: GaiaState) -> Sequence[SeatStyle]:
        """The colours of the factions."""
        return [seat_style(view, seat) for seat in range(len(view.players))]

    def board(self, view: GaiaState, context: RenderContext) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(board.draw(view, context), alt.board(view, context))

    def post(self, view: GaiaState, context: RenderContext) -> Picture:
        """Draw the whole table."""
        return self.board(view, context)

    def map(self, view: GaiaState, context: RenderContext) -> Picture:
        """Draw the map with the name of every place."""
        return Picture(draw_map(view, context), alt.map(view, context))

    def research(self, view: GaiaState, context: RenderContext) -> Picture:
        """Draw the research board."""
        return Picture(research.draw(view, context), alt.research(view, context))

    def scoring(self, view: GaiaState, context: RenderContext) -> Picture:
        """Draw the scoring board."""
        return Picture(scoring.draw(view, context), alt.scoring(view, context))

    def tableau(self, view: GaiaState, seat: int, context: RenderContext) -> Picture:
        """Draw a seat's faction tableau."""
        return Picture(tableau.draw(view, seat, context), alt.tableau(view, seat, context))

    def hand(self, view: GaiaState, seat: int, context: RenderContext) -> Picture:
        """Draw what a seat decides with: its tableau, since nobody holds anything hidden."""
        return self.tableau(view, seat, context)

    def panel(self, view: GaiaState, seat: int, context: RenderContext) -> Picture:
        """Draw what may be picked as cards, or the part of the map where it is, under what the seat has."""
        kinds = {place.partition(":")[0] for place in context.marks.legal | context.marks.chosen}
        if "faction" in kinds:
            return Picture(faction_cards.draw(view, context), alt.factions(view, context))
        if context.marks.kind == choices.FOR_TILE:
            # What the tokens would be given for: without numbers, as it is not chosen yet.
            shown = replace(context, marks=Marks(choices.takeable(view, seat)))
            return Picture(choices.draw(view, seat, shown), alt.for_tile(view, seat, context))
        if kinds & choices.KINDS:
            return Picture(choices.draw(view, seat, context), alt.choices(view, seat, context))
        if "bowl" in kinds:
            return Picture(powers.draw(view, seat, context), alt.choices(view, seat, context))
        if not view.spaces:
            return self.board(view, context)
        return Picture(panel.draw(view, seat, context), alt.panel(view, seat, context))
