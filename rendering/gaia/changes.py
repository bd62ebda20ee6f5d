"""What has changed since the view that was posted last, for halos, coloured numbers and sentences."""

from __future__ import annotations

from rendering.kit.picture import RenderContext
from rules.gaia.state import GaiaState

TURNS = ("turn", "")
"""Kinds of prompts about a whole turn, and none."""


def view_before(context: RenderContext, seat: int) -> GaiaState | None:
    """The view that was posted last, if the seat had a faction by then."""
    before = context.before
    known = isinstance(before, GaiaState) and seat < len(before.players) and before.players[seat].faction
    return before if known else None


def advanced(view: GaiaState, context: RenderContext, seat: int, track: str) -> bool:
    """Whether a seat's level in a research area is another one than it was."""
    before = view_before(context, seat)
    return before is not None and before.players[seat].research[track] != view.players[seat].research[track]


def newly_taken(view: GaiaState, context: RenderContext, action: str) -> bool:
    """Whether somebody has taken a board action since, in this round."""
    before, taker = context.before, view.taken.get(action)
    if not isinstance(before, GaiaState) or taker is None:
        return False
    return before.round == view.round and before.taken.get(action) != taker


def changed_places(view: GaiaState, context: RenderContext) -> set[str]:
    """Places where something is new or gone."""
    before = context.before
    if not isinstance(before, GaiaState) or before.spaces != view.spaces or len(before.players) != len(view.players):
        return set()
    found = set(before.gaia) ^ set(view.gaia)
    if view.lost != before.lost:
        found.add(view.lost)
    for now, then in zip(view.players, before.players, strict=True):
        found |= {name for name, kind in now.structures.items() if then.structures.get(name) != kind}
        found |= set(then.structures) - set(now.structures)
        for field in ("sent_formers", "guests", "stations", "satellites"):
            found |= set(getattr(now, field)) ^ set(getattr(then, field))
    return found - {""}


def whole_turn(view: GaiaState, seat: int, context: RenderContext) -> bool:
    """Whether a seat's panel is about all that it can do: it chooses an action, or nothing is asked of it."""
    marks = context.marks
    if marks.legal or not view.players[seat].faction or not view.spaces:
        return False
    return marks.kind in TURNS or (has_acted(context) and not changed_places(view, context))


def has_acted(context: RenderContext) -> bool:
    """Whether only free actions are left of a seat's turn."""
    return context.marks.kind == "finish"
