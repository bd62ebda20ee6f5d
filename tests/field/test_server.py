"""The Discord on the loopback behaves as Discord does: otherwise the scenes would say nothing."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.field import gateway, openapi
from tests.field.faults import POSTS
from tests.field.server import FEW_MINUTES, TOKEN, Discord

HEADERS = {"Authorization": f"Bot {TOKEN}"}
GUILDS = 1


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    """A Discord with a server."""
    opened = Discord()
    opened.backend.create_guild("Observatory")
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """Whoever calls."""
    async with aiohttp.ClientSession(headers=HEADERS) as opened:
        yield opened


def channel_of(discord: Discord) -> int:
    [guild] = discord.backend.guilds
    return discord.backend.create_channel(guild, "table").id


def posts_at(discord: Discord, channel_id: int) -> str:
    return f"{discord.address(1)}/api/v10/channels/{channel_id}/messages"


async def post(discord: Discord, session: aiohttp.ClientSession, channel_id: int, **body: Any) -> tuple[int, Any]:
    async with session.post(posts_at(discord, channel_id), json={"content": "hello", **body}) as answer:
        return answer.status, await answer.json()


class Client:
    """A client of the gateway that hears everything."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._stream = zlib.decompressobj()
        self._held = b""

    async def hear(self) -> Any:
        while True:
            message = await asyncio.wait_for(self.socket.receive(), 10)
            if message.type is not aiohttp.WSMsgType.BINARY:
                return self.socket.close_code
            self._held += message.data
            if self._held.endswith(b"\x00\x00\xff\xff"):
                heard = json.loads(self._stream.decompress(self._held))
                self._held = b""
                if heard["op"] != gateway.HEARTBEAT:
                    return heard

    async def say(self, operation: int, data: Any) -> None:
        await self.socket.send_json({"op": operation, "d": data})

    async def identify(self) -> Any:
        """Begin a session; gives READY, and hears of the server."""
        assert (await self.hear())["op"] == gateway.HELLO
        await self.say(gateway.IDENTIFY, {"token": TOKEN, "intents": GUILDS, "shard": [0, 1]})
        ready = await self.hear()
        assert (await self.hear())["t"] == "GUILD_CREATE"
        return ready


async def connect(discord: Discord, session: aiohttp.ClientSession) -> Client:
    return Client(await session.ws_connect(f"{discord.address(1)}/gateway?compress=zlib-stream"))


async def test_a_post_with_the_same_nonce_is_made_once_for_some_minutes(
    discord: Discord, session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = channel_of(discord)
    first = await post(discord, session, channel, nonce="1", enforce_nonce=True)
    assert await post(discord, session, channel, nonce="1", enforce_nonce=True) == first
    assert len(discord.backend.messages[channel]) == 1
    later = asyncio.get_running_loop().time() + FEW_MINUTES + 1
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: later)
    await post(discord, session, channel, nonce="1", enforce_nonce=True)
    assert len(discord.backend.messages[channel]) == 2


async def test_a_lost_answer_leaves_what_was_done_and_a_cut_call_leaves_nothing(
    discord: Discord, session: aiohttp.ClientSession
) -> None:
    channel = channel_of(discord)
    discord.faults.cut(POSTS)
    with pytest.raises(aiohttp.ClientConnectionError):
        await post(discord, session, channel)
    assert not discord.backend.messages[channel]
    discord.faults.lose(POSTS, reset=True)
    with pytest.raises(aiohttp.ClientConnectionError):
        await post(discord, session, channel)
    assert len(discord.backend.messages[channel]) == 1


async def test_who_comes_too_often_is_told_to_wait(discord: Discord, session: aiohttp.ClientSession) -> None:
    one, other = channel_of(discord), channel_of(discord)
    discord.faults.limit(f"POST /channels/{one}/messages", 0.3)
    status, body = await post(discord, session, one)
    assert status == 429
    assert 0 < body["retry_after"] <= 0.3
    assert (await post(discord, session, other))[0] == 200
    await asyncio.sleep(0.35)
    assert (await post(discord, session, one))[0] == 200
    discord.room_of_a_channel = (2, 60.0)
    assert [(await post(discord, session, one))[0] for _ in range(3)] == [200, 429, 429]


