"""What the robot of Eclipse reads out of a prompt."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.opponents.v1.eclipse.table import Table
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text

Chooser = Callable[[Table, Prompt, Rng], str]


def ids(prompt: Prompt) -> list[str]:
    """What may be picked."""
    return [option.id for option in prompt.legal]


def named(prompt: Prompt, argument: str) -> str:
    """The ship or other thing that a prompt is about."""
    text = prompt.text.args[argument]
    assert isinstance(text, Text)
    return text.id.rsplit(".", 1)[-1]


def number(prompt: Prompt) -> int:
    """The number that a prompt is about."""
    n = prompt.text.args["n"]
    assert isinstance(n, int)
    return n
