"""The battles to come, one below the other: where, who with what, and how likely each side wins."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.eclipse.battle import contested
from rendering.eclipse.battle_looks import said_chance, style_of
from rendering.eclipse.blueprint import RADIUS, Box
from rendering.eclipse.looks import NPC
from rendering.eclipse.tokens import ship
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import FAINT, NIGHT, PANEL, TEXT, blend
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import panel, place
from rendering.words import Words
from rules.eclipse.prospect import Prospect, prospect_in
from rules.eclipse.state import EclipseState, Group, Sector
from rules.eclipse.steps.battle import open_battle
from rules.kernel.text import TN, T

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 20, 10
HEAD = 92
MOST_ROW, LEAST_ROW = 260, 130


def draw(view: EclipseState, context: RenderContext) -> Image.Image:
    """Draw all battles that will be fought as things stand; as many as there is room for."""
    image = background((WIDE, HIGH), context.seed)
    pen = ImageDraw.Draw(image)
    sectors = contested(view)
    if not sectors:
        said = context.words.say(T("No battle is in sight."))
        write(pen, (WIDE / 2, HIGH / 2), said, 56, FAINT, anchor="mm")
        return image
    place(image, icon("swords", 72), (MARGIN + 40, HEAD // 2 + 4))
    said = context.words.say(TN("One battle to come", "{n} battles to come", len(sectors)))
    write_block(pen, (MARGIN + 92, 8, WIDE - 560, HEAD), said, (34, 58), TEXT, bold=True)
    said = context.words.say(T("if all fight to the end"))
    write_block(pen, (WIDE - 540, 8, WIDE - MARGIN - 4, HEAD), said, (MIN_SIZE, 34), FAINT, across="right")
    room = HIGH - HEAD - MARGIN
    high = max(LEAST_ROW, min(MOST_ROW, (room + GAP) // len(sectors) - GAP))
    for at, sector in enumerate(sectors[: (room + GAP) // (high + GAP)]):
        y = HEAD + at * (high + GAP)
        _battle(image, view, sector, context.words, (MARGIN, y, WIDE - MARGIN, y + high))
    return image


def _battle(image: Image.Image, view: EclipseState, sector: Sector, words: Words, box: Box) -> None:
    """A battle: the sector, the fleets of the first two, the chances between them, who else is there below."""
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    pen = ImageDraw.Draw(image)
    found = prospect_in(view, sector)
    if found is None:
        return
    middle = (top + bottom) // 2
    write(pen, (left + 16, middle), sector.id, 60, TEXT, bold=True, anchor="lm")
    centre = (left + 150 + right) // 2
    _fleet(image, view, found, found.attacker, (left + 150, top + 6, centre - 230, bottom - 6))
    _fleet(image, view, found, found.defender, (centre + 230, top + 6, right - 12, bottom - 6))
    _chances(image, view, found, words, (centre - 210, middle - 60, centre + 210, middle + 60))
    others = [one for one in open_battle(sector).groups if one.side not in (found.attacker, found.defender)]
    if others:
        size = min(44, (bottom - top) // 4)
        x = centre - 210
        for group in others:
            place(image, ship(group.kind, size, style_of(view, group.side)), (x + size / 2, bottom - 8 - size / 2))
            x += size + 4


def _chances(image: Image.Image, view: EclipseState, found: Prospect, words: Words, box: Box) -> None:
    """Both chances over a bar of the sides' colours."""
    left, top, right, bottom = box
    pen = ImageDraw.Draw(image)
    y = top + 30
    chances = [said_chance(found.odds, chance, words) for chance in (found.odds.attacker, found.odds.defender)]
    size = 60
    while width(chances[0], size, bold=True) + width(chances[1], size, bold=True) > right - left - 20:
        size -= 2
    write(pen, (left, y), chances[0], size, TEXT, bold=True, anchor="lm")
    write(pen, (right, y), chances[1], size, TEXT, bold=True, anchor="rm")
    panel(image, (left, bottom - 40, right, bottom - 16), blend(FAINT, NIGHT, 0.4), 12)
    wide = right - left
    for side, share, last in (
        (found.attacker, found.odds.attacker, False),
        (found.defender, found.odds.defender, True),
    ):
        part = max(24, round(wide * share)) if share > 0 else 0
        if part:
            x = right - part if last else left
            panel(image, (x, bottom - 40, x + part, bottom - 16), style_of(view, side).colour, 12)


def _fleet(image: Image.Image, view: EclipseState, found: Prospect, side: int, box: Box) -> None:
    """The ships of a side by type, with its mark."""
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    x = left
    if side >= 0:
        seat_disc(image, style_of(view, side), (x + 34, middle), 60)
        x += 78
    groups: list[Group] = [one for one in found.groups if one.side == side]
    size = min(120, bottom - top - 50, (right - x) // max(1, len(groups)) - 8)
    pen = ImageDraw.Draw(image)
    for group in groups:
        place(image, ship(group.kind, size, style_of(view, side) if side >= 0 else NPC), (x + size / 2, middle - 20))
        write(pen, (x + size / 2, middle + size / 2 + 6), f"×{len(group.damage)}", GLANCE, TEXT, bold=True, anchor="mm")
        x += size + 8
