"""The eight places that dice are sent to, each as a small board: its spaces with dice, what they give and cost.

`draw_location` is for the table (small) and for the part `places` and panels (`full`, with what can be taken there).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PIL import Image, ImageDraw

from rendering.circadians import place_details
from rendering.circadians.cards import RADIUS, Box, darken
from rendering.circadians.looks import CLOSED, seat_style, sign
from rendering.circadians.marks import before, fresh, ghost, number, number_size, numbered, ring
from rendering.circadians.sign_block import sign_block
from rendering.circadians.signs import Signs, fitted, row, signs_size, signs_width
from rendering.circadians.spaces import LOCATIONS, Location, Space, depot_rows, shut
from rendering.circadians.tokens import die, space
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER
from rendering.kit.palette import FAINT, LINE, PANEL, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.shapes import outline, place, rounded
from rules.circadians.boards import rates_under
from rules.circadians.state import CircadiansState, Die
from rules.circadians.texts import PLACE_NAMES

PLACES_SHOWN = ("depot", "hq", "mine", "lab", "foundry", "control", "market", "academy")
"""The eight places, in the order in which they are shown; the negotiation board is drawn for itself."""
SMALL_HEAD = 50
BADGE_ROW = 88
"""The height of a row of numbers above the spaces."""
PAIRS_APART = 14
BARE = 0.7
"""How wide a space of the market without trades of its own is, where a column of trades is 1."""
LEAST_SPACE = 44
NUMBERED, WIDER, PRICE = 96, 1.6, 52
"""The least height of a line under a space that has a number; how much wider a space is with such lines; the size of
what stands beside the numbers."""
CAPTION = 0.62
"""The height of a line of signs, as a share of the space above it."""


def draw_location(
    image: Image.Image, view: CircadiansState, context: RenderContext, key: str, box: Box, *, full: bool = False
) -> None:
    """Draw one of `PLACES_SHOWN` in a box: small, or in `full` with what can be taken there.

    Spaces of the open prompt are ringed and numbered, with the die as a ghost on them; the place itself where a die
    can be sent there.
    """
    left, top, right, bottom = box
    tile = _Tile(view, context, key, (right - left, bottom - top), full=full)
    drawn = LAYERS.get(tile.known_by(), tile.draw)
    image.paste(drawn, (left, top), rounded(drawn.size, RADIUS))
    ring(image, context, box, key)


class _Tile:
    """One drawing of a place, which is kept as long as nothing that it shows changes."""

    def __init__(
        self, view: CircadiansState, context: RenderContext, key: str, size: tuple[int, int], *, full: bool
    ) -> None:
        self.view, self.context, self.key, self.size, self.full = view, context, key, size, full
        self.closed = shut(view, key)
        self.badge = NUMBER if full else MIN_NUMBER
        old = before(view, context)
        self.rows = depot_rows(view) if key == "depot" else []
        self.old_rows = depot_rows(old) if old and key == "depot" else self.rows
        self.location = LOCATIONS[key](view) if key != "depot" else Location(())
        self.old = LOCATIONS[key](old).spaces if old and key != "depot" else self.location.spaces
        self.spirit = ghost(context)

    def known_by(self) -> Hashable:
        """What the drawing depends on."""
        marks, kinds = self.context.marks, {self.key, place_details.PLACES.get(self.key, self.key)}
        marked = tuple(
            (place, marks.numbers.get(place, ()), place in marks.chosen)
            for place in sorted(marks.legal | marks.chosen)
            if place.partition(":")[0] in kinds
        )
        so_far = tuple(place for place in marks.so_far if place.partition(":")[0] in kinds)
        lying: Hashable = (self.location, tuple(one.dice for one in self.old))
        if self.rows:
            lying = tuple(tuple(spaces) for rows in (self.rows, self.old_rows) for _, _, spaces in rows)
        return (
            "circadians place", self.key, self.view.set, len(self.view.players), lying, self.closed, self.size,
            self.full, self.context.words.language, marked, so_far, self.spirit if marked else None,
            place_details.known_by(self.view, self.key) if self.full else None,
        )  # fmt: skip

    def draw(self) -> Image.Image:
        wide, high = self.size
        box = (0, 0, wide, high)
        image = Image.new("RGB", self.size, PANEL)
        outline(image, box, CLOSED if self.closed else LINE, 4 if self.closed else 2, RADIUS)
        head = min(88, high // 5) if self.full else SMALL_HEAD
        if numbered(self.context, self.key):
            head = max(head, number_size(self.context, self.key, self.badge)[1] + 6)
        self._head(image, (12, 6, wide - 12, 6 + head))
        body = (10, 10 + head, wide - 10, high - 8)
        cut = body[3] - round((body[3] - body[1]) * self._share())
        if cut < body[3]:
            place_details.DRAW[self.key](image, self.view, self.context, (body[0], cut + 6, body[2], body[3]))
        if self.key == "depot":
            self._depot(image, body)
        elif self.key == "market" and self.full:
            self._market(image, body)
        elif cut > body[1]:
            self._row(image, (*body[:3], cut))
        if self.closed:
            darken(image, (4, 10 + head, wide - 4, high - 4))
        return image

    def _share(self) -> float:
        """The share of what can be taken here: all or nothing where the prompt is about that, or about the spaces."""
        if not self.full or self.key not in place_details.SHARES:
            return 0.0
        kinds = {where.partition(":")[0] for where in self.context.marks.numbers if ":" in where}
        if place_details.PLACES.get(self.key) in kinds:
            return 1.0
        return 0.0 if self.key in kinds else place_details.SHARES[self.key]

    def _head(self, image: Image.Image, box: Box) -> None:
        """The place's sign and name, and what holds for all its spaces; in front its number."""
        left, top, right, bottom = box
        high, middle = bottom - top, (top + bottom) // 2
        context, signs = self.context, self.location.head
        if self.key == "market" and self.full:
            signs = self.location.line
        x = left
        if numbered(context, self.key):
            wide, _ = number_size(context, self.key, self.badge)
            number(image, context, (x + wide / 2, middle), self.key, self.badge)
            x += wide + 12
        place(image, sign(self.key, high - 6, CLOSED if self.closed else TEXT), (x + high / 2, middle))
        x += high + 8
        size = max(GLANCE, high * 6 // 10)
        if self.closed:
            place(image, icon("cross", high - 6), (right - high / 2, middle))
            right -= high + 8
        elif signs:
            right -= signs_width(signs, size)
            row(image, (right, middle), signs, size)
            right -= 10
        name = context.words.say(PLACE_NAMES[self.key])
        sizes = (MIN_SIZE, max(32, high * 6 // 10))
        if width(name, MIN_SIZE) <= right - x:  # The sign says it, too.
            write_block(ImageDraw.Draw(image), (x, top, right, bottom), name, sizes, FAINT)

    def _offered(self, one: Space) -> bool:
        places = {one.place, *(line.place for line in one.below)}
        return bool(places & (self.context.marks.legal | self.context.marks.chosen))

    def _lines(self, one: Space) -> list[tuple[Signs, str]]:
        """The signs under a space; what stands in it as well where a ghost will."""
        lines = [(line.signs, line.place) for line in one.below]
        numbers = any(numbered(self.context, line.place) for space in self.location.spaces for line in space.below)
        if self.spirit is not None and one.inside and not numbers and any(map(self._offered, self.location.spaces)):
            lines.insert(0, (one.inside if self._offered(one) else (), ""))
        return lines

    def _row(self, image: Image.Image, box: Box) -> None:
        """Spaces side by side, as large as fits, with their lines under them and numbers above them."""
        left, top, right, bottom = box
        context, spaces = self.context, self.location.spaces
        lines = [self._lines(one) for one in spaces]
        count = max(map(len, lines)) + bool(self.location.line)
        badges = BADGE_ROW if any(numbered(context, one.place) for one in spaces) else 0
        if badges and bottom - top - badges - GLANCE * count < LEAST_SPACE:
            self._low_row(image, box)
            return
        tall = any(numbered(context, where) for found in lines for _, where in found)
        units = [max(one.room, len(one.dice)) for one in spaces]
        apart = PAIRS_APART if any(one.room > 1 for one in spaces) else 0
        inner = right - left - apart * (len(spaces) - 1)
        room = bottom - top - badges
        each = max(GLANCE, round(room * CAPTION / (1 + CAPTION * count)))
        each = max(each, min(NUMBERED, (room - LEAST_SPACE) // count)) if tall else min(each, 90)
        size = min(inner // sum(units) - 6, room - each * count, 150)
        cell = min(inner / sum(units), max(size * 2.1, size + 6))
        rooms = [cell * n for n in units]
        if tall:  # A number before what it is for needs more room than that alone.
            shares = [n * (WIDER if self._offered(one) else 1) for n, one in zip(units, spaces, strict=True)]
            rooms = [inner * share / sum(shares) for share in shares]
        y = top + badges + max(0, (room - size - each * count) // 2)
        start = x = (left + right - sum(rooms) - apart * (len(spaces) - 1)) / 2
        for index, (one, wide) in enumerate(zip(spaces, rooms, strict=True)):
            known = self.old[index].dice if index < len(self.old) else ()
            self._space(image, one, known, (round(x + 4), y, round(x + wide - 4), y + size))
            number(image, context, (x + wide / 2, y - BADGE_ROW / 2 + 2), one.place)
            x += wide + apart
        under = (left, y + size, right, y + size + each * count)
        if tall:
            self._numbered_captions(image, lines, (start, under[1]), each, rooms)
        else:
            self._captions(image, lines, (*under[:3], under[1] + each * max(map(len, lines))), rooms)
        if self.location.line:
            fitted(image, (left, under[3] - each + 2, right, under[3]), self.location.line, each)

    def _low_row(self, image: Image.Image, box: Box) -> None:
        """Spaces side by side where numbers above them have no room: these stand for what else would be below."""
        left, top, right, bottom = box
        spaces = self.location.spaces
        units = [max(one.room, len(one.dice)) for one in spaces]
        cell = (right - left) / sum(units)
        size = min(round(cell) - 8, bottom - top - MIN_NUMBER - 10)
        x = float(left)
        for index, (one, room) in enumerate(zip(spaces, units, strict=True)):
            known = self.old[index].dice if index < len(self.old) else ()
            self._space(image, one, known, (round(x + 4), top + 4, round(x + cell * room - 4), top + 4 + size))
            number(image, self.context, (x + cell * room / 2, bottom - MIN_NUMBER / 2), one.place, MIN_NUMBER)
            x += cell * room

    def _market(self, image: Image.Image, box: Box) -> None:
        """The spaces side by side, each over the trades that it is for; a number stands before its space."""
        left, top, right, bottom = box
        context, spaces = self.context, self.location.spaces
        groups = [rates for _, rates in rates_under(self.view.parts, self.view.parts.board(len(self.view.players)))]
        cell = (right - left) / sum(len(rates) or BARE for rates in groups)
        lines = max(len(rates) for columns in groups for rates in columns)
        size = min(150, (bottom - top) * 30 // 100)
        x = float(left)
        for index, (one, columns) in enumerate(zip(spaces, groups, strict=True)):
            wide = cell * (len(columns) or BARE)
            known = self.old[index].dice if index < len(self.old) else ()
            badge, _ = number_size(context, one.place)
            start = round(x + (badge + 12 if badge else 0))
            self._space(image, one, known, (start, top + 4, round(x + wide), top + 4 + size))
            middle = (start + x + wide) / 2
            number(image, context, (middle - size / 2 - 12 - badge / 2, top + 4 + size / 2), one.place)
            under = top + size + 18
            for at, rates in enumerate(columns):
                column = (round(x + at * cell + 4), under, round(x + (at + 1) * cell - 4), bottom)
                place_details.rate_column(image, context, rates, column, lines)
            if not columns and (one.dice or self._offered(one)):  # What it is for is covered and stands nowhere else.
                high = (bottom - under) // lines
                fitted(image, (round(x + 4), under, round(x + wide - 4), under + high), one.inside, 64)
            x += wide

    def _numbered_captions(
        self,
        image: Image.Image,
        lines: Sequence[Sequence[tuple[Signs, str]]],
        corner: tuple[float, float],
        each: int,
        rooms: Sequence[float],
    ) -> None:
        """The lines under all spaces, each with its number and as large as it fits: in two lines if need be."""
        x, top = corner
        for found, room in zip(lines, rooms, strict=True):
            for at, (signs, where) in enumerate(found):
                left, y = x + 4, top + each * at
                wide, _ = number_size(self.context, where, MIN_NUMBER)
                if wide:
                    number(image, self.context, (left + wide / 2, y + each / 2), where, MIN_NUMBER)
                    left += wide
                box = (round(left) + 4, round(y), round(x + room) - 4, round(y + each))
                sign_block(image, box, signs, PRICE, colour=TEXT if wide else FAINT)
            x += room

    def _captions(
        self, image: Image.Image, lines: Sequence[Sequence[tuple[Signs, str]]], box: Box, rooms: Sequence[float]
    ) -> None:
        """The lines under all spaces, in one size: that at which the longest fits."""
        left, top, right, bottom = box
        count = max(map(len, lines))
        if not count:
            return
        each = (bottom - top) // count
        size = each
        for found, room in zip(lines, rooms, strict=True):
            for signs, _ in found:
                size = signs_size(signs, int(room - 6), size)
        x = (left + right - sum(rooms)) / 2
        for found, room in zip(lines, rooms, strict=True):
            for at, (signs, _) in enumerate(found):
                row(image, (x + room / 2, top + each * (at + 0.5)), signs, size, middle=True)
            x += room

    def _space(self, image: Image.Image, one: Space, known: tuple[Die, ...], box: Box) -> None:
        """A space's dice, or what it gives; a ghost where the prompt's die could lie. Dice that came are haloed."""
        left, top, right, bottom = box
        size = bottom - top
        room = max(one.room, len(one.dice))
        start = (left + right) // 2 - (size + 4) * room // 2 + 2
        for at in range(room):
            x = start + at * (size + 4)
            spot = (x, top, x + size, bottom)
            middle = (x + size / 2, top + size / 2)
            if at < len(one.dice):
                lying = one.dice[at]
                if at >= len(known) or known[at] != lying:
                    fresh(image, spot, size // 5)
                place(image, die(lying.value, size, seat_style(lying.seat)), middle)
                continue
            place(image, space(size), middle)
            if self.spirit is not None and self._offered(one):
                place(image, die(self.spirit.value, size, seat_style(self.spirit.seat), ghost=True), middle)
            elif one.inside:
                inner = size // 10
                signs_box = (x + inner, top + inner, x + size - inner, bottom - inner)
                fitted(image, signs_box, one.inside, size * 56 // 100)
            where = next((line.place for line in one.below if line.place in self.context.marks.legal), one.place)
            ring(image, self.context, spot, where, size // 5)

    def _depot(self, image: Image.Image, box: Box) -> None:
        """Three rows of six spaces: what a row gives stands before it; a space takes dice of its column's value."""
        left, top, right, bottom = box
        high = (bottom - top) // len(self.rows)
        badge = any(numbered(self.context, one.place) for _, _, spaces in self.rows for one in spaces if one)
        each = (right - left - (90 if badge else 0) - (180 if self.full else 96)) // 6
        size = min(high - (6 if self.full else 4), each - 4, 120)
        gap = min(each - size, 40)
        for index, (_, signs, spaces) in enumerate(self.rows):
            middle = top + high * index + high // 2
            x = left
            for one in spaces:
                if one and numbered(self.context, one.place):
                    wide, _ = number_size(self.context, one.place)
                    number(image, self.context, (left + wide / 2, middle), one.place)
                    x = left + wide
            lead = right - (size + gap) * 6
            apart = 16 if badge else 2  # The number of a row is no part of what it gives.
            room = (x + apart, middle - high // 2, lead - max(6, apart), middle + high // 2)
            fitted(image, room, signs, max(GLANCE, size * 8 // 10) if self.full else GLANCE)
            for column, one in enumerate(spaces):
                spot = (lead + column * (size + gap), middle - size // 2)
                known = self.old_rows[index][2][column]
                self._cell(image, one, known.dice if known else (), (*spot, spot[0] + size, spot[1] + size), column + 1)

    def _cell(self, image: Image.Image, one: Space | None, known: tuple[Die, ...], box: Box, value: int) -> None:
        """A space of the depository: free ones say the value that they take."""
        left, top, right, bottom = box
        size, middle = right - left, ((left + right) / 2, (top + bottom) / 2)
        if one is None:
            place(image, space(size, shut=True), middle)
        elif one.dice or (self.spirit is not None and self._offered(one)):
            self._space(image, one, known, box)
        else:
            place(image, space(size), middle)
            pen, ink = ImageDraw.Draw(image), blend(FAINT, PANEL, 0.35)
            write(pen, middle, str(value), size // 2, ink, bold=True, anchor="mm")
            ring(image, self.context, box, one.place, size // 5)
