"""The shape of a game's typed lines (``tests/rules/<game>/lines.py``), which `tests.bot.typed.test_verbs` reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.game import Game, Position

Placed = tuple[Game[Any, Any], Position[Any, Any]]
"""A position in which a line is typed by the first seat that must act."""
Lines = dict[Callable[[], Placed], dict[str, str]]
"""What is typed there (in as many words as people would use, separated by bars), and the options that it picks.

Answers are separated by spaces; the picks of one answer are joined with ``+``.
"""
Completed = list[tuple[Callable[[], Placed], str, str, str]]
"""What is begun there in German, the text that is offered first, and the option that is sent for it."""
