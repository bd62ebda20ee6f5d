"""The bot as commands and delivery know it: the table service, the games, the drawer, the clock, the connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import discord

from bot.connection.file_rights import FileRights
from bot.connection.gateway import Gateway
from bot.connection.in_flight import InFlight
from bot.connection.late_pictures import LatePictures
from bot.connection.servers import Servers
from bot.connection.shards import Shards
from bot.connection.traffic import Traffic
from bot.films import Films
from bot.shared_boards import SharedBoards
from bot.tables.core.data import TableInfo
from bot.tables.service import Tables
from bot.views.components import NOBODY
from bot.views.localizer import Localizer
from bot.web_links import WebLinks
from rendering.pool import Drawer
from rules.kernel.game import Game

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    use_external_emojis=True,
)
"""The least permissions that a table needs, in a thread of its own."""


class App(Gateway):
    """What commands and delivery share; `bot.client` composes them around it.

    `mentions` maps commands such as ``table new`` to Discord's mention of them. `to_refresh` are the tables whose
    message must be edited though the table itself has not changed, `to_put_in` those into whose message a picture that
    was drawn late is to be put. `web_links` makes addresses of boards on the web; None: they are not served.
    """

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
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            shard_count=shard_count if shards is None else shards.count,
        )
        self.shard_ids = None if shards is None else list(shards.ids)
        self.tables = tables
        self.games = games
        self.drawer = drawer
        self.clock = clock
        self.mentions: dict[str, str] = {}
        self.to_refresh: set[int] = set()
        self.to_put_in: set[int] = set()
        self.late_pictures = LatePictures()
        self.boards = SharedBoards(drawer)
        self.films = Films(tables, drawer)
        self.web_links: WebLinks | None = None
        self.traffic = Traffic()
        self.traffic.watch(self.http)
        self.servers = Servers(self, self.traffic)
        self.file_rights = FileRights(self, self.now)
        self.in_flight = InFlight()

    def now(self) -> datetime:
        """The time by the client's clock, which a simulation may set."""
        return self.clock()

    def refresh_soon(self, table_id: int) -> None:
        """Have a table's message edited though the table itself has not changed."""
        self.to_refresh.add(table_id)
        self.tables.wakeup.set()

    def put_in_soon(self, table_id: int) -> None:
        """Have a picture put into a table's message that was sent without."""
        self.to_put_in.add(table_id)
        self.tables.wakeup.set()

    def web_board(self, table_id: int) -> str:
        """The address of a table's board on the web; empty where there is none."""
        return "" if self.web_links is None else self.web_links.table(table_id)

    def localizer(self, language: str, info: TableInfo) -> Localizer:
        """Make the localizer of a table in a language."""
        return Localizer(language, info.names, self.mentions)
