"""Robots at a table: their names, and how well each of them plays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.commands.test_plans import menu
from tests.bot.world import World, reply, text_of
from tests.toy import ToyGame


async def lobby(world: World, robots: int) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    for _ in range(robots):
        await world.ada.click(world.last, label="Add a robot")


def levels_of(post: Any) -> dict[str, Any]:
    return menu(post, ":robot")


def levels_asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the level of each answer that a robot gives from now on."""
    levels: list[str] = []
    choose = ToyGame.choose

    def noted(self: ToyGame, view: Any, prompt: Any, rng: Any, level: Any) -> list[str]:
        levels.append(level)
        return choose(self, view, prompt, rng, level)

    monkeypatch.setattr(ToyGame, "choose", noted)
    return levels


async def test_robots_have_names_and_say_how_well_they_play(world: World) -> None:
    await lobby(world, 2)
    said = text_of(world.last)
    assert "2. Sextant (robot, good)" in said
    assert "3. Astrolabe (robot, good)" in said


async def test_the_level_of_each_robot_is_chosen_in_the_lobby_and_kept_when_somebody_joins(world: World) -> None:
    await lobby(world, 2)
    offered = levels_of(world.last)
    assert [one["label"] for one in offered["options"]] == [
        f"{robot}: {level}" for robot in ("Sextant", "Astrolabe") for level in ("friendly", "good", "strong")
    ]
    await world.ada.select(world.last, ["2:strong"], custom_id=offered["custom_id"])
    await world.ada.select(world.last, ["1:friendly"], custom_id=levels_of(world.last)["custom_id"])
    await world.ben.click(world.last, label="Join")
    said = text_of(world.last)
    assert "Sextant (robot, friendly)" in said
    assert "Astrolabe (robot, strong)" in said


async def test_a_robot_can_be_seated_with_its_level(world: World) -> None:
    await lobby(world, 0)
    await world.ada.slash(world.channel, "table robot", level="strong")
    assert "Sextant (robot, strong)" in text_of(world.last)


async def test_only_who_manages_the_table_chooses_and_only_what_there_is(world: World) -> None:
    await lobby(world, 1)
    said = text_of(
        reply(await world.ben.select(world.last, ["1:strong"], custom_id=levels_of(world.last)["custom_id"]))
    )
    assert "Only" in said
    for wrong in ("1:perfect", "2:strong", "strong", "", "x:good", "1:" + "9" * 90):
        said = text_of(reply(await world.ada.slash(world.channel, "table settings", option="robot", value=wrong)))
        assert "Done" not in said
        assert said
    assert "Sextant (robot, good)" in text_of(world.last)


async def test_a_robot_plays_as_it_is_told_also_when_that_changes_in_the_game(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = levels_asked(monkeypatch)
    await lobby(world, 1)
    await world.ada.select(world.last, ["1:friendly"], custom_id=levels_of(world.last)["custom_id"])
    await world.ada.click(world.last, label="Start")
    assert set(levels) == {"friendly"}
    settings = reply(await world.ada.slash(world.channel, "table settings"))
    await world.ada.select(settings, ["1:strong"], custom_id=menu(settings, ":robot")["custom_id"])
    assert "Sextant (robot, strong)" in text_of(reply(await world.ada.slash(world.channel, "table status")))
    levels.clear()
    for _ in range(4):
        offered = await world.ada.autocomplete(world.channel, "play", "move", "")
        await world.ada.slash(world.channel, "play", move=offered[0]["value"])
    assert set(levels) == {"strong"}


async def test_a_robot_in_the_seat_of_a_person_plays_well(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = levels_asked(monkeypatch)
    await world.seated(2)
    await world.ben.slash(world.channel, "table robot")
    assert set(levels) == {"good"}


async def test_who_lets_a_robot_play_in_their_own_seat_is_told_so_themselves(world: World) -> None:
    await world.ada.slash(world.channel, "table new", game="toy")
    for person in (world.ben, world.cleo):
        await person.slash(world.channel, "table join")
    await world.ada.slash(world.channel, "table start")
    own = text_of(reply(await world.ben.slash(world.channel, "table robot")))
    assert "A robot plays on for you. You can take your seat back with " in own
    others = text_of(reply(await world.ada.slash(world.channel, "table robot", player=world.cleo)))
    assert "A robot plays on there. The player can take the seat back with " in others
