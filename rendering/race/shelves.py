"""Shelves at the foot of a picture: smaller cards to compare with, under a sign of whether they are hand or tableau."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.kit.fonts import write
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import FAINT, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import Pen, panel, place, stamp
from rendering.race.faces import RADIUS
from rendering.race.head import MARGIN, WIDE
from rendering.race.marks import Box, lay, phase_of
from rendering.race.prices import reduced
from rules.race.components import CARDS
from rules.race.scoring import counted
from rules.race.state import UNKNOWN, RaceState

GAP = 8
OVER = 20
"""The space over each shelf."""
LABEL = 76
"""The width of a shelf's sign, with the number of its cards."""
IN_LINE = 6
"""The most cells in the only line of a shelf."""
WIDEST = 252
"""A card becomes no wider than this for each of its cells and once more: stretched, its signs would lie far apart."""
HEIGHTS = {1: 168, 2: 144, 3: 120}
LOWER = {1: 144, 2: 116, 3: 100}
"""The height of its cards by the number of lines: where it is alone, and where there are two shelves."""


@dataclass(frozen=True)
class Shelf:
    """Cards of one kind: those in hand (`cards`) or those that lie before a seat (`tableau`)."""

    sign: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Laid:
    """A shelf laid out: the boxes of its cards from its upper left corner (0, 0), and its height."""

    boxes: tuple[Box, ...]
    high: int


def hand(cards: Sequence[int]) -> tuple[Shelf, ...]:
    """A shelf of hand cards; none where there are none."""
    return (Shelf("cards", tuple(cards)),) if cards else ()


def tableau(cards: Sequence[int]) -> tuple[Shelf, ...]:
    """A shelf of what lies before a seat; none where nothing is left of it."""
    return (Shelf("tableau", tuple(cards)),) if cards else ()


def tableau_sign(pen: Pen) -> None:
    """A tableau: six cards in two lines."""
    for line in (0.10, 0.54):
        for column in (0.04, 0.37, 0.70):
            pen.box((column, line, column + 0.26, line + 0.36), 0.05, FAINT)


def span(card: int) -> int:
    """How many cells a card takes: two where it lists what it scores, three with cards by their names among that."""
    if card == UNKNOWN or not CARDS[card].scoring:
        return 1
    return 3 if any(line.card is not None for line in CARDS[card].scoring) else 2


def laid(cards: Sequence[int], *, lower: bool) -> Laid:
    """Lay a shelf out in as few lines as leave its cards wide enough, filling each."""
    spans = [span(card) for card in cards]
    # Two lines hold one cell more each: their cards are lower.
    lines = 1 if sum(spans) <= IN_LINE else 2 if sum(spans) <= 2 * IN_LINE + 2 else 3
    columns = max(-(-sum(spans) // lines), max(spans, default=1))
    while len(rows := _rows(spans, columns)) > lines:
        columns += 1
    high = (LOWER if lower else HEIGHTS)[lines]
    room = WIDE - 2 * MARGIN - LABEL - GAP
    boxes: list[Box] = []
    for line, row in enumerate(rows):
        # A line with fewer cells fills its width, but its cards stay about as wide as the others.
        cells = max(sum(row), columns - 1) if line else sum(row)
        wide = (room - (cells - 1) * GAP) / cells
        left: float = LABEL + GAP
        for cell in row:
            right = left + min(cell * (wide + GAP) - GAP, (cell + 1) * WIDEST)
            boxes.append((round(left), line * (high + GAP), round(right), line * (high + GAP) + high))
            left = right + GAP
    return Laid(tuple(boxes), len(rows) * (high + GAP) - GAP)


def _rows(spans: Sequence[int], columns: int) -> list[list[int]]:
    """Break cards into lines of so many cells."""
    rows: list[list[int]] = [[]]
    for one in spans:
        if sum(rows[-1]) + one > columns:
            rows.append([])
        rows[-1].append(one)
    return rows


def height(shelves: Sequence[Shelf]) -> int:
    """The height that shelves take at the foot of a picture."""
    return sum(laid(one.cards, lower=len(shelves) > 1).high + OVER for one in shelves)


def draw(
    image: Image.Image,
    view: RaceState,
    seat: int,
    context: RenderContext,
    shelves: Sequence[Shelf],
    *,
    phase: str = "",
    about: int | None = None,
    new: frozenset[int] = frozenset(),
) -> None:
    """Draw shelves, the last at the very foot; `about` is the card among them that the choice is about.

    `new` cards have a halo, as it has.
    """
    one, prices = view.players[seat], reduced(view, seat)
    points = counted(one)
    bottom = image.height - MARGIN
    for shelf in reversed(shelves):
        placed = laid(shelf.cards, lower=len(shelves) > 1)
        top = bottom - placed.high
        _label(image, shelf, (MARGIN, top, MARGIN + LABEL, bottom))
        for number, (left, up, right, down) in zip(shelf.cards, placed.boxes, strict=True):
            lay(
                image, number, (MARGIN + left, top + up, MARGIN + right, top + down), context,
                good=number in one.goods, new=number == about or number in new, phase=phase_of(one, number, phase),
                price=prices.get(number), points=points.get(number),
            )  # fmt: skip
        bottom = top - OVER


def _label(image: Image.Image, shelf: Shelf, box: Box) -> None:
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    sign = icon("cards", 56) if shelf.sign == "cards" else stamp(("tableau",), 56, tableau_sign)
    middle = ((left + right) / 2, (top + bottom) / 2)
    place(image, sign, (middle[0], middle[1] - 26))
    text = str(len(shelf.cards))
    write(ImageDraw.Draw(image), (middle[0], middle[1] + 32), text, GLANCE, TEXT, bold=True, anchor="mm")
