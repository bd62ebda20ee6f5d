"""Cards and rows with what a prompt says of them: their number where they may be picked, filled where they are."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw

from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, PANEL, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import glow, outline, panel, place
from rendering.race.faces import RADIUS, back, face, keyword, mark_on_picture, paste
from rendering.race.signs import Row, row_image
from rendering.race.titles import breakable, title
from rules.kernel.text import T
from rules.race.components import CARDS
from rules.race.places import card_place
from rules.race.state import UNKNOWN, Player

Box = tuple[int, int, int, int]


NEW = 30
"""The size of the word on a new card."""
TITLE = 170
"""The least width of a title beside a note."""


def strip() -> int:
    """The height of the strip above a card in which its number stands."""
    return badge_size("1")[1] + 14


def ring(image: Image.Image, box: Box, where: str, context: RenderContext) -> None:
    """A line around what may be picked, a broad one around what is."""
    left, top, right, bottom = box
    if where in context.marks.chosen:
        outline(image, (left - 4, top - 4, right + 4, bottom + 4), BRASS_LIGHT, 10, RADIUS + 4)
    elif where in context.marks.legal:
        outline(image, (left - 2, top - 2, right + 2, bottom + 2), BRASS, 5, RADIUS + 2)


def in_order(context: RenderContext, cards: Iterable[int]) -> tuple[int, ...]:
    """Cards in the order of their numbers; those without one come last."""
    order = {where: index for index, where in enumerate(context.marks.numbers)}
    return tuple(sorted(cards, key=lambda card: order.get(card_place(card), len(order))))


def badge(image: Image.Image, at: tuple[int, int], where: str, context: RenderContext) -> int:
    """The numbers of a place, from a left end on a middle line; give the x where they end."""
    text = said(context.marks.numbers.get(where, ()))
    if not text:
        return at[0]
    wide, _ = badge_size(text)
    chosen = where in context.marks.chosen
    return number_badge(image, (at[0] + wide / 2, at[1]), text, NUMBER, chosen=chosen)[2]


def phase_of(one: Player, number: int, phase: str) -> str:
    """The phase that runs for a card of a seat: none for the one just placed, and none for one that is used up."""
    used = {index for card, index in one.used if card == number}
    if number == one.placed or (used and len(used) == len(CARDS[number].powers.consume)):
        return ""
    return phase


def lay(
    image: Image.Image,
    number: int,
    box: Box,
    context: RenderContext,
    *,
    good: bool = False,
    gone: bool = False,
    new: bool = False,
    phase: str = "",
    titled: bool = True,
    price: int | None = None,
    points: int | None = None,
) -> None:
    """Lay a card. `new` gives it the halo of a change; for the rest see `face`."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    if new:
        glow(image, box, BRASS, 8, RADIUS)
    if number == UNKNOWN:
        paste(image, back(size), (left, top))
    else:
        drawn = face(
            number, size, context.words, good=good, gone=gone, phase=phase, titled=titled, price=price, points=points
        )
        paste(image, drawn, (left, top))
    if new:
        outline(image, box, BRASS_LIGHT, 4, RADIUS)


def new_sign(image: Image.Image, at: tuple[int, int], context: RenderContext) -> None:
    """The word that tells a new card, below this point of the upper edge of its face: beside what it costs."""
    said_new = context.words.say(T("new"))
    wide = width(said_new, NEW, bold=True) + 24
    left, top = at[0] - wide // 2, at[1] + 6
    box = (left, top, left + wide, top + NEW + 8)
    panel(image, (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), INK, 13)
    panel(image, box, BRASS_LIGHT, 10)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    write(ImageDraw.Draw(image), middle, said_new, NEW, INK, bold=True, anchor="mm")


def strip_over(image: Image.Image, number: int, box: Box, context: RenderContext, note: Row) -> int:
    """The strip over a card that may be picked; give the y of the card."""
    left, top, right, _ = box
    image.paste(_strip(number, right - left, context, note), (left, top))
    return top + strip()


def title_in_strip(wide: int, note: Row) -> bool:
    """Whether the title of a card of a width stands in the strip over it; else it stands on the card."""
    return not note or wide >= 360


def _strip(number: int, wide: int, context: RenderContext, note: Row) -> Image.Image:
    """The strip over a card: its number, a note in signs, and the title where it stands there."""
    high = strip()
    chosen = card_place(number) in context.marks.chosen
    image = Image.new("RGB", (wide, high), blend(PANEL, BRASS, 0.45) if chosen else PANEL)
    gap = 12 if wide >= 270 else 4  # of fifteen cards in a hand, none has room to spare for its title
    x = badge(image, (gap, high // 2), card_place(number), context) + gap
    title_there = title_in_strip(wide, note)
    right = wide - 8
    if note:
        drawn = row_image(note, high - 22, right - x - (TITLE if title_there else 0))
        right -= drawn.width
        image.paste(drawn, (right, (high - drawn.height) // 2), drawn)
        right -= 12
    if not title_there:
        return image
    card = CARDS[number]
    if (mark := keyword(card)) and not mark_on_picture(card):
        place(image, icon(mark, 36), (right - 18, high // 2))
        right -= 44
    text = breakable(title(card, context.words))
    write_block(ImageDraw.Draw(image), (x, 2, right, high), text, (MIN_SIZE, 40), TEXT, lines=3, bold=True)
    return image
