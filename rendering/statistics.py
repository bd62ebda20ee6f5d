"""Statistics as a picture: the figures that matter, how often each rank was reached, and a table of what was played.

It knows nothing of where they come from: a sheet in, a picture and its words out. Its type is large enough to be read
where the picture is shown 280 wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import ImageDraw

from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.background import background
from rendering.kit.fonts import clean, cut, wrap, write, write_block
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, LINE, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import Picture, RenderContext
from rendering.words import Words
from rules.kernel.text import TN, T, Text, signed

KIND = "statistics"
"""The kind of picture, as draw jobs name it."""
WIDE = 1000
MARGIN = 40
TITLE, SIZE, SMALL = 64, 46, 40
FIGURE = 76
MOST_ROWS = 7
"""Rows of the table; the rest is told in words alone."""
MOST_RANKS = 6
RANK_ROW, ROW, NOTE = 58, 62, 54
COLUMNS = (500, 650, 800, WIDE - MARGIN)
"""Where the columns of figures end."""


class Row(NamedTuple):
    """What was played with, how often, how often it has won, with how many points on average and at best."""

    what: Text
    played: int
    won: int
    mean: float
    best: int


@dataclass(frozen=True)
class Sheet:
    """What is shown: whose statistics they are, and of what; figures; ranks and how often; rows; and notes.

    `rows_title` says what the rows are of.
    """

    title: Text
    under: Text
    figures: tuple[tuple[Text, Text], ...]
    ranks: tuple[tuple[int, int], ...]
    rows_title: Text
    rows: tuple[Row, ...]
    notes: tuple[Text, ...]


def draw(sheet: Sheet, context: RenderContext) -> Picture:
    """Draw statistics."""
    say = _Plain(context.words)
    ranks, rows = sheet.ranks[:MOST_RANKS], sheet.rows[:MOST_ROWS]
    high = MARGIN + TITLE + 20 + SMALL + 36 + (190 if sheet.figures else 0)
    high += (len(ranks) * RANK_ROW + 36 if ranks else 0) + ((len(rows) + 1) * ROW + 30 if rows else 0)
    notes = [line for note in sheet.notes for line in wrap(say(note), WIDE - 2 * MARGIN, SMALL, 2)[0]]
    high += len(notes) * NOTE + MARGIN
    image = background((WIDE, high), context.seed)
    pen = ImageDraw.Draw(image)
    y = MARGIN
    write(pen, (MARGIN, y), cut(say(sheet.title), WIDE - 2 * MARGIN, TITLE, bold=True), TITLE, TEXT, bold=True)
    y += TITLE + 20
    write(pen, (MARGIN, y), cut(say(sheet.under), WIDE - 2 * MARGIN, SMALL), SMALL, FAINT)
    y += SMALL + 36
    if sheet.figures:
        _figures(pen, y, sheet.figures, say)
        y += 190
    if ranks:
        y = _ranks(pen, y, ranks, say)
    if rows:
        y = _table(pen, y, sheet, rows, say)
    for note in notes:
        write(pen, (MARGIN, y + NOTE // 2), note, SMALL, FAINT, anchor="lm")
        y += NOTE
    return Picture(image, alt_text(sheet, context.words))


class _Plain:
    """Says texts with the signs that the font has."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def __call__(self, text: Text) -> str:
        return clean(self.words.label(text))


def _figures(pen: ImageDraw.ImageDraw, y: int, figures: Sequence[tuple[Text, Text]], say: _Plain) -> None:
    """Draw the figures side by side, each in a box over its name."""
    gap = 16
    wide = (WIDE - 2 * MARGIN - gap * (len(figures) - 1)) // len(figures)
    for at, (label, value) in enumerate(figures):
        left = MARGIN + at * (wide + gap)
        pen.rounded_rectangle((left, y, left + wide, y + 160), 14, fill=PANEL, outline=LINE, width=3)
        middle = left + wide / 2
        size = FIGURE
        while size > SIZE and cut(say(value), wide - 16, size, bold=True) != say(value):
            size -= 4
        write(
            pen, (middle, y + 58), cut(say(value), wide - 8, size, bold=True), size, BRASS_LIGHT, bold=True, anchor="mm"
        )
        write(pen, (middle, y + 126), cut(say(label), wide - 12, SMALL), SMALL, FAINT, anchor="mm")


