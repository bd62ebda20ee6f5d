"""A Discord on the loopback: SimCord's state behind a real port, with limits, nonces, and whatever shall go wrong."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import struct
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from io import BytesIO
from typing import Any

from aiohttp import web
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.http import router

from tests.field.faults import Cut, Faults, Refusal, limited
from tests.field.gateway import Gateway

HOST = "127.0.0.1"
TOKEN = base64.b64encode(b"123456789012345678").decode().rstrip("=") + ".fIeLd0.t0ken-of-the-field"
FEW_MINUTES = 180.0
"""The seconds for which Discord knows a nonce."""
MAX_A_SECOND = 50
"""Calls that Discord takes from a bot in a second; replies to interactions are not counted."""
ROOM_OF_A_CHANNEL = (50, 1.0)
"""Posts, and edits, that a channel takes, and the seconds within which it does. Discord's own figures change; these
hold up nothing that a scene does not mean to hold up."""
OF_INTERACTIONS = ("/interactions/", "/webhooks/")
HARD = struct.pack("ii", 1, 0)
"""The linger option that ends a connection with a reset."""


class RealClock(Clock):
    """The time as it is: real processes know no other."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True)
class Upload:
    """A file that came with a call, as SimCord reads it."""

    filename: str
    fp: BytesIO
    description: str | None


@dataclass(eq=False)
class Call:
    """A call of a bot; times by the loop's clock, in seconds."""

    process: int
    method: str
    path: str
    body: Any
    came: float
    multipart: bool = False
    answered: float | None = None
    status: int | None = None
    """None where the connection was cut, or no answer has come yet."""
    carried_out: float | None = None
    result: Any = None

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


@dataclass(eq=False)
class Asked:
    """Something that a person did, and what they saw of the reply; times by the loop's clock, in seconds."""

    record: Interaction
    at: float
    first: float | None = None
    """When the first reply came, "thinking…" included."""
    last: float | None = None
    replied: asyncio.Event = field(default_factory=asyncio.Event)
    """Something else than "thinking…" is there: a message, a form, choices."""
    replies: list[list[dict[str, Any]]] = field(default_factory=list)
    """The components of each message that was shown in reply, as they were then."""

    @property
    def seconds_to_first(self) -> float | None:
        """How long the first reply took."""
        return None if self.first is None else self.first - self.at


