"""The panel of planning: every die of the roll with the numbers of the places that it could go to.

Above it the garages in order with the dice planned so far, and the hand; a row for each value that is left: the next
garage and each farm, with what the farm would yield, and which places have a space for such a die.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from rendering.circadians import cards
from rendering.circadians.cards import RADIUS, Box, alarm
from rendering.circadians.free_places import free_places
from rendering.circadians.ground import MARGIN, RIGHT, Sheet
from rendering.circadians.hand_cards import strip
from rendering.circadians.looks import CLOSED, sign
from rendering.circadians.marks import number, numbered
from rendering.circadians.purse import PURSE, purse
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import Signs, effect_signs, fitted, price_signs, row
from rendering.circadians.spaces import shut
from rendering.circadians.tokens import arrow, die, space
from rendering.kit.fonts import write
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, NUMBER
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, LINE, LINE_HIGH, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.circadians import places
from rules.circadians.components import FACES, FARMS, GARAGES
from rules.circadians.effects import PLACES, Boost, Table
from rules.circadians.goods import Goods
from rules.circadians.means import Means, takes_die
from rules.circadians.state import UNSEEN, CircadiansState
from rules.circadians.steps.harvest import farm_effect
from rules.circadians.steps.planning import farm_yields, next_garage, plan_cost

BASE = 228
"""The least height of the garages and the hand: what the rows leave is theirs."""
UNDER = 54
"""The height of what a garage does, under the die that is planned for it: two lines."""
HEAD = 118
"""The height of the heads of the columns."""
COUNTED = frozenset({"negotiate", "depot", "hq"})
"""The places of which a row tells how many spaces are free: the number stands in such a space."""
LEAST_HIGH, MOST_HIGH = 900, 1200
MOST_ROW = 208


@dataclass(frozen=True)
class Grid:
    """Where the columns of the table begin and how wide they are; the height of a row."""

    targets: tuple[str, ...]
    """``g3``, ``f1`` and so on."""
    left: int
    cell: int
    places_left: int
    place_cell: int
    row: int

    def target_box(self, index: int, top: int, high: int) -> Box:
        """The cell of a garage or farm."""
        left = self.left + index * self.cell
        return left, top, left + self.cell, top + high

    def place_middle(self, index: int) -> float:
        """The middle of a place's column."""
        return self.places_left + self.place_cell * (index + 0.5)


