"""The Discord client: composes commands and delivery, handles Discord's events, and registers our slash commands."""

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
from bot.commands.slash import Commands, add_commands, leave_to_servers
from bot.commands.translator import CatalogTranslator
from bot.connection.shards import Shards
from bot.delivery.notifier import Notifier
from bot.delivery.poster import Poster
from bot.delivery.scheduler import Scheduler
from bot.delivery.table_posts import TablePosts
from bot.runtime import FullCollections
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.kernel.game import Game

log = logging.getLogger(__name__)

COMMANDS = "commands"
"""Key of the fact that holds which commands are registered with Discord, and their ids."""

FINISHING = 3.5
"""Seconds that interactions in flight may still take at shutdown."""


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
        self._collections = FullCollections()

    async def setup_hook(self) -> None:
        """Prepare, once, before the gateway connects."""
        await self.tree.set_translator(CatalogTranslator())
        if self.application is None or self.application.user_integration_config is None:
            log.info("The developer portal does not let people install this bot for themselves (docs/hosting.md)")
            leave_to_servers(self.tree)
        await self.sync_commands()
        self.traffic.set_limit(self.http)
        await asyncio.to_thread(self.drawer.start)
        self._working = [
            asyncio.create_task(self.poster.run(), name="orrery-outbox"),
            asyncio.create_task(self._look_at_rules(), name="orrery-rules"),
        ]
        self.scheduler.start()

    def _wake(self) -> None:
        self.tables.wakeup.set()
        self.tables.robot_turns.look()
        self.tables.late_answers.look()
        self.tables.results.look()
        self.tables.forgetting.look()
        nobody_waits = self.in_flight.none and self.tables.idle
        self._collections.look(asyncio.get_running_loop().time(), idle=nobody_waits)

    async def close(self) -> None:
        """Shut down: begin nothing new, finish interactions in flight and messages that are being sent."""
        self.scheduler.stop()
        await self.tables.robot_turns.close()
        await self.tables.late_answers.close()
        await self.tables.results.close()
        await self.tables.forgetting.close()
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        self.late_pictures.close()
        await asyncio.gather(self.in_flight.finish(FINISHING), self.poster.close(), return_exceptions=True)
        await super().close()

    async def _look_at_rules(self) -> None:
        try:
            await self.tables.upgrades.run()
            await self.tables.robot_turns.resume()
        except Exception:  # each table is checked again when it is next used
            log.exception("The tables could not be looked through for changed rules")

    async def on_ready(self) -> None:
        """Retry what waits for an outage to end: the gateway has connected, at start or after a long outage."""
        self.poster.discord_is_back()

    async def on_resumed(self) -> None:
        """Retry what waits for an outage to end: the gateway has resumed."""
        self.poster.discord_is_back()

    async def on_interaction(self, interaction: discord.Interaction[Orrery]) -> None:
        """Handle components and forms by their custom_id, without stored views."""
        if interaction.type is discord.InteractionType.component:
            await pressed(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await submitted(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that a table has lost its channel, which was deleted."""
        await self.tables.channels.lose_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Note that a table has lost its thread, which was deleted."""
        await self.tables.channels.lose_channel(payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the tables of a server have lost their channels, as we were removed from it."""
        self.servers.note_left(guild.id)
        await self.tables.channels.lose_guild(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Continue in the channels of a server that has invited us again."""
        await self.tables.channels.come_back(guild.id)

    async def sync_commands(self) -> None:
        """Register our commands with Discord if they have changed; one of several processes does so.

        The process that starts last registers its own. So after a rolling restart the new version's commands are
        registered, even if one of the processes was restarted meanwhile.
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
    """The payload that registers all commands, with translations."""
    translator = tree.translator
    commands = sorted(tree.get_commands(), key=lambda one: one.name)
    if translator is None:
        return [dict(one.to_dict(tree)) for one in commands]
    return [dict(await one.get_translated_payload(tree, translator)) for one in commands]


def _paths(tree: app_commands.CommandTree[Any]) -> list[str]:
    return [one.qualified_name for one in tree.walk_commands() if isinstance(one, app_commands.Command)]
