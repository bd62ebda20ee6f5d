"""Settings and the table of the channel are read at once when somebody comes; what was read is relied on once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.context import Context
from bot.tables.core.commit_trace import Trace
from bot.tables.core.data import Preferences
from bot.tables.core.errors import NoTableHere
from bot.tables.service import Tables
from tests.at_table import ANN, BOSS, started

CHANNEL = 20


async def arrived(tables: Tables, channel: int = CHANNEL) -> Context:
    client = SimpleNamespace(tables=tables)
    interaction: Any = SimpleNamespace(client=client, channel_id=channel, locale=SimpleNamespace(value="en-US"))
    context = Context(interaction, Preferences(), redraws=False)
    _, here, _ = await tables.queries.arrive(ANN.user_id, channel)
    context.set_table_here(here)
    return context


async def test_settings_come_with_the_live_table_else_with_the_last_that_was_played(tables: Tables) -> None:
    await tables.prefer(ANN.user_id, language="de")
    preferences, here, _ = await tables.queries.arrive(ANN.user_id, CHANNEL)
    assert (preferences, here) == (await tables.preferences(ANN.user_id), None)
    live = await started(tables)
    assert (await tables.queries.arrive(1, CHANNEL)) == (Preferences(), live.info, None)
    await tables.lobby.abandon(live.info.id, BOSS)
    over = await tables.lobby.info(live.info.id)
    assert (await tables.queries.arrive(1, CHANNEL))[1] == over
    lobby = await tables.lobby.create(1, CHANNEL, ANN, "toy")
    assert (await tables.queries.arrive(1, CHANNEL))[1] == lobby


async def test_a_table_whose_game_is_over_is_found_only_where_that_is_asked_for(tables: Tables) -> None:
    live = await started(tables)
    await tables.lobby.abandon(live.info.id, BOSS)
    for times in (1, 2):
        context = await arrived(tables)
        assert not context.plays_here
        for _ in range(times):
            with pytest.raises(NoTableHere):
                await context._of_channel(ended=False)
        assert (await context._of_channel(ended=True)).id == live.info.id
    with pytest.raises(NoTableHere):
        await (await arrived(tables, 21))._of_channel(ended=True)


async def test_the_table_of_a_channel_is_read_anew_the_second_time_and_after_a_change(tables: Tables) -> None:
    live = await started(tables)
    context = await arrived(tables)
    assert context.plays_here
    assert await context._of_channel(ended=False) == live.info
    await tables.lobby.abandon(live.info.id, BOSS)
    with pytest.raises(NoTableHere):
        await context._of_channel(ended=False)
    for changed, unsure in ((True, False), (False, True)):
        context = await arrived(tables, 21)
        lobby = await tables.lobby.create(1, 21, ANN, "toy")
        context.trace = Trace(changed=changed, unsure=unsure)
        assert (await context._of_channel(ended=False)).id == lobby.id
        await tables.lobby.abandon(lobby.id, ANN)
