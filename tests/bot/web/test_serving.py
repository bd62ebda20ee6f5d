"""Boards on the web: who may see what, by which address, for how long; and what a page is given."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

import aiohttp
import pytest
from PIL import Image

from bot.settings import BadSettings, read_settings
from bot.web import pictures as web_pictures
from bot.web import serving
from bot.web.serving import serve_web, web_links
from rendering import film, pool
from rendering.jobs import DrawJob, Drawn
from rendering.registry import PICTURES
from storage.store import Store
from tests.at_table import Clock, open_tables, play_to_the_end
from tests.bot.world import World, components, open_world, reply

SMALL = film.encode(Image.new("RGB", (80, 60), (30, 60, 90)))[0]


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


class Browser:
    """Gets pages below the address at which they are served."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session = session
        self.base = base

    async def get(self, address: str, **headers: str) -> tuple[int, Any, bytes]:
        async with self._session.get(address, headers=headers) as answer:
            return answer.status, answer.headers, await answer.read()

    async def said(self, address: str) -> Any:
        status, _, body = await self.get(address)
        assert status == 200, body
        return json.loads(body)

    async def status(self, address: str) -> int:
        return (await self.get(address))[0]


@asynccontextmanager
async def served(world: World, path: str = "") -> AsyncIterator[Browser]:
    port = free_port()
    base = f"http://127.0.0.1:{port}{path}"
    async with serve_web(world.bot, base, "127.0.0.1", port), aiohttp.ClientSession() as session:
        yield Browser(session, base)


async def table_of(world: World) -> int:
    return (await world.tables.lobby.of_channel(world.channel.id)).id


def links_of(message: Any) -> list[str]:
    """The addresses of a message's buttons."""
    return [one["url"] for one in components(message) if one["type"] == 2 and one.get("url")]


async def test_the_post_links_to_the_board_that_the_channel_sees(world: World) -> None:
    async with served(world) as browser:
        await world.seated(2)
        [address] = links_of(world.last)
        assert address.startswith(f"{browser.base}/t/{await table_of(world)}/")
        status, headers, body = await browser.get(address, **{"Accept-Language": "de-DE,de;q=0.9"})
        assert status == 200
        assert 'lang="de"' in body.decode()
        assert "Ada" in body.decode()
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in headers["X-Robots-Tag"]
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        said = await browser.said(f"{address}state")
        assert said["phase"] == "running"
        assert said["status"]
        assert "turns" not in said
        assert len(said["scores"]) == 2
    assert world.bot.web_links is None


async def test_without_an_address_of_the_host_nothing_is_served_or_linked(world: World) -> None:
    async with serve_web(world.bot, "", "127.0.0.1", 1):
        await world.seated(2)
        assert links_of(world.last) == []
        shown = await world.ada.slash(world.channel, "board")
        assert links_of(reply(shown)) == []


async def test_who_has_not_been_given_an_address_finds_nothing(world: World) -> None:
    async with served(world) as browser:
        await world.seated(2)
        [address] = links_of(world.last)
        number = await table_of(world)
        mark = address.rstrip("/").rpartition("/")[2]
        wrong = mark[:-2] + ("AA" if mark[-2:] != "AA" else "BB")
        for guess in (
            f"/t/{number}/{wrong}/",
            f"/t/{number + 1}/{mark}/",
            f"/t/{number}//",
            f"/t/0{number}/{mark}/",
            f"/t/²/{mark}/",
            f"/t/{'9' * 30}/{mark}/",
            f"/p/{mark}/",
            f"/p/{mark}.{mark}/",
            "/p/ä.ö/",
            "/",
            "/static/../serving.py",
            "/static/%2e%2e/serving.py",
            "/static/nothing",
            f"/t/{number}/{mark}/hand",
            f"/t/{number}/{mark}/tableau",
            f"/t/{number}/{mark}/turn/1",
            f"/t/{number}/{mark}/film",
        ):
            assert await browser.status(browser.base + guess) == 404, guess
        async with aiohttp.ClientSession() as session, session.post(address) as answer:
            assert answer.status in {404, 405}


async def test_the_marks_of_two_bots_differ_and_those_of_two_processes_are_the_same(
    world: World, tmp_path: Path
) -> None:
    first, again = await web_links(world.bot, "https://x"), await web_links(world.bot, "https://x")
    assert first.table(1) == again.table(1)
    assert first.table(1) != first.table(2)
    store = await Store.open(f"sqlite:///{tmp_path / 'other.db'}")
    try:
        other: Any = SimpleNamespace(tables=open_tables(store, Clock()))
        assert (await web_links(other, "https://x")).table(1) != first.table(1)
    finally:
        await store.close()
    assert first.secret.hex() not in repr(first)


