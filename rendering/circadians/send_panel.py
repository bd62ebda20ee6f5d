"""The panel of a die that is sent: the dice to come, the die itself, and what it would find at each place.

A place that it cannot go to is dark; beside the die stand the values that it could be turned to, the canteen, and
what else could be done instead.
"""

from __future__ import annotations

from PIL import Image

from rendering.circadians.cards import FILLS, RADIUS, Box, alarm, darken
from rendering.circadians.ground import GAP, MARGIN, RIGHT, Sheet
from rendering.circadians.hand_cards import column
from rendering.circadians.looks import CLOSED, sign
from rendering.circadians.marks import number, numbered, ring
from rendering.circadians.offers import offers, open_columns
from rendering.circadians.purse import PURSE, purse
from rendering.circadians.queue_line import QUEUE, queue_line
from rendering.circadians.sent_die import case_now
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import MINUS, Signs, fitted, goods_signs
from rendering.circadians.spaces import shut
from rendering.circadians.tokens import clan_disc, die, setback_token, value_token
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, NUMBER
from rendering.kit.palette import FAINT, LINE, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.circadians import places
from rules.circadians.boards import Case
from rules.circadians.components import COLUMNS
from rules.circadians.effects import PLACES, Place
from rules.circadians.goods import Goods
from rules.circadians.means import HQ
from rules.circadians.state import EMPTY, CircadiansState
from rules.circadians.steps.negotiation import can_advance

HIGH = 1120
SIDE = 372
"""The width of what stands beside the places."""


