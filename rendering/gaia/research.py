"""The research board: six areas with every seat's markers, technology tiles, power and Q.I.C. actions."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.gaia.changes import advanced
from rendering.gaia.looks import planet_ball, seat_style
from rendering.gaia.signs import (
    TRACK_SIGNS,
    apart,
    federation_signs,
    goods_signs,
    row,
    signs_size,
    stamp_of,
    tile_signs,
)
from rendering.gaia.widgets import RADIUS, Box, action, count_cell, dim, field, heading, ring
from rendering.kit.background import background
from rendering.kit.cache import LAYERS
from rendering.kit.fonts import MIN_SIZE, write, write_block
from rendering.kit.palette import (
    BRASS,
    DUSK,
    FAINT,
    LINE,
    LINE_HIGH,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    TEXT,
)
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place, rounded
from rules.gaia.components import ACTIONS, FREE_SPACES, LOST, RESEARCH, TOP, TRACKS, Level
from rules.gaia.state import GaiaState
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1184
MARGIN, GAP = 20, 8
NAME, TILE, LEVEL = 46, 124, 90
ACTION = 104
COMPACT_HEAD, COMPACT_LINE, COMPACT_COLUMNS = 52, 52, 2
"""In short: the height of the areas' names and of a line of seats, and how many seats stand in a line."""


def draw(view: GaiaState, context: RenderContext) -> Image.Image:
    """Draw the whole research board."""
    image = background((WIDE, HIGH), context.seed)
    wide = (WIDE - 2 * MARGIN + GAP) // len(TRACKS)
    for index, track in enumerate(TRACKS):
        left = MARGIN + index * wide
        _track(
            image, view, context, track, (left, MARGIN, left + wide - GAP, MARGIN + NAME + TILE * 2 + LEVEL * 6 + 24)
        )
    top = MARGIN + NAME + TILE * 2 + LEVEL * 6 + 32
    third = (WIDE - 2 * MARGIN + GAP) // len(FREE_SPACES)
    for index, space in enumerate(FREE_SPACES):
        left = MARGIN + index * third
        _standard(image, view, context, space, (left, top, left + third - GAP, top + TILE))
    top += TILE + GAP
    _actions(image, view, context, top)
    return image


def _track(image: Image.Image, view: GaiaState, context: RenderContext, track: str, box: Box) -> None:
    """A research area from the top down: advanced tile, levels 5 to 0, standard tile."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    title = context.words.say(name(f"gaia.track.{track}"))
    rail = LAYERS.get(("gaia track", track, size, title), lambda: _rail(track, size, title))
    image.paste(rail, (left, top), rounded(size, RADIUS))
    ring(image, context, box, f"track:{track}")
    y = top + NAME
    _advanced(image, view, context, track, (left + 6, y, right - 6, y + TILE))
    y += TILE + 6
    for level in range(TOP, -1, -1):
        _level(image, view, context, track, (left + 6, y, right - 6, y + LEVEL - 4), level=level)
        y += LEVEL
    _standard(image, view, context, track, (left + 6, y + 4, right - 6, y + 4 + TILE))


def _rail(track: str, size: tuple[int, int], title: str) -> Image.Image:
    """What is the same at every table: the area's name, and its levels with what they bring."""
    image = Image.new("RGB", size, PANEL)
    pen = ImageDraw.Draw(image)
    wide = size[0]
    write_block(pen, (8, 2, wide - 8, NAME), title, (MIN_SIZE, 32), TEXT, bold=True, across="middle")
    top = NAME + TILE + 6
    for level in range(TOP, -1, -1):
        panel(image, (6, top, wide - 6, top + LEVEL - 4), PANEL_HIGH if level >= 3 else DUSK, 8)
        write(pen, (14, top + 20), str(level), 28, FAINT, bold=True, anchor="lm")
        signs = level_signs(track, RESEARCH[track].levels[level])
        row(image, (42, top + 20), signs, signs_size(signs, wide - 56, 32), colour=TEXT)
        top += LEVEL
    return image


def _level(image: Image.Image, view: GaiaState, context: RenderContext, track: str, box: Box, *, level: int) -> None:
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    if level == TOP and track == "terra" and view.top_token:
        token = federation_signs(view.top_token)
        size = signs_size(token, right - left - 84, 30)
        row(image, (left + 36, top + 60), ("i:federation", *token), size)
    x = left + 30
    for seat, one in enumerate(view.players):
        if one.research and one.research[track] == level:
            spot = (x, bottom - 23)
            if advanced(view, context, seat, track):
                halo = (round(x) - 23, bottom - 46, round(x) + 23, bottom)
                panel(image, halo, BRASS, 23)
            seat_disc(image, seat_style(view, seat), spot, 38)
            x += 50
    if level == TOP and track == "nav":
        write(pen, (right - 8, top + 20), view.lost, 24, FAINT, anchor="rm")
        place(image, planet_ball(LOST, 34), (right - 76, top + 20))


