"""The map: sectors, planets, what every seat has on them, what changed and what may be picked; and the map alone.

What never moves (hexes, planets, names of places) is one kept layer; the rest is laid over it as stamps.
"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from rendering.gaia.changes import changed_places
from rendering.gaia.federations import draw_federations
from rendering.gaia.ground import HEX, HEX_PLANET, draw_ground
from rendering.gaia.looks import ball_behind, letter_ink, planet_ball, planet_letters, seat_style
from rendering.gaia.signs import row
from rendering.gaia.tokens import FORMER, SATELLITE, SPACE_STATION, token
from rendering.gaia.widgets import RADIUS, seat_line
from rendering.kit.background import background, starless
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write
from rendering.kit.hexes import HEX_HEIGHT, HexLayout, hex_mask, paint_hex
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, INK, LINE, LINE_HIGH, PANEL, TEXT, Colour, blend, rgb
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_edge
from rendering.kit.shapes import Point, outline, panel, place
from rules.gaia.components import MINE, SPACE, TRANSDIM
from rules.gaia.counts import power_value
from rules.gaia.galaxy import planet
from rules.gaia.scoring import points
from rules.gaia.state import GaiaState
from rules.kernel.hexes import Hex
from rules.kernel.text import T

QUIET = rgb("#74869f")
"""Names of places where nothing is."""
LABEL = MIN_SIZE

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 16, 8
HEAD = 84
"""The height of what is over the map alone."""


def hex_place(place: str) -> str:
    """The place of a hex in marks."""
    return f"hex:{place}"


def draw_map(view: GaiaState, context: RenderContext) -> Image.Image:
    """Draw the map under a line of seats."""
    image = background((WIDE, HIGH), context.seed)
    seats = view.turn_order()
    wide = (WIDE - 2 * MARGIN + GAP) // len(seats)
    for index, seat in enumerate(seats):
        x = MARGIN + index * wide
        cell = (x, MARGIN, x + wide - GAP, HEAD)
        panel(image, cell, PANEL, RADIUS)
        if seat in context.waiting:
            outline(image, cell, BRASS, 4, RADIUS)
        seat_edge(image, seat_style(view, seat), (x + 4, MARGIN + 8, x + 12, HEAD - 8))
        seat_line(image, view, seat, context, (x + 22, MARGIN + 2, cell[2] - 130, HEAD - 2), size=48)
        row(image, (cell[2] - 126, (MARGIN + HEAD) // 2), ("i:laurel", str(points(view)[seat])), GLANCE)
    map_in_full(image, view, context)
    return image


def map_in_full(image: Image.Image, view: GaiaState, context: RenderContext, seat: int = 0) -> None:
    """Draw the map with every place named under a head; say so where it is not laid yet."""
    box = (MARGIN, HEAD + GAP, WIDE - MARGIN, HIGH - MARGIN)
    if view.spaces:
        Map(image, view, context, box, full=True, seat=seat).draw()
        return
    said = context.words.say(T("The map is laid out once everybody has a faction."))
    write(ImageDraw.Draw(image), (WIDE / 2, HIGH / 2), said, 40, FAINT, anchor="mm")


class Map:
    """The map of a view, drawn into a box (left, top, right, bottom).

    `full` names every place and says what structures are worth; the table at a glance has larger planets instead.
    `seat` is whose ghost pieces stand on chosen places.
    """

    def __init__(
        self,
        image: Image.Image,
        view: GaiaState,
        context: RenderContext,
        box: tuple[int, int, int, int],
        *,
        full: bool,
        seat: int = 0,
    ) -> None:
        self.image, self.view, self.context, self.box, self.full = image, view, context, box, full
        self.seat = seat
        self.hexes: dict[str, Hex] = {space.name: (space.q, space.r) for space in view.spaces}
        self.layout = HexLayout(self.hexes.values(), box)
        self.side = self.layout.side
        self.letters = planet_letters(context.words.language)
        # Where no place is named there is more room.
        self.ball = round(self.side * (1.20 if full else 1.46))
        self.token = round(self.side * (1.0 if full else 1.34))
        self.rise = self.side * (0.17 if full else 0.0)
        crossed = {name for one in view.players for name in one.federated}
        crossed |= {name for name in self.hexes if hex_place(name) in context.marks.chosen}
        marks = context.marks.legal | context.marks.chosen
        self.changed = set() if marks else changed_places(view, context)
        # Names that lines or a mark are drawn across: they are written once more above these.
        self.plated = crossed if full else set()
        # Planets whose letters a ring, a halo or a line covers: these are written once more, too.
        covered = self.plated | self.changed | {name for name in self.hexes if hex_place(name) in marks}
        self.ringed = {name for name in covered if planet(view, name) != SPACE}

    def draw(self) -> None:
        """Draw it."""
        left, top = self.box[:2]
        layer = LAYERS.get(
            (
                "gaia map",
                self.view.spaces,
                self.box,
                self.image.size,
                self.full,
                self.context.words.language,
                self.context.seed,
            ),
            self._base,
        )
        self.image.paste(layer, (left, top))
        for name in (*self.view.gaia, self.view.lost):
            if name:
                self._planet(self.image, name, planet(self.view, name), anew=True)
        for name in sorted(self.changed):
            self._halo(name)
        draw_federations(self.image, self.view, self.layout, self.hexes.values())
        for name in self.hexes:
            self._pieces(name)
        self._marks()
        for name in sorted(self.plated):
            self._named(name)
        for name in sorted(self.ringed) if self.full else ():
            self._letters(self.image, name, planet(self.view, name), plate=name in self.plated)

    def middle(self, name: str) -> Point:
        """Where the middle of a place is."""
        return self.layout.middle(self.hexes[name])

    def heart(self, name: str) -> Point:
        """Where a planet or what stands on a place is: a little above the middle, to leave room for the name."""
        x, y = self.middle(name)
        return x, y - self.rise

    # The layer that is kept

    def _base(self) -> Image.Image:
        left, top = self.box[:2]
        whole = starless(self.image.size)
        draw_ground(whole, self.view.spaces, self.layout, self.hexes.values())
        layer = whole.crop(self.box)
        self._stars(layer)
        for space in self.view.spaces:
            if space.name.endswith("C"):
                x, y = self.layout.middle((space.q, space.r))
                at = (x - left, y - top - self.rise)
                tint = blend(HEX, LINE_HIGH, 0.75)
                write(
                    ImageDraw.Draw(layer), at, str(space.sector), round(self.side * 0.95), tint, bold=True, anchor="mm"
                )
            if space.planet != SPACE:
                self._planet(layer, space.name, space.planet, (left, top))
            elif self.full:
                self._label(layer, space.name, QUIET, (left, top))
        return layer

    def _stars(self, layer: Image.Image) -> None:
        chance = Random(self.context.seed)
        left, top, _, _ = self.box
        for space in self.view.spaces:
            x, y = self.layout.middle((space.q, space.r))
            for _ in range(2):
                angle, far, bright = chance.uniform(0, 2 * pi), chance.uniform(0, 0.75), chance.random()
                spot = (round(x - left + self.side * far * cos(angle)), round(y - top + self.side * far * sin(angle)))
                reach = 1 if bright < 0.8 else 2
                tint = blend(LINE, FAINT, bright**3)
                layer.paste(tint, (*spot, spot[0] + reach, spot[1] + reach))

    def _planet(
        self, image: Image.Image, name: str, kind: str, origin: tuple[int, int] = (0, 0), *, anew: bool = False
    ) -> None:
        """A planet with its letters, in full beside it and with its name; `anew` covers what the kept layer shows."""
        x, y = self.middle(name)
        if anew:
            paint_hex(image, (x, y), HEX_PLANET, hex_mask(self.side, 0.97))
        at = (x - origin[0], y - origin[1] - self.rise)
        place(image, planet_ball(kind, self.ball), at)
        if not self.full:
            size = max(MIN_SIZE, round(self.side * 0.84))
            write(ImageDraw.Draw(image), at, self.letters[kind], size, letter_ink(kind), bold=True, anchor="mm")
        if self.full and not (anew and name in self.plated):
            self._label(image, name, TEXT, origin)
        if self.full and not (anew and name in self.ringed):
            self._letters(image, name, kind, origin)

    def _letters(
        self, image: Image.Image, name: str, kind: str, origin: tuple[int, int] = (0, 0), *, plate: bool = False
    ) -> None:
        """The letters of a planet's type, at the right of its hex."""
        x, y = self.middle(name)
        where = (x - origin[0] + self.side * 0.74, y - origin[1] + self.side * 0.12)
        if plate:
            _plate(image, where, self.letters[kind])
        write(ImageDraw.Draw(image), where, self.letters[kind], LABEL, FAINT, anchor="mm")

    def _label(self, image: Image.Image, name: str, colour: Colour, origin: tuple[int, int]) -> None:
        x, y = self.middle(name)
        at = (x - origin[0], y - origin[1] + self.side * HEX_HEIGHT / 2 - 13)
        write(ImageDraw.Draw(image), at, name, LABEL, colour, anchor="mm")

    def _named(self, name: str) -> None:
        """The name of a place once more, over what has been drawn across it."""
        x, y = self.middle(name)
        at = (x, y + self.side * HEX_HEIGHT / 2 - 13)
        _plate(self.image, at, name)
        write(ImageDraw.Draw(self.image), at, name, LABEL, TEXT, anchor="mm")

    # What lies over it

    def _halo(self, name: str) -> None:
        # Outside of a federation's lines, not in slivers between them.
        lined = any(name in one.federated for one in self.view.players)
        inner, most = (0.94, 1.04) if lined else (0.84, 0.96)
        for share, strength in ((1.08, 60), (1.02, 110), (most, 200)):
            paint_hex(self.image, self.middle(name), BRASS, hex_mask(self.side, share, inner), strength)

    def _pieces(self, name: str) -> None:
        """Everything that stands on a place."""
        small: list[tuple[str, int]] = []
        for seat, one in enumerate(self.view.players):
            if name in one.structures:
                self._large(name, one.structures[name], seat)
                self._value(name, power_value(self.view, one, name))
            if name in one.sent_formers:
                self._large(name, FORMER, seat)
            small += [(MINE, seat)] * (name in one.guests)
            small += [(SPACE_STATION, seat)] * (name in one.stations)
            small += [(SATELLITE, seat)] * (name in one.satellites)
        if not small:
            return
        x, y = self.heart(name)
        size = round(self.side * {1: 1.0, 2: 0.84}.get(len(small), 0.76))
        spots = {1: [(0.0, 0.0)], 2: [(-0.42, 0.0), (0.42, 0.0)], 3: [(-0.38, -0.24), (0.38, -0.24), (0.0, 0.3)]}
        where = spots.get(len(small), [(-0.38, -0.27), (0.38, -0.27), (-0.38, 0.3), (0.38, 0.3)])
        if small[0][0] == MINE:
            where = [(0.52, 0.32)]
        for (kind, seat), (right, down) in zip(small, where, strict=False):
            spot = (x + right * self.side, y + down * self.side)
            place(self.image, token(kind, size, seat_style(self.view, seat)), spot)

    def _large(self, name: str, kind: str, seat: int) -> None:
        """A structure or Gaiaformer before its planet."""
        place(self.image, ball_behind(planet(self.view, name), self.ball), self.heart(name))
        place(self.image, token(kind, self.token, seat_style(self.view, seat)), self.heart(name))

    def _value(self, name: str, worth: int) -> None:
        """The power value of a structure, at the left of its hex."""
        if not self.full:
            return
        x, y = self.middle(name)
        at = (x - self.side * 0.74, y + self.side * 0.12)
        if name in self.plated:
            _plate(self.image, at, str(worth))
        write(ImageDraw.Draw(self.image), at, str(worth), LABEL + 2, BRASS_LIGHT, bold=True, anchor="mm")

    def _marks(self) -> None:
        marks = self.context.marks
        for space in self.view.spaces:
            sector = f"sector:{space.sector}"
            if sector in marks.legal or sector in marks.chosen:
                strength = 120 if sector in marks.chosen else 40
                paint_hex(self.image, self.middle(space.name), BRASS, hex_mask(self.side, 0.95), strength)
            where = hex_place(space.name)
            if where in marks.chosen:
                self._chosen(space.name)
            elif where in marks.legal:
                paint_hex(self.image, self.middle(space.name), BRASS, hex_mask(self.side, 0.99, 0.86))

    def _chosen(self, name: str) -> None:
        """A filled hex; a ghost of what may come where nothing stands yet; a check."""
        x, y = self.middle(name)
        mine = [one for one in self.view.players if name in (*one.structures, *one.sent_formers, *one.stations)]
        if not mine:
            paint_hex(self.image, (x, y), BRASS_LIGHT, hex_mask(self.side, 0.99), 150)
            kind = planet(self.view, name)
            ghost = SATELLITE if kind == SPACE else FORMER if kind == TRANSDIM else MINE
            if kind != SPACE:
                place(self.image, planet_ball(kind, self.ball), self.heart(name))
            place(self.image, token(ghost, self.token, seat_style(self.view, self.seat), ghost=True), self.heart(name))
        paint_hex(self.image, (x, y), BRASS_LIGHT, hex_mask(self.side, 1.0, 0.80))
        size = round(self.side * 0.6)
        spot = (x + self.side * 0.55, y - self.side * 0.50)
        badge = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        ImageDraw.Draw(badge).ellipse(
            (0, 0, size - 1, size - 1), fill=(*BRASS_LIGHT, 255), outline=(*INK, 255), width=2
        )
        badge.alpha_composite(icon("check", size * 3 // 5, INK), (size // 5, size // 5))
        place(self.image, badge, spot)


def _plate(image: Image.Image, at: Point, text: str) -> None:
    """The background of a label that stands over what has been drawn there."""
    x, y = at
    half = width(text, LABEL) / 2 + 4
    panel(image, (round(x - half), round(y) - 11, round(x + half), round(y) + 11), HEX, 5)
