"""No module imports itself in a roundabout way. Imports for types alone count, and those within functions, too."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rules.registry import GAMES

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "rendering", "storage", "bot", "benchmarks", "tests")

Imports = dict[str, set[str]]


def modules(root: Path, packages: tuple[str, ...]) -> dict[str, Path]:
    """Find every module: dotted name -> file."""
    found = {}
    for file in sorted(one for package in packages for one in (root / package).rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports_of(file: Path, known: dict[str, Path]) -> set[str]:
    """Name the modules of ours that a file imports, wherever in it that stands."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                named.add(whole if whole in known else str(node.module))
    return named & known.keys()


def circles(imports: Imports) -> list[list[str]]:
    """Find the groups of modules that reach each other (Tarjan's strongly connected components of two and more)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(imports[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group: list[str] = []
            while not group or group[-1] != name:
                group.append(stack.pop())
            if len(group) > 1 or name in imports[name]:
                found.append(sorted(group))

    for name in sorted(imports):
        if name not in index:
            visit(name)
    return found


def all_imports(root: Path, packages: tuple[str, ...]) -> Imports:
    known = modules(root, packages)
    return {name: imports_of(file, known) for name, file in known.items()}


def test_no_module_imports_itself_in_a_roundabout_way() -> None:
    imports = all_imports(ROOT, PACKAGES)
    assert sum(map(len, imports.values())) > len(imports), "the imports were not found"
    assert circles(imports) == []


def test_no_package_imports_itself_in_a_roundabout_way_within_the_bot() -> None:
    """Rooms, too, are one-way: what holds of the modules holds of the folders that they stand in."""
    rooms: Imports = {}
    for name, imported in all_imports(ROOT, ("bot",)).items():
        room = name.rpartition(".")[0] if len(name.split(".")) > 2 else name
        others = {one.rpartition(".")[0] if len(one.split(".")) > 2 else one for one in imported}
        rooms.setdefault(room, set()).update(others - {room})
    for others in list(rooms.values()):
        for other in others:
            rooms.setdefault(other, set())
    assert circles(rooms) == []


PURE = {
    "__future__", "abc", "bisect", "collections", "collections.abc", "copy", "dataclasses", "enum", "functools",
    "hashlib", "heapq", "importlib", "itertools", "json", "math", "msgspec", "operator", "re", "string", "types",
    "typing", "unicodedata",
}  # fmt: skip
"""What rules/ may import besides itself: nothing that reads or writes, tells the time or draws by chance."""


def outside(file: Path) -> set[str]:
    """Name the modules that a file imports, ours or not."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            named.add(str(node.module))
    return named


def test_the_rules_import_nothing_that_is_not_pure() -> None:
    """`rules.new` apart, which is a command; `importlib.resources` reads the data files of the package."""
    impure = {
        name: found
        for name, file in modules(ROOT, ("rules",)).items()
        if name != "rules.new" and (found := {one for one in outside(file) if not one.startswith("rules")} - PURE)
    }
    assert impure == {}


@pytest.mark.parametrize("package", ["rules", "rendering"])
def test_no_game_knows_another_and_the_bot_knows_none(package: str) -> None:
    """For each game there is, which the contracts would have to name."""
    for name, imported in all_imports(ROOT, ("rules", "rendering", "bot")).items():
        own = name.split(".")[1] if name.count(".") else ""
        if name.endswith(".registry") or name in {"rules.new", "rendering.registry"}:
            continue
        for one in imported:
            top, _, rest = one.partition(".")
            game = rest.partition(".")[0]
            assert top != package or game not in GAMES or game == own, f"{name} imports {one}"


def test_the_bot_names_no_game() -> None:
    """It knows games by the registry and the kernel alone; the contracts see imports, and this what is spelt out."""
    named = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.value}"
        for file in modules(ROOT, ("bot",)).values()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in GAMES
    ]
    assert named == []


@pytest.mark.parametrize(
    "second",
    [
        "import pkg.one",
        "from pkg.one import thing",
        "from pkg import one",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pkg.one import thing",
        "def late():\n    from pkg.one import thing",
    ],
)
def test_circles_are_found_however_they_are_written(tmp_path: Path, second: str) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("from pkg.two import other\nthing = 1\n")
    (package / "two.py").write_text(f"{second}\nother = 2\n")
    assert circles(all_imports(tmp_path, ("pkg",))) == [["pkg.one", "pkg.two"]]
