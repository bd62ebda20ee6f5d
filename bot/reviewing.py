"""The board as it was, in Discord: a picture, what happened in that turn, and buttons to leaf through the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import boards, layouts
from bot.codes import Code
from bot.happened import happened_text
from bot.layouts import button, rows
from bot.looking import score_lines
from bot.played import game_here
from bot.rewinding import read_turn, turn_label, turn_line
from bot.table_data import Past, Turns
from bot.voice import Voice
from rules.kernel.text import T

if TYPE_CHECKING:
    from bot.calls import Call

MOST_HAPPENED = 1500


async def show_history(call: Call, typed: str | None, table: str | None) -> None:
    """Show the board as it was after the turn that was named, else as it is."""
    info = await game_here(call, table)
    number = None
    if typed is not None:
        turns = await call.tables.history.turns(info.id)
        number = read_turn(typed, turns, lowest=turns.first)
    await show_past(call, info.id, number)


async def show_past(call: Call, table_id: int, number: int | None) -> None:
    """Show the board as it was after a turn: to a person at the table what they knew then, else what the table saw."""
    past = await call.tables.history.at(table_id, call.user_id, number)
    live = past.live
    seat = live.seat_of(call.user_id)
    seen = await boards.look(call, live, "board", seat)
    voice = call.voice(live.info.names)
    above = ["\n".join(_head(past, voice))]
    if past.events:
        above.append(happened_text(past.events, voice, MOST_HAPPENED))
    scores = "\n".join(score_lines(live.scores(seat), voice))
    await boards.show(call, seen, above, [scores], rows(_leaves(past, voice)), in_place=True)


def _head(past: Past, voice: Voice) -> list[str]:
    if past.turn is not None:
        head = T("After turn {n} of {last}", n=past.number, last=past.last)
        return [f"### {voice.post(head)}", turn_line(past.turn, voice)]
    if past.number:
        return [f"### {voice.post(T('Where the rules were updated, after turn {n}', n=past.number))}"]
    return [f"### {voice.post(T('The start of the game'))}"]


def _leaves(past: Past, voice: Voice) -> list[layouts.Press]:
    def to(label: str, mark: str, number: int, *, possible: bool) -> layouts.Press:
        # The mark keeps two buttons that lead to the same turn apart: Discord wants every code but once.
        code = Code("past", past.live.info.id, past.live.revision, mark, str(number))
        return button(label, code, disabled=not possible)

    back, on = past.number > past.first, past.number < past.last
    return [
        to("⏮ " + voice.label(T("Beginning")), "start", past.first, possible=back),
        to("◀ " + voice.label(T("Earlier")), "earlier", max(past.number - 1, past.first), possible=back),
        to("▶ " + voice.label(T("Later")), "later", past.number + 1, possible=on),
        to("⏭ " + voice.label(T("Now")), "now", past.last, possible=on),
    ]


def complete_turns(turns: Turns, typed: str, voice: Voice, *, lowest: int) -> list[tuple[str, str]]:
    """Offer turns whose label holds what was typed, the newest first: what is shown, and its number."""
    offered = [(turn_label(turn, voice), str(turn.number)) for turn in reversed(turns.turns)]
    if lowest == 0 and turns.first == 0:
        offered.append((f"0 · {voice.label(T('The start of the game'))}", "0"))
    wanted = typed.casefold().strip()
    exact = [one for one in offered if one[1] == wanted]
    return (exact + [one for one in offered if one not in exact and wanted in one[0].casefold()])[:25]
