"""Shows a person their private panel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.commands.context import Context
from bot.tables.core.data import Live, Played
from bot.views.events import since_mine
from bot.views.panel import panel_layout
from bot.views.pictures import panel_job
from rendering.pool import Drawing
from rules.kernel.steps import Event
from rules.kernel.text import Text


async def open_panel(
    context: Context,
    table_id: int,
    *,
    notice: Text | None = None,
    happened: Sequence[Event] | None = None,
    played: Played | None = None,
    page: int = 0,
    changing: bool = False,
) -> None:
    """Show a person their panel as it is now; `played` is the answer that they have just given.

    Raises:
        NotSeated: they do not sit there. Otherwise as `Tables.game`.

    """
    context.at = table_id
    panel = None if played is None else played.panel
    if panel is None:
        known = None if played is None else played.live
        panel = await context.tables.queries.panel(table_id, context.user_id, known, logged=happened is None)
    live, seat = panel.live, panel.seat
    if happened is None:
        happened = since_mine(panel.log, seat)
    notice = notice or context.missing_permissions()  # the game goes on, but nobody would see it
    view = partial(
        panel_layout,
        live,
        seat,
        context.localizer(live.info.names),
        back=panel.back,
        notice=notice,
        happened=happened,
        page=page,
        changing=changing,
        planned=panel.planned,
    )
    await context.show_drawn(view, begin_panel(context, live, seat))


def begin_panel(context: Context, live: Live, seat: int) -> Drawing:
    """Have the seat's view drawn, with legal options highlighted."""
    posted = context.client.boards.since(live)
    return context.client.drawer.begin(panel_job(live, seat, context.language, context.preferences.picture, posted))
