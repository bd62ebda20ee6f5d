"""The pictures of Gaia Project."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.gaia import alt, board, panel, research, scoring, tableau
from rendering.gaia.map import draw_map
from rendering.kit.picture import Occasion, Picture
from rules.gaia.state import GaiaState


class GaiaPictures:
    """A view of Gaia Project in, a picture and its words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[GaiaState, Occasion], Picture]]:
        """The map, the research board and the scoring board, each alone."""
        return {"map": self.map, "research": self.research, "scoring": self.scoring}

    def board(self, view: GaiaState, occasion: Occasion) -> Picture:
        """Draw the whole table at a glance."""
        return Picture(board.draw(view, occasion), alt.board(view, occasion))

    def map(self, view: GaiaState, occasion: Occasion) -> Picture:
        """Draw the map with the name of every place."""
        return Picture(draw_map(view, occasion), alt.map(view, occasion))

    def research(self, view: GaiaState, occasion: Occasion) -> Picture:
        """Draw the research board."""
        return Picture(research.draw(view, occasion), alt.research(view, occasion))

    def scoring(self, view: GaiaState, occasion: Occasion) -> Picture:
        """Draw the scoring board."""
        return Picture(scoring.draw(view, occasion), alt.scoring(view, occasion))

    def tableau(self, view: GaiaState, seat: int, occasion: Occasion) -> Picture:
        """Draw a seat's faction tableau."""
        return Picture(tableau.draw(view, seat, occasion), alt.tableau(view, seat, occasion))

    def hand(self, view: GaiaState, seat: int, occasion: Occasion) -> Picture:
        """Draw what a seat decides with: its tableau, since nobody holds anything hidden."""
        return self.tableau(view, seat, occasion)

    def panel(self, view: GaiaState, seat: int, occasion: Occasion) -> Picture:
        """Draw the board that the marked places are on; without any, the map under what the seat has."""
        kinds = {place.partition(":")[0] for place in occasion.marks.legal | occasion.marks.chosen}
        if kinds & {"action", "tech", "track"}:
            return self.research(view, occasion)
        if "booster" in kinds:
            return self.scoring(view, occasion)
        if not view.spaces:
            return self.board(view, occasion)
        return Picture(panel.draw(view, seat, occasion), alt.panel(view, seat, occasion))
