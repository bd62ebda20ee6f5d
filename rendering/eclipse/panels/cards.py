"""Panels of things beside each other: what can be built, reputation tiles, players, species."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from rendering.eclipse.looks import BOARDS, seat_style
from rendering.eclipse.panels.frame import BODY, HIGH, LARGE, MARGIN, RADIUS, WIDE, Box, blank, purse
from rendering.eclipse.parts import part_tile, technology_tile
from rendering.eclipse.signs import dice_signs, faint, row, row_size, sign
from rendering.eclipse.titles import technology_title
from rendering.eclipse.tokens import AMBASSADOR, DISCOVERY, ship, square, thing
from rendering.kit.fonts import write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE, MIN_NUMBER, NUMBER, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, INK, LINE, PANEL, PANEL_HIGH, TEXT, SeatStyle, blend
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc, seat_name
from rendering.kit.shapes import outline, panel, place, stamp
from rules.eclipse import fleets
from rules.eclipse.blueprints import stats
from rules.eclipse.combat import need, rolls
from rules.eclipse.components import (
    CRUISER,
    DISCOVERIES,
    MATERIALS,
    MONOLITH,
    ORBITAL,
    POINTS,
    POPULATION,
    SHIP_SUPPLY,
    SHIPS,
    SPECIES,
    TRACKS,
)
from rules.eclipse.economy import tracks_for
from rules.eclipse.places import (
    item_place,
    keep_place,
    reputation_place,
    seat_place,
    species_place,
    split,
    use_place,
)
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.build import ITEMS, NEEDED, cost
from rules.eclipse.steps.discovery import free_technologies
from rules.kernel.text import name, signed

GAP = 10
LARGEST = 230
"""The size of silhouettes in pixels; larger ones take long to draw for the first time."""
FULL_CARD = 800
"""How high a player's card is with everything on it, in pixels."""
WIDE_CARD = 1000
"""In more width than this a player's card is that of the only one."""
BRINGS = (f"i:{AMBASSADOR}", "i:arrow", f"+{POINTS.ambassador}", "i:laurel")
"""What relations with a player bring, in signs."""
FEW = 9
"""So many of a thing are more than anybody builds: only fewer that are left are told."""
Card = Callable[[Box], None]


