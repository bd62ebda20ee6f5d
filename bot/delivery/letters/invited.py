"""Somebody was invited to a table that has not started."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.delivery.letters.letter import AboutTable, Written, in_words, where
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.messages import idempotency_key
from bot.views import components, posts
from bot.views.components import rows
from bot.views.localizer import Localizer
from bot.views.seeking import lobby_lines
from rendering.words.folding import verbatim
from rules.kernel.text import T, Text, player
from storage.persons import NOBODY


@dataclass(frozen=True, kw_only=True)
class InvitedLetter(AboutTable):
    """A seat is kept for this person, who joins or declines by a button.

    A mention in its place comes once, whatever the day.
    """

    user_id: int
    by: int

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say who invites to what, and offer the seat."""
        del preferences
        info = self.about
        localizer = self.client.localizer(language, info)
        lines = [
            f"### 🪑 {localizer.post(T('A seat for you'))}",
            *([localizer.post(T("{who} invites you.", who=self._host()))] if self.by != NOBODY else []),
            await where(self.client, info, localizer),
        ]
        if info.game in self.client.games:
            lines += lobby_lines(info, self.client.games[info.game], localizer)
        buttons = posts.invitation_buttons(info, localizer, idempotency_key(self.message))
        return in_words(components.layout(components.words("\n".join(lines)), below=rows(buttons)))

    def _host(self) -> Text:
        """Who invites: by name if they sit there, as a client may not know whom a mention in a direct message means."""
        return next(
            (player(one.seat) for one in self.about.players if one.user_id == self.by), verbatim(f"<@{self.by}>")
        )

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """The same in the channel."""
        return posts.invitation_post(info, user_id, localizer, idempotency_key(self.message), more)
