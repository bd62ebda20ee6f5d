"""A typed line whose turn others interrupt: the beginning is played, the rest waits for their answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import discord
import msgspec
import pytest
from simcord.actors import MemberActor

from bot.tables.core.data import Person, Played, fingerprint
from bot.tables.core.errors import Stale
from bot.typed.line import read_line
from rules.gaia.state import GaiaState
from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.policies import Named, Premove, premove
from rules.kernel.prompt import Option
from rules.kernel.rng import Rng
from rules.kernel.text import T
from rules.registry import GAMES
from tests.bot.faults import Places, Watch, prepare, start_anew, watched
from tests.bot.gaia_table import beginning
from tests.bot.world import World, all_pages, labels, open_world, reply, text_of
from tests.rules.gaia.table import neighbours
from tests.toy import ToyGame

NUMBERS = count(1)


@pytest.fixture
def state() -> GaiaState:
    return neighbours(3)


@pytest.fixture
def gaia(state: GaiaState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games of Gaia Project begin in the middle of round 1."""
    monkeypatch.setitem(GAMES, "gaia", beginning(state))


@pytest.fixture
async def world(tmp_path: Path, gaia: None) -> AsyncIterator[World]:
    async with open_world(tmp_path, "gaia") as opened:
        yield opened


async def kinds(world: World) -> list[str]:
    info = await world.tables.lobby.of_channel(world.channel.id)
    return [event.kind for one in await world.tables.events(info.id, None) for event in one.events]


async def waiting(world: World) -> list[int]:
    return [one.seat for one in (await world.tables.lobby.of_channel(world.channel.id)).waiting]


async def test_the_rest_of_a_line_waits_until_the_others_have_charged(world: World) -> None:
    first, second, third = await world.seated(3)
    panel = reply(await first.slash(world.channel, "play", move="build 1A6, pw-c, done"))
    assert "Others must answer first. Planned after that: " in text_of(panel)
    assert await waiting(world) == [1]
    await first.click(panel, label="Refresh")
    await first.click(panel, label="Plan ahead")
    await first.click(panel, label="My plans")  # what waits can be cancelled
    assert "Cancel 1" in text_of(panel)
    assert "Plan ahead" not in labels(reply(await second.slash(world.channel, "play")))
    await second.slash(world.channel, "play", move="charge")
    assert (await kinds(world))[-3:] == ["build", "charge", "free"]
    assert await waiting(world) == [1]  # the turn is done, and the next one is the second player's
    live = await world.tables.game((await world.tables.lobby.of_channel(world.channel.id)).id)
    prompt = live.prompt_of(1)
    assert prompt is not None
    assert prompt.kind == "turn"
    assert third.id == live.info.players[2].user_id


@pytest.mark.parametrize("notices", ["dm", "channel"])
async def test_whose_rest_a_robot_drops_is_told_so_in_person(world: World, notices: str) -> None:
    first, second, third = await world.seated(3)
    await world.tables.prefer(first.id, notices=notices)
    await first.slash(world.channel, "play", move="build 1A6, pw-c, done")
    await first.slash(world.channel, "table robot")
    await world.later(minutes=1)  # since they were told of their turn
    (letter,) = fallen(world, first)
    said = text_of(letter)
    assert said.count("Your planned answer was dropped, because a robot plays for you now: ") == 2
    assert "A robot plays for you here." in text_of(reply(await first.user.click(letter, label="Play")))
    assert "planned" not in "".join(map(text_of, world.posts())).casefold()
    for other in (second, third):
        assert fallen(world, other) == []
        assert "planned" not in (await all_pages(other, reply(await other.slash(world.channel, "log")))).casefold()
    assert "Your planned answer was dropped" in (await all_pages(first, reply(await first.slash(world.channel, "log"))))


def fallen(world: World, person: MemberActor) -> list[discord.Message]:
    """Every message that told a person that plans of theirs were dropped."""
    return [one for one in world.dms(person) if "What you had planned was dropped" in text_of(one)]


async def test_the_rest_is_given_at_once_where_the_others_have_standing_answers(world: World) -> None:
    first, second, _ = await world.seated(3)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await world.tables.policies.set(info.id, second.id, "charge_up_to", "5")
    before, posts = await world.tables.lobby.info(info.id), len(world.posts())
    said = text_of(await first.slash(world.channel, "play", move="build 1A6 done"))
    assert (await world.tables.lobby.info(info.id)).revision == before.revision + 1  # all of it in one go
    assert len(world.posts()) == posts + 1
    assert "Others must answer first" not in said
    assert (await kinds(world))[-2:] == ["build", "charge"]
    assert await waiting(world) == [1]
    assert not (await world.tables.plans.of(info.id, first.id)).plans