class _Cards:
    """Cards in a grid; what may be picked is ringed and numbered."""

    def __init__(self, image: Image.Image, view: EclipseState, seat: int, context: RenderContext) -> None:
        self.image, self.view, self.seat, self.context = image, view, seat, context
        self.me, self.marks = view.players[seat], context.marks
        self.pen = ImageDraw.Draw(image)

    def grid(self, spots: Sequence[str], columns: int, box: Box, draw: Callable[[str, Box], None]) -> None:
        """Draw a card for each place, so many beside each other."""
        left, top, right, bottom = box
        lines = max(1, -(-len(spots) // columns))
        wide, high = (right - left - GAP * (columns - 1)) // columns, (bottom - top - GAP * (lines - 1)) // lines
        for index, spot in enumerate(spots):
            down, across = divmod(index, columns)
            x, y = left + across * (wide + GAP), top + down * (high + GAP)
            self.card(spot, (x, y, x + wide, y + high), draw)

    def card(self, spot: str, box: Box, draw: Callable[[str, Box], None]) -> None:
        """Draw the card of a place, with its number where it has one."""
        live = self._live(spot)
        panel(self.image, box, PANEL_HIGH if live else blend(PANEL, INK, 0.4), RADIUS)
        draw(spot, box)
        if spot in self.marks.chosen:
            outline(self.image, box, BRASS_LIGHT, 9, RADIUS)
        else:
            outline(self.image, box, BRASS if live else LINE, 6 if live else 2, RADIUS)
        if spot in self.marks.numbers:
            text, centre = said(self.marks.numbers[spot]), (box[0] + 60, box[1] + 56)
            number_badge(self.image, centre, text, NUMBER, chosen=spot in self.marks.chosen)

    def _live(self, spot: str) -> bool:
        """Whether a place may be picked, or one that is a part of it."""
        return any(one == spot or one.startswith(f"{spot}-") for one in self.marks.legal)

    def _sectors(self, spot: str, at: tuple[float, float]) -> None:
        """The numbers of a thing with each sector that it may be built in, three in a line."""
        found = [one for one in self.marks.numbers if one.startswith(f"{spot}-")]
        for index, one in enumerate(found):
            down, across = divmod(index, 3)
            x, y = at[0] + 166 * across, at[1] + 84 * down
            number_badge(self.image, (x + 38, y), said(self.marks.numbers[one]), MIN_NUMBER)
            write(self.pen, (x + 80, y), one.rpartition("-")[2], GLANCE, TEXT, bold=True, anchor="lm")

    def item(self, spot: str, box: Box) -> None:
        """A ship or structure: its silhouette, price, what is left of the materials, and of the supply."""
        left, top, right, bottom = box
        item, live = split(spot)[1], self._live(spot)
        several = live and spot not in self.marks.legal
        size = min(bottom - top - 190, right - left - 200, 84 if several else LARGEST)
        if several:
            self._sectors(spot, (left + 10, top + 156))
        made = ship(item, size, seat_style(self.view, self.seat)) if item in SHIPS else thing(item, size)
        place(self.image, made if live else faint(made, 0.35), ((left + right) / 2, top + 30 + size / 2))
        left_over = fleets.supply(self.view, self.seat, item) if item in SHIPS else self.view.structures
        ink = TEXT if live else FAINT
        if left_over < FEW:
            write(self.pen, (right - 24, top + 50), f"×{left_over}", 56, ink, bold=True, anchor="rm")
        if NEEDED.get(item) and NEEDED[item] not in self.me.technologies:
            place(self.image, sign("lock", 64), (left + 56, top + 52))
        can = self._can(item)
        row(
            self.image,
            ((left + right) / 2, bottom - 214),
            can,
            row_size(can, right - left - 50, 60, GLANCE),
            colour=ink,
            middle=True,
        )
        price, have = cost(self.me, item), self.me.goods[MATERIALS]
        items: tuple[str, ...] = (f"i:{MATERIALS}", str(price))
        row(self.image, (left + 30, bottom - 118), items, 76, colour=ink)
        if live:
            row(self.image, (left + 250, bottom - 114), ("i:arrow", str(have - price)), 60, colour=FAINT)
        label = self.context.words.say(name(f"eclipse.{'ship' if item in SHIPS else 'structure'}.{item}"))
        write_block(self.pen, (left + 20, bottom - 72, right - 20, bottom - 8), label, (30, 48), ink, bold=True)

    def _can(self, item: str) -> tuple[str, ...]:
        """What a ship would fight with now, or what a structure is good for."""
        if item == ORBITAL:
            return ("i:money", "/", "i:science")
        if item == MONOLITH:
            return ("i:laurel", f"+{POINTS.monolith}")
        can = stats(self.me, item)
        dice = (*dice_signs(can.cannons), *dice_signs(can.missiles, missiles=True))
        hits = ("i:crosshair", rolls(need(can.computer, 0))) if dice else ()
        return ("i:initiative", str(can.initiative), "i:hull", str(can.hull), *hits, *dice)

    def used(self, spot: str, box: Box) -> None:
        """What a discovery tile brings when it is used."""
        left, top, right, bottom = box
        id, middle = split(spot)[1], ((left + right) / 2, (top + bottom) / 2)
        tile = DISCOVERIES[id]
        gains = [text for track, n in tile.gain.items() for text in (f"+{n}", f"i:{track}")]
        if gains:
            row(self.image, middle, gains, row_size(gains, right - left - 80, 240, LARGE), middle=True)
        elif tile.part:
            place(self.image, part_tile(tile.part, 560), middle)
        elif id == "ancient-cruiser":
            place(self.image, ship(CRUISER, LARGEST, seat_style(self.view, self.seat)), middle)
        elif id == "ancient-technology" and (technologies := free_technologies(self.view, self.me)):
            _technologies(self.image, technologies, box, self.context)
        else:
            place(self.image, thing(DISCOVERY, 480), middle)

    def kept(self, spot: str, box: Box) -> None:
        """What a discovery tile is worth when it is kept."""
        left, top, right, bottom = box
        place(self.image, icon("laurel", 330), ((left + right) / 2, (top + bottom) / 2))
        middle = ((left + right) / 2, (top + bottom) / 2 - 20)
        write(self.pen, middle, str(POINTS.discovery), 150, TEXT, bold=True, anchor="mm")

    def tile(self, spot: str, box: Box) -> None:
        """A reputation tile with its value; below it the one that goes back for it."""
        left, top, right, bottom = box
        kept, _, returned = split(spot)[1].partition("-for-")
        size = min(right - left - 60, bottom - top - (190 if returned else 110))
        middle = ((left + right) / 2, (top + bottom + (90 if not returned else 0)) / 2)
        _reputation_tile(self.image, middle, kept, size)
        if returned:
            row(self.image, (middle[0], bottom - 54), ("i:discard", f"−{returned}"), 72, middle=True)

    def player(self, spot: str, box: Box) -> None:
        """Another player: mark, name, species, points; where there is room, ships, and what relations bring."""
        left, top, right, bottom = box
        seat = int(split(spot)[1])
        live = spot in self.marks.legal
        style = seat_style(self.view, seat)
        high = bottom - top
        if right - left > WIDE_CARD and high >= FULL_CARD:
            self._alone(seat, box, style, live=live)
            return
        full = high >= FULL_CARD
        y = top + (high - FULL_CARD) // 2 if full else top + 20
        middle, ink, pen = (left + right) / 2, TEXT if live else FAINT, self.pen
        seat_disc(self.image, style, (middle, y + 100), 180)
        write_block(
            pen, (left + 20, y + 206, right - 20, y + 280), seat_name(seat, self.context.words), (44, 64), ink,
            bold=True, across="middle",
        )  # fmt: skip
        species = self.context.words.say(name(f"eclipse.species.{self.view.players[seat].species}"))
        write_block(pen, (left + 20, y + 286, right - 20, y + 350), species, (30, 48), FAINT, across="middle")
        points = ("i:laurel", signed(score(self.view, seat)["total"]))
        row(self.image, (middle, y + 420), points, 84, colour=ink, middle=True)
        if full:
            self._fleet(seat, (middle, y + 570), right - left - 60, 190)
            row(self.image, (middle, y + 730), BRINGS, 84, colour=BRASS_LIGHT if live else FAINT, middle=True)

    def _alone(self, seat: int, box: Box, style: SeatStyle, *, live: bool) -> None:
        """The only player asked of: the mark beside name and points, over the ships and what relations bring."""
        left, top, right, bottom = box
        ink, high, say = TEXT if live else FAINT, bottom - top, self.context.words.say
        seat_disc(self.image, style, (left + 370, top + high * 0.27), 330)
        name_box = (left + 600, round(top + high * 0.10), right - 40, round(top + high * 0.25))
        write_block(self.pen, name_box, seat_name(seat, self.context.words), (64, 128), ink, bold=True)
        species = say(name(f"eclipse.species.{self.view.players[seat].species}"))
        species_box = (left + 600, round(top + high * 0.25), right - 40, round(top + high * 0.35))
        write_block(self.pen, species_box, species, (44, 84), FAINT)
        points = ("i:laurel", signed(score(self.view, seat)["total"]))
        row(self.image, (left + 600, top + high * 0.43), points, 140, colour=ink)
        middle = (left + right) / 2
        self._fleet(seat, (middle, top + high * 0.65), right - left - 120, 340)
        brings = BRASS_LIGHT if live else FAINT
        row(self.image, (middle, top + high * 0.87), BRINGS, 150, colour=brings, middle=True)

    def _fleet(self, seat: int, middle: tuple[float, float], room: int, most: int) -> None:
        """The ships of a player on the map, by type."""
        each = min(room // len(SHIPS), most)
        x, y = middle[0] - each * (len(SHIPS) - 1) / 2, middle[1]
        for kind in SHIPS:
            count = SHIP_SUPPLY[kind] - fleets.supply(self.view, seat, kind)
            size = round(each * 0.56)
            place(self.image, ship(kind, size, seat_style(self.view, seat), ghost=not count), (x - each * 0.16, y))
            ink = TEXT if count else FAINT
            write(self.pen, (x + each * 0.16, y), str(count), max(GLANCE, size // 2), ink, bold=True, anchor="lm")
            x += each

    def species(self, spot: str, box: Box) -> None:
        """A species: its name on its colour, start goods, discs, and what it does more often than others."""
        left, top, right, bottom = box
        one = SPECIES[split(spot)[1]]
        live = spot in self.marks.legal
        style = SeatStyle(BOARDS[one.colour], "", ())
        ink = TEXT if live else FAINT
        label = self.context.words.say(name(f"eclipse.species.{one.id}"))
        title = (left + 108, top + 12, right - 12, top + 108)
        write_block(self.pen, title, label, (30, 48), ink, lines=2, bold=True)
        made = ship(CRUISER, 88, style)
        place(self.image, made if live else faint(made, 0.4), (right - 58, bottom - 62))
        items: list[str] = []
        for track in TRACKS:
            items += [f"i:{track}", str(one.start[track])]
        room = right - left - 40
        y = top + 150
        row(self.image, (left + 20, y), items, row_size(items, room, 54, GLANCE), colour=ink)
        facts = ["i:disc", str(one.discs), "i:colony", str(one.colony_ships), "i:trade", f"{one.trade}:1"]
        row(self.image, (left + 20, y + 66), facts, row_size(facts, room, 54, GLANCE), colour=ink)
        limits = one.limits
        more = [
            ("research", limits.research, 1), ("hull", limits.upgrade, 2), ("robots", limits.build, 2),
            ("drive", limits.move, 2), ("stack", limits.explore, 1),
        ]  # fmt: skip
        extra = [text for icon_, n, usual in more if n > usual for text in (f"i:{icon_}", f"×{n}")]
        if extra and y + 150 < bottom:
            row(self.image, (left + 20, y + 132), extra, row_size(extra, room, 54, GLANCE), colour=BRASS_LIGHT)

    def square(self, spot: str, box: Box) -> None:
        """A square to settle: its sector, its sign, the track's where it takes several, and what that makes then."""
        left, top, right, bottom = box
        sector, id, *tracks = split(spot)[1].split("-")
        kind = id.rstrip("23")
        track = tracks[0] if tracks else tracks_for(kind)[0]
        write(self.pen, (right - 20, top + 52), sector, 60, TEXT, bold=True, anchor="rm")
        middle, high = (left + right) / 2, bottom - top
        size = max(64, min(high - 210, 190))
        shown = square(kind, size, full=False)
        place(self.image, shown, (middle - (size * 0.6 if tracks else 0), top + 100 + size / 2))
        if tracks:
            place(self.image, sign(track, round(size * 0.8)), (middle + size * 0.6, top + 100 + size / 2))
        made = POPULATION.production
        cubes = self.me.cubes[track]
        items = (f"i:{track}", f"+{made[cubes]}", "i:arrow", f"+{made[cubes - 1]}")
        row(self.image, (middle, bottom - 52), items, row_size(items, right - left - 30, 76, GLANCE), middle=True)

    def trade(self, spot: str, box: Box) -> None:
        """A trade: what is given for what, and what is left of the one and there is of the other then."""
        left, top, right, bottom = box
        give, given, get, got = split(spot)[1].split("-")
        live = spot in self.marks.legal
        ink = TEXT if live else FAINT
        have = self.me.goods
        start, middle = left + 130, (top + bottom) / 2
        items = (given, f"i:{give}", "i:arrow", got, f"i:{get}")
        size = row_size(items, right - start - 20, 120, GLANCE)
        row(self.image, (start, middle - size * 0.30), items, size, colour=ink)
        if live:
            left_over = (f"i:{give}", str(have[give] - int(given)), f"i:{get}", str(have[get] + int(got)))
            y = middle + size * 0.62
            row(self.image, (start, y), left_over, row_size(left_over, right - start - 20, 56, GLANCE), colour=FAINT)


def _reputation_tile(image: Image.Image, middle: tuple[float, float], value: str, size: int) -> None:
    """A reputation tile with its value where its star would be."""
    place(image, sign("tile", size), middle)
    place(image, stamp(("eclipse value",), round(size * 0.66), lambda pen: pen.disc(0.5, 0.5, 0.5, INK)), middle)
    write(ImageDraw.Draw(image), middle, value, max(NUMBER, size // 2), TEXT, bold=True, anchor="mm")


def build(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw what can be built: ships and structures."""
    image = blank()
    purse(image, view, seat, context)
    cards = _Cards(image, view, seat, context)
    cards.grid([item_place(item) for item in ITEMS], 3, (MARGIN, BODY[1], WIDE - MARGIN, HIGH - MARGIN), cards.item)
    return image


def colony(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the squares that a colony ship may settle, with their sectors."""
    image = blank()
    purse(image, view, seat, context)
    cards = _Cards(image, view, seat, context)
    spots = list(context.marks.numbers)
    columns = 2 if len(spots) <= 4 else 3 if len(spots) <= 9 else 4 if len(spots) <= 16 else 5
    cards.grid(spots, columns, (MARGIN, BODY[1], WIDE - MARGIN, HIGH - MARGIN), cards.square)
    return image


def reputation(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the reputation tiles that may be kept or returned, over those that the seat has.

    Where none may be, those drawn are shown all the same.
    """
    image = blank()
    cards = _Cards(image, view, seat, context)
    own = list(cards.me.reputation)
    spots = list(context.marks.numbers) or [reputation_place(value) for value in cards.me.drawn or sorted(set(own))]
    low = HIGH - 250
    columns = min(5, len(spots)) if len(spots) < 8 else -(-len(spots) // 2)
    cards.grid(spots, max(1, columns), (MARGIN, MARGIN, WIDE - MARGIN, low - GAP), cards.tile)
    panel(image, (MARGIN, low, WIDE - MARGIN, HIGH - MARGIN), PANEL, RADIUS)
    seat_disc(image, seat_style(view, seat), (MARGIN + 70, (low + HIGH - MARGIN) / 2), 92)
    x = MARGIN + 230
    for value in own:
        _reputation_tile(image, (x, (low + HIGH - MARGIN) / 2), str(value), 180)
        x += 200
    if not own:
        write(cards.pen, (x, (low + HIGH - MARGIN) / 2), "–", 84, FAINT, bold=True, anchor="mm")
    return image


def trades(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the trades, or how often one may be made."""
    image = blank()
    purse(image, view, seat, context)
    cards = _Cards(image, view, seat, context)
    spots = list(context.marks.numbers)
    columns = 2 if len(spots) <= 6 else 3 if len(spots) <= 15 else 4
    cards.grid(spots, columns, (MARGIN, BODY[1], WIDE - MARGIN, HIGH - MARGIN), cards.trade)
    return image


def players(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the other players, to choose one for relations."""
    image = blank()
    purse(image, view, seat, context)
    cards = _Cards(image, view, seat, context)
    if context.marks.kind == "offer":
        spots = list(context.marks.numbers)
    else:
        seats = [other for other, one in enumerate(view.players) if other != seat and not one.out]
        spots = [seat_place(other) for other in seats]
    columns = len(spots) if len(spots) < 4 else -(-len(spots) // 2)
    cards.grid(spots, max(1, columns), (MARGIN, BODY[1], WIDE - MARGIN, HIGH - MARGIN), cards.player)
    return image


def species(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw all species, both sides of each board one below the other."""
    image = blank()
    cards = _Cards(image, view, seat, context)
    ids = sorted(SPECIES, key=lambda one: list(BOARDS).index(SPECIES[one].colour))
    cards.grid([species_place(id) for id in ids], 4, (MARGIN, MARGIN, WIDE - MARGIN, HIGH - MARGIN), cards.species)
    return image


def discovery(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw a discovery tile: what it gives when it is used, beside what it is worth when it is kept."""
    image = blank()
    purse(image, view, seat, context)
    found = [which for kind, which in map(split, context.marks.so_far) if kind == "discovery"]
    if not found:
        return image
    cards, low = _Cards(image, view, seat, context), HIGH - 170
    cards.card(use_place(found[0]), (MARGIN, BODY[1], 1080, low), cards.used)
    cards.card(keep_place(found[0]), (1090, BODY[1], WIDE - MARGIN, low), cards.kept)
    label = context.words.say(name(f"eclipse.discovery.{found[0]}"))
    box = (MARGIN + 20, low + 10, WIDE - MARGIN - 20, HIGH - 14)
    write_block(cards.pen, box, label, (44, 84), TEXT, bold=True, across="middle")
    return image


def _technologies(image: Image.Image, ids: Sequence[str], box: Box, context: RenderContext) -> None:
    """The technologies of which one is taken, each with its name."""
    left, top, right, bottom = box
    columns = 1 if len(ids) == 1 else 2 if len(ids) <= 4 else 3
    lines = -(-len(ids) // columns)
    wide, high = (right - left - 40) / columns, (bottom - top - 40) / lines
    label = 110
    size = round(min(wide - 40, high - label - 20, 440))
    for index, id in enumerate(ids):
        down, across = divmod(index, columns)
        x, y = left + 20 + wide * (across + 0.5), top + 20 + high * down + (high - size - label) / 2
        place(image, technology_tile(id, size), (x, y + size / 2))
        where = (round(x - wide / 2) + 10, round(y + size) + 8, round(x + wide / 2) - 10, round(y + size + label))
        title = technology_title(id, context.words)
        write_block(ImageDraw.Draw(image), where, title, (36, 60), TEXT, bold=True, lines=2, across="middle")
