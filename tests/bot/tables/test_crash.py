"""A process that is killed right after it has acknowledged an answer: the answer is there after the restart."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from bot.tables.service import Tables
from storage.store import Store
from tests.at_table import Clock, answer, open_tables, person_in, started

_SCRIPT = """
import asyncio, sys
from storage.store import Store
from tests.at_table import Clock, open_tables

async def main(url, table_id, user_id):
    tables = open_tables(await Store.open(url), Clock())
    played = await tables.answer(int(table_id), int(user_id), [["3"]])
    print("acknowledged", played.after, flush=True)
    await asyncio.sleep(600)

asyncio.run(main(*sys.argv[1:]))
"""


async def test_an_acknowledged_answer_outlives_its_process(database_url: str, clock: Clock) -> None:
    store = await Store.open(database_url)
    live = await started(open_tables(store, clock))
    await store.close()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _SCRIPT,
        database_url,
        str(live.info.id),
        str(person_in(live, 0)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readline(), 30)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    assert said == f"acknowledged {live.revision + 1}\n".encode()

    store = await Store.open(database_url)
    tables = open_tables(store, clock)
    after = await tables.game(live.info.id)
    prompt = after.prompt_of(0)
    assert prompt is not None
    assert (after.revision, prompt.answered) == (live.revision + 1, ["3"])
    assert after.revision in [row.payload.get("revision") for row in (await tables.outbox.claim(clock.now)).messages]
    assert (await answer(tables, live.info.id, 1, "0")).revision == after.revision + 1
    await store.close()


@pytest.mark.parametrize(
    "place",
    [
        "storage.log.append",
        "storage.log.put_snapshot",
        "storage.tables.wait",
        "storage.outbox.put",
        "storage.automatic.set_policy",
        "storage.automatic.take_plan",
    ],
)
@pytest.mark.parametrize("change", ["policy", "robot", "answer"])
async def test_a_failure_while_automatic_answers_are_written_leaves_nothing_of_the_change(
    tables: Tables, place: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await started(tables)
    table_id, who = live.info.id, person_in(live, 1)
    await tables.plans.plan(table_id, who, "use", ["keep"])
    await answer(tables, table_id, 0, "0")
    told = await tables.events(table_id, 0)
    before = await tables.game(table_id)

    async def do() -> object:
        if change == "policy":
            return await tables.policies.set(table_id, who, "bid", "0")
        if change == "robot":
            return await tables.seat_robot(table_id, 1, on=True)
        return await tables.answer(table_id, who, [["1"]])

    reached: list[None] = []

    async def fail(*_: object, **__: object) -> None:
        reached.append(None)
        raise RuntimeError("the process dies here")

    with monkeypatch.context() as broken:
        broken.setattr(place, fail)
        try:
            await do()
        except RuntimeError:
            after = await tables.game(table_id)
            assert (after.revision, after.info.players) == (before.revision, before.info.players)
            assert await tables.events(table_id, 0) == told
            assert len((await tables.plans.of(table_id, who)).plans) == 1
        else:
            if reached:  # the seat has its robot; what is lost is its answers, which it gives in a change of their own
                assert change == "robot"
                assert (await tables.game(table_id)).waiting == (1,)
            broken.undo()
            await tables.robot_turns.resume()
            await tables.robot_turns.finished(table_id, 10)
            assert 1 not in (await tables.game(table_id)).waiting or not reached
            return
    await do()
    assert (await tables.game(table_id)).revision > before.revision


@pytest.mark.parametrize(
    "place",
    [
        "storage.log.append",
        "storage.log.put_snapshot",
        "storage.tables.wait",
        "storage.reminders.drop",
        "storage.outbox.put",
    ],
)
async def test_a_failure_while_an_answer_is_written_leaves_nothing_of_it(
    tables: Tables, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await started(tables)
    told = await tables.events(live.info.id, 0)

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the process dies here")

    with monkeypatch.context() as broken:
        broken.setattr(place, fail)
        with pytest.raises(RuntimeError):
            await tables.answer(live.info.id, person_in(live, 0), [["3"]])
    after = await tables.game(live.info.id)
    assert (after.revision, after.waiting, after.info.players) == (live.revision, live.waiting, live.info.players)
    assert await tables.events(live.info.id, 0) == told
    assert (await tables.answer(live.info.id, person_in(live, 0), [["3"]])).before == live.revision
