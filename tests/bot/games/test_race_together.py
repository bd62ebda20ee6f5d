"""Race at a table where cards are paid for as they are chosen: nobody learns meanwhile who places something."""

from __future__ import annotations

from bot.tables.core.data import Live
from bot.tables.service import Tables
from rules.kernel.prompt import Prompt
from rules.kernel.steps import Event
from rules.race.components import CARDS, card_number
from storage.store import Store
from tests.at_table import ANN, BEN, Clock, keys, person_in
from tests.rules.race.table import GAME


def cards_of(prompt: Prompt) -> list[str]:
    """The cards that may be placed."""
    return [option.id for option in prompt.legal if option.id != "pass"]


async def until_placing(tables: Tables, live: Live) -> Live:
    """Play until both are asked what they place in Develop, and seat 0 can pay for a card."""
    for _ in range(60):
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        costs = [CARDS[card_number(id)].number for id in cards_of(prompt)] if prompt.kind == "develop" else []
        if len(live.waiting) == 2 and any(cost in {1, 2, 3} for cost in costs):
            return live
        ids = [option.id for option in prompt.legal]
        picks = [("explore_5", "develop")[seat]] if prompt.kind == "actions" else ids[-prompt.at_least :]
        live = (await tables.answer(live.info.id, person_in(live, seat), [picks])).live
    raise AssertionError("nothing to place in sixty answers")


async def test_others_see_no_part_of_what_a_seat_chooses_and_it_can_be_taken_back(store: Store, clock: Clock) -> None:
    tables = Tables(store, {"race": GAME}, clock, keys().__next__)
    info = await tables.lobby.create(1, 20, ANN, "race")
    await tables.lobby.join(info.id, BEN)
    live = await until_placing(tables, await tables.lobby.start(info.id, ANN))
    me, other = live.waiting
    first, second = person_in(live, me), person_in(live, other)

    async def public() -> list[Event]:
        return [event for one in await tables.events(info.id, other) for event in one.events]

    async def since() -> object:
        return (await tables.lobby.info(info.id)).players[me].since

    before = await tables.history.turns(info.id)
    told, asked = await public(), await since()
    prompt = live.prompt_of(me)
    assert prompt is not None
    clock.move(minutes=5)
    placed = next(id for id in cards_of(prompt) if CARDS[card_number(id)].number in {1, 2, 3})
    live = (await tables.answer(info.id, first, [[placed]])).live
    payment = live.prompt_of(me)
    assert payment is not None
    assert payment.kind == "pay"
    assert await since() == asked, "it is still asked what it places"
    assert (await tables.history.turns(info.id)).turns == before.turns
    assert await public() == told
    live = (await tables.answer(info.id, first, [payment.suggested])).live
    assert live.waiting == (other,)
    assert (await tables.history.turns(info.id)).turns == before.turns
    assert await public() == told
    await tables.undo(info.id, first)
    assert await public() == told
    live = (await tables.answer(info.id, first, [[option.id for option in payment.legal][-payment.at_least :]])).live
    assert live.waiting == (other,)
    await tables.answer(info.id, second, [["pass"]])
    assert {event.kind for event in await public()} >= {"place", "pass", "pay"}
    assert (await tables.history.turns(info.id)).last == before.last + 3
