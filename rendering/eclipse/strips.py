"""A player's strip beside the galaxy: who, points, what is stored and produced, discs and upkeep, ships, the rest."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.eclipse.layout import Box
from rendering.eclipse.looks import INKS, seat_style
from rendering.eclipse.pieces import mark_stamp
from rendering.eclipse.tokens import AMBASSADOR, COLONY, DISC, REPUTATION, good, ship, thing
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import LAUREL, icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, FAINT, PANEL, RED, TEXT, WHITE, Colour, blend, luminance
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_edge, seat_name
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import CATEGORIES, MONEY, SHIP_SUPPLY, SHIPS, TRACKS
from rules.eclipse.economy import balance, in_category, production, upkeep
from rules.eclipse.fleets import supply
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player
from rules.kernel.text import name, signed

RADIUS = 10
WHO = 64
"""The least height of the line with the name over the species."""
SIGN = 54
"""The size of the signs in the lower lines."""


def draw_strip(image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
    """Draw the strip of a seat: three lines where it is low, up to five where there is room."""
    left, top, right, bottom = box
    one, style = view.players[seat], seat_style(view, seat)
    panel(image, box, PANEL, RADIUS)
    if luminance(style.colour) < 0.12:
        image.paste(blend(style.colour, WHITE, 0.62), (left + 4, top + 8, left + 20, bottom - 8))
    seat_edge(image, style, (left + 6, top + 10, left + 18, bottom - 10))
    if seat in context.waiting:
        outline(image, box, BRASS, 6, RADIUS)
    elif view.phase == "over" and _wins(view, seat):
        outline(image, box, LAUREL, 6, RADIUS)
    rows = 5 if bottom - top > 270 else 4 if bottom - top > 215 else 3
    first = max(WHO, (bottom - top - 12) // rows)
    step = (bottom - top - 12 - first) / (rows - 1)
    middles = [round(top + 6 + first + step * (index + 0.5)) for index in range(rows - 1)]
    _who(image, view, seat, context, (left + 26, top + 6, right - 10, top + 6 + first))
    if not one.species:
        return
    cells = (left + 28, right - 6)
    _goods(image, view, seat, cells, (middles[0], middles[1]))
    if rows > 3:
        _fleet(image, view, seat, cells, middles[2])
    if rows > 4:
        _rest(image, one, cells, middles[3])


def _wins(view: EclipseState, seat: int) -> bool:
    scores = [(one["total"], one["left"]) for one in (score(view, other) for other in range(len(view.players)))]
    return scores[seat] == max(scores)


def _who(image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
    """The mark, the name over the species, whether the seat acts or has passed, and its points."""
    left, top, right, bottom = box
    one = view.players[seat]
    pen = ImageDraw.Draw(image)
    middle = (top + bottom) // 2
    size = 52
    place(image, mark_stamp(seat_style(view, seat), size), (left + size // 2, middle))
    points = signed(score(view, seat)["total"])
    right -= width(points, 54, bold=True)
    write(pen, (right, middle), points, 54, TEXT, bold=True, anchor="lm")
    right -= 50
    place(image, icon("laurel", 46), (right + 24, middle))
    x = left + size + 10
    tall = min(bottom - top, 84)
    high, low = middle - tall // 2, middle + tall // 2
    cut = high + round(tall * 0.58)
    sizes = (42, 28) if tall > 80 else (35, 24)
    if one.species:
        said = context.words.say(name(f"eclipse.species.{one.species}"))
        write_block(pen, (x, cut, right + 1, low), said, (MIN_SIZE, sizes[1]), FAINT)
    else:
        high, cut = top, bottom
    for sign in _states(view, seat, context):
        right -= sizes[0]
        place(image, icon(sign, sizes[0] - 4), (right + sizes[0] / 2, (high + cut) / 2))
    write_block(pen, (x, high, right - 4, cut), seat_name(seat, context.words), (MIN_SIZE, sizes[0]), TEXT, bold=True)


def _states(view: EclipseState, seat: int, context: RenderContext) -> list[str]:
    """The signs of what a seat does: acts, has passed, is out, is the start player of the next round."""
    one = view.players[seat]
    if one.out:
        return ["cross"]
    found = ["hourglass"] if seat in context.waiting else []
    found += ["flag"] if seat == view.next_start and view.phase != "over" else []
    return found + (["pass"] if one.passed and view.phase == "action" else [])


def _goods(image: Image.Image, view: EclipseState, seat: int, cells: tuple[int, int], lines: tuple[int, int]) -> None:
    """What is stored, over what is produced; discs left, over the upkeep to pay."""
    one = view.players[seat]
    left, right = cells
    pen = ImageDraw.Draw(image)
    wide = (right - left) / 4
    size = min(52, max(46, round((lines[1] - lines[0]) * 0.72)))
    sign = round(size * 0.72)
    for index, track in enumerate(TRACKS):
        x = round(left + index * wide)
        place(image, good(track, sign), (x + sign / 2, lines[0]))
        write(pen, (x + sign + 6, lines[0]), str(one.goods[track]), size, TEXT, bold=True, anchor="lm")
        made = f"+{production(one, track)}"
        write(pen, (x + 14, lines[1]), made, max(GLANCE, size - 6), INKS[track], bold=True, anchor="lm")
    x = round(left + 3 * wide)
    place(image, thing(DISC, sign, seat_style(view, seat)), (x + sign / 2, lines[0]))
    write(pen, (x + sign + 6, lines[0]), str(one.discs), size, TEXT, bold=True, anchor="lm")
    short = balance(one) < 0
    ink: Colour = RED if short else INKS[MONEY]
    said = signed(-upkeep(one)) if upkeep(one) else "0"
    write(pen, (x + 14, lines[1]), said, max(GLANCE, size - 6), ink, bold=True, anchor="lm")


def _fleet(image: Image.Image, view: EclipseState, seat: int, cells: tuple[int, int], y: int) -> None:
    """The ships on the map, by type."""
    left, right = cells
    wide = (right - left) / 4
    pen = ImageDraw.Draw(image)
    for index, kind in enumerate(SHIPS):
        count = SHIP_SUPPLY[kind] - supply(view, seat, kind)
        x = round(left + index * wide)
        place(image, ship(kind, SIGN, seat_style(view, seat), ghost=not count), (x + SIGN * 0.42, y))
        write(pen, (x + SIGN * 0.92, y), str(count), GLANCE, TEXT if count else FAINT, bold=True, anchor="lm")


def _rest(image: Image.Image, one: Player, cells: tuple[int, int], y: int) -> None:
    """Technologies by category, colony ships, reputation tiles, ambassadors."""
    left, right = cells
    pen = ImageDraw.Draw(image)
    technologies = sum(in_category(one, category) for category in CATEGORIES)
    small = round(SIGN * 0.8)
    told = (
        (thing(COLONY, small), one.colony),
        (icon("tech", small), technologies),
        (thing(REPUTATION, small), len(one.reputation)),
        (thing(AMBASSADOR, small), len(one.partners)),
    )
    wide = (right - left) / 4
    for index, (sign, count) in enumerate(told):
        x = round(left + index * wide)
        place(image, sign, (x + SIGN * 0.42, y))
        write(pen, (x + SIGN * 0.92, y), str(count), GLANCE, TEXT if count else FAINT, bold=True, anchor="lm")
