"""Delivers messages to one person (`bot.delivery.letters`), as direct messages or mentions in a channel.

It handles the outbox rows of `storage.outbox.TO_ONE`. Out-of-date messages are dropped; those during quiet hours and
vacations are put off. A person with closed direct messages is mentioned in the channel instead (of turns once a day and
table), and gets no direct message for a day: Discord blocks an address after too many refusals. The same holds for a
deleted account, and the owners of its tables are warned. Mentions in a lost channel become direct messages. A row that
was tried before is looked up in its channel first (`bot.delivery.already_sent`).

What is due for one person at once, as at the end of quiet hours or of a vacation, is one direct message
(`bot.delivery.letters.digest`); what comes within a minute after one waits for the end of that minute. A mention in a
channel tells of its table alone.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

import discord

from bot.app import App
from bot.connection.traffic import NotNow
from bot.delivery.already_sent import was_sent
from bot.delivery.channel_errors import loss
from bot.delivery.letters.digest import Digest, tables_of
from bot.delivery.letters.find import find_letter
from bot.delivery.letters.followed import FollowedLetter
from bot.delivery.letters.letter import Letter, View, Written, in_words
from bot.delivery.letters.next import find_next
from bot.delivery.letters.turn import OpenWait, TurnLetter
from bot.departures import has_left
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.errors import DatabaseAway, NoTableHere, OtherRules
from bot.tables.core.messages import (
    NextNotice,
    SeatOffered,
    ToPerson,
    VoteRequest,
    Wait,
    WaitsReminder,
    read,
    waits_of,
)
from bot.tables.core.ways import DAILY, RUNS_OUT, way_everywhere
from bot.tables.preferences import Reach, asks_for_hours, hours
from bot.tables.queries import Turn
from bot.views import components
from bot.views.components import NOBODY
from bot.views.hours_question import add_question, fits, question
from bot.views.localizer import Localizer, language_of_posts
from rendering.words import language_of
from rules.kernel.text import T
from storage.errors import StoreAway
from storage.outbox import Message

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Discord's codes for closed direct messages: not from this server, or no mutual server."""
ACCOUNT_DELETED = frozenset({10013, 50033})
"""Discord's codes for a deleted account: unknown user, invalid recipient."""
ALWAYS_SENT = frozenset({"homeless", "deleted", "files", "paused"})
"""Kinds of rows that are sent even to persons who want no notices: only they can fix it."""
IN_PERSON = frozenset({"followed", "result"})
"""Kinds of rows for those alone who want direct messages: what they want at a table is kept no more once it is over."""
OF_TURNS = frozenset({"notice", "reminder"})
"""Kinds of rows about open prompts."""
JOINED = frozenset({"notice", "reminder", "ballot", "dropped"})
"""Kinds of rows that are one message where they are due for one person within the same minute."""
MINUTE = timedelta(minutes=1)
MAX_REFUSED = 1000
REFUSED_WITHIN = timedelta(minutes=10)
"""Maximum number of refusals within this time; with more, direct messages pause."""
UPDATING = timedelta(seconds=5)
"""Pause before a retry of a row whose table has newer rules than this process."""


Due = tuple[Message, Letter]
"""A row that is to be sent now, and what it says."""
Result = TypeVar("Result")


