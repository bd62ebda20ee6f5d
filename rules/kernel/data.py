"""Reads the data files of a game into what they must hold; what is wrong is named with its file and entry.

The files lie in the game's folder `data`. Names of things are data, too: an entry has ``{"en": …, "de": …}`` as its
`names`; what has a name but no entry (the game itself, parts of its board, keywords) stands in `names.json`, a table
from keys (``gaia.part.map``) to such names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any, TypeVar

import msgspec

from rules.kernel.errors import BadData

Thing = TypeVar("Thing", bound=Any)
LANGUAGES = ("en", "de")


def decode_file(data: bytes, kind: type[Thing], file: str) -> Thing:
    """Read a data file as what it must hold.

    Raises:
        BadData: a field is missing, unknown or of the wrong type.

    """
    try:
        thing: Thing = msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise BadData(f"{file}: {error}") from error
    return thing


def load_file(package: str, file: str, kind: type[Thing]) -> Thing:
    """Read ``data/<file>`` of a game's package as what it must hold.

    Raises:
        BadData: see `decode_file`.

    """
    return decode_file(resources.files(package).joinpath("data", file).read_bytes(), kind, file)


def load_names(package: str, file: str = "names.json") -> dict[str, Mapping[str, str]]:
    """Read the names of a game that no entry of its other data has.

    Raises:
        BadData: the file is no such table, or a name is missing in a language.

    """
    names: dict[str, Mapping[str, str]] = load_file(package, file, dict[str, Mapping[str, str]])
    for key, name in names.items():
        if not _in_both_languages(name):
            raise BadData(f"{file}: {key} needs an English and a German name")
    return names


def names_under(prefix: str, things: Iterable[Any]) -> dict[str, Mapping[str, str]]:
    """Name things that have an `id` and `names`, under ``<prefix>.<id>``.

    >>> from types import SimpleNamespace
    >>> names_under("gaia.tile", [SimpleNamespace(id="ore", names={"en": "Ore", "de": "Erz"})])
    {'gaia.tile.ore': {'en': 'Ore', 'de': 'Erz'}}
    """
    return {f"{prefix}.{thing.id}": thing.names for thing in things}


def _in_both_languages(names: Mapping[str, str]) -> bool:
    return all(names.get(language) for language in LANGUAGES)


def index(things: Iterable[Thing], file: str, *, expect: int) -> dict[str, Thing]:
    """Index things by id.

    Raises:
        BadData: an id stands twice, a name is missing in a language, or the number is wrong.

    """
    found: dict[str, Thing] = {}
    for thing in things:
        if thing.id in found:
            raise BadData(f"{file}: {thing.id} stands twice")
        if not _in_both_languages(thing.names):
            raise BadData(f"{file}: {thing.id} needs an English and a German name")
        found[thing.id] = thing
    if len(found) != expect:
        raise BadData(f"{file}: {len(found)} entries where {expect} are needed: {', '.join(found)}")
    return found
