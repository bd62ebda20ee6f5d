"""The command line: what is wrong is one line and an exit code, never a traceback."""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import PERMISSIONS
from bot.settings import read_settings
from storage import tables
from storage.address import Address
from storage.file_lock import FileLock
from storage.schema import Preference
from storage.store import Store

ROOT = Path(__file__).parents[3]
TOKEN = base64.b64encode(b"123456789012345678").decode().rstrip("=") + ".abcdef.ghijklmnop"


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder, with no settings around."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("ORRERY_") or name in ("DISCORD_TOKEN", "DATABASE_URL"):
            monkeypatch.delenv(name)


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line of complaint."""
    said = capsys.readouterr().err
    assert said.startswith("orrery: ")
    assert said.count("\n") == 1
    return said


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Orrery ")


def test_the_invitation_asks_for_the_least(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main(["invite"]) == 0
    link = capsys.readouterr().out.strip()
    assert "client_id=123456789012345678" in link
    assert f"permissions={PERMISSIONS.value}" in link
    assert "scope=bot+applications.commands" in link
    assert not PERMISSIONS.administrator
    assert not PERMISSIONS.manage_messages


@pytest.mark.parametrize("command", [[], ["invite"]])
def test_a_missing_token_is_told(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 2
    assert "There is no token" in complaint(capsys)


def test_a_set_of_components_that_is_wrong_is_told_with_its_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("ORRERY_CIRCADIANS_SET", str(tmp_path / "own.json"))
    assert main([]) == 2
    assert "ORRERY_CIRCADIANS_SET" in complaint(capsys)
    data = (ROOT / "rules/circadians/data/orrery.json").read_text(encoding="utf-8")
    (tmp_path / "own.json").write_text(data.replace('"id": "item-4"', '"id": "item-3"'), encoding="utf-8")
    assert main([]) == 2
    assert "own.json: items item-3: stands twice" in complaint(capsys)


def test_what_is_no_token_is_told_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "mysecretpassword")
    assert main([]) == 2
    said = complaint(capsys)
    assert "not a bot's token" in said
    assert "mysecretpassword" not in said


@pytest.mark.parametrize("token", [f"{TOKEN} # mine", f"{TOKEN}.", TOKEN.rpartition(".")[0] + ".", "tökén.a.b"])
def test_a_token_with_something_beside_it_is_told(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert main(["invite"]) == 2
    assert "not a bot's token" in complaint(capsys)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "gaia"], "--game is for a table on this machine: add --local."),
        (["--robots", "0"], "--robots is for a table on this machine: add --local."),
        (["--learn"], "--learn is for a table on this machine: add --local."),
        (["--local", "--learn", "--robots", "1"], "--learn opens no table yet; it does not go with --robots."),
        (["invite", "--port", "8000"], "--port is for a table on this machine: add --local."),
        (["invite", "--local"], "--local serves a table; it does not go with invite."),
        (["backup", "kept", "--overwrite"], "--overwrite is for restore alone."),
        (["invite", "kept"], "invite takes no file."),
        (["check", "kept"], "check takes no file."),
        (["--local", "--health", "8000"], "--health is for the bot on Discord."),
        (["--health", "80000"], "--health 80000 is no port"),
    ],
)
def test_an_argument_that_means_nothing_here_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in complaint(capsys)


def test_an_unwritable_database_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/nowhere/orrery.sqlite3")
    assert main([]) == 3
    assert "does not exist" in complaint(capsys)


def test_a_second_bot_on_the_same_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    right = FileLock(Address.parse(f"sqlite:///{tmp_path}/orrery.sqlite3"))
    try:
        assert main([]) == 3
        assert "orrery.sqlite3 is used by an Orrery that is running" in complaint(capsys)
    finally:
        right.release()


def test_wrong_shards_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("ORRERY_SHARDS", "4-7/8")
    assert main([]) == 2
    assert "ORRERY_SHARDS leaves shards to other processes" in complaint(capsys)
    monkeypatch.setenv("ORRERY_SHARDS", "0-8/8")
    assert main([]) == 2
    assert "the shards of 8 are 0 to 7" in complaint(capsys)


def test_a_wrong_database_address_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "mysql://root:hunter2@localhost/x")
    assert main([]) == 3
    assert "hunter2" not in complaint(capsys)


def test_tables_are_backed_up_and_put_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/orrery.sqlite3")

    async def keep() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/orrery.sqlite3")
        async with store.writing() as session:
            await tables.prefer(session, Preference(user_id=5))
        await store.close()

    asyncio.run(keep())
    assert main(["backup", "kept"]) == 0
    assert "Everything is kept in kept." in capsys.readouterr().out
    assert main(["backup", "kept"]) == 3
    assert "exists already" in complaint(capsys)
    assert main(["restore", "kept"]) == 3
    assert "--overwrite" in complaint(capsys)
    assert main(["restore", "kept", "--overwrite"]) == 0
    assert main(["restore", "--overwrite", "kept"]) == 0
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/fresh.sqlite3")
    assert main(["restore", "kept"]) == 0
    with closing(sqlite3.connect(tmp_path / "fresh.sqlite3")) as fresh:
        assert fresh.execute("SELECT user_id FROM preference").fetchall() == [(5,)]


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_missing_file_name_is_told(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command]) == 2
    assert f"python -m bot {command} FILE" in complaint(capsys)


def test_a_missing_package_for_the_local_table_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.__main__.find_spec", lambda _: None)
    assert main(["--local"]) == 5
    assert "simcord" in complaint(capsys)


def test_a_taken_port_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["--local", "--port", str(port)]) == 5
    assert f"Port {port} is taken" in complaint(capsys)


def test_a_port_that_is_forbidden_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    async def forbid(*_: object) -> None:
        raise PermissionError(13, "error while attempting to bind on address ('127.0.0.1', 80): permission denied")

    monkeypatch.setattr("aiohttp.web.TCPSite.start", forbid)
    assert main(["--local", "--port", "80"]) == 5
    assert "Port 80 is not for you to open" in complaint(capsys)


def test_a_local_table_is_served_and_stops_when_told(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", "--local", "--robots", "1", "--language", "de"]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as served:
        assert served.stdout is not None
        line = served.stdout.readline()
        assert line.startswith("Open http://127.0.0.1:"), served.communicate()
        time.sleep(0.2)
        served.send_signal(signal.SIGTERM)
        _, errors = served.communicate(timeout=30)
    assert served.returncode == 0
    assert "Traceback" not in errors


def test_a_message_is_one_line_whatever_is_in_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ORRERY_PICTURES", "cray\nons")
    assert main([]) == 2
    assert "“cray ons”" in complaint(capsys)


def test_everything_is_kept_where_the_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    monkeypatch.setenv("ORRERY_DATA", "kept")
    assert main(["invite"]) == 0
    asyncio.run(_opened())
    assert (tmp_path / "kept" / "orrery.sqlite3").is_file()
    assert main(["backup", "copy"]) == 0
    assert not (tmp_path / "orrery.sqlite3").exists()


async def _opened() -> None:
    await (await Store.open(read_settings().database_url)).close()