class Discord:
    """Everything that bots and people find at Discord. `address` is for a process of that number."""

    def __init__(self) -> None:
        self.backend = Backend(clock=RealClock())
        self.faults = Faults()
        self.gateway = Gateway(self.backend, TOKEN)
        self.backend.subscribers.append(self.gateway.feed)
        self.calls: list[Call] = []
        self.asked: dict[int, Asked] = {}
        self.oddities: list[str] = []
        """Calls that SimCord does not know or stumbled over: the scene cannot be trusted."""
        self.refuses_token = False
        self.room_of_a_channel = ROOM_OF_A_CHANNEL
        self._nonces: dict[tuple[str, str], tuple[float, Any]] = {}
        self._recent: deque[float] = deque()
        self._rooms: dict[str, deque[float]] = {}
        self._runner: web.AppRunner | None = None
        self._site: web.SockSite | None = None
        self._port = _reserve()

    # Being there, and away

    async def open(self) -> None:
        """Be there."""
        application = web.Application(client_max_size=64 * 1024 * 1024)
        application.router.add_get("/{process:\\d+}/gateway", self.gateway.serve)
        application.router.add_route("*", "/{process:\\d+}/api/v10/{path:.*}", self._answer)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await self.come_back()

    async def close(self) -> None:
        """End for good."""
        self.faults.lift()
        self.gateway.speaks.set()
        if self._runner is not None:
            await self.leave()
            await self._runner.cleanup()
        self._port.close()

    async def leave(self) -> None:
        """Be away: nobody listens at the port any more, and every connection is cut."""
        assert self._runner is not None
        if self._site is not None:
            await self._site.stop()
            self._site = None
        self.gateway.cut()
        if self._runner.server is not None:
            for one in self._runner.server.connections:
                if one.transport is not None:
                    one.transport.abort()

    async def come_back(self) -> None:
        """Listen again, at the same port."""
        assert self._runner is not None
        self._site = web.SockSite(self._runner, _listen(self._port))
        await self._site.start()

    @property
    def there(self) -> bool:
        """Whether it can be reached."""
        return self._site is not None

    def forget_nonces(self) -> None:
        """Know no nonce any more, as after some minutes."""
        self._nonces.clear()

    def address(self, process: int) -> str:
        """Where a process finds this Discord."""
        return f"http://{HOST}:{self._port.getsockname()[1]}/{process}"

    # Interactions

    def ask(self, record: Interaction, payload: Mapping[str, Any]) -> Asked:
        """Tell a bot what a person did."""
        asked = self.asked[record.id] = Asked(record, asyncio.get_running_loop().time())
        self.backend.emit("INTERACTION_CREATE", payload)
        return asked

    def _note_reply(self, call: Call, now: float) -> None:
        """Note what a person sees of a call that was carried out."""
        match = re.match(r"/(interactions|webhooks)/(\d+)/([^/]+)", call.path)
        if match is None or call.method not in {"POST", "PATCH"}:
            return
        number = self.backend.interaction_tokens.get(match[3])
        if number is None:
            return
        asked = self.asked[number]
        asked.last = now
        if asked.first is None:
            asked.first = now
        if call.path.endswith("/callback") and asked.record.deferred:
            return
        if isinstance(call.result, dict) and "components" in call.result:
            asked.replies.append(json.loads(json.dumps(call.result["components"])))
        asked.replied.set()

    # Calls

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        call, uploads = await self._read(request)
        self.calls.append(call)
        try:
            result = await self._carry_out(request, call, uploads)
        except Refusal as refusal:
            call.status = refusal.status
            answer: web.StreamResponse = _json(refusal.body, refusal.status, refusal.headers)
        except Cut as cut:
            _hang_up(request, hard=cut.reset)
            return web.Response()
        else:
            call.status = 204 if result is None else 200
            answer = web.Response(status=204) if result is None else _json(result, 200)
        self._tell_limits(call, answer)
        call.answered = asyncio.get_running_loop().time()
        return answer

    async def _read(self, request: web.Request) -> tuple[Call, list[Upload]]:
        path = "/" + request.match_info["path"]
        body: Any = None
        uploads: list[Upload] = []
        multipart = request.content_type == "multipart/form-data"
        if multipart:
            form = await request.post()
            body = json.loads(str(form["payload_json"]))
            described = {str(one["id"]): one.get("description") for one in _attachments(body)}
            for name, part in form.items():
                if isinstance(part, web.FileField):
                    at = re.sub(r"\D", "", name)
                    uploads.append(Upload(part.filename, BytesIO(part.file.read()), described.get(at)))
        elif request.can_read_body:
            body = json.loads(await request.text())
        now = asyncio.get_running_loop().time()
        return Call(int(request.match_info["process"]), request.method, path, body, now, multipart), uploads

    async def _carry_out(self, request: web.Request, call: Call, uploads: list[Upload]) -> Any:
        faults = self.faults(call.process, call.name)
        for fault in faults:
            await fault.before()
        self._check(request, call)
        try:
            result = self._once(call, dict(request.query), uploads)
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            self.oddities.append(f"{call.name}: {error}")
            raise Refusal(501, error.to_json()) from None
        except BackendError as error:
            raise Refusal(error.status, error.to_json()) from None
        except Exception as error:  # noqa: BLE001 - what nobody foresaw must not pass for a refusal of Discord
            self.oddities.append(f"{call.name}: {error!r}")
            raise Refusal(500, {"message": "SimCord stumbled", "code": 0}) from None
        call.result, call.carried_out = result, asyncio.get_running_loop().time()
        self._note_reply(call, call.carried_out)
        for fault in faults:
            await fault.after()
        return result

    def _check(self, request: web.Request, call: Call) -> None:
        """Refuse whoever is not allowed to call, or calls too often."""
        if call.path.startswith(OF_INTERACTIONS):
            return
        if self.refuses_token or request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refusal(401, {"message": "401: Unauthorized", "code": 0})
        wait = _room(self._recent, MAX_A_SECOND, 1.0)
        if wait:
            raise limited(wait, everywhere=True)
        kind = _limited_kind(call)
        if kind is not None:
            wait = _room(self._rooms.setdefault(kind, deque()), *self.room_of_a_channel)
            if wait:
                raise limited(wait)

    def _once(self, call: Call, params: dict[str, str], uploads: list[Upload]) -> Any:
        """Carry a call out, or give what came of the same one some minutes ago."""
        if call.path == "/gateway/bot":
            start = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
            url = f"{self.address(call.process)}/gateway".replace("http", "ws", 1)
            return {"url": url, "shards": 1, "session_start_limit": start}
        body = call.body
        nonce = body.get("nonce") if isinstance(body, dict) and body.get("enforce_nonce") else None
        key, now = (call.path, str(nonce)), asyncio.get_running_loop().time()
        if nonce is not None and key in self._nonces and now - self._nonces[key][0] <= FEW_MINUTES:
            return self._nonces[key][1]
        result = router.dispatch(
            self.backend, call.method, call.path, json=json.loads(json.dumps(body)), params=params, files=uploads
        )
        if nonce is not None:
            self._nonces[key] = (now, result)
        return result

    def _tell_limits(self, call: Call, answer: web.StreamResponse) -> None:
        kind = _limited_kind(call)
        if kind is None:
            return
        most, seconds = self.room_of_a_channel
        answer.headers["X-RateLimit-Limit"] = str(most)
        answer.headers["X-RateLimit-Remaining"] = str(max(0, most - len(self._rooms.get(kind, ()))))
        answer.headers["X-RateLimit-Reset"] = f"{datetime.now(UTC).timestamp() + seconds:.3f}"
        answer.headers["X-RateLimit-Reset-After"] = f"{seconds:.3f}"
        answer.headers["X-RateLimit-Bucket"] = blake2b(re.sub(r"\d+", "", kind).encode(), digest_size=8).hexdigest()