async def test_a_private_address_shows_a_seat_for_an_hour(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race", pictures="threads") as world, served(world, "/boards") as browser:
        ada = (await world.seated(2))[0]
        shown = reply(await ada.slash(world.channel, "board"))
        [address] = links_of(shown)
        assert address.startswith(f"{browser.base}/p/")
        assert await browser.status(address) == 200
        said = await browser.said(f"{address}state")
        status, headers, data = await browser.get(f"{address}hand?v={said['mark']}")
        assert (status, headers["Content-Type"]) == (200, "image/jpeg")
        assert "immutable" in headers["Cache-Control"]
        assert headers["Picture-Alt"]
        assert len(data) > 1000
        _, headers, _ = await browser.get(f"{address}hand?v=former")
        assert headers["Cache-Control"] == "no-store"
        onlooker = reply(await world.dora.slash(world.channel, "board"))
        assert all("/t/" in one for one in links_of(onlooker))

        world.clock.by += timedelta(minutes=59)
        assert await browser.status(f"{address}state") == 200
        world.clock.by += timedelta(minutes=2)
        for path in ("", "state", "board", "hand", "tableau"):
            assert await browser.status(address + path) == 410


async def test_a_private_address_shows_nothing_once_somebody_else_sits_there(world: World) -> None:
    async with served(world) as browser:
        first = (await world.seated(2))[0]
        [address] = links_of(reply(await first.slash(world.channel, "board")))
        assert await browser.status(f"{address}state") == 200
        await world.ada.slash(world.channel, "table replace", player=first, by=world.dora)
        await world.dora.slash(world.channel, "table join")
        info = await world.tables.lobby.of_channel(world.channel.id)
        assert first.id not in [one.user_id for one in info.players]
        assert await browser.status(f"{address}state") == 410


async def test_a_game_that_is_over_is_leafed_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[DrawJob] = []

    def draw(job: DrawJob) -> Drawn:
        jobs.append(job)
        return Drawn(SMALL, f"{job.kind}.webp", "What it shows: größer")

    monkeypatch.setattr(pool, "render", draw)
    monkeypatch.setitem(PICTURES, "toy", PICTURES["race"])  # as far as is asked here: nothing is drawn
    async with open_world(tmp_path, "toy", pictures="threads") as world, served(world) as browser:
        await world.seated(2)
        await play_to_the_end(world.tables, await table_of(world))
        await world.env.settle()
        [address] = links_of(world.last)
        said = await browser.said(f"{address}state?lang=de")
        assert said["phase"] == "finished"
        assert any(one["winner"] for one in said["scores"])
        first, last = said["turns"]["first"], said["turns"]["last"]
        assert first == 0 < last
        turns = [await browser.said(f"{address}turn/{number}?lang=de") for number in (0, 1, last)]
        assert [one["number"] for one in turns] == [0, 1, last]
        assert turns[0]["scores"] != turns[2]["scores"]
        assert turns[2]["events"]
        assert await browser.status(f"{address}turn/{last + 1}") == 404
        assert await browser.status(f"{address}turn/9999999") == 404
        jobs.clear()
        for number in (1, last, 1):
            status, headers, data = await browser.get(f"{address}turn/{number}/board?lang=de")
            assert (status, headers["Content-Type"], data) == (200, "image/webp", SMALL)
            assert unquote(headers["Picture-Alt"]) == "What it shows: größer"
        assert [one.reader for one in jobs] == [None, None]
        assert jobs[0].view != jobs[1].view
        status, headers, data = await browser.get(f"{address}film")
        assert (status, headers["Content-Type"]) == (200, "image/webp")


async def test_pages_share_pictures_and_are_put_off_where_too_many_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_world(tmp_path, "race", pictures="threads") as world, served(world) as browser:
        await world.seated(2)
        [address] = links_of(world.last)
        begun: list[Any] = []
        begin = world.bot.drawer.begin

        def count(*job: Any) -> Any:
            begun.append(job)
            return begin(*job)

        monkeypatch.setattr(world.bot.drawer, "begin", count)
        same = await asyncio.gather(*(browser.get(f"{address}board") for _ in range(4)))
        assert {status for status, _, _ in same} == {200}
        assert len(begun) == 1
        monkeypatch.setattr(web_pictures, "MAX_WAITING", 0)
        status, headers, _ = await browser.get(f"{address}board?lang=de")
        assert (status, "Retry-After" in headers) == (503, True)


async def test_a_game_is_replayed_for_one_page_at_a_time_and_not_for_too_many(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(world) as browser:
        await world.seated(2)
        await play_to_the_end(world.tables, await table_of(world))
        await world.env.settle()
        [address] = links_of(world.last)
        at, now, most = world.tables.history.at, 0, 0

        async def count(*of: Any) -> Any:
            nonlocal now, most
            now += 1
            most = max(most, now)
            try:
                await asyncio.sleep(0.02)
                return await at(*of)
            finally:
                now -= 1

        monkeypatch.setattr(world.tables.history, "at", count)
        asked = [f"{address}state", *(f"{address}turn/{number}" for number in range(5))]
        assert await asyncio.gather(*map(browser.status, asked)) == [200] * 6
        assert most == 1
        monkeypatch.setattr(serving, "MAX_REPLAYS", 2)
        assert set(await asyncio.gather(*map(browser.status, asked))) == {200, 503}
        assert await browser.status(f"{address}state") == 200


async def test_pages_do_not_have_more_films_made_than_are_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    asked, made = asyncio.Semaphore(0), asyncio.Event()

    class Making:
        async def within(self, _: float) -> Drawn:
            await made.wait()
            return Drawn(SMALL, "film.webp", "A film")

    def begin(_: Any, language: str) -> Making:
        begun.append(language)
        asked.release()
        return Making()

    async with served(world) as browser:
        await world.seated(2)
        await play_to_the_end(world.tables, await table_of(world))
        await world.env.settle()
        [address] = links_of(world.last)
        monkeypatch.setattr(serving, "MAX_FILMS", 1)
        monkeypatch.setattr(world.bot.films, "has_film", lambda _: True)
        monkeypatch.setattr(world.bot.films, "begin", begin)
        waiting = [asyncio.create_task(browser.status(f"{address}film?lang=de")) for _ in range(2)]
        for _ in waiting:
            await asked.acquire()
        assert await asyncio.wait_for(browser.status(f"{address}film?lang=en"), 10) == 503
        made.set()
        assert await asyncio.gather(*waiting) == [200, 200]
        assert await browser.status(f"{address}film?lang=en") == 200
        assert begun == ["de", "de", "en"]


async def test_no_log_tells_an_address(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with served(world) as browser:
        await world.seated(2)
        [address] = links_of(world.last)
        world.expected += (RuntimeError,)
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(world.tables, "game", _fail)
            assert await browser.status(f"{address}state") == 500
        assert await browser.status(f"{address}state") == 200
        mark = address.rstrip("/").rpartition("/")[2]
        ours = [one for one in caplog.records if not one.name.startswith("simcord")]
        assert all(mark not in one.getMessage() and mark not in str(one.exc_text) for one in ours)


async def _fail(*_: Any) -> None:
    raise RuntimeError("broken")


@pytest.mark.parametrize(
    ("after", "headers"),
    [(b"", b"bad header"), (b"state?v=\x80", b"Host: x"), (b"a" * 9000, b"Host: x"), (b"\xff/", b"Host: x")],
)
async def test_no_log_tells_the_address_of_a_request_that_cannot_be_read(
    after: bytes, headers: bytes, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with served(world) as browser:
        await world.seated(2)
        [address] = links_of(world.last)
        parts = urlsplit(address)
        reader, writer = await asyncio.open_connection("127.0.0.1", parts.port)
        writer.write(b"GET %b%b HTTP/1.1\r\n%b\r\n\r\n" % (parts.path.encode(), after, headers))
        assert b" 400 " in await reader.readline()
        writer.close()
        assert await browser.status(address) == 200
        mark = address.rstrip("/").rpartition("/")[2]
        told = logging.Formatter()
        ours = [told.format(one) for one in caplog.records if not one.name.startswith("simcord")]
        assert any("could not be answered" in one for one in ours)
        assert all(mark not in one for one in ours)


async def test_a_port_that_is_taken_is_told(world: World) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        serving = serve_web(world.bot, "https://x", "127.0.0.1", taken.getsockname()[1])
        with pytest.raises(BadSettings, match="cannot be opened"):
            await serving.__aenter__()
    assert world.bot.web_links is None


@pytest.mark.parametrize(
    "given",
    [
        "orrery.example.org",
        "ftp://x.org",
        "https://",
        "https://x.org?a=1",
        "https://x.org#a",
        "https://u:p@x.org",
        "https://x.org:port",
        "https://x.org/a b",
        "https://x.org/{table}",
        "https://" + "x" * 300,
    ],
)
def test_an_address_that_no_browser_would_reach_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="ORRERY_WEB is"):
        read_settings({"ORRERY_WEB": given}, tmp_path / ".env")


def test_the_settings_of_the_web(tmp_path: Path) -> None:
    none = tmp_path / ".env"
    settings = read_settings({"ORRERY_WEB": "https://x.org/boards/", "ORRERY_WEB_HOST": "::1"}, none)
    assert (settings.web, settings.web_host, settings.web_port) == ("https://x.org/boards", "::1", 8090)
    with pytest.raises(BadSettings, match="ORRERY_WEB_HOST"):
        read_settings({"ORRERY_WEB_HOST": "localhost"}, none)
    with pytest.raises(BadSettings, match="ORRERY_WEB_PORT"):
        read_settings({"ORRERY_WEB_PORT": "0"}, none)
