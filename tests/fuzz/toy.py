"""What must hold in the toy game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.game import Outcome, Position
from rules.kernel.rng import Rng
from tests.fuzz.play import Checks
from tests.toy import ToyState


def invariants(state: ToyState) -> Iterator[str]:
    if min(state.coins) < 0:
        yield "negative coins"


def scramble(position: Position[ToyState, Any], seat: int | None, rng: Rng) -> Position[ToyState, Any]:
    position.state.secrets = [
        secret if at == seat else rng.below(9, "secret") for at, secret in enumerate(position.state.secrets)
    ]
    return position


def public(before: ToyState, after: ToyState, outcome: Outcome) -> Iterator[str]:
    if any(event.kind == "drop" and event.to is None for event in outcome.events):
        yield "a hidden coin is told to everybody"


CHECKS = Checks(invariants, scramble, public)
