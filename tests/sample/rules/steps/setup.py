"""Before the first round: everybody keeps one of two charters, in secret."""

from __future__ import annotations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.steps import AskAll, Flow
from rules.kernel.text import TN, T
from tests.sample.rules.components import CHARTER_POINTS, KINDS, SITES, START_FUEL
from tests.sample.rules.state import Player, ProspectState
from tests.sample.rules.texts import kind_name

DEALT = 2
"""Charters that everybody chooses from."""


def lay_out(seats: int, rounds: int, rng: Rng) -> ProspectState:
    """Shuffle the sites, and deal charters; several seats may be dealt the same."""
    deck = rng.shuffle(list(SITES), "prospect.deck")
    players = [Player(START_FUEL, rng.shuffle(KINDS, "prospect.charters")[:DEALT]) for _ in range(seats)]
    return ProspectState(players, rounds, deck)


class ChooseCharter(AskAll[ProspectState], tag=True):
    """Which charter a seat keeps."""

    def prompt(self, state: ProspectState, seat: int) -> Prompt:
        note = TN("{n} point for each site", "{n} points for each site", CHARTER_POINTS)
        options = [Option(kind, kind_name(kind), note) for kind in state.players[seat].dealt]
        return Prompt(seat, "charter", T("Keep one charter; nobody sees it until the end."), options, secret=True)

    def take(self, state: ProspectState, answers: dict[int, list[str]], flow: Flow[ProspectState]) -> None:
        for seat, (kind,) in sorted(answers.items()):
            me = state.players[seat]
            me.charter, me.dealt = kind, []
            flow.tell("charter", T("Your charter: {kind}.", kind=kind_name(kind)), seat=seat, to=[seat])