def draw(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what a seat plans by; its dice are still to be planned, or even to be rolled: then every value may come."""
    me = view.players[seat]
    ahead = context.marks.kind == "roll"
    may_come = FACES if ahead else me.rolled
    faces = sorted({face for face in may_come if face != UNSEEN}, reverse=True)
    fixed = MARGIN * 2 + PURSE + BASE + HEAD + 24
    high = min(MOST_HIGH, max(LEAST_HIGH, fixed + 142 * len(faces)))
    table = _table(view, seat, min(MOST_ROW, (high - fixed) // max(1, len(faces))), farms_alone=ahead)
    base = BASE + high - fixed - table.row * len(faces)
    sheet = Sheet.new(view, seat, context, high)
    purse(sheet, (MARGIN, MARGIN, RIGHT, MARGIN + PURSE))
    top = MARGIN + PURSE + 8
    _garages(sheet, (MARGIN, top, MARGIN + 780, top + base))
    strip(sheet, (MARGIN + 800, top, RIGHT, top + base))
    top += base + 8
    _head(sheet, table, top)
    for index, face in enumerate(faces):
        y = top + HEAD + 4 + index * table.row
        _row(sheet, table, face, (MARGIN, y, RIGHT, y + table.row - 8))
    return sheet.image


def _table(view: CircadiansState, seat: int, high: int, *, farms_alone: bool) -> Grid:
    me = view.players[seat]
    farms = [f"f{farm}" for farm in FARMS if takes_die(view.parts, me, farm)]
    garage = next_garage(me)
    targets = (*([f"g{garage}"] if garage in GARAGES and not farms_alone else []), *farms)
    left = MARGIN + 140
    cell = min(152, (RIGHT - left - 9 * 74 - 16) // len(targets))
    right = left + cell * len(targets) + 16
    return Grid(targets, left, cell, right, (RIGHT - right - 8) // len(PLACES), high)


def _garages(sheet: Sheet, box: Box) -> None:
    """The garages in order with their prices and the dice planned so far; the next one is ringed."""
    left, top, right, bottom = box
    image, means = sheet.image, sheet.means
    wide = (right - left) // len(GARAGES)
    for garage in GARAGES:
        x = left + (garage - 1) * wide
        spot = (x + 4, top, x + wide - 8, bottom)
        face = means.me.plan.get(f"g{garage}")
        upcoming = garage == next_garage(means.me)
        gate = cards.garage(image, spot, garage, means.algae(garage), lit=upcoming, size=50)
        middle = ((gate[0] + gate[2]) / 2, (gate[1] + gate[3]) / 2)
        effect = means.tile(garage)
        if face is not None:
            size = min(gate[2] - gate[0], gate[3] - gate[1] - (UNDER if effect else 0)) - 6
            place(image, die(face, size, sheet.style), (middle[0], gate[1] + 3 + size / 2))
            if effect:
                under = (gate[0] + 2, gate[3] - UNDER + 4, gate[2] - 2, gate[3])
                sign_block(image, under, effect_signs(effect), 44, colour=FAINT)
        elif effect:
            sign_block(image, (gate[0] + 4, gate[1] + 2, gate[2] - 4, gate[3] - 2), effect_signs(effect), 44)
        if upcoming:
            outline(image, (spot[0] - 5, spot[1] - 3, spot[2] + 5, spot[3] + 5), BRASS, 5, RADIUS)


def _head(sheet: Sheet, table: Grid, top: int) -> None:
    """Above the columns: the garage's price, each farm with what it does or the die on it, the signs of the places."""
    image, means, pen = sheet.image, sheet.means, sheet.pen
    _cost(sheet, (MARGIN, top, table.left - 3, top + HEAD - 4))
    for index, target in enumerate(table.targets):
        left, _, right, bottom = table.target_box(index, top, HEAD)
        panel(image, (left + 3, top, right - 3, bottom - 4), PANEL, RADIUS)
        kind = "garage" if target[0] == "g" else "farm"
        face = means.me.plan.get(target)
        x = left + 14
        if face is None:
            place(image, sign(kind, 46, FAINT), (left + 36, top + 32))
            x = left + 66
        else:  # The die stands beside the number, in narrow columns too.
            place(image, die(face, 54, sheet.style), (right - 34, top + 32))
        write(pen, (x, top + 32), target[1:], GLANCE, TEXT, bold=True, anchor="lm")
        signs = _says(means, target)
        dear = kind == "garage" and plan_cost(means) + means.algae(int(target[1:])) > means.me.algae
        if dear:
            alarm(image, (left + 8, top + 58, right - 8, bottom - 8))
        if signs:
            sign_block(image, (left + 8, top + 58, right - 8, bottom - 8), signs, 48)
    x = table.places_left
    panel(image, (x, top, RIGHT, top + HEAD - 4), PANEL, RADIUS)
    for index, key in enumerate(PLACES):
        at = (table.place_middle(index), top + HEAD / 2 - 2)
        closed = shut(sheet.view, key)
        place(image, sign(key, 58, CLOSED if closed else TEXT), at)
        if closed:
            place(image, icon("cross", 40), (at[0] + 18, at[1] + 24))


def _cost(sheet: Sheet, box: Box) -> None:
    """What sending the dice planned so far costs, and what there is for it; red where that is not enough."""
    left, top, right, bottom = box
    cost, have = plan_cost(sheet.means), sheet.me.algae
    panel(sheet.image, box, PANEL, RADIUS)
    if cost > have:
        alarm(sheet.image, box)
    row(sheet.image, ((left + right) / 2, top + 32), ("s:garage",), 50, colour=FAINT, middle=True)
    fitted(sheet.image, (left + 6, top + 58, right - 6, bottom - 4), (f"{cost}/{have}", "g:algae"), 50)


def _says(means: Means, target: str) -> Signs:
    """What a garage costs, or what a farm does."""
    number = int(target[1:])
    if target[0] == "g":
        algae = means.algae(number)
        return (str(algae), "g:algae") if algae else ("0", "g:algae")
    effect = farm_effect(means, number)
    signs = effect_signs(effect) if effect else ()
    return signs[2:] if signs[:2] == ("g:die", "→") else signs


def _row(sheet: Sheet, table: Grid, face: int, box: Box) -> None:
    """A value of the roll: the die, the numbers of where it can go, and which places have room for it."""
    left, top, right, bottom = box
    image = sheet.image
    middle, high = (top + bottom) / 2, bottom - top
    panel(image, box, PANEL_HIGH, RADIUS)
    size = min(124, high - 12)
    place(image, die(face, size, sheet.style), (left + 10 + size / 2, middle))
    count = sheet.me.rolled.count(face)
    if count > 1:
        label = (round(left + 10 + size * 0.60), round(middle + size * 0.14), left + 134, round(middle + size * 0.58))
        panel(image, label, LINE, 12)
        at = ((label[0] + label[2]) / 2, (label[1] + label[3]) / 2)
        write(sheet.pen, at, f"×{count}", 50, TEXT, bold=True, anchor="mm")
    for index, target in enumerate(table.targets):
        cell = table.target_box(index, top, high)
        _cell(sheet, target, face, cell)
    _places(sheet, table, face, (table.places_left, top, right, bottom))


def _cell(sheet: Sheet, target: str, face: int, box: Box) -> None:
    """The number of a die at a garage or farm, and what the farm would yield."""
    left, top, right, bottom = box
    image, means, context = sheet.image, sheet.means, sheet.context
    where = places.planned(face, target)
    if not numbered(context, where) and where not in context.marks.legal:
        return
    signs = _yields(means, target, face)
    middle = (left + right) / 2
    size = NUMBER if bottom - top < 150 else 92
    split = top + 8 + size + (bottom - top - size - 58) // 2
    y = split - size / 2 - 2 if signs else (top + bottom) / 2
    number(image, context, (middle, y), where, size)
    if signs:
        sign_block(image, (left + 4, split, right - 4, bottom - 2), signs, 48)


def _yields(means: Means, target: str, face: int) -> Signs:
    if target[0] == "g":
        return ()
    effect = farm_effect(means, int(target[1:]))
    if isinstance(effect, Boost):
        return (f"+{effect.more}",)
    yields = farm_yields(means, int(target[1:]), face)
    if isinstance(effect, Table):
        one, *others = zip(effect.of, yields, strict=True)
        signs = _amount(*one)
        for other in others:
            signs = (*signs, "/", *_amount(*other))
        return signs
    return price_signs(yields)


def _amount(kind: str, goods: Goods) -> Signs:
    """So many of a kind, even none."""
    return str(getattr(goods, kind)), f"g:{kind}"


def _places(sheet: Sheet, table: Grid, face: int, box: Box) -> None:
    """For each place what it has for such a die; a dot where it has no room."""
    left, top, right, bottom = box
    image = sheet.image
    panel(image, (left, top + 4, right - 4, bottom - 4), PANEL, RADIUS)
    free = free_places(sheet.view, sheet.seat, face)
    for index, key in enumerate(PLACES):
        x, y = table.place_middle(index), (top + bottom) / 2
        signs = free.get(key)
        if signs is None:
            panel(image, (round(x) - 7, round(y) - 7, round(x) + 7, round(y) + 7), LINE_HIGH, 7)
        elif signs[0].startswith("a:"):
            place(image, arrow(signs[0][2:], 56, TEXT), (x, y))
        else:
            half = table.place_cell // 2 - 2
            cell = (round(x) - half, top + 6, round(x) + half, bottom - 6)
            most = 56 if bottom - top > 150 else GLANCE
            if key in COUNTED:  # So many free spaces.
                place(image, space(min(table.place_cell - 8, 68)), (x, y))
                most = GLANCE
            sign_block(image, cell, signs, most, colour=BRASS_LIGHT if key == "lab" else TEXT)
