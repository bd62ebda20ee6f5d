"""``python -m benchmarks.battles [FILE] [--json] [--seconds N]``: how many battles of Eclipse are fought in a second.

The battles of an oracle (by default the small one of the tests) are fought in turn by the steps of the rules, with
their report, as at a table where both sides attack to the end.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tests.rules.eclipse.battles.fight import load, run

OWN = Path(__file__).parents[1] / "tests/data/eclipse/combat.json"
AT_ONCE = 20


def measure(path: Path, seconds: float) -> dict[str, float]:
    """Fight for about this long."""
    setups = load(path)
    battles = 0
    begin, begin_cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        for setup in setups:
            run(setup, AT_ONCE, "00" * 8)
            battles += AT_ONCE
    wall, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu
    return {"battles_per_second": round(battles / wall), "battles_per_cpu_second": round(battles / cpu)}


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.battles", description="How fast battles are.")
    parser.add_argument("file", type=Path, nargs="?", default=OWN)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    figures = measure(options.file, options.seconds)
    if options.json:
        print(json.dumps(figures))
    else:
        for what, figure in figures.items():
            print(f"{what.replace('_', ' '):24} {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
