"""Makes a new game of the sample: its folders, tests, German and docs under another name, and the registries' lines."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword, issoftkeyword
from pathlib import Path

from rendering.words import extract
from rules.registry import GAMES

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent
SAMPLE_KEY = "prospect"

COPIED = {
    "rules": "rules/{key}",
    "rendering": "rendering/{key}",
    "tests/rules": "tests/rules/{key}",
    "tests/fuzz": "tests/fuzz/{key}",
    "tests/rendering": "tests/rendering/{key}",
    f"{SAMPLE_KEY}.txt": "tests/golden/{key}.txt",
    f"{SAMPLE_KEY}.po": "rendering/words/locale/de/{key}.po",
    f"{SAMPLE_KEY}.md": "docs/{key}.md",
}
"""What is copied where: packages and files of the sample, and of the game."""
REGISTRIES = {
    "rules/registry.py": ("game", "Game", "GAMES"),
    "rendering/registry.py": ("text_board", "TextBoard", "TEXT_BOARDS"),
}
"""The module and the end of the class that a registry names of a game, and the table in which it does."""
KEY = re.compile(r"[a-z]{3,16}")
TITLE = re.compile(r"\w[\w '’:,.!&-]{0,38}[\w!.]")
RESERVED = {
    "bot", "data", "kernel", "kit", "none", "prospect", "registry", "rendering", "rules", "sample", "steps", "storage",
    "test", "tests", "toy", "words",
}  # fmt: skip
"""What is no game's key: parts of the bot that have catalogs of their own, and games of the tests."""


class Refused(Exception):
    """The game cannot be made; the message says why, and what to do instead."""


def check(key: str, *titles: str) -> None:
    """Check what the game is to be called.

    Raises:
        Refused: the key is none, or is taken; or a title is none.

    """
    if not KEY.fullmatch(key):
        raise Refused(f"“{key}” is no key for a game: use 3 to 16 small letters, such as “moonrush”.")
    if key in RESERVED or iskeyword(key) or issoftkeyword(key):
        raise Refused(f"“{key}” cannot be a game's key, for it is the name of something else. Choose another one.")
    for path in [*COPIED.values(), *(f"{folder}/{{key}}.py" for folder in ("rules", "rendering", "tests/rules"))]:
        if key in GAMES or (ROOT / path.format(key=key)).exists():
            raise Refused(f"“{key}” is taken: there is {path.format(key=key)} already. Choose another key.")
    for title in titles:
        if not TITLE.fullmatch(title):
            raise Refused(f"“{title}” is no title for a game: use 2 to 40 letters, digits and spaces.")


class Renaming:
    """Says everything of the new game that the sample says of itself."""

    def __init__(self, key: str, title: str, german: str) -> None:
        modules = {source: target for source, target in COPIED.items() if "." not in source}
        names = {
            r'"de": "Prospect"': f'"de": "{german}"',
            **{
                rf"\btests\.sample\.{source.replace('/', '.')}\b": target.format(key=key).replace("/", ".")
                for source, target in modules.items()
            },
            r"\bProspect(?=[A-Z])": key.capitalize(),
            r"\bProspect\b": title,
            rf"\b{SAMPLE_KEY}\b": key,
        }
        self._said = re.compile("|".join(f"({pattern})" for pattern in names))
        self._names = list(names.values())

    def __call__(self, text: str) -> str:
        """Put the names of the new game in the place of the sample's."""
        return self._said.sub(lambda found: self._names[(found.lastindex or 0) - 1], text)


def copied(key: str) -> Iterator[tuple[Path, Path]]:
    """Pair each file of the sample with the one that is made of it."""
    for source, target in COPIED.items():
        place = ROOT / target.format(key=key)
        if (SAMPLE / source).is_file():
            yield SAMPLE / source, place
            continue
        for file in sorted((SAMPLE / source).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                yield file, place / file.relative_to(SAMPLE / source)


def with_line(registry: str, key: str) -> str:
    """Add the game to a registry: what it imports, and its line in the table."""
    module, suffix, table = REGISTRIES[registry]
    package, name = registry.partition("/")[0], key.capitalize() + suffix
    text = (ROOT / registry).read_text(encoding="utf-8")
    imports = f"from {package}.{key}.{module} import {name}\n"
    text, imported = re.subn(rf"^(?=from {package}\.)", imports, text, count=1, flags=re.MULTILINE)
    lines = rf"^({table}\b[^\n]*= {{\n.*?)^}}"
    text, entered = re.subn(lines, rf'\1    "{key}": {name}(),\n}}', text, count=1, flags=re.MULTILINE | re.DOTALL)
    if not (imported and entered):
        raise Refused(f"{registry} has no table {table} that a game could be added to.")
    return text


def make(key: str, title: str, german: str) -> list[Path]:
    """Make the game; gives the files that are new or changed.

    Raises:
        Refused: see `check`.

    """
    check(key, title, german)
    renaming = Renaming(key, title, german)
    changed = {ROOT / registry: with_line(registry, key) for registry in REGISTRIES}
    new = {target: renaming(source.read_text(encoding="utf-8")) for source, target in copied(key)}
    for path, text in (new | changed).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    extract.main()
    _tidy([path for path in new | changed if path.suffix == ".py"])
    return list(new | changed)


def _tidy(files: list[Path]) -> None:
    """Sort imports and wrap lines anew, for the new names are of another length; without ruff that is left undone."""
    if find_spec("ruff") is None:
        return
    for command in (["check", "--fix", "--select", "I", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, *files], cwd=ROOT, check=True)  # noqa: S603


def main(arguments: list[str]) -> int:
    """Make a game and say what comes next; 1 with a sentence where it cannot be made."""
    parser = argparse.ArgumentParser(prog="python -m rules.new", description="Begin a new game, made of the sample.")
    parser.add_argument("key", help="what the game is called in code: small letters, such as moonrush")
    parser.add_argument("--title", help="what it is called in English; by default as in code")
    parser.add_argument("--german", help="what it is called in German; by default as in English")
    options = parser.parse_args(arguments)
    title = options.title or options.key.capitalize()
    try:
        files = make(options.key, title, options.german or title)
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return 1
    key = options.key
    sys.stdout.write(
        f"{title} is a game now, of {len(files)} files. It still plays as the sample does. Next:\n"
        f"- play it: python -m bot --local --game {key}\n"
        f"- test it: python -m pytest tests/rules/{key} tests/rendering/{key} tests/rendering/words tests/fuzz "
        "tests/golden tests/test_every_game.py\n"
        f"- make it yours, beginning with rules/{key}/data and rules/{key}/state.py: docs/adding-a-game.md\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
