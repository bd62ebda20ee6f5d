"""Following a table: letters to onlookers, each once, with what everybody may know and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot.delivery.letters.followed import followed_view
from bot.tables.core.data import Person
from bot.tables.core.errors import PlaysThere, TooManyFollow
from bot.tables.follows import MAX_FOLLOWERS
from bot.views.events import events_of
from bot.views.localizer import Localizer
from rules.kernel.steps import Flow
from rules.kernel.text import T
from tests.bot.alike import Sitting, pair
from tests.bot.delivery.test_notifier import tried
from tests.bot.world import World, labels, reply, text_of
from tests.databases import ONLY_POSTGRES
from tests.toy import Round, ToyState


@pytest.fixture(autouse=True)
def rounds_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy tell its rounds, as the games do."""
    run = Round.run

    def tell(self: Round, state: ToyState, flow: Flow[ToyState]) -> None:
        flow.round(T("Round {n} begins.", n=state.round + 1))
        run(self, state, flow)

    monkeypatch.setattr(Round, "run", tell)


BOARD = "Board 1: Auction"


async def through_a_round(world: World, first: MemberActor, second: MemberActor, table: int = 1) -> None:
    """Play a whole round, and wait until all is said."""
    for person, picks in ((second, ["0"]), (first, ["2"]), (first, ["keep"]), (first, []), (second, [])):
        await world.tables.answer(table, person.id, [picks])
    await world.later(seconds=61)


async def test_an_onlooker_follows_from_the_status_and_is_told_of_each_round_until_they_stop(world: World) -> None:
    first, second = await world.seated(2)
    status = reply(await world.cleo.slash(world.channel, "table status"))
    page = reply(await world.cleo.click(status, label="Follow"))
    assert "I write to you after each round" in text_of(page)
    await through_a_round(world, first, second)
    (letter,) = world.dms(world.cleo)
    said = text_of(letter)
    assert "Round 2 at a table that you follow" in said
    assert "keeps it." in said
    assert f"discord.com/channels/{world.guild.id}/{world.channel.id}" in said
    await world.restart()
    await world.later(minutes=5)
    assert tried(world, world.cleo) == 1
    await world.cleo.user.click(letter, label="Stop following")
    await through_a_round(world, first, second)
    assert tried(world, world.cleo) == 1
    assert "Follow" not in labels(reply(await first.slash(world.channel, "table status")))


async def test_the_next_letter_goes_on_where_the_last_one_ended(world: World) -> None:
    first, second = await world.seated(2)
    await world.cleo.slash(world.channel, "table follow")
    await through_a_round(world, first, second)
    await through_a_round(world, first, second)
    one, other = (text_of(letter) for letter in world.dms(world.cleo))
    assert one.count("keeps it.") == other.count("keeps it.") == 1


async def test_who_wants_the_end_only_is_told_of_it_in_their_language(world: World) -> None:
    await world.tables.prefer(world.cleo.id, language="de", notices="none")
    first, second = await world.seated(2)
    await world.cleo.slash(world.channel, "table follow", when="end")
    await through_a_round(world, first, second)
    assert tried(world, world.cleo) == 0
    while (await world.tables.lobby.info(1)).live:
        await through_a_round(world, first, second)
    (letter,) = world.dms(world.cleo)
    assert "gewonnen" in text_of(letter)
    assert await world.tables.follows.of(1, world.cleo.id) is None


async def test_the_letter_of_a_night_comes_in_the_morning_as_one(world: World) -> None:
    first, second = await world.seated(2)
    hour = world.clock().hour
    await world.tables.prefer(world.cleo.id, quiet_from=hour * 60, quiet_to=(hour * 60 + 180) % 1440)
    await world.cleo.slash(world.channel, "table follow")
    await through_a_round(world, first, second)
    await through_a_round(world, first, second)
    assert tried(world, world.cleo) == 0
    await world.later(hours=3)
    (letter,) = world.dms(world.cleo)
    assert text_of(letter).count("keeps it.") == 2


