"""The gateway of a Discord on the loopback: one websocket a shard, compressed, resumable, and cut when asked to."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord
from aiohttp import WSMsgType, web
from simcord import intents
from simcord.backend import Backend, serializers

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
NOT_AUTHENTICATED, WRONG_TOKEN, DISALLOWED_INTENTS = 4003, 4004, 4014
LARGE = 4096
"""A compressed frame of more bytes is sent in two pieces, as Discord does at times."""
OURS_TO_END = (1000, 1001)
"""A client that closes with one of these ends its session; with any other it may resume it."""


class Compressor(Protocol):
    """Turns one frame into what goes over the line."""

    def __call__(self, frame: bytes) -> bytes: ...


def zlib_stream() -> Compressor:
    """Compress all frames of a connection as one stream, each flushed."""
    stream = zlib.compressobj()
    return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)


def zstd_stream() -> Compressor:
    """Compress as discord.py asks for where it finds Zstandard."""
    try:
        from zstandard import COMPRESSOBJ_FLUSH_BLOCK, ZstdCompressor

        compressor = ZstdCompressor().compressobj()
        return lambda frame: bytes(compressor.compress(frame) + compressor.flush(COMPRESSOBJ_FLUSH_BLOCK))
    except ImportError:
        from compression.zstd import ZstdCompressor as Standard

        stream = Standard()
        return lambda frame: bytes(stream.compress(frame, mode=Standard.FLUSH_BLOCK))


COMPRESSORS = {"zlib-stream": zlib_stream, "zstd-stream": zstd_stream}


class Line:
    """One websocket; what is said to it leaves in order."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, compress: Compressor | None) -> None:
        self.socket = socket
        self.process = int(request.match_info["process"])
        self.session: Session | None = None
        self.answers: tuple[dict[int, int], int] | None = None
        """What is counted once the client has heard the event of that number."""
        self.closing = False
        """Whether Discord ends it, and not the client."""
        self._transport = request.transport
        self._compress = compress
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue()

    def say(self, operation: int, data: Any = None) -> None:
        """Send a frame that is no event."""
        self._waiting.put_nowait(json.dumps({"op": operation, "d": data, "s": None, "t": None}))

    def tell(self, frame: str) -> None:
        """Send an event."""
        self._waiting.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close it, after what waits has left."""
        self._waiting.put_nowait(code)

    def cut(self) -> None:
        """End it without a word."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Send what waits; ends with the line."""
        while True:
            one = await self._waiting.get()
            if isinstance(one, int):
                self.closing = True
                await self.socket.close(code=one)
                return
            try:
                await self._send(one)
            except ConnectionError:
                return

    async def _send(self, frame: str) -> None:
        if self._compress is None:
            await self.socket.send_str(frame)
            return
        packed = self._compress(frame.encode())
        halves = [packed[:LARGE], packed[LARGE:]] if len(packed) > LARGE + 8 else [packed]
        for half in halves:
            await self.socket.send_bytes(half)


