"""Tells one person something: that it is their turn, that tables wait for them, or a letter (`bot.delivery.letters`).

By direct message or in the channel. Rows of the outbox for one person (`storage.outbox.TO_ONE`) lead here. What is out
of date by the time it would be sent is dropped; what would come at a bad time is put off. Whose direct messages are
closed is mentioned in the channel instead, of turns once a day and table, and not written to again before a day has
passed: Discord blocks an address that runs into too many refusals. So is whose account was deleted, and the owners of
their tables are told. Who wants to be told in a channel that is lost is written to instead. A row that was tried before
is looked for where it would have been said.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta

import discord

from bot.app import App
from bot.connection.traffic import NotNow
from bot.delivery.already_sent import was_sent
from bot.delivery.channel_errors import loss
from bot.delivery.letters.find import find_letter
from bot.delivery.letters.letter import Letter
from bot.delivery.letters.turn import OpenWait, SharedBoards, TurnLetter
from bot.departures import has_left
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.errors import DatabaseAway, OtherRules
from bot.tables.core.messages import ToPerson, Wait, read, waits_of
from bot.tables.preferences import Reach, hours
from bot.tables.queries import Turn
from bot.views import components
from bot.views.localizer import language_of_posts
from rendering.words import language_of
from rules.kernel.text import T
from storage.errors import StoreAway
from storage.outbox import Message

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Discord's codes for a person who takes no messages of ours: not from this server, or no server is shared."""
NOBODY_THERE = frozenset({10013, 50033})
"""Discord's codes for a person whose account was deleted: an unknown user, an invalid recipient."""
OWED = frozenset({"homeless", "deleted", "files"})
"""Kinds of rows that tell the owner of a table what they alone can mend, also who wants no notices."""
OF_TURNS = frozenset({"notice", "reminder"})
"""Kinds of rows that tell whom a game waits for."""
MAX_REFUSED = 1000
REFUSED_WITHIN = timedelta(minutes=10)
"""Maximum number of refusals within this time; with more, nobody is written to for a while."""
UPDATING = timedelta(seconds=5)
"""Pause before a row is tried again whose table another process plays, by newer rules."""


