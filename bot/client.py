"""The Discord client: composes commands and delivery, hears Discord's events, and gives Discord our commands."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import discord
from discord import app_commands

from bot.app import App
from bot.commands.handlers import pressed, submitted
from bot.commands.slash import Commands, add_commands
from bot.commands.translator import CatalogTranslator
from bot.connection.shards import Shards
from bot.delivery.notifier import Notifier
from bot.delivery.poster import Poster
from bot.delivery.scheduler import Scheduler
from bot.delivery.table_posts import TablePosts
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.kernel.game import Game

log = logging.getLogger(__name__)

COMMANDS = "commands"
"""The fact that tells which commands Discord has been given, and their numbers."""

FINISHING = 3.5
"""Seconds that what people have pressed may still take when the process ends."""


class Orrery(App):
    """The bot: commands and delivery, composed around what they share."""

    def __init__(
        self,
        tables: Tables,
        games: Mapping[str, Game[Any, Any]],
        drawer: Drawer,
        *,
        shards: Shards | None = None,
        shard_count: int | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(tables, games, drawer, shards=shards, shard_count=shard_count, clock=clock)
        self.scheduler = Scheduler(self._wake, self.now)
        self.notifier = Notifier(self)
        self.poster = Poster(self, TablePosts(self), self.notifier, self.scheduler)
        self.tree = Commands(self)
        add_commands(self.tree, games)
        self._working: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        """Get ready, once, before Discord tells anything."""
        await self.tree.set_translator(CatalogTranslator())
        await self.sync_commands()
        self.traffic.set_limit(self.http)
        self._working = [
            asyncio.create_task(self.poster.run(), name="orrery-outbox"),
            asyncio.create_task(self._look_at_rules(), name="orrery-rules"),
        ]
        self.scheduler.start()

    def _wake(self) -> None:
        self.tables.news.set()
        self.tables.robot_turns.look()

    async def close(self) -> None:
        """Stop: nothing new is begun; what people have pressed is done, and what is being posted may end."""
        self.scheduler.stop()
        await self.tables.robot_turns.close()
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.gather(self.in_flight.finish(FINISHING), self.poster.close(), return_exceptions=True)
        await super().close()

    async def _look_at_rules(self) -> None:
        try:
            await self.tables.upgrades.run()
            await self.tables.robot_turns.resume()
        except Exception:  # each table is looked at again when it is next used
            log.exception("The tables could not be looked through for changed rules")

    async def on_ready(self) -> None:
        """Say what has waited: Discord tells us of our servers again, after a start or a long outage."""
        self.poster.discord_is_back()

    async def on_resumed(self) -> None:
        """Say what has waited: the gateway goes on after an outage."""
        self.poster.discord_is_back()

    async def on_interaction(self, interaction: discord.Interaction[Orrery]) -> None:
        """Hear of components and forms, which no object of this process needs to remember."""
        if interaction.type is discord.InteractionType.component:
            await pressed(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await submitted(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Tell the owner of a channel's table that it was deleted."""
        await self.tables.channels.lose_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Tell the owner of a thread's table that it was deleted."""
        await self.tables.channels.lose_channel(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tell the owners of a server's tables that we were removed from it."""
        self.servers.note_left(guild.id)
        await self.tables.channels.lose_guild(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on in the channels of a server that has invited us again."""
        await self.tables.channels.come_back(guild.id)

    async def sync_commands(self) -> None:
        """Tell Discord our commands, if they are others than those that it knows; of several processes one does so.

        Whoever starts last gives its own. So after a restart of one process after the other it is the new version's
        that stand, whichever of them had to be started again meanwhile.
        """
        payload = await command_payload(self.tree)
        key = f"{self.application_id} {sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()}"
        facts = self.tables.facts
        known = await facts.get(COMMANDS)
        if known.get("key") != key:
            async with facts.one_at_a_time(COMMANDS):
                known = await facts.get(COMMANDS)
                if known.get("key") != key:
                    synced = await self.tree.sync()
                    known = {"key": key, "ids": {one.name: one.id for one in synced}}
                    await facts.put(COMMANDS, known)
                    log.info("%d commands were given to Discord", len(synced))
        ids: dict[str, int] = known["ids"]
        self.mentions = {
            path: f"</{path}:{ids[path.split()[0]]}>" for path in _paths(self.tree) if path.split()[0] in ids
        }


async def command_payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Give all commands as Discord is told of them, in every language."""
    translator = tree.translator
    commands = sorted(tree.get_commands(), key=lambda one: one.name)
    if translator is None:
        return [dict(one.to_dict(tree)) for one in commands]
    return [dict(await one.get_translated_payload(tree, translator)) for one in commands]


def _paths(tree: app_commands.CommandTree[Any]) -> list[str]:
    return [one.qualified_name for one in tree.walk_commands() if isinstance(one, app_commands.Command)]
