"""The depository: play an item from the hand, pay for it, and take the bonus of the row."""

from __future__ import annotations

import msgspec

from rules.circadians import places
from rules.circadians.boards import Case, case_of, depot_rows, items
from rules.circadians.describe import effect_text
from rules.circadians.effects import Gain
from rules.circadians.gains import warned
from rules.circadians.means import Means, Sending
from rules.circadians.options import item_option, spot_option
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.moving import FreeStep
from rules.circadians.steps.spending import Receive, Used, leave, then_pay
from rules.circadians.texts import ROW_NAMES
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Ask, Flow, Step
from rules.kernel.text import T, Text, player


class PlayItem(Ask[CircadiansState], tag=True):
    """Which item is played; also where only one can be, for that tells of the hand."""

    sending: Sending

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = [item_option(state.parts, spot.id, spot.refusal) for spot in items(case)]
        text, so_far = T("Which item card do you play?"), places.sent(self.sending)
        return Prompt(self.seat, "item", text, options, tells=True, so_far=so_far)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        flow.then(DepotRow(self.seat, self.sending, picks[0]))


class DepotRow(Ask[CircadiansState], tag=True):
    """In which row the die lies; its value says the column."""

    sending: Sending
    item: str

    def prompt(self, state: CircadiansState) -> Prompt:
        case = case_of(Means(state, self.seat), self.sending)
        assert isinstance(case, Case)
        options = [
            spot_option(spot, ROW_NAMES[spot.id], self._note(state, spot.id), places.depot(spot.id, case.value))
            for spot in depot_rows(case)
        ]
        so_far = [*places.sent(self.sending), places.item(self.item)]
        return Prompt(self.seat, "row", T("Which row of the depository?"), options, so_far=so_far)

    def _note(self, state: CircadiansState, row: str) -> Text | None:
        """Say what a row brings, and what of it could not be kept; the item itself leaves the hand before."""
        bonus = state.parts.rows[row]
        note = effect_text(bonus)
        if not isinstance(bonus, Gain):
            return note
        gained = msgspec.structs.replace(bonus.gain, item=max(0, bonus.gain.item - 1))
        return warned(state, self.seat, note, gained)

    def take(self, state: CircadiansState, picks: list[str], flow: Flow[CircadiansState]) -> None:
        seat, row, me = self.seat, picks[0], state.players[self.seat]
        leave(state, seat, self.sending, "depot", flow)
        # The price is that without the item itself (its own discount does not count for it).
        price = then_pay(state, seat, "depot", [state.parts.items[self.item].cost], self.sending)
        me.hand.remove(self.item)
        me.played.append(self.item)
        state.depository[row][self.sending.value - 1] = Die(seat, self.sending.value)
        card = state.parts.name(self.item)
        flow.tell("item", T("{who} plays {card}.", who=player(seat), card=card), seat=seat)
        flow.then(price, row_bonus(state, seat, row), Used(seat, "depot", self.sending.garages))


def row_bonus(state: CircadiansState, seat: int, row: str) -> Step[CircadiansState]:
    """The bonus of a row of the depository: a free step may be declined, a gain is taken."""
    bonus = state.parts.rows[row]
    return Receive(seat, bonus.gain) if isinstance(bonus, Gain) else FreeStep(seat, may=True)
