"""A connection that is cut at any moment of a press: what is done, and that what is said of it is true."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from io import BytesIO
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.webhook.async_ import AsyncWebhookAdapter
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.commands import panel as panels
from bot.commands.context import Context
from bot.connection import replies
from bot.connection.replies import Arrival, reply_first
from bot.tables.core.data import Person
from bot.tables.core.errors import DatabaseAway
from storage.errors import MaybeKept, StoreAway
from tests.bot.delivery.test_channels import info_of
from tests.bot.faults import cut, lost_connections
from tests.bot.world import World, all_pages, components, reply, text_of

CALLBACK = "POST …/callback"
ORIGINAL = "PATCH …/messages/@original"

STANDS = {"en-US": "What you did stands", "de": "Was du getan hast, gilt"}
NOTHING = {"en-US": "nothing was changed", "de": "es wurde nichts geändert"}

errors = pytest.mark.parametrize("error", [*lost_connections(), BackendError(502, 0, "bad gateway")], ids=repr)
languages = pytest.mark.parametrize("language", ["en-US", "de"])


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait less between the tries."""
    monkeypatch.setattr(replies, "PAUSES", (0.01, 0.02, 0.03))


@pytest.fixture
def unexpected(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """See that nothing was logged with a traceback."""
    yield
    assert [one.getMessage() for one in caplog.records if one.exc_info or one.levelno >= logging.ERROR] == []


# The acknowledgement


@errors
@pytest.mark.parametrize("done", [True, False])
@pytest.mark.usefixtures("unexpected")
async def test_a_press_whose_acknowledgement_is_lost_is_done_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, done: bool
) -> None:
    seats = await world.seated(2)
    with cut(monkeypatch, CALLBACK, error, done=done) as lost:
        panel = reply(await seats[0].slash(world.channel, "play"))
    assert "Bid for the lot." in text_of(panel)
    with cut(monkeypatch, CALLBACK, error, done=done) as lost_too:
        await seats[0].select(panel, ["3"])
    assert len(lost) == len(lost_too) == 1
    assert "You chose: Bid 3" in text_of(panel)


@pytest.mark.usefixtures("unexpected")
async def test_what_another_process_has_acknowledged_is_left_to_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    before = await info_of(world)
    with cut(monkeypatch, CALLBACK, BackendError(400, 40060, "already acknowledged"), done=False):
        await seats[0].select(panel, ["3"])
    assert await info_of(world) == before
    assert "You chose" not in text_of(panel)


