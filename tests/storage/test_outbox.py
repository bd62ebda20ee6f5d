"""The outbox gives each row to one sender at a time, keeps the order of a table, and tries again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import outbox, tables
from storage.outbox import LIMIT, MAX_ATTEMPTS, OUTAGE, Claimed, Outbox, outage_pause, pause_after
from storage.schema import GameTable, OutboxRow
from storage.store import Store

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
SOON = NOW + timedelta(minutes=1)


class Certain(Outbox):
    """Never looks first whether anything is due: what it then finds, and what not, is the same."""

    async def claim(self, *given: Any, **more: Any) -> Claimed:
        return await super().claim(*given, **{"certain": True, **more})


@pytest.fixture(params=[Outbox, Certain])
async def box(store: Store, request: pytest.FixtureRequest) -> Outbox:
    async with store.writing() as session:
        for channel in (1, 2):
            table = GameTable(guild_id=1, channel_id=channel, owner_id=1, game="toy", options={}, created_at=NOW)
            assert await tables.add(session, table, "Ann") == channel
    box: Outbox = request.param(store)
    return box


async def _put(store: Store, table_id: int, *kinds: str) -> None:
    async with store.writing() as session:
        for kind in kinds:
            await outbox.put(session, table_id, kind, {"table": table_id}, NOW)


async def _tell(store: Store, user_id: int, *kinds: str, now: datetime = NOW, due: datetime | None = None) -> None:
    async with store.writing() as session:
        for kind in kinds:
            await outbox.put(session, 1, kind, {"user": user_id}, now, due=due)


async def test_rows_come_in_order_with_their_payload(box: Outbox, store: Store) -> None:
    await _put(store, 1, "start", "turn")
    await _put(store, 2, "start")
    claimed = (await box.claim(NOW)).messages
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
    (first,) = (await box.claim(NOW, lease=timedelta(minutes=2))).messages
    assert (await box.claim(SOON)).messages == []
    assert await box.next_due() == NOW + timedelta(minutes=2)
    (again,) = (await box.claim(NOW + timedelta(minutes=2))).messages
    assert (again.id, again.nonce) == (first.id, first.nonce)


async def test_senders_at_the_same_instant_never_share_a_row(box: Outbox, store: Store) -> None:
    for table_id in (1, 2) * 5:
        await _put(store, table_id, "turn")
    claims = await asyncio.gather(*(box.claim(NOW, limit=3) for _ in range(4)))
    ids = [row.id for claim in claims for row in claim.messages]
    assert len(ids) == len(set(ids))


async def test_a_sent_row_is_never_sent_again(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    (row,) = (await box.claim(NOW)).messages
    await box.sent([row.id], NOW)
    await box.failed(row.id, NOW, "too late")
    assert (await box.claim(NOW + timedelta(days=1))).messages == []
    assert await box.next_due() is None


async def test_a_failure_is_tried_again_after_a_growing_pause(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    (row,) = (await box.claim(NOW)).messages
    await box.failed(row.id, NOW, "500")
    assert await box.next_due() == NOW + pause_after(1)
    assert (await box.claim(NOW)).messages == []
    (again,) = (await box.claim(NOW + pause_after(1))).messages
    assert again.attempts == 1
    assert [pause_after(n).total_seconds() for n in (1, 2, 3, 10, 50)] == [5, 10, 20, 2560, 3600]


async def test_later_rows_of_a_table_wait_for_an_earlier_one(box: Outbox, store: Store) -> None:
    await _put(store, 1, "start", "turn")
    await _put(store, 2, "start")
    (first,) = (await box.claim(NOW, limit=1)).messages
    assert [row.table_id for row in (await box.claim(NOW)).messages] == [2]
    await box.failed(first.id, NOW, "500")
    assert (await box.claim(NOW)).messages == []
    later = (await box.claim(SOON)).messages
    assert [(row.table_id, row.kind) for row in later] == [(1, "start"), (1, "turn")]


async def test_a_later_row_that_is_being_sent_elsewhere_is_not_taken_along(box: Outbox, store: Store) -> None:
    # Rows leave in order, so this takes a lease that has ended while its holder was still at work.
    await revised(store, 1)
    (first,) = (await box.claim(NOW, lease=timedelta(seconds=30))).messages
    await revised(store, 2, 3)
    elsewhere = Outbox(store)
    await box.sent([first.id], NOW)
    (second, third) = (await elsewhere.claim(NOW)).messages
    assert (second.payload["revision"], third.payload["revision"]) == (2, 3)
    assert await box.claim_more(1, first.id, 3, SOON) == []
    await elsewhere.sent([second.id], SOON)
    assert await box.claim_more(1, first.id, 3, SOON) == []
    after_the_lease = NOW + timedelta(minutes=3)
    assert [one.id for one in await box.claim_more(1, first.id, 3, after_the_lease)] == [third.id]


async def test_later_rows_are_taken_along_up_to_the_revision_that_is_shown(box: Outbox, store: Store) -> None:
    await revised(store, 1)
    (first,) = (await box.claim(NOW)).messages
    await revised(store, 2, 3, 4)
    await _put(store, 1, "notice")
    taken = await box.claim_more(1, first.id, 3, NOW)
    assert [one.payload["revision"] for one in taken] == [2, 3]
    assert [one.kind for one in (await box.claim(NOW)).messages] == ["notice"]


async def revised(store: Store, *revisions: int) -> None:
    """Put rows of the first table into the outbox that lead to these revisions."""
    async with store.writing() as session:
        for revision in revisions:
            await outbox.put(session, 1, "turn", {"revision": revision}, NOW)


async def test_a_row_is_given_up_in_the_end_and_holds_nothing_up(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn", "over")
    now = NOW
    for attempt in range(MAX_ATTEMPTS):
        row = ((await box.claim(now)).messages)[0]
        assert (row.kind, row.attempts) == ("turn", attempt)
        await box.failed(row.id, now, "500")
        now += timedelta(hours=2)
    (row,) = (await box.claim(now)).messages
    assert row.kind == "over"
    await box.failed(row.id, now, "the channel is gone", final=True)
    assert await box.next_due() is None


async def test_what_is_for_one_person_neither_waits_for_the_channel_nor_holds_it_up(box: Outbox, store: Store) -> None:
    await _put(store, 1, "notice", "turn", "reminder")
    notice, turn, reminder = (await box.claim(NOW)).messages
    await box.failed(notice.id, NOW, "Discord 500")
    await box.failed(turn.id, NOW, "Discord 500")
    await box.sent([reminder.id], NOW)
    await _put(store, 1, "round", "notice")
    assert [one.kind for one in (await box.claim(NOW)).messages] == ["notice"]
    await box.sent([turn.id], NOW)
    assert [one.kind for one in (await box.claim(NOW)).messages] == ["round"]


async def test_a_row_that_is_put_off_comes_when_it_is_due_and_has_not_failed(box: Outbox, store: Store) -> None:
    async with store.writing() as session:
        await outbox.put(session, 1, "notice", {}, NOW, due=SOON)
    assert (await box.claim(NOW)).messages == []
    (row,) = (await box.claim(SOON)).messages
    await box.later(row, SOON + timedelta(hours=8))
    assert (await box.claim(SOON + timedelta(hours=7))).messages == []
    (again,) = (await box.claim(SOON + timedelta(hours=8))).messages
    assert (again.id, again.attempts, again.tried) == (row.id, 0, False)


async def test_a_row_that_was_begun_and_is_put_off_then_is_known_to_have_been_begun(box: Outbox, store: Store) -> None:
    await _put(store, 1, "notice")
    await box.claim(NOW)
    after_the_lease = NOW + timedelta(minutes=3)
    (row,) = (await box.claim(after_the_lease)).messages
    assert row.tried
    await box.later(row, SOON + timedelta(hours=8))
    (again,) = (await box.claim(SOON + timedelta(hours=8))).messages
    assert again.tried


async def test_what_one_person_is_told_comes_in_order_a_row_a_claim(box: Outbox, store: Store) -> None:
    await _tell(store, 5, "notice", "ballot", "ended")
    await _tell(store, 6, "notice")
    for kinds in (["notice", "notice"], ["ballot"], ["ended"], []):
        rows = (await box.claim(NOW)).messages
        assert [one.kind for one in rows] == kinds
        assert (await box.claim(NOW)).messages == []
        await box.sent([one.id for one in rows], NOW)


async def test_what_is_put_off_to_a_better_hour_or_was_refused_holds_up_no_other_word_to_the_person(
    box: Outbox, store: Store
) -> None:
    await _tell(store, 5, "notice", due=SOON)
    await _tell(store, 5, "ballot")
    (ballot,) = (await box.claim(NOW)).messages
    assert ballot.kind == "ballot"
    await box.failed(ballot.id, NOW, "Discord 400 40003")
    await _tell(store, 5, "ended")
    assert [one.kind for one in (await box.claim(NOW)).messages] == ["ended"]


@pytest.mark.parametrize("waits", [OUTAGE, LIMIT])
async def test_what_discord_will_take_later_is_put_off_with_all_behind_it_and_has_not_failed(
    box: Outbox, store: Store, waits: str
) -> None:
    await _put(store, 1, "start", "turn")
    await _put(store, 2, "start")
    await _tell(store, 5, "notice", "ballot")
    rows = {(one.table_id, one.kind): one for one in (await box.claim(NOW, 1)).messages}
    rows.update({(one.table_id, one.kind): one for one in (await box.claim(NOW)).messages})
    held = [rows[1, "start"].id, rows[1, "notice"].id]
    for _ in range(2 * MAX_ATTEMPTS):
        await box.wait(held, SOON, "Discord 503 0", waits)
        assert (await box.claim(NOW)).messages == []
        assert await box.next_due() == SOON
        claimed = [one for one in (await box.claim(SOON)).messages if one.id in held]
        assert [(one.attempts, one.tried) for one in claimed] == [(0, True), (0, True)]


async def test_what_waits_for_the_end_of_an_outage_is_due_at_once_when_it_is_over_the_oldest_first(
    box: Outbox, store: Store
) -> None:
    await _put(store, 2, "start")
    await _put(store, 1, "start")
    await _tell(store, 5, "notice")
    await _tell(store, 6, "notice")
    rows = (await box.claim(NOW)).messages
    assert len(rows) == 4
    await box.wait([one.id for one in rows], NOW + timedelta(hours=1), "Discord 503 0", OUTAGE)
    await box.wait([rows[3].id], NOW + timedelta(hours=1), "limited", LIMIT)
    await box.due_again(NOW, tables=[2], people=[])
    assert [one.table_id for one in (await box.claim(NOW)).messages] == [2]
    await box.due_again(NOW)
    assert [one.id for one in (await box.claim(NOW)).messages] == [rows[1].id, rows[2].id]


def test_pauses_of_an_outage_grow_up_to_a_minute() -> None:
    assert [outage_pause(n).total_seconds() for n in (1, 2, 3, 4, 5, 500)] == [5, 10, 20, 40, 60, 60]


async def test_a_table_that_waits_hides_from_nobody_when_it_is_due(box: Outbox, store: Store) -> None:
    await _put(store, 1, "start", "turn")
    first, second = (await box.claim(NOW)).messages
    await box.wait([first.id], SOON, "Discord 503 0", OUTAGE)
    await box.later(second, NOW)
    assert await box.next_due() == SOON  # the row behind it is due already


async def test_what_a_dead_process_has_claimed_is_free_at_once_and_what_a_living_one_has_is_not(
    box: Outbox, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _put(store, 1, "start", "turn")
    await _tell(store, 5, "notice")
    claimed = (await box.claim(NOW)).messages
    assert len(claimed) == 3
    monkeypatch.setattr(store, "process", store.process + 1)  # another process, which comes after the first
    alive = {store.process - 1, store.process}

    async def living(asked: object) -> set[int]:
        return alive

    monkeypatch.setattr(store, "alive", living)
    assert (await box.claim(NOW)).messages == []
    alive.discard(store.process - 1)
    again = (await box.claim(NOW)).messages
    assert [(one.id, one.tried) for one in again] == [(one.id, True) for one in claimed]
    assert (await box.claim(NOW)).messages == []


async def test_what_its_sender_still_holds_is_not_given_out_again_when_the_lease_has_ended(
    box: Outbox, store: Store
) -> None:
    await _put(store, 1, "turn")
    await _tell(store, 5, "notice", "ballot")
    rows = (await box.claim(NOW)).messages
    held = [one.id for one in rows]
    assert (await box.claim(NOW + timedelta(hours=1), held=held)).messages == []
    assert len((await box.claim(NOW + timedelta(hours=1))).messages) == 2


async def test_what_was_claimed_is_given_back_when_its_process_stops(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    await box.claim(NOW)
    await box.release_claims()
    (again,) = (await box.claim(NOW)).messages
    assert again.tried


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(days=366)])
async def test_what_a_clock_that_was_ahead_has_put_here_put_off_or_claimed_is_due_now(
    box: Outbox, store: Store, ahead: timedelta
) -> None:
    then = NOW + ahead
    await _put(store, 2, "start")  # in time, and claimed while the clock is ahead
    (claimed,) = (await box.claim(then)).messages
    async with store.writing() as session:
        await outbox.put(session, 1, "turn", {}, then)
    await _tell(store, 5, "notice", now=then, due=then + timedelta(hours=8))
    await _tell(store, 6, "notice")
    (failing,) = [one for one in (await box.claim(then)).messages if one.payload.get("user") == 6]
    await box.failed(failing.id, then, "Discord 400 40003")
    now = NOW + timedelta(minutes=1)
    assert {one.id for one in (await box.claim(now)).messages} >= {claimed.id, failing.id}
    async with store.reading() as session:
        rows = list(await session.exec(select(OutboxRow)))
    assert {row.claimed_until for row in rows} == {now + timedelta(minutes=2)}
    assert (await box.claim(now)).messages == []


async def test_clocks_that_differ_a_little_take_nothing_from_each_other(box: Outbox, store: Store) -> None:
    await _put(store, 1, "turn")
    await box.claim(NOW + timedelta(minutes=1))
    assert (await box.claim(NOW)).messages == []


async def test_a_claim_tells_whether_there_may_be_more_and_when_something_is_due_next(
    box: Outbox, store: Store
) -> None:
    await _tell(store, 5, "notice", due=SOON)
    assert await box.claim(NOW) == Claimed([], next_due=SOON)
    await _put(store, 1, "start", "turn")
    await _put(store, 2, "start")
    first = await box.claim(NOW, limit=2)
    assert first.more
    second = await box.claim(NOW, limit=2)
    assert [one.table_id for one in (*first.messages, *second.messages)] == [1, 1, 2]
    assert not second.more
    assert second.next_due == await box.next_due() == SOON
    await box.claim(SOON)
    assert await box.next_due() == NOW + timedelta(minutes=2)


async def test_nothing_is_claimed_where_something_else_goes_first(box: Outbox, store: Store) -> None:
    await _put(store, 1, "start")
    looked: list[bool] = []

    async def first(session: AsyncSession) -> bool:
        looked.append(session.is_active)
        return len(looked) > 1

    assert await box.claim(NOW, first=first) == Claimed([])
    assert len((await box.claim(NOW, first=first)).messages) == 1
    assert looked == [True, True]
