"""A press that meets the end of the process: it is done in time or refused in words, and nothing is logged of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.commands.context import Context
from bot.connection import in_flight
from bot.connection.in_flight import InFlight
from tests.bot.commands.test_lost_connections import code_of
from tests.bot.delivery.test_channels import info_of
from tests.bot.world import World, reply, text_of

RESTARTING = {"en-US": "I am just being restarted", "de": "Ich werde gerade neu gestartet"}
STANDS = {"en-US": "What you did stands", "de": "Was du getan hast, gilt"}
AGAIN = {"en-US": "Please press again", "de": "Bitte drücke gleich noch einmal"}

languages = pytest.mark.parametrize("language", ["en-US", "de"])


@pytest.fixture(autouse=True)
def unexpected(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """See that nothing was logged with a traceback."""
    yield
    assert [one.getMessage() for one in caplog.records if one.exc_info or one.levelno >= logging.ERROR] == []


class Gate:
    """Holds up whoever comes to it until it is opened."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()

    async def wait(self) -> None:
        self.reached.set()
        await self.open.wait()


@asynccontextmanager
async def held(world: World, monkeypatch: pytest.MonkeyPatch, place: str) -> AsyncIterator[Gate]:
    """Hold up an answer: ``before`` it is stored, ``in`` the commit, ``after`` it, when the panel is drawn."""
    gate = Gate()
    if place == "before":
        really: Any = world.tables.answering._answered

        async def slow(*given: Any) -> Any:
            await gate.wait()
            return await really(*given)

        monkeypatch.setattr(world.tables.answering, "_answered", slow)
    elif place == "in":
        writing = world.store.writing

        @asynccontextmanager
        async def slow_commit() -> AsyncIterator[Any]:
            async with writing() as session:
                yield session
                await gate.wait()

        monkeypatch.setattr(world.store, "writing", slow_commit)
    else:
        shown = Context.show_drawn

        async def slow_drawing(*given: Any) -> None:
            await gate.wait()
            await shown(*given)

        monkeypatch.setattr(Context, "show_drawn", slow_drawing)
    yield gate
    monkeypatch.undo()


@languages
@pytest.mark.parametrize("place", ["before", "in", "after"])
async def test_what_cannot_be_done_in_time_is_given_up_and_told(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str, place: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    await seats[0].slash(world.channel, "mine")
    before = await info_of(world)
    async with held(world, monkeypatch, place) as gate:
        pressed = asyncio.ensure_future(seats[0].slash(world.channel, "play", move="3"))
        await gate.reached.wait()
        begun = asyncio.get_running_loop().time()
        await world.bot.in_flight.finish(0.2)
        assert asyncio.get_running_loop().time() - begun < 0.3 + in_flight.GIVING_UP_SECONDS
        said = text_of(reply(await pressed))
    assert RESTARTING[language] in said
    stored = (await info_of(world)).revision > before.revision
    if place == "before":
        assert AGAIN[language] in said
        assert not stored
    elif place == "in":
        assert ("do not know whether" if language == "en-US" else "weiß nicht, ob") in said
    else:
        assert STANDS[language] in said
        assert stored


@pytest.mark.parametrize("place", ["before", "in", "after"])
async def test_what_can_be_done_in_time_is_done(world: World, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    async with held(world, monkeypatch, place) as gate:
        pressed = asyncio.ensure_future(
            seats[0].select(panel, ["3"]) if place != "before" else seats[0].slash(world.channel, "play", move="3")
        )
        await gate.reached.wait()
        finishing = asyncio.ensure_future(world.bot.in_flight.finish(3))
        await asyncio.sleep(0.05)
        gate.open.set()
        said = text_of(reply(await pressed)) if place == "before" else text_of(((await pressed), panel)[1])
        await finishing
    assert "You chose: Bid 3" in said


@languages
@pytest.mark.parametrize("what", ["slash", "button", "menu", "opens a form", "form"])
async def test_whoever_presses_while_the_process_ends_is_told_to_press_again(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str, what: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    panel = reply(await seats[0].slash(world.channel, "play"))
    mine = reply(await seats[0].slash(world.channel, "me"))
    hours = code_of(mine, ":hours:")
    form = await seats[0].click(mine, custom_id=hours)
    before = await info_of(world)
    world.bot.in_flight.closing = True
    if what == "slash":
        result = await seats[0].slash(world.channel, "play", move="3")
    elif what == "button":
        result = await seats[0].click(world.last, custom_id=code_of(world.last, ":board:"))
    elif what == "menu":
        result = await seats[0].select(panel, ["3"])
    elif what == "opens a form":
        result = await seats[0].click(mine, custom_id=hours)
    else:
        result = await seats[0].submit_modal(form, {"zone": "Europe/Berlin"})
    assert RESTARTING[language] in text_of(reply(result))
    assert AGAIN[language] in text_of(reply(result))
    assert await info_of(world) == before
    assert await seats[0].autocomplete(world.channel, "play", "move", "bid") == []


async def test_what_comes_after_the_end_is_left_alone(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    await world.bot.in_flight.finish(1)
    calls = len(world.env.http_requests)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[0].select(panel, ["3"])
    assert await seats[0].autocomplete(world.channel, "play", "move", "bid") == []
    assert len(world.env.http_requests) == calls
    assert (await info_of(world)).waiting[0].user_id in {seats[0].id, seats[1].id}


async def test_closing_the_client_finishes_what_is_in_hand_first(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    async with held(world, monkeypatch, "after") as gate:
        pressed = asyncio.ensure_future(seats[0].slash(world.channel, "play", move="3"))
        await gate.reached.wait()
        closing = asyncio.ensure_future(world.bot.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        gate.open.set()
        assert "You chose: Bid 3" in text_of(reply(await pressed))
        await closing


async def test_an_end_with_nothing_in_hand_takes_no_time() -> None:
    begun = asyncio.get_running_loop().time()
    await InFlight().finish(5)
    assert asyncio.get_running_loop().time() - begun < 0.05


async def test_a_press_that_comes_before_the_servers_are_known_is_done(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    world.bot._connection._guilds.clear()  # as it is between the beginning of a connection and its GUILD_CREATE
    await seats[0].select(panel, ["3"])
    assert "You chose: Bid 3" in text_of(panel)
    said = text_of(reply(await seats[1].slash(world.channel, "play", move="1")))
    assert "The table waits for" in said
