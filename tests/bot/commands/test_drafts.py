"""Turns planned ahead at the table: the panel of a draft, what becomes of it, and who may know of it."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord.ui import TextDisplay
from simcord.actors import MemberActor

from bot.tables.core import automatic
from bot.tables.core.data import Live, fingerprint
from bot.tables.core.errors import Stale
from bot.tables.drafts import may_draft
from bot.tables.trials import may_try
from bot.views import phone
from bot.views.drafts import draft_layout
from bot.views.localizer import Localizer
from bot.views.panel import MAX_ROWS
from rules.kernel import robots
from rules.kernel.play import robot_answer
from rules.kernel.policies import planned_turns
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text
from rules.registry import GAMES
from storage import automatic as stored_automatic
from storage import log
from tests.bot.views.test_trials import live_at
from tests.bot.world import World, all_pages, components, labels, open_world, reply, text_of


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_world(tmp_path, "gaia") as world:
        yield world


async def live_of(world: World) -> Live:
    return await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)


async def answer(world: World, seats: list[MemberActor]) -> Live:
    """Answer once as the robot does."""
    live = await live_of(world)
    seat = live.waiting[0]
    prompt = live.prompt_of(seat)
    assert prompt is not None
    picks = robot_answer(live.game, live._position, seat).picks
    await world.tables.answer(live.info.id, seats[seat].id, [picks], live.revision, fingerprint(prompt), step=live.step)
    await world.env.settle()
    return await live_of(world)


async def to_a_turn(world: World, seats: list[MemberActor]) -> tuple[MemberActor, MemberActor]:
    """Play to the first turn; gives whose turn it is, and who waits."""
    live = await live_of(world)
    while (prompt := live.prompt_of(live.waiting[0])) is not None and prompt.kind != "turn":
        live = await answer(world, seats)
    at = live.waiting[0]
    return seats[at], seats[1 - at]


def custom_id(message: Any, verb: str) -> str:
    return next(str(one["custom_id"]) for one in components(message) if f":{verb}:" in str(one.get("custom_id")))


async def draft_a_mine(world: World, person: MemberActor) -> Any:
    """Draft the building of a mine, and the end of the turn."""
    panel = reply(await person.slash(world.channel, "play"))
    await person.click(panel, label="Plan ahead")
    await person.select(panel, ["build"], custom_id=custom_id(panel, "draftchoose"))
    if "draftchoose" in str(components(panel)):
        place = next(
            one["options"][0]["value"] for one in components(panel) if "draftchoose" in str(one.get("custom_id"))
        )
        await person.select(panel, [place], custom_id=custom_id(panel, "draftchoose"))
    else:
        await person.click(panel, custom_id=custom_id(panel, "draftpick"))
    while "Plan this" in labels(panel) and any("End the turn" in one for one in labels(panel)):
        await person.click(panel, label=next(one for one in labels(panel) if "End the turn" in one))
    return panel


async def test_a_turn_is_planned_off_turn_and_played_when_it_comes(world: World) -> None:
    seats = await world.seated(2)
    plays, waits = await to_a_turn(world, seats)
    posts = len(world.posts())
    panel = await draft_a_mine(world, waits)
    said = text_of(panel)
    assert "Plan" in said
    assert "Build a mine" in said
    assert "Nobody sees it." in said
    await waits.click(panel, label="Plan this")
    assert "A turn of yours: Build a mine" in text_of(panel)
    live = await live_of(world)
    waiting, structures = live.waiting, len(live.view(None).players[1 - live.waiting[0]].structures)
    assert len(world.posts()) == posts  # nothing of it is public
    while (await live_of(world)).waiting == waiting and "Planned answer" not in text_of(world.last):
        await answer(world, seats)
    live = await live_of(world)
    assert live.waiting == waiting
    assert len(live.view(None).players[1 - waiting[0]].structures) == structures + 1
    assert "(Planned answer.)" in (await all_pages(plays, reply(await plays.slash(world.channel, "log"))))
    assert (await world.tables.plans.of(live.info.id, waits.id)).plans == ()


async def test_a_draft_outlives_the_panel_goes_back_and_begins_anew(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    panel = await draft_a_mine(world, waits)
    table_id = (await live_of(world)).info.id
    steps = (await world.tables.drafts.of(table_id, waits.id)).steps
    again = reply(await waits.slash(world.channel, "plan"))
    await waits.click(again, label="Plan my turn")
    assert "Build a mine" in text_of(again)
    await waits.click(again, label="Back")
    assert (await world.tables.drafts.of(table_id, waits.id)).steps == steps - 1
    await waits.click(panel, label="Plan this")  # what is planned is what stands, not what an old panel shows
    assert "Planned" in text_of(panel)
    assert (await world.tables.drafts.of(table_id, waits.id)).steps == 0
    panel = await draft_a_mine(world, waits)
    await waits.click(panel, label="Begin anew")
    assert "Build a mine →" not in text_of(panel)
    assert "Plan this" not in labels(panel)


async def test_a_new_plan_replaces_the_former_and_a_turn_is_cancelled_whole(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    table_id = (await live_of(world)).info.id
    for _ in range(2):
        panel = await draft_a_mine(world, waits)
        await waits.click(panel, label="Plan this")
    (plan,) = (await world.tables.plans.of(table_id, waits.id)).plans
    assert plan.rest
    await waits.click(panel, label="Cancel 1")
    assert (await world.tables.plans.of(table_id, waits.id)).plans == ()


async def test_an_old_panel_of_a_draft_changes_nothing(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    panel = reply(await waits.slash(world.channel, "play"))
    await waits.click(panel, label="Plan ahead")
    old = custom_id(panel, "draftchoose")
    await waits.select(panel, ["build"], custom_id=old)
    table_id = (await live_of(world)).info.id
    before = await world.tables.drafts.of(table_id, waits.id)
    with pytest.raises(Exception, match="moved on"):
        await world.tables.drafts.answer(table_id, waits.id, old.split(":")[4], lambda _: ["build"])
    assert (await world.tables.drafts.of(table_id, waits.id)).turns == before.turns


async def test_who_goes_back_in_a_plan_can_choose_the_same_again(world: World) -> None:
    _, waits = await to_a_turn(world, await world.seated(2))
    panel = reply(await waits.slash(world.channel, "play"))
    await waits.click(panel, label="Plan ahead")
    before = {one["id"] for one in components(panel) if one["type"] == 3}
    await waits.select(panel, ["build"], custom_id=custom_id(panel, "draftchoose"))
    await waits.click(panel, custom_id=custom_id(panel, "draftback"))
    after = {one["id"] for one in components(panel) if one["type"] == 3}
    assert before
    assert len(after) == len(before)
    assert not after & before, "a client would show there what was chosen before, and not take the same once more"


async def test_a_warning_above_a_plan_takes_its_rows_from_the_notes_of_the_choices(world: World) -> None:
    _, waits = await to_a_turn(world, await world.seated(2))
    drafted = await world.tables.drafts.of((await live_of(world)).info.id, waits.id)
    options = [Option(f"{at}", Text(f"Choice {at}"), Text(f"It takes {at} of the credits. " * 4)) for at in range(4)]
    supposed = msgspec.structs.replace(drafted.supposed, prompt=Prompt(0, "turn", Text("Your turn."), options))
    localizer = Localizer("en", drafted.live.info.names)
    warning = Text("The game has gone on since, and what you had planned is not possible any more. " * 2)
    for notice in (None, warning):
        layout: Any = draft_layout(dataclasses.replace(drafted, supposed=supposed), localizer, None, notice=notice)
        said = [one.content for one in layout.walk_children() if isinstance(one, TextDisplay)]
        assert sum(map(phone.rows, said)) <= MAX_ROWS, said


async def test_a_turn_that_would_be_too_long_says_so_and_stays(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    panel = reply(await waits.slash(world.channel, "play"))
    await waits.click(panel, label="Plan ahead")
    monkeypatch.setattr("bot.tables.drafts.MAX_STEPS", 1)
    await waits.select(panel, ["build"], custom_id=custom_id(panel, "draftchoose"))
    table = (await live_of(world)).info.id
    before = await world.tables.drafts.of(table, waits.id)
    assert before.turns == [[["build"]]]
    menu = next(one for one in components(panel) if "draftchoose" in str(one.get("custom_id")))
    await waits.select(panel, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert "That is too long: at most 1 steps can be tried or planned at once." in text_of(panel)
    assert (await world.tables.drafts.of(table, waits.id)).turns == before.turns


async def test_whoever_is_asked_plays_and_does_not_plan(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    panel = reply(await plays.slash(world.channel, "play"))
    assert "Plan ahead" not in labels(panel)


async def test_a_double_press_counts_once_also_where_the_same_is_asked_again(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    drafts, table_id = world.tables.drafts, (await live_of(world)).info.id
    drafted = await drafts.of(table_id, waits.id)
    prompt = drafted.supposed.prompt
    assert prompt is not None
    again = await drafts.answer(table_id, waits.id, drafted.fingerprint, lambda _: ["build"])
    with pytest.raises(Stale):
        await drafts.answer(table_id, waits.id, drafted.fingerprint, lambda _: ["build"])
    same = dataclasses.replace(again, supposed=msgspec.structs.replace(again.supposed, prompt=prompt))
    assert same.fingerprint != drafted.fingerprint
    assert again.supposed.prompt is not None
    place = again.supposed.prompt.legal[0].id
    last = await drafts.answer(table_id, waits.id, again.fingerprint, lambda _: [place])
    await drafts.back(table_id, waits.id, last.fingerprint)
    with pytest.raises(Stale):
        await drafts.back(table_id, waits.id, last.fingerprint)
    assert (await drafts.of(table_id, waits.id)).turns == again.turns


async def test_an_answer_counts_once_when_pressed_twice_while_a_planned_turn_waits(world: World) -> None:
    seats = await world.seated(2)
    plays, _ = await to_a_turn(world, seats)
    live = await live_of(world)
    seat, unit = live.waiting[0], world.tables.drafts._unit
    later = Prompt(seat, "later", Text("A later question"), [Option("a", Text("A")), Option("b", Text("B"))])
    async with unit.writing() as session:
        for made in planned_turns([[(later, ["a"]), (later, ["b"])]]):
            await stored_automatic.plan(session, automatic.planned(live.info.id, seat, later, made))
    prompt = live.prompt_of(seat)
    assert prompt is not None
    for repeated in (False, True):
        played = await world.tables.answer(
            live.info.id, plays.id, [["build"]], live.revision, fingerprint(prompt), step=live.step
        )
        assert played.repeated == repeated
    (plan,) = (await world.tables.plans.of(live.info.id, plays.id)).plans
    assert len(plan.rest) == 1


async def test_a_turn_that_was_begun_by_hand_is_not_gone_on_with_as_planned(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    panel = await draft_a_mine(world, waits)
    live = await live_of(world)
    seat = 1 - live.waiting[0]
    while live.waiting != (seat,) or live.prompts[0].kind != "turn":
        live = await answer(world, seats)
    free = [one.id for one in live.prompts[0].legal]
    while same := [one for one in free if (asked := live.after(seat, [[one]]).prompt) and asked.kind == "turn"]:
        await world.tables.answer(
            live.info.id, waits.id, [[same[0]]], live.revision, fingerprint(live.prompts[0]), step=live.step
        )
        live = await live_of(world)
        free = [one.id for one in live.prompts[0].legal if one.id == same[0]]
    assert live.half_made
    seen = live.view(None)
    await waits.click(panel, label="Plan this")
    after = await live_of(world)
    assert after.half_made
    assert (after.revision, after.step) == (live.revision, live.step)
    assert after.view(None) == seen
    assert (await world.tables.plans.of(live.info.id, waits.id)).plans == ()


async def test_a_planned_turn_that_falls_is_told_as_one(world: World) -> None:
    seats = await world.seated(2)
    _, waits = await to_a_turn(world, seats)
    panel = await draft_a_mine(world, waits)
    await waits.click(panel, label="Plan this")
    live = await live_of(world)
    await world.tables.robots.play_for(live.info.id, 1 - live.waiting[0], on=True)
    async with world.tables.drafts._unit.reading() as session:
        told = [row for row in await log.rows(session, live.info.id) if row.kind == "dropped"]
    assert len(told) == 1
    assert "Build a mine" in str(told[0].events)


@pytest.mark.parametrize(("key", "setup"), [("race", None), ("gaia", True), ("eclipse", False), ("circadians", False)])
def test_turns_are_offered_to_be_planned_and_tried_where_the_game_supposes_some(key: str, setup: bool | None) -> None:
    """`setup`: whether those of the set-up can be; None: whole turns are never planned in this game."""
    seats = 3
    game, rng = GAMES[key], Rng("5" * 32)
    position, _ = game.setup(game.check_setup({}, seats), seats, Rng("11" * 16))
    offered: dict[bool, bool] = {}
    while len(offered) < 2 or len(game.waiting(position)) == seats:
        live = live_at(game, position, seats)
        begun = live.round > 0
        for seat in set(range(seats)) - {*live.waiting}:
            may = may_draft(live, seat)
            assert offered.setdefault(begun, may) == may
            assert may or live.prompt_of(seat) is not None or not may_try(live, seat)
            if begun is False and setup is False:
                assert isinstance(game.suppose(live.view(seat), seat), Text)
        seat = live.waiting[0]
        game.answer(position, seat, robots.choose(game, game.prompt(position, seat), rng))
    assert offered == {False: bool(setup), True: setup is not None}


async def test_who_has_chosen_a_character_is_not_offered_to_plan_a_turn_of_the_set_up(tmp_path: Path) -> None:
    async with open_world(tmp_path, "circadians") as world:
        seats = await world.seated(2)
        await answer(world, seats)
        panel = reply(await seats[0].slash(world.channel, "play"))
        assert "Plan ahead" not in labels(panel)
        assert "Try a line" in labels(panel)
