"""What every letter is, and how it names its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from discord import ui

from bot.app import App
from bot.tables.core.data import Preferences, TableInfo
from bot.views.localizer import Localizer
from bot.views.status import title_of
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.text import T
from storage.outbox import Message


class Letter(Protocol):
    """Something to be told to one person."""

    @property
    def daily(self) -> bool:
        """Whether who cannot be written to is mentioned of it once a day and table at most."""
        ...

    @property
    def about(self) -> TableInfo:
        """The table that it is about, or the first of several."""
        ...

    @property
    def places(self) -> Sequence[TableInfo]:
        """The tables in whose channels it may be said instead."""
        ...

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Put it into a direct message."""
        ...

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Put it into the channel of a table; says nothing that the table does not know. `more` stands below."""
        ...


async def where(client: App, info: TableInfo, localizer: Localizer) -> str:
    """Name a table: its game, its server, a link to its channel."""
    guild = await client.servers.find(info.guild_id)
    game, server = title_of(info, client.games), guild.name if guild is not None else "–"
    if info.lost:
        return localizer.post(T("**{game}** on {server}, without a channel for now", game=game, server=server))
    link = verbatim(f"https://discord.com/channels/{info.guild_id}/{info.channel_id}")
    return localizer.post(T("**{game}** on {server}: {link}", game=game, server=server, link=link))


@dataclass(frozen=True)
class InPersonAlone:
    """What the letters have in common that cannot be said in a channel, lost or too public: nobody is mentioned."""

    client: App
    message: Message
    about: TableInfo
    daily: bool = False

    @property
    def places(self) -> Sequence[TableInfo]:
        """There is no channel to say it in."""
        return []

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Nobody asks for this: there is no channel to say it in."""
        raise NotImplementedError
