"""The bot as a process of its own against a Discord on the loopback: ``python -m tests.bot.service BASE ARGUMENTS...``.

It is the program itself; only where Discord is has been changed. `Stub` is such a Discord, of the fewest answers that
a start needs; each of its doors can be made to fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from yarl import URL

ROOT = Path(__file__).parents[2]
APPLICATION = "123456789012345678"
TOKEN = b64encode(APPLICATION.encode()).decode().rstrip("=") + ".abcdef.ghijklmnop"
USER = {"id": APPLICATION, "username": "orrery", "discriminator": "0", "avatar": None, "bot": True}
INFO = {
    "id": APPLICATION,
    "name": "Orrery",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": USER,
    "summary": "",
    "team": None,
    "flags": 0,
}


@dataclass
class Stub:
    """A Discord. `api`: ok, a status, ``hang``, ``html``; `gateway`: ok, a code to close with, ``hang``, ``deaf``."""

    api: int | str = "ok"
    gateway: int | str = "ok"
    only: str = ""
    """Which path of the API fails; all by default."""
    asked: list[str] = field(default_factory=list)
    """What was asked of the API, by path."""
    identified: int = 0
    port: int = 0
    _runner: web.AppRunner | None = None
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    async def open(self) -> None:
        """Be there, at the same port as before."""
        app = web.Application()
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._api)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Be away: nobody listens."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def hang_up(self, code: int) -> None:
        """Close every connection of the gateway."""
        for one in list(self._sockets):
            await one.close(code=code)

    async def _api(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        self.asked.append(path)
        if self.api != "ok" and path.startswith(self.only):
            if self.api == "hang":
                await asyncio.sleep(600)
            if self.api == "html":
                return web.Response(text="<html>Welcome to the hotel</html>", content_type="text/html")
            return _json({"code": 0, "message": "injected"}, status=int(self.api))
        if path == "users/@me":
            return _json(USER)
        if path == "oauth2/applications/@me":
            return _json(INFO)
        if path == "gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            where = f"ws://127.0.0.1:{self.port}/gateway/"
            return _json({"url": where, "shards": 1, "session_start_limit": limit})
        if path.endswith("/commands"):
            given = await request.json()
            made = {"application_id": APPLICATION, "version": "1", "default_member_permissions": None}
            return _json([{**one, **made, "id": str(100 + at)} for at, one in enumerate(given)])
        return _json({"code": 0, "message": "not here"}, status=404)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.gateway == "hang":
            await asyncio.sleep(600)
        socket = web.WebSocketResponse(autoclose=self.gateway != "deaf")
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._told(socket, json.loads(message.data))
            if self.gateway == "deaf":  # it is told good-bye, and says nothing
                await asyncio.sleep(600)
        finally:
            self._sockets.discard(socket)
        return socket

    async def _told(self, socket: web.WebSocketResponse, message: dict[str, Any]) -> None:
        if message["op"] == 1:
            await socket.send_json({"op": 11})
        elif message["op"] in (2, 6):
            self.identified += 1
            if isinstance(self.gateway, int):
                await socket.close(code=self.gateway)
                return
            ready = {
                "v": 10,
                "user": USER,
                "guilds": [],
                "session_id": "s",
                "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway/",
                "application": {"id": APPLICATION, "flags": 0},
                "shard": [0, 1],
            }
            await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})


def _json(data: Any, status: int = 200) -> web.Response:
    """Answer exactly as Discord does: discord.py takes JSON of any other type of content for text."""
    return web.Response(body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json"})


@contextlib.asynccontextmanager
async def stub(**how: Any) -> AsyncIterator[Stub]:
    """Open a Discord."""
    opened = Stub(**how)
    await opened.open()
    try:
        yield opened
    finally:
        await opened.close()


@dataclass
class Service:
    """A running bot; what it has written so far is read by `log`."""

    process: asyncio.subprocess.Process
    written: Path

    def log(self) -> str:
        return self.written.read_text(encoding="utf-8")

    async def until(self, done: Callable[[], bool], seconds: float = 30) -> None:
        """Wait for something, while the bot runs."""
        ends = time.monotonic() + seconds
        while not done():
            assert self.process.returncode is None, self.log()
            assert time.monotonic() < ends, self.log()
            await asyncio.sleep(0.02)

    async def ended(self, seconds: float = 30) -> int:
        """Wait for its end, and give its exit code."""
        return await asyncio.wait_for(self.process.wait(), seconds)

    async def stopped(self, number: int) -> tuple[int, float]:
        """Send it a signal; gives its exit code, and how many seconds its end took."""
        began = time.monotonic()
        self.process.send_signal(number)
        return await self.ended(), time.monotonic() - began


@contextlib.asynccontextmanager
async def service(discord: Stub, folder: Path, *arguments: str, **settings: str) -> AsyncIterator[Service]:
    """Start the bot in a folder of its own."""
    written = folder / "log"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("ORRERY_")}
    given = {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN, "ORRERY_PICTURES": "off", **settings}
    command = [sys.executable, "-m", "tests.bot.service", discord.base, *arguments]
    with written.open("ab") as out:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env={**inherited, **given}, stdout=out, stderr=out
        )
    try:
        yield Service(process, written)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def main() -> None:
    """Be the bot, with Discord somewhere else."""
    import discord

    from bot.__main__ import script

    base = sys.argv.pop(1)
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(base).with_scheme("ws").with_path("/gateway/")
    script()


if __name__ == "__main__":
    main()
