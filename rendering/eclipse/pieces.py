"""What lies and stands in one sector of the map, set in rows: number and points, squares, ships by party, the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from PIL import Image, ImageDraw

from rendering.eclipse.layout import HALF_HEIGHT
from rendering.eclipse.looks import NPC, seat_style
from rendering.eclipse.tokens import ARTIFACT, DISCOVERY, count_badge, ship, square, thing
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.icons import LAUREL, icon
from rendering.kit.numbers import MIN_NUMBER, NUMBER, badge_size, number_badge
from rendering.kit.palette import FAINT, TEXT, Colour, SeatStyle
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import Point, place, rounded
from rules.eclipse.components import ANCIENT, GCDS, MONOLITH, ORBITAL, SECTORS, SHIPS
from rules.eclipse.state import NOBODY, EclipseState, Sector

Party: TypeAlias = tuple[SeatStyle, list[tuple[str, int]]]
"""Whose ships they are, and how many there are of each type."""
ONE_ROW = 4
"""More squares take two rows where there is room."""
LEAST_MARK = 29
"""On a smaller disc the letter of a seat could not be read in full size."""
NAMED = 95
"""Sectors with shorter sides have no room for the name of their star."""
SMALL = 74
"""Sectors with shorter sides have no room for laurels."""
WIDE, FOOT = 1.36, 1.04
"""The widths of a row in the middle of a sector, and at its foot, in its sides."""
ASIDE = 0.74
"""How far a row reaches to the side that is moved aside."""
BRIEF = 100
"""Sectors with shorter sides are drawn for a glance in the whole galaxy: few things, and those large."""
BRIEF_HEAD, BRIEF_UP, BRIEF_FOOT = 0.52, 0.47, 0.54
"""The size of the number of a sector for a glance, how far it is above the middle, and the foot below, in sides."""
ROOMY = 150
"""Sectors with shorter sides get smaller numbers to choose by."""
Taken: TypeAlias = tuple[float, float, float, float]
"""A box of the picture in which something stands already: left, top, right, bottom."""


def squares_of(sector: Sector) -> list[tuple[str, bool]]:
    """The squares of a sector and whether a cube is on each; an orbital's is the last."""
    printed = [(kind, index in sector.cubes) for index, kind in enumerate(SECTORS[sector.id].squares)]
    return [*printed, (ORBITAL, sector.orbital_cube)] if sector.orbital else printed


def parties_of(view: EclipseState, sector: Sector) -> list[Party]:
    """Who has ships in a sector, and which, the controller first; Ancients and the centre's defence last."""
    seats = sorted(sector.ships, key=lambda seat: seat != sector.disc)
    found = [
        (seat_style(view, seat), [(kind, sector.ships[seat][kind]) for kind in SHIPS if kind in sector.ships[seat]])
        for seat in seats
    ]
    others = [(ANCIENT, sector.ancients)] * bool(sector.ancients) + [(GCDS, 1)] * sector.gcds
    return [*found, (NPC, others)] if others else found


@dataclass(frozen=True)
class Extra:
    """What a choice adds to a sector. Its own pieces make room, so that nothing lies over anything.

    `number` is what picks it, `sign` what would come of that: both stand in corners. `lying` comes before what lies
    there; `lifted` is a disc that would leave. `ships` are the numbers of the types of ships of `seat`.
    """

    number: str = ""
    chosen: bool = False
    sign: Image.Image | None = None
    lying: tuple[Image.Image, ...] = ()
    lifted: bool = False
    seat: int = NOBODY
    ships: Mapping[str, str] = field(default_factory=dict)


NOTHING = Extra()


def number_size(side: float) -> int:
    """The size of the type of numbers in sectors."""
    return NUMBER if side > ROOMY else MIN_NUMBER


class Nook:
    """Where things stand in the two corners of a sector in which nothing else does: left and right, or above them."""

    def __init__(self, middle: Point, side: float, *, turned: bool) -> None:
        self.middle, self.side, self.turned = middle, side, turned

    def at(self, size: tuple[int, int], *, right: bool) -> Point:
        """The middle of a thing with round ends that is wholly within the sector, as far out as it can be."""
        (x, y), (wide, high) = self.middle, size
        # As far from both edges that meet there as its end is round, with the keyline of badges and a ring around.
        far = self.side - (high / 2 + 4 + 0.05 * self.side) / HALF_HEIGHT
        way = 1 if right else -1
        across, down = (HALF_HEIGHT, -0.5) if self.turned else (1.0, 0.0)
        return x + way * (far * across - max(0, wide - high) / 2), y + far * down

    def taken(self, extra: Extra) -> list[Taken]:
        """The boxes that the corners take of a sector."""
        found = []
        for size, right in (
            (badge_size(extra.number, number_size(self.side)) if extra.number else None, False),
            (extra.sign.size if extra.sign else None, True),
        ):
            if size is not None:
                x, y = self.at(size, right=right)
                wide, high = size[0] / 2 + 8, size[1] / 2 + 4
                found.append((x - wide, y - high, x + wide, y + high))
        return found


