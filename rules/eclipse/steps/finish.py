"""The end of a turn, after the action: what is free may still be done."""

from __future__ import annotations

from rules.eclipse.state import EclipseState
from rules.eclipse.steps import free
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T

DONE = "done"
ENDINGS = frozenset({"explore", "influence", "research", "upgrade", "build", "move", "finish"})
"""The kinds of questions that ask whether there is more of an action or turn; where there is not: `DONE`."""


def asks(state: EclipseState, seat: int, *, offers: bool = False, flips: int | None = None) -> bool:
    """Whether more than a trade is free after the action, so that the turn does not end by itself."""
    found = free.options(state, seat, (), offers=offers, flips=flips)
    return any(one.refusal is None and (one.id != free.TRADE or state.rules.as_recorded) for one in found)


class Finish(Act[EclipseState], tag=True):
    """Ask for what is free, where more than a trade is possible: a trade can wait for the next turn."""

    seat: int
    offers: bool = False
    flips: int | None = None

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if asks(state, self.seat, offers=self.offers, flips=self.flips):
            flow.then(EndOfTurn(self.seat, self.offers, self.flips))


def beside(
    state: EclipseState,
    seat: int,
    pick: str,
    flow: Flow[EclipseState],
    again: Step[EclipseState],
    *,
    offers: bool = False,
    flips: int | None = None,
) -> bool:
    """Carry out what was picked beside the choices of an action itself: no more of it, or what is free, then `again`.

    False where it was one of those choices.
    """
    if pick == DONE:
        # What is free could be done just before, so it is not asked again.
        if state.rules.as_recorded:
            flow.then(Finish(seat, offers, flips))
    elif free.is_colony(pick) or pick in (free.TRADE, free.PROPOSE, free.FLIP):
        flow.then(*free.carry_out(state, seat, pick, flow), again)
    else:
        return False
    return True


class EndOfTurn(Ask[EclipseState], tag=True):
    """Ask for what is free, until the turn is done."""

    offers: bool = False
    flips: int | None = None

    def prompt(self, state: EclipseState) -> Prompt:
        options = [Option(DONE, T("End the turn"), ends=True)]
        options += free.options(state, self.seat, options, offers=self.offers, flips=self.flips)
        return Prompt(self.seat, "finish", T("Colony ships and trades, or the end of your turn."), options)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        if picks != [DONE]:
            flips = self.flips - 1 if picks == [free.FLIP] and self.flips is not None else self.flips
            flow.then(*free.carry_out(state, self.seat, picks[0], flow), Finish(self.seat, self.offers, flips))
