"""The pictures of Gaia Project in words: alt texts from which somebody who does not see them can play.

Each has several degrees of detail, of which the fullest that Discord takes is said.
"""

from __future__ import annotations

from rendering.gaia import sentences
from rendering.gaia.changes import has_acted, whole_turn
from rendering.kit.alt import fullest
from rendering.kit.picture import RenderContext
from rules.gaia.state import GaiaState
from rules.kernel.text import Text

COMPACT = 3
"""The degree at which levels are numbers in the order of the areas."""


def board(view: GaiaState, context: RenderContext) -> str:
    """Say what the table shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *sentences.round_now(view, context)]
        said += sentences.new(view, context) if degree > 1 else []
        said += sentences.areas() if degree == COMPACT else []
        said += sentences.factions(view) if not view.spaces else []
        for seat in view.turn_order():
            said += sentences.stock(view, seat, short=degree < COMPACT + 2)
            said += sentences.outlook(view, seat) if degree > 1 else []
            if degree == 0 or not view.players[seat].faction:
                continue
            said += [sentences.structures(view, seat) if degree > 1 else sentences.structure_counts(view, seat)]
            if degree == COMPACT:
                said.append(sentences.short_levels(view, seat))
            elif degree > COMPACT:
                said += sentences.levels(view, seat)
        said += sentences.finals(view) if degree > COMPACT + 2 else []
        return said + (sentences.actions(view) if degree > COMPACT + 3 else [])

    return fullest(context.words, detail, COMPACT + 5)


def map(view: GaiaState, context: RenderContext) -> str:
    """Say what the map shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *sentences.round_now(view, context)[:1]]
        said += sentences.new(view, context) if degree not in {1, 3} else []
        for seat in view.turn_order():
            said += sentences.on_map(view, seat, full=degree in {0, 3, 4})
        return said + (sentences.free_planets(view) if degree > 0 else [])

    # Free planets are worth more than satellites, and these more than nothing.
    return fullest(context.words, detail, 5)


def panel(view: GaiaState, seat: int, context: RenderContext) -> str:
    """Say what a seat has to decide with: what may be picked, its goods, the map; what a turn can do."""
    turn = whole_turn(view, seat, context)
    now = sentences.round_now(view, context)
    always = [*sentences.worth(view, seat, context), *(now if turn else now[:1])]
    always += [
        *(sentences.doable(view, seat, acted=has_acted(context)) if turn else []),
        *sentences.stock(view, seat, short=False),
    ]
    order = [seat, *(one for one in view.turn_order() if one != seat)]
    brief, full = ({one: sentences.on_map(view, one, full=much) for one in order} for much in (False, True))

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context, priced=degree > 0), *always]
        for other in order if degree > 1 else (seat,):
            said += (full if degree > 2 else brief)[other]
        return said + (sentences.free_planets(view) if degree > 3 else [])

    # Of very many places all are named rather than the price of some.
    return fullest(context.words, detail, 5)


def choices(view: GaiaState, seat: int, context: RenderContext) -> str:
    """Say what a seat has to choose from, what it has, and where everybody is in research."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *sentences.round_now(view, context)[:1]]
        said += sentences.stock(view, seat, short=degree == 0)
        return said + (sentences.research(view) if degree > 1 else [])

    return fullest(context.words, detail, 3)


def for_tile(view: GaiaState, seat: int, context: RenderContext) -> str:
    """Say what a seat decides by whether to give tokens for a technology tile: the tiles, what it has, research."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.round_now(view, context)[:1], *sentences.stock(view, seat, short=degree == 0)]
        said += sentences.levels(view, seat)
        return said + sentences.tiles(view, advanced=degree > 1)

    return fullest(context.words, detail, 3)


def factions(view: GaiaState, context: RenderContext) -> str:
    """Say which factions a seat has to choose from, what they can do, and who has which."""

    def detail(degree: int) -> list[Text]:
        chosen = [text for seat in view.turn_order() for text in sentences.chosen_faction(view, seat)]
        return [*sentences.offered_factions(context, degree), *chosen]

    return fullest(context.words, detail, sentences.FULL_FACTIONS + 1)


def research(view: GaiaState, context: RenderContext) -> str:
    """Say what the research board shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *sentences.research(view), *sentences.actions(view)]
        return said + (sentences.tiles(view, advanced=degree > 1) if degree > 0 else [])

    return fullest(context.words, detail, 3)


def scoring(view: GaiaState, context: RenderContext) -> str:
    """Say what the scoring board shows."""

    def detail(degree: int) -> list[Text]:
        return [*sentences.marked(view, context), *sentences.scoring(view, context, degree)]

    return fullest(context.words, detail, sentences.FULL_SCORING + 1)


def tableau(view: GaiaState, seat: int, context: RenderContext) -> str:
    """Say what lies before a seat."""

    def detail(degree: int) -> list[Text]:
        return [*sentences.marked(view, context), *sentences.tableau(view, seat, degree)]

    return fullest(context.words, detail, sentences.FULL_TABLEAU + 1)
