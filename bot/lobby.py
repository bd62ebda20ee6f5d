"""Before, around and after a game: opening a table, seats, invitations, options, start, handing over, ending."""

from __future__ import annotations

from collections.abc import Mapping

from bot.desk import Desk
from bot.table_data import Live, Person, TableInfo


class Lobby:
    """Everything about a table but its play. Each change raises the table's revision and fills the outbox."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def create(
        self, guild_id: int, channel_id: int, creator: Person, game: str, options: Mapping[str, str] | None = None
    ) -> TableInfo:
        """Open a table in a channel; its creator owns it and has the first seat.

        Raises:
            ChannelTaken, UnknownGame, UnknownOption, BotPlayer, DatabaseAway.

        """
        raise NotImplementedError

    async def join(self, table_id: int, person: Person) -> TableInfo:
        """Take a seat in the lobby.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, AlreadySeated, TableFull, BotPlayer, DatabaseAway.

        """
        raise NotImplementedError

    async def leave(self, table_id: int, person: Person) -> TableInfo:
        """Leave the lobby. The table goes to the next person; an empty one is closed (phase abandoned).

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotSeated, DatabaseAway.

        """
        raise NotImplementedError

    async def invite(self, table_id: int, person: Person, guest: Person) -> TableInfo:
        """Record an invitation; the guest then joins with one press (`join`). Inviting twice changes nothing.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, MayNotInvite, AlreadySeated, TableFull, BotPlayer, DatabaseAway.

        """
        raise NotImplementedError

    async def configure(self, table_id: int, person: Person, option: str, value: str) -> TableInfo:
        """Choose a value of an option of the game, in the lobby.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotOwner, UnknownOption, DatabaseAway.

        """
        raise NotImplementedError

    async def start(self, table_id: int, person: Person) -> Live:
        """Give out the seats at random and start the game.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotOwner, DatabaseAway.
            BadSetup: of the rules; the options do not go with this number of players.

        """
        raise NotImplementedError

    async def replace(self, table_id: int, person: Person, seat: int, successor: Person) -> TableInfo:
        """Hand a seat of a running game to somebody else. The person in the seat, the owner or a manager may.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer (no such seat), NotYourSeat, AlreadySeated, BotPlayer,
            DatabaseAway.

        """
        raise NotImplementedError

    async def abandon(self, table_id: int, person: Person) -> TableInfo:
        """End a table for good, in the lobby or running; the channel is free again. Ask for a confirmation first.

        Raises:
            NoTableHere, GameOver, NotOwner, DatabaseAway.

        """
        raise NotImplementedError

    async def info(self, table_id: int) -> TableInfo:
        """Tell of a table: who sits where, who must act and since when.

        Raises:
            NoTableHere, DatabaseAway.

        """
        raise NotImplementedError

    async def of_channel(self, channel_id: int, *, ended: bool = False) -> TableInfo:
        """The live table of a channel or, with `ended` and where none is live, the last one that was played there.

        Raises:
            NoTableHere, DatabaseAway.

        """
        raise NotImplementedError

    async def of_guild(self, guild_id: int) -> list[TableInfo]:
        """Give the live tables of a server, the oldest first.

        Raises:
            DatabaseAway.

        """
        raise NotImplementedError

    async def rename(self, guild_id: int, user_id: int, name: str) -> None:
        """Keep a person's new display name for all their tables on a server."""
        raise NotImplementedError

    async def forget(self, user_id: int) -> None:
        """Remove what is kept of a person beyond what games need: names, preferences, invitations."""
        raise NotImplementedError
