"""The places that options stand for and pictures mark: cards, action cards, consume powers, ways to settle, goods."""

from __future__ import annotations


def card_place(number: int) -> str:
    """A physical card, wherever it lies."""
    return f"card:{number}"


NOTHING_PLACE = "nothing"
"""Taking none of what is offered: a tile of its own."""


def action_place(key: str) -> str:
    """An action card."""
    return f"action:{key}"


def power_place(card: int, index: int) -> str:
    """A consume power: its card and its index there."""
    return f"power:{card}:{index}"


def way_place(id: str) -> str:
    """A way to settle a world, by its option's id."""
    return f"way:{id}"


def good_place(kind: str) -> str:
    """A kind of good."""
    return f"good:{kind}"


def card_of(place: str) -> int | None:
    """The card that a place is about, or None where it is about no single card."""
    kind, _, rest = place.partition(":")
    return int(rest.partition(":")[0]) if kind in {"card", "power"} else None
