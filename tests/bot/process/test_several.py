"""Several processes of one bot: what each remembers does no harm, and a newer version beside an older one neither."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import discord
import msgspec
import pytest

from bot.client import Orrery
from bot.connection.servers import Servers
from bot.connection.shards import Shards
from bot.connection.traffic import Traffic
from bot.shared_boards import ShownViews
from bot.tables import upgrades
from bot.tables.core.errors import OtherRules
from bot.tables.service import Tables
from rendering.pool import Drawer
from rules.kernel.game import GameInfo
from storage import tables as stored_tables
from storage.outbox import Outbox
from storage.store import Store
from tests.at_table import ANN, BEN, CEM, DOT, Clock, answer, keys, open_tables, person_in, started
from tests.bot.second_process import poster
from tests.bot.world import World, text_of
from tests.storage.test_peers import other, say
from tests.toy import ToyGame


class Newer(ToyGame):
    """A later version with no other rule."""

    info: ClassVar[GameInfo] = msgspec.structs.replace(ToyGame.info, rules_version=2)


@pytest.fixture
async def first(postgres_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(postgres_url)
    yield opened
    await opened.close()


@pytest.fixture
async def second(postgres_url: str, first: Store) -> AsyncIterator[Store]:
    opened = await Store.open(postgres_url)
    yield opened
    await opened.close()


def newer(store: Store, clock: Clock) -> Tables:
    return Tables(store, {"toy": Newer()}, clock, keys().__next__)


async def test_what_another_process_puts_into_the_outbox_is_sent_within_a_second(
    first: Store, postgres_url: str, tmp_path: Path
) -> None:
    tables = Tables(first, {"toy": ToyGame()})
    await started(tables)
    while batch := (await tables.outbox.claim(datetime.now(UTC))).messages:
        await tables.outbox.sent([one.id for one in batch], datetime.now(UTC))
    file = tmp_path / "channel"
    client = SimpleNamespace(
        tables=tables, clock=lambda: datetime.now(UTC), traffic=Traffic(), to_refresh=set(), to_put_in=set()
    )
    scheduler: Any = SimpleNamespace(at=lambda _: None)
    working = asyncio.create_task(poster(client, scheduler, file, 0).run())
    async with other(postgres_url) as (process, _):
        await say(process)
        async with asyncio.timeout(1):
            while not file.read_text():  # noqa: ASYNC110 - a file tells nobody
                await asyncio.sleep(0.01)
    working.cancel()


async def test_of_three_processes_that_start_at_once_one_gives_the_commands(postgres_url: str, tmp_path: Path) -> None:
    await (await Store.open(postgres_url)).close()
    file = tmp_path / "given"

    async def start() -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.starter", postgres_url, str(file), stdout=asyncio.subprocess.PIPE
        )
        said, _ = await asyncio.wait_for(process.communicate(), 60)
        return said.decode().strip()

    said = await asyncio.gather(*(start() for _ in range(3)))
    (pid,) = file.read_text().split()
    assert said == [f"</play:{pid}>"] * 3


async def test_a_process_listens_to_its_shards_alone(store: Store) -> None:
    client = Orrery(Tables(store), {}, Drawer("off", 1), shards=Shards((2, 3), 8))
    assert (client.shard_ids, client.shard_count) == ([2, 3], 8)
    everything = Orrery(Tables(store), {}, Drawer("off", 1))
    assert everything.shard_ids is None
    assert everything.shard_count is None


async def test_two_people_who_vote_in_two_processes_at_the_same_time_are_both_counted(
    first: Store, second: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = open_tables(first, clock), open_tables(second, clock)
    live = await started(here, BEN, CEM)
    table_id = live.info.id
    await here.clocks.configure(table_id, ANN, "clock", "soft")
    clock.move(hours=200)
    await here.clocks.expire()
    real = stored_tables.vote

    async def slowly(*arguments: Any) -> None:
        await asyncio.sleep(0.3)
        await real(*arguments)

    monkeypatch.setattr(stored_tables, "vote", slowly)
    others = [person_in(live, seat) for seat in (1, 2)]
    await asyncio.gather(here.clocks.vote(table_id, others[0], 0), there.clocks.vote(table_id, others[1], 0))
    assert (await here.lobby.info(table_id)).players[0].given_up


async def test_two_settings_changed_in_two_processes_at_the_same_time_are_both_kept(
    first: Store, second: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = open_tables(first, clock), open_tables(second, clock)
    real = stored_tables.prefer
    pauses = [0.3, 0.9, 0.3, 0.9]

    async def slowly(*arguments: Any) -> None:
        await asyncio.sleep(pauses.pop(0) if pauses else 0)
        await real(*arguments)

    monkeypatch.setattr(stored_tables, "prefer", slowly)
    for language, locale in (("de", "de"), ("en", "en-US")):  # their first settings, and others later
        await asyncio.gather(here.prefer(5, language=language), there.prefer(5, locale=locale))
        kept = await here.preferences(5)
        assert (kept.language, kept.locale) == (language, locale)


async def test_a_post_of_another_process_is_not_forgotten_for_an_older_one(tables: Tables) -> None:
    table_id = (await started(tables)).info.id
    await tables.remember_post(table_id, 20, 1000, {"table": 7, "base": 5})
    await tables.remember_post(table_id, 20, 999, {"table": 6, "base": 4})  # it was slower
    post = await tables.post(table_id, "table")
    assert post is not None
    assert (post.message_id, post.revision) == (1000, 7)
    await tables.remember_post(table_id, 20, 1000, {"table": 7})
    await tables.remember_post(table_id, 20, 1001, {"table": 8, "base": 7})
    post = await tables.post(table_id, "table")
    assert post is not None
    assert post.message_id == 1001


async def test_a_halo_is_drawn_only_on_what_has_changed_since_the_last_post_whoever_made_that(world: World) -> None:
    seats = await world.seated(2)
    posts: Any = world.bot.poster._posts
    info = await world.tables.lobby.of_channel(world.channel.id)
    post = await world.tables.post(info.id, "table")
    assert post is not None
    seen = posts._boards.seen(info.id, post)
    assert seen.message_id == post.message_id
    assert seen.shown is not None
    await world.tables.remember_post(info.id, post.channel_id, 12345, {"table": post.revision})  # of another process
    assert posts._boards.seen(info.id, await world.tables.post(info.id, "table")) == ShownViews()
    await seats[0].slash(world.channel, "play", move="0")
    await seats[1].slash(world.channel, "play", move="0")


async def test_a_server_of_another_process_is_asked_for_once_and_its_language_is_spoken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.env.backend.get_guild(world.guild.id).preferred_locale = "de"
    monkeypatch.setattr(type(world.bot), "get_guild", lambda *_: None)
    await world.seated(2)
    assert "Spielen" in text_of(world.last)
    asked = [one for one in world.env.http_requests if one.method == "GET" and one.path == f"/guilds/{world.guild.id}"]
    assert len(asked) == 1


class Refusing:
    """A Discord that tells of no server."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.asked = 0

    def get_guild(self, _: int) -> None:
        return None

    async def fetch_guild(self, _: int, **more: Any) -> Any:
        self.asked += 1
        response: Any = SimpleNamespace(status=self.status, reason="")
        kind = {404: discord.NotFound, 403: discord.Forbidden}.get(self.status, discord.DiscordServerError)
        raise kind(response, "")


