"""The map of a panel: the part of it that the choice is about, as large as it fits, and the numbers of its places.

Names of places are left out, so that planets and structures can be large. Everything is laid on as stamps of few
sizes: each choice shows another part, and none is worth keeping.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from rendering.gaia.badges import Disc, badge_box, overlap, spread
from rendering.gaia.changes import changed_places, has_acted
from rendering.gaia.federations import draw_federations, tints
from rendering.gaia.ground import HEX_PLANET, draw_ground, draw_line
from rendering.gaia.inset import INSETS, draw_inset, free_box
from rendering.gaia.inset import MARGIN as INSET_MARGIN
from rendering.gaia.looks import ball_behind, letter_ink, planet_ball, planet_letters, seat_style
from rendering.gaia.prices import Plate, Price, attached, in_common, plate_size, price_signs
from rendering.gaia.signs import APART, row, signs_width
from rendering.gaia.tokens import FORMER, SATELLITE, SPACE_STATION, token
from rendering.gaia.values import RINGS, power_values
from rendering.gaia.widgets import Box
from rendering.kit.background import background
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, write
from rendering.kit.hexes import HEX_HEIGHT, HexLayout, hex_mask, paint_hex
from rendering.kit.icons import VIOLET_LIGHT
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, INK, rgb
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import Point, panel, place
from rules.gaia.components import MINE, SPACE
from rules.gaia.federation import touching
from rules.gaia.galaxy import galaxy, planet
from rules.gaia.state import GaiaState
from rules.gaia.steps.charging import chargeable
from rules.kernel.hexes import Hex, within

MOST = 124
"""The largest side of a hex: beyond it a choice gains less than the sight of what lies around."""
STEP = 4
"""Sides are multiples of it."""
POWER = rgb("#2c1d4d")
"""What the sign of power stands on."""
LARGE = 84
"""From this side on a number has room below a planet in its hex."""
MOST_LEGENDS = 3
"""So many prices stand together at most, each with the numbers that it is for."""
WIDER = 1.2
"""How much larger hexes must become for a part of the map to be shown instead of the whole."""
CORNERS = ((-0.62, -0.8), (0.62, -0.8), (-0.62, 0.8), (0.62, 0.8), (0.0, -1.15), (0.0, 1.15), (-1.6, 0.0), (1.6, 0.0))
CLOSE_CORNERS = ((0.7, -0.72), (-0.7, -0.72), (0.0, -0.98), (0.0, 0.95), (1.1, 0.0), (-1.1, 0.0))
"""Where a power value may stand, the best first, in sides from the planet; where hexes are large, nearer."""


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
    side = int(min(HexLayout(wanted, box).side, MOST)) // STEP * STEP
    if side < entire.side * WIDER:
        return Window(entire, whole=True)
    part = _filled(HexLayout(wanted, box, most=side), wanted, everything, box)
    # No hex is cut: those that lie wholly in the box are shown, as large as they fit.
    shown = [hex for hex in everything if whole_in(part, hex, box)]
    if not shown:
        return Window(part, whole=False)
    side = int(min(HexLayout(shown, box).side, MOST)) // STEP * STEP
    return Window(HexLayout(shown, box, most=side), whole=False)


def whole_in(layout: HexLayout, hex: Hex, box: Box) -> bool:
    """Whether all of a hex lies in a box."""
    x, y = layout.middle(hex)
    across, down = layout.side - 1, layout.side * HEX_HEIGHT / 2 - 1
    return box[0] < x - across and x + across < box[2] and box[1] < y - down and y + down < box[3]


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
        self.printed = {space.name: space.planet for space in view.spaces}
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
        if has_acted(context) and not focus:
            focus = self.changed  # what the seat has done in this turn
        self.focus, self.rings = focus, RINGS.get(marks.kind, 1)
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
        self.needed: list[Disc] = []
        self.inset: Box | None = None
        self._look(box)
        if not self.whole:
            self._choose_inset()

    def _look(self, box: Box) -> None:
        """Choose what is shown, and lay it into a box."""
        shown = window(self.view, self.focus, box, self.rings)
        self.layout, self.whole, self.room = shown.layout, shown.whole, box
        self.side = self.layout.side
        self.close = self.side >= LARGE and not self.whole
        self.ball = round(self.side * (1.16 if self.close else 1.3))
        self.shown = [hex for hex in self.names if self._inside(hex)]

    def _choose_inset(self) -> None:
        """Put the whole map in small where nothing lies that must be seen; where no such place is, beside this part."""
        self.inset = free_box(self.box, INSETS, self._taken_spots())
        if self.inset is not None:
            return
        left, top, right, bottom = self.box
        wide = INSETS[0][0] + 2 * INSET_MARGIN
        self._look((left, top, right - wide, bottom))
        if self.whole:
            self._look(self.box)
        else:
            x, y = right - INSET_MARGIN - INSETS[0][0], bottom - INSET_MARGIN - INSETS[0][1]
            self.inset = (x, y, x + INSETS[0][0], y + INSETS[0][1])

    def _taken_spots(self) -> list[Disc]:
        """Where something lies that must be seen: planets, pieces, and whatever the choice is about."""
        marked = {*self.ringed, *self.chosen, *self.own}
        found = []
        for hex in self.shown:
            name = self.names[hex]
            if name in marked or not self._bare(name):
                reach = 1.15 if name in marked else 0.62
                found.append(Disc(*self.layout.middle(hex), self.side * reach))
        return found

    def _inside(self, hex: Hex) -> bool:
        return self.whole or whole_in(self.layout, hex, self.room)

    def draw(self) -> None:
        """Draw it."""
        if self.whole:
            key = ("gaia whole", self.view.spaces, self.box, self.image.size, self.context.words.language)
            self.image.paste(LAYERS.get((*key, self.context.seed), self._base), self.box[:2])
        else:
            draw_ground(self.image, self.view.spaces, self.layout, self.shown, tints(self.view))
        draw_federations(self.image, self.view, self.layout, self.shown, tinted=not self.whole)
        for hex in self.shown:
            self._hex(self.names[hex])
        for name in self._valued():
            self._value(name, self.values[name])
        if self.inset is not None:
            draw_inset(self.image, self.view, self.layout, self.room, self.inset)
        self._numbers([self.inset] if self.inset is not None else [])

    def _base(self) -> Image.Image:
        """What never moves on the whole map: its ground and planets."""
        base = background(self.image.size, self.context.seed)
        draw_ground(base, self.view.spaces, self.layout, self.shown)
        for space in self.view.spaces:
            if space.planet != SPACE:
                heart = self.layout.middle((space.q, space.r))
                place(base, planet_ball(space.planet, self.ball), heart)
                self._letters(base, space.planet, heart)
        return base.crop(self.box)

    # What lies there

    def heart(self, name: str) -> Point:
        """Where a planet or what stands on a place is: above the middle where the place's number stands below it."""
        x, y = self.layout.middle(self.hexes[name])
        return (x, y - self.side * 0.24) if self.close and name in self.offered else (x, y)

    def _hex(self, name: str) -> None:
        """A place: its planet, what stands on it, and how it is marked."""
        middle, heart, kind = self.layout.middle(self.hexes[name]), self.heart(name), planet(self.view, name)
        filled = name in self.offered and not self.close and self._bare(name)
        anew = name in self.large or name in self.chosen or kind != self.printed[name]
        if self.whole and kind != self.printed[name]:
            paint_hex(self.image, middle, HEX_PLANET, hex_mask(self.side, 0.97))
        if name in self.chosen:
            paint_hex(self.image, middle, BRASS_LIGHT, hex_mask(self.side, 0.99, strength=90))
            paint_hex(self.image, middle, BRASS_LIGHT, hex_mask(self.side, 1.0, 0.88))
        elif filled:
            pass  # its number comes with a filled hex
        elif name in self.ringed:
            paint_hex(self.image, middle, BRASS, hex_mask(self.side, 1.0, 0.90 if self.close else 0.85))
        elif name in self.changed:
            for share, strength in ((1.05, 70), (0.98, 150)):
                paint_hex(self.image, middle, BRASS, hex_mask(self.side, share, 0.88, strength))
        if kind != SPACE:
            if anew or not self.whole:
                drawn = ball_behind if name in self.large else planet_ball
                place(self.image, drawn(kind, self.ball), heart)
                if name not in self.large:
                    self._letters(self.image, kind, heart)
            self.needed.append(Disc(*heart, self.ball * 0.44))
        self._pieces(name, heart)

    def _letters(self, image: Image.Image, kind: str, heart: Point) -> None:
        """The letters of a planet's type, on it."""
        letters = planet_letters(self.context.words.language)[kind]
        size = max(MIN_SIZE, round(self.side * 0.5))
        write(ImageDraw.Draw(image), heart, letters, size, letter_ink(kind), bold=True, anchor="mm")

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

    def _valued(self) -> list[str]:
        """Structures whose power value is shown: where power is charged the one that counts, lest they be added up."""
        names = [name for name in self.values if self._inside(self.hexes[name])]
        if self.context.marks.kind != "charge":
            return names
        most = max(self.values.values(), default=0)
        return [name for name in names if self.values[name] == most][:1]

    def _value(self, name: str, worth: int) -> None:
        """The power value of a structure, at a corner; large where power is charged for it.

        With the sign of power and square, so that it is no number to choose by.
        """
        best = self.context.marks.kind == "charge"
        size, ring = (NUMBER, BRASS_LIGHT) if best else (GLANCE, VIOLET_LIGHT)
        signs, heart = ("i:power", str(worth)), self.heart(name)
        across, down = signs_width(signs, size) // 2 + size // 5, round(size * 0.54)

        def around(corner: Point) -> Box:
            x, y = round(heart[0] + self.side * corner[0]), round(heart[1] + self.side * corner[1])
            return x - across, y - down, x + across, y + down

        # The corner where it covers least of what lies around.
        boxes = [box for box in map(around, CLOSE_CORNERS if self.close else CORNERS) if _within(box, self.room)]
        boxes = [box for box in boxes if self.inset is None or not overlap(box, self.inset)]
        if not boxes:
            return
        box = min(boxes, key=lambda box: sum(disc.covered(box) for disc in self.needed))
        edge = 6 if best else 3
        panel(self.image, (box[0] - edge - 5, box[1] - edge - 5, box[2] + edge + 5, box[3] + edge + 5), INK, 14)
        panel(self.image, (box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge), ring, 12)
        panel(self.image, box, POWER, 10)
        row(self.image, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), signs, size, middle=True)
        self.needed += [Disc(x, (box[1] + box[3]) / 2, down) for x in (box[0] + down, box[2] - down)]

    # What is asked

    def _numbers(self, taken: list[Box]) -> None:
        size = NUMBER if self.close else MIN_NUMBER
        texts = {name: text for name, text in self.offered.items() if text and self._inside(self.hexes[name])}
        middles = {name: self.layout.middle(self.hexes[name]) for name in texts}
        badges = {name: middles[name] for name in texts if self._bare(name)}
        for name, middle in badges.items():
            self._number(middle, texts[name], size)
        others = {name: text for name, text in texts.items() if name not in badges}
        own = {name: middles[name] for name in others}
        found = spread(others, own, self.side, needed=self.needed, room=self.room, taken=taken, size=size)
        for name, at in found.items():
            self._pointer(middles[name], at)
        boxes = {name: badge_box(at, texts[name], size) for name, at in (badges | found).items()}
        prices = self._prices(boxes, taken)
        for name, at in found.items():
            number_badge(self.image, at, texts[name], size)
        for plate in prices:
            plate.draw(self.image)
        self._sectors(size)
        if self.values and self.context.marks.kind == "charge":
            self._offer(taken)

    def _offer(self, taken: list[Box]) -> None:
        """How much power can be charged, and for how many points, in large where nothing lies."""
        amount = chargeable(self.view, self.seat, max(self.values.values()))
        price = (APART, f"−{amount - 1}", "i:laurel") if amount > 1 else ()
        told = (f"+{amount}", "i:charge", *price)
        spots = [*self._taken_spots(), *self.needed]
        for size in (NUMBER, GLANCE) if amount else ():
            box = free_box(self.room, [plate_size(told, size)], spots, taken)
            if box is not None:
                Plate(box, told, size).draw(self.image)
                return

    def _prices(self, badges: Mapping[str, Box], taken: list[Box]) -> list[Plate]:
        """Where what each place takes stands beside its number; what several take alike once, where nothing lies."""
        prices = {name: self.context.marks.prices.get(f"hex:{name}", ()) for name in badges}
        if not any(prices.values()):
            return []
        legends: list[tuple[str, ...]] = []
        each: dict[str, Price] = {}
        if not self.close and any(map(self._bare, prices)):
            # A number that fills its hex has no room beside it.
            legends = self._price_groups(prices)
        if not legends:
            # On the whole map there is little room: what all of them take is told once.
            once = () if self.close or len(prices) == 1 else in_common(prices)
            each = {
                name: tuple(part for part in price if part not in once and (self.close or part[0] != "step"))
                for name, price in prices.items()
            }
            each = {name: price for name, price in each.items() if price}
            if once:
                numbers = sorted(self.offered.values(), key=_in_order)
                legends = [_legend(numbers, once, more=bool(each))]
        found = attached(badges, each, needed=self.needed, room=self.room, taken=taken)
        for told in legends:
            boxes = [*badges.values(), *taken, *(plate.box for plate in found)]
            legend = free_box(self.room, [plate_size(told, GLANCE)], self._taken_spots(), boxes)
            if legend is not None:
                found.append(Plate(legend, told, GLANCE))
        return found

    def _price_groups(self, prices: Mapping[str, Price]) -> list[tuple[str, ...]]:
        """What some numbers in a row take, and the next, where so few prices are; nothing of those that are free."""
        numbers = sorted((self.offered[name] for name in prices), key=_in_order)
        groups: dict[Price, list[str]] = {}
        for name, price in prices.items():
            groups.setdefault(price, []).append(self.offered[name])
        told = []
        for price, those in groups.items():
            those.sort(key=_in_order)
            first = numbers.index(those[0])
            if numbers[first : first + len(those)] != those:
                return []
            if price:
                told.append(_legend(those, price, more=False))
        return told if len(told) <= MOST_LEGENDS else []

    def _number(self, middle: Point, text: str, size: int) -> None:
        """The number of a place where nothing is: in the hex, which is filled where there is no room for a badge."""
        if self.close:
            number_badge(self.image, middle, text, size)
        else:
            hex = LAYERS.get(
                ("gaia number", round(self.side, 2), text, size), lambda: _filled_hex(self.side, text, size)
            )
            place(self.image, hex, middle)

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


def _filled_hex(side: float, text: str, size: int) -> Image.Image:
    """A hex filled for its number."""
    mask = hex_mask(side, 0.97)
    hex = Image.new("RGB", mask.size, BRASS)
    write(ImageDraw.Draw(hex), (mask.width / 2, mask.height / 2), text, size, INK, bold=True, anchor="mm")
    hex.putalpha(mask)
    return hex


def _in_order(number: str) -> tuple[int, str]:
    return len(number), number


def _legend(numbers: Sequence[str], price: Price, *, more: bool) -> tuple[str, ...]:
    """What places of these numbers take; with `more` beside what stands at each."""
    range_ = numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
    return (f"{range_}:", APART, *(("… +",) if more else ()), *price_signs(price))


def _within(box: Box, room: Box) -> bool:
    return room[0] <= box[0] and room[1] <= box[1] and box[2] <= room[2] and box[3] <= room[3]


def _name(place: str) -> str:
    kind, _, id = place.partition(":")
    return id if kind == "hex" else ""
