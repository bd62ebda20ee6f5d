"""How calls to Discord are paced, and what discord.py's own client makes of the limits that a server tells."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.http import HTTPClient, Route

from bot.connection.traffic import MAX_A_SECOND, TABLE_LANE, Away, Limited, Outages, Traffic
from tests.bot.slow import refusal


class Server:
    """What stands in Discord's place: its answers by path."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers: dict[str, tuple[int, dict[str, str], dict[str, Any]]] = {}

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path.rpartition("/")[2]
        self.asked.append(path)
        status, headers, data = self.answers.get(path, (200, {}, {"id": "1"}))
        told = {**headers, "Content-Type": "application/json"}
        return web.Response(body=json.dumps(data).encode(), status=status, headers=told)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    made = Server()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{port}/api")
    yield made
    await runner.cleanup()


@pytest.fixture
async def http(server: Server) -> AsyncIterator[HTTPClient]:
    client = HTTPClient(asyncio.get_running_loop())
    yield client
    await client.close()


async def ready(http: HTTPClient, traffic: Traffic) -> None:
    traffic.watch(http)
    await http.static_login("no.token.at-all")
    traffic.set_limit(http)


def limited(seconds: float, **headers: str) -> tuple[int, dict[str, str], dict[str, Any]]:
    """A 429, as Discord makes one."""
    told = {"Retry-After": str(int(seconds)), "Via": "1.1 google", **headers}
    return 429, told, {"message": "limited", "retry_after": seconds, "global": "X-RateLimit-Global" in headers}


async def test_a_long_limit_of_a_channel_is_an_error_at_once_and_no_silent_sleep(
    server: Server, http: HTTPClient
) -> None:
    traffic = Traffic()
    await ready(http, traffic)
    server.answers["far"] = limited(40.0)
    begun = time.monotonic()
    with pytest.raises(Limited) as told:
        await traffic.call(lambda: http.request(Route("POST", "/far")))
    assert 30 < told.value.seconds <= 40
    assert time.monotonic() - begun < 20  # and not 40
    assert traffic.closed_for == 0.0  # it is of this channel alone


async def test_a_bucket_that_is_used_up_for_long_is_an_error_before_anything_is_asked(
    server: Server, http: HTTPClient
) -> None:
    traffic = Traffic()
    await ready(http, traffic)
    used_up = {
        "X-RateLimit-Bucket": "b",
        "X-RateLimit-Limit": "2",
        "X-RateLimit-Remaining": "1",
        "X-RateLimit-Reset-After": "40",
    }
    server.answers["full"] = (200, used_up, {"id": "1"})
    await traffic.call(lambda: http.request(Route("POST", "/full")))
    asked = len(server.asked)
    begun = time.monotonic()
    with pytest.raises(Limited) as told:
        await traffic.call(lambda: http.request(Route("POST", "/full")))
    assert 30 < told.value.seconds <= 40
    assert time.monotonic() - begun < 20  # and not 40
    assert len(server.asked) == asked


async def test_a_short_limit_is_waited_for(server: Server, http: HTTPClient) -> None:
    traffic = Traffic()
    await ready(http, traffic)
    server.answers["near"] = limited(0.3)
    call = asyncio.create_task(traffic.call(lambda: http.request(Route("POST", "/near"))))
    await asyncio.sleep(0.2)
    del server.answers["near"]
    assert await asyncio.wait_for(call, 5) == {"id": "1"}


@pytest.mark.parametrize("headers", [{"X-RateLimit-Global": "true"}, {"X-RateLimit-Scope": "global"}])
async def test_a_limit_of_all_calls_holds_every_call_and_fewer_are_made_after_it(
    server: Server, http: HTTPClient, headers: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    traffic = Traffic()
    await ready(http, traffic)
    server.answers["any"] = limited(40.0, **headers)
    for _ in range(2):
        with pytest.raises(Limited):
            await traffic.call(lambda: http.request(Route("POST", "/any")))
    assert server.asked.count("any") == 1
    assert 30 < traffic.closed_for <= 40
    assert caplog.text.count("Discord limits all calls") == 1
    later = asyncio.get_running_loop().time() + 41
    assert traffic._rate(later) < MAX_A_SECOND / 2 + 2
    assert traffic._rate(later + 3600) == MAX_A_SECOND


async def test_whoever_is_blocked_before_discord_is_reached_stops_for_as_long_as_is_told(
    server: Server, http: HTTPClient
) -> None:
    traffic = Traffic()
    await ready(http, traffic)
    server.answers["blocked"] = (429, {"Retry-After": "120"}, {"message": "blocked"})
    with pytest.raises(Limited) as told:
        await traffic.call(lambda: http.request(Route("POST", "/blocked")))
    assert told.value.seconds == 120
    assert traffic.closed_for > 100


async def test_no_second_has_more_calls_than_discord_allows_and_whoever_comes_first_goes_first() -> None:
    traffic = Traffic()
    traffic.max_a_second = 10
    begun: list[tuple[float, int]] = []

    async def one(number: int) -> None:
        async def make() -> None:
            begun.append((time.monotonic(), number))

        await traffic.call(make)

    await asyncio.gather(*(one(number) for number in range(25)))
    each_second = [number // 10 for _, number in begun]
    assert each_second == sorted(each_second)
    times = [at for at, _ in begun]
    for at in times:
        assert sum(at <= other < at + 0.95 for other in times) <= 10
    assert times[-1] - times[0] < 4


@pytest.mark.parametrize("error", [refusal(500), refusal(503), OSError("gone"), TimeoutError(), ConnectionResetError()])
async def test_what_says_that_discord_is_not_there_is_told_apart_from_its_no(error: Exception) -> None:
    traffic = Traffic()

    async def make() -> None:
        raise error

    with pytest.raises(Away):
        await traffic.call(make)


async def test_a_no_stays_a_no() -> None:
    traffic = Traffic()

    async def make() -> None:
        raise refusal(403, 50013)

    with pytest.raises(discord.Forbidden):
        await traffic.call(make)


async def test_a_call_that_is_not_answered_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.connection.traffic.CALL_SECONDS", 0.1)
    with pytest.raises(Away, match="no answer within"):
        await Traffic().call(asyncio.Event().wait)


def test_a_lane_goes_ahead_of_its_pause_once_until_it_has_succeeded() -> None:
    outages, lane, other = Outages(), (TABLE_LANE, 1), (TABLE_LANE, 2)
    assert outages.failed(lane).total_seconds() == 5
    assert outages.is_first(lane)
    outages.failed(other)
    assert not outages.is_first(other)
    assert outages.take_retries() == [lane, other]
    assert outages.failed(lane).total_seconds() == 10
    assert outages.take_retries() == []
    assert not outages.to_retry
    outages.succeeded(lane)
    assert outages.failed(lane).total_seconds() == 5
    assert outages.take_retries() == [lane]
    outages.failed(lane)
    assert [outages.over(), outages.over()] == [True, False]
    assert outages.failed(lane).total_seconds() == 5
