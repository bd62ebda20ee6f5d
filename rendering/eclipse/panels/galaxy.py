"""Panels about places in the galaxy: the map around what may be picked, with what would come there as ghosts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist

from PIL import Image, ImageDraw

from rendering.eclipse.battle import contested
from rendering.eclipse.ground import hex_plate
from rendering.eclipse.layout import corners
from rendering.eclipse.looks import seat_style
from rendering.eclipse.map import Map
from rendering.eclipse.panels import ghosts
from rendering.eclipse.panels.frame import BODY, FOOT, HIGH, WIDE, Box, blank, changes, purse
from rendering.eclipse.panels.gains import GAINS, given_up, stack_left
from rendering.eclipse.panels.turns import heads
from rendering.eclipse.signs import row, row_width
from rendering.eclipse.tokens import DISC, thing
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER, number_badge, said
from rendering.kit.palette import BRASS, INK, RED, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import Point, panel, place
from rules.eclipse import galaxy
from rules.eclipse.components import SECTORS, SHIPS
from rules.eclipse.fleets import foreign
from rules.eclipse.galaxy import EDGES
from rules.eclipse.places import split
from rules.eclipse.state import NOBODY, EclipseState, Sector
from rules.eclipse.steps.diplomacy import offended
from rules.eclipse.steps.move import movable
from rules.kernel import hexes
from rules.kernel.hexes import Hex

MANY = 3
"""From so many places on, those around them are shown as far as there is room."""
NUMBER_AT, GHOST_AT = 5, 2
"""The corners on which the number of a sector stands, and what would come there. No two of them meet."""
OTHERS = (0, 4)
BATTLE_AT = 1
"""The corner on which the map has the sign of a battle that is coming."""
LYING = 0.37
"""How far apart the things that lie in a sector are, in sides."""
SMALL_SIDE = 110
"""Of smaller hexes (in pixels) the numbers are smaller."""
DISCS = ("claim", "influence-to")
"""Kinds of prompts after which a disc lies on the place that was picked."""


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the part of the map that a choice is about, under what the seat has, over what changes."""
    image = blank()
    if context.marks.kind == "second":
        heads(image, view, seat)
    else:
        purse(image, view, seat, context)
    found = GAINS[context.marks.kind](view, seat, context) if context.marks.kind in GAINS else []
    box: Box = (0, BODY[1], WIDE, HIGH - FOOT) if found else BODY
    _Choice(image, view, seat, context, box).draw()
    if found:
        changes(image, view, seat, found)
    return image


