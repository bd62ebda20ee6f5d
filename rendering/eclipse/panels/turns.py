"""The panel of a sector that is about to be placed: its turns beside each other, with what each would join or lose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import atan2, degrees

from PIL import Image, ImageDraw

from rendering.eclipse import ghosts
from rendering.eclipse.ground import Ring, Tile, rings, sky, tile_stamp
from rendering.eclipse.layout import HALF_HEIGHT, centre, is_turned, towards
from rendering.eclipse.looks import seat_style
from rendering.eclipse.panels.frame import BODY, HIGH, LARGE, MARGIN, RADIUS, WIDE, Box, blank, cost
from rendering.eclipse.pieces import Pieces, parties_of
from rendering.eclipse.signs import row, row_width
from rendering.eclipse.tokens import DISC, ship, thing
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import write
from rendering.kit.icons import icon
from rendering.kit.numbers import MIN_NUMBER, NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, INK, LINE, NIGHT, PANEL, RED, TEXT, WHITE, rgb
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import Point, outline, panel, place
from rules.eclipse import galaxy
from rules.eclipse.components import MONEY, SECTORS
from rules.eclipse.fleets import least_link
from rules.eclipse.galaxy import EDGES, openings, opposite
from rules.eclipse.places import split, turn_place
from rules.eclipse.state import FULL, HALF, NOBODY, EclipseState, Sector
from rules.kernel import hexes
from rules.kernel.hexes import Hex

TURNS = 6
REACH = 1.82
"""How far around its middle a sector is shown, in sides: up to the middles of its neighbours' nearer halves."""
JOINED, SHUT_OFF = rgb("#7dfbd0"), RED
GAP = 8


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw every turn of the drawn sectors, under what is on them."""
    image = blank()
    tiles = view.turned
    heads(image, view, seat)
    hexes_ = [galaxy.place(which) for kind, which in map(split, context.marks.so_far) if kind == "place"]
    if not tiles or not hexes_:
        return image
    left, top, right, bottom = MARGIN, BODY[1], WIDE - MARGIN, HIGH - MARGIN
    wide = (right - left - GAP * (len(tiles) - 1)) // len(tiles)
    for index, tile in enumerate(tiles):
        x = left + index * (wide + GAP)
        _turns(image, partial(_Thumb, view, seat, context, hexes_[0]), tile, (x, top, x + wide, bottom))
    return image


def _turns(image: Image.Image, thumb_of: Callable[[tuple[int, int]], _Thumb], tile: str, box: Box) -> None:
    """Draw every turn of a sector, those that look alike once, in a grid in which each is as large as it can be."""
    left, top, right, bottom = box
    found = sorted({galaxy.least_turns(tile, turns) for turns in range(TURNS)})

    def cell(columns: int) -> tuple[int, int]:
        lines = -(-len(found) // columns)
        return (right - left - GAP * (columns - 1)) // columns, (bottom - top - GAP * (lines - 1)) // lines

    columns = max(range(1, len(found) + 1), key=lambda columns: min(cell(columns)))
    wide, high = cell(columns)
    thumb = thumb_of((wide, high))
    for index, turns in enumerate(found):
        down, across = divmod(index, columns)
        x, y = left + across * (wide + GAP), top + down * (high + GAP)
        image.paste(thumb.draw(tile, turns), (x, y))
        thumb.frame(image, (x, y, x + wide, y + high), turn_place(tile, turns))


def heads(image: Image.Image, view: EclipseState, seat: int) -> None:
    """What is on each drawn sector, large; the discs that could be placed on it where there is room."""
    wide = (WIDE - 2 * MARGIN - GAP * (len(view.turned) - 1)) // max(1, len(view.turned))
    for index, id in enumerate(view.turned):
        left = MARGIN + index * (wide + GAP)
        box = (left, MARGIN, left + wide, BODY[1] - 8)
        panel(image, box, PANEL, RADIUS)
        y = (box[1] + box[3]) // 2
        x = row(image, (left + 26, y), tile_signs(id), LARGE)
        me = view.players[seat]
        if len(view.turned) == 1:
            costs = (f"i:{MONEY}", cost(me), *(("i:arrow", cost(me, 1)) if me.discs else ()))
            start = box[2] - 24 - row_width(costs, LARGE)
            row(image, (start, y), costs, LARGE, colour=FAINT)
            start -= row_width((str(me.discs),), LARGE) + 40
            if start - 80 > x:
                row(image, (start, y), (str(me.discs),), LARGE)
                place(image, thing(DISC, 68, seat_style(view, seat)), (start - 42, y))


def tile_signs(id: str) -> tuple[str, ...]:
    """What is printed on a sector: its number, points, squares, Ancients, discovery tile, artifact."""
    one = SECTORS[id]
    squares = tuple(f"i:{square}" for square in one.squares)
    ancients = ("i:ancient", str(one.ancients)) if one.ancients else ()
    others = ("i:discovery",) * one.discovery + ("i:artifact",) * one.artifact
    return (id, "i:laurel", str(one.vp), *squares, *ancients, *others)


class _Thumb:
    """One turn of a sector among its neighbours."""

    def __init__(self, view: EclipseState, seat: int, context: RenderContext, hex: Hex, size: tuple[int, int]) -> None:
        self.view, self.seat, self.context, self.hex, self.size = view, seat, context, hex, size
        self.turned = is_turned(view)
        self.side = min(size) / (2 * REACH)
        self.near: list[Sector | None] = [None] * TURNS
        at = {(sector.q, sector.r): sector for sector in view.sectors.values()}
        for edge, step in enumerate(EDGES):
            self.near[edge] = at.get(hexes.add(hex, step))

    def _middle(self, edge: int | None = None) -> Point:
        x, y = self.size[0] / 2, self.size[1] / 2
        if edge is None:
            return x, y
        across, down = centre(EDGES[edge], turned=self.turned)
        return x + across * self.side, y + down * self.side

    def _around(self) -> Image.Image:
        """The sky with the neighbours, which are the same for every turn."""

        def make() -> Image.Image:
            whole = sky((WIDE, HIGH), self.context.seed)
            part = whole.crop((0, 0, *self.size))
            for edge, sector in enumerate(self.near):
                if sector is not None:
                    owner = None if sector.disc == NOBODY else seat_style(self.view, sector.disc)
                    ways = tuple(link == FULL for link in sector.links)
                    tile = Tile(owner, openings(sector.id, sector.turns), ways, int(sector.id))
                    place(part, tile_stamp(tile, self.side, turned=self.turned), self._middle(edge))
                    self._neighbour(part, edge, sector)
            return part

        what = tuple(
            (one.id, one.turns, one.disc, tuple(one.links), repr(one.ships), one.ancients, one.gcds) if one else None
            for one in self.near
        )
        colours = tuple(player.species for player in self.view.players)
        return LAYERS.get(("eclipse around", what, colours, self.size, self.turned, self.context.seed), make)

    def _neighbour(self, part: Image.Image, edge: int, sector: Sector) -> None:
        """The number of a neighbour, and who is there, where it can be seen."""
        across, down = towards(edge, turned=self.turned)
        x, y = self.size[0] / 2, self.size[1] / 2
        far = self.side * 1.43
        x, y = x + across * far, y + down * far
        size = max(34, round(self.side * 0.22))
        write(ImageDraw.Draw(part), (x, y - size * 0.6), sector.id, size, TEXT, bold=True, anchor="mm")
        signs = [seat_style(self.view, sector.disc)] if sector.disc != NOBODY else []
        parties = parties_of(self.view, sector)
        each = round(size * 1.16)
        x -= each * (len(signs) + len(parties) - 1) / 2
        for style in signs:
            seat_disc(part, style, (x, y + size * 0.6), each - 2)
            x += each
        for style, ships in parties:
            place(part, ship(ships[0][0], each, style), (x, y + size * 0.6))
            x += each

    def draw(self, tile: str, turns: int) -> Image.Image:
        """Draw the sector, turned, with bright bars where it joins others, and red ones where a wormhole is lost."""
        part = self._around().copy()
        open_ = openings(tile, turns)
        least = least_link(self.view.players[self.seat])
        ways = tuple(self._link(edge, open_[edge]) >= least for edge in range(TURNS))
        # A bright rim, as it is new among dark ones.
        place(part, rings(self.side, (Ring(FAINT, (1.035, 0.0)),), turned=self.turned), self._middle())
        place(part, tile_stamp(Tile(None, open_, ways, int(tile)), self.side, turned=self.turned), self._middle())
        sector = Sector(tile, *self.hex, turns)
        sector.ancients, sector.discovery = SECTORS[tile].ancients, SECTORS[tile].discovery
        Pieces(part, self.view, sector, self._middle(), self.side).draw()
        for edge in range(TURNS):
            self._edge(part, edge, open_[edge], joined=ways[edge])
        return part

    def _link(self, edge: int, own: bool) -> int:
        other = self.near[edge]
        if other is None:
            return 0
        return own + openings(other.id, other.turns)[opposite(edge)]

    def _edge(self, part: Image.Image, edge: int, own: bool, *, joined: bool) -> None:
        across, down = towards(edge, turned=self.turned)
        middle = self._middle()
        far = self.side * HALF_HEIGHT
        at = (middle[0] + across * far, middle[1] + down * far)
        other = self.near[edge]
        if other is None:
            if own:
                angle = round(degrees(atan2(down, across)))
                ahead = (at[0] + across * self.side * 0.30, at[1] + down * self.side * 0.30)
                place(part, ghosts.arrow(round(self.side * 0.34), angle, FAINT), ahead)
            return
        if not joined and self._link(edge, own) < HALF:
            return
        half = self.side * 0.34
        ends = [(at[0] - down * half, at[1] + across * half), (at[0] + down * half, at[1] - across * half)]
        pen = ImageDraw.Draw(part)
        pen.line(ends, fill=NIGHT, width=22)
        pen.line(ends, fill=JOINED if joined else SHUT_OFF, width=14)
        if joined:
            r = self.side * 0.13
            pen.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), fill=WHITE, outline=NIGHT, width=4)

    def frame(self, image: Image.Image, box: Box, spot: str) -> None:
        """Ring it and give it its number where it may be picked so; else veil it and cross it out."""
        left, top, right, bottom = box
        marks = self.context.marks
        if spot in marks.chosen:
            outline(image, box, BRASS_LIGHT, 10, RADIUS)
        elif spot in marks.legal:
            outline(image, box, BRASS, 6, RADIUS)
        else:
            veil = Image.new("L", (right - left, bottom - top), 150)
            image.paste(INK, (left, top), veil)
            outline(image, box, LINE, 3, RADIUS)
            place(image, icon("cross", 76, RED), (left + 60, top + 60))
        if spot in marks.numbers:
            text = said(marks.numbers[spot])
            size = NUMBER if min(self.size) > 400 else MIN_NUMBER
            wide, high = badge_size(text, size)
            inset = 20 if size == NUMBER else 12  # Small ones would come near to the name of a neighbour.
            number_badge(
                image, (left + inset + wide / 2, top + inset + high / 2), text, size, chosen=spot in marks.chosen
            )
