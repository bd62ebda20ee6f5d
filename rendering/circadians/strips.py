"""A strip for each player on the table: points, resources, the dice in garages and on farms, cards and dice left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.circadians.cards import RADIUS, Box, draw_points, points_width
from rendering.circadians.looks import good, seat_style, sign
from rendering.circadians.signs import row, signs_width
from rendering.circadians.tokens import BLANK, GOODS_ORDER, SEALED, die
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, BRASS_LIGHT, DUSK, FAINT, INK, PANEL, TEXT, SeatStyle
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc, seat_edge, seat_name
from rendering.kit.shapes import outline, panel, place
from rules.circadians.scoring import standings
from rules.circadians.state import EMPTY, UNSEEN, CircadiansState, Player

DIE = 60


@dataclass(frozen=True)
class Tally:
    """Every seat's points, as if the game ended now; whose have changed since the last post; who has won."""

    points: tuple[int, ...]
    changed: frozenset[int]
    winners: tuple[int, ...]


def tally(view: CircadiansState, context: RenderContext) -> Tally:
    """Count the points of a table once for a picture."""
    found = standings(view, over=view.phase == "over")
    points = tuple(one.total for one in found)
    old = context.before
    past = [one.total for one in standings(old, over=False)] if isinstance(old, CircadiansState) else points
    changed = frozenset(seat for seat, (one, other) in enumerate(zip(points, past, strict=False)) if one != other)
    winners = tuple(seat for seat, one in enumerate(found) if one.winner) if view.phase == "over" else ()
    return Tally(points, changed, winners)


def planned(view: CircadiansState, seat: int, context: RenderContext) -> bool:
    """Whether a seat has planned while others have not."""
    one = view.players[seat]
    return view.phase == "planning" and bool(one.rolled or one.plan) and seat not in context.waiting


def draw_strip(
    image: Image.Image, view: CircadiansState, seat: int, context: RenderContext, box: Box, *, points: Tally
) -> None:
    """Draw a seat's strip."""
    left, top, right, bottom = box
    lit = seat in context.waiting or seat in points.winners
    panel(image, box, PANEL if lit or not context.waiting else DUSK, RADIUS)
    if lit:
        outline(image, box, BRASS, 4, RADIUS)
    seat_edge(image, seat_style(seat), (left + 5, top + 10, left + 15, bottom - 10))
    inside = (left + 24, top + 4, right - 10, bottom - 4)
    first = top + 4 + 34
    _name(image, view, seat, context, (inside[0], first - 32, inside[2], first + 32), points=points)
    _goods(image, view, seat, context, (inside[0], first + 32, inside[2], first + 88))
    _dice(
        image,
        view.players[seat],
        seat,
        (inside[0], first + 92, inside[2], bottom - 6),
        sealed=planned(view, seat, context),
    )


def _name(
    image: Image.Image, view: CircadiansState, seat: int, context: RenderContext, box: Box, *, points: Tally
) -> None:
    """Mark and name, with a flag who begins; cards in hand; points."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    seat_disc(image, seat_style(seat), (left + 28, middle), 56)
    if seat == view.start and view.round:
        panel(image, (left - 20, top - 2, left + 10, top + 28), INK, 15)
        place(image, icon("flag", 26, BRASS_LIGHT), (left - 5, top + 13))
    total, gained = points.points[seat], seat in points.changed
    x = right - points_width(total, 50)
    draw_points(image, (x, middle), total, 50, BRASS_LIGHT if gained else TEXT)
    hand = (str(len(view.players[seat].hand)), "g:item")
    x -= signs_width(hand, GLANCE) + 8
    row(image, (x, middle), hand, GLANCE)
    name = seat_name(seat, context.words)
    write_block(ImageDraw.Draw(image), (left + 62, top, x - 12, bottom), name, (MIN_SIZE, 40), TEXT, bold=True)


def _goods(image: Image.Image, view: CircadiansState, seat: int, context: RenderContext, box: Box) -> None:
    """The four resources, each in its column; brass where they changed."""
    left, top, right, bottom = box
    old = context.before.players[seat] if isinstance(context.before, CircadiansState) else None
    me, pen, middle = view.players[seat], ImageDraw.Draw(image), (top + bottom) // 2
    size = 54 if right - left > 600 else 46
    spans = [width(str(getattr(me, kind)), size, bold=True) + size for kind in GOODS_ORDER]
    gap = min(96, max(4, (right - left - sum(spans)) // 3))
    x = left
    for kind, wide in zip(GOODS_ORDER, spans, strict=True):
        count = getattr(me, kind)
        changed = old is not None and getattr(old, kind) != count
        colour = BRASS_LIGHT if changed else TEXT if count else FAINT
        write(pen, (x, middle), str(count), size, colour, bold=True, anchor="lm")
        place(image, good(kind, size), (x + wide - size / 2 - 1, middle))
        x += wide + gap


def dice_of(me: Player, *, sealed: bool = False) -> tuple[list[int], list[int], int]:
    """A seat's dice on its base: those in garages in order, those on farms, and how many wait to be rolled.

    What is rolled and not shown yet counts with the garages, as dice that cannot be seen; sealed once it is planned.
    """
    hidden = [SEALED if sealed else UNSEEN] * (len(me.rolled) + len(me.plan))
    garages = [value for value in me.garages if value != EMPTY]
    return hidden or garages, [value for value in me.farm_dice if value != EMPTY], me.ready + me.waiting


def _dice(image: Image.Image, me: Player, seat: int, box: Box, *, sealed: bool) -> None:
    """Dice that are still to come, in their order; then those on farms and those of the next round, or how many.

    At the right is what is in supply.
    """
    left, top, right, bottom = box
    middle, style = (top + bottom) // 2, seat_style(seat)
    end = right - 30
    place(image, good("die", 30), (end + 15, middle))
    said = str(me.supply)
    end -= width(said, GLANCE, bold=True) + 3
    write(ImageDraw.Draw(image), (end, middle), said, GLANCE, FAINT, bold=True, anchor="lm")
    garages, farms, ready = dice_of(me, sealed=sealed)
    size = min(DIE, (end - 4 - left) // max(1, len(garages)) - 2)
    x = left
    for value in garages:
        place(image, die(value, size, style), (x + size / 2, middle))
        x += size + (6 if len(garages) < 5 else 2)
    later = [(sign("farm", 38), farms), (die(BLANK, 38, style, ghost=True), [BLANK] * ready)]
    later = [(token, values) for token, values in later if values]
    room = (end - x - 4) // max(1, len(later))
    for token, values in later:
        _later(image, style, (x, middle), token, values, room=room)
        x += room


def _later(
    image: Image.Image,
    style: SeatStyle,
    at: tuple[int, int],
    token: Image.Image,
    values: Sequence[int],
    *,
    room: int,
) -> None:
    """Dice behind a token, smaller; where there is no room for them, how many there are."""
    x, middle = at
    known = any(value != BLANK for value in values)
    side = 48
    if known and 42 + len(values) * (side + 3) <= room:
        place(image, token, (x + 19, middle))
        for index, value in enumerate(values):
            place(image, die(value, side, style), (x + 42 + index * (side + 3) + side / 2, middle))
    elif not known and len(values) * (DIE + 3) <= room:
        for index in range(len(values)):
            place(image, die(BLANK, DIE, style, ghost=True), (x + index * (DIE + 3) + DIE / 2, middle))
    else:
        place(image, token, (x + 17, middle))
        write(ImageDraw.Draw(image), (x + 38, middle), str(len(values)), 40, TEXT, bold=True, anchor="lm")
