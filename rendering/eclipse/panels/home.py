"""The panel of whoever chooses an action: the own part of the galaxy, large, and the whole of it small in a corner."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from PIL import Image, ImageDraw

from rendering.eclipse.battle import ahead
from rendering.eclipse.galaxy import BATTLE, PITCH, draw_battle
from rendering.eclipse.layout import Box, GalaxyLayout, corners, is_turned, whole
from rendering.eclipse.looks import NPC, seat_style
from rendering.eclipse.map import AIR, LARGEST, LARGEST_WHOLE, Map, open_places
from rendering.eclipse.panels.frame import BODY, MARGIN, RADIUS, blank, purse
from rendering.kit.cache import LAYERS
from rendering.kit.palette import FAINT, LINE, NIGHT, PANEL, RED, Colour, blend
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import Point, outline, panel
from rules.eclipse.galaxy import EDGES
from rules.eclipse.state import NOBODY, EclipseState, Sector
from rules.kernel import hexes
from rules.kernel.hexes import Hex
from rules.kernel.text import T

BEARABLE = 150.0
"""With shorter sides it is better to show less of what is around."""
WORTH = 1.2
"""So much larger than in the whole galaxy must sectors be, or the whole is shown."""
ROWS = 2
"""Lines of own battles at most."""
INSET = (430, 400)
"""The most that the small galaxy takes, wide and high."""
DOT = 24.0
"""The longest side of a sector in it."""
MARK = 38
"""The size of a seat's mark in it."""
FINE = 2


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the sectors of a seat with what is around, under what it has, over the battles that it is in."""
    image = blank()
    purse(image, view, seat, context)
    own = own_sectors(view, seat)
    coming = [one for one in ahead(view) if one in own][:ROWS]
    low = BODY[3] - len(coming) * PITCH - (MARGIN if coming else 0)
    _Home(image, view, seat, context, (0, BODY[1], BODY[2], low)).draw(own)
    for index, sector in enumerate(coming):
        y = low + 6 + index * PITCH
        title = context.words.say(T("Battle in sector {sector}", sector=sector.id))
        draw_battle(image, view, sector, title, (MARGIN, y, BODY[2] - MARGIN, y + BATTLE))
    return image


def own_sectors(view: EclipseState, seat: int) -> list[Sector]:
    """Where a seat has a disc or ships."""
    return [one for one in view.sectors.values() if one.disc == seat or seat in one.ships]


class _Seen(NamedTuple):
    """The hexes that must be seen, and those of which only the middle must be."""

    hexes: set[Hex]
    about: set[Hex]


class _Home:
    """The part of the map that is a seat's, and the inset."""

    def __init__(self, image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
        self.image, self.view, self.seat, self.context, self.box = image, view, seat, context, box
        self.turned = is_turned(view)
        self.at = {(one.q, one.r): one for one in view.sectors.values()}
        self.places = open_places(view)

    def draw(self, own: Collection[Sector]) -> None:
        """Draw the part that is shown as large as it is of use, and the small galaxy where it hides nothing own."""
        home = {(one.q, one.r) for one in own}
        shown = self._shown(home)
        if shown is None:
            Map(self.image, self.view, self.context, self.box, full=False).draw()
            return
        small = _Small(self.view, self.seat, self.turned)
        box, corner = self._corner(shown, home, small.size)
        part = Map(self.image, self.view, self.context, box, full=False, hexes=shown.hexes, about=shown.about)
        part.draw()
        seen = [hex for hex in self.at if _within(part.middle(hex), box)]
        small.draw(self.image, corner, seen)

    def _fits(self, seen: _Seen) -> GalaxyLayout:
        left, top, right, bottom = self.box
        room = (left + AIR, top + AIR, right - AIR, bottom - AIR)
        return GalaxyLayout(whole(seen.hexes, seen.about), room, turned=self.turned, most=LARGEST)

    def _shown(self, home: set[Hex]) -> _Seen | None:
        """What must be seen: of what is around the own sectors as much as leaves them large; None: the whole galaxy."""
        if not home:
            return None
        around = {hexes.add(hex, edge) for hex in home for edge in EDGES}
        near, free = home | (around & set(self.at)), around & set(self.places)
        left, top, right, bottom = self.box
        room = (left + AIR, top + AIR, right - AIR, bottom - AIR)
        least = GalaxyLayout(whole(self.at), room, turned=self.turned, most=LARGEST_WHOLE).side * WORTH
        tries = [_Seen(near, free), _Seen(home, free), _Seen(near, set()), _Seen(home, set())]
        for seen in tries:
            if self._fits(seen).side >= max(BEARABLE, least):
                return seen
        return tries[-1] if self._fits(tries[-1]).side >= least else None

    def _corner(self, shown: _Seen, home: set[Hex], size: tuple[int, int]) -> tuple[Box, Box]:
        """The box of the map, and that of the small galaxy: in a corner of the map, else beside it."""
        layout = self._fits(shown)
        found = [(self._hidden(layout, spot, home), at, spot) for at, spot in enumerate(_corners(self.box, size))]
        cost, _, spot = min(found)
        left, top, right, bottom = self.box
        if cost < len(self.at):
            return self.box, spot
        beside = (right - MARGIN - size[0], bottom - MARGIN - size[1], right - MARGIN, bottom - MARGIN)
        return (left, top, right - size[0] - 2 * MARGIN, bottom), beside

    def _hidden(self, layout: GalaxyLayout, spot: Box, home: set[Hex]) -> int:
        """How much a box would hide: an own sector counts more than all others together."""
        hidden = [hex for hex in self.at if _reaches(layout.middle(hex), spot, layout.side * 0.95)]
        return sum(len(self.at) if hex in home else 1 for hex in hidden)


def _within(at: Point, box: Box) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _reaches(at: Point, box: Box, far: float) -> bool:
    """Whether a disc around a point meets a box."""
    across = max(box[0] - at[0], 0, at[0] - box[2])
    down = max(box[1] - at[1], 0, at[1] - box[3])
    return across * across + down * down < far * far


def _corners(box: Box, size: tuple[int, int]) -> Iterator[Box]:
    left, top, right, bottom = box
    for x in (right - MARGIN - size[0], left + MARGIN):
        for y in (bottom - MARGIN - size[1], top + MARGIN):
            yield x, y, x + size[0], y + size[1]


class _Small:
    """The whole galaxy in a corner: whose each sector is, by colour and letter, and where battles come."""

    def __init__(self, view: EclipseState, seat: int, turned: bool) -> None:
        self.view, self.seat, self.turned = view, seat, turned
        at = {(one.q, one.r) for one in view.sectors.values()}
        inside = (0, 0, INSET[0] - 24, INSET[1] - 24)
        side = GalaxyLayout(whole(at), inside, turned=turned, most=DOT).side
        self.side = side
        probe = GalaxyLayout(whole(at), inside, turned=turned, most=DOT)
        middles = [probe.middle(hex) for hex in at]
        wide = max(x for x, _ in middles) - min(x for x, _ in middles) + 2 * side
        high = max(y for _, y in middles) - min(y for _, y in middles) + 2 * side
        self.size = (max(120, round(wide) + 24), max(120, round(high) + 24))
        self.layout = GalaxyLayout(whole(at), (12, 12, self.size[0] - 12, self.size[1] - 12), turned=turned, most=side)

    def draw(self, image: Image.Image, box: Box, seen: Collection[Hex]) -> None:
        """Lay it into a box; the sectors that the large part shows are in full colour, the others darker."""
        panel(image, box, PANEL, RADIUS)
        coming = {one.id for one in ahead(self.view)}
        lit = set(seen)
        hexes_ = tuple(
            (self._fill(one, lit=(one.q, one.r) in lit), one.id in coming, (one.q, one.r))
            for one in self.view.sectors.values()
        )
        size = self.size

        def make() -> Image.Image:
            made = Image.new("RGB", (size[0] * FINE, size[1] * FINE), PANEL)
            pen = ImageDraw.Draw(made)
            for colour, fought, hex in sorted(hexes_, key=lambda one: one[1]):
                x, y = self.layout.middle(hex)
                for share, ink in ((1.0, RED if fought else NIGHT), (0.72 if fought else 0.92, colour)):
                    pen.polygon(corners((x * FINE, y * FINE), self.side * FINE * share, turned=self.turned), fill=ink)
            return made.resize(size, Image.Resampling.BOX)

        small = LAYERS.get(("eclipse small", size, hexes_, self.side, self.turned), make)
        image.paste(small.crop((6, 6, size[0] - 6, size[1] - 6)), (box[0] + 6, box[1] + 6))
        for seat in range(len(self.view.players)):
            self._mark(image, box, seat)
        outline(image, box, LINE, 3, RADIUS)

    def _fill(self, sector: Sector, *, lit: bool) -> Colour:
        if sector.disc != NOBODY:
            return blend(NIGHT, seat_style(self.view, sector.disc).colour, 0.95 if lit else 0.6)
        if sector.ancients or sector.gcds:
            return blend(NIGHT, NPC.colour, 0.7 if lit else 0.45)
        return blend(NIGHT, FAINT, 0.5 if lit else 0.25)

    def _mark(self, image: Image.Image, box: Box, seat: int) -> None:
        """The mark of a seat in the middle of its sectors."""
        own = [self.layout.middle((one.q, one.r)) for one in self.view.sectors.values() if one.disc == seat]
        if not own:
            return
        x, y = sum(at[0] for at in own) / len(own), sum(at[1] for at in own) / len(own)
        x, y = min(own, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
        seat_disc(image, seat_style(self.view, seat), (round(box[0] + x), round(box[1] + y)), MARK)
