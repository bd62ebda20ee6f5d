"""Posts and edits messages in the channels of tables, with pictures or in words, and stores which show a table."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta

import discord
from discord import ui

from bot.app import App
from bot.connection.traffic import NotNow
from bot.delivery.channel_errors import MAY_NOT, NOT_ALLOWED, THREAD_ARCHIVED
from bot.tables.core.data import Live, Post, TableInfo
from bot.views import components
from bot.views.components import NOBODY
from bot.views.former import former_post
from bot.views.localizer import Localizer
from rendering.jobs import Drawn
from rendering.registry import PICTURES
from storage.outbox import Message

log = logging.getLogger(__name__)

OLDEST_EDIT = timedelta(hours=1)
"""Discord throttles edits of older messages."""
TOO_MANY_EDITS = 30046
NO_EDITS = NOT_ALLOWED | {TOO_MANY_EDITS, THREAD_ARCHIVED}
"""Errors after which a new message is posted: that opens an archived thread again, or fails as the channel is shut."""
SCROLLED_AWAY = 6
"""Number of later messages from which on the table message is posted anew."""


class Sender:
    """Posts and edits messages in the channels of tables."""

    def __init__(self, client: App) -> None:
        self._client = client

    async def may_edit(self, info: TableInfo, post: Post) -> bool:
        """Whether a message is young enough to be edited, and not scrolled away.

        In a shut channel only a new message tells whether it still is shut.
        """
        if info.lost or post.channel_id != info.channel_id:
            return False
        if self._client.clock() - post.at > OLDEST_EDIT:
            return False
        channel = self._client.get_partial_messageable(post.channel_id)

        async def read() -> int:
            after = discord.Object(post.message_id)
            return len([one async for one in channel.history(limit=SCROLLED_AWAY, after=after)])

        try:
            below = await self._client.traffic.call(read)
        except discord.Forbidden:
            return True  # the history may not be read
        return below < SCROLLED_AWAY

    async def edit(self, post: Post, view: ui.LayoutView, *drawn: Drawn | None) -> bool:
        """Edit a message in place; False if it was deleted, edited too often or cannot be edited any more."""
        message = self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            await self._client.traffic.call(
                lambda: message.edit(view=view, attachments=components.files(*drawn), allowed_mentions=NOBODY)
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code in NO_EDITS:
                return False
            raise
        return True

    async def outdate(self, post: Post, localizer: Localizer) -> None:
        """Take what holds no more out of a message that a newer one has replaced.

        It is read anew, as it may have been posted by another process. Where that cannot be done it stays as it is.
        """
        message = self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            former = await self._client.traffic.call(message.fetch)
            view = former_post(former, localizer)
            if view is not None:
                await self._client.traffic.call(lambda: former.edit(view=view, allowed_mentions=NOBODY))
        except (discord.HTTPException, NotNow) as error:
            log.info("A former post of table %d stays as it is: %s", post.table_id, type(error).__name__)

    async def with_files(self, live: Live) -> bool:
        """Whether pictures are posted in the channel of a game; if they may not be, the owner is warned once."""
        info, drawer = live.info, self._client.drawer
        if info.pictures == "off":
            return False
        if (
            not drawer.draws
            or (info.game not in PICTURES and not live.over)
            or self._client.file_rights.may_attach(info.channel_id) is not False
        ):
            return True
        await self._client.tables.channels.warn_owner(info.id, "files", info.channel_id)
        return False

    async def deliver_drawn(
        self,
        info: TableInfo,
        view: Callable[[Sequence[Drawn | None]], ui.LayoutView],
        drawn: Sequence[Drawn | None],
        nonce: str | None,
        users: Sequence[int],
    ) -> discord.Message:
        """Post a new message with its pictures; in words, if the permission to attach files is missing."""
        files = components.files(*drawn)
        try:
            return await self.deliver(info, view(drawn), files, nonce, users)
        except discord.Forbidden as error:
            if error.code != MAY_NOT or not files:
                raise
        sent = await self.deliver(info, view([None] * len(drawn)), (), nonce, users)
        self._client.file_rights.note_refused(info.channel_id)
        await self._client.tables.channels.warn_owner(info.id, "files", info.channel_id)
        return sent

    async def deliver(
        self,
        info: TableInfo,
        view: ui.LayoutView,
        files: Sequence[discord.File],
        nonce: str | None,
        users: Sequence[int],
    ) -> discord.Message:
        """Post a new message; Discord deduplicates by nonce, and returns the first one."""
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
        )
        message = await self._client.traffic.call(
            lambda: channel.send(
                view=view, files=list(files), nonce=nonce or secrets.token_hex(12), allowed_mentions=mentions
            )
        )
        if info.lost:
            await self._client.tables.channels.found(info.id)
        return message

    async def remember(
        self, info: TableInfo, message_id: int, revisions: Mapping[str, int], says: Collection[Message] = ()
    ) -> None:
        """Store which message shows a table, by kind, and at which revision; the rows that it `says` are sent."""
        sent = [row.id for row in says]
        await self._client.tables.remember_post(info.id, info.channel_id, message_id, revisions, sent=sent)
