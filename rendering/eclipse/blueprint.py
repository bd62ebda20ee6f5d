"""The blueprints of a player's ships: slots with tiles or printed parts, and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.looks import seat_style
from rendering.eclipse.parts import empty_slot, part_tile
from rendering.eclipse.signs import dice_signs, row, row_width, sign
from rendering.eclipse.tokens import ship
from rendering.kit.fonts import write
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, RED, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import glow, outline, panel, place
from rules.eclipse.blueprints import Stats, parts, placed, printed, stats
from rules.eclipse.combat import need, rolls
from rules.eclipse.components import COSTS, MATERIALS, SHIPS, SPECIES, STARBASE
from rules.eclipse.fleets import supply
from rules.eclipse.state import EclipseState, Player
from rules.kernel.text import signed

Box = tuple[int, int, int, int]
RADIUS = 12
GAP = 8
LINES = 2
"""Slots stand in two lines, as on the printed boards."""
LEAST_TOTAL, MOST_TOTAL = GLANCE + 2, 76
"""The smallest and the largest type of what a blueprint adds up to."""
LINE = 1.14
"""The height of a line of totals, as a multiple of their size."""
MOST_SLOT = 270
STRIP_GAP = 10
Items = tuple[str, ...]


def total_signs(can: Stats) -> list[Items]:
    """What a blueprint adds up to, fact by fact: initiative, hits on, hull, shield, movement, energy left, dice."""
    found: list[Items] = [
        ("i:initiative", str(can.initiative)),
        ("i:crosshair", rolls(need(can.computer, 0))),
        ("i:hull", str(can.hull)),
    ]
    found += [("i:shield", f"−{can.shield}")] if can.shield else []
    found += [("i:drive", str(can.move))] if can.drives else []
    found.append(("i:bolt", signed(can.energy)))
    found += [dice_signs(can.cannons)] if can.cannons else []
    return found + ([dice_signs(can.missiles, missiles=True)] if can.missiles else [])


def draw_blueprints(image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
    """Draw all four blueprints of a player beside each other."""
    left, top, right, bottom = box
    columns = [columns_of(view.players[seat], kind) for kind in SHIPS]
    # Every panel has room for three facts beside each other, however few slots there are.
    shares = [max(2.8, count) + 0.3 for count in columns]
    unit = (right - left - GAP * (len(SHIPS) - 1)) / sum(shares)
    x = float(left)
    found: list[tuple[_Blueprint, Box]] = []
    for kind, share in zip(SHIPS, shares, strict=True):
        found.append((_Blueprint(image, view, seat, kind), (round(x), top, round(x + share * unit), bottom)))
        x += share * unit + GAP
    size = min(one.totals_size(context, where) for one, where in found)
    for one, where in found:
        one.draw(context, where, size)


def columns_of(me: Player, kind: str) -> int:
    """How many slots stand beside each other."""
    return -(-len(printed(me.species, kind)) // LINES)


def draw_blueprint(
    image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box, *, kind: str
) -> None:
    """Draw one blueprint: the ship with its price and how many are left, its slots, its totals.

    Slots that may be picked are ringed, their numbers stand below them. What is new since `context.before` glows.
    """
    _Blueprint(image, view, seat, kind).draw(context, box, MOST_TOTAL)


class _Blueprint:
    """Draws one blueprint."""

    def __init__(self, image: Image.Image, view: EclipseState, seat: int, kind: str) -> None:
        self.image, self.view, self.seat, self.kind = image, view, seat, kind
        self.me = view.players[seat]

    def _before(self, context: RenderContext) -> Player | None:
        """The player as everybody saw them last."""
        before = context.before.players[self.seat] if context.before is not None else None
        return before if before is not None and before.species == self.me.species else None

    def draw(self, context: RenderContext, box: Box, most: int) -> None:
        """Draw it all; the totals at most in such a size."""
        left, top, right, bottom = box
        panel(self.image, box, PANEL, RADIUS)
        head = _head_high(box)
        self._head(context, (left + 12, top + 6, right - 12, top + head))
        totals = total_signs(stats(self.me, self.kind))
        size = min(most, self.totals_size(context, box))
        lines = _flow(totals, right - left - 28, size)
        before = self._before(context)
        known = total_signs(stats(before, self.kind)) if before is not None else None
        step = round(size * LINE)
        low = bottom - 8 - step * len(lines)
        for index, facts in enumerate(lines):
            _facts(self.image, facts, (left + 14, low + step * (index + 0.5), right - 14), size, known)
        self._slots(context, (left + 12, top + head + 6, right - 12, low - 8))
        spot = f"blueprint:{self.kind}"
        if spot in context.marks.chosen:
            outline(self.image, box, BRASS_LIGHT, 9, RADIUS)
        elif spot in context.marks.legal:
            outline(self.image, box, BRASS, 5, RADIUS)

    def totals_size(self, context: RenderContext, box: Box) -> int:
        """The largest size of the totals that takes nothing from the slots, which are as wide as their box."""
        left, top, right, bottom = box
        wide, high = right - left - 28, bottom - top - _head_high(box) - 22
        totals = total_signs(stats(self.me, self.kind))
        columns = columns_of(self.me, self.kind)
        slot = min(MOST_SLOT, (wide - GAP * (columns - 1)) // columns)
        slots = LINES * (slot + _strip(context, high)) + GAP
        for size in range(MOST_TOTAL, LEAST_TOTAL, -2):
            if round(size * LINE) * len(_flow(totals, wide, size)) + slots <= high:
                return size
        return LEAST_TOTAL

    def _head(self, context: RenderContext, box: Box) -> None:
        """The silhouette, its price in materials, how many are left to build; the number where it may be picked."""
        left, top, right, bottom = box
        me, kind, image = self.me, self.kind, self.image
        size, middle = min(110, bottom - top), (top + bottom) // 2
        locked = kind == STARBASE and STARBASE not in me.technologies
        place(image, ship(kind, size, seat_style(self.view, self.seat), ghost=locked), (left + size / 2, middle))
        spot = f"blueprint:{kind}"
        if spot in context.marks.numbers:
            text = said(context.marks.numbers[spot])
            x = right - badge_size(text, NUMBER)[0] / 2
            number_badge(image, (x, middle), text, NUMBER, chosen=spot in context.marks.chosen)
            return
        cost = (str(COSTS[SPECIES[me.species].costs][kind]), f"i:{MATERIALS}")
        row(image, (left + size + 10, middle), cost, 48, colour=FAINT if locked else TEXT)
        if locked:
            place(image, sign("lock", 44), (right - 26, middle))
            return
        left_over = max(0, supply(self.view, self.seat, kind))
        ink = TEXT if left_over else RED
        write(ImageDraw.Draw(image), (right, middle), f"×{left_over}", 48, ink, bold=True, anchor="rm")

    def _slots(self, context: RenderContext, box: Box) -> None:
        """The slots in two lines."""
        left, top, right, bottom = box
        me, kind, marks = self.me, self.kind, context.marks
        columns = columns_of(me, kind)
        strip = _strip(context, bottom - top)
        large = strip - STRIP_GAP
        size = min(MOST_SLOT, (right - left - GAP * (columns - 1)) // columns, (bottom - top - GAP) // LINES - strip)
        x0 = (left + right - columns * size - GAP * (columns - 1)) // 2
        y0 = top + max(0, bottom - top - LINES * (size + strip) - GAP) // 2
        tiles, before = placed(me, kind), self._before(context)
        old = placed(before, kind) if before is not None else tiles
        for index, part in enumerate(parts(me, kind)):
            down, across = divmod(index, columns)
            x, y = x0 + across * (size + GAP), y0 + down * (size + strip + GAP)
            if old[index] != tiles[index]:
                glow(self.image, (x, y, x + size, y + size), BRASS, 10, RADIUS)
            stamped = part_tile(part, size, printed=not tiles[index]) if part else empty_slot(size)
            self.image.paste(stamped, (x, y), stamped)
            spot = f"slot:{kind}-{index + 1}"
            if spot in marks.chosen:
                outline(self.image, (x - 4, y - 4, x + size + 4, y + size + 4), BRASS_LIGHT, 9, RADIUS + 4)
            elif spot in marks.legal:
                outline(self.image, (x - 4, y - 4, x + size + 4, y + size + 4), BRASS, 6, RADIUS + 4)
            if spot in marks.numbers:
                middle = (x + size / 2, y + size + strip / 2 + 1)
                number_badge(self.image, middle, said(marks.numbers[spot]), large, chosen=spot in marks.chosen)


def _head_high(box: Box) -> int:
    """The height of the line with the ship and its price."""
    return max(90, min(130, (box[3] - box[1]) // 6))


def _strip(context: RenderContext, high: int) -> int:
    """The height of the numbers below a line of slots; `high` is the room of both lines."""
    if not any(spot.startswith("slot:") for spot in context.marks.numbers):
        return 0
    return (NUMBER if high > 480 else MIN_NUMBER) + STRIP_GAP


def _flow(facts: Sequence[Items], room: int, size: int) -> list[list[Items]]:
    """Break facts into lines of a width."""
    lines: list[list[Items]] = [[]]
    used = 0
    for fact in facts:
        wide = row_width(fact, size)
        if lines[-1] and used + wide > room:
            lines.append([])
            used = 0
        lines[-1].append(fact)
        used += wide + size // 3
    return lines


def _facts(
    image: Image.Image, facts: Sequence[Items], at: tuple[float, float, float], size: int, before: list[Items] | None
) -> None:
    """A line of facts, spread over its width; what has changed is in brass, a lack of energy in red."""
    left, y, right = at
    spare = (right - left - sum(row_width(fact, size) for fact in facts)) / max(3, len(facts))
    x = left
    for fact in facts:
        colour: Colour = TEXT if before is None or fact in before else BRASS_LIGHT
        colour = RED if fact[0] == "i:bolt" and fact[1].startswith("−") else colour
        x = row(image, (x, y), fact, size, colour=colour) + min(spare, size)
