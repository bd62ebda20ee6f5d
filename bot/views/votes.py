"""Layouts of open votes: what each is about, how it stands, and the buttons to vote."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.tables.core.data import LogEntry, TableInfo, Vote
from bot.tables.core.votes import OpenVote
from bot.views import components
from bot.views.components import Button, button, rows
from bot.views.custom_ids import CustomId
from bot.views.events import turn_line
from bot.views.localizer import Localizer
from rendering.words.folding import verbatim
from rules.kernel.steps import Event
from rules.kernel.text import TN, T, Text, player


def open_vote_lines(open_vote: OpenVote, localizer: Localizer) -> list[str]:
    """Say what a vote is about, until when, and how it stands."""
    if open_vote.rewind is not None:
        return rewind_lines(open_vote.rewind, localizer)
    one = open_vote.info.players[open_vote.seat]
    assert one.deadline is not None
    at = verbatim(discord.utils.format_dt(one.deadline, "R"))
    text = TN(
        "The time of {who} ran out {at}. One vote to hand the seat over.",
        "The time of {who} ran out {at}. {n} votes to hand the seat over.",
        len(one.votes),
        who=player(one.seat),
        at=at,
    )
    goes_on = T(
        "Once all the others have voted, anybody can take the seat. Until then {who} can still play.",
        who=player(one.seat),
    )
    waiting = [player(seat) for seat in open_vote.missing]
    return [
        "⌛ " + localizer.post(text),
        localizer.post(goes_on),
        "⏳ " + localizer.post(T("Asked: {who}", who=waiting)),
    ]


def open_vote_buttons(open_vote: OpenVote, localizer: Localizer) -> list[Button]:
    """Make the buttons to vote with; they work in a channel and in direct messages."""
    if open_vote.rewind is not None:
        return rewind_buttons(open_vote.rewind, localizer)
    label = localizer.label(T("Hand over the seat of {who}", who=player(open_vote.seat)))
    custom_id = CustomId("vote", open_vote.info.id, open_vote.info.revision, argument=str(open_vote.seat))
    return [button(label, custom_id, discord.ButtonStyle.danger)]


def vote_post(vote: Vote, localizer: Localizer) -> ui.LayoutView:
    """Build the message of an open vote."""
    return components.layout(
        components.words("\n".join(rewind_lines(vote, localizer))),
        below=rows(rewind_buttons(vote, localizer)),
    )


def rewind_lines(vote: Vote, localizer: Localizer) -> list[str]:
    """Say what a vote is about, until when, and how it stands."""
    lines = [f"### ⏪ {localizer.post(_what(vote))}"]
    if vote.turn is not None:
        lines.append(turn_line(vote.turn, localizer))
    due = verbatim(discord.utils.format_dt(vote.due_at, "R"))
    lines.append(
        localizer.post(T("Everything from there on would be rolled back, including what is played meanwhile."))
    )
    lines.append(localizer.post(T("What anybody has planned ahead would be dropped.")))
    lines.append(
        localizer.post(T("Nothing is drawn anew. The vote ends {when}; until then the game goes on.", when=due))
    )
    waiting = [vote.info.mention(seat) for seat in vote.missing]
    lines.append("⏳ " + localizer.post(T("Asked: {who}", who=waiting)))
    agreed = [player(seat) for seat in vote.agreed]
    lines.append("✅ " + localizer.post(T("In favour: {who}", who=agreed)))
    return lines


def rewind_buttons(vote: Vote, localizer: Localizer) -> list[components.Button]:
    """Make the buttons to vote with."""
    return [
        button(
            localizer.label(T("Go back")), CustomId("agree", vote.info.id, vote.revision), discord.ButtonStyle.primary
        ),
        button(localizer.label(T("Do not go back")), CustomId("refuse", vote.info.id, vote.revision)),
    ]


def _what(vote: Vote) -> Text:
    number = vote.turn.number if vote.turn is not None else None
    if number is None:
        return T("The table is asked whether to go back.")
    if vote.asked_by is None:
        return T("The table is asked whether to go back to before turn {n}.", n=number)
    return T("{who} asks to go back to before turn {n}.", who=player(vote.asked_by), n=number)


def closed_post(info: TableInfo, log: Sequence[LogEntry], localizer: Localizer) -> ui.LayoutView:
    """Build the message of a vote that is over, out of the table's log since it was opened."""
    ended = ending_events(log)
    over = info.phase != "running" or not ended
    text = T("The game is over, and the vote with it.") if over else ended[-1].text
    return components.layout(components.words(f"⏪ {localizer.post(text)}"), accent=None)


def ending_events(log: Sequence[LogEntry]) -> list[Event]:
    """The events of a log that end a vote."""
    return [event for one in log if one.kind in {"vote", "rewind", "rules"} for event in one.events]
