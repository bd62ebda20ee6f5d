"""``python -m tests.golden GAME [--write]``: show what has changed in a golden play-through, or write it anew.

Which game it is (seats, key of chance, options) stands in the second line of the text; `--seats`, `--key` and `--set`
make it another one.
"""

from __future__ import annotations

import difflib
import sys

from tests.golden.play import golden_of, parser, path_of, write


def main(arguments: list[str]) -> int:
    """Compare or write; 1 if the play-through differs from its file."""
    options = parser().parse_args(arguments)
    text = write(golden_of(options.game, options.seats, options.key, options.set))
    path = path_of(options.game)
    if options.write:
        path.write_text(text, encoding="utf-8")
        return 0
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    sys.stdout.writelines(f"{line}\n" for line in difflib.unified_diff(before, text.splitlines(), lineterm=""))
    return 0 if before == text.splitlines() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
