"""The spaces of the mining camp and of the academy, one a row, with what this die would pay there and get."""

from __future__ import annotations

from collections.abc import Iterator

from rendering.circadians.cards import RADIUS, Box, darken
from rendering.circadians.ground import GAP, Sheet
from rendering.circadians.looks import seat_style
from rendering.circadians.marks import ghost, number, ring
from rendering.circadians.sent_die import case_now
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import Signs, fitted, price_signs
from rendering.circadians.spaces import LOCATIONS, Space
from rendering.circadians.tokens import die, space
from rendering.kit.numbers import badge_size, said
from rendering.kit.palette import PANEL, PANEL_HIGH
from rendering.kit.shapes import panel, place
from rules.circadians import places
from rules.circadians.boards import Case, academy_spots, mine_spots

BADGE = 92
TO = "→"


def draw_rows(sheet: Sheet, key: str, box: Box) -> None:
    """Draw the spaces of a place below each other."""
    left, top, right, bottom = box
    spaces = LOCATIONS[key](sheet.view).spaces
    case = case_now(sheet.means, sheet.context.marks.so_far)
    deals = dict(_deals(case, key)) if case else {}
    high = min(230, (bottom - top + GAP) // len(spaces))
    y = top + max(0, bottom - top - high * len(spaces)) // 2
    for one in spaces:
        _row(sheet, one, [found for found in deals.items() if _of(one, found[0])], (left, y, right, y + high - GAP))
        y += high


def _of(one: Space, where: str) -> bool:
    return where == one.place or where in {line.place for line in one.below}


def _deals(case: Case, key: str) -> Iterator[tuple[str, Signs]]:
    """What is paid at each place in marks, and what is got for it."""
    boards = case.means.boards
    if key == "mine":
        for spot in mine_spots(case):
            gems = boards.mine[int(spot.id) - 1].gems
            yield places.mine(spot.id), (*price_signs(spot.prices), TO, str(gems), "g:gem")
    else:
        for spot in academy_spots(case):
            space_, _, dice = spot.id.partition("-")
            yield places.academy(space_, dice), (*price_signs(spot.prices), TO, f"+{dice}", "g:die")


def _row(sheet: Sheet, one: Space, deals: list[tuple[str, Signs]], box: Box) -> None:
    """A space with its dice or the ghost, and beside it what can be had there."""
    left, top, right, bottom = box
    image, marks = sheet.image, sheet.context.marks
    offered = [where for where, _ in deals if where in marks.legal or where in marks.chosen]
    panel(image, box, PANEL_HIGH if offered else PANEL, RADIUS)
    size = min(150, bottom - top - 28)
    x, middle = left + 24, (top + bottom) / 2
    at = (x + size / 2, middle)
    place(image, space(size), at)
    spirit = ghost(sheet.context)
    for index, lying in enumerate(one.dice):
        place(image, die(lying.value, size, seat_style(lying.seat)), (at[0] + index * size / 3, at[1]))
    if not one.dice:
        inner = (x + 8, round(middle - size / 2), x + size - 8, round(middle + size / 2))
        if offered and spirit:
            place(image, die(spirit.value, size, seat_style(spirit.seat), ghost=True), at)
        elif one.place.startswith("academy"):
            fitted(image, inner, one.inside, size // 2)
    x += size + 40
    cell = (right - x - 10) // max(1, len(deals))
    for index, (where, signs) in enumerate(deals):
        spot = (x + index * cell, top + 10, x + (index + 1) * cell - 10, bottom - 10)
        _deal(sheet, where, signs, spot)
    if not deals and one.below:
        for index, line in enumerate(one.below):
            half = (right - x - 10) // len(one.below)
            sign_block(image, (x + index * half, top + 8, x + (index + 1) * half - 20, bottom - 8), line.signs, 72)
    if not offered:
        darken(image, box)


def _deal(sheet: Sheet, where: str, signs: Signs, box: Box) -> None:
    left, top, right, bottom = box
    marks = sheet.context.marks
    ring(sheet.image, sheet.context, (left + 4, top + 4, right - 4, bottom - 4), where)
    x = left + 18
    if where in marks.numbers:
        wide, _ = badge_size(said(marks.numbers[where]), BADGE)
        number(sheet.image, sheet.context, (x + wide / 2, (top + bottom) / 2), where, BADGE)
        x += wide + 14
    sign_block(sheet.image, (x, top + 6, right - 14, bottom - 6), signs, 92)
    if where not in marks.legal and where not in marks.chosen:
        darken(sheet.image, box)
