"""The outbox gives each row to one sender at a time, keeps the order of a table, and tries again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from storage import outbox, tables
from storage.outbox import MOST_ATTEMPTS, Outbox, pause_after
from storage.schema import GameTable
from storage.store import Store

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
SOON = NOW + timedelta(minutes=1)


@pytest.fixture
async def box(store: Store) -> Outbox:
    async with store.writing() as session:
        for channel in (1, 2):
            table = GameTable(guild_id=1, channel_id=channel, owner_id=1, game="toy", options={}, created_at=NOW)
            assert await tables.add(session, table, "Ann") == channel
    return Outbox(store)


async def _put(store: Store, table_id: int, *kinds: str) -> None:
    async with store.writing() as session:
        for kind in kinds:
            await outbox.put(session, table_id, kind, {"table": table_id}, NOW)


async def test_rows_come_in_order_with_their_payload(box: Outbox, store: Store) -> None:
    await _put(store, 1, "start", "turn")
    await _put(store, 2, "start")
    claimed = await box.claim(NOW)
    assert [(one.table_id, one.kind, one.attempts) for one in claimed] == [
        (1, "start", 0),
        (1, "turn", 0),
        (2, "start", 0),
    ]
    assert claimed[0].payload == {"table": 1}
    assert claimed[0].created_at == NOW
    assert len({one.nonce for one in claimed}) == 3
    assert all(0 < len(one.nonce) <= 25 for one in claimed)


async def test_a_claimed_row_is_given_to_nobody_else_until_its_lease_ends(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    (first,) = await box.claim(NOW, lease=timedelta(minutes=2))
    assert await box.claim(SOON) == []
    assert await box.next_due() == NOW + timedelta(minutes=2)
    (again,) = await box.claim(NOW + timedelta(minutes=2))
    assert (again.id, again.nonce) == (first.id, first.nonce)


async def test_senders_at_the_same_instant_never_share_a_row(box: Outbox, store: Store) -> None:
    for table_id in (1, 2) * 5:
        await _put(store, table_id, "turn")
    claims = await asyncio.gather(*(box.claim(NOW, limit=3) for _ in range(4)))
    ids = [row.id for claim in claims for row in claim]
    assert len(ids) == len(set(ids))


async def test_a_sent_row_is_never_sent_again(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    (row,) = await box.claim(NOW)
    await box.sent([row.id], NOW)
    await box.failed(row.id, NOW, "too late")
    assert await box.claim(NOW + timedelta(days=1)) == []
    assert await box.next_due() is None


async def test_a_failure_is_tried_again_after_a_growing_pause(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    (row,) = await box.claim(NOW)
    await box.failed(row.id, NOW, "500")
    assert await box.next_due() == NOW + pause_after(1)
    assert await box.claim(NOW) == []
    (again,) = await box.claim(NOW + pause_after(1))
    assert again.attempts == 1
    assert [pause_after(n).total_seconds() for n in (1, 2, 3, 10, 50)] == [5, 10, 20, 2560, 3600]


async def test_later_rows_of_a_table_wait_for_an_earlier_one(box: Outbox, store: Store) -> None:
    await _put(store, 1, "start", "turn")
    await _put(store, 2, "start")
    (first,) = await box.claim(NOW, limit=1)
    assert [row.table_id for row in await box.claim(NOW)] == [2]
    await box.failed(first.id, NOW, "500")
    assert await box.claim(NOW) == []
    later = await box.claim(SOON)
    assert [(row.table_id, row.kind) for row in later] == [(1, "start"), (1, "turn")]


async def test_a_later_row_that_is_being_sent_elsewhere_is_not_taken_along(box: Outbox, store: Store) -> None:
    # Rows leave in order, so this takes a lease that has ended while its holder was still at work.
    await revised(store, 1)
    (first,) = await box.claim(NOW, lease=timedelta(seconds=30))
    await revised(store, 2, 3)
    elsewhere = Outbox(store)
    await box.sent([first.id], NOW)
    (second, third) = await elsewhere.claim(NOW)
    assert (second.payload["revision"], third.payload["revision"]) == (2, 3)
    assert await box.claim_more(1, first.id, 3, SOON) == []
    await elsewhere.sent([second.id], SOON)
    assert await box.claim_more(1, first.id, 3, SOON) == []
    after_the_lease = NOW + timedelta(minutes=3)
    assert [one.id for one in await box.claim_more(1, first.id, 3, after_the_lease)] == [third.id]


async def test_later_rows_are_taken_along_up_to_the_revision_that_is_shown(box: Outbox, store: Store) -> None:
    await revised(store, 1)
    (first,) = await box.claim(NOW)
    await revised(store, 2, 3, 4)
    await _put(store, 1, "notice")
    taken = await box.claim_more(1, first.id, 3, NOW)
    assert [one.payload["revision"] for one in taken] == [2, 3]
    assert [one.kind for one in await box.claim(NOW)] == ["notice"]


async def revised(store: Store, *revisions: int) -> None:
    """Put rows of the first table into the outbox that lead to these revisions."""
    async with store.writing() as session:
        for revision in revisions:
            await outbox.put(session, 1, "turn", {"revision": revision}, NOW)


async def test_a_row_is_given_up_in_the_end_and_holds_nothing_up(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn", "over")
    now = NOW
    for attempt in range(MOST_ATTEMPTS):
        row = (await box.claim(now))[0]
        assert (row.kind, row.attempts) == ("turn", attempt)
        await box.failed(row.id, now, "500")
        now += timedelta(hours=2)
    (row,) = await box.claim(now)
    assert row.kind == "over"
    await box.failed(row.id, now, "the channel is gone", final=True)
    assert await box.next_due() is None


async def test_what_is_for_one_person_neither_waits_for_the_channel_nor_holds_it_up(box: Outbox, store: Store) -> None:
    await _put(store, 1, "notice", "turn", "reminder")
    notice, turn, reminder = await box.claim(NOW)
    await box.failed(notice.id, NOW, "Discord 500")
    await box.failed(turn.id, NOW, "Discord 500")
    await box.sent([reminder.id], NOW)
    await _put(store, 1, "round", "notice")
    assert [one.kind for one in await box.claim(NOW)] == ["notice"]
    await box.sent([turn.id], NOW)
    assert [one.kind for one in await box.claim(NOW)] == ["round"]


async def test_a_row_that_is_put_off_comes_when_it_is_due_and_has_not_failed(box: Outbox, store: Store) -> None:
    async with store.writing() as session:
        await outbox.put(session, 1, "notice", {}, NOW, due=SOON)
    assert await box.claim(NOW) == []
    (row,) = await box.claim(SOON)
    await box.later(row, SOON + timedelta(hours=8))
    assert await box.claim(SOON + timedelta(hours=7)) == []
    (again,) = await box.claim(SOON + timedelta(hours=8))
    assert (again.id, again.attempts, again.tried) == (row.id, 0, False)


async def test_a_row_that_was_begun_and_is_put_off_then_is_known_to_have_been_begun(box: Outbox, store: Store) -> None:
    await _put(store, 1, "notice")
    await box.claim(NOW)
    after_the_lease = NOW + timedelta(minutes=3)
    (row,) = await box.claim(after_the_lease)
    assert row.tried
    await box.later(row, SOON + timedelta(hours=8))
    (again,) = await box.claim(SOON + timedelta(hours=8))
    assert again.tried