async def test_all_calls_together_have_a_limit(discord: Discord, session: aiohttp.ClientSession) -> None:
    channels = [channel_of(discord) for _ in range(80)]
    answers = await asyncio.gather(*(post(discord, session, channel) for channel in channels))
    refused = [body for status, body in answers if status == 429]
    assert refused
    assert all(body["global"] for body in refused)


async def test_a_wrong_token_is_refused(discord: Discord, session: aiohttp.ClientSession) -> None:
    async with aiohttp.ClientSession() as stranger:
        assert (await post(discord, stranger, channel_of(discord)))[0] == 401
    client = await connect(discord, session)
    await client.hear()
    await client.say(gateway.IDENTIFY, {"token": "another", "intents": GUILDS})
    assert await client.hear() == gateway.WRONG_TOKEN


async def test_who_is_away_refuses_connections_and_comes_back_at_the_same_address(
    discord: Discord, session: aiohttp.ClientSession
) -> None:
    channel = channel_of(discord)
    client = await connect(discord, session)
    await client.identify()
    await discord.leave()
    assert await client.hear() is not None
    with pytest.raises(aiohttp.ClientConnectorError):
        await post(discord, session, channel)
    await discord.come_back()
    assert (await post(discord, session, channel))[0] == 200


async def test_a_session_is_resumed_with_what_was_missed(discord: Discord, session: aiohttp.ClientSession) -> None:
    client = await connect(discord, session)
    ready = await client.identify()
    await client.say(gateway.HEARTBEAT, 2)
    assert (await client.hear())["op"] == gateway.HEARTBEAT_ACK
    discord.gateway.cut()
    await client.hear()
    channel = channel_of(discord)
    client = await connect(discord, session)
    await client.hear()
    await client.say(gateway.RESUME, {"token": TOKEN, "session_id": ready["d"]["session_id"], "seq": 2})
    missed = await client.hear()
    assert (missed["t"], missed["d"]["id"], missed["s"]) == ("CHANNEL_CREATE", str(channel), 3)
    assert (await client.hear())["t"] == "RESUMED"


async def test_a_session_that_is_forgotten_or_ended_is_not_resumed(
    discord: Discord, session: aiohttp.ClientSession
) -> None:
    client = await connect(discord, session)
    forgotten = await client.identify()
    discord.gateway.forget()
    await client.hear()
    client = await connect(discord, session)
    ended = await client.identify()
    await client.socket.close(code=1000)
    for ready in (forgotten, ended):
        client = await connect(discord, session)
        await client.hear()
        await client.say(gateway.RESUME, {"token": TOKEN, "session_id": ready["d"]["session_id"], "seq": 1})
        heard = await client.hear()
        assert (heard["op"], heard["d"]) == (gateway.INVALID_SESSION, False)


async def test_a_large_event_comes_in_pieces_and_whole(discord: Discord, session: aiohttp.ClientSession) -> None:
    for _ in range(400):
        channel_of(discord)
    client = await connect(discord, session)
    assert (await client.identify())["t"] == "READY"


@pytest.mark.skipif(
    not openapi.there_is_one(),
    reason="Discord's OpenAPI description is not at hand: what the bot sends is not held against it",
)
async def test_what_discord_does_not_describe_is_found(discord: Discord, session: aiohttp.ClientSession) -> None:
    channel = channel_of(discord)
    await post(discord, session, channel, nonce="1")
    assert openapi.find_faults(discord.calls) == []
    await post(discord, session, channel, nonce="1" * 26)
    [fault] = openapi.find_faults(discord.calls)
    assert "nonce" in fault
