"""The upkeep phase: the last colony ships, paying for influence, producing, bankruptcy."""

from __future__ import annotations

from rules.eclipse.components import MATERIALS, MONEY, SCIENCE
from rules.eclipse.economy import balance, own_sectors, production, upkeep
from rules.eclipse.places import sector_place
from rules.eclipse.scoring import sector_points
from rules.eclipse.state import EclipseState, Player, Sector
from rules.eclipse.steps import free
from rules.eclipse.steps.cubes import balances_without, lift_disc
from rules.eclipse.steps.leaving import leave
from rules.eclipse.texts import amount, lift_note, means_text, sector_name
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, player, signed


class Upkeep(Act[EclipseState], tag=True):
    """Let everybody prepare for the upkeep, nobody waiting for the others; then pay one after the other."""

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        flow.end_turn()
        state.phase = "upkeep"
        flow.phase(T("Upkeep phase."))
        seats = len(state.players)
        order = [(state.start + step) % seats for step in range(seats)]
        flow.then(Pay([seat for seat in order if not state.players[seat].out]))
        flow.side_by_side({seat: [Prepare(seat)] for seat in order if not state.players[seat].out})


def is_ruined(state: EclipseState, seat: int) -> bool:
    """Whether a player cannot pay and has nothing left to sell or to give up."""
    me = state.players[seat]
    return balance(me) < 0 and not free.sells(me) and not own_sectors(state, seat)


class Prepare(Act[EclipseState], tag=True):
    """Ask a player for the upkeep where something must or can be done."""

    seat: int

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        me = state.players[self.seat]
        if is_ruined(state, self.seat):
            return
        trades = state.rules.as_recorded and free.no_trade(me) is None
        if balance(me) < 0 or trades or free.can_colonise(state, self.seat, upkeep=True):
            flow.then(PrepareUpkeep(self.seat))


def _given_up(me: Player, sector: Sector) -> Text:
    """Say what giving up a sector comes to: the money left at the end of the round, lost points, cubes."""
    low, high = balances_without(me, sector)
    before, points, returns = signed(balance(me)), sector_points(me, sector), lift_note(me, sector, to_track=False)
    if low == high:
        return T(
            "Balance {before} → {left} money; −{n} VP; {returns}",
            before=before,
            left=signed(low),
            n=points,
            returns=returns,
        )
    return T(
        "Balance {before} → {left} to {most} money; −{n} VP; {returns}",
        before=before,
        left=signed(low),
        most=signed(high),
        n=points,
        returns=returns,
    )


class PrepareUpkeep(Ask[EclipseState], tag=True):
    """Ask for colony ships and trades before the upkeep, and for sectors to give up where money is lacking."""

    def prompt(self, state: EclipseState) -> Prompt:
        seat = self.seat
        me = state.players[seat]
        left = balance(me)
        lacking = (
            TN("You lack {n} money for the upkeep.", "You lack {n} money for the upkeep.", -left) if left < 0 else None
        )
        note = T(
            "Money {money} + {income} − {upkeep} = {left}.",
            money=me.goods[MONEY],
            income=production(me, MONEY),
            upkeep=upkeep(me),
            left=left,
        )
        options = [Option("done", T("Pay the upkeep"), note, refusal=lacking, ends=True)]
        enough = None if left < 0 else T("A sector is given up here only where money is lacking.")
        sectors = [
            Option(
                sector.id,
                T("Give up {sector}", sector=sector_name(sector)),
                _given_up(me, sector),
                sector_place(sector.id),
                enough,
            )
            for sector in own_sectors(state, seat)
        ]
        options += [*free.options(state, seat, [*options, *sectors], upkeep=True), *sectors]
        if left < 0:
            text = TN(
                "You lack {n} money for the upkeep: trade, settle or give up sectors.",
                "You lack {n} money for the upkeep: trade, settle or give up sectors.",
                -left,
            )
        else:
            text = T("Before the upkeep is paid: colony ships and trades.")
        return Prompt(seat, "upkeep", text, options, detail=means_text(me))

    def take(self, state: EclipseState, picks: list[str], flow: Flow[EclipseState]) -> None:
        pick = picks[0]
        if pick == "done":
            return
        if pick in state.sectors:
            flow.tell(
                "give-up-sector", T("{who} gives up {sector}.", who=player(self.seat), sector=pick), seat=self.seat
            )
            flow.then(*lift_disc(state, state.sectors[pick]), Prepare(self.seat))
        else:
            flow.then(*free.carry_out(state, self.seat, pick, flow, upkeep=True), Prepare(self.seat))


class Pay(Act[EclipseState], tag=True):
    """Pay and produce, seat by seat. Who became unable to pay by another's bankruptcy is asked again."""

    seats: list[int]

    def run(self, state: EclipseState, flow: Flow[EclipseState]) -> None:
        if not self.seats:
            return
        seat, rest = self.seats[0], self.seats[1:]
        me = state.players[seat]
        steps: list[Step[EclipseState]] = []
        if is_ruined(state, seat):
            flow.tell("out", T("{who} is bankrupt and out of the game.", who=player(seat)), seat=seat)
            steps = leave(state, seat)
        elif balance(me) < 0:
            steps = [Prepare(seat)]
            rest = self.seats
        else:
            paid = upkeep(me)
            me.goods[MONEY] = balance(me)
            for track in (SCIENCE, MATERIALS):
                me.goods[track] += production(me, track)
            flow.tell(
                "income",
                T(
                    "{who} pays {paid} and produces {money}, {science} and {materials}.",
                    who=player(seat),
                    paid=amount(MONEY, paid),
                    money=amount(MONEY, production(me, MONEY)),
                    science=amount(SCIENCE, production(me, SCIENCE)),
                    materials=amount(MATERIALS, production(me, MATERIALS)),
                ),
                seat=seat,
            )
        flow.then(*steps, Pay(rest))
