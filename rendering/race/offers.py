"""What is offered that is no card, in rows of signs: consume powers, ways to settle a world, kinds of goods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, write_block
from rendering.kit.palette import BRASS, FAINT, PANEL_HIGH, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel
from rendering.race.faces import RADIUS
from rendering.race.head import HEAD, MARGIN, WIDE, draw_head
from rendering.race.marks import Box, badge, ring
from rendering.race.powers import at_home, signs, text
from rendering.race.powers import words as power_words
from rendering.race.prices import way_row
from rendering.race.signs import Row, Sign, row_image
from rendering.race.spread import CAUSE, GAP, Block, draw_cause, draw_shelf, shelf_grid
from rendering.race.titles import breakable
from rules.kernel.text import Text, name
from rules.race.components import CARDS
from rules.race.goods import kind_on, price_of, usable_powers
from rules.race.payment import Way, ways_to_settle
from rules.race.places import card_of, good_place, power_place, way_place
from rules.race.state import RaceState
from rules.race.texts import card_name, card_names

HIGH = 904


@dataclass(frozen=True)
class Offer:
    """One thing that may be picked: its place, what it does in signs, and one or two short texts under them."""

    place: str
    row: Row
    title: Text | None = None
    words: Text | None = None


def powers(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the consume powers that a seat may use, over its tableau with the goods."""
    offers: list[Offer] = []
    for number, index, power in usable_powers(view.players[seat]):
        row = at_home(signs(power, "consume"), CARDS[number])
        offers.append(Offer(power_place(number, index), row, card_name(number), power_words(power, "consume")))
    return _draw(view, seat, context, offers, shelf=tuple(view.players[seat].tableau))


def ways(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the ways to settle a world, beside it."""
    one = view.players[seat]
    world = next((card_of(where) for where in context.marks.so_far), None)
    number = one.tableau[-1] if world is None else world
    offers = [
        Offer(way_place(way.id), way_row(way), *_given_up(way)) for way in ways_to_settle(one, number, len(one.hand))
    ]
    rest = tuple(card for card in one.tableau if card != number)
    return _draw(view, seat, context, offers, shelf=rest, cause=number)


def kinds(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the kinds of goods that a seat has, beside the card that spends them."""
    one = view.players[seat]
    found = sorted({kind_on(world) for world in one.goods}, key=price_of)
    count = {kind: sum(kind_on(world) == kind for world in one.goods) for kind in found}
    offers = [
        Offer(good_place(kind), (Sign("good", kind), text(f"×{count[kind]}")), name(f"race.good.{kind}"))
        for kind in found
    ]
    cause = next((card_of(where) for where in context.marks.so_far), None)
    return _draw(view, seat, context, offers, shelf=tuple(one.tableau), cause=cause)


def _given_up(way: Way) -> tuple[Text | None, Text | None]:
    """The names of the cards that a way gives up, two at most."""
    names = [*card_names(way.give_up)[:2], None, None]
    return names[0], names[1]


def _draw(
    view: RaceState,
    seat: int,
    context: RenderContext,
    offers: Sequence[Offer],
    *,
    shelf: tuple[int, ...],
    cause: int | None = None,
) -> Image.Image:
    """Draw offers in one column or two, over a shelf of cards."""
    _, below = shelf_grid(len(shelf))
    left = MARGIN if cause is None else MARGIN + CAUSE + 2 * GAP
    columns = 2 if len(offers) > (4 if cause is not None else 3) else 1
    lines = max(1, -(-len(offers) // columns))
    least = HEAD + lines * 152 + below + MARGIN
    image = background((WIDE, min(1200, max(HIGH, -(-least // 8) * 8))), context.seed)
    draw_head(image, view, seat, context)
    bottom = image.height - MARGIN - below
    if cause is not None:
        draw_cause(image, Block((), cause=cause), context, (MARGIN, HEAD))
    step = min(200, (bottom - HEAD) // lines)
    wide = (WIDE - MARGIN - left - (columns - 1) * GAP) // columns
    top = HEAD + (bottom - HEAD - step * lines) // 2
    for index, offer in enumerate(offers):
        x, y = left + index % columns * (wide + GAP), top + index // columns * step
        _offer(image, offer, context, (x, y, x + wide, y + step - GAP))
    if shelf:
        draw_shelf(image, view.players[seat], context, shelf, phase=view.phase)
    return image


def _offer(image: Image.Image, offer: Offer, context: RenderContext, box: Box) -> None:
    """One offer: its number, its signs, and its texts beside them."""
    left, top, right, bottom = box
    picked = offer.place in context.marks.chosen
    panel(image, box, blend(PANEL_HIGH, BRASS, 0.35) if picked else PANEL_HIGH, RADIUS)
    middle = (top + bottom) // 2
    x = badge(image, (left + 16, middle), offer.place, context) + 28
    texts = [text for text in (offer.title, offer.words) if text is not None]
    drawn = row_image(offer.row, min(112, bottom - top - 24), (right - x) * (7 if texts else 10) // 10 - 12)
    image.paste(drawn, (x, middle - drawn.height // 2), drawn)
    x += drawn.width + 24
    pen = ImageDraw.Draw(image)
    high = (bottom - top - 16) // max(1, len(texts))
    for index, one in enumerate(texts):
        line = (x, top + 8 + index * high, right - 14, top + 8 + (index + 1) * high)
        write_block(
            pen,
            line,
            breakable(context.words.say(one)),
            (MIN_SIZE, 36),
            TEXT if picked else FAINT,
            lines=2,
            bold=index == 0,
        )
    ring(image, box, offer.place, context)
