"""``python -m tests.rules.eclipse.battles FILE --battles N``: fight every battle of an oracle N times, and compare."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.play import key_of
from tests.rules.eclipse.battles.fight import load, run


def main(arguments: list[str]) -> int:
    """Print the probabilities of every battle; 0 if all are within bounds."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.rules.eclipse.battles", description="Fight battles with known odds."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--battles", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.battles < 1 or not options.file.is_file():
        print(f"there is no file {options.file}, or nothing to fight", file=sys.stderr)
        return 2
    setups = load(options.file)
    within = 0
    for setup in setups:
        result = run(setup, options.battles, key_of("battles", setup.id, options.seed))
        within += result.within
        print(*result.lines(), sep="\n", flush=True)
    print(f"within bounds {within} of {len(setups)}")
    return 0 if within == len(setups) and setups else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
