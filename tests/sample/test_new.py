"""A new game is made of the sample in a copy of the project, keeps all its rules there, and is played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sample.new import COPIED, ROOT, Refused, Renaming, check

KEY = "moonrush"
FOLDERS = ("rules", "rendering", "storage", "bot", "benchmarks", "tests")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which a game was made."""
    root = tmp_path_factory.mktemp("project")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=_left_out)
    (root / "docs").mkdir()
    shutil.copy(ROOT / "pyproject.toml", root)
    said = run(root, "rules.new", KEY, "--title", "Moon Rush", "--german", "Mondrausch")
    assert "Moon Rush is a game now" in said
    assert f"python -m bot --local --game {KEY}" in said
    return root


def _left_out(folder: str, names: list[str]) -> list[str]:
    """What is not copied: what Python has made, and the recorded games, which are large."""
    return [one for one in names if one == "__pycache__" or Path(folder, one) == ROOT / "tests" / "data"]


def run(root: Path, *arguments: str, fails: bool = False) -> str:
    """Run a module of a copy; gives what it says."""
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-m", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert bool(done.returncode) == fails, said
    return said


def test_all_that_belongs_to_a_game_is_made_and_nothing_of_the_sample_is_left_in_it(project: Path) -> None:
    made = [project / place.format(key=KEY) for place in COPIED.values()]
    assert all(place.exists() for place in made)
    files = [file for place in made for file in (place.rglob("*") if place.is_dir() else [place]) if file.is_file()]
    said = "".join(file.read_text(encoding="utf-8").casefold() for file in files if file.suffix != ".pyc")
    assert "prospect" not in said
    assert "sample" not in said


def test_the_page_about_adding_a_game_names_what_there_is(project: Path) -> None:
    """What is said before “Pictures” is made by the command; all that comes later is for who wants it."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8").partition("## Pictures")[0]
    named = {path.replace("<game>", KEY) for path in re.findall(r"`((?:\w+/)+[\w<>./]*)`", page)}
    assert len(named) > 10
    assert [
        path for path in sorted(named) if not any((project / root / path).exists() for root in ("", f"rules/{KEY}"))
    ] == []


def test_the_code_is_as_tidy_as_the_rest(project: Path) -> None:
    run(project, "ruff", "check", "--no-cache", *FOLDERS)
    run(project, "ruff", "format", "--no-cache", "--check", *FOLDERS)


def test_its_own_tests_and_those_of_all_games_pass(project: Path) -> None:
    own = [place.format(key=KEY) for place in COPIED.values() if place.startswith(("tests/rules", "tests/rendering"))]
    every = [
        "tests/test_every_game.py",
        "tests/fuzz/test_fuzz.py",
        "tests/golden",
        "tests/bot/typed/test_verbs.py",
        "tests/bot/commands/test_board.py",
    ]
    run(project, "pytest", "-n0", "-q", "-k", f"{KEY} or catalog or every_part", *own, *every, "tests/rendering/words")


def test_it_is_played_on_discord(project: Path, tmp_path: Path) -> None:
    run(project, "tests.sample.played", KEY, str(tmp_path))


def test_a_key_is_taken_once(project: Path) -> None:
    assert f"“{KEY}” is taken" in run(project, "rules.new", KEY, fails=True)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("race", "is taken: there is rules/race already"),
        ("new", "is taken: there is rules/new.py already"),
        ("hosting", "is taken: there is docs/hosting.md already"),
        ("toy", "is the name of something else"),
        ("test", "is the name of something else"),  # its classes would be collected as tests
        ("lambda", "is the name of something else"),
        ("Moon", "is no key for a game"),
        ("moon-rush", "is no key for a game"),
        ("", "is no key for a game"),
    ],
)
def test_a_key_that_cannot_be_used_is_refused_with_the_reason(key: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        check(key)


@pytest.mark.parametrize("title", ["", "x" * 41, 'Say "Hi"', "Back\\slash", "A {brace}"])
def test_a_title_that_would_not_stand_in_code_is_refused(title: str) -> None:
    with pytest.raises(Refused, match="is no title"):
        check("moonrush", title)


def test_where_the_sample_is_not_the_command_says_what_is_needed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    assert "in a checkout of Orrery" in run(tmp_path, "rules.new", KEY, fails=True)


def test_names_are_put_in_the_place_of_the_sample_s() -> None:
    renaming = Renaming("moonrush", "Moon Rush", "Mondrausch")
    assert renaming("class ProspectGame: ...  # Prospect") == "class MoonrushGame: ...  # Moon Rush"
    assert renaming("from tests.sample.tests.rules.table import make") == "from tests.rules.moonrush.table import make"
    assert renaming('"prospect.site.anvil"') == '"moonrush.site.anvil"'
    assert Renaming("moonrush", "Prospect Two", "Mondrausch")('{"en": "Prospect", "de": "Prospect"}') == (
        '{"en": "Prospect Two", "de": "Mondrausch"}'
    )
