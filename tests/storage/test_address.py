"""DATABASE_URL is read with care and told without its credentials."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from asyncpg import connect_utils
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import text as sql

from storage import engine
from storage.address import Address
from storage.errors import BadUrl, StoreError, UnreachableDatabase
from storage.libpq import SSL_MODES
from storage.store import Store
from tests.databases import Server

PASSWORD = "hunter2hunter2"  # noqa: S105 - the secret that must not show
TLS_REQUEST = struct.pack("!ll", 8, 80877103)


def _understood(text: str) -> Any:
    """What asyncpg makes of an address: its servers and parameters."""
    wanted = dict(Address.parse(text).arguments)
    wanted.pop("timeout", None)
    names = ("dsn", "host", "port", "user", "password", "passfile", "database", "ssl", "service", "servicefile")
    more = ("direct_tls", "server_settings", "target_session_attrs", "krbsrvname", "gsslib")
    wanted.pop("statement_cache_size", None)
    return connect_utils._parse_connect_dsn_and_args(**{**dict.fromkeys((*names, *more)), **wanted})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("sqlite:///orrery.db", "orrery.db"),
        ("sqlite+aiosqlite:////var/lib/orrery.db", "/var/lib/orrery.db"),
        (f"postgres://me:{PASSWORD}@db.example:6543/games", "db.example:6543/games"),
        (f"postgresql://me:{PASSWORD}@db.example/games", "db.example:5432/games"),
        (f"postgresql+asyncpg://me:{PASSWORD}@/games?host=/run/pg", "/run/pg:5432/games"),
        (f" PostgreSQL://me:{PASSWORD}@db.example/games\n", "db.example:5432/games"),
        (f"postgresql://me:{PASSWORD}@one:1,two:2,three/games", "one:1,two:2,three:5432/games"),
        (f"postgresql://me:{PASSWORD}@one,two/games?port=7", "one:7,two:7/games"),
        (f"postgresql://me:{PASSWORD}@one,two/games?port=7,8", "one:7,two:8/games"),
        ("postgresql:///games?host=one:1&host=two:2", "one:1,two:2/games"),
        ("postgresql://me@[2001:db8::1]:6543/games", "[2001:db8::1]:6543/games"),
        ("postgresql://%2Frun%2Fpg/games", "/run/pg:5432/games"),
        ("postgresql:///games", "localhost:5432/games"),
        ("postgresql:///games?port=7", "localhost:7/games"),
        (f"postgresql://db/?dbname=games&user=me&password={PASSWORD}", "db:5432/games"),
    ],
)
def test_an_address_is_told_without_user_and_password(text: str, shown: str) -> None:
    address = Address.parse(text)
    assert str(address) == shown
    assert PASSWORD not in repr(address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "orrery.db",
        "sqlite://",
        "sqlite://orrery.db",
        "sqlite:///:memory:",
        "sqlite:///a\0b",
        "sqlite:///orrery.db?mode=ro",
        f"mysql://me:{PASSWORD}@host/games",
        f"postgresql:me:{PASSWORD}@host/games",
        f"postgresql://me:{PASSWORD}@host",
        f"postgresql://me:{PASSWORD}@host:many/games",
        f"postgresql://me:{PASSWORD}@host:0/games",
        f"postgresql://me:{PASSWORD}@host:5432:5432/games",
        f"postgresql://me:{PASSWORD}@one,,two/games",
        f"postgresql://me:{PASSWORD}@one,two/games?port=1,2,3",
        f"postgresql://me:{PASSWORD}@host/games?sslmode={PASSWORD}",
        f"postgresql://me:{PASSWORD}@host/games?sslmode=require&sslrootcert=system",
        f"postgresql://me:{PASSWORD}@host/games?gssencmode=require",
        f"postgresql://me:{PASSWORD}@host/games?connect_timeout=soon",
        f"postgresql://me:{PASSWORD}@host/games?target_session_attrs=any-of-them",
        f"postgresql://me:{PASSWORD}@host/games?{PASSWORD}",
        f"postgresql://me:12?{PASSWORD}=@host/games",
        f"postgresql://me:12/{PASSWORD}@host/games",
        f"postgresql://me:12@{PASSWORD}/@host/games",
        f"postgresql://me:{PASSWORD}@host/games%0A",
        f"postgresql://me:{PASSWORD}%00@host/games",
        f"://me:{PASSWORD}",
    ],
)
def test_a_bad_address_is_one_clear_line_without_password(text: str) -> None:
    with pytest.raises(BadUrl) as told:
        Address.parse(text)
    message = str(told.value)
    assert message.startswith("DATABASE_URL ")
    assert "\n" not in message
    assert PASSWORD not in message


def test_a_key_that_is_not_known_is_named_but_not_its_value() -> None:
    with pytest.raises(BadUrl, match="“schema”") as told:
        Address.parse(f"postgresql://me@host/games?sslmode=require&schema={PASSWORD}")
    assert PASSWORD not in str(told.value)


def test_special_characters_are_read_where_they_are_written_as_codes() -> None:
    name, password, database = "a@b:c", "p/?#@&=%'\"\\ ü", "my games"
    _, told = _understood(f"postgresql://{quote(name, safe='')}:{quote(password, safe='')}@host/{quote(database)}")
    assert (told.user, told.password, told.database) == (name, password, database)


@pytest.mark.parametrize("mode", SSL_MODES)
def test_every_sslmode_means_what_libpq_means_by_it(mode: str, tmp_path: Path) -> None:
    certificates = Path(ssl.get_default_verify_paths().cafile or "")
    if not certificates.is_file():
        pytest.skip("no certificates on this machine")
    written = f"postgresql://me@host/games?sslmode={mode}"
    if mode.startswith("verify"):
        written += f"&sslrootcert={quote(str(certificates))}"
    _, told = _understood(written)
    if mode == "disable":
        assert told.ssl is False
        return
    assert told.ssl.verify_mode is (ssl.CERT_REQUIRED if mode.startswith("verify") else ssl.CERT_NONE)
    assert told.ssl.check_hostname is (mode == "verify-full")


def test_what_is_written_behind_the_question_mark_reaches_the_driver() -> None:
    written = (
        "postgresql://me@one,two/games?target_session_attrs=read-write&options=endpoint%3Dcool-1&connect_timeout=7"
        "&statement_cache_size=0&prepared_statement_cache_size=0"
        "&channel_binding=require&gssencmode=prefer&keepalives=1&client_encoding=UTF8"
    )
    addresses, told = _understood(written)
    assert addresses == [("one", 5432), ("two", 5432)]
    assert told.target_session_attrs.value == "read-write"
    assert told.server_settings == {"options": "endpoint=cool-1", "application_name": "orrery"}
    address = Address.parse(written)
    assert (address.arguments["timeout"], address.arguments["statement_cache_size"]) == (7, 0)
    assert address.cached_statements == 0
    assert _understood("postgresql://me@h/games?application_name=mine")[1].server_settings == {
        "application_name": "mine"
    }


def test_other_libraries_words_for_tls_are_known() -> None:
    for written, wanted in (("true", "require"), ("false", "disable"), ("prefer", "prefer")):
        assert Address.parse(f"postgresql://h/games?ssl={written}").arguments["dsn"].endswith(f"sslmode={wanted}")


def test_the_certificates_of_the_system_check_the_name_as_well() -> None:
    _, told = _understood("postgresql://h/games?sslmode=verify-full&sslrootcert=system")
    assert told.ssl.check_hostname
    assert told.ssl.verify_mode is ssl.CERT_REQUIRED


@contextlib.asynccontextmanager
async def _server(answer: bytes) -> AsyncIterator[tuple[int, list[bytes]]]:
    """Something that answers like a server without TLS (``N``), and hangs up; gives its port and what it was sent."""
    heard: list[bytes] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            first = await reader.read(8)
            heard.append(first)
            if first == TLS_REQUEST:
                writer.write(answer)
                heard.append(await reader.read(8))
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], heard


@pytest.mark.parametrize(
    ("mode", "asks", "goes_on"), [("disable", False, True), ("prefer", True, True), ("require", True, False)]
)
async def test_a_server_without_tls_gets_no_password_where_tls_is_required(
    mode: str, asks: bool, goes_on: bool
) -> None:
    async with _server(b"N") as (port, heard):
        with pytest.raises(UnreachableDatabase) as told:
            await Store.open(f"postgresql://me:{PASSWORD}@127.0.0.1:{port}/games?sslmode={mode}")
    assert (heard[0] == TLS_REQUEST) is asks
    said = [one for one in heard if one not in (TLS_REQUEST, b"")]
    assert bool(said) is goes_on
    assert ("no TLS" in str(told.value)) is (mode == "require")


async def test_a_certificate_that_is_not_there_is_told(tmp_path: Path) -> None:
    written = f"postgresql://me:{PASSWORD}@127.0.0.1:9/games?sslmode=verify-full&sslrootcert={tmp_path}/none.crt"
    with pytest.raises(UnreachableDatabase) as told:
        await Store.open(written)
    assert "No such file" in str(told.value)


@pytest.mark.parametrize("mode", ["prefer", "allow", "disable"])
async def test_a_hosters_address_opens_a_database(postgres: Server | None, postgres_url: str, mode: str) -> None:
    store = await Store.open(
        f"{postgres_url}&sslmode={mode}&channel_binding=prefer&connect_timeout=9&application_name=o"
    )
    async with store.reading() as session:
        assert (await session.exec(sql("SHOW application_name"))).scalar_one() == "o"  # type: ignore[call-overload]
    await store.close()


def _told(text: str) -> str:
    """What is told of an address, right or wrong."""
    try:
        address = Address.parse(text)
    except BadUrl as error:
        return str(error)
    return "" if address.is_sqlite else f"{address} {address!r} {address.url!r}"  # a file is called as it is called


SECRETS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=6, max_size=20)
KEYS = st.sampled_from(["sslmode", "host", "port", "connect_timeout", "ssl", "schema", "options", "sslrootcert", "x"])


@given(SECRETS, st.text(max_size=8), st.text(max_size=8), st.lists(st.tuples(KEYS, st.text(max_size=8)), max_size=3))
@example("p@ss/w?rd#1", "h", "d", [])
def test_no_address_leads_to_anything_but_one_line_without_its_password(
    secret: str, host: str, database: str, more: list[tuple[str, str]]
) -> None:
    secret = f"{secret}·{PASSWORD}"
    query = "&".join(f"{key}={value}" for key, value in more)
    for written in (quote(secret, safe=""), secret):  # as it should be written, and as people do
        for text in (
            f"postgresql://me:{written}@{host}/{database}?{query}",
            f"postgresql://{host}/{database}?password={written}&{query}",
            f"postgres:{written}",
            f"sqlite://me:{written}@{host}/{database}",
            f"me:{written}@{host}/{database}",
        ):
            told = _told(text)
            assert PASSWORD not in told, text
            assert "\n" not in told


@given(st.text(max_size=40), st.text(max_size=40))
async def test_no_address_is_a_traceback_when_the_database_is_opened(rest: str, query: str) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine, "SECONDS_TO_CONNECT", 0.05)
        patched.setattr("asyncpg.connect_utils._connect_addr", _nowhere)
        for text in (f"postgresql://{rest}", f"postgresql://me@127.0.0.1:9/games?{query}", rest):
            if not text.startswith("sqlite"):
                with pytest.raises(StoreError) as told:
                    await Store.open(text)
                assert "\n" not in str(told.value)


async def _nowhere(**_: object) -> None:
    raise ConnectionRefusedError(111, "Connect call failed")


async def test_no_log_line_of_opening_a_database_holds_its_password(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(UnreachableDatabase):
        await Store.open(f"postgresql://me:{PASSWORD}@127.0.0.1:9/games?sslmode=require")
    assert PASSWORD not in caplog.text
