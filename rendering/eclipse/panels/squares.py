"""Panels about the squares of one sector: it alone, large, with the number of each square below it."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.eclipse.ground import Tile, sky, tile_stamp
from rendering.eclipse.layout import is_turned
from rendering.eclipse.looks import seat_style
from rendering.eclipse.panels.frame import BODY, FOOT, HIGH, MARGIN, RADIUS, WIDE, blank, changes, purse
from rendering.eclipse.panels.gains import GAINS
from rendering.eclipse.signs import dice_signs, row, sign
from rendering.eclipse.tokens import ship, square
from rendering.kit.fonts import write
from rendering.kit.numbers import NUMBER, badge_size, number_badge, said
from rendering.kit.palette import BRASS, BRASS_LIGHT, PANEL, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.blueprints import stats
from rules.eclipse.combat import need, rolls
from rules.eclipse.components import NEUTRON_BOMBS, ORBITAL, SECTORS
from rules.eclipse.economy import square_id
from rules.eclipse.galaxy import openings
from rules.eclipse.places import sector_place, split, square_place, technology_place
from rules.eclipse.state import FULL, NOBODY, EclipseState, Sector

SIDE = 590
SIZE = 150
REACH = 460
"""How far from the middle numbers below squares may reach."""


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw the sector that the choice is about, under what the seat has, over what changes."""
    image = blank()
    kind = context.marks.kind
    attack = kind == "population"
    spots = context.marks.so_far
    ids = [which.partition("-")[0] for one, which in map(split, spots) if one in ("sector", "square")]
    found = GAINS[kind](view, seat, context) if kind in GAINS else []
    if ids and ids[0] in view.sectors:
        sector = view.sectors[ids[0]]
        low = HIGH - FOOT if found or attack else HIGH
        image.paste(sky((WIDE, HIGH), context.seed), (0, 0))
        _ground(image, view, sector, (BODY[1] + low) / 2)
        _squares(image, sector, context, (BODY[1] + low) / 2)
        if attack:
            _attackers(image, view, seat, sector)
            _ways(image, context, sector, (BODY[1] + low) / 2 + 320)
    purse(image, view, seat, context)
    if found:
        changes(image, view, seat, found)
    return image


def _ground(image: Image.Image, view: EclipseState, sector: Sector, middle: float) -> None:
    owner = None if sector.disc == NOBODY else seat_style(view, sector.disc)
    tile = Tile(owner, openings(sector.id, sector.turns), tuple(link == FULL for link in sector.links), int(sector.id))
    place(image, tile_stamp(tile, SIDE, turned=is_turned(view)), (WIDE / 2, middle))
    pen = ImageDraw.Draw(image)
    write(pen, (WIDE / 2, middle - 300), sector.id, 84, TEXT, bold=True, anchor="mm")
    if owner:
        seat_disc(image, owner, (WIDE / 2 - 190, middle - 300), 92)


def _attackers(image: Image.Image, view: EclipseState, seat: int, sector: Sector) -> None:
    """Draw below the sector the seat's ships that shoot at it, with their dice and what these hit on."""
    box = (MARGIN, HIGH - FOOT + 4, WIDE - MARGIN, HIGH - MARGIN)
    panel(image, box, PANEL, RADIUS)
    x, y = box[0] + 40, (box[1] + box[3]) // 2
    for kind, n in sector.ships.get(seat, {}).items():
        can = stats(view.players[seat], kind)
        place(image, ship(kind, 80, seat_style(view, seat)), (x + 40, y))
        x = row(image, (x + 90, y), (f"×{n}",), 60) + 36
        if can.cannons:
            x = row(image, (x, y), (*dice_signs(can.cannons), "i:crosshair", rolls(need(can.computer, 0))), 60)
        x += 70


def _ways(image: Image.Image, context: RenderContext, sector: Sector, y: float) -> None:
    """The numbers of the ways to attack the population, each beside its sign: dice, or bombs."""
    signs = {sector_place(sector.id): "crosshair", technology_place(NEUTRON_BOMBS): "bomb"}
    found = [spot for spot in signs if spot in context.marks.numbers]
    for at, spot in enumerate(found):
        x = WIDE / 2 + (at - (len(found) - 1) / 2) * 320
        number_badge(image, (x - 60, y), said(context.marks.numbers[spot]), NUMBER)
        place(image, sign(signs[spot], 110), (x + 60, y))


def _squares(image: Image.Image, sector: Sector, context: RenderContext, middle: float) -> None:
    """Each square with its cube or without, its number below it; with a track's sign where it may be of several."""
    kinds = [(square_id(sector, index), kind) for index, kind in enumerate(SECTORS[sector.id].squares)]
    shown = [(id, kind, index in sector.cubes) for index, (id, kind) in enumerate(kinds)]
    shown += [(ORBITAL, ORBITAL, sector.orbital_cube)] if sector.orbital else []
    rows = [shown] if len(shown) <= 4 else [shown[: (len(shown) + 1) // 2], shown[(len(shown) + 1) // 2 :]]
    high = 330 if len(rows) == 1 else 300
    for line, one in enumerate(rows):
        y = middle + (line - (len(rows) - 1) / 2) * high + (20 if len(rows) > 1 else 0)
        wide = min(320, 960 // len(one))
        for at, (id, kind, full) in enumerate(one):
            x = WIDE / 2 + (at - (len(one) - 1) / 2) * wide
            place(image, square(kind, SIZE, full=full), (x, y - 30))
            _numbers(image, context, square_place(sector.id, id), (x, y - 30))


def _numbers(image: Image.Image, context: RenderContext, spot: str, at: tuple[float, float]) -> None:
    marks = context.marks
    spots = [one for one in marks.numbers if one == spot or one.startswith(f"{spot}-")]
    spots = [one for one in spots if one.removeprefix(spot).lstrip("-") in ("", "money", "science", "materials")]
    if not spots:
        return
    x, y = at
    half = SIZE // 2 + 14
    picked = bool(set(spots) & marks.chosen)
    ring = (round(x - half), round(y - half), round(x + half), round(y + half))
    outline(image, ring, BRASS_LIGHT if picked else BRASS, 10 if picked else 6, 26)
    texts = [said(marks.numbers[one]) for one in spots]
    tracks = [one.removeprefix(spot).lstrip("-") for one in spots]
    each = [badge_size(text)[0] + (66 if track else 0) + 12 for text, track in zip(texts, tracks, strict=True)]
    # A long row stays within the controller's edge.
    left = max(WIDE / 2 - REACH, min(x - sum(each) / 2, WIDE / 2 + REACH - sum(each))) + 6
    for one, text, track, wide in zip(spots, texts, tracks, each, strict=True):
        badge = badge_size(text)[0]
        number_badge(image, (left + badge / 2, y + half + 52), text, NUMBER, chosen=one in marks.chosen)
        if track:
            place(image, sign(track, 60), (left + badge + 34, y + half + 52))
        left += wide
