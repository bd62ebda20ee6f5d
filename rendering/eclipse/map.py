"""The galaxy: sectors with all that is in them, the way between them, what can be explored, and what may be picked.

The sky and the tiles are kept layers; pieces are laid over them as stamps.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from PIL import Image, ImageDraw

from rendering.eclipse import ghosts
from rendering.eclipse.battle import ahead
from rendering.eclipse.changes import changed, moves
from rendering.eclipse.ground import Ring, Tile, bow, gate, layered, rings, sky, stamp_size, tile_stamp
from rendering.eclipse.layout import Box, GalaxyLayout, corners, is_turned, whole
from rendering.eclipse.letter_map import frontier
from rendering.eclipse.looks import seat_style
from rendering.eclipse.pieces import (
    BRIEF,
    NOTHING,
    ROOMY,
    SMALL,
    Extra,
    Head,
    Nook,
    Pieces,
    Taken,
    brief_head,
    head,
    mark_stamp,
    number_size,
)
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, INK, NIGHT, RED, TEXT, Colour
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import Pen, Point, place, stamp
from rules.eclipse import galaxy
from rules.eclipse.components import LAYOUTS, SECTORS
from rules.eclipse.galaxy import openings
from rules.eclipse.places import hex_place, sector_place
from rules.eclipse.state import FULL, NOBODY, SHUT, EclipseState, Sector
from rules.kernel.hexes import Hex
from rules.kernel.text import name

LARGEST, LARGEST_WHOLE = 300.0, 170.0
"""The longest side of a hex in pixels, in a part of the galaxy and in the whole of it."""
BATTLE = Ring(NIGHT, (1.105, 0.935)), Ring(TEXT, (1.085, 1.045)), Ring(RED, (1.045, 0.945))
"""Around a sector where a battle comes: red within white, for eyes that see no red, and on a red owner's edge."""
AIR = 26
"""What is left free around a part of the galaxy in pixels: no ring around a sector that must be seen is cut off."""
LITTLE_AIR = 10
"""The same around the whole galaxy."""
INWARD = 0.93
"""Where the sign of a battle is, from the middle of its sector to a corner: rather in it than in its neighbours."""
LOWER = 0.085
"""How much lower the pieces in turned sectors are, in sides: so no wormhole touches the number."""


def open_places(view: EclipseState) -> dict[Hex, str]:
    """The places behind a wormhole whose stack still has sectors, by their hexes: their names."""
    found = {galaxy.place(name): name for name, links in frontier(view).items() if max(links.values()) > SHUT}
    stacks = {ring for ring, stack in view.stacks.items() if stack.count or stack.discards}
    return {hex: name for hex, name in found.items() if galaxy.stack_of(hex) in stacks or name == view.turned_for}


def homes_to_come(view: EclipseState) -> dict[Hex, int]:
    """The hexes where home sectors will lie, each with its seat."""
    if view.phase != "setup":
        return {}
    taken = {(sector.q, sector.r) for sector in view.sectors.values()}
    homes = {(home.q, home.r): seat for seat, home in enumerate(LAYOUTS.get(len(view.players), ()))}
    return {hex: seat for hex, seat in homes.items() if hex not in taken}


