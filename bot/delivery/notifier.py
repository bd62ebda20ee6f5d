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
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.connection.traffic import NotNow
from bot.delivery.already_sent import mark_of, was_sent
from bot.delivery.channel_errors import loss
from bot.delivery.letters import Letter, find_letter, where
from bot.departures import has_left
from bot.tables.core.data import Live, Preferences, TableInfo, Told
from bot.tables.core.errors import DatabaseAway, GameOver, NoTableHere, NotRunning, OtherRules, UnknownGame
from bot.tables.core.messages import ToPerson, read, waits_of
from bot.tables.preferences import MORNING, SNOOZES, Reach, hours
from bot.views import components
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import HEADINGS, since_mine
from bot.views.localizer import Localizer, language_of_posts
from bot.views.pictures import draw_job
from bot.views.status import title_of
from rendering.jobs import Drawn
from rendering.words import language_of
from rendering.words.folding import verbatim
from rules.kernel.text import TN, T
from storage.errors import StoreAway
from storage.outbox import Message

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Discord's codes for a person who takes no messages of ours: not from this server, or no server is shared."""
NOBODY_THERE = frozenset({10013, 50033})
"""Discord's codes for a person whose account was deleted: an unknown user, an invalid recipient."""
OWED = frozenset({"homeless", "deleted", "files"})
"""Kinds of rows that tell the owner of a table what they alone can mend, also who wants no notices."""
MAX_REFUSED = 1000
REFUSED_WITHIN = timedelta(minutes=10)
"""After so many refusals in so short a time nobody is written to for a while. Discord blocks at 10,000."""
MAX_EVENTS = 3
MAX_TABLES = 10
MAX_BOARDS = 8
"""Pictures that are kept for the next who is told of the same."""
UPDATING = timedelta(seconds=5)
"""So long a row is left alone whose table another process plays, by newer rules."""

BLUE = discord.ButtonStyle.primary


@dataclass(frozen=True)
class OpenWait:
    """A table that waits for a person, as it is now."""

    live: Live
    seat: int
    log: tuple[Told, ...]
    """What the seat may know of the last revisions."""


class Notifier:
    """Sends what is for one person."""

    def __init__(self, client: App) -> None:
        self._client = client
        self._refused: deque[datetime] = deque()
        self._boards: dict[tuple[int, int, str, str], Drawn] = {}

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
        reach = await self._client.tables.people.reach(user_id)
        preferences = reach.preferences
        owed = message.kind in OWED
        if (preferences.notices == "none" and not owed) or (message.kind == "reminder" and preferences.muted):
            return None
        free = hours(preferences).settle(now)
        if free > now:
            return free
        letter = await self._letter(message, user_id)
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

    async def _letter(self, message: Message, user_id: int) -> Letter | None:
        """What is to be told, as it is now; None where it is out of date."""
        if message.kind not in {"notice", "reminder"}:
            return await find_letter(self._client, message)
        waits = await self._still_waiting(message, user_id)
        return TurnLetter(self._client, self, message, waits) if waits else None

    async def _still_waiting(self, message: Message, user_id: int) -> list[OpenWait]:
        """Those of a message's waits that last."""
        found: list[OpenWait] = []
        for one in waits_of(message):
            try:
                live, log_ = await self._client.tables.queries.turn(one.table, one.seat)
            except (NoTableHere, NotRunning, GameOver, UnknownGame):
                continue
            player = live.info.players[one.seat]
            same = player.since is not None and player.since == datetime.fromisoformat(one.since)
            if one.seat in live.waiting and player.user_id == user_id and same:
                found.append(OpenWait(live, one.seat, log_))
        return found

    async def board(self, wait: OpenWait, language: str, size: str) -> Drawn | None:
        """Draw a table as everybody may see it: those who are told at once get the same picture."""
        described = draw_job(wait.live, "board", None, language, size)
        key = (wait.live.info.id, wait.live.revision, language, size)
        drawn = self._boards.pop(key, None) or await self._client.drawer.draw(described)
        if drawn is not None:
            self._boards[key] = drawn
            while len(self._boards) > MAX_BOARDS:
                del self._boards[next(iter(self._boards))]
        return drawn

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


