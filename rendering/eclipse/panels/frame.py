"""What all panels have: their size, the line above with what the seat has, and the line below with what changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from rendering.eclipse.looks import seat_style
from rendering.eclipse.signs import row, row_width, sign
from rendering.eclipse.tokens import DISC, thing
from rendering.kit.background import starless
from rendering.kit.fonts import width, write
from rendering.kit.numbers import MIN_NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, RED, TEXT, Colour, SeatStyle
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import MATERIALS, MONEY, SCIENCE, SPECIES
from rules.eclipse.economy import balance, production, upkeep
from rules.eclipse.places import INFLUENCE_TRACK, track_place
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player
from rules.kernel.text import signed

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


def cost(me: Player, spent: int = 0) -> str:
    """The upkeep when so many more discs have left the track, as what it takes."""
    return signed(-upkeep(me, spent)) if upkeep(me, spent) else "0"


class _Sizes(NamedTuple):
    """The sizes of the line above: of signs, of what is had, of what comes, and the gap between figures."""

    sign: int
    large: int
    small: int
    gap: int


SIZES = (_Sizes(64, LARGE, SMALL, 34), _Sizes(64, LARGE, SMALL, 12), _Sizes(48, 60, 44, 20), _Sizes(44, 50, 44, 8))
"""The first that fits is taken."""


class _Figure(NamedTuple):
    """A sign with what is had and, smaller, what comes of it; a disc has the style of its seat, and a number."""

    sign: str
    text: str
    ink: Colour
    more: tuple[str, ...] = ()
    more_ink: Colour = FAINT
    style: SeatStyle | None = None
    number: str = ""
    ringed: bool = False
    chosen: bool = False


def purse(image: Image.Image, view: EclipseState, seat: int, context: RenderContext) -> None:
    """Draw the line above: goods with what a round brings, discs with the upkeep in money, colony ships, points."""
    box = (MARGIN, MARGIN, WIDE - MARGIN, HEAD - 4)
    panel(image, box, PANEL, RADIUS)
    y = (box[1] + box[3]) // 2
    seat_disc(image, seat_style(view, seat), (box[0] + 48, y), 72)
    if not view.players[seat].species:
        return
    figures = _figures(view, seat, context)
    x, room = box[0] + 104, box[2] - box[0] - 116
    fits = [sizes for sizes in SIZES if sum(_long(one, sizes) for one in figures) <= room]
    for one in figures:
        x = _draw(image, one, (x, y), fits[0] if fits else SIZES[-1])


def _figures(view: EclipseState, seat: int, context: RenderContext) -> list[_Figure]:
    me, marks, spot = view.players[seat], context.marks, track_place(INFLUENCE_TRACK)
    before = context.before.players[seat] if context.before is not None else me
    found = []
    for track in (MONEY, SCIENCE, MATERIALS):
        ink: Colour = TEXT if me.goods[track] == before.goods[track] else BRASS_LIGHT
        found.append(_Figure(track, str(me.goods[track]), ink, (signed(production(me, track), plus=True),)))
    discs = _Figure(DISC, str(me.discs), TEXT if me.discs else RED, (f"i:{MONEY}", cost(me)))
    if me.discs:
        discs = discs._replace(more=(*discs.more, "i:arrow", cost(me, 1)))
    discs = discs._replace(
        more_ink=RED if balance(me) < 0 else FAINT,
        style=seat_style(view, seat),
        number=said(marks.numbers[spot]) if spot in marks.numbers else "",
        ringed=spot in marks.legal,
        chosen=spot in marks.chosen,
    )
    colony = _Figure("colony", str(me.colony), TEXT, (f"/{SPECIES[me.species].colony_ships}",))
    return [*found, discs, colony, _Figure("laurel", signed(score(view, seat)["total"]), TEXT)]


def _long(one: _Figure, sizes: _Sizes) -> int:
    """The width of a figure with the gap behind it."""
    badge = badge_size(one.number, MIN_NUMBER)[0] + 22 if one.number else 0
    more = row_width(one.more, sizes.small) + 10 if one.more else 0
    return badge + sizes.sign + 6 + width(one.text, sizes.large, bold=True) + more + sizes.gap


def _draw(image: Image.Image, one: _Figure, at: tuple[int, int], sizes: _Sizes) -> int:
    """Draw a figure, ringed and with its number where it may be picked; give where the next one begins."""
    x, y = at
    if one.number:
        wide = badge_size(one.number, MIN_NUMBER)[0]
        number_badge(image, (x + 12 + wide / 2, y), one.number, MIN_NUMBER, chosen=one.chosen)
        x += wide + 22
    made = thing(DISC, sizes.sign, one.style) if one.style else sign(one.sign, sizes.sign)
    place(image, made, (x + sizes.sign / 2, y))
    x += sizes.sign + 6
    write(ImageDraw.Draw(image), (x, y), one.text, sizes.large, one.ink, bold=True, anchor="lm")
    x += width(one.text, sizes.large, bold=True)
    if one.more:
        x = row(image, (x + 10, y + 6), one.more, sizes.small, colour=one.more_ink)
    if one.ringed:
        outline(image, (at[0], MARGIN + 4, x + 10, HEAD - 8), BRASS, 5, RADIUS)
    return x + sizes.gap


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
