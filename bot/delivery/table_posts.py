"""Delivers the outbox rows of a table's channel: the lobby, the table message, votes, the end.

Rows of a table that wait together become one post that shows the table as it is now. A post that mentions somebody is
new, as edits notify nobody; everything else edits the table message in place, unless it is old or has scrolled away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.app import App
from bot.connection.traffic import (
    Away,
    Limited,
)
from bot.delivery.already_sent import find_sent, revision_of, was_sent
from bot.delivery.channel_errors import ChannelLost, loss
from bot.delivery.late_posts import LatePost, LatePosts, View
from bot.delivery.rooms import Rooms
from bot.delivery.seeking import SEEKING, SeekingPosts
from bot.delivery.sending import Sender
from bot.shared_boards import ShownViews
from bot.tables.channels import GONE, UNMADE
from bot.tables.core.data import Live, Post, TableInfo
from bot.tables.core.errors import DatabaseAway, OtherRules
from bot.tables.core.messages import TableChange, idempotency_key, read
from bot.tables.open_votes import open_votes
from bot.tables.queries import Posting
from bot.tables.results import Record
from bot.views import posts, votes
from bot.views.events import HEADINGS
from bot.views.localizer import Localizer, language_of_posts
from bot.views.pictures import draw_job
from rendering.film import Scores
from rendering.jobs import Drawn
from rendering.kit.encode import Format
from rendering.pool import Drawing, Urgency
from rules.kernel.steps import Event
from rules.kernel.stories import Story
from storage.errors import StoreAway
from storage.outbox import Message

log = logging.getLogger(__name__)

LOBBY, TABLE, BASE, VOTE = "lobby", "table", "base", "vote"
"""Kinds of stored posts. `base` is the table message again, with the revision after which its events begin."""
NEW_POST = frozenset(
    {"start", "round", "turn", "replace", "over", "abandon", "overdue", "given_up", "rewind", "rules", "move"}
)
UPDATING = timedelta(seconds=5)
"""Pause before a retry of a row whose table has newer rules than this process."""


def _needs_new_post(live: Live, kinds: set[str], happened: Sequence[Event]) -> bool:
    """Whether rows of these kinds need a new post, which tells what happened since the last one.

    Where turns are gathered (by rounds, or in a part of a game) a turn is an edit, unless the next part begins with it.
    """
    if kinds & (NEW_POST - {"turn"}):
        return True
    if "turn" not in kinds or live.game.info.by_round:
        return False
    begins = any(event.kind in HEADINGS for event in happened)
    return begins or not live.gathers


class _Since:
    """The events of a table after a revision."""

    def __init__(self, revision: int, posting: Posting) -> None:
        self.revision = revision
        self.events: list[Event] = [event for one in posting.log if one.revision > revision for event in one.events]


class TablePosts:
    """Shows tables in their channels."""

    def __init__(self, client: App) -> None:
        self._client = client
        self._sender = Sender(client)
        self._boards = client.boards
        self._late = LatePosts(client, self._sender)
        self._rooms = Rooms(client)
        self._seeking = SeekingPosts(client, self._sender)

    async def keep_room(self, messages: Sequence[Message]) -> None:
        """Bring the name of a table's thread up to date."""
        await self._rooms.keep(messages)

    async def put_in(self, table_id: int) -> None:
        """Put a picture that was drawn late into a table's message, if that still shows the same."""
        await self._late.put_in(table_id)

    async def post_or_refresh(self, table_id: int, messages: list[Message]) -> None:
        """Post what rows of a table say, and store the result; without rows, edit its message.

        Later rows that the post covers are added to `messages`; those that were marked as sent together with the post
        are removed.

        Raises:
            Away, Limited: an outage or a rate limit; nothing is stored.
            DatabaseAway, StoreAway.

        """
        outbox = self._client.tables.outbox
        try:
            await (self._post(table_id, messages) if messages else self._refresh(table_id))
        except (discord.HTTPException, ChannelLost) as error:
            error_text = (
                f"Discord {error.status} {error.code}" if isinstance(error, discord.HTTPException) else "no channel"
            )
            log.warning("Table %d could not be posted: %s", table_id, error_text)
            lost = loss(error)
            if lost:
                await self._client.tables.channels.lose(table_id, lost, messages)
                return
            for message in messages:
                await outbox.failed(message.id, self._client.clock(), error_text)
        except (Away, Limited, DatabaseAway, StoreAway):
            raise
        except OtherRules:  # a process with newer rules is running
            for message in messages:
                await outbox.later(message, self._client.clock() + UPDATING)
        except Exception as error:  # must not affect other tables
            log.exception("Table %d could not be posted", table_id)
            for message in messages:
                await outbox.failed(message.id, self._client.clock(), type(error).__name__)
        else:
            if messages:
                await outbox.sent([message.id for message in messages], self._client.clock())

    async def _refresh(self, table_id: int) -> None:
        """Edit a table's message, unless an outbox row is about to do so."""
        posting = await self._client.tables.queries.posting(table_id)
        localizer = await self._localizer(posting)
        await self._edit_seeking(posting, localizer)
        if posting.info.lost:
            return
        if posting.info.phase == "lobby":
            await self._post_lobby(posting.info, localizer, None)
            return
        live = posting.live
        if live is not None and live.info.phase == "running" and TABLE in posting.posts and not posting.more:
            await self._post_game(posting, live, localizer, set(), [], None, [])

    async def _post(self, table_id: int, messages: list[Message]) -> None:
        tables = self._client.tables
        for message in messages:
            if message.kind == "open":
                await self._rooms.make(message)
        if any(message.tried for message in messages):
            before = await tables.lobby.info(table_id)
            if before.lost not in {GONE, UNMADE}:
                await self._store_sent(before, messages)
        posting = await tables.queries.posting(table_id, messages[-1].id)
        info, localizer = posting.info, await self._localizer(posting)
        if info.lost in {GONE, UNMADE}:
            await self._edit_seeking(posting, localizer)
            raise ChannelLost
        if any(message.kind == "move" for message in messages):
            await self._edit_former_posts(info, localizer)
        if posting.more:
            await self._claim_more(table_id, messages, info.revision)
        await self._post_beside(posting, messages, localizer)
        if info.phase == "lobby" or info.started_at is None:
            for message in messages:
                if message.kind == "invite":
                    await self._post_invitation(info, message, localizer)
            await self._post_lobby(info, localizer, messages[-1].nonce)
            return
        shown_revision = posting.posts[TABLE].revision if TABLE in posting.posts else 0
        unsaid = [message for message in messages if read(message, TableChange).revision > shown_revision]
        if unsaid and not await self._post_unsaid(posting, localizer, unsaid, messages):
            await self._post(table_id, messages)

    async def _post_unsaid(
        self, posting: Posting, localizer: Localizer, unsaid: Sequence[Message], messages: list[Message]
    ) -> bool:
        """Post what a started table's message does not show yet; that message comes last and completes the others.

        False if Discord returned an earlier message of this nonce, which shows a part of it only.
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
            await self._post_vote(info, localizer, asked, _derived_nonce(nonce, "v"))
            if kinds == {"vote"}:
                return True
        if live is None:
            return True
        if info.phase == "abandoned":
            if "abandon" in kinds:
                view = posts.closing_post(info, localizer, posting.log)
                sent = await self._sender.deliver(info, view, (), unsaid[-1].nonce, ())
                await self._sender.remember(info, sent.id, {TABLE: info.revision}, messages)
                messages.clear()
                await self._outdate(info, posting.posts.get(TABLE), sent.id, localizer)
            return True
        mention = [seat for one in unsaid for seat in read(one, TableChange).mention]
        asked = [seat for one in unsaid if one.kind != "vote" for seat in read(one, TableChange).asked]
        asked = await self._still_asked(info.id, asked)
        return await self._post_game(posting, live, localizer, kinds, mention, nonce, messages, asked)

    async def _still_asked(self, table_id: int, seats: Sequence[int]) -> list[int]:
        """Those seats whose votes are still missing."""
        votes_open = await open_votes(self._client.tables, table_id) if seats else []
        return [seat for seat in seats if any(seat in open_vote.missing for open_vote in votes_open)]

    async def _post_rules(self, info: TableInfo, localizer: Localizer, unsaid: Sequence[Message]) -> None:
        """Post once to the owner that the rules have changed: a button carries the idempotency key."""
        row = next(one for one in reversed(unsaid) if one.kind in {"rules", "stuck"})
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        if row.tried and await was_sent(self._client, channel, row):
            return
        view = posts.rules_post(info, localizer, idempotency_key(row), stuck=row.kind == "stuck")
        await self._sender.deliver(info, view, (), _derived_nonce(row.nonce, "r"), [info.owner_id])

    async def _edit_former_posts(self, info: TableInfo, localizer: Localizer) -> None:
        """Edit the messages in a former channel, to link to the new one."""
        for kind in (LOBBY, TABLE, VOTE):
            post = await self._client.tables.post(info.id, kind)
            if post is not None and post.channel_id != info.channel_id and not _closed(info, post):
                await self._sender.edit(post, posts.moved_post(info, localizer), None)

    async def _claim_more(self, table_id: int, messages: list[Message], revision: int) -> None:
        """Claim later rows as well: the post covers them."""
        messages += await self._client.tables.outbox.claim_more(
            table_id, messages[-1].id, revision, self._client.clock()
        )

    async def _store_sent(self, info: TableInfo, messages: Sequence[Message]) -> None:
        """Store the messages that an earlier try of these rows has posted."""
        tables = self._client.tables
        since = min(message.created_at for message in messages)
        for found in await find_sent(self._client, info.channel_id, info.id, since):
            if found.shows("join"):
                lobby = await tables.post(info.id, LOBBY)
                if lobby is None or lobby.channel_id != info.channel_id:
                    await self._sender.remember(info, found.message_id, {LOBBY: found.revision})
            elif found.shows("board"):
                post = await tables.post(info.id, TABLE)
                known = post.revision if post is not None else 0
                if found.revision > known:
                    await self._sender.remember(info, found.message_id, {TABLE: found.revision, BASE: known})
            elif found.shows("agree"):
                vote = await tables.post(info.id, VOTE)
                if vote is None or vote.revision < found.revision or vote.channel_id != info.channel_id:
                    await self._sender.remember(info, found.message_id, {VOTE: found.revision})

    async def _post_invitation(self, info: TableInfo, message: Message, localizer: Localizer) -> None:
        """Post an invitation that a former version has put into the outbox: now its guest is told (`invited`)."""
        guest = read(message, TableChange).guest
        if guest is None or info.phase != "lobby" or guest not in info.invited:
            return  # the game has started, or the guest has a seat by now
        if message.tried:
            sent = await find_sent(self._client, info.channel_id, info.id, message.created_at)
            if any(found.shows("join", str(guest)) for found in sent):
                return
        nonce = _derived_nonce(message.nonce, "i")
        await self._sender.deliver(info, posts.invitation_post(info, guest, localizer), (), nonce, (guest,))

    async def _post_beside(self, posting: Posting, messages: Sequence[Message], localizer: Localizer) -> None:
        """Post what is not the table itself: that a weekly table did not open, and that players are looked for."""
        info = posting.info
        for message in messages:
            if message.kind == "skipped":
                await self._post_skipped(info, message, localizer)
        if info.sought_in is not None or SEEKING in posting.posts:
            tried = min((one.created_at for one in messages if one.tried), default=None)
            await self._show_seeking(posting, localizer, _derived_nonce(messages[-1].nonce, "s"), tried)

    async def _edit_seeking(self, posting: Posting, localizer: Localizer) -> None:
        """Bring the post up to date that looks for players, if there is one: it links to the table's channel."""
        if SEEKING in posting.posts:
            await self._show_seeking(posting, localizer, None, None)

    async def _show_seeking(
        self, posting: Posting, localizer: Localizer, nonce: str | None, tried: datetime | None
    ) -> None:
        """Bring the post up to date that looks for players; post it, where there is none."""
        if posting.info.game in self._client.games:
            await self._seeking.show(posting, localizer, nonce, tried)

    async def _post_skipped(self, info: TableInfo, message: Message, localizer: Localizer) -> None:
        """Say once that a weekly table did not open: a button carries the idempotency key."""
        games, game = self._client.games, read(message, TableChange).skipped
        channel = self._client.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        if game not in games or (message.tried and await was_sent(self._client, channel, message)):
            return
        view = posts.skipped_post(info, games[game].info.title, localizer, idempotency_key(message))
        await self._sender.deliver(info, view, (), _derived_nonce(message.nonce, "w"), ())

    async def _localizer(self, posting: Posting) -> Localizer:
        language = language_of_posts(posting.channel, await self._client.servers.find(posting.info.guild_id))
        return Localizer(language, posting.info.names, self._client.mentions)

    async def _post_lobby(self, info: TableInfo, localizer: Localizer, nonce: str | None) -> None:
        view = posts.lobby_post(info, self._client.games[info.game], localizer)
        post = await self._client.tables.post(info.id, LOBBY)
        if post is not None and await self._sender.may_edit(info, post) and await self._sender.edit(post, view, None):
            return
        sent = await self._sender.deliver(info, view, (), nonce, ())
        await self._sender.remember(info, sent.id, {LOBBY: info.revision})

    async def _close_lobby(self, info: TableInfo, localizer: Localizer) -> None:
        post = await self._client.tables.post(info.id, LOBBY)
        if post is not None:
            await self._sender.edit(post, posts.lobby_post(info, self._client.games[info.game], localizer), None)

    async def _post_game(  # noqa: PLR0917
        self,
        posting: Posting,
        live: Live,
        localizer: Localizer,
        kinds: set[str],
        mention: Sequence[int],
        nonce: str | None,
        messages: list[Message],
        asked: Sequence[int] = (),
    ) -> bool:
        """Show a game in its channel; False if Discord returned an older message of this nonce."""
        info = live.info
        records = await self._client.tables.results.records(info.id) if live.over else []
        post, base = posting.posts.get(TABLE), posting.posts.get(BASE)
        mentioned = [seat for seat in dict.fromkeys(mention) if seat in live.waiting]
        known = post.revision if post is not None else 0
        since = _Since(known, posting)
        new_kind = _needs_new_post(live, kinds, since.events)
        anew = post is None or live.over or bool(mentioned or asked) or new_kind
        edits = not anew and base is not None and await self._sender.may_edit(info, base)
        if edits and post is not None and base is not None:
            happened = _Since(base.revision, posting)
            if await self._edit_game(live, localizer, post, happened, messages):
                return True
        seen = self._boards.seen(info.id, post)
        drawings, drawn = await self._pictures(live, localizer, seen.shown)
        told = await self._client.tables.stories.of(live) if live.over else None
        web = self._client.web_board(info.id)
        view = partial(_view, live, localizer, since, mentioned, asked, web=web, story=told, records=records)
        users = [info.players[seat].user_id for seat in dict.fromkeys([*mentioned, *asked])]
        sent = await self._sender.deliver_drawn(info, view, drawn, nonce, users)
        shows = revision_of(sent, info.id) or live.revision
        says_all = not known < shows < live.revision
        await self._sender.remember(info, sent.id, {TABLE: shows, BASE: known}, messages if says_all else ())
        if says_all:
            messages.clear()
            self._put_in_later(live, sent.id, drawings, drawn, view)
        shown = live.view(None) if shows == live.revision else None
        self._boards.note_seen(live, ShownViews(sent.id, shows, seen.shown, shown))
        if says_all:
            await self._outdate(info, post, sent.id, localizer)
        return says_all

    async def _outdate(self, info: TableInfo, post: Post | None, by: int, localizer: Localizer) -> None:
        """Take what holds no more out of the post that the message `by` has replaced."""
        if post is not None and post.channel_id == info.channel_id and post.message_id != by:
            await self._sender.outdate(post, localizer)

    async def _edit_game(
        self, live: Live, localizer: Localizer, post: Post, happened: _Since, messages: list[Message]
    ) -> bool:
        """Show a game in its message as it is now, with what happened since the message before; False if it may not."""
        info, seen = live.info, self._boards.seen(live.info.id, post)
        drawings, drawn = await self._pictures(live, localizer, seen.former)
        view = partial(_view, live, localizer, happened, (), (), web=self._client.web_board(info.id))
        if not await self._sender.edit(post, view(drawn), *drawn):
            return False
        await self._sender.remember(info, post.message_id, {TABLE: live.revision}, messages)
        messages.clear()
        self._boards.note_seen(live, ShownViews(post.message_id, live.revision, seen.former, live.view(None)))
        self._put_in_later(live, post.message_id, drawings, drawn, view)
        return True

    async def _pictures(
        self, live: Live, localizer: Localizer, before: Any
    ) -> tuple[list[Drawing], list[Drawn | None]]:
        """Have the pictures of a table's post drawn, and wait for them a moment; a film takes longer in any case.

        What has changed since `before` has a halo: the view from which the post's text counts as well.
        """
        drawings = await self._begin_pictures(live, localizer, before)
        drawn = await _wait(drawings[:2], self._client.late_pictures.patience.post)
        return drawings, drawn + [one.drawn for one in drawings[2:]]

    async def _begin_pictures(self, live: Live, localizer: Localizer, before: Any) -> list[Drawing]:
        """Have the pictures of a table's post drawn: the board, and at the end the scores by round and the film.

        What a former post still waits for is given up: this one shows something newer, and takes its place in the line.
        """
        place = self._late.drop(live.info.id)
        if not await self._sender.with_files(live):
            return []
        drawings = [self._boards.post(live, localizer.language, before, place)]
        if live.over:
            drawings.append(self._begin_chart(live, localizer))
            films = self._client.films
            film = films.has_film(live.info.game) and await films.of_last_post(live.info.id, localizer.language)
            drawings += [film] if film else []
        return drawings

    def _put_in_later(
        self, live: Live, message_id: int, drawings: Sequence[Drawing], drawn: Sequence[Drawn | None], view: View
    ) -> None:
        """Put pictures that were not there in time into the post when they are."""
        late = [one for one, there in zip(drawings, drawn, strict=True) if there is None and not one.failed]
        if late and self._client.file_rights.may_attach(live.info.channel_id) is not False:
            shown = sum(map(bool, drawn))
            self._late.wait_for(live.info.id, LatePost(message_id, live.revision, drawings, view, shown))

    async def _post_vote(self, info: TableInfo, localizer: Localizer, asked: Sequence[int], nonce: str | None) -> None:
        """Update the message of the vote: a new vote gets a new message, an ended one loses its buttons."""
        tables = self._client.tables
        vote = await tables.rewinds.vote(info.id)
        post = await tables.post(info.id, VOTE)
        if post is not None and post.channel_id != info.channel_id:
            post = None  # it was left behind
        shown = post is not None and vote is not None and post.revision == vote.revision
        if post is not None and vote is not None and shown:
            if await self._sender.edit(post, votes.vote_post(vote, localizer), None):
                return
        elif post is not None and post.revision:
            log_ = await tables.events(info.id, None, post.revision, until=vote.revision - 1 if vote else None)
            await self._sender.edit(post, votes.closed_post(info, log_, localizer), None)
            await self._sender.remember(info, post.message_id, {VOTE: 0})
        if vote is not None:
            users = [info.players[seat].user_id for seat in vote.missing if seat in asked]
            sent = await self._sender.deliver(info, votes.vote_post(vote, localizer), (), nonce, users)
            await self._sender.remember(info, sent.id, {VOTE: vote.revision})

    def _begin_chart(self, live: Live, localizer: Localizer) -> Drawing:
        """Have the chart of scores by round of a game that is over drawn, if it has them."""
        rounds = posts.scores_by_round(live)
        if not rounds:
            return Drawing.none(draw_job(live, "chart", None, localizer.language))
        scores = Scores(tuple(map(tuple, rounds)), len(rounds))
        described = replace(draw_job(live, "chart", None, localizer.language), scores=scores, waiting=())
        return self._client.drawer.begin(replace(described, format=Format.LASTING), Urgency.POST)


