"""People, a clock and games of the toy auction to test the Table service with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from bot.tables.core.data import Live, Person
from bot.tables.service import Tables
from storage.outbox import Message
from storage.store import Store
from tests.toy import ToyGame

ANN = Person(101, "Ann")
BEN = Person(102, "Ben")
CEM = Person(103, "Cem")
DOT = Person(104, "Dot")
EVE = Person(105, "Eve")
BOSS = Person(900, "Boss", manages=True)
ROBOT = Person(901, "Beep", is_bot=True)

KEY = "5ec2e7" + "0" * 26


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2030, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


def keys() -> Iterator[str]:
    """Give secrets that are easy to find again."""
    for number in count():
        yield f"5ec2e7{number:026x}"


def open_tables(store: Store, clock: Clock) -> Tables:
    return Tables(store, {"toy": ToyGame()}, clock, keys().__next__)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    return open_tables(store, clock)


async def started(tables: Tables, *others: Person, channel: int = 20, length: str = "short") -> Live:
    """Open a table of Ann's, seat the others (Ben, where none are named), start it."""
    info = await tables.lobby.create(1, channel, ANN, "toy", {"length": length})
    for other in others or (BEN,):
        await tables.lobby.join(info.id, other)
    return await tables.lobby.start(info.id, ANN)


async def said(tables: Tables) -> list[Message]:
    """What waits to be posted or written to somebody, taken out of the outbox."""
    rows: list[Message] = []
    now = tables._unit.clock()
    while claimed := (await tables.outbox.claim(now, 100)).messages:
        await tables.outbox.sent([one.id for one in claimed], now)
        rows += claimed
    return rows


def person_in(live: Live, seat: int) -> int:
    """The person who sits in a seat."""
    return live.info.players[seat].user_id


async def answer(tables: Tables, table_id: int, seat: int, *picks: str) -> Live:
    """Answer for whoever sits there."""
    live = await tables.game(table_id)
    return (await tables.answer(table_id, person_in(live, seat), [list(picks)])).live


async def play_to_the_end(tables: Tables, table_id: int) -> Live:
    """Give the first legal answer until the game is over."""
    live = await tables.game(table_id)
    while not live.over:
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        live = await answer(tables, table_id, seat, *[option.id for option in prompt.legal[: prompt.at_least]])
    return live
