"""The German catalogs say everything that the code says, and nothing else."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from rendering.words.extract import GERMAN, ROOT, SOURCES, Key, messages_in_code, read_catalog

FOUND = messages_in_code()
MESSAGES = [(part, key) for part, messages in FOUND.items() for key in messages]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_messages_to_translate() -> None:
    assert {"kernel", "bot"} <= set(FOUND)


@pytest.mark.parametrize("part", sorted(FOUND))
def test_every_message_has_a_german_translation_with_the_same_places(part: str) -> None:
    catalog = read_catalog(part)
    faults: list[str] = []
    for key in FOUND[part]:
        forms = (key,) if isinstance(key, str) else key
        entry = catalog.get(forms[0])
        if entry is None:
            faults.append(f"not in the catalog: {forms[0]!r}")
            continue
        strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if len(strings) != len(forms) or not all(strings):
            faults.append(f"not translated: {forms[0]!r}")
            continue
        for form, translated in zip(forms, strings, strict=True):
            # A singular may say its number in a word: “a card”.
            if places(form) - {"n"} != places(translated) - {"n"} or (form is forms[-1] and "n" in places(form)) != (
                form is forms[-1] and "n" in places(translated)
            ):
                faults.append(f"other places: {form!r} -> {translated!r}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("file", sorted(GERMAN.glob("*.po")), ids=lambda file: file.stem)
def test_no_catalog_has_entries_that_are_obsolete_doubtful_or_not_in_the_code(file: Path) -> None:
    catalog = read_catalog(file.stem)
    known: set[Key] = set(FOUND.get(file.stem, {}))
    stray = [entry.id for entry in catalog if entry.id and entry.id not in known]
    assert not stray
    assert not list(catalog.obsolete)
    assert not [entry.id for entry in catalog if entry.id and entry.fuzzy]


def test_a_message_is_translated_the_same_way_in_every_catalog() -> None:
    seen: dict[str, tuple[str, object]] = {}
    for part in FOUND:
        for entry in read_catalog(part):
            if not entry.id:
                continue
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            other = seen.setdefault(key, (part, entry.string))
            assert other[1] == entry.string, f"{key!r} in {other[0]} and {part}"


def test_every_message_is_a_literal_so_that_it_can_be_found() -> None:
    faults: list[str] = []
    for top in SOURCES:
        for file in sorted((ROOT / top).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("T", "TN"):
                    strings = node.args[: 1 if node.func.id == "T" else 2]
                    if not all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in strings):
                        faults.append(f"{file}:{node.lineno}")
    assert not faults
