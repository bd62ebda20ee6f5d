"""The garages and farms of a research base in full, with their tiles and dice: of the base and of panels about it."""

from __future__ import annotations

from PIL import Image

from rendering.circadians import cards
from rendering.circadians.cards import FILLS, RADIUS, Box, draw_points
from rendering.circadians.ground import Sheet
from rendering.circadians.looks import sign
from rendering.circadians.marks import number, numbered, ring
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import effect_signs
from rendering.circadians.tokens import die, space
from rendering.kit.fonts import write
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS_LIGHT, FAINT, LINE, PANEL, TEXT, blend
from rendering.kit.shapes import outline, panel, place
from rules.circadians import places
from rules.circadians.components import FARMS, GARAGES, TILE_FARMS, TILE_GARAGES
from rules.circadians.effects import Effect
from rules.circadians.means import Means, takes_die
from rules.circadians.state import EMPTY, Player
from rules.circadians.steps.harvest import farm_effect

GAP = 12


def lying(me: Player, short: str) -> tuple[int, bool]:
    """The die in a garage (``g2``) or on a farm (``f1``), and whether it is only planned to lie there."""
    dice = me.garages if short[0] == "g" else me.farm_dice
    value = dice[int(short[1:]) - 1]
    return (value, False) if value != EMPTY else (me.plan.get(short, EMPTY), True)


def first_empty(tiles: list[str]) -> int:
    """How many spots before the first without a tile: that one brings points."""
    return tiles.index("") if "" in tiles else len(tiles)


def garages(sheet: Sheet, box: Box) -> None:
    """Draw the garages side by side: number, die, price, and the tile under the roof with its points."""
    left, top, right, bottom = box
    wide = (right - left + GAP) // len(GARAGES)
    for n in GARAGES:
        x = left + (n - 1) * wide
        _garage(sheet, n, (x, top, x + wide - GAP, bottom))


def _garage(sheet: Sheet, n: int, box: Box) -> None:
    image, context, means = sheet.image, sheet.context, sheet.means
    me, where = means.me, places.garage(n)
    removing = context.marks.kind == "remove-upgrade"
    if not removing:
        ring(image, context, box, where)
    state = means.state
    now = state.turn == means.seat and not state.sent and state.phase == "garages" and means.next_garage() == n
    gate = cards.garage(image, box, n, means.algae(n), lit=now, size=56)
    high = gate[3] - gate[1]
    value, planned = lying(me, f"g{n}")
    size = min(130, high - 8)
    spot = (gate[0] + 6 + size / 2, (gate[1] + gate[3]) / 2)
    if value:
        place(image, die(value, size, sheet.style, ghost=planned), spot)
    else:
        place(image, space(size, colour=LINE), spot)
    side = (round(spot[0] + size / 2 + 8), gate[1] + 4, gate[2] - 6, gate[3] - 4)
    number(image, context, ((box[0] + box[2]) / 2 - 20, (gate[3] + box[3]) / 2), where)
    tile = me.upgrades[n - 2] if n in TILE_GARAGES else ""
    coming = _coming(sheet, "upgrade-tile") if n in TILE_GARAGES and first_empty(me.upgrades) == n - 2 else ""
    if coming:
        one = means.parts.upgrades[coming]
        _beside(image, side, one.effect, one.vp, printed=False)
        outline(image, side, BRASS_LIGHT, 4, RADIUS)
        place(image, icon("plus", 40, BRASS_LIGHT), (side[2] - 24, side[3] - 26))
        return
    points = means.parts.upgrades[tile].vp if tile else _first_points(means, n)
    _beside(image, side, means.tile(n), points, printed=not tile)
    if removing and tile:  # The tile goes, not the garage or its die.
        ring(image, context, (side[0] + 5, side[1] + 5, side[2] - 5, side[3] - 5), where)
        place(image, icon("cross", 40), (side[2] - 24, side[3] - 26))


def _coming(sheet: Sheet, kind: str) -> str:
    """The tile that a prompt is about, which comes to the first free spot; empty where there is none."""
    return next((one.partition(":")[2] for one in sheet.context.marks.so_far if one.startswith(f"{kind}:")), "")


