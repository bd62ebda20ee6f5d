"""The depository: play an item from the hand, pay for it, and take the bonus of the row."""

from __future__ import annotations

from rules.circadians.boards import Case, case_of, depot_rows, items
from rules.circadians.describe import effect_text
from rules.circadians.effects import FreeMove, Gain
from rules.circadians.gains import gain
from rules.circadians.look import Look, Sending
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.moving import FreeStep
from rules.circadians.steps.spending import Used, leave, then_pay
from rules.circadians.texts import ROW_NAMES, item_option, spot_option
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Act, Ask, Flow
from rules.kernel.text import T, player


class PlayItem(Ask[CircadiansState], tag=True):
    """Which item is played; also where only one can be, for that tells of the hand."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Look(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = [item_option(state.parts, spot.id, spot.refusal) for spot in items(case)]
        return Prompt(self.seat, "item", T("Which item card do you play?"), options, tells=True)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        flow.then(DepotRow(self.seat, self.sending, picks[0]))


class DepotRow(Ask[CircadiansState], tag=True):
    """In which row the die lies; its value says the column."""

    sending: Sending
    item: str

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Look(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = [
            spot_option(
                spot, ROW_NAMES[spot.id], effect_text(state.parts.rows[spot.id]), f"depot:{spot.id}-{case.value}"
            )
            for spot in depot_rows(case)
        ]
        return Prompt(self.seat, "row", T("Which row of the depository?"), options)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        leave(state, self.seat, self.sending, "depot", flow)
        flow.then(
            then_pay(state, self.seat, "depot", [state.parts.items[self.item].cost], self.sending),
            Played(self.seat, self.item, picks[0], self.sending.value),
            Used(self.seat, "depot", self.sending.garages),
        )


class Played(Act[CircadiansState], tag=True):
    """Die and item lie open; the bonus of the row follows."""

    seat: int
    item: str
    row: str
    value: int

    def run(self, state: CircadiansState, flow: Flow[CircadiansState]) -> None:
        me = state.players[self.seat]
        me.hand.remove(self.item)
        me.played.append(self.item)
        state.depository[self.row][self.value - 1] = Die(self.seat, self.value)
        card = state.parts.name(self.item)
        flow.tell("item", T("{who} plays {card}.", who=player(self.seat), card=card), seat=self.seat)
        bonus = state.parts.rows[self.row]
        match bonus:
            case FreeMove():
                flow.then(FreeStep(self.seat, may=True))
            case Gain():
                gain(state, flow, self.seat, bonus.gain)
