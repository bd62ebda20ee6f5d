"""Makes the drawing jobs of a table's pictures."""

from __future__ import annotations

from bot.tables.core.data import Live
from bot.views.localizer import Localizer
from rendering.jobs import DrawJob
from rendering.kit.picture import Marks
from rules.kernel.prompt import Prompt


def draw_job(  # noqa: PLR0917
    live: Live, kind: str, seat: int | None, language: str, size: str = "normal", prompt: Prompt | None = None
) -> DrawJob:
    """Make the job of a picture of a table as a seat (None: an onlooker) may see it."""
    return DrawJob(
        live.info.game,
        kind,
        live.view(seat),
        language,
        tuple(Localizer(language, live.info.names).players),
        seat=seat or 0,
        waiting=live.waiting,
        before=live.view(None) if kind == "panel" and live.half_made else None,
        seed=live.info.id,
        marks=Marks.of(prompt),
        size=size,
    )
