"""``python -m tests.field burst|slow|posts|stop``: measure by hand what the scenes of `tests.field` hold.

- ``burst --starts N``: of N starts, how many died when eight people pressed at once, a second after each.
- ``slow --seconds N``: how long the posts of four tables took while a fifth was limited for so long and a sixth hung.
- ``posts --tables N``: how many posts a second left, with 0.15 s for each call of Discord.
- ``stop``: how long a stop took in each of the states in which a bot was told to end, and the longest.

``--postgres``: on PostgreSQL, where there is one (`tests.databases`).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.databases import fresh_postgres, server_of_this_run, sqlite_url
from tests.field.measures import STATES, burst, lay_tables, post_times, rate, waits_elsewhere
from tests.field.scene import Scene, open_scene

SECONDS_A_CALL = 0.15


async def measure_burst(scene: Scene, asked: argparse.Namespace) -> None:
    """Count the starts that died."""
    channels = await lay_tables(scene)
    died: list[int] = []
    slowest = 0.0
    for _ in range(asked.starts):
        code, seen = await burst(scene, channels)
        if code:
            died.append(code)
        slowest = max([slowest, *(one.asked.seconds_to_first or 0.0 for one in seen)])
    print(f"{len(died)} of {asked.starts} starts died {sorted(set(died)) or ''}; slowest first reply {slowest:.2f} s")


async def measure_slow(scene: Scene, asked: argparse.Namespace) -> None:
    """Tell how long others waited."""
    took = await waits_elsewhere(scene, asked.seconds)
    print(f"One channel limited for {asked.seconds:g} s, one hanging: the others' posts came after at most")
    print(f"{max(took):.2f} s ({', '.join(f'{one:.2f}' for one in sorted(took))})")


async def measure_posts(scene: Scene, asked: argparse.Namespace) -> None:
    """Tell how many posts left in a second."""
    times = await post_times(scene, asked.tables, SECONDS_A_CALL)
    print(f"{len(times)} posts of {asked.tables} tables, {SECONDS_A_CALL:g} s a call:")
    print(f"{rate(times):.1f} a second")


async def measure_stop(scene: Scene, asked: argparse.Namespace) -> None:
    """Tell how long each stop took."""
    longest = 0.0
    for state in STATES:
        bot = await state(scene)
        code = await bot.stop()
        assert bot.stop_seconds is not None
        longest = max(longest, bot.stop_seconds)
        print(f"{state.__name__}: {bot.stop_seconds:.2f} s, exit {code}", flush=True)
        scene.discord.faults.lift()
        if not scene.discord.there:
            await scene.discord.come_back()
        scene.discord.gateway.speaks.set()
    print(f"The longest stop took {longest:.2f} s")


MEASURES: dict[str, Callable[[Scene, argparse.Namespace], Awaitable[None]]] = {
    "burst": measure_burst,
    "slow": measure_slow,
    "posts": measure_posts,
    "stop": measure_stop,
}


@contextmanager
def database(folder: Path, *, postgres: bool) -> Iterator[str]:
    """Make a database, and give its address."""
    if not postgres:
        yield sqlite_url(folder)
        return
    server = server_of_this_run()
    if server is None:
        sys.exit("There is no PostgreSQL; see tests/databases.py.")
    with fresh_postgres(server) as url:
        yield url


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.field", description="Measure the bot in the field.")
    parser.add_argument("what", choices=sorted(MEASURES))
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--tables", type=int, default=96)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()

    async def run(folder: Path, url: str) -> None:
        async with open_scene(folder, url) as scene:
            await MEASURES[asked.what](scene, asked)

    with (
        tempfile.TemporaryDirectory(prefix="orrery-field-") as folder,
        database(Path(folder), postgres=asked.postgres) as url,
    ):
        asyncio.run(run(Path(folder), url))


if __name__ == "__main__":
    main()
