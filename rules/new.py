"""``python -m rules.new KEY [--title TITLE] [--german TITLE]``: begin a new game with all that belongs to one.

It is made of the sample in `tests/sample`, where `new` does the work; so it can be made in a checkout only.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    if not (Path(__file__).parents[1] / "tests" / "sample" / "new.py").exists():
        sys.exit("A new game is made in a checkout of Orrery; in what is installed here there is no sample to copy.")
    runpy.run_module("tests.sample.new", run_name="__main__")
