"""A player's board: tracks and what is stored, tiles before the player, technologies, and the four blueprints."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.eclipse.blueprint import draw_blueprints
from rendering.eclipse.looks import seat_style
from rendering.eclipse.parts import CATEGORIES as INKS
from rendering.eclipse.parts import part_tile, technology_tile
from rendering.eclipse.signs import faint, row, row_size, row_width, sign
from rendering.eclipse.supply import category_title
from rendering.eclipse.tracks import draw_tracks
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import LAUREL, icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import BRASS, FAINT, LINE, NIGHT, PANEL, RED, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge, seat_name
from rendering.kit.shapes import outline, panel, place
from rules.eclipse.components import CATEGORIES, MONEY, SPECIES, TECH_TRACK, TECHNOLOGIES
from rules.eclipse.economy import balance, in_category
from rules.eclipse.scoring import score
from rules.eclipse.state import EclipseState, Player
from rules.eclipse.steps.turn import ACTIONS
from rules.kernel.text import T, name, signed

Box = tuple[int, int, int, int]
WIDE, HIGH = 1600, 1200
MARGIN, GAP = 20, 10
HEAD = 92
RADIUS = 12
SPLIT = 1090
"""Where the column beside the tracks begins."""
TRACKS_HIGH, TECHNOLOGIES_HIGH = 372, 196


def draw(view: EclipseState, seat: int, context: RenderContext) -> Image.Image:
    """Draw a player's board."""
    image = background((WIDE, HIGH), context.seed)
    me = view.players[seat]
    _head(image, view, seat, context)
    if not me.species:
        said = context.words.say(T("No species chosen yet."))
        write(ImageDraw.Draw(image), (WIDE / 2, HIGH / 2), said, 48, FAINT, anchor="mm")
        return image
    y = HEAD + GAP
    draw_tracks(image, view, seat, context, (MARGIN, y, SPLIT - GAP, y + TRACKS_HIGH))
    _beside(image, view, seat, context, (SPLIT, y, WIDE - MARGIN, y + TRACKS_HIGH))
    y += TRACKS_HIGH + GAP
    _technologies(image, me, context, (MARGIN, y, WIDE - MARGIN, y + TECHNOLOGIES_HIGH))
    y += TECHNOLOGIES_HIGH + GAP
    draw_blueprints(image, view, seat, context, (MARGIN, y, WIDE - MARGIN, HIGH - MARGIN))
    return image


def _head(image: Image.Image, view: EclipseState, seat: int, context: RenderContext) -> None:
    """Who, the species, what they have done, and the points."""
    pen = ImageDraw.Draw(image)
    me, style = view.players[seat], seat_style(view, seat)
    middle = HEAD // 2 + 4
    seat_edge(image, style, (MARGIN, 16, MARGIN + 12, HEAD - 6))
    seat_disc(image, style, (MARGIN + 54, middle), 60)
    x = WIDE - MARGIN - 150
    points = score(view, seat)
    hidden = any(value == 0 for value in me.reputation)
    shown = points["total"] - (points["reputation"] if hidden else 0)
    figure(image, (x, middle), "laurel", str(shown), 60, room=150)
    for what, name_ in (
        (me.traitor, "flag"),
        (me.out, "cross"),
        (me.passed and not me.out, "pass"),
        (seat in context.waiting, "hourglass"),
    ):
        if what:
            place(image, icon(name_, 52), (x - 40, middle))
            x -= 72
    if me.species:
        said = context.words.say(name(f"eclipse.species.{me.species}"))
        write_block(pen, (x - 470, 14, x - 20, HEAD - 6), said, (28, 46), FAINT, across="right")
        x -= 490
    write_block(pen, (MARGIN + 98, 14, x, HEAD - 6), seat_name(seat, context.words), (28, 54), TEXT, bold=True)


def _beside(image: Image.Image, view: EclipseState, seat: int, context: RenderContext, box: Box) -> None:
    """The balance of the round, colony ships and trade, reputation and ambassadors, actions."""
    left, top, right, bottom = box
    high = (bottom - top - 3 * 8) / 4
    me = view.players[seat]
    lines = []
    for index in range(4):
        y = round(top + index * (high + 8))
        lines.append((left, y, right, round(y + high)))
        panel(image, lines[-1], PANEL, RADIUS)
    _balance(image, me, context, lines[0])
    _colonies(image, me, lines[1])
    _reputation(image, view, seat, lines[2])
    _actions(image, me, context, lines[3])


def _balance(image: Image.Image, me: Player, context: RenderContext, box: Box) -> None:
    """The money that is left at the end of the round, now and after the next disc."""
    left, top, _, bottom = box
    middle = (top + bottom) // 2
    pen = ImageDraw.Draw(image)
    said = context.words.say(T("End of the round"))
    write_block(pen, (left + 14, top + 4, left + 162, bottom - 4), said, (MIN_SIZE, 30), FAINT, lines=2)
    now = balance(me)
    place(image, sign(MONEY, 54), (left + 194, middle))
    text = signed(now)
    write(pen, (left + 230, middle), text, 60, RED if now < 0 else TEXT, bold=True, anchor="lm")
    if me.discs:
        after = balance(me, 1)
        x = left + 240 + width(text, 60, bold=True)
        place(image, sign("arrow", 30), (x + 15, middle + 2))
        text = signed(after)
        write(pen, (x + 38, middle + 2), text, GLANCE, RED if after < 0 else FAINT, bold=True, anchor="lm")


