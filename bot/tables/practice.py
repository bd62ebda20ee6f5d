"""Practice tables: one person alone against robots, anywhere, in private replies.

Such a table is an ordinary one without a channel (`storage.schema.PRIVATE`) and without a server. It starts as it is
opened. Nothing of it is posted, nobody is reminded of it, it has no clock, and nothing of it is counted; its person's
panel shows all that happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.core.data import Person, TableInfo
from bot.tables.core.errors import BotPlayer, TableError
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.lobby import Lobby
from bot.tables.rooms import no_channel
from rules.kernel.game import GameInfo
from rules.kernel.robots import Level
from rules.kernel.text import TN, T
from storage import practice, tables
from storage.schema import PRIVATE, GameTable
from storage.tables import Sitter

MOST = 5
"""Practice games of a person that run at a time."""
KEPT = 3
"""Practice games that are over to which their person is led back."""
NO_SERVER = 0
"""The number of the server of practice tables, which is no server's."""


class NotYourPractice(TableError):
    """It is the practice table of somebody else."""

    def __init__(self) -> None:
        super().__init__(T("That is somebody else’s practice game. /practice begins one of your own."))


class NotInPractice(TableError):
    """What is wanted is for tables with others."""

    def __init__(self) -> None:
        super().__init__(T("That is for tables with other people. A practice game is only for you."))


class TooMuchPractice(TableError):
    """The person has as many running practice tables as they may have."""

    def __init__(self) -> None:
        super().__init__(
            TN(
                "You have {n} practice game running, and more are not possible. End one of them first:",
                "You have {n} practice games running, and more are not possible. End one of them first:",
                MOST,
            )
        )


@dataclass(frozen=True)
class Practised:
    """The practice tables of a person: those that run, the oldest first, and some that are over, the last first."""

    running: tuple[TableInfo, ...]
    over: tuple[TableInfo, ...]


class Practice:
    """Part of the Table service. Each method raises DatabaseAway where the database does not answer."""

    def __init__(self, unit: UnitOfWork, lobby: Lobby) -> None:
        self._unit = unit
        self._lobby = lobby

    async def begin(
        self, person: Person, game: str, robots: int, level: Level, options: Mapping[str, str] | None = None
    ) -> TableInfo:
        """Open a practice table against so many robots of a level, and start its game.

        Raises:
            UnknownGame, BotPlayer, TooMuchPractice.
            BadSetup: of the rules; the game is not for so many players, or not with these options.

        """
        if person.is_bot:
            raise BotPlayer(person.name)
        chosen = self._unit.game(game).check_setup(options or {}, robots + 1)
        async with self._unit.one_at_a_time(f"practice {person.user_id}"), self._unit.writing() as session:
            if len(await practice.running(session, person.user_id)) >= MOST:
                raise TooMuchPractice
            table_id = await self._open(session, person, game, chosen, [level] * robots)
        return await self.started(await self._unit.load_info(table_id), person)

    async def _open(
        self, session: AsyncSession, person: Person, game: str, options: Mapping[str, str], robots: list[Level]
    ) -> int:
        table = GameTable(
            guild_id=NO_SERVER,
            channel_id=no_channel(),
            owner_id=person.user_id,
            game=game,
            options=dict(options),
            revision=1,
            created_at=self._unit.clock(),
            reminders=0,
            clock="none",
            hints="on",
            lost=PRIVATE,
        )
        table_id = await tables.add(session, table, person.name)
        sitters = [Sitter(-number, "", level) for number, level in enumerate(robots, start=1)]
        await tables.reseat(session, table_id, [Sitter(person.user_id, person.name), *sitters])
        return table_id

    async def started(self, info: TableInfo, person: Person) -> TableInfo:
        """Start the game of a practice table, unless it has begun: the process may have ended in between.

        Raises:
            NoTableHere, GameOver.

        """
        if info.phase != "lobby":
            return info
        return (await self._lobby.start(info.id, replace(person, manages=False))).info

    async def of(self, user_id: int) -> Practised:
        """The practice tables of a person."""
        async with self._unit.reading() as session:
            running = await practice.running(session, user_id)
            over = await practice.over(session, user_id, KEPT)
        return Practised(tuple(map(self._unit.info, running)), tuple(map(self._unit.info, over)))

    async def give_up(self, table_id: int, person: Person) -> TableInfo:
        """End a practice table before its game is over.

        Raises:
            NoTableHere, NotYourPractice, GameOver.

        """
        info = await self._unit.load_info(table_id)
        if not info.private or info.owner_id != person.user_id:
            raise NotYourPractice
        return await self._lobby.abandon(table_id, replace(person, manages=False))


def robots_possible(info: GameInfo) -> range:
    """Against how many robots a game can be played by one person."""
    return range(max(0, info.fewest - 1), info.most)


def usual_robots(info: GameInfo) -> int:
    """Against how many robots a game is played where nothing is said: one, or as many as it takes."""
    possible = robots_possible(info)
    return max(possible.start, min(1, possible.stop - 1))
