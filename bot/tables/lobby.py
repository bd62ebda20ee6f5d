"""Before, around and after a game: opening a table, seats, invitations, options, start, handing over, ending."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import seats
from bot.tables.channels import UNMADE
from bot.tables.core import automatic, waits
from bot.tables.core.data import Live, Person, TableInfo
from bot.tables.core.errors import (
    AlreadyInvited,
    AlreadyRunning,
    AlreadySeated,
    BotPlayer,
    ChannelTaken,
    GameOver,
    HasDeclined,
    InvitationOver,
    MayNotInvite,
    NoTableHere,
    NotInvited,
    NotOwner,
    NotSeated,
    NotYourSeat,
    PlayedOn,
    SetupFixed,
    TableFull,
    UnknownOption,
    UnknownPlayer,
)
from bot.tables.core.events import encode_events
from bot.tables.core.unit_of_work import UnitOfWork, check_running
from bot.tables.guilds import check_may_open, furnish, settings_of
from bot.tables.invitations import tell_guest, tell_guests
from bot.tables.robots import people_of, without_a_robot
from bot.tables.rooms import RoomWanted, no_channel, put_opening, speak_as_set
from bot.tables.terms import NEW, Terms
from rules.kernel.game import Game, Outcome
from rules.kernel.rng import Rng
from rules.kernel.text import T
from storage import log, tables
from storage.errors import Conflict
from storage.schema import GameTable, LogRow
from storage.tables import Sitter, Stored


class Lobby:
    """Everything about a table but its play. Each change raises the table's revision and fills the outbox."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def create(  # noqa: PLR0917
        self,
        guild_id: int,
        channel_id: int,
        creator: Person,
        game: str,
        options: Mapping[str, str] | None = None,
        room: RoomWanted | None = None,
        *,
        why_here: str = "",
        terms: Terms = NEW,
    ) -> TableInfo:
        """Open a table with the defaults of its server; its creator owns it and has the first seat.

        It opens in the channel, or in a `room` of its own, which the outbox makes; `why_here` says why it has none
        (`bot.tables.rooms.WHY_HERE`). `terms`: like an earlier one.

        Raises:
            ChannelTaken, MayNotOpen, UnknownGame, UnknownOption, BotPlayer, DatabaseAway.
            PlayedOn: the table that it would follow is followed already.

        """
        _no_bot(creator)
        rules = self._unit.game(game)
        for option, value in (options or {}).items():
            _known(rules, option, value)
        table = GameTable(
            guild_id=guild_id,
            channel_id=channel_id,
            owner_id=creator.user_id,
            game=game,
            options=dict(options or {}),
            revision=1,
            created_at=self._unit.clock(),
            why_here=why_here,
        )
        for attempt in range(2):  # the very first tables of a server may get in each other's way
            try:
                async with self._unit.writing() as session:
                    check_may_open(await settings_of(session, guild_id), creator)
                    table_id = await self.open_in(session, table, creator.name, terms, room)
                break
            except Conflict:
                if attempt:
                    raise ChannelTaken from None
        return await self.info(table_id)

    async def open_in(
        self, session: AsyncSession, table: GameTable, owner_name: str, terms: Terms, room: RoomWanted | None = None
    ) -> int:
        """Open a table in the transaction of whatever opens it, and return its number.

        It begins as its server has it, then as its terms do; what the server forbids stays forbidden.

        Raises:
            PlayedOn, ChannelTaken.
            Conflict: of the store, where another process opens one at the same instant.

        """
        here = table.channel_id
        taken = room is None and await tables.of_channel(session, here) is not None
        if terms.follows is not None:  # looked up last: what another process has just opened here may be this one
            successor = await tables.successor(session, terms.follows)
            if successor is not None:
                raise PlayedOn(successor)
        if taken:
            raise ChannelTaken
        settings = await settings_of(session, table.guild_id)
        new = GameTable(**table.model_dump())
        furnish(new, settings)
        for column, value in terms.columns.items():
            setattr(new, column, value)
        if settings.hints == "off":
            new.hints = "off"
        if room is not None:
            new.channel_id, new.lost = no_channel(), UNMADE
        table_id = await tables.add(session, new, owner_name)
        if terms.robots and settings.robots == "on":
            await tables.reseat(session, table_id, [Sitter(table.owner_id, owner_name), *terms.robots])
        now = self._unit.clock()
        for guest in terms.guests:
            await tables.invite(session, table_id, guest, table.owner_id, now)
        if room is None:
            await tell_guests(session, table_id, now)
            await speak_as_set(session, settings, here)
            await self._unit.post(session, await self._unit.find(session, table_id), "table", 1)
        else:  # its guests are told once it has a channel
            await put_opening(session, table_id, room, here, now)
        return table_id

    async def _invite(self, session: AsyncSession, stored: Stored, guest: int, by: int) -> None:
        """Note an invitation, and have the guest told, once the table has a channel."""
        now = self._unit.clock()
        await tables.invite(session, stored.id, guest, by, now)
        if stored.table.lost != UNMADE:
            await tell_guest(session, stored.id, guest, by, now)

    async def join(self, table_id: int, person: Person) -> TableInfo:
        """Take a seat in the lobby; a full one loses a robot for that.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, AlreadySeated, TableFull, BotPlayer, DatabaseAway.

        """
        _no_bot(person)

        async def work(session: AsyncSession, stored: Stored) -> None:
            self._room_for(stored, person)
            await self._advance(session, stored)
            people = people_of(stored)
            if self._full(stored):
                people = without_a_robot(people)
            await tables.reseat(session, stored.id, [*people, Sitter(person.user_id, person.name)])
            await tables.uninvite(session, stored.id, person.user_id)

        return await self._change(table_id, work)

    async def leave(self, table_id: int, person: Person) -> TableInfo:
        """Leave the lobby. The table goes to the next person; one without persons is closed (phase abandoned).

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotSeated, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            _in_lobby(stored)
            people = [one for one in people_of(stored) if one.user_id != person.user_id]
            if len(people) == len(stored.seats):
                raise NotSeated
            changes: dict[str, Any] = {}
            persons = [one.user_id for one in people if one.user_id > 0]
            if not persons:
                changes = {"phase": "abandoned", "ended_at": self._unit.clock()}
            elif stored.table.owner_id == person.user_id:
                changes = {"owner_id": persons[0]}
            await self._advance(session, stored, **changes)
            await tables.reseat(session, stored.id, people)

        return await self._change(table_id, work)

    async def invite(self, table_id: int, person: Person, guest: Person) -> TableInfo:
        """Record an invitation; the guest then joins by a button (`join`).

        Raises:
            NoTableHere, AlreadyRunning, GameOver, MayNotInvite, AlreadySeated, AlreadyInvited, HasDeclined, TableFull,
            BotPlayer, DatabaseAway.

        """
        _no_bot(guest)

        async def work(session: AsyncSession, stored: Stored) -> None:
            if not (self._unit.info(stored).manages(person) or _seat_of(stored, person.user_id) is not None):
                raise MayNotInvite
            self._room_for(stored, guest)
            if guest.user_id in stored.invited:
                raise AlreadyInvited(guest.name)
            if guest.user_id in stored.declined:
                raise HasDeclined(guest.name)
            await self._advance(session, stored)
            await self._invite(session, stored, guest.user_id, person.user_id)

        return await self._change(table_id, work)

    async def decline(self, table_id: int, person: Person) -> TableInfo:
        """Decline an invitation, which the lobby shows to whoever looks; the person may still `join`. Idempotent.

        Raises:
            NoTableHere, InvitationOver, NotInvited, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.phase != "lobby":
                raise InvitationOver
            if person.user_id in stored.declined:
                return
            if person.user_id not in stored.invited:
                raise NotInvited
            await self._advance(session, stored)
            await tables.decline(session, stored.id, person.user_id)

        return await self._change(table_id, work)

    async def configure(self, table_id: int, person: Person, option: str, value: str) -> TableInfo:
        """Choose a value of an option of the game, in the lobby.

        Raises:
            NoTableHere, SetupFixed, GameOver, NotOwner, UnknownOption, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.phase == "running":
                raise SetupFixed
            _in_lobby(stored)
            self._managed_by(stored, person)
            _known(self._unit.game(stored.table.game), option, value)
            await self._advance(session, stored, options={**stored.table.options, option: value})

        return await self._change(table_id, work)

    async def start(self, table_id: int, person: Person) -> Live:
        """Assign the seats, at random or as the table's `seating` says, and start the game.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotOwner, DatabaseAway.
            BadSetup: of the rules; the options do not go with this number of players.

        """
        unit = self._unit
        key = unit.keys()

        async def once() -> Live:
            async with unit.reading() as session:
                stored = await unit.find(session, table_id)
                automation = await automatic.load(unit, session, stored)
            _in_lobby(stored)
            self._managed_by(stored, person)
            game = unit.game(stored.table.game)
            options = game.check_setup(stored.table.options, len(stored.seats))
            setup = await asyncio.to_thread(_set_up, game, options, stored, key, automation)
            async with unit.writing() as session:
                await self._begin(session, stored, setup)
                after = await unit.find(session, table_id)
            return await asyncio.to_thread(unit.live, after, game, setup.automatic_run.encoded)

        return await unit.locked(table_id, once)

    async def _begin(self, session: AsyncSession, stored: Stored, setup: _Setup) -> None:
        now = self._unit.clock()
        revision = await tables.advance(
            session,
            stored.id,
            stored.table.revision,
            phase="running",
            key=setup.key,
            options=setup.options,
            rules_version=setup.rules_version,
            started_at=now,
        )
        automatic_run = setup.automatic_run
        row = LogRow(table_id=stored.id, sequence=0, revision=revision, at=now, kind="start", barrier=True)
        row.events = encode_events(setup.outcome.events)
        await automatic.write(session, stored, revision, now, automatic_run, rows=[row])
        await log.put_snapshot(session, stored.id, revision, automatic_run.encoded)
        await tables.reseat(session, stored.id, setup.people)
        seated = await self._unit.find(session, stored.id)
        mention = await waits.note(
            self._unit, session, seated, revision, automatic_run.waiting, newly_asked=automatic_run.waiting
        )
        await self._unit.post(session, stored, "start", revision, newly_asked=automatic_run.waiting, mention=mention)
        if any(one.away_robot for one in seated.preferences.values()):
            await tables.robots_now(session, [seat.user_id for seat in seated.seats], now)

    async def seek(self, table_id: int, person: Person, channel_id: int | None) -> TableInfo:
        """Look for players in a channel of the server, or (None) no more. The owner of a lobby or a manager may.

        Raises:
            NoTableHere, AlreadyRunning, GameOver, NotOwner, TableFull, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            _in_lobby(stored)
            self._managed_by(stored, person)
            if channel_id is not None and self._full(stored) and all(seat.user_id > 0 for seat in stored.seats):
                raise TableFull
            await self._advance(session, stored, sought_in=channel_id)

        return await self._change(table_id, work)

    async def replace(self, table_id: int, person: Person, seat: int, successor: Person) -> TableInfo:
        """Hand a seat of a running game to somebody else. The person in the seat, the owner or a manager may.

        Raises:
            NoTableHere, NotRunning, GameOver, UnknownPlayer (no such seat), NotYourSeat, AlreadySeated, BotPlayer,
            DatabaseAway.

        """
        _no_bot(successor)

        async def work(session: AsyncSession, stored: Stored) -> None:
            check_running(stored)
            if not 0 <= seat < len(stored.seats):
                raise UnknownPlayer
            if not (stored.seats[seat].user_id == person.user_id or self._unit.info(stored).manages(person)):
                raise NotYourSeat
            if _seat_of(stored, successor.user_id) is not None:
                raise AlreadySeated(successor.name)
            await seats.hand_over(self._unit, session, stored, seats.taken_over(seat), to=successor, by=person)

        return await self._change(table_id, work)

    async def abandon(self, table_id: int, person: Person) -> TableInfo:
        """End a table for good, in the lobby or running; the channel is free again. Ask for a confirmation first.

        Raises:
            NoTableHere, GameOver, NotOwner, DatabaseAway.

        """

        async def work(session: AsyncSession, stored: Stored) -> None:
            if stored.table.phase not in {"lobby", "running"}:
                raise GameOver
            self._managed_by(stored, person)
            text = T("The table was ended before its game was over.")
            await waits.end_early(self._unit, session, stored, text, person.user_id)

        return await self._change(table_id, work)

    async def info(self, table_id: int) -> TableInfo:
        """Load a table: who sits where, who must act and since when.

        Raises:
            NoTableHere, DatabaseAway.

        """
        return await self._unit.load_info(table_id)

    async def of_channel(self, channel_id: int, *, ended: bool = False) -> TableInfo:
        """The live table of a channel or, with `ended` and where none is live, the last one that was played there.

        Raises:
            NoTableHere, DatabaseAway.

        """
        async with self._unit.reading() as session:
            stored = await tables.of_channel(session, channel_id, ended=ended)
        if stored is None:
            raise NoTableHere
        return self._unit.info(stored)

    async def played(self, channel_id: int, most: int = 25) -> list[TableInfo]:
        """List the games that were started in a channel: the running one, then those that are over, the last first.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return [self._unit.info(stored) for stored in await tables.played_in(session, channel_id, most)]

    async def of_guild(self, guild_id: int) -> list[TableInfo]:
        """List the live tables of a server, the oldest first.

        Raises:
            DatabaseAway.

        """
        async with self._unit.reading() as session:
            return [self._unit.info(stored) for stored in await tables.of_guild(session, guild_id)]

    async def rename(self, guild_id: int, user_id: int, name: str) -> None:
        """Store a person's new display name for all their tables on a server."""
        async with self._unit.writing(aside=True) as session:
            await tables.rename(session, guild_id, user_id, name)

    async def _change(self, table_id: int, work: Any) -> TableInfo:
        await self._unit.change(table_id, work)
        return await self.info(table_id)

    async def _advance(self, session: AsyncSession, stored: Stored, **changes: Any) -> None:
        revision = await tables.advance(session, stored.id, stored.table.revision, **changes)
        await self._unit.post(session, stored, "table", revision)

    def _managed_by(self, stored: Stored, person: Person) -> None:
        if not self._unit.info(stored).manages(person):
            raise NotOwner

    def _room_for(self, stored: Stored, person: Person) -> None:
        _in_lobby(stored)
        if _seat_of(stored, person.user_id) is not None:
            raise AlreadySeated(person.name)
        if self._full(stored) and all(seat.user_id > 0 for seat in stored.seats):
            raise TableFull

    def _full(self, stored: Stored) -> bool:
        return len(stored.seats) >= self._unit.game(stored.table.game).info.most


