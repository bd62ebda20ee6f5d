"""The end of a game is a film, of what onlookers saw; one that fails costs nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from benchmarks.scenes import picks
from bot.films import _scores
from bot.tables.core.data import TableInfo
from bot.tables.core.errors import NoFilmYet
from bot.tables.history import History, Reel
from bot.tables.service import Tables
from rendering import film, pool
from rendering.jobs import FRAME, DrawJob, Drawn
from rendering.registry import PICTURES
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.at_table import BEN, CEM, play_to_the_end, started
from tests.bot.world import World, open_world, reply, text_of

SMALL = film.encode(Image.new("RGB", (80, 60), (30, 60, 90)))[0]


class Drawings:
    """Takes the place of drawing; `fail` says which kinds fail."""

    def __init__(self) -> None:
        self.jobs: list[DrawJob] = []
        self.fail: set[str] = set()

    def __call__(self, job: DrawJob) -> Drawn:
        if job.kind in self.fail:
            raise ZeroDivisionError
        self.jobs.append(job)
        return Drawn(SMALL, f"{job.kind}.webp", "What it shows.")


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    drawings = Drawings()
    monkeypatch.setattr(pool, "render", drawings)
    monkeypatch.setitem(PICTURES, "toy", PICTURES["race"])  # as far as is asked here: nothing is drawn
    return drawings


@pytest.fixture
async def world(tmp_path: Path, drawings: Drawings) -> AsyncIterator[World]:
    del drawings
    async with open_world(tmp_path, "toy", pictures="threads") as world:
        yield world


def files_of(message: Any) -> list[str]:
    return [one.filename for one in message.attachments]


async def finish(world: World) -> None:
    """Play a game to its end."""
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await play_to_the_end(world.tables, info.id)
    await world.env.settle()


async def test_the_last_post_of_a_game_gets_its_film_and_so_does_whoever_asks(world: World, drawings: Drawings) -> None:
    await finish(world)
    assert files_of(world.last) == ["post.webp", "film.webp"]
    frames = sum(job.kind == FRAME for job in drawings.jobs)
    assert 3 < frames <= film.MAX_FRAMES
    shown = reply(await world.dora.slash(world.channel, "history", film=True))
    assert [one.filename for one in shown.attachments] == ["film.webp"]
    assert sum(job.kind == FRAME for job in drawings.jobs) == frames  # it is kept
    world.locale = "de"
    assert "Auktion" in text_of(reply(await world.dora.slash(world.channel, "history", film=True)))
    assert {job.language for job in drawings.jobs if job.kind == FRAME} == {"en", "de"}


async def test_a_film_shows_what_onlookers_saw(world: World, drawings: Drawings) -> None:
    await finish(world)
    info = (await world.tables.lobby.played(world.channel.id))[0]
    reel = await world.tables.history.reel(info.id, film.MAX_FRAMES)
    shown = [job for job in drawings.jobs if job.kind == FRAME]
    assert [job.view for job in shown] == [reel.view(at) for at in range(len(reel.positions))]
    assert not any(job.seat or job.before for job in shown)


async def test_a_film_that_fails_costs_nothing(world: World, drawings: Drawings) -> None:
    drawings.fail = {FRAME}
    await finish(world)
    assert files_of(world.last) == ["post.webp"]
    said = text_of(reply(await world.dora.slash(world.channel, "history", film=True)))
    assert "could not be made" in said


async def test_a_game_that_cannot_be_replayed_ends_without_a_film(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(History, "reel", broken)
    await finish(world)
    assert files_of(world.last) == ["post.webp"]


async def test_a_running_game_has_no_film(world: World) -> None:
    await world.seated(2)
    said = text_of(reply(await world.ada.slash(world.channel, "history", film=True)))
    assert "once it is over" in said


async def test_a_game_without_pictures_has_no_film(tmp_path: Path) -> None:
    async with open_world(tmp_path, "toy", pictures="threads") as world:
        await finish(world)
        said = text_of(reply(await world.ada.slash(world.channel, "history", film=True)))
        assert "no film of it" in said


async def test_a_film_keeps_what_was_hidden_hidden_and_has_no_more_frames_than_wanted(tables: Tables) -> None:
    live = await started(tables, BEN, CEM, length="long")
    with pytest.raises(NoFilmYet):
        await tables.history.reel(live.info.id, 10)
    over = await play_to_the_end(tables, live.info.id)
    for most in (2, 5, 36):
        reel = await tables.history.reel(live.info.id, most)
        views = [reel.view(at) for at in range(len(reel.positions))]
        assert 2 <= len(views) <= most
        assert views[-1] == over.view(None)
        assert not any(any(view.secrets) for view in views[:-1])


async def test_a_film_is_a_picture_that_plays(world: World) -> None:
    await finish(world)
    data = await world.last.attachments[-1].read()
    image = Image.open(BytesIO(data))
    assert getattr(image, "n_frames", 1) > 3
    assert len(data) < film.MAX_BYTES


def test_a_frame_in_the_middle_of_a_round_has_the_scores_of_then() -> None:
    game = GAMES["gaia"]
    position, _ = game.setup(game.check_setup({}, 2), 2, Rng("00" * 16))
    chance, kept = Random(3), [game.encode(position)]
    while not game.over(position):
        seat = chance.choice(game.waiting(position))
        game.answer(position, seat, picks(game.prompt(position, seat), chance))
        kept.append(game.encode(position))
    kept = [*kept[:-1:9], kept[-1]]
    shown = _scores(Reel(TableInfo.__new__(TableInfo), game, tuple(kept)))
    assert len(shown) == len(kept)
    assert not shown[-1].now
    assert shown[-1].shown == len(shown[-1].rounds) == 6
    for one, other in pairwise(shown):
        assert (one.shown, one.part) < (other.shown, other.part)
    for data, one in zip(kept, shown, strict=True):
        state = game.decode(data).state
        assert not one.now or list(one.now) == [player.vp for player in state.players]
