"""The turns of a game in its log, with the round and the phase in which each was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.core.answers import question_of, standing
from bot.tables.core.automatic import told_by
from bot.tables.core.data import TableInfo, Turn, Turns
from bot.tables.core.events import decode_events
from bot.tables.core.unit_of_work import Kept
from rules.kernel.steps import PHASE, ROUND
from rules.kernel.text import Text
from storage.schema import LogRow


def turns_of(info: TableInfo, kept: Kept) -> Turns:
    """List the turns that stand and can be played again; not what belongs to a half-made turn."""
    first = len(standing(kept.earlier))
    return Turns(info, tuple(_turns([*kept.earlier, *kept.rows])[first:]), first)


def _turns(rows: Sequence[LogRow]) -> list[Turn]:
    found: list[Turn] = []
    round_: Text | None = None
    phase: Text | None = None
    for row in rows:
        if row.taken_back is not None or row.public is None:
            continue
        if row.kind == "answer":
            question = question_of(row)
            number = len(found) + 1
            seat = row.seat or 0
            by = told_by(row, None)
            found.append(Turn(number, row.sequence, row.public, row.at, seat, by, question, round_, phase))
        for event in decode_events(row.events, None):
            if event.kind == ROUND:
                round_, phase = event.text, None
            elif event.kind == PHASE:
                phase = event.text
    return found
