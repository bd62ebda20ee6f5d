"""Random games with random undos, handed-over seats and restarts: the store never parts from the rules."""

from __future__ import annotations

import random
from contextlib import suppress

import msgspec
import pytest

from bot.tables.core import answers
from bot.tables.core.data import Person
from bot.tables.core.errors import TableError
from rules.kernel.errors import RulesError
from rules.kernel.record import Record, replay
from storage import log
from storage.store import Store
from tests.at_table import BEN, CEM, Clock, answer, open_tables, person_in, started
from tests.toy import ToyGame


@pytest.mark.parametrize("seed", range(3))
async def test_the_log_always_leads_to_the_stored_game(database_url: str, clock: Clock, seed: int) -> None:
    chance = random.Random(seed)
    store = await Store.open(database_url)
    tables = open_tables(store, clock)
    live = await started(tables, BEN, CEM, length="long")
    undone = 0
    while not live.over:
        clock.move(minutes=7)
        dice = chance.random()
        if dice < 0.08:
            await store.close()
            store = await Store.open(database_url)
            tables = open_tables(store, clock)
        elif dice < 0.5:
            try:
                live = (await tables.undo(live.info.id, person_in(live, chance.randrange(3)))).live
                undone += 1
            except (RulesError, TableError):
                continue
        elif dice < 0.52:
            seat = chance.randrange(3)
            await tables.policies.set(
                live.info.id, person_in(live, seat), *chance.choice((("bid", "0"), ("use", "keep"), ("accept", "no")))
            )
            await tables.policies.set(live.info.id, person_in(live, chance.randrange(3)), "bid", "ask")
        elif dice < 0.54:
            with suppress(TableError, RulesError):
                await tables.plans.plan(live.info.id, person_in(live, chance.randrange(3)), "bid", ["1"])
        elif dice < 0.55:
            with suppress(TableError):
                await tables.seat_robot(live.info.id, chance.randrange(3), on=chance.random() < 0.5)
        elif dice < 0.58:
            seat = chance.randrange(3)
            who = Person(person_in(live, seat), "Who")
            await tables.lobby.replace(live.info.id, who, seat, Person(chance.randrange(10**6, 10**9), "Heir"))
        else:
            seat = chance.choice(live.waiting)
            prompt = live.prompt_of(seat)
            assert prompt is not None
            some = chance.random() < 0.8 or prompt.at_least > 0
            picks = [chance.choice(prompt.legal).id] if some else []
            live = await answer(tables, live.info.id, seat, *picks)
        live = await tables.game(live.info.id)
        await _check(store, live.info.id)
        assert tuple(player.seat for player in live.info.players if player.since) == live.waiting
    assert undone
    record = msgspec.json.decode(await tables.export(live.info.id), type=Record)
    position, _ = replay(ToyGame(), record)
    assert position == live._position
    await store.close()


async def _check(store: Store, table_id: int) -> None:
    """The answers that stand lead to the snapshot, and the log has no gaps."""
    async with store.reading() as session:
        rows = await log.rows(session, table_id)
        snapshot = await log.snapshot(session, table_id)
    assert snapshot is not None
    assert [row.sequence for row in rows] == list(range(len(rows)))
    assert snapshot.revision <= rows[-1].revision
    record = Record("toy", 1, {"length": "long"}, 3, "", answers.answers_of(answers.rows_in_force(rows)))
    stored = ToyGame().decode(snapshot.position)
    position, _ = replay(ToyGame(), msgspec.structs.replace(record, key=stored.rng.key))
    assert position == stored
