"""Answering: from a panel, or typed with several answers in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.codes import Code
from bot.panels import open_panel
from bot.picks import LONGEST_CHOICE, Called, complete, pass_over, read_on, shorten, split_move, taken
from bot.table_data import Ahead, Live, Played, mark
from bot.table_errors import BeyondReveal, GameOver, NotSeated, Stale, TableError
from rendering.words import Words
from rules.kernel.errors import NotAsked, RulesError
from rules.kernel.prompt import Prompt
from rules.kernel.text import T

if TYPE_CHECKING:
    from bot.calls import Call

ROBOTS_PLAY = 60.0
"""Seconds in which robots that had to wait may play on for the panel to be shown anew by itself."""
MOST_CUTS = 4
"""So many of the last words of a half-typed move may belong to the answer that is completed."""


async def play_picks(call: Call, code: Code, picks: Sequence[str]) -> None:
    """Answer from a panel, and show what comes next in it."""
    call.at = code.table
    played = await call.tables.answer(code.table, call.user_id, [picks], code.revision, code.mark, step=code.step)
    await _go_on(call, played)


async def play_typed(call: Call, table_id: int, move: str, code: Code | None = None) -> None:
    """Answer as typed, all or none; `code` is that of the form which asked for it, if one did."""
    call.at = table_id
    live = await call.tables.game(table_id)
    seat = live.seat_of(call.user_id)
    if seat is None:
        raise NotSeated
    if live.over:
        raise GameOver
    prompt = live.prompt_of(seat)
    if code is not None and (prompt is None or mark(prompt) != code.mark):
        raise Stale
    line = read_line(live, seat, move)
    prompt_mark = mark(prompt) if prompt is not None else None
    played = await call.tables.answer(
        table_id, call.user_id, line.answers, live.revision, prompt_mark, step=live.step, rest=line.rest
    )
    if not line.rest:
        await _go_on(call, played)
        return
    planned = [option.text for prompt, picks in line.rest for option in map(prompt.option, picks)]
    notice = T("Others must answer first. Planned after that: {picks}. You can cancel it with /plan.", picks=planned)
    await open_panel(call, table_id, notice=notice if played.rest_waits else None)
    await _wait_for_robots(call, played)


@dataclass(frozen=True)
class TypedLine:
    """A typed move: the answers that can be given now, and what is planned for when others have answered."""

    answers: list[list[str]] = field(repr=False)
    rest: list[tuple[Prompt, list[str]]] = field(repr=False)

    @property
    def picks(self) -> list[list[str]]:
        """All that it picks, answer by answer."""
        return [*self.answers, *(picks for _, picks in self.rest)]


def read_line(live: Live, seat: int, move: str) -> TypedLine:
    """Find what a typed move picks, answer by answer, without playing it.

    Answers that were the only legal ones, and so are taken without asking, may be named or left out. Where others must
    answer in the middle of it (charge power, say), the rest is read as if they declined.

    A move that goes on after chance or something hidden is refused as a whole: otherwise a mistake at its end would
    show what is only known once the beginning stands.

    Raises:
        IllegalAnswer: something of it is not found or not allowed.
        NotAsked: nothing is asked of the seat.
        BeyondReveal: it goes on after chance, something hidden, or the end of the turn.

    """
    line = TypedLine([], [])
    forced: list[Called] = []
    names, verbs = live.info.names, live.game.verbs
    suppose = False
    ahead = Ahead(live.prompt_of(seat))
    if ahead.prompt is None:
        raise NotAsked(T("Nothing is asked of you now; you will be told when it is your turn."))
    for typed in split_move(move):
        rest, forced = pass_over(typed, forced)
        while rest:
            suppose = suppose or ahead.others
            if ahead.others:
                ahead = live.after(seat, line.picks, suppose=True)
            if ahead.prompt is None:
                raise BeyondReveal(shorten(rest, 60))
            picks, rest = read_on(ahead.prompt, rest, names, verbs)
            ahead.prompt.check(picks)
            if suppose:
                line.rest.append((ahead.prompt, picks))
            else:
                line.answers.append(picks)
            ahead = live.after(seat, line.picks, suppose=suppose)
            rest, forced = pass_over(rest, taken(ahead.forced, names, verbs))
    return line


def complete_move(live: Live, seat: int, typed: str, words: Words) -> list[tuple[str, str]]:
    """Offer ways to go on with a half-typed move: with its first answer, else with the last one begun.

    Each is what is shown and the whole move that it stands for, short enough to be offered.
    """
    prompt = live.prompt_of(seat)
    if prompt is None:
        return []
    offered = _complete_after(live, seat, typed.strip(), "", words) if typed.endswith(" ") else []
    offered = offered or complete(prompt, typed, words, live.game.verbs)
    cuts = [at for at, letter in enumerate(typed, 1) if letter in "; "]
    for cut in reversed(cuts[-MOST_CUTS:]):
        offered = offered or _complete_after(live, seat, typed[:cut].strip(), typed[cut:], words)
    return offered


def _complete_after(live: Live, seat: int, begun: str, last: str, words: Words) -> list[tuple[str, str]]:
    """Offer ways to go on with the last answer of a move whose beginning can be read."""
    if not begun.strip(";"):
        return []
    try:
        line = read_line(live, seat, begun)
        ahead = live.after(seat, line.picks, suppose=bool(line.rest))
        if ahead.others:
            ahead = live.after(seat, line.picks, suppose=True)
    except (RulesError, TableError):
        return []
    if ahead.prompt is None:
        return []
    return [
        (f"{begun} {shown}", f"{begun} {value}")
        for shown, value in complete(ahead.prompt, last, words, live.game.verbs)
        if len(begun) + 1 + len(value) <= LONGEST_CHOICE
    ]


async def _go_on(call: Call, played: Played) -> None:
    table_id = played.live.info.id
    await open_panel(call, table_id, happened=played.events, live=played.live)
    await _wait_for_robots(call, played)


async def _wait_for_robots(call: Call, played: Played) -> None:
    """Show the panel anew once robots that had to wait have played on."""
    table_id = played.live.info.id
    if played.live.robots_asked and await call.tables.robot_turns.finished(table_id, ROBOTS_PLAY):
        await open_panel(call, table_id)


async def take_back(call: Call) -> None:
    """Take back the caller's last answer, and show what is asked again."""
    call.at = table_id = (await call.table()).id
    undone = await call.tables.undo(table_id, call.user_id)
    await open_panel(call, table_id, notice=T("Taken back. You are asked again: {question}", question=undone.back_to))
