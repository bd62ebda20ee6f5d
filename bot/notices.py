"""Tells one person something: that it is their turn, or that tables wait for them. By direct message or in the channel.

Rows of the outbox of the kinds ``notice`` and ``reminder`` lead here. What is out of date by the time it would be sent
is dropped; what would come at a bad time is put off. Whose direct messages are closed is mentioned in the channel
instead, once a day and table, and not written to again before a day has passed: Discord blocks an address that runs
into too many refusals.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import layouts
from bot.codes import Code
from bot.happened import HEADINGS
from bot.layouts import Piece, button, menu, rows
from bot.looking import title_of
from bot.panels import since_mine, sketch
from bot.people import hours
from bot.seating import language_of_posts
from bot.sketches import Drawn
from bot.table_data import Live, Preferences, Told
from bot.table_errors import GameOver, NoTableHere, NotRunning, UnknownGame
from bot.voice import Voice, verbatim
from rendering.words import language_of
from rules.kernel.text import TN, T
from storage.outbox import Message

if TYPE_CHECKING:
    from bot.client import Orrery

log = logging.getLogger(__name__)

CLOSED = frozenset({50007, 50278})
"""Discord's codes for a person who takes no messages of ours: not from this server, or no server is shared."""
MOST_REFUSED = 1000
REFUSED_WITHIN = timedelta(minutes=10)
"""After so many refusals in so short a time nobody is written to for a while. Discord blocks at 10,000."""
MOST_EVENTS = 3
MOST_TABLES = 10
SNOOZES = (1, 3, 8, 24, 72)
MORNING = "morning"

BLUE = discord.ButtonStyle.primary


@dataclass(frozen=True)
class Wait:
    """A table that waits for a person, as it is now."""

    live: Live
    seat: int
    log: tuple[Told, ...]
    """What the seat may know of the last revisions."""
    guild: discord.Guild | None
    """Its server, if Discord still tells of it."""


