"""Makes the threads and forum posts of tables, and keeps their names, tags and entrances true.

A thread begins with a message of ours in the channel above, its *entrance*: Discord gives the thread the number of that
message and makes one for it at most, so a second try finds what the first has made. A post in a forum has no such
message; a second try looks through the forum's active posts for the table's buttons.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import discord

from bot.app import App
from bot.connection.traffic import NotNow
from bot.delivery.already_sent import find_sent
from bot.tables.channels import UNMADE
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import DatabaseAway
from bot.tables.core.messages import Opening, RoomChange, read
from bot.tables.rooms import ENTRANCE, GONE_HOME, LIMIT, OTHER, POST, RIGHTS, TAG, RoomMade
from bot.views import posts
from bot.views.components import NOBODY
from bot.views.localizer import Localizer, language_of_posts
from bot.views.rooms import TAGS, entrance, room_name, tag_name, tag_of
from storage.errors import StoreAway
from storage.outbox import CLOCKS_DIFFER, Message

log = logging.getLogger(__name__)

ARCHIVED_AFTER: Final = 10080
"""Minutes without a message after which Discord archives a thread: a week, the longest it knows."""
BETWEEN_NAMES = timedelta(minutes=5, seconds=10)
"""Discord allows two changes of a thread's name within ten minutes."""
MAX_TAGS, MAX_APPLIED = 20, 5
HAS_THREAD = 160004
"""The message has a thread already."""
WHY: Mapping[int, str] = {
    10003: GONE_HOME,
    40067: TAG,
    50001: RIGHTS,
    50013: RIGHTS,
    160006: LIMIT,
    160007: LIMIT,
}
"""What an error of Discord says of why a room cannot be made."""


