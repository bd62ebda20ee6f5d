"""The table at a glance: the map, every seat in short, this round's tile, research and board actions."""

from __future__ import annotations

from itertools import product

from PIL import Image, ImageDraw

from rendering.gaia.automa import draw_cards
from rendering.gaia.changes import view_before
from rendering.gaia.looks import planet_ball, planet_letters, seat_style
from rendering.gaia.map import Map
from rendering.gaia.research import compact, compact_height
from rendering.gaia.scoring import strip
from rendering.gaia.signs import APART, GOODS, apart, booster_signs, row, signs_size, signs_width
from rendering.gaia.widgets import RADIUS, Box, action_row, booster_tile, bowls, heading, seat_line
from rendering.kit.background import draw_stars, starless
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.hexes import HexLayout
from rendering.kit.icons import LAUREL, icon
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import FACTIONS, LAST_ROUND, RESEARCH, WHEEL, booster_number
from rules.gaia.income import income_to_come
from rules.gaia.scoring import points
from rules.gaia.state import Automa, GaiaState, Player
from rules.gaia.texts import open_boosters, round_title
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 12, 8
HEAD = 108
"""The lower end of the line of round tiles and final tiles."""
TITLE = 236
SIDE = 440
"""The width of a seat's panel."""
MAX_HEIGHT = {1: 352, 2: 352, 3: 274, 4: 268}
"""The greatest height of a seat's panel, by the number of seats: below few there is room for the boosters."""
ACTIONS = 100
"""The height of the line of board actions."""
BOOSTER_LINE = 60
SPARES = ((184, 318), (164, 3 * BOOSTER_LINE))
"""The rooms that there may be for the boosters in a corner of the map, the better first."""
BOOSTER_TALL = 106
"""The greatest height of a booster there."""
BOOSTER = 146
"""The least width of a seat's booster."""
FIGURE = 46
"""The size of goods and power."""
SHOWN = ("ore", "credits", "knowledge", "qic")
"""The goods in their order."""


