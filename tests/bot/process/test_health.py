"""How the bot is, told on a port of this machine and to the service manager."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.process.health import Health, serve_health
from bot.process.service_manager import notify, watchdog_seconds
from bot.settings import BadSettings
from tests.bot.service import service, stub
from tests.bot.world import World


async def ask(port: int) -> tuple[int, dict[str, Any]]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as answer:
        return answer.status, await answer.json()


def free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def test_a_bot_at_work_is_healthy_and_one_without_discord_or_database_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    health, port = Health(world.bot, world.store), free_port()
    async with serve_health(health, port):
        status, report = await ask(port)
        assert (status, report["healthy"], report["ready"], report["store"]) == (200, True, True, "there")
        assert report["oldest"] is None
        assert health.status() == "Connected to Discord; the database is there"

        with monkeypatch.context() as broken:
            broken.setattr(type(world.store), "away", property(lambda _: "database is locked"))
            status, report = await ask(port)
            assert (status, report["store"]) == (503, "database is locked")
            assert health.status() == "Connected to Discord; the database is away: database is locked"

        with monkeypatch.context() as broken:
            broken.setattr(type(world.bot), "connected", property(lambda _: False))
            status, report = await ask(port)
            assert (status, report["ready"]) == (503, False)
            assert health.status() == "Waiting for Discord; the database is there"


async def test_what_should_have_been_said_long_ago_is_not_healthy(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.seated(2)
    monkeypatch.setattr(world.bot.poster, "drain", lambda: asyncio.sleep(0))
    await world.ada.slash(world.channel, "play", move="3")
    await world.ben.slash(world.channel, "play", move="1")
    health = Health(world.bot, world.store)
    fresh = await health.report()
    assert fresh["oldest"] is not None
    assert fresh["healthy"]
    world.clock.by += timedelta(minutes=11)
    late = await health.report()
    assert late["oldest"] >= 660
    assert not late["healthy"]


async def test_a_port_that_is_taken_is_told(world: World) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        serving = serve_health(Health(world.bot, world.store), taken.getsockname()[1])
        with pytest.raises(BadSettings, match="cannot be opened"):
            await serving.__aenter__()


async def test_a_service_manager_hears_of_the_start_the_life_and_the_end(tmp_path: Path) -> None:
    port = free_port()
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)

        async def heard() -> str:
            return (await asyncio.to_thread(manager.recv, 4096)).decode()

        async def until(word: str) -> str:
            while word not in (said := await heard()):
                pass
            return said

        settings = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000"}
        async with stub(api=503) as there, service(there, tmp_path, "--health", str(port), **settings) as bot:
            assert await until("READY=1") == "READY=1"  # though Discord is away: starting anew would not mend that
            assert "Waiting for Discord" in await until("WATCHDOG=1")
            assert (await ask(port))[0] == 503
            there.api = "ok"
            assert "Connected to Discord" in await until("Connected")
            status, report = await ask(port)
            assert (status, report["store"]) == (200, "there")
            bot.process.send_signal(signal.SIGTERM)
            assert await until("STOPPING=1") == "STOPPING=1"
            assert await bot.ended() == 0


def test_nobody_is_told_where_there_is_no_service_manager(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify("READY=1")


@pytest.mark.parametrize(
    ("usec", "whose", "seconds"),
    [("30000000", "", 10.0), ("30000000", "own", 10.0), ("30000000", "1", None), ("", "", None), ("soon", "", None)],
)
def test_the_watchdog_is_fed_three_times_in_its_patience(
    monkeypatch: pytest.MonkeyPatch, usec: str, whose: str, seconds: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if whose == "own" else whose)
    assert watchdog_seconds() == seconds
