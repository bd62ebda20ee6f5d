"""A player's research base in full: goods, garages, farms, dice, character, items played, points, and the own hand."""

from __future__ import annotations

from PIL import Image

from rendering.circadians.base_rows import farms, garages
from rendering.circadians.cards import RADIUS, Box, draw_card
from rendering.circadians.ground import GAP, MARGIN, RIGHT, Sheet
from rendering.circadians.hand_cards import affordable, known, price_of
from rendering.circadians.looks import good, sign
from rendering.circadians.marks import number, numbered
from rendering.circadians.purse import PURSE, purse
from rendering.circadians.signs import Signs, goods_signs, row, signs_size, signs_width
from rendering.circadians.tokens import die, harvester
from rendering.kit.fonts import width, write
from rendering.kit.grid import grid
from rendering.kit.icons import icon
from rendering.kit.palette import FAINT, LINE, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import panel, place
from rules.circadians import places
from rules.circadians.effects import LOCATIONS
from rules.circadians.planet import cache_open, hex_data
from rules.circadians.scoring import grouped
from rules.circadians.state import UNSEEN, CircadiansState

KINDS = ("negotiate", "item", "garage", "farm", "cache", "gem")
"""What points are for, as `grouped` names it."""
LINE_HIGH = 84
HIGH = 1200
GARAGES, FARMS = 236, 186


def draw(view: CircadiansState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the whole base of a seat; its hand only where the reader may see it."""
    sheet = Sheet.new(view, seat, context, HIGH)
    top = rows(sheet, MARGIN)
    dice_line(sheet, (MARGIN, top, RIGHT, top + LINE_HIGH))
    top += LINE_HIGH + GAP
    _points(sheet, (MARGIN, top, RIGHT, top + LINE_HIGH))
    _cards(sheet, (MARGIN, top + LINE_HIGH + GAP, RIGHT, HIGH - MARGIN))
    return sheet.image


def rows(sheet: Sheet, top: int) -> int:
    """What a seat has, its garages and farms; give where they end."""
    purse(sheet, (MARGIN, top, RIGHT, top + PURSE))
    top += PURSE + GAP
    garages(sheet, (MARGIN, top, RIGHT, top + GARAGES))
    top += GARAGES + GAP
    farms(sheet, (MARGIN, top, RIGHT, top + FARMS))
    return top + FARMS + GAP


def dice_line(sheet: Sheet, box: Box) -> None:
    """Where a seat's other dice are: on common boards, in the canteen, new, in supply; and its harvester's yield."""
    left, top, right, bottom = box
    image, view, seat, me = sheet.image, sheet.view, sheet.seat, sheet.me
    middle = (top + bottom) / 2
    panel(image, box, PANEL, RADIUS)
    x = left + 14
    unseen = len(me.rolled) - sum(face != UNSEEN for face in me.rolled)
    for face in sorted(face for face in me.rolled if face != UNSEEN):
        place(image, die(face, 60, sheet.style), (x + 30, middle))
        x += 68
    kept = [where for where, lying in view.kept_dice() if lying.seat == seat]
    away = sum(lying.seat == seat for where in LOCATIONS for lying in view.dice_on(where))
    counts = (
        ("die", "", me.ready + unseen),
        ("hq", "", view.hq_dice(seat)),
        ("away", "", away),
        ("canteen", places.CANTEEN, me.canteen),
        ("waiting", places.WAITING, me.waiting),
        ("negotiate", "", kept.count("negotiate")),
        ("depot", "", kept.count("depot")),
    )
    for kind, where, count in counts:
        if count:
            x = _count(sheet, (x, round(middle)), kind, where, count) + 26
    _harvester(sheet, (right - 460, top, right - 12, bottom))


def _count(sheet: Sheet, at: tuple[int, int], kind: str, where: str, count: int) -> int:
    """So many dice somewhere, with the number of that place if it is offered; give where it ends."""
    x, y = at
    image, context = sheet.image, sheet.context
    if where and numbered(context, where):
        number(image, context, (x + 40, y), where, 66)
        x += 86
    if kind in {"die", "away", "waiting"}:
        place(image, good("die", 52), (x + 26, y))
        if kind != "die":
            place(image, icon("plus" if kind == "waiting" else "arrow", 30), (x + 46, y - 18))
    else:
        place(image, sign(kind, 52), (x + 26, y))
    x += 60
    write(sheet.pen, (x, y), str(count), 50, TEXT, bold=True, anchor="lm")
    return x + width(str(count), 50, bold=True)


def _harvester(sheet: Sheet, box: Box) -> None:
    """The harvester and what its hex yields, or the cache that it stands on."""
    left, top, right, bottom = box
    image, view = sheet.image, sheet.view
    at, middle = hex_data(view, sheet.me.harvester), (top + bottom) / 2
    if at.corner and cache_open(view):
        signs: Signs = ("s:cache", str(view.caches[at.corner]), "g:vp")
    else:
        signs = goods_signs(at.harvest)
    size = signs_size(signs, right - left - 90, 50)
    x = right - signs_width(signs, size)
    row(image, (x, middle), signs, size)
    place(image, harvester(66, sheet.style), (x - 48, middle))


def _points(sheet: Sheet, box: Box) -> None:
    """The points by what they are for."""
    left, top, right, bottom = box
    image, pen = sheet.image, sheet.pen
    panel(image, box, PANEL, RADIUS)
    sums: dict[str, int] = {}
    for kind, line in grouped(sheet.view, sheet.seat):
        sums[kind] = sums.get(kind, 0) + line.points
    middle = (top + bottom) / 2
    place(image, icon("laurel", 56), (left + 42, middle))
    cell = (right - left - 90) / len(KINDS)
    for index, kind in enumerate(KINDS):
        x = left + 90 + cell * index
        mark = good(kind, 50) if kind in {"item", "gem"} else sign(kind, 50, FAINT)
        place(image, mark, (x + 28, middle))
        count = sums.get(kind, 0)
        write(pen, (x + 64, middle), str(count), 50, TEXT if count else FAINT, bold=True, anchor="lm")


def _cards(sheet: Sheet, box: Box) -> None:
    """The character with the cards played at the left, the own hand at the right."""
    left, top, right, bottom = box
    me, hand = sheet.me, known(sheet.view, sheet.seat)
    laid = [*([me.character] if me.character else []), *me.played]
    if not hand:
        card_grid(sheet, laid, box)
        return
    across = right - left
    share = min(0.7, max(0.3, len(laid) / (len(laid) + len(hand))))
    cut = left + round(across * share)
    card_grid(sheet, laid, (left, top, cut - 28, bottom))
    place(sheet.image, icon("cards", 48), (cut - 4, top + 30))
    sheet.image.paste(LINE, (cut - 6, top + 64, cut - 3, bottom))
    card_grid(sheet, hand, (cut + 20, top, right, bottom), mine=True)


def card_grid(sheet: Sheet, cards: list[str], box: Box, *, mine: bool = False) -> None:
    """Cards in a box, as large as fits; those of the own hand with the own price, dark where it cannot be paid."""
    if not cards:
        return
    left, top, right, bottom = box
    laid = grid(len(cards), (right - left, bottom - top), left, gap=GAP, shape=(0.5, 0.72), columns=range(1, 9))
    for index, card in enumerate(cards):
        spot = laid.box(index, top)
        price = price_of(sheet, card) if mine else None
        dim = mine and not affordable(sheet, card)
        draw_card(sheet.image, spot, sheet.view.parts, card, sheet.context.words, price=price, dim=dim)
