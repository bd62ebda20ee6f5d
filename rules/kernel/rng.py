"""Randomness that is part of the position: a counter-based generator with named draws.

The n-th draw is a keyed hash of n, so the same key gives the same stream on every machine, a copy of a position goes
on as the original would, and a rewind re-rolls nothing. The key is a secret of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

Item = TypeVar("Item")


class Rng(msgspec.Struct):
    """A generator: `key` (hexadecimal, secret) and the `counter` of draws made so far.

    >>> rng = Rng("00" * 16)
    >>> [rng.below(6, "die") for _ in range(3)] == [Rng("00" * 16, n).below(6, "die") for n in range(3)]
    True
    """

    key: str
    counter: int = 0

    def __repr__(self) -> str:
        """Keep the key out of logs and error messages."""
        return f"{type(self).__name__}(counter={self.counter})"

    def __rich_repr__(self) -> list[tuple[str, int]]:
        """Keep it out of pretty ones, too."""
        return [("counter", self.counter)]

    def below(self, n: int, why: str) -> int:
        """Draw a whole number from 0 to n - 1, all equally likely. `why` names the draw for whoever scripts it."""
        del why  # A name, not a part of the stream: renaming a draw must not change a running game.
        if n < 1:
            raise ValueError("nothing to draw from")
        # 2**128 outcomes: the bias of the remainder is below 2**-100 for every n of a board game.
        digest = blake2b(self.counter.to_bytes(8, "big"), key=bytes.fromhex(self.key), digest_size=16).digest()
        self.counter += 1
        return int.from_bytes(digest, "big") % n

    def pick(self, items: Sequence[Item], why: str) -> Item:
        """Draw one of some items."""
        return items[self.below(len(items), why)]

    def shuffle(self, items: Sequence[Item], why: str) -> list[Item]:
        """Give the items in a random order (Fisher and Yates)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1, why)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
