"""The map of a panel: the part of it that the choice is about, as large as it fits, and the numbers of its places.

Names of places are left out, so that planets and structures can be large. Everything is laid on as stamps of few
sizes: each choice shows another part, and none is worth keeping.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.gaia.badges import Disc, spread
from rendering.gaia.changes import changed_places
from rendering.gaia.federations import draw_federations, tints
from rendering.gaia.ground import draw_ground, draw_line
from rendering.gaia.inset import draw_inset, inset_box
from rendering.gaia.looks import ball_behind, letter_ink, planet_ball, planet_letters, seat_style
from rendering.gaia.tokens import FORMER, SATELLITE, SPACE_STATION, token
from rendering.gaia.values import RINGS, power_values
from rendering.gaia.widgets import Box
from rendering.kit.fonts import MIN_SIZE, write
from rendering.kit.hexes import HEX_HEIGHT, HexLayout, hex_mask, paint_hex
from rendering.kit.icons import VIOLET
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import Point, panel, place
from rules.gaia.components import MINE, SPACE
from rules.gaia.federation import touching
from rules.gaia.galaxy import galaxy, planet
from rules.gaia.state import GaiaState
from rules.kernel.hexes import Hex, within

MOST = 124
"""The largest side of a hex: beyond it a choice gains less than the sight of what lies around."""
LARGE = 84
"""From this side on a number has room below a planet in its hex."""
WIDER = 1.2
"""How much larger hexes must become for a part of the map to be shown instead of the whole."""
CORNERS = ((-0.62, -0.8), (0.62, -0.8), (-0.98, 0.0), (0.98, 0.0), (-0.62, 0.8), (0.62, 0.8))
CLOSE_CORNERS = ((-0.56, -0.44), (0.56, -0.44))
"""Where a power value may stand, the best first, in sides from the planet; where hexes are large, on its edge."""


@dataclass(frozen=True)
class Window:
    """What a panel's map shows: hexes laid into a box, and whether these are all."""

    layout: HexLayout
    whole: bool


def window(view: GaiaState, focus: Iterable[str], box: Box, rings: int = 1) -> Window:
    """Choose the part of the map around some places; all of it where there are none or they lie all over it."""
    spaces = galaxy(view).spaces
    everything = [(space.q, space.r) for space in view.spaces]
    entire = HexLayout(everything, box)
    wanted = {hex for name in focus if name in spaces for hex in within((spaces[name].q, spaces[name].r), rings)}
    if not wanted:
        return Window(entire, whole=True)
    # Sides in steps, so that stamps of the same size serve again.
    side = int(min(HexLayout(wanted, box).side, MOST)) // 4 * 4
    if side < entire.side * WIDER:
        return Window(entire, whole=True)
    return Window(_filled(HexLayout(wanted, box, most=side), wanted, everything, box), whole=False)


def _filled(layout: HexLayout, wanted: Iterable[Hex], everything: Iterable[Hex], box: Box) -> HexLayout:
    """Move the hexes that are wanted within a box, so that as little of it as may be lies beyond the map."""
    kept, places = [layout.middle(hex) for hex in wanted], [layout.middle(hex) for hex in everything]
    moves = []
    for axis, reach in ((0, layout.side), (1, layout.side * HEX_HEIGHT / 2)):
        low, high = box[axis], box[axis + 2]
        first, last = min(one[axis] for one in kept) - reach, max(one[axis] for one in kept) + reach
        start, end = min(one[axis] for one in places) - reach, max(one[axis] for one in places) + reach
        after, before = min(high - end, high - last, low - start), min(start - low, first - low, end - high)
        moves.append(round(max(0, after) - max(0, before)))
    across, down = moves
    moved = (box[0] + across, box[1] + down, box[2] + across, box[3] + down)
    return HexLayout(wanted, moved, most=layout.side)


