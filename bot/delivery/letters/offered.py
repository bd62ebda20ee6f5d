"""The seat of a running game is offered to somebody."""

from __future__ import annotations

from dataclasses import dataclass

from discord import ui

from bot.delivery.letters.letter import AboutTable, Written, in_words, where
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.messages import idempotency_key
from bot.views import components
from bot.views.components import rows
from bot.views.localizer import Localizer
from bot.views.offers import letter_buttons
from rendering.words.folding import verbatim
from rules.kernel.text import T, Text, player
from storage.persons import NOBODY


@dataclass(frozen=True, kw_only=True)
class OfferedLetter(AboutTable):
    """Whoever it is for takes the seat or declines it, by a button. A mention in its place comes once."""

    seat: int
    by: int

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say whose seat it is, in which game, and who offers it."""
        del preferences
        localizer = self.client.localizer(language, self.about)
        heading = f"### 🪑 {localizer.post(T('A seat in a running game for you'))}"
        lines = [heading, await where(self.client, self.about, localizer), *map(localizer.post, self._told())]
        buttons = letter_buttons(self.about, self.seat, localizer, idempotency_key(self.message))
        return in_words(components.layout(components.words("\n".join(lines)), below=rows(buttons)))

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """The same in the channel."""
        told = [f"🪑 <@{user_id}>", *map(localizer.post, self._told())]
        buttons = letter_buttons(info, self.seat, localizer, idempotency_key(self.message))
        text = "\n".join([*told, more] if more else told)
        return components.layout(components.words(text), below=rows(buttons))

    def _told(self) -> list[Text]:
        who = player(self.seat)
        offers = (
            T("You can take over the seat of {who}.", who=who)
            if self.by == NOBODY
            else T("{by} offers you the seat of {who}.", by=verbatim(f"<@{self.by}>"), who=who)
        )
        return [offers, T("Nothing changes until you take it; the seat has all that was played and drawn there.")]
