"""The pictures of Circadians in words: alt texts from which somebody who does not see them can play.

Each has several degrees of detail, of which the fullest that Discord takes is said.
"""

from __future__ import annotations

from rendering.circadians import depository, locations, negotiation, planet, rounds, sentences, stacks, tableau
from rendering.circadians.negotiation_board import sums_to_come
from rendering.kit.alt import fullest, winners
from rendering.kit.picture import RenderContext
from rules.circadians.scoring import standings
from rules.circadians.state import CircadiansState
from rules.kernel.text import Text

MOST = 5
"""The degree at which everything on the table is said; beyond it the seats are told in full."""


def _now(view: CircadiansState, context: RenderContext, degree: int) -> list[Text]:
    """What may be picked, and the round; more of it where there is room. Points stand with the seats."""
    said = rounds.round_lines(view, context.waiting)
    if view.scores:
        said.pop()
    return [*sentences.marked(view, context), *(said if degree > 0 else said[:1])]


def board(view: CircadiansState, context: RenderContext) -> str:
    """Say what the table shows."""
    seats = range(len(view.players))
    found = standings(view, over=view.phase == "over")
    short = [sentences.seat(view, seat, found[seat].total) for seat in seats]
    full = [tableau.glance_line(view, seat) for seat in seats]

    def detail(degree: int) -> list[Text]:
        said = _now(view, context, degree) + rounds.planned_lines(view, context.waiting)
        said += winners(found) if view.phase == "over" else []
        said += full if degree > MOST else short
        for least, lines in enumerate((sentences.on_planet, sentences.at_places), 2):
            said += lines(view) if degree >= least else []
        said += sentences.columns(view, sums_to_come(view, context)) if degree >= MOST - 1 else []
        return said + (sentences.advances(view) if degree >= MOST else [])

    return fullest(context.words, detail, MOST + 2)


def planet_map(view: CircadiansState, context: RenderContext) -> str:
    """Say what the planet shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *sentences.on_planet(view)]
        if degree > 0:
            said = [*sentences.marked(view, context), *planet.planet_lines(view)[1 : 3 + degree]]
        return said

    return fullest(context.words, detail, 3)


def places(view: CircadiansState, context: RenderContext) -> str:
    """Say what the eight places show."""

    def detail(degree: int) -> list[Text]:
        if degree < 3:
            said = _now(view, context, min(degree, 1)) + sentences.at_places(view)
            return said + (stacks.open_lines(view) if degree > 1 else [])
        said = sentences.marked(view, context) + depository.depository_lines(view) + depository.hq_lines(view)
        return said + locations.location_lines(view)

    return fullest(context.words, detail, 4)


def negotiation_board(view: CircadiansState, context: RenderContext) -> str:
    """Say what the negotiation board shows."""

    def detail(degree: int) -> list[Text]:
        said, coming = sentences.marked(view, context), sums_to_come(view, context)
        if degree > 2:
            return said + negotiation.negotiation_lines(view, context)
        said += sentences.columns(view, coming) if degree > 0 else sentences.sums(view, coming)
        return said + (sentences.advances(view) if degree > 1 else [])

    return fullest(context.words, detail, 4)
