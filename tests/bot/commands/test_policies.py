"""Policies set beside a question, and options that end the turn as well: few presses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.registry import GAMES
from tests.bot.gaia_table import beginning
from tests.bot.world import World, components, labels, open_world, reply, text_of
from tests.rules.gaia.table import neighbours


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A game of Gaia Project that begins in the middle of round 1."""
    monkeypatch.setitem(GAMES, "gaia", beginning(neighbours(2)))
    async with open_world(tmp_path, "gaia") as opened:
        yield opened


async def test_an_offer_of_power_is_taken_from_now_on_by_one_press(world: World) -> None:
    first, second = await world.seated(2)
    await first.slash(world.channel, "play", move="build 1A6")
    panel = reply(await second.slash(world.channel, "play"))
    label = next(label for label in labels(panel) if label.startswith("Always"))
    await second.click(panel, label=label)
    assert "You can change it under “Automatic answers”." in text_of(panel)
    table = await world.tables.lobby.of_channel(world.channel.id)
    assert "charge_up_to" in (await world.tables.policies.of(table.id, second.id)).everywhere
    assert "charge" in [event.kind for one in await world.tables.events(table.id, None) for event in one.events]
    assert not any(label.startswith("Always") for label in labels(panel))


async def test_a_button_of_a_question_that_is_answered_sets_nothing(world: World) -> None:
    first, second = await world.seated(2)
    await first.slash(world.channel, "play", move="build 1A6")
    panel = reply(await second.slash(world.channel, "play"))
    label = next(label for label in labels(panel) if label.startswith("Always"))
    await second.slash(world.channel, "play", move="decline")
    await second.click(panel, label=label)
    table = await world.tables.lobby.of_channel(world.channel.id)
    assert not (await world.tables.policies.of(table.id, second.id)).everywhere


async def test_a_mine_is_built_and_the_turn_ended_by_one_press(world: World) -> None:
    first, second = await world.seated(2)
    await second.slash(world.channel, "policy")
    table = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.policies.set(table.id, second.id, "charge_up_to", "5")
    panel = reply(await first.slash(world.channel, "play", move="build"))
    ids = [one["custom_id"] for one in components(panel) if ":end:" in one.get("custom_id", "")]
    (ending,) = ids
    await first.select(panel, ["1A6"], custom_id=ending)
    live = await world.tables.game(table.id)
    assert live.waiting == (1,)
    assert live.view(None).players[0].structures["1A6"] == "mine"


async def test_a_turn_that_was_ended_with_its_last_option_waits_for_whoever_charges(world: World) -> None:
    first, second = await world.seated(2)
    panel = reply(await first.slash(world.channel, "play", move="build"))
    (ending,) = [one["custom_id"] for one in components(panel) if ":end:" in one.get("custom_id", "")]
    await first.select(panel, ["1A6"], custom_id=ending)
    table = await world.tables.lobby.of_channel(world.channel.id)
    assert [one.seat for one in (await world.tables.lobby.of_channel(world.channel.id)).waiting] == [1]
    await second.slash(world.channel, "play", move="decline")
    live = await world.tables.game(table.id)
    prompt = live.prompt_of(1)
    assert prompt is not None
    assert prompt.kind == "turn"


async def test_whoever_may_charge_power_is_told_of_a_question_and_not_of_a_turn(world: World) -> None:
    first, second = await world.seated(2)
    assert "It is your turn" in text_of(world.dms(first)[-1])
    await first.slash(world.channel, "play", move="build 1A6")
    told = text_of(world.dms(second)[-1])
    assert "A question for you" in told
    assert "It is your turn" not in told


async def test_what_costs_nothing_is_charged_unasked_and_the_post_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "gaia", beginning(neighbours(2), asked=False))
    async with open_world(tmp_path, "gaia") as world:
        first, second = await world.seated(2)
        table = await world.tables.lobby.of_channel(world.channel.id)
        await first.slash(world.channel, "play", move="build 1A6, done")
        live = await world.tables.game(table.id)
        prompt = live.prompt_of(1)
        assert prompt is not None
        assert prompt.kind == "turn"
        assert "for free" in text_of(world.last)
        assert "(Automatic answer.)" in text_of(world.last)
        await world.tables.policies.set(table.id, second.id, "charge_up_to", "ask")
        assert (await world.tables.policies.of(table.id, second.id)).everywhere == {"charge_up_to": "ask"}
        await world.tables.policies.set(table.id, second.id, "charge_up_to", "default")
        assert (await world.tables.policies.of(table.id, second.id)).everywhere == {}