@pytest.mark.parametrize("code", [10062, 50001])
@pytest.mark.usefixtures("unexpected")
async def test_a_press_that_cannot_be_acknowledged_is_not_done(
    world: World, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    before = await info_of(world)
    with cut(monkeypatch, CALLBACK, BackendError(404, code, "unknown interaction"), done=False):
        await seats[0].select(panel, ["3"])
    assert await info_of(world) == before


@languages
@pytest.mark.usefixtures("unexpected")
async def test_a_press_found_to_have_arrived_too_late_is_refused_in_words_and_not_done(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    before = await info_of(world)
    monkeypatch.setattr(replies, "TOO_LATE", 0.0)
    with cut(monkeypatch, CALLBACK, TimeoutError(), done=True):
        said = text_of(reply(await seats[0].slash(world.channel, "play", move="3")))
    assert ("nothing was done. Please try again" if language == "en-US" else "es ist nichts geschehen") in said
    assert await info_of(world) == before


@errors
@pytest.mark.usefixtures("unexpected")
async def test_a_form_whose_answer_is_lost_opens(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    panel = reply(await world.ada.slash(world.channel, "me"))
    with cut(monkeypatch, CALLBACK, error, done=True):
        shown = await world.ada.click(panel, label="Time zone, quiet hours, vacation")
    assert shown.modal is not None


@errors
@pytest.mark.parametrize("times", [1, 99])
@pytest.mark.usefixtures("unexpected")
async def test_ways_to_go_on_whose_answer_is_lost_are_no_trouble(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, times: int
) -> None:
    seats = await world.seated(2)
    with cut(monkeypatch, CALLBACK, error, done=times == 1, times=times):
        offered = await seats[0].autocomplete(world.channel, "play", "move", "bid")
    assert ("Bid 3" in [one["name"] for one in offered]) == (times == 1)


class Stage:
    """A Discord on the loopback that does what it is told for each first reply: the real adapter speaks to it."""

    def __init__(self, *behaviours: str) -> None:
        self.behaviours = list(behaviours)
        self.acknowledged = False
        self.calls = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.calls += 1
        await request.read()
        behaviour = self.behaviours.pop(0) if self.behaviours else "fine"
        if behaviour == "gone":
            assert request.transport is not None
            request.transport.close()
        if behaviour in {"gone", "bad gateway"}:
            return web.Response(status=502, text="<html>")
        if self.acknowledged:
            refusal = b'{"code": 40060, "message": "already acknowledged"}'
            return web.Response(body=refusal, status=400, headers={"Content-Type": "application/json"})
        self.acknowledged = True
        if behaviour == "done and gone":
            assert request.transport is not None
            request.transport.close()
        if behaviour == "done but slow":
            await asyncio.sleep(4)
        if behaviour == "done, bad gateway":
            return web.Response(status=504, text="<html>")
        return web.Response(status=204)


@asynccontextmanager
async def staged(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[[], Awaitable[object]]]:
    """Serve it; gives how to send a first reply there with discord.py's own adapter."""
    application = web.Application()
    application.router.add_post("/{anything:.*}", stage.answer)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    adapter = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
    params = discord.http.MultipartParameters({"type": 5}, None, None)
    async with aiohttp.ClientSession() as session:
        yield lambda: adapter.create_interaction_response(1, "token", session=session, params=params)
    await runner.cleanup()


@pytest.mark.parametrize(
    "behaviour", ["fine", "gone", "done and gone", "done but slow", "bad gateway", "done, bad gateway"]
)
async def test_the_real_adapter_acknowledges_within_three_seconds_whatever_happens_to_its_first_try(
    monkeypatch: pytest.MonkeyPatch, behaviour: str
) -> None:
    stage = Stage(behaviour)
    begun = asyncio.get_running_loop().time()
    async with staged(stage, monkeypatch) as reply_:
        assert await reply_first(reply_) is Arrival.ARRIVED
        assert asyncio.get_running_loop().time() - begun < 3
    assert stage.acknowledged
    assert stage.calls == (1 if behaviour == "fine" else 2)


# The reply after it


@errors
@languages
@pytest.mark.usefixtures("unexpected")
async def test_a_reply_that_is_lost_once_is_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, language: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    panel = reply(await seats[0].slash(world.channel, "play"))
    with cut(monkeypatch, ORIGINAL, error, done=False) as lost:
        await seats[0].select(panel, ["3"])
    assert len(lost) == 1
    assert ("You chose" if language == "en-US" else "Deine Wahl") in text_of(panel)
    assert STANDS[language] not in text_of(panel)


@languages
@pytest.mark.parametrize("act", ["select", "typed", "undo", "back", "start"])
@pytest.mark.usefixtures("unexpected")
async def test_where_the_reply_is_lost_after_something_was_stored_the_panel_says_that_it_stands(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str, act: str
) -> None:
    world.locale = language
    if act == "start":
        await world.ada.slash(world.channel, "table new", game="toy")
        await world.ben.slash(world.channel, "table join")
        press, before = world.ada.slash, await info_of(world)
        with cut(monkeypatch, ORIGINAL, TimeoutError(), done=False, times=4):
            result = await press(world.channel, "table start")
    else:
        seats = await world.seated(2)
        await seats[0].slash(world.channel, "play", move="3")
        await seats[1].slash(world.channel, "play", move="1")
        await seats[0].slash(world.channel, "play", move="keep")
        panel = reply(await seats[0].slash(world.channel, "play"))
        before = await info_of(world)
        with cut(monkeypatch, ORIGINAL, TimeoutError(), done=False, times=4):
            if act == "select":
                result = await seats[0].click(panel, custom_id=code_of(panel, ":none:"))
            elif act == "typed":
                result = await seats[0].slash(world.channel, "play", move="-")
            elif act == "undo":
                result = await seats[0].slash(world.channel, "undo")
            else:
                result = await seats[0].click(panel, custom_id=code_of(panel, ":back:"))
    said = text_of(panel if act in {"select", "back"} else reply(result))
    assert STANDS[language] in said
    assert NOTHING[language] not in said
    assert ("Refresh" if language == "en-US" else "Aktualisieren") in said  # it is the panel
    assert (await info_of(world)).revision > before.revision


def code_of(panel: Any, verb: str) -> str:
    """Find the custom_id of the button that does this."""
    return next(str(one["custom_id"]) for one in components(panel) if verb in str(one.get("custom_id")))


@languages
async def test_an_error_after_something_was_stored_never_says_that_nothing_was_changed(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    seats = await world.seated(2)
    world.locale = language

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    before = await info_of(world)
    with monkeypatch.context() as faulty:
        faulty.setattr(panels, "begin_panel", broken)
        said = text_of(reply(await seats[0].slash(world.channel, "play", move="3")))
    assert STANDS[language] in said
    assert NOTHING[language] not in said
    assert "ode " in said  # the code under which it is logged
    assert (await info_of(world)).revision == before.revision + 1


@languages
async def test_an_error_before_anything_was_stored_says_that_nothing_was_changed(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    monkeypatch.setattr(world.tables, "answer", None)  # no function
    said = text_of(reply(await seats[0].slash(world.channel, "play", move="3")))
    assert NOTHING[language] in said


async def test_what_is_noted_by_the_way_is_no_change(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = await world.seated(2)
    monkeypatch.setattr(world.tables, "events", None)
    monkeypatch.setattr(Context, "person", property(lambda self: _renamed(self.interaction.user.id)))
    said = await all_pages(
        seats[0], reply(await seats[0].slash(world.channel, "log"))
    )  # notes the new name, and what was read
    assert "Zed" in (await info_of(world)).names
    assert "nothing was changed" in said


def _renamed(user_id: int) -> Person:
    return Person(user_id, "Zed")


@languages
@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("table new", {"game": "toy"}),
        ("table settings", {"option": "rewind", "value": "12"}),
        ("me", {"pictures": "small"}),
    ],
)
async def test_whatever_was_changed_the_reply_knows_it(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str, command: str, options: dict[str, str]
) -> None:
    if command == "table settings":
        await world.seated(2)
    world.locale = language
    with cut(monkeypatch, ORIGINAL, aiohttp.ServerDisconnectedError(), done=False, times=4):
        said = text_of(reply(await world.ada.slash(world.channel, command, **options)))
    assert STANDS[language] in said


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (404, 10015), (404, 10008), (401, 50027)])
@pytest.mark.usefixtures("unexpected")
async def test_a_reply_for_which_there_is_no_place_any_more_is_a_line_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    seats = await world.seated(2)
    with cut(monkeypatch, ORIGINAL, BackendError(status, code, "gone"), done=False, times=99) as lost:
        await seats[0].slash(world.channel, "play", move="3")
    assert len(lost) == 1
    assert [one.getMessage() for one in caplog.records if str(code) in one.getMessage()] == [
        f"A reply could not be sent: {status} {code}"
    ]
    assert (await info_of(world)).players[0].since is None


@pytest.mark.usefixtures("unexpected")
async def test_a_sentence_beside_a_panel_comes_again_where_it_was_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    really = router.dispatch
    lost: list[str] = []

    def dispatch(backend: Any, method: str, path: str, **more: Any) -> Any:
        if method == "POST" and path.startswith("/webhooks/") and not lost:
            lost.append(path)
            raise aiohttp.ServerDisconnectedError
        return really(backend, method, path, **more)

    monkeypatch.setattr(router, "dispatch", dispatch)
    result = await seats[0].click(panel, label="Board")
    assert lost
    assert [one.ephemeral for one in result.followups] == [True]


async def test_a_picture_is_sent_whole_at_the_second_try() -> None:
    again = replies.sendable([discord.File(BytesIO(b"picture"), "panel.webp", description="what it shows")])
    for _ in range(2):
        [one] = again()
        assert (one.fp.read(), one.filename, one.description) == (b"picture", "panel.webp", "what it shows")
        one.close()


# The database


@contextmanager
def commits_lost(world: World, monkeypatch: pytest.MonkeyPatch, *, kept: bool, away: bool = False) -> Iterator[None]:
    """Lose the answer to the next commit, and with `away` the database from there on."""
    really = world.store.writing
    reading = world.store.reading
    state = {"lost": False}

    @asynccontextmanager
    async def writing() -> AsyncIterator[Any]:
        if state["lost"]:
            if away:
                raise StoreAway("away")
            async with really() as session:
                yield session
            return
        async with really() as session:
            yield session
            if not kept:
                await session.rollback()
        state["lost"] = True
        raise MaybeKept("lost")

    @asynccontextmanager
    async def read() -> AsyncIterator[Any]:
        if state["lost"] and away:
            raise StoreAway("away")
        async with reading() as session:
            yield session

    with monkeypatch.context() as patched:
        patched.setattr(world.store, "writing", writing)
        patched.setattr(world.store, "reading", read)
        yield


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("typed", [True, False])
async def test_an_answer_of_which_it_is_not_known_whether_it_is_kept_is_found_out_to_be_and_counts_once(
    world: World, monkeypatch: pytest.MonkeyPatch, kept: bool, typed: bool
) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))
    before = await info_of(world)
    with commits_lost(world, monkeypatch, kept=kept):
        if typed:
            said = text_of(reply(await seats[0].slash(world.channel, "play", move="3")))
        else:
            await seats[0].select(panel, ["3"])
            said = text_of(panel)
    assert "You chose: Bid 3" in said
    assert "⚠️" not in said
    assert (await info_of(world)).revision == before.revision + 1


