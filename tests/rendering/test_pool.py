"""Pictures are drawn in other processes, in threads or not at all, and a failure leaves the text."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from rendering import jobs, pool
from rendering.film import Scores
from rendering.jobs import DrawJob, Drawn, render
from rendering.kit.cache import LAYERS
from rendering.kit.encode import Format
from rendering.kit.picture import Picture, RenderContext
from rendering.pool import Drawer, Urgency
from rendering.registry import PICTURES
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
    assert drawn.name == "hand.jpg"
    assert drawn.data[:3] == b"\xff\xd8\xff"
    assert len(small.data) < len(drawn.data) < 1_000_000
    assert 50 < len(drawn.alt) <= 1024


async def test_scores_are_drawn_for_any_game_with_pictures() -> None:
    drawer = Drawer("threads", 1)
    scores = Scores(((1, 2), (3, 1)), 2)
    drawn = await drawer.draw(replace(draw_job("chart"), language="en", scores=scores))
    drawer.close()
    assert drawn is not None
    assert drawn.name == "chart.jpg"
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


class Drawings:
    """Takes the place of drawing: one picture after the other, each when the test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[DrawJob] = []
        self._may = threading.Semaphore(0)
        monkeypatch.setattr(pool, "render", self._render)

    def _render(self, job: DrawJob) -> Drawn:
        self.begun.append(job)
        self._may.acquire(timeout=10)
        return Drawn(job.kind.encode(), f"{job.kind}.{job.format.value}", "")

    def finish(self, number: int) -> None:
        for _ in range(number):
            self._may.release()


def job(kind: str, format_: Format = Format.PASSING) -> DrawJob:
    return DrawJob("race", kind, None, "en", (), format=format_)


async def test_the_most_urgent_is_drawn_first_and_nothing_that_nobody_wants_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "LONGEST_EVERY", 100)
    drawings, drawer = Drawings(monkeypatch), Drawer("threads", 1)
    begun = [drawer.begin(job(f"first {at}"), Urgency.FILM) for at in range(1 + pool.AHEAD)]
    wanted = [
        drawer.begin(job("film"), Urgency.FILM),
        drawer.begin(job("post"), Urgency.POST),
        drawer.begin(job("newer post"), Urgency.POST),
        drawer.begin(job("letter"), Urgency.LETTER),
        drawer.begin(job("panel"), Urgency.ASKED),
    ]
    shared = drawer.begin(job("shared"), Urgency.POST).share()
    wanted[1].drop()
    shared.drop()
    drawer.hurry(wanted[0], Urgency.ASKED)
    drawings.finish(20)
    assert await wanted[1].within() is None
    drawn = [await one.within() for one in [*begun, *wanted, shared]]
    assert sum(one is None for one in drawn) == 1
    assert [one.kind for one in drawings.begun[len(begun) :]] == ["film", "panel", "letter", "newer post", "shared"]
    drawer.close()