def draw(view: GaiaState, context: RenderContext) -> Image.Image:
    """Draw the table."""
    image = starless((WIDE, HIGH))
    draw_stars(image, (0, 0, WIDE, HIGH), context.seed)
    edge = WIDE - MARGIN - SIDE
    _head(image, view, context)
    seats = len(view.players)
    low = HIGH - MARGIN - compact_height(seats)
    middle = (MARGIN, HEAD + GAP, edge - GAP, low - ACTIONS - 2 * GAP)
    tall = min(MAX_HEIGHT[seats], (HIGH - HEAD - GAP - MARGIN - (seats - 1) * GAP) // seats)
    top = HEAD + GAP + seats * (tall + GAP)
    room: Box | None = (edge, top, WIDE - MARGIN, HIGH - MARGIN)
    if HIGH - MARGIN - top < 34 + SPARES[-1][1] - GAP:
        room = None
    if view.spaces:
        box, corner = laid(view, middle, wanted=room is None)
        Map(image, view, context, box, full=False).draw()
        room = room or corner
    else:
        _factions(image, view, context, middle)
    if room is not None and view.phase != "over":
        _boosters(image, view, context, room)
    action_row(image, view, context, (MARGIN, low - ACTIONS - GAP, edge - GAP, low - GAP))
    compact(image, view, context, (MARGIN, low, edge - GAP, HIGH - MARGIN))
    for index, seat in enumerate(view.turn_order()):
        top = HEAD + GAP + index * (tall + GAP)
        _seat(image, view, seat, context, (edge, top, WIDE - MARGIN, top + tall))
    return image


def laid(view: GaiaState, box: Box, *, wanted: bool) -> tuple[Box, Box | None]:
    """Where the map lies, and a corner beside it for the boosters where one is wanted and free."""
    hexes = [(space.q, space.r) for space in view.spaces]
    left, top, right, bottom = box
    layout = HexLayout(hexes, box)
    xs = [layout.middle(hex)[0] for hex in hexes]
    slack = int(right - left - (max(xs) - min(xs) + 2 * layout.side))
    moved = (left, top, right - max(0, slack), bottom)
    for (wide, high), lies in product(SPARES, (box, moved)) if wanted else ():
        layout = HexLayout(hexes, lies)
        spots = [layout.middle(hex) for hex in hexes]
        for x in (right - wide, left):
            for y in (top, bottom - high):
                reach = layout.side * 0.95
                if not any(x - reach < px < x + wide + reach and y - reach < py < y + high + reach for px, py in spots):
                    return lies, (x, y, x + wide, y + high)
    return box, None


def _head(image: Image.Image, view: GaiaState, context: RenderContext) -> None:
    pen = ImageDraw.Draw(image)
    title, now = round_title(view)
    room = (MARGIN + 4, MARGIN - 8, TITLE, MARGIN + 42)
    write_block(pen, room, context.words.say(title), (28, 50), TEXT, bold=True)
    room = (MARGIN + 4, MARGIN + 46, TITLE, HEAD + 2)
    write_block(pen, room, context.words.say(now), (MIN_SIZE, 36), BRASS_LIGHT, lines=2)
    strip(image, view, (TITLE + GAP, MARGIN, WIDE - MARGIN + 6, HEAD))


def _seat(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """A seat: who, points, goods with their income, power, and what else counts."""
    left, top, right, bottom = box
    one = view.players[seat]
    panel(image, box, PANEL, RADIUS)
    seat_edge(image, seat_style(view, seat), (left + 4, top + 10, left + 14, bottom - 10))
    scores = points(view)
    if seat in context.waiting:
        outline(image, box, BRASS, 6, RADIUS)
    elif view.phase == "over" and len(scores) > 1 and scores[seat] == max(scores):
        outline(image, box, LAUREL, 6, RADIUS)
    spare = (bottom - top - 262) / 4
    y = round(top + 36 + spare / 2)
    seat_line(image, view, seat, context, (left + 22, y - 30, right - 186, y + 30), size=56, level=False)
    before = view_before(context, seat)
    change = scores[seat] - points(before)[seat] if before else 0
    figure(image, (right - 182, y), "laurel", str(scores[seat]), 50, change=change, room=180)
    if not one.faction:
        return
    if isinstance(view.automa, Automa) and view.by_itself(seat):
        draw_cards(image, view, view.automa, context, (left + 22, top + 84, right - 12, bottom - 8))
        return
    # In the last round no income is to come, so that its line goes to the others.
    last = 10 if view.round >= LAST_ROUND else 0
    y = round(y + 58 + last + spare)
    _goods(image, view, seat, context, (left + 20, y, right, y))
    y = round(y + 82 - 2 * last + spare)
    _power(image, view, seat, context, (left + 22, y - 27, right - 8, y + 27))
    y = round(y + 56 + last + spare)
    half = round(24 + min(spare, 20) / 2)
    _rest(image, view, seat, context, (left + 20, y - half, right - 8, y + half))


def _goods(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Goods in a line (whose middle is the top of the box), and below each what the next income adds."""
    left, y, right, _ = box
    one, income, before = view.players[seat], income_to_come(view, seat), view_before(context, seat)
    for good, x in zip(SHOWN, _stops(view, left, right - 16), strict=True):
        count = getattr(one, good)
        changed = before is not None and getattr(before.players[seat], good) != count
        row(image, (x, y), (GOODS[good], str(count)), FIGURE, colour=BRASS_LIGHT if changed else TEXT)
        more = getattr(income, good)
        if more:
            row(image, (x + 10, y + 40), ("i:income", f"+{more}"), 28, colour=FAINT)


def _stops(view: GaiaState, left: int, right: int) -> list[int]:
    """Where each good begins: the same for every seat, and one that somebody has much of takes room of the others."""
    owners = [one for one in view.players[: view.persons] if one.faction]
    wide = [max(signs_width((GOODS[good], str(getattr(one, good))), FIGURE) for one in owners) for good in SHOWN]
    gap = (right - left - sum(wide)) // (len(SHOWN) - 1)
    return [left + sum(wide[:index]) + index * gap for index in range(len(SHOWN))]


def _power(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """The power cycle, and what the next income charges and adds to it."""
    left, top, right, bottom = box
    before = view_before(context, seat)
    then = before.players[seat] if before else None
    bowls(image, view.players[seat], (left, top, right - 74, bottom), FIGURE, then)
    income = income_to_come(view, seat)
    lines = [
        (f"+{count}", sign) for count, sign in ((income.power, "i:charge"), (income.tokens, GOODS["tokens"])) if count
    ]
    for index, signs in enumerate(lines):
        y = (top + bottom) / 2 + (index - (len(lines) - 1) / 2) * 28
        row(image, (right - 70, y), signs, 28, colour=FAINT)


def _rest(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Range, Gaiaformers, tiles, federation tokens, and the booster or that the seat has passed."""
    left, top, right, bottom = box
    one, middle = view.players[seat], (top + bottom) // 2
    tiles = sum(not own.covered for own in one.tiles)
    reach = RESEARCH["nav"].levels[one.research.get("nav", 0)].range
    signs = apart(
        *(
            (sign, str(count))
            for sign, count in (("i:reach", reach), (GOODS["formers"], one.formers), ("i:tech", tiles))
        )
    )
    size = signs_size((*signs, APART, *token_signs(one)), right - left - BOOSTER, 36)
    x = row(image, (left, middle), signs, size) + size // 4
    x = _tokens(image, one, (x, middle), size) + size // 4
    if one.passed:
        said = context.words.say(T("Passed"))
        place(image, icon("pass", 34), (x + 19, middle))
        write_block(ImageDraw.Draw(image), (x + 42, top, right, bottom), said, (MIN_SIZE, 32), FAINT)
    elif one.booster:
        panel(image, (x, top, right, bottom), PANEL_HIGH, RADIUS)
        booster_tile(image, one.booster, (x + 6, top, right - 2, bottom), 40)


def token_signs(one: Player) -> tuple[str, ...]:
    """How many federation tokens a seat has: green ones, and after a plus grey ones."""
    green = sum(own.green for own in one.tokens)
    grey = len(one.tokens) - green
    if grey and not green:
        return "i:federation", str(grey)
    return ("i:federation", str(green), f"+{grey}") if grey else ("i:federation", str(green))


def _tokens(image: Image.Image, one: Player, at: tuple[int, int], size: int) -> int:
    """A seat's federation tokens, grey where they are; give where they end."""
    x, y = at
    sign, count, *more = token_signs(one)
    if one.tokens and not any(own.green for own in one.tokens):
        place(image, icon("federation", size, FAINT), (x + size / 2, y))
        return row(image, (x + size + size // 8, y), (count,), size, colour=FAINT)
    x = row(image, (x, y), (sign, count), size)
    return row(image, (x, y), more, size, colour=FAINT) if more else x


def _boosters(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """The boosters that are left, below the seats or in a corner of the map."""
    left, top, right, bottom = box
    small = right - left < SIDE
    if not small:
        heading(image, context, (left, top, right, top + 28), T("Round boosters left"))
        top += 34
    ids = open_boosters(view)
    line = min(BOOSTER_TALL, max(BOOSTER_LINE, (bottom - top + 6) // max(1, len(ids)))) if small else BOOSTER_LINE
    lines = (bottom - top + 6) // line
    # In a line each where they fit, else two in a line; where not even these fit, the last says how many more.
    columns = 1 if small or len(ids) <= lines else 2
    shown = ids if len(ids) <= columns * lines else ids[: columns * lines - 1]
    wide = (right - left + 6) // columns
    for index in range(min(len(ids), columns * lines)):
        x, y = left + index % columns * wide, top + index // columns * line
        cell = (x, y, x + wide - 6, y + line - 6)
        panel(image, cell, PANEL, RADIUS)
        if index < len(shown):
            _booster(image, shown[index], cell, signs=columns == 1 and not small)
        else:
            row(image, ((x + cell[2]) / 2, (y + cell[3]) / 2), (f"+{len(ids) - index}",), FIGURE, middle=True)


def _booster(image: Image.Image, id: str, cell: Box, *, signs: bool) -> None:
    """A booster and its number, in one line of signs or as its tile."""
    left, top, right, bottom = cell
    middle = (top + bottom) // 2
    write(ImageDraw.Draw(image), (left + 8, middle), str(booster_number(id)), 28, FAINT, bold=True, anchor="lm")
    if not signs:
        booster_tile(image, id, (left + 36, top, right - 4, bottom), 44)
        return
    line = booster_signs(id)
    row(image, (left + 56, middle), line, signs_size(line, right - left - 60, 44))


def _factions(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """Before the map is laid: the seven colours, and who has chosen which."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    heading(
        image,
        context,
        (left + 24, top + 16, right - 24, top + 60),
        T("The map is laid out once everybody has a faction."),
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
