"""The table at a glance: the galaxy, the round, the battles to come, and a strip for each player."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.battle import ahead
from rendering.eclipse.ground import sky
from rendering.eclipse.layout import Box
from rendering.eclipse.legend import draw_legend
from rendering.eclipse.map import Map, battle_sign
from rendering.eclipse.pieces import Party, mark_stamp, parties_of
from rendering.eclipse.sentences import in_order
from rendering.eclipse.strips import RADIUS, draw_strip
from rendering.eclipse.tokens import ship
from rendering.eclipse.words import phase_text
from rendering.kit.fonts import MIN_SIZE, cut, width, write, write_block
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS_LIGHT, FAINT, INK, PANEL, RED, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import RINGS, ROUNDS
from rules.eclipse.state import EclipseState, Sector
from rules.kernel.text import T

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 16, 8
SIDE = 448
"""The width of a player's strip."""
HEAD = 76
TALLEST = 460
LEGEND = 332
"""The width of what explains the signs, beside the map alone."""
BATTLE = 62
ROWS = 3
"""Lines of battles at most."""
PITCH = BATTLE + 6
SIGN, TITLE, AFTER, END = 66, 46, 22, 14
"""In the cell of a battle: where its title begins, the size of that, and what is free after it and at the end."""


def draw(view: EclipseState, context: RenderContext) -> Image.Image:
    """Draw the table."""
    image = sky((WIDE, HIGH), context.seed).copy()
    edge = WIDE - MARGIN - SIDE - GAP
    coming = ahead(view)
    rows = min(ROWS, (len(coming) + 1) // 2)
    low = HIGH - MARGIN - rows * PITCH
    box = (0, MARGIN + HEAD, edge, low)
    if view.sectors:
        Map(image, view, context, box, full=False).draw()
    else:
        said = context.words.say(T("The galaxy is laid out once everybody has a species."))
        write_block(
            ImageDraw.Draw(image), (MARGIN, 400, edge, 560), said, (MIN_SIZE, 48), FAINT, lines=2, across="middle"
        )
    draw_head(image, view, context, (MARGIN, MARGIN, edge, MARGIN + HEAD - GAP))
    _battles(image, view, context, (MARGIN, low + 6, edge, HIGH - MARGIN))
    _strips(image, view, context, (edge + GAP, MARGIN, WIDE - MARGIN, HIGH - MARGIN))
    return image


def draw_map(view: EclipseState, context: RenderContext) -> Image.Image:
    """Draw the galaxy alone, beside what its signs mean, with the names of the stars where there is room."""
    image = sky((WIDE, HIGH), context.seed).copy()
    if not view.sectors:
        return draw(view, context)
    box = (0, MARGIN + HEAD, WIDE, HIGH - GAP)
    whole = Map(image, view, context, box, full=True)
    beside = Map(image, view, context, (LEGEND, *box[1:]), full=True)
    if beside.side > whole.side * 0.96:
        beside.draw()
        draw_legend(image, context, (MARGIN, MARGIN + HEAD, LEGEND, HIGH - MARGIN))
    else:
        whole.draw()
    draw_head(image, view, context, (MARGIN, MARGIN, WIDE - MARGIN, MARGIN + HEAD - GAP))
    return image


def _strips(image: Image.Image, view: EclipseState, context: RenderContext, box: Box) -> None:
    left, top, right, bottom = box
    seats = in_order(view)
    tall = min(TALLEST, (bottom - top - (len(seats) - 1) * GAP) // len(seats))
    for index, seat in enumerate(seats):
        y = top + index * (tall + GAP)
        draw_strip(image, view, seat, context, (left, y, right, y + tall))


def draw_head(image: Image.Image, view: EclipseState, context: RenderContext, box: Box) -> None:
    """The round and its phase, and how many sectors the stacks still have."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    pen = ImageDraw.Draw(image)
    middle = (top + bottom) // 2
    x = left + 16
    if view.round:
        said = f"{min(view.round, ROUNDS)}/{ROUNDS}"
        write(pen, (x, middle), said, 60, BRASS_LIGHT, bold=True, anchor="lm")
        x += width(said, 60, bold=True) + 20
    stacks = [(ring, view.stacks[ring].count) for ring in RINGS if ring in view.stacks]
    start = right - 12 - sum(_stack_width(ring, count) for ring, count in stacks)
    write_block(pen, (x, top, start - 16, bottom), context.words.say(phase_text(view)), (30, 48), TEXT, bold=True)
    for ring, count in stacks:
        _stack(image, (start, middle), ring, count)
        start += _stack_width(ring, count)


def _stack_width(ring: str, count: int) -> int:
    return width(ring, 32, bold=True) + width(str(count), GLANCE + 2, bold=True) + 52


def _stack(image: Image.Image, at: tuple[int, int], ring: str, count: int) -> None:
    """A stack of sectors: its ring on a tile's back, and how many it has left."""
    x, y = at
    pen = ImageDraw.Draw(image)
    wide = width(ring, 32, bold=True) + 20
    tile = (x, y - 24, x + wide, y + 24)
    panel(image, (tile[0] + 5, tile[1] - 4, tile[2] + 5, tile[3] - 4), blend(PANEL, FAINT, 0.25), RADIUS)
    panel(image, tile, blend(PANEL, FAINT, 0.45), RADIUS)
    write(pen, (x + wide / 2, y), ring, 32, INK if count else PANEL, bold=True, anchor="mm")
    write(pen, (x + wide + 12, y), str(count), GLANCE + 2, TEXT if count else FAINT, bold=True, anchor="lm")


# Battles


def _battles(image: Image.Image, view: EclipseState, context: RenderContext, box: Box) -> None:
    """The battles that will be fought, in order: one in a line of its own, more of them two in a line."""
    left, top, right, _ = box
    coming = ahead(view)
    across = 1 if len(coming) == 1 else 2
    wide = (right - left + GAP) // across
    room = across * ROWS
    shown = coming if len(coming) <= room else coming[: room - 1]
    for index, sector in enumerate(shown):
        line, column = divmod(index, across)
        x, y = left + column * wide, top + line * PITCH
        title = T("Battle in sector {sector}", sector=sector.id) if across == 1 else T("{n}", n=sector.id)
        draw_battle(image, view, sector, context.words.say(title), (x, y, x + wide - GAP, y + BATTLE))
    if len(shown) < len(coming):
        x, y = left + wide, top + (ROWS - 1) * PITCH
        rest = "  ".join(sector.id for sector in coming[len(shown) :])
        _cell(image, rest, (x, y, x + wide - GAP, y + BATTLE))


def _cell(image: Image.Image, title: str, box: Box) -> int:
    """A cell for a battle, with where it is; give the x where that ends."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    panel(image, box, blend(PANEL, RED, 0.22), RADIUS)
    outline(image, box, RED, 3, RADIUS)
    place(image, battle_sign(46), (left + 34, middle))
    title = cut(title, right - left - SIGN - END, TITLE, bold=True)
    write(ImageDraw.Draw(image), (left + SIGN, middle), title, TITLE, TEXT, bold=True, anchor="lm")
    return left + SIGN + width(title, TITLE, bold=True)


def draw_battle(image: Image.Image, view: EclipseState, sector: Sector, title: str, box: Box) -> None:
    """One battle in signs: where it is, and the ships of each party."""
    _, top, right, bottom = box
    middle = (top + bottom) // 2
    x = _cell(image, title, box) + AFTER
    pen = ImageDraw.Draw(image)
    parties = parties_of(view, sector)
    size = 50
    while size > MIN_SIZE and _parties_long(parties, size) > right - END - x:
        size -= 1
    gap = _gap(size)
    for index, party in enumerate(parties):
        if index:
            write(pen, (x + gap / 2, middle), ":", 46, FAINT, bold=True, anchor="mm")
            x += gap
        x = _party(image, party, (x, middle), size)


def _gap(size: int) -> int:
    """How far parties are apart."""
    return round(size * 0.52)


def _parties_long(parties: Sequence[Party], size: int) -> int:
    return sum(_long(party, size) for party in parties) + _gap(size) * (len(parties) - 1)


def _long(party: Party, size: int) -> int:
    style, ships = party
    number = max(MIN_SIZE, round(size * 0.92))
    mark = round(size * 0.8) + 6 if style.mark else 0
    return mark + sum(size + width(str(n), number, bold=True) + 8 for _, n in ships)


def _party(image: Image.Image, party: Party, at: tuple[int, int], size: int) -> int:
    """The mark of a party and its ships with their numbers; give the x where it ends."""
    (style, ships), (x, y) = party, at
    pen = ImageDraw.Draw(image)
    number = max(MIN_SIZE, round(size * 0.92))
    if style.mark:
        mark = round(size * 0.8)
        place(image, mark_stamp(style, mark), (x + mark / 2, y))
        x += mark + 6
    for kind, n in ships:
        place(image, ship(kind, size, style), (x + size / 2, y))
        x += size
        write(pen, (x, y), str(n), number, TEXT, bold=True, anchor="lm")
        x += width(str(n), number, bold=True) + 8
    return x
