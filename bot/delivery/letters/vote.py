"""A vote is open, and somebody has not voted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from bot.app import App
from bot.delivery.letters.letter import Item, Written, in_words, where
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.messages import idempotency_key
from bot.tables.core.votes import OpenVote
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.votes import open_vote_buttons, open_vote_lines
from rendering.words.folding import shorten, verbatim
from rules.kernel.text import T
from storage.outbox import Message


@dataclass(frozen=True)
class VoteLetter:
    """A vote is open, and this person has not voted."""

    client: App
    message: Message
    open_vote: OpenVote
    daily: bool = False

    @property
    def about(self) -> TableInfo:
        """The table that votes."""
        return self.open_vote.info

    @property
    def places(self) -> Sequence[TableInfo]:
        """Its channel."""
        return [self.open_vote.info]

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say what the vote is about, with its buttons."""
        del preferences
        localizer = self.client.localizer(language, self.open_vote.info)
        lines = [
            f"### 🗳️ {localizer.post(T('Your vote is wanted'))}",
            await where(self.client, self.open_vote.info, localizer),
        ]
        return in_words(self._layout([*lines, *open_vote_lines(self.open_vote, localizer)], localizer))

    async def items(self, language: str, number: int) -> Sequence[Item]:
        """The same, in a digest."""
        info = self.open_vote.info
        localizer = self.client.localizer(language, info)
        lines = [line.removeprefix("### ") for line in open_vote_lines(self.open_vote, localizer)]
        heading = f"{number}\\. 🗳️ {localizer.post(T('Your vote is wanted'))}"
        text = "\n".join([heading, await where(self.client, info, localizer), *lines])
        buttons = [self._board(localizer), *open_vote_buttons(self.open_vote, localizer)]
        for one in buttons:
            one.label = shorten(f"{number}: {one.label}", components.MAX_LABEL)
        return [Item(text, buttons)]

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """The same text in the channel."""
        del info
        who = verbatim(f"<@{user_id}>")
        lines = [
            "🗳️ " + localizer.post(T("{who}, your vote is wanted.", who=who)),
            *open_vote_lines(self.open_vote, localizer),
        ]
        return self._layout([*lines, more] if more else lines, localizer)

    def _layout(self, lines: Sequence[str], localizer: Localizer) -> ui.LayoutView:
        buttons = [*open_vote_buttons(self.open_vote, localizer), self._board(localizer)]
        return components.layout(components.words("\n".join(lines)), below=rows(buttons))

    def _board(self, localizer: Localizer) -> components.Button:
        info = self.open_vote.info
        custom_id = CustomId("board", info.id, info.revision, argument=idempotency_key(self.message))
        return button(localizer.label(T("Board")), custom_id)
