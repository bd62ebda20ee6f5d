"""A message waits for its picture only for a moment; then it is said in words, and the picture is put in later."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord import MemberActor

from bot.connection.late_pictures import Patience
from bot.shared_boards import MAX_FORMER, MAX_PANELS, ShownViews
from bot.tables.core.data import fingerprint
from rendering.jobs import DrawJob, Drawn
from rendering.pool import Drawer, Drawing, Urgency
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.race.state import UNKNOWN
from tests.bot.world import World, components, labels, open_world, reply, text_of


class SlowDrawer(Drawer):
    """Draws when the test lets it; `begun` are the drawings that were asked for."""

    def __init__(self) -> None:
        super().__init__("threads", 1)
        self.begun: list[Drawing] = []

    def begin(self, job: DrawJob, urgency: Urgency = Urgency.ASKED, place: int | None = None) -> Drawing:
        drawing = Drawing(job, urgency, len(self.begun) if place is None else place)
        self.begun.append(drawing)
        return drawing

    def of(self, *kinds: str) -> list[Drawing]:
        """Those of these kinds that are wanted still."""
        return [one for one in self.begun if one.job.kind in kinds and not one.done]

    def draw_all(self) -> None:
        """Let everything be drawn."""
        for one in self.begun:
            one.end(Drawn(one.job.kind.encode(), f"{one.job.kind}.jpg", "What it shows."))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path, "race", pictures="threads") as world:
        world.bot.drawer.close()
        world.bot.drawer = world.bot.boards.drawer = SlowDrawer()
        world.bot.late_pictures.patience = Patience(0, 0, 0)
        yield world


def drawer_of(world: World) -> SlowDrawer:
    drawer = world.bot.drawer
    assert isinstance(drawer, SlowDrawer)
    return drawer


async def play_on(world: World, seats: list[MemberActor], answers: int) -> None:
    """Answer so many times as robots do, with the posts in between."""
    table_id = (await world.tables.lobby.of_channel(world.channel.id)).id
    for at in range(answers):
        live = await world.tables.game(table_id)
        seat = live.waiting[0]
        prompt = live.prompt_of(seat)
        assert prompt is not None
        picks = choose(live.view(seat), prompt, Rng(f"{at:032x}"))
        await world.tables.answer(table_id, seats[seat].id, [picks], live.revision, fingerprint(prompt))
        await world.env.settle()


def files_of(message: Any) -> list[str]:
    return [one.filename for one in message.attachments]


async def let_draw(world: World) -> None:
    drawer_of(world).draw_all()
    await asyncio.sleep(0)
    await world.env.settle()


async def test_a_post_is_said_in_words_and_its_picture_is_put_into_the_same_message(world: World) -> None:
    await world.seated(2)
    post = world.last
    said = text_of(post)
    assert files_of(post) == []
    await let_draw(world)
    assert world.last.id == post.id
    assert files_of(world.last) == ["post.jpg"]
    assert text_of(world.last) == said


async def test_a_post_that_was_replaced_gets_no_picture_and_its_picture_is_not_drawn(world: World) -> None:
    seats = await world.seated(2)
    former = drawer_of(world).of("post")
    assert former
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    for seat in live.waiting:
        prompt = live.prompt_of(seat)
        assert prompt is not None
        picks = [option.id for option in prompt.legal][: max(1, prompt.at_least)]
        await seats[seat].slash(world.channel, "play", move=", ".join(picks))
    posts = [one for one in drawer_of(world).begun if one.job.kind == "post"]
    newest = posts[-1]
    assert newest not in former
    assert not newest.done
    assert newest.place == former[0].place  # a table that changes again and again has its turn all the same
    await let_draw(world)
    shown = [one for one in world.posts() if files_of(one)]
    assert shown == [world.last]


@pytest.mark.parametrize("deleted", [False, True])
async def test_the_halos_of_a_post_count_from_where_its_text_does(world: World, deleted: bool) -> None:
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    views: dict[int, Any] = {0: None}
    chance, edits_before_posts, edited, newest = Rng("ab" * 16), 0, False, 0
    for _ in range(30):
        live = await world.tables.game(info.id)
        views[live.revision] = live.view(None)
        prompt = live.prompt_of(live.waiting[0])
        assert prompt is not None
        if deleted and edited:
            await world.last.delete()
        begun = len(drawer_of(world).begun)
        person = live.info.players[prompt.seat].user_id
        await world.tables.answer(info.id, person, [choose(None, prompt, chance)])
        await world.env.settle()
        jobs = [one.job for one in drawer_of(world).begun[begun:] if one.job.kind == "post"]
        base = await world.tables.post(info.id, "base")
        assert base is not None
        assert jobs[-1].before == views[base.revision]
        edits_before_posts += edited and base.message_id != newest
        edited, newest = base.message_id == newest, base.message_id
    assert edits_before_posts


async def test_a_letter_gets_its_picture_later_and_it_is_the_one_of_the_post(world: World) -> None:
    await world.seated(2)
    letters = world.dms(world.ada) + world.dms(world.ben)
    assert letters
    assert not any(files_of(one) for one in letters)
    assert len(drawer_of(world).of("post")) == 1  # post and letters share it
    await let_draw(world)
    letters = world.dms(world.ada) + world.dms(world.ben)
    assert all(files_of(one) == ["post.jpg"] for one in letters)


async def test_a_post_with_other_halos_than_a_letter_shares_its_picture_if_that_is_not_begun(world: World) -> None:
    await world.seated(2)
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    boards, views = world.bot.boards, [live.view(None), live.view(None)]
    first = boards.post(live, "de", views[0])
    assert boards.letter(live, "de", "normal") is first
    assert boards.post(live, "de", views[1]) is first
    assert first.job.before is views[1]
    first.tries = 1  # it is being drawn
    other = boards.post(live, "de", views[0])
    assert other is not first
    assert (first.job.before, other.job.before) == (views[1], views[0])


async def test_a_letter_of_another_size_has_the_halos_of_the_post_that_was_sent_before_it(world: World) -> None:
    await world.seated(2)
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    former, shown = live.view(None), live.view(None)
    boards = world.bot.boards
    boards.note_seen(live, ShownViews(1, live.revision, former, shown))
    assert boards.letter(live, "en", "small").job.before is former
    boards.note_seen(live, ShownViews(1, live.revision - 1, former, shown))
    assert boards.letter(live, "de", "small").job.before is shown


async def test_a_panel_has_halos_of_what_has_changed_since_ones_last_answer(world: World) -> None:
    seats = await world.seated(2)
    await play_on(world, seats, 9)
    drawer, boards = drawer_of(world), world.bot.boards
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    changed = []
    for seat, person in enumerate(seats):
        await person.slash(world.channel, "play")
        log = await world.tables.events(live.info.id, seat, 0)
        mine = max(one.revision for one in log if one.seat == seat)
        assert mine > 1
        before = drawer.of("panel")[-1].job.before
        assert before is not None
        assert before == boards.posted(live, mine - 1)
        changed.append(before != live.view(None))
    assert any(changed)


async def test_a_table_keeps_the_views_of_its_last_posts_and_none_of_what_was_taken_back(world: World) -> None:
    await world.seated(2)
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    boards, view = world.bot.boards, live.view(None)
    for revision in range(live.revision, live.revision + 2 * MAX_FORMER):
        boards.note_seen(live, ShownViews(1, revision, None, view))
    last = live.revision + 2 * MAX_FORMER - 1
    assert boards.posted(live, last) == view
    assert boards.posted(live, last - MAX_FORMER + 1) == view
    assert boards.posted(live, last - MAX_FORMER) is None
    boards.note_seen(live, ShownViews(1, last - 3, None, view))
    assert len(boards._posted[live.info.id]) == MAX_FORMER - 3


async def test_a_panel_is_shown_at_once_and_its_picture_is_put_in(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    assert not panel.attachments
    await let_draw(world)
    shown = world.env.backend.get_message(world.channel.id, panel.id)
    assert [one["filename"] for one in shown.attachments] == ["panel.jpg"]


async def test_a_panel_that_shows_the_next_question_does_not_get_the_picture_of_the_one_before(world: World) -> None:
    seats = await world.seated(2)
    drawer = drawer_of(world)
    panel = reply(await seats[0].slash(world.channel, "play"))
    former = drawer.of("panel")[-1]
    await seats[0].click(panel, label="Refresh")
    newest = drawer.of("panel")[-1]
    assert newest is not former
    assert former.failed  # was not drawn
    assert not newest.done


async def test_a_picture_that_cannot_be_put_in_costs_nothing(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.seated(2)
    post = world.last
    path = f"/channels/{world.channel.id}/messages/{post.id}"
    world.env.inject_error("PATCH", path, status=400, code=50006, times=None)
    await let_draw(world)
    assert files_of(world.last) == []
    await world.ada.slash(world.channel, "play")


async def test_a_picture_that_fails_leaves_the_text_and_is_not_waited_for(world: World) -> None:
    await world.seated(2)
    for one in drawer_of(world).begun:
        one.end(None)
    await world.env.settle()
    assert files_of(world.last) == []
    assert not world.bot.to_put_in


async def test_a_former_post_keeps_its_picture(world: World) -> None:
    await world.seated(2)
    await let_draw(world)
    await world.ada.slash(world.channel, "table replace", player=world.ben.user, by=world.cleo.user)
    await let_draw(world)
    former = world.last
    (url,) = [item["media"]["url"] for one in components(former) if one["type"] == 12 for item in one["items"]]
    await world.cleo.slash(world.channel, "table join")
    await let_draw(world)
    assert world.last.id != former.id
    old = next(one for one in world.posts() if one.id == former.id)
    assert files_of(old) == ["post.jpg"]
    assert "Play" not in labels(old)
    assert [item["media"]["url"] for one in components(old) if one["type"] == 12 for item in one["items"]] == [url]


async def test_a_former_post_of_nothing_but_its_hourglass_says_that_there_is_a_newer_one(world: World) -> None:
    seats = await world.seated(2)
    await world.later(hours=2)
    await play_on(world, seats, 1)  # in secret, so that the new post has nothing to tell
    former = world.last
    said = [one["content"] for one in components(former) if one["type"] == 10]
    assert [one[0] for one in "\n".join(said).split("\n")] == ["⏳", "✅"]
    await play_on(world, seats, 1)
    assert world.last.id != former.id
    old = next(one for one in world.posts() if one.id == former.id)
    assert [one["content"] for one in components(old) if one["type"] == 10] == [
        "-# A newer post of this table stands below."
    ]
    assert "Play" not in labels(old)
    assert {"My hand", "Board"} <= set(labels(old))


async def test_a_panel_knows_what_its_seat_saw_when_it_last_answered(world: World) -> None:
    seats = await world.seated(2)
    drawer, boards = drawer_of(world), world.bot.boards
    for seat, person in enumerate(seats):
        await person.slash(world.channel, "play")
        assert drawer.of("panel")[-1].job.held is None
        first = drawer.of("panel")[-1].job.view
        live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
        assert boards.held(live, seat, live.revision) == first
        assert boards.held(live, 1 - seat, live.revision) != first
        await play_on(world, seats, 1)
        await person.slash(world.channel, "play")
        job = drawer.of("panel")[-1].job
        assert job.seat == seat
        assert job.held == first
        assert UNKNOWN in job.held.players[1 - seat].hand + job.held.players[1 - seat].drawn
    for revision in range(live.revision, live.revision + 9):
        boards.note_held(replace(live, info=replace(live.info, revision=revision)), 0, live.view(0))
    assert boards.held(live, 0, live.revision + 8) == live.view(0)
    assert boards.held(live, 0, live.revision + 8 - MAX_PANELS) is None
