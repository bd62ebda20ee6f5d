"""Where the tables keep something of a person: what is handed out to them (`bot.tables.kept`) and how it goes.

Every column that could hold a user id, a name or a payload stands in `HELD` or in `NOBODYS`; a test compares them with
the tables, so that a new column cannot be overlooked. What goes how is carried out by `bot.tables.forgetting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

NOBODY = 0
"""In place of the user id of somebody who was forgotten."""
FORMER = -1000
"""In place of the user id in a seat of a game that is over: this minus the number of the seat, so that those who were
forgotten stay apart at a table, and are nobody beyond it; so do the people of a game that was imported. Robots of their
own have the ids between."""


def former(seat: int) -> int:
    """The id of whoever sat in a seat and was forgotten, or played it elsewhere."""
    return FORMER - seat


def is_former(user_id: int) -> bool:
    """Whether somebody sat here who was forgotten, or who played elsewhere."""
    return user_id <= FORMER


def is_robot(user_id: int) -> bool:
    """Whether that is a robot of its own."""
    return FORMER < user_id < 0


class Goes(StrEnum):
    """How what a column holds of a person goes when they are forgotten."""

    ROW = "row"
    """The whole row is removed."""
    NOBODY = "nobody"
    """The id becomes `NOBODY`."""
    SEAT = "seat"
    """In a game that is over the id becomes that of a former person; a running seat has somebody else by then."""
    OWNER = "owner"
    """A live table has another owner by then, or is over; one that is over belongs to nobody."""
    LISTED = "listed"
    """The id becomes `NOBODY` in a list."""
    NAME = "name"
    """The name is emptied."""
    SCRUBBED = "scrubbed"
    """The row stays for its number alone: it is emptied and given up; one to somebody else only loses the id."""
    BY_SEAT = "by seat"
    """The row has no id, but what it holds is of whoever sits in the seat: it is removed with them."""


class Held(NamedTuple):
    """A column that holds something of a person: how it goes, and whether it is handed out."""

    goes: Goes
    handed_out: bool = True


_ROW = Held(Goes.ROW)

HELD: Mapping[str, Mapping[str, Held]] = {
    "game_table": {
        "owner_id": Held(Goes.OWNER),
        "seating": Held(Goes.LISTED),
        "room_name": Held(Goes.NAME),
    },
    "seat": {
        "user_id": Held(Goes.SEAT),
        "name": Held(Goes.NAME),
        "offered_to": Held(Goes.NOBODY),
        "offered_name": Held(Goes.NAME),
        "offered_by": Held(Goes.NOBODY),
    },
    "invitation": {"user_id": _ROW, "by_id": Held(Goes.NOBODY)},
    "log": {"user_id": Held(Goes.NOBODY)},
    "rewind": {"asked_by": Held(Goes.NOBODY), "agreed": Held(Goes.LISTED)},
    "looked": {"user_id": _ROW},
    "preference": {
        "user_id": _ROW,
        "language": _ROW,
        "picture": _ROW,
        "locale": _ROW,
        "zone": _ROW,
        "notices": _ROW,
        "away_day": _ROW,
        "away_first": _ROW,
        "hours_asked": _ROW,
    },
    "table_wish": {"user_id": _ROW, "notices": _ROW, "note": _ROW},
    "follower": {"user_id": _ROW},
    "policy": {"user_id": _ROW, "game": _ROW, "key": _ROW, "value": _ROW},
    "premove": {"question": Held(Goes.BY_SEAT), "premove": Held(Goes.BY_SEAT)},
    "draft": {"user_id": _ROW, "turns": _ROW},
    "trial": {
        "user_id": _ROW,
        "begins": Held(Goes.ROW, handed_out=False),
        "key": Held(Goes.ROW, handed_out=False),
        "answers": _ROW,
    },
    "lesson_progress": {"user_id": _ROW, "game": _ROW, "answers": _ROW},
    "outbox": {
        "user_id": Held(Goes.SCRUBBED),
        "kind": Held(Goes.SCRUBBED),
        "payload": Held(Goes.SCRUBBED),
    },
    "reminder": {"user_id": _ROW},
    "closed_dm": {"user_id": _ROW},
    "day_mention": {"user_id": _ROW},
    "weekly": {
        "owner_id": _ROW,
        "owner_name": _ROW,
        "game": _ROW,
        "zone": _ROW,
    },
    "weekly_guest": {"user_id": _ROW},
    "shared_fact": {"key": Held(Goes.ROW, handed_out=False)},
    "placement": {"user_id": Held(Goes.SEAT), "side": Held(Goes.SEAT)},
    "imported": {"user_id": _ROW},
}
"""Columns that hold something of a person, by table."""

_CHANNEL, _SERVER, _GAME = "a channel", "a server", "a game"
_POSITION = "of the game, which knows seats alone"

NOBODYS: Mapping[str, Mapping[str, str]] = {
    "guild": {"id": _SERVER, "settings": "channels, a role and choices of a server"},
    "game_table": {
        "guild_id": _SERVER,
        "channel_id": _CHANNEL,
        "parent_id": _CHANNEL,
        "sought_in": _CHANNEL,
        "game": _GAME,
        "options": "what is played with",
        "phase": "one of four words",
        "key": "the secret of the game's chance",
        "clock": "one of three words",
        "hints": "one of three words",
        "lost": "one of three words",
        "room": "one of two words",
        "why_here": "one of five words",
        "pictures": "on or off",
    },
    "seat": {"held": "a hash of a question", "level": "of a robot"},
    "log": {
        "kind": "one of some words",
        "by": "one of five words",
        "picks": "answers, which replaying needs; whose they are only the seat tells",
        "question": "texts that name seats alone",
        "events": "texts that name seats alone",
        "asked": "numbers of seats",
    },
    "snapshot": {"position": _POSITION, "public": _POSITION},
    "base": {"position": _POSITION},
    "outbox": {
        "nonce": "chance",
        "claimed_by": "a process",
        "waits": "one of two words",
        "error": "the name of an error",
    },
    "posted_message": {"kind": "one of some words", "channel_id": _CHANNEL, "message_id": "a message of ours"},
    "weekly": {"guild_id": _SERVER, "channel_id": _CHANNEL},
    "shared_fact": {"value": "the commands, a secret of addresses; of a person only the key tells"},
    "result": {"guild_id": _SERVER, "game": _GAME, "kind": "one of three words"},
    "placement": {"guild_id": _SERVER, "game": _GAME, "kind": "one of three words"},
    "imported": {"guild_id": _SERVER, "digest": "a hash of what a record tells"},
}
"""Columns that hold nothing of a person though their kind of value could, and what they hold."""
