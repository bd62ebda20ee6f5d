"""The table at a glance: the map, every seat in short, this round's tile, research and board actions."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.chart import Chart
from rendering.gaia.looks import PLANETS, planet_ball, planet_letters, seat_style
from rendering.gaia.parts import RADIUS, Box, action_row, bowls, heading, round_title, seat_line
from rendering.gaia.research import compact
from rendering.gaia.scoring import strip
from rendering.gaia.signs import GOODS, booster_number, booster_signs, row, signs_size
from rendering.kit.fonts import cut, write, write_block
from rendering.kit.ground import dust, night
from rendering.kit.icons import icon
from rendering.kit.palette import BRASS, BRASS_LIGHT, FAINT, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import Occasion
from rendering.kit.seats import figure, seat_edge
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import LOST
from rules.gaia.state import GaiaState, Player
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 16, 8
HEAD = 108
SIDE = 384
"""The width of a seat's panel."""
TALLEST = 330


def draw(view: GaiaState, occasion: Occasion) -> Image.Image:
    """Draw the table."""
    image = night((WIDE, HIGH)).copy()
    dust(image, (0, 0, WIDE, HIGH), occasion.seed)
    edge = WIDE - MARGIN - SIDE
    _head(image, view, occasion)
    seats = len(view.players)
    tracks = 36 + 29 * seats
    low = HIGH - MARGIN - tracks
    if view.spaces:
        Chart(image, view, occasion, (MARGIN, HEAD + GAP, edge - GAP, low - 80), full=False).draw()
    else:
        _factions(image, occasion, (MARGIN, HEAD + GAP, edge - GAP, low - 80))
    action_row(image, view, occasion, (MARGIN, low - 76, edge - GAP, low - GAP))
    compact(image, view, occasion, (MARGIN, low, edge - GAP, HIGH - MARGIN))
    tall = min(TALLEST, (HIGH - HEAD - GAP - MARGIN - (seats - 1) * GAP) // seats)
    for index, seat in enumerate(_seats(view)):
        top = HEAD + GAP + index * (tall + GAP)
        _seat(image, view, seat, occasion, (edge, top, WIDE - MARGIN, top + tall))
    top = HEAD + GAP + seats * (tall + GAP)
    if HIGH - MARGIN - top > 130:
        _boosters(image, view, occasion, (edge, top, WIDE - MARGIN, HIGH - MARGIN))
    return image


def _seats(view: GaiaState) -> list[int]:
    """The seats in this round's turn order."""
    return view.order if len(view.order) == len(view.players) else list(range(len(view.players)))


def _head(image: Image.Image, view: GaiaState, occasion: Occasion) -> None:
    pen = ImageDraw.Draw(image)
    title, now = round_title(view)
    write_block(pen, (MARGIN + 4, MARGIN, 250, MARGIN + 46), occasion.words.say(title), (30, 44), TEXT, bold=True)
    write_block(pen, (MARGIN + 4, MARGIN + 46, 250, HEAD + 4), occasion.words.say(now), (22, 32), BRASS_LIGHT, lines=2)
    strip(image, view, (260, MARGIN, WIDE - MARGIN + 6, HEAD))


def _change(view: GaiaState, occasion: Occasion, seat: int, field: str) -> int:
    before = occasion.before
    if not isinstance(before, GaiaState) or seat >= len(before.players) or not before.players[seat].faction:
        return 0
    return int(getattr(view.players[seat], field)) - int(getattr(before.players[seat], field))


def _seat(image: Image.Image, view: GaiaState, seat: int, occasion: Occasion, box: Box) -> None:
    """A seat: who, points, goods, power, and what else counts."""
    left, top, right, bottom = box
    one = view.players[seat]
    panel(image, box, PANEL, RADIUS)
    seat_edge(image, seat_style(view, seat), (left + 4, top + 10, left + 14, bottom - 10))
    if seat in occasion.waiting:
        outline(image, box, BRASS, 5, RADIUS)
    lines = (bottom - top - 12) / 4
    y = round(top + 6 + lines / 2)
    seat_line(image, view, seat, occasion, (left + 24, y - 30, right - 160, y + 30), size=52)
    figure(image, (right - 154, y), "laurel", str(one.vp), 44, change=_change(view, occasion, seat, "vp"), room=152)
    if not one.faction:
        return
    y = round(y + lines)
    wide = (right - left - 26) // 4
    for index, good in enumerate(("ore", "credits", "knowledge", "qic")):
        at = (left + 24 + index * wide, y)
        sign = GOODS[good].removeprefix("i:")
        ink = BRASS_LIGHT if _change(view, occasion, seat, good) else TEXT
        row(image, at, (f"i:{sign}", str(getattr(one, good))), 38, colour=ink)
    y = round(y + lines)
    bowls(image, one, (left + 24, y - 24, right - 4, y + 24), 36)
    y = round(y + lines)
    _rest(image, one, occasion, (left + 24, y - 24, right - 10, y + 24))


def _rest(image: Image.Image, one: Player, occasion: Occasion, box: Box) -> None:
    """Gaiaformers, tiles, federation tokens, and the booster or that the seat has passed."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    signs = [
        str(one.formers), GOODS["formers"],
        str(sum(not own.covered for own in one.tiles)), "i:tech",
        str(len(one.tokens)), "i:federation",
    ]  # fmt: skip
    x = row(image, (left, middle), signs, 32) + 16
    if one.passed:
        said = occasion.words.say(T("Passed"))
        place(image, icon("pass", 30), (x + 15, middle))
        write_block(ImageDraw.Draw(image), (x + 38, top, right, bottom), said, (22, 28), FAINT)
    elif one.booster:
        mine = booster_signs(one.booster)
        room = right - x - 8
        panel(image, (x, top + 2, right, bottom - 2), PANEL_HIGH, RADIUS)
        size = signs_size(mine, room - 8, 34, 16)
        row(image, ((x + right) / 2, middle), mine, size, middle=True)


def _boosters(image: Image.Image, view: GaiaState, occasion: Occasion, box: Box) -> None:
    left, top, right, bottom = box
    heading(image, occasion, (left, top, right, top + 28), T("Round boosters left"))
    y = top + 34
    pen = ImageDraw.Draw(image)
    for booster in sorted(view.boosters, key=booster_number):
        if y + 46 > bottom:
            return
        panel(image, (left, y, right, y + 46), PANEL, RADIUS)
        write(pen, (left + 12, y + 23), booster.removeprefix("booster"), 26, FAINT, bold=True, anchor="lm")
        signs = booster_signs(booster)
        row(image, (left + 56, y + 23), signs, signs_size(signs, right - left - 66, 34))
        y += 52


def _factions(image: Image.Image, occasion: Occasion, box: Box) -> None:
    """Before the map is laid: the seven colours, and who has chosen which."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    heading(
        image,
        occasion,
        (left + 24, top + 16, right - 24, top + 60),
        T("The map is laid when everybody has a faction."),
        32,
    )
    kinds = [kind for kind in PLANETS if kind != LOST]
    pen = ImageDraw.Draw(image)
    wide, high = (right - left) // 3, (bottom - top - 80) // 3
    letters = planet_letters(occasion.words.language)
    for index, kind in enumerate(kinds):
        x, y = left + index % 3 * wide + wide // 2, top + 80 + index // 3 * high + high // 2
        place(image, planet_ball(kind, 120), (x, y - 24))
        said = occasion.words.say(name(f"gaia.planet.{kind}"))
        label = cut(f"{letters[kind]} · {said}", wide - 16, 30)
        write(pen, (x, y + 62), label, 30, TEXT, anchor="mm")
