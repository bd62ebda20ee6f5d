"""Sends what the outbox holds: after every change, and on a slow tick for what a crash or Discord held up.

Rows of one table that wait together become one post that shows the table as it is now. A post that must call somebody
is new, as edits notify nobody; everything else edits the table message in place, unless it is old or has scrolled away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot import layouts, posts, rewinding
from bot.ballots import open_ballots
from bot.homes import GONE, NOT_ALLOWED, THREAD_ARCHIVED, HomeLost, loss
from bot.layouts import NOBODY
from bot.panels import sketch
from bot.seating import language_of_posts
from bot.sent_before import find_sent, mark_of, was_sent
from bot.shown import Posting
from bot.sketches import Drawn
from bot.table_data import Live, Post, TableInfo
from bot.voice import Voice
from rules.kernel.steps import Event
from storage.outbox import TO_ONE, Message

if TYPE_CHECKING:
    from bot.client import Orrery

log = logging.getLogger(__name__)

OLDEST_EDIT = timedelta(hours=1)
"""Discord throttles edits of older messages."""
TOO_MANY_EDITS = 30046
NO_EDITS = NOT_ALLOWED | {TOO_MANY_EDITS, THREAD_ARCHIVED}
"""Nothing can be edited in an archived thread; a new message opens it again, or tells that it is shut."""
MOST_SHOWN = 200
"""Tables whose last posts are remembered, to show what has changed."""
SCROLLED_AWAY = 6
"""So many messages below the table message, and it is posted anew."""

LOBBY, TABLE, BASE, VOTE = "lobby", "table", "base", "vote"
"""Kinds of remembered posts. `base` is the table message again, with the revision from which it tells what happened."""

NEW_POST = frozenset(
    {"start", "round", "turn", "replace", "over", "abandon", "overdue", "given_up", "rewind", "rules", "move"}
)

AT_ONCE = 4
"""Tables that are posted, or people who are written to, at the same time."""

Parked = Callable[[Awaitable[Any]], Awaitable[Any]]


def _kinds_of_new_posts(live: Live) -> frozenset[str]:
    """What is not told by editing the table message: in a game that is played by rounds, whose turn it is can be."""
    return NEW_POST - {"turn"} if live.game.info.by_round else NEW_POST


async def _as_it_is(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


class Poster:
    """The worker of the outbox."""

    def __init__(self, client: Orrery) -> None:
        self._client = client
        self._extra: set[int] = set()
        self._falls_due: datetime | None = None
        self._shown: dict[int, tuple[Any, Any]] = {}  # by table: what its last two posts showed; lost, only halos are
        self.parked: Parked = _as_it_is
        """How the worker waits for news; a simulation that waits for the bot to be idle must know of it."""

    def refresh_soon(self, table_id: int) -> None:
        """Bring a table's message up to date though nothing of the table itself has changed."""
        self._extra.add(table_id)
        self._client.tables.news.set()

    async def run(self) -> None:
        """Send whatever is due, whenever there is news; never ends."""
        news = self._client.tables.news
        while True:
            await self.parked(news.wait())
            news.clear()
            for work in (self.fall_due, self.drain, self._plan_waking, self._client.tables.tidying.tidy):
                try:
                    await work()
                except Exception:  # the slow tick tries again
                    log.exception("%s could not be done", work.__name__)

    async def fall_due(self) -> None:
        """See to votes and clocks that have run out and to reminders; what they say is in the outbox then."""
        tables = self._client.tables
        self._falls_due = await tables.next_due()
        if self._falls_due is not None and self._falls_due <= self._client.clock():
            await tables.rewinds.expire()
            await tables.clocks.strike()
            await tables.reminders.hand_out()
            self._falls_due = await tables.next_due()

    async def _plan_waking(self) -> None:
        """Have the worker woken when the next thing falls due."""
        times = (await self._client.tables.outbox.next_due(), self._falls_due)
        self._client.wakes.at(min((one for one in times if one is not None), default=None))

    async def drain(self) -> None:
        """Send everything that is due, several tables at once: most of the time is spent waiting for Discord."""
        outbox = self._client.tables.outbox
        for table_id in list(self._extra):
            self._extra.discard(table_id)
            await self._send(table_id, [])
        while batch := await outbox.claim(self._client.clock()):
            tables: dict[int, list[Message]] = {}
            people: dict[int, list[Message]] = {}
            for message in batch:
                if message.kind in TO_ONE:
                    people.setdefault(message.payload["user"], []).append(message)
                else:
                    tables.setdefault(message.table_id, []).append(message)
            await self._send_all(
                [
                    *(partial(self._send, table_id, messages) for table_id, messages in tables.items()),
                    *(partial(self._notify, messages) for messages in people.values()),
                ]
            )

    async def _send_all(self, works: Sequence[Callable[[], Awaitable[None]]]) -> None:
        """Do some of them at a time; raise what the first that failed has raised, after all have ended."""
        free = asyncio.Semaphore(AT_ONCE)

        async def one(work: Callable[[], Awaitable[None]]) -> None:
            async with free:
                await work()

        for outcome in await asyncio.gather(*map(one, works), return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def _notify(self, messages: Sequence[Message]) -> None:
        """Send what is for one person, in order."""
        for message in messages:
            await self._client.notifier.send(message)

    async def _send(self, table_id: int, messages: list[Message]) -> None:
        """Post what some rows of a table say, or bring its message up to date where there are none.

        Rows that the post says as well are added to `messages`.
        """
        outbox = self._client.tables.outbox
        try:
            await (self._post(table_id, messages) if messages else self._refresh(table_id))
        except (discord.HTTPException, HomeLost) as error:
            said = f"Discord {error.status} {error.code}" if isinstance(error, discord.HTTPException) else "no channel"
            log.warning("Table %d could not be posted: %s", table_id, said)
            lost = loss(error)
            if lost:
                await self._client.tables.homes.lose(table_id, lost, messages)
                return
            for message in messages:
                await outbox.failed(message.id, self._client.clock(), said)
        except Exception as error:  # one table must not hold up the others
            log.exception("Table %d could not be posted", table_id)
            for message in messages:
                await outbox.failed(message.id, self._client.clock(), type(error).__name__)
        else:
            if messages:
                await outbox.sent([message.id for message in messages], self._client.clock())

    async def _refresh(self, table_id: int) -> None:
        """Bring a table's message up to date, unless a row of the outbox is about to do so."""
        posting = await self._client.tables.shown.posting(table_id)
        if posting.info.lost:
            return
        voice = self._voice(posting)
        if posting.info.phase == "lobby":
            await self._post_lobby(posting.info, voice, None)
            return
        live = posting.live
        if live is not None and live.info.phase == "running" and TABLE in posting.posts and not posting.more:
            await self._post_game(posting, live, voice, set(), [], None)

    async def _post(self, table_id: int, messages: list[Message]) -> None:
        tables = self._client.tables
        if any(message.tried for message in messages):
            before = await tables.lobby.info(table_id)
            if before.lost != GONE:
                await self._recall(before, messages)
        posting = await tables.shown.posting(table_id, messages[-1].id)
        info, voice = posting.info, self._voice(posting)
        if info.lost == GONE:
            raise HomeLost
        if any(message.kind == "move" for message in messages):
            await self._leave_behind(info, voice)
        if posting.more:
            await self._claim_more(table_id, messages, info.revision)
        if info.phase == "lobby" or info.started_at is None:
            for message in messages:
                if message.kind == "invite":
                    await self._post_invitation(info, message, voice)
            await self._post_lobby(info, voice, messages[-1].nonce)
            return
        said = posting.posts[TABLE].revision if TABLE in posting.posts else 0
        unsaid = [message for message in messages if message.payload["revision"] > said]
        if unsaid:
            await self._post_unsaid(posting, voice, unsaid)

    async def _post_unsaid(self, posting: Posting, voice: Voice, unsaid: Sequence[Message]) -> None:
        """Post what a started table's message does not say yet; that message comes last, so that it vouches for all."""
        info, live = posting.info, posting.live
        kinds = {message.kind for message in unsaid}
        nonce = unsaid[-1].nonce
        if "start" in kinds:
            await self._close_lobby(info, voice)
        if kinds & {"rules", "stuck"}:
            await self._post_rules(info, voice, unsaid)
        asked = [seat for one in unsaid for seat in one.payload.get("asked", ())]
        if kinds & {"vote", "rewind", "rules", "over", "abandon", "move"}:
            await self._post_vote(info, voice, asked, _another(nonce, "v"))
            if kinds == {"vote"}:
                return
        if live is None:
            return
        if info.phase == "abandoned":
            if "abandon" in kinds:
                sent = await self._deliver(info, posts.closing_post(info, voice), (), nonce, ())
                await self._remember(info, sent, {TABLE: info.revision})
            return
        called = [seat for one in unsaid for seat in one.payload["mention"]]
        asked = [seat for one in unsaid if one.kind != "vote" for seat in one.payload.get("asked", ())]
        asked = await self._still_asked(info.id, asked)
        await self._post_game(posting, live, voice, kinds, called, nonce, asked)

    async def _still_asked(self, table_id: int, seats: Sequence[int]) -> list[int]:
        """Leave out those who have voted by now, and those whose vote is over."""
        ballots = await open_ballots(self._client.tables, table_id) if seats else []
        return [seat for seat in seats if any(seat in ballot.missing for ballot in ballots)]

    async def _post_rules(self, info: TableInfo, voice: Voice, unsaid: Sequence[Message]) -> None:
        """Tell the owner of changed rules, once: this post is not edited, so a button of it carries its row."""
        told = next(one for one in reversed(unsaid) if one.kind in {"rules", "stuck"})
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        if told.tried and await was_sent(self._client, channel, told):
            return
        view = posts.rules_post(info, voice, mark_of(told), stuck=told.kind == "stuck")
        await self._deliver(info, view, (), _another(told.nonce, "r"), [info.owner_id])

    async def _leave_behind(self, info: TableInfo, voice: Voice) -> None:
        """Let what showed a table in a former channel say where it is now."""
        for kind in (LOBBY, TABLE, VOTE):
            post = await self._client.tables.post(info.id, kind)
            if post is not None and post.channel_id != info.channel_id and not _closed(info, post):
                await self._edit(post, posts.moved_post(info, voice), None)

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

    async def _post_invitation(self, info: TableInfo, message: Message, voice: Voice) -> None:
        """Tell a guest of an invitation, with a button to take a seat."""
        guest = message.payload["guest"]
        if info.phase != "lobby" or guest not in info.invited:
            return  # the game has started, or the guest has a seat by now
        if message.tried:
            sent = await find_sent(self._client, info.channel_id, info.id, message.created_at)
            if any(found.shows("join", str(guest)) for found in sent):
                return
        nonce = _another(message.nonce, "i")
        await self._deliver(info, posts.invitation_post(info, guest, voice), (), nonce, (guest,))

    def _voice(self, posting: Posting) -> Voice:
        language = language_of_posts(posting.channel, self._client.get_guild(posting.info.guild_id))
        return Voice(language, posting.info.names, self._client.mentions)

    async def _post_lobby(self, info: TableInfo, voice: Voice, nonce: str | None) -> None:
        view = posts.lobby_post(info, self._client.games[info.game], voice)
        post = await self._client.tables.post(info.id, LOBBY)
        if post is not None and await self._may_edit(info, post) and await self._edit(post, view, None):
            return
        sent = await self._deliver(info, view, (), nonce, ())
        await self._remember(info, sent, {LOBBY: info.revision})

    async def _close_lobby(self, info: TableInfo, voice: Voice) -> None:
        post = await self._client.tables.post(info.id, LOBBY)
        if post is not None:
            await self._edit(post, posts.lobby_post(info, self._client.games[info.game], voice), None)

    async def _post_game(  # noqa: PLR0917
        self,
        posting: Posting,
        live: Live,
        voice: Voice,
        kinds: set[str],
        called: Sequence[int],
        nonce: str | None,
        asked: Sequence[int] = (),
    ) -> None:
        info = live.info
        post, base = posting.posts.get(TABLE), posting.posts.get(BASE)
        calling = [seat for seat in dict.fromkeys(called) if seat in live.waiting]
        anew = post is None or live.over or bool(calling or asked) or bool(kinds & _kinds_of_new_posts(live))
        edits = not anew and base is not None and await self._may_edit(info, base)
        drawn = await self._draw_board(live, voice, edits=edits)
        if edits and post is not None and base is not None:
            happened = _happened(posting, base.revision)
            if await self._edit(post, posts.table_post(live, voice, happened, drawn), drawn):
                await self._remember(info, post.message_id, {TABLE: live.revision})
                return
        chart: Drawn | None = None
        told = post.revision if post is not None else 0
        happened = _happened(posting, told)
        if live.over:
            chart = await self._draw_chart(live, voice)
            view = posts.final_post(live, voice, happened, drawn, chart)
        else:
            view = posts.table_post(live, voice, happened, drawn, calling, asked)
        users = [info.players[seat].user_id for seat in dict.fromkeys([*calling, *asked])]
        sent = await self._deliver(info, view, layouts.files(drawn, chart), nonce, users)
        await self._remember(info, sent, {TABLE: live.revision, BASE: told})

    async def _post_vote(self, info: TableInfo, voice: Voice, asked: Sequence[int], nonce: str | None) -> None:
        """Bring the message of the vote up to date: a new vote gets a new message, an ended one loses its buttons."""
        tables = self._client.tables
        vote = await tables.rewinds.vote(info.id)
        post = await tables.post(info.id, VOTE)
        if post is not None and post.channel_id != info.channel_id:
            post = None  # it was left behind
        shown = post is not None and vote is not None and post.revision == vote.revision
        if post is not None and vote is not None and shown:
            if await self._edit(post, rewinding.vote_post(vote, voice), None):
                return
        elif post is not None and post.revision:
            told = await tables.events(info.id, None, post.revision, until=vote.revision - 1 if vote else None)
            await self._edit(post, rewinding.closed_post(info, told, voice), None)
            await self._remember(info, post.message_id, {VOTE: 0})
        if vote is not None:
            users = [info.players[seat].user_id for seat in vote.missing if seat in asked]
            sent = await self._deliver(info, rewinding.vote_post(vote, voice), (), nonce, users)
            await self._remember(info, sent, {VOTE: vote.revision})

    async def _draw_board(self, live: Live, voice: Voice, *, edits: bool) -> Drawn | None:
        """Draw the board, with a halo on what has changed since the post before this one."""
        former, shown = self._shown.pop(live.info.id, (None, None))
        before = former if edits else shown
        described = sketch(live, "board", None, voice.language)
        self._shown[live.info.id] = (before, shown if edits else described.view)
        while len(self._shown) > MOST_SHOWN:
            del self._shown[next(iter(self._shown))]
        return await self._client.drawer.draw(replace(described, before=before))

    async def _draw_chart(self, live: Live, voice: Voice) -> Drawn | None:
        """Draw the scores over the rounds of a game that is over, if it keeps them."""
        rounds = posts.scores_by_round(live)
        if not rounds:
            return None
        described = replace(sketch(live, "chart", None, voice.language), view=rounds, waiting=())
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
        try:
            below = [one async for one in channel.history(limit=SCROLLED_AWAY, after=discord.Object(post.message_id))]
        except discord.Forbidden:
            return True  # without the right to read on, nothing better is known
        return len(below) < SCROLLED_AWAY

    async def _edit(self, post: Post, view: ui.LayoutView, drawn: Drawn | None) -> bool:
        """Edit a message in place; False where it is gone, was edited too often or cannot be edited any more."""
        message = self._client.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            await message.edit(view=view, attachments=layouts.files(drawn), allowed_mentions=NOBODY)
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code in NO_EDITS:
                return False
            raise
        return True

    async def _deliver(
        self,
        info: TableInfo,
        view: ui.LayoutView,
        files: Sequence[discord.File],
        nonce: str | None,
        users: Sequence[int],
    ) -> int:
        """Post a new message; Discord drops it where one with this nonce came a moment ago."""
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
        )
        message = await channel.send(
            view=view, files=list(files), nonce=nonce or secrets.token_hex(12), allowed_mentions=mentions
        )
        if info.lost:
            await self._client.tables.homes.found(info.id)
        return message.id

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
