"""The log: lines or JSON, with the table that they are about, each thing once, and no secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot.process.logs import OURS, redacted, set_up_logging
from bot.tables.core.errors import DatabaseAway
from bot.tables.core.log_context import at_table
from storage.errors import StoreAway
from tests.bot.world import World

LONG = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.abcdefghijklmnopqrstuvwxyz01234567"


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    kept = root.level, list(root.handlers)
    yield
    root.setLevel(kept[0])
    root.handlers[:] = kept[1]
    for package in (*OURS, "apscheduler", "alembic.runtime.plugins"):
        logging.getLogger(package).setLevel(logging.NOTSET)


def written(form: str = "text", level: int = logging.INFO) -> io.StringIO:
    out = io.StringIO()
    set_up_logging(level, form, out)
    return out


def objects(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_others_libraries_never_log_what_passes_through_them() -> None:
    """At DEBUG they write private replies, tokens of interactions and rows with the keys of games."""
    root = logging.getLogger()
    kept = root.level, list(root.handlers)
    try:
        set_up_logging(logging.DEBUG)
        for talkative in (
            "discord.http",
            "discord.gateway",
            "discord.webhook.async_",
            "aiosqlite",
            "sqlalchemy.engine",
        ):
            assert not logging.getLogger(talkative).isEnabledFor(logging.DEBUG), talkative
        assert logging.getLogger("bot.delivery.poster").isEnabledFor(logging.DEBUG)
        set_up_logging(logging.WARNING)
        for name in ("discord.http", "bot.delivery.poster"):
            assert not logging.getLogger(name).isEnabledFor(logging.INFO)
    finally:
        root.setLevel(kept[0])
        root.handlers[:] = kept[1]
        for package in OURS:
            logging.getLogger(package).setLevel(logging.NOTSET)


def test_the_schedulertells_nothing_of_its_routine() -> None:
    written()
    assert not logging.getLogger("apscheduler.executors.default").isEnabledFor(logging.INFO)
    assert logging.getLogger("apscheduler.scheduler").isEnabledFor(logging.WARNING)


async def test_a_line_names_the_table_that_its_task_is_about() -> None:
    lines, log = written(), logging.getLogger("bot.delivery.poster")

    async def work(table: int) -> None:
        at_table(table, table * 10)
        await asyncio.sleep(0)
        log.warning("It could not be posted")

    await asyncio.gather(work(1), work(2))
    log.warning("Nothing in particular")
    log.warning("Told by whoever logs", extra={"table": 7})
    ends = [line.partition("WARNING bot.delivery.poster: ")[2] for line in lines.getvalue().splitlines()]
    assert ends == [
        "It could not be posted [table 1, revision 10]",
        "It could not be posted [table 2, revision 20]",
        "Nothing in particular",
        "Told by whoever logs [table 7]",
    ]


def test_lines_of_json_hold_what_programs_ask_for() -> None:
    out, log = written("json"), logging.getLogger("bot.commands.context")
    log.info("Two\nlines of “%s”", "ä", extra={"table": 3, "revision": 4})
    try:
        raise ValueError("wrong")  # noqa: TRY301 - what is logged
    except ValueError:
        log.exception("It failed")
    first, second = objects(out)
    assert first.pop("time").endswith("+00:00")
    assert first == {
        "level": "INFO",
        "logger": "bot.commands.context",
        "message": "Two\nlines of “ä”",
        "table": 3,
        "revision": 4,
    }
    assert second["exception"].startswith("Traceback")
    assert second["exception"].endswith("ValueError: wrong")


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_fails_as_the_database_is_away_is_left_to_the_store(form: str) -> None:
    out, log = written(form), logging.getLogger("bot.delivery.poster")
    for _ in range(100):
        try:
            try:
                raise StoreAway("away")  # noqa: TRY301 - what is logged
            except StoreAway as error:
                raise DatabaseAway from error
        except DatabaseAway:
            log.exception("drain could not be done")
    assert out.getvalue() == ""


def test_a_connection_that_is_made_anew_is_one_line() -> None:
    out, log = written(), logging.getLogger("discord.shard")
    try:
        raise ConnectionRefusedError(111, "refused")  # noqa: TRY301 - what is logged
    except ConnectionRefusedError as error:
        log.error("Attempting a reconnect for shard ID %s in %.2fs", 0, 1.5, exc_info=error)  # noqa: TRY400 - as discord.py does
        log.exception("Failed to connect for shard_id: %s. Retrying...", 0)
    (line,) = out.getvalue().splitlines()
    assert line.endswith("WARNING discord.shard: Attempting a reconnect for shard ID 0 in 1.50s (Connection refused)")


@pytest.mark.parametrize(
    ("secret", "written"),
    [
        (LONG, f"Authorization: Bot {LONG}"),
        ("aW50ZXJhY3Rpb24", "POST https://discord.com/api/v10/webhooks/12/aW50ZXJhY3Rpb24/messages/@original"),
        ("aW50ZXJhY3Rpb24", "/interactions/12/aW50ZXJhY3Rpb24/callback"),
        ("hunter2", "postgresql://me:hunter2@host/games"),
    ],
)
def test_what_looks_like_a_secret_is_not_written(secret: str, written: str) -> None:
    said = redacted(written)
    assert "…" in said
    assert secret not in said


async def test_what_is_logged_of_a_press_names_its_table(world: World) -> None:
    seats = await world.seated(2)
    info = await world.tables.lobby.of_channel(world.channel.id)
    out = written("json")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=1)
    await seats[0].slash(world.channel, "play", move="3")
    await seats[1].slash(world.channel, "play", move="1")
    told = [one for one in objects(out) if one["logger"] == "bot.delivery.poster"]
    assert told
    assert {one.get("table") for one in told} == {info.id}
    assert all(one["revision"] > 0 for one in told)
