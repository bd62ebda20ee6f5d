"""A picture that cannot be drawn costs nobody a move: panels, posts, letters and the end say all of it in words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.core.data import Live
from rendering import pool
from rendering.jobs import DrawJob, Drawn
from rendering.registry import PICTURES
from tests.at_table import play_to_the_end
from tests.bot.world import World, labels, open_world, reply, text_of


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The kinds of pictures that were asked for; none can be drawn."""
    asked: set[str] = set()

    def broken(job: DrawJob) -> Drawn:
        asked.add(job.kind)
        raise ZeroDivisionError

    monkeypatch.setattr(pool, "render", broken)
    monkeypatch.setitem(PICTURES, "toy", PICTURES["race"])  # as far as is asked here
    return asked


@pytest.fixture
async def world(tmp_path: Path, kinds: set[str]) -> AsyncIterator[World]:
    del kinds
    async with open_world(tmp_path, "toy", pictures="threads") as world:
        yield world


async def live_of(world: World) -> Live:
    return await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)


async def test_a_move_is_made_by_the_panel_and_told_where_nothing_can_be_drawn(world: World, kinds: set[str]) -> None:
    seats = await world.seated(2)
    before = (await live_of(world)).revision
    post, letters = world.last, world.dms(seats[0])
    assert "Bid for the lot." in text_of(post)
    assert "It is your turn" in text_of(letters[-1])
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert "Bid for the lot." in text_of(panel)
    assert "Refresh" in labels(panel)
    await seats[0].select(panel, ["3"])
    assert (await live_of(world)).revision > before
    assert "still secret" in text_of(world.last)
    assert not panel.attachments
    assert not any(one.attachments for one in (world.last, *world.dms(seats[1])))
    assert {"post", "panel"} == kinds  # letters show that of the post


async def test_a_game_ends_in_words_where_nothing_can_be_drawn(world: World, kinds: set[str]) -> None:
    await world.seated(2)
    await play_to_the_end(world.tables, (await live_of(world)).info.id)
    await world.env.settle()
    assert "🏆" in text_of(world.last)
    assert not world.last.attachments
    assert {"post", "frame"} <= kinds
    assert "could not be made" in text_of(reply(await world.dora.slash(world.channel, "history", film=True)))
