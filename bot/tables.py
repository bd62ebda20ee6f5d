"""The Table service: everything that can be done at a table, without Discord. Safe to call at any time, in any order.

    tables = Tables(store)                       # games, clock and keys have defaults
    info = await tables.lobby.create(...)        # opening, seats, options, start, replace, abandon: `bot.lobby`
    live = await tables.game(info.id)            # looking
    played = await tables.answer(...)            # playing

Every call either does all that it says, in one transaction, or raises and has changed nothing: a `TableError` (its
`text` is for the person), or a `RulesError` of the rules, which has such a `text` as well. After a change the outbox
holds what must be posted (`tables.outbox`, kinds and payload in `bot.desk`), and `tables.news` is set to wake whoever
sends it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.lobby import Lobby
from bot.table_data import (
    LANGUAGES,
    PICTURE_SIZES,
    Live,
    Person,
    Played,
    Player,
    Post,
    Preferences,
    TableInfo,
    Told,
    Undoable,
    Undone,
    Waiting,
    mark,
)
from bot.table_errors import (
    AlreadyRunning,
    AlreadySeated,
    BadPreference,
    BotPlayer,
    ChannelTaken,
    DatabaseAway,
    GameOver,
    MayNotInvite,
    NoTableHere,
    NothingToUndo,
    NotOwner,
    NotRunning,
    NotSeated,
    NotYourSeat,
    Stale,
    StillRunning,
    TableError,
    TableFull,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
)
from rules.kernel.game import Game
from rules.registry import GAMES
from storage.outbox import Outbox
from storage.store import Store

__all__ = [
    "LANGUAGES",
    "PICTURE_SIZES",
    "AlreadyRunning",
    "AlreadySeated",
    "BadPreference",
    "BotPlayer",
    "ChannelTaken",
    "DatabaseAway",
    "GameOver",
    "Live",
    "Lobby",
    "MayNotInvite",
    "NoTableHere",
    "NotOwner",
    "NotRunning",
    "NotSeated",
    "NotYourSeat",
    "NothingToUndo",
    "Person",
    "Played",
    "Player",
    "Post",
    "Preferences",
    "Stale",
    "StillRunning",
    "TableError",
    "TableFull",
    "TableInfo",
    "Tables",
    "Told",
    "Undoable",
    "Undone",
    "UnknownGame",
    "UnknownOption",
    "UnknownPlayer",
    "Waiting",
    "mark",
]


class Tables:
    """The tables of one store. One object a process; every table is locked while it changes."""

    lobby: Lobby
    outbox: Outbox
    news: asyncio.Event

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]] = GAMES,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        keys: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        """`clock` tells the time in UTC; `keys` gives a fresh secret of 16 bytes in hexadecimal a game."""

    async def game(self, table_id: int) -> Live:
        """Load a game that has started, as it stands.

        Raises:
            NoTableHere, NotRunning (still in the lobby), UnknownGame, DatabaseAway.

        """
        raise NotImplementedError

    async def events(
        self, table_id: int, seat: int | None, since: int = 0, *, until: int | None = None, taken_back: bool = False
    ) -> list[Told]:
        """Tell what happened after revision `since` (up to `until`), as far as a seat (None: an onlooker) may know.

        With `taken_back`, also what was taken back since.

        Raises:
            NoTableHere, DatabaseAway.

        """
        raise NotImplementedError

    async def waiting_for(self, user_id: int) -> list[Waiting]:
        """Every table on every server that waits for a person, the longest waiting first.

        Raises:
            DatabaseAway.

        """
        raise NotImplementedError

    async def answer(
        self,
        table_id: int,
        user_id: int,
        answers: Sequence[Sequence[str]],
        revision: int | None = None,
        prompt_mark: str | None = None,
    ) -> Played:
        """Answer for the seat of a person: each answer the picks of one prompt, applied in order, all or none.

        A panel gives the `revision` and the `mark` of the prompt that it shows. An older revision is fine as long as
        the seat is still asked the same and has not answered since, so others' answers do not spoil an open panel.
        Without a revision (typed) the answers go to whatever is asked now.

        Raises:
            Stale: the panel is out of date.
            NoTableHere, NotRunning, GameOver, NotSeated, UnknownGame, DatabaseAway.
            NotAsked, IllegalAnswer: of the rules.

        """
        raise NotImplementedError

    async def answer_seat(self, table_id: int, seat: int, answers: Sequence[Sequence[str]], by: str) -> Played:
        """Answer for a seat by something else than its person; `by` (robot, policy) stands in the log.

        Raises:
            UnknownPlayer: there is no such seat. Otherwise as `answer`.

        """
        raise NotImplementedError

    async def undoable(self, table_id: int, user_id: int) -> Undoable | None:
        """Tell what `undo` would take back now: cheap enough to label a button with. None: nothing.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, DatabaseAway.

        """
        raise NotImplementedError

    async def undo(self, table_id: int, user_id: int, *, all_steps: bool = False) -> Undone:
        """Take back a person's last answer, or with `all_steps` all of theirs up to the last barrier.

        Raises:
            NoTableHere, NotRunning, GameOver, NotSeated, NothingToUndo, DatabaseAway.
            RulesError: of the rules; why the last answer stands.

        """
        raise NotImplementedError

    async def export(self, table_id: int) -> bytes:
        """Give the record (`rules.kernel.record.Record`) of a game that is over, as JSON.

        Raises:
            NoTableHere, NotRunning (never started), StillRunning, DatabaseAway.

        """
        raise NotImplementedError

    async def preferences(self, user_id: int) -> Preferences:
        """A person's settings; the defaults where they have set none.

        Raises:
            DatabaseAway.

        """
        raise NotImplementedError

    async def prefer(self, user_id: int, *, language: str | None = None, picture: str | None = None) -> Preferences:
        """Change some of a person's settings.

        Raises:
            BadPreference, DatabaseAway.

        """
        raise NotImplementedError

    async def post(self, table_id: int, kind: str) -> Post | None:
        """Find the message of ours of this kind that belongs to a table, to edit it.

        Raises:
            DatabaseAway.

        """
        raise NotImplementedError

    async def remember_post(self, table_id: int, kind: str, channel_id: int, message_id: int, revision: int) -> None:
        """Keep which message shows a table at which revision; it takes the place of the former one of this kind.

        Raises:
            DatabaseAway.

        """
        raise NotImplementedError