async def test_nothing_waits_for_ever_however_much_is_more_urgent(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, drawer = Drawings(monkeypatch), Drawer("threads", 1)
    least = [drawer.begin(job("film"), Urgency.FILM), *(drawer.begin(job("post"), Urgency.POST) for _ in range(9))]
    panels = []
    while not all(one.done for one in least):
        panels += [drawer.begin(job("panel")), drawer.begin(job("panel"))]  # more than are drawn meanwhile
        drawings.finish(1)
        await asyncio.wait(
            {asyncio.ensure_future(one.within()) for one in [*least, *panels] if not one.done},
            return_when=asyncio.FIRST_COMPLETED,
        )
    assert all(one.drawn for one in least)
    drawn = [one.kind for one in drawings.begun]
    assert drawn.count("panel") >= len(drawn) // 2
    drawings.finish(len(panels))
    drawer.close()


async def test_what_replaces_a_picture_that_waited_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, drawer = Drawings(monkeypatch), Drawer("threads", 1)
    first = [drawer.begin(job("first")) for _ in range(1 + pool.AHEAD)]
    former = drawer.begin(job("former"), Urgency.POST)
    others = [drawer.begin(job("other"), Urgency.POST) for _ in range(3)]
    former.drop()
    newer = drawer.begin(job("newer"), Urgency.POST, former.place)
    drawings.finish(20)
    assert all([await one.within() for one in [*first, *others, newer]])
    assert former.failed
    assert [one.kind for one in drawings.begun[len(first) :]] == ["newer", *["other"] * 3]
    drawer.close()


async def test_whoever_waits_for_a_picture_may_go_on_without_and_have_it_later(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, drawer = Drawings(monkeypatch), Drawer("threads", 1)
    drawing, told = drawer.begin(job("panel")), asyncio.Event()
    drawing.when_done(told.set)
    assert await drawing.within(0.05) is None
    assert not drawing.done
    drawings.finish(1)
    await told.wait()
    assert drawing.drawn is not None
    drawer.close()


async def test_what_lasts_is_encoded_without_loss_unless_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings, drawer = Drawings(monkeypatch), Drawer("threads", 1)
    drawings.finish(20)
    alone = await drawer.draw(job("post", Format.LASTING))
    assert alone is not None
    assert alone.name == "post.webp"
    many = [drawer.begin(job("post", Format.LASTING)) for _ in range(6)]
    names = [drawn.name for one in many if (drawn := await one.within()) is not None]
    assert len(names) == len(many)
    assert "post.jpg" in names
    assert names[-1] == "post.webp"
    drawer.close()


async def test_the_queue_is_bounded_and_gives_up_what_is_least_urgent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pool, "MAX_WAITING", 3)
    drawings, drawer = Drawings(monkeypatch), Drawer("threads", 1)
    posts = [drawer.begin(job("post"), Urgency.POST) for _ in range(1 + pool.AHEAD + 3)]
    panels = [drawer.begin(job("panel")) for _ in range(2)]
    assert [one.failed for one in posts[-3:]] == [False, True, True]
    assert caplog.text.count("too many wait") == 1
    drawings.finish(20)
    assert all([await one.within() for one in [*posts[:-2], *panels]])
    drawer.close()


async def test_a_process_that_draws_for_too_long_is_ended_and_the_next_picture_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawer = Drawer("processes", 1)
    assert await drawer.draw(draw_job("hand"))
    monkeypatch.setattr(pool, "LONGEST_SECONDS", 0.3)
    monkeypatch.setattr(pool, "render", slow)
    stuck = drawer.begin(draw_job("board"))
    await asyncio.sleep(0.1)
    monkeypatch.setattr(pool, "LONGEST_SECONDS", 60)
    monkeypatch.undo()
    after = drawer.begin(draw_job("hand"))
    assert await stuck.within(10) is None
    assert stuck.failed
    assert await after.within(20) is not None
    drawer.close()


def slow(_: DrawJob) -> Drawn:
    time.sleep(60)
    raise AssertionError


async def test_the_first_picture_that_somebody_waits_for_is_as_quick_as_later_ones() -> None:
    drawer = Drawer("processes", 1, first=lambda: [draw_job("hand")])
    drawer.start()
    assert len(drawer.pids) == 1
    await asyncio.get_running_loop().run_in_executor(drawer._executor, jobs.nothing)  # it is initialized
    held = await asyncio.get_running_loop().run_in_executor(drawer._executor, layers_held)
    assert held > 0
    drawer.close()


def layers_held() -> int:
    return LAYERS.held


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


async def test_whoever_looks_is_known_where_a_picture_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int | None] = []
    pictures = PICTURES["race"]
    drawn = pictures.hand

    def hand(view: object, seat: int, context: RenderContext) -> Picture:
        seen.append(context.reader)
        return drawn(view, seat, context)

    monkeypatch.setattr(pictures, "hand", hand)
    render(replace(draw_job("hand"), reader=1))
    render(draw_job("hand"))
    assert seen == [1, None]
