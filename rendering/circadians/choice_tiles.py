"""The panel of a choice that is no place on a board: large tiles with signs and numbers.

How something is paid, what is traded and how often, what a farm or the headquarters yield.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from rendering.circadians.cards import RADIUS, Box, darken
from rendering.circadians.ground import GAP, Sheet
from rendering.circadians.looks import SIGNS
from rendering.circadians.marks import number, ring
from rendering.circadians.negotiation_board import column_sum
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import MINUS, Signs, goods_signs, row
from rendering.circadians.tokens import GHOST, setback_token, value_token
from rendering.kit.grid import grid
from rendering.kit.numbers import badge_size, said
from rendering.kit.palette import PANEL, PANEL_HIGH
from rendering.kit.shapes import panel, place
from rules.circadians import places
from rules.circadians.components import Rate
from rules.circadians.effects import Table
from rules.circadians.goods import Goods, read_letters
from rules.circadians.steps.harvest import by_table, farm_effect, pips

BADGE = 128
"""The size of the numbers: there is room."""
TOKEN = 100
ABOUT = 112
"""The height of the line that says what the choice is about."""


@dataclass(frozen=True)
class Tile:
    """One thing to choose: its place, and what it is in signs."""

    where: str
    signs: Signs


def trade_signs(rate: Rate, times: int = 1) -> Signs:
    """What is given, and what is got for it."""
    give = Goods(*(n * times for n in rate.give.amounts))
    get = Goods(*(n * times for n in rate.get.amounts))
    return (*goods_signs(give), "→", *goods_signs(get))


def trades_left(so_far: Sequence[str]) -> Signs:
    """How many trades may still be made, where that is told."""
    left = [where.partition(":")[2] for where in so_far if where.startswith("left:")]
    return (f"{left[0]}×", "i:trade") if left else ()


def tiles_of(sheet: Sheet) -> list[Tile]:
    """What is marked, as tiles, in the order in which the options are numbered."""
    marks = sheet.context.marks
    offered = sorted(marks.legal | marks.chosen, key=lambda one: (len(_short(sheet, one)), _short(sheet, one), one))
    kinds = {one.partition(":")[0] for one in offered}
    parts = sheet.view.parts
    if "advance" in kinds:
        return [Tile(places.advance(one.id), goods_signs(one.gain, before="+")) for one in parts.advances.values()]
    if "setback" in kinds:
        return [Tile(places.setback(one.id), goods_signs(one.lose, before=MINUS)) for one in parts.setbacks.values()]
    return [Tile(one, _signs(sheet, one)) for one in offered]


def _short(sheet: Sheet, where: str) -> str:
    return sheet.context.marks.numbers.get(where, ("zz",))[0]


def _signs(sheet: Sheet, where: str) -> Signs:
    """What a place of no board is, in signs."""
    kind, _, name = where.partition(":")
    parts, means = sheet.view.parts, sheet.means
    match kind:
        case "price":
            return goods_signs(read_letters(name), before=MINUS) or ("0",)
        case "reward":
            items = Goods(item=parts.hq_items) if name == "items" else Goods(water=parts.hq_water)
            return goods_signs(items, before="+")
        case "harvest":
            farm, _, good_kind = name.partition("-")
            effect = farm_effect(means, int(farm))
            got = by_table(means, int(farm), effect, good_kind) if isinstance(effect, Table) else Goods()
            return goods_signs(got, before="+") or ("0", f"g:{good_kind}")
        case "token":
            condition, _, column = name.partition("-")
            if condition != "sum":
                return (f"c:{column}", "g:die", "=", "g:die")
            limit = means.boards.negotiation[column].limit
            return (f"c:{column}", f"{column_sum(sheet.view, column)}/{limit}")
        case "times":
            id = next((one.partition(":")[2] for one in sheet.context.marks.so_far if one.startswith("rate:")), "")
            rate = next((one for one in parts.rates if one.id == id), None)
            return trade_signs(rate, int(name)) if rate else (f"{name}×",)
        case _:
            return (name or kind,)


def draw_tiles(sheet: Sheet, box: Box) -> None:
    """Draw the tiles into a box, as large as fits; what cannot be had is dark."""
    tiles = tiles_of(sheet)
    if not tiles:
        return
    left, top, right, bottom = box
    about = _about(sheet)
    if about:
        panel(sheet.image, (left, top, right, top + ABOUT), PANEL, RADIUS)
        row(sheet.image, (left + 24, top + ABOUT / 2), about, 76)
        top += ABOUT + GAP
    laid = grid(len(tiles), (right - left, bottom - top), left, gap=GAP + 6, shape=(0.34, 0.62), columns=range(1, 4))
    start = top + max(0, bottom - top - laid.high) // 2
    for index, one in enumerate(tiles):
        _tile(sheet, one, laid.box(index, start))


def _tile(sheet: Sheet, tile: Tile, box: Box) -> None:
    left, top, right, bottom = box
    marks = sheet.context.marks
    offered = tile.where in marks.legal or tile.where in marks.chosen
    panel(sheet.image, box, PANEL_HIGH if offered else PANEL, RADIUS)
    ring(sheet.image, sheet.context, (left + 6, top + 6, right - 6, bottom - 6), tile.where)
    x = left + 20
    if tile.where in marks.numbers:
        size = min(BADGE, (bottom - top) * 6 // 10)
        wide, _ = badge_size(said(marks.numbers[tile.where]), size)
        number(sheet.image, sheet.context, (x + wide / 2 + 4, (top + bottom) / 2), tile.where, size)
        x += wide + 20
    token = _token(sheet, tile.where)
    if token is not None:
        place(sheet.image, token, (right - 24 - TOKEN / 2, (top + bottom) / 2))
        right -= TOKEN + 16
    most = 92 if token is not None else min(150, (bottom - top) // 2)
    sign_block(sheet.image, (x, top + 14, right - 20, bottom - 14), tile.signs, most)
    if not offered:
        darken(sheet.image, box)


def _about(sheet: Sheet) -> Signs:
    """What the choice is about: a place, a farm with its number, a trade."""
    marks = sheet.context.marks
    if marks.kind == "hq":
        return ("s:hq",)
    if marks.kind == "times":
        rates = [one for one in sheet.view.parts.rates if places.rate(one.id) in marks.so_far]
        return ("s:market", *(trade_signs(rates[0]) if rates else ()), *trades_left(marks.so_far))
    for where in marks.so_far:
        kind, _, name = where.partition(":")
        if kind == "farm":
            value = sheet.me.farm_dice[int(name) - 1]
            more = pips(sheet.means, int(name)) - value
            return ("s:farm", name, *((f"d:{value}",) if value else ()), *((f"+{more}",) if value and more else ()))
        if kind == "token":
            return ("s:setback", *_signs(sheet, where)) if "-" in name else ("s:advance", f"d:{name}")
        if kind in SIGNS:
            return (f"s:{kind}",)
    return {"advance": ("s:advance",), "setback": ("s:setback",), "penalty": ("s:setback",)}.get(marks.kind, ())


def _token(sheet: Sheet, where: str) -> Image.Image | None:
    """The token that lies on a reward or a penalty, or the one of the prompt as a ghost."""
    marks, view = sheet.context.marks, sheet.view
    kind, _, name = where.partition(":")
    own = next((one.partition(":")[2] for one in marks.so_far if one.startswith("token:")), "")
    if kind == "token":
        return setback_token(name, TOKEN)
    if kind == "advance":
        lying = view.advances.get(name)
        if lying is not None:
            return value_token(str(lying), TOKEN, spent=True)
        return _ghost(value_token(own, TOKEN)) if own else None
    if kind == "setback":
        covering = view.setbacks.get(name)
        if covering is not None:
            return setback_token(covering, TOKEN)
        return _ghost(setback_token(own, TOKEN)) if own else None
    return None


def _ghost(token: Image.Image) -> Image.Image:
    """A token half clear, as it would lie there."""
    faded = token.copy()
    faded.putalpha(token.getchannel("A").point(lambda alpha: alpha * GHOST // 255))
    return faded
