"""A seat's faction tableau: goods and income, the power cycle, structures left, research, tiles, abilities."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from rendering.gaia.looks import PLANETS, planet_ball, planet_letters, seat_style
from rendering.gaia.signs import (
    GOODS,
    SPECIALS,
    booster_signs,
    federation_signs,
    goods_signs,
    row,
    signs_size,
    signs_width,
    tile_signs,
)
from rendering.gaia.tokens import FORMER, SATELLITE, SPACE_STATION, token
from rendering.gaia.widgets import RADIUS, Box, dim, heading
from rendering.kit.background import background
from rendering.kit.fonts import LEADING, MIN_SIZE, fit, wrap, write, write_block
from rendering.kit.icons import LAUREL, VIOLET, icon
from rendering.kit.palette import (
    BRASS,
    BRASS_LIGHT,
    DUSK,
    FAINT,
    LINE,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    TEXT,
    blend,
)
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge, seat_name
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import (
    ACADEMY_K,
    ACADEMY_Q,
    FACTIONS,
    INSTITUTE,
    LAB,
    LIMITS,
    MINE,
    STATION,
    STRUCTURES,
    TOP,
    TRACKS,
    Goods,
    booster_number,
)
from rules.gaia.counts import pieces_used, types
from rules.gaia.describe import ABILITIES
from rules.gaia.income import income_to_come
from rules.gaia.scoring import points
from rules.gaia.state import GAIA_AREA, GaiaState, Player
from rules.gaia.steps.actions import specials
from rules.gaia.texts import AREA_NAMES
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 20, 12
HEAD = 92
ABILITY_GAP = 14
"""Between what a faction can do and what else it can."""
SPLIT = 836
"""Where the right half begins."""


def draw(view: GaiaState, seat: int, context: RenderContext) -> Image.Image:
    """Draw a seat's tableau."""
    image = background((WIDE, HIGH), context.seed)
    one = view.players[seat]
    _head(image, view, seat, context)
    if not one.faction:
        said = context.words.say(T("No faction is chosen yet."))
        write(ImageDraw.Draw(image), (WIDE / 2, HIGH / 2), said, 40, FAINT, anchor="mm")
        return image
    left, right = (MARGIN, SPLIT - GAP), (SPLIT, WIDE - MARGIN)
    y = HEAD + GAP
    _goods(image, view, seat, context, (left[0], y, left[1], y + 176))
    _power(image, one, context, (left[0], y + 188, left[1], y + 468))
    _structures(image, view, seat, context, (left[0], y + 480, left[1], HIGH - MARGIN))
    _actions(image, one, context, (right[0], y, right[1], y + 136))
    _research(image, one, context, (right[0], y + 148, right[1], y + 328))
    _tiles(image, one, context, (right[0], y + 340, right[1], y + 674))
    _tokens(image, one, context, (right[0], y + 686, right[1], y + 794))
    _abilities(image, one, context, (right[0], y + 806, right[1], HIGH - MARGIN))
    return image


def _head(image: Image.Image, view: GaiaState, seat: int, context: RenderContext) -> None:
    pen = ImageDraw.Draw(image)
    one, style = view.players[seat], seat_style(view, seat)
    middle = HEAD // 2 + 4
    seat_edge(image, style, (MARGIN, 16, MARGIN + 12, HEAD - 6))
    seat_disc(image, style, (MARGIN + 54, middle), 60)
    x = WIDE - MARGIN - 176
    figure(image, (x, middle), "laurel", str(points(view)[seat]), 56, room=176)
    if one.passed or seat in context.waiting:
        place(image, icon("pass" if one.passed else "hourglass", 44), (x - 40, middle))
        x -= 80
    if one.faction:
        home = FACTIONS[one.faction].home
        place(image, planet_ball(home, 60), (x - 40, middle))
        said = context.words.say(name(f"gaia.faction.{one.faction}"))
        write_block(pen, (x - 420, 14, x - 84, HEAD - 6), said, (26, 44), FAINT, across="right")
        x -= 430
    write_block(pen, (MARGIN + 98, 14, x - 10, HEAD - 6), seat_name(seat, context.words), (26, 50), TEXT, bold=True)


def _block(image: Image.Image, box: Box) -> None:
    panel(image, box, PANEL, RADIUS)