@dataclass(eq=False)
class Session:
    """What Discord knows of a client that has identified: its events, to be told again when it resumes."""

    process: int
    shard: int
    shards: int
    intents: discord.Intents
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    line: Line | None = None
    frames: list[str] = field(default_factory=list)
    """Every event; the first has the number 1."""

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell an event, now or when the client is back."""
        frame = json.dumps({"op": DISPATCH, "t": event, "s": len(self.frames) + 1, "d": payload})
        self.frames.append(frame)
        if self.line is not None:
            self.line.tell(frame)

    def serves(self, guild_id: int | None) -> bool:
        """Whether it is told of this server; None: of direct messages."""
        return ((guild_id or 0) >> 22) % self.shards == self.shard


class Gateway:
    """All sessions, and the events that go to them."""

    def __init__(self, backend: Backend, token: str) -> None:
        self._backend = backend
        self._token = token
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.heartbeat_seconds = 5.0
        self.speaks = asyncio.Event()
        """Not set: who connects is kept waiting, and hears nothing."""
        self.speaks.set()
        self.refuses: int | None = None
        """Whoever identifies or resumes is turned away with this code."""
        self.everywhere = False
        """Whether an interaction is told to every session of its shard, as Discord does; else to one in turn."""
        self.identified: dict[int, int] = {}
        self.resumed: dict[int, int] = {}
        """How often each process has done so, and has heard all that it was told then."""
        self.heartbeats = 0
        self._turn = 0

    def sessions_of(self, process: int) -> list[Session]:
        """The sessions of a process that are connected."""
        return [one for one in self.sessions.values() if one.process == process and one.line is not None]

    # What Discord tells

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell an event to whom it concerns."""
        guild_id = payload.get("id") if event.startswith("GUILD_") and "guild_id" not in payload else None
        guild_id = payload.get("guild_id", guild_id)
        gate = intents.required_intent(event, payload)
        told = [
            one
            for one in self.sessions.values()
            if one.serves(int(guild_id) if guild_id is not None else None)
            and (gate is None or getattr(one.intents, gate))
        ]
        if event == "INTERACTION_CREATE" and not self.everywhere:
            told = self._one_of(told)
        for session in told:
            session.feed(event, self._seen_by(session, event, payload))

    def _one_of(self, sessions: list[Session]) -> list[Session]:
        connected = [one for one in sessions if one.line is not None] or sessions[-1:]
        self._turn += 1
        return [connected[self._turn % len(connected)]] if connected else []

    def _seen_by(self, session: Session, event: str, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        if event != "GUILD_CREATE":
            return payload
        pruned = dict(payload)
        intents.prune_guild_create(pruned, session.intents, self._backend.bot_user.id)
        return pruned

    # What goes wrong

    def cut(self) -> None:
        """Cut every line; the sessions can be resumed."""
        for line in list(self.lines):
            line.cut()

    def close(self, code: int) -> None:
        """Close every line with a code."""
        for line in list(self.lines):
            line.close(code)

    def ask_to_reconnect(self) -> None:
        """Ask every client to come back, as Discord does when it moves them."""
        for line in list(self.lines):
            line.say(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is no longer valid."""
        for line in list(self.lines):
            if line.session is not None and not resumable:
                self.sessions.pop(line.session.id, None)
            line.say(INVALID_SESSION, resumable)

    def forget(self) -> None:
        """Cut every line and forget the sessions: who tries to resume must begin anew."""
        self.sessions.clear()
        self.cut()

    # What clients say

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Hold one connection, from HELLO to its end."""
        await self.speaks.wait()
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        if request.transport is None:  # it has waited long enough
            return socket
        await socket.prepare(request)
        compress = request.query.get("compress")
        line = Line(socket, request, COMPRESSORS[compress]() if compress else None)
        self.lines.add(line)
        line.say(HELLO, {"heartbeat_interval": int(self.heartbeat_seconds * 1000)})
        writing = asyncio.create_task(line.write())
        code: int | None = None
        try:
            while (message := await socket.receive()).type is WSMsgType.TEXT:
                self._hear(line, json.loads(message.data), str(request.url.origin().with_scheme("ws")))
            code = message.data if message.type is WSMsgType.CLOSE else None
        finally:
            self.lines.discard(line)
            if not line.closing:
                writing.cancel()
            self._hang_up(line, code)
        return socket

    def _hang_up(self, line: Line, code: int | None) -> None:
        """Note the end of a line, which the client closed with this code, if it did."""
        session = line.session
        if session is None or session.line is not line:
            return
        session.line = None
        if code in OURS_TO_END and not line.closing:
            self.sessions.pop(session.id, None)

    def _hear(self, line: Line, frame: dict[str, Any], origin: str) -> None:
        operation, data = frame["op"], frame.get("d")
        if operation == HEARTBEAT:
            self.heartbeats += 1
            line.say(HEARTBEAT_ACK)
            self._count(line, data)
        elif operation in {IDENTIFY, RESUME}:
            assert isinstance(data, dict)
            if self.refuses is not None:
                line.close(self.refuses)
            elif data["token"] != self._token:
                line.close(WRONG_TOKEN)
            elif operation == IDENTIFY:
                self._identify(line, data, f"{origin}/{line.process}/gateway")
            else:
                self._resume(line, data)
        elif line.session is None:
            line.close(NOT_AUTHENTICATED)

    def _identify(self, line: Line, data: dict[str, Any], address: str) -> None:
        shard, shards = data.get("shard", [0, 1])
        session = Session(line.process, shard, shards, discord.Intents._from_value(data["intents"]), line=line)
        line.session = session
        self.sessions[session.id] = session
        guilds = [one for one in self._backend.guilds.values() if session.serves(one.id)]
        session.feed(
            "READY",
            {
                "v": 10,
                "user": serializers.user_payload(self._backend.bot_user),
                "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
                "session_id": session.id,
                "resume_gateway_url": address,
                "shard": [shard, shards],
                "application": {"id": str(self._backend.application_id), "flags": 0},
            },
        )
        for guild in guilds:
            payload = dict(serializers.guild_create_payload(self._backend, guild))
            session.feed("GUILD_CREATE", self._seen_by(session, "GUILD_CREATE", payload))
        self._ask_for_heartbeat(line, session, self.identified)

    def _resume(self, line: Line, data: dict[str, Any]) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None:
            line.say(INVALID_SESSION, data=False)
            return
        line.session, session.line = session, line
        for frame in session.frames[data["seq"] or 0 :]:
            line.tell(frame)
        session.feed("RESUMED", {})
        self._ask_for_heartbeat(line, session, self.resumed)

    def _ask_for_heartbeat(self, line: Line, session: Session, counted: dict[int, int]) -> None:
        """Ask for one at once, as Discord may: it tells how far the client has heard."""
        line.answers = (counted, len(session.frames))
        line.say(HEARTBEAT)

    def _count(self, line: Line, heard: int | None) -> None:
        if line.answers is not None and heard is not None and heard >= line.answers[1]:
            counted = line.answers[0]
            counted[line.process] = counted.get(line.process, 0) + 1
            line.answers = None
