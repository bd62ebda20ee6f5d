"""Makes the drawing jobs of a table's pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.tables.core.data import Live
from bot.views.localizer import Localizer
from rendering.jobs import DrawJob
from rendering.kit.encode import Format
from rendering.kit.picture import Marks
from rendering.registry import PICTURES
from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng

SKY = 7
"""The seed of the stars: the same for all tables, so that what is drawn once and kept serves all of them."""


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
        reader=seat,
        waiting=live.waiting,
        before=live.view(None) if kind == "panel" and live.half_made else None,
        seed=SKY,
        marks=Marks.of(prompt),
        size=size,
    )


def panel_job(live: Live, seat: int, language: str, size: str, posted: Any = None) -> DrawJob:
    """Make the job of a seat's panel: of the table when the game is over, as nothing is to be chosen any more.

    `posted` is the public view since which its figures tell what changed.
    """
    kind = "board" if live.over else "panel"
    return replace(draw_job(live, kind, seat, language, size, live.prompt_of(seat)), posted=posted)


def first_jobs(games: Mapping[str, Game[Any, Any]]) -> list[DrawJob]:
    """Make the jobs that a drawing process begins with: of every game with pictures a post and a panel of its start."""
    jobs: list[DrawJob] = []
    for key in PICTURES:
        if key not in games:
            continue
        game = games[key]
        seats = max(2, game.info.fewest)
        position, _ = game.setup(game.check_setup({}, seats), seats, Rng("00" * 16))
        names = tuple("ABCDEFGH"[:seats])
        jobs.append(DrawJob(key, "post", game.view(position, None), "en", names, seed=SKY, format=Format.LASTING))
        for seat in game.waiting(position)[:1]:
            marks = Marks.of(game.prompt(position, seat))
            jobs.append(DrawJob(key, "panel", game.view(position, seat), "de", names, seat=seat, seed=SKY, marks=marks))
    return jobs