def _ranks(pen: ImageDraw.ImageDraw, y: int, ranks: Sequence[tuple[int, int]], say: _Plain) -> int:
    """Draw a bar for each rank; returns where they end."""
    most = max(count for _, count in ranks)
    left, right = MARGIN + 170, WIDE - MARGIN - 130
    for rank, count in ranks:
        middle = y + RANK_ROW / 2
        write(pen, (MARGIN, middle), say(rank_text(rank)), SMALL, TEXT, anchor="lm")
        reach = left + max(6, round((right - left) * count / most))
        pen.rectangle((left, middle - 18, reach, middle + 18), fill=BRASS if rank == 1 else PANEL_HIGH)
        write(pen, (reach + 16, middle), str(count), SMALL, TEXT, bold=True, anchor="lm")
        y += RANK_ROW
    return y + 36


def _table(pen: ImageDraw.ImageDraw, y: int, sheet: Sheet, rows: Sequence[Row], say: _Plain) -> int:
    """Draw the rows with their columns; returns where they end."""
    names = (T("Played"), T("Won"), T("Mean"), T("Best"))
    write(pen, (MARGIN, y + ROW / 2), cut(say(sheet.rows_title), 300, SMALL), SMALL, FAINT, anchor="lm")
    for right, name in zip(COLUMNS, names, strict=True):
        write(pen, (right, y + ROW / 2), cut(say(name), 160, SMALL), SMALL, FAINT, anchor="rm")
    y += ROW
    for row in rows:
        pen.line((MARGIN, y, WIDE - MARGIN, y), fill=LINE, width=2)
        middle = y + ROW / 2
        box = (MARGIN, y + 2, COLUMNS[0] - 90, y + ROW - 2)
        write_block(pen, box, say(row.what), (28, SIZE), TEXT, lines=2)
        values = (str(row.played), f"{share(row.won, row.played)} %", say.words.decimal(row.mean), signed(row.best))
        for right, value in zip(COLUMNS, values, strict=True):
            write(pen, (right, middle), value, SIZE, TEXT, bold=right == COLUMNS[0], anchor="rm")
        y += ROW
    return y + 30


def share(part: int, whole: int) -> int:
    """A part in hundredths; there must be a whole."""
    return round(100 * part / whole)


def rank_text(rank: int) -> Text:
    """Name a rank."""
    return T("Place {n}", n=rank)


def row_text(row: Row, words: Words) -> Text:
    """Tell a row of the table."""
    return TN(
        "{what}: {n} game, {share} % won, mean {mean}, best {best}",
        "{what}: {n} games, {share} % won, mean {mean}, best {best}",
        row.played,
        what=row.what,
        share=share(row.won, row.played),
        mean=words.decimal(row.mean),
        best=row.best,
    )


def alt_text(sheet: Sheet, words: Words) -> str:
    """Tell the sheet in words, with as many rows as fit."""
    head = [words.label(sheet.title) + ".", words.label(sheet.under) + "."]
    head += [f"{words.label(label)}: {words.say(value)}." for label, value in sheet.figures]
    if sheet.ranks:
        head.append(", ".join(f"{words.label(rank_text(rank))}: {count}" for rank, count in sheet.ranks) + ".")
    notes = [words.say(note) for note in sheet.notes]
    for many in range(min(len(sheet.rows), MOST_ROWS), -1, -1):
        rows = [words.label(row_text(row, words)) + "." for row in sheet.rows[:many]]
        said = "\n".join([*head, *rows, *notes])
        if len(said) <= MAX_ALT_TEXT:
            return said
    return "\n".join(head)[:MAX_ALT_TEXT]