class Map:
    """The map of a view, drawn into a box (left, top, right, bottom) of a picture.

    `full` names the stars where there is room, and shows all that can be explored; the whole galaxy without it is for
    a glance, as large as what was explored, and in small sectors with few signs. `hexes` are all that must be seen, as
    large as they fit, of `about` the middles, all others as far as there is room; without them the whole galaxy is
    shown. The numbers of what may be picked stand in it; `add` what else a choice adds to sectors.
    """

    def __init__(
        self,
        image: Image.Image,
        view: EclipseState,
        context: RenderContext,
        box: Box,
        *,
        full: bool,
        hexes: Collection[Hex] | None = None,
        about: Collection[Hex] = (),
    ) -> None:
        self.image, self.view, self.context, self.box, self.full = image, view, context, box, full
        self.turned = is_turned(view)
        self.at: dict[Hex, Sector] = {(sector.q, sector.r): sector for sector in view.sectors.values()}
        self.free = open_places(view)
        marked = [hex for hex, free in self.free.items() if hex_place(free) in context.marks.legal]
        marked += [galaxy.place(view.turned_for)] if view.turned else []
        self.homes = homes_to_come(view)
        seen = [*(self.at or [(0, 0)]), *marked, *self.homes]
        reaches = whole(hexes, about) if hexes else whole(seen, self.free if full else ())
        most = LARGEST if hexes else LARGEST_WHOLE
        air = AIR if hexes else 0 if full else LITTLE_AIR
        room = (box[0] + air, box[1] + air, box[2] - air, box[3] - air)
        self.layout = GalaxyLayout(reaches, room, turned=self.turned, most=most)
        self.side = self.layout.side
        self.parted = bool(hexes)
        self.brief = not full and not hexes and self.side < BRIEF
        self.extras: dict[str, Extra] = {}
        for id in view.sectors:
            where = sector_place(id)
            if where in context.marks.numbers:
                self.extras[id] = Extra(said(context.marks.numbers[where]), where in context.marks.chosen)

    def add(self, sector: str, **more: Any) -> None:
        """Add to what a choice adds to a sector (the fields of `Extra`)."""
        self.extras[sector] = replace(self.extras.get(sector, NOTHING), **more)

    def middle(self, hex: Hex) -> Point:
        """Where the middle of a hex is in the picture."""
        return self.layout.middle(hex)

    def middle_of(self, sector: str) -> Point:
        """Where the middle of a sector is in the picture."""
        one = self.view.sectors[sector]
        return self.middle((one.q, one.r))

    def draw(self, ways: Sequence[tuple[Point, Point]] = ()) -> None:
        """Draw it, with arcs below the pieces from point to point. What reaches beyond the box is cut off."""
        part = self._ground().copy()
        seen = [hex for hex in self.at if self._is_seen(hex)]
        for hex in self.free:
            if self._is_seen(hex) and hex not in self.homes:
                self._unexplored(part, hex)
        for hex, seat in self.homes.items():
            self._home(part, hex, seat)
        self._changes(part, seen)
        for way in ways:
            ghosts.arc(part, *((x - self.box[0], y - self.box[1]) for x, y in way))
        marked = self._marked()
        for where, hex in marked.items():
            if where in self.context.marks.chosen:
                self._lay(part, hex, Ring(BRASS_LIGHT, (0.97, 0.0), 70))
        for hex in seen:
            self._pieces(part, hex)
        battles = [hex for hex in ((one.q, one.r) for one in ahead(self.view)) if hex in seen]
        for hex in battles:
            self._lay(part, hex, *BATTLE)
        self._rings(part, marked)
        swords = battle_sign(max(36, round(self.side * 0.40)))
        for hex in battles:
            place(part, swords, corners(self._inside(hex), self.side * INWARD, turned=self.turned)[1])
        self._corners(part, seen, marked)
        self.image.paste(part, self.box[:2])

    def _changes(self, part: Image.Image, seen: Collection[Hex]) -> None:
        """What is new, and where ships have come from."""
        for hex in changed(self.view, self.context) & set(seen):
            self._halo(part, hex)
        moved = [one for one in moves(self.view, self.context) if self._is_seen(one[1]) and self._is_seen(one[2])]
        for seat, start, end in moved:
            self._arc(part, seat, start, end)
        for hex in {end for _, *ends in moved for end in ends}:  # The numbers once more, over the bows.
            self._head(part, hex, edge=INK)

    def _halo(self, part: Image.Image, hex: Hex) -> None:
        """Something is new here. Where something may be picked, rings in brass are for that alone."""
        if self.context.marks.legal:
            self._lay(part, hex, Ring(TEXT, (1.05, 0.97), 120))
            return
        self._lay(part, hex, Ring(BRASS, (1.09, 0.97), 110), Ring(BRASS, (1.05, 0.97)))

    def _inside(self, hex: Hex) -> Point:
        """Where the middle of a hex is in the box."""
        x, y = self.middle(hex)
        return x - self.box[0], y - self.box[1]

    def _heart(self, hex: Hex) -> Point:
        """What the pieces of a sector stand around in the box: on a corner it has less room above than below."""
        x, y = self._inside(hex)
        return x, y + self.side * (LOWER if self.turned else 0)

    def _pieces(self, part: Image.Image, hex: Hex) -> None:
        """What is in a sector, and in the full map its star's name."""
        sector = self.at[hex]
        star = self.context.words.say(name(f"eclipse.sector.{sector.id}")) if self.full else ""
        extra, taken = self._extra(hex)
        heart, turned = self._heart(hex), self.turned
        brief = self.brief and extra == NOTHING
        pieces = Pieces(part, self.view, sector, heart, self.side, turned=turned, extra=extra, taken=taken, brief=brief)
        pieces.draw(star=star)

    def _extra(self, hex: Hex) -> tuple[Extra, list[Taken]]:
        """What a choice adds to a sector, and the boxes that its corners take."""
        extra = self.extras.get(self.at[hex].id, NOTHING)
        return extra, Nook(self._inside(hex), self.side, turned=self.turned).taken(extra)

    def _head(self, part: Image.Image, hex: Hex, edge: Colour | None = None) -> None:
        """The number of a sector, with a dark `edge` where something lies below it."""
        extra, taken = self._extra(hex)
        if self.brief and extra == NOTHING:
            brief_head(part, self.at[hex].id, self._heart(hex), self.side, edge)
            return
        least = MIN_SIZE if self.full or self.parted else GLANCE
        self._number(part, hex, Head(self.at[hex].id, tuple(taken), least, edge))

    def _number(self, part: Image.Image, hex: Hex, shown: Head) -> None:
        """The number and the points of a sector, where they would not be cut off."""
        x, y = self._heart(hex)
        if _is_whole(part, (x, y - self.side * 0.57), (self.side * 0.5, self.side * 0.2)):
            head(part, shown, (x, y), self.side)

    def _is_seen(self, hex: Hex) -> bool:
        x, y = self.middle(hex)
        left, top, right, bottom = self.box
        return left - self.side < x < right + self.side and top - self.side < y < bottom + self.side

    # The layer that is kept

    def _ground(self) -> Image.Image:
        # A tile's sun is its number, which therefore is in the key.
        tiles = tuple((hex, self._tile(sector)) for hex, sector in self.at.items() if self._is_seen(hex))
        origin = self._inside((0, 0))
        taken = tuple(tuple(self._extra(hex)[1]) for hex, _ in tiles)
        where = (self.box, self.image.size, self.context.seed, self.side, self.turned, self.brief, origin)
        key = ("eclipse ground", tiles, taken, where)

        def make() -> Image.Image:
            ground = sky(self.image.size, self.context.seed).crop(self.box)
            for hex, tile in tiles:
                place(ground, tile_stamp(tile, self.side, turned=self.turned), self._inside(hex))
            for hex, tile in tiles:
                for edge, leads in enumerate(tile.ways):
                    if leads:
                        x, y = self.layout.edge(hex, edge)
                        place(ground, gate(self.side), (x - self.box[0], y - self.box[1]))
                self._head(ground, hex)
            return ground

        return LAYERS.get(key, make)

    def _tile(self, sector: Sector) -> Tile:
        owner = None if sector.disc == NOBODY else seat_style(self.view, sector.disc)
        ways = tuple(bool(other) and link == FULL for other, link in zip(sector.around, sector.links, strict=True))
        return Tile(owner, openings(sector.id, sector.turns), ways, int(sector.id))

    # What lies over it

    def _unexplored(self, part: Image.Image, hex: Hex) -> None:
        """A place where a sector may come: a broken outline and its name; brass where one has just been drawn for."""
        x, y = self._inside(hex)
        drawn = self.free[hex] == self.view.turned_for
        ink = BRASS if drawn else FAINT
        mask = _dashes(self.side, self.turned)
        part.paste(ink, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)
        size = max(MIN_SIZE, round(self.side * 0.32))
        pen = ImageDraw.Draw(part)
        if hex_place(self.free[hex]) in self.context.marks.numbers and self.side <= ROOMY:
            y += self.side * 0.40
        tiles = self.view.turned if drawn else []
        if len(tiles) == 1 and self.side >= SMALL:
            self._drawn(part, hex, tiles[0])
            return
        if _is_whole(part, (x, y), (size * 1.2, size * 0.5)):
            write(pen, (x, y), self.free[hex], size, ink, bold=True, anchor="mm")
        for index, tile in enumerate(tiles):
            write(pen, (x, y + size * 1.1 * (index + 1)), tile, size, BRASS_LIGHT, bold=True, anchor="mm")

    def _drawn(self, part: Image.Image, hex: Hex, tile: str) -> None:
        """A sector that was drawn for a place, with all that is on it; its wormholes only once it is turned."""
        one = SECTORS[tile]
        sector = Sector(tile, *hex, 0)
        sector.ancients, sector.discovery = one.ancients, one.discovery
        ground = Tile(None, (False,) * 6, (False,) * 6, int(tile))
        place(part, tile_stamp(ground, self.side, turned=self.turned), self._inside(hex))
        self._lay(part, hex, Ring(BRASS, (1.0, 0.96)))
        self._number(part, hex, Head(tile))
        Pieces(part, self.view, sector, self._heart(hex), self.side, turned=self.turned).draw()

    def _home(self, part: Image.Image, hex: Hex, seat: int) -> None:
        """Where a home sector will lie: an outline in the colour of its seat around its mark, and the species."""
        style, (x, y) = seat_style(self.view, seat), self._inside(hex)
        self._lay(part, hex, Ring(style.colour, (0.96, 0.0), 50), Ring(style.colour, (0.96, 0.91)))
        species = self.view.players[seat].species
        down = self.side * (0.12 if species else 0)
        place(part, mark_stamp(style, max(40, round(self.side * 0.6))), (x, y - down))
        if species:
            half = round(self.side * 0.72)
            box = (round(x) - half, round(y + self.side * 0.22), round(x) + half, round(y + self.side * 0.62))
            told = self.context.words.say(name(f"eclipse.species.{species}"))
            write_block(ImageDraw.Draw(part), box, told, (MIN_SIZE, 36), TEXT, lines=2, across="middle")

    def _arc(self, part: Image.Image, seat: int, start: Hex, end: Hex) -> None:
        """The way of ships that have moved, from where they came: a bow in brass with the seat's colour in it."""
        (x, y), (tox, toy) = self._inside(start), self._inside(end)
        middle = ((x + tox) / 2, (y + toy) / 2)
        colour = seat_style(self.view, seat).colour
        vector = round(tox - x), round(toy - y)

        def make() -> Image.Image:
            tints = ((NIGHT, 0.13), (BRASS_LIGHT, 0.09), (colour, 0.04))
            return layered([(tint, bow(*vector, max(3, round(self.side * wide)))) for tint, wide in tints])

        place(part, LAYERS.get(("eclipse moved", vector, round(self.side, 2), colour), make), middle)

    def _lay(self, part: Image.Image, hex: Hex, *parts: Ring) -> None:
        """Rings around a sector, or hexes in a colour where they have no inner edge."""
        place(part, rings(self.side, parts, turned=self.turned), self._inside(hex))

    def _marked(self) -> dict[str, Hex]:
        """The places in the box that may be picked or are."""
        names = {sector_place(sector.id): hex for hex, sector in self.at.items()}
        names |= {hex_place(free): hex for hex, free in self.free.items()}
        marked = self.context.marks.legal | self.context.marks.chosen
        return {where: hex for where, hex in names.items() if where in marked and self._is_seen(hex)}

    def _rings(self, part: Image.Image, marked: dict[str, Hex]) -> None:
        """What may be picked is ringed, what is picked broadly; inside the red ring of a battle."""
        chosen = self.context.marks.chosen
        found = {hex: _ring(chosen=where in chosen) for where, hex in marked.items()}
        for id, extra in self.extras.items():
            hex = (self.view.sectors[id].q, self.view.sectors[id].r)
            if extra.ships:
                found[hex] = _ring(chosen=False)
            if extra.sign:
                found[hex] = (*found.get(hex, ()), Ring(RED, (0.925, 0.885)))
        for hex, parts in found.items():
            self._lay(part, hex, *parts)

    def _corners(self, part: Image.Image, seen: Collection[Hex], marked: dict[str, Hex]) -> None:
        """The numbers of what may be picked and signs of what would come of it, in corners or upon a place."""
        size = number_size(self.side)
        for hex in seen:
            extra, _ = self._extra(hex)
            nook = Nook(self._inside(hex), self.side, turned=self.turned)
            if extra.number:
                at = nook.at(badge_size(extra.number, size), right=False)
                number_badge(part, at, extra.number, size, chosen=extra.chosen)
            if extra.sign is not None:
                place(part, extra.sign, nook.at(extra.sign.size, right=True))
        for where, hex in marked.items():
            if hex in self.free and where in self.context.marks.numbers:
                text = said(self.context.marks.numbers[where])
                wide, high = badge_size(text, size)
                x, y = self._inside(hex)
                y -= self.side * (0.44 if self.side > ROOMY else 0.16)
                x = min(max(x, wide / 2 + 6), part.width - wide / 2 - 6)
                y = min(max(y, high / 2 + 6), part.height - high / 2 - 6)
                number_badge(part, (x, y), text, size, chosen=where in self.context.marks.chosen)


