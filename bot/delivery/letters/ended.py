"""A game is over that has no channel to say so in."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.delivery.letters.letter import InPersonAlone
from bot.tables.core.data import Preferences
from bot.tables.core.messages import idempotency_key
from bot.views import posts
from bot.views.pictures import draw_job
from rendering.jobs import Drawn


@dataclass(frozen=True)
class EndedLetter(InPersonAlone):
    """A game is over that has no channel to say so in."""

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Say how it has ended."""
        localizer = self.client.localizer(language, self.about)
        key = idempotency_key(self.message)
        if self.about.phase != "finished":
            log = await self.client.tables.events(self.about.id, None)
            return posts.closing_post(self.about, localizer, log, key), None
        live = await self.client.tables.game(self.about.id)
        drawn = await self.client.drawer.draw(draw_job(live, "board", None, language, preferences.picture))
        return posts.final_post(live, localizer, (), drawn, key=key), drawn
