"""No table and no person waits for another one's channel, whatever Discord does there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from sqlmodel import select, update

from bot.connection.traffic import CALL_SECONDS
from bot.delivery.already_sent import revision_of
from bot.tables.core.errors import DatabaseAway
from bot.tables.due import Due
from storage.outbox import MAX_ATTEMPTS
from storage.schema import OutboxRow
from storage.store import Store
from tests.bot.slow import DMS, SlowDiscord, client_of, happen, many_tables, refusal, tell, until, waiting, working
from tests.databases import sqlite_url

ADA, BEN = 1000, 1001
"""The people at the first table."""


@pytest.fixture
def there() -> SlowDiscord:
    return SlowDiscord()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(sqlite_url(tmp_path))
    yield opened
    await opened.close()


@pytest.fixture
def client(there: SlowDiscord, store: Store) -> Any:
    return client_of(there, store, lambda: datetime.now(UTC))


def short_calls(monkeypatch: pytest.MonkeyPatch, pause: float = 0.2) -> None:
    """Let a call have little time, and an outage short pauses."""
    monkeypatch.setattr("bot.connection.traffic.CALL_SECONDS", 0.4)
    monkeypatch.setattr("storage.outbox._FIRST_PAUSE", timedelta(seconds=pause))
    monkeypatch.setattr("storage.outbox._LONGEST_OUTAGE_PAUSE", timedelta(seconds=pause))


def revisions(there: SlowDiscord, table_id: int) -> list[int]:
    """Which revisions of a table its posts show, in the order in which they arrived."""
    shown: list[Any] = list(there.of(table_id))
    return [revision_of(one, table_id) for one in shown]


async def test_a_limited_channel_and_one_that_never_answers_hold_up_nobody_else(
    there: SlowDiscord, client: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ids = await many_tables(client.tables, 6)
    there.delay = 0.15
    there.hanging, there.limited = {1}, {2: there.now + 40}
    async with working(client):
        for _ in range(2):  # also what comes while they are stuck
            for table_id in (*[1] * 25, *ids):
                await happen(client, table_id)
            before = {channel: len(there.of(channel)) for channel in (3, 4, 5, 6)}
            # Within less than a call may take: the one that never answers is still waited for.
            await until(lambda: all(len(there.of(one)) > before[one] for one in before), CALL_SECONDS / 2)  # noqa: B023
        await until(lambda: "The table 2 is put off" in caplog.text, 2)
        assert caplog.text.count("The table 2 is put off") == 1
    limited = [row for row in await waiting(client) if row.table_id == 2]
    assert {row.waits for row in limited} == {"limit", ""}
    assert limited[0].due_at > datetime.now(UTC) + timedelta(seconds=25)
    assert limited[0].attempts == 0


async def test_what_is_to_be_said_does_not_wait_for_hundreds_of_clocks_that_run_out_at_once(
    there: SlowDiscord, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await many_tables(client.tables, 2)
    all_struck, struck = asyncio.Event(), 0

    async def strike() -> None:
        nonlocal struck
        await all_struck.wait()
        struck += 1

    monkeypatch.setattr(client.tables.clocks, "expire", strike)
    monkeypatch.setattr(client.tables, "due", _clocks(client))
    async with working(client):
        for table_id in (1, 2):
            await happen(client, table_id)
            await until(lambda: bool(there.of(table_id)), 5)  # noqa: B023
        all_struck.set()
        await until(lambda: struck == 2, 5)  # at what has fallen due meanwhile it looks again


def _clocks(client: Any) -> Callable[[], Awaitable[Due]]:
    async def due() -> Due:
        return Due(clocks=True, next=client.clock())

    return due


async def test_a_row_that_falls_due_while_others_are_looked_for_is_not_left_to_the_tick(
    there: SlowDiscord, client: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await many_tables(client.tables, 1)
    await happen(client, 1)
    async with store.writing() as session:
        await session.exec(update(OutboxRow).values(due_at=datetime.now(UTC) + timedelta(seconds=0.5)))
    claim = client.tables.outbox.claim

    async def slowly(*args: Any, **more: Any) -> Any:
        found = await claim(*args, **more)
        await asyncio.sleep(0.6)
        return found

    monkeypatch.setattr(client.tables.outbox, "claim", slowly)
    async with working(client):
        await until(lambda: bool(there.of(1)), 10)


async def test_a_limited_channel_is_told_when_the_limit_is_over(there: SlowDiscord, client: Any) -> None:
    await many_tables(client.tables, 1)
    there.limited = {1: there.now + 2}
    async with working(client):
        await happen(client, 1)
        await until(lambda: bool(there.of(1)), 8)
    assert 2 <= there.of(1)[0].at < 5


async def test_many_tables_are_posted_at_once_and_each_in_order(there: SlowDiscord, client: Any) -> None:
    number, waves = 40, 3
    ids = await many_tables(client.tables, number)
    there.delay = 0.15
    said: dict[int, list[int]] = {one: [] for one in ids}

    async def go_on(table_id: int) -> None:
        """Let the next thing happen at a table as soon as the one before has been told."""
        for _ in range(waves):
            await until(lambda: len(there.of(table_id)) == len(said[table_id]), 20)
            said[table_id].append(await happen(client, table_id))

    async with working(client):
        async with asyncio.TaskGroup() as group:
            for table_id in ids:
                group.create_task(go_on(table_id))
        await until(lambda: len(there.posted) == number * waves, 20)
    assert there.most_flying >= 5  # with 150 ms a call so many make 30 posts a second
    for table_id in ids:
        assert revisions(there, table_id) == said[table_id]
    for first in there.posted:  # Discord's limit, which no second may pass
        assert sum(first.at <= one.at < first.at + 0.9 for one in there.posted) <= 50


async def test_what_one_person_is_told_comes_in_order_and_waits_for_nobody_else(
    there: SlowDiscord, client: Any
) -> None:
    await many_tables(client.tables, 2)
    for user in (ADA, BEN, 1002):
        await client.tables.prefer(user, notices="dm")
    there.hanging = {DMS + BEN, 1}
    there.delay = 0.05
    async with working(client):
        for _ in range(3):
            for table_id, user in ((1, BEN), (1, ADA), (2, 1002)):
                await tell(client, table_id, user)
        await happen(client, 2)
        await until(lambda: [len(there.of(one)) for one in (DMS + ADA, DMS + 1002, 2)] == [3, 3, 1], 8)
        assert not there.of(DMS + BEN)
    told = [one.nonce for one in there.of(DMS + ADA)]
    async with client.tables.outbox._store.reading() as session:
        rows = {row.nonce: row.id for row in await session.exec(select(OutboxRow))}
    assert [rows[one] for one in told] == sorted(rows[one] for one in told)


async def test_a_post_whose_answer_is_lost_is_not_made_again(
    there: SlowDiscord, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_calls(monkeypatch)
    await many_tables(client.tables, 1)
    await client.tables.prefer(ADA, notices="dm")
    there.cut = 2
    async with working(client):
        revision = await happen(client, 1)
        await tell(client, 1, ADA)
        await until(lambda: len(there.posted) == 2, 5)
        await asyncio.sleep(1.5)
        assert await waiting(client) == []
    assert revisions(there, 1) == [revision]
    assert len(there.of(DMS + ADA)) == 1


async def test_a_post_that_arrives_after_it_was_looked_for_is_not_doubled_by_what_has_happened_since(
    there: SlowDiscord, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_calls(monkeypatch)
    await many_tables(client.tables, 1)
    there.holds_back = 1
    async with working(client):
        first = await happen(client, 1, 0)
        await until(lambda: bool(there.late), 5)
        second = await happen(client, 1, 1)
        await until(lambda: len(there.posted) == 2, 5)
        await asyncio.sleep(1)
        assert await waiting(client) == []
    assert revisions(there, 1) == [first, second]
    live = await client.tables.game(1)
    for seat, calls in ((0, [True, False]), (1, [False, True])):
        mention = f"<@{live.info.players[seat].user_id}>"
        assert [mention in str([part.to_dict() for part in one.components]) for one in there.of(1)] == calls


@pytest.mark.parametrize("cause", [lambda: refusal(503), aiohttp.ServerDisconnectedError, ConnectionResetError])
async def test_an_outage_uses_up_no_attempts_and_all_is_said_at_once_when_the_gateway_is_back(
    there: SlowDiscord, client: Any, monkeypatch: pytest.MonkeyPatch, cause: Any
) -> None:
    short_calls(monkeypatch, 0.02)
    ids = await many_tables(client.tables, 5)
    there.away = cause
    async with working(client):
        for table_id in ids:
            await happen(client, table_id)
        await until(lambda: there.calls > 5 * (MAX_ATTEMPTS + 2), 30)
        monkeypatch.setattr("storage.outbox._LONGEST_OUTAGE_PAUSE", timedelta(minutes=1))
        monkeypatch.setattr("storage.outbox._FIRST_PAUSE", timedelta(minutes=1))
        async with asyncio.timeout(5):  # the last ones may just be tried
            while {(row.attempts, row.waits, row.tried) for row in await waiting(client)} != {(0, "outage", True)}:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        there.away = None
        client.poster.discord_is_back()
        await until(lambda: len(there.posted) == 5, 5)
    assert {one.channel for one in there.posted} == {1, 2, 3, 4, 5}


async def test_the_first_call_that_succeeds_lets_everything_else_go(
    there: SlowDiscord, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.outbox._FIRST_PAUSE", timedelta(minutes=1))
    await many_tables(client.tables, 6)
    await client.tables.prefer(ADA, notices="dm")
    there.away = ConnectionRefusedError
    async with working(client):
        for table_id in range(1, 6):
            await happen(client, table_id)
        await tell(client, 1, ADA)
        await until(lambda: there.calls >= 6, 5)
        await asyncio.sleep(0.3)
        there.away = None
        await happen(client, 6)
        await until(lambda: len(there.posted) == 7, 5)


async def test_a_channel_with_a_trouble_of_its_own_is_not_tried_at_every_success_of_others(
    there: SlowDiscord, client: Any
) -> None:
    await many_tables(client.tables, 3)
    there.refusing = {1: refusal(503), 2: refusal(503)}
    async with working(client):
        await happen(client, 1)
        await happen(client, 2)
        for wave in range(1, 9):
            await happen(client, 3)
            await until(lambda: len(there.of(3)) == wave, 5)  # noqa: B023
        await asyncio.sleep(0.3)
        tries = there.calls - len(there.of(3))
    assert 2 <= tries <= 2 * (1 + 2)  # each once, and once more ahead of its pause, where it is looked for first
    assert {row.attempts for row in await waiting(client)} == {0}


async def test_who_stops_lets_calls_in_flight_end_and_gives_the_rest_back(
    there: SlowDiscord, store: Store, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.poster.GRACE_SECONDS", 1.0)
    await many_tables(client.tables, 2)
    there.delay, there.hanging = 0.5, {2}
    async with working(client):
        await happen(client, 1)
        await happen(client, 2)
        await until(lambda: there.flying == 2, 3)
        begun = there.now
    assert there.now - begun < 2
    assert len(there.of(1)) == 1
    (row,) = await waiting(client)
    assert (row.table_id, row.claimed_until, row.claimed_by, row.tried) == (2, None, None, True)
    assert there.flying == 0


async def test_a_row_that_its_lane_has_lost_is_taken_up_again(
    there: SlowDiscord, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.poster.PAUSE", timedelta(seconds=0.3))
    await many_tables(client.tables, 1)
    really, failures = client.tables.remember_post, [DatabaseAway(), DatabaseAway()]

    async def remember_post(*given: Any, **more: Any) -> None:
        if failures:
            raise failures.pop()
        await really(*given, **more)

    monkeypatch.setattr(client.tables, "remember_post", remember_post)
    async with working(client):
        revision = await happen(client, 1)
        await until(lambda: not failures, 5)
        await asyncio.sleep(0.5)
        assert await waiting(client) == []
    assert revisions(there, 1) == [revision]
