"""How each person wants to be told: once a day, at one table otherwise, not before a round ends, that they are next."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.delivery.letters.next import who_is_next
from bot.tables.core.errors import NotSeated
from rules.registry import GAMES
from tests.bot.delivery.test_notifier import mentioned, sent, to_one, tried
from tests.bot.world import World, labels, reply, text_of
from tests.toy import ToyGame, ToyState

SUPPRESSED = 1 << 12


def at_clock(world: World, hour: int) -> datetime:
    """Set the clock to this hour of tomorrow (UTC)."""
    now = world.clock()
    world.clock.by += now.replace(hour=hour, minute=0, second=0, microsecond=0) + timedelta(days=1) - now
    return world.clock()


async def test_a_message_a_day_tells_of_all_that_waits_and_none_comes_where_nothing_does(world: World) -> None:
    at_clock(world, 12)
    await world.tables.prefer(world.ada.id, digest_at=20 * 60)
    other = world.guild.create_text_channel("second")
    await world.seated(2)
    await world.ada.slash(other, "table new", game="toy")
    await world.ben.slash(other, "table join")
    await world.ada.slash(other, "table start")
    assert tried(world, world.ada) == 0
    await world.later(hours=7, minutes=50)
    assert tried(world, world.ada) == 0
    await world.later(minutes=11)
    (told,) = world.dms(world.ada)
    assert "2 tables wait for you" in text_of(told)
    assert [label for label in labels(told) if label.startswith("Play")] == ["Play 1: Auction", "Play 2: Auction"]
    panel = reply(await world.ada.user.click(told, label="Play 2: Auction"))
    assert "Bid for the lot." in text_of(panel)
    await world.later(hours=24)
    assert tried(world, world.ada) == 2  # the reminders of a day later have not come as well
    for channel in (world.channel, other):
        await world.ada.slash(channel, "play", move="0")
    await world.later(hours=24)
    assert tried(world, world.ada) == 2


async def test_a_daily_message_goes_by_the_zone_waits_for_quiet_hours_and_survives_a_restart(world: World) -> None:
    at_clock(world, 12)
    await world.tables.prefer(world.ada.id, zone="Asia/Tokyo", quiet_from=22 * 60, quiet_to=7 * 60, digest_at=23 * 60)
    await world.seated(2)
    await world.later(hours=2, minutes=30)  # half past eleven at night there
    assert tried(world, world.ada) == 0
    await world.restart()
    await world.later(hours=7, minutes=20)
    assert tried(world, world.ada) == 0
    await world.later(minutes=20)
    assert tried(world, world.ada) == 1
    await world.restart()
    await world.later(minutes=5)
    assert tried(world, world.ada) == 1


async def test_two_workers_put_one_daily_message_into_the_outbox(world: World) -> None:
    at_clock(world, 12)
    await world.tables.prefer(world.ada.id, digest_at=20 * 60)
    await world.seated(2)
    world.clock.by += timedelta(hours=9)
    assert sum(await asyncio.gather(*(world.tables.digests.send_due() for _ in range(3)))) == 1
    await world.later(minutes=1)
    assert tried(world, world.ada) == 1


async def test_a_clock_that_is_about_to_run_out_is_told_before_the_daily_message(world: World) -> None:
    at_clock(world, 12)
    await world.tables.prefer(world.ada.id, digest_at=20 * 60)
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.slash(world.channel, "table join")
    await world.ada.slash(world.channel, "table settings", option="clock", value="soft")
    await world.ada.slash(world.channel, "table settings", option="clock_hours", value="6")
    await world.ada.slash(world.channel, "table start")
    await world.later(hours=2, minutes=50)
    assert tried(world, world.ada) == 0
    await world.later(minutes=20)
    (told,) = world.dms(world.ada)
    assert "This table still waits for you" in text_of(told)


async def test_a_table_is_told_of_otherwise_than_everywhere(world: World) -> None:
    first, second = await to_one(world)
    (notice,) = world.dms(first)
    page = reply(await first.user.click(notice, label="Notices"))
    assert "Here I tell you of your turn: direct message." in text_of(page)
    page = reply(await first.user.select(page, ["channel"]))
    assert "Here I tell you of your turn: mention." in text_of(page)
    await _through_the_round(world, first, second)
    assert mentioned(world) == [first.id, first.id]
    assert tried(world, first) == 1
    assert (await world.tables.preferences(first.id)).notices == "dm"
    await first.user.select(page, ["everywhere"])
    assert (await world.tables.wishes.of(1, first.id)).notices == ""


async def test_who_is_told_nowhere_can_be_told_at_one_table(world: World) -> None:
    await world.tables.prefer(world.ada.id, notices="none")
    await world.ada.slash(world.channel, "table new", game="toy")
    await world.ben.slash(world.channel, "table join")
    await world.tables.wishes.set_notices(1, world.ada.id, "dm")
    await world.ada.slash(world.channel, "table start")
    assert tried(world, world.ada) == 1
    await world.later(hours=25)
    assert tried(world, world.ada) == 2
    await world.tables.wishes.set_notices(1, world.ada.id, "none")
    await world.later(days=5)
    assert tried(world, world.ada) == 2
    with pytest.raises(NotSeated):
        await world.tables.wishes.set_notices(1, world.dora.id, "dm")


@pytest.mark.parametrize("muted", [True, False])
async def test_a_muted_table_is_silent_until_the_round_ends(world: World, muted: bool) -> None:
    first, second = await to_one(world)
    (notice,) = world.dms(first)
    if muted:
        said = text_of(await first.user.click(notice, label="Mute until round 1 ends"))
        assert "Until round 1 ends I tell you of no turns at this table." in said
    await world.tables.answer(1, first.id, [["2"]])
    await _settle(world)
    await world.tables.answer(1, first.id, [["give"]])
    await world.tables.answer(1, second.id, [["yes"]])
    await _settle(world)
    assert tried(world, first) == (1 if muted else 2)
    for person in (first, second):
        await world.tables.answer(1, person.id, [[]])
    await _settle(world)
    assert tried(world, first) == (2 if muted else 3)
    assert "Round 2" in text_of(world.dms(first)[-1])


async def _through_the_round(world: World, first: MemberActor, second: MemberActor) -> None:
    """Play on from a question to the first alone until the second has ended the round."""
    for person, picks in ((first, ["2"]), (first, ["give"]), (second, ["yes"]), (first, []), (second, [])):
        await world.tables.answer(1, person.id, [picks])
        await _settle(world)


async def _settle(world: World) -> None:
    await world.later(seconds=61)


def in_turn(monkeypatch: pytest.MonkeyPatch, order: list[int]) -> None:
    """Let seats have their turns in this order, which a test changes in place."""

    def turn_order(self: ToyGame, view: ToyState) -> list[int]:
        return order

    monkeypatch.setattr(ToyGame, "turn_order", turn_order)


async def test_who_is_next_is_told_so_once_without_a_sound_with_a_plan_to_make(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = [0, 1]
    in_turn(monkeypatch, order)
    for person in world.people:
        await world.tables.prefer(person.id, tells_next=True)
    _, second = await world.seated(2)
    await second.slash(world.channel, "play", move="0")
    before = tried(world, second)
    await _turn_begins(world)
    told = sent(world, second.user.dm_channel.id)
    assert len(told) == before + 1
    assert told[-1]["flags"] & SUPPRESSED
    assert not told[0]["flags"] & SUPPRESSED
    letter = world.dms(second)[-1]
    assert "You are next" in text_of(letter)
    name = (await world.tables.lobby.info(1)).players[0].name
    assert f"Your turn comes after that of {name}." in text_of(letter)
    await _turn_begins(world)
    assert tried(world, second) == before + 1  # once a turn
    order[:] = [1, 0]
    await _turn_begins(world)
    assert tried(world, second) == before + 1  # they have it now
    order[:] = [0, 1]
    await _turn_begins(world)
    assert tried(world, second) == before + 2
    await world.tables.prefer(second.id, tells_next=False)
    order[:] = [1, 0]
    await _turn_begins(world)
    order[:] = [0, 1]
    await _turn_begins(world)
    assert tried(world, second) == before + 2


async def test_who_is_next_is_told_so_after_a_pause_of_direct_messages(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_turn(monkeypatch, [0, 1])
    for person in world.people:
        await world.tables.prefer(person.id, tells_next=True)
    _, second = await world.seated(2)
    await second.slash(world.channel, "play", move="0")
    before = tried(world, second)
    with monkeypatch.context() as refused:
        refused.setattr("bot.delivery.notifier.MAX_REFUSED", 0)
        await _turn_begins(world)
    assert tried(world, second) == before
    await world.later(minutes=11)
    assert "You are next" in text_of(world.dms(second)[-1])


async def _turn_begins(world: World) -> None:
    """Have it looked at who is told that they are next, as when somebody is asked who was not."""
    from bot.tables.core import waits

    unit = world.tables._unit
    async with unit.writing() as session:
        await waits._tell_next(session, await unit.find(session, 1), world.clock())
    await world.later(seconds=1)


async def test_nobody_is_next_by_default_nor_where_all_play_at_once(world: World) -> None:
    first, _ = await to_one(world)
    live = await world.tables.game(1)
    assert who_is_next(live) is None
    assert not (await world.tables.preferences(first.id)).tells_next


@pytest.mark.parametrize("key", ["gaia", "eclipse", "circadians"])
def test_whose_turn_comes_next_is_among_the_seats_of_the_game(key: str) -> None:
    from random import Random

    from rules.kernel.rng import Rng
    from tests.bot.alike import random_picks

    game: Any = GAMES[key]
    position, _ = game.setup({}, 3, Rng("0" * 32))
    chance, found = Random(5), 0
    turns: list[list[int]] = []
    for _ in range(400):
        asked = game.waiting(position)
        if not asked:
            break
        order = list(game.turn_order(game.view(position, None)))
        assert len(set(order)) == len(order)
        assert set(order) <= {0, 1, 2}
        if len(order) > 1:
            found += 1
            if not turns or turns[-1][0] != order[0]:
                turns.append(order)
        prompt = next(one for one in game.prompts(position) if one.seat == asked[0])
        game.answer(position, asked[0], random_picks(prompt, chance))
    assert found
    assert sum(before[1] == after[0] for before, after in pairwise(turns)) > len(turns) / 2


async def test_the_page_of_notices_sets_the_daily_message_and_leads_to_a_table(world: World) -> None:
    await world.seated(2)
    panel = reply(await world.ada.slash(world.channel, "me"))
    page = reply(await world.ada.click(panel, label="Notices"))
    assert "I tell you of each of your turns when it comes." in text_of(page)
    page = reply(await world.ada.select(page, ["1140"], custom_id=_menu(page, "1140")))
    said = text_of(page)
    assert "Every day at 19:00 I send you one message" in said
    assert "if your time is about to run out, I remind you before" in said
    page = reply(await world.ada.click(page, label="Tell me that I am next"))
    assert "Do not tell me that I am next" in labels(page)
    own = reply(await world.ada.select(page, ["1"], custom_id=_menu(page, "1")))
    assert "Here I tell you of your turn: once a day." in text_of(own)
    panel = reply(await world.ada.click(page, label="All settings"))
    assert "Once a day, at 19:00" in text_of(panel)
    await world.ada.select(panel, ["dm"], custom_id=_menu(panel, "dm"))
    kept = await world.tables.preferences(world.ada.id)
    assert (kept.notices, kept.digest_at, kept.tells_next) == ("dm", None, True)


def _menu(shown: Any, value: str) -> str:
    from tests.bot.world import components

    menus = [one for one in components(shown) if one["type"] == 3]
    return str(next(one["custom_id"] for one in menus if value in [option["value"] for option in one["options"]]))


async def test_what_was_wanted_at_a_table_ends_with_it(world: World) -> None:
    await world.seated(2)
    await world.tables.wishes.set_notices(1, world.ada.id, "none")
    await world.tables.lobby.abandon(1, _person(world))
    assert (await world.tables.wishes.of(1, world.ada.id)).notices == ""


def _person(world: World) -> Any:
    from bot.tables.core.data import Person

    return Person(world.ada.id, "Ada")
