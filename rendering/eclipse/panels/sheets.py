"""Panels about a player's own board: blueprints and parts, technologies, tracks."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageDraw

from rendering.eclipse.blueprint import draw_blueprint
from rendering.eclipse.panels.frame import BODY, HIGH, LARGE, MARGIN, RADIUS, WIDE, Box, blank, purse
from rendering.eclipse.panels.gains import GAINS
from rendering.eclipse.parts import part_tile
from rendering.eclipse.signs import row, row_size, sign
from rendering.eclipse.titles import part_title
from rendering.eclipse.tracks import draw_tracks
from rendering.eclipse.tray import available, draw_parts, draw_tray
from rendering.kit.fonts import MIN_SIZE, write_block
from rendering.kit.numbers import NUMBER, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, PANEL, PANEL_HIGH, RED, TEXT, blend
from rendering.kit.picture import NO_MARKS, RenderContext
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.blueprints import placed, sum_up
from rules.eclipse.components import SHIPS, TRACKS
from rules.eclipse.economy import production
from rules.eclipse.places import part_place, slot_place, split, track_place
from rules.eclipse.state import EclipseState
from rules.kernel.text import signed

GAP = 10
STRIP = 132
NAME = 80
"""The height of a part's name, two lines of what can be read at a glance."""
LOW = 784
"""Where the cards of tracks end, and the tracks begin."""