class Rooms:
    """The threads and forum posts of tables."""

    def __init__(self, client: App) -> None:
        self._client = client

    async def make(self, message: Message) -> None:
        """Make the room of a new table, or open it where it was asked for if Discord refuses.

        Raises:
            Away, Limited: an outage or a rate limit; the next try goes on from what was made.
            DatabaseAway, StoreAway.

        """
        tables, wanted = self._client.tables, read(message, Opening)
        info = await tables.lobby.info(message.table_id)
        if info.lost != UNMADE or info.why_here:
            return
        if not info.live:  # it was closed meanwhile
            await self._remove_entrance(info)
            return
        localizer = await self._localizer(info, wanted.parent)
        try:
            make = self._make_post if wanted.forum else self._make_thread
            room = await make(info, wanted, message, localizer)
        except discord.HTTPException as error:
            log.warning("Table %d got no thread: Discord %d %d", info.id, error.status, error.code)
            await self._open_here(info, wanted, WHY.get(error.code, OTHER))
            return
        except (NotNow, DatabaseAway, StoreAway):
            raise
        except Exception:  # a table without a channel would be the worst end of it
            log.exception("Table %d got no thread", info.id)
            await self._open_here(info, wanted, OTHER)
            return
        name = room_name(info, self._client.games, localizer)
        made = await tables.rooms.made(info.id, room, wanted.parent, name)
        info = await tables.lobby.info(info.id)
        await self._show_entrance(info, localizer)
        if not made and info.channel_id != room.channel_id:  # it was moved meanwhile
            elsewhere = room_name(info, self._client.games, localizer, moved=True)
            await self._client.traffic.call(lambda: self._client.http.edit_channel(room.channel_id, name=elsewhere))

    async def _open_here(self, info: TableInfo, wanted: Opening, why: str) -> None:
        await self._client.tables.rooms.refused(info.id, wanted.here, why)
        await self._remove_entrance(info)

    async def _make_thread(self, info: TableInfo, wanted: Opening, message: Message, localizer: Localizer) -> RoomMade:
        message_id = await self._enter(info, wanted.parent, message, localizer)
        name = room_name(info, self._client.games, localizer)
        start, call = self._client.http.start_thread_with_message, self._client.traffic.call
        try:
            await call(
                lambda: start(wanted.parent, message_id, name=name, auto_archive_duration=ARCHIVED_AFTER, reason=None)
            )
        except discord.HTTPException as error:
            if error.code != HAS_THREAD:
                raise
        return RoomMade(message_id)

    async def _enter(self, info: TableInfo, parent_id: int, message: Message, localizer: Localizer) -> int:
        """Post the entrance of a table, unless a former try has; returns its number, which the thread will have."""
        tables, channel = self._client.tables, self._client.get_partial_messageable(parent_id, guild_id=info.guild_id)
        known = await tables.post(info.id, ENTRANCE)
        if known is not None:
            return known.message_id
        message_id: int | None = None
        if message.tried:
            found = await find_sent(self._client, parent_id, info.id, message.created_at)
            message_id = next((one.message_id for one in found if one.shows("enter")), None)
        if message_id is None:
            view = entrance(info, self._client.games, localizer)
            nonce = message.nonce[:24] + "e"
            call = self._client.traffic.call
            message_id = (await call(lambda: channel.send(view=view, nonce=nonce, allowed_mentions=NOBODY))).id
        await tables.remember_post(info.id, parent_id, message_id, {ENTRANCE: info.revision})
        return message_id

    async def _make_post(self, info: TableInfo, wanted: Opening, message: Message, localizer: Localizer) -> RoomMade:
        call = self._client.traffic.call
        forum = await call(lambda: self._client.fetch_channel(wanted.parent))
        if not isinstance(forum, discord.ForumChannel):  # it is another kind of channel by now
            return await self._make_thread(info, wanted, message, localizer)
        if message.tried:
            made = await self._find_post(info, forum, message.created_at)
            if made is not None:
                return made
        tags = await self._tags(forum, localizer)
        view = posts.lobby_post(info, self._client.games[info.game], localizer)
        name = room_name(info, self._client.games, localizer)
        there = [tags[tag_of(info)]] if tag_of(info) in tags else []
        post = await call(
            lambda: forum.create_thread(
                name=name,
                view=view,
                applied_tags=there,
                auto_archive_duration=ARCHIVED_AFTER,
                allowed_mentions=NOBODY,
            )
        )
        return RoomMade(post.thread.id, post.message.id)

    async def _find_post(self, info: TableInfo, forum: discord.ForumChannel, since: datetime) -> RoomMade | None:
        """Find the post of a table that a former try has made in a forum."""
        active = await self._client.traffic.call(forum.guild.active_threads)
        for one in active:
            young = one.created_at is None or one.created_at >= since - CLOCKS_DIFFER
            ours = self._client.user is not None and one.owner_id == self._client.user.id
            if one.parent_id != forum.id or not young or not ours:
                continue
            for found in await find_sent(self._client, one.id, info.id, since):
                if found.shows("join"):
                    return RoomMade(one.id, found.message_id)
        return None

    async def _tags(self, forum: discord.ForumChannel, localizer: Localizer) -> dict[str, discord.ForumTag]:
        """The tags of a forum for open, running and ended tables, which are made if the bot may; by key."""
        names = {key: tag_name(key, localizer) for key in TAGS}
        there = {tag.name.casefold(): tag for tag in forum.available_tags}
        missing = [name for name in names.values() if name.casefold() not in there]
        me = forum.guild.me
        may = me is not None and forum.permissions_for(me).manage_channels
        if missing and may and len(forum.available_tags) + len(missing) <= MAX_TAGS:
            wanted = [*forum.available_tags, *(discord.ForumTag(name=name) for name in missing)]
            try:
                edited = await self._client.traffic.call(lambda: forum.edit(available_tags=wanted))
            except discord.HTTPException as error:
                log.info("A forum got no tags: Discord %d %d", error.status, error.code)
            else:
                there = {tag.name.casefold(): tag for tag in (edited or forum).available_tags}
        return {key: there[name.casefold()] for key, name in names.items() if name.casefold() in there}

    async def keep(self, messages: Sequence[Message]) -> None:
        """Bring the name and the tag of a table's thread up to date, and its entrance.

        Raises:
            Away, Limited; DatabaseAway, StoreAway.

        """
        outbox, now = self._client.tables.outbox, self._client.clock()
        try:
            await self._keep(messages, now)
        except (NotNow, DatabaseAway, StoreAway):
            raise
        except Exception as error:
            log.exception("The thread of table %d keeps its name", messages[-1].table_id)
            for one in messages:
                await outbox.failed(one.id, now, type(error).__name__)

    async def _keep(self, messages: Sequence[Message], now: datetime) -> None:
        outbox, message = self._client.tables.outbox, messages[-1]
        channel_id = read(message, RoomChange).channel
        info = await self._client.tables.lobby.info(message.table_id)
        localizer = await self._localizer(info, info.parent_id)
        try:
            await self._show_entrance(info, localizer)
            name = room_name(info, self._client.games, localizer, moved=info.channel_id != channel_id)
            early = info.renamed_at is not None and now - info.renamed_at < BETWEEN_NAMES
            if name != info.room_name and early and info.renamed_at is not None:
                for one in messages:
                    await outbox.later(one, info.renamed_at + BETWEEN_NAMES)
                return
            await self._rename(info, channel_id, name, localizer)
        except discord.HTTPException as error:  # archived, locked, deleted: it stays as it is called
            log.info("The thread of table %d keeps its name: Discord %d %d", info.id, error.status, error.code)
        await outbox.sent([one.id for one in messages], now)

    async def _rename(self, info: TableInfo, channel_id: int, name: str, localizer: Localizer) -> None:
        options: dict[str, Any] = {} if name == info.room_name else {"name": name}
        if info.room == POST:
            tags = await self._applied(info, channel_id, localizer)
            options |= {} if tags is None else {"applied_tags": tags}
        if not options:
            return
        await self._client.traffic.call(lambda: self._client.http.edit_channel(channel_id, **options))
        if "name" in options:
            await self._client.tables.rooms.renamed(info.id, name)

    async def _applied(self, info: TableInfo, channel_id: int, localizer: Localizer) -> list[str] | None:
        """The tags that a post is to have; those that others gave it stay. None if it has them."""
        call, parent_id = self._client.traffic.call, info.parent_id
        if parent_id is None:
            return None
        forum = await call(lambda: self._client.fetch_channel(parent_id))
        post = await call(lambda: self._client.fetch_channel(channel_id))
        if not isinstance(forum, discord.ForumChannel) or not isinstance(post, discord.Thread):
            return None
        tags = await self._tags(forum, localizer)
        has = [tag.id for tag in post.applied_tags]
        kept = [one for one in has if one not in {tag.id for tag in tags.values()}]
        ours = [tags[tag_of(info)].id] if tag_of(info) in tags else []
        wants = [*kept[: MAX_APPLIED - len(ours)], *ours]
        return None if set(wants) == set(has) else [str(one) for one in wants]

    async def _show_entrance(self, info: TableInfo, localizer: Localizer) -> None:
        """Bring the message in the channel above up to date; it stays as it is where Discord refuses that."""
        post = await self._client.tables.post(info.id, ENTRANCE)
        if post is None:
            return
        message = self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        view = entrance(info, self._client.games, localizer)
        try:
            await self._client.traffic.call(lambda: message.edit(view=view, allowed_mentions=NOBODY))
        except discord.HTTPException as error:
            log.info("The entrance of table %d stays as it is: Discord %d %d", info.id, error.status, error.code)

    async def _remove_entrance(self, info: TableInfo) -> None:
        """Delete the message above a thread that could not be made."""
        post = await self._client.tables.post(info.id, ENTRANCE)
        if post is None:
            return
        message = self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            await self._client.traffic.call(message.delete)
        except (discord.HTTPException, NotNow) as error:
            log.info("The entrance of table %d stays: %s", info.id, type(error).__name__)

    async def _localizer(self, info: TableInfo, parent_id: int | None) -> Localizer:
        """Of the language of the table's posts, or before it has a channel, of the channel above or the server."""
        tables = self._client.tables
        preferences = await tables.preferences(info.channel_id)
        if preferences.language == "auto" and parent_id is not None:
            preferences = await tables.preferences(parent_id)
        language = preferences.language
        if language == "auto":
            language = (await tables.guilds.settings(info.guild_id)).language
        if language == "auto":
            language = language_of_posts(preferences, await self._client.servers.find(info.guild_id))
        return Localizer(language, info.names, self._client.mentions)
