"""The table of Circadians: First Light in words, complete enough to play from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.circadians import told
from rendering.circadians.chart import chart
from rendering.kit.picture import Occasion
from rendering.kit.text_board import blocks
from rules.circadians.state import CircadiansState
from rules.circadians.texts import PLACE_NAMES
from rules.kernel.text import T, name, player


class CircadiansTextBoard:
    """A view of Circadians in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[CircadiansState, Occasion], list[str]]]:
        """Planet, negotiation board, depository, locations and stacks, each alone."""
        return {
            "planet": self.planet,
            "negotiation": self.negotiation,
            "depository": self.depository,
            "locations": self.locations,
            "stacks": self.stacks,
        }

    def glance(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Tell the round and its event, and what everybody has; to a reader the event and what they have."""
        if not view.round:
            return []
        if occasion.reader is not None:
            said = [*told.event_told(view), told.glance_told(view, occasion.reader)]
        else:
            said = [*told.round_told(view), *told.planned_told(view, occasion.waiting)]
            said += (told.glance_told(view, seat) for seat in range(len(view.players)))
        return ["\n".join(f"-# {occasion.words.say(text)}" for text in said)]

    def board(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Tell the whole table."""
        lines = [*told.round_told(view, occasion.waiting), *told.planned_told(view, occasion.waiting)]
        said = blocks(name("circadians"), lines, occasion)
        for seat in range(len(view.players)):
            said += blocks(player(seat), told.seat_told(view, seat), occasion)
        said += [*self.planet(view, occasion), *self.negotiation(view, occasion), *self.depository(view, occasion)]
        said += self.locations(view, occasion)
        said += blocks(name("circadians.part.stacks"), told.stacks_told(view) + told.set_told(view), occasion)
        return said

    def planet(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Draw the planet in letters, and tell what is on it."""
        title, *rest = blocks(name("circadians.part.planet"), told.planet_told(view), occasion)
        drawing = "\n".join(chart(view))
        heading, _, lines = title.partition("\n")
        return [f"{heading}\n```\n{drawing}\n```", lines, *rest]

    def negotiation(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Tell the negotiation board."""
        return blocks(name("circadians.part.negotiation"), told.negotiation_told(view), occasion)

    def depository(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Tell the depository, and the headquarters beside it."""
        return [
            *blocks(name("circadians.part.depository"), told.depository_told(view), occasion),
            *blocks(PLACE_NAMES["hq"], told.hq_told(view), occasion),
        ]

    def locations(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Tell the six locations."""
        return blocks(name("circadians.part.locations"), told.locations_told(view), occasion)

    def stacks(self, view: CircadiansState, occasion: Occasion) -> list[str]:
        """Tell open tiles and cards, what is still face down, and which set they are of."""
        lines = [*told.stacks_told(view), *told.unseen_told(view), *told.set_told(view)]
        return blocks(name("circadians.part.stacks"), lines, occasion)

    def tableau(self, view: CircadiansState, seat: int, occasion: Occasion) -> list[str]:
        """Tell a seat's research base."""
        return blocks(player(seat), [*told.base_told(view, seat), *told.set_told(view)], occasion)

    def hand(self, view: CircadiansState, seat: int, occasion: Occasion) -> list[str]:
        """Tell what a seat holds and plans, for itself alone."""
        said = []
        plan, dealt = told.plan_told(view, seat), told.dealt_told(view, seat)
        if plan:
            said += blocks(T("Your dice"), plan, occasion)
        if dealt:
            said += blocks(T("To choose from"), dealt, occasion)
        said += blocks(T("Your item cards"), told.hand_told(view, seat), occasion)
        return said + blocks(T("Your base"), told.seat_told(view, seat), occasion)