@pytest.mark.parametrize(("status", "left"), [(404, True), (403, True), (503, False)])
async def test_a_server_that_discord_does_not_tell_of_now_is_not_taken_for_left(status: int, left: bool) -> None:
    client: Any = Refusing(status)
    traffic: Any = SimpleNamespace(call=lambda call: call())
    servers = Servers(client, traffic)
    assert await servers.find(1) is None
    assert await servers.left(1) is left
    assert client.asked == 1


async def test_an_older_process_leaves_tables_alone_that_a_newer_one_plays(
    first: Store, second: Store, clock: Clock
) -> None:
    old, new = open_tables(first, clock), newer(second, clock)
    table_id = (await started(old, length="long")).info.id
    lobby = (await old.lobby.create(1, 21, ANN, "toy")).id
    await old._unit.play_by()
    await new._unit.play_by()
    await answer(old, table_id, 0, "1")
    await new.upgrades.ensure(lobby)  # which is not looked at for good: the older one may start it yet
    await answer(new, table_id, 1, "1")
    for _ in range(2):
        with pytest.raises(OtherRules):
            await old.game(table_id)
    with pytest.raises(OtherRules):
        await old.answer(table_id, DOT.user_id, [["1"]])
    with pytest.raises(OtherRules):
        await old.queries.posting(table_id)
    with pytest.raises(OtherRules):
        await old.robots.play_for(table_id, 0, on=True)
    await old.clocks.expire()
    await old.lobby.join(lobby, BEN)
    await old.lobby.start(lobby, ANN)
    await answer(new, lobby, 0, "1")
    with pytest.raises(OtherRules):
        await old.game(lobby)
    await second.close()  # nobody else is there: whoever runs this has gone back to the older version
    async with asyncio.timeout(5):
        while await first.rules_elsewhere("toy"):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.02)
    assert (await old.game(table_id)).info.players


async def test_a_newer_process_takes_tables_over_once_the_older_ones_have_ended(
    first: Store, second: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrades, "POLL_SECONDS", 0.05)
    old, new = open_tables(first, clock), newer(second, clock)
    table_id = (await started(old, length="long")).info.id
    await old._unit.play_by()
    running = asyncio.create_task(new.upgrades.run())
    await asyncio.sleep(0.4)
    await answer(old, table_id, 0, "1")  # its people are still served by the older one
    assert not running.done()
    await first.close()
    await asyncio.wait_for(running, 5)
    async with second.reading() as session:
        kept = await stored_tables.find(session, table_id)
    assert kept is not None
    assert kept.table.rules_version == 2


async def test_an_older_process_that_starts_late_takes_nothing_back(first: Store, second: Store, clock: Clock) -> None:
    old, new = open_tables(first, clock), newer(second, clock)
    live = await started(new, length="long")
    table_id = live.info.id
    await new._unit.play_by()
    await asyncio.wait_for(old.upgrades.run(), 5)
    with pytest.raises(OtherRules):
        await old.game(table_id)
    assert (await new.game(table_id)).revision == live.revision


async def test_a_row_whose_table_a_newer_process_plays_is_left_to_that_one(
    first: Store, second: Store, clock: Clock, world: World
) -> None:
    old, new = open_tables(first, clock), newer(second, clock)
    table_id = (await started(new, length="long")).info.id
    await new._unit.play_by()
    client: Any = SimpleNamespace(tables=old, clock=clock, traffic=world.bot.traffic, to_refresh=set(), to_put_in=set())
    posts: Any = world.bot.poster._posts
    for part in (world.bot.poster, world.bot.notifier, posts, posts._sender):
        part._client = client
    await world.bot.poster.drain()
    clock.move(seconds=5)
    left = (await Outbox(second).claim(clock())).messages
    assert {(one.table_id, one.attempts) for one in left} == {(table_id, 0)}
