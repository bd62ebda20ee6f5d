"""Keeps the catalogs in step with the code: finds every message and writes it to its part's German catalog.

``python -m rendering.words.extract`` from the checkout. What is new gets an empty translation (a test fails until it
has one), what is gone is dropped, what stays keeps its translation, also where it moves to another part. With
``--check`` nothing is written, and the command fails where a catalog is out of date.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from rules.kernel.lessons import FILE, load_lesson, messages_of

ROOT = Path(__file__).resolve().parents[2]
GERMAN = Path(__file__).resolve().parent / "locale" / "de"
SOURCES = ("rules", "rendering", "storage", "bot")

Key = str | tuple[str, str]


def part_of(path: Path) -> str:
    """Name the catalog that a source file's messages belong to: a game's own, or that of its layer."""
    top, below = path.parts[0], path.parts[1]
    if top == "rules":
        return "kernel" if below == "registry.py" else below
    if top == "rendering" and (ROOT / "rules" / below).is_dir():
        return below
    return top


def messages_in_code() -> dict[str, dict[Key, list[str]]]:
    """Find every message of the code, and of the lessons.

    Part -> message (with its plural, where it counts) -> the places it stands at.
    """
    found: dict[str, dict[Key, list[str]]] = {}
    for top in SOURCES:
        for file in sorted((ROOT / top).rglob("*.py")):
            path = file.relative_to(ROOT)
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                key = _key(node)
                if key is not None:
                    found.setdefault(part_of(path), {}).setdefault(key, []).append(path.as_posix())
    for file in sorted((ROOT / "rules").glob(f"*/data/{FILE}")):
        path = file.relative_to(ROOT)
        for message in messages_of(load_lesson(f"rules.{path.parts[1]}")):
            found.setdefault(part_of(path), {}).setdefault(message, []).append(path.as_posix())
    return found


def _key(node: ast.AST) -> Key | None:
    """The message of a call of ``T`` or ``TN``; None for everything else."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in ("T", "TN"):
        return None
    strings = [str(one.value) for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if node.func.id == "TN" and len(strings) > 1:
        return strings[0], strings[1]
    return strings[0] if strings else None


def read_catalog(part: str) -> Catalog:
    """Read a part's German catalog; an empty one where there is none yet."""
    file = GERMAN / f"{part}.po"
    if not file.exists():
        return Catalog(locale="de")
    with file.open("rb") as stream:
        return read_po(stream, locale="de")


def _updated(old: Catalog, others: Sequence[Catalog], messages: dict[Key, list[str]], part: str) -> Catalog:
    """Bring a part's catalog up to date; a message that has moved here keeps the translation of where it was."""
    new = Catalog(locale="de", domain=part, project="Orrery", fuzzy=False)
    for key, places in messages.items():
        id = key if isinstance(key, str) else key[0]
        known = old.get(id) or next((one for other in others if (one := other.get(id)) is not None), None)
        string = known.string if known is not None and (known.id == key or isinstance(key, str)) else ""
        new[key] = Message(
            key,
            string if isinstance(string, str) or not isinstance(key, str) else "",
            locations=[(path, 0) for path in dict.fromkeys(sorted(places))],
            flags=["python-brace-format"] if "{" in "".join(key) else [],
        )
    return new


def _written(catalog: Catalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalog, width=120, omit_header=True, sort_output=True, include_lineno=False)
    header = (
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    return header.encode() + buffer.getvalue()


def catalogs_now() -> dict[Path, bytes]:
    """Give every catalog as the code asks for it."""
    before = {file.stem: read_catalog(file.stem) for file in sorted(GERMAN.glob("*.po"))}
    return {
        GERMAN / f"{part}.po": _written(
            _updated(before.get(part, Catalog(locale="de")), list(before.values()), messages, part)
        )
        for part, messages in messages_in_code().items()
    }


def main(arguments: Sequence[str] = ()) -> int:
    """Write all catalogs anew; with ``--check`` only tell which are out of date (and end with 1)."""
    now, there = catalogs_now(), set(GERMAN.glob("*.po"))
    stale = sorted((there - now.keys()) | {file for file in now if file not in there or file.read_bytes() != now[file]})
    if "--check" in arguments:
        for file in stale:
            sys.stderr.write(f"{file.relative_to(ROOT)} is out of date: run python -m rendering.words.extract\n")
        return bool(stale)
    GERMAN.mkdir(parents=True, exist_ok=True)
    for file in stale:
        if file in now:
            file.write_bytes(now[file])
        else:
            file.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