def _reserve() -> socket.socket:
    """Take a free port and keep it: while nobody listens there it refuses, and nobody else can have it."""
    kept = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    _share(kept)
    kept.bind((HOST, 0))
    return kept


def _listen(kept: socket.socket) -> socket.socket:
    """Listen at a port that is kept."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    _share(listener)
    listener.bind(kept.getsockname())
    return listener


def _share(one: socket.socket) -> None:
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def _hang_up(request: web.Request, *, hard: bool) -> None:
    transport = request.transport
    if transport is None:
        return
    if hard:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HARD)
    transport.abort()


def _json(body: Any, status: int, headers: Mapping[str, str] | None = None) -> web.Response:
    # The bare type, as Discord gives it: discord.py compares it whole.
    given = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=given)


def _attachments(body: Any) -> list[dict[str, Any]]:
    """What a message, or the message in the answer to an interaction, says of the files that come with it."""
    if not isinstance(body, dict):
        return []
    inner = body.get("data") if isinstance(body.get("data"), dict) else body
    return list((inner or {}).get("attachments") or [])


def _limited_kind(call: Call) -> str | None:
    """Name the limit that a call shares with others; None where it has none of its own."""
    match = re.fullmatch(r"/channels/(\d+)/messages(/\d+)?", call.path)
    return f"{call.method} {match[1]}" if match is not None and call.method in {"POST", "PATCH"} else None


def _room(recent: deque[float], most: int, seconds: float) -> float:
    """Take one of `most` places within so many seconds; gives for how long there is none, if there is none."""
    now = asyncio.get_running_loop().time()
    while recent and now - recent[0] > seconds:
        recent.popleft()
    if len(recent) >= most:
        return recent[0] + seconds - now
    recent.append(now)
    return 0.0
