"""The dice that are still to be sent, everybody's, in the order in which their turns come."""

from __future__ import annotations

from rendering.circadians.cards import RADIUS, Box
from rendering.circadians.ground import Sheet
from rendering.circadians.looks import seat_style, sign
from rendering.circadians.tokens import die
from rendering.kit.fonts import write
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, FAINT, PANEL, TEXT
from rendering.kit.shapes import outline, panel, place
from rules.circadians.state import EMPTY, CircadiansState, Die

QUEUE = 84
"""The height of the line."""


def to_come(view: CircadiansState) -> tuple[list[Die], list[Die]]:
    """The dice of the headquarters that are to be sent in this round, and those of the garages, turn by turn."""
    seats = len(view.players)
    left = [[value for value in one.garages if value != EMPTY] for one in view.players]
    first = view.turn + view.sent if view.phase == "garages" and view.turn >= 0 else view.start
    order = [(first + n) % seats for n in range(seats)]
    garages: list[Die] = []
    for turn in range(max(map(len, left), default=0)):
        garages += [Die(seat, left[seat][turn]) for seat in order if turn < len(left[seat])]
    return (list(view.hq) if view.phase == "hq" else []), garages


def queue_line(sheet: Sheet, box: Box) -> None:
    """Draw the dice to come, those of the headquarters first; the one whose turn it is has a ring until it is sent."""
    left, top, right, bottom = box
    image, view = sheet.image, sheet.view
    panel(image, box, PANEL, RADIUS)
    hq, garages = to_come(view)
    middle, size = (top + bottom) / 2, bottom - top - 20
    x, first = float(left + 12), True
    for kind, dice in (("hq", hq), ("garage", garages)):
        if not dice:
            continue
        place(image, sign(kind, 50, FAINT), (x + 25, middle))
        x += 62
        for index, one in enumerate(dice):
            rest = len(dice) - index
            if x + size * 2 > right and rest > 1:
                write(sheet.pen, (x, middle), f"+{rest}", GLANCE, TEXT, bold=True, anchor="lm")
                return
            place(image, die(one.value, size, seat_style(one.seat)), (x + size / 2, middle))
            if first and view.turn == one.seat and not view.sent:
                outline(image, (round(x) - 5, top + 5, round(x) + size + 5, bottom - 5), BRASS, 6, RADIUS + 4)
            first = False
            x += size + 10
        x += 16
