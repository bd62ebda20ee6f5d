"""Tells a person, beside their panel, what a robot would do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from bot.commands.context import Context
from bot.commands.panel import still_asked
from bot.tables.core.errors import Stale
from bot.views import components
from bot.views.custom_ids import CustomId
from bot.views.hints import NONE, hint_job, hint_layout

PATIENCE = 3.0
"""Seconds that the message waits for its picture."""


async def show(context: Context, custom_id: CustomId) -> None:
    """Show the hint.

    Raises:
        NotSeated: they do not sit there. Stale: something else is asked by now, or the table has no hints any more.

    """
    live = await context.tables.game(custom_id.table)
    seat, _ = still_asked(context, live, custom_id)
    if not live.info.hinted:
        raise Stale
    hint = await asyncio.to_thread(live.hint, seat)
    if hint is None:
        await context.say(NONE)
        return
    job = hint_job(live, seat, hint, context.language, context.preferences.picture)
    view = partial(hint_layout, hint, context.localizer(live.info.names), replace(custom_id, verb="", argument=""))
    drawn = None if job is None else await context.client.drawer.begin(job).within(PATIENCE)
    await context.add(view(drawn), components.files(drawn))