def draw(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """Draw where the die of a seat could go."""
    sheet = Sheet.new(view, seat, context, HIGH)
    top = head(sheet)
    case = case_now(sheet.means, context.marks.so_far)
    _side(sheet, (MARGIN, top, MARGIN + SIDE, HIGH - MARGIN))
    left = MARGIN + SIDE + GAP
    wide, high = (RIGHT - left + GAP) // 3, (HIGH - MARGIN - top + GAP) // 3
    for index, key in enumerate(PLACES):
        x, y = left + index % 3 * wide, top + index // 3 * high
        _place(sheet, key, case, (x, y, x + wide - GAP, y + high - GAP))
    return sheet.image


def head(sheet: Sheet) -> int:
    """What the seat has, and the dice to come; give where they end."""
    purse(sheet, (MARGIN, MARGIN, RIGHT, MARGIN + PURSE))
    top = MARGIN + PURSE + GAP
    queue_line(sheet, (MARGIN, top, RIGHT, top + QUEUE))
    return top + QUEUE + GAP


def the_die(sheet: Sheet) -> tuple[int, int]:
    """Where the die of the prompt comes from (a garage, or `HQ`; −1: not to be told), and its value."""
    so_far, means = sheet.context.marks.so_far, sheet.means
    source = next((found for one in so_far if (found := places.read_source(one)) is not None), -1)
    values = [int(one.removeprefix("value:")) for one in so_far if one.startswith("value:")]
    if values:
        return source, values[-1]
    if source == HQ:
        return source, sheet.view.hq[0].value if sheet.view.hq else EMPTY
    return source, means.face(source) if source > 0 else EMPTY


def sending_cost(sheet: Sheet) -> Signs:
    """What the die of the prompt costs before anything at its place is paid: for its garage, and for its value."""
    source, value = the_die(sheet)
    case = case_now(sheet.means, sheet.context.marks.so_far)
    if source < 0 or not value or case is None:
        return ()
    return goods_signs(Goods(algae=sheet.means.algae(source)).plus(case.sending.price), before=MINUS)


def _side(sheet: Sheet, box: Box) -> None:
    """The die with what sending it costs, and below it what else could be done than to go to a place."""
    left, top, right, bottom = box
    image = sheet.image
    panel(image, box, PANEL, RADIUS)
    source, value = the_die(sheet)
    if value:
        place(image, die(value, 190, sheet.style), (left + 116, top + 116))
        place(image, sign("hq" if source == HQ else "garage", 70, FAINT), (right - 76, top + 60))
        cost = (str(sheet.means.algae(source)), "g:algae") if source > 0 else ("0",)
        sign_block(image, (left + 226, top + 108, right - 14, top + 200), cost, 72)
    rows = _others(sheet, source)
    y = top + 226
    high = min(112, (bottom - y - 8) // max(1, len(rows)))
    for where, signs, turned in rows:
        _other(sheet, where, signs, turned, (left + 14, y, right - 14, y + high - 10))
        y += high
    if bottom - y > 130:
        column(sheet, (left + 14, y + 6, right - 14, bottom - 14))


def _others(sheet: Sheet, source: int) -> list[tuple[str, Signs, int]]:
    """The values that the die can be turned to with their prices, the canteen, the free trades."""
    means, marks = sheet.means, sheet.context.marks
    offered = marks.legal | marks.chosen
    found: list[tuple[str, Signs, int]] = []
    turned = sorted(int(one.removeprefix("value:")) for one in offered if one.startswith("value:"))
    changes = {}
    if source >= 0 and turned:
        changes = means.changes(source, means.face(source), flip=sheet.view.flip)
    for value in turned:
        price = changes.get(value, Goods())
        found.append((places.value(value), () if price.nothing else goods_signs(price), value))
    water = means.canteen()
    algae = Goods(algae=means.algae(source)) if source > 0 else Goods()
    dice = sum(value != EMPTY for value in sheet.me.garages)
    for where, signs in (
        (places.CANTEEN, (*goods_signs(algae, before=MINUS), "s:canteen", f"+{water}", "g:water")),
        (places.RECALL, (f"{dice}×", "s:canteen", f"+{dice * water}", "g:water")),
        (places.TRADE, (f"{means.free_trades()}×", "s:market")),
    ):
        if where in offered:
            found.append((where, signs, 0))
    numbers = list(marks.numbers)
    return sorted(found, key=lambda one: numbers.index(one[0]) if one[0] in numbers else len(numbers))


def _other(sheet: Sheet, where: str, signs: Signs, turned: int, box: Box) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    panel(sheet.image, box, PANEL_HIGH, RADIUS)
    ring(sheet.image, sheet.context, (left + 6, top + 6, right - 6, bottom - 6), where)
    number(sheet.image, sheet.context, (left + 52, middle), where, min(NUMBER, bottom - top - 10))
    x = left + 100
    if turned:
        size = min(82, bottom - top - 14)
        place(sheet.image, die(turned, size, sheet.style, ghost=True), (x + size / 2, middle))
        x += size + 10
    sign_block(sheet.image, (x, top + 4, right - 8, bottom - 4), signs, 56)


def _place(sheet: Sheet, key: Place, case: Case | None, box: Box) -> None:
    """A place: its number, its sign, what the die finds there; dark where it cannot go."""
    left, top, right, bottom = box
    image, context = sheet.image, sheet.context
    open_ = key in context.marks.legal or key in context.marks.chosen
    closed = shut(sheet.view, key)
    panel(image, box, PANEL_HIGH if open_ else PANEL, RADIUS)
    if open_:
        ring(image, context, (left + 6, top + 6, right - 6, bottom - 6), key)
    else:
        outline(image, box, CLOSED if closed else LINE, 3, RADIUS)
    number(image, context, (left + 66, top + 66), key, 92)
    size = 104
    x = left + (150 if numbered(context, key) else 24)
    place(image, sign(key, size, CLOSED if closed else TEXT if open_ else FAINT), (x + 52, top + 68))
    if closed:
        place(image, icon("cross", 72), (right - 56, top + 62))
    lines = offers(case, key) if case is not None and open_ else []
    room = (x + size + 14, top + 12, right - 14, top + 124)
    if lines and case is not None and key == "negotiate":
        _negotiation(sheet, case, lines, room, (left + 10, top + 122, right - 10, bottom - 10))
    elif lines:
        rest = (left + 16, top + 128, right - 16, bottom - 14)
        if len(lines) == 1:
            sign_block(image, rest, lines[0], 84)
        else:
            half = (rest[1] + rest[3]) // 2
            if key == "foundry":  # What the upgrade does is no part of what it costs.
                panel(image, (rest[0], half + 2, rest[2], rest[3] + 4), FILLS["upgrades"], 12)
                sign_block(image, room, _tile_points(case), 66)
            if key in {"mine", "academy", "foundry", "control"}:
                sign_block(image, (rest[0], rest[1], rest[2], half), lines[0], 66)
                sign_block(image, (rest[0], half, rest[2], rest[3]), lines[1], 66)
            else:
                sign_block(image, room, lines[0], 72)
                sign_block(image, rest, lines[1], 72)
    if not open_:
        darken(image, box)


def _tile_points(case: Case | None) -> Signs:
    """The points of the upgrade that a die would bring."""
    if case is None:
        return ()
    parts = case.means.parts
    tile = case.means.state.upgrades[parts.stack_by_die[case.value - 1]]
    return (str(parts.upgrades[tile].vp), "g:vp")


def _negotiation(sheet: Sheet, case: Case, lines: list[Signs], beside: Box, under: Box) -> None:
    """Points, an advance and the least price; then each column's sum with the die and its limit.

    It is red where a setback would follow, whose token stands above it.
    """
    left, top, right, bottom = under
    advance = can_advance(sheet.view, case.value, coming=True)
    split = (beside[1] + beside[3]) // 2 if advance else beside[3]
    sign_block(sheet.image, (beside[0], beside[1], beside[2], split), lines[0], 66)
    if advance:
        x, y = (beside[0] + beside[2]) / 2, (split + beside[3]) / 2
        place(sheet.image, sign("advance", 48, TEXT), (x - 30, y))
        place(sheet.image, value_token(str(case.value), 52), (x + 28, y))
    cut = top + (bottom - top) * 46 // 100
    fitted(sheet.image, (left, top, right, cut), lines[1], 60)
    columns = open_columns(case)
    wide = (right - left) // len(COLUMNS)
    for at, clan in enumerate(COLUMNS):
        if clan not in columns:
            continue
        x, (added, limit, setbacks) = left + at * wide, columns[clan]
        signs = [clan_disc(clan, 32), *(setback_token(token, 36) for token in setbacks)]
        for index, one in enumerate(signs):
            place(sheet.image, one, (x + wide / 2 + (index - (len(signs) - 1) / 2) * 42, cut + 14))
        if setbacks:
            alarm(sheet.image, (x, cut + 34, x + wide - 4, bottom + 2))
        fitted(sheet.image, (x + 2, cut + 32, x + wide - 6, bottom), (f"{added}/{limit}",), GLANCE)
