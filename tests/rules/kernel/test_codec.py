"""What threads decode was learnt before there were threads."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import rules

TOP = Path(rules.__file__).parents[1]
AT_IMPORT = {
    "rules/kernel/data.py",
    "rules/race/components.py",
    "rules/circadians/components.py",
    "rules/kernel/codec.py",
}
"""Files that learn types while they are imported, or when the bot starts, in one thread."""


def test_eight_threads_that_decode_everything_at_once_end_no_process() -> None:
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-m", "tests.rules.kernel.decode_at_once"],
            cwd=TOP,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_nothing_is_decoded_but_through_a_codec() -> None:
    learning = {"decode", "convert", "Decoder"}
    for package in ("rules", "rendering", "storage", "bot"):
        for file in (TOP / package).rglob("*.py"):
            name = file.relative_to(TOP).as_posix()
            if name in AT_IMPORT:
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr in learning:
                    assert not ast.unparse(node.value).startswith("msgspec"), f"{name}:{node.lineno}"


def test_codecs_are_made_where_one_thread_imports_them() -> None:
    """A codec in a function would learn its type when a thread comes to it."""
    for package in ("rules", "rendering", "storage", "bot"):
        for file in (TOP / package).rglob("*.py"):
            for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef) and function.name != "__init_subclass__":
                    made = [
                        one
                        for one in ast.walk(function)
                        if isinstance(one, ast.Call) and ast.unparse(one.func) == "Codec"
                    ]
                    assert not made, f"{file.name}:{function.lineno}"
