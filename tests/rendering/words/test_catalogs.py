"""The German catalogs say everything that the code says, and nothing else."""

from __future__ import annotations

import ast
import re
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


NOUNS = (
    "cards|goods|worlds|kinds|discs|tiles|tokens|planets|structures|satellites|spaces|steps|ships|cubes|parts|dice|hexes"
    "|trades|gems|hours|days|turns|answers|points|sectors|slots|cannons|ambassadors|times|things|discards|artifacts"
    "|rounds|players|materials"
)
NUMBERS = "n|k|number|times|drawn|kept|hours|discs|colony|counts|wanted|cost|discards|low|high|given"
COUNTED = re.compile(rf"\{{(?:{NUMBERS})\}} (?:[a-z]+ )?(?:{NOUNS})\b")
"""A number with a noun that would be wrong at 1."""
NEVER_ONE = frozenset(
    {
        "A Gaia project takes {n} power tokens",
        "All {n} ambassadors are with others.",
        "An Ancient has initiative {initiative}, hull {hull}, computer +{computer}, {n} ion cannons.",
        "The defence of the centre has initiative {initiative}, hull {hull}, computer +{computer}, {n} ion cannons.",
        "Draw {drawn} cards, keep {kept}.",
        "For {counts} players only",
        "It begins with {ships}, {discs} influence discs and {colony} colony ships.",
        "It costs {wanted} materials; you have {n}.",
        "**{ship}** ({cost} materials, {left} left to build): {totals}.",
        "In one action you turn at most {n} colony ships.",
        "It takes at least {n} players.",
        "It takes {n} tokens; you have {have}.",
        "The table was ended before its game was over: the clock has answered {n} times, and nobody else.",
        "That is too long: at most {n} steps can be tried or planned at once. Nothing was added.",
        "You can plan {n} answers ahead. Cancel one of them first.",
        "Your row for this category is full: it has {n} slots.",
        "builds {n} things in an action",
        "has only {n} influence discs",
        "has {n} colony ships",
        "moves {n} times in an action",
        "starts with {n} reputation tiles",
        "takes {n} parts in an upgrade",
        "up to {k} hand cards: {vp} VP each",
        "up to {number} goods ({good}), each",
        "up to {number} goods of any kind, each",
        "up to {times} goods: {vp} VP each",
        "{game} is for {low} to {high} players, not {given}.",
        "{goods} ({n} times)",
        "{k} goods: {vp} VP",
        "{k} kinds: {vp} VP",
        "{number} goods of different kinds",
        "{who} begins with {n} reputation tiles.",
    }
)
"""Messages whose number is never 1, by the rules or by the code that says them."""


def test_what_is_said_with_a_number_reads_right_at_one() -> None:
    assert COUNTED.search("{n} discards")
    assert not COUNTED.search("{n} discarded")
    found = {key for _, key in MESSAGES if isinstance(key, str) and COUNTED.search(key)}
    assert found == NEVER_ONE
    singular = re.compile(rf"\{{n\}} (?:[a-z]+ )?(?:{NOUNS})\b")
    wrong = [key for _, key in MESSAGES if not isinstance(key, str) and singular.search(key[0])]
    assert wrong == [("{n} materials", "{n} materials")]  # in old logs alone
