"""What whoever manages a server has set for it: the defaults of new tables, who opens them, and where.

A setting is a field of `ServerSettings`; how it is shown and chosen stands in `bot/commands/server.py`.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import Person
from bot.tables.core.errors import MayNotOpen, NotManager
from bot.tables.core.unit_of_work import UnitOfWork
from rules.kernel.codec import Codec
from storage import guilds
from storage.schema import GameTable


class ServerSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a server. A field may be added with a default, and none may be removed.

    `opens` says who may open tables: everybody, managers (of the server), or whoever has the role of that number.
    `home` is the channel below which threads (or in which, if it is a forum, posts) are made; 0: the channel in which
    a table is opened. `hints` and `robots` can be forbidden (off).
    """

    language: Literal["auto", "en", "de"] = "auto"
    remind_hours: int = 24
    reminders: int = 5
    clock: Literal["none", "soft", "hard"] = "none"
    clock_hours: int = 72
    opens: str = "everybody"
    where: Literal["thread", "here"] = "thread"
    home: int = 0
    robots: Literal["on", "off"] = "on"
    hints: Literal["on", "off"] = "on"
    pictures: Literal["on", "off"] = "on"

    def may_open(self, person: Person) -> bool:
        """Whether a person may open a table."""
        if person.manages or self.opens == "everybody":
            return True
        return self.opens.isdecimal() and int(self.opens) in person.roles


_CODEC: Codec[ServerSettings] = Codec(ServerSettings, json=True)


async def settings_of(session: AsyncSession, guild_id: int, *, lock: bool = False) -> ServerSettings:
    """Load the settings of a server; `lock`: nobody else changes them until the transaction ends."""
    stored = await guilds.settings(session, guild_id, lock=lock)
    return _CODEC.decode(json.dumps(stored).encode())


def furnish(table: GameTable, settings: ServerSettings) -> None:
    """Give a new table the defaults of its server."""
    table.remind_hours, table.reminders = settings.remind_hours, settings.reminders
    table.clock, table.clock_hours = settings.clock, settings.clock_hours
    table.hints = "off" if settings.hints == "off" else "auto"
    table.pictures = settings.pictures


def check_may_open(settings: ServerSettings, person: Person) -> None:
    """Check that a person may open a table.

    Raises:
        MayNotOpen.

    """
    if not settings.may_open(person):
        raise MayNotOpen


class Guilds:
    """Part of the Table service. Each method raises DatabaseAway where the database does not answer."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def settings(self, guild_id: int) -> ServerSettings:
        """Load the settings of a server; the defaults where nothing was set."""
        async with self._unit.reading() as session:
            return await settings_of(session, guild_id)

    async def change(self, guild_id: int, person: Person, **changes: Any) -> ServerSettings:
        """Change some settings of a server; the caller has checked their values.

        Raises:
            NotManager.

        """
        if not person.manages:
            raise NotManager
        async with self._unit.writing() as session:
            settings = msgspec.structs.replace(await settings_of(session, guild_id, lock=True), **changes)
            stored: dict[str, Any] = json.loads(_CODEC.encode(settings))
            await guilds.set_settings(session, guild_id, stored, self._unit.clock())
        return settings
