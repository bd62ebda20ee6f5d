"""A game is over: for those who play by direct messages, or where there is no channel to say so in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.delivery.letters.letter import InPersonAlone, Written, in_words, where
from bot.tables.core.data import Preferences
from bot.tables.core.messages import idempotency_key
from bot.views import posts
from bot.views.localizer import Localizer
from bot.views.pictures import draw_job
from rendering.pool import Urgency


@dataclass(frozen=True)
class EndedLetter(InPersonAlone):
    """A game is over that has no channel to say so in."""

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say how it has ended."""
        localizer = self.client.localizer(language, self.about)
        key = idempotency_key(self.message)
        if self.about.phase != "finished":
            log = await self.client.tables.events(self.about.id, None)
            return in_words(posts.closing_post(self.about, localizer, log, key))
        live = await self.client.tables.game(self.about.id)
        records = await self.client.tables.results.records(self.about.id)
        job = draw_job(live, "board", None, language, preferences.picture)
        drawing = self.client.drawer.begin(job, Urgency.LETTER)
        story = await self.client.tables.stories.of(live)
        place = await self._place(localizer)
        post = partial(posts.final_post, live, localizer, (), key=key, story=story, records=records, place=place)
        return Written(post, drawing)

    async def _place(self, localizer: Localizer) -> str:
        """Where the table is; nothing where that is nowhere."""
        del localizer
        return ""


@dataclass(frozen=True)
class ResultLetter(EndedLetter):
    """A game is over: how it has ended, for somebody who plays by direct messages, and where the last post is."""

    async def _place(self, localizer: Localizer) -> str:
        """The table's game, server and channel."""
        return await where(self.client, self.about, localizer)
