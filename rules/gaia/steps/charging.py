"""Charging power when somebody else builds (rulebook, 10: passive action).

Everybody else with a structure within two spaces is asked, clockwise from the builder, those who have passed too.
"""

from __future__ import annotations

from rules.gaia import power
from rules.gaia.components import STATION
from rules.gaia.counts import has_institute, value
from rules.gaia.galaxy import galaxy
from rules.gaia.goods import score
from rules.gaia.reach import NEIGHBOURHOOD
from rules.gaia.state import AREA_1, GaiaState, Player
from rules.gaia.steps.basics import charge
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import T, Text, player


class AskCharges(Act[GaiaState], tag=True):
    """Ask everybody near what the seat has built."""

    seat: int

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        built, state.built = state.built, []
        rounds = [built] if built else []
        if state.rules.charge_each:
            # After a downgrade of the Firaks the record has the Lost Planet first.
            downgraded = len(built) > 1 and state.players[self.seat].structures.get(built[0]) == STATION
            rounds = [[place] for place in (reversed(built) if downgraded else built)]
        seats = len(state.players)
        asks: list[Step[GaiaState]] = []
        for places in rounds:
            for offset in range(1, seats):
                seat = (self.seat + offset) % seats
                worth = strongest(state, seat, places)
                if worth:
                    asks.append(Charge(seat, self.seat, worth))
        flow.then(*asks)


def strongest(state: GaiaState, seat: int, places: list[str]) -> int:
    """The power value of a player's strongest structure near one of these places; 0 where there is none."""
    me, distance = state.players[seat], galaxy(state).distance
    return max(
        (
            value(state, me, own)
            for own in me.places()
            if any(distance[place][own] <= NEIGHBOURHOOD for place in places)
        ),
        default=0,
    )


def takes_token(player: Player) -> bool:
    """Taklons with institute gain a power token each time."""
    return player.faction == "taklons" and has_institute(player)


class Charge(Ask[GaiaState], tag=True):
    """Ask whether to charge power, all of it or none."""

    builder: int
    worth: int

    def amount(self, state: GaiaState, *, extra: int = 0) -> int:
        """How much can be charged: no more than there is room for, and than there are points to pay for."""
        me = state.players[self.seat]
        return min(self.worth, power.room(me, extra=extra), me.vp + 1)

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        now, later = self.amount(state), self.amount(state, extra=1)
        options = []
        if takes_token(me):
            options = [
                Option("charge", _offer(now), T("Then gain 1 power token.")),
                Option("token-first", _offer(later), T("First gain 1 power token.")),
            ]
        elif now:
            note = None
            if now < self.worth:
                note = T("You cannot charge all of the {n} power that is offered.", n=self.worth)
            options = [Option("charge", _offer(now), note)]
        options.append(Option("decline", T("Decline")))
        text = T("{who} has built near you. Do you charge power?", who=player(self.builder))
        return Prompt(self.seat, "charge", text, options)

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me, pick = state.players[self.seat], picks[0]
        if pick == "decline":
            # Where nothing could be charged nothing is told either.
            if self.amount(state) or takes_token(me):
                flow.tell("decline", T("{who} charges no power.", who=player(self.seat)), seat=self.seat)
            return
        first = pick == "token-first"
        amount = self.amount(state, extra=first)
        price = max(0, amount - 1)
        if price:
            score(me, -price, "charge")
        said = T("{who} charges {n} power for nothing.", who=player(self.seat), n=amount)
        if price:
            said = T("{who} charges {n} power for {price} VP.", who=player(self.seat), n=amount, price=price)
        flow.tell("charge", said, seat=self.seat)
        if first:
            me.power[AREA_1] += 1
        steps = charge(state, self.seat, amount)
        if takes_token(me) and not first:
            steps.append(NewToken(self.seat))
        flow.then(*steps)


def offered(prompt: Prompt) -> tuple[int, bool]:
    """Read from a prompt how much power is charged, and whether that is only a part of what is offered.

    (Not for Taklons with institute, who choose between two amounts.)
    """
    option = prompt.option("charge")
    amount = option.text.args["n"]
    assert isinstance(amount, int)
    return amount, option.note is not None


def _offer(amount: int) -> Text:
    price = max(0, amount - 1)
    if not price:
        return T("Charge {n} power for nothing", n=amount)
    return T("Charge {n} power for {price} VP", n=amount, price=price)


class NewToken(Act[GaiaState], tag=True):
    """The Taklons' power token, when it comes after charging."""

    seat: int

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        del flow
        state.players[self.seat].power[AREA_1] += 1
