"""The table of Gaia Project in words: everything that the pictures show, as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rendering.gaia import alt
from rendering.kit.picture import Occasion
from rendering.kit.text_board import LONGEST_BLOCK
from rules.gaia.state import GaiaState
from rules.kernel.text import Text, name, player


class GaiaTextBoard:
    """A view of Gaia Project in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[GaiaState, Occasion], list[str]]]:
        """The map, the research board and the scoring board, each alone."""
        return {"map": self.map, "research": self.research, "scoring": self.scoring}

    def glance(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the round and what is new."""
        return _blocks(name("gaia"), alt.round_told(view, occasion), occasion)

    def board(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the whole table."""
        blocks = _blocks(name("gaia"), alt.round_told(view, occasion), occasion)
        for seat in alt.seats(view):
            blocks += _blocks(player(seat), alt.seat_told(view, seat), occasion)
        blocks += _blocks(name("gaia.part.map"), alt.free(view), occasion)
        return blocks + self.research(view, occasion)

    def map(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell what stands where, seat by seat, and what is free."""
        blocks = _blocks(name("gaia.part.map"), alt.free(view), occasion)
        for seat in alt.seats(view):
            blocks += _blocks(player(seat), alt.on_map(view, seat, full=True), occasion)
        return blocks

    def research(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the levels, tiles and actions of the research board."""
        return _blocks(name("gaia.part.research"), alt.research_told(view), occasion)

    def scoring(self, view: GaiaState, occasion: Occasion) -> list[str]:
        """Tell the tiles of the scoring board and how everybody stands."""
        return _blocks(name("gaia.part.scoring"), alt.scoring_told(view, occasion), occasion)

    def tableau(self, view: GaiaState, seat: int, occasion: Occasion) -> list[str]:
        """Tell a seat's faction tableau, and what it has on the map."""
        return _blocks(player(seat), alt.tableau_told(view, seat), occasion)

    def hand(self, view: GaiaState, seat: int, occasion: Occasion) -> list[str]:
        """Tell what a seat decides with: its tableau, since nobody holds anything hidden."""
        return self.tableau(view, seat, occasion)


def _blocks(title: Text, said: Iterable[Text], occasion: Occasion) -> list[str]:
    """Put lines under a title, in as many blocks as their length asks for."""
    words = occasion.words
    blocks: list[str] = []
    block = f"### {words.say(title)}"
    for line in said:
        told = f"- {words.say(line)}"
        if len(block) + 1 + len(told) > LONGEST_BLOCK:
            blocks.append(block)
            block = told
        else:
            block += f"\n{told}"
    return [*blocks, block]