def _no_bot(person: Person) -> None:
    if person.is_bot:
        raise BotPlayer(person.name)


def _in_lobby(stored: Stored) -> None:
    if stored.table.phase == "running":
        raise AlreadyRunning
    if stored.table.phase != "lobby":
        raise GameOver


def _known(game: Game[Any, Any], option: str, value: str) -> None:
    choices = {one.key: {choice.value for choice in one.choices} for one in game.info.options}
    if value not in choices.get(option, ()):
        raise UnknownOption(option, value)


def _seat_of(stored: Stored, user_id: int) -> int | None:
    return next((seat.number for seat in stored.seats if seat.user_id == user_id), None)


def _turned(key: str, people: list[Sitter], order: Sequence[int]) -> list[Sitter]:
    """Seat people in a given order; newcomers by lot in the places of those who are not there, then behind them."""
    there = {one.user_id: one for one in people}
    newcomers = _seating(key, [one for one in people if one.user_id not in order])
    seated: list[Sitter] = []
    for user_id in order:
        if user_id in there:
            seated.append(there[user_id])
        elif newcomers:
            seated.append(newcomers.pop(0))
    return seated + newcomers


def _seating(key: str, people: list[Sitter]) -> list[Sitter]:
    """Shuffle people by a separate random stream: the game's begins at its setup, whoever sits where."""
    own = blake2b(b"seats", key=bytes.fromhex(key), digest_size=16).hexdigest()
    return Rng(own).shuffle(people, "table.seats")


@dataclass(frozen=True)
class _Setup:
    """A game that has been set up and is not stored yet."""

    people: list[Sitter]
    options: dict[str, str]
    rules_version: int
    key: str = field(repr=False)
    outcome: Outcome = field(repr=False)
    automatic_run: automatic.AutomaticRun = field(repr=False)


def _set_up(
    game: Game[Any, Any], options: dict[str, str], stored: Stored, key: str, automation: automatic.Automation
) -> _Setup:
    """Assign the seats, set the game up, and give the first automatic answers: pure computation."""
    people = people_of(stored)
    order = stored.table.seating
    seated = _turned(key, people, order) if order else _seating(key, people)
    before = {one.user_id: at for at, one in enumerate(people)}
    moved = replace(automation, seats={seat: automation.seats[before[one.user_id]] for seat, one in enumerate(seated)})
    position, outcome = game.setup(options, len(people), Rng(key))
    return _Setup(
        people=seated,
        options=options,
        rules_version=game.info.rules_version,
        key=key,
        outcome=outcome,
        automatic_run=automatic.answer_automatically(game, position, moved).in_one(),
    )
