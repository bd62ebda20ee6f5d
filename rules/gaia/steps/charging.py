"""Charging power when somebody else builds (rulebook, 10: passive action).

Everybody else with a structure within two spaces is asked, clockwise from the builder, those who have passed too.
"""

from __future__ import annotations

import msgspec

from rules.gaia import power
from rules.gaia.components import MINE, STATION
from rules.gaia.counts import has_institute, power_value
from rules.gaia.galaxy import galaxy
from rules.gaia.goods import score
from rules.gaia.reach import NEIGHBOURHOOD
from rules.gaia.state import AREA_1, GaiaState, Player
from rules.gaia.steps.basics import charge
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow, Step
from rules.kernel.text import TN, T, Text, name, player


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
                near = [place for place in places if strongest(state, seat, [place])]
                if near and not state.by_itself(seat):
                    asks.append(Charge(seat, self.seat, strongest(state, seat, near), near))
        flow.then(*asks)


def nearby(state: GaiaState, seat: int, places: list[str]) -> list[str]:
    """Where a player has structures near one of these places."""
    distance = galaxy(state).distance
    return [
        own for own in state.players[seat].places() if any(distance[place][own] <= NEIGHBOURHOOD for place in places)
    ]


def strongest(state: GaiaState, seat: int, places: list[str]) -> int:
    """The power value of a player's strongest structure near one of these places; 0 where there is none."""
    me = state.players[seat]
    return max((power_value(state, me, own) for own in nearby(state, seat, places)), default=0)


def chargeable(state: GaiaState, seat: int, worth: int, *, extra: int = 0) -> int:
    """How much of some power can be charged, with so many further tokens: what there is room and points for."""
    me = state.players[seat]
    return min(worth, power.room(me, extra=extra), me.vp + 1)


def takes_token(me: Player) -> bool:
    """Taklons with institute gain a power token each time."""
    return me.faction == "taklons" and has_institute(me)


class Charge(Ask[GaiaState], tag=True):
    """Ask whether to charge power, all of it or none."""

    builder: int
    worth: int
    places: list[str] = msgspec.field(default_factory=list)
    """What was built near the player; empty where a table was stored by a version that did not say."""

    def amount(self, state: GaiaState, *, extra: int = 0) -> int:
        """How much can be charged: no more than there is room for, and than there are points to pay for."""
        return chargeable(state, self.seat, self.worth, extra=extra)

    def prompt(self, state: GaiaState) -> Prompt:
        me = state.players[self.seat]
        now, later = self.amount(state), self.amount(state, extra=1)
        options = []
        if takes_token(me):
            options = [
                Option("charge", _offer(now), T("Then gain 1 power token."))
                if now
                else Option("charge", T("Gain 1 power token, and charge no power")),
                Option("token-first", _offer(later), T("First gain 1 power token.")),
            ]
        elif now:
            note = None
            if now < self.worth:
                note = T("You cannot charge all of the {n} power that is offered.", n=self.worth)
            options = [Option("charge", _offer(now), note)]
        options.append(Option("decline", T("Decline")))
        so_far = [f"hex:{place}" for place in self.places]
        return Prompt(self.seat, "charge", self._question(state), options, so_far=so_far, aside=True)

    def _question(self, state: GaiaState) -> Text:
        """Ask whether to charge power: who has built what, and what charging costs where that is one amount."""
        who, what, amount = player(self.builder), self._structures(state), self.amount(state)
        price = max(0, amount - 1)
        if takes_token(state.players[self.seat]):
            if not what:
                return T("{who} has built nearby. Charge power?", who=who)
            return T("{who} has built {what}. Charge power?", who=who, what=what)
        if not price:
            if not what:
                return T("{who} has built nearby. Charge {power} power for free?", who=who, power=amount)
            return T("{who} has built {what}. Charge {power} power for free?", who=who, what=what, power=amount)
        if not what:
            return TN(
                "{who} has built nearby. Charge {power} power for {n} VP?",
                "{who} has built nearby. Charge {power} power for {n} VP?",
                price,
                who=who,
                power=amount,
            )
        return TN(
            "{who} has built {what}. Charge {power} power for {n} VP?",
            "{who} has built {what}. Charge {power} power for {n} VP?",
            price,
            who=who,
            what=what,
            power=amount,
        )

    def built(self, state: GaiaState) -> Text:
        """Say in a clause what the power is charged for: who has built what, and where."""
        who, what = player(self.builder), self._structures(state)
        return T("{who} has built {what}", who=who, what=what) if what else T("{who} has built nearby", who=who)

    def _structures(self, state: GaiaState) -> list[Text]:
        """Name what was built near the player, with its places."""
        structures = state.players[self.builder].structures
        kinds = [(place, structures.get(place, MINE)) for place in self.places]
        return [
            T("a mine on {place}", place=place)
            if kind == MINE
            else T("the {structure} on {place}", structure=name(f"gaia.structure.{kind}"), place=place)
            for place, kind in kinds
        ]

    def take(self, state: GaiaState, picks: list[str], flow: Flow[GaiaState]) -> None:
        me, pick = state.players[self.seat], picks[0]
        who, built = player(self.seat), self.built(state)
        if pick == "decline":
            # Where nothing could be charged nothing is told either.
            if self.amount(state) or takes_token(me):
                flow.tell("decline", T("{who} charges no power ({built}).", who=who, built=built), seat=self.seat)
            return
        first = pick == "token-first"
        amount = self.amount(state, extra=first)
        price = max(0, amount - 1)
        if price:
            score(me, -price, "charge")
        said = T("{who} charges {power} power for free ({built}).", who=who, power=amount, built=built)
        if not amount:
            said = T("{who} gains a power token and charges no power ({built}).", who=who, built=built)
        if price:
            said = TN(
                "{who} charges {power} power for {n} VP ({built}).",
                "{who} charges {power} power for {n} VP ({built}).",
                price,
                who=who,
                power=amount,
                built=built,
            )
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
    amount = option.text.args["power"]
    assert isinstance(amount, int)
    return amount, option.note is not None


def _offer(amount: int) -> Text:
    price = max(0, amount - 1)
    if not price:
        return T("Charge {power} power for free", power=amount)
    return TN("Charge {power} power for {n} VP", "Charge {power} power for {n} VP", price, power=amount)


class NewToken(Act[GaiaState], tag=True):
    """The Taklons' power token, when it comes after charging."""

    seat: int

    def run(self, state: GaiaState, flow: Flow[GaiaState]) -> None:
        del flow
        state.players[self.seat].power[AREA_1] += 1


STORED_TEXTS = (T("{built}. {offer}?"), T("Charge power"))
"""Parts of questions as logs of older games keep them; here so that they keep their German."""
