"""What the pages of the web say of a turn that is over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.views.localizer import Localizer
from bot.web.texts import past_said
from rules.kernel.text import T
from tests.at_table import play_to_the_end
from tests.bot.world import open_world


async def test_a_turn_is_in_a_round_that_may_have_begun_long_before(tmp_path: Path) -> None:
    async with open_world(tmp_path, "toy") as world:
        await world.seated(2)
        number = (await world.tables.lobby.of_channel(world.channel.id)).id
        await play_to_the_end(world.tables, number)
        past = await world.tables.history.at(number, 0, 1)
        assert past.turn is not None
        turn = replace(past.turn, round=T("Round {n} begins.", n=3), phase=T("Settle"))
        said = past_said(replace(past, turn=turn), Localizer("en", past.live.info.names))
        assert said["heads"] == ["Round 3", "Settle"]
