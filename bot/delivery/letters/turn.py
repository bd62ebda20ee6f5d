"""The letter about a person's turn, and the reminder of tables that still wait for them."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.delivery.letters.letter import Item, Written, in_words, where
from bot.shared_boards import SharedBoards
from bot.tables.core.data import Live, LogEntry, Preferences, TableInfo, Wish, fingerprint
from bot.tables.core.messages import WaitsReminder, idempotency_key, read
from bot.tables.core.ways import DAILY
from bot.tables.preferences import MORNING, SNOOZES
from bot.views import components
from bot.views.components import Piece, button, menu, rows
from bot.views.custom_ids import CustomId
from bot.views.events import HEADINGS, events_of, since_mine, weight_of
from bot.views.localizer import Localizer
from bot.views.own_notes import folded
from bot.views.panel import alert_lines, always_buttons
from bot.views.status import title_of
from bot.views.wishes import wish_buttons
from rendering.jobs import Drawn
from rendering.words.folding import verbatim
from rules.kernel.text import TN, T
from storage.outbox import Message

MAX_EVENTS = 3


MAX_TABLES = 10


BLUE = discord.ButtonStyle.primary


@dataclass(frozen=True)
class OpenWait:
    """A table that waits for a person, as it is now."""

    live: Live
    seat: int
    log: tuple[LogEntry, ...]
    """The visible entries of the last revisions."""
    wish: Wish = field(default_factory=Wish)
    """What the person wants at the table."""


@dataclass(frozen=True)
class TurnLetter:
    """It is this person's turn, or tables still wait for them."""

    client: App
    boards: SharedBoards
    message: Message
    waits: Sequence[OpenWait]
    daily: bool = True

    @property
    def reminds(self) -> bool:
        """Whether it is a reminder."""
        return self.message.kind == "reminder" and not self.daily_message

    @property
    def daily_message(self) -> bool:
        """Whether it is the one message a day about all tables that wait."""
        return self.message.kind == "reminder" and read(self.message, WaitsReminder).via == DAILY

    @property
    def about(self) -> TableInfo:
        """The table that has waited the longest."""
        return self.waits[0].live.info

    @property
    def places(self) -> Sequence[TableInfo]:
        """The tables that wait."""
        return [one.live.info for one in self.waits]

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Build the message: one table with its board, or a digest of several."""
        if len(self.waits) > 1:
            return in_words(await self._digest(language))
        one = self.waits[0]
        drawing = self.boards.letter(one.live, language, preferences.picture)
        localizer = self.client.localizer(language, one.live.info)
        return Written(partial(self._single, one, localizer, await self._lines(one, localizer)), drawing)

    def _happened(self, wait: OpenWait, localizer: Localizer) -> list[str]:
        """The visible events since the seat has acted that it would miss most, the last of them."""
        events = events_of(since_mine(wait.log, wait.seat, own=False))
        shown = [event for event in events if event.kind not in HEADINGS]
        told = heapq.nlargest(
            MAX_EVENTS, range(len(shown)), key=lambda at: (weight_of(shown[at], wait.seat, wait.live.game), at)
        )
        return [f"- {localizer.post(shown[at].text)}" for at in sorted(told)]

    def _single(self, wait: OpenWait, localizer: Localizer, lines: Sequence[str], drawn: Drawn | None) -> ui.LayoutView:
        live = wait.live
        prompt = live.prompt_of(wait.seat)
        title = T("A question for you") if prompt is not None and prompt.aside else T("It is your turn")
        title = T("This table still waits for you") if self.reminds else title
        heading = f"{'⏰' if self.reminds else '🔔'} {localizer.post(title)}"
        heading = digest_title(1, localizer, reminds=False) if self.daily_message else heading
        pieces: list[Piece] = [components.words(f"### {heading}")]
        pieces.append(components.words("\n".join(lines)))
        pieces += map(components.words, alert_lines(live, wait.seat, localizer))
        happened = self._happened(wait, localizer)
        if happened:
            pieces.append(components.words("\n".join(happened)))
        if drawn is not None:
            pieces.append(components.picture(drawn))
        buttons = [
            *_at_once(wait, localizer),
            self._play(wait, localizer.label(T("Play"))),
            button(localizer.label(T("Board")), CustomId("board", live.info.id, live.revision)),
        ]
        if self.reminds:
            buttons.append(_mute(wait, localizer))
        buttons += wish_buttons(live, localizer)
        return components.layout(*pieces, below=[*rows(buttons), *([_snooze(wait, localizer)] if self.reminds else [])])

    def _play(self, wait: OpenWait, label: str) -> components.Button:
        custom_id = CustomId("fresh", wait.live.info.id, wait.live.revision, argument=idempotency_key(self.message))
        return button(label, custom_id, BLUE)

    async def _lines(self, wait: OpenWait, localizer: Localizer) -> list[str]:
        """Server, table, private note, round, task, deadline; for the person alone."""
        lines = [await where(self.client, wait.live.info, localizer)]
        lines += [folded(wait.wish.note)] if wait.wish.note else []
        number = wait.live.game.round(wait.live.view(wait.seat))
        prompt = wait.live.prompt_of(wait.seat)
        task = "" if prompt is None else localizer.post(prompt.text)
        in_round = localizer.post(T("Round {n}", n=number)) if number else ""
        if in_round and not task.startswith(f"{in_round}:"):  # some questions say it themselves
            lines.append(in_round)
        if task:
            lines.append(f"**{task}**")
        player = wait.live.info.players[wait.seat]
        if player.since is not None:
            lines.append(localizer.post(T("Asked {since}.", since=_time(player.since, "R"))))
        return [*lines, *_deadline(wait, localizer)]

    async def _digest(self, language: str) -> ui.LayoutView:
        localizer = Localizer(language, (), self.client.mentions)
        items = await self.items(language, 1)
        title = digest_title(len(self.waits), localizer, reminds=self.reminds)
        below = rows([one for item in items for one in item.buttons])
        return components.layout(
            components.words(f"### {title}"),
            *(components.words(item.text) for item in items),
            below=[*below, *(put_off_rows(self, localizer) if self.reminds else ())],
        )

    async def items(self, language: str, number: int) -> Sequence[Item]:
        """Each table, in a digest: what it asks, since when; the first of many only."""
        found: list[Item] = []
        for at, one in enumerate(self.waits[:MAX_TABLES], start=number):
            localizer = self.client.localizer(language, one.live.info)
            lines = await self._lines(one, localizer)
            if len(self.waits) > MAX_TABLES and len(found) == MAX_TABLES - 1:
                lines.append(localizer.post(T("See all of them with /mine.")))
            label = localizer.label(T("Play {n}: {game}", n=at, game=title_of(one.live.info, self.client.games)))
            found.append(Item(f"{at}\\. " + "\n".join(lines), [self._play(one, label)]))
        return found

    def mention(self, info: TableInfo, localizer: Localizer, user_id: int, more: str) -> ui.LayoutView:
        """Build the mention in the channel."""
        wait = next(one for one in self.waits if one.live.info.id == info.id)
        prompt = wait.live.public_prompt_of(wait.seat)
        assert prompt is not None
        who = verbatim(f"<@{user_id}>")
        asked = T("{who}, a question for you: {task}", who=who, task=prompt.text)
        text = localizer.post(asked if prompt.aside else T("{who}: {task}", who=who, task=prompt.text))
        lines = [f"{'⏰' if self.reminds else '🔔'} {text}", *_deadline(wait, localizer)]
        if more:
            lines.append(more)
        buttons = [self._play(wait, localizer.label(T("Play")))]
        below: list[ui.Item[Any]] = []
        if self.reminds:
            buttons.append(_mute(wait, localizer))
            below = [_snooze(wait, localizer)]
        return components.layout(components.words("\n".join(lines)), below=[*rows(buttons), *below])


def digest_title(tables: int, localizer: Localizer, *, reminds: bool) -> str:
    """Say how many tables wait."""
    if reminds:
        still = TN("One table still waits for you", "{n} tables still wait for you", tables)
        return f"⏰ {localizer.post(still)}"
    return f"🔔 {localizer.post(TN('One table waits for you', '{n} tables wait for you', tables))}"


def put_off_rows(letter: TurnLetter, localizer: Localizer) -> list[Piece]:
    """What ends reminders, and what puts them off."""
    return [*rows([_mute(letter.waits[0], localizer)]), _snooze(letter.waits[0], localizer)]


def _deadline(wait: OpenWait, localizer: Localizer) -> list[str]:
    deadline = wait.live.info.players[wait.seat].deadline
    if deadline is None:
        return []
    at, left = _time(deadline, "f"), _time(deadline, "R")
    return ["⌛ " + localizer.post(T("Your time runs until {at} ({left}).", at=at, left=left))]


def _time(at: datetime, style: Any) -> Any:
    return verbatim(discord.utils.format_dt(at, style))


def _mute(wait: OpenWait, localizer: Localizer) -> components.Button:
    return button(localizer.label(T("No more reminders")), CustomId("mute", wait.live.info.id, wait.live.revision))


def _snooze(wait: OpenWait, localizer: Localizer) -> Piece:
    choices = [(str(n), localizer.label(TN("In one hour", "In {n} hours", n)), "") for n in SNOOZES if n < 24]
    choices.append((MORNING, localizer.label(T("In the morning, at eight")), ""))
    choices += [(str(n), localizer.label(TN("In one day", "In {n} days", n // 24)), "") for n in SNOOZES if n >= 24]
    custom_id = CustomId("snooze", wait.live.info.id, wait.live.revision)
    return components.row(menu(custom_id, choices, localizer.label(T("Remind me later"))))


def _at_once(wait: OpenWait, localizer: Localizer) -> list[components.Button]:
    """Buttons that say all there is to say where there is no choice: this time, and whenever it is so."""
    prompt = wait.live.prompt_of(wait.seat)
    only = None if prompt is None or prompt.answered is not None else prompt.only
    if prompt is None or only is None:
        return []
    custom_id = CustomId("", wait.live.info.id, wait.live.revision, fingerprint(prompt))
    pick = replace(custom_id, verb="pick", argument=str(prompt.options.index(only)))
    return [button(localizer.label(only.text), pick, BLUE), *always_buttons(wait.live, prompt, localizer, custom_id)]
