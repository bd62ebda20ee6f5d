"""A process that is asked to end and would hang for ever: at its own end, and in a thread that Python waits for."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor

from bot.process.stopping import Stopping, StopRequested


async def main() -> None:
    """Hang."""
    stopping = Stopping()
    ThreadPoolExecutor().submit(time.sleep, 600)
    async with stopping:
        os.write(1, b"begun\n")
        try:
            await stopping.until_requested(asyncio.sleep(600))
        except StopRequested:
            await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(main())