@dataclass(frozen=True)
class TurnLetter:
    """It is this person's turn, or tables still wait for them."""

    client: App
    notifier: Notifier
    message: Message
    waits: Sequence[OpenWait]
    daily: bool = True

    @property
    def reminds(self) -> bool:
        """Whether they have been told before."""
        return self.message.kind == "reminder"

    @property
    def about(self) -> TableInfo:
        """The table that has waited the longest."""
        return self.waits[0].live.info

    @property
    def places(self) -> Sequence[TableInfo]:
        """The tables that wait."""
        return [one.live.info for one in self.waits]

    async def written(self, language: str, preferences: Preferences) -> tuple[ui.LayoutView, Drawn | None]:
        """Tell of one table with its board, or of several in short."""
        if self.reminds and len(self.waits) > 1:
            return await self._digest(language), None
        one = self.waits[0]
        drawn = await self.notifier.board(one, language, preferences.picture)
        return await self._single(one, language, drawn), drawn

    def _happened(self, wait: OpenWait, localizer: Localizer) -> list[str]:
        """The last lines of what the seat may know of since it last acted."""
        events = since_mine(wait.log, wait.seat, own=False)
        told = [event for event in events if event.kind not in HEADINGS]
        return [f"- {localizer.post(event.text)}" for event in told[-MAX_EVENTS:]]

    async def _single(self, wait: OpenWait, language: str, drawn: Drawn | None) -> ui.LayoutView:
        live = wait.live
        localizer = self.client.localizer(language, live.info)
        title = T("This table still waits for you") if self.reminds else T("It is your turn")
        pieces: list[Piece] = [components.words(f"### {'⏰' if self.reminds else '🔔'} {localizer.post(title)}")]
        pieces.append(components.words("\n".join(await self._lines(wait, localizer))))
        happened = self._happened(wait, localizer)
        if happened:
            pieces.append(components.words("\n".join(happened)))
        if drawn is not None:
            pieces.append(components.picture(drawn))
        buttons = [
            self._play(wait, localizer.label(T("Play"))),
            button(localizer.label(T("Board")), CustomId("board", live.info.id, live.revision)),
        ]
        if self.reminds:
            buttons.append(_mute(wait, localizer))
        return components.layout(*pieces, below=[*rows(buttons), *([_snooze(wait, localizer)] if self.reminds else [])])

    def _play(self, wait: OpenWait, label: str) -> components.Press:
        custom_id = CustomId("fresh", wait.live.info.id, wait.live.revision, argument=mark_of(self.message))
        return button(label, custom_id, BLUE)

    async def _lines(self, wait: OpenWait, localizer: Localizer) -> list[str]:
        """Server, table, round, task, deadline."""
        lines = [await where(self.client, wait.live.info, localizer)]
        number = getattr(wait.live.view(wait.seat), "round", 0)
        if number:
            lines.append(localizer.post(T("Round {n}", n=number)))
        prompt = wait.live.prompt_of(wait.seat)
        if prompt is not None:
            lines.append(f"**{localizer.post(prompt.text)}**")
        player = wait.live.info.players[wait.seat]
        if player.since is not None:
            lines.append(localizer.post(T("Asked {since}.", since=_time(player.since, "R"))))
        return [*lines, *_deadline(wait, localizer)]

    async def _digest(self, language: str) -> ui.LayoutView:
        games = self.client.games
        localizer = Localizer(language, (), self.client.mentions)
        title = TN("One table still waits for you", "{n} tables still wait for you", len(self.waits))
        pieces: list[Piece] = [components.words(f"### ⏰ {localizer.post(title)}")]
        buttons = []
        for number, one in enumerate(self.waits[:MAX_TABLES], start=1):
            own = self.client.localizer(language, one.live.info)
            pieces.append(components.words(f"{number}\\. " + "\n".join(await self._lines(one, own))))
            label = localizer.label(T("Play {n}: {game}", n=number, game=title_of(one.live.info, games)))
            buttons.append(self._play(one, label))
        if len(self.waits) > MAX_TABLES:
            pieces.append(components.words(localizer.post(T("See all of them with /mine."))))
        below = [*rows(buttons), *rows([_mute(self.waits[0], localizer)]), _snooze(self.waits[0], localizer)]
        return components.layout(*pieces, below=below)

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Call the person in the channel."""
        wait = next(one for one in self.waits if one.live.info.id == info.id)
        prompt = wait.live.public_prompt_of(wait.seat)
        assert prompt is not None
        who = verbatim(f"<@{user_id}>")
        called = localizer.post(T("{who}, it is your turn: {task}", who=who, task=prompt.text))
        lines = [f"{'⏰' if self.reminds else '🔔'} {called}", *_deadline(wait, localizer)]
        if more:
            lines.append(more)
        buttons = [self._play(wait, localizer.label(T("Play")))]
        below: list[ui.Item[Any]] = []
        if self.reminds:
            buttons.append(_mute(wait, localizer))
            below = [_snooze(wait, localizer)]
        return components.layout(components.words("\n".join(lines)), below=[*rows(buttons), *below])


HOW_TO_OPEN = T(
    "I cannot write to you directly. To open that: right-click this server’s icon (on a phone: hold it), choose Privacy"
    " Settings and allow direct messages. Or choose with /me to be told here."
)


def _deadline(wait: OpenWait, localizer: Localizer) -> list[str]:
    deadline = wait.live.info.players[wait.seat].deadline
    if deadline is None:
        return []
    at, left = _time(deadline, "f"), _time(deadline, "R")
    return ["⌛ " + localizer.post(T("Your time runs until {at} ({left}).", at=at, left=left))]


def _time(at: datetime, style: Any) -> Any:
    return verbatim(discord.utils.format_dt(at, style))


def _mute(wait: OpenWait, localizer: Localizer) -> components.Press:
    return button(localizer.label(T("No more reminders")), CustomId("mute", wait.live.info.id, wait.live.revision))


def _snooze(wait: OpenWait, localizer: Localizer) -> Piece:
    choices = [(str(n), localizer.label(TN("In one hour", "In {n} hours", n)), "") for n in SNOOZES if n < 24]
    choices.append((MORNING, localizer.label(T("In the morning, at eight")), ""))
    choices += [(str(n), localizer.label(TN("In one day", "In {n} days", n // 24)), "") for n in SNOOZES if n >= 24]
    custom_id = CustomId("snooze", wait.live.info.id, wait.live.revision)
    return components.row(menu(custom_id, choices, localizer.label(T("Remind me later"))))
