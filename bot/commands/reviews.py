"""Shows whoever has played a game where they lost points in it."""

from __future__ import annotations

from functools import partial

from bot.commands.context import Context
from bot.commands.hints import PATIENCE
from bot.views import components
from bot.views.reviews import review_job, review_layout


async def show(context: Context, table_id: int, number: int, *, in_place: bool) -> None:
    """Show one of the answers, from 0 on; another number is the nearest that there is.

    Raises:
        As `bot.tables.reviews.Reviews.of`.

    """
    live = await context.tables.game(table_id)
    review = await context.tables.reviews.of(live, context.user_id)
    number = max(0, min(number, len(review.misses) - 1))
    view = partial(review_layout, live, review, number, context.localizer(live.info.names))
    job = review_job(review, number, context.language, context.preferences.picture) if review.misses else None
    drawn = None if job is None else await context.client.drawer.begin(job).within(PATIENCE)
    await (context.show if in_place else context.add)(view(drawn), components.files(drawn))
