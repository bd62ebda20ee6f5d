"""The examples of docs/kernel.md are true: definitions are carried out in order, and sessions give what they say."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import rules

PAGE = Path(rules.__file__).parents[1] / "docs" / "kernel.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(#([^)]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def test_the_examples_of_the_kernel_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.read_text(encoding="utf-8")
    module = ModuleType("docs_kernel")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # msgspec looks names of types up there
    runner = doctest.DocTestRunner()
    blocks = BLOCK.findall(page)
    for block in blocks:
        if block.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block, module.__dict__, PAGE.name, str(PAGE), 0)
            runner.run(test, clear_globs=False)
        else:
            exec(compile(block, str(PAGE), "exec"), module.__dict__)  # noqa: S102 - our own page
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 20


def test_the_links_within_the_kernel_page_lead_to_its_headings() -> None:
    page = PAGE.read_text(encoding="utf-8")
    slugs = {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in HEADING.findall(page)}
    assert set(LINK.findall(page)) <= slugs