def level_signs(track: str, level: Level) -> tuple[str, ...]:
    """What a level brings: once, as income, or for good."""
    income = goods_signs(level.income)
    return apart(
        goods_signs(level.once),
        ("i:income", *income) if income else (),
        ("i:step", ":", str(level.step_ore), "i:ore") if track == "terra" else (),
        ("i:reach", str(level.range)) if level.range else (),
        ("i:power", "×", str(level.project)) if level.project else (),
    )


def _advanced(image: Image.Image, view: GaiaState, context: RenderContext, track: str, box: Box) -> None:
    """The advanced tile of an area; dark where somebody has taken it."""
    where = f"adv-{track}"
    taken = next((own.tile for one in view.players for own in one.tiles if own.space == where), None)
    tile = view.advanced.get(track, taken)
    if tile is None:
        panel(image, box, NIGHT, RADIUS)
        outline(image, box, LINE, 2, RADIUS)
        return
    _tile(image, view, context, tile, box, where=f"tech:{where}")
    if tile == taken:
        dim(image, box)
    outline(image, box, LINE if tile == taken else LINE_HIGH, 2, RADIUS)


def _standard(image: Image.Image, view: GaiaState, context: RenderContext, space: str, box: Box) -> None:
    if space not in view.tech:
        panel(image, box, NIGHT, RADIUS)
        return
    _tile(image, view, context, view.tech[space], box, where=f"tech:{space}")


def _tile(image: Image.Image, view: GaiaState, context: RenderContext, tile: str, box: Box, *, where: str) -> None:
    """A technology tile: in signs, in words below, and who has one already."""
    left, top, right, bottom = box
    field(image, context, box, where)
    owners = [seat for seat, one in enumerate(view.players) if any(own.tile == tile for own in one.tiles)]
    for index, seat in enumerate(owners):
        seat_disc(image, seat_style(view, seat), (right - 17, top + 17 + 30 * index), 30)
    signs = tile_signs(tile)
    end = right - 28 if owners else right
    size = signs_size(signs, end - left - 16, 38)
    row(image, ((left + end) / 2, top + 23), signs, size, middle=True)
    words = context.words.say(name(f"gaia.tile.{tile}"))
    # A single disc ends above the words.
    room = (left + 6, top + 43, (end if len(owners) > 1 else right) - 6, bottom - 1)
    write_block(ImageDraw.Draw(image), room, words, (MIN_SIZE, 24), TEXT, lines=3, across="middle")


def _actions(image: Image.Image, view: GaiaState, context: RenderContext, top: int) -> None:
    wide = (WIDE - 2 * MARGIN + GAP) // 10
    for index, id in enumerate(ACTIONS):
        left = MARGIN + index * wide
        action(image, view, context, id, (left, top + 28, left + wide - GAP, top + 28 + ACTION))
    split = MARGIN + 7 * wide
    heading(image, context, (MARGIN, top, split - GAP, top + 28), T("Power actions"))
    heading(image, context, (split, top, WIDE - MARGIN, top + 28), T("Q.I.C. actions"))


def compact_height(seats: int) -> int:
    """How high everybody's levels in short are."""
    return COMPACT_HEAD + COMPACT_LINE * (-(-seats // COMPACT_COLUMNS))


def compact(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """Every seat's level in each of the six areas."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    wide = (right - left + GAP) // len(TRACKS)
    for index, track in enumerate(TRACKS):
        x, end = left + index * wide, left + (index + 1) * wide - GAP
        panel(image, (x, top, end, bottom), PANEL, RADIUS)
        place(image, stamp_of(TRACK_SIGNS[track], 36), (x + 24, top + COMPACT_HEAD // 2))
        title = context.words.say(name(f"gaia.track.{track}"))
        room = (x + 48, top, end - 2, top + COMPACT_HEAD)
        write_block(pen, room, title, (MIN_SIZE, 30), TEXT, lines=2)
        cell = (end - x - 4) // COMPACT_COLUMNS
        for seat, one in enumerate(view.players):
            if one.research:
                at = x + 4 + seat % COMPACT_COLUMNS * cell
                y = top + COMPACT_HEAD + seat // COMPACT_COLUMNS * COMPACT_LINE
                changed = advanced(view, context, seat, track)
                spot = (at, y, at + cell - 4, y + COMPACT_LINE - 4)
                count_cell(image, seat_style(view, seat), str(one.research[track]), spot, changed=changed)
