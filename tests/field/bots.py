"""Bots as a host runs them: processes of their own, started, told to end, and killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.field.server import TOKEN, Discord

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds that a start may take on a machine that is busy with other things."""


class Bot:
    """One process; its output is in `log`."""

    def __init__(self, discord: Discord, number: int, process: asyncio.subprocess.Process, log: Path) -> None:
        self.discord = discord
        self.number = number
        self.process = process
        self.log = log
        self.told_to_end = False
        self.killed = False
        self.stop_seconds: float | None = None

    @classmethod
    async def start(
        cls, discord: Discord, folder: Path, url: str, number: int, settings: Mapping[str, str] | None = None
    ) -> Bot:
        """Start a process in a folder; it is not waited for."""
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("ORRERY_", "DISCORD_"))},
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": url,
            "ORRERY_PICTURES": "off",
            **(settings or {}),
        }
        log = folder / f"bot-{number}.log"
        with log.open("ab") as output:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.field.bot", discord.address(number),
                cwd=folder, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output,
            )  # fmt: skip
        return cls(discord, number, process, log)

    @property
    def running(self) -> bool:
        return self.process.returncode is None

    @property
    def output(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    async def ready(self, *, seconds: float = PATIENCE) -> None:
        """Wait until it has identified at the gateway; it takes presses from then on."""
        await self.until_identified(1, seconds=seconds)

    async def until_identified(self, times: int, *, seconds: float = PATIENCE) -> None:
        """Wait until it has identified so often."""
        end = asyncio.get_running_loop().time() + seconds
        while self.discord.gateway.identified.get(self.number, 0) < times:
            assert self.running, f"it ended with {self.process.returncode}:\n{self.output}"
            assert asyncio.get_running_loop().time() < end, f"it is not ready after {seconds} s:\n{self.output}"
            await asyncio.sleep(0.02)

    def terminate(self) -> None:
        """Tell it to end, as a service manager does."""
        self.told_to_end = True
        if self.running:
            self.process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it here and now."""
        self.killed = True
        if self.running:
            self.process.kill()

    async def ended(self, *, seconds: float = PATIENCE) -> int:
        """Wait for its end; gives the exit code."""
        return await asyncio.wait_for(self.process.wait(), seconds)

    async def stop(self, *, seconds: float = PATIENCE) -> int:
        """Tell it to end and wait; gives the exit code, and notes how long it took."""
        begun = asyncio.get_running_loop().time()
        self.terminate()
        code = await self.ended(seconds=seconds)
        self.stop_seconds = asyncio.get_running_loop().time() - begun
        return code
