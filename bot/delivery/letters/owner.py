"""Letters to the owner of a table about what only they can fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.delivery.letters.letter import AboutTable, InPersonAlone, Written, in_words, where
from bot.tables.channels import GONE, UNMADE
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.messages import idempotency_key
from bot.tables.rooms import OTHER, WHY_HERE
from bot.views import components
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from rules.kernel.text import T, Text, player


@dataclass(frozen=True, kw_only=True)
class _Warning(AboutTable):
    """Base of the letters that may also be sent in the channel."""

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say what has happened and how to go on."""
        del preferences
        localizer = self.client.localizer(language, self.about)
        heading = f"### ⚠️ {localizer.post(self._title)}"
        lines = [heading, await where(self.client, self.about, localizer), *map(localizer.post, self._lines())]
        return in_words(self._layout(lines, localizer))

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """The same text in the channel."""
        del info
        lines = [f"⚠️ <@{user_id}>", *map(localizer.post, self._lines())]
        return self._layout([*lines, more] if more else lines, localizer)

    def _layout(self, lines: Sequence[str], localizer: Localizer) -> ui.LayoutView:
        custom_id = CustomId("status", self.about.id, self.about.revision, argument=idempotency_key(self.message))
        return components.layout(
            components.words("\n".join(lines)), below=rows([button(localizer.label(T("Status")), custom_id)])
        )

    @property
    def _title(self) -> Text:
        raise NotImplementedError

    def _lines(self) -> Sequence[Text]:
        raise NotImplementedError


@dataclass(frozen=True)
class DeletedLetter(_Warning):
    """The account of somebody at this person's table was deleted."""

    seat: int = 0

    @property
    def _title(self) -> Text:
        return T("Somebody at your table no longer has an account")

    def _lines(self) -> Sequence[Text]:
        who = player(self.seat)
        gone = T(
            "Discord says that the account of {who} was deleted: I cannot tell them when it is their turn.", who=who
        )
        if self.about.phase == "lobby":
            return [gone]
        on = T(
            "To let the game go on, offer the seat to somebody else with /table replace, or let a robot play there with"
            " /table robot."
        )
        return [gone, on]


@dataclass(frozen=True)
class FilesLetter(_Warning):
    """No pictures can be posted in the channel of this person's table."""

    @property
    def _title(self) -> Text:
        return T("Your table is shown in words")

    def _lines(self) -> Sequence[Text]:
        return [
            T(
                "In this table’s channel I lack the permission {permission}, so I post the board in words instead of"
                " a picture. Whoever manages the server can give me that.",
                permission=T("Attach Files"),
            )
        ]


@dataclass(frozen=True)
class LostChannelLetter(InPersonAlone):
    """The channel of this person's table is lost."""

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say what has happened and how to give the table a new home."""
        del preferences
        info = self.about
        localizer = self.client.localizer(language, info)
        title = T("Your table has no channel") if info.lost == UNMADE else T("Your table has lost its channel")
        lines = [
            f"### 🏚️ {localizer.post(title)}",
            await where(self.client, info, localizer),
        ]
        lines.append(localizer.post(await self._happened()))
        if info.phase == "running":
            lines.append(
                localizer.post(
                    T("The game goes on: I will write to everybody whose turn it is, and it can be played from there.")
                )
            )
        lines.append(
            localizer.post(
                T(
                    "To give the table a new home, use /table move in another channel or thread of that server. Whoever"
                    " may manage the server can do so, too."
                )
            )
        )
        custom_id = CustomId("close", info.id, info.revision, argument=idempotency_key(self.message))
        end = button(localizer.label(T("End the table")), custom_id, discord.ButtonStyle.danger)
        return in_words(components.layout(components.words("\n".join(lines)), below=rows([end])))

    async def _happened(self) -> Text:
        if self.about.lost == UNMADE:
            taken = T("In the channel where it was opened there is another table already.")
            return T("{why} {here}", why=WHY_HERE[self.about.why_here or OTHER], here=taken)
        if self.about.lost == GONE:
            return T("Its channel was deleted.")
        if await self.client.servers.left(self.about.guild_id):
            return T("I am no longer on that server. Once I am invited again, it goes on in its channel by itself.")
        return T("I may no longer write in its channel. Once I may, it goes on there by itself.")
