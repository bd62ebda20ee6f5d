"""The private panel of a seat where it chooses which power moves: what each way leaves in the areas, in large.

What it is for (a federation with its satellites, a Gaia project) is seen above, where there is room.
"""

from __future__ import annotations

import msgspec
from PIL import Image

from rendering.gaia.closeup import Closeup
from rendering.gaia.looks import seat_style
from rendering.gaia.panel import HEAD, MARGIN, purse
from rendering.gaia.widgets import RADIUS, Box, bowls
from rendering.kit.background import background
from rendering.kit.numbers import NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, PANEL_HIGH
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel
from rules.gaia.power import BOWL, in_bowl
from rules.gaia.state import GaiaState

WIDE, HIGH = 1600, 1200
GAP = 12
MIN_MAP = 400
"""The least height of a map that can be made out."""
BADGE = 30
"""The space around the number of a way."""
#: From so many ways on they stand in so many columns.
COLUMNS = {1: 1, 4: 2, 13: 3}
LINE = {1: 240, 2: 190, 3: 130}
"""The greatest height of a way by the number of columns."""
LOW = 112
"""The least height of one above which there is a map."""


def draw(view: GaiaState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the ways under what the seat has, and between them the places that it is about."""
    image = background((WIDE, HIGH), context.seed)
    ways = [place for place in context.marks.numbers if place.startswith(BOWL)]
    columns = max(columns for least, columns in COLUMNS.items() if len(ways) >= least or least == 1)
    lines = -(-len(ways) // columns)
    room = HIGH - HEAD - MARGIN + GAP
    high = min(LINE[columns], room // lines)
    about = view.spaces and any(place.startswith("hex:") for place in context.marks.so_far)
    if about:
        high = min(high, max(LOW, (room - MIN_MAP) // lines))
    top = HIGH - MARGIN + GAP - lines * high
    if about and top - GAP - HEAD >= MIN_MAP - GAP:
        Closeup(image, view, seat, context, (MARGIN, HEAD, WIDE - MARGIN, top - GAP)).draw()
    else:
        top = HEAD + (room - lines * high) // 2
    purse(image, view, seat, context)
    wide = (WIDE - 2 * MARGIN + GAP) / columns
    numbers = [said(context.marks.numbers[place]) for place in ways]
    badge = BADGE + max(badge_size(number)[0] for number in numbers)
    for index, place in enumerate(ways):
        # A last line that is not full stands in the middle.
        missing = lines * columns - len(ways) if index // columns == lines - 1 else 0
        x, y = round(MARGIN + (index % columns + missing / 2) * wide), top + index // columns * high
        _way(image, view, seat, context, place, (x, y, round(x + wide) - GAP, y + high - GAP), badge)
    return image


def _way(  # noqa: PLR0917
    image: Image.Image, view: GaiaState, seat: int, context: RenderContext, place: str, box: Box, badge: int
) -> None:
    """A way: its number in a width for all of them, and what it leaves; areas in which something changes are ringed."""
    left, top, right, bottom = box
    one, chosen = view.players[seat], place in context.marks.chosen
    tokens, stone = in_bowl(place)
    after = msgspec.structs.replace(one, power=tokens, brainstone=stone)
    panel(image, box, PANEL_HIGH, RADIUS)
    start, pad = left + badge, 14
    size = min(120, (bottom - top) * 6 // 10, (right - start) // 6)
    bowls(image, after, (start, top + pad, right - 4, bottom - pad), size)
    wide = (right - 4 - start) // 4
    for area in range(4):
        if (tokens[area], stone == area) != (one.power[area], one.brainstone == area):
            x = start + area * wide
            outline(image, (x, top + pad, x + wide - 6, bottom - pad), BRASS, 6, RADIUS)
    outline(image, box, BRASS_LIGHT if chosen else BRASS, 8 if chosen else 3, RADIUS)
    style = seat_style(view, seat)
    panel(image, (left + 3, top + 12, left + 9, bottom - 12), style.colour, 2)
    at = (left + badge / 2 + 2, (top + bottom) / 2)
    number_badge(image, at, said(context.marks.numbers[place]), NUMBER, chosen=chosen)
