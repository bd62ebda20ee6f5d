"""What comes at an awkward time: a second press, robots that are quick, a clock that nobody can let expire."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import play
from bot.commands.context import Context
from bot.connection.traffic import Traffic
from bot.tables.core import answers
from bot.tables.core.data import Person, Played, fingerprint
from bot.tables.core.errors import Stuck
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.service import Tables
from bot.views.custom_ids import CustomId
from storage import outbox
from storage.store import Store
from tests.at_table import ANN, Clock, answer, open_tables, person_in, started
from tests.bot.second_process import poster
from tests.bot.world import components, open_world, reply, text_of

PATIENCE = 60.0
"""Seconds in which robots have answered, however busy the machine is."""


async def test_a_button_pressed_again_while_it_is_still_being_answered_counts_once_and_is_no_error(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await started(tables)
    await answer(tables, live.info.id, 1, "0")
    live = await answer(tables, live.info.id, 0, "3")
    prompt = live.prompt_of(0)
    assert prompt is not None
    shown: list[bool] = []

    async def go_on(_: Any, played: Played) -> None:
        shown.append(played.repeated)

    run = answers.run

    def slow(*given: Any, **more: Any) -> Any:  # robots that think, or a database that is busy
        time.sleep(0.3)
        return run(*given, **more)

    monkeypatch.setattr(play, "show_played", go_on)
    monkeypatch.setattr(answers, "run", slow)
    custom_id = CustomId("pick", live.info.id, live.revision, fingerprint(prompt), "0", live.step)

    async def press(after: float) -> None:
        await asyncio.sleep(after)
        context: Any = SimpleNamespace(tables=tables, user_id=person_in(live, 0), at=None)
        await play.press(context, custom_id)

    await asyncio.gather(press(0), press(0.1))
    assert shown == [False, True]


async def test_who_is_asked_again_by_robots_while_their_panel_is_drawn_sees_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UnitOfWork, "others_wait", lambda _: True)
    async with open_world(tmp_path, "gaia") as world:
        ada = world.ada
        await ada.slash(world.channel, "table new", game="gaia")
        info = await world.tables.lobby.of_channel(world.channel.id)
        await world.tables.robots.add(info.id, Person(ada.id, "Ada"))
        await ada.slash(world.channel, "table start")
        panel = reply(await ada.slash(world.channel, "play"))
        seat = (await world.tables.game(info.id)).seat_of(ada.id)
        assert seat is not None

        shown_drawn = Context.show_drawn
        unasked: list[bool] = []

        async def slow(*given: Any) -> None:
            """Draw until the robots have asked her again."""
            unasked.append((await world.tables.game(info.id)).prompt_of(seat) is None)
            async with asyncio.timeout(PATIENCE):
                while (await world.tables.game(info.id)).prompt_of(seat) is None:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            await shown_drawn(*given)

        monkeypatch.setattr(Context, "show_drawn", slow)
        button = next(one for one in components(panel) if ":pick:" in one.get("custom_id", ""))
        shown = await ada.click(panel, custom_id=button["custom_id"])
        await world.env.settle()
        assert unasked[0]  # the panel that was drawn slowly was one without a question
        assert "Nothing is asked of you now" not in text_of(shown)


async def test_a_clock_that_nothing_can_be_done_about_hides_no_later_time_from_the_scheduler(
    store: Store, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = open_tables(store, clock)
    live = await started(tables)
    await tables.clocks.configure(live.info.id, ANN, "clock", "hard")
    clock.move(hours=200)

    async def stuck(*_: Any) -> None:
        raise Stuck

    monkeypatch.setattr(tables.clocks, "_expire_one", stuck)
    named: list[datetime | None] = []
    scheduler: Any = SimpleNamespace(at=named.append)
    client: Any = SimpleNamespace(tables=tables, clock=clock, traffic=Traffic(), to_refresh=set(), to_put_in=set())
    worker = poster(client, scheduler, tmp_path / "said", 0)
    await worker.handle_due()
    await worker.drain()
    soon = clock.now + timedelta(minutes=1)
    async with tables._unit.writing() as session:
        payload = {"user": ANN.user_id, "seat": 0, "since": datetime.now(UTC).isoformat(), "via": "dm"}
        await outbox.put(session, live.info.id, "notice", payload, clock.now, due=soon)
    await worker.handle_due()
    await worker.drain()
    assert named[-1] is not None
    assert clock.now < named[-1] <= soon
