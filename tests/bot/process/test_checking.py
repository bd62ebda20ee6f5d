"""``python -m bot check``: a line for each thing that the bot needs, nothing changed, nothing asked of Discord."""

from __future__ import annotations

import asyncio
import importlib
import os
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from bot.__main__ import main
from bot.process import checking
from storage.store import Store
from tests.bot.service import TOKEN
from tests.databases import Server


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("ORRERY_") or name == "DATABASE_URL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("ORRERY_PICTURES", "off")


def found(capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[bool, str]]:
    """What was said, by what was looked at: whether it is well, and how it is."""
    said: dict[str, tuple[bool, str]] = {}
    for line in capsys.readouterr().out.splitlines():
        verdict, _, rest = line.partition(" ")
        name, _, text = rest.strip().partition(": ")
        said[name] = (verdict == "ok", text)
        assert TOKEN not in line
        assert "hunter2" not in line
    return said


def test_everything_is_well_before_the_first_start_and_nothing_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check"]) == 0
    said = found(capsys)
    assert [name for name, (well, _) in said.items() if not well] == []
    assert list(said) == ["versions", "settings", "token", "folder", "database", "fonts", "picture"]
    assert "is empty" in said["database"][1]
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_drawn_where_the_settings_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ORRERY_PICTURES", "threads")
    assert main(["check"]) == 0
    assert "drawn in threads" in found(capsys)["picture"][1]
    monkeypatch.setattr("rendering.pool.render", lambda _: 1 / 0)
    assert main(["check"]) == 1
    assert "none could be drawn" in found(capsys)["picture"][1]


@pytest.mark.parametrize(
    ("setting", "what", "code"),
    [
        ("DISCORD_TOKEN=mysecret", "token", 2),
        ("ORRERY_DRAWERS=none", "settings", 2),
        ("ORRERY_CIRCADIANS_SET=none.json", "settings", 2),
        ("DATABASE_URL=mysql://me:hunter2@host/games", "database", 3),
        ("DATABASE_URL=postgresql://me:hunter2@127.0.0.1:9/games", "database", 3),
        ("DATABASE_URL=sqlite:///nowhere/games", "database", 3),
    ],
)
def test_what_is_wrong_has_a_line_and_the_code_of_a_start(
    setting: str, what: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name, _, value = setting.partition("=")
    monkeypatch.setenv(name, value)
    assert main(["check"]) == code
    said = found(capsys)
    assert [one for one, (well, _) in said.items() if not well] == [what]
    assert "mysecret" not in str(said)


def test_an_older_database_is_told_and_not_migrated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(opened(f"sqlite:///{tmp_path}/orrery.sqlite3"))
    assert main(["check"]) == 0
    assert "can be written" in found(capsys)["database"][1]
    with closing(sqlite3.connect("orrery.sqlite3")) as older:
        older.execute("UPDATE alembic_version SET version_num = '0006'")
        older.commit()
    assert main(["check"]) == 0
    assert "is of version 0006; a start brings it to" in found(capsys)["database"][1]
    with closing(sqlite3.connect("orrery.sqlite3")) as older:
        assert older.execute("SELECT version_num FROM alembic_version").fetchall() == [("0006",)]
        older.execute("UPDATE alembic_version SET version_num = '9999'")
        older.commit()
    assert main(["check"]) == 3
    assert "9999" in found(capsys)["database"][1]


async def opened(url: str) -> None:
    await (await Store.open(url)).close()


def test_a_database_that_another_program_holds_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(opened(f"sqlite:///{tmp_path}/orrery.sqlite3"))
    with closing(sqlite3.connect("orrery.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert main(["check"]) == 3
    assert "locked" in found(capsys)["database"][1]


def test_a_server_whose_user_may_only_read_is_told(
    postgres: Server | None, postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert postgres is not None
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    assert main(["check"]) == 0
    assert "is empty" in found(capsys)["database"][1]
    asyncio.run(opened(postgres_url))
    assert main(["check"]) == 0
    name = make_url(postgres_url).database
    postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert main(["check"]) == 3
    assert "ReadOnlySQLTransactionError" in found(capsys)["database"][1]


def test_the_check_asks_nobody(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def connect(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("socket.socket.connect", connect)
    monkeypatch.setattr("aiohttp.ClientSession._request", connect)
    assert main(["check"]) == 0


def test_the_program_can_be_called_by_its_name() -> None:
    project = tomllib.loads((Path(checking.__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, name = project["project"]["scripts"]["orrery"].partition(":")
    assert callable(getattr(importlib.import_module(module), name))
