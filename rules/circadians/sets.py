"""The sets of components that games here can be played with: Orrery's, and those that whoever runs the bot owns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import chain
from typing import ClassVar

from rules.circadians.components import FIRST, ORRERY, SECOND, Components, read
from rules.kernel.data import load_names
from rules.kernel.errors import NotLoaded
from rules.kernel.text import T


class UnknownSet(NotLoaded):
    """A game is played with a set of components that is not loaded here."""


#: Every set that games here can be played with, by digest.
SETS: dict[str, Components] = {}


def load(data: bytes, file: str, prefix: str = "") -> Components:
    """Read a set and let games be played with it.

    Raises:
        BadData: see `read`.

    """
    found = read(data, file, prefix)
    SETS[found.digest] = found
    return found


def the_set(digest: str) -> Components:
    """Give the set with this digest.

    Raises:
        UnknownSet: it is not loaded.

    """
    found = SETS.get(digest)
    if found is None:
        raise UnknownSet(
            T(
                "This game is played with a set of components that is not loaded here ({digest}). It can go on as soon "
                "as the bot runs with that set again.",
                digest=digest,
            )
        )
    return found


def _shipped(file: str, prefix: str = "") -> Components:
    return load((resources.files("rules.circadians") / "data" / file).read_bytes(), file, prefix)


FIRST_SET = _shipped(FIRST, "circadians")
"""Its names are those that games kept before there were several sets."""
SECOND_SET = _shipped(SECOND)
ORRERY_SET = _shipped(ORRERY)
#: The digests of Orrery's sets, and of those in which the oldest tile leaves.
DESIGNED = frozenset({FIRST_SET.digest, SECOND_SET.digest, ORRERY_SET.digest})
LEAVING = DESIGNED - {FIRST_SET.digest}


class Names(Mapping[str, Mapping[str, str]]):
    """The names of the game and of every set that is loaded, first those that new games are played with."""

    own: ClassVar[Mapping[str, Mapping[str, str]]] = load_names("rules.circadians")

    def __getitem__(self, key: str) -> Mapping[str, str]:
        for parts in SETS.values():
            if key in parts.names:
                return parts.names[key]
        return self.own[key]

    def __iter__(self) -> Iterator[str]:
        return chain(self.own, *(parts.names for parts in reversed(SETS.values())))

    def __len__(self) -> int:
        return len(self.own) + sum(len(parts.names) for parts in SETS.values())
