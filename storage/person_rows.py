"""The kinds of rows that bear the id of a person as `user_id`: one list, for handing them out and for removing them.

`storage.kept` reads them, `storage.forgetting` removes them; what a column of them holds stands in `storage.persons`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from storage.schema import (
    ClosedDm,
    DayMention,
    Draft,
    Follower,
    Imported,
    Invitation,
    LessonProgress,
    Looked,
    OutboxRow,
    Placement,
    PolicySetting,
    Preference,
    Reminder,
    TableWish,
    Trial,
    WeeklyGuest,
)


class Removed(StrEnum):
    """How the rows of a person are found to be removed."""

    BY_TABLE = "by table"
    """Of each table one: by the numbers of the tables."""
    BY_PERSON = "by person"
    """The person's id alone leads to them."""
    BY_NUMBER = "by number"
    """By their own numbers."""
    WITH_WEEKLY = "with weekly"
    """With the weekly tables of the person."""
    ELSEWHERE = "elsewhere"
    """They are not simply removed: emptied, given another id, or removed with all that belongs to them."""


class PersonRows(NamedTuple):
    """A kind of rows: what it is called in the file that is handed out, and how it is removed."""

    kind: Any
    called: str
    removed: Removed


PERSON_ROWS = (
    PersonRows(Preference, "settings", Removed.BY_PERSON),
    PersonRows(PolicySetting, "automatic_answers", Removed.BY_PERSON),
    PersonRows(TableWish, "notes_and_wishes_at_tables", Removed.BY_TABLE),
    PersonRows(Follower, "followed_tables", Removed.BY_TABLE),
    PersonRows(Looked, "read_up_to", Removed.BY_TABLE),
    PersonRows(Invitation, "invitations", Removed.BY_TABLE),
    PersonRows(Draft, "turns_being_planned", Removed.BY_TABLE),
    PersonRows(Trial, "lines_being_tried", Removed.BY_PERSON),
    PersonRows(LessonProgress, "lessons", Removed.BY_PERSON),
    PersonRows(OutboxRow, "messages", Removed.ELSEWHERE),
    PersonRows(Reminder, "reminders", Removed.BY_NUMBER),
    PersonRows(ClosedDm, "closed_direct_messages", Removed.BY_PERSON),
    PersonRows(DayMention, "mentions_instead_of_direct_messages", Removed.BY_TABLE),
    PersonRows(WeeklyGuest, "guest_of_weekly_tables", Removed.WITH_WEEKLY),
    PersonRows(Placement, "results", Removed.ELSEWHERE),
    PersonRows(Imported, "imported_games", Removed.ELSEWHERE),
)


def removed(*ways: Removed) -> tuple[Any, ...]:
    """The kinds of rows that are removed in one of these ways."""
    return tuple(one.kind for one in PERSON_ROWS if one.removed in ways)
