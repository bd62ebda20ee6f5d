"""A seat's base, hand and panels in words: alt texts from which somebody who does not see them can play."""

from __future__ import annotations

from rendering.circadians import depository, locations, sentences, tableau
from rendering.circadians.hand import dealt_lines, hand_lines, plan_lines
from rendering.circadians.hand_cards import known
from rendering.circadians.phrases import dice_list
from rendering.circadians.queue_line import to_come
from rendering.kit.alt import fullest
from rendering.kit.picture import RenderContext
from rules.circadians.state import CircadiansState
from rules.kernel.text import T, Text, player

NEGOTIATED = frozenset({"negotiate", "clan", "advance", "setback", "penalty"})
PLACED = frozenset({"mine", "academy", "market", "market-space", "row"})


def base(view: CircadiansState, seat: int, context: RenderContext) -> str:
    """Say what a seat's base shows."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), _whose(seat)]
        said += tableau.base_lines(view, seat) if degree > 1 else tableau.seat_lines(view, seat)
        return said + (_hand(view, seat) if degree > 0 else [])

    return fullest(context.words, detail, 3)


def hand(view: CircadiansState, seat: int, context: RenderContext) -> str:
    """Say which cards a seat holds or chooses from."""

    def detail(degree: int) -> list[Text]:
        said = [*sentences.marked(view, context), *dealt_lines(view, seat), *hand_lines(view, seat)]
        return [*said, _whose(seat), *tableau.seat_lines(view, seat)[: 1 + 6 * degree]]

    return fullest(context.words, detail, 2)


def panel(view: CircadiansState, seat: int, context: RenderContext) -> str:
    """Say what a seat decides by: what may be picked, what it has, and more of what the question is about."""

    def detail(degree: int) -> list[Text]:
        said = sentences.marked(view, context)
        if degree > 0:
            said += [_whose(seat), *tableau.seat_lines(view, seat)[:3], *plan_lines(view, seat)]
        if degree > 1:
            said += _hand(view, seat) + _queue(view)
        if degree > 2:
            said += _about(view, context)
        return said or tableau.seat_lines(view, seat)[:1]

    return fullest(context.words, detail, 4)


def _whose(seat: int) -> Text:
    """Whose is what is told next."""
    return T("{who}.", who=player(seat))


def _hand(view: CircadiansState, seat: int) -> list[Text]:
    """The hand where it is known."""
    dealt = dealt_lines(view, seat)
    return [*dealt, *(hand_lines(view, seat) if known(view, seat) else [])]


def _queue(view: CircadiansState) -> list[Text]:
    """The dice that are still to be sent."""
    hq, garages = to_come(view)
    return [T("Still to come: {dice}.", dice=dice_list([*hq, *garages]))] if hq or garages else []


def _about(view: CircadiansState, context: RenderContext) -> list[Text]:
    """What the board that a question is about shows."""
    kind = context.marks.kind
    if kind in NEGOTIATED:
        return sentences.columns(view) + sentences.advances(view)
    if kind in {"move", "direction"}:
        return sentences.on_planet(view)
    if kind == "plan":
        return locations.location_lines(view)
    if kind == "send":
        return sentences.columns(view) + sentences.advances(view) + locations.location_lines(view)
    if kind in PLACED:
        return depository.depository_lines(view) + locations.location_lines(view)
    return []
