"""What stands in the custom_id of a button, a select or a form: what to do, at which table, and for which question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 100
LARGEST = 2**31 - 1
"""The largest number of a table, a revision or a row: what an INTEGER of the database holds."""
_REVISION = r"(?P<revision>\d{1,10})(\.(?P<step>\d{1,10}))?"
_FIELDS = rf"(?P<verb>[a-z]+):(?P<table>\d{{1,10}}):{_REVISION}:(?P<mark>[0-9a-z]*):(?P<argument>[^:]*)"
BUTTON = re.compile(f"orrery-b:{_FIELDS}", re.ASCII)
SELECT = re.compile(f"orrery-s:{_FIELDS}", re.ASCII)
FORM = re.compile(f"orrery-f:{_FIELDS}", re.ASCII)


class Unreadable(Exception):
    """A custom_id, or the value of a component, that means nothing: no version of ours writes it, or none does now."""


@dataclass(frozen=True)
class CustomId:
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

    @property
    def number(self) -> int:
        """Read the argument as a number.

        Raises:
            Unreadable: it is none.

        """
        return read_number(self.argument)

    def _write(self, kind: str) -> str:
        at = f"{self.revision}.{self.step}" if self.step else str(self.revision)
        custom_id = f"orrery-{kind}:{self.verb}:{self.table}:{at}:{self.mark}:{self.argument}"
        if len(custom_id) > LONGEST:
            raise ValueError("a custom_id has at most 100 characters")
        return custom_id

    def button(self) -> str:
        """Write it for a button."""
        return self._write("b")

    def select(self) -> str:
        """Write it for a select menu."""
        return self._write("s")

    def form(self) -> str:
        """Write it for a form."""
        return self._write("f")


def read_custom_id(match: re.Match[str]) -> CustomId:
    """Read what a custom_id that matches `BUTTON`, `SELECT` or `FORM` means."""
    return CustomId(
        match["verb"],
        int(match["table"]),
        int(match["revision"]),
        match["mark"],
        match["argument"],
        int(match["step"] or 0),
    )


def find_custom_id(pattern: re.Pattern[str], text: str) -> CustomId:
    """Read what somebody has pressed or sent: `pattern` is `BUTTON`, `SELECT` or `FORM`.

    Raises:
        Unreadable: it is none of these, or a number in it is larger than any that we give.

    """
    match = pattern.fullmatch(text)
    custom_id = read_custom_id(match) if match is not None else None
    if custom_id is None or max(custom_id.table, custom_id.revision, custom_id.step) > LARGEST:
        raise Unreadable
    return custom_id


def read_number(text: str) -> int:
    """Read a number from 0 to `LARGEST`, written as we write it, out of an argument or a value.

    Raises:
        Unreadable: it is none.

    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1
    if not 0 <= number <= LARGEST or str(number) != text:
        raise Unreadable
    return number


def only_value(values: Sequence[str]) -> str:
    """Give what was chosen in a menu of one choice.

    Raises:
        Unreadable: nothing was, or several things were.

    """
    if len(values) != 1:
        raise Unreadable
    return values[0]
