"""Panels about places in the galaxy: the map around what may be picked, with what would come there as ghosts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PIL import Image

from rendering.eclipse import ghosts
from rendering.eclipse.battle import ahead
from rendering.eclipse.looks import seat_style
from rendering.eclipse.map import Map
from rendering.eclipse.panels import home
from rendering.eclipse.panels.frame import BODY, FOOT, HIGH, WIDE, Box, blank, changes, purse
from rendering.eclipse.panels.gains import GAINS, given_up, stack_left
from rendering.eclipse.panels.turns import heads
from rendering.eclipse.pieces import ROOMY
from rendering.eclipse.signs import row, row_width
from rendering.eclipse.tokens import DISC, thing
from rendering.kit.numbers import GLANCE, said
from rendering.kit.palette import INK, RED, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import place, rounded
from rules.eclipse import galaxy
from rules.eclipse.components import SHIPS
from rules.eclipse.fleets import foreign
from rules.eclipse.galaxy import EDGES
from rules.eclipse.places import split
from rules.eclipse.state import EclipseState, Sector
from rules.eclipse.steps.diplomacy import offended
from rules.eclipse.steps.move import movable
from rules.kernel import hexes
from rules.kernel.hexes import Hex
from rules.kernel.text import signed

MANY = 3
"""From so many places on, those around them are shown as far as there is room."""
DISCS = ("claim", "influence-to")
"""Kinds of prompts after which a disc lies on the place that was picked."""


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the part of the map that a choice is about, under what the seat has, over what changes.

    Where it is about no place, what is the seat's own.
    """
    if not any(is_on_map(spot) for spot in (*context.marks.legal, *context.marks.chosen, *context.marks.so_far)):
        return home.draw(view, seat, context)
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


def is_on_map(spot: str) -> bool:
    """Whether a place of an option is one on the map."""
    return split(spot)[0] in ("place", "sector", "square", "ship")