class _Choice:
    """The map of one choice: what is around, and the ghosts over it."""

    def __init__(self, image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
        self.image, self.view, self.seat, self.context, self.box = image, view, seat, context, box
        self.marks = context.marks
        self.style = seat_style(view, seat)
        self.map = Map(image, view, context, box, full=False, hexes=self._around(), seat=seat, numbered=False)
        self.side = self.map.side
        self.battles = [self._corner((sector.q, sector.r), BATTLE_AT) for sector in contested(view)]

    def draw(self) -> None:
        """Draw the map, then what may come to it."""
        self.map.draw()
        kind = self.marks.kind
        if kind == "explore":
            self._stacks()
        elif kind == "move":
            self._movable()
        elif kind == "move-to":
            self._ways()
        elif kind in ("fight", "stalemate"):
            self._retreats()
        elif kind == "upkeep":
            self._given_up()
        elif kind == "build-at":
            self._built()
        if kind in DISCS:
            self._discs()
        self._numbers()

    # What is shown

    def _around(self) -> list[Hex]:
        """The hexes that must be seen: marked ones, and the sectors next to them."""
        marked = set(self._marked())
        at = {(sector.q, sector.r) for sector in self.view.sectors.values()}
        near = {one for hex in marked for edge in EDGES if (one := hexes.add(hex, edge)) in at}
        return sorted(marked | near if len(marked) < MANY or self.marks.kind == "explore" else marked) or sorted(at)

    def _marked(self) -> Iterator[Hex]:
        for spot in (*self.marks.legal, *self.marks.chosen, *self.marks.so_far):
            kind, which = split(spot)
            if kind == "place":
                yield galaxy.place(which)
            elif kind in ("sector", "square"):
                sector = self.view.sectors.get(which.partition("-")[0])
                if sector is not None:
                    yield sector.q, sector.r
            elif kind == "ship" and self.marks.kind == "move":
                yield from ((sector.q, sector.r) for sector in movable(self.view, self.seat, which))
        if self.view.battle is not None and self.marks.kind in ("fight", "stalemate", "hit"):
            yield self._hex(self.view.battle.sector)

    def _hex(self, id: str) -> Hex:
        sector = self.view.sectors[id]
        return sector.q, sector.r

    def _sectors(self, *, so_far: bool = False) -> list[Sector]:
        """The marked sectors, or those of the choices before."""
        spots = self.marks.so_far if so_far else sorted(self.marks.legal)
        return [self.view.sectors[which] for kind, which in map(split, spots) if kind == "sector"]

    def _corner(self, hex: Hex, corner: int) -> Point:
        return corners(self.map.middle(hex), self.side, turned=self.map.turned)[corner]

    def _plate(self, hex: Hex, items: tuple[str, ...], colour: Colour = TEXT, share: float = 0.80) -> None:
        """A dark plate with signs on the lower edge of a hex."""
        size = max(GLANCE, min(64, round(self.side * 0.27)))
        x, y = self.map.middle(hex)
        y = min(y + self.side * share, self.box[3] - size * 0.7)
        wide = row_width(items, size) + size // 2
        box = (round(x - wide / 2), round(y - size * 0.58), round(x + wide / 2), round(y + size * 0.58))
        panel(self.image, box, INK, round(size * 0.5))
        row(self.image, (x, y), items, size, colour=colour, middle=True)

    def _numbers(self) -> None:
        """The numbers of marked sectors on a corner, of unexplored places above their names."""
        size = NUMBER if self.side > SMALL_SIDE else MIN_NUMBER
        for spot, numbers in self.marks.numbers.items():
            kind, which = split(spot)
            if kind == "place":
                x, y = self.map.middle(galaxy.place(which))
                at = (x, y - self.side * 0.44)
            elif kind == "sector":
                at = self._number_corner(self._hex(which))
            else:
                continue
            at = (min(max(at[0], 50), WIDE - 50), max(at[1], self.box[1] + size * 0.6))
            number_badge(self.image, at, said(numbers), size, chosen=spot in self.marks.chosen)

    def _number_corner(self, hex: Hex) -> Point:
        """The upper or left corner of a sector, where a number covers nothing; another one where a battle's sign is."""
        free = [at for corner in (NUMBER_AT, *OTHERS) if self._is_free(at := self._corner(hex, corner))]
        return free[0] if free else self._corner(hex, NUMBER_AT)

    def _is_free(self, at: Point) -> bool:
        """Whether a number there would be seen whole, beside the signs of battles."""
        left, top, right, bottom = self.box
        inside = left + 40 <= at[0] <= right - 40 and top + 36 <= at[1] <= bottom - 36
        return inside and all(dist(at, sign) > NUMBER for sign in self.battles)

    # Ghosts

    def _stacks(self) -> None:
        """Which stack the sector for each place comes from, and how many are left in it."""
        for spot in self.marks.legal:
            kind, which = split(spot)
            if kind == "place":
                hex = galaxy.place(which)
                left = stack_left(self.view, hex)
                self._plate(hex, (galaxy.stack_of(hex), "i:stack", str(left)), share=0.50)

    def _movable(self) -> None:
        """The number of a type of ships where one of them could leave."""
        at: dict[str, list[str]] = {}
        for kind in SHIPS:
            numbers = self.marks.numbers.get(f"ship:{kind}")
            for sector in movable(self.view, self.seat, kind) if numbers else ():
                at.setdefault(sector.id, []).append(kind)
        for id, kinds in at.items():
            hex = self._hex(id)
            self._ring(hex, BRASS)
            size = max(NUMBER, round(self.side * 0.34))
            for index, kind in enumerate(kinds):
                # The first on a corner, the next ones on the other side; each with its ship beside it.
                x, y = self._corner(hex, (NUMBER_AT, GHOST_AT, OTHERS[-1])[index])
                number_badge(self.image, (x, y), said(self.marks.numbers[f"ship:{kind}"]))
                ghosts.on_the_way(self.image, (x - size * 0.92, y), kind, self.style, ahead=(0, -1), size=size)

    def _ring(self, hex: Hex, colour: Colour, shares: tuple[float, float] = (1.02, 0.93)) -> None:
        mask = hex_plate(self.side, shares, turned=self.map.turned)
        x, y = self.map.middle(hex)
        self.image.paste(colour, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)

    def _ways(self) -> None:
        """The way so far as arcs, the ship on its way through each wormhole, and what it would meet."""
        kinds = [which for kind, which in map(split, self.marks.so_far) if kind == "ship"]
        path = self._sectors(so_far=True)
        if not kinds or not path:
            return
        for start, end in pairwise(path):
            ghosts.arc(self.image, self.map.middle((start.q, start.r)), self.map.middle((end.q, end.r)))
        here = path[-1]
        targets = [sector for sector in self._sectors() if sector is not here]
        for sector in targets:
            if foreign(self.view, sector, self.seat):
                self._ring((sector.q, sector.r), RED, (0.93, 0.885))
        for sector in targets:
            self._way(here, sector, kinds[-1])

    def _way(self, here: Sector, to: Sector, kind: str) -> None:
        start, end = self.map.middle((here.q, here.r)), self.map.middle((to.q, to.r))
        gate = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        ahead = (end[0] - start[0], end[1] - start[1])
        tail = (start[0] + ahead[0] * 0.20, start[1] + ahead[1] * 0.20)
        ghosts.arc(self.image, tail, gate)
        ghosts.on_the_way(self.image, gate, kind, self.style, ahead=ahead, size=max(64, round(self.side * 0.44)))
        self._warning(to, gate, ahead)

    def _warning(self, to: Sector, gate: Point, ahead: Point) -> None:
        """Beside a way, at the end of the edge where no number stands: the sign of a battle, or a broken heart."""
        sign = None
        size = max(56, round(self.side * 0.34))
        if offended(self.view, self.seat, to):
            sign = ghosts.broken_heart(size)
        elif foreign(self.view, to, self.seat):
            sign = ghosts.swords(size)
        if sign is not None:
            ends = [self._corner((to.q, to.r), corner) for corner in (GHOST_AT, *OTHERS)]
            x, y = min(ends, key=lambda end: dist(end, gate))
            x, y = (at + (end - at) * 0.80 + way * 0.07 for at, end, way in zip(gate, (x, y), ahead, strict=True))
            place(self.image, sign, (x, y))

    def _retreats(self) -> None:
        """Where the group could retreat to."""
        if self.view.battle is None:
            return
        start = self.map.middle(self._hex(self.view.battle.sector))
        groups = [which for kind, which in map(split, self.marks.so_far) if kind == "group"]
        for sector in self._sectors():
            end = self.map.middle((sector.q, sector.r))
            gate = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            ghosts.arc(self.image, start, gate)
            if groups:
                ahead = (end[0] - start[0], end[1] - start[1])
                kind = groups[-1].split("-")[1]
                ghosts.on_the_way(
                    self.image, gate, kind, self.style, ahead=ahead, size=max(64, round(self.side * 0.44))
                )

    def _lying(self, sector: Sector) -> Point:
        """Where the disc of a sector lies, or before what lies there, where there is none yet."""
        if len(sector.ships) + bool(sector.ancients) + sector.gcds > 1:
            return self._corner((sector.q, sector.r), GHOST_AT)
        others = sector.discovery + sector.monolith + SECTORS[sector.id].artifact
        first = -others / 2 if sector.disc != NOBODY else -(others + 1) / 2 if others else 0.0
        x, y = self.map.middle((sector.q, sector.r))
        return x + first * LYING * self.side, y + 0.58 * self.side

    def _discs(self) -> None:
        """A disc half clear where it would lie, and the one that it is taken from hollow."""
        size = max(48, round(self.side * 0.40))
        for sector in self._sectors():
            place(self.image, thing(DISC, size, self.style, ghost=True), self._lying(sector))
        if self.marks.kind == "influence-to":
            self._hollow(self.marks.so_far)

    def _hollow(self, spots: tuple[str, ...] | frozenset[str]) -> None:
        """A hollow disc where one would be lifted."""
        size = max(48, round(self.side * 0.40))
        for kind, which in map(split, spots):
            if kind == "sector":
                x, y = self._lying(self.view.sectors[which])
                pen = ImageDraw.Draw(self.image)
                box = (x - size / 2, y - size / 2, x + size / 2, y + size / 2)
                pen.ellipse(box, fill=INK, outline=TEXT, width=max(5, size // 8))

    def _built(self) -> None:
        """The ship or structure half clear where it would stand."""
        items = [which for kind, which in map(split, self.marks.so_far) if kind == "item"]
        size = max(60, round(self.side * 0.42))
        for sector in self._sectors() if items else ():
            at = self._lying(sector)
            if items[0] in SHIPS:
                ghosts.on_the_way(self.image, at, items[0], self.style, ahead=(0, -1), size=size)
            else:
                ghosts.to_build(self.image, at, items[0], size)

    def _given_up(self) -> None:
        """The balance of the round after a sector is given up, below each."""
        for sector in self._sectors():
            left = given_up(self.view, self.seat, sector)
            text = str(left).replace("-", "−")
            self._plate((sector.q, sector.r), ("i:money", text), RED if left < 0 else TEXT, share=0.66)
