"""The turns of a game from its log, with the round and the phase of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    told = row.kind == "answer" and not row.barrier and bool(row.asked) and bool(all_events(row.events))
    return told and not decode_events(row.events, None)


def _turns(rows: Sequence[LogRow]) -> list[Turn]:
    found: list[Turn] = []
    untold: dict[int, list[int]] = {}
    beside: set[int] = set()
    hidden = 0
    round_: Text | None = None
    phase: Text | None = None
    for row in rows:
        if row.taken_back is not None or row.public is None:
            continue
        events = decode_events(row.events, None)
        if row.kind == "answer":
            seat = row.seat or 0
            # What a seat did stands with its last step, or with the last of answers given side by side, which may be
            # another's. Once others have had their turns, nothing more is told of it.
            untold = {one: at for one, at in untold.items() if one == seat or one in beside}
            found.append(
                Turn(
                    len(found) + 1,
                    row.sequence,
                    row.public,
                    row.at,
                    seat,
                    visible_answerer(row, None),
                    question_of(row),
                    round_,
                    phase,
                )
            )
            untold.setdefault(seat, []).append(len(found) - 1)
            (beside.add if row.asked else beside.discard)(seat)
            for event in events:
                if event.kind == ROUND:  # what is done from here on is of the answers in it
                    untold.clear()
                elif event.seat is not None and event.kind != PHASE:
                    for at in untold.pop(event.seat, ()):
                        found[at] = replace(found[at], done=event.text)
        hidden = hidden + 1 if in_secret_part(row) else 0
        for event in events:
            if event.kind == ROUND:
                round_, phase = event.text, None
            elif event.kind == PHASE:
                phase = event.text
    # What a seat alone was told of may be a part of what it chooses in secret: how many parts would tell of it.
    return found[: len(found) - hidden]
