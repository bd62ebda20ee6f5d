"""The supply: the technology tray with the reader's prices, ship parts, and what else is left."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.blueprint import RADIUS, Box
from rendering.eclipse.parts import CATEGORIES as INKS
from rendering.eclipse.parts import part_tile, technology_tile
from rendering.eclipse.signs import row, row_width
from rendering.eclipse.supply import category_title, reading
from rendering.eclipse.titles import part_title, technology_title
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import LAUREL, icon
from rendering.kit.numbers import GLANCE, MIN_NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, NIGHT, PANEL, PANEL_HIGH, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import CATEGORIES, PARTS, RINGS, ROUNDS, SCIENCE, TECH_TRACK, TECHNOLOGIES
from rules.eclipse.economy import in_category, price
from rules.eclipse.state import EclipseState, Player
from rules.kernel.text import T

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 20, 8
HEAD, FOOT = 96, 224
STANDING = 132
"""The width of what stands in front of a row."""
NAME = 62
"""The least height of a technology's name, two lines."""
LABEL = 54
"""The same of a part's."""
LEAST_LABELLED = 104
"""On a smaller part the name would be cut; the signs are enough there."""


def draw(view: EclipseState, context: RenderContext) -> Image.Image:
    """Draw the supply."""
    image = background((WIDE, HIGH), context.seed)
    me = reading(view, context.reader)
    _head(image, view, me, context)
    draw_tray(image, view, me, context, (MARGIN, HEAD, WIDE - MARGIN, HIGH - FOOT - MARGIN - GAP))
    box = (MARGIN, HIGH - FOOT - MARGIN, WIDE - MARGIN, HIGH - MARGIN)
    panel(image, box, PANEL, RADIUS)
    draw_parts(image, available(me), context, (box[0] + 16, box[1] + 14, box[2] - 16, box[3] - 14))
    return image


def available(me: Player | None) -> list[str]:
    """The parts that a player may lay now; for onlookers those that need nothing."""
    technologies = me.technologies if me is not None else ()
    stored = me.stored if me is not None else ()
    return [
        id
        for id, part in PARTS.items()
        if (id in stored if part.ancient else not part.technology or part.technology in technologies)
    ]


def _head(image: Image.Image, view: EclipseState, me: Player | None, context: RenderContext) -> None:
    """Round, sectors left by ring, discoveries nobody has seen, tiles in the bag; the reader's science."""
    pen = ImageDraw.Draw(image)
    middle = HEAD // 2
    text = context.words.say(T("Round {n} of {most}", n=view.round, most=ROUNDS))
    size = write_block(pen, (MARGIN + 4, 8, MARGIN + 310, HEAD - 8), text, (30, 48), TEXT, bold=True)
    x = MARGIN + 4 + min(310, width(text, size, bold=True)) + 44
    facts: list[tuple[str, ...]] = [
        (ring, "i:stack", str(view.stacks[ring].count)) for ring in RINGS if ring in view.stacks
    ]
    facts += [("i:discovery", str(sum(view.discoveries.values()))), ("i:tech", str(sum(view.bag.values())))]
    for fact in facts:
        x = row(image, (x, middle), fact, 48) + 34
    if me is not None:
        items = (f"i:{SCIENCE}", str(me.goods[SCIENCE]))
        row(image, (WIDE - MARGIN - 8 - row_width(items, 72), middle), items, 72)


def draw_tray(image: Image.Image, view: EclipseState, me: Player | None, context: RenderContext, box: Box) -> None:
    """Draw the three rows of the tray, each technology in its own place, what it costs `me` under it.

    What may be picked is ringed and has its number; what `me` has is ticked; what is not in the supply is faint.
    """
    tray = _Tray(image, view, me, context)
    left, top, right, bottom = box
    high = (bottom - top - 2 * GAP) / len(CATEGORIES)
    for index, category in enumerate(CATEGORIES):
        y = round(top + index * (high + GAP))
        tray.line(category, (left, y, right, round(y + high)))


