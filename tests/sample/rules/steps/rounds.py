"""The rounds of a game: what each of them ends with, and the end of the last."""

from __future__ import annotations

from rules.kernel.steps import Act, Flow
from rules.kernel.text import TN, T, player
from tests.sample.rules.components import INCOME, LEAD_POINTS, MOST_FUEL, SHARED_LEAD_POINTS
from tests.sample.rules.scoring import public_lines, standings, total
from tests.sample.rules.state import ProspectState
from tests.sample.rules.steps.bidding import TurnUpSites
from tests.sample.rules.texts import kind_name


class NextRound(Act[ProspectState], tag=True):
    """Begin another round, or end the game after the last."""

    def run(self, state: ProspectState, flow: Flow[ProspectState]) -> None:
        if state.round < state.rounds:
            flow.then(TurnUpSites(), EndRound(), NextRound())
        else:
            flow.then(End())


class EndRound(Act[ProspectState], tag=True):
    """Points for the most sites, and new fuel."""

    def run(self, state: ProspectState, flow: Flow[ProspectState]) -> None:
        state.open = []
        most = max(len(one.sites) for one in state.players)
        leaders = [seat for seat, one in enumerate(state.players) if len(one.sites) == most]
        points = LEAD_POINTS if len(leaders) == 1 else SHARED_LEAD_POINTS
        for seat in leaders if most else ():
            state.players[seat].lead += points
            text = TN(
                "{who} has the most sites: {n} point.",
                "{who} has the most sites: {n} points.",
                points,
                who=player(seat),
            )
            flow.tell("lead", text, seat=seat)
        if state.round < state.rounds:
            for one in state.players:
                one.fuel = min(MOST_FUEL, one.fuel + INCOME)
        state.scores.append([total(public_lines(one)) for one in state.players])


class End(Act[ProspectState], tag=True):
    """The charters are turned up, and somebody has won."""

    def run(self, state: ProspectState, flow: Flow[ProspectState]) -> None:
        state.phase = "over"
        for seat, me in enumerate(state.players):
            flow.tell(
                "shown", T("{who} had the charter for {kind}.", who=player(seat), kind=kind_name(me.charter)), seat=seat
            )
        flow.finish(standings(state, over=True))
