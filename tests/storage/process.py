"""A process with an open store, for tests: ``python -m tests.storage.process URL [alone]``.

It tells its number, then does what it is asked for, a line each: ``say`` puts something into the outbox of table 1.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

from storage import outbox
from storage.errors import StoreError
from storage.store import Store


async def main(url: str, how: str = "") -> None:
    """Open the store and do as asked until the input ends."""
    try:
        store = await Store.open(url, exclusive=how == "alone")
    except StoreError as error:
        print(f"refused {error}", flush=True)  # noqa: T201 - whoever started it reads this
        return
    print(store.process, flush=True)  # noqa: T201
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip() == "say":
            async with store.writing() as session:
                await outbox.put(session, 1, "turn", {"table": 1}, datetime.now(UTC))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
