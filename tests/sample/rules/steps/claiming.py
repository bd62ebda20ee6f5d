"""Claiming a site: which one, whether to drill there, and whether others send a ship along."""

from __future__ import annotations

from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Ask, Flow
from rules.kernel.text import TN, T, player
from tests.sample.rules.components import CORES, DRILL_COST, FOLLOW_COST, FOLLOW_POINTS, SITES
from tests.sample.rules.state import ProspectState
from tests.sample.rules.texts import fuel_text, site_name, worth_text


class Claim(Ask[ProspectState], tag=True):
    """Which of the open sites a seat claims."""

    def prompt(self, state: ProspectState) -> Prompt:
        options = [Option(site, site_name(site), worth_text(site), f"site:{site}") for site in state.open]
        return Prompt(self.seat, "claim", T("Claim a site."), options)

    def take(self, state: ProspectState, picks: list[str], flow: Flow[ProspectState]) -> None:
        (site,) = picks
        state.open.remove(site)
        state.players[self.seat].sites.append(site)
        flow.tell("claim", T("{who} claims {site}.", who=player(self.seat), site=site_name(site)), seat=self.seat)
        flow.then(Work(self.seat, site))  # Until that is answered, the claim may be taken back: the turn is half-made.


class Work(Ask[ProspectState], tag=True):
    """Whether the seat drills where it has just claimed."""

    site: str

    def prompt(self, state: ProspectState) -> Prompt:
        fuel = state.players[self.seat].fuel
        drill = Option(
            "drill",
            T("Drill"),
            T("{n} fuel, brings 0 to 3 points", n=DRILL_COST),
            refusal=None if fuel >= DRILL_COST else T("You have no fuel left to drill with."),
        )
        text = T("Do you drill at {site}?", site=site_name(self.site))
        return Prompt(
            self.seat, "work", text, [drill, Option("done", T("Leave it as it is"), ends=True)], detail=fuel_text(fuel)
        )

    def take(self, state: ProspectState, picks: list[str], flow: Flow[ProspectState]) -> None:
        me = state.players[self.seat]
        if picks == ["drill"]:
            me.fuel -= DRILL_COST
            core = flow.rng.pick(CORES, "prospect.core")
            me.cores += core
            text = TN(
                "{who} drills: a core of {n} point.", "{who} drills: a core of {n} points.", core, who=player(self.seat)
            )
            flow.tell("core", text, seat=self.seat)
        flow.end_turn()
        kind = SITES[self.site].kind
        seats = [(self.seat + n) % len(state.players) for n in range(1, len(state.players))]
        flow.then(*(Follow(seat, self.seat, self.site) for seat in seats if state.players[seat].of_kind(kind)))


class Follow(Ask[ProspectState], tag=True):
    """Whether a seat sends a ship along to a site that another has claimed, for it has one of that kind itself."""

    claimant: int
    site: str

    def prompt(self, state: ProspectState) -> Prompt:
        fuel = state.players[self.seat].fuel
        note = TN("1 fuel for {n} point", "1 fuel for {n} points", FOLLOW_POINTS)
        refusal = None if fuel >= FOLLOW_COST else T("You have no fuel left to send a ship with.")
        text = T(
            "{who} has claimed {site}. Do you send a ship along?", who=player(self.claimant), site=site_name(self.site)
        )
        options = [Option("yes", T("Send a ship"), note, refusal=refusal), Option("no", T("Stay here"))]
        return Prompt(self.seat, "follow", text, options, detail=fuel_text(fuel))

    def take(self, state: ProspectState, picks: list[str], flow: Flow[ProspectState]) -> None:
        if picks == ["yes"]:
            me = state.players[self.seat]
            me.fuel -= FOLLOW_COST
            me.followed += FOLLOW_POINTS
            text = T("{who} sends a ship along.", who=player(self.seat))
        else:
            text = T("{who} sends no ship along.", who=player(self.seat))
        flow.tell("follow", text, seat=self.seat)
