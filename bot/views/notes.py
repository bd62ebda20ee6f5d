"""What is said below a question: what it is decided by and what the choices bring, as far as there is room for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.views import phone
from bot.views.localizer import Localizer
from rendering.words.folding import FEWEST_WORDS
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T

MAX_NOTES = 1200
"""Characters of all notes."""
MORE = T("More about this choice")
"""The label of the button that shows what is cut or left out."""


@dataclass(frozen=True)
class Below:
    """Some text; `whole`: nothing of it is cut or left out."""

    text: str
    whole: bool


class Note(NamedTuple):
    """What choices of these names bring."""

    names: str
    text: str

    @property
    def head(self) -> str:
        """What stands before the text."""
        return f"- {self.names}: "

    @property
    def line(self) -> str:
        """All of it."""
        return f"{self.head}{self.text}"


def notes_of(prompt: Prompt, options: Sequence[Option], localizer: Localizer) -> list[Note]:
    """The notes of these options; what several have alike is said once."""
    options_of: dict[str, list[str]] = {}
    for one in options:
        if one.note is not None:
            options_of.setdefault(localizer.post(one.note), []).append(localizer.title(prompt.numbered(one)))
    return [Note(", ".join(named), note) for note, named in options_of.items()]


def below_question(detail: str, notes: Sequence[Note], room: int) -> Below:
    """Put a prompt's detail and notes into so many rows of a phone: the notes are cut first, the longest most."""
    text = "\n".join([*([detail] if detail else []), *(note.line for note in notes)])
    if phone.rows(text) <= room and sum(len(note.line) for note in notes) <= MAX_NOTES:
        return Below(text, whole=True)
    shown = phone.cut_text(detail, room) if detail else ""
    shares = _shares(notes, room - phone.rows(shown))
    cut = [_cut(note, given) for note, given in zip(notes, shares, strict=True)]
    if any(cut):  # a list with a gap looks like a mistake
        cut = [kept or phone.cut(note.line, given) for kept, note, given in zip(cut, notes, shares, strict=True)]
    if sum(map(len, cut)) > MAX_NOTES:
        cut = []
    return Below("\n".join([*([shown] if shown else []), *filter(None, cut)]), whole=False)


def _cut(note: Note, rows: int) -> str:
    """A note in so many rows; none where hardly more than the names of its choices would be left.

    They stand anyway, and where that is so of all notes, no note is needed.
    """
    kept = phone.cut(note.line, rows)
    said = kept.removesuffix("…")[len(note.head) :].split()
    return kept if kept == note.line or len(said) >= FEWEST_WORDS else ""


def _shares(notes: Sequence[Note], room: int) -> list[int]:
    """Share rows out among notes, a row each in turn to those that need more; none at all where not each gets one."""
    needed, given = [phone.rows(note.line) for note in notes], [0] * len(notes)
    if room < len(notes):
        return given
    while room and given != needed:
        for at, wanted in enumerate(needed):
            if room and given[at] < wanted:
                given[at] += 1
                room -= 1
    return given


def all_notes(prompt: Prompt, localizer: Localizer) -> list[str]:
    """Everything that is said of a question and its choices, in blocks of text."""
    head = [f"### {localizer.post(prompt.text)}", *([localizer.post(prompt.detail)] if prompt.detail else [])]
    return ["\n".join(head), *(note.line for note in notes_of(prompt, prompt.legal, localizer))]
