"""``/games``: games that are over, to leaf through; who sees which, and what they can do with one."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.tables.core.errors import NoTableHere
from bot.tables.service import Tables
from bot.views.archive import Leafing
from bot.views.custom_ids import CustomId, Unreadable
from rules.kernel.prompt import Prompt
from rules.kernel.robots import Appraisal, Level, ranked
from tests.at_table import ANN, BEN, CEM, Clock, play_to_the_end, started
from tests.bot.world import World, labels, reply, text_of
from tests.toy import ToyGame


async def finished(world: World) -> int:
    """Play a game of two to its end and let its last post be made."""
    await world.seated(2)
    table_id = (await world.tables.lobby.of_channel(world.channel.id)).id
    await play_to_the_end(world.tables, table_id)
    await world.env.settle()
    return table_id


def appraise(
    self: ToyGame, view: Any, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
) -> list[Appraisal]:
    return ranked([Appraisal([one.id], 1.0) for one in prompt.legal])


async def test_games_that_are_over_are_listed_and_opened(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyGame, "appraise", appraise)
    assert "none here yet" in text_of(reply(await world.dora.slash(world.channel, "games")))
    table_id = await finished(world)
    elsewhere = world.guild.create_text_channel("another")
    listed = reply(await world.dora.slash(elsewhere, "games"))
    assert "- Auction, 1 January 2026: 🏆 " in text_of(listed)
    assert re.search(r": 🏆 (Ada|Ben|Cleo) \(\d+\)(, | and )(Ada|Ben|Cleo) \(\d+\)", text_of(listed))
    opened = reply(await world.dora.select(listed, values=[str(table_id)]))
    assert "🏆" in text_of(opened)
    assert "points, Red" in text_of(opened)
    assert "Where did I lose it?" not in labels(opened)
    past = reply(await world.dora.click(opened, label="Moves"))
    assert "The start of the game" in text_of(past)
    assert labels(past)[-1] == "⏭ End"  # a game that is over has no now
    assert "After turn 1" in text_of(reply(await world.dora.click(past, label="▶ Later")))
    record = reply(await world.dora.click(opened, label="Record"))
    assert "as a file" in text_of(record)
    back = reply(await world.dora.click(opened, label="◀ Back to the list"))
    assert "- Auction, 1 January 2026: " in text_of(back)
    own = reply(await world.ada.select(reply(await world.ada.slash(elsewhere, "games")), values=[str(table_id)]))
    assert "Where did I lose it?" in labels(own)


async def test_of_a_person_of_a_game_and_ones_own_everywhere(world: World) -> None:
    await finished(world)
    assert "- Auction, 1 January 2026: " in text_of(
        reply(await world.dora.slash(world.channel, "games", person=world.ada, game="toy"))
    )
    assert "none here yet" in text_of(reply(await world.dora.slash(world.channel, "games", person=world.cleo)))
    assert "none here yet" in text_of(reply(await world.dora.slash(world.channel, "games", everywhere=True)))
    assert "- Auction, 1 January 2026: " in text_of(
        reply(await world.ada.slash(world.channel, "games", everywhere=True))
    )
    told = reply(await world.dora.slash(world.channel, "games", person=world.ada, everywhere=True))
    assert "played yourself" in text_of(told)


async def test_a_running_game_is_in_no_list_and_cannot_be_opened(tables: Tables) -> None:
    live = await started(tables, BEN)
    for guild, user in ((1, None), (1, ANN.user_id), (None, ANN.user_id)):
        assert not (await tables.archive.page(guild, user, None, 0)).entries
    with pytest.raises(NoTableHere):
        await tables.archive.one(live.info.id, 1, ANN.user_id)


async def test_who_may_see_a_game_that_is_over(tables: Tables) -> None:
    live = await play_to_the_end(tables, (await started(tables, BEN)).info.id)
    await tables.results.ensure(live.info.id)
    for guild, user in ((1, CEM.user_id), (2, ANN.user_id), (None, BEN.user_id)):
        assert (await tables.archive.one(live.info.id, guild, user)).info.id == live.info.id
    for guild in (2, None):
        with pytest.raises(NoTableHere):
            await tables.archive.one(live.info.id, guild, CEM.user_id)
    with pytest.raises(NoTableHere):
        await tables.archive.one(999, 1, ANN.user_id)


async def test_pages_go_from_the_last_to_the_first(tables: Tables, clock: Clock) -> None:
    played = []
    for at in range(10):
        clock.move(days=1)
        live = await started(tables, BEN, channel=20 + at)
        played.append((await play_to_the_end(tables, live.info.id)).info.id)
        await tables.results.ensure(played[-1])
    first, second = [await tables.archive.page(1, None, None, at) for at in range(2)]
    assert len(first.entries) == 5  # two lines of a phone each
    assert [one.info.id for one in (*first.entries, *second.entries)] == played[::-1]
    assert (first.more, second.more) == (True, False)
    assert all(one.placed[0].rank == 1 for one in first.entries)


@pytest.mark.parametrize("argument", ["", "1", "x-toy", "-1-toy", "1-", "9" * 30 + "-toy"])
def test_what_no_button_says_is_refused(argument: str) -> None:
    with pytest.raises(Unreadable):
        Leafing.read(CustomId("games", 0, fingerprint="h", argument=argument))


def test_what_is_leafed_through_is_read_from_its_button() -> None:
    for leafing in (Leafing(), Leafing(2**63, "circadians", everywhere=True, page=7)):
        assert Leafing.read(leafing.custom_id()) == leafing
