"""A game that is over stays within reach of its channel: its buttons and the commands that look, whatever is next."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.views import phone
from rules.kernel.scoring import Line, rank_seats
from rules.kernel.stories import Story
from rules.kernel.text import T, player
from tests.at_table import play_to_the_end
from tests.bot.world import World, components, labels, reply, text_of
from tests.toy import ToyGame

LOOKS = ("history", "score", "board", "log", "table export")


async def ended(world: World) -> discord.Message:
    """Play a game to its end; gives its final post."""
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await play_to_the_end(world.tables, info.id)
    world.tables.wakeup.set()
    await world.env.settle()
    assert "has won!" in text_of(world.last) or "share the victory!" in text_of(world.last)
    return world.last


async def looked(world: World, person: MemberActor, **options: Any) -> list[str]:
    """What the commands say that look at a game."""
    return [text_of(await person.slash(world.channel, name, **options)) for name in LOOKS]


async def files_of(world: World, person: MemberActor, **options: Any) -> list[str]:
    """The names of the records that are handed over."""
    return [one.filename for one in reply(await person.slash(world.channel, "table export", **options)).attachments]


@pytest.mark.parametrize("running", [False, True])
async def test_the_buttons_of_a_final_post_work_on_when_the_next_table_opens(world: World, running: bool) -> None:
    final = await ended(world)
    if running:
        await world.seated(3)
    else:
        await world.ada.slash(world.channel, "table new", game="toy")
    for person in (world.ada, world.cleo, world.dora):
        board = reply(await person.click(final, label="Board"))
        assert "earlier table" not in text_of(board)
        assert "Ada" in text_of(board)
        assert "Cleo" not in text_of(board)
        assert reply(await person.click(final, label="Record")).attachments


async def test_what_the_last_post_leaves_out_of_a_story_is_behind_a_button(world: World) -> None:
    said = [T("Round {n} was led by {who}.", who=player(0), n=n) for n in range(30)]
    await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    world.tables.stories._kept[info.id] = Story(said, [T("Most coins: {who}", who=player(1))])
    await play_to_the_end(world.tables, info.id)
    world.tables.wakeup.set()
    await world.env.settle()
    final = world.last
    assert "📖 Round 0 was led" in text_of(final)
    assert "Round 29 was led" not in text_of(final)
    story = reply(await world.dora.click(final, label="Whole story"))
    assert story.ephemeral
    told = text_of(story)
    while "Next page" in labels(story):
        assert phone.rows("\n".join(one["content"] for one in components(story) if one.get("content"))) <= 12
        await world.dora.click(story, label="Next page")
        told += text_of(story)
    assert all(f"📖 Round {n} was led by" in told for n in range(30))
    assert "🏅 Most coins: " in told


async def test_a_score_that_a_phone_does_not_show_at_once_comes_page_by_page(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.seated(2)
    lines = [Line(T("What is counted of kind {n}", n=n), n + 1) for n in range(30)]
    monkeypatch.setattr(ToyGame, "standings", lambda *_: rank_seats([lines, lines], over=False))
    score = reply(await world.ada.slash(world.channel, "score"))
    told = text_of(score)
    while "Next page" in labels(score):
        await world.ada.click(score, label="Next page")
        assert phone.rows("\n".join(one["content"] for one in components(score) if one.get("content"))) <= 12
        told += text_of(score)
    assert all(f" {n}:" in told for n in range(30))
    assert "Page 2 of" in told


async def test_the_past_is_leafed_through_while_the_next_table_plays(world: World) -> None:
    await ended(world)
    past = reply(await world.dora.slash(world.channel, "history"))
    last = text_of(past).split("After turn ")[1].split(" ")[0]
    await world.seated(3)
    await world.dora.click(past, label="◀ Earlier")
    assert f"After turn {int(last) - 1} of {last}" in text_of(past)
    await world.dora.click(past, label="⏮ Beginning")
    assert "The start of the game" in text_of(past)


async def test_what_plays_is_still_refused_of_an_earlier_table(world: World) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    post = world.last
    table_id = (await world.tables.lobby.of_channel(world.channel.id)).id
    await play_to_the_end(world.tables, table_id)
    await world.seated(2)
    revision = (await world.tables.lobby.of_channel(world.channel.id)).revision
    assert not any("Play" in labels(one) for one in world.posts() if one.id == post.id)
    assert "That button belongs to an earlier table" in text_of(await seats[0].select(panel, ["3"]))
    assert (await world.tables.lobby.of_channel(world.channel.id)).revision == revision


async def test_a_lobby_hides_nothing_of_the_game_before_it(world: World) -> None:
    await ended(world)
    told = await looked(world, world.dora)
    record = await files_of(world, world.dora)
    await world.ada.slash(world.channel, "table new", game="toy")
    assert (await looked(world, world.dora))[:3] == told[:3]
    assert await files_of(world, world.dora) == record
    assert "It has not started yet." in text_of(await world.dora.slash(world.channel, "table status"))
    assert "has not started yet" in text_of(await world.ada.slash(world.channel, "play"))


async def test_a_game_that_is_over_is_named_while_the_next_one_runs(world: World) -> None:
    await ended(world)
    first = (await world.tables.lobby.of_channel(world.channel.id, ended=True)).id
    told = await looked(world, world.dora, table=str(first))
    record = await files_of(world, world.dora)
    await world.seated(3)
    running = await world.tables.lobby.of_channel(world.channel.id)
    offered = await world.dora.autocomplete(world.channel, "score", "table", "")
    assert [one["value"] for one in offered] == [str(running.id), str(first)]
    assert offered[0]["name"].endswith("still running")
    assert offered[1]["name"].startswith(f"{first}: Auction (")
    assert str(world.clock().year) in offered[1]["name"]
    for typed in (str(first), offered[1]["name"]):
        assert (await looked(world, world.dora, table=typed))[:3] == told[:3]
        assert await files_of(world, world.dora, table=typed) == record
    assert await files_of(world, world.dora) == record  # a running game has no record to give
    assert "Cleo" in text_of(await world.dora.slash(world.channel, "score"))
    turns = await world.dora.autocomplete(world.channel, "history", "turn", "", table=str(first))
    assert len(turns) > 3
    assert [one["value"] for one in await world.dora.autocomplete(world.channel, "history", "turn", "")] == ["0"]
    over = text_of(await world.dora.slash(world.channel, "table export", table=str(running.id)))
    assert "A game can be exported once it is over" in over


@pytest.mark.parametrize("typed", ["99", "Auction", "0", "x" * 200, "-1", "9" * 60])
async def test_a_name_of_no_game_of_this_channel_is_refused(world: World, typed: str) -> None:
    await ended(world)
    for name in LOOKS:
        said = text_of(await world.dora.slash(world.channel, name, table=typed))
        assert "There is no such game in this channel." in said, name


async def test_a_game_is_not_looked_at_from_another_channel(world: World) -> None:
    await ended(world)
    first = (await world.tables.lobby.of_channel(world.channel.id, ended=True)).id
    other = world.guild.create_text_channel("other")
    await world.ada.slash(other, "table new", game="toy")
    for name in LOOKS:
        said = text_of(await world.dora.slash(other, name, table=str(first)))
        assert "There is no such game in this channel." in said, name
    assert await world.dora.autocomplete(other, "score", "table", "") == []
