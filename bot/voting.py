"""How an open vote is shown, wherever it is: what it is about, how it stands, and the buttons to vote with."""

from __future__ import annotations

import discord

from bot.ballots import Ballot
from bot.codes import Code
from bot.layouts import Press, button
from bot.rewinding import rewind_buttons, rewind_lines
from bot.voice import Voice, verbatim
from rules.kernel.text import TN, T, player


def ballot_lines(ballot: Ballot, voice: Voice) -> list[str]:
    """Say what a vote is about, until when, and how it stands."""
    if ballot.rewind is not None:
        return rewind_lines(ballot.rewind, voice)
    one = ballot.info.players[ballot.seat]
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
        "Once all others have voted, anybody can take the seat. Until then {who} can still play.", who=player(one.seat)
    )
    waiting = [player(seat) for seat in ballot.missing]
    return ["⌛ " + voice.post(text), voice.post(goes_on), "⏳ " + voice.post(T("Asked: {who}", who=waiting))]


def ballot_buttons(ballot: Ballot, voice: Voice) -> list[Press]:
    """Make the buttons to vote with; they work in a channel and in direct messages."""
    if ballot.rewind is not None:
        return rewind_buttons(ballot.rewind, voice)
    label = voice.label(T("Hand over the seat of {who}", who=player(ballot.seat)))
    code = Code("vote", ballot.info.id, ballot.info.revision, argument=str(ballot.seat))
    return [button(label, code, discord.ButtonStyle.danger)]
