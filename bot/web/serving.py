"""Serves boards on the web, in the bot's own process: to read alone, behind unguessable addresses.

A table's page shows what onlookers see; a private one what a seat sees, while its person sits there and the address is
fresh. Addresses stand in no log.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from aiohttp import web

from bot.app import App
from bot.settings import BadSettings
from bot.tables.core.data import Live, Past, TableInfo
from bot.tables.core.errors import (
    DatabaseAway,
    GameOver,
    HistoryClosed,
    NoFilmYet,
    NoSuchTurn,
    NoTableHere,
    NotRunning,
    OtherRules,
    Stuck,
    TableError,
    UnknownGame,
)
from bot.views.localizer import Localizer
from bot.views.panel import hand_label
from bot.views.pictures import draw_job
from bot.views.status import title_of
from bot.web.page import STATIC, board_page, plain_page
from bot.web.pictures import Pictures, TooBusy
from bot.web.texts import mark_of, past_said, table_said
from bot.web_links import SECRET_BYTES, WebLinks
from rendering.film import MAX_FRAMES
from rendering.jobs import Drawn
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, language_of
from rules.kernel.text import T, player

log = logging.getLogger(__name__)
server_log = logging.getLogger(f"{__name__}.http")
"""Of the server itself: what it says of requests that it cannot read quotes them, with the address."""

FACT = "web"
"""Key of the fact that holds the secret of all addresses."""
FOR_GOOD = "private, max-age=31536000, immutable"
NOT_KEPT = "no-store"
LONGEST_FILM = 300.0
"""Seconds that a page waits for a film."""
MAX_FILMS = 2
"""Number of films that pages wait for: as many as are kept."""
MAX_ALT = 1500
MAX_REPLAYS = 12
"""Number of pages that wait for a former position; it is replayed for one at a time, for presses need threads, too."""
NOBODY = 0
"""The user id of no person and no robot: an onlooker."""
_SECONDS_TO_CLOSE = 0.2
_TYPES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self' blob: data:; style-src 'self'; script-src 'self'; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
}
_GONE = (NoTableHere, NotRunning, GameOver, UnknownGame, NoSuchTurn, HistoryClosed, NoFilmYet)
"""There is nothing (more) to see."""
_LATER = (DatabaseAway, Stuck, OtherRules)
"""There will be something to see again."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class _Opened:
    """What an address opens: a game as it stands, and the seat that looks (None: an onlooker)."""

    live: Live
    seat: int | None


async def web_links(client: App, base: str) -> WebLinks:
    """Make the addresses below a public one, with the secret of this bot, which the first process makes."""
    facts = client.tables.facts
    known = await facts.get(FACT)
    if not known:
        async with facts.one_at_a_time(FACT):
            known = await facts.get(FACT)
            if not known:
                known = {"secret": secrets.token_hex(SECRET_BYTES)}
                await facts.put(FACT, known)
    return WebLinks(base, bytes.fromhex(known["secret"]))


