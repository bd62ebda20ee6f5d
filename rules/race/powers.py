"""The powers that count for a seat now: those of its tableau without the card placed in the running phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from rules.race.components import CARDS, Power, PowerPhase
from rules.race.state import Player, RaceState

BONUS = -1
"""Stands for the bonus of an action card where a card is named as the source of a sale or a good."""

Op = TypeVar("Op", bound=Power)


@cache
def _powers_on(card: int, phase: PowerPhase, op: type[Op]) -> tuple[Op, ...]:
    return tuple(power for power in CARDS[card].powers.of(phase) if isinstance(power, op))


def powers(player: Player, phase: PowerPhase, op: type[Op]) -> Iterator[tuple[int, Op]]:
    """Go through a seat's powers of one kind, each with its card, in the order of placing.

    A card counts from the phase after the one in which it was placed.
    """
    for card in player.tableau:
        if card != player.placed:
            for power in _powers_on(card, phase, op):
                yield card, power


def chose(state: RaceState, seat: int, action: str) -> bool:
    """Say whether a seat has an action card's bonus in the running phase.

    In a second Develop or Settle only who chose both cards has the bonus (experienced two-player game).
    """
    actions = state.players[seat].actions
    return (f"{action}_2" if state.phase.endswith("_2") else action) in actions


def why(card: int) -> str:
    """Name the power of a card as the reason of a draw."""
    return f"power:{CARDS[card].key}"
