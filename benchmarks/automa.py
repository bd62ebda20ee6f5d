"""``python -m benchmarks.automa --games N [--level LEVEL] [--json]``: Gaia Project's robot against the Automa.

- mean_automa, mean_human: the mean final scores; the robot has the player's seat.
- human_wins: the share of the games that it wins; a shared victory counts half.
- by_level, by_faction: the same of each level and each faction of the Automa, with the number of games.
- first_level_hadsch_hallas: the Automa's mean as the Hadsch Hallas at the easiest level, for which there is a reported
  game; of games of its own, a tenth of N and at least 3.

The N games go through the levels and factions in turn, on the printed map by the advanced setup; the robot takes its
faction by chance. ``--level`` is how well it plays, strong unless told otherwise.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from statistics import mean
from typing import Any

from benchmarks.robots import play
from rules.gaia.automa_cards import FACTION_CARDS, LEVELS
from rules.kernel.robots import Level
from rules.registry import GAMES

REPORTED = ("automalein", "hadsch-hallas")


def against(level: str, faction: str, seed: int, robot: Level = Level.STRONG) -> tuple[int, int, float]:
    """Play a game; give the scores of the Automa and of the robot, and the robot's share of the victory."""
    game = GAMES["gaia"]
    config = {"setup": "advanced", "solo": level, "automa": faction}
    (share, _), (human, automa), _ = play(game, [partial(game.choose, level=robot)], config, seed)
    return automa, human, share


def figures(games: Sequence[tuple[int, int, float]]) -> dict[str, float]:
    """Sum up some games."""
    return {
        "games": len(games),
        "mean_automa": round(mean(automa for automa, _, _ in games), 2),
        "mean_human": round(mean(human for _, human, _ in games), 2),
        "human_wins": round(mean(share for _, _, share in games), 4),
    }


def measure(games: int, robot: Level = Level.STRONG) -> dict[str, Any]:
    """Measure everything that is reported."""
    pairs = [(level, faction) for faction in FACTION_CARDS for level in LEVELS]
    played = [(pairs[seed % len(pairs)], against(*pairs[seed % len(pairs)], seed, robot)) for seed in range(games)]
    reported = [against(*REPORTED, seed, robot) for seed in range(max(3, games // 10))]
    by_level = {key: [one for (level, _), one in played if level == key] for key in LEVELS}
    by_faction = {key: [one for (_, faction), one in played if faction == key] for key in FACTION_CARDS}
    return {
        **figures([one for _, one in played]),
        "by_level": {key: figures(found) for key, found in by_level.items() if found},
        "by_faction": {key: figures(found) for key, found in by_faction.items() if found},
        "first_level_hadsch_hallas": figures(reported),
    }


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.automa", description="Play against the Automa.")
    parser.add_argument("--games", type=int, default=175)
    parser.add_argument("--level", choices=[*Level], default=Level.STRONG, type=Level, help="how well the robot plays")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.games < 1:
        parser.error("--games must be at least 1")
    found = measure(options.games, options.level)
    if options.json:
        print(json.dumps(found))
        return 0
    for key, value in found.items():
        if isinstance(value, dict) and key.startswith("by_"):
            for one, more in value.items():
                print(f"{one:26} {more}")
        else:
            print(f"{key:26} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
