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
from rendering.race import shelves
from rendering.race.faces import RADIUS
from rendering.race.head import HEAD, MARGIN, WIDE, draw_head
from rendering.race.marks import Box, badge, ring
from rendering.race.powers import at_home, signs, text
from rendering.race.powers import words as power_words
from rendering.race.prices import way_row
from rendering.race.signs import Row, Sign, row_image
from rendering.race.spread import CAUSE, GAP, Block, draw_cause
from rendering.race.titles import breakable
from rules.kernel.text import T, Text, name
from rules.race.components import CARDS
from rules.race.goods import factor, kinds_held, usable_powers
from rules.race.payment import Way, ways_of
from rules.race.places import NOTHING_PLACE, card_of, good_place, power_place, way_place
from rules.race.state import Player, RaceState
from rules.race.texts import card_name, card_names

HIGH = 904
TITLE = 60
"""The height of the title of an offer."""
GOODS = 72
"""The height of the goods that offers are about."""
LEAST_WORDS = 110
"""Words beside signs have so much room or are left out: the signs say the same."""


@dataclass(frozen=True)
class Offer:
    """One thing that may be picked: its place, what it does in signs, the title over these and words beside them."""

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
    if NOTHING_PLACE in context.marks.legal | context.marks.chosen:
        offers.append(Offer(NOTHING_PLACE, (Sign("icon", "cross"),), T("Use nothing more")))
    goods = _goods(view.players[seat])
    if (times := factor(view, seat)) > 1:
        goods = (*goods, Sign("space"), Sign("space"), Sign("points", f"×{times}"))
    return _draw(view, seat, context, offers, shelf=tuple(view.players[seat].tableau), goods=goods)


def ways(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the ways to settle a world, beside it."""
    one = view.players[seat]
    world = next((card_of(where) for where in context.marks.so_far), None)
    number = one.tableau[-1] if world is None else world
    offers = [Offer(way_place(way.id), way_row(way), *_given_up(way)) for way in ways_of(one, number)]
    rest = tuple(card for card in one.tableau if card != number)
    return _draw(view, seat, context, offers, shelf=rest, cause=number)


def kinds(view: RaceState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the kinds of goods that a seat has, beside the card that spends them."""
    one = view.players[seat]
    offers = [
        Offer(good_place(kind), (Sign("good", kind), text(f"×{n}")), name(f"race.good.{kind}"))
        for kind, n in kinds_held(one).items()
    ]
    cause = next((card_of(where) for where in context.marks.so_far), None)
    rest = tuple(card for card in one.tableau if card != cause)
    return _draw(view, seat, context, offers, shelf=rest, cause=cause)


def _goods(one: Player) -> Row:
    """The goods of a seat in one row of signs."""
    row: Row = ()
    for kind, n in kinds_held(one).items():
        row = (*row, *((Sign("space"),) * bool(row)), Sign("good", kind), text(f"×{n}"))
    return row


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
    goods: Row = (),
) -> Image.Image:
    """Draw offers in one column or two, under the goods that they are about and over a shelf of cards."""
    rest = shelves.tableau(shelf)
    below = shelves.height(rest)
    left = MARGIN if cause is None else MARGIN + CAUSE + 2 * GAP
    columns = 2 if len(offers) > (4 if cause is not None else 3) else 1
    lines = max(1, -(-len(offers) // columns))
    start = HEAD + (GOODS + GAP if goods else 0)
    least = start + lines * 152 + below + MARGIN
    image = background((WIDE, min(1200, max(HIGH, -(-least // 8) * 8))), context.seed)
    draw_head(image, view, seat, context)
    if goods:
        drawn = row_image(goods, GOODS, WIDE - 2 * MARGIN)
        image.paste(drawn, ((WIDE - drawn.width) // 2, HEAD), drawn)
    bottom = image.height - MARGIN - below
    if cause is not None:
        draw_cause(image, view.players[seat], Block((), cause=cause), context, (MARGIN, HEAD), phase=view.phase)
    step = min(200, (bottom - start) // lines)
    wide = (WIDE - MARGIN - left - (columns - 1) * GAP) // columns
    top = start + (bottom - start - step * lines) // 2
    for index, offer in enumerate(offers):
        x, y = left + index % columns * (wide + GAP), top + index // columns * step
        _offer(image, offer, context, (x, y, x + wide, y + step - GAP))
    shelves.draw(image, view, seat, context, rest, phase=view.phase)
    return image


def _offer(image: Image.Image, offer: Offer, context: RenderContext, box: Box) -> None:
    """One offer: its number, and beside it its title over its signs and a few words."""
    left, top, right, bottom = box
    picked = offer.place in context.marks.chosen
    panel(image, box, blend(PANEL_HIGH, BRASS, 0.35) if picked else PANEL_HIGH, RADIUS)
    x = badge(image, (left + 16, (top + bottom) // 2), offer.place, context) + 28
    end = right - 14
    pen = ImageDraw.Draw(image)
    if offer.title is not None:
        said = breakable(context.words.say(offer.title))
        write_block(pen, (x, top + 4, end, top + TITLE), said, (MIN_SIZE, 48), TEXT, bold=True)
        top += TITLE - 4
    drawn = row_image(offer.row, min(112, bottom - top - 12), end - x)
    middle = (top + bottom) // 2
    image.paste(drawn, (x, middle - drawn.height // 2), drawn)
    x += drawn.width + 24
    if offer.words is not None and end - x >= LEAST_WORDS:
        said = breakable(context.words.say(offer.words))
        ink = TEXT if picked else FAINT
        write_block(pen, (x, top + 4, end, bottom - 4), said, (MIN_SIZE, 40), ink, lines=2)
    ring(image, (left, box[1], right, bottom), offer.place, context)
