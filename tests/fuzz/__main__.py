"""``python -m tests.fuzz GAME --games N --seed S``: N games of random legal play in turn through every setup."""

from __future__ import annotations

import argparse
import sys
import traceback

from rules.registry import GAMES
from tests.fuzz.play import Run
from tests.per_game import FUZZ, games_with, of_game


def main(arguments: list[str]) -> int:
    """Play the games; 0 if no check failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Play at random and check everything.")
    parser.add_argument("game", choices=games_with(FUZZ))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    checks = of_game(FUZZ, options.game, "CHECKS")
    for number in range(options.games):
        seed = options.seed + number
        try:
            Run(GAMES[options.game], checks, seed).play()
        except Exception:  # noqa: BLE001 - whatever goes wrong is the find
            traceback.print_exc()
            print(
                f"fault in game {number + 1}; again with: python -m tests.fuzz {options.game} --games 1 --seed {seed}"
            )
            return 1
    print(f"played {options.games} games, 0 faults")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
