"""Going back by vote, in Discord: where to, the message of the vote, what its buttons do. Its rules: `bot.rewinds`.

A vote's buttons carry the revision that tells it from others, so those of an earlier vote do nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot import layouts
from bot.codes import Code
from bot.layouts import MOST_CHOICES, button, menu, rows
from bot.members import see_who_left
from bot.table_data import TableInfo, Told, Turn, Turns, Vote
from bot.table_errors import NoSuchTurn, NotSeated
from bot.voice import Voice, escaped, verbatim
from rules.kernel.record import PLAYER
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, Text, player

if TYPE_CHECKING:
    from bot.calls import Call

RECENT = 14
"""So many of the newest turns are offered one by one; before them, the beginnings of rounds."""


def turn_label(turn: Turn, voice: Voice) -> str:
    """Name a turn where no markdown is read: its number, round and phase, who was asked and what."""
    heads = [voice.label(head).rstrip(".") for head in (turn.round, turn.phase) if head is not None]
    who = voice.label(player(turn.seat))
    return " · ".join([str(turn.number), *heads, f"{who}: {voice.label(turn.question)}"])


def turn_line(turn: Turn, voice: Voice) -> str:
    """Name a turn in a message; names in it cannot break out of the line."""
    return f"-# {escaped(turn_label(turn, voice))}"


def places_to_go(turns: Turns) -> list[Turn]:
    """Choose what to offer, the newest first: the last turns of people, then where the rounds before them began."""
    people = [turn for turn in turns.turns if turn.by == PLAYER]
    recent = people[-RECENT:]
    begins: list[Turn] = []
    for before, turn in zip([None, *people], people, strict=False):
        if before is None or turn.round != before.round:
            begins.append(turn)
    earlier = [turn for turn in begins if not recent or turn.number < recent[0].number]
    return [*reversed(recent), *reversed(earlier)][:MOST_CHOICES]


def read_turn(typed: str, turns: Turns, *, lowest: int) -> int:
    """Read a turn's number; a choice that was offered begins with it.

    Raises:
        NoSuchTurn: there is none.

    """
    number = typed.split("·", maxsplit=1)[0].strip()
    if not number.isdecimal() or len(number) > 9 or not lowest <= int(number) <= turns.last:
        raise NoSuchTurn(lowest, turns.last)
    return int(number)


async def start_rewind(call: Call, typed: str | None) -> None:
    """Ask the table to go back, to the turn that was named; else show the open vote, or let the caller choose."""
    info = await call.table()
    if info.seat_of(call.user_id) is None:
        raise NotSeated
    vote = await call.tables.rewinds.vote(info.id) if typed is None else None
    if vote is not None:
        await call.add(vote_post(vote, call.voice(info.names)))
        return
    turns = await call.tables.history.turns(info.id)
    if typed is not None:
        await ask_table(call, info.id, read_turn(typed, turns, lowest=turns.first + 1))
        return
    voice = call.voice(info.names)
    places = places_to_go(turns)
    if not places:
        await call.say(T("Nothing has been played yet that could be taken back."))
        return
    choices = [(_name_of(turn), turn_label(turn, voice), "") for turn in places]
    text = T(
        "To before which turn shall the table go back? Everybody else has to agree within {hours} hours; nothing is"
        " drawn anew. A turn of your own that nothing hangs on is quicker with /undo.",
        hours=info.rewind_hours,
    )
    await call.add(
        layouts.layout(
            layouts.words(voice.post(text)),
            layouts.row(menu(Code("rewind", info.id, info.revision), choices, voice.label(T("Before the turn …")))),
        )
    )


def _name_of(turn: Turn) -> str:
    """Name a turn for a menu: no other one is or will be named like that, and it tells nothing of what stays hidden."""
    return f"{turn.number}.{turn.revision}"


async def chosen(call: Call, table_id: int, named: str) -> None:
    """Ask the table to go back to before the turn that was chosen, if it still stands."""
    turns = await call.tables.history.turns(table_id)
    turn = next((one for one in turns.turns if _name_of(one) == named), None)
    if turn is None:
        raise NoSuchTurn(turns.first + 1, turns.last)
    await ask_table(call, table_id, turn.number)


async def ask_table(call: Call, table_id: int, number: int) -> None:
    """Open the vote."""
    vote = await call.tables.rewinds.ask(table_id, call.user_id, number)
    if vote is None:
        await call.say(T("There was nobody to ask: the table has gone back."))
    else:
        await call.say(T("The table is asked. One refusal ends the vote; until then the game goes on."))


async def cast(call: Call, code: Code, *, agree: bool) -> None:
    """Agree or refuse."""
    vote = await call.tables.rewinds.answer(code.table, call.user_id, code.revision, agree=agree)
    if not agree:
        await call.say(T("The table stays where it is."))
    elif vote is None:
        ended = _ended(await call.tables.events(code.table, None, code.revision))
        back = not ended or ended[-1].kind == "rewind"
        await call.say(T("Everybody agrees: the table has gone back.") if back else ended[-1].text)
    else:
        await call.say(TN("Noted. One more has to agree.", "Noted. {n} more have to agree.", len(vote.missing)))
        await see_who_left(call.client, vote.info, vote.missing)


def vote_post(vote: Vote, voice: Voice) -> ui.LayoutView:
    """Build the message of an open vote."""
    return layouts.layout(
        layouts.words("\n".join(rewind_lines(vote, voice))),
        below=rows(rewind_buttons(vote, voice)),
    )


def rewind_lines(vote: Vote, voice: Voice) -> list[str]:
    """Say what a vote is about, until when, and how it stands."""
    lines = [f"### ⏪ {voice.post(_what(vote))}"]
    if vote.turn is not None:
        lines.append(turn_line(vote.turn, voice))
    due = verbatim(discord.utils.format_dt(vote.due_at, "R"))
    lines.append(voice.post(T("Everything from there on would be taken back, also what is played meanwhile.")))
    lines.append(voice.post(T("What anybody has planned ahead would be dropped.")))
    lines.append(voice.post(T("Nothing is drawn anew. The vote ends {when}; until then the game goes on.", when=due)))
    waiting = [vote.info.mention(seat) for seat in vote.missing]
    lines.append("⏳ " + voice.post(T("Asked: {who}", who=waiting)))
    agreed = [player(seat) for seat in vote.agreed]
    lines.append("✅ " + voice.post(T("In favour: {who}", who=agreed)))
    return lines


def rewind_buttons(vote: Vote, voice: Voice) -> list[layouts.Press]:
    """Make the buttons to vote with."""
    return [
        button(voice.label(T("Go back")), Code("agree", vote.info.id, vote.revision), discord.ButtonStyle.primary),
        button(voice.label(T("Stay")), Code("refuse", vote.info.id, vote.revision)),
    ]


def _what(vote: Vote) -> Text:
    number = vote.turn.number if vote.turn is not None else None
    if number is None:
        return T("The table is asked to go back.")
    if vote.asked_by is None:
        return T("The table is asked to go back to before turn {n}.", n=number)
    return T("{who} asks to go back to before turn {n}.", who=player(vote.asked_by), n=number)


def closed_post(info: TableInfo, told: Sequence[Told], voice: Voice) -> ui.LayoutView:
    """Build the message of a vote that is over, out of the table's log since it was opened."""
    ended = _ended(told)
    over = info.phase != "running" or not ended
    text = T("The game is over, and the vote with it.") if over else ended[-1].text
    return layouts.layout(layouts.words(f"⏪ {voice.post(text)}"), accent=None)


def _ended(told: Sequence[Told]) -> list[Event]:
    """What a log says of a vote that is over, how it has ended last."""
    return [event for one in told if one.kind in {"vote", "rewind", "rules"} for event in one.events]
