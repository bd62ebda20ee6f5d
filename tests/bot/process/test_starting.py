"""The bot as a process: Discord is away at the start, refuses it, or goes; and it ends soon, whatever hangs."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from bot.connection import gateway
from bot.connection.gateway import Gateway, backoff
from bot.process import starting
from bot.process.starting import Stopped, stay_connected
from tests.bot.service import Service, Stub, service, stub

LONGEST_STOP = 5.0


def _status(status: int) -> discord.HTTPException:
    return discord.HTTPException(SimpleNamespace(status=status, reason=""), None)


def _closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0, code=code)  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def started(folder: Path, how: dict[str, Any], **settings: str) -> AsyncIterator[tuple[Stub, Service]]:
    async with stub(**how) as there, service(there, folder, **settings) as bot:
        yield there, bot


def lines(bot: Service, words: str) -> list[str]:
    return [line for line in bot.log().splitlines() if words in line]


async def until(done: Callable[[], bool]) -> None:
    """Wait for something that happens in this process."""
    async with asyncio.timeout(20):
        while not done():  # noqa: ASYNC110 - what is waited for knows no events
            await asyncio.sleep(0.01)


def test_the_pauses_grow_up_to_five_minutes() -> None:
    first = [pause for pause, _ in zip(backoff(), range(10), strict=False)]
    assert first == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"api": 503}, "it answers 503"),
        ({"api": "html"}, "none of Discord's"),
        ({"api": 503, "only": "applications/"}, "it answers 503"),
        ({"api": 503, "only": "gateway"}, "it answers 503"),
        ({"api": "gone"}, "Connection refused"),
    ],
)
async def test_a_start_waits_for_discord_with_a_line_for_each_try(
    tmp_path: Path, how: dict[str, Any], why: str
) -> None:
    tries = 2 if how == {"api": 503} else 1
    async with stub(**how) as there:
        if how["api"] == "gone":
            await there.close()
        async with service(there, tmp_path) as bot:
            await bot.until(lambda: len(lines(bot, "Discord is away")) == tries)
            assert all(why in line for line in lines(bot, "Discord is away")), bot.log()
            there.api = "ok"
            if how["api"] == "gone":
                await there.open()
            await bot.until(lambda: there.identified == 1)
            code, seconds = await bot.stopped(signal.SIGTERM)
            assert (code, seconds < LONGEST_STOP) == (0, True), bot.log()
            for unwanted in ("Traceback", "Unclosed", "ERROR"):
                assert unwanted not in bot.log()


async def test_a_lost_connection_is_made_again_without_a_traceback(tmp_path: Path) -> None:
    async with started(tmp_path, {}) as (there, bot):
        await bot.until(lambda: there.identified == 1)
        await there.close()  # the connection breaks, and then nobody is there
        await bot.until(lambda: len(lines(bot, "Attempting a reconnect")) >= 1)
        await there.open()
        await bot.until(lambda: there.identified == 2)
        assert "Connection refused" in bot.log()
        assert "Traceback" not in bot.log()
        await there.close()
        await bot.until(lambda: len(lines(bot, "Attempting a reconnect")) >= 2)
        code, seconds = await bot.stopped(signal.SIGTERM)  # while it waits to connect again
        assert (code, seconds < LONGEST_STOP) == (0, True), bot.log()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (discord.LoginFailure("Improper token"), "does not accept the token"),
        (_status(401), "does not accept the token"),
        (_closed(4004), "does not accept the token"),
        (_closed(4013), "refuses the intents"),
        (discord.PrivilegedIntentsRequired(0), "refuses the intents"),
    ],
)
async def test_what_discord_refuses_for_good_is_not_tried_again(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Gateway(intents=discord.Intents(guilds=True))
    tried: list[int] = []

    async def log_in(_: str) -> None:
        tried.append(1)
        raise error

    monkeypatch.setattr(client, "login", log_in)
    with pytest.raises(Stopped, match=said) as told:
        await stay_connected(client, "token")
    assert (told.value.code, len(tried)) == (4, 1)


def test_a_start_mends_that_discord_wants_more_shards() -> None:
    refused = starting._refusal(_closed(4011))
    assert refused is not None
    assert "start it again" in str(refused)
    assert refused.code == 1


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"api": 401}, "does not accept the token"),
        ({"api": 401, "only": "gateway"}, "does not accept the token"),
        ({"gateway": 4014}, "refuses the intents"),
    ],
)
async def test_what_discord_refuses_ends_it_in_one_line(tmp_path: Path, how: dict[str, Any], said: str) -> None:
    async with started(tmp_path, how, ORRERY_LOG_LEVEL="ERROR") as (_, bot):
        assert await bot.ended() == 4
        assert bot.log().startswith("orrery: ")
        assert bot.log().count("\n") == 1
        assert said in bot.log()


async def test_a_token_that_is_refused_while_the_bot_runs_ends_it_in_one_line(tmp_path: Path) -> None:
    async with started(tmp_path, {}, ORRERY_LOG_LEVEL="ERROR") as (there, bot):
        await bot.until(lambda: there.identified == 1)
        there.gateway = 4004
        await there.hang_up(4000)  # it comes again, and is refused
        assert await bot.ended() == 4
        assert bot.log() == f"orrery: {starting.REFUSED_TOKEN}\n"


@pytest.mark.parametrize(
    ("how", "number"),
    [
        ({"api": "hang"}, signal.SIGTERM),
        ({"api": "hang", "only": "gateway"}, signal.SIGTERM),
        ({"api": 500}, signal.SIGTERM),
        ({"gateway": "hang"}, signal.SIGTERM),
        ({"gateway": "deaf"}, signal.SIGTERM),
        ({}, signal.SIGINT),
    ],
    ids=str,
)
async def test_it_ends_soon_whatever_discord_does(tmp_path: Path, how: dict[str, Any], number: int) -> None:
    async with started(tmp_path, how) as (there, bot):
        place = how.get("only") or ("gateway" if how.get("api", "ok") == "ok" else "users")
        await bot.until(lambda: any(place in path for path in there.asked))
        if how.get("gateway") == "deaf" or not how:
            await bot.until(lambda: there.identified > 0)
        await asyncio.sleep(0.3)
        code, seconds = await bot.stopped(number)
        assert code == 0, bot.log()
        assert seconds < LONGEST_STOP
        assert "Traceback" not in bot.log()


async def test_it_ends_soon_while_another_process_holds_the_database(tmp_path: Path) -> None:
    async with started(tmp_path, {}) as (there, bot):
        await bot.until(lambda: there.identified == 1)
        held = sqlite3.connect(tmp_path / "orrery.sqlite3", isolation_level=None)
        held.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(0.2)
        code, seconds = await bot.stopped(signal.SIGTERM)
        held.close()
        assert (code, seconds < LONGEST_STOP) == (0, True), bot.log()


async def test_it_ends_soon_while_it_connects_to_a_database_that_says_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://me:secret@127.0.0.1:{silent.getsockname()[1]}/games"
        async with started(tmp_path, {}, DATABASE_URL=url) as (_, bot):
            silent.settimeout(20)
            line, _ = await asyncio.to_thread(silent.accept)
            with line:
                code, seconds = await bot.stopped(signal.SIGTERM)
            assert (code, seconds < LONGEST_STOP) == (0, True), bot.log()
            assert bot.log() == ""


async def test_the_limit_and_a_second_signal_end_what_hangs(tmp_path: Path) -> None:
    """`tests.bot.hanging` is a process that does not come to its end by itself."""
    for signals, expected in (((signal.SIGTERM,), 0), ((signal.SIGTERM, signal.SIGTERM), 143)):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.hanging", stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"begun\n"
        for number in signals:
            process.send_signal(number)
            await asyncio.sleep(0.3)
        assert await asyncio.wait_for(process.wait(), LONGEST_STOP) == expected


async def test_a_bot_on_postgresql_writes_nothing_into_its_folder(tmp_path: Path, postgres_url: str) -> None:
    """So that folder need not be one that can be written to."""

    def everything() -> list[Path]:
        return sorted(tmp_path.rglob("*"))

    async with started(tmp_path, {}, DATABASE_URL=postgres_url) as (there, bot):
        before = await asyncio.to_thread(everything)
        await bot.until(lambda: there.identified == 1)
        assert await asyncio.to_thread(everything) == before
        assert lines(bot, "WARNING") == []
        assert (await bot.stopped(signal.SIGTERM))[0] == 0


async def test_a_start_that_failed_half_way_is_repeated_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "FIRST_PAUSE", 0.01)
    async with stub(api=503, only="oauth2") as there:
        monkeypatch.setattr(discord.http.Route, "BASE", there.base)
        client = Gateway(intents=discord.Intents(guilds=True))
        hooked: list[int] = []

        async def hook() -> None:
            hooked.append(1)
            if len(hooked) == 1:
                raise aiohttp.ServerDisconnectedError

        monkeypatch.setattr(client, "setup_hook", hook)
        async with client:
            running = asyncio.create_task(stay_connected(client, "token"))
            await until(lambda: len(there.asked) >= 6)
            there.api = "ok"
            await until(lambda: there.identified == 1)
            assert len(hooked) == 2
            running.cancel()


async def test_a_shard_tries_on_and_on_without_going_deeper(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py's own way of trying again calls itself, and ends with a RecursionError after some hours."""
    monkeypatch.setattr(gateway, "FIRST_PAUSE", 0.0)
    failures = [0]

    async def not_now(*_: object, **__: object) -> None:
        failures[0] += 1
        if failures[0] < 1500:
            raise ConnectionRefusedError(111, "refused")
        raise asyncio.CancelledError

    async def at_once(_: float) -> None: ...

    monkeypatch.setattr("discord.gateway.DiscordWebSocket.from_client", not_now)
    monkeypatch.setattr("asyncio.sleep", at_once)
    client = Gateway(intents=discord.Intents(guilds=True))
    with pytest.raises(asyncio.CancelledError):
        await client.launch_shard(yarl.URL("ws://127.0.0.1"), 0)
    assert failures[0] == 1500
    assert "Connection refused" in caplog.text


async def test_an_unforeseen_fault_is_logged_and_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = Gateway(intents=discord.Intents(guilds=True))

    async def log_in(_: str) -> None:
        raise RuntimeError

    monkeypatch.setattr(client, "login", log_in)
    with pytest.raises(Stopped, match="RuntimeError") as told:
        await stay_connected(client, "token")
    assert told.value.code == 1
    assert re.search("cannot go on", caplog.text)
