"""The table of Gaia Project in words: everything that the pictures show, as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.gaia import alt
from rendering.kit.picture import Occasion
from rendering.kit.text_board import blocks
from rules.gaia.state import GaiaState
from rules.kernel.text import name, player


class GaiaTextBoard:
    """A view of Gaia Project in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[GaiaState, Occasion], list[str]]]:
        """The map, the research board and the scoring board, each alone."""
        return {"map": self.map, "research": self.research, "scoring": self.scoring}

    def glance(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the round and what is new."""
        return blocks(name("gaia"), alt.round_told(view, occasion), occasion)

    def board(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the whole table."""
        told = blocks(name("gaia"), alt.round_told(view, occasion), occasion)
        for seat in alt.seats(view):
            told += blocks(player(seat), alt.seat_told(view, seat), occasion)
        told += blocks(name("gaia.part.map"), alt.free(view), occasion)
        return told + self.research(view, occasion)

    def map(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell what stands where, seat by seat, and what is free."""
        told = blocks(name("gaia.part.map"), alt.free(view), occasion)
        for seat in alt.seats(view):
            told += blocks(player(seat), alt.on_map(view, seat, full=True), occasion)
        return told

    def research(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the levels, tiles and actions of the research board."""
        return blocks(name("gaia.part.research"), alt.research_told(view), occasion)

    def scoring(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the tiles of the scoring board and how everybody stands."""
        return blocks(name("gaia.part.scoring"), alt.scoring_told(view, occasion), occasion)

    def tableau(self, view: GaiaState, seat: int, occasion: Occasion) -> list[str]:
        """Tell a seat's faction tableau, and what it has on the map."""
        return blocks(player(seat), alt.tableau_told(view, seat), occasion)

    def hand(self, view: GaiaState, seat: int, occasion: Occasion) -> list[str]:
        """Tell what a seat decides with: its tableau, since nobody holds anything hidden."""
        return self.tableau(view, seat, occasion)
