"""Payloads of the outbox: rows of every kind are read as they were stored before, and stored the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.tables.core.messages import (
    Followed,
    InvitedTo,
    NextNotice,
    OwnerWarning,
    PlansDropped,
    SeatOffered,
    Struct,
    TableChange,
    ToPerson,
    TurnNotice,
    VoteRequest,
    Wait,
    WaitsReminder,
    WeeklyPaused,
    payload_of,
    read,
    waits_of,
)
from rules.kernel.text import T, name
from storage.outbox import TO_ONE, Message

SINCE = "2026-11-28T20:15:00+00:00"

CHANGE = {"table": 5, "before": 6, "revision": 7, "seat": 1, "call": [0, 2], "mention": [2]}

BEFORE: list[tuple[str, dict[str, Any], Struct]] = [
    ("turn", CHANGE, TableChange(5, 6, 7, 1, [0, 2], [2])),
    ("table", {**CHANGE, "seat": None}, TableChange(5, 6, 7, None, [0, 2], [2])),
    ("vote", {**CHANGE, "asked": [3]}, TableChange(5, 6, 7, 1, [0, 2], [2], asked=[3])),
    ("invite", {**CHANGE, "guest": 99}, TableChange(5, 6, 7, 1, [0, 2], [2], guest=99)),
    ("notice", {"user": 11, "seat": 1, "via": "dm", "since": SINCE}, TurnNotice(11, 1, SINCE, via="dm")),
    (
        "reminder",
        {"user": 11, "via": "dm", "waits": [{"table": 5, "seat": 1, "since": SINCE}]},
        WaitsReminder(11, [Wait(5, 1, SINCE)], via="dm"),
    ),
    ("ballot", {"user": 11, "seat": 1, "via": "dm", "about": "rewind 7"}, VoteRequest(11, 1, "rewind 7", via="dm")),
    ("dropped", {"user": 11, "seat": 1, "revision": 7}, PlansDropped(11, 1, 7)),
    (
        "dropped",
        {"user": 11, "seat": 1, "revision": 7, "told": [{"id": "{plan}!", "args": {"plan": {"id": "#gem"}}}]},
        PlansDropped(11, 1, 7, [T("{plan}!", plan=name("gem"))]),
    ),
    ("homeless", {"user": 11}, ToPerson(11)),
    ("ended", {"user": 11}, ToPerson(11)),
    ("result", {"user": 11}, ToPerson(11)),
    ("deleted", {"user": 11, "about": 12}, OwnerWarning(11, 12)),
    ("files", {"user": 11, "about": 13}, OwnerWarning(11, 13)),
    ("invited", {"user": 11, "by": 12}, InvitedTo(11, 12)),
    (
        "skipped",
        {**CHANGE, "asked": [], "skipped": "toy"},
        TableChange(5, 6, 7, 1, [0, 2], [2], skipped="toy"),
    ),
    ("next", {"user": 11, "seat": 1}, NextNotice(11, 1)),
    ("followed", {"user": 11, "revision": 7}, Followed(11, 7)),
    ("paused", {"user": 11, "weekly": 3, "left": True}, WeeklyPaused(11, 3, left=True)),
    ("offered", {"user": 11, "seat": 1, "by": 12}, SeatOffered(11, 1, 12)),
]


def row(kind: str, payload: dict[str, Any]) -> Message:
    return Message(1, 5, kind, payload, "nonce", 0, datetime.now(UTC))


@pytest.mark.parametrize(("kind", "payload", "message"), BEFORE, ids=[kind for kind, _, _ in BEFORE])
def test_rows_are_read_as_they_were_stored_before_and_stored_the_same(
    kind: str, payload: dict[str, Any], message: Struct
) -> None:
    assert read(row(kind, payload), type(message)) == message
    again = {"asked": [], **payload_of(message)} if "asked" in payload else payload_of(message)
    assert again == payload


def test_every_kind_of_row_for_one_person_tells_whom_it_is_for() -> None:
    told = {kind: payload for kind, payload, _ in BEFORE if kind in TO_ONE}
    assert set(told) == set(TO_ONE)
    assert {read(row(kind, payload), ToPerson).user for kind, payload in told.items()} == {11}


def test_a_notice_is_about_one_wait_and_a_reminder_about_several() -> None:
    notice = {"user": 11, "seat": 1, "since": SINCE}
    assert waits_of(row("notice", notice)) == [Wait(5, 1, SINCE)]
    waits = [{"table": 5, "seat": 1, "since": SINCE}, {"table": 6, "seat": 0, "since": SINCE}]
    assert waits_of(row("reminder", {"user": 11, "waits": waits})) == [Wait(5, 1, SINCE), Wait(6, 0, SINCE)]
