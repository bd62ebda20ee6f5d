"""First lessons: a game is learnt by doing, over positions that are laid, each of them one step of the lesson.

A lesson is data (``data/lesson.json`` of a game's package). A step says one thing, and asks what the rules ask there or
only shows something. Positions are laid by a setup, a key of chance and the answers that lead there, so they are always
reached by the rules (`rules.kernel.teaching`). What is said are messages; their German stands in the catalogs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.kernel.data import load_file
from rules.kernel.errors import BadData
from rules.kernel.text import Text

FILE = "lesson.json"
FEWEST, MOST = 12, 18
"""Steps of a lesson."""

Given = tuple[int, list[str]]
"""An answer that is laid: a seat, and what it picks."""


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position: a game of these options and this many seats, the key of its chance, and the answers that lead on."""

    seats: int
    key: str
    options: dict[str, str] = {}
    answers: list[Given] = []


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson.

    It `says` one sentence. `answers` are those that lead on; where there are none nothing is asked of whoever learns,
    and the step only shows something. An answer that is legal and not among them is explained by the message in
    `wrong` of an option that it picks, else by `otherwise`. `places` are those that the picture marks, as options name
    them (`Option.place`); without any, those of the answers. `typed`: the step offers the form to type the line that it
    says in quotation marks.

    `laid` is the position that the step begins with; by default the one that the step before has led to. `then` are the
    answers that follow, of the others and also of whoever learns where they teach nothing.
    """

    says: str
    answers: list[list[str]] = []
    wrong: dict[str, str] = {}
    otherwise: str = ""
    places: list[str] = []
    typed: bool = False
    laid: Laid | None = None
    then: list[Given] = []

    @property
    def asks(self) -> bool:
        """Whether an answer leads on; else the step only shows something."""
        return bool(self.answers)

    def accepts(self, picks: Sequence[str]) -> bool:
        """Whether an answer is one that leads on; the order of its picks does not matter."""
        return any(sorted(one) == sorted(picks) for one in self.answers)

    def why_not(self, picks: Sequence[str]) -> Text:
        """Explain a legal answer that does not lead on."""
        return Text(next((self.wrong[pick] for pick in picks if pick in self.wrong), self.otherwise))


class FirstTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table for a first game after the lesson: how many robots, and the options."""

    robots: int
    options: dict[str, str] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first lesson of a game. `seat` is that of whoever learns; `table` is for the first game after it."""

    seat: int
    table: FirstTable
    steps: list[LessonStep]


def load_lesson(package: str) -> Lesson:
    """Read the lesson of a game.

    Raises:
        BadData: the file is no lesson, or a step lacks what it needs.

    """
    lesson: Lesson = load_file(package, FILE, Lesson)
    check(lesson, f"{package}/{FILE}")
    return lesson


def check(lesson: Lesson, file: str) -> None:
    """Check that every step has what it needs; whether the rules follow it only playing it can tell.

    Raises:
        BadData: one has not.

    """
    for complaint in _complaints(lesson):
        raise BadData(f"{file}: {complaint}")


def _complaints(lesson: Lesson) -> Iterator[str]:
    if not FEWEST <= len(lesson.steps) <= MOST:
        yield f"{len(lesson.steps)} steps; a lesson has {FEWEST} to {MOST}"
    if lesson.steps and lesson.steps[0].laid is None:
        yield "step 1 lays no position"
    for number, step in enumerate(lesson.steps, 1):
        if not step.says:
            yield f"step {number} says nothing"
        if step.asks and not step.otherwise:
            yield f"step {number} does not explain other answers"
        if not step.asks and (step.otherwise or step.wrong or step.typed):
            yield f"step {number} asks nothing, and explains answers"
        for said in _said(step):
            if "{" in said or "}" in said:
                yield f"step {number} says a message with a place that nothing fills: {said}"


def _said(step: LessonStep) -> list[str]:
    return [one for one in (step.says, *step.wrong.values(), step.otherwise) if one]


def messages_of(lesson: Lesson) -> list[str]:
    """Every message of a lesson, in order: what the catalogs hold."""
    return list(dict.fromkeys(said for step in lesson.steps for said in _said(step)))
