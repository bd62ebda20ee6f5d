"""The head of a picture of one seat: who this is, and the numbers that matter for playing cards."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.kit.fonts import write_block
from rendering.kit.icons import icon
from rendering.kit.palette import SEATS, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge, seat_name
from rendering.kit.shapes import place
from rendering.race.changes import MilitaryStrength, changed, in_hand, military_strength
from rendering.race.signs import Row, Sign, row_image
from rules.kernel.text import signed
from rules.race.scoring import total
from rules.race.state import RaceState

WIDE = 1600
MARGIN = 24
HEAD = 92
FIGURE = 52
"""The size of its numbers."""


def draw_head(image: Image.Image, view: RaceState, seat: int, context: RenderContext) -> None:
    """Draw name, points, chips, cards in hand and strength; strength against some worlds only after the general one."""
    player = view.players[seat]
    change = changed(view, context.before, seat)
    middle = HEAD // 2
    seat_edge(image, SEATS[seat], (MARGIN, 14, MARGIN + 12, HEAD - 14))
    seat_disc(image, SEATS[seat], (MARGIN + 54, middle), 60)
    strength = military_strength(player)
    figures = (
        ("laurel", str(total(player)), change.points),
        ("chip", str(player.chips), change.chips),
        ("cards", str(in_hand(view, seat)), change.hand),
        ("swords", signed(strength.general), change.strength),
    )
    special = special_row(strength)
    beside = row_image(special, FIGURE, 420) if special else None
    step = 168
    x = WIDE - MARGIN - len(figures) * step - (beside.width if beside else 0)
    left = MARGIN + 98
    if seat in context.waiting:
        place(image, icon("hourglass", 48), (left + 20, middle))
        left += 54
    name = (left, 12, x - 20, HEAD - 12)
    write_block(ImageDraw.Draw(image), name, seat_name(seat, context.words), (28, 52), TEXT, bold=True)
    for sign, value, difference in figures:
        figure(image, (x, middle), sign, value, FIGURE, change=difference, room=step)
        x += step
    if beside:
        image.paste(beside, (x, middle - beside.height // 2), beside)


def special_row(strength: MilitaryStrength) -> Row:
    """Strength against some worlds only, as signs."""
    row: list[Sign] = []
    for special in strength.special:
        row.append(Sign("strength", signed(special.n, plus=True)))
        if special.versus:
            row.append(Sign("icon", "flag" if special.versus == "REBEL" else "alien"))
        elif special.good:
            row.append(Sign("world", special.good))
    return tuple(row)
