"""Cards in blocks under the numbers of their seat: what a tableau, a hand and most panels have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.grid import UNIT, Grid
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import FAINT, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel, place
from rendering.race import shelves
from rendering.race.actions import TILE, draw_tiles
from rendering.race.faces import RADIUS, back, paste
from rendering.race.head import HEAD, MARGIN, WIDE, draw_head
from rendering.race.looks import cost_badge
from rendering.race.marks import Box, badge, lay, new_sign, phase_of, ring, strip, strip_over, title_in_strip
from rendering.race.prices import best_sale, reduced
from rendering.race.shelves import Shelf
from rendering.race.signs import Row, row_image
from rendering.race.titles import breakable, title
from rules.kernel.text import T, Text
from rules.race.components import CARDS
from rules.race.places import NOTHING_PLACE, card_place
from rules.race.scoring import counted
from rules.race.state import Player, RaceState

LOWEST, HIGHEST = 904, 1200
GAP = 12
WIDEST = 504
"""No card becomes wider."""
NARROWEST = 240
"""Nor narrower where its title stands beside its number: three lines hold any title then."""
HEIGHTS = (520, 440, 384, 352, 314, 290, 268, 244, 220, 204, 188, 172, 156, 140, 124)
"""The heights of large faces, few so that what they are made of serves many pictures; the larger come first."""
BAR = 104
"""The height of the bar that tells what is paid for."""
CAUSE = 368
CAUSE_HIGH = 352
"""The size of the card that a choice is about, beside what is offered."""


@dataclass(frozen=True)
class Block:
    """What a picture of cards shows.

    `cards` are as large as there is room; each that is offered has a strip with its number and its note over it.
    `nothing` is the offer to take none of them, as the last tile. `shelves` are smaller cards under them, to compare
    with. `cause` is the card that the choice is about: it stands beside them, or with `price` (what it costs, or what
    it does) in a bar over them.
    """

    cards: tuple[int, ...]
    shelves: tuple[Shelf, ...] = ()
    notes: Mapping[int, Row] = field(default_factory=dict)
    cause: int | None = None
    price: Row = ()
    actions: tuple[str, ...] = ()
    nothing: Text | None = None

    @property
    def aside(self) -> bool:
        """Whether the card that the choice is about stands beside what is offered."""
        return self.cause is not None and not self.price

    @property
    def cells(self) -> int:
        """How many tiles there are to lay out."""
        return len(self.cards) + (self.nothing is not None)


def draw(
    view: RaceState,
    seat: int,
    context: RenderContext,
    block: Block,
    *,
    phase: str = "",
    new: frozenset[int] = frozenset(),
) -> Image.Image:
    """Draw cards under the numbers of their seat; `new` ones have a halo, and in hand a word where they are large."""
    numbered = block.nothing is not None or any(card_place(card) in context.marks.numbers for card in block.cards)
    left = MARGIN + CAUSE + 2 * GAP if block.aside else MARGIN
    top = HEAD + (TILE + 2 * GAP if block.actions else 0) + (BAR + GAP if block.price else 0)
    foot = shelves.height(block.shelves)
    room = (WIDE - MARGIN - left, HIGHEST - top - MARGIN - foot)
    layout = cards_grid(block.cells, room, left, numbered=numbered)
    used = max(layout.high, CAUSE_HIGH if block.aside else 0)
    high = min(HIGHEST, max(LOWEST, -(-(top + used + foot + MARGIN) // UNIT) * UNIT))
    image = background((WIDE, high), context.seed)
    draw_head(image, view, seat, context)
    if block.actions:
        draw_tiles(
            image, block.actions, context, (MARGIN, HEAD, WIDE - MARGIN, HEAD + TILE), sale=best_sale(view, seat)
        )
    if block.price:
        costs = None if block.cause is None else reduced(view, seat).get(block.cause)
        _bar(image, block, context, (MARGIN, top - BAR - GAP, WIDE - MARGIN, top - GAP), costs)
    space = high - MARGIN - foot - top
    if block.aside:
        draw_cause(image, view.players[seat], block, context, (MARGIN, top), phase=phase)
    start = top + max(0, space - layout.high) // 2
    cards = _Cards(image, view, seat, context, phase, new)
    cards.lay(block, layout, start, numbered=numbered)
    if block.nothing is not None:
        _nothing(image, block.nothing, context, layout.box(len(block.cards), start))
    shelves.draw(image, view, seat, context, block.shelves, phase=phase, about=block.cause, new=new)
    if not block.cells and not block.shelves:
        words = context.words.say(T("No cards"))
        write(ImageDraw.Draw(image), ((left + WIDE) / 2, (top + high) / 2), words, 56, FAINT, anchor="mm")
    return image


def cards_grid(count: int, room: tuple[int, int], left: int, *, numbered: bool) -> Grid:
    """Lay cards out as large as they can be, with their numbers over them if they are `numbered`.

    More cards are never larger: what is laid out for them has room for fewer, too.
    """
    over = strip() if numbered else 0
    best, worth = Grid(1, 0, (0, 0), GAP, left), (-1.0, 0)
    for columns in range(1, max(1, count) + 1):
        lines = -(-count // columns)
        wide = min(WIDEST, (room[0] + GAP) // columns - GAP)
        if numbered and wide < NARROWEST:
            break
        most = (room[1] + GAP) // max(1, lines) - GAP - over
        high = next((one for one in HEIGHTS if one <= min(most, wide * 1.1)), max(1, min(most, HEIGHTS[-1])))
        # Signs stand side by side: a card needs its width somewhat more than its height. Fuller lines are better.
        one = (min(wide, high * 1.15), count - columns * lines)
        if one > worth:
            start = left + (room[0] - columns * (wide + GAP) + GAP) // 2
            best, worth = Grid(columns, lines, (wide, high + over), GAP, start), one
    return best


def draw_cause(
    image: Image.Image, one: Player, block: Block, context: RenderContext, at: tuple[int, int], *, phase: str
) -> None:
    """The card that a choice is about, beside what is offered.

    A good on it that is offered is shown there alone, lest it count twice.
    """
    assert block.cause is not None, "drawn where there is one"
    left, top = at
    good = block.cause in one.goods and card_place(block.cause) not in context.marks.numbers
    box = (left, top, left + CAUSE, top + CAUSE_HIGH)
    lay(image, block.cause, box, context, good=good, phase=phase, points=counted(one).get(block.cause))


def _bar(image: Image.Image, block: Block, context: RenderContext, box: Box, costs: int | None) -> None:
    """What is to be paid for a card, and which it is; or what a card does. See `cost_badge` for `costs`."""
    assert block.cause is not None, "drawn where there is one"
    left, top, right, bottom = box
    card, middle = CARDS[block.cause], (top + bottom) / 2
    panel(image, box, PANEL, RADIUS)
    drawn = row_image(block.price, 84, 560)
    image.paste(drawn, (left + 24, round(middle) - drawn.height // 2), drawn)
    x = left + 24 + drawn.width + 32
    if context.marks.kind == "pay":
        place(image, icon("arrow", 72), (x + 36, middle))
        x += 96
    place(image, cost_badge(card, 84, costs), (x + 42, middle))
    text = breakable(title(card, context.words))
    size = (MIN_SIZE, 60)
    write_block(ImageDraw.Draw(image), (x + 104, top + 6, right - 16, bottom - 6), text, size, TEXT, lines=2, bold=True)


def _nothing(image: Image.Image, said: Text, context: RenderContext, box: Box) -> None:
    """The tile of who takes none of what is offered: its number and its words over the back of a card."""
    left, top, right, bottom = box
    chosen = NOTHING_PLACE in context.marks.chosen
    high = strip()
    panel(image, (left, top, right, top + high), PANEL, RADIUS)
    x = badge(image, (left + 12, top + high // 2), NOTHING_PLACE, context) + 12
    words = (x, top + 2, right - 8, top + high)
    write_block(ImageDraw.Draw(image), words, context.words.say(said), (MIN_SIZE, GLANCE), TEXT, lines=2, bold=True)
    paste(image, back((right - left, bottom - top - high)), (left, top + high))
    place(
        image, icon("cross", min(160, (bottom - top - high) * 3 // 4)), ((left + right) / 2, (top + high + bottom) / 2)
    )
    if chosen or NOTHING_PLACE in context.marks.legal:
        ring(image, box, NOTHING_PLACE, context)


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
        where, offered = card_place(number), self.context.marks.legal | self.context.marks.chosen
        if numbered:
            top = strip_over(self.image, number, box, self.context, note)
        lay(
            self.image, number, (left, top, right, bottom), self.context,
            good=number in self.one.goods, new=number in self.new and where not in offered,
            phase=phase_of(self.one, number, self.phase),
            titled=not (numbered and title_in_strip(right - left, note)), price=self.prices.get(number),
            points=self.points.get(number),
        )  # fmt: skip
        ring(self.image, box, where, self.context)
        if number in self.new and number in self.one.hand:
            new_sign(self.image, (left + (right - left) * 35 // 100, top), self.context)
