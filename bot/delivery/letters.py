"""What one person is told beside turns and reminders: open votes, fallen plans, a lost channel, the end of a game.

A letter says what it says in a direct message and, where that cannot be, in a channel. Whether, when and where it
is told is `bot.delivery.notifier`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import discord
from discord import ui

from bot.app import App
from bot.delivery.already_sent import mark_of
from bot.tables.channels import GONE
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.errors import NoTableHere
from bot.tables.core.messages import OwnerWarning, PlansDropped, ToPerson, VoteRequest, read
from bot.tables.core.votes import OpenVote
from bot.tables.open_votes import open_votes
from bot.views import components, posts
from bot.views.components import button, rows
from bot.views.custom_ids import CustomId
from bot.views.localizer import Localizer
from bot.views.pictures import draw_job
from bot.views.status import title_of
from bot.views.votes import ballot_buttons, ballot_lines
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.text import T, Text, player
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


async def find_letter(client: App, message: Message) -> Letter | None:
    """Make the letter of a row of the outbox; None where it is out of date."""
    user_id = read(message, ToPerson).user
    try:
        if message.kind == "ballot":
            return await _find_ballot(client, message, user_id)
        info = await client.tables.lobby.info(message.table_id)
    except NoTableHere:
        return None
    if message.kind == "ended":
        return EndedLetter(client, message, info)
    if message.kind == "dropped":
        return await _find_dropped(client, message, info)
    if not info.live or info.owner_id != user_id:
        return None
    if message.kind == "homeless":
        return LostChannelLetter(client, message, info) if info.lost else None
    about = read(message, OwnerWarning).about
    if message.kind == "deleted":
        seat = info.seat_of(about)
        return None if seat is None or info.players[seat].robot else DeletedLetter(client, message, info, seat=seat)
    mended = info.channel_id != about or client.file_rights.may_attach(info.channel_id) is True
    return None if mended else FilesLetter(client, message, info)


async def _find_dropped(client: App, message: Message, info: TableInfo) -> Letter | None:
    """Make the letter of plans that were dropped; None where the person has left the seat, or the game is over."""
    dropped = read(message, PlansDropped)
    seat, revision = dropped.seat, dropped.revision
    if info.phase != "running" or info.players[seat].user_id != dropped.user:
        return None
    told = await client.tables.events(info.id, seat, revision - 1, until=revision)
    fallen = tuple(event.text for one in told if one.kind == "dropped" for event in one.events)
    return DroppedLetter(client, message, info, fallen=fallen) if fallen else None


async def _find_ballot(client: App, message: Message, user_id: int) -> Letter | None:
    for ballot in await open_votes(client.tables, message.table_id):
        seat = ballot.info.seat_of(user_id)
        if ballot.about == read(message, VoteRequest).about and seat in ballot.missing:
            return VoteLetter(client, message, ballot)
    return None


async def where(client: App, info: TableInfo, localizer: Localizer) -> str:
    """Name a table: its game, its server, a link to its channel."""
    guild = await client.servers.find(info.guild_id)
    game, server = title_of(info, client.games), guild.name if guild is not None else "–"
    if info.lost:
        return localizer.post(T("**{game}** on {server}, without a channel for now", game=game, server=server))
    link = verbatim(f"https://discord.com/channels/{info.guild_id}/{info.channel_id}")
    return localizer.post(T("**{game}** on {server}: {link}", game=game, server=server, link=link))


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
            localizer.label(T("Board")), CustomId("board", info.id, info.revision, argument=mark_of(self.message))
        )
        buttons = [*ballot_buttons(self.ballot, localizer), board]
        return components.layout(components.words("\n".join(lines)), below=rows(buttons))


@dataclass(frozen=True)
class _Warning:
    """What the letters have in common that tell the owner of a table what they can mend."""

    client: App
    message: Message
    about: TableInfo
    daily: bool = False

    @property
    def places(self) -> Sequence[TableInfo]:
        """The channel of the table."""
        return [self.about]

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Say what has happened and how to go on."""
        del preferences
        localizer = self.client.localizer(language, self.about)
        heading = f"### ⚠️ {localizer.post(self._title)}"
        lines = [heading, await where(self.client, self.about, localizer), *map(localizer.post, self._lines())]
        return self._layout(lines, localizer), None

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Say the same in the channel."""
        del info
        lines = [f"⚠️ <@{user_id}>", *map(localizer.post, self._lines())]
        return self._layout([*lines, more] if more else lines, localizer)

    def _layout(self, lines: Sequence[str], localizer: Localizer) -> ui.LayoutView:
        custom_id = CustomId("status", self.about.id, self.about.revision, argument=mark_of(self.message))
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
        return T("Somebody at your table has no account any more")

    def _lines(self) -> Sequence[Text]:
        who = player(self.seat)
        gone = T(
            "Discord says that the account of {who} was deleted: I cannot tell them when it is their turn.", who=who
        )
        if self.about.phase == "lobby":
            return [gone]
        on = T(
            "To let the game go on, give the seat to somebody else with /table replace, or let a robot play there with"
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
class _InPersonAlone:
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


@dataclass(frozen=True)
class DroppedLetter(_InPersonAlone):
    """Something that this person had planned was dropped, and they are not asked instead."""

    fallen: Sequence[Text] = ()

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Say which plans, and why."""
        del preferences
        info = self.about
        localizer = self.client.localizer(language, info)
        lines = [
            f"### 🗒️ {localizer.post(T('What you had planned was dropped'))}",
            await where(self.client, info, localizer),
        ]
        lines += [f"- {localizer.post(text)}" for text in self.fallen]
        custom_id = CustomId("fresh", info.id, info.revision, argument=mark_of(self.message))
        play = button(localizer.label(T("Play")), custom_id)
        return components.layout(components.words("\n".join(lines)), below=rows([play])), None


@dataclass(frozen=True)
class LostChannelLetter(_InPersonAlone):
    """The channel of this person's table is lost."""

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Say what has happened and how to give the table a new home."""
        del preferences
        info = self.about
        localizer = self.client.localizer(language, info)
        lines = [
            f"### 🏚️ {localizer.post(T('Your table has lost its channel'))}",
            await where(self.client, info, localizer),
        ]
        lines.append(localizer.post(await self._happened()))
        if info.phase == "running":
            lines.append(
                localizer.post(
                    T("The game goes on: I write to everybody whose turn it is, and it can be played from there.")
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
        custom_id = CustomId("close", info.id, info.revision, argument=mark_of(self.message))
        end = button(localizer.label(T("End the table")), custom_id, discord.ButtonStyle.danger)
        return components.layout(components.words("\n".join(lines)), below=rows([end])), None

    async def _happened(self) -> Text:
        if self.about.lost == GONE:
            return T("Its channel was deleted.")
        if await self.client.servers.left(self.about.guild_id):
            return T("I am not on that server any more. Once I am invited again, it goes on in its channel by itself.")
        return T("I may not write in its channel any more. Once I may, it goes on there by itself.")


@dataclass(frozen=True)
class EndedLetter(_InPersonAlone):
    """A game is over that has no channel to say so in."""

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Say how it has ended."""
        localizer = self.client.localizer(language, self.about)
        mark = mark_of(self.message)
        if self.about.phase != "finished":
            log = await self.client.tables.events(self.about.id, None)
            return posts.closing_post(self.about, localizer, log, mark), None
        live = await self.client.tables.game(self.about.id)
        drawn = await self.client.drawer.draw(draw_job(live, "board", None, language, preferences.picture))
        return posts.final_post(live, localizer, (), drawn, mark=mark), drawn
