"""A bot's process without Discord, for tests: the Table service, the outbox's worker, and a file instead of a channel.

``python -m tests.bot.second_process URL FILE SEAT MINUTES KILL TABLE...`` answers for a seat (-1: for all) at each of
the tables until their games are over, telling on its output which answers were acknowledged (table and revision), and
writes what the outbox says: a line of the process, the row, its nonce, its table and its kind. What is for one person
is written there, too. MINUTES is how far its clock is ahead. KILL: it kills itself before (`-N`) or after (`N`) it has
written the N-th line; 0: never.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.connection.traffic import Traffic
from bot.delivery.poster import Poster
from bot.delivery.scheduler import Scheduler
from bot.tables.core.errors import GameOver
from bot.tables.service import Tables
from rules.kernel.errors import RulesError
from rules.kernel.record import Answerer
from storage.outbox import Message
from storage.store import Store
from tests.toy import ToyGame


class Writer:
    """Takes the place of what posts and of what tells single persons: writes into a file, one line a row."""

    def __init__(self, client: Any, file: Path, kill: int) -> None:
        self._client = client
        self._file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._kill = kill
        self._lines = 0

    async def post_or_refresh(self, table_id: int, messages: list[Message]) -> None:
        """Write what is for a table's channel."""
        for message in messages:
            await self._write(message)
        await self._client.tables.outbox.sent([message.id for message in messages], self._client.clock())

    async def put_in(self, table_id: int) -> None:
        """Draw nothing, so nothing late."""

    async def keep_room(self, messages: Sequence[Message]) -> None:
        """Write what is for the name of a table's thread."""
        await self.send(messages)

    async def _write(self, message: Message) -> None:
        self._lines += 1
        if self._lines == -self._kill:
            os.kill(os.getpid(), signal.SIGKILL)
        line = f"{os.getpid()} {message.id} {message.nonce} {message.table_id} {message.kind}\n"
        os.write(self._file, line.encode())
        if self._lines == self._kill:
            os.kill(os.getpid(), signal.SIGKILL)
        await asyncio.sleep(0.002)  # as Discord takes its time

    async def send(self, messages: Sequence[Message]) -> None:
        """Write what is for one person."""
        for message in messages:
            await self._write(message)
            await self._client.tables.outbox.sent([message.id], self._client.clock())


def poster(client: Any, scheduler: Scheduler, file: Path, kill: int) -> Poster:
    """Make the outbox's worker; what it would say is written into the file."""
    writer = Writer(client, file, kill)
    return Poster(client, writer, writer, scheduler)


async def play(tables: Tables, table_id: int, seat: int) -> None:
    """Answer for a seat, always the first that is legal, until the game is over."""
    while True:
        live = await tables.game(table_id)
        if live.over:
            return
        mine = [one for one in live.waiting if seat in (one, -1)]
        prompt = live.prompt_of(mine[0]) if mine else None
        if prompt is None:
            await asyncio.sleep(0.005)
            continue
        picks = [option.id for option in prompt.legal[: prompt.at_least]]
        try:
            done = await tables.answering.answer_seat(table_id, mine[0], [picks], Answerer.PLAYER)
        except (RulesError, GameOver):
            continue  # another process was faster
        os.write(1, f"answered {table_id} {done.live.revision}\n".encode())


async def main(url: str, file: str, seat: str, minutes: str, kill: str, *table_ids: str) -> None:
    """Play and write until there is nothing to do."""

    def clock() -> datetime:
        return datetime.now(UTC) + timedelta(minutes=int(minutes))

    tables = Tables(await Store.open(url), {"toy": ToyGame()}, clock)
    client = SimpleNamespace(tables=tables, clock=clock, traffic=Traffic(), to_refresh=set(), to_put_in=set())
    working = asyncio.create_task(poster(client, Scheduler(tables.wakeup.set, clock), Path(file), int(kill)).run())
    tables.wakeup.set()
    await asyncio.gather(*(play(tables, int(one), int(seat)) for one in table_ids))
    while await tables.outbox.next_due() is not None:
        tables.wakeup.set()
        await asyncio.sleep(0.02)
    working.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
