"""The planet as a map of hexes: what each yields, tokens, gem caches, harvesters, and the arrows at the rim.

Small on the table, in full as a part; a panel draws the hexes around a harvester alone, as large as they fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin

from PIL import Image, ImageDraw

from rendering.circadians.cards import Box
from rendering.circadians.looks import CACHE, GOOD_COLOURS, SAND, good, seat_style, sign
from rendering.circadians.marks import number, numbered
from rendering.circadians.signs import Signs, goods_signs, row, signs_size
from rendering.circadians.tokens import arrow, harvester
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.hexes import HexLayout, hex_mask, paint_hex
from rendering.kit.icons import icon
from rendering.kit.numbers import NUMBER
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, NIGHT, TEXT, WHITE, Colour, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import Pen, Point, place, stamp
from rules.circadians.components import DIRECTIONS, HexData
from rules.circadians.goods import RESOURCES, Goods
from rules.circadians.planet import CLOCKWISE, cache_open
from rules.circadians.state import CircadiansState
from rules.kernel.hexes import Hex, add

CLOSE = 110
"""From this side on a yield stands in one line in the middle, so that there is room for a number above it."""
LARGE = 72
"""The side of a hex in pixels from which on it shows everything; on smaller ones a harvester hides the yield."""
RIM = 0.42
"""Room around the map for the arrows, as a share of a hex's side."""
CORNERS = ((-0.44, -0.50), (0.44, -0.50), (-0.44, 0.50), (0.44, 0.50))
AROUND = (
    ((0.0, -0.55),),
    ((-0.36, -0.54), (0.36, -0.54)),
    ((-0.36, -0.54), (0.36, -0.54), (0.0, 0.55)),
    ((-0.36, -0.54), (0.36, -0.54), (-0.36, 0.54), (0.36, 0.54)),
)
"""Where one to four harvesters stand on a large hex, above and below its yield."""
BELOW = ((0.0, 0.60), (-0.46, 0.43), (0.46, 0.43), (-0.62, -0.36))
"""Where they stand on a hex with a number above its yield: several are smaller, so that they stay on it."""


def turned(at: Hex) -> Hex:
    """A hex of the planet as `HexLayout` takes it: there (1, 0) points north."""
    q, r = at
    return -q - r, q


def place_of(at: Hex) -> str:
    """The place of a hex in marks."""
    return f"hex:{at[0]},{at[1]}"


