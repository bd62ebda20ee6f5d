"""Delivers messages to one person (`bot.delivery.letters`), as direct messages or mentions in a channel.

It handles the outbox rows of `storage.outbox.TO_ONE`. Out-of-date messages are dropped; those during quiet hours and
vacations are put off. A person with closed direct messages is mentioned in the channel instead (of turns once a day and
table), and gets no direct message for a day: Discord blocks an address after too many refusals. The same holds for a
deleted account, and the owners of its tables are warned. Mentions in a lost channel become direct messages. A row that
was tried before is looked up in its channel first (`bot.delivery.already_sent`).
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
from bot.delivery.letters.turn import OpenWait, TurnLetter
from bot.departures import has_left
from bot.tables.core.data import Preferences, TableInfo
from bot.tables.core.errors import DatabaseAway, OtherRules
from bot.tables.core.messages import ToPerson, Wait, read, waits_of
from bot.tables.preferences import Reach, hours
from bot.tables.queries import Turn
from bot.views import components
from bot.views.components import NOBODY
from bot.views.localizer import language_of_posts
from rendering.words import language_of
from rules.kernel.text import T
from storage.errors import StoreAway
from storage.outbox import Message

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Discord's codes for closed direct messages: not from this server, or no mutual server."""
ACCOUNT_DELETED = frozenset({10013, 50033})
"""Discord's codes for a deleted account: unknown user, invalid recipient."""
ALWAYS_SENT = frozenset({"homeless", "deleted", "files"})
"""Kinds of rows that are sent even to persons who want no notices: only they can fix it."""
OF_TURNS = frozenset({"notice", "reminder"})
"""Kinds of rows about open prompts."""
MAX_REFUSED = 1000
REFUSED_WITHIN = timedelta(minutes=10)
"""Maximum number of refusals within this time; with more, direct messages pause."""
UPDATING = timedelta(seconds=5)
"""Pause before a retry of a row whose table has newer rules than this process."""


class Notifier:
    """Delivers messages to one person."""

    def __init__(self, client: App) -> None:
        self._client = client
        self._refused: deque[datetime] = deque()
        self._boards = client.boards

    async def send(self, message: Message) -> None:
        """Send a claimed outbox row, and store the result.

        Raises:
            NotNow: an outage or a rate limit; nothing is stored.
            DatabaseAway, StoreAway.

        """
        outbox, now = self._client.tables.outbox, self._client.clock()
        try:
            later = await self._send(message, now)
        except (NotNow, DatabaseAway, StoreAway):
            raise
        except discord.HTTPException as error:
            log.warning("Message %d could not be sent: %s %s", message.id, error.status, error.code)
            gone = isinstance(error, discord.NotFound)
            await outbox.failed(message.id, now, f"Discord {error.status} {error.code}", final=gone)
        except OtherRules:  # a process with newer rules is running
            await outbox.later(message, now + UPDATING)
        except Exception as error:  # must not affect other persons
            log.exception("Message %d could not be sent", message.id)
            await outbox.failed(message.id, now, type(error).__name__)
        else:
            if later is None:
                await outbox.sent([message.id], now)
            else:
                await outbox.later(message, later)

    async def _send(self, message: Message, now: datetime) -> datetime | None:
        """Send it; returns when to try again if this is not the time for it."""
        user_id = read(message, ToPerson).user
        waits = waits_of(message) if message.kind in OF_TURNS else []
        reach, turns = await self._client.tables.queries.notice(
            user_id,
            [(one.table, one.seat) for one in waits],
            lambda reach: not _unwanted(message, reach.preferences) and _next_allowed(reach.preferences, now) <= now,
        )
        preferences = reach.preferences
        if _unwanted(message, preferences):
            return None
        free = _next_allowed(preferences, now)
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
        """Send a direct message; if that is refused, note so and mention the person."""
        try:
            await self._write(message, letter, user_id, reach.preferences)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden):
                self._refused.append(self._client.clock())
            if error.code not in CLOSED | ACCOUNT_DELETED:
                raise
            await self._client.tables.people.note_closed(user_id, closed=True)
            if error.code in ACCOUNT_DELETED:
                await self._warn_owners(letter, user_id)
            await self._mention_instead(message, letter, user_id)
        else:
            if reach.closed_at is not None:
                await self._client.tables.people.note_closed(user_id, closed=False)

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
        self, message: Message, user_id: int, waits: Sequence[Wait], turns: Sequence[Turn | None]
    ) -> Letter | None:
        """Make the letter about those waits that last; None if none does."""
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
        """Send a direct message, unless a process has sent it before it crashed."""
        call = self._client.traffic.call
        channel = await call(lambda: self._client.create_dm(discord.Object(user_id)))
        if message.tried and await was_sent(self._client, channel, message):
            return
        written = await letter.written(await self._language(letter.about, preferences), preferences)
        view, drawing, late = written.view, written.drawing, self._client.late_pictures
        drawn = None if drawing is None else await drawing.within(late.patience.letter)
        sent = await call(
            lambda: channel.send(
                view=view(drawn), files=components.files(drawn), nonce=message.nonce, allowed_mentions=NOBODY
            )
        )
        if drawing is not None and drawn is None:
            late.put_in(
                sent.id,
                drawing,
                lambda drawn: call(
                    lambda: sent.edit(view=view(drawn), attachments=components.files(drawn), allowed_mentions=NOBODY)
                ),
            )

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
    """Whether the person's settings exclude this message by now."""
    silent = preferences.notices == "none" and message.kind not in ALWAYS_SENT
    return silent or (message.kind == "reminder" and preferences.muted)


def _next_allowed(preferences: Preferences, now: datetime) -> datetime:
    """The first time from now on outside the person's quiet hours and vacations."""
    return hours(preferences).next_allowed(now)