async def test_a_line_that_cannot_be_read_to_its_end_plays_nothing(world: World) -> None:
    first, *_ = await world.seated(3)
    before = await kinds(world)
    said = text_of(await first.slash(world.channel, "play", move="build 1A6, pizza, done"))
    assert "“pizza” is not among the choices here" in said
    said = text_of(await first.slash(world.channel, "play", move="build 1A6, done, build"))
    assert "Give the answers up to there first." in said
    assert await kinds(world) == before
    assert await waiting(world) == [0]


async def test_the_nearest_right_line_is_offered_to_its_player_alone_and_played_if_nothing_has_changed(
    world: World,
) -> None:
    first, *_ = await world.seated(3)
    said = reply(await first.slash(world.channel, "play", move="build 1A6, pizza"))
    assert "Understood up to there: Build a mine, 1A6 (Oxide)." in text_of(said)
    assert labels(said) == ["Play: Build a mine, 1A6 (Oxide)"]
    again = reply(await first.slash(world.channel, "play", move="buidl 1A6"))
    assert labels(again) == ["Play: Build a mine, 1A6 (Oxide)"]
    posts = len(world.posts())
    await first.click(said, label="Play: Build a mine, 1A6 (Oxide)")
    assert (await kinds(world))[-1] == "build"
    assert await waiting(world) == [1]
    assert len(world.posts()) == posts + 1
    stale = text_of(reply(await first.click(again, label="Play: Build a mine, 1A6 (Oxide)")))
    assert "The table has moved on" in stale
    assert (await kinds(world)).count("build") == 1


async def test_a_line_with_more_to_wait_than_can_be_planned_plays_nothing(world: World) -> None:
    first, *_ = await world.seated(3)
    before = await kinds(world)
    said = text_of(await first.slash(world.channel, "play", move="build 1A6 " + "pw-c " * 3 + "q-o " * 5 + "done"))
    assert "You can plan 8 answers ahead." in said
    assert await kinds(world) == before
    assert await waiting(world) == [0]


async def test_what_is_left_of_a_rest_after_some_of_it_was_cancelled_is_still_given(world: World) -> None:
    first, second, _ = await world.seated(3)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await first.slash(world.channel, "play", move="build 1A6 pw-q pw-q done")
    plans = (await world.tables.plans.of(info.id, first.id)).plans
    assert [plan.premove.picks for plan in plans] == [["pw-q"], ["pw-q"], ["done"]]
    await world.tables.plans.cancel(info.id, first.id, plans[0].id)
    await world.tables.plans.cancel(info.id, first.id, plans[1].id)
    await second.slash(world.channel, "play", move="decline")
    assert await waiting(world) == [1]  # what was not cancelled was answered: the turn is done


async def test_a_line_sent_twice_is_one_and_another_rest_of_it_is_no_repetition(world: World) -> None:
    first, second, _ = await world.seated(3)
    info = await world.tables.lobby.of_channel(world.channel.id)
    live = await world.tables.game(info.id)
    prompt = live.prompt_of(0)
    assert prompt is not None

    async def send(move: str) -> Played:
        line = read_line(live, 0, move)
        return await world.tables.answer(
            info.id, first.id, line.answers, live.revision, fingerprint(prompt), rest=line.rest
        )

    assert (await send("build 1A6, pw-c, done")).rest_waits
    again = await send("build 1A6, pw-c, done")
    assert again.repeated
    assert again.rest_waits
    for other in ("build 1A6", "build 1A6, done", "build 1A6, pw-q, done"):
        with pytest.raises(Stale):
            await send(other)
    plans = (await world.tables.plans.of(info.id, first.id)).plans
    assert [plan.premove.picks for plan in plans] == [["pw-c"], ["done"]]
    await second.slash(world.channel, "play", move="charge")
    given = await send("build 1A6, pw-c, done")
    assert given.repeated
    assert not given.rest_waits
    with pytest.raises(Stale):
        await send("build 1A6, done")