class Notifier:
    """Sends what is for one person."""

    def __init__(self, client: App) -> None:
        self._client = client
        self._refused: deque[datetime] = deque()
        self._boards = SharedBoards(client)

    async def send(self, message: Message) -> None:
        """Send a claimed row of the outbox, and note what has become of it.

        Raises:
            NotNow: Discord is away or limits it; nothing is noted.
            DatabaseAway, StoreAway.

        """
        outbox, now = self._client.tables.outbox, self._client.clock()
        try:
            later = await self._tell(message, now)
        except (NotNow, DatabaseAway, StoreAway):
            raise
        except discord.HTTPException as error:
            log.warning("Message %d could not be sent: %s %s", message.id, error.status, error.code)
            gone = isinstance(error, discord.NotFound)
            await outbox.failed(message.id, now, f"Discord {error.status} {error.code}", final=gone)
        except OtherRules:  # a process that knows them is there
            await outbox.later(message, now + UPDATING)
        except Exception as error:  # one person must not hold up the others
            log.exception("Message %d could not be sent", message.id)
            await outbox.failed(message.id, now, type(error).__name__)
        else:
            if later is None:
                await outbox.sent([message.id], now)
            else:
                await outbox.later(message, later)

    async def _tell(self, message: Message, now: datetime) -> datetime | None:
        """Tell it; gives when to try again where this is no time for it."""
        user_id = read(message, ToPerson).user
        waits = waits_of(message) if message.kind in OF_TURNS else []
        reach, turns = await self._client.tables.queries.notice(
            user_id,
            [(one.table, one.seat) for one in waits],
            lambda reach: not _unwanted(message, reach.preferences) and _free(reach.preferences, now) <= now,
        )
        preferences = reach.preferences
        if _unwanted(message, preferences):
            return None
        free = _free(preferences, now)
        if free > now:
            return free
        if message.kind in OF_TURNS:
            letter = self._turn_letter(message, user_id, waits, turns)
        else:
            letter = await find_letter(self._client, message)
        if letter is None:
            return None
        in_channel = preferences.notices == "channel" and letter.places
        if in_channel and all([await self._mention(message, letter, info, user_id) for info in letter.places]):
            return None
        if reach.closed:
            await self._mention_instead(message, letter, user_id)
            return None
        if self._too_many_refusals(now):
            return now + REFUSED_WITHIN
        await self._write_or_mention(message, letter, user_id, reach)
        return None

    async def _write_or_mention(self, message: Message, letter: Letter, user_id: int, reach: Reach) -> None:
        """Write to a person; where that cannot be, mention them, and note so."""
        try:
            await self._write(message, letter, user_id, reach.preferences)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden):
                self._refused.append(self._client.clock())
            if error.code not in CLOSED | NOBODY_THERE:
                raise
            await self._client.tables.people.note_closed(user_id, closed=True)
            if error.code in NOBODY_THERE:
                await self._warn_owners(letter, user_id)
            await self._mention_instead(message, letter, user_id)
        else:
            if reach.closed_at is not None:
                await self._client.tables.people.note_closed(user_id, closed=False)

    async def _warn_owners(self, letter: Letter, user_id: int) -> None:
        """Tell the owners of the tables that a letter is about that nobody is behind a seat any more."""
        for info in {one.id: one for one in [letter.about, *letter.places]}.values():
            if info.seat_of(user_id) is not None:
                await self._client.tables.channels.warn_owner(info.id, "deleted", user_id)

    def _too_many_refusals(self, now: datetime) -> bool:
        while self._refused and not timedelta() <= now - self._refused[0] <= REFUSED_WITHIN:
            self._refused.popleft()
        return len(self._refused) >= MAX_REFUSED

    def _turn_letter(
        self, message: Message, user_id: int, waits: Sequence[Wait], turns: Sequence[Turn | None]
    ) -> Letter | None:
        """Tell of those waits that last; None where none does."""
        found: list[OpenWait] = []
        for one, turn in zip(waits, turns, strict=True):
            if turn is None:
                continue
            live, log_ = turn
            player = live.info.players[one.seat]
            same = player.since is not None and player.since == datetime.fromisoformat(one.since)
            if one.seat in live.waiting and player.user_id == user_id and same:
                found.append(OpenWait(live, one.seat, log_))
        return TurnLetter(self._client, self._boards, message, found) if found else None

    async def _write(self, message: Message, letter: Letter, user_id: int, preferences: Preferences) -> None:
        """Write to a person, unless somebody has who ended before it could be noted."""
        call = self._client.traffic.call
        channel = await call(lambda: self._client.create_dm(discord.Object(user_id)))
        if message.tried and await was_sent(self._client, channel, message):
            return
        layout, drawn = await letter.written(await self._language(letter.about, preferences), preferences)
        await call(
            lambda: channel.send(
                view=layout,
                files=components.files(drawn),
                nonce=message.nonce,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )

    async def _language(self, info: TableInfo, preferences: Preferences) -> str:
        """As the person has set, else as their Discord spoke last, else as the table's posts."""
        if preferences.language != "auto":
            return preferences.language
        if preferences.locale:
            return language_of(preferences.locale)
        return await self._language_there(info)

    async def _language_there(self, info: TableInfo) -> str:
        channel = await self._client.tables.preferences(info.channel_id)
        return language_of_posts(channel, await self._client.servers.find(info.guild_id))

    async def _mention_instead(self, message: Message, letter: Letter, user_id: int) -> None:
        """Mention a person at their tables, because they cannot be written to; as a rule once a day and table."""
        people = self._client.tables.people
        for info in letter.places:
            if await has_left(self._client, info, user_id) and message.kind == "ballot":
                continue  # no vote waits for them any more; whom a game waits for, the table shall see
            if info.lost or (letter.daily and not await people.may_mention(user_id, info.id, message.id)):
                continue
            try:
                said = await self._mention(message, letter, info, user_id, closed=True)
            except (discord.HTTPException, NotNow):
                if letter.daily:
                    await people.give_back_mention(user_id, info.id)
                raise
            if letter.daily and not said:
                await people.give_back_mention(user_id, info.id)

    async def _mention(
        self, message: Message, letter: Letter, info: TableInfo, user_id: int, *, closed: bool = False
    ) -> bool:
        """Mention a person in their table's channel; False where that channel is lost."""
        if info.lost:
            return False
        localizer = self._client.localizer(await self._language_there(info), info)
        more = "-# " + localizer.post(HOW_TO_OPEN) if closed else ""
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        try:
            if not (message.tried and await was_sent(self._client, channel, message)):
                view = letter.mention(info, localizer, user_id, more)
                mentions = discord.AllowedMentions(
                    everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
                )
                nonce = f"{message.nonce[:18]}{info.id % 10**7:07}"
                await self._client.traffic.call(lambda: channel.send(view=view, nonce=nonce, allowed_mentions=mentions))
        except discord.HTTPException as error:
            lost = loss(error)
            if not lost:
                raise
            await self._client.tables.channels.lose(info.id, lost)
            return False
        return True


HOW_TO_OPEN = T(
    "I cannot write to you directly. To open that: right-click this server’s icon (on a phone: hold it), choose Privacy"
    " Settings and allow direct messages. Or choose with /me to be told here."
)


def _unwanted(message: Message, preferences: Preferences) -> bool:
    """Whether a person has chosen by now not to be told of it."""
    silent = preferences.notices == "none" and message.kind not in OWED
    return silent or (message.kind == "reminder" and preferences.muted)


def _free(preferences: Preferences, now: datetime) -> datetime:
    """From when on a person may be disturbed."""
    return hours(preferences).next_allowed(now)