class _Choice:
    """The map of one choice: what is around, and the ghosts over it."""

    def __init__(self, image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
        self.image, self.view, self.seat, self.context, self.box = image, view, seat, context, box
        self.marks = context.marks
        self.style = seat_style(view, seat)
        self.map = Map(image, view, context, box, full=False, hexes=self._around())
        self.side = self.map.side

    def draw(self) -> None:
        """Draw the map with what may come to it; what moves, over it."""
        kind = self.marks.kind
        ships = [which for one, which in map(split, self.marks.so_far) if one == "ship"]
        path = self._sectors(so_far=True)
        if kind == "move":
            self._movable()
        elif kind == "upkeep":
            self._given_up()
        elif kind == "build-at":
            self._built()
        elif kind in DISCS or kind == "influence":
            self._discs()
        targets = (
            [one for one in self._sectors() if one is not path[-1]] if kind == "move-to" and ships and path else []
        )
        for sector in targets:
            self._warn(sector)
        middles = [self.map.middle((one.q, one.r)) for one in path] if targets else []
        self.map.draw(list(pairwise(middles)))
        if kind == "explore":
            self._stacks()
        elif kind in ("fight", "stalemate"):
            self._retreats()
        for sector in targets:
            if sector.id in path[-1].around:
                self._way(path[-1], sector, ships[-1])

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
                yield from ((sector.q, sector.r) for sector in self._with(which))
        if self.view.battle is not None and self.marks.kind in ("fight", "stalemate", "hit"):
            yield self._hex(self.view.battle.sector)

    def _hex(self, id: str) -> Hex:
        sector = self.view.sectors[id]
        return sector.q, sector.r

    def _sectors(self, *, so_far: bool = False) -> list[Sector]:
        """The marked sectors, or those of the choices before."""
        spots = self.marks.so_far if so_far else sorted(self.marks.legal)
        return [self.view.sectors[which] for kind, which in map(split, spots) if kind == "sector"]

    def _plate(self, items: tuple[str, ...], colour: Colour = TEXT) -> Image.Image:
        """Signs on a dark plate as a stamp."""
        size = max(GLANCE, min(64, round(self.side * 0.27)))
        made = Image.new("RGB", (row_width(items, size) + size // 2, round(size * 1.16)), INK)
        row(made, (made.width / 2, made.height / 2), items, size, colour=colour, middle=True)
        made.putalpha(rounded(made.size, round(size * 0.5)))
        return made

    # Ghosts

    def _stacks(self) -> None:
        """Which stack the sector for each place comes from, and how many are left in it."""
        for spot in self.marks.legal:
            kind, which = split(spot)
            if kind == "place":
                hex = galaxy.place(which)
                left = stack_left(self.view, hex)
                x, y = self.map.middle(hex)
                # In a small one it lies over the name, and says that instead of the ring, which begins it.
                small = self.side <= ROOMY
                plate = self._plate((which if small else galaxy.stack_of(hex), "i:stack", str(left)))
                down = self.side * (0.40 if small else 0.50)
                place(self.image, plate, (x, min(y + down, self.box[3] - plate.height * 0.6)))

    def _movable(self) -> None:
        """The number of a type of ships where one of them could leave."""
        at: dict[str, dict[str, str]] = {}
        for spot, numbers in self.marks.numbers.items():
            kind, which = split(spot)
            for sector in self._with(which) if kind == "ship" else ():
                at.setdefault(sector.id, {})[which.partition("-")[0]] = said(numbers)
        for id, ships in at.items():
            self.map.add(id, seat=self.seat, ships=ships)

    def _with(self, which: str) -> list[Sector]:
        """Where the ships of a place are: in its sector, or wherever those of the type can leave from."""
        kind, _, sector = which.partition("-")
        return [self.view.sectors[sector]] if sector else movable(self.view, self.seat, kind)

    def _warn(self, sector: Sector) -> None:
        """In a corner of where a ship may come: the sign of a battle, or a broken heart."""
        size = max(56, round(self.side * 0.30))
        if offended(self.view, self.seat, sector):
            self.map.add(sector.id, sign=ghosts.broken_heart(size))
        elif foreign(self.view, sector, self.seat) and sector not in ahead(self.view):  # It has the sign already.
            self.map.add(sector.id, sign=ghosts.swords(size))

    def _way(self, here: Sector, to: Sector, kind: str) -> None:
        """The ship on its way through a wormhole."""
        start, end = self.map.middle((here.q, here.r)), self.map.middle((to.q, to.r))
        gate = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        ahead = (end[0] - start[0], end[1] - start[1])
        ghosts.on_the_way(self.image, gate, kind, self.style, ahead=ahead, size=self._small())

    def _small(self) -> int:
        """The size of what stands on the edge between two sectors: hardly larger than a wormhole."""
        return max(60, round(self.side * 0.40))

    def _retreats(self) -> None:
        """Where the group could retreat to."""
        if self.view.battle is None:
            return
        here = self.view.sectors[self.view.battle.sector]
        groups = [which for kind, which in map(split, self.marks.so_far) if kind == "group"]
        for sector in self._sectors() if groups else ():
            self._way(here, sector, groups[-1].split("-")[1])

    def _discs(self) -> None:
        """A disc half clear where it would lie, and the one that it is taken from hollow."""
        size = max(48, round(self.side * 0.36))
        for sector in self._sectors():
            if sector.disc != self.seat:
                self.map.add(sector.id, lying=(thing(DISC, size, self.style, ghost=True),))
        for sector in self._sectors(so_far=True) if self.marks.kind == "influence-to" else ():
            self.map.add(sector.id, lying=(ghosts.hollow(size),), lifted=True)

    def _built(self) -> None:
        """The ship or structure half clear where it would stand."""
        items = [which for kind, which in map(split, self.marks.so_far) if kind == "item"]
        size = max(60, round(self.side * 0.40))
        for sector in self._sectors() if items else ():
            if items[0] in SHIPS:
                stamp = ghosts.ship_token(items[0], self.style, ahead=(0, -1), size=size)
            else:
                stamp = ghosts.to_build(items[0], size)
            self.map.add(sector.id, lying=(stamp,))

    def _given_up(self) -> None:
        """The balance of the round after a sector is given up, in each."""
        for sector in self._sectors():
            left = given_up(self.view, self.seat, sector)
            text = signed(left)
            plate = self._plate(("i:money", text), RED if left < 0 else TEXT)
            self.map.add(sector.id, lying=(plate,), lifted=True)