class Notifier:
    """Sends what is for one person."""

    def __init__(self, client: Orrery) -> None:
        self._client = client
        self._refused: deque[datetime] = deque()

    async def send(self, message: Message) -> None:
        """Send a claimed row of the outbox, and note what has become of it."""
        outbox, now = self._client.tables.outbox, self._client.clock()
        try:
            later = await self._tell(message, now)
        except discord.HTTPException as error:
            log.warning("Message %d could not be sent: %s %s", message.id, error.status, error.code)
            gone = isinstance(error, discord.NotFound)
            await outbox.failed(message.id, now, f"Discord {error.status} {error.code}", final=gone)
        except Exception as error:  # one person must not hold up the others
            log.exception("Message %d could not be sent", message.id)
            await outbox.failed(message.id, now, type(error).__name__)
        else:
            if later is None:
                await outbox.sent([message.id], now)
            else:
                await outbox.later(message.id, later)

    async def _tell(self, message: Message, now: datetime) -> datetime | None:
        """Tell it; gives when to try again where this is no time for it."""
        user_id: int = message.payload["user"]
        reach = await self._client.tables.people.reach(user_id)
        preferences = reach.preferences
        reminds = message.kind == "reminder"
        if preferences.notices == "none" or (reminds and preferences.muted):
            return None
        free = hours(preferences).settle(now)
        if free > now:
            return free
        waits = await self._still_waiting(message, user_id)
        if not waits:
            return None
        if preferences.notices == "channel":
            for one in waits:
                await self._mention(message, one, user_id, reminds=reminds)
            return None
        if reach.closed:
            await self._mention_instead(message, waits, user_id)
            return None
        if self._too_many_refusals(now):
            return now + REFUSED_WITHIN
        try:
            await self._write(message, waits, user_id, preferences)
        except discord.Forbidden as error:
            self._refused.append(now)
            if error.code not in CLOSED:
                raise
            await self._client.tables.people.note_closed(user_id, closed=True)
            await self._mention_instead(message, waits, user_id)
        else:
            if reach.closed_at is not None:
                await self._client.tables.people.note_closed(user_id, closed=False)
        return None

    def _too_many_refusals(self, now: datetime) -> bool:
        while self._refused and now - self._refused[0] > REFUSED_WITHIN:
            self._refused.popleft()
        return len(self._refused) >= MOST_REFUSED

    async def _still_waiting(self, message: Message, user_id: int) -> list[Wait]:
        """Those of a message's waits that last."""
        payload = message.payload
        asked = payload.get("waits") or [{**payload, "table": message.table_id}]
        found: list[Wait] = []
        for one in asked:
            try:
                live, log_ = await self._client.tables.shown.turn(one["table"], one["seat"])
            except (NoTableHere, NotRunning, GameOver, UnknownGame):
                continue
            seat: int = one["seat"]
            player = live.info.players[seat]
            same = player.since is not None and player.since == datetime.fromisoformat(one["since"])
            if seat in live.waiting and player.user_id == user_id and same:
                found.append(Wait(live, seat, log_, await self._guild(live.info.guild_id)))
        return found

    async def _guild(self, guild_id: int) -> discord.Guild | None:
        """A server, also one that another process listens to."""
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            return guild
        try:
            return await self._client.fetch_guild(guild_id, with_counts=False)
        except discord.HTTPException:
            return None

    async def _write(self, message: Message, waits: Sequence[Wait], user_id: int, preferences: Preferences) -> None:
        language = await self._language(waits[0], preferences)
        drawn: Drawn | None = None
        if message.kind == "notice" or len(waits) == 1:
            one = waits[0]
            view = sketch(one.live, "board", one.seat, language, preferences.picture)
            drawn = await self._client.drawer.draw(view)
            happened = self._happened(one, language)
            layout = self._single(one, language, drawn, happened, reminds=message.kind == "reminder")
        else:
            layout = self._digest(waits, language)
        channel = await self._client.create_dm(discord.Object(user_id))
        await channel.send(
            view=layout,
            files=layouts.files(drawn),
            nonce=message.nonce,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _language(self, wait: Wait, preferences: Preferences) -> str:
        """As the person has set, else as their Discord spoke last, else as the table's posts."""
        if preferences.language != "auto":
            return preferences.language
        if preferences.locale:
            return language_of(preferences.locale)
        return await self._language_there(wait)

    async def _language_there(self, wait: Wait) -> str:
        channel = await self._client.tables.preferences(wait.live.info.channel_id)
        return language_of_posts(channel, wait.guild)

    def _happened(self, wait: Wait, language: str) -> list[str]:
        """The last lines of what the seat may know of since it last acted."""
        voice = Voice(language, wait.live.info.names, self._client.mentions)
        events = since_mine(wait.log, wait.seat, own=False)
        told = [event for event in events if event.kind not in HEADINGS]
        return [f"- {voice.post(event.text)}" for event in told[-MOST_EVENTS:]]

    def _single(
        self, wait: Wait, language: str, drawn: Drawn | None, happened: Sequence[str], *, reminds: bool
    ) -> ui.LayoutView:
        live = wait.live
        voice = Voice(language, live.info.names, self._client.mentions)
        title = T("This table still waits for you") if reminds else T("It is your turn")
        pieces: list[Piece] = [layouts.words(f"### {'⏰' if reminds else '🔔'} {voice.post(title)}")]
        pieces.append(layouts.words("\n".join(self._lines(wait, voice))))
        if happened:
            pieces.append(layouts.words("\n".join(happened)))
        if drawn is not None:
            pieces.append(layouts.picture(drawn))
        buttons = [
            button(voice.label(T("Play")), Code("fresh", live.info.id, live.revision), BLUE),
            button(voice.label(T("Board")), Code("board", live.info.id, live.revision)),
        ]
        if reminds:
            buttons.append(_mute(wait, voice))
        return layouts.layout(*pieces, below=[*rows(buttons), *([_snooze(wait, voice)] if reminds else [])])

    def _lines(self, wait: Wait, voice: Voice) -> list[str]:
        """Server, table, round, task, deadline."""
        info = wait.live.info
        game = title_of(info, self._client.games)
        link = verbatim(f"https://discord.com/channels/{info.guild_id}/{info.channel_id}")
        where = T("**{game}** on {server}: {link}", game=game, server=wait.guild.name if wait.guild else "–", link=link)
        lines = [voice.post(where)]
        number = getattr(wait.live.view(wait.seat), "round", 0)
        if number:
            lines.append(voice.post(T("Round {n}", n=number)))
        prompt = wait.live.prompt_of(wait.seat)
        if prompt is not None:
            lines.append(f"**{voice.post(prompt.text)}**")
        player = info.players[wait.seat]
        if player.since is not None:
            lines.append(voice.post(T("Asked {since}.", since=_time(player.since, "R"))))
        if player.deadline is not None:
            at, left = _time(player.deadline, "f"), _time(player.deadline, "R")
            lines.append("⌛ " + voice.post(T("Your time runs until {at} ({left}).", at=at, left=left)))
        return lines

    def _digest(self, waits: Sequence[Wait], language: str) -> ui.LayoutView:
        voice = Voice(language, (), self._client.mentions)
        title = TN("One table still waits for you", "{n} tables still wait for you", len(waits))
        pieces: list[Piece] = [layouts.words(f"### ⏰ {voice.post(title)}")]
        buttons = []
        for number, one in enumerate(waits[:MOST_TABLES], start=1):
            own = Voice(language, one.live.info.names, self._client.mentions)
            pieces.append(layouts.words(f"{number}\\. " + "\n".join(self._lines(one, own))))
            label = voice.label(T("Play {n}: {game}", n=number, game=title_of(one.live.info, self._client.games)))
            buttons.append(button(label, Code("fresh", one.live.info.id, one.live.revision), BLUE))
        if len(waits) > MOST_TABLES:
            pieces.append(layouts.words(voice.post(T("See all of them with /mine."))))
        below = [*rows(buttons), *rows([_mute(waits[0], voice)]), _snooze(waits[0], voice)]
        return layouts.layout(*pieces, below=below)

    async def _mention_instead(self, message: Message, waits: Sequence[Wait], user_id: int) -> None:
        """Mention a person at their tables, because they cannot be written to; once a day and table."""
        people = self._client.tables.people
        for one in waits:
            if not await people.may_mention(user_id, one.live.info.id):
                continue
            try:
                await self._mention(message, one, user_id, reminds=message.kind == "reminder", closed=True)
            except discord.HTTPException:
                await people.give_back_mention(user_id, one.live.info.id)
                raise

    async def _mention(
        self, message: Message, wait: Wait, user_id: int, *, reminds: bool, closed: bool = False
    ) -> None:
        """Mention a person in their table's channel; says nothing there that the table does not know."""
        info = wait.live.info
        voice = Voice(await self._language_there(wait), info.names, self._client.mentions)
        prompt = wait.live.prompt_of(wait.seat)
        assert prompt is not None
        who = verbatim(f"<@{user_id}>")
        lines = [
            f"{'⏰' if reminds else '🔔'} " + voice.post(T("{who}, it is your turn: {task}", who=who, task=prompt.text))
        ]
        deadline = info.players[wait.seat].deadline
        if deadline is not None:
            at, left = _time(deadline, "f"), _time(deadline, "R")
            lines.append("⌛ " + voice.post(T("Your time runs until {at} ({left}).", at=at, left=left)))
        if closed:
            lines.append("-# " + voice.post(HOW_TO_OPEN))
        buttons = [button(voice.label(T("Play")), Code("fresh", info.id, wait.live.revision), BLUE)]
        below: list[ui.Item[Any]] = []
        if reminds:
            buttons.append(_mute(wait, voice))
            below = [_snooze(wait, voice)]
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        await channel.send(
            view=layouts.layout(layouts.words("\n".join(lines)), below=[*rows(buttons), *below]),
            nonce=f"{message.nonce[:18]}{info.id % 10**7:07}",
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(user_id)]
            ),
        )


HOW_TO_OPEN = T(
    "I cannot write to you directly. To open that: right-click this server’s icon (on a phone: hold it), choose Privacy"
    " Settings and allow direct messages. Or choose with /me to be told here."
)


def _time(at: datetime, style: Any) -> Any:
    return verbatim(discord.utils.format_dt(at, style))


def _mute(wait: Wait, voice: Voice) -> layouts.Press:
    return button(voice.label(T("No more reminders")), Code("mute", wait.live.info.id, wait.live.revision))


def _snooze(wait: Wait, voice: Voice) -> Piece:
    choices = [(str(n), voice.label(TN("In one hour", "In {n} hours", n)), "") for n in SNOOZES if n < 24]
    choices.append((MORNING, voice.label(T("In the morning, at eight")), ""))
    choices += [(str(n), voice.label(TN("In one day", "In {n} days", n // 24)), "") for n in SNOOZES if n >= 24]
    code = Code("snooze", wait.live.info.id, wait.live.revision)
    return layouts.row(menu(code, choices, voice.label(T("Remind me later"))))
