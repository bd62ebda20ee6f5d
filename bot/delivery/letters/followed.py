"""The letter to an onlooker who follows a table: what happened in a round, or how the game has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from discord import ui

from bot.app import App
from bot.delivery.letters.letter import InPersonAlone, Written, in_words, where
from bot.departures import is_shut_out
from bot.tables.core.data import Live, Preferences, TableInfo
from bot.tables.core.messages import Followed, idempotency_key, read
from bot.views import components, posts
from bot.views.components import Piece, button, rows
from bot.views.custom_ids import CustomId
from bot.views.events import events_of, number_told
from bot.views.follow import stop_button
from bot.views.localizer import Localizer
from bot.views.panel import more_label
from rendering.jobs import Drawn
from rules.kernel.steps import Event
from rules.kernel.text import T
from storage.outbox import Message

MAX_ROWS = 8
"""Rows of a phone above the picture that tell what happened."""
MAX_HAPPENED = 1800


@dataclass(frozen=True)
class FollowedLetter(InPersonAlone):
    """What happened at a table since an onlooker was told last (`since`), as everybody may know it."""

    user_id: int = 0
    since: int = 0

    async def written(self, language: str, preferences: Preferences) -> Written:
        """Say what happened, with the public picture."""
        localizer, key = self.client.localizer(language, self.about), idempotency_key(self.message)
        log = await self.client.tables.events(self.about.id, None, self.since)
        if self.about.phase == "abandoned":
            return in_words(posts.closing_post(self.about, localizer, log, key))
        live = await self.client.tables.game(self.about.id)
        drawing = self.client.boards.letter(live, language, preferences.picture)
        happened = events_of(log)
        if live.over:
            return Written(partial(posts.final_post, live, localizer, happened, since=self.since, key=key), drawing)
        place = await where(self.client, self.about, localizer)
        return Written(partial(followed_view, live, localizer, place, happened, self.since, key), drawing)

    async def note_sent(self) -> None:
        """Note what they were told; whoever was told of the end follows no more."""
        follows = self.client.tables.follows
        if self.about.live:
            await follows.note_shown(self.about.id, self.user_id, self.about.revision)
        else:
            await follows.stop(self.about.id, self.user_id)


def followed_view(  # noqa: PLR0917
    live: Live,
    localizer: Localizer,
    place: str,
    happened: Sequence[Event],
    since: int,
    key: str,
    drawn: Drawn | None,
) -> ui.LayoutView:
    """Build the letter about a running game; `place` names the table."""
    info, number = live.info, live.game.round(live.view(None))
    title = T("Round {n} at a table that you follow", n=number) if number else T("News from a table that you follow")
    told = posts.told_to_all(live, happened, localizer, MAX_HAPPENED, MAX_ROWS)
    pieces: list[Piece] = [components.words(f"### 👁️ {localizer.post(title)}\n{place}")]
    if told.text:
        pieces.append(components.words(told.text))
    if drawn is not None:
        pieces.append(components.picture(drawn))
    pieces.append(components.words("\n".join(posts.status_lines(live, localizer))))
    buttons = [button(localizer.label(T("Board")), CustomId("board", info.id, live.revision, argument=key))]
    if not told.whole:
        log = CustomId("log", info.id, live.revision, argument=str(since))
        buttons.append(button(localizer.label(more_label(number_told(happened))), log))
    return components.layout(*pieces, below=rows([*buttons, stop_button(info, localizer)]))


async def find_followed(client: App, message: Message, info: TableInfo) -> FollowedLetter | None:
    """Make the letter, if there is still something to tell to somebody who follows and may look on."""
    followed = read(message, Followed)
    follows = client.tables.follows
    following = await follows.of(info.id, followed.user)
    if following is None or (followed.revision <= following.shown and info.live):
        return None
    if info.seat_of(followed.user) is not None or await is_shut_out(client, info, followed.user):
        await follows.stop(info.id, followed.user)
        return None
    if info.live and following.only_end:
        return None
    return FollowedLetter(client, message, info, user_id=followed.user, since=following.shown)
