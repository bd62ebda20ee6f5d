"""A bot's process that only gives its commands, for tests: ``python -m tests.bot.starter URL FILE``.

In place of Discord, a line is written into a file, slowly. It tells the numbers of the commands that it knows then.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.client import Orrery
from bot.commands.translator import CatalogTranslator
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.registry import GAMES
from storage.store import Store


async def main(url: str, file: str) -> None:
    """Give the commands."""
    store = await Store.open(url)
    client = Orrery(Tables(store), GAMES, Drawer("off", 1), shard_count=1)
    await client.tree.set_translator(CatalogTranslator())

    async def sync(**_: Any) -> list[Any]:
        with Path(file).open("a") as written:  # noqa: ASYNC230 - a line of a test
            written.write(f"{os.getpid()}\n")
        await asyncio.sleep(0.7)
        return [SimpleNamespace(name=one.name, id=os.getpid()) for one in client.tree.get_commands()]

    client.tree.sync = sync  # type: ignore[method-assign]
    await client.sync_commands()
    print(client.mentions["play"], flush=True)  # noqa: T201 - whoever started it reads this
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
