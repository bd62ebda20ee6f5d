"""What the rules want said, kept as a message and its arguments until somebody reads it.

A `Text` is never a finished sentence: its language is the reader's, so it is put into words only at the edge
(`rendering.words`). Three kinds of message exist:

- an English sentence with named places, which is also the key of its translation: ``T("{who} passes.", who=...)``;
- ``#key``, a proper name that a game's data files give in every language (`name`);
- ``@seat``, the player who sits there (`player`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec


class Text(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One message: its id, the arguments of its named places, and where it counts something its plural."""

    id: str
    args: dict[str, Arg] = {}
    plural: str = ""


Arg: TypeAlias = "int | str | Text | list[Text]"


def T(message: str, /, **args: Arg) -> Text:  # noqa: N802 - the marker for extraction
    """Make a text of an English message, which must be a literal so that it is found for translation."""
    return Text(message, args)


def TN(one: str, many: str, /, n: int, **args: Arg) -> Text:  # noqa: N802 - the marker for extraction
    """Make a text that counts: `one` where `n` is 1, `many` otherwise; ``{n}`` is the number."""
    return Text(one, {"n": n, **args}, many)


def signed(number: int, *, plus: bool = False) -> str:
    """Write a number with a true minus sign where it is negative; with `plus`, with a plus sign where it is not.

    >>> signed(-2), signed(3), signed(3, plus=True)
    ('−2', '3', '+3')
    """
    return f"{number:{'+' if plus else ''}d}".replace("-", "−")


def name(key: str) -> Text:
    """Name a thing by its key in a game's data, such as ``race.card.gem_world``."""
    return Text("#" + key)


def player(seat: int) -> Text:
    """Name whoever sits in a seat."""
    return Text(f"@{seat}")


def names_players(text: Text) -> bool:
    """Whether a text names somebody by their seat, so that it can be said only to who knows the table's names."""
    return any(one.id.startswith("@") for one in _parts(text))


def names_seat(text: Text, seat: int) -> bool:
    """Whether a text names whoever sits in a seat.

    >>> names_seat(T("{who} attacks {whom}.", who=player(0), whom=player(1)), 1)
    True
    """
    return any(one.id == f"@{seat}" for one in _parts(text))


def _parts(text: Text) -> Iterator[Text]:
    """A text and all that it is made of."""
    yield text
    for value in text.args.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Text):
                yield from _parts(one)