async def test_stepping_back_forgets_the_rest_of_the_line(world: World) -> None:
    first, second, _ = await world.seated(3)
    info = await world.tables.lobby.of_channel(world.channel.id)
    await first.slash(world.channel, "play", move="build 1A6 done")
    await first.slash(world.channel, "undo")
    assert not (await world.tables.plans.of(info.id, first.id)).plans
    await first.slash(world.channel, "play", move="1A6")
    await second.slash(world.channel, "play", move="charge")
    assert await waiting(world) == [0]


async def test_a_line_is_played_and_planned_as_a_whole_wherever_the_bot_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.peers.GRACE", 0.0)  # the simulation's time stands still meanwhile
    await prepare(world)
    with watched(world, monkeypatch) as watch:
        calm = Places(among="commit")
        await _ends_at(world, watch, calm)
        assert calm.count >= 4
        ended = 0
        for at in range(calm.count):
            ends = Places(at, kills=True, among="commit")
            await _ends_at(world, watch, ends)
            assert ends.dead or ends.count <= at  # what is sent together differs from run to run, on PostgreSQL
            ended += ends.dead
        assert ended >= min(calm.count, 4)


async def _ends_at(world: World, watch: Watch, places: Places) -> None:
    """Type a line whose turn others interrupt, at a table of its own, while the bot ends at a place."""
    channel = world.guild.create_text_channel(f"table-{next(NUMBERS)}")
    people = {one.id: Person(one.id, one.user.global_name or "") for one in world.people[:3]}
    lobby = world.tables.lobby
    info = await lobby.create(world.guild.id, channel.id, people[world.ada.id], "gaia", {})
    for one in list(people.values())[1:]:
        await lobby.join(info.id, one)
    live = await lobby.start(info.id, people[world.ada.id])
    first, second = (next(one for one in world.people if one.id == live.info.players[seat].user_id) for seat in (0, 1))
    await world.env.settle()

    watch.places = places
    result = await first.slash(channel, "play", move="build 1A6, pw-c, done")
    watch.places = None
    said = text_of(reply(result)) if result.followups or result.response is not None else ""
    if places.dead:
        await start_anew(world, watch)

    async def played() -> bool:
        told = [event.kind for one in await world.tables.events(info.id, None) for event in one.events]
        plans = (await world.tables.plans.of(info.id, first.id)).plans
        assert [plan.premove.picks for plan in plans] == ([["pw-c"], ["done"]] if "build" in told else [])
        return "build" in told

    assert await played() or "Others must answer first" not in said, "an acknowledged line was lost"
    if not await played():  # the person tries again
        await first.slash(channel, "play", move="build 1A6, pw-c, done")
        assert await played()
    await second.slash(channel, "play", move="charge")
    info = await world.tables.lobby.info(info.id)
    assert [one.seat for one in info.waiting] == [1]
    told = [event.kind for one in await world.tables.events(info.id, None) for event in one.events]
    assert told[-3:] == ["build", "charge", "free"]


async def test_a_line_is_completed_beyond_what_others_must_answer(world: World) -> None:
    first, *_ = await world.seated(3)
    offered = await first.autocomplete(world.channel, "play", "move", "build 1A6 do")
    assert "build 1A6 done" in [choice["value"] for choice in offered]


def test_where_one_step_of_a_rest_cannot_be_taken_all_of_it_is_dropped() -> None:
    game = ToyGame()
    position, _ = game.setup({"length": "short"}, 2, Rng("00" * 16))
    bid = game.prompt(position, 0)
    beyond = Premove("accept", [Named("yes", T("Accept"))], line=True)
    for first in (
        beyond,
        premove(msgspec.structs.replace(bid, options=[Option("9", T("Bid {n}", n=9))]), ["9"], line=True),
    ):
        premoves = (first, premove(bid, ["1"], line=True))
        settled = answer_automatically(game, position, {0: SeatAutomation(premoves=premoves)})
        assert settled.answers == []
        assert [one.premove for one in settled.dropped] == list(premoves)
        assert settled.premoves[0] == ()


async def test_who_takes_a_step_back_is_told_what_was_planned_after_it(world: World) -> None:
    first, _, _ = await world.seated(3)
    await first.slash(world.channel, "play", move="build 1A6, pw-c, done")
    told = text_of(reply(await first.slash(world.channel, "undo")))
    assert "Taken back. You are asked again: " in told
    assert "What was planned after that step was dropped: " in told
