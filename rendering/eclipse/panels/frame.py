"""What all panels have: their size, the line above with what the seat has, and the line below with what changes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.looks import seat_style
from rendering.eclipse.signs import row, row_width, sign
from rendering.eclipse.tokens import DISC, thing
from rendering.kit.background import starless
from rendering.kit.fonts import width, write
from rendering.kit.numbers import MIN_NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, RED, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import MATERIALS, MONEY, SCIENCE, SPECIES
from rules.eclipse.economy import balance, production, upkeep
from rules.eclipse.places import INFLUENCE_TRACK, track_place
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player

Box = tuple[int, int, int, int]
Change = tuple[tuple[str, ...], str, str]
"""Signs, and what they count before and after."""
WIDE, HIGH = 1600, 1200
MARGIN, RADIUS = 12, 14
HEAD, FOOT = 116, 104
"""How high the lines above and below are."""
LARGE, SMALL = 72, 48
BODY: Box = (0, HEAD, WIDE, HIGH)


def blank() -> Image.Image:
    """A panel with nothing on it."""
    return starless((WIDE, HIGH))


def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}".replace("-", "−")


def cost(me: Player, spent: int = 0) -> str:
    """The upkeep when so many more discs have left the track, as what it takes."""
    return signed(-upkeep(me, spent)) if upkeep(me, spent) else "0"


def purse(image: Image.Image, view: EclipseState, seat: int, context: RenderContext) -> None:
    """Draw the line above: goods with what a round brings, discs with the upkeep in money, colony ships, points."""
    box = (MARGIN, MARGIN, WIDE - MARGIN, HEAD - 4)
    panel(image, box, PANEL, RADIUS)
    y = (box[1] + box[3]) // 2
    me = view.players[seat]
    before = context.before.players[seat] if context.before is not None else me
    seat_disc(image, seat_style(view, seat), (box[0] + 48, y), 72)
    if not me.species:
        return
    x = box[0] + 104
    for track in (MONEY, SCIENCE, MATERIALS):
        ink: Colour = TEXT if me.goods[track] == before.goods[track] else BRASS_LIGHT
        x = _item(image, (x, y), (track, str(me.goods[track]), ink), (signed(production(me, track)), FAINT)) + 34
    x = _discs(image, (x, y), view, seat, context) + 34
    most = SPECIES[me.species].colony_ships
    x = _item(image, (x, y), ("colony", str(me.colony), TEXT), (f"/{most}", FAINT)) + 34
    _item(image, (x, y), ("laurel", str(score(view, seat)["total"]), TEXT), ("", FAINT))


def _item(image: Image.Image, at: tuple[int, int], main: tuple[str, str, Colour], more: tuple[str, Colour]) -> int:
    """A sign, a large number, a small one after it; give where it ends."""
    x, y = at
    icon, text, colour = main
    pen = ImageDraw.Draw(image)
    place(image, sign(icon, 64), (x + 32, y))
    x += 70
    write(pen, (x, y), text, LARGE, colour, bold=True, anchor="lm")
    x += width(text, LARGE, bold=True) + 8
    if more[0]:
        write(pen, (x, y + 6), more[0], SMALL, more[1], bold=True, anchor="lm")
        x += width(more[0], SMALL, bold=True)
    return x


def _discs(image: Image.Image, at: tuple[int, int], view: EclipseState, seat: int, context: RenderContext) -> int:
    """The discs that are left, with the upkeep now and for one disc less; ringed where a disc may come from there."""
    x, y = at
    me, spot = view.players[seat], track_place(INFLUENCE_TRACK)
    start = x
    pen = ImageDraw.Draw(image)
    if spot in context.marks.numbers:
        text = said(context.marks.numbers[spot])
        wide = badge_size(text, MIN_NUMBER)[0]
        number_badge(image, (x + 12 + wide / 2, y), text, MIN_NUMBER, chosen=spot in context.marks.chosen)
        x += wide + 22
    place(image, thing(DISC, 64, seat_style(view, seat)), (x + 32, y))
    x += 70
    write(pen, (x, y), str(me.discs), LARGE, TEXT if me.discs else RED, bold=True, anchor="lm")
    x += width(str(me.discs), LARGE, bold=True) + 10
    ink = RED if balance(me) < 0 else FAINT
    items = (cost(me), "i:arrow", cost(me, 1)) if me.discs else (cost(me),)
    x = row(image, (x, y + 6), (f"i:{MONEY}", *items), SMALL, colour=ink)
    if spot in context.marks.legal:
        outline(image, (start, MARGIN + 4, x + 10, HEAD - 8), BRASS, 5, RADIUS)
    return x


def changes(image: Image.Image, view: EclipseState, seat: int, found: Sequence[Change]) -> None:
    """Draw the line below: what a choice changes, before and after."""
    box = (MARGIN, HIGH - FOOT + 4, WIDE - MARGIN, HIGH - MARGIN)
    panel(image, box, PANEL, RADIUS)
    y = (box[1] + box[3]) // 2
    rows = [(*(f"i:{icon}" for icon in icons), before, "i:arrow", after) for icons, before, after in found]
    whole = sum(row_width(one, LARGE) for one in rows)
    gap = min(110, (box[2] - box[0] - whole) // (len(rows) + 1))
    x = (WIDE - whole - gap * (len(rows) - 1)) // 2
    for one in rows:
        bad = one[-1].startswith("−") and "i:hourglass" in one
        start = x
        x = row(image, (x, y), one, LARGE, colour=RED if bad else TEXT) + gap
        if one[0] == "i:disc":  # The seat's own, not anybody's.
            place(image, thing(DISC, LARGE, seat_style(view, seat)), (start + LARGE / 2, y))