class Notifier:
    """Delivers messages to one person."""

    def __init__(self, client: App) -> None:
        self._client = client
        self._refused: deque[datetime] = deque()
        self._boards = client.boards
        self._written: dict[int, tuple[datetime, set[int]]] = {}
        """When people were last written to, and about which tables; of the last minute."""

    async def send(self, messages: Sequence[Message]) -> None:
        """Send claimed outbox rows of one person, as one direct message where that is possible; store the result.

        Raises:
            NotNow: an outage or a rate limit; nothing is stored of what was not sent.
            DatabaseAway, StoreAway.

        """
        outbox, now = self._client.tables.outbox, self._client.clock()
        user_id = read(messages[0], ToPerson).user
        due: list[Due] = []
        seen: set[tuple[int, int | str]] = set()
        reaches: dict[int, Reach] = {}
        for message in messages:
            found = await self._storing([message], self._look(message, user_id, now, seen))
            if found is None:
                continue
            reaches[message.id], meant = found
            if meant is None:
                await outbox.sent([message.id], now)
            elif isinstance(meant, datetime):
                await outbox.later(message, meant)
            else:
                due.append((message, meant))
        joined = sorted((one for one in due if _joins(one[0], reaches[one[0].id])), key=_place_in_digest)
        for one in due:
            if one in joined and one is not joined[0]:
                continue
            group = joined if one in joined else [one]
            reach = reaches[one[0].id]
            await self._storing([message for message, _ in group], self._deliver(group, user_id, reach, now))

    async def _storing(self, messages: Sequence[Message], work: Awaitable[Result]) -> Result | None:
        """Do what sends rows; if that fails, store so, and return None."""
        outbox, now = self._client.tables.outbox, self._client.clock()
        ids = [message.id for message in messages]
        try:
            return await work
        except (NotNow, DatabaseAway, StoreAway):
            raise
        except discord.HTTPException as error:
            log.warning("Messages %s could not be sent: %s %s", ids, error.status, error.code)
            gone = isinstance(error, discord.NotFound)
            for id in ids:
                await outbox.failed(id, now, f"Discord {error.status} {error.code}", final=gone)
        except OtherRules:  # a process with newer rules is running
            for message in messages:
                await outbox.later(message, now + UPDATING)
        except Exception as error:  # must not affect other persons
            log.exception("Messages %s could not be sent", ids)
            for id in ids:
                await outbox.failed(id, now, type(error).__name__)
        return None

    async def _look(
        self, message: Message, user_id: int, now: datetime, seen: set[tuple[int, int | str]]
    ) -> tuple[Reach, Letter | datetime | None]:
        """Find what a row says; None if it is not wanted (any more), a time if it is to be sent then.

        How the person can be reached has how they are told of what the row is about as its `notices`. Waits in `seen`,
        by table and seat, and votes, offers and news, by table and what they are about, are told by rows before; those
        of this one are added.
        """
        waits = waits_of(message) if message.kind in OF_TURNS else []
        looked = [(one.table, one.seat) for one in waits]
        if message.kind == "next":
            looked = [(message.table_id, read(message, NextNotice).seat)]
        reach, turns = await self._client.tables.queries.notice(
            user_id,
            looked,
            lambda reach: not _unwanted(message, reach.preferences) and _next_allowed(reach.preferences, now) <= now,
        )
        preferences = reach.preferences
        if _unwanted(message, preferences):
            return reach, None
        free = _next_allowed(preferences, now)
        if free > now:
            return reach, free
        if message.kind == "next":
            return _by(reach, "dm"), await find_next(self._client, message, user_id, turns[0])
        if message.kind not in OF_TURNS:
            reach = _by(reach, await self._way(message, user_id, preferences))
            if reach.preferences.notices == "none":
                return reach, None
            about = _told_once(message)
            if about is None:
                return reach, await find_letter(self._client, message)
            letter = None if (message.table_id, about) in seen else await find_letter(self._client, message)
            if letter is not None or message.kind == "ballot":
                seen.add((message.table_id, about))
            return reach, letter
        wanted = [turn if turn is not None and _tells(message, turn, user_id, now) else None for turn in turns]
        ways = [turn[2].way for turn in wanted if turn is not None]
        if message.kind == "notice" or not _is_daily(message):
            reach = _by(reach, ways[0] if ways else "none")
        return reach, self._turn_letter(message, user_id, waits, wanted, seen)

    async def _way(self, message: Message, user_id: int, preferences: Preferences) -> str:
        """How a person is told of what a row says that is about no turn."""
        if message.kind in IN_PERSON:
            return "dm"
        if message.kind in ALWAYS_SENT:
            return "channel" if preferences.notices == "channel" else "dm"
        try:
            return await self._client.tables.queries.way_at(message.table_id, user_id)
        except NoTableHere:
            return way_everywhere(preferences)

    async def _deliver(self, due: Sequence[Due], user_id: int, reach: Reach, now: datetime) -> None:
        """Send rows, several of them as one direct message, and store that they were sent."""
        outbox = self._client.tables.outbox
        first, letter = due[0]
        ids = [message.id for message, _ in due]
        in_channel = reach.preferences.notices == "channel" and letter.places
        if in_channel and all([await self._mention(first, letter, info, user_id) for info in letter.places]):
            await outbox.sent(ids, now)
            return
        if reach.closed:
            await self._mention_instead(first, letter, user_id)
            await outbox.sent(ids, now)
            return
        later = now + REFUSED_WITHIN if self._too_many_refusals(now) else self._held_until(user_id, due, now)
        if later is not None:
            for message, _ in due:
                # That a person was told that they are next is noted already: then it is told as one that was tried is.
                await outbox.later(replace(message, tried=message.tried or message.kind == "next"), later)
            return
        left = await self._write_or_mention(due, user_id, reach)
        if isinstance(letter, FollowedLetter):
            await letter.note_sent()
        await outbox.sent([id for id in ids if id not in {message.id for message in left}], now)
        for message in left:
            await outbox.later(message, now + MINUTE)

    def _held_until(self, user_id: int, due: Sequence[Due], now: datetime) -> datetime | None:
        """Until when rows wait, as their person was written to within this minute; None: they do not.

        Whoever is told of another turn at the same table has answered there meanwhile, and is told at once.
        """
        self._written = {one: told for one, told in self._written.items() if timedelta() <= now - told[0] < MINUTE}
        if user_id not in self._written or any(message.kind not in JOINED for message, _ in due):
            return None
        at, tables = self._written[user_id]
        goes_on = all(message.kind == "notice" and message.table_id in tables for message, _ in due)
        return None if goes_on else at + MINUTE

    async def _write_or_mention(self, due: Sequence[Due], user_id: int, reach: Reach) -> Sequence[Message]:
        """Send a direct message; if that is refused, note so and mention the person. Returns what found no room."""
        try:
            left = await self._write(due, user_id, reach.preferences)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden):
                self._refused.append(self._client.clock())
            if error.code not in CLOSED | ACCOUNT_DELETED:
                raise
            await self._client.tables.people.note_closed(user_id, closed=True)
            for message, letter in due:
                if error.code in ACCOUNT_DELETED:
                    await self._warn_owners(letter, user_id)
                await self._mention_instead(message, letter, user_id)
            return ()
        if reach.closed_at is not None:
            await self._client.tables.people.note_closed(user_id, closed=False)
        if any(message.kind in JOINED for message, _ in due):
            self._written[user_id] = self._client.clock(), tables_of([letter for _, letter in due])
        return left

    async def _warn_owners(self, letter: Letter, user_id: int) -> None:
        """Warn the owners of the letter's tables that an account was deleted."""
        for info in {one.id: one for one in [letter.about, *letter.places]}.values():
            if info.seat_of(user_id) is not None:
                await self._client.tables.channels.warn_owner(info.id, "deleted", user_id)

    def _too_many_refusals(self, now: datetime) -> bool:
        while self._refused and not timedelta() <= now - self._refused[0] <= REFUSED_WITHIN:
            self._refused.popleft()
        return len(self._refused) >= MAX_REFUSED

    def _turn_letter(
        self,
        message: Message,
        user_id: int,
        waits: Sequence[Wait],
        turns: Sequence[Turn | None],
        seen: set[tuple[int, int | str]],
    ) -> Letter | None:
        """Make the letter about those waits that last, and are not told by a row before; None if none is left."""
        found: list[OpenWait] = []
        for one, turn in zip(waits, turns, strict=True):
            if turn is None or (one.table, one.seat) in seen:
                continue
            live, log_, told = turn
            player = live.info.players[one.seat]
            same = player.since is not None and player.since == datetime.fromisoformat(one.since)
            if one.seat in live.waiting and player.user_id == user_id and same:
                found.append(OpenWait(live, one.seat, log_, told.wish))
                seen.add((one.table, one.seat))
        return TurnLetter(self._client, self._boards, message, found) if found else None

    async def _write(self, due: Sequence[Due], user_id: int, preferences: Preferences) -> Sequence[Message]:
        """Send a direct message, without what a process has sent before it crashed; returns what found no room."""
        call = self._client.traffic.call
        if len(due) > 1:
            await self._client.tables.outbox.tie([message.id for message, _ in due], due[0][0].nonce)
        channel = await call(lambda: self._client.create_dm(discord.Object(user_id)))
        asks = _asks(due, preferences)
        due = [one for one in due if not (one[0].tried and await was_sent(self._client, channel, one[0]))]
        if not due:
            if asks:  # in what was sent
                await self._client.tables.people.note_asked(user_id)
            return ()
        nonce = due[0][0].nonce
        left: list[Message] = []
        letter = due[0][1]
        language = await self._language(letter.about, preferences)
        if len(due) > 1:
            written, left = await self._digest(due, language)
        else:
            written = await letter.written(language, preferences)
        view, drawing, late = written.view, written.drawing, self._client.late_pictures
        asks = asks and fits(view(None))
        if asks:
            view = self._asking(view, Localizer(language), preferences)
        drawn = None if drawing is None else await drawing.within(late.patience.letter)
        if left or due[0][0].tried:
            told = [message.id for message, _ in due if message not in left]
            await self._client.tables.outbox.untie(user_id, nonce, told)
        sent = await call(
            lambda: channel.send(
                view=view(drawn),
                files=components.files(drawn),
                nonce=nonce,
                allowed_mentions=NOBODY,
                silent=written.silent,
            )
        )
        if asks:
            await self._client.tables.people.note_asked(user_id)
        if drawing is not None and drawn is None:
            late.put_in(
                sent.id,
                drawing,
                lambda drawn: call(
                    lambda: sent.edit(view=view(drawn), attachments=components.files(drawn), allowed_mentions=NOBODY)
                ),
            )
        return left

    def _asking(self, view: View, localizer: Localizer, preferences: Preferences) -> View:
        """Put the question for a person's hours below a message, which is asked once."""
        now = self._client.clock()
        return lambda drawn: add_question(view(drawn), question(localizer, preferences.locale, now))

    async def _digest(self, due: Sequence[Due], language: str) -> tuple[Written, list[Message]]:
        """Write one message of several rows; returns those that found no room in it, too."""
        digest = Digest()
        left: list[Message] = []
        for message, letter in due:
            if left or not digest.add(letter, await letter.items(language, len(digest.items) + 1)):
                left.append(message)
        return in_words(digest.view(Localizer(language, (), self._client.mentions))), left

    async def _language(self, info: TableInfo, preferences: Preferences) -> str:
        """The person's setting, else the last locale of their Discord, else the language of the table's posts."""
        if preferences.language != "auto":
            return preferences.language
        if preferences.locale:
            return language_of(preferences.locale)
        return await self._language_there(info)

    async def _language_there(self, info: TableInfo) -> str:
        channel = await self._client.tables.preferences(info.channel_id)
        return language_of_posts(channel, await self._client.servers.find(info.guild_id))

    async def _mention_instead(self, message: Message, letter: Letter, user_id: int) -> None:
        """Mention a person at their tables in place of a direct message; as a rule once a day and table."""
        people = self._client.tables.people
        for info in letter.places:
            if await has_left(self._client, info, user_id) and message.kind == "ballot":
                continue  # no vote waits for them any more; but the table shall see whom a game waits for
            if info.lost or (letter.daily and not await people.may_mention(user_id, info.id, message.id)):
                continue
            try:
                sent = await self._mention(message, letter, info, user_id, closed=True)
            except (discord.HTTPException, NotNow):
                if letter.daily:
                    await people.give_back_mention(user_id, info.id)
                raise
            if letter.daily and not sent:
                await people.give_back_mention(user_id, info.id)

    async def _mention(
        self, message: Message, letter: Letter, info: TableInfo, user_id: int, *, closed: bool = False
    ) -> bool:
        """Mention a person in their table's channel; False if that channel is lost."""
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
                nonce = f"{message.nonce[:11]}{message.id % 10**7:07}{info.id % 10**7:07}"  # rows may be tied by theirs
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
    """Whether the person's settings for all tables exclude this message by now."""
    if message.kind == "next":
        return not preferences.tells_next
    return message.kind == "reminder" and preferences.muted and not _is_daily(message)


