"""Persons with robots: a whole game of Race with policies and a restart; what robots do is told in one post."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rendering.words import Words
from tests.bot.games.test_whole_games import Hand, play_on
from tests.bot.world import World, components, labels, open_world, reply, text_of


async def _set(world: World, key: str, value: str) -> None:
    panel = reply(await world.ada.slash(world.channel, "policy"))
    while not (found := [one for one in components(panel) if f"everywhere.{key}" in one.get("custom_id", "")]):
        await world.ada.click(panel, label="Next page")
    code = found[0]["custom_id"]
    await world.ada.select(panel, [value], custom_id=code)


async def test_a_person_plays_race_against_robots_to_the_end(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        await world.ada.slash(world.channel, "table new", game="race")
        await world.ada.slash(world.channel, "table robot")
        await world.ben.slash(world.channel, "table join")
        await world.ada.slash(world.channel, "table robot")
        for key, value in (
            ("explore", "dearest"),
            ("hand_limit", "dearest"),
            ("nothing_payable", "pass"),
            ("consume", "most_points"),
            ("produce", "alike"),
        ):
            await _set(world, key, value)
        await world.ada.click(world.last, label="Start")
        hands = {person.id: Hand(world, person, Random(str(person.id))) for person in (world.ada, world.ben)}
        await play_on(world, hands, 30)
        await world.ben.slash(world.channel, "table robot")
        await world.restart()
        await play_on(world, hands, 15)
        await world.ben.slash(world.channel, "table join")
        await play_on(world, hands, 2000)
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        assert info.phase == "finished"
        said = text_of(world.last)
        assert "won!" in said or "share the victory" in said
        assert "Astrolabe" in said
        told = await world.tables.events(info.id, info.seat_of(world.ada.id))
        assert {one.by for one in told} >= {"player", "robot", "policy"}


async def test_what_robots_do_in_one_go_is_told_in_the_post_of_what_they_follow(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia") as world:
        await world.ada.slash(world.channel, "table new", game="gaia")
        for _ in range(2):
            await world.ada.slash(world.channel, "table robot")
        await world.ada.slash(world.channel, "table settings", option="setup", value="advanced")
        await world.ada.slash(world.channel, "table start")
        info = await world.tables.lobby.of_channel(world.channel.id)
        seat = info.seat_of(world.ada.id)
        assert seat is not None
        began = len(world.posts()) - 1
        kinds, setup = [], {"faction", "first", "booster"}
        while (prompt := (await world.tables.game(info.id)).prompt_of(seat)) is not None and prompt.kind in setup:
            kinds.append(prompt.kind)
            await world.ada.slash(world.channel, "play", move=prompt.legal[0].id)
        assert set(kinds) == setup
        assert len(world.posts()) <= began + 1 + len(setup)  # one for the factions, the first structures, the boosters
        told = await world.tables.events(info.id, None)
        assert sum(one.by == "robot" and event.kind == "first" for one in told for event in one.events) >= 4
        words, posts = Words("en", info.names), world.posts()[began:]
        events = [f"- {words.say(event.text)}" for one in told for event in one.events if event.kind in setup]
        said = [[one for one in text_of(post).splitlines() if one in events] for post in posts]
        for event in events:
            assert sum(lines.count(event) for lines in said) <= 1
        # What a phone has no room for above the picture is told by the button of that post.
        assert sum(map(len, said)) == len(events) or any("What happened" in " ".join(labels(one)) for one in posts)