class _Tray:
    """Draws the technology tray for a player who buys, or for onlookers."""

    def __init__(self, image: Image.Image, view: EclipseState, me: Player | None, context: RenderContext) -> None:
        self.image, self.view, self.me, self.context = image, view, me, context
        self.pen = ImageDraw.Draw(image)

    def line(self, category: str, box: Box) -> None:
        """Draw a row."""
        left, top, right, bottom = box
        panel(self.image, box, blend(PANEL, INKS[category], 0.10), RADIUS)
        self._standing(category, (left + 12, top + 8, left + STANDING - 4, bottom - 8))
        ids = [id for id, one in TECHNOLOGIES.items() if one.category == category]
        wide = (right - left - STANDING - 6) / len(ids)
        for index, id in enumerate(ids):
            x = left + STANDING + index * wide
            self._cell(id, (round(x) + 3, top + 6, round(x + wide) - 3, bottom - 6))

    def _standing(self, category: str, box: Box) -> None:
        """The name of a row; how many of it the reader has, the discount for the next, and points."""
        left, top, right, bottom = box
        label = self.context.words.say(category_title(category))
        write_block(self.pen, (left, top, right, top + 44), label, (MIN_SIZE, 36), INKS[category], bold=True)
        if self.me is None:
            return
        n = in_category(self.me, category)
        row(self.image, (left, top + 82), (str(n), "i:check"), GLANCE)
        if n < TECH_TRACK.slots and TECH_TRACK.discount[n]:
            row(self.image, (left, top + 142), (f"−{TECH_TRACK.discount[n]}", "i:science"), GLANCE)
        if TECH_TRACK.vp[n]:
            y = min(bottom - 30, top + 202)
            row(self.image, (left, y), (str(TECH_TRACK.vp[n]), "i:laurel"), GLANCE, colour=LAUREL)

    def _cell(self, id: str, box: Box) -> None:
        """A technology: tile, number of copies, price, name."""
        left, top, right, bottom = box
        marks, spot = self.context.marks, f"technology:{id}"
        have = self.me is not None and id in self.me.technologies
        copies = self.view.supply.get(id, 0)
        live = bool(copies) and not have
        panel(self.image, box, PANEL_HIGH if live else blend(NIGHT, PANEL, 0.5), RADIUS)
        label_high = max(NAME, (bottom - top) * 28 // 100)
        size = min(right - left - 82, bottom - top - label_high - 70)
        share = 1.0 if live or spot in marks.legal else 0.75 if have else 0.28
        tile = technology_tile(id, size, share)
        self.image.paste(tile, (left + 10, top + 12), tile)
        self._price(id, (left + 10, top + 16 + size, right - 6, bottom - label_high), live=live, have=have)
        self._copies(spot, copies, (right - 10, top + 10), live=live)
        label = technology_title(id, self.context.words)
        ink = TEXT if live else FAINT
        name_box = (left + 10, bottom - label_high, right - 9, bottom - 4)
        write_block(self.pen, name_box, label, (MIN_SIZE, 40), ink, lines=2)
        if spot in marks.chosen:
            outline(self.image, box, BRASS_LIGHT, 9, RADIUS)
        elif spot in marks.legal:
            outline(self.image, box, BRASS, 5, RADIUS)

    def _copies(self, spot: str, copies: int, at: tuple[int, int], *, live: bool) -> None:
        """How many tiles there are, under the number of what may be picked; `at` is the upper right corner."""
        right, top = at
        marks = self.context.marks
        if spot in marks.numbers:
            text = said(marks.numbers[spot])
            wide, high = badge_size(text, MIN_NUMBER)
            middle = (right - wide / 2, top + high / 2)
            number_badge(self.image, middle, text, MIN_NUMBER, chosen=spot in marks.chosen)
            if copies:
                write(self.pen, (right, top + high + 28), f"×{copies}", GLANCE, TEXT, bold=True, anchor="rm")
        elif copies:
            ink = TEXT if live else FAINT
            write(self.pen, (right, top + 26), f"×{copies}", GLANCE, ink, bold=True, anchor="rm")

    def _price(self, id: str, box: Box, *, live: bool, have: bool) -> None:
        """The price for the reader; else the full and the least price."""
        left, top, _, bottom = box
        middle = (top + bottom) // 2
        one, me, pen = TECHNOLOGIES[id], self.me, self.pen
        if have:
            place(self.image, icon("check", 52, LAUREL), (left + 30, middle))
            return
        cost = one.cost if me is None else price(me, id)
        enough = live and (me is None or me.goods[SCIENCE] >= cost)
        x = row(self.image, (left - 4, middle), (f"i:{SCIENCE}", str(cost)), 52, colour=TEXT if enough else FAINT)
        if me is None and one.least < one.cost:
            write(pen, (x + 3, middle + 6), f"–{one.least}", 34, FAINT, anchor="lm")


def draw_parts(image: Image.Image, ids: Sequence[str], context: RenderContext, box: Box, *, label: int = LABEL) -> None:
    """Draw ship parts as tiles, as large as fits; what may be picked is ringed and has its number below.

    Their names stand there as far as they fit, two lines in `label` pixels.
    """
    if not ids:
        return
    numbered = any(f"part:{id}" in context.marks.numbers for id in ids)
    under = MIN_NUMBER + 10 if numbered else 0
    columns, size = _shelf(len(ids), box, under + label)
    labelled = size >= LEAST_LABELLED
    if not labelled:
        columns, size = _shelf(len(ids), box, under)
    size = min(size, 200)
    size_of_type = max(26, round(label * 0.44))
    left, top, right, _ = box
    cell = max(size, min(label * 7 // 2 if labelled else size + GAP, (right - left + GAP) // columns - GAP))
    for index, id in enumerate(ids):
        down, across = divmod(index, columns)
        x, y = left + across * (cell + GAP), top + down * (size + under + label * labelled + GAP)
        _part(image, id, (x + cell // 2 - size // 2, y), size, context)
        if labelled:
            low = y + size + under
            where = (x, low + 2, x + cell, low + label)
            write_block(
                ImageDraw.Draw(image), where, part_title(id, context.words), (MIN_SIZE, size_of_type), FAINT, lines=2,
                across="middle", down="top",
            )  # fmt: skip


def _shelf(count: int, box: Box, under: int) -> tuple[int, int]:
    """The number of columns at which tiles come out largest, and how large; `under` is the height below each."""
    left, top, right, bottom = box

    def fit(columns: int) -> int:
        lines = -(-count // columns)
        return min((right - left + GAP) // columns, (bottom - top + GAP) // lines - under) - GAP

    columns = max(range(1, count + 1), key=lambda n: (fit(n), -n))
    return columns, fit(columns)


def _part(image: Image.Image, id: str, corner: tuple[int, int], size: int, context: RenderContext) -> None:
    """A part with its ring and number."""
    x, y = corner
    marks, spot = context.marks, f"part:{id}"
    tile = part_tile(id, size)
    image.paste(tile, corner, tile)
    ring = (x - 4, y - 4, x + size + 4, y + size + 4)
    if spot in marks.chosen:
        outline(image, ring, BRASS_LIGHT, 9, RADIUS + 4)
    elif spot in marks.legal:
        outline(image, ring, BRASS, 5, RADIUS + 4)
    if spot in marks.numbers:
        middle = (x + size / 2, y + size + 5 + MIN_NUMBER / 2)
        number_badge(image, middle, said(marks.numbers[spot]), MIN_NUMBER, chosen=spot in marks.chosen)
