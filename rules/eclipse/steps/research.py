"""Research: buy a technology; some species may buy two."""

from __future__ import annotations

import msgspec

from rules.eclipse.state import EclipseState
from rules.eclipse.steps import free
from rules.eclipse.steps.finish import Finish, asks, beside
from rules.eclipse.steps.technology import buy, most, no_research, technology_options
from rules.eclipse.texts import goods_text
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import T


class Research(Ask[EclipseState], tag=True):
    """Ask which technology is bought; `number` counts those of this action."""

    number: int = 1

    def prompt(self, state: EclipseState) -> Prompt:
        me = state.players[self.seat]
        last = self.number < most(me) or asks(state, self.seat)
        options = [
            msgspec.structs.replace(one, last=last and one.refusal is None)
            for one in technology_options(state, self.seat)
        ]
        options.sort(key=lambda option: option.refusal is not None)
        # A trade may have taken what the first technology needs; then the action ends without any.
        if self.number > 1 or all(option.refusal for option in options):
            options.insert(0, Option("done", T("Research no more"), ends=True))
        options += free.options(state, self.seat, options)
        have = goods_text(me)
        return Prompt(self.seat, "research", T("Which technology do you research?"), options, detail=have, commits=True)

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        if beside(state, self.seat, pick, flow, Research(self.seat, self.number)):
            return
        flow.then(*buy(state, self.seat, pick, flow), Researched(self.seat, self.number))


class Researched(Act[EclipseState], tag=True):
    """After a technology: the next one, or the end of the action."""

    seat: int
    number: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        me = state.players[self.seat]
        more = self.number < most(me)
        if more and (no_research(state, self.seat) is None or free.may_help(state, self.seat)):
            flow.then(Research(self.seat, self.number + 1))
        else:
            flow.then(Finish(self.seat))
