"""The table at a glance: the map, every seat in short, this round's tile, research and board actions."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.changes import view_before
from rendering.gaia.looks import planet_ball, planet_letters, seat_style
from rendering.gaia.map import Map
from rendering.gaia.research import compact, compact_height
from rendering.gaia.scoring import strip
from rendering.gaia.signs import GOODS, booster_signs, row, signs_size
from rendering.gaia.widgets import RADIUS, Box, action_row, booster_tile, bowls, heading, seat_line
from rendering.kit.background import draw_stars, starless
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.icons import LAUREL, icon
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import FACTIONS, WHEEL, booster_number
from rules.gaia.scoring import points
from rules.gaia.state import GaiaState, Player
from rules.gaia.texts import round_title
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 16, 8
HEAD = 100
SIDE = 424
"""The width of a seat's panel."""
MAX_HEIGHT = 352
ACTIONS = 76
"""The height of the line of board actions."""


def draw(view: GaiaState, context: RenderContext) -> Image.Image:
    """Draw the table."""
    image = starless((WIDE, HIGH)).copy()
    draw_stars(image, (0, 0, WIDE, HIGH), context.seed)
    edge = WIDE - MARGIN - SIDE
    _head(image, view, context)
    seats = len(view.players)
    low = HIGH - MARGIN - compact_height(seats)
    middle = (MARGIN, HEAD + GAP, edge - GAP, low - ACTIONS - 12)
    if view.spaces:
        Map(image, view, context, middle, full=False).draw()
    else:
        _factions(image, view, context, middle)
    action_row(image, view, context, (MARGIN, low - ACTIONS - GAP, edge - GAP, low - GAP))
    compact(image, view, context, (MARGIN, low, edge - GAP, HIGH - MARGIN))
    tall = min(MAX_HEIGHT, (HIGH - HEAD - GAP - MARGIN - (seats - 1) * GAP) // seats)
    for index, seat in enumerate(view.turn_order()):
        top = HEAD + GAP + index * (tall + GAP)
        _seat(image, view, seat, context, (edge, top, WIDE - MARGIN, top + tall))
    top = HEAD + GAP + seats * (tall + GAP)
    if HIGH - MARGIN - top > 130:
        _boosters(image, view, context, (edge, top, WIDE - MARGIN, HIGH - MARGIN))
    return image


def _head(image: Image.Image, view: GaiaState, context: RenderContext) -> None:
    pen = ImageDraw.Draw(image)
    title, now = round_title(view)
    write_block(pen, (MARGIN + 4, MARGIN - 8, 250, MARGIN + 36), context.words.say(title), (30, 44), TEXT, bold=True)
    write_block(
        pen, (MARGIN + 4, MARGIN + 38, 250, HEAD + 4), context.words.say(now), (MIN_SIZE, 36), BRASS_LIGHT, lines=2
    )
    strip(image, view, (260, MARGIN, WIDE - MARGIN + 6, HEAD))


def _seat(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """A seat: who, points, goods, power, and what else counts."""
    left, top, right, bottom = box
    one = view.players[seat]
    panel(image, box, PANEL, RADIUS)
    seat_edge(image, seat_style(view, seat), (left + 4, top + 10, left + 14, bottom - 10))
    scores = points(view)
    if seat in context.waiting:
        outline(image, box, BRASS, 5, RADIUS)
    elif view.phase == "over" and scores[seat] == max(scores):
        outline(image, box, LAUREL, 5, RADIUS)
    lines = (bottom - top - 12) / 4
    y = round(top + 6 + lines / 2)
    seat_line(image, view, seat, context, (left + 24, y - 30, right - 164, y + 30), size=52)
    before = view_before(context, seat)
    change = scores[seat] - points(before)[seat] if before else 0
    figure(image, (right - 160, y), "laurel", str(scores[seat]), 44, change=change, room=158)
    if not one.faction:
        return
    y = round(y + lines)
    wide = (right - left - 26) // 4
    for index, good in enumerate(("ore", "credits", "knowledge", "qic")):
        at = (left + 24 + index * wide, y)
        sign = GOODS[good].removeprefix("i:")
        count = getattr(one, good)
        changed = before is not None and getattr(before.players[seat], good) != count
        row(image, at, (f"i:{sign}", str(count)), 44, colour=BRASS_LIGHT if changed else TEXT)
    y = round(y + lines)
    bowls(image, one, (left + 24, y - 26, right - 4, y + 26), 44)
    y = round(y + lines)
    _rest(image, one, context, (left + 24, y - 28, right - 10, y + 28))


def _rest(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """Gaiaformers, tiles, federation tokens, and the booster or that the seat has passed."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    tiles = sum(not own.covered for own in one.tiles)
    x = left
    for sign, count in ((GOODS["formers"], one.formers), ("i:tech", tiles), ("i:federation", len(one.tokens))):
        x = row(image, (x, middle), (sign, str(count)), 36) + 12
    if one.passed:
        said = context.words.say(T("Passed"))
        place(image, icon("pass", 34), (x + 19, middle))
        write_block(ImageDraw.Draw(image), (x + 44, top, right, bottom), said, (MIN_SIZE, 32), FAINT)
    elif one.booster:
        panel(image, (x, top, right, bottom), PANEL_HIGH, RADIUS)
        booster_tile(image, one.booster, (x + 8, top, right - 4, bottom), 40)


def _boosters(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    left, top, right, bottom = box
    heading(image, context, (left, top, right, top + 28), T("Round boosters left"))
    y = top + 34
    pen = ImageDraw.Draw(image)
    for id in sorted(view.boosters, key=booster_number):
        if y + 48 > bottom:
            return
        panel(image, (left, y, right, y + 48), PANEL, RADIUS)
        write(pen, (left + 12, y + 24), str(booster_number(id)), 30, FAINT, bold=True, anchor="lm")
        signs = booster_signs(id)
        row(image, (left + 56, y + 24), signs, signs_size(signs, right - left - 66, 40))
        y += 54


def _factions(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """Before the map is laid: the seven colours, and who has chosen which."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    heading(
        image,
        context,
        (left + 24, top + 16, right - 24, top + 60),
        T("The map is laid when everybody has a faction."),
        32,
    )
    columns = 4
    wide, high = (right - left) // columns, (bottom - top - 80) // 2
    for index, kind in enumerate(WHEEL):
        line, column = divmod(index, columns)
        x, y = left + column * wide + line * wide // 2, top + 80 + line * high
        _colour(image, view, context, kind, (x, y, x + wide, y + high))


def _colour(image: Image.Image, view: GaiaState, context: RenderContext, kind: str, box: Box) -> None:
    """A planet type and the two factions at home on it, with the disc of whoever has chosen one."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    middle, y = (left + right) // 2, (top + bottom) // 2
    place(image, planet_ball(kind, 120), (middle, y - 70))
    said = f"{planet_letters(context.words.language)[kind]} · {context.words.say(name(f'gaia.planet.{kind}'))}"
    write_block(pen, (left + 8, y - 4, right - 8, y + 36), said, (MIN_SIZE, 30), FAINT, across="middle")
    here = [id for id, faction in FACTIONS.items() if faction.home == kind]
    chosen = {one.faction: seat for seat, one in enumerate(view.players) if one.faction in here}
    for id in here:
        y += 44
        said = context.words.say(name(f"gaia.faction.{id}"))
        ink = FAINT if chosen and id not in chosen else TEXT
        write_block(pen, (left + 52, y, right - 52, y + 40), said, (MIN_SIZE, 28), ink, bold=True, across="middle")
        if id in chosen:
            seat_disc(image, seat_style(view, chosen[id]), (left + 30, y + 20), 40)
