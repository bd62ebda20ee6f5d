"""Sends what the outbox holds: after every change, and on a slow tick for what a crash or Discord held up.

Each table and each person has a lane of its own (`bot.delivery.lanes`), and no lane waits for another. Rows of one
table that wait together become one post that shows the table as it is now. A post that must call somebody is new,
as edits notify nobody; everything else edits the table message in place, unless it is old or has scrolled away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.connection.traffic import (
    LONGEST_SLEEP,
    PERSON_LANE,
    SLOW_SECONDS,
    TABLE_LANE,
    Away,
    Lane,
    Limited,
    Outages,
)
from bot.delivery.already_sent import find_sent, mark_of, revision_of, was_sent
from bot.delivery.channel_errors import MAY_NOT, NOT_ALLOWED, THREAD_ARCHIVED, ChannelLost, loss
from bot.delivery.lanes import Lanes
from bot.delivery.notifier import Notifier
from bot.delivery.scheduler import Scheduler
from bot.tables.channels import GONE
from bot.tables.core.data import Live, Post, TableInfo
from bot.tables.core.errors import DatabaseAway, OtherRules
from bot.tables.core.messages import TableChange, ToPerson, read
from bot.tables.open_votes import open_votes
from bot.tables.queries import Posting
from bot.views import components, posts, votes
from bot.views.components import NOBODY
from bot.views.localizer import Localizer, language_of_posts
from bot.views.pictures import draw_job
from rendering.jobs import Drawn
from rendering.registry import PICTURES
from rules.kernel.steps import Event
from storage.errors import StoreAway
from storage.outbox import LIMIT, OUTAGE, TO_ONE, Message

log = logging.getLogger(__name__)

OLDEST_EDIT = timedelta(hours=1)
"""Discord throttles edits of older messages."""
TOO_MANY_EDITS = 30046
NO_EDITS = NOT_ALLOWED | {TOO_MANY_EDITS, THREAD_ARCHIVED}
"""Nothing can be edited in an archived thread; a new message opens it again, or tells that it is shut."""
MAX_SHOWN = 200
"""Tables whose last posts are remembered, to show what has changed."""
SCROLLED_AWAY = 6
"""So many messages below the table message, and it is posted anew."""

LOBBY, TABLE, BASE, VOTE = "lobby", "table", "base", "vote"
"""Kinds of remembered posts. `base` is the table message again, with the revision from which it tells what happened."""

NEW_POST = frozenset(
    {"start", "round", "turn", "replace", "over", "abandon", "overdue", "given_up", "rewind", "rules", "move"}
)

MAX_LANES = 32
"""Tables and people who are told something at the same time, but for those that only wait for a slow Discord."""
MAX_WAITING = 400
"""Lanes in all, slow ones included."""
LANE_SECONDS = 100.0
"""So long the rows of one claim may take, all calls together: less than the lease of the claim."""
PAUSE = timedelta(seconds=5)
"""After a trouble of our own, as without the database, a row is left alone for so long."""
LONGEST_LIMIT = timedelta(hours=1)
GRACE_SECONDS = 2.0
"""So long what is being posted may take when the bot stops."""
AT_ONCE = 0.2
"""So many seconds what is to be said waits for what falls due just now, to be said with it."""
UPDATING = timedelta(seconds=5)
"""So long a row is left alone whose table another process plays, by newer rules."""

Parked = Callable[[Awaitable[Any]], Awaitable[Any]]


def _kinds_of_new_posts(live: Live) -> frozenset[str]:
    """What is not told by editing the table message: in a game that is played by rounds, whose turn it is can be."""
    return NEW_POST - {"turn"} if live.game.info.by_round else NEW_POST


async def _as_it_is(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def lane_of(message: Message) -> Lane:
    """The lane of a row: that of its person, or that of its table."""
    return (PERSON_LANE, read(message, ToPerson).user) if message.kind in TO_ONE else (TABLE_LANE, message.table_id)


@dataclass(frozen=True)
class _Seen:
    """The table message that this process has posted last, what it showed, and what the one before it did."""

    message_id: int = 0
    former: Any = None
    shown: Any = None


class Poster:
    """The worker of the outbox."""

    def __init__(self, client: App, notifier: Notifier, scheduler: Scheduler) -> None:
        self._client = client
        self._notifier = notifier
        self._scheduler = scheduler
        client.traffic.answered = self._answered
        self._falls_due: datetime | None = None
        self._falling: asyncio.Task[None] | None = None
        """Sees to what falls due, where that takes longer."""
        self._falls_again = False
        self._shown: dict[int, _Seen] = {}  # by table; lost, only halos are
        self._lanes = Lanes(self._go_on)
        self._beginning = asyncio.Lock()
        self._to_begin = False
        self._looks_again = False
        self._outages = Outages()
        self._back = True
        """Discord is back for certain, and what waited for that is due: so it is at the start."""
        self._answers = False
        """A call has succeeded after a failure."""
        self._lost: set[int] = set()
        """Rows that a lane has lost, and that could not be given back yet."""
        self._closing = False
        self.parked: Parked = _as_it_is
        """How the worker waits for news; a simulation that waits for the bot to be idle must know of it."""

    def discord_is_back(self) -> None:
        """Let everything that waits because of an outage be due: the gateway has come back."""
        self._back = True
        self._client.tables.news.set()

    def _answered(self) -> None:
        if self._outages.to_go and not self._answers:
            self._answers = True
            self._client.tables.news.set()

    async def run(self) -> None:
        """Send whatever is due, whenever there is news; never ends."""
        news = self._client.tables.news
        try:
            while True:
                await self.parked(news.wait())
                news.clear()
                await self._begin_what_falls_due()
                await self._do(partial(self.drain, wait=False), self._client.tables.tidying.tidy)
        finally:
            if self._falling is not None:
                self._falling.cancel()
                await asyncio.gather(self._falling, return_exceptions=True)

    async def _begin_what_falls_due(self) -> None:
        """Let what falls due be seen to, but wait for it only a moment: hundreds of clocks may run out at once."""
        if self._falling is not None:
            self._falls_again = True
            return
        self._falling = asyncio.create_task(self._do(self.fall_due), name="orrery-due")
        await asyncio.wait({self._falling}, timeout=AT_ONCE)
        if self._falling.done():
            self._falling = None
        else:
            self._falling = asyncio.create_task(self._fall_late(self._falling), name="orrery-due-late")

    async def _fall_late(self, falling: asyncio.Task[None]) -> None:
        """Say what has fallen due late, and look again where there was news meanwhile."""
        try:
            await falling
            await self._do(partial(self.drain, wait=False))
        finally:
            falling.cancel()
            self._falling = None
        if self._falls_again:
            self._falls_again = False
            self._client.tables.news.set()

    async def _go_on(self) -> None:
        """Go on in a lane that has nothing left to do: more may be due there, or room for others."""
        await self._do(partial(self.drain, wait=False))

    async def _do(self, *works: Callable[[], Awaitable[object]]) -> None:
        for work in works:
            try:
                await work()
            except Exception:  # the slow tick tries again
                named = work.func if isinstance(work, partial) else work
                log.exception("%s could not be done", named.__name__)

    async def fall_due(self) -> None:
        """See to votes and clocks that have run out and to reminders; what they say is in the outbox then."""
        tables = self._client.tables
        await tables.clock_skew.mend()
        self._falls_due = await tables.next_due()
        if self._falls_due is not None and self._falls_due <= self._client.clock():
            await tables.rewinds.expire()
            await tables.clocks.strike()
            await tables.reminders.hand_out()
            self._falls_due = await tables.next_due()

    async def _plan_waking(self, looked: datetime) -> None:
        """Have the worker woken when the next thing falls due; at once, where it has since it was looked."""
        next_due = await self._client.tables.outbox.next_due()
        times = (next_due, self._falls_due)
        self._scheduler.at(min((one for one in times if one is not None), default=None))
        if next_due is not None and looked < next_due <= self._client.clock():
            self._client.tables.news.set()

    async def drain(self, *, wait: bool = True) -> None:
        """Begin to send everything that is due, each in its lane; with `wait`, until all of it has been said."""
        self._to_begin = True
        async with self._beginning:
            if self._to_begin and not self._closing:  # else somebody has looked since
                self._to_begin = False
                looked = self._client.clock()
                await self._begin_what_is_due()
                await self._plan_waking(looked)
        if wait:
            await self._lanes.idle()

    async def _begin_what_is_due(self) -> None:
        """Claim what is due and give it to its lanes, as far as there is room."""
        await self._give_back()
        await self._let_due_again()
        for table_id in list(self._client.to_refresh):
            if (TABLE_LANE, table_id) not in self._lanes:
                self._client.to_refresh.discard(table_id)
                self._lanes.give((TABLE_LANE, table_id), partial(self._send, table_id, []))
        outbox = self._client.tables.outbox
        while (room := self._room()) > 0:
            claimed = await outbox.claim(self._client.clock(), min(room, 20), held=self._lanes.held)
            lanes: dict[Lane, list[Message]] = {}
            for message in claimed:
                lanes.setdefault(lane_of(message), []).append(message)
            for lane, messages in lanes.items():
                work = self._notify if lane[0] == PERSON_LANE else partial(self._send, lane[1])
                self._lanes.give(lane, partial(work, messages), [message.id for message in messages])
            if not claimed:
                return
        # One becomes free as soon as a call is slow, of which nothing tells.
        self._look_again(max(self._client.traffic.closed_for, SLOW_SECONDS))

    def _room(self) -> int:
        """How many lanes may become busy."""
        if self._client.traffic.closed_for > LONGEST_SLEEP:
            return 0
        busy, quick = self._lanes.count(self._client.traffic.is_slow)
        return min(MAX_LANES - quick, MAX_WAITING - busy)

    def _look_again(self, seconds: float) -> None:
        if not self._looks_again:
            self._looks_again = True
            Context().run(asyncio.get_running_loop().call_later, seconds, self._seen_again)

    def _seen_again(self) -> None:
        self._looks_again = False
        self._client.tables.news.set()

    async def _let_due_again(self) -> None:
        """Let what waits because of an outage be due, where Discord answers again."""
        outbox, now = self._client.tables.outbox, self._client.clock()
        if self._back:
            await outbox.due_again(now)
            self._back = False
            if self._outages.over():
                log.info("Discord is back: what was to be said meanwhile is said now")
        if self._answers:
            self._answers = False
            lanes = self._outages.let_go()
            people = [number for kind, number in lanes if kind == PERSON_LANE]
            await outbox.due_again(now, [number for kind, number in lanes if kind == TABLE_LANE], people)

    async def _give_back(self) -> None:
        """Give back the rows that lanes have lost while the database was away."""
        if self._lost:
            lost = set(self._lost)
            await self._client.tables.outbox.wait(lost, self._client.clock() + PAUSE, "lost")
            self._lost -= lost

    async def close(self) -> None:
        """Begin nothing more, let what is being said be said for a short while, and give the rest back."""
        self._closing = True
        await self._lanes.close(GRACE_SECONDS)
        try:
            async with asyncio.timeout(GRACE_SECONDS / 2):
                await self._client.tables.outbox.let_go()
        except (StoreAway, TimeoutError):
            log.info("What was not sent could not be given back; the next start knows that nobody sends it")

    async def _notify(self, messages: list[Message]) -> None:
        """Send what is for one person, in order."""
        for message in messages:
            await self._try((PERSON_LANE, read(message, ToPerson).user), [message], self._notifier.send(message))

    async def _send(self, table_id: int, messages: list[Message]) -> None:
        """Post what some rows of a table say, or bring its message up to date where there are none.

        Rows that the post says as well are added to `messages`.
        """
        await self._try((TABLE_LANE, table_id), messages, self._post_or_refresh(table_id, messages))

    async def _try(self, lane: Lane, messages: Sequence[Message], work: Awaitable[None]) -> None:
        """Do some work of a lane. Where that is not to be done now its rows are put off, whatever the cause is."""
        outbox, clock = self._client.tables.outbox, self._client.clock
        try:
            try:
                async with asyncio.timeout(LANE_SECONDS):
                    await work
            except Limited as error:
                log.warning("The %s %d is put off: Discord limits it for %.0f seconds", *lane, error.seconds)
                due = clock() + min(timedelta(seconds=max(1.0, error.seconds)), LONGEST_LIMIT)
                await self._put_off(lane, messages, due, str(error), LIMIT)
            except (Away, TimeoutError) as error:
                due = clock() + self._outages.failed(lane)
                told = logging.WARNING if self._outages.is_news(lane) else logging.DEBUG
                log.log(told, "The %s %d waits for Discord: %s", *lane, error or type(error).__name__)
                await self._put_off(lane, messages, due, str(error) or type(error).__name__, OUTAGE)
            else:
                self._outages.succeeded(lane)
        except Exception as error:  # the database, as a rule: what has become of the rows is not known there
            log.exception("What has become of the %s %d could not be noted", *lane)
            ids = [message.id for message in messages]
            self._lost.update(ids)
            await outbox.wait(ids, clock() + PAUSE, type(error).__name__)
            self._lost.difference_update(ids)

    async def _put_off(self, lane: Lane, messages: Sequence[Message], due: datetime, error: str, waits: str) -> None:
        if messages:
            await self._client.tables.outbox.wait([message.id for message in messages], due, error, waits)
        else:  # nothing but a refresh, which nothing keeps
            wait = (due - self._client.clock()).total_seconds()
            Context().run(asyncio.get_running_loop().call_later, wait, self._client.refresh_soon, lane[1])

    async def _post_or_refresh(self, table_id: int, messages: list[Message]) -> None:
        outbox = self._client.tables.outbox
        try:
            await (self._post(table_id, messages) if messages else self._refresh(table_id))
        except (discord.HTTPException, ChannelLost) as error:
            said = f"Discord {error.status} {error.code}" if isinstance(error, discord.HTTPException) else "no channel"
            log.warning("Table %d could not be posted: %s", table_id, said)
            lost = loss(error)
            if lost:
                await self._client.tables.channels.lose(table_id, lost, messages)
                return
            for message in messages:
                await outbox.failed(message.id, self._client.clock(), said)
        except (Away, Limited, DatabaseAway, StoreAway):
            raise
        except OtherRules:  # a process that knows them is there
            for message in messages:
                await outbox.later(message, self._client.clock() + UPDATING)
        except Exception as error:  # one table must not hold up the others
            log.exception("Table %d could not be posted", table_id)
            for message in messages:
                await outbox.failed(message.id, self._client.clock(), type(error).__name__)
        else:
            if messages:
                await outbox.sent([message.id for message in messages], self._client.clock())

    async def _refresh(self, table_id: int) -> None:
        """Bring a table's message up to date, unless a row of the outbox is about to do so."""
        posting = await self._client.tables.queries.posting(table_id)
        if posting.info.lost:
            return
        localizer = await self._voice(posting)
        if posting.info.phase == "lobby":
            await self._post_lobby(posting.info, localizer, None)
            return
        live = posting.live
        if live is not None and live.info.phase == "running" and TABLE in posting.posts and not posting.more:
            await self._post_game(posting, live, localizer, set(), [], None)

    async def _post(self, table_id: int, messages: list[Message]) -> None:
        tables = self._client.tables
        if any(message.tried for message in messages):
            before = await tables.lobby.info(table_id)
            if before.lost != GONE:
                await self._recall(before, messages)
        posting = await tables.queries.posting(table_id, messages[-1].id)
        info, localizer = posting.info, await self._voice(posting)
        if info.lost == GONE:
            raise ChannelLost
        if any(message.kind == "move" for message in messages):
            await self._leave_behind(info, localizer)
        if posting.more:
            await self._claim_more(table_id, messages, info.revision)
        if info.phase == "lobby" or info.started_at is None:
            for message in messages:
                if message.kind == "invite":
                    await self._post_invitation(info, message, localizer)
            await self._post_lobby(info, localizer, messages[-1].nonce)
            return
        said = posting.posts[TABLE].revision if TABLE in posting.posts else 0
        unsaid = [message for message in messages if read(message, TableChange).revision > said]
        if unsaid and not await self._post_unsaid(posting, localizer, unsaid):
            await self._post(table_id, messages)

    async def _post_unsaid(self, posting: Posting, localizer: Localizer, unsaid: Sequence[Message]) -> bool:
        """Post what a started table's message does not say yet; that message comes last, so that it vouches for all.

        False where Discord has had an earlier try of it after all, and the message tells of a part of it only.
        """
        info, live = posting.info, posting.live
        kinds = {message.kind for message in unsaid}
        nonce = next((one.nonce for one in reversed(unsaid) if one.tried), unsaid[-1].nonce)
        if "start" in kinds:
            await self._close_lobby(info, localizer)
        if kinds & {"rules", "stuck"}:
            await self._post_rules(info, localizer, unsaid)
        asked = [seat for one in unsaid for seat in read(one, TableChange).asked]
        if kinds & {"vote", "rewind", "rules", "over", "abandon", "move", "replace"}:
            await self._post_vote(info, localizer, asked, _another(nonce, "v"))
            if kinds == {"vote"}:
                return True
        if live is None:
            return True
        if info.phase == "abandoned":
            if "abandon" in kinds:
                view = posts.closing_post(info, localizer, posting.log)
                sent = await self._deliver(info, view, (), unsaid[-1].nonce, ())
                await self._remember(info, sent.id, {TABLE: info.revision})
            return True
        called = [seat for one in unsaid for seat in read(one, TableChange).mention]
        asked = [seat for one in unsaid if one.kind != "vote" for seat in read(one, TableChange).asked]
        asked = await self._still_asked(info.id, asked)
        return await self._post_game(posting, live, localizer, kinds, called, nonce, asked)

    async def _still_asked(self, table_id: int, seats: Sequence[int]) -> list[int]:
        """Leave out those who have voted by now, and those whose vote is over."""
        ballots = await open_votes(self._client.tables, table_id) if seats else []
        return [seat for seat in seats if any(seat in ballot.missing for ballot in ballots)]

    async def _post_rules(self, info: TableInfo, localizer: Localizer, unsaid: Sequence[Message]) -> None:
        """Tell the owner of changed rules, once: this post is not edited, so a button of it carries its row."""
        told = next(one for one in reversed(unsaid) if one.kind in {"rules", "stuck"})
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        if told.tried and await was_sent(self._client, channel, told):
            return
        view = posts.rules_post(info, localizer, mark_of(told), stuck=told.kind == "stuck")
        await self._deliver(info, view, (), _another(told.nonce, "r"), [info.owner_id])

    async def _leave_behind(self, info: TableInfo, localizer: Localizer) -> None:
        """Let what showed a table in a former channel say where it is now."""
        for kind in (LOBBY, TABLE, VOTE):
            post = await self._client.tables.post(info.id, kind)
            if post is not None and post.channel_id != info.channel_id and not _closed(info, post):
                await self._edit(post, posts.moved_post(info, localizer), None)

    async def _claim_more(self, table_id: int, messages: list[Message], revision: int) -> None:
        """Take along what others have caused meanwhile: what is shown now says it, too."""
        messages += await self._client.tables.outbox.claim_more(
            table_id, messages[-1].id, revision, self._client.clock()
        )

    async def _recall(self, info: TableInfo, messages: Sequence[Message]) -> None:
        """Note what has been posted of these rows, where an earlier try may have come as far as that."""
        tables = self._client.tables
        since = min(message.created_at for message in messages)
        for found in await find_sent(self._client, info.channel_id, info.id, since):
            if found.shows("join"):
                lobby = await tables.post(info.id, LOBBY)
                if lobby is None or lobby.channel_id != info.channel_id:
                    await self._remember(info, found.message_id, {LOBBY: found.revision})
            elif found.shows("board"):
                post = await tables.post(info.id, TABLE)
                told = post.revision if post is not None else 0
                if found.revision > told:
                    await self._remember(info, found.message_id, {TABLE: found.revision, BASE: told})
            elif found.shows("agree"):
                vote = await tables.post(info.id, VOTE)
                if vote is None or vote.revision < found.revision or vote.channel_id != info.channel_id:
                    await self._remember(info, found.message_id, {VOTE: found.revision})

    async def _post_invitation(self, info: TableInfo, message: Message, localizer: Localizer) -> None:
        """Tell a guest of an invitation, with a button to take a seat."""
        guest = read(message, TableChange).guest
        if guest is None or info.phase != "lobby" or guest not in info.invited:
            return  # the game has started, or the guest has a seat by now
        if message.tried:
            sent = await find_sent(self._client, info.channel_id, info.id, message.created_at)
            if any(found.shows("join", str(guest)) for found in sent):
                return
        nonce = _another(message.nonce, "i")
        await self._deliver(info, posts.invitation_post(info, guest, localizer), (), nonce, (guest,))

    async def _voice(self, posting: Posting) -> Localizer:
        language = language_of_posts(posting.channel, await self._client.servers.find(posting.info.guild_id))
        return Localizer(language, posting.info.names, self._client.mentions)

    async def _post_lobby(self, info: TableInfo, localizer: Localizer, nonce: str | None) -> None:
        view = posts.lobby_post(info, self._client.games[info.game], localizer)
        post = await self._client.tables.post(info.id, LOBBY)
        if post is not None and await self._may_edit(info, post) and await self._edit(post, view, None):
            return
        sent = await self._deliver(info, view, (), nonce, ())
        await self._remember(info, sent.id, {LOBBY: info.revision})

    async def _close_lobby(self, info: TableInfo, localizer: Localizer) -> None:
        post = await self._client.tables.post(info.id, LOBBY)
        if post is not None:
            await self._edit(post, posts.lobby_post(info, self._client.games[info.game], localizer), None)

    async def _post_game(  # noqa: PLR0917
        self,
        posting: Posting,
        live: Live,
        localizer: Localizer,
        kinds: set[str],
        called: Sequence[int],
        nonce: str | None,
        asked: Sequence[int] = (),
    ) -> bool:
        """Show a game in its channel; False where Discord had an older message of this nonce, which stays."""
        info = live.info
        post, base = posting.posts.get(TABLE), posting.posts.get(BASE)
        calling = [seat for seat in dict.fromkeys(called) if seat in live.waiting]
        anew = post is None or live.over or bool(calling or asked) or bool(kinds & _kinds_of_new_posts(live))
        edits = not anew and base is not None and await self._may_edit(info, base)
        with_files = await self._with_files(live)
        seen = self._seen(info.id, post)
        described = draw_job(live, "board", None, localizer.language)
        # A halo on what has changed since the post before this one.
        before = seen.former if edits else seen.shown
        drawn = await self._client.drawer.draw(replace(described, before=before)) if with_files else None
        if edits and post is not None and base is not None:
            happened = _happened(posting, base.revision)
            if await self._edit(post, posts.table_post(live, localizer, happened, drawn), drawn):
                await self._remember(info, post.message_id, {TABLE: live.revision})
                self._note_seen(info.id, seen)
                return True
        told = post.revision if post is not None else 0
        happened = _happened(posting, told)
        chart = await self._draw_chart(live, localizer) if live.over and with_files else None

        def view(drawn: Drawn | None, chart: Drawn | None) -> ui.LayoutView:
            if live.over:
                return posts.final_post(live, localizer, happened, drawn, chart)
            return posts.table_post(live, localizer, happened, drawn, calling, asked)

        users = [info.players[seat].user_id for seat in dict.fromkeys([*calling, *asked])]
        sent = await self._deliver_drawn(info, view, (drawn, chart), nonce, users)
        shows = revision_of(sent, info.id) or live.revision
        await self._remember(info, sent.id, {TABLE: shows, BASE: told})
        self._note_seen(info.id, _Seen(sent.id, seen.shown, described.view))
        return not told < shows < live.revision

    async def _post_vote(self, info: TableInfo, localizer: Localizer, asked: Sequence[int], nonce: str | None) -> None:
        """Bring the message of the vote up to date: a new vote gets a new message, an ended one loses its buttons."""
        tables = self._client.tables
        vote = await tables.rewinds.vote(info.id)
        post = await tables.post(info.id, VOTE)
        if post is not None and post.channel_id != info.channel_id:
            post = None  # it was left behind
        shown = post is not None and vote is not None and post.revision == vote.revision
        if post is not None and vote is not None and shown:
            if await self._edit(post, votes.vote_post(vote, localizer), None):
                return
        elif post is not None and post.revision:
            told = await tables.events(info.id, None, post.revision, until=vote.revision - 1 if vote else None)
            await self._edit(post, votes.closed_post(info, told, localizer), None)
            await self._remember(info, post.message_id, {VOTE: 0})
        if vote is not None:
            users = [info.players[seat].user_id for seat in vote.missing if seat in asked]
            sent = await self._deliver(info, votes.vote_post(vote, localizer), (), nonce, users)
            await self._remember(info, sent.id, {VOTE: vote.revision})

    def _seen(self, table_id: int, post: Post | None) -> _Seen:
        """What the last two posts of a table showed; nothing is known where another process has made the last."""
        seen = self._shown.get(table_id)
        return seen if seen is not None and post is not None and seen.message_id == post.message_id else _Seen()

    def _note_seen(self, table_id: int, seen: _Seen) -> None:
        self._shown.pop(table_id, None)
        self._shown[table_id] = seen
        while len(self._shown) > MAX_SHOWN:
            del self._shown[next(iter(self._shown))]

    async def _draw_chart(self, live: Live, localizer: Localizer) -> Drawn | None:
        """Draw the scores over the rounds of a game that is over, if it keeps them."""
        rounds = posts.scores_by_round(live)
        if not rounds:
            return None
        described = replace(draw_job(live, "chart", None, localizer.language), view=rounds, waiting=())
        return await self._client.drawer.draw(described)

    async def _may_edit(self, info: TableInfo, post: Post) -> bool:
        """Whether a message is young enough and still in sight; it was remembered when it was posted.

        In a channel that was shut only a new message tells whether it still is.
        """
        if info.lost or post.channel_id != info.channel_id:
            return False
        if self._client.clock() - post.at > OLDEST_EDIT:
            return False
        channel = self._client.get_partial_messageable(post.channel_id)

        async def read() -> int:
            after = discord.Object(post.message_id)
            return len([one async for one in channel.history(limit=SCROLLED_AWAY, after=after)])

        try:
            below = await self._client.traffic.call(read)
        except discord.Forbidden:
            return True  # without the right to read on, nothing better is known
        return below < SCROLLED_AWAY

    async def _edit(self, post: Post, view: ui.LayoutView, drawn: Drawn | None) -> bool:
        """Edit a message in place; False where it is gone, was edited too often or cannot be edited any more."""
        message = self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            await self._client.traffic.call(
                lambda: message.edit(view=view, attachments=components.files(drawn), allowed_mentions=NOBODY)
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code in NO_EDITS:
                return False
            raise
        return True

    async def _with_files(self, live: Live) -> bool:
        """Whether pictures may be posted in the channel of a game; where they are missed, the owner is told once."""
        info, drawer = live.info, self._client.drawer
        if (
            not drawer.draws
            or (info.game not in PICTURES and not live.over)
            or self._client.file_rights.may_attach(info.channel_id) is not False
        ):
            return True
        await self._client.tables.channels.warn_owner(info.id, "files", info.channel_id)
        return False

    async def _deliver_drawn(
        self,
        info: TableInfo,
        view: Callable[[Drawn | None, Drawn | None], ui.LayoutView],
        drawn: tuple[Drawn | None, Drawn | None],
        nonce: str | None,
        users: Sequence[int],
    ) -> discord.Message:
        """Post a new message with its pictures; in words, where that is what Discord allows."""
        files = components.files(*drawn)
        try:
            return await self._deliver(info, view(*drawn), files, nonce, users)
        except discord.Forbidden as error:
            if error.code != MAY_NOT or not files:
                raise
        sent = await self._deliver(info, view(None, None), (), nonce, users)
        self._client.file_rights.note_refused(info.channel_id)
        await self._client.tables.channels.warn_owner(info.id, "files", info.channel_id)
        return sent

    async def _deliver(
        self,
        info: TableInfo,
        view: ui.LayoutView,
        files: Sequence[discord.File],
        nonce: str | None,
        users: Sequence[int],
    ) -> discord.Message:
        """Post a new message; Discord drops it where one with this nonce came a moment ago, and gives that one."""
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
        )
        message = await self._client.traffic.call(
            lambda: channel.send(
                view=view, files=list(files), nonce=nonce or secrets.token_hex(12), allowed_mentions=mentions
            )
        )
        if info.lost:
            await self._client.tables.channels.found(info.id)
        return message

    async def _remember(self, info: TableInfo, message_id: int, revisions: Mapping[str, int]) -> None:
        await self._client.tables.remember_post(info.id, info.channel_id, message_id, revisions)


def _happened(posting: Posting, since: int) -> list[Event]:
    return [event for one in posting.log if one.revision > since for event in one.events]


def _closed(info: TableInfo, post: Post) -> bool:
    """Whether a message says already that it is over: the lobby of a game that has started, the vote that has ended."""
    return (post.kind == LOBBY and info.phase != "lobby") or (post.kind == VOTE and not post.revision)


def _another(nonce: str | None, mark: str) -> str | None:
    """Make the nonce of a second message for the same row; Discord takes 25 characters."""
    return None if nonce is None else nonce[:24] + mark
