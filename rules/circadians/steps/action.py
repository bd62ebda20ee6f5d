"""The action phase: the dice of the headquarters from left to right, then those of the garages in turn (phase 2)."""

from __future__ import annotations

import msgspec

from rules.circadians import places
from rules.circadians.boards import Case, case_of, depot_closed, refusal, usable
from rules.circadians.effects import PLACES
from rules.circadians.gains import pay
from rules.circadians.goods import NOTHING, Goods, gain_text, words
from rules.circadians.means import HQ, Means, Sending, covers
from rules.circadians.options import place_note, with_former
from rules.circadians.state import EMPTY, CircadiansState
from rules.circadians.steps.depository import DepotRow, PlayItem
from rules.circadians.steps.locations import (
    AcademyDice,
    MineSpace,
    SecondDie,
    go_to_control,
    go_to_foundry,
    go_to_hq,
)
from rules.circadians.steps.negotiation import NegotiationSpace
from rules.circadians.steps.trading import ANY, MarketDie, MarketSpace, MoreTrades, affordable
from rules.circadians.texts import PLACE_NAMES
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import TN, T, Text, player

TRADE, CANTEEN, RECALL = "trade", "canteen", "recall"


class HqPhase(Act[CircadiansState], tag=True):
    """The dice of the headquarters begin."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        state.phase = "hq"
        flow.phase(T("Action phase: the dice of the headquarters."))
        state.flip = bool(state.hq)
        flow.then(NextHqDie())


class NextHqDie(Act[CircadiansState], tag=True):
    """The leftmost die of the headquarters is next, whoever owns it."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        flow.end_turn()
        state.turn = -1
        if state.hq:
            state.turn = state.hq[0].seat
            flow.then(Send(state.turn, HQ), NextHqDie())


class GaragePhase(Act[CircadiansState], tag=True):
    """The dice of the garages, one a turn, from the start player round the table."""

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        state.phase = "garages"
        flow.phase(T("Action phase: the dice of the garages."))
        flow.then(NextGarageDie(state.start))


class NextGarageDie(Act[CircadiansState], tag=True):
    """The next seat with a die in a garage has its turn; `seat` is the first that may."""

    seat: int

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        flow.end_turn()
        state.turn = -1
        seats = len(state.players)
        for seat in ((self.seat + n) % seats for n in range(seats)):
            garage = Means(state, seat).next_garage()
            if garage is not None:
                state.turn = seat
                flow.then(Send(seat, garage), NextGarageDie((seat + 1) % seats))
                return


