"""The letter about dropped plans: a secret, so never in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.delivery.letters.letter import InPersonAlone, Item, Written, in_words, where
from bot.tables.core.data import Preferences
from bot.tables.core.messages import idempotency_key
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.status import title_of
from rules.kernel.text import T, Text


@dataclass(frozen=True)
class DroppedLetter(InPersonAlone):
    """Plans of this person were dropped, and they have no prompt. Not `seated` any more, they may look on."""

    fallen: Sequence[Text] = ()
    seated: bool = True

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say which plans, and why."""
        del preferences
        localizer = self.client.localizer(language, self.about)
        heading = f"### 🗒️ {localizer.post(T('What you had planned was dropped'))}"
        text = "\n".join([heading, *await self._lines(localizer)])
        below = button(localizer.label(T("Play") if self.seated else T("Board")), self._below)
        return in_words(components.layout(components.words(text), below=rows([below])))

    async def items(self, language: str, number: int) -> Sequence[Item]:
        """The same, in a digest."""
        localizer = self.client.localizer(language, self.about)
        heading = f"{number}\\. 🗒️ {localizer.post(T('What you had planned was dropped'))}"
        game = title_of(self.about, self.client.games)
        play, board = T("Play {n}: {game}", n=number, game=game), T("Board {n}: {game}", n=number, game=game)
        text = "\n".join([heading, *await self._lines(localizer)])
        return [Item(text, [button(localizer.label(play if self.seated else board), self._below)])]

    async def _lines(self, localizer: Localizer) -> list[str]:
        """The table, and each plan."""
        return [
            await where(self.client, self.about, localizer),
            *(f"- {localizer.post(text)}" for text in self.fallen),
        ]

    @property
    def _below(self) -> CustomId:
        verb = "fresh" if self.seated else "board"
        return CustomId(verb, self.about.id, self.about.revision, argument=idempotency_key(self.message))
