"""No table and no person waits for another one's channel, whatever Discord does there; by the clock on the wall."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.store import Store
from tests.bot.slow import SlowDiscord, client_of, happen, many_tables, until, working
from tests.databases import sqlite_url


class Wall:
    """The clock on the wall, which somebody may set."""

    def __init__(self) -> None:
        self.by = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.by


@pytest.fixture
def there() -> SlowDiscord:
    return SlowDiscord()


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(sqlite_url(tmp_path))
    yield opened
    await opened.close()


@pytest.fixture
def client(there: SlowDiscord, store: Store, wall: Wall) -> Any:
    return client_of(there, store, wall)


async def test_a_limited_channel_and_one_that_never_answers_hold_up_nobody_else(
    there: SlowDiscord, store: Store, client: Any, wall: Wall, caplog: pytest.LogCaptureFixture
) -> None:
    ids = list(await many_tables(client.tables, store, 6))
    there.delay = 0.15
    there.hanging, there.limited = {1}, {2: there.now + 40}
    async with working(client):
        for _ in range(2):  # also what comes while they are stuck
            for table_id in (1, 1, 1, *ids):
                await happen(client.tables, store, table_id, wall)
            before = {channel: len(there.of(channel)) for channel in (3, 4, 5, 6)}
            took = await until(lambda: all(len(there.of(one)) > before[one] for one in before), 10)  # noqa: B023
            print(f"the others' posts came within {took:.2f} s")
            assert took < 2
        await until(lambda: "The table 2 is put off" in caplog.text, 2)
        assert caplog.text.count("The table 2 is put off") == 1
        due = await client.tables.outbox.next_due()
        assert due is not None


async def test_a_limited_channel_is_told_when_the_limit_is_over(
    there: SlowDiscord, store: Store, client: Any, wall: Wall
) -> None:
    await many_tables(client.tables, store, 1)
    there.limited = {1: there.now + 3}
    async with working(client):
        await happen(client.tables, store, 1, wall)
        await until(lambda: bool(there.of(1)), 8)
    (post,) = there.of(1)
    assert 3 <= post.at < 6
    async with store.reading() as session:
        assert session is not None


async def test_thirty_posts_a_second_leave_in_order_for_each_table(
    there: SlowDiscord, store: Store, client: Any, wall: Wall
) -> None:
    number, waves = 40, 3
    ids = list(await many_tables(client.tables, store, number))
    there.delay = 0.15
    said: dict[int, list[int]] = {one: [] for one in ids}
    for table_id in ids:
        said[table_id].append(await happen(client.tables, store, table_id, wall))

    async def go_on(table_id: int) -> None:
        for done in range(1, waves):
            await until(lambda: len(there.of(table_id)) == done, 20)  # noqa: B023
            said[table_id].append(await happen(client.tables, store, table_id, wall))

    begun = there.now
    async with working(client):
        async with asyncio.TaskGroup() as group:
            for table_id in ids:
                group.create_task(go_on(table_id))
        await until(lambda: len(there.posted) == number * waves, 20)
    took = max(one.at for one in there.posted) - begun
    print(f"{number * waves / took:.1f} posts a second, at most {there.most_flying} calls at once")
    assert number * waves / took >= 30
    for table_id in ids:
        assert [traffic_revision(one, table_id) for one in there.of(table_id)] == said[table_id]
    for first in there.posted:  # Discord's limit, which no second may pass
        assert sum(first.at <= one.at < first.at + 0.9 for one in there.posted) <= 50


def traffic_revision(posted: Any, table_id: int) -> int:
    from bot.sent_before import revision_of

    return revision_of(posted, table_id)
