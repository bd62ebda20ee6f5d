"""What lies and stands in one sector of the map, set in rows: number and points, squares, ships by party, the rest."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image, ImageDraw

from rendering.eclipse.looks import NPC, seat_style
from rendering.eclipse.tokens import ARTIFACT, DISCOVERY, count_badge, ship, square, thing
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.icons import LAUREL, icon
from rendering.kit.palette import FAINT, TEXT, SeatStyle
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
WIDE = 1.36
"""The width of a row in the middle of a sector, in its sides."""


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


class Pieces:
    """Draws what is in a sector around a point of its tile; `side` is the tile's, in pixels.

    On a tile that stands on a corner the lowest rows are a little higher, to lie between two wormholes.
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
    ) -> None:
        self.foot, self.fleets = (0.505, 0.22) if turned else (0.555, 0.29)
        self.image, self.view, self.sector, self.side = image, view, sector, side
        self.x, self.y = middle
        self.tile = SECTORS[sector.id]

    def draw(self, *, star: str = "") -> None:
        """Draw all of it, and the star's name where there is room."""
        parties = parties_of(self.view, self.sector)
        if len(parties) > 1:
            # Whose ships are where matters most: all that lies there makes room for them.
            count = len(squares_of(self.sector)) + len(self._lying(0.24))
            each = max(0.18, min(0.23, WIDE / count)) if count else 0.0
            self._row([*self._square_stamps(each), *self._lying(each * 1.04)], -0.29)
            self._ships(parties)
            return
        self._squares(crowded=bool(parties))
        if star and not parties:
            self._star(star)
        self._ships(parties)
        self._row(self._lying(0.34), self.foot)

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
        kinds = ((DISCOVERY, self.sector.discovery), (MONOLITH, self.sector.monolith), (ARTIFACT, self.tile.artifact))
        signs = [thing(kind, size) for kind, there in kinds if there]
        return [mark_stamp(seat_style(self.view, self.sector.disc), max(LEAST_MARK, size)), *signs] if owned else signs

    def _row(self, stamps: list[Image.Image], down: float) -> None:
        """Stamps side by side around the middle of the tile, closer where they are many."""
        whole, room = sum(one.width for one in stamps), self.side * (WIDE if abs(down) < 0.4 else 1.04)
        gap = min(self.side * 0.03, (room - whole) / max(1, len(stamps) - 1))
        x = self.x - (whole + gap * (len(stamps) - 1)) / 2
        for one in stamps:
            place(self.image, one, (x + one.width / 2, self.y + down * self.side))
            x += one.width + gap

    def _squares(self, *, crowded: bool) -> None:
        squares = squares_of(self.sector)
        rows = 2 if not crowded and len(squares) > ONE_ROW else 1
        count = max(1, -(-len(squares) // rows))
        each = min(0.26 if crowded else 0.34, WIDE / count)
        stamps = self._square_stamps(each)
        middle = -0.26 if crowded else 0.03 if rows == 1 else -0.05
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
        type_size = max(MIN_SIZE, round(self.side * 0.25))
        disc = max(LEAST_MARK, round(self.side * 0.28)) if marked else 0
        counts = [count_badge(str(n), type_size) if n > 1 else None for _, n in ships]
        room = self.side * WIDE
        while size > 24 and self._long(size, disc, counts) > room:
            size -= 1
        x = self.x - self._long(size, disc, counts) / 2
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


def head(image: Image.Image, sector: str, middle: Point, side: float) -> None:
    """The number and the victory points of a sector, at the top of its tile."""
    size = max(MIN_SIZE, round(side * 0.25))
    laurel = round(side * 0.42) if side >= SMALL else 0
    points = str(SECTORS[sector].vp)
    number = width(sector, size, bold=True)
    gap = round(side * 0.05) if laurel else size // 3
    whole = number + gap + (laurel or width(points, size, bold=True))
    x, y = middle[0] - whole / 2, middle[1] - side * 0.57
    pen = ImageDraw.Draw(image)
    write(pen, (x, y), sector, size, TEXT, bold=True, anchor="lm")
    x += number + gap
    if laurel:
        place(image, icon("laurel", laurel), (x + laurel / 2, y))
        small = max(MIN_SIZE, round(size * 0.92))
        write(pen, (x + laurel / 2, y - laurel * 0.03), points, small, LAUREL, bold=True, anchor="mm")
    else:
        write(pen, (x, y), points, size, LAUREL, bold=True, anchor="lm")