def _goods(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """What the seat has, what its next income adds, and where the limit is."""
    left, top, right, bottom = box
    _block(image, box)
    pen = ImageDraw.Draw(image)
    one, income = view.players[seat], income_to_come(view, seat)
    wide = (right - left) // 4
    limits = {"ore": LIMITS.ore, "credits": LIMITS.credits, "knowledge": LIMITS.knowledge}
    for index, good in enumerate(("ore", "credits", "knowledge", "qic")):
        x = left + index * wide + 18
        end = row(image, (x, top + 46), (GOODS[good], str(getattr(one, good))), 58)
        if good in limits:
            write(pen, (end + 6, top + 54), f"/{limits[good]}", 26, FAINT, anchor="lm")
        more = getattr(income, good)
        if more:
            row(image, (x + 4, top + 98), ("i:income", f"+{more}"), 34, colour=BRASS_LIGHT)
    signs = goods_signs(Goods(power=income.power, tokens=income.tokens))
    if not signs:
        return
    x = left + 18
    said = context.words.say(T("Next income"))
    write_block(pen, (x, bottom - 52, x + 236, bottom - 8), said, (MIN_SIZE, 28), FAINT)
    row(image, (x + 248, bottom - 30), ("i:income", *(sign if ":" in sign else f"+{sign}" for sign in signs)), 36)


def _power(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """The three areas as bowls with their tokens, and the Gaia area."""
    left, top, right, bottom = box
    _block(image, box)
    pen = ImageDraw.Draw(image)
    heading(image, context, (left + 18, top + 8, right - 18, top + 40), T("Power"))
    wide = (right - left) / 4
    for area, label in enumerate(AREA_NAMES):
        x, y, radius = left + wide * (area + 0.5), (top + bottom) / 2 + 16, 92
        ball = (round(x - radius), round(y - radius), round(x + radius), round(y + radius))
        shade = blend(DUSK, VIOLET, (0.08, 0.22, 0.45, 0.0)[area])
        panel(image, ball, LINE, radius)
        panel(image, (ball[0] + 3, ball[1] + 3, ball[2] - 3, ball[3] - 3), shade, radius - 3)
        if area == GAIA_AREA:
            place(image, icon("sector", 150, blend(PANEL, LINE, 0.4)), (x, y))
        elif area:
            place(image, icon("arrow", 30), (x - wide / 2, y))
        stone = one.brainstone == area
        count = one.power[area]
        shown = min(count, 14)
        spots = ["i:power"] * shown + ["i:stone"] * stone
        for index, sign in enumerate(spots):
            angle = 2 * pi * index / max(10, len(spots)) - pi / 2
            size = 30 if sign == "i:power" else 36
            place(image, icon(sign[2:], size), (x + 70 * cos(angle), y + 70 * sin(angle)))
        write(pen, (x, y - 8), str(count), 60, TEXT, bold=True, anchor="mm")
        write(pen, (x, y + 34), label, 24, FAINT, anchor="mm")


def _structures(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Every piece: on the board still, or built and its income uncovered."""
    left, top, right, bottom = box
    _block(image, box)
    heading(image, context, (left + 18, top + 8, right - 18, top + 40), T("Structures left, and income uncovered"))
    lines: tuple[tuple[str, ...], ...] = ((MINE,), (STATION, LAB), (INSTITUTE, ACADEMY_K, ACADEMY_Q))
    high = (bottom - top - 48) // 4
    for line, kinds in enumerate(lines):
        x = left + 18
        y = top + 44 + line * high
        for kind in kinds:
            wide = (right - left - 28) // 8 if line < 2 else 152
            for index in range(STRUCTURES[kind].count):
                _slot(image, view, seat, (kind, index), (x, y, x + wide - 8, y + high - 8))
                x += wide
            x += 20 if line == 1 else 0
    _others(image, view, seat, context, (left + 18, top + 44 + 3 * high, right - 18, bottom - 8))


def _slot(image: Image.Image, view: GaiaState, seat: int, piece: tuple[str, int], box: Box) -> None:
    """A piece on its space, or the income that lies open where it was."""
    (kind, index), (left, top, right, bottom) = piece, box
    one, faction = view.players[seat], FACTIONS[view.players[seat].faction]
    built = index < pieces_used(view, one, kind)
    panel(image, box, NIGHT if built else DUSK, 8)
    outline(image, box, LINE, 2, 8)
    across = (left + right) / 2
    gain = goods_signs(faction.academy if kind == ACADEMY_Q else faction.slots[kind][index])
    if kind == ACADEMY_Q:
        gain = ("i:act", *gain)
    if built:
        size = signs_size(gain, right - left - 8, 36)
        row(image, (across, (top + bottom) / 2), gain, size, middle=True, colour=BRASS_LIGHT)
        return
    size = min(76, bottom - top - 48)
    place(image, token(kind, size, seat_style(view, seat)), (across, top + 4 + size / 2))
    row(image, (across, bottom - 22), gain, signs_size(gain, right - left - 8, 32), middle=True, colour=FAINT)


def _others(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Gaiaformers, satellites and space stations, and the planet types colonised."""
    left, top, right, bottom = box
    one, style = view.players[seat], seat_style(view, seat)
    pen = ImageDraw.Draw(image)
    y = (top + bottom) // 2
    counts = [(FORMER, f"{one.formers}"), (SATELLITE, str(len(one.satellites)))]
    if one.faction == "ivits":
        counts.append((SPACE_STATION, str(len(one.stations))))
    x = left
    for kind, said in counts:
        place(image, token(kind, 54, style), (x + 27, y))
        write(pen, (x + 60, y), said, 38, TEXT, bold=True, anchor="lm")
        x += 60 + (44 if kind == FORMER else 60)
    x = max(x, left + 280)
    have, letters = types(view, one) if view.spaces else set(), planet_letters(context.words.language)
    step = (right - x) / len(PLANETS)
    for index, kind in enumerate(PLANETS):
        spot = (x + step * (index + 0.5), y - 12)
        size = round(min(44, step - 6))
        ball = planet_ball(kind, size)
        if kind not in have:
            ball = ball.copy()
            ball.putalpha(ball.getchannel("A").point(lambda value: value * 60 // 255))
        place(image, ball, spot)
        write(pen, (spot[0], y + 26), letters[kind], MIN_SIZE, TEXT if kind in have else FAINT, anchor="mm")


def _actions(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """A line for the booster, and one for special actions used or free."""
    left, top, right, bottom = box
    _block(image, box)
    start, split = left + 206, (top + bottom) // 2
    heading(image, context, (left + 16, top + 6, start - 8, split), T("Round booster"))
    if one.booster:
        y, number = (top + split) / 2 + 4, str(booster_number(one.booster))
        write(ImageDraw.Draw(image), (start, y), number, 40, FAINT, bold=True, anchor="lm")
        signs = booster_signs(one.booster)
        row(image, (start + 56, y), signs, signs_size(signs, right - start - 72, 46))
    own = specials(one)
    if own:
        heading(image, context, (left + 16, split, start - 8, bottom - 6), T("Special actions"))
        _specials(image, one, list(own), (start, split + 4, right - 12, bottom - 8))


def _specials(image: Image.Image, one: Player, own: Sequence[str], box: Box) -> None:
    """Special actions in a line, each as wide as its signs; one that is used is dark and ticked."""
    left, top, right, bottom = box
    pad, gap = 8, 6
    room = right - left - len(own) * (2 * pad + gap) + gap
    size = signs_size([sign for id in own for sign in SPECIALS[id]], room, 42)
    for id in own:
        cell = (left, top, left + signs_width(SPECIALS[id], size) + 2 * pad, bottom)
        used = id in one.used
        panel(image, cell, NIGHT if used else PANEL_HIGH, RADIUS)
        row(image, (left + pad, (top + bottom) / 2), SPECIALS[id], size, colour=FAINT if used else TEXT)
        if used:
            dim(image, cell)
            place(image, icon("check", 24, TEXT), (cell[2] - 13, bottom - 13))
        outline(image, cell, LINE if used else BRASS, 2, RADIUS)
        left = cell[2] + gap


def _research(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """Six areas in two lines, each with the steps that it has and its level."""
    left, top, right, bottom = box
    _block(image, box)
    pen = ImageDraw.Draw(image)
    columns = 3
    wide, high = (right - left - 24) // columns, (bottom - top - 12) // 2
    for index, track in enumerate(TRACKS):
        x, y = left + 16 + index % columns * wide, top + 6 + index // columns * high
        level = one.research[track]
        title = context.words.say(name(f"gaia.track.{track}"))
        write_block(pen, (x, y + 4, x + wide - 12, y + 38), title, (MIN_SIZE, 26), FAINT)
        step_wide = (wide - 64) // TOP
        for step in range(1, TOP + 1):
            fill = (LAUREL if step >= 3 else BRASS) if step <= level else DUSK
            start = x + (step - 1) * step_wide
            panel(image, (start, y + 44, start + step_wide - 6, y + high - 12), fill, 5)
        write(pen, (x + wide - 36, y + (32 + high) / 2), str(level), 46, TEXT, bold=True, anchor="mm")


def _tiles(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """Technology tiles; a covered one is struck."""
    left, top, right, bottom = box
    _block(image, box)
    heading(image, context, (left + 16, top + 8, right - 16, top + 40), T("Technology tiles"))
    columns, lines = 3, max(2, -(-len(one.tiles) // 3))
    wide, high = (right - left - 24) // columns, (bottom - top - 52) // lines
    pen = ImageDraw.Draw(image)
    words = lines <= 2
    said = [context.words.say(name(f"gaia.tile.{own.tile}")) for own in one.tiles]
    room = (wide - 20, high - 60)
    type_size = min((fit(text, room, (MIN_SIZE, 28), 3)[0] for text in said), default=MIN_SIZE)
    for index, own in enumerate(one.tiles):
        x, y = left + 16 + index % columns * wide, top + 46 + index // columns * high
        cell = (x, y, x + wide - 8, y + high - 8)
        panel(image, cell, NIGHT if own.covered else PANEL_HIGH, RADIUS)
        signs = tile_signs(own.tile)
        size = signs_size(signs, wide - 24, 44)
        ink = FAINT if own.covered else TEXT
        middle = y + (27 if words else (high - 8) // 2)
        row(image, ((cell[0] + cell[2]) / 2, middle), signs, size, middle=True, colour=ink)
        if words:
            block = (x + 6, y + 50, x + 6 + room[0], y + 50 + room[1])
            write_block(pen, block, said[index], (type_size, type_size), ink, lines=3, across="middle")
        if own.covered:
            dim(image, cell)
            place(image, icon("cross", 40, FAINT), (cell[2] - 26, cell[1] + 26))
        elif own.tile.startswith("adv-"):
            outline(image, cell, BRASS, 3, RADIUS)


def _tokens(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """Federation tokens, green side or grey."""
    left, top, right, bottom = box
    _block(image, box)
    heading(image, context, (left + 16, top + 6, right - 16, top + 36), T("Federation tokens"))
    columns = min(5, max(1, len(one.tokens)))
    lines = max(1, -(-len(one.tokens) // columns))
    wide, high = min(186, (right - left - 24) // columns), (bottom - top - 44) // lines
    for index, own in enumerate(one.tokens):
        x, y = left + 16 + index % columns * wide, top + 40 + index // columns * high
        cell = (x, y, x + wide - 8, y + high - 4)
        panel(image, cell, blend(PANEL, LAUREL, 0.35) if own.green else blend(PANEL, FAINT, 0.25), RADIUS)
        if own.green:
            outline(image, cell, LAUREL, 3, RADIUS)
        signs = ("i:federation", *federation_signs(own.token))
        size = signs_size(signs, wide - 10, min(36, high - 6), MIN_SIZE)
        row(image, ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2), signs, size, middle=True)
        if not own.green:
            dim(image, cell)


def _abilities(image: Image.Image, one: Player, context: RenderContext, box: Box) -> None:
    """What the faction can do, in words."""
    left, top, right, bottom = box
    _block(image, box)
    said = [context.words.say(text) for text in ABILITIES[one.faction]]
    pen = ImageDraw.Draw(image)
    wide, gaps = right - left - 34, ABILITY_GAP * (len(said) - 1)
    for size in range(32, MIN_SIZE - 1, -1):
        tall = [int(len(wrap(text, wide, size, 4)[0]) * size * LEADING) + 1 for text in said]
        if sum(tall) + gaps <= bottom - top - 20:
            break
    y = (top + bottom - sum(tall) - gaps) // 2
    for text, high in zip(said, tall, strict=True):
        write_block(pen, (left + 18, y, right - 16, y + high), text, (MIN_SIZE, size), TEXT, lines=4)
        y += high + ABILITY_GAP