def _colonies(image: Image.Image, me: Player, box: Box) -> None:
    """Colony ships, the ready ones bright; the rate of trade."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    species = SPECIES[me.species]
    for index in range(max(species.colony_ships, me.colony)):
        x = left + 40 + index * 62
        place(image, faint(sign("colony", 56), 0.28) if index >= me.colony else sign("colony", 56), (x, middle))
    items = (str(species.trade), "i:trade", "1")
    row(image, (right - 20 - row_width(items, 52), middle), items, 52)


def _reputation(image: Image.Image, view: EclipseState, seat: int, box: Box) -> None:
    """Reputation tiles (their values where the reader knows them), ambassadors, empty slots; discoveries kept."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    me, slots = view.players[seat], SPECIES[view.players[seat].species].slots
    size, x = 66, left + 44
    for value in me.reputation:
        place(image, sign("tile", size), (x, middle))
        _on_tile(image, (x, middle), str(value) if value else "?")
        x += size + 6
    for partner in me.partners:
        seat_disc(image, seat_style(view, partner), (x, middle), size - 8)
        x += size + 6
    empty = slots.ambassador + slots.either + slots.reputation - len(me.reputation) - len(me.partners)
    for _ in range(empty):
        outline(image, (x - 28, middle - 28, x + 28, middle + 28), LINE, 3, 28)
        x += size + 6
    if me.discoveries:
        items = (f"{len(me.discoveries)}", "i:discovery")
        high = row_size(items, right - 16 - x, 50)
        row(image, (right - 16 - row_width(items, high), middle), items, high)


def _on_tile(image: Image.Image, at: tuple[float, float], text: str) -> None:
    """The value of a reputation tile, on a plate so that it can be read."""
    x, y = round(at[0]), round(at[1])
    panel(image, (x - 20, y - 22, x + 20, y + 22), blend(NIGHT, BRASS, 0.12), 20)
    write(ImageDraw.Draw(image), (x, y), text, 44, TEXT, bold=True, anchor="mm")


def _actions(image: Image.Image, me: Player, context: RenderContext, box: Box) -> None:
    """What discs were spent on in this round, spare discs, and ancient parts that are kept."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    said = [f"{context.words.say(text)} {me.actions[one]}" for one, text in ACTIONS.items() if me.actions.get(one)]
    room = right
    for part in reversed(me.stored):
        tile = part_tile(part, bottom - top - 12)
        room -= tile.width + 8
        image.paste(tile, (room, top + 6), tile)
    text = ", ".join(said) or "–"
    write_block(pen, (left + 14, top + 4, room - 10, bottom - 4), text, (MIN_SIZE, 30), TEXT, lines=2)


def _technologies(image: Image.Image, me: Player, context: RenderContext, box: Box) -> None:
    """The three rows: technologies in the order in which they were learnt, the next discount, points."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    wide = (right - left) // len(CATEGORIES)
    for index, category in enumerate(CATEGORIES):
        x = left + index * wide
        _row(image, me, category, context, (x + 14, top + 12, x + wide - 14, bottom - 12))
        if index:
            image.paste(LINE, (x - 1, top + 14, x + 1, bottom - 14))


def _row(image: Image.Image, me: Player, category: str, context: RenderContext, box: Box) -> None:
    """One row of technologies: its name, next discount and points on the left, the tiles in two lines."""
    left, top, right, bottom = box
    n = in_category(me, category)
    gap = 8
    size = (bottom - top - gap) // 2
    start = right - 4 * (size + gap) + gap
    pen = ImageDraw.Draw(image)
    label = context.words.say(category_title(category))
    write_block(pen, (left, top, start - 12, top + 44), label, (MIN_SIZE, 34), INKS[category], bold=True)
    y = top + 80
    if n < TECH_TRACK.slots and TECH_TRACK.discount[n]:
        row(image, (left, y), (f"−{TECH_TRACK.discount[n]}", "i:science"), GLANCE)
        y += 60
    if TECH_TRACK.vp[n]:
        row(image, (left, y), (str(TECH_TRACK.vp[n]), "i:laurel"), GLANCE, colour=LAUREL)
    have = [id for id in me.technologies if TECHNOLOGIES[id].category == category]
    for index in range(TECH_TRACK.slots):
        x, y = start + index % 4 * (size + gap), top + index // 4 * (size + gap)
        if index < len(have):
            tile = technology_tile(have[index], size)
            image.paste(tile, (x, y), tile)
        else:
            outline(image, (x, y, x + size, y + size), blend(PANEL, INKS[category], 0.4), 2, 8)
