"""What lies and stands in one sector of the map, set in rows: number and points, squares, ships by party, the rest."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.eclipse.looks import NPC, seat_style
from rendering.eclipse.tokens import ARTIFACT, DISCOVERY, count_badge, ship, square, thing
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.icons import LAUREL, icon
from rendering.kit.palette import TEXT, SeatStyle
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import Point, place
from rules.eclipse.components import ANCIENT, GCDS, MONOLITH, ORBITAL, SECTORS, SHIPS
from rules.eclipse.state import NOBODY, EclipseState, Sector

SMALL = 74
"""Sectors with shorter sides have no room for laurels."""
WIDE = 1.36
"""The width of a row in the middle of a sector, in its sides."""


def squares_of(sector: Sector) -> list[tuple[str, bool]]:
    """The squares of a sector and whether a cube is on each; an orbital's is the last."""
    printed = [(kind, index in sector.cubes) for index, kind in enumerate(SECTORS[sector.id].squares)]
    return [*printed, (ORBITAL, sector.orbital_cube)] if sector.orbital else printed


def parties_of(view: EclipseState, sector: Sector) -> list[tuple[SeatStyle, list[tuple[str, int]]]]:
    """Who has ships in a sector, and which, the controller first; Ancients and the centre's defence last."""
    seats = sorted(sector.ships, key=lambda seat: seat != sector.disc)
    found = [
        (seat_style(view, seat), [(kind, sector.ships[seat][kind]) for kind in SHIPS if kind in sector.ships[seat]])
        for seat in seats
    ]
    others = [(ANCIENT, sector.ancients)] * bool(sector.ancients) + [(GCDS, 1)] * sector.gcds
    return [*found, (NPC, others)] if others else found


class Pieces:
    """Draws what is in a sector around the middle of its tile; `side` is the tile's, in pixels."""

    def __init__(self, image: Image.Image, view: EclipseState, sector: Sector, middle: Point, side: float) -> None:
        self.image, self.view, self.sector, self.side = image, view, sector, side
        self.x, self.y = middle
        self.tile = SECTORS[sector.id]

    def draw(self) -> None:
        """Draw all of it."""
        self._head()
        parties = parties_of(self.view, self.sector)
        self._squares(crowded=bool(parties))
        self._ships(parties)
        self._foot()

    def _spot(self, right: float, down: float) -> Point:
        return self.x + right * self.side, self.y + down * self.side

    def _head(self) -> None:
        """The number and the victory points."""
        size = max(MIN_SIZE, round(self.side * 0.25))
        laurel = round(self.side * 0.42) if self.side >= SMALL else 0
        points = str(self.tile.vp)
        number = width(self.sector.id, size, bold=True)
        gap = round(self.side * 0.05) if laurel else size // 3
        whole = number + gap + (laurel or width(points, size, bold=True))
        x, y = self._spot(0, -0.55)
        x -= whole / 2
        pen = ImageDraw.Draw(self.image)
        write(pen, (x, y), self.sector.id, size, TEXT, bold=True, anchor="lm")
        x += number + gap
        if laurel:
            place(self.image, icon("laurel", laurel), (x + laurel / 2, y))
            small = max(MIN_SIZE, round(size * 0.92))
            write(pen, (x + laurel / 2, y - laurel * 0.03), points, small, LAUREL, bold=True, anchor="mm")
        else:
            write(pen, (x, y), points, size, LAUREL, bold=True, anchor="lm")

    def _squares(self, *, crowded: bool) -> None:
        squares = squares_of(self.sector)
        if not squares:
            return
        rows = [squares]
        if not crowded and len(squares) > 4:
            half = (len(squares) + 1) // 2
            rows = [squares[:half], squares[half:]]
        most = 0.27 if crowded else 0.34
        each = min(most, WIDE / max(len(row) for row in rows) * 0.94)
        size = round(self.side * each * 0.94)
        middle = -0.19 if crowded else 0.02
        for line, row in enumerate(rows):
            down = middle + (line - (len(rows) - 1) / 2) * each * 1.08
            for index, (kind, full) in enumerate(row):
                right = (index - (len(row) - 1) / 2) * each
                place(self.image, square(kind, size, full=full), self._spot(right, down))

    def _ships(self, parties: list[tuple[SeatStyle, list[tuple[str, int]]]]) -> None:
        if not parties:
            return
        high = {1: 0.50, 2: 0.36}.get(len(parties), 0.52 / len(parties))
        owner = seat_style(self.view, self.sector.disc) if self.sector.disc != NOBODY else None
        for line, (style, ships) in enumerate(parties):
            down = 0.20 + (line - (len(parties) - 1) / 2) * high
            self._party(style, ships, down, high, marked=bool(style.mark) and style != owner)

    def _party(self, style: SeatStyle, ships: list[tuple[str, int]], down: float, high: float, *, marked: bool) -> None:
        """A party's ships in a row with how many there are of each, behind its mark where that is not the tile's."""
        size = round(self.side * high)
        type_size = max(MIN_SIZE, round(self.side * 0.25))
        disc = max(26, round(self.side * 0.28)) if marked else 0
        counts = [count_badge(str(n), type_size) if n > 1 else None for _, n in ships]
        room = self.side * WIDE
        while size > 24 and self._long(size, disc, counts) > room:
            size -= 1
        x = self.x - self._long(size, disc, counts) / 2
        y = self.y + down * self.side
        if disc:
            seat_disc(self.image, style, (x + disc / 2, y), disc)
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

    def _foot(self) -> None:
        """Whose the sector is, and what lies in it."""
        sector = self.sector
        size = max(26, round(self.side * 0.34))
        signs: list[Image.Image | None] = [None] if sector.disc != NOBODY else []
        kinds = ((DISCOVERY, sector.discovery), (MONOLITH, sector.monolith), (ARTIFACT, self.tile.artifact))
        signs += [thing(kind, size) for kind, there in kinds if there]
        step = min(size * 1.04, self.side * 0.94 / max(1, len(signs)))
        for index, sign in enumerate(signs):
            at = (self.x + (index - (len(signs) - 1) / 2) * step, self.y + self.side * 0.62)
            if sign is None:
                seat_disc(self.image, seat_style(self.view, sector.disc), at, size)
            else:
                place(self.image, sign, at)
