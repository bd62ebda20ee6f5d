"""Item cards of a hand with the prices that their holder would pay, and a grid of cards to choose from."""

from __future__ import annotations

from rendering.circadians.cards import FILLS, RADIUS, Box, darken, points_and_price
from rendering.circadians.ground import Sheet
from rendering.circadians.sent_die import case_now
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import Signs, effect_signs, price_signs
from rendering.kit.palette import LINE_HIGH, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel
from rules.circadians.goods import Goods
from rules.circadians.means import Means, covers
from rules.circadians.state import UNKNOWN, CircadiansState

LEAST = 60
"""Pixels of height below which a card cannot be read."""
FEW = 4
MOST = 190
"""Pixels of height from which on a card would only be emptier."""
ALONE = 100
"""Pixels of height from which on cards stand one below the other over the whole width, in larger type."""


def my_prices(sheet: Sheet, item: str) -> list[Goods]:
    """What playing a card would cost its holder, with the die of the prompt where one is on its way."""
    return prices_now(sheet.means, sheet.context, item)


def prices_now(means: Means, context: RenderContext, item: str) -> list[Goods]:
    """What playing a card would cost a seat, with the die of the prompt where one is on its way."""
    cost = means.state.parts.items[item].cost
    case = case_now(means, context.marks.so_far)
    return case.prices("depot", cost) if case else means.prices("depot", [cost])


def affordable(sheet: Sheet, item: str) -> bool:
    """Whether its holder has what a card costs, once the die on its way is paid for."""
    case = case_now(sheet.means, sheet.context.marks.so_far)
    have = case.have if case else sheet.me.goods
    return any(covers(have, price) for price in my_prices(sheet, item))


def price_of(sheet: Sheet, item: str) -> Signs:
    """The prices in signs."""
    return price_signs(my_prices(sheet, item))


def known(view: CircadiansState, seat: int) -> list[str]:
    """The cards of a hand, as far as the reader may see them."""
    return [card for card in view.players[seat].hand if card != UNKNOWN]


def strip(sheet: Sheet, box: Box) -> None:
    """A hand in one or two rows of small cards without names; dark what cannot be paid now."""
    cards = known(sheet.view, sheet.seat)
    if not cards:
        return
    left, top, right, bottom = box
    rows = 1 if len(cards) <= 4 else 2
    across = max(3, -(-len(cards) // rows))
    gap = 8
    wide = min((right - left - gap * (across - 1)) // across, 260)
    high = (bottom - top - gap * (rows - 1)) // rows
    start = right - across * (wide + gap) + gap
    for index, card in enumerate(cards):
        x, y = start + index % across * (wide + gap), top + index // across * (high + gap)
        _small(sheet, card, (x, y, x + wide, y + high))


def column(sheet: Sheet, box: Box) -> None:
    """A hand in one column of small cards, or in two; nothing where they would be too small to be read.

    Of many cards those stand there that their holder can pay for.
    """
    cards = known(sheet.view, sheet.seat)
    if len(cards) > FEW:
        cards = [card for card in cards if affordable(sheet, card)]
    if not cards:
        return
    left, top, right, bottom = box
    room = bottom - top + 8
    across = 1 if room // len(cards) - 8 >= ALONE else 2
    wide, lines = (right - left + 8) // across - 8, -(-len(cards) // across)
    high = min(MOST, room // lines - 8)
    if high < LEAST:
        return
    first = bottom - lines * (high + 8) + 8
    for index, card in enumerate(cards):
        x, y = left + index % across * (wide + 8), first + index // across * (high + 8)
        _small(sheet, card, (x, y, x + wide, y + high))


def _small(sheet: Sheet, card: str, box: Box) -> None:
    """What a card does above, its points and its price below."""
    left, top, right, bottom = box
    image, view = sheet.image, sheet.view
    item, fill = view.parts.items[card], FILLS["items"]
    panel(image, box, fill, RADIUS)
    outline(image, box, blend(fill, LINE_HIGH, 0.8), 2, RADIUS)
    cut = top + (bottom - top) * 48 // 100
    sign_block(
        image, (left + 6, top + 4, right - 6, cut), effect_signs(item.effect), max(44, min(64, (cut - top) * 60 // 100))
    )
    foot = (left + 8, cut, right - 8, bottom - 2)
    points_and_price(image, foot, item.vp, price_of(sheet, card), min(60, bottom - cut - 8))
    if not affordable(sheet, card):
        darken(image, box)
