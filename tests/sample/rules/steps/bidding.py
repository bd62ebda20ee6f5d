"""Sites are turned up, everybody bids for them in secret, and the bids put the claims in order."""

from __future__ import annotations

from itertools import groupby

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, AskAll, Flow
from rules.kernel.text import T, player
from tests.sample.rules.components import MOST_FUEL
from tests.sample.rules.state import ProspectState
from tests.sample.rules.steps.claiming import Claim
from tests.sample.rules.texts import fuel_text, site_name


class TurnUpSites(Act[ProspectState], tag=True):
    """The beginning of a round."""

    def run(self, state: ProspectState, flow: Flow[ProspectState]) -> None:
        state.round += 1
        state.phase = "bids"
        state.bids = []
        state.open = [state.deck.pop() for _ in range(len(state.players) - 1)]
        flow.reveal()  # Nobody knew what lies in the deck: what led here cannot be taken back any more.
        flow.round(T("Round {n} begins.", n=state.round))
        flow.tell("sites", T("Open sites: {sites}.", sites=[site_name(site) for site in state.open]))
        flow.then(Bid(list(range(len(state.players)))))


class Bid(AskAll[ProspectState], tag=True):
    """How much fuel everybody bids."""

    def prompt(self, state: ProspectState, seat: int) -> Prompt:
        fuel = state.players[seat].fuel
        options = [
            Option(
                str(n),
                T("{n} fuel", n=n) if n else T("Nothing"),
                refusal=None if n <= fuel else T("You have {have} fuel, not {n}.", have=fuel, n=n),
            )
            for n in range(MOST_FUEL + 1)
        ]
        text = T("Round {n}: how much fuel do you bid?", n=state.round)
        return Prompt(seat, "bid", text, options, secret=True, detail=fuel_text(fuel))

    def take(self, state: ProspectState, answers: dict[int, list[str]], flow: Flow[ProspectState]) -> None:
        state.bids = [int(answers[seat][0]) for seat in self.seats]
        state.phase = "claims"
        for seat, n in enumerate(state.bids):
            flow.tell("bid", T("{who} bids {n} fuel.", who=player(seat), n=n), seat=seat)
        claims: list[Claim] = []
        for seat in in_order(state.bids, flow)[: len(state.open)]:
            state.players[seat].fuel -= state.bids[seat]
            claims.append(Claim(seat))
        flow.then(*claims)


def in_order(bids: list[int], flow: Flow[ProspectState]) -> list[int]:
    """Give the seats that have bid anything, the highest bid first; a lot decides between equal ones."""
    seats = sorted((seat for seat, n in enumerate(bids) if n), key=lambda seat: -bids[seat])
    ordered: list[int] = []
    for n, group in groupby(seats, key=lambda seat: bids[seat]):
        ordered += _by_lot(list(group), n, flow)
    return ordered


def _by_lot(seats: list[int], n: int, flow: Flow[ProspectState]) -> list[int]:
    if len(seats) == 1:
        return seats
    drawn = flow.rng.shuffle(seats, "prospect.lot")
    order = [player(seat) for seat in drawn]
    flow.tell("lot", T("The lot between bids of {n} fuel: {order}.", n=n, order=order))
    return drawn
