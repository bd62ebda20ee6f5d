"""The letter about dropped plans: a secret, so never in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.delivery.letters.letter import InPersonAlone, Written, in_words, where
from bot.tables.core.data import Preferences
from bot.tables.core.messages import idempotency_key
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from rules.kernel.text import T, Text


@dataclass(frozen=True)
class DroppedLetter(InPersonAlone):
    """Plans of this person were dropped, and they have no prompt."""

    fallen: Sequence[Text] = ()

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say which plans, and why."""
        del preferences
        info = self.about
        localizer = self.client.localizer(language, info)
        lines = [
            f"### 🗒️ {localizer.post(T('What you had planned was dropped'))}",
            await where(self.client, info, localizer),
        ]
        lines += [f"- {localizer.post(text)}" for text in self.fallen]
        custom_id = CustomId("fresh", info.id, info.revision, argument=idempotency_key(self.message))
        play = button(localizer.label(T("Play")), custom_id)
        return in_words(components.layout(components.words("\n".join(lines)), below=rows([play])))
