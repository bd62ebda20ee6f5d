"""Answering: from a panel, or typed with several answers in a row."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from bot.commands.context import Context
from bot.commands.drafts import open_draft
from bot.commands.panel import open_panel, still_asked
from bot.tables.core.answers import Numbers
from bot.tables.core.data import Live, Played, fingerprint
from bot.tables.core.errors import GameOver, NotSeated, NotToPlan, Stale
from bot.tables.drafts import asks_ahead
from bot.typed.line import Late, Misread, Nearest, read_line
from bot.views import components
from bot.views.custom_ids import CustomId
from bot.views.hints import numbers_hinted
from rules.kernel.game import Game, Position
from rules.kernel.prompt import Prompt
from rules.kernel.text import T, Text

ROBOTS_PLAY = 60.0
"""Seconds in which robots that had to wait may play on for the panel to be shown anew by itself."""


async def press(context: Context, custom_id: CustomId) -> None:
    """Answer with a button of a panel, and show what comes next in it."""
    await _pressed(context, custom_id, custom_id.number)


async def press_hinted(context: Context, custom_id: CustomId) -> None:
    """Answer as a hint says, and show what comes next in its place."""
    await _pressed(context, custom_id, numbers_hinted(custom_id.argument))


async def _pressed(context: Context, custom_id: CustomId, number: Numbers) -> None:
    context.at = custom_id.table
    played = await context.tables.press(
        custom_id.table, context.user_id, number, custom_id.revision, custom_id.fingerprint, custom_id.step
    )
    await show_played(context, played)


async def play_picks(context: Context, custom_id: CustomId, picks: Sequence[str]) -> None:
    """Answer with a menu of a panel, and show what comes next in it."""
    context.at = custom_id.table
    played = await context.tables.answer(
        custom_id.table, context.user_id, [picks], custom_id.revision, custom_id.fingerprint, step=custom_id.step
    )
    await show_played(context, played)


async def play_to_the_end(context: Context, custom_id: CustomId, pick: str) -> None:
    """Answer with an option after which only the end of the turn is asked, and end it; show what comes next.

    Raises:
        Stale: something else is asked by now.

    """
    context.at = custom_id.table
    loaded = await context.tables.answering.load(custom_id.table)
    seat, _ = still_asked(context, loaded.live, custom_id)
    answers, rest = await asyncio.to_thread(to_the_end, loaded.live.game, loaded.position, seat, pick)
    played = await context.tables.answer(
        custom_id.table,
        context.user_id,
        answers,
        custom_id.revision,
        custom_id.fingerprint,
        step=custom_id.step,
        rest=rest,
    )
    await show_played(context, played)


def to_the_end(
    game: Game[Any, Any], position: Position[Any, Any], seat: int, pick: str
) -> tuple[list[list[str]], list[tuple[Prompt, list[str]]]]:
    """The answers that take an option and end the turn, and the rest for which others must answer first.

    Where the end of the turn is not asked, because nothing else can be done, the option alone is the answer. The
    position is left as it is.

    Raises:
        IllegalAnswer: the option cannot be taken.

    """
    after = game.decode(game.encode(position))
    answers = [[pick]]
    while not game.answer(after, seat, answers[-1]).turn_over:
        asked = game.prompt(after, seat) if seat in game.waiting(after) else None
        ending = game.ending(game.view(after, seat), seat, asked)
        if ending is None or ending[0].forced() is not None:
            return answers, []
        if asked is None or asked.kind != ending[0].kind:
            return answers, [ending]
        answers.append(ending[1])
    return answers, []


async def play_typed(context: Context, table_id: int, move: str, custom_id: CustomId | None = None) -> None:
    """Answer as typed, all or none; `custom_id` is that of the form which asked for it, if one did."""
    context.at = table_id
    loaded = await context.tables.answering.load(table_id)
    live = loaded.live
    seat = live.seat_of(context.user_id)
    if seat is None:
        raise NotSeated
    if live.over:
        raise GameOver
    prompt = live.prompt_of(seat)
    if custom_id is not None and (prompt is None or fingerprint(prompt) != custom_id.fingerprint):
        raise Stale
    prompt_fingerprint = fingerprint(prompt) if prompt is not None else None
    try:
        line = await asyncio.to_thread(read_line, live, seat, move)
    except (Misread, Late) as error:
        if error.nearest is None:
            raise
        await _offer_nearest(
            context, live, prompt_fingerprint or "", error.text, error.nearest, in_panel=custom_id is not None
        )
        return
    played = await context.tables.answer(
        table_id,
        context.user_id,
        line.answers,
        live.revision,
        prompt_fingerprint,
        step=live.step,
        rest=line.rest,
        loaded=loaded,
    )
    if not line.rest:
        await show_played(context, played)
        return
    planned = [option.text for prompt, picks in line.rest for option in map(prompt.option, picks)]
    notice = T("Others must answer first. Planned after that: {picks}. You can cancel it with /plan.", picks=planned)
    await open_panel(context, table_id, notice=notice if played.rest_waits else None, played=played)
    await _wait_for_robots(context, played)


async def _offer_nearest(context: Context, live: Live, asked: str, why: Text, near: Nearest, *, in_panel: bool) -> None:
    """Say why a line is refused, and offer the nearest that can be played, if a button can hold it."""
    localizer = context.localizer(live.info.names)
    table_id = live.info.id
    offer: list[components.Piece] = []
    custom_id = CustomId("near", table_id, live.revision, asked, near.typed, step=live.step)
    if custom_id.fits:
        label = localizer.label(T("Play: {picks}", picks=near.said), components.MAX_LABEL)
        offer = components.rows([components.button(label, custom_id)])
    if not in_panel:
        await context.add(components.layout(components.words(localizer.post(why)), *offer))
        return
    await open_panel(context, table_id, notice=why)
    if offer:
        await context.more(components.layout(*offer))


async def play_nearest(context: Context, custom_id: CustomId) -> None:
    """Play the line that was offered instead of one that was refused.

    Raises:
        Stale: something has happened since, or something else is asked.

    """
    context.at = custom_id.table
    live = (await context.tables.answering.load(custom_id.table)).live
    still_asked(context, live, custom_id)
    if (live.revision, live.step) != (custom_id.revision, custom_id.step):
        raise Stale
    await play_typed(context, custom_id.table, custom_id.argument, custom_id)


async def show_played(context: Context, played: Played, notice: Text | None = None) -> None:
    """Show what comes after an answer, and what happened; by itself the plan of the next turn, if it is asked ahead."""
    table_id = played.live.info.id
    if not await _asked_ahead(context, played, notice):
        await open_panel(context, table_id, notice=notice, played=played)
    await _wait_for_robots(context, played)


async def _asked_ahead(context: Context, played: Played, notice: Text | None) -> bool:
    """Show the plan of the next turn, if it is asked ahead; whether it was shown."""
    if played.panel is None or not await asks_ahead(played.panel):
        return False
    try:
        await open_draft(context, played.live.info.id, notice=notice, happened=played.events)
    except NotToPlan:  # the others were faster, and it is asked already
        return False
    return True


async def _wait_for_robots(context: Context, played: Played) -> None:
    """Show the panel anew once robots that had to wait have played on, be it while the panel was being drawn."""
    if not played.live.robots_asked:
        return
    table_id, turns = played.live.info.id, context.tables.robot_turns
    if not turns.scheduled(table_id) or await turns.finished(table_id, ROBOTS_PLAY):
        await open_panel(context, table_id)


async def take_back(context: Context) -> None:
    """Take back the caller's last answer, and show what is asked again."""
    context.at = table_id = (await context.own_table("fresh")).id
    undone = await context.tables.undo(table_id, context.user_id)
    done = T("Taken back. You are asked again: {question}", question=undone.back_to)
    await open_panel(context, table_id, notice=undone.dropped, done=done)
