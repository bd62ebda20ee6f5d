"""The shards of a process: Discord distributes a bot's servers among shards (`ORRERY_SHARDS`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_SHARDS = 10_000
_FORM = re.compile(r"(?P<ids>\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*)/(?P<count>\d{1,5})", re.ASCII)


@dataclass(frozen=True)
class Shards:
    """Some shards of so many: ``0-3/8``, ``2/8`` or ``0,4-5/8``."""

    ids: tuple[int, ...]
    count: int

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parse the setting.

        Raises:
            ValueError: it is malformed, or names a shard out of range or twice.

        """
        match = _FORM.fullmatch("".join(text.split()))
        if match is None:
            raise ValueError("it must be of the form 0-3/8: these shards of so many")
        count = int(match["count"])
        if not 1 <= count <= MAX_SHARDS:
            raise ValueError(f"there must be 1 to {MAX_SHARDS} shards")
        ids: list[int] = []
        for part in match["ids"].split(","):
            first, _, last = part.partition("-")
            ids += range(int(first), int(last or first) + 1)
        if not ids or max(ids) >= count or len(set(ids)) < len(ids):
            raise ValueError(f"the shards of {count} are 0 to {count - 1}, each named once, the lower one first")
        return cls(tuple(sorted(ids)), count)

    @property
    def all(self) -> bool:
        """Whether this process has all shards."""
        return len(self.ids) == self.count

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))}/{self.count}"
