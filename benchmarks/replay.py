"""``python -m benchmarks.replay gaia GAME.gz [--json]``: how fast a recorded game is played again.

The recorded moves answer our prompts, so every prompt on the way is made with all its options and refusals. Told are
the recorded moves and our answers, and how many moves that is in a second of processor time and of the clock. What is
made once for a map is made before the clock starts.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tests.follow.gaia import Follower
from tests.follow.recorded import load


class Replay(Follower):
    """Follows a record without comparing."""

    def run(self) -> None:
        """Play every recorded move."""
        for move in self.moves:
            if move["t"] == "move":
                self.play(move)


def run(path: Path) -> dict[str, float | str]:
    """Play a record twice, and measure the second time."""
    lines = load(path)
    Replay(lines).run()
    replay = Replay(lines)
    wall, cpu = time.perf_counter(), time.process_time()
    replay.run()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    moves = sum(line["t"] == "move" for line in lines)
    return {
        "game": path.name,
        "moves": moves,
        "answers": replay.answers,
        "cpu_seconds": round(cpu, 3),
        "wall_seconds": round(wall, 3),
        "moves_per_cpu_second": round(moves / cpu),
    }


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replay", description="How fast a record is played.")
    parser.add_argument("game", choices=["gaia"])
    parser.add_argument("path", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures = run(options.path)
    if options.json:
        print(json.dumps(figures))
    else:
        for what, figure in figures.items():
            print(f"{what.replace('_', ' '):22} {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
