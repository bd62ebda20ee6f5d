"""``python -m tests.follow GAME DIR``: follow every recorded game (*.gz) under DIR."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.per_game import FOLLOW, games_with, of_game


def main(arguments: list[str]) -> int:
    """Follow the games; 0 if all could be followed."""
    known = games_with(FOLLOW)
    if len(arguments) != 2 or arguments[0] not in known or not Path(arguments[1]).is_dir():
        print(f"usage: python -m tests.follow {{{','.join(known)}}} DIR", file=sys.stderr)
        return 2
    follow = of_game(FOLLOW, arguments[0], "follow")
    paths = sorted(Path(arguments[1]).rglob("*.gz"))
    followed = 0
    for path in paths:
        difference = follow(path)
        if difference is None:
            followed += 1
        else:
            print(f"{path.name}: {difference}")
    print(f"followed {followed} of {len(paths)}")
    return 0 if followed == len(paths) and paths else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