class Closeup:
    """The map of a view in a box, for what one seat is asked."""

    def __init__(self, image: Image.Image, view: GaiaState, seat: int, context: RenderContext, box: Box) -> None:
        self.image, self.view, self.seat, self.context, self.box = image, view, seat, context, box
        marks = context.marks
        self.names = {(space.q, space.r): space.name for space in view.spaces}
        self.hexes: dict[str, Hex] = {name: hex for hex, name in self.names.items()}
        self.offered = {_name(place): said(marks.numbers.get(place, ())) for place in sorted(marks.legal)}
        self.offered = {name: text for name, text in self.offered.items() if name in self.hexes}
        self.chosen = [_name(place) for place in (*marks.so_far, *sorted(marks.chosen)) if _name(place) in self.hexes]
        # All places of what comes with an offered one are ringed; only that one has the number.
        self.ringed = set(self.offered)
        if marks.kind == "federation":
            self.ringed.update(other for name in self.offered for other in touching(view, seat, name))
        self.sectors = {
            int(place.partition(":")[2]): said(marks.numbers.get(place, ()))
            for place in marks.legal
            if place.startswith("sector:")
        }
        # What a structure becomes where one is chosen already.
        self.becomes = next((one.partition(":")[2] for one in marks.so_far if one.startswith("structure:")), "")
        # Satellites go beside what they connect; the far ends of it need not be seen.
        focus = set(self.offered) if marks.kind == "route" else {*self.ringed, *self.chosen}
        self.changed = changed_places(view, context)
        if marks.kind == "finish" and not focus:
            focus = self.changed  # what the seat has done in this turn
        shown = window(view, focus, box, RINGS.get(marks.kind, 1))
        self.layout, self.whole = shown.layout, shown.whole
        self.side = self.layout.side
        self.close = self.side >= LARGE
        self.shown = [hex for name, hex in self.hexes.items() if self._inside(hex)]
        self.needed: list[Disc] = []
        self.styles = [seat_style(view, one) for one in range(len(view.players))]
        # What stands where: as large as a planet, and beside it or in empty space.
        self.large: dict[str, list[tuple[str, int]]] = {}
        self.small: dict[str, list[tuple[str, int]]] = {}
        for owner, one in enumerate(view.players):
            for pieces, places, kind in (
                (self.large, one.sent_formers, FORMER),
                (self.small, one.guests, MINE),
                (self.small, one.stations, SPACE_STATION),
                (self.small, one.satellites, SATELLITE),
            ):
                for name in places:
                    pieces.setdefault(name, []).append((kind, owner))
            for name, kind in one.structures.items():
                self.large[name] = [(kind, owner)]
        me = view.players[seat]
        self.own = [name for name in me.places() if name in self.hexes]
        self.values = power_values(view, seat, context)

    def _inside(self, hex: Hex) -> bool:
        x, y = self.layout.middle(hex)
        left, top, right, bottom = self.box
        return left - self.side < x < right + self.side and top - self.side < y < bottom + self.side

    def draw(self) -> None:
        """Draw it, and nothing beyond its box."""
        _, top, _, bottom = self.box
        wide, high = self.image.size
        beyond = [(0, 0, wide, top - 4), (0, bottom + 4, wide, high)]
        kept = [(self.image.crop(part), part[:2]) for part in beyond]
        self._draw()
        for part, at in kept:
            self.image.paste(part, at)

    def _draw(self) -> None:
        draw_ground(self.image, self.view.spaces, self.layout, self.shown, tints(self.view))
        draw_federations(self.image, self.view, self.layout, self.shown, tinted=True)
        for hex in self.shown:
            self._hex(self.names[hex])
        for name, worth in self.values.items():
            if self._inside(self.hexes[name]):
                self._value(name, worth)
        inset = None
        if not self.whole:
            keep = [self.layout.middle(self.hexes[name]) for name in (*self.ringed, *self.chosen, *self.own)]
            inset = inset_box(self.box, keep, [(disc.x, disc.y) for disc in self.needed], self.side)
            if inset is not None:
                draw_inset(self.image, self.view, self.layout, self.box, inset)
        self._numbers([inset] if inset is not None else [])

    # What lies there

    def heart(self, name: str) -> Point:
        """Where a planet or what stands on a place is: above the middle where the place's number stands below it."""
        x, y = self.layout.middle(self.hexes[name])
        return (x, y - self.side * 0.24) if self.close and name in self.offered else (x, y)

    def _hex(self, name: str) -> None:
        """A place: its planet, what stands on it, and how it is marked."""
        hex = self.hexes[name]
        middle, heart, kind = self.layout.middle(hex), self.heart(name), planet(self.view, name)
        filled = name in self.offered and not self.close and self._bare(name)
        if name in self.chosen:
            paint_hex(self.image, middle, BRASS_LIGHT, hex_mask(self.side, 0.99, strength=90))
            paint_hex(self.image, middle, BRASS_LIGHT, hex_mask(self.side, 1.0, 0.88))
        elif filled:
            paint_hex(self.image, middle, BRASS, hex_mask(self.side, 0.97))
        elif name in self.ringed:
            paint_hex(self.image, middle, BRASS, hex_mask(self.side, 1.0, 0.90 if self.close else 0.85))
        elif name in self.changed:
            for share, strength in ((1.05, 70), (0.98, 150)):
                paint_hex(self.image, middle, BRASS, hex_mask(self.side, share, 0.88, strength))
        if kind != SPACE:
            ball = round(self.side * (1.16 if self.close else 1.3))
            drawn = ball_behind if name in self.large else planet_ball
            place(self.image, drawn(kind, ball), heart)
            self.needed.append(Disc(*heart, ball * 0.44))
            if name not in self.large:
                self._letters(kind, heart)
        self._pieces(name, heart)

    def _letters(self, kind: str, heart: Point) -> None:
        """The letters of a planet's type, on it."""
        letters = planet_letters(self.context.words.language)[kind]
        size = max(MIN_SIZE, round(self.side * 0.5))
        left, top, right, bottom = self.box
        if left + size < heart[0] < right - size and top < heart[1] < bottom - size:
            write(ImageDraw.Draw(self.image), heart, letters, size, letter_ink(kind), bold=True, anchor="mm")

    def _bare(self, name: str) -> bool:
        """Whether nothing is on a place, so that its number may fill it."""
        return planet(self.view, name) == SPACE and name not in self.small

    def _pieces(self, name: str, heart: Point) -> None:
        small = self.small.get(name, ())
        for kind, seat in self.large.get(name, ()):
            size = round(self.side * (1.06 if self.close else 1.3))
            place(self.image, token(kind, size, self.styles[seat]), heart)
        if name in self.offered and self.becomes:
            spot = (heart[0] + self.side * 0.62, heart[1] - self.side * 0.4)
            size = round(self.side * (0.9 if self.close else 1.1))
            place(self.image, token(self.becomes, size, self.styles[self.seat], ghost=True), spot)
            self.needed.append(Disc(*spot, size * 0.4))
        if self.context.marks.kind in ("route", "give-up") and name in self.chosen and self._bare(name):
            ghost = token(SATELLITE, round(self.side * 0.9), self.styles[self.seat], ghost=True)
            place(self.image, ghost, heart)
        if not small:
            return
        size = round(self.side * {1: 0.82, 2: 0.72}.get(len(small), 0.62))
        spots = {1: [(0.0, 0.0)], 2: [(-0.38, 0.0), (0.38, 0.0)], 3: [(-0.36, -0.28), (0.36, -0.28), (0.0, 0.3)]}
        where = spots.get(len(small), [(-0.36, -0.28), (0.36, -0.28), (-0.36, 0.3), (0.36, 0.3)])
        if small[0][0] == MINE:
            where = [(0.5, 0.3)]
        for (kind, seat), (right, down) in zip(small, where, strict=False):
            spot = (heart[0] + right * self.side, heart[1] + down * self.side)
            place(self.image, token(kind, size, self.styles[seat]), spot)
            self.needed.append(Disc(*spot, size * 0.4))

    def _value(self, name: str, worth: int) -> None:
        """The power value of a structure, at a corner; where power is charged the one that counts stands out."""
        best = self.context.marks.kind == "charge" and worth == max(self.values.values())
        size, ring = (NUMBER, BRASS_LIGHT) if best else (GLANCE, INK)
        half, heart = round(size * 0.54), self.heart(name)

        def around(corner: Point) -> Box:
            x, y = round(heart[0] + self.side * corner[0]), round(heart[1] + self.side * corner[1])
            return x - half, y - half, x + half, y + half

        # The corner where it covers least of what lies around.
        corners = CLOSE_CORNERS if self.close else CORNERS
        box = min(map(around, corners), key=lambda box: sum(disc.covered(box) for disc in self.needed))
        x, y = box[0] + half, box[1] + half
        if not (self.box[0] + half < x < self.box[2] - half and self.box[1] < y < self.box[3] - half):
            return
        if best:
            panel(self.image, (box[0] - 9, box[1] - 9, box[2] + 9, box[3] + 9), INK, half + 6)
        edge = 6 if best else 3
        panel(self.image, (box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge), ring, half + 3)
        panel(self.image, box, VIOLET, half)
        write(ImageDraw.Draw(self.image), (x, y), str(worth), size, TEXT, bold=True, anchor="mm")
        self.needed.append(Disc(x, y, half))

    # What is asked

    def _numbers(self, taken: list[Box]) -> None:
        size = NUMBER if self.close else MIN_NUMBER
        texts = {name: text for name, text in self.offered.items() if text}
        for name in [name for name in texts if self._bare(name)]:
            self._number(self.layout.middle(self.hexes[name]), texts.pop(name), size)
        middles = {name: self.layout.middle(self.hexes[name]) for name in texts}
        found = spread(texts, middles, self.side, needed=self.needed, room=self.box, taken=taken, size=size)
        for name, at in found.items():
            self._pointer(middles[name], at)
        for name, at in found.items():
            number_badge(self.image, at, texts[name], size)
        self._sectors(size)

    def _number(self, middle: Point, text: str, size: int) -> None:
        """The number of a place where nothing is: in the hex, which is filled where there is no room for a badge."""
        if self.close:
            number_badge(self.image, middle, text, size)
        else:
            write(ImageDraw.Draw(self.image), middle, text, size, INK, bold=True, anchor="mm")

    def _pointer(self, middle: Point, at: Point) -> None:
        """What ties a badge outside of its hex to it."""
        across, down = middle[0] - at[0], middle[1] - at[1]
        far = (across**2 + down**2) ** 0.5
        if far < self.side * 0.75:
            return
        # From the badge to a point just inside of the hex's edge.
        share = (far - self.side * 0.80) / far
        end = (at[0] + across * share, at[1] + down * share)
        draw_line(self.image, at, end, INK, 16)
        draw_line(self.image, at, end, BRASS, 9)

    def _sectors(self, size: int) -> None:
        """Sectors that may be turned are tinted, and bear their number in the middle."""
        if not self.sectors:
            return
        tint = hex_mask(self.side, 0.95, strength=36)
        for space in self.view.spaces:
            if space.sector in self.sectors:
                paint_hex(self.image, self.layout.middle((space.q, space.r)), BRASS, tint)
        for space in self.view.spaces:
            if space.sector in self.sectors and space.name.endswith("C") and self.sectors[space.sector]:
                number_badge(self.image, self.layout.middle((space.q, space.r)), self.sectors[space.sector], size)


def _name(place: str) -> str:
    kind, _, id = place.partition(":")
    return id if kind == "hex" else ""
