"""Cards in full, in blocks under the numbers of their seat: what a tableau and a hand have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.grid import UNIT, Grid, grid
from rendering.kit.icons import icon
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, SEATS, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge, seat_name
from rendering.kit.shapes import outline, panel, place
from rendering.race.actions import draw_tiles
from rendering.race.changes import MilitaryStrength, changed, military_strength
from rendering.race.faces import RADIUS
from rendering.race.marks import card_place, lay
from rendering.race.signs import Row, Sign, draw_row, row_width
from rules.kernel.text import T, Text, signed
from rules.race.scoring import total
from rules.race.state import RaceState

WIDE = 1600
LOWEST, HIGHEST = 904, 1200
MARGIN = 24
HEAD = 88
TILE = 136
"""The height of the action cards."""
LABEL = 48
"""The height of a block's heading."""


LEAST_FULL = (160, 320)
"""A smaller card cannot be read in full; it is shown as on the table."""


@dataclass(frozen=True)
class Block:
    """Cards that belong together, under a heading if there is more than one block."""

    cards: tuple[int, ...]
    heading: Text | None = None
    framed: bool = False


def draw(
    view: RaceState,
    seat: int,
    context: RenderContext,
    blocks: Sequence[Block],
    *,
    goods: frozenset[int] = frozenset(),
    new: frozenset[int] = frozenset(),
    actions: Sequence[str] = (),
) -> Image.Image:
    """Draw blocks of cards under the numbers of their seat; `actions` are action cards to choose from, above them."""
    fixed = HEAD + MARGIN + (TILE + 2 * UNIT if actions else 0) + (len(blocks) - 1) * 2 * UNIT
    fixed += sum(LABEL for block in blocks if block.heading)
    grids = _grids(blocks, (WIDE - 2 * MARGIN, HIGHEST - fixed))
    used = fixed + sum(placed.high for placed in grids)
    high = min(HIGHEST, max(LOWEST, -(-used // UNIT) * UNIT))
    image = background((WIDE, high), context.seed)
    _head(image, view, seat, context)
    top = HEAD + max(0, high - used) // 2
    if actions:
        draw_tiles(image, actions, context, (MARGIN, top, WIDE - MARGIN, top + TILE))
        top += TILE + 2 * UNIT
    places = {card_place(card) for block in blocks for card in block.cards}
    dims = not places.isdisjoint(context.marks.legal | context.marks.chosen)
    for block, layout in zip(blocks, grids, strict=True):
        if block.heading:
            _heading(image, block, context, (8, top - 4, WIDE - 8, top + LABEL + layout.high + 10))
            top += LABEL
        for index, number in enumerate(block.cards):
            box = layout.box(index, top)
            lay(
                image, number, box, context,
                good=number in goods, new=number in new, dims=dims, small_face=not readable(layout.size),
            )  # fmt: skip
        if not block.cards:
            words = context.words.say(T("No cards"))
            write(ImageDraw.Draw(image), (WIDE / 2, high / 2), words, 56, FAINT, anchor="mm")
        top += layout.high + 2 * UNIT
    return image


def _grids(blocks: Sequence[Block], room: tuple[int, int]) -> list[Grid]:
    """Lay out the blocks; what is to be chosen from gets more of the height than the hand under it."""
    wide, high = room
    if len(blocks) == 1:
        return [_full_grid(len(blocks[0].cards), room)]
    drawn, held = (len(block.cards) for block in blocks)
    first = high * 58 // 100
    grids = [_full_grid(drawn, (wide, first)), _full_grid(held, (wide, high - first))]
    if all(readable(placed.size) for placed in grids):
        return grids
    # The hand is only to compare with: it is shown as on the table, which leaves the rest to what is drawn.
    lines = -(-held // 10)
    columns = max(7, -(-held // lines))
    under = grid(held, (wide, high // 3), MARGIN, shape=(0.7, 1.2), columns=(columns,))
    return [_full_grid(drawn, (wide, high - under.high)), under]


def _full_grid(count: int, room: tuple[int, int]) -> Grid:
    return grid(count, room, MARGIN, least=LEAST_FULL)


def readable(size: tuple[int, int]) -> bool:
    """Whether a full face of a size can be read."""
    return size[0] >= LEAST_FULL[0] and size[1] >= LEAST_FULL[1]


def _heading(image: Image.Image, block: Block, context: RenderContext, box: tuple[int, int, int, int]) -> None:
    """The heading of a block, and around what is to be chosen from a brass line."""
    if block.framed:
        panel(image, box, PANEL, RADIUS)
        outline(image, box, BRASS, 3, RADIUS)
    if block.heading:
        colour = BRASS_LIGHT if block.framed else FAINT
        at = (MARGIN + 8, box[1] + 4 + LABEL // 2)
        write(ImageDraw.Draw(image), at, context.words.say(block.heading), 34, colour, bold=True, anchor="lm")


def _head(image: Image.Image, view: RaceState, seat: int, context: RenderContext) -> None:
    """Who this is, and the numbers that matter for playing cards."""
    pen = ImageDraw.Draw(image)
    player = view.players[seat]
    before = context.before if isinstance(context.before, RaceState) else None
    change = changed(view, before, seat)
    middle = HEAD // 2 - 2
    seat_edge(image, SEATS[seat], (MARGIN, 14, MARGIN + 12, HEAD - 18))
    seat_disc(image, SEATS[seat], (MARGIN + 52, middle), 56)
    strength = military_strength(player)
    special = special_row(strength)
    figures = (
        ("laurel", str(total(player)), 0),
        ("chip", str(player.chips), change.chips),
        ("cards", str(len(player.hand)), change.hand),
        ("swords", signed(strength.general), change.strength),
    )
    x = WIDE - MARGIN - len(figures) * 144 - min(240, row_width(special, 44) + (16 if special else 0))
    left = MARGIN + 92
    if seat in context.waiting:
        place(image, icon("hourglass", 48), (left + 20, middle))
        left += 56
    write_block(pen, (left, 12, x - 24, HEAD - 16), seat_name(seat, context.words), (28, 50), TEXT, bold=True)
    for sign, value, difference in figures:
        figure(image, (x, middle), sign, value, 48, change=difference, room=144)
        x += 144
    high = 44
    while row_width(special, high) > WIDE - MARGIN - x and high > MIN_SIZE:
        high -= 2
    draw_row(image, (x, middle - high // 2), special, high)


def special_row(strength: MilitaryStrength) -> Row:
    """Strength against some worlds only, as signs."""
    row: list[Sign] = []
    for special in strength.special:
        row.append(Sign("strength", f"{special.n:+d}"))
        if special.versus:
            row.append(Sign("icon", "flag" if special.versus == "REBEL" else "alien"))
        elif special.good:
            row.append(Sign("world", special.good))
    return tuple(row)
