"""Reads data files of components into what they must hold; what is wrong is named with its file and entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from rules.kernel.errors import BadData

Thing = TypeVar("Thing", bound=Any)


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


def index(things: Iterable[Thing], file: str, *, expect: int) -> dict[str, Thing]:
    """Index things by id.

    Raises:
        BadData: an id stands twice, a name is missing in a language, or the number is wrong.

    """
    found: dict[str, Thing] = {}
    for thing in things:
        if thing.id in found:
            raise BadData(f"{file}: {thing.id} stands twice")
        if not all(thing.names.get(language) for language in ("en", "de")):
            raise BadData(f"{file}: {thing.id} needs an English and a German name")
        found[thing.id] = thing
    if len(found) != expect:
        raise BadData(f"{file}: {len(found)} entries where {expect} are needed: {', '.join(found)}")
    return found
