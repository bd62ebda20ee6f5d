"""Every ruling has a test that is called by its number."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_ruling_has_a_test_and_stands_in_the_document() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
    tested = {int(number) for number in re.findall(r"^def test_r(\d\d)_", source, re.MULTILINE)}
    assert tested == set(range(1, 35))
    document = (HERE.parents[2] / "docs/circadians.md").read_text(encoding="utf-8")
    assert {int(number) for number in re.findall(r"^\| R(\d\d) \|", document, re.MULTILINE)} == tested
