"""The end of a practice game: told to its person alone, as others are told in their channel."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.commands.context import Context
from bot.tables.core.data import Live
from bot.views import components
from bot.views.pictures import draw_job
from bot.views.posts import final_post, scores_by_round
from bot.views.practice import end_buttons
from rendering.film import Scores
from rendering.pool import Drawing
from rules.kernel.steps import Event
from rules.kernel.text import Text

PATIENCE = 6.0
"""Seconds that the pictures of the end are waited for; what is not there by then is told in words."""


async def show_end(
    context: Context, live: Live, happened: Sequence[Event], told: int, notice: Text | None = None
) -> None:
    """Show how a practice game has ended, with what has led to it since the revision `told`."""
    localizer = context.localizer(live.info.names)
    story, board, chart = await asyncio.gather(
        context.tables.stories.of(live),
        _board(context, live).within(PATIENCE),
        _chart(context, live).within(PATIENCE),
    )
    film = context.client.films.has_film(live.info.game)
    view = final_post(
        live,
        localizer,
        happened,
        board,
        chart,
        since=told,
        story=story,
        instead=end_buttons(live, localizer, film=film),
    )
    await context.show(view, components.files(board, chart))
    if notice is not None:
        await context.more(components.sentence(localizer.post(notice)))


def _board(context: Context, live: Live) -> Drawing:
    """Have the whole table drawn as its person may see it."""
    seat, preferences = live.seat_of(context.user_id), context.preferences
    return context.client.drawer.begin(draw_job(live, "board", seat, context.language, preferences.picture))


def _chart(context: Context, live: Live) -> Drawing:
    """Have the scores by round drawn, if the game has them."""
    job, rounds = draw_job(live, "chart", None, context.language, context.preferences.picture), scores_by_round(live)
    if not rounds:
        return Drawing.none(job)
    scores = Scores(tuple(map(tuple, rounds)), len(rounds))
    return context.client.drawer.begin(replace(job, scores=scores, waiting=()))
