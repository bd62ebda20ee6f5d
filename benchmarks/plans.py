"""The plans of people in games that are played to be measured, kept as the store keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.tables.core.answers import Run
from storage.schema import PlannedAnswer


def plans_left(outcome: Run, plans: Sequence[PlannedAnswer], ids: Iterator[int]) -> list[PlannedAnswer]:
    """Leave out the plans that have answered or were dropped; those that stay get ids in place of provisional ones."""
    done = outcome.automatic_run
    gone = set() if done is None else {one.plan for one in done.given} | {plan for _, plan, _ in done.dropped}
    left = [plan for plan in plans if plan.id not in gone]
    for plan in left:
        if plan.id is not None and plan.id < 0:
            plan.id = next(ids)
    return left