async def test_who_takes_a_seat_or_leaves_the_server_follows_no_more(world: World) -> None:
    first, _ = await world.seated(2)
    for person in (world.cleo, world.dora):
        await person.slash(world.channel, "table follow")
    await world.tables.lobby.replace(1, Person(world.ada.id, "Ada"), 1, Person(world.cleo.id, "Cleo"))
    world.env.inject_error(
        "GET",
        f"/guilds/{world.guild.id}/members/{world.dora.id}",
        status=404,
        code=10007,
        message="Unknown Member",
        times=None,
    )
    await through_a_round(world, first, world.cleo)
    assert not [one for one in world.dms(world.cleo) if "you follow" in text_of(one)]
    assert tried(world, world.dora) == 0
    assert await world.tables.follows.of(1, world.dora.id) is None


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_who_does_not_see_the_channel_any_more_follows_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch, *, elsewhere: bool
) -> None:
    first, second = await world.seated(2)
    for person in (world.cleo, world.dora):
        await person.slash(world.channel, "table follow")
    hidden = Overwrite(world.dora.id, OverwriteType.MEMBER, 0, discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(world.channel.id, hidden)
    await world.env.settle()
    if elsewhere:  # another process listens to the server
        monkeypatch.setattr(world.bot, "get_guild", lambda _: None)
    await through_a_round(world, first, second)
    assert tried(world, world.dora) == 0
    assert await world.tables.follows.of(1, world.dora.id) is None
    assert "you follow" in text_of(world.dms(world.cleo)[-1])


@pytest.mark.parametrize("how", ["hidden", "left"])
async def test_an_old_button_shows_a_table_only_to_whom_its_channel_shows_it(world: World, how: str) -> None:
    first, second = await world.seated(2)
    lounge = world.guild.create_text_channel("lounge")
    await world.cleo.slash(world.channel, "table follow")
    await through_a_round(world, first, second)
    (letter,) = world.dms(world.cleo)
    cleo = world.cleo.user
    await cleo.click(letter, label="Stop following")
    assert "Ada" in text_of(await cleo.click(letter, label="Board"))  # as /board does in the channel
    await world.cleo.slash(world.channel, "table follow")
    pressed = [text_of(await world.cleo.click(reply(await world.cleo.slash(lounge, "mine")), label=BOARD))]
    assert "Ada" in pressed.pop()
    listed = reply(await world.cleo.slash(lounge, "mine"))
    if how == "left":
        world.guild.remove_member(world.cleo)
    else:
        hidden = Overwrite(world.cleo.id, OverwriteType.MEMBER, 0, discord.Permissions(view_channel=True).value)
        world.env.backend.set_overwrite(world.channel.id, hidden)
        await world.env.settle()
        pressed.append(text_of(await world.cleo.click(listed, label=BOARD)))
    pressed.append(text_of(await cleo.click(letter, label="Board")))
    assert "only while you can see its channel" in pressed[-1]
    assert not [one for one in pressed if "Ada" in one]


async def test_whoever_plays_looks_at_their_table_from_a_direct_message_whatever_they_see(world: World) -> None:
    await world.tables.prefer(world.ben.id, notices="dm")
    first, second = await world.seated(2)
    await world.later(minutes=3)
    letters = {one.id: world.dms(one) for one in (first, second)}
    person = next(one for one in (first, second) if letters[one.id])
    hidden = Overwrite(person.id, OverwriteType.MEMBER, 0, discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(world.channel.id, hidden)
    await world.env.settle()
    letter = letters[person.id][0]
    panel = reply(await person.user.click(letter, label=labels(letter)[0]))
    assert "Ada" in text_of(await person.user.click(panel, label="Board"))


async def test_players_do_not_follow_and_there_is_a_limit(world: World) -> None:
    await world.seated(2)
    with pytest.raises(PlaysThere):
        await world.tables.follows.follow(1, world.ada.id, only_end=False)
    for user in range(MAX_FOLLOWERS):
        await world.tables.follows.follow(1, 5000 + user, only_end=True)
    with pytest.raises(TooManyFollow):
        await world.tables.follows.follow(1, world.cleo.id, only_end=False)
    await world.tables.follows.follow(1, 5000, only_end=False)


@pytest.mark.skipif(ONLY_POSTGRES, reason="compares games on SQLite")
@pytest.mark.parametrize("key", ["toy", "gaia"])
async def test_a_follower_is_told_the_same_with_and_without_a_half_made_turn(key: str, tmp_path: Path) -> None:
    chance = Random(key)
    async with pair(tmp_path, key, 3, chance.randrange(4)) as (plain, secret):
        before = await _told(plain)
        await secret.steps(2)
        assert (await secret.live()).half_made
        assert await _told(secret) == before


async def _told(at: Sitting) -> Any:
    live = await at.live()
    log = await at.tables.events(at.table_id, None, 0)
    view = followed_view(live, Localizer("en", live.info.names), "", events_of(log), 0, "row1", None)
    return components_of(view), live.view(None)


def components_of(view: Any) -> Any:
    """Give a message as Discord gets it."""
    return view.to_components()


async def test_mine_lists_what_waits_what_else_is_played_and_what_is_followed_with_a_button_to_each(
    world: World,
) -> None:
    first, second = await world.seated(2)
    await world.tables.answer(1, first.id, [["0"]])
    other = world.guild.create_text_channel("second")
    await world.cleo.slash(other, "table new", game="toy")
    await world.dora.slash(other, "table join")
    await world.cleo.slash(other, "table start")
    await first.slash(other, "table follow")
    lounge = world.guild.create_text_channel("lounge")
    listed = reply(await second.slash(lounge, "mine"))
    assert "One table waits for you" in text_of(listed)
    listed = reply(await first.slash(lounge, "mine"))
    said = text_of(listed)
    assert "You also play here" in said
    assert "waits for" in said
    assert "You follow" in said
    assert labels(listed) == ["Play 1: Auction", "Board 2: Auction"]
    assert not re.search(r"/\d+[^\d\s/]", said)  # what follows a link is taken for a part of it
    panel = reply(await first.click(listed, label="Play 1: Auction"))
    assert "You chose: Bid 0." in text_of(panel)
    panel = reply(await first.click(panel, label="Change"))
    assert "Bid for the lot." in text_of(panel)  # its buttons work here as well


async def test_mine_has_pages(world: World) -> None:
    for number in range(10):
        channel = world.guild.create_text_channel(f"table-{number}")
        await world.ada.slash(channel, "table new", game="toy")
        await world.ben.slash(channel, "table join")
        await world.ada.slash(channel, "table start")
    listed = reply(await world.ada.slash(world.channel, "mine"))
    assert "10 tables wait for you" in text_of(listed)
    assert "Play 8: Auction" in labels(listed)
    assert "Play 9: Auction" not in labels(listed)
    listed = reply(await world.ada.click(listed, label="Next page"))
    assert [one for one in labels(listed) if one.startswith("Play")] == ["Play 9: Auction", "Play 10: Auction"]


async def test_another_persons_table_is_not_opened_from_afar(world: World) -> None:
    await world.seated(2)
    lounge = world.guild.create_text_channel("lounge")
    followed = reply(await world.cleo.slash(world.channel, "table status"))
    await world.cleo.click(followed, label="Follow")
    listed = reply(await world.cleo.slash(lounge, "mine"))
    await world.tables.follows.stop(1, world.cleo.id)
    said = text_of(await world.cleo.click(listed, label="Board 1: Auction"))
    assert "There is no table here." in said
