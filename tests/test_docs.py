"""What docs, docstrings and comments name exists: files, and in backticks modules, what is in them, names of the code.

Read from the syntax trees alone; nothing is imported. A name of a variable (`flow.then`) or of a parameter must be
written somewhere in the code; what is after a module or a class of ours must be in it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("rules", "rendering", "storage", "bot", "benchmarks", "tests")
TOPS = (*PACKAGES, "docs")
SOURCES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILES = ["/" + str(file.relative_to(ROOT)) for file in ROOT.rglob("*") if "/." not in str(file)[len(str(ROOT)) :]]

TICKED = re.compile(r"(?<!`)(`{1,2})([^`\n]+)\1(?!`)")
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"[\w.<>*-]+(/[\w.<>*-]+)*(\.(py|json|md|toml|po|txt)|/)")
FROM_TOP = re.compile(rf"(?<![\w/.{{}}<>-])((?:{'|'.join(TOPS)})/[\w.<>*/-]*[\w>*])(?![\w{{])")
NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\(\))?")
LINK = re.compile(r"\]\(([^)\s]+)\)")
RUN = re.compile(r"python -m ([\w.]+)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


class Code:
    """What the project's Python files define and write."""

    def __init__(self) -> None:
        self.modules: dict[str, set[str]] = {}
        self.classes: defaultdict[str, set[str]] = defaultdict(set)
        self.written: set[str] = set()
        self.prose: list[tuple[str, str]] = []
        """Docstrings and comments, each with the place where it stands."""
        bases: list[tuple[str, str]] = []
        for file in SOURCES:
            source = file.read_text(encoding="utf-8")
            tree = ast.parse(source)
            self.modules[_module(file)] = _defined(tree)
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.classes[node.name] |= _members(node)
                    bases += [(node.name, word) for base in node.bases for word in _words(ast.unparse(base))]
            self._read(file, source, _docstrings(tree))
        for _ in range(4):  # members are inherited over some generations
            for name, base in bases:
                self.classes[name] |= self.classes.get(base, set())
        for file in (*ROOT.glob("pyproject.toml"), *ROOT.rglob("data/**/*.json")):
            self.written |= _words(file.read_text(encoding="utf-8"))

    def _read(self, file: Path, source: str, docstrings: set[tuple[int, int]]) -> None:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT or token.start in docstrings:
                self.prose.append((f"{file.relative_to(ROOT)}:{token.start[0]}", token.string))
            elif token.type in (tokenize.NAME, tokenize.STRING):
                self.written |= _words(token.string)

    def has(self, name: str) -> bool:
        """Whether a dotted name leads somewhere."""
        first, *rest = name.split(".")
        if first in self.classes and rest:
            return rest[0] in self.classes[first]
        if first in PACKAGES:
            return any(self._in_module(name, module) for module in self.modules)
        if any(self._in_module(f"{module.rpartition('.')[0]}.{name}", module) for module in self._called(first)):
            return True
        return {first, *rest} <= self.written

    def _called(self, last: str) -> list[str]:
        return [module for module in self.modules if module.endswith(f".{last}")]

    def _in_module(self, name: str, module: str) -> bool:
        if name == module or module.startswith(f"{name}."):
            return True
        first, *rest = name.removeprefix(f"{module}.").split(".")
        return (
            name.startswith(f"{module}.")
            and first in self.modules[module]
            and (not rest or rest[0] in self.classes.get(first, ()))
        )


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))


def _defined(tree: ast.Module | ast.ClassDef) -> set[str]:
    """Name what is defined, assigned or imported in a module or a class, conditions and loops included."""
    found: set[str] = set()
    todo: list[ast.AST] = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {one.asname or one.name for one in node.names}
        elif isinstance(node, ast.Name):
            found.add(node.id)
        todo += ast.iter_child_nodes(node)
    return found


def _members(node: ast.ClassDef) -> set[str]:
    """Name the members of a class, with what its methods put into `self`."""
    own = {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "self"
    }
    return own | _defined(node)


def _docstrings(tree: ast.Module) -> set[tuple[int, int]]:
    """Give the places of docstrings, of attributes too: strings that are statements."""
    return {
        (node.value.lineno, node.value.col_offset)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


@cache
def code() -> Code:
    """Read the code once."""
    return Code()


@cache
def exists(path: str) -> bool:
    """Whether a file or folder exists, from the top where it names a top folder; ``<game>``, ``KEY``, ``*`` are any."""
    pattern = re.sub(r"<\w+>|\bKEY\b", "*", path).rstrip("/")
    pattern = f"/{pattern}" if pattern.split("/")[0] in TOPS else f"*/{pattern}"
    return any(fnmatchcase(file, pattern) for file in FILES)


def wrong(prose: str, examples: str = "") -> Iterator[str]:
    """Find what is named and does not exist; names of examples do."""
    yield from (path for path in FROM_TOP.findall(prose + examples) if not exists(path))
    also = _words(examples)
    for _, named in TICKED.findall(prose):
        if PATH.fullmatch(named):
            if not exists(named):
                yield named
        elif NAME.fullmatch(named) and not code().has(named.removesuffix("()")) and not _words(named) <= also:
            yield named


def test_what_docstrings_and_comments_name_exists() -> None:
    assert [f"{place} {named}" for place, prose in code().prose for named in wrong(prose)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert list(wrong(FENCED.sub("", text), "\n".join(FENCED.findall(text)))) == []
    assert [module for module in RUN.findall(text) if module.split(".")[0] in PACKAGES and not code().has(module)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if anchor:
            headings = HEADING.findall(target.read_text(encoding="utf-8"))
            assert anchor in {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}, link


def test_a_name_that_is_no_more_is_found() -> None:
    assert code().has("rules.kernel.text.Text.plural")
    assert not code().has("rules.kernel.text.Text.singular")
    assert not code().has("rules.kernel.texts")
    assert exists("rules/<game>/state.py")
    assert not exists("bot/tables.py")
