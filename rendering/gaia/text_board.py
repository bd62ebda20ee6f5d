"""The table of Gaia Project in words: everything that the pictures show, as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.gaia import automa_words, sentences
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import blocks
from rules.gaia.state import GaiaState
from rules.kernel.text import Text, name, player


class GaiaTextBoard:
    """A view of Gaia Project in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[GaiaState, RenderContext], list[str]]]:
        """The map, the research board and the scoring board, each alone."""
        return {"map": self.map, "research": self.research, "scoring": self.scoring}

    def glance(self, view: GaiaState, context: RenderContext) -> list[str]:
        """Tell the round and what is new."""
        return blocks(name("gaia"), _round(view, context), context)

    def board(self, view: GaiaState, context: RenderContext) -> list[str]:
        """Tell the whole table."""
        told = self.glance(view, context)
        for seat in view.turn_order():
            told += blocks(player(seat), _seat(view, seat), context)
        told += blocks(name("gaia.part.map"), sentences.free_planets(view), context)
        return told + self.research(view, context)

    def map(self, view: GaiaState, context: RenderContext) -> list[str]:
        """Tell what stands where, seat by seat, and what is free."""
        told = blocks(name("gaia.part.map"), sentences.free_planets(view), context)
        for seat in view.turn_order():
            told += blocks(player(seat), sentences.on_map(view, seat, full=True), context)
        return told

    def research(self, view: GaiaState, context: RenderContext) -> list[str]:
        """Tell the levels, tiles and actions of the research board."""
        tiles = sentences.tiles(view, advanced=True, alone=True)
        said = [*sentences.research(view), *sentences.actions(view), *tiles]
        return blocks(name("gaia.part.research"), said, context)

    def scoring(self, view: GaiaState, context: RenderContext) -> list[str]:
        """Tell the tiles of the scoring board and how everybody stands."""
        said = sentences.scoring(view, context, sentences.FULL_SCORING)
        return blocks(name("gaia.part.scoring"), said, context)

    def tableau(self, view: GaiaState, seat: int, context: RenderContext) -> list[str]:
        """Tell a seat's faction tableau, and what it has on the map."""
        said = [*sentences.tableau(view, seat, sentences.FULL_TABLEAU), *sentences.satellites(view, seat)]
        return blocks(player(seat), said, context)

    def hand(self, view: GaiaState, seat: int, context: RenderContext) -> list[str]:
        """Tell what a seat decides with: its tableau, since nobody holds anything hidden."""
        return self.tableau(view, seat, context)


def _round(view: GaiaState, context: RenderContext) -> list[Text]:
    """Which round it is, what it scores, who must act and what is new."""
    return [*sentences.round_now(view, context), *sentences.new(view, context)]


def _seat(view: GaiaState, seat: int) -> list[Text]:
    """What a seat has: goods, research, what stands on the map; what the Automa's faction does."""
    return [
        *sentences.stock(view, seat, short=False),
        *(automa_words.faction(view) if view.by_itself(seat) else []),
        *sentences.levels(view, seat),
        *sentences.on_map(view, seat, full=True),
    ]