class BoardPages:
    """Answers requests for boards."""

    def __init__(self, client: App, links: WebLinks) -> None:
        self._client = client
        self._links = links
        self._pictures = Pictures(client.drawer)
        self._one_replay = asyncio.Lock()
        self._replays = 0
        self._films: Counter[tuple[int, str]] = Counter()  # by table and language: how many pages wait for it
        self._path = urlsplit(links.base).path.rstrip("/")
        self._static = f"{self._path}/static"

    def application(self) -> web.Application:
        """Make the application that a server runs."""
        app = web.Application(middlewares=[self._guard], client_max_size=1024)
        for opener in ("t/{table}/{mark}", "p/{ticket}"):
            app.router.add_get(f"{self._path}/{opener}/", self._page)
            app.router.add_get(f"{self._path}/{opener}/state", self._state)
            app.router.add_get(f"{self._path}/{opener}/{{kind:board|hand|tableau}}", self._picture)
        table = f"{self._path}/t/{{table}}/{{mark}}"
        app.router.add_get(f"{table}/turn/{{turn:\\d{{1,6}}}}", self._turn)
        app.router.add_get(f"{table}/turn/{{turn:\\d{{1,6}}}}/board", self._turn_picture)
        app.router.add_get(f"{table}/film", self._film)
        app.router.add_get(f"{self._static}/{{name}}", self._file)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer for errors, without a word of what was asked for in the log: an address is a secret."""
        try:
            answer = await handler(request)
        except web.HTTPException as error:
            answer = self._sorry(request, error.status)
        except _GONE:
            answer = self._sorry(request, 404)
        except (*_LATER, TooBusy):
            answer = self._sorry(request, 503)
        except TableError as error:
            log.warning("A page could not be answered: %s", type(error).__name__)
            answer = self._sorry(request, 404)
        except Exception:
            log.exception("A page could not be answered")
            answer = self._sorry(request, 500)
        answer.headers.update(_HEADERS)
        answer.headers.setdefault("Cache-Control", NOT_KEPT)
        return answer

    def _sorry(self, request: web.Request, status: int) -> web.Response:
        localizer = Localizer(_language(request))
        said = {
            404: T("There is no board at this address."),
            410: T("This address was for one hour. Open the board from your panel once more."),
        }.get(status, T("This cannot be shown just now. Please try again in a moment."))
        page = plain_page(localizer.words.say(said), self._static, localizer.language)
        answer = web.Response(text=page, content_type="text/html", status=status)
        if status == 503:
            answer.headers["Retry-After"] = "10"
        return answer

    async def _opened(self, request: web.Request) -> _Opened:
        """Load what an address opens.

        Raises:
            web.HTTPNotFound: it opens nothing. web.HTTPGone: it did.
            Otherwise as `Tables.game`.

        """
        tables, match = self._client.tables, request.match_info
        if "ticket" not in match:
            return _Opened(await tables.game(self._table(match)), None)
        ticket = self._links.ticket(match["ticket"])
        if ticket is None:
            raise web.HTTPNotFound
        if ticket.until <= self._client.now():
            raise web.HTTPGone
        live = await tables.game(ticket.table_id)
        if live.seat_of(ticket.user_id) != ticket.seat:  # somebody else sits there now
            raise web.HTTPGone
        return _Opened(live, ticket.seat)

    def _table(self, match: Mapping[str, str]) -> int:
        """The table of an address, which nobody can guess: it is looked for only if the mark is right."""
        number = match["table"]
        if not (number.isascii() and number.isdecimal() and len(number) <= 18 and not number.startswith("0")):
            raise web.HTTPNotFound
        if not self._links.opens(int(number), match["mark"]):
            raise web.HTTPNotFound
        return int(number)

    async def _page(self, request: web.Request) -> web.Response:
        opened = await self._opened(request)
        live = opened.live
        localizer = Localizer(_language(request), live.info.names)
        label = localizer.label
        kinds = [("board", label(T("Board")))]
        note = ""
        if opened.seat is not None:
            kinds.append(("tableau", label(T("My tableau"))))
            if live.game.info.hands:
                kinds.append(("hand", label(hand_label(live.game))))
            note = localizer.words.say(
                T(
                    "This is what {who} sees. Do not pass the address on; it is good for one hour.",
                    who=player(opened.seat),
                )
            )
        title = label(title_of(live.info, self._client.games))
        players = ", ".join(map(localizer.label, map(player, range(len(live.info.players)))))
        page = board_page(title, players, localizer, self._static, kinds, note)
        return web.Response(text=page, content_type="text/html")

    async def _state(self, request: web.Request) -> web.Response:
        opened = await self._opened(request)
        live = opened.live
        said = table_said(live, Localizer(_language(request), live.info.names), opened.seat)
        if opened.seat is None and live.info.phase == "finished":
            try:
                last = await self._past(live.info.id)
                said["turns"] = {"first": last.first, "last": last.last}
            except HistoryClosed:  # its rules are no longer ours: the end is seen all the same
                pass
        return web.json_response(said)

    async def _picture(self, request: web.Request) -> web.Response:
        opened = await self._opened(request)
        live, seat, kind = opened.live, opened.seat, request.match_info["kind"]
        if kind != "board" and (seat is None or (kind == "hand" and not live.game.info.hands)):
            raise web.HTTPNotFound
        if live.info.game not in PICTURES:
            raise web.HTTPNotFound
        language = _language(request)
        mark = mark_of(live, seat)
        drawn = await self._pictures.draw(
            (live.info.id, seat, kind, mark, language), draw_job(live, kind, seat, language)
        )
        return self._drawn(drawn, for_good=request.query.get("v") == mark)

    async def _turn(self, request: web.Request) -> web.Response:
        info, number = await self._over(request)
        past = await self._past(info.id, number)
        return web.json_response(past_said(past, Localizer(_language(request), info.names)))

    async def _turn_picture(self, request: web.Request) -> web.Response:
        info, number = await self._over(request)
        if info.game not in PICTURES:
            raise web.HTTPNotFound
        past = await self._past(info.id, number)
        language = _language(request)
        key = (info.id, "turn", number, info.revision, language)
        drawn = await self._pictures.draw(key, draw_job(past.live, "board", None, language))
        return self._drawn(drawn, for_good=False)

    async def _past(self, table_id: int, number: int | None = None) -> Past:
        """A game as it was after a turn; raises as `History.at`, and TooBusy."""
        async with self._replaying():
            return await self._client.tables.history.at(table_id, NOBODY, number)

    @asynccontextmanager
    async def _replaying(self) -> AsyncIterator[None]:
        """Wait until nothing is replayed for another page.

        Raises:
            TooBusy: too many pages wait.

        """
        if self._replays >= MAX_REPLAYS:
            raise TooBusy
        self._replays += 1
        try:
            async with self._one_replay:
                yield
        finally:
            self._replays -= 1

    async def _over(self, request: web.Request) -> tuple[TableInfo, int]:
        """The table of an address, whose game is over, and the turn that is asked for."""
        info = await self._client.tables.lobby.info(self._table(request.match_info))
        if info.phase != "finished":
            raise web.HTTPNotFound
        return info, int(request.match_info["turn"])

    async def _film(self, request: web.Request) -> web.Response:
        key = table_id, language = self._table(request.match_info), _language(request)
        if key not in self._films and len(self._films) >= MAX_FILMS:
            raise TooBusy
        self._films[key] += 1
        try:
            async with self._replaying():
                reel = await self._client.tables.history.reel(table_id, MAX_FRAMES)
            films = self._client.films
            if not films.has_film(reel.info.game):
                raise web.HTTPNotFound
            return self._drawn(await films.begin(reel, language).within(LONGEST_FILM), for_good=False)
        finally:
            self._films[key] -= 1
            self._films += Counter()  # those that nobody waits for any more are gone

    @staticmethod
    def _drawn(drawn: Drawn | None, *, for_good: bool) -> web.Response:
        if drawn is None:
            raise TooBusy
        kind = _TYPES[drawn.name.rpartition(".")[2]]
        headers = {"Picture-Alt": quote(drawn.alt[:MAX_ALT]), "Cache-Control": FOR_GOOD if for_good else NOT_KEPT}
        return web.Response(body=drawn.data, content_type=kind, headers=headers)

    @staticmethod
    async def _file(request: web.Request) -> web.Response:
        if request.match_info["name"] not in STATIC:
            raise web.HTTPNotFound
        kind, data = STATIC[request.match_info["name"]]
        return web.Response(
            body=data,
            content_type=kind,
            charset="utf-8",
            headers={"Cache-Control": "public, max-age=31536000, immutable"},
        )


def _without_addresses(record: logging.LogRecord) -> bool:
    """Leave of an error in the server's log only what kind it is."""
    kind = record.exc_info[0] if record.exc_info else None
    record.msg, record.args = "A request could not be answered: %s", ("" if kind is None else kind.__name__,)
    record.exc_info = record.exc_text = record.stack_info = None
    return True


server_log.addFilter(_without_addresses)


def _language(request: web.Request) -> str:
    """The language of a page: as its script asks, else as the browser does."""
    asked = request.query.get("lang", "")
    if asked in LANGUAGES:
        return asked
    return language_of(request.headers.get("Accept-Language", "").split(",")[0].strip().lower())


@asynccontextmanager
async def serve_web(client: App, base: str, host: str, port: int) -> AsyncIterator[None]:
    """Serve boards at a port of this machine, to be reached at the public address `base`; empty: nothing is served.

    Raises:
        BadSettings: the port cannot be opened.

    """
    if not base:
        yield
        return
    links = await web_links(client, base)
    runner = web.AppRunner(
        BoardPages(client, links).application(),
        access_log=None,
        logger=server_log,
        shutdown_timeout=_SECONDS_TO_CLOSE,
    )
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise BadSettings(f"Port {port} for boards on the web cannot be opened: {error.strerror}.") from None
        client.web_links = links
        yield
    finally:
        client.web_links = None
        try:
            async with asyncio.timeout(2 * _SECONDS_TO_CLOSE):
                await runner.cleanup()
        except TimeoutError:
            log.warning("Pages were still being sent at the end")
