"""The layout of the panel in which a person tries a line: what it would lead to, and what would be asked there."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.tables.trials import NOW, Trial
from bot.views import components, phone
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import CustomId
from bot.views.drafts import MIN_ROWS, room_below, taken_by, turn_line
from bot.views.events import Newest, newest_events, said_once
from bot.views.localizer import Localizer
from bot.views.panel import (
    FEW_HAPPENED_ROWS,
    HAPPENED_ROWS,
    MAX_COMPONENTS,
    MAX_HAPPENED,
    MAX_ROWS,
    TRY,
    doing,
    more_label,
    question,
    showing,
)
from rendering.jobs import Drawn
from rules.kernel.steps import Event
from rules.kernel.text import T, Text, player

LINE_ROWS = 3
"""Rows of a phone for the line itself."""
LOST = T("Your earlier line is no longer kept, or the game has gone on since. Here you begin anew.")
"""What is said of a trial that was begun in place of a former one."""
BEYOND = T("Only the beginning of your line: what came after it was a guess, and is left to happen as it will.")
"""What is said where a part of the line is neither played nor planned."""
GUESSED = T("What was drawn or shown is a guess, drawn anew each time.")


def trial_layout(
    trial: Trial,
    localizer: Localizer,
    drawn: Drawn | None,
    *,
    notice: Text | None = None,
    page: int = 0,
    press: int = 0,
) -> ui.LayoutView:
    """Build the panel; `press` is the number of the interaction that brought it up."""
    live, tried = trial.live, trial.tried
    custom_id = CustomId(TRY, live.info.id, live.revision, trial.fingerprint, showing(press), trial.turn - NOW)
    notice = _noticed(trial, notice)
    pieces: list[Piece] = []
    warned = f"⚠️ {localizer.post(notice)}" if notice is not None else ""
    if warned:
        pieces += [components.words(warned), ui.Separator()]
    said = _head(trial, localizer)
    pieces.append(components.words(said))
    tools = _tools(trial, localizer, custom_id)
    events = [] if tried is None else said_once(tried.events, trial.seat, live.game.restating)
    ended = "" if trial.prompt is not None or tried is None else "\n".join(_ended(trial, localizer))
    free = MAX_ROWS - sum(map(phone.rows, [warned, said, ended]))
    told = _told(events, localizer, free if ended else max(FEW_HAPPENED_ROWS, free - MIN_ROWS))
    if told.text:
        pieces.append(components.words(told.text))
    if not told.whole:
        tools.append(button(localizer.label(more_label(len(events))), doing(custom_id, "log")))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    if trial.prompt is not None:
        spare = MAX_COMPONENTS - taken_by(pieces, tools) if drawn is not None else 0
        room = room_below(warned, said, told.text)
        pieces += question(trial.prompt, localizer, custom_id, page=page, room=room, spare=spare)
    elif ended:
        pieces.append(components.words(ended))
    return components.layout(*pieces, accent=components.BRASS, below=rows(tools))


def _noticed(trial: Trial, notice: Text | None) -> Text | None:
    """What is to be said before all else."""
    if trial.tried is None:
        return T("The game has gone on since you began this line, so it no longer leads anywhere.")
    if notice is not None:
        return notice
    if trial.lost:
        return LOST
    reason = trial.tried.refused
    return None if reason is None else T("The line goes only so far now: {reason}", reason=reason)


def _head(trial: Trial, localizer: Localizer) -> str:
    """What is tried, and how sure it is."""
    lines = [f"### 🧪 {localizer.post(T('Try: none of it happens'))}"]
    if trial.turn != NOW:
        lines.append(f"-# {localizer.post(_since(trial))}")
    if trial.steps:
        lines.append(_line(trial, localizer))
    if trial.tried is not None and trial.tried.guessed:
        lines.append(f"-# 🎲 {localizer.post(GUESSED)}")
    return "\n".join(lines)


def _told(events: Sequence[Event], localizer: Localizer, free: int) -> Newest:
    """The newest of what would happen, in the rows that are free, and in one in any case."""
    most = max(1, min(HAPPENED_ROWS, free))
    return newest_events(events, localizer, MAX_HAPPENED, most, small=True) if events else Newest("")


def _line(trial: Trial, localizer: Localizer) -> str:
    """The line in words: so much of its end as there is room for."""
    said = ""
    for without in range(sum(len(step.picks) for step in trial.steps)):
        said = turn_line(trial.steps, localizer, without=without)
        if phone.rows(said) <= LINE_ROWS:
            return said
    return phone.cut(said, LINE_ROWS)


def _since(trial: Trial) -> Text:
    turn = trial.turn
    if trial.live.info.phase == "imported" and turn:
        return T("Imported game, after turn {n}, as {who} knew it then", n=turn, who=player(trial.seat))
    if trial.live.info.phase == "imported":
        return T("Imported game, at its start, as {who} knew it then", who=player(trial.seat))
    return T("After turn {n}, as you knew the game then", n=turn) if turn else T("The start of the game")


def _ended(trial: Trial, localizer: Localizer) -> list[str]:
    """Why nothing is asked any more, and what can be done with the line."""
    tried = trial.tried
    stopped = tried.stopped if tried is not None else None
    lines = [localizer.post(stopped if stopped is not None else T("Your turn would be done."))]
    if tried is not None and tried.guessed and (trial.may_play or trial.may_plan):
        lines.append(f"-# {localizer.post(T('Only what comes before the first guess can be played or planned.'))}")
    if trial.steps:
        others = T("Nobody sees it. Whoever else would be asked declines here.")
        if len(trial.live.info.players) == 1:
            others = T("Nobody sees it.")
        elif tried is not None and tried.guessed:
            others = T("Nobody sees it. What others do here is a guess, too.")
        lines.append(f"-# {localizer.post(others)}")
    return lines


def _tools(trial: Trial, localizer: Localizer, custom_id: CustomId) -> list[components.Button]:
    tools: list[components.Button] = []
    if trial.may_play:
        tools.append(button(localizer.label(T("Play this")), doing(custom_id, "play"), discord.ButtonStyle.success))
    if trial.may_plan:
        tools.append(button(localizer.label(T("Plan this")), doing(custom_id, "plan"), discord.ButtonStyle.success))
    if trial.may_guess:
        tools.append(button(localizer.label(T("Go on with a guess")), doing(custom_id, "guess")))
    if trial.steps:
        tools.append(button(localizer.label(T("Back")), doing(custom_id, "back")))
    if trial.steps or trial.tried is None:
        label = T("Begin anew") if trial.tried is None else T("Reset")
        tools.append(button(localizer.label(label), doing(custom_id, "reset")))
    table = custom_id.table
    leaves = CustomId("fresh", table) if trial.turn == NOW else CustomId("past", table, argument=str(trial.turn))
    tools.append(button(localizer.label(T("Close")), leaves))
    return tools