async def _wait(drawings: Sequence[Drawing], seconds: float) -> list[Drawn | None]:
    """Wait for pictures, for so long at most all together; None for those that are not there."""
    return await asyncio.gather(*(one.within(seconds) for one in drawings))


def _view(  # noqa: PLR0917
    live: Live,
    localizer: Localizer,
    happened: _Since,
    mentioned: Sequence[int],
    asked: Sequence[int],
    drawn: Sequence[Drawn | None],
    web: str,
    story: Story | None = None,
    records: Sequence[Record] = (),
) -> ui.LayoutView:
    """Build the post of a table with the pictures that are there: the board, the scores by round, the film."""
    board, chart, film = [*drawn, None, None, None][:3]
    events, since = happened.events, happened.revision
    if live.over:
        return posts.final_post(
            live, localizer, events, board, chart, film=film, since=since, web=web, story=story, records=records
        )
    return posts.table_post(live, localizer, events, board, mentioned, asked, since=since, web=web)


def _closed(info: TableInfo, post: Post) -> bool:
    """Whether a message is closed: the lobby of a game that has started, the vote that has ended."""
    return (post.kind == LOBBY and info.phase != "lobby") or (post.kind == VOTE and not post.revision)


def _derived_nonce(nonce: str | None, suffix: str) -> str | None:
    """The nonce of a further message for the same row; Discord allows 25 characters."""
    return None if nonce is None else nonce[:24] + suffix