def _ring(*, chosen: bool) -> tuple[Ring, ...]:
    """What may be picked has a ring, dark within, so that no owner's edge goes over into it."""
    inner = 0.92 if chosen else 0.945
    return Ring(BRASS_LIGHT if chosen else BRASS, (1.0, inner)), Ring(NIGHT, (inner, inner - 0.02))


def _is_whole(part: Image.Image, at: Point, half: tuple[float, float]) -> bool:
    """Whether something around a point, so wide and high to each side, would not be cut off."""
    (x, y), (across, up) = at, half
    return across <= x <= part.width - across and up <= y <= part.height - up


def _dashes(side: float, turned: bool) -> Image.Image:
    """The mask of a hex's broken outline."""

    def make() -> Image.Image:
        size = stamp_size(side, turned=turned)
        mask = Image.new("L", (size[0] * 2, size[1] * 2), 0)
        pen = ImageDraw.Draw(mask)
        line = corners((size[0], size[1]), side * 1.9, turned=turned)
        for (x, y), (tox, toy) in zip(line, [*line[1:], line[0]], strict=True):
            for dash in range(5):
                low, high = (dash + 0.25) / 5, (dash + 0.75) / 5
                ends = [(x + (tox - x) * share, y + (toy - y) * share) for share in (low, high)]
                pen.line(ends, fill=130, width=5)
        return mask.resize(size, Image.Resampling.BOX)

    return LAYERS.get(("eclipse dashes", round(side, 2), turned), make)


def battle_sign(size: int) -> Image.Image:
    """Crossed swords on a red disc with a white rim."""

    def make() -> Image.Image:
        made = stamp(("eclipse battle",), size, _red_disc).copy()
        inner = round(size * 0.66)
        made.alpha_composite(icon("swords", inner, INK), ((size - inner) // 2, (size - inner) // 2))
        return made

    return LAYERS.get(("eclipse swords", size), make)


def _red_disc(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.5, NIGHT)
    pen.disc(0.5, 0.5, 0.48, TEXT)
    pen.disc(0.5, 0.5, 0.39, RED)
