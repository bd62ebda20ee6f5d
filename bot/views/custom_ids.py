"""The custom_id of a button, a menu or a form: what to do, at which table, and for which prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 100
LARGEST = 2**31 - 1
"""Largest id of a table, a revision or a row: the maximum of an INTEGER of the database."""
_REVISION = r"(?P<revision>\d{1,10})(\.(?P<step>\d{1,10}))?"
_FIELDS = rf"(?P<verb>[a-z]+):(?P<table>\d{{1,10}}):{_REVISION}:(?P<fingerprint>[0-9a-z]*):(?P<argument>[^:]*)"
BUTTON = re.compile(f"orrery-b:{_FIELDS}", re.ASCII)
SELECT = re.compile(f"orrery-s:{_FIELDS}", re.ASCII)
FORM = re.compile(f"orrery-f:{_FIELDS}", re.ASCII)


class Unreadable(Exception):
    """A custom_id, or the value of a component, that is malformed or of an obsolete version."""


@dataclass(frozen=True)
class CustomId:
    """The parsed custom_id of a component.

    `revision` is the table's when the component was made, and `step` that of a half-made turn of the person that it was
    made for. `fingerprint` is that of the prompt that it answers, if it answers one: a press counts only while the
    person has the same prompt. Other verbs use it as a second argument. In the panel of a line that is tried, `step`
    tells where the line begins (`bot.views.panel.turn_tried`).
    """

    verb: str
    table: int
    revision: int = 0
    fingerprint: str = ""
    argument: str = ""
    step: int = 0

    @property
    def number(self) -> int:
        """Read the argument as a number.

        Raises:
            Unreadable: it is none.

        """
        return read_number(self.argument)

    @property
    def fits(self) -> bool:
        """Whether a component can carry it."""
        return ":" not in self.argument and len(self._text("b")) <= LONGEST

    def _text(self, kind: str) -> str:
        at = f"{self.revision}.{self.step}" if self.step else str(self.revision)
        return f"orrery-{kind}:{self.verb}:{self.table}:{at}:{self.fingerprint}:{self.argument}"

    def _write(self, kind: str) -> str:
        custom_id = self._text(kind)
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
    """Parse a custom_id that matches `BUTTON`, `SELECT` or `FORM`."""
    return CustomId(
        match["verb"],
        int(match["table"]),
        int(match["revision"]),
        match["fingerprint"],
        match["argument"],
        int(match["step"] or 0),
    )


def find_custom_id(pattern: re.Pattern[str], text: str) -> CustomId:
    """Parse the custom_id of an interaction: `pattern` is `BUTTON`, `SELECT` or `FORM`.

    Raises:
        Unreadable: it is malformed, or a number in it is out of range.

    """
    match = pattern.fullmatch(text)
    custom_id = read_custom_id(match) if match is not None else None
    if custom_id is None or max(custom_id.table, custom_id.revision, custom_id.step) > LARGEST:
        raise Unreadable
    return custom_id


def read_number(text: str) -> int:
    """Parse an argument or a value as a number from 0 to `LARGEST`, in canonical form.

    Raises:
        Unreadable: it is none.

    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 10 else -1
    if not 0 <= number <= LARGEST or str(number) != text:
        raise Unreadable
    return number


def only_value(values: Sequence[str]) -> str:
    """The value chosen in a menu of one choice.

    Raises:
        Unreadable: there is none, or there are several.

    """
    if len(values) != 1:
        raise Unreadable
    return values[0]
