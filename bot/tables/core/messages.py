"""Payloads of the outbox, as typed structs: for the channel of a table, and for one person.

Each change puts one row for the channel, of the first kind that fits:

- ``start``: a game has started;  ``over``: it has ended;  ``abandon``: it was ended early;
- ``round``: an answer opened a new round;
- ``turn``: somebody else must act now;  ``table``: anything else, the lobby included: the table message is out of date;
- ``undo``, ``rewind``: an answer was taken back, the table went back by vote;
- ``replace``: a seat was handed over, to a robot, or back, too;
- ``vote``: a vote on a rewind was opened, got a vote or ended;
- ``rules``, ``stuck``: the rules have changed under the game, which goes on from where it stands or cannot be read;
- ``overdue``, ``given_up``: a soft clock has run out, the others have voted to hand the seat over;
- ``move``: the table has a new channel, or its own again;
- ``invite``: somebody was invited to the lobby (and its message is out of date); only in rows of former versions;
- ``open``: a table was opened that is to have a thread or a post of its own (`Opening`), where it is shown then;
- ``skipped``: a weekly table did not open because this one is in its channel.

``room`` is a row beside these: the name of a table's thread may be another one now.

Messages to one person are rows of their own (`storage.outbox.TO_ONE`, `bot.delivery.notifier`). Stored rows outlive
versions: a field may be added with a default, and none may be removed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from rules.kernel.codec import Codec
from rules.kernel.text import Text
from storage.outbox import Message

Payload = TypeVar("Payload", bound="Struct")


class Struct(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of all payloads, stored as a JSON object."""


class TableChange(Struct, frozen=True):
    """A change of a table, for its channel. Its events are those of the log after `before`, up to `revision`.

    `seat` made it; `newly_asked` are the seats that must act now and did not have to before, `mention` those of them
    that the post mentions; `asked` are those that it mentions for an open vote; `guest` (a user id) was invited;
    `skipped` is the game of a weekly table that did not open.
    """

    table: int
    before: int
    revision: int
    seat: int | None
    newly_asked: list[int] = msgspec.field(name="call")
    mention: list[int]
    asked: list[int] = []
    guest: int | None = None
    skipped: str = ""


class Opening(TableChange, frozen=True, kw_only=True):
    """``open``: a thread below the channel `parent` is to be made, or a post there where it is a `forum`.

    Where that is refused, the table opens in the channel `here`.
    """

    parent: int
    here: int
    forum: bool = False


class RoomChange(TableChange, frozen=True, kw_only=True):
    """``room``: what the thread `channel` of a table is called may have changed."""

    channel: int


class ToPerson(Struct, frozen=True):
    """A message to one person, by user id: ``homeless`` and ``ended`` have no further data."""

    user: int


class Wait(Struct, frozen=True):
    """The wait of a seat, by its beginning (UTC, ISO 8601)."""

    table: int
    seat: int
    since: str


class TurnNotice(Struct, frozen=True):
    """``notice``: it is a person's turn at the row's table. `via`: how they wanted to be notified then."""

    user: int
    seat: int
    since: str
    via: str = ""


class WaitsReminder(Struct, frozen=True):
    """``reminder``: tables still wait for a person; `via` is daily where it is their one message a day."""

    user: int
    waits: list[Wait]
    via: str = ""


class NextNotice(Struct, frozen=True):
    """``next``: it may be that a seat's turn comes next, which is looked at when it is told."""

    user: int
    seat: int


class Followed(Struct, frozen=True):
    """``followed``: something has happened at a table that an onlooker follows, up to a revision."""

    user: int
    revision: int


class VoteRequest(Struct, frozen=True):
    """``open_vote``: the vote of a seat is wanted; `about` names the open vote (`bot.tables.core.votes`)."""

    user: int
    seat: int
    about: str
    via: str = ""


class PlansDropped(Struct, frozen=True):
    """``dropped``: plans of a seat fell with this revision.

    `told` says which, where the log of the seat must not, as it is another person's by now; else the log does.
    """

    user: int
    seat: int
    revision: int
    told: list[Text] = []


class OwnerWarning(Struct, frozen=True):
    """``deleted``, ``files``: a warning to the owner of a table about a person (or a channel), by id."""

    user: int
    about: int


class InvitedTo(Struct, frozen=True):
    """``invited``: somebody was invited to the row's table, `by` a person."""

    user: int
    by: int


class WeeklyPaused(Struct, frozen=True):
    """``paused``: a weekly table of theirs does not open any more; `left`: because they have left its server.

    The row's table is the last that it has opened, or another one of that server.
    """

    user: int
    weekly: int
    left: bool = False


class SeatOffered(Struct, frozen=True):
    """``offered``: a seat of the row's table is offered to somebody, `by` a person."""

    user: int
    seat: int
    by: int


_CODECS: Mapping[type[Struct], Codec[Any]] = {
    TableChange: Codec(TableChange, json=True),
    Opening: Codec(Opening, json=True),
    RoomChange: Codec(RoomChange, json=True),
    ToPerson: Codec(ToPerson, json=True),
    TurnNotice: Codec(TurnNotice, json=True),
    WaitsReminder: Codec(WaitsReminder, json=True),
    Followed: Codec(Followed, json=True),
    NextNotice: Codec(NextNotice, json=True),
    VoteRequest: Codec(VoteRequest, json=True),
    PlansDropped: Codec(PlansDropped, json=True),
    OwnerWarning: Codec(OwnerWarning, json=True),
    InvitedTo: Codec(InvitedTo, json=True),
    WeeklyPaused: Codec(WeeklyPaused, json=True),
    SeatOffered: Codec(SeatOffered, json=True),
}


def payload_of(message: Struct) -> dict[str, Any]:
    """Convert a payload into the JSON object of an outbox row."""
    payload: dict[str, Any] = json.loads(_CODECS[type(message)].encode(message))
    return payload


def read(message: Message, kind: type[Payload]) -> Payload:
    """Decode the payload of a row by its struct; ``read(row, ToPerson)`` works for all messages to one person."""
    read: Payload = _CODECS[kind].decode(json.dumps(message.payload).encode())
    return read


def waits_of(message: Message) -> list[Wait]:
    """List the waits that a ``notice`` or a ``reminder`` is about."""
    if message.kind == "reminder":
        return read(message, WaitsReminder).waits
    notice = read(message, TurnNotice)
    return [Wait(message.table_id, notice.seat, notice.since)]


KEY_PREFIX = "row"


def idempotency_key(message: Message) -> str:
    """The key of a row in the message that it becomes: the argument of its first button, unless it is edited later."""
    return f"{KEY_PREFIX}{message.id}"
