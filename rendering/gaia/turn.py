"""The private panel of a seat where it chooses what to do in its turn, or waits: the map and all that it decides by.

Beside the map stand the board actions and its special actions, those that it could take now framed; above it what this
round, the rounds to come and the end of the game score.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.changes import has_acted, newly_taken
from rendering.gaia.closeup import Closeup
from rendering.gaia.looks import seat_style
from rendering.gaia.scoring import strip
from rendering.gaia.signs import SPECIALS, action_signs, row, signs_size
from rendering.gaia.widgets import RADIUS, Box, dim, fresh
from rendering.kit.fonts import write
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, FAINT, LINE, NIGHT, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import ACTIONS, LAST_ROUND, BoardAction
from rules.gaia.reach import Look
from rules.gaia.state import GaiaState
from rules.gaia.steps.actions import board_refusal, special_refusal, specials

ROUND = 176
"""The width of the number of the round."""
STRIP = 104
"""The height of the line of round tiles and final tiles."""
SIDE = 488
"""The width of the actions beside the map."""
GAP = 8
COLUMNS = 2
HIGHEST = 176
"""The greatest height of an action."""


def draw_turn(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Draw it into a box, under what the seat has."""
    left, top, right, bottom = box
    if 0 < view.round <= LAST_ROUND:
        cell = (left, top, left + ROUND - GAP, top + STRIP)
        panel(image, cell, PANEL_HIGH, RADIUS)
        said = f"{view.round}/{LAST_ROUND}"
        place(image, icon("hourglass", 44), (left + 34, top + STRIP / 2))
        write(ImageDraw.Draw(image), (left + 64, top + STRIP / 2), said, 56, TEXT, bold=True, anchor="lm")
        strip(image, view, (left + ROUND, top, right + 6, top + STRIP))
        top += STRIP + GAP
    _actions(image, view, seat, context, (right - SIDE, top, right, bottom))
    Closeup(image, view, seat, context, (left, top, right - SIDE - GAP, bottom)).draw()


def _actions(image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
    """Board actions by what they are paid with, then the seat's own special actions."""
    left, top, right, bottom = box
    look, acted = Look(view, seat), has_acted(context)
    own = list(specials(look.me))
    cells: list[BoardAction | str] = [*ACTIONS.values(), *own]
    lines = -(-len(ACTIONS) // COLUMNS) + -(-len(own) // COLUMNS)
    high = min(HIGHEST, (bottom - top + GAP) // lines)
    wide = (right - left + GAP) // COLUMNS
    # Special actions begin a line of their own.
    beyond = len(ACTIONS) % COLUMNS
    for index, one in enumerate(cells):
        at = index if index < len(ACTIONS) else index + beyond
        x, y = left + at % COLUMNS * wide, top + at // COLUMNS * high
        cell = (x, y, x + wide - GAP, y + high - GAP)
        if isinstance(one, str):
            used = one in look.me.used
            open_ = not acted and not used and special_refusal(look, one) is None
            _cell(image, cell, ("i:act",), SPECIALS[one], open_=open_)
            if used:
                dim(image, cell)
                place(image, icon("check", 40, FAINT), (cell[2] - 28, cell[1] + 28))
            continue
        if newly_taken(view, context, one.id):
            fresh(image, cell)
        price = (str(one.price), "i:power" if one.pay == "power" else "i:qic")
        _cell(image, cell, price, action_signs(one.id), open_=not acted and board_refusal(look, one) is None)
        taker = view.taken.get(one.id)
        if taker is not None:
            dim(image, cell)
            seat_disc(image, seat_style(view, taker), (cell[2] - 38, cell[1] + 38), 60)


def _cell(image: Image.Image, box: Box, price: tuple[str, ...], gain: tuple[str, ...], *, open_: bool) -> None:
    """An action: its price over what it brings; framed where it can be taken now, dark where it cannot."""
    left, top, right, bottom = box
    high = bottom - top
    panel(image, box, PANEL_HIGH if open_ else NIGHT, RADIUS)
    ink = TEXT if open_ else FAINT
    row(image, (left + 14, top + high * 0.28), price, max(GLANCE, min(56, round(high * 0.4))), colour=ink)
    size = signs_size(gain, right - left - 28, min(76, round(high * 0.48)))
    row(image, ((left + right) / 2, top + high * 0.71), gain, size, middle=True, colour=ink)
    outline(image, box, BRASS if open_ else LINE, 4 if open_ else 2, RADIUS)
