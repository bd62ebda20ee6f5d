"""What a game counts of a seat besides its points, for the honours at the end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel.text import Text


class Feat(msgspec.Struct, frozen=True):
    """One thing that seats can be best at: how it is called of whoever has most of it, and how much each seat has."""

    text: Text
    values: list[int]


def holders(feat: Feat) -> list[int]:
    """The seats that have most of it; nobody where nobody has any.

    >>> from rules.kernel.text import T
    >>> holders(Feat(T("Most worlds"), [3, 5, 5])), holders(Feat(T("Most worlds"), [0, 0]))
    ([1, 2], [])
    """
    most = max(feat.values, default=0)
    return [seat for seat, value in enumerate(feat.values) if value == most and most > 0]


def honours(feats: Sequence[Feat], most: int = 3) -> list[tuple[Feat, list[int]]]:
    """Choose feats that one seat alone is best at, of different seats where that is possible; then those of several.

    What all are equally good at is no honour.

    >>> from rules.kernel.text import T
    >>> feats = [Feat(T("a"), [2, 1, 0]), Feat(T("b"), [3, 3, 1]), Feat(T("c"), [4, 1, 0]), Feat(T("d"), [0, 1, 0])]
    >>> [(feat.text.id, seats) for feat, seats in honours(feats)]
    [('a', [0]), ('d', [1]), ('c', [0])]
    >>> [(feat.text.id, seats) for feat, seats in honours(feats[:2])]
    [('a', [0]), ('b', [0, 1])]
    """
    held = [(feat, holders(feat)) for feat in feats]
    alone = [one for one in held if len(one[1]) == 1]
    first: list[tuple[Feat, list[int]]] = []
    for feat, seats in alone:
        if all(seats != honoured for _, honoured in first):
            first.append((feat, seats))
    shared = [one for one in held if 1 < len(one[1]) < len(one[0].values)]
    return [*first, *(one for one in alone if one not in first), *shared][:most]