@pytest.mark.parametrize("kept", [True, False])
async def test_a_button_whose_answer_was_kept_unheard_counts_once_though_the_table_has_moved_on(
    world: World, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    seats = await world.seated(2)
    for seat, move in ((0, "3"), (1, "1")):
        await seats[seat].slash(world.channel, "play", move=move)
    panel = reply(await seats[0].slash(world.channel, "play"))
    before = await info_of(world)
    with commits_lost(world, monkeypatch, kept=kept):
        await seats[0].click(panel, label="Keep it")
    said = text_of(panel)
    assert "Drop a coin?" in said  # what was asked has no more to do with the button
    assert "⚠️" not in said
    assert "moved on" not in said
    assert (await info_of(world)).revision == before.revision + 1


@languages
@pytest.mark.parametrize("kept", [True, False])
async def test_where_that_cannot_be_found_out_it_is_said_that_it_is_not_known(
    world: World, monkeypatch: pytest.MonkeyPatch, kept: bool, language: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    await seats[0].slash(world.channel, "mine")  # notes the language, so that the next commit is the answer's
    with commits_lost(world, monkeypatch, kept=kept, away=True):
        said = text_of(reply(await seats[0].slash(world.channel, "play", move="3")))
    assert ("do not know whether" if language == "en-US" else "ich weiß nicht, ob es noch") in said
    assert ("Nothing happened" if language == "en-US" else "nichts geschehen") not in said


async def test_a_step_back_of_which_it_is_not_known_is_shown_with_the_table_as_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    for seat, move in ((0, "3"), (1, "1"), (0, "keep")):
        await seats[seat].slash(world.channel, "play", move=move)
    panel = reply(await seats[0].slash(world.channel, "play"))
    with commits_lost(world, monkeypatch, kept=True):
        await seats[0].click(panel, custom_id=code_of(panel, ":back:"))
    assert "do not know whether" in text_of(panel)
    assert "What do you do with the lot?" in text_of(panel)


@languages
async def test_a_database_that_goes_away_after_the_answer_is_stored_does_not_make_it_undone(
    world: World, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    seats = await world.seated(2)
    world.locale = language
    panel = reply(await seats[0].slash(world.channel, "play"))

    async def away(*_: object, **__: object) -> None:
        raise DatabaseAway

    before = await info_of(world)
    with monkeypatch.context() as broken:
        broken.setattr(world.tables.queries, "panel_at_once", lambda *_: None)  # as where others have answered since
        broken.setattr(world.tables.queries, "panel", away)
        result = await seats[0].select(panel, ["3"])
        said = text_of(reply(result))
    assert STANDS[language] in said
    assert ("Nothing happened" if language == "en-US" else "nichts geschehen") not in said
    assert (await info_of(world)).revision == before.revision + 1


async def test_what_comes_next_is_shown_though_the_database_goes_away_once_the_answer_is_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await world.seated(2)
    panel = reply(await seats[0].slash(world.channel, "play"))

    async def away(*_: object, **__: object) -> None:
        raise DatabaseAway

    with monkeypatch.context() as broken:
        broken.setattr(world.tables.queries, "panel", away)
        await seats[0].select(panel, ["3"])
    assert "You chose: Bid 3" in text_of(panel)
    assert "⚠️" not in text_of(panel)
