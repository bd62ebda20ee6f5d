"""The private panel of a seat: what it may choose, large and numbered, with what it decides by."""

from __future__ import annotations

from PIL import Image

from rendering.kit.picture import RenderContext
from rendering.race import hand, offers, tableau
from rules.race.places import card_of
from rules.race.state import RaceState

OFFERS = {"power": offers.powers, "way": offers.ways, "good": offers.kinds}
"""By the kind of place: what draws it."""


def about_tableau(view: RaceState, seat: int, context: RenderContext) -> bool:
    """Whether the marked places are cards that lie before the seat, or what these may do."""
    marked = context.marks.legal | context.marks.chosen
    return any(where.partition(":")[0] in OFFERS or card_of(where) in view.players[seat].tableau for where in marked)


def draw(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a seat is asked; its hand where nothing is marked."""
    for where in context.marks.legal | context.marks.chosen:
        if (drawn := OFFERS.get(where.partition(":")[0])) is not None:
            return drawn(view, seat, context)
    if about_tableau(view, seat, context):
        return tableau.choose(view, seat, context)
    return hand.draw(view, seat, context)