def technologies(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the technology tray with the seat's prices, under what it has."""
    image = blank()
    purse(image, view, seat, context)
    draw_tray(image, view, view.players[seat], context, (MARGIN, BODY[1], WIDE - MARGIN, HIGH - MARGIN))
    return image


def tracks(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw a card for each track with what a choice would change of it, over the tracks as they lie."""
    image = blank()
    purse(image, view, seat, context)
    marks = context.marks
    found = {icons[0]: (before, after) for icons, before, after in GAINS[marks.kind](view, seat, context)}
    wide = (WIDE - 2 * MARGIN - 2 * GAP) // 3
    for index, track in enumerate(TRACKS):
        left = MARGIN + index * (wide + GAP)
        card = (left, BODY[1], left + wide, LOW)
        spot = track_place(track)
        live = spot in marks.legal or track in found
        panel(image, card, PANEL_HIGH if live else blend(PANEL, INK, 0.4), RADIUS)
        made = f"+{production(view.players[seat], track)}"
        _track(image, card, track, found.get(track) or (made,))
        picked = spot in marks.chosen
        if picked or spot in marks.legal:
            outline(image, card, BRASS_LIGHT if picked else BRASS, 9 if picked else 6, RADIUS)
        if spot in marks.numbers:
            at = (card[0] + 62, card[1] + 58)
            number_badge(image, at, said(marks.numbers[spot]), NUMBER, chosen=picked)
    bare = replace(context, marks=NO_MARKS)
    draw_tracks(image, view, seat, bare, (MARGIN, LOW + GAP, WIDE - MARGIN, HIGH - MARGIN))
    return image


def _track(image: Image.Image, card: Box, track: str, values: tuple[str, ...]) -> None:
    """A track's sign, and a value that it has, or before and after."""
    left, top, right, bottom = card
    size = min(360, bottom - top - 230)
    place(image, sign(track, size), ((left + right) / 2, top + 40 + size / 2))
    items = values if len(values) == 1 else (values[0], "i:arrow", values[1])
    high = row_size(items, right - left - 60, 120, LARGE)
    row(image, ((left + right) / 2, bottom - 104), items, high, middle=True)


def blueprints(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw all four blueprints, large; above them an ancient part that looks for its slot."""
    image = blank()
    parts = [which for kind, which in map(split, context.marks.so_far) if kind == "part"]
    top = MARGIN
    for part in parts:
        _part_strip(image, part, context)
        top = STRIP + MARGIN
    wide, high = (WIDE - 2 * MARGIN - GAP) // 2, (HIGH - top - MARGIN - GAP) // 2
    for index, kind in enumerate(SHIPS):
        down, across = divmod(index, 2)
        x, y = MARGIN + across * (wide + GAP), top + down * (high + GAP)
        draw_blueprint(image, view, seat, context, (x, y, x + wide, y + high), kind=kind)
    return image


def _part_strip(image: Image.Image, part: str, context: RenderContext) -> None:
    panel(image, (MARGIN, MARGIN, WIDE - MARGIN, STRIP), PANEL, RADIUS)
    tile = part_tile(part, STRIP - MARGIN - 16)
    image.paste(tile, (MARGIN + 24, MARGIN + 8), tile)
    box = (MARGIN + 160, MARGIN, WIDE - MARGIN - 20, STRIP)
    write_block(ImageDraw.Draw(image), box, part_title(part, context.words), (44, LARGE), TEXT, bold=True)


def slots(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the blueprint whose slots may be picked, beside the parts that could come there."""
    image = blank()
    kinds = [which for kind, which in map(split, context.marks.so_far) if kind == "blueprint"]
    if not kinds:
        return blueprints(view, seat, context)
    split_at = 900
    draw_blueprint(image, view, seat, context, (MARGIN, MARGIN, split_at, HIGH - MARGIN), kind=kinds[0])
    box = (split_at + GAP, MARGIN, WIDE - MARGIN, HIGH - MARGIN)
    panel(image, box, PANEL, RADIUS)
    inner = (box[0] + 14, box[1] + 14, box[2] - 14, box[3] - 14)
    draw_parts(image, available(view.players[seat]), context, inner, label=NAME)
    return image


def parts(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the parts for a slot, each with the energy that it would leave, beside the blueprint and its ringed slot."""
    image = blank()
    marks = context.marks
    spots = [which for kind, which in map(split, marks.so_far) if kind == "slot"]
    if not spots:
        return blueprints(view, seat, context)
    kind, _, number = spots[0].rpartition("-")
    spot = slot_place(kind, int(number) - 1)
    ringed = replace(context, marks=replace(marks, chosen=marks.chosen | {spot}))
    split_at = 660
    draw_blueprint(image, view, seat, ringed, (MARGIN, MARGIN, split_at, HIGH - MARGIN), kind=kind)
    ids = [which for one, which in map(split, marks.numbers) if one == "part"]
    _Offers(image, view, seat, context, (split_at + GAP, MARGIN, WIDE - MARGIN, HIGH - MARGIN)).draw(
        ids, kind, int(number) - 1
    )
    return image


class _Offers:
    """The parts that may be laid on a slot, in a grid."""

    def __init__(self, image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
        self.image, self.me, self.context, self.box = image, view.players[seat], context, box

    def draw(self, ids: list[str], kind: str, slot: int) -> None:
        """Draw each part with its number, and what the blueprint would add up to with it."""
        left, top, right, bottom = self.box
        columns = 2 if len(ids) <= 6 else 3 if len(ids) <= 12 else 4
        lines = max(1, -(-len(ids) // columns))
        wide = (right - left - GAP * (columns - 1)) // columns
        high = min(380, (bottom - top - GAP * (lines - 1)) // lines)
        for index, id in enumerate(ids):
            down, across = divmod(index, columns)
            x, y = left + across * (wide + GAP), top + down * (high + GAP)
            self._offer(id, (x, y, x + wide, y + high), kind, slot)

    def _offer(self, id: str, box: Box, kind: str, slot: int) -> None:
        left, top, right, bottom = box
        marks, spot, image = self.context.marks, part_place(id), self.image
        panel(image, box, PANEL_HIGH, RADIUS)
        picked = spot in marks.chosen
        outline(image, box, BRASS_LIGHT if picked else BRASS, 8 if picked else 5, RADIUS)
        label = NAME if bottom - top > 270 else 0
        room = bottom - top - label - 16
        size = min(right - left - 150, room - 8)
        tile = part_tile(id, size)
        image.paste(tile, (right - size - 12, top + 12), tile)
        number_badge(image, (left + 54, top + 52), said(marks.numbers[spot]), NUMBER, chosen=picked)
        tiles = placed(self.me, kind)
        after = sum_up(self.me.species, kind, (*tiles[:slot], id, *tiles[slot + 1 :]))
        y = top + 80
        for what, value in (("bolt", after.energy), ("initiative", after.initiative)):
            y += 54
            if y + 14 < bottom - label:
                ink = RED if value < 0 else TEXT
                row(image, (left + 10, y - 6), (f"i:{what}", signed(value)), 48, colour=ink)
        if label:
            where = (left + 8, bottom - label, right - 8, bottom - 4)
            text = part_title(id, self.context.words)
            write_block(ImageDraw.Draw(image), where, text, (MIN_SIZE, 38), TEXT, lines=2, across="middle")