def _told_once(message: Message) -> int | str | None:
    """What a row is about that tells all of it, so that others about the same that are due with it tell nothing more.

    None where each tells something of its own.
    """
    if message.kind == "ballot":
        return read(message, VoteRequest).about
    if message.kind == "offered":
        return f"seat {read(message, SeatOffered).seat}"
    # A letter to an onlooker tells all that has happened, so one tells of several rounds that are due at once.
    return message.kind if message.kind in {"followed", "invited"} else None


def _is_daily(message: Message) -> bool:
    """Whether a row is somebody's one message a day."""
    return message.kind == "reminder" and read(message, WaitsReminder).via == DAILY


def _tells(message: Message, turn: Turn, user_id: int, now: datetime) -> bool:
    """Whether a person wants to be told of a turn in this message, by what they want at its table."""
    live, _, told = turn
    reminds = message.kind == "reminder"
    if told.way == "none" or (told.way == DAILY and not reminds):
        return False
    if told.wish.muted_round is None or told.wish.muted_round != live.game.round(live.view(None)):
        return True
    seat = live.seat_of(user_id)
    deadline = None if seat is None else live.info.players[seat].deadline
    return reminds and not _is_daily(message) and deadline is not None and deadline - now <= RUNS_OUT


def _by(reach: Reach, way: str) -> Reach:
    """How a person can be reached who is told of something in this way."""
    return replace(reach, preferences=replace(reach.preferences, notices="dm" if way == DAILY else way))


def _joins(message: Message, reach: Reach) -> bool:
    """Whether a row is one message with others: a mention in a channel tells of its table alone."""
    return message.kind in JOINED and not reach.closed and reach.preferences.notices != "channel"


def _place_in_digest(due: Due) -> tuple[bool, str, int]:
    """Where one of several letters stands in its message: the tables that wait first, who has waited longest above."""
    message, letter = due
    asked = min(one.since for one in waits_of(message)) if message.kind in OF_TURNS else ""
    return not asked, asked, letter.about.id


def _asks(due: Sequence[Due], preferences: Preferences) -> bool:
    """Whether a message asks for the person's hours as well."""
    return asks_for_hours(preferences) and any(message.kind in JOINED for message, _ in due)


def _next_allowed(preferences: Preferences, now: datetime) -> datetime:
    """The first time from now on outside the person's quiet hours and vacations."""
    return hours(preferences).next_allowed(now)