class Send(Ask[CircadiansState], tag=True):
    """Where a die goes. `value` is set where it has been changed for this sending; nothing is paid before it goes."""

    source: int
    value: int = 0

    def values(self, means: Means) -> dict[int, Goods]:
        """The changed values that the die could have, with their prices."""
        if self.value:
            return {}
        return means.changes(self.source, means.face(self.source), flip=means.state.flip)

    def sending(self, means: Means, value: int = 0) -> Sending:
        """The die on its way with a value: the one given, the changed one, or its own."""
        face = means.face(self.source)
        value = value or self.value or face
        price = NOTHING
        if value != face:
            price = means.changes(self.source, face, flip=means.state.flip)[value]
        return Sending(self.source, value, price)

    def prompt(self, state: CircadiansState) -> Prompt:
        means = Means(state, self.seat)
        case = case_of(means, self.sending(means))
        options = [self.trade(means)] if not self.value and means.free_trades() else []
        for place in PLACES:
            why = case if isinstance(case, Text) else refusal(case, place)
            note = place_note(case, place) if why is None and isinstance(case, Case) else None
            options.append(Option(place, PLACE_NAMES[place], note, place, why))
        options += [self.turned(means, value, price) for value, price in self.values(means).items()]
        if not self.value:
            # The last die of the garages goes to the canteen for nothing: nobody pays for that.
            options += [
                msgspec.structs.replace(one, former=one.id == CANTEEN and one.refusal is None and self.alone(means))
                for one in self.staying(means)
            ]
        cases = [case, *(case_of(means, self.sending(means, value)) for value in self.values(means))]
        so_far = [places.source(self.source), *([places.value(self.value)] if self.value else [])]
        tells = any(map(hand_decides, cases))
        former = with_former(options)
        return Prompt(self.seat, "send", self.question(means), options, tells=tells, asked_before=former, so_far=so_far)

    def alone(self, means: Means) -> bool:
        """Whether this die costs something and no other is left in a garage, so that not to pay costs nothing."""
        return bool(means.algae(self.source)) and sum(die != EMPTY for die in means.me.garages) == 1

    def question(self, means: Means) -> Text:
        """Say which die it is."""
        face = self.value or means.face(self.source)
        if self.source == HQ:
            return T("Where does your {face} in the headquarters go?", face=face)
        algae = means.algae(self.source)
        if algae:
            return T(
                "Where does your {face} in garage {n} go? Sending it costs {cost}.",
                face=face,
                n=self.source,
                cost=words(Goods(algae=algae)),
            )
        return T("Where does your {face} in garage {n} go?", face=face, n=self.source)

    def trade(self, means: Means) -> Option:
        """Offer the free trades of a character before this die."""
        n = means.free_trades()
        why = None if affordable(means.state, self.seat, ANY) else T("You cannot pay for any trade.")
        text = TN("First make {n} free trade", "First make up to {n} free trades", n=n)
        return Option(TRADE, text, place=places.TRADE, refusal=why)

    def turned(self, means: Means, value: int, price: Goods) -> Option:
        """Offer another value."""
        case = case_of(means, self.sending(means, value))
        why = case if isinstance(case, Text) else None
        if isinstance(case, Case) and not usable(case):
            why = T("A {value} could not be used anywhere.", value=value)
        note = None if price.nothing else T("Costs {cost}", cost=words(price))
        return Option(f"to-{value}", T("Turn it to {value}", value=value), note, places.value(value), why)

    def staying(self, means: Means) -> list[Option]:
        """Offer the canteen, for this die alone or for it and all to its right (R04, R05)."""
        algae = Goods(algae=means.algae(self.source))
        why: Text | None = None
        if not covers(means.me.goods, algae):
            why = T("Sending the die costs {cost}, which you do not have.", cost=words(algae))
        water = Goods(water=means.canteen())
        note = gain_text(water)
        if not algae.nothing:
            note = T("Pay {cost}, gain {goods}", cost=words(algae), goods=words(water))
        found = [Option(CANTEEN, T("Canteen"), note, places.CANTEEN, why)]
        if not algae.nothing:
            n = sum(die != EMPTY for die in means.me.garages)
            text = TN(
                "Do not pay; it goes to the canteen",
                "Do not pay; all your {n} dice in garages go to the canteen",
                n=n,
            )
            gained = gain_text(Goods(water=n * means.canteen()))
            found.append(Option(RECALL, text, gained, places.RECALL))
        return found

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        means, pick = Means(state, self.seat), picks[0]
        if pick.startswith("to-"):
            flow.then(Send(self.seat, self.source, int(pick[3:])))
        elif pick == TRADE:
            n = means.free_trades()
            means.me.traded = True
            flow.then(MoreTrades(self.seat, n, ANY, must=True), Send(self.seat, self.source))
        elif pick in (CANTEEN, RECALL):
            to_canteen(state, self.seat, self.source, flow, all_=pick == RECALL)
        else:
            self.go(state, pick, self.sending(means), flow)

    def go(self, state: CircadiansState, place: str, sending: Sending, flow: Flow[CircadiansState]) -> None:
        """Go to a place, or ask what is to be asked there first."""
        seat = self.seat
        match place:
            case "negotiate":
                flow.then(NegotiationSpace(seat, sending))
            case "depot":
                flow.then(PlayItem(seat, sending))
            case "hq":
                go_to_hq(state, seat, sending, flow)
            case "mine":
                flow.then(MineSpace(seat, sending))
            case "lab":
                flow.then(SecondDie(seat, sending))
            case "foundry":
                go_to_foundry(state, seat, sending, flow)
            case "control":
                go_to_control(state, seat, sending, flow)
            case "market":
                flow.then(MarketDie(seat, sending))
            case _:
                flow.then(AcademyDice(seat, sending))


UNSENT = (
    AcademyDice, DepotRow, MarketDie, MarketSpace, MineSpace, NegotiationSpace, PlayItem, SecondDie, Send,
)  # fmt: skip
"""The questions before a die leaves."""


def hand_decides(case: Case | Text) -> bool:
    """Whether only the hand forbids a die the depository, so that its owner must be asked (others would know)."""
    if isinstance(case, Text) or case.means.closed("depot"):
        return False
    return depot_closed(case) is None and refusal(case, "depot") is not None


def to_canteen(state: CircadiansState, seat: int, source: int, flow: Flow[CircadiansState], *, all_: bool) -> None:
    """Send a die to the canteen, or without paying all that are left in garages."""
    means = Means(state, seat)
    me, n = means.me, 1
    if source == HQ:
        state.hq.pop(0)
        state.flip = False
    elif all_:
        n = sum(die != EMPTY for die in me.garages)
        me.garages = [EMPTY] * len(me.garages)
    else:
        pay(me, Goods(algae=means.algae(source)))
        me.garages[source - 1] = EMPTY
    me.canteen += n
    water = n * means.canteen()
    me.water += water
    flow.tell(
        "canteen",
        TN(
            "{who} sends {n} die to the canteen and gains {goods}.",
            "{who} sends {n} dice to the canteen and gains {goods}.",
            n=n,
            who=player(seat),
            goods=words(Goods(water=water)),
        ),
        seat=seat,
    )
