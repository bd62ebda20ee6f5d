"""Answering: from a panel, or typed with several answers in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.codes import Code
from bot.panels import open_panel
from bot.picks import LONGEST_CHOICE, complete, pass_over, read_on, split_move
from bot.table_data import Ahead, Live, Played, mark
from bot.table_errors import BeyondReveal, GameOver, NotSeated, Stale, TableError
from rendering.words import Words
from rules.kernel.errors import NotAsked, RulesError
from rules.kernel.text import T

if TYPE_CHECKING:
    from bot.calls import Call


async def play_picks(call: Call, code: Code, picks: Sequence[str]) -> None:
    """Answer from a panel, and show what comes next in it."""
    played = await call.tables.answer(code.table, call.user_id, [picks], code.revision, code.mark)
    await _go_on(call, played)


async def play_typed(call: Call, table_id: int, move: str, code: Code | None = None) -> None:
    """Answer as typed, all or none; `code` is that of the form which asked for it, if one did."""
    live = await call.tables.game(table_id)
    seat = live.seat_of(call.user_id)
    if seat is None:
        raise NotSeated
    if live.over:
        raise GameOver
    prompt = live.prompt_of(seat)
    if code is not None and (prompt is None or mark(prompt) != code.mark):
        raise Stale
    answers = read_move(live, seat, move)
    played = await call.tables.answer(
        table_id, call.user_id, answers, live.revision, mark(prompt) if prompt is not None else None
    )
    await _go_on(call, played)


def read_move(live: Live, seat: int, move: str) -> list[list[str]]:
    """Find what a typed move picks, answer by answer, without playing it.

    Answers that were the only legal ones, and so are taken without asking, may be named or left out.

    A move that goes on after chance or something hidden is refused as a whole: otherwise a mistake at its end would
    show what is only known once the beginning stands.

    Raises:
        IllegalAnswer: something of it is not found or not allowed.
        NotAsked: nothing is asked of the seat, or not that many answers.

    """
    answers: list[list[str]] = []
    forced: Sequence[str] = ()
    ahead = Ahead(live.prompt_of(seat))
    if ahead.prompt is None:
        raise NotAsked(T("Nothing is asked of you now; you will be told when it is your turn."))
    for typed in split_move(move):
        rest, forced = pass_over(typed, forced)
        while rest:
            if ahead.prompt is None:
                raise BeyondReveal
            picks, rest = read_on(ahead.prompt, rest, live.info.names)
            ahead.prompt.check(picks)
            answers.append(picks)
            ahead = live.after(seat, answers)
            rest, forced = pass_over(rest, ahead.forced)
    return answers


def complete_move(live: Live, seat: int, typed: str, words: Words) -> list[tuple[str, str]]:
    """Offer ways to go on with a half-typed move: with its first answer, else with the last one begun.

    Each is what is shown and the whole move that it stands for, short enough to be offered.
    """
    prompt = live.prompt_of(seat)
    offered = complete(prompt, typed, words) if prompt is not None else []
    cut = max(typed.rfind(";"), typed.rfind(" ")) + 1
    begun, last = typed[:cut].strip(), typed[cut:]
    if offered or not begun.strip(";"):
        return offered
    try:
        ahead = live.after(seat, read_move(live, seat, begun))
    except (RulesError, TableError):
        return []
    if ahead.prompt is None:
        return []
    return [
        (f"{begun} {shown}", f"{begun} {value}")
        for shown, value in complete(ahead.prompt, last, words)
        if len(begun) + 1 + len(value) <= LONGEST_CHOICE
    ]


async def _go_on(call: Call, played: Played) -> None:
    await open_panel(call, played.live.info.id, happened=played.events, live=played.live)


async def take_back(call: Call) -> None:
    """Take back the caller's last answer, and show what is asked again."""
    table_id = (await call.table()).id
    undone = await call.tables.undo(table_id, call.user_id)
    await open_panel(call, table_id, notice=T("Taken back. You are asked again: {question}", question=undone.back_to))
