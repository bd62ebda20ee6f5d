"""What the robot does with its fuel."""

from __future__ import annotations

from rules.kernel.rng import Rng
from tests.sample.rules.robot.value import site_value
from tests.sample.rules.state import ProspectState

RESERVE = 2
"""Fuel that is kept for the next bid."""


def bid(view: ProspectState, seat: int, rng: Rng) -> int:
    """Bid what the best open site is worth, or one more, so that nobody knows it; in the last round everything."""
    fuel = view.players[seat].fuel
    if view.round == view.rounds:
        return fuel
    best = max(site_value(view, seat, site) for site in view.open)
    return min(fuel, best + rng.below(2, "robot.bid"))


def spares_fuel(view: ProspectState, seat: int) -> bool:
    """Tell whether fuel is left for a drill or a ship; in the last round all is, for unspent fuel brings less."""
    return view.players[seat].fuel > (0 if view.round == view.rounds else RESERVE)
