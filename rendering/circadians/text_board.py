"""The table of Circadians: First Light in words, complete enough to play from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rendering.circadians import depository, hand, letter_map, locations, negotiation, planet, rounds, stacks, tableau
from rendering.kit.picture import RenderContext
from rendering.kit.text_board import blocks
from rules.circadians.state import CircadiansState
from rules.circadians.texts import PLACE_NAMES
from rules.kernel.text import T, name, player


class CircadiansTextBoard:
    """A view of Circadians in, blocks of words out."""

    @property
    def parts(self) -> Mapping[str, Callable[[CircadiansState, RenderContext], list[str]]]:
        """Planet, negotiation board, depository, locations and stacks, each alone."""
        return {
            "planet": self.planet,
            "negotiation": self.negotiation,
            "depository": self.depository,
            "locations": self.locations,
            "stacks": self.stacks,
        }

    def glance(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Tell the round and its event, and what everybody has; to a reader the event and what they have."""
        if not view.round:
            return []
        if context.reader is not None:
            said = [*rounds.event_lines(view), tableau.glance_line(view, context.reader)]
        else:
            said = [*rounds.round_lines(view), *rounds.planned_lines(view, context.waiting)]
            said += (tableau.glance_line(view, seat) for seat in range(len(view.players)))
        return ["\n".join(f"-# {context.words.say(text)}" for text in said)]

    def board(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Tell the whole table."""
        lines = [*rounds.round_lines(view, context.waiting), *rounds.planned_lines(view, context.waiting)]
        said = blocks(name("circadians"), lines, context)
        for seat in range(len(view.players)):
            said += blocks(player(seat), tableau.seat_lines(view, seat), context)
        said += [*self.planet(view, context), *self.negotiation(view, context), *self.depository(view, context)]
        said += self.locations(view, context)
        said += blocks(name("circadians.part.stacks"), stacks.stack_lines(view) + rounds.set_lines(view), context)
        return said

    def planet(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Draw the planet in letters, and tell what is on it."""
        title, *rest = blocks(name("circadians.part.planet"), planet.planet_lines(view), context)
        drawing = "\n".join(letter_map.draw(view))
        heading, _, lines = title.partition("\n")
        return [f"{heading}\n```\n{drawing}\n```", lines, *rest]

    def negotiation(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Tell the negotiation board."""
        return blocks(name("circadians.part.negotiation"), negotiation.negotiation_lines(view, context), context)

    def depository(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Tell the depository, and the headquarters beside it."""
        return [
            *blocks(name("circadians.part.depository"), depository.depository_lines(view), context),
            *blocks(PLACE_NAMES["hq"], depository.hq_lines(view), context),
        ]

    def locations(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Tell the six locations."""
        return blocks(name("circadians.part.locations"), locations.location_lines(view), context)

    def stacks(self, view: CircadiansState, context: RenderContext) -> list[str]:
        """Tell open tiles and cards, what is still face down, and which set they are of."""
        lines = [*stacks.stack_lines(view), *stacks.unseen_lines(view), *rounds.set_lines(view)]
        return blocks(name("circadians.part.stacks"), lines, context)

    def tableau(self, view: CircadiansState, seat: int, context: RenderContext) -> list[str]:
        """Tell a seat's research base."""
        return blocks(player(seat), [*tableau.base_lines(view, seat), *rounds.set_lines(view)], context)

    def hand(self, view: CircadiansState, seat: int, context: RenderContext) -> list[str]:
        """Tell what a seat holds and plans, for itself alone."""
        said = []
        plan, dealt = hand.plan_lines(view, seat), hand.dealt_lines(view, seat)
        if plan:
            said += blocks(T("Your dice"), plan, context)
        if dealt:
            said += blocks(T("To choose from"), dealt, context)
        said += blocks(T("Your item cards"), hand.hand_lines(view, seat), context)
        return said + blocks(T("Your base"), tableau.seat_lines(view, seat), context)