def room(middle: Point, side: float, taken: Sequence[Taken], rows: tuple[float, float], wide: float) -> Point:
    """From where to where things may stand in a sector between two heights, beside what is taken of it."""
    left, right = middle[0] - side * wide / 2, middle[0] + side * wide / 2
    if taken:
        # Rows are moved aside, and may come a little nearer to the other edge for it.
        left, right = middle[0] - side * ASIDE, middle[0] + side * ASIDE
        for one in taken:
            if one[1] < rows[1] and rows[0] < one[3]:
                left, right = (max(left, one[2]), right) if one[0] < middle[0] else (left, min(right, one[0]))
    return left, right


class Pieces:
    """Draws what is in a sector around a point of its tile; `side` is the tile's, in pixels.

    On a tile that stands on a corner the lowest rows are a little higher, to lie between two wormholes. `taken` are
    boxes in which something else stands. `brief` is for a glance: whose it is, its ships and its number are large, and
    what they leave no room for is not drawn.
    """

    def __init__(
        self,
        image: Image.Image,
        view: EclipseState,
        sector: Sector,
        middle: Point,
        side: float,
        *,
        turned: bool = False,
        extra: Extra = NOTHING,
        taken: Sequence[Taken] = (),
        brief: bool = False,
    ) -> None:
        self.foot, self.fleets = (0.505, 0.22) if turned else (0.555, 0.29)
        self.brief = brief
        self.image, self.view, self.sector, self.side = image, view, sector, side
        self.middle, self.extra, self.taken = middle, extra, taken
        self.x, self.y = middle
        self.tile = SECTORS[sector.id]

    def draw(self, *, star: str = "") -> None:
        """Draw all of it, and the star's name where there is room."""
        parties = parties_of(self.view, self.sector)
        if self.extra.ships:
            self._to_choose(parties)
            return
        if self.brief:
            self._at_a_glance(parties)
            return
        if len(parties) > 1:
            # Whose ships are where matters most: all that lies there makes room for them.
            left, right = self._room(-0.29, 0.23)
            count = len(squares_of(self.sector)) + len(self._lying(0.24))
            more = sum(one.width for one in self.extra.lying)
            each = max(0.13, min(0.23, (right - left - more) / self.side / count)) if count else 0.0
            self._row([*self._square_stamps(each), *self.extra.lying, *self._lying(each * 1.04)], -0.29)
            self._ships(parties)
            return
        self._squares(crowded=bool(parties))
        if star and not parties:
            self._star(star)
        self._ships(parties)
        left, right = self._room(self.foot, 0.34, FOOT)
        more, count = sum(one.width for one in self.extra.lying), len(self._lying(0.34))
        each = min(0.34, (right - left - more) / self.side / count) if count else 0.0
        self._row([*self.extra.lying, *self._lying(each)], self.foot, FOOT)

    def _at_a_glance(self, parties: list[Party]) -> None:
        """The ships large, or else the squares in one row; below them whose it is, and what lies there."""
        if not parties:
            squares = squares_of(self.sector)
            self._row(self._square_stamps(min(0.36, WIDE / len(squares))) if squares else [], 0.05)
        high = {1: 0.58, 2: 0.42}.get(len(parties), 0.86 / max(1, len(parties)))
        middle = 0.05 if len(parties) < 2 else 0.20
        owner = seat_style(self.view, self.sector.disc) if self.sector.disc != NOBODY else None
        for line, (style, ships) in enumerate(parties):
            down = middle + (line - (len(parties) - 1) / 2) * high
            self._party(style, ships, down, high, marked=bool(style.mark) and (len(parties) > 1 or style != owner))
        if len(parties) < 2:
            self._row(self._lying(0.32), BRIEF_FOOT, FOOT)

    def _room(self, down: float, high: float, wide: float = WIDE) -> Point:
        """From where to where a row may go that is so far below the middle and so high, both in sides."""
        y = self.y + down * self.side
        half = high * self.side / 2
        return room(self.middle, self.side, self.taken, (y - half, y + half), wide)

    def _to_choose(self, parties: list[Party]) -> None:
        """The ships of a seat by type, each over its number; whatever else is there in one row above them."""
        own = seat_style(self.view, self.extra.seat)
        ships = [ships for style, ships in parties if style == own]
        others: list[Image.Image] = []
        size = max(LEAST_MARK, round(self.side * 0.24))
        for style, theirs in parties:
            if style != own:
                others += [mark_stamp(style, size)] * bool(style.mark) + [ship(kind, size, style) for kind, _ in theirs]
        self._row([*others, *self._lying(0.24)], -0.26)
        number = number_size(self.side)
        wide = max(badge_size(text, number)[0] for text in self.extra.ships.values()) + 14
        high = badge_size("0", number)[1]
        size = min(round(self.side * 0.40), wide + 20)
        shown = ships[0] if ships else []
        wide = max(wide, size)
        x = self.x - wide * (len(shown) - 1) / 2
        top = self.y - self.side * 0.10
        for kind, n in shown:
            place(self.image, ship(kind, size, own), (x, top + size / 2))
            if n > 1:
                count = count_badge(str(n), max(MIN_SIZE, round(self.side * 0.2)))
                place(self.image, count, (x + size * 0.42, top + size * 0.24))
            if kind in self.extra.ships:
                number_badge(self.image, (x, top + size + high / 2 + 6), self.extra.ships[kind], number)
            x += wide

    def _star(self, star: str) -> None:
        """The name of the star under the number, where it has room uncut."""
        size = max(MIN_SIZE, round(self.side * 0.15))
        if self.side >= NAMED and len(squares_of(self.sector)) <= ONE_ROW and width(star, size) <= self.side * 1.3:
            at = (self.x, self.y - self.side * 0.31)
            write(ImageDraw.Draw(self.image), at, star, size, FAINT, anchor="mm")

    def _square_stamps(self, each: float) -> list[Image.Image]:
        """The squares as stamps, which take `each` of a side across."""
        size = max(14, round(self.side * each * 0.92))
        return [square(kind, size, full=full) for kind, full in squares_of(self.sector)]

    def _lying(self, each: float) -> list[Image.Image]:
        """Whose the sector is, and what lies in it, as stamps."""
        size = max(24, round(self.side * each))
        # Where several parties meet, the controller's ships have its mark before them.
        owned = self.sector.disc != NOBODY and (each > 0.3 or self.sector.disc not in self.sector.ships)
        owned = owned and not self.extra.lifted
        kinds = ((DISCOVERY, self.sector.discovery), (MONOLITH, self.sector.monolith), (ARTIFACT, self.tile.artifact))
        signs = [thing(kind, size) for kind, there in kinds if there]
        mark = max(LEAST_MARK, round(self.side * 0.44) if self.brief else size)
        return [mark_stamp(seat_style(self.view, self.sector.disc), mark), *signs] if owned else signs

    def _row(self, stamps: list[Image.Image], down: float, wide: float = WIDE) -> None:
        """Stamps side by side around the middle of the tile or beside what is taken, closer where they are many."""
        if not stamps:
            return
        whole = sum(one.width for one in stamps)
        left, right = self._room(down, max(one.height for one in stamps) / self.side, wide)
        gap = min(self.side * 0.03, (right - left - whole) / max(1, len(stamps) - 1))
        long = whole + gap * (len(stamps) - 1)
        x = self._start(long, left, right)
        for one in stamps:
            place(self.image, one, (x + one.width / 2, self.y + down * self.side))
            x += one.width + gap

    def _start(self, long: float, left: float, right: float) -> float:
        """Where something begins that is as near to the middle as there is room."""
        return max(left, min(self.x - long / 2, right - long))

    def _squares(self, *, crowded: bool) -> None:
        squares = squares_of(self.sector)
        rows = 2 if not crowded and len(squares) > ONE_ROW else 1
        count = max(1, -(-len(squares) // rows))
        middle = -0.26 if crowded else 0.03 if rows == 1 else -0.05
        most = 0.26 if crowded else 0.34
        left, right = self._room(middle, most * rows)
        each = min(most, (right - left) / self.side / count)
        stamps = self._square_stamps(each)
        for line in range(rows):
            down = middle + (line - (rows - 1) / 2) * each * 1.08
            self._row(stamps[line * count : (line + 1) * count], down)

    def _ships(self, parties: list[Party]) -> None:
        """The ships, a row for each party; a party is marked where somebody else might be meant."""
        high = {1: 0.50, 2: 0.44, 3: 0.31}.get(len(parties), 0.93 / max(1, len(parties)))
        middle = 0.12 if len(parties) < 2 else self.fleets
        owner = seat_style(self.view, self.sector.disc) if self.sector.disc != NOBODY else None
        for line, (style, ships) in enumerate(parties):
            down = middle + (line - (len(parties) - 1) / 2) * high
            self._party(style, ships, down, high, marked=bool(style.mark) and (len(parties) > 1 or style != owner))

    def _party(self, style: SeatStyle, ships: list[tuple[str, int]], down: float, high: float, *, marked: bool) -> None:
        """A party's ships in a row with how many there are of each, behind its mark where that is not the tile's."""
        size = round(self.side * high)
        types, discs = (0.46, 0.44) if self.brief else (0.25, 0.28)
        left, right = self._room(down, high * 0.9)
        if self.brief and len(ships) > 1:  # Where there are many, none of them leaves no room for another.
            types, discs = 0.34, 0.34
        type_size = max(MIN_SIZE, round(self.side * types))
        disc = max(LEAST_MARK, round(self.side * discs)) if marked else 0
        counts = [count_badge(str(n), type_size) if n > 1 else None for _, n in ships]
        while size > 24 and self._long(size, disc, counts) > right - left:
            size -= 1
        x = self._start(self._long(size, disc, counts), left, right)
        y = self.y + down * self.side
        if disc:
            place(self.image, mark_stamp(style, disc), (x + disc / 2, y))
            x += disc
        for (kind, _), count in zip(ships, counts, strict=True):
            place(self.image, ship(kind, size, style), (x + size / 2, y))
            x += size
            if count:
                x -= size * 0.12
                place(self.image, count, (x + count.width / 2, y + size * 0.16))
                x += count.width

    @staticmethod
    def _long(size: int, disc: int, counts: list[Image.Image | None]) -> float:
        return disc + sum(size + (count.width - size * 0.12 if count else 0) for count in counts)


def mark_stamp(style: SeatStyle, size: int) -> Image.Image:
    """The mark of a seat as a stamp."""

    def make() -> Image.Image:
        made = Image.new("RGB", (size, size), style.colour)
        seat_disc(made, style, (size / 2, size / 2), size)
        made.putalpha(rounded((size, size), size // 2))
        return made

    return LAYERS.get(("eclipse mark", style, size), make)


@dataclass(frozen=True)
class Head:
    """What stands at the top of a sector, beside what is `taken` of it; `least` is the smallest size of its type."""

    sector: str
    taken: tuple[Taken, ...] = ()
    least: int = MIN_SIZE
    edge: Colour | None = None


def brief_head(image: Image.Image, sector: str, middle: Point, side: float, edge: Colour | None = None) -> None:
    """The number of a sector for a glance, in the upper half of its tile."""
    at, size = (middle[0], middle[1] - side * BRIEF_UP), round(side * BRIEF_HEAD)
    write(ImageDraw.Draw(image), at, sector, size, TEXT, bold=True, anchor="mm", edge=edge)


def head(image: Image.Image, shown: Head, middle: Point, side: float) -> None:
    """The number and the victory points of a sector, at the top of its tile."""
    sector, taken = shown.sector, shown.taken
    size = max(shown.least, round(side * 0.25))
    y = middle[1] - side * 0.57
    laurel = round(side * 0.42) if side >= SMALL else 0
    points = str(SECTORS[sector].vp)
    number = width(sector, size, bold=True)
    left, right = room(middle, side, taken, (y - size / 2, y + size / 2), WIDE)
    gap = round(side * 0.05) if laurel else size // 3
    if number + gap + laurel > right - left:
        laurel, gap = 0, size // 3
    whole = number + gap + (laurel or width(points, size, bold=True))
    x = max(left, min(middle[0] - whole / 2, right - whole))
    pen = ImageDraw.Draw(image)
    write(pen, (x, y), sector, size, TEXT, bold=True, anchor="lm", edge=shown.edge)
    x += number + gap
    if laurel:
        place(image, icon("laurel", laurel), (x + laurel / 2, y))
        small = max(MIN_SIZE, round(size * 0.92))
        write(pen, (x + laurel / 2, y - laurel * 0.03), points, small, LAUREL, bold=True, anchor="mm")
    else:
        write(pen, (x, y), points, size, LAUREL, bold=True, anchor="lm")
