"""What the robot of Eclipse reads out of a prompt, and how its answers are weighed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.eclipse.robot.table import Table
from rules.eclipse.robot.terms import Terms
from rules.kernel.prompt import Prompt
from rules.kernel.text import Text

Weighed: TypeAlias = Mapping[str, Terms]
"""What may be picked -> what it is worth."""
Weigher = Callable[[Table, Prompt], Weighed]


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
