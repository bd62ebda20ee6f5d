"""Settings come from .env and the environment, and a wrong one is one clear line without secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.connection.shards import Shards
from bot.settings import BadSettings, Settings, read_settings


def test_the_defaults_need_no_file(tmp_path: Path) -> None:
    assert read_settings({}, tmp_path / ".env") == Settings()


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("# a comment\n\nDISCORD_TOKEN='from file'\nORRERY_DRAWERS=3\nORRERY_LOG_LEVEL=debug\n")
    settings = read_settings({"DISCORD_TOKEN": "from environment"}, file)
    assert settings.token == "from environment"  # noqa: S105 - no real one
    assert settings.drawers == 3
    assert settings.log_level_number == 10


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ORRERY_PICTURES", "crayons"),
        ("ORRERY_DRAWERS", "many"),
        ("ORRERY_DRAWERS", "0"),
        ("ORRERY_LOG_LEVEL", "LOUD"),
        ("ORRERY_LOG_FORMAT", "xml"),
        ("ORRERY_HEALTH_PORT", "0"),
        ("ORRERY_HEALTH_PORT", "65536"),
        ("ORRERY_HEALTH_PORT", "²"),
        ("ORRERY_DATA", "what?"),
    ],
)
def test_a_value_that_cannot_be_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name):
        read_settings({name: value}, tmp_path / ".env")


@pytest.mark.parametrize(
    ("text", "ids", "count"),
    [
        ("0-3/8", (0, 1, 2, 3), 8),
        ("2/8", (2,), 8),
        ("0,3/8", (0, 3), 8),
        ("7, 0-1 / 8", (0, 1, 7), 8),
        ("0/1", (0,), 1),
    ],
)
def test_a_process_may_take_some_shards_of_so_many(tmp_path: Path, text: str, ids: tuple[int, ...], count: int) -> None:
    settings = read_settings({"ORRERY_SHARDS": text, "DATABASE_URL": "postgresql://u@h/d"}, tmp_path)
    assert settings.shards == Shards(ids, count)


@pytest.mark.parametrize(
    "text", ["8/8", "0-8/8", "3-1/8", "0,0/8", "0-2,2/8", "0/0", "1", "/8", "0-3", "a/8", "-1/8", "0/99999", "٠/١"]
)
def test_shards_that_there_cannot_be_are_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadSettings, match=r"ORRERY_SHARDS is “.+”; .+\.") as told:
        read_settings({"ORRERY_SHARDS": text, "DATABASE_URL": "postgresql://u@h/d"}, tmp_path)
    assert "\n" not in str(told.value)


def test_a_part_of_the_shards_needs_a_database_that_can_be_shared(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="PostgreSQL"):
        read_settings({"ORRERY_SHARDS": "0-3/8"}, tmp_path)
    assert read_settings({"ORRERY_SHARDS": "0-7/8"}, tmp_path).shards is not None


def test_a_line_that_is_no_setting_is_named_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=x\nnonsense\n")
    with pytest.raises(BadSettings, match="line 2"):
        read_settings({}, file)


@pytest.mark.parametrize("line", ["export DISCORD_TOKEN=x", "\ufeffDISCORD_TOKEN=x", "DISCORD_TOKEN = x\r"])
def test_a_file_may_be_written_as_shells_and_editors_do(tmp_path: Path, line: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"{line}\n", encoding="utf-8")
    assert read_settings({}, file).token == "x"  # noqa: S105 - no real one


@pytest.mark.parametrize("line", ["DISCORD TOKEN=x", "=x", "DISCORD_TOKEN: x=y"])
def test_a_line_whose_name_is_none_is_told_and_not_repeated(tmp_path: Path, line: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"{line}\n")
    with pytest.raises(BadSettings, match="line 1 is not of the form NAME=value") as told:
        read_settings({}, file)
    assert line not in str(told.value)


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=x\n", encoding="utf-16")
    with pytest.raises(BadSettings, match="UTF-8"):
        read_settings({}, file)


def test_the_example_names_every_setting_and_can_be_read(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / ".env.example"
    assert read_settings({}, example) == Settings()
    for name in (
        "DISCORD_TOKEN",
        "DATABASE_URL",
        "ORRERY_PICTURES",
        "ORRERY_DRAWERS",
        "ORRERY_DATA",
        "ORRERY_HEALTH_PORT",
        "ORRERY_LOG_FORMAT",
        "ORRERY_LOG_LEVEL",
        "ORRERY_CIRCADIANS_SET",
        "ORRERY_SHARDS",
        "ORRERY_WEB",
        "ORRERY_WEB_HOST",
        "ORRERY_WEB_PORT",
    ):
        assert name in example.read_text()


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    settings = read_settings({"DISCORD_TOKEN": "very.secret", "DATABASE_URL": "postgresql://u:secret@h/d"}, tmp_path)
    assert "secret" not in repr(settings)


def test_a_folder_for_the_data_holds_the_database_and_more_settings(tmp_path: Path) -> None:
    here, there = tmp_path / ".env", tmp_path / "kept"
    there.mkdir()
    here.write_text(f"ORRERY_DATA={there}\nORRERY_DRAWERS=2\n")
    (there / ".env").write_text("DISCORD_TOKEN=x\nORRERY_DRAWERS=3\nORRERY_PICTURES=off\n")
    settings = read_settings({"ORRERY_PICTURES": "threads"}, here)
    assert (settings.data, settings.token) == (there, "x")
    assert (settings.drawers, settings.pictures) == (2, "threads")
    assert settings.database_url == f"sqlite+aiosqlite:///{there}/orrery.sqlite3"
    assert read_settings({"ORRERY_DATA": str(there), "DATABASE_URL": "sqlite:///x"}, here).database_url == "sqlite:///x"


def test_a_folder_for_the_data_that_is_not_there_says_nothing_more(tmp_path: Path) -> None:
    assert read_settings({"ORRERY_DATA": str(tmp_path / "none")}, tmp_path / ".env").data == tmp_path / "none"


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("DISCORD_TOKEN=", ""),
        ("DISCORD_TOKEN=x # the token", "x"),
        ("DISCORD_TOKEN=a#b", "a#b"),
        ('DISCORD_TOKEN="x # y"', "x # y"),
        ("DISCORD_TOKEN='C:\\new'", "C:\\new"),
        ("DISCORD_TOKEN=C:\\new", "C:\\new"),
        ("DISCORD_TOKEN=$HOME${HOME}", "$HOME${HOME}"),
    ],
)
def test_quotes_and_comments_are_read_as_usual_and_variables_are_not_put_in(
    tmp_path: Path, line: str, value: str
) -> None:
    file = tmp_path / ".env"
    file.write_text(f"{line}\n")
    assert read_settings({}, file).token == value


@pytest.mark.parametrize(
    ("text", "number"),
    [("\n\n# so far\nA=1\n\n  \nnonsense\n", 7), ("A=1\n\n\nB='open\n", 4), ("A='1\n2'\nnonsense\n\n=\n", 3)],
)
def test_a_wrong_line_after_blank_ones_is_named_by_its_own_number(tmp_path: Path, text: str, number: int) -> None:
    file = tmp_path / ".env"
    file.write_text(text)
    with pytest.raises(BadSettings, match=f"line {number} "):
        read_settings({}, file)
