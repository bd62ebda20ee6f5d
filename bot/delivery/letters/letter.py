"""The interface of letters, and how they name their table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Protocol

from discord import ui

from bot.app import App
from bot.tables.core.data import Preferences, TableInfo
from bot.views.components import Button, channel_url
from bot.views.localizer import Localizer
from bot.views.status import title_of
from rendering.jobs import Drawn
from rendering.pool import Drawing
from rendering.words.folding import verbatim
from rules.kernel.text import T
from storage.outbox import Message

View = Callable[[Drawn | None], ui.LayoutView]
"""What a letter looks like with its picture, or without."""


@dataclass(frozen=True)
class Written:
    """A letter as a direct message: what it looks like with its picture or without, and the picture, if it has one.

    `silent`: it rings nowhere.
    """

    view: View
    drawing: Drawing | None = None
    silent: bool = False


@dataclass(frozen=True)
class Item:
    """What a digest says of one thing, and its buttons; the first has the key of the outbox row as its argument."""

    text: str
    buttons: Sequence[Button]


def in_words(view: ui.LayoutView) -> Written:
    """Make a letter without a picture."""
    return Written(lambda _: view)


class Letter(Protocol):
    """A message to one person."""

    @property
    def daily(self) -> bool:
        """Whether a person with closed direct messages is mentioned for it at most once a day and table."""
        ...

    @property
    def about(self) -> TableInfo:
        """The table that it is about, or the first of several."""
        ...

    @property
    def places(self) -> Sequence[TableInfo]:
        """The tables in whose channels the person may be mentioned instead."""
        ...

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Build the direct message."""
        ...

    async def items(self, language: str, number: int) -> Sequence[Item]:
        """Say it in a digest, numbered from `number`; nothing: it is a message of its own."""
        ...

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Build the mention in the channel of a table, without anything secret. `more` stands below."""
        ...


async def where(client: App, info: TableInfo, localizer: Localizer) -> str:
    """Name a table: its game, its server, a link to its channel."""
    guild = await client.servers.find(info.guild_id)
    game, server = title_of(info, client.games), guild.name if guild is not None else "–"
    if info.lost:
        return localizer.post(T("**{game}** on {server}, without a channel for now", game=game, server=server))
    link = verbatim(channel_url(info.guild_id, info.channel_id))
    return localizer.post(T("**{game}** on {server}: {link}", game=game, server=server, link=link))


@dataclass(frozen=True)
class AboutTable:
    """Base of the letters about one table, each a message of its own; in its channel the person may be mentioned."""

    client: App
    message: Message
    about: TableInfo
    _: KW_ONLY
    daily: bool = False

    @property
    def places(self) -> Sequence[TableInfo]:
        """The channel of the table."""
        return [self.about]

    async def items(self, language: str, number: int) -> Sequence[Item]:
        """As a rule a message of its own."""
        del language, number
        return ()


@dataclass(frozen=True)
class InPersonAlone(AboutTable):
    """Base of the letters that are direct messages only: the channel is lost, or too public."""

    @property
    def places(self) -> Sequence[TableInfo]:
        """None: it is a direct message only."""
        return []

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Never called: it is a direct message only."""
        raise NotImplementedError