def _first_points(means: Means, n: int) -> int | None:
    """The points of the first garage without a tile; None for the others."""
    if n not in TILE_GARAGES or first_empty(means.me.upgrades) != n - TILE_GARAGES[0]:
        return None
    return means.parts.base.garages[n - 1].vp or None


def _beside(image: Image.Image, box: Box, effect: Effect | None, points: int | None, *, printed: bool) -> None:
    """What a tile does and its points, on its colour; or what is printed there."""
    left, top, right, bottom = box
    if not printed:
        panel(image, box, FILLS["upgrades"], RADIUS)
    split = top + (bottom - top) * (55 if points is not None else 100) // 100
    if effect:
        sign_block(image, (left + 4, top + 2, right - 4, split), effect_signs(effect), 48)
    if points is not None:
        size = min(40, bottom - split - 4)
        at = (left + 8, (split + bottom) / 2) if effect else (left + 8, (top + bottom) / 2)
        draw_points(image, at, points, size, TEXT if not printed else FAINT)


def farms(sheet: Sheet, box: Box) -> None:
    """Draw the farms side by side: number, die, what it yields, the tile's points."""
    left, top, right, bottom = box
    wide = (right - left + GAP) // len(FARMS)
    for n in FARMS:
        x = left + (n - 1) * wide
        _farm(sheet, n, (x, top, x + wide - GAP, bottom))


def _farm(sheet: Sheet, n: int, box: Box) -> None:
    image, context, means = sheet.image, sheet.context, sheet.means
    left, top, right, bottom = box
    me, where = means.me, places.farm(n)
    tile = me.farms[n - TILE_FARMS[0]] if n in TILE_FARMS else ""
    effect = farm_effect(means, n)
    coming = _coming(sheet, "farm-tile") if n in TILE_FARMS and first_empty(me.farms) == n - TILE_FARMS[0] else ""
    if coming:
        tile, effect = coming, means.parts.farms[coming].effect
    fill = FILLS["farms"] if effect else blend(PANEL, LINE, 0.2)
    ring(image, context, box, where)
    panel(image, box, fill, RADIUS)
    place(image, sign("farm", 44, FAINT), (left + 32, top + 32))
    write(sheet.pen, (left + 60, top + 32), str(n), GLANCE, FAINT, bold=True, anchor="lm")
    points = means.parts.farms[tile].vp if tile else _farm_points(means, n)
    offered = numbered(context, where)
    if points is not None:
        at = (right - 92, bottom - 30 if offered else top + 32)
        draw_points(image, at, points, 40, TEXT if tile else FAINT)
    middle = top + 62 + (bottom - top - 62) // 2
    value, planned = lying(me, f"f{n}")
    size = min(116, bottom - top - 72)
    inner = (left + 8, top + 60 + 20 * offered, right - 8, bottom - 8 - 48 * (offered and points is not None))
    if effect and takes_die(means.parts, me, n):
        spot = (left + 10 + size / 2, middle)
        if value:
            place(image, die(value, size, sheet.style, ghost=planned), spot)
        else:
            place(image, space(size, colour=BRASS_LIGHT if where in context.marks.legal else LINE), spot)
        inner = (round(left + 18 + size), inner[1], inner[2], inner[3])
    if coming:
        outline(image, box, BRASS_LIGHT, 4, RADIUS)
        place(image, icon("plus", 40, BRASS_LIGHT), (left + 112, top + 32))
    number(image, context, (right - 54, top + 42), where)
    if context.marks.kind == "remove-farm" and offered:
        place(image, icon("cross", 44), (right - 118, top + 42))
    if effect:
        signs = effect_signs(effect)
        sign_block(image, inner, signs[2:] if signs[:2] == ("g:die", "→") else signs, 52)


def _farm_points(means: Means, n: int) -> int | None:
    if n not in TILE_FARMS or first_empty(means.me.farms) != n - TILE_FARMS[0]:
        return None
    return means.parts.base.farms[n - 1].vp or None
