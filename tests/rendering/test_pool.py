"""Pictures are drawn in other processes, in threads or not at all, and a failure leaves the text."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from rendering.jobs import DrawJob
from rendering.pool import Drawer
from rules.kernel.rng import Rng
from rules.registry import GAMES


def draw_job(kind: str, size: str = "normal") -> DrawJob:
    game = GAMES["race"]
    position, _ = game.setup({"setup": "first"}, 2, Rng("00" * 16))
    return DrawJob("race", kind, game.view(position, 0), "de", ("Ann", "Ben"), size=size)


@pytest.mark.parametrize("mode", ["processes", "threads"])
async def test_a_picture_is_drawn_with_its_alt_text(mode: str) -> None:
    drawer = Drawer(mode, 1)
    try:
        drawn = await drawer.draw(draw_job("hand"))
        small = await drawer.draw(draw_job("hand", "small"))
    finally:
        drawer.close()
    assert drawn is not None
    assert small is not None
    assert drawn.name == "hand.webp"
    assert drawn.data[:4] == b"RIFF"
    assert len(small.data) < len(drawn.data) < 1_000_000
    assert 50 < len(drawn.alt) <= 1024


async def test_scores_are_drawn_for_any_game_with_pictures() -> None:
    drawer = Drawer("threads", 1)
    drawn = await drawer.draw(DrawJob("race", "chart", [[1, 2], [3, 1]], "en", ("Ann", "Ben")))
    drawer.close()
    assert drawn is not None
    assert drawn.name == "chart.webp"
    assert "Ben: 2, 1." in drawn.alt


async def test_no_picture_is_drawn_where_they_are_off_or_the_game_has_none() -> None:
    off, on = Drawer("off", 1), Drawer("threads", 1)
    assert await off.draw(draw_job("hand")) is None
    assert await on.draw(DrawJob("toy", "board", None, "en", ())) is None
    on.close()


async def test_a_drawing_that_fails_leaves_the_text_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    drawer = Drawer("threads", 1)
    assert await drawer.draw(DrawJob("race", "board", None, "en", ())) is None
    drawer.close()
    assert "could not be drawn" in caplog.text


async def test_pictures_come_back_after_a_drawing_process_was_killed() -> None:
    drawer = Drawer("processes", 1)
    try:
        assert await drawer.draw(draw_job("hand")) is not None
        executor = drawer._executor
        assert isinstance(executor, ProcessPoolExecutor)
        for process in list(executor._processes.values()):
            process.kill()
            process.join()
        await drawer.draw(draw_job("hand"))  # is lost, or was quick enough to be drawn by the new ones
        assert await drawer.draw(draw_job("hand")) is not None
    finally:
        drawer.close()


DRAWN = """
import asyncio
from rendering.pool import Drawer
from bot.process.stopping import leave
from tests.rendering.test_pool import draw_job

async def main():
    drawer = Drawer("processes", 1)
    assert await drawer.draw(draw_job("hand"))
    drawer.close()

if __name__ == "__main__":
    asyncio.run(main())
    leave(0)
"""
DRAWING = """
import asyncio, sys, time
from rendering.pool import Drawer
from tests.rendering.test_pool import draw_job

async def main():
    drawer = Drawer("processes", 1)
    assert await drawer.draw(draw_job("hand"))
    drawer._executor.submit(time.sleep, 600)
    print(*drawer.pids, flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    drawer.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def drawing() -> tuple[subprocess.Popen[str], list[int]]:
    """Start a process that draws something that takes ten minutes; gives the drawing processes, too."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", DRAWING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    return process, [int(one) for one in process.stdout.readline().split()]


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_process_that_has_drawn_ends_without_a_word() -> None:
    """Python warns of semaphores that a process leaves behind, and would do so after each `check` and each stop."""
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", DRAWN], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_the_drawing_processes_end_with_the_bot_even_if_it_is_killed() -> None:
    process, pids = drawing()
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGTERM)  # as a service manager does, to all processes at once
        os.kill(pid, signal.SIGINT)
    time.sleep(0.3)
    assert not any(gone(pid) for pid in pids)
    process.kill()
    process.communicate()
    until = time.monotonic() + 10
    while not all(gone(pid) for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_end_of_the_bot_waits_for_no_picture() -> None:
    process, pids = drawing()
    assert pids
    said, _ = process.communicate("\n", timeout=20)
    assert (process.returncode, said) == (0, "")
