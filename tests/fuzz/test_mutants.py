"""Whichever `flow.reveal()` of the rules is forgotten, random play finds it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from itertools import product

import pytest

from rules.kernel.steps import Flow
from rules.registry import GAMES
from tests.fuzz import toy
from tests.fuzz.play import Checks, Fault, Run, Start, setups_alone
from tests.per_game import FUZZ, ROOT, STARTS, games_with, of_game
from tests.toy import ToyGame

SEEDS = 12
"""Maximum number of runs of each kind until one finds it."""


def functions(node: ast.AST, outer: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function in a module, with its qualified name."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.ClassDef | ast.FunctionDef):
            if isinstance(one, ast.FunctionDef):
                yield f"{outer}{one.name}", one
            yield from functions(one, f"{outer}{one.name}." if isinstance(one, ast.ClassDef) else outer)
        else:
            yield from functions(one, outer)


def reveals(node: ast.AST) -> bool:
    """Whether this is a call of a flow's `reveal`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reveal"


def places() -> Iterator[tuple[str, str]]:
    """Every place of the rules that reveals: its package (a game, or the kernel) and its function."""
    for package in ("kernel", *sorted(GAMES)):
        for file in sorted((ROOT / "rules" / package).rglob("*.py")):
            for name, function in functions(ast.parse(file.read_text(encoding="utf-8"))):
                if any(map(reveals, ast.walk(function))):
                    yield package, name


def starts(package: str) -> list[Start]:
    """What is played to find what is wrong in a package: the shortest games first."""
    if package == "kernel":
        return [
            lambda seed: Run(ToyGame(), toy.CHECKS, seed),
            *(start for key in sorted(GAMES) for start in starts(key)),
        ]
    checks: Checks = of_game(FUZZ, package, "CHECKS")
    special: list[Start] = of_game(STARTS, package, "STARTS") if package in games_with(STARTS) else []
    game = GAMES[package]
    alone = [lambda seed, one=one: Run(game, checks, seed, one) for one in checks.alone(setups_alone(game))[:1]]
    return [*special, lambda seed: Run(game, checks, seed), *alone]


def play(package: str) -> None:
    """Play until something is found."""
    for seed, start in product(range(SEEDS), starts(package)):
        start(seed).play()


@pytest.mark.parametrize(("package", "place"), [pytest.param(*one, id=" ".join(one)) for one in places()])
def test_a_forgotten_reveal_is_found(package: str, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reveal = Flow.reveal

    def forgetful(flow: Flow[object]) -> None:
        if sys._getframe(1).f_code.co_qualname != place:
            reveal(flow)

    monkeypatch.setattr(Flow, "reveal", forgetful)
    # A sealed answer that opens others without a reveal tells of what is hidden, which may be found first.
    with pytest.raises(Fault, match=r"is no barrier|depends on what is hidden"):
        play(package)
