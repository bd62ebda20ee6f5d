"""What one seat alone knows, in words: its cards, what it chooses from, its plan."""

from __future__ import annotations

from rendering.circadians.phrases import numbers
from rules.circadians.describe import effect_text, item_text
from rules.circadians.means import Means
from rules.circadians.state import UNKNOWN, UNSEEN, CircadiansState
from rules.circadians.steps.planning import cost_text, plan_words
from rules.kernel.text import TN, T, Text


def hand_lines(view: CircadiansState, seat: int) -> list[Text]:
    """Tell a seat's item cards, or how many there are where they are hidden."""
    return [_card(view, card) for card in view.players[seat].hand if card != UNKNOWN] or [
        T("No item card.")
        if not view.players[seat].hand
        else TN("{n} item card, hidden.", "{n} item cards, hidden.", n=len(view.players[seat].hand))
    ]


def _card(view: CircadiansState, card: str) -> Text:
    parts = view.parts
    if card in parts.items:
        return T("{card}: {what}", card=parts.name(card), what=item_text(parts, card))
    return T("{card}: {what}", card=parts.name(card), what=effect_text(parts.characters[card].effect))


def dealt_lines(view: CircadiansState, seat: int) -> list[Text]:
    """Tell the characters or cards that a seat chooses one from."""
    return [_card(view, card) for card in view.players[seat].dealt if card != UNKNOWN]


def plan_lines(view: CircadiansState, seat: int) -> list[Text]:
    """Tell a seat's secret plan: what has a place, and what has none yet."""
    me = view.players[seat]
    rolled = [face for face in me.rolled if face != UNSEEN]
    said = []
    if me.plan:
        said.append(T("Your plan: {plan}.", plan=plan_words(me)))
        cost = cost_text(Means(view, seat))
        said += [cost] if cost is not None else []
    if rolled:
        said.append(T("Rolled, without a place yet: {dice}.", dice=numbers(sorted(rolled, reverse=True))))
    if said:
        said.append(T("The others see it when everybody has planned."))
    return said