class PlanetMap:
    """The planet laid into a box, or some of its hexes."""

    def __init__(
        self,
        view: CircadiansState,
        context: RenderContext,
        box: Box,
        *,
        some: Iterable[Hex] = (),
        beyond: Mapping[Hex, Hex] | None = None,
        most: float = 190,
    ) -> None:
        """Lay the map; `beyond`: hexes of the other side, drawn where a way over the rim seems to lead."""
        self.view, self.context, self.box = view, context, box
        self.hexes = view.parts.planet[view.side]
        self.beyond = dict(beyond or {})
        self.shown = sorted(({*some} & {*self.hexes}) | {*self.beyond}) or sorted(self.hexes)
        left, top, right, bottom = box
        rough = HexLayout(map(turned, self.shown), box, most)
        rim = round(rough.side * RIM) if rough.side >= LARGE else 4
        self.layout = HexLayout(map(turned, self.shown), (left + rim, top + rim, right - rim, bottom - rim), most)
        self.side = self.layout.side

    def real(self, at: Hex) -> Hex:
        """The hex that is drawn at a place."""
        return self.beyond.get(at, at)

    def middle(self, at: Hex) -> Point:
        """Where the middle of a hex is in the picture."""
        return self.layout.middle(turned(at))

    def draw(self, image: Image.Image) -> None:
        """Draw the map, with what stands on it and what is marked."""
        left, top, _, _ = self.box
        base = self._base()
        image.paste(base, (left, top), base)
        standing: dict[Hex, list[int]] = {}
        for seat, one in enumerate(self.view.players):
            standing.setdefault(one.harvester, []).append(seat)
        moved = self._moved()
        for at in self.shown:
            if self.real(at) in standing:
                self._harvesters(image, at, standing[self.real(at)], moved)
        self._marks(image)

    def _moved(self) -> set[int]:
        old = self.context.before
        if not isinstance(old, CircadiansState):
            return set()
        pairs = enumerate(zip(old.players, self.view.players, strict=False))
        return {seat for seat, (one, other) in pairs if one.harvester != other.harvester}

    # The layer of what is printed, with tokens and caches.

    def _base(self) -> Image.Image:
        view = self.view
        occupied = frozenset(one.harvester for one in view.players)
        key = (
            "circadians planet", view.set, view.side, self.box, tuple(self.shown), round(self.side, 2),
            tuple(sorted(view.tokens)), tuple(sorted(view.caches.items())), occupied, tuple(self.beyond.items()),
        )  # fmt: skip
        return LAYERS.get(key, lambda: self._printed(occupied))

    def _printed(self, occupied: frozenset[Hex]) -> Image.Image:
        left, top, right, bottom = self.box
        image = Image.new("RGBA", (right - left, bottom - top), (0, 0, 0, 0))
        edge, face = hex_mask(self.side, 0.985), hex_mask(self.side, 0.94)
        for at in self.shown:
            middle = self._inner(at)
            colour = self._ground(self.hexes[self.real(at)])
            _paint(image, middle, blend(colour, WHITE, 0.28), edge)
            _paint(image, middle, colour, face)
            if self.side >= LARGE or at not in occupied:
                self._contents(image, self.real(at), middle, crowded=self.real(at) in occupied)
        for (at, direction), to in self.view.parts.arrows.items():
            seen = self.beyond.get(add(at, DIRECTIONS[direction]))
            if at in self.shown and at not in self.beyond and self.side >= LARGE and seen in {None, to}:
                self._arrow(image, at, direction, inside=seen is not None)
        return image

    def _inner(self, at: Hex) -> Point:
        x, y = self.middle(at)
        return x - self.box[0], y - self.box[1]

    def _ground(self, data: HexData) -> Colour:
        """A dark tint of what a hex yields most, by what a harvest of it is worth; caches have their own."""
        if data.corner:
            return blend(CACHE, NIGHT, 0.58)
        worth = {"water": 1, "algae": 2, "power": 3.2, "gem": 6}
        best = max(RESOURCES, key=lambda kind: getattr(data.harvest, kind) * worth[kind])
        return blend(blend(GOOD_COLOURS[best], SAND, 0.15), NIGHT, 0.66)

    def _contents(self, image: Image.Image, at: Hex, middle: Point, *, crowded: bool) -> None:
        """The yield, under it a token; of a cache its crystal, or its points once it is open."""
        data, view = self.hexes[at], self.view
        x, y = middle
        if data.corner and cache_open(view):
            size = round(self.side * 0.72)
            said = str(view.caches[data.corner])
            wide = width(said, size, bold=True)
            write(ImageDraw.Draw(image), (x - size * 0.5, y), said, size, TEXT, bold=True, anchor="mm")
            place_on(image, icon("laurel", size), (x - size * 0.5 + wide / 2 + size * 0.6, y))
            return
        if data.corner and self.side < LARGE:
            place_on(image, sign("cache", round(self.side * 1.1), blend(CACHE, WHITE, 0.5)), middle)
            return
        token = data.token if at in view.tokens else None
        kinds = [kind for kind in RESOURCES if getattr(data.harvest, kind)]
        rows = [kinds[:2], kinds[2:]] if len(kinds) > 2 else [kinds]
        if self.side < LARGE:
            rows = [[kind] for kind in kinds][:2] if len(kinds) > 1 else rows
        if crowded or self.side >= CLOSE:
            rows = [kinds]
        room = self.side * (1.62 if len(rows) == 1 else 1.5)
        rows = [found for found in rows if found]
        signs = [goods_signs(Goods(**{kind: getattr(data.harvest, kind) for kind in found})) for found in rows]
        most = max(MIN_SIZE, round(self.side * (0.52 if len(rows) == 1 else 0.44)))
        size = min(signs_size(one, round(room), most) for one in signs)
        down = -0.22 * self.side if token is not None and LARGE <= self.side < CLOSE else 0
        for index, one in enumerate(signs):
            row(image, (x, y + down + (index - (len(signs) - 1) / 2) * size * 1.06), one, size, middle=True)
        if data.corner and (self.side >= CLOSE or not crowded):
            # Beside the number where there is room for both.
            aside, up = (0.52, 0.42) if self.side >= CLOSE else (0.0, 0.60)
            spot = (x + self.side * aside, y - self.side * up)
            place_on(image, sign("cache", round(self.side * 0.46), blend(CACHE, WHITE, 0.45)), spot)
        if token is not None:
            self._token(image, goods_signs(token), middle)

    def _token(self, image: Image.Image, signs: Signs, middle: Point) -> None:
        """A token is for whoever comes first: a bright disc; where there is room it says what it brings."""
        x, y = middle
        if self.side < LARGE:
            size = round(self.side * 0.46)
            kind = signs[1]
            place_on(image, stamp(("circadians map token",), size + 6, _disc), (x + self.side * 0.62, y))
            place_on(image, good(kind.removeprefix("g:"), size), (x + self.side * 0.62, y))
            return
        size = max(MIN_SIZE, round(self.side * 0.36))
        wide = round(size * 2.0)
        box = (round(x - wide / 2), round(y + self.side * 0.30), round(x + wide / 2), round(y + self.side * 0.76))
        pen = ImageDraw.Draw(image)
        pen.rounded_rectangle(box, (box[3] - box[1]) // 2, fill=(*WHITE, 255), outline=(*INK, 255), width=3)
        row(image, (x, (box[1] + box[3]) / 2), ("+" + signs[0], *signs[1:]), size, colour=INK, middle=True)

    def _arrow(self, image: Image.Image, at: Hex, direction: str, *, inside: bool) -> None:
        """An arrow where a way leaves the map and comes back on the other side; `inside`: that hex is drawn, too."""
        x, y = self._inner(at)
        angle = pi * (CLOCKWISE.index(direction) - 1.5) / 3 if direction else 0.0
        reach = self.side * (3**0.5 / 2 + (0 if inside else 0.22))
        size = round(self.side * (0.32 if inside else 0.44))
        place_on(image, arrow(direction, size, BRASS), (x + reach * cos(angle), y + reach * sin(angle)))

    # What moves.

    def _harvesters(self, image: Image.Image, at: Hex, seats: Sequence[int], moved: set[int]) -> None:
        x, y = self.middle(at)
        if self.side >= LARGE:
            below = numbered(self.context, place_of(self.real(at)))
            size = round(self.side * (0.49 if below and len(seats) > 1 else 0.60))
            spots = BELOW if below else AROUND[min(len(seats), 4) - 1]
        elif len(seats) == 1:
            size, spots = round(self.side * 1.36), ((0.0, 0.0),)
        else:
            size = round(self.side * 0.88)
            spots = CORNERS if len(seats) > 2 else ((-0.44, 0.0), (0.44, 0.0))
        for seat, (dx, dy) in zip(seats, spots, strict=False):
            middle = (x + dx * self.side, y + dy * self.side * (1.0 if self.side >= LARGE else 0.84))
            if seat in moved:
                place(image, stamp(("circadians moved",), round(size * 1.36), _halo), middle)
            place(image, harvester(size, seat_style(seat)), middle)

    def _marks(self, image: Image.Image) -> None:
        """Rings around the hexes that may be picked, their numbers above the yield, the harvester as a ghost below."""
        marks = self.context.marks
        covered = {*self.view.tokens, *(one.harvester for one in self.view.players)}
        for at in self.shown:
            where = place_of(self.real(at))
            if where not in marks.legal and where not in marks.chosen:
                continue
            picked = where in marks.chosen
            mask = hex_mask(self.side, 0.99, 0.88 if picked else 0.92)
            paint_hex(image, self.middle(at), BRASS_LIGHT if picked else BRASS, mask)
            x, y = self.middle(at)
            if numbered(self.context, where):
                number(image, self.context, (x, y - self.side * 0.58), where, min(NUMBER, round(self.side * 0.5)))
            if self.context.reader is not None and self.side >= LARGE and self.real(at) not in covered:
                spirit = harvester(round(self.side * 0.5), seat_style(self.context.reader), ghost=True)
                place(image, spirit, (x, y + self.side * 0.56))


def place_on(image: Image.Image, one: Image.Image, middle: Point) -> None:
    """Lay a stamp on a layer that itself is clear, around a point."""
    at = (round(middle[0] - one.width / 2), round(middle[1] - one.height / 2))
    image.alpha_composite(one, (max(0, at[0]), max(0, at[1])))


def _paint(image: Image.Image, middle: Point, colour: Colour, mask: Image.Image) -> None:
    at = (round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2))
    image.paste((*colour, 255), at, mask)


def _disc(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.5, WHITE)
    pen.disc(0.5, 0.5, 0.44, INK)


def _halo(pen: Pen) -> None:
    pen.disc(0.5, 0.5, 0.5, BRASS)
    pen.disc(0.5, 0.5, 0.42, None)
