"""Whole games over real sockets while small things go wrong all the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.field.checks import check
from tests.field.faults import ACKNOWLEDGEMENTS, ALL, POSTS, Fault, limited
from tests.field.play import play
from tests.field.scene import LONG, Scene, open_scene

SEEDS = range(10) if LONG else range(1)


def unsteady(scene: Scene, chance: Random) -> None:
    """Let one call in twenty be slow, one in fifty be limited, and one post in fifteen be posted without an answer."""
    faults = scene.discord.faults

    def now_and_then(calls: str, one_in: int, fault: Callable[[], None]) -> None:
        async def perhaps() -> None:
            if chance.randrange(one_in) == 0:
                await asyncio.sleep(0.3)
                fault()

        faults.add(Fault(calls, before=perhaps, times=None))

    def limit() -> None:
        raise limited(0.4)

    now_and_then(ALL, 20, lambda: None)
    now_and_then(f"(?!{ACKNOWLEDGEMENTS}).*", 50, limit)
    lost = [number for number in range(400) if chance.randrange(15) == 0]
    for at, number in enumerate(lost):
        faults.lose(POSTS, skip=number - at)


async def cut_now_and_then(scene: Scene, chance: Random) -> None:
    """Cut the gateway every few seconds; never ends."""
    while True:
        await asyncio.sleep(chance.uniform(2, 6))
        scene.discord.gateway.cut()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["race", "circadians"] if LONG else ["race"])
async def test_a_game_is_played_to_its_end_on_a_line_that_is_not_steady(
    database_url: str, tmp_path: Path, game: str, seed: int
) -> None:
    chance = Random(seed)
    async with open_scene(tmp_path, database_url) as scene:
        [channel] = await scene.lay(game, people=scene.people[:1], robots=1)
        await scene.start()
        unsteady(scene, chance)
        cutting = asyncio.create_task(cut_now_and_then(scene, chance))
        try:
            given = await play(scene.people[:1], channel, Random(seed), most=400)
        finally:
            cutting.cancel()
            with suppress(asyncio.CancelledError):
                await cutting
        scene.discord.faults.lift()
        await scene.said()
        assert given > 10
        assert any(part.code.verb == "export" for part in scene.parts(channel)), "the game is not over"
        await check(scene)
