"""Messages that are said no more but stand in the logs of older games: named here, they keep their German."""

from __future__ import annotations

from rules.kernel.text import TN, T

FORMER = (
    T("A setback ({token}): which penalty do you take?"),
    T("A setback: which condition counts?"),
    T("After {where}: gain {goods}."),
    T("An advance: where do you move the token of {value}?"),
    T("First garage without upgrade: {n}"),
    T("First spot without farm: {n}"),
    T("Harvest: what does farm {n} yield?"),
    T("Plan your dice: garages are filled from the left, a farm takes one die. Nobody sees it yet."),
    T("Plan your dice. Garages are filled from the left, a farm takes one die. Nobody sees it yet."),
    T("Your {face} in garage {n}: where does it go?"),
    T("Your {face} in garage {n}: where does it go? Sending it costs {cost}."),
    T("Your {face} in the headquarters: where does it go?"),
    TN("Too many item cards: discard {n} card.", "Too many item cards: discard {n} cards.", n=1),
    TN(
        "{where}: costs {n} less of water, algae or power, as you choose.",
        "{where}: costs {n} less of water, algae or power, as you choose.",
        n=1,
    ),
    TN(
        "{note} ⚠️ {n} die more than you may keep when you rest",
        "{note} ⚠️ {n} dice more than you may keep when you rest",
        n=1,
    ),
    T("{column}: the sum"),
    T("{column}: equal dice"),
    T("{where}: costs {goods} less."),
    T("{where}: costs {goods} more."),
    T("{where}: each price is lower by {goods}, as far as it has that."),
)
