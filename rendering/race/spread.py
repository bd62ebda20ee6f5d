"""Cards in blocks under the numbers of their seat: what a tableau, a hand and most panels have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from rendering.kit.background import background
from rendering.kit.fonts import write
from rendering.kit.grid import UNIT, Grid
from rendering.kit.palette import FAINT, PANEL
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel
from rendering.race.actions import TILE, draw_tiles
from rendering.race.faces import RADIUS, SIZES
from rendering.race.head import HEAD, MARGIN, WIDE, draw_head
from rendering.race.marks import Box, lay, ring, strip, strip_over, title_in_strip
from rendering.race.prices import reduced
from rendering.race.signs import Row, row_image
from rules.kernel.text import T
from rules.race.places import card_place
from rules.race.scoring import counted
from rules.race.state import Player, RaceState

LOWEST, HIGHEST = 904, 1200
GAP = 12
WIDEST = SIZES[0][0]
"""No card becomes wider than the largest."""
SHELF = 168
"""The height of the cards of a shelf in one line, and what is offered over it keeps the rest."""
CAUSE = 368
CAUSE_HIGH = 352
"""The size of the card that a choice is about, beside what is offered: one that other cards have, too."""


@dataclass(frozen=True)
class Block:
    """What a picture of cards shows.

    `cards` are as large as there is room; each that is offered has a strip with its number and its note over it.
    `shelf` are smaller ones under them, to compare with. `cause` is the card that the choice is about, with a note.
    """

    cards: tuple[int, ...]
    shelf: tuple[int, ...] = ()
    notes: Mapping[int, Row] = field(default_factory=dict)
    cause: int | None = None
    price: Row = ()
    actions: tuple[str, ...] = ()


def draw(
    view: RaceState,
    seat: int,
    context: RenderContext,
    block: Block,
    *,
    phase: str = "",
    new: frozenset[int] = frozenset(),
) -> Image.Image:
    """Draw cards under the numbers of their seat."""
    numbered = any(card_place(card) in context.marks.numbers for card in block.cards)
    left = MARGIN if block.cause is None else MARGIN + CAUSE + 2 * GAP
    top = HEAD + (TILE + 2 * GAP if block.actions else 0)
    _, shelf = shelf_grid(len(block.shelf))
    room = (WIDE - MARGIN - left, HIGHEST - top - MARGIN - shelf)
    layout = cards_grid(len(block.cards), room, left, numbered=numbered)
    used = max(layout.high, 640 if block.cause is not None else 0)
    high = min(HIGHEST, max(LOWEST, -(-(top + used + shelf + MARGIN) // UNIT) * UNIT))
    image = background((WIDE, high), context.seed)
    draw_head(image, view, seat, context)
    if block.actions:
        draw_tiles(image, block.actions, context, (MARGIN, HEAD, WIDE - MARGIN, HEAD + TILE))
    space = high - MARGIN - shelf - top
    if block.cause is not None:
        draw_cause(image, view.players[seat], block, context, (MARGIN, top), phase=phase)
    _Cards(image, view, seat, context, phase, new).lay(
        block, layout, top + max(0, space - layout.high) // 2, numbered=numbered
    )
    if block.shelf:
        draw_shelf(image, view, seat, context, block.shelf, phase=phase)
    if not block.cards and not block.shelf:
        words = context.words.say(T("No cards"))
        write(ImageDraw.Draw(image), ((left + WIDE) / 2, (top + high) / 2), words, 56, FAINT, anchor="mm")
    return image


def cards_grid(count: int, room: tuple[int, int], left: int, *, numbered: bool) -> Grid:
    """Lay cards out in the largest size of which all fit, with their numbers over them if they are `numbered`.

    What is left at the sides makes them wider: their signs and words need the width.
    """
    over = strip() if numbered else 0
    for wide, high in SIZES:
        most, lines = (room[0] + GAP) // (wide + GAP), (room[1] + GAP) // (high + over + GAP)
        if most * lines >= count:
            break
    else:  # more than any hand is likely to have
        most, lines = 8, -(-count // 8)
        wide, high = (room[0] + GAP) // most - GAP, (room[1] + GAP) // lines - GAP - over
    lines = -(-count // most)
    columns = -(-count // max(1, lines)) or 1
    wide = max(wide, min(WIDEST, (room[0] + GAP) // columns - GAP))
    start = left + (room[0] - columns * (wide + GAP) + GAP) // 2
    return Grid(columns, lines, (wide, high + over), GAP, start)


def shelf_grid(count: int) -> tuple[Grid, int]:
    """Lay out a shelf at the foot of a picture; give the height that it takes, too."""
    if not count:
        return Grid(1, 0, (0, 0), 8, MARGIN), 0
    lines = 1 if count <= 8 else 2
    columns = max(4, -(-count // lines))
    high = SHELF if lines == 1 else 122
    wide = (WIDE - 2 * MARGIN - (columns - 1) * 8) // columns
    placed = Grid(columns, lines, (wide, high), 8, MARGIN)
    return placed, placed.high + 2 * GAP


def draw_shelf(
    image: Image.Image, view: RaceState, seat: int, context: RenderContext, cards: Sequence[int], *, phase: str = ""
) -> None:
    """Draw the smaller cards at the foot of a picture."""
    one, prices = view.players[seat], reduced(view, seat)
    points = counted(one)
    layout, _ = shelf_grid(len(cards))
    top = image.height - MARGIN - layout.high
    for index, number in enumerate(cards):
        runs = "" if number == one.placed else phase
        lay(
            image, number, layout.box(index, top), context,
            good=number in one.goods, phase=runs, price=prices.get(number), points=points.get(number),
        )  # fmt: skip


def draw_cause(
    image: Image.Image, one: Player, block: Block, context: RenderContext, at: tuple[int, int], *, phase: str
) -> None:
    """The card that a choice is about, beside what is offered, under what is to be paid for it.

    A good on it that is offered is shown there alone, lest it count twice.
    """
    assert block.cause is not None, "drawn where there is one"
    left, top = at
    right = left + CAUSE
    if block.price:
        drawn = row_image(block.price, 84, right - left - 24)
        panel(image, (left, top, right, top + 104 + RADIUS), PANEL, RADIUS)
        image.paste(drawn, ((left + right - drawn.width) // 2, top + 52 - drawn.height // 2), drawn)
        top += 104
    runs = "" if block.cause == one.placed else phase
    good = block.cause in one.goods and card_place(block.cause) not in context.marks.numbers
    box = (left, top, right, top + CAUSE_HIGH)
    lay(image, block.cause, box, context, good=good, phase=runs, points=counted(one).get(block.cause))


class _Cards:
    """The cards of a block, each offered one under its strip."""

    def __init__(  # noqa: PLR0917
        self,
        image: Image.Image,
        view: RaceState,
        seat: int,
        context: RenderContext,
        phase: str,
        new: frozenset[int],
    ) -> None:
        self.image, self.one, self.context = image, view.players[seat], context
        self.phase, self.new = phase, new
        self.prices, self.points = reduced(view, seat), counted(self.one)

    def lay(self, block: Block, layout: Grid, top: int, *, numbered: bool) -> None:
        """Lay them all."""
        for index, number in enumerate(block.cards):
            self._card(number, layout.box(index, top), block.notes.get(number, ()), numbered=numbered)

    def _card(self, number: int, box: Box, note: Row, *, numbered: bool) -> None:
        left, top, right, bottom = box
        where = card_place(number)
        if numbered:
            top = strip_over(self.image, number, box, self.context, note)
        lay(
            self.image, number, (left, top, right, bottom), self.context,
            good=number in self.one.goods, new=number in self.new,
            phase="" if number == self.one.placed else self.phase,
            titled=not (numbered and title_in_strip(right - left, note)), price=self.prices.get(number),
            points=self.points.get(number),
        )  # fmt: skip
        ring(self.image, box, where, self.context)
