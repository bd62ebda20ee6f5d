"""Tells a person, beside their panel, all about one of the things that they may choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.commands.context import Context
from bot.commands.panel import still_asked
from bot.tables.core.errors import Stale
from bot.views.about import about_layout, explained
from bot.views.custom_ids import CustomId, only_value
from bot.views.pictures import draw_job
from rendering.registry import PICTURES


async def show(context: Context, custom_id: CustomId, values: Sequence[str]) -> None:
    """Show a menu of the things, beside the panel; or in its place another page of it, or the thing that was chosen.

    Raises:
        NotSeated: they do not sit there. Stale: something else is asked by now.

    """
    live = await context.tables.game(custom_id.table)
    seat, prompt = still_asked(context, live, custom_id)
    things = explained(live.game, prompt)
    if not things:
        raise Stale  # no such button is shown
    layout = partial(about_layout, live.game, prompt, context.localizer(live.info.names), custom_id)
    if not custom_id.argument and not values:
        await context.add(layout())
        return
    if not values:
        await context.show(layout(page=custom_id.number))
        return
    option = next((one for one in things if one.id == only_value(values)), None)
    if option is None:
        raise Stale
    view = partial(layout, option=option)
    chosen = live.game.as_chosen(live.view(seat), prompt, option.id) if live.info.game in PICTURES else None
    if chosen is None:
        await context.show(view())
        return
    job = replace(draw_job(live, "tableau", seat, context.language, context.preferences.picture), view=chosen)
    await context.show_drawn(view, context.client.drawer.begin(job))
