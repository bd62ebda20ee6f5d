"""Pictures are drawn in other processes, in threads or not at all, and a failure leaves the text."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from bot.drawing import Drawer
from bot.sketches import Sketch
from rules.kernel.rng import Rng
from rules.registry import GAMES


def sketch(kind: str, size: str = "normal") -> Sketch:
    game = GAMES["race"]
    position, _ = game.setup({"setup": "first"}, 2, Rng("00" * 16))
    return Sketch("race", kind, game.view(position, 0), "de", ("Ann", "Ben"), size=size)


@pytest.mark.parametrize("mode", ["processes", "threads"])
async def test_a_picture_is_drawn_with_its_alt_text(mode: str) -> None:
    drawer = Drawer(mode, 1)
    try:
        drawn = await drawer.draw(sketch("hand"))
        small = await drawer.draw(sketch("hand", "small"))
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
    drawn = await drawer.draw(Sketch("race", "chart", [[1, 2], [3, 1]], "en", ("Ann", "Ben")))
    drawer.close()
    assert drawn is not None
    assert drawn.name == "chart.webp"
    assert "Ben: 2, 1." in drawn.alt


async def test_no_picture_is_drawn_where_they_are_off_or_the_game_has_none() -> None:
    off, on = Drawer("off", 1), Drawer("threads", 1)
    assert await off.draw(sketch("hand")) is None
    assert await on.draw(Sketch("toy", "board", None, "en", ())) is None
    on.close()


async def test_a_drawing_that_fails_leaves_the_text_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    drawer = Drawer("threads", 1)
    assert await drawer.draw(Sketch("race", "board", None, "en", ())) is None
    drawer.close()
    assert "could not be drawn" in caplog.text


async def test_pictures_come_back_after_a_drawing_process_was_killed() -> None:
    drawer = Drawer("processes", 1)
    try:
        assert await drawer.draw(sketch("hand")) is not None
        executor = drawer._executor
        assert isinstance(executor, ProcessPoolExecutor)
        for process in list(executor._processes.values()):
            process.kill()
            process.join()
        await drawer.draw(sketch("hand"))  # is lost, or was quick enough to be drawn by the new ones
        assert await drawer.draw(sketch("hand")) is not None
    finally:
        drawer.close()
