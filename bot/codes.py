"""What stands in the custom_id of a button, a select or a form: what to do, at which table, and for which question."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 100
_FIELDS = r"(?P<verb>[a-z]+):(?P<table>\d+):(?P<revision>\d+)(\.(?P<step>\d+))?:(?P<mark>[0-9a-z]*):(?P<argument>[^:]*)"
BUTTON = re.compile(f"orrery-b:{_FIELDS}")
SELECT = re.compile(f"orrery-s:{_FIELDS}")
FORM = re.compile(f"orrery-f:{_FIELDS}")


@dataclass(frozen=True)
class Code:
    """The meaning of a component.

    `revision` is the table's when the component was made, and `step` that of a half-made turn of whoever it was made
    for; `mark` is that of the question it answers, if it answers one: a press acts only while the same question is
    still open to whoever presses.
    """

    verb: str
    table: int
    revision: int = 0
    mark: str = ""
    argument: str = ""
    step: int = 0

    def _write(self, kind: str) -> str:
        at = f"{self.revision}.{self.step}" if self.step else str(self.revision)
        code = f"orrery-{kind}:{self.verb}:{self.table}:{at}:{self.mark}:{self.argument}"
        if len(code) > LONGEST:
            raise ValueError("a custom_id has at most 100 characters")
        return code

    def button(self) -> str:
        """Write it for a button."""
        return self._write("b")

    def select(self) -> str:
        """Write it for a select menu."""
        return self._write("s")

    def form(self) -> str:
        """Write it for a form."""
        return self._write("f")


def read_code(match: re.Match[str]) -> Code:
    """Read what a custom_id that matches `BUTTON`, `SELECT` or `FORM` means."""
    return Code(
        match["verb"],
        int(match["table"]),
        int(match["revision"]),
        match["mark"],
        match["argument"],
        int(match["step"] or 0),
    )
