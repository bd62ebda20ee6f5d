"""Phrases that several parts of the table use: lists of numbers and dice, directions, what an event closes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.circadians.effects import Close
from rules.circadians.state import CircadiansState, Die
from rules.circadians.texts import PLACE_NAMES
from rules.kernel.text import T, Text, player

SHORT_WAYS: dict[str, Text] = {"n": T("N"), "ne": T("NE"), "se": T("SE"), "s": T("S"), "sw": T("SW"), "nw": T("NW")}
"""Directions in letters: Discord makes pictures of some arrows."""


def numbers(listed: Iterable[int]) -> str:
    """Write numbers with commas between them."""
    return ", ".join(map(str, listed))


def dice_list(dice: Iterable[Die]) -> list[Text]:
    """Say whose dice they are, and their values."""
    return [T("{who} {value}", who=player(die.seat), value=die.value) for die in dice]


def apart(texts: Sequence[Text]) -> Text:
    """Join with semicolons what has commas in it."""
    found = texts[0]
    for text in texts[1:]:
        found = T("{before}; {then}", before=found, then=text)
    return found


def closed(view: CircadiansState, *these: str) -> list[Text]:
    """Say which of these places the event closes."""
    event = view.parts.events[view.event].effect if view.event else None
    shut = [PLACE_NAMES[place] for place in these if isinstance(event, Close) and place in event.where]
    return [T("Closed this round by the event: {places}.", places=shut)] if shut else []
