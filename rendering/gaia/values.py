"""What a choice is about in numbers: power values, for a federation or where power is charged, and costs."""

from __future__ import annotations

from rendering.kit.picture import RenderContext
from rules.gaia.components import STRUCTURES, Goods
from rules.gaia.counts import power_value
from rules.gaia.reach import Look, upgrade_quotes
from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import nearby

RINGS = {"federation": 1, "charge": 2}
"""Kinds of prompts that power values count for, with how many rings of hexes are shown around their places."""


def charged_for(context: RenderContext) -> list[str]:
    """Where somebody else has built what power is charged for; empty in other prompts."""
    marks = context.marks
    if marks.kind != "charge":
        return []
    return [id for kind, _, id in (place.partition(":") for place in marks.so_far) if kind == "hex"]


def power_values(view: GaiaState, seat: int, context: RenderContext) -> dict[str, int]:
    """The power value of each own structure that counts, by its place."""
    me = view.players[seat]
    if context.marks.kind == "charge":
        places = nearby(view, seat, charged_for(context))
    else:
        places = list(me.places()) if context.marks.kind in RINGS else []
    return {place: power_value(view, me, place) for place in places}


def upgrade_costs(view: GaiaState, seat: int, kind: str) -> list[Goods]:
    """What a structure costs in each place where it may stand; where it may nowhere, in those where it could."""
    quotes = upgrade_quotes(Look(view, seat), kind)
    allowed = [one.cost for one in quotes if one.refusal is None]
    return allowed or [one.cost for one in quotes] or [STRUCTURES[kind].cost]
