"""All that is kept about a person, as a file for them: JSON in UTF-8, with a word of explanation.

What is read stands in `storage.kept`. Secrets of games (keys, hands of others, what chance will bring) are not among
it, nor is what others have done; the answers are those of the person's seat, since they have it. Rows are read aside
and the file is written in a thread, so that nobody waits for it.
"""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

from bot.tables.core.automatic import in_words
from bot.tables.core.codecs import QUESTIONS
from bot.tables.core.events import all_events
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.robots import TOOK_PLACE
from rendering.words import Words
from rules.kernel.text import T
from storage import forgetting, kept
from storage.kept import Seated

LARGEST = 4_000_000
"""Bytes above which the file is packed (ZIP): Discord takes 10 MB."""
EXPLAINED = T(
    "All that this bot keeps about you. Times are in UTC. Numbers of servers, channels and people are Discord’s. What"
    " others have done, and what is hidden from you in a game, is not here."
)


class Kept:
    """Part of the Table service."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def file(self, user_id: int, name: str, language: str) -> tuple[str, bytes]:
        """Write all that is kept about a person; returns the name and the content of the file.

        Raises:
            DatabaseAway.

        """
        unit = self._unit
        async with unit.reading() as session:
            rows = await kept.rows_of(session, user_id)
            numbers = set(await kept.tables_of(session, user_id))
            last = await forgetting.last_table(session)
        for after in range(0, last, forgetting.TABLES):
            async with unit.reading() as session:
                numbers |= set(await kept.acted_at(session, user_id, after, after + forgetting.TABLES))
        tables = []
        for number in sorted(numbers):
            async with unit.reading() as session:
                found = await kept.seated(session, number, user_id)
            if found is not None:
                tables.append(found)
        return await asyncio.to_thread(_written, user_id, name, language, unit.clock(), rows, tables)


def _written(  # noqa: PLR0917
    user_id: int,
    name: str,
    language: str,
    now: datetime,
    rows: Mapping[str, Sequence[Mapping[str, Any]]],
    tables: Sequence[Seated],
) -> tuple[str, bytes]:
    words = Words(language)
    content = {
        "about": {
            "explained": words.say(EXPLAINED),
            "made_at": now.isoformat(),
            "user_id": user_id,
            "name": name,
        },
        **rows,
        "tables": [_table(one, user_id, words) for one in tables],
    }
    data = json.dumps(content, ensure_ascii=False, indent=1, default=_plain).encode()
    file = f"orrery-{user_id}.json"
    if len(data) <= LARGEST:
        return file, data
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(file, data)
    return f"{file}.zip", packed.getvalue()


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _table(one: Seated, user_id: int, words: Words) -> dict[str, Any]:
    """What a table holds of a person."""
    table, seat = one.table, one.seat
    said: dict[str, Any] = {
        "table_id": table.id,
        "server_id": table.guild_id,
        "channel_id": table.channel_id,
        "game": table.game,
        "phase": table.phase,
        "options": table.options,
        "created_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "is_yours": table.owner_id == user_id,
    }
    if seat is not None:
        state = (
            "number",
            "name",
            "since",
            "robot",
            "deadline",
            "overdue",
            "given_up",
            "noticed_at",
            "stands_in",
            "gone",
        )
        said["your_seat"] = {key: getattr(seat, key) for key in state}
        said["thread"] = table.room_name
    if one.placement is not None:
        result = ("rank", "points", "side", "seconds", "skill_before", "doubt_before", "skill", "doubt")
        said["your_result"] = {key: getattr(one.placement, key) for key in result}
    said["your_plans"] = [words.say(text) for _, text in in_words([plan for plan in one.plans if plan.taken is None])]
    said["your_answers"] = [_answer(row, words) for row in _answers(one)]
    said["what_else_you_did"] = [
        {"at": row.at, "kind": row.kind} for row in one.log if row.user_id == user_id and row.kind != "answer"
    ]
    return said


def _answers(one: Seated) -> list[Any]:
    """The answers of the seat since the person has it."""
    if one.seat is None:
        return []
    of_seat = [row for row in one.log if row.seat == one.seat.number]
    since = max((row.sequence for row in of_seat if _taken(row)), default=-1)
    return [row for row in of_seat if row.kind == "answer" and row.sequence > since]


def _taken(row: Any) -> bool:
    """Whether a row tells that the seat has another person since; that a robot came or went is none of that."""
    if row.kind == "replace":
        return True
    return row.kind == "robot" and any(event.text.id == TOOK_PLACE for event in all_events(row.events))


def _answer(row: Any, words: Words) -> dict[str, Any]:
    said = {"at": row.at, "by": row.by, "picks": row.picks, "taken_back": row.taken_back is not None}
    if row.question:
        try:
            said["question"] = words.say(QUESTIONS.decode(row.question))
        except Exception:  # noqa: BLE001 - words that this version does not know: the answer itself stands there
            said["question"] = None
    return said
