"""The post that looks for players for a lobby, perhaps in another channel than the table's: posted, edited, ended.

It belongs to the table's lane. Where it cannot be posted or was deleted, the table is none the worse.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from datetime import datetime

import discord

from bot.app import App
from bot.delivery.already_sent import find_sent
from bot.delivery.channel_errors import loss
from bot.delivery.sending import Sender
from bot.tables.core.data import Post, TableInfo
from bot.tables.queries import Posting
from bot.views.components import NOBODY
from bot.views.localizer import Localizer
from bot.views.seeking import seek_post

log = logging.getLogger(__name__)

SEEKING = "seeking"
"""The kind of the stored post; revision 0: it looks for nobody any more."""


class SeekingPosts:
    """Shows in a channel that a table looks for players."""

    def __init__(self, client: App, sender: Sender) -> None:
        self._client = client
        self._sender = sender

    async def show(self, posting: Posting, localizer: Localizer, nonce: str | None, tried: datetime | None) -> None:
        """Post that a lobby looks for players, or bring what was posted up to date; `tried`: since when, if it was.

        Raises:
            NotNow: an outage or a rate limit. discord.HTTPException: another error than a channel that is lost.
            DatabaseAway.

        """
        info, post = posting.info, posting.posts.get(SEEKING)
        place = info.sought_in if info.phase == "lobby" else None
        if post is not None and post.revision and post.channel_id != place:
            await self._edit(info, post, replace(info, sought_in=None), localizer)
            await self._remember(info, post.channel_id, post.message_id, 0)
            post = None
        if place is None:
            return
        if post is not None and post.revision and await self._edit(info, post, info, localizer):
            await self._remember(info, place, post.message_id, info.revision)
            return
        try:
            message_id = await self._find(info, place, tried) or await self._post(info, place, localizer, nonce)
        except discord.HTTPException as error:
            if not loss(error):
                raise
            log.info("Table %d cannot look for players in channel %d", info.id, place)
            return
        await self._remember(info, place, message_id, info.revision)

    async def _edit(self, info: TableInfo, post: Post, shown: TableInfo, localizer: Localizer) -> bool:
        """Edit the post; False if that cannot be done."""
        try:
            return await self._sender.edit(post, seek_post(shown, self._client.games[info.game], localizer), None)
        except discord.HTTPException as error:
            if not loss(error):
                raise
            return False

    async def _find(self, info: TableInfo, place: int, tried: datetime | None) -> int | None:
        """Find the post that an earlier try has sent."""
        sent = [] if tried is None else await find_sent(self._client, place, info.id, tried)
        return next((one.message_id for one in sent if one.shows("sit")), None)

    async def _post(self, info: TableInfo, place: int, localizer: Localizer, nonce: str | None) -> int:
        channel = self._client.get_partial_messageable(place, guild_id=info.guild_id)
        view = seek_post(info, self._client.games[info.game], localizer)
        unique = nonce or secrets.token_hex(12)
        sent = await self._client.traffic.call(lambda: channel.send(view=view, nonce=unique, allowed_mentions=NOBODY))
        return sent.id

    async def _remember(self, info: TableInfo, place: int, message_id: int, revision: int) -> None:
        await self._client.tables.remember_post(info.id, place, message_id, {SEEKING: revision})
