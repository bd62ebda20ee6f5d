"""A vote is open, and somebody has not voted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.app import App
from bot.delivery.letters.letter import where
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.messages import idempotency_key
from bot.tables.core.votes import OpenVote
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.votes import ballot_buttons, ballot_lines
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.text import T
from storage.outbox import Message


@dataclass(frozen=True)
class VoteLetter:
    """A vote is open, and this person has not voted."""

    client: App
    message: Message
    ballot: OpenVote
    daily: bool = False

    @property
    def about(self) -> TableInfo:
        """The table that votes."""
        return self.ballot.info

    @property
    def places(self) -> Sequence[TableInfo]:
        """Its channel."""
        return [self.ballot.info]

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Say what the vote is about, with its buttons."""
        del preferences
        localizer = self.client.localizer(language, self.ballot.info)
        lines = [
            f"### 🗳️ {localizer.post(T('Your vote is wanted'))}",
            await where(self.client, self.ballot.info, localizer),
        ]
        return self._layout([*lines, *ballot_lines(self.ballot, localizer)], localizer), None

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Say the same in the channel."""
        del info
        who = verbatim(f"<@{user_id}>")
        lines = [
            "🗳️ " + localizer.post(T("{who}, your vote is wanted.", who=who)),
            *ballot_lines(self.ballot, localizer),
        ]
        return self._layout([*lines, more] if more else lines, localizer)

    def _layout(self, lines: Sequence[str], localizer: Localizer) -> ui.LayoutView:
        info = self.ballot.info
        board = button(
            localizer.label(T("Board")),
            CustomId("board", info.id, info.revision, argument=idempotency_key(self.message)),
        )
        buttons = [*ballot_buttons(self.ballot, localizer), board]
        return components.layout(components.words("\n".join(lines)), below=rows(buttons))
