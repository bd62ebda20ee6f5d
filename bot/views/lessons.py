"""The layout of a first lesson: what a step says, over the usual panel of what the rules ask there."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import ui

from bot.tables.core.data import Live
from bot.tables.lessons import NO_TABLE, Learning
from bot.views import components, phone
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import CustomId, Unreadable
from bot.views.drafts import taken_by
from bot.views.events import Newest, newest_events
from bot.views.localizer import Localizer
from bot.views.panel import (
    FEW_HAPPENED_ROWS,
    MAX_COMPONENTS,
    MAX_HAPPENED,
    MAX_ROWS,
    asked_rows,
    doing,
    more_label,
    question,
    showing,
)
from bot.views.pictures import panel_job
from rendering.jobs import DrawJob, Drawn
from rendering.kit.picture import Marks
from rules.kernel.text import TN, T, Text

LEARN = "learn"
"""The beginning of the verbs of this panel."""
_HASH = 10
"""Letters of the fingerprint of a step, after the key of the game."""
GO_ON = T("Go on")


def lesson_id(learning: Learning, verb: str = "", argument: str = "") -> CustomId:
    """The custom_id of a component of a lesson; it names no table, but the game before the step's fingerprint."""
    shown = f"{learning.key}{learning.fingerprint}"
    return CustomId(LEARN + verb, NO_TABLE, learning.number, shown, argument)


def game_of(custom_id: CustomId) -> str:
    """The game of the lesson whose panel has this component.

    Raises:
        Unreadable: it names none.

    """
    if len(custom_id.fingerprint) <= _HASH:
        raise Unreadable
    return custom_id.fingerprint[:-_HASH]


def step_of(custom_id: CustomId) -> str:
    """The fingerprint of the step whose panel has this component."""
    return custom_id.fingerprint[-_HASH:]


def lesson_job(learning: Learning, live: Live, language: str, size: str) -> DrawJob:
    """Make the job of a step's picture: the usual one of the panel, with the places marked that the step is about."""
    job = panel_job(live, learning.lesson.seat, language, size)
    marks = Marks.of(learning.prompt)
    return replace(job, marks=replace(marks, chosen=frozenset(learning.places), about=True))


def lesson_layout(
    learning: Learning,
    localizer: Localizer,
    drawn: Drawn | None,
    *,
    notice: Text | None = None,
    page: int = 0,
    press: int = 0,
) -> ui.LayoutView:
    """Build the panel of a step; `press` is the number of the interaction that brought it up."""
    step, prompt = learning.step, learning.prompt
    assert step is not None
    custom_id = lesson_id(learning, argument=showing(press))
    pieces: list[Piece] = []
    warned = f"💡 {localizer.post(notice)}" if notice is not None else ""
    if warned:
        pieces += [components.words(warned), ui.Separator()]
    head = T("First lesson · {n} of {all}", n=learning.number, all=learning.steps)
    said = f"-# 🎓 {localizer.post(head)}\n{localizer.post(Text(step.says))}"
    pieces.append(components.words(said))
    tools = _tools(learning, localizer, custom_id)
    # What happened comes last: the step has said what matters of it.
    free = MAX_ROWS - phone.rows(warned) - phone.rows(said)
    free -= sum(asked_rows(prompt, localizer, page)) if prompt is not None else 0
    told = Newest("", len(learning.events))
    if learning.events and free > 0 and not warned:
        told = newest_events(learning.events, localizer, MAX_HAPPENED, min(FEW_HAPPENED_ROWS, free), small=True)
    if told.text:
        pieces.append(components.words(told.text))
    if not told.whole:
        tools.append(button(localizer.label(more_label(len(learning.events))), doing(custom_id, "log")))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    if prompt is not None:
        spare = MAX_COMPONENTS - taken_by(pieces, tools) if drawn is not None else 0
        room = MAX_ROWS - sum(map(phone.rows, [warned, said, told.text]))
        pieces += question(prompt, localizer, custom_id, page=page, room=room, spare=spare)
    return components.layout(*pieces, accent=components.BRASS, below=rows(tools))


def _tools(learning: Learning, localizer: Localizer, custom_id: CustomId) -> list[components.Button]:
    tools: list[components.Button] = []
    step = learning.step
    if step is not None and not step.asks:
        tools.append(button(localizer.label(GO_ON), doing(custom_id, "on"), discord.ButtonStyle.success))
    if step is not None and step.typed:
        tools.append(button(localizer.label(T("Type it")), doing(custom_id, "type"), discord.ButtonStyle.success))
    if learning.number > 1:
        tools.append(button(localizer.label(T("Back")), doing(custom_id, "back")))
    tools.append(button(localizer.label(T("Leave")), doing(custom_id, "leave")))
    return tools


def lesson_over(
    learning: Learning, localizer: Localizer, *, notice: Text | None = None, in_server: bool
) -> ui.LayoutView:
    """Build the panel at the end of a lesson; outside of servers a first game is a practice game."""
    custom_id = lesson_id(learning)
    lines = [
        f"### 🎓 {localizer.post(T('{game}: you can play', game=learning.game.info.title))}",
        localizer.post(T("Everything else comes as you play. /rules explains every word and every card by its name.")),
    ]
    if in_server:
        where = TN(
            "Your first game begins in this channel, against a robot.",
            "Your first game begins in this channel, against {n} robots.",
            learning.table.robots,
        )
    else:
        where = T("Your first game begins right here as a practice game, which only you see.")
    lines.append(localizer.post(where))
    label = localizer.label(T("Play your first game"))
    tools = [button(label, doing(custom_id, "play"), discord.ButtonStyle.success)]
    tools.append(button(localizer.label(T("Back")), doing(custom_id, "back")))
    tools.append(button(localizer.label(T("Begin anew")), doing(custom_id, "reset")))
    tools.append(button(localizer.label(T("Leave")), doing(custom_id, "leave")))
    pieces: list[Piece] = [components.words("\n".join(lines))]
    if notice is not None:
        pieces = [components.words(f"💡 {localizer.post(notice)}"), ui.Separator(), *pieces]
    return components.layout(*pieces, accent=components.BRASS, below=rows(tools))


def lesson_left(learning: Learning, localizer: Localizer) -> ui.LayoutView:
    """Build what stays when somebody leaves a lesson."""
    text = T("The lesson waits for you. With /learn you go on where you are.")
    tools = [button(localizer.label(GO_ON), lesson_id(learning, "open"))]
    return components.layout(components.words(localizer.post(text)), below=rows(tools))
