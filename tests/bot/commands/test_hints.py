"""Hints: a button of the panel tells its person alone what a robot would do, and does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.commands.test_plans import menu
from tests.bot.world import World, labels, open_world, reply, text_of

ASK = "What would you do?"


async def with_a_robot(world: World, game: str) -> None:
    await world.ada.slash(world.channel, "table new", game=game)
    await world.ada.slash(world.channel, "table robot")
    await world.ada.click(world.last, label="Start")


async def test_a_hint_says_what_to_do_and_why_and_does_it(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        await _first_action(world)


async def _first_action(world: World) -> None:
    await with_a_robot(world, "race")
    for _ in range(3):
        panel = reply(await world.ada.slash(world.channel, "play"))
        posts = len(world.posts())
        told = reply(await world.ada.click(panel, label=ASK))
        said = text_of(told)
        assert "I would do this: " in said
        assert len(world.posts()) == posts
        if "Round 1: choose your action" in text_of(panel):
            assert "points better than this" in said or "About as good" in said
            await world.ada.click(told, label="Do that")
            break
        picks = [one["value"] for one in menu(panel, "choose")["options"]][:2]
        await world.ada.select(panel, picks, custom_id=menu(panel, "choose")["custom_id"])
    else:
        pytest.fail("no action was asked for")
    assert "choose your action" not in text_of(reply(await world.ada.slash(world.channel, "play"))).split("Round 2")[0]


async def test_where_no_robot_plays_hints_are_off_until_they_are_turned_on(world: World) -> None:
    await world.seated(2)
    assert ASK not in labels(reply(await world.ada.slash(world.channel, "play")))
    settings = reply(await world.ada.slash(world.channel, "table settings"))
    await world.ada.select(settings, ["on"], custom_id=menu(settings, ":hints")["custom_id"])
    panel = reply(await world.ada.slash(world.channel, "play"))
    assert ASK in labels(panel)
    assert "no opinion" in text_of(reply(await world.ada.click(panel, label=ASK)))
    await world.ada.slash(world.channel, "table settings", option="Hints", value=" Off")
    assert ASK not in labels(reply(await world.ada.slash(world.channel, "play")))
    assert "I would do" not in text_of(reply(await world.ada.click(panel, label=ASK)))
