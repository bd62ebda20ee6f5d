"""Puts pictures into the posts of tables that were sent without, as more had to be drawn than could be.

Such a post is noted as sent like any other; that its picture is missing is known to this process alone. It is put in by
an edit in the table's lane, if the message still shows the table as it did; lost, it costs nobody a move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass

import discord
from discord import ui

from bot.app import App
from bot.connection.replies import describe_error
from bot.connection.traffic import Away, Limited
from bot.delivery.sending import Sender
from rendering.jobs import Drawn
from rendering.pool import Drawing

log = logging.getLogger(__name__)

TABLE = "table"
MAX_LATE = 300
"""Maximum number of posts that wait for their pictures; with more, the oldest goes without."""
TRIES = 3
PAUSE = 10.0
"""Seconds before another try, after an outage or a rate limit."""

View = Callable[[Sequence[Drawn | None]], ui.LayoutView]


@dataclass
class LatePost:
    """A post that waits for its pictures; `view` builds it anew with those that are there then.

    `shown` is the number of those that it shows. The film of a game comes long after the others.
    """

    message_id: int
    revision: int
    drawings: Sequence[Drawing]
    view: View
    shown: int = 0
    tries: int = 0

    @property
    def drawn(self) -> list[Drawn | None]:
        """The pictures that are there."""
        return [one.drawn for one in self.drawings]


class LatePosts:
    """The posts that wait for their pictures, one a table at most."""

    def __init__(self, client: App, sender: Sender) -> None:
        self._client = client
        self._sender = sender
        self._late: dict[int, LatePost] = {}

    def wait_for(self, table_id: int, late: LatePost) -> None:
        """Put the pictures of a table's newest post in when they are there."""
        self.drop(table_id)
        while len(self._late) >= MAX_LATE:
            self.drop(next(iter(self._late)))
        self._late[table_id] = late

        def look() -> None:
            if self._late.get(table_id) is late:
                self._client.put_in_soon(table_id)

        for drawing in late.drawings:
            if not drawing.done:
                drawing.when_done(look)
        if sum(map(bool, late.drawn)) > late.shown:  # drawn while the post was being sent
            look()

    def drop(self, table_id: int) -> int | None:
        """Put in nothing any more: the table shows something newer, or will.

        Gives the place of the board that still waited, which the board of the newer post takes.
        """
        late = self._late.pop(table_id, None)
        if late is None:
            return None
        board = late.drawings[0]
        place = None if board.done else board.place
        for drawing in late.drawings:
            drawing.drop()
        return place

    async def put_in(self, table_id: int) -> None:
        """Edit the post of a table, if it still shows what it did; an error is logged alone."""
        late = self._late.get(table_id)
        if late is None:
            return
        drawn, complete = late.drawn, all(one.done for one in late.drawings)
        there = sum(map(bool, drawn))
        try:
            if there > late.shown:
                post = await self._client.tables.post(table_id, TABLE)
                if post is None or (post.message_id, post.revision) != (late.message_id, late.revision):
                    self.drop(table_id)
                    return
                await self._sender.edit(post, late.view(drawn), *drawn)
                late.shown, late.tries = there, 0
        except (Away, Limited) as error:
            late.tries += 1
            if late.tries < TRIES:
                pause = max(PAUSE, error.seconds if isinstance(error, Limited) else 0.0)
                loop = asyncio.get_running_loop()
                Context().run(loop.call_later, pause, self._client.put_in_soon, table_id)
                return
            log.info("The picture of table %d could not be put in: %s", table_id, error)
        except discord.HTTPException as error:
            log.info("The picture of table %d could not be put in: %s", table_id, describe_error(error))
        if complete and self._late.get(table_id) is late:
            del self._late[table_id]
