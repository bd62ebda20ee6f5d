"""The turns of a game from its log, with the round and the phase of each."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.answers import question_of, rows_in_force
from bot.tables.core.automatic import visible_answerer
from bot.tables.core.data import TableInfo, Turn, Turns
from bot.tables.core.events import all_events, decode_events
from bot.tables.core.unit_of_work import StoredHistory
from rules.kernel.steps import PHASE, ROUND
from rules.kernel.text import Text
from storage.schema import LogRow


def turns_of(info: TableInfo, history: StoredHistory) -> Turns:
    """List the turns that stand and can be replayed, without a half-made turn."""
    first = len(rows_in_force(history.earlier))
    return Turns(info, tuple(_turns([*history.earlier, *history.rows])[first:]), first)


def in_secret_part(row: LogRow) -> bool:
    """Whether an answer told something to some seats alone and nothing to everybody: a part of a choice in secret."""
    told = row.kind == "answer" and not row.barrier and bool(all_events(row.events))
    return told and not decode_events(row.events, None)


def _turns(rows: Sequence[LogRow]) -> list[Turn]:
    found: list[Turn] = []
    hidden = 0
    round_: Text | None = None
    phase: Text | None = None
    for row in rows:
        if row.taken_back is not None or row.public is None:
            continue
        if row.kind == "answer":
            question = question_of(row)
            number = len(found) + 1
            seat = row.seat or 0
            by = visible_answerer(row, None)
            found.append(Turn(number, row.sequence, row.public, row.at, seat, by, question, round_, phase))
        public = decode_events(row.events, None)
        hidden = hidden + 1 if in_secret_part(row) else 0
        for event in public:
            if event.kind == ROUND:
                round_, phase = event.text, None
            elif event.kind == PHASE:
                phase = event.text
    # What a seat alone was told of may be a part of what it chooses in secret: how many parts would tell of it.
    return found[: len(found) - hidden]
