"""The private panel of a seat that chooses its faction: a card each, with what is its own at the start.

What nearly all factions begin with stands once, above the cards; on a card only what is otherwise, so that it is large.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from PIL import Image, ImageDraw

from rendering.gaia.looks import letter_ink, planet_ball, planet_letters, seat_style
from rendering.gaia.signs import GOODS, TRACK_SIGNS, apart, goods_signs, row, signs_size, signs_width
from rendering.gaia.widgets import RADIUS, Box
from rendering.kit.background import background
from rendering.kit.fonts import MIN_SIZE, width, write, write_block
from rendering.kit.numbers import GLANCE, NUMBER, number_badge, said
from rendering.kit.palette import BRASS, PANEL, PANEL_HIGH, TEXT
from rendering.kit.picture import RenderContext
from rendering.kit.seats import seat_disc
from rendering.kit.shapes import outline, panel, place
from rules.gaia.components import FACTIONS, Faction
from rules.gaia.describe import ABILITIES, IN_SHORT
from rules.gaia.state import GaiaState
from rules.kernel.text import T, name

WIDE, HIGH = 1600, 1200
MARGIN, GAP = 12, 12
HEAD = 112
TAKEN = 76
"""The height of the line of factions that have been chosen."""
TALL = 500
"""From this height on a card has larger signs."""
FEW = 4
"""So many factions have room for all that they can do."""
#: How many columns so many cards stand in.
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 8: 4}
_Value = TypeVar("_Value")


def draw(view: GaiaState, context: RenderContext) -> Image.Image:
    """Draw the factions that may be chosen, under what all begin with and who has which."""
    image = background((WIDE, HIGH), context.seed)
    _head(image, context, (MARGIN, MARGIN, WIDE - MARGIN, MARGIN + HEAD))
    top = MARGIN + HEAD + GAP
    if any(one.faction for one in view.players):
        _taken(image, view, context, (MARGIN, top, WIDE - MARGIN, top + TAKEN))
        top += TAKEN + GAP
    # In the order of their numbers, which the table may have drawn.
    offered = [place.removeprefix("faction:") for place in context.marks.numbers]
    columns = COLUMNS.get(len(offered), 4 if len(offered) <= 12 else 5)
    lines = -(-len(offered) // columns)
    wide, high = (WIDE - 2 * MARGIN + GAP) / columns, (HIGH - MARGIN - top + GAP) / lines
    for index, id in enumerate(offered):
        across, down = index % columns, index // columns
        # A last line that is not full stands in the middle.
        missing = columns - (len(offered) - (lines - 1) * columns) if down == lines - 1 else 0
        x, y = MARGIN + (across + missing / 2) * wide, top + down * high
        card = (round(x), round(y), round(x + wide) - GAP, round(y + high) - GAP)
        _card(image, context, id, card, full=len(offered) <= FEW)
    return image


def _head(image: Image.Image, context: RenderContext, box: Box) -> None:
    left, top, right, bottom = box
    panel(image, box, PANEL, RADIUS)
    words = context.words.say(T("Each begins with this, unless its faction board says otherwise:"))
    write_block(ImageDraw.Draw(image), (left + 20, top, left + 620, bottom), words, (MIN_SIZE, GLANCE), TEXT, lines=2)
    signs = apart(*(signs for signs in _usual() if signs))
    room = right - left - 660
    row(image, (left + 640, (top + bottom) / 2), signs, signs_size(signs, room, 60))


def _taken(image: Image.Image, view: GaiaState, context: RenderContext, box: Box) -> None:
    """Who has chosen which faction."""
    left, top, right, bottom = box
    chosen = [(seat, one.faction) for seat, one in enumerate(view.players) if one.faction]
    wide = (right - left + GAP) / len(chosen)
    middle = (top + bottom) / 2
    for index, (seat, faction) in enumerate(chosen):
        x, end = round(left + index * wide), round(left + (index + 1) * wide) - GAP
        panel(image, (x, top, end, bottom), PANEL, RADIUS)
        seat_disc(image, seat_style(view, seat), (x + 44, middle), 60)
        place(image, planet_ball(FACTIONS[faction].home, 56), (x + 116, middle))
        words = context.words.say(name(f"gaia.faction.{faction}"))
        write_block(ImageDraw.Draw(image), (x + 156, top, end - 10, bottom), words, (MIN_SIZE, GLANCE), TEXT)


def _card(image: Image.Image, context: RenderContext, id: str, box: Box, *, full: bool) -> None:
    """A faction: number, planet type, name, what is its own at the start, and what it can do."""
    left, top, right, bottom = box
    faction, pen = FACTIONS[id], ImageDraw.Draw(image)
    panel(image, box, PANEL_HIGH, RADIUS)
    outline(image, box, BRASS, 4, RADIUS)
    high = bottom - top
    number = said(context.marks.numbers.get(f"faction:{id}", ()))
    half = max(NUMBER, width(number, NUMBER, bold=True) + 24) // 2
    number_badge(image, (left + 12 + half, top + 48), number, NUMBER)
    ball = 88 if high < TALL else 140
    x, y = left + 2 * half + 28, top + 8 + ball // 2
    place(image, planet_ball(faction.home, ball), (x + ball / 2, y))
    letters = planet_letters(context.words.language)[faction.home]
    write(pen, (x + ball / 2, y), letters, round(ball * 0.42), letter_ink(faction.home), bold=True, anchor="mm")
    room = (x + ball + 12, top + 8, right - 10, top + 8 + ball)
    words = context.words.say(name(f"gaia.faction.{id}"))
    write_block(pen, room, words, (MIN_SIZE, 46 if high < TALL else 64), TEXT, lines=2, bold=True)
    y = top + 14 + ball
    size, room_wide = 48 if high < TALL else 64, right - left - 32
    lines = _own(id)
    if signs_width(apart(*lines), GLANCE) <= room_wide:
        lines = [apart(*lines)]
    for signs in lines:
        row(image, (left + 16, y + size / 2 + 2), signs, signs_size(signs, room_wide, size))
        y += size + 6
    does = ABILITIES[id] if full else (IN_SHORT[id],)
    words = " ".join(map(context.words.say, does))
    room = (left + 16, y + 2, right - 16, bottom - 12)
    most = (MIN_SIZE, 72)
    write_block(pen, room, words, most, TEXT, lines=max(1, (room[3] - room[1]) // 26), down="top")


# What a faction begins with


def _starts(faction: Faction) -> tuple[tuple[str, ...], ...]:
    """What is its own before the game: ore, credits, knowledge, Q.I.C., power, then the income of its board."""
    goods = ((str(getattr(faction.start, good)), GOODS[good]) for good in ("ore", "credits", "knowledge", "qic"))
    power = ("/".join(map(str, faction.power)), "i:power")
    return (*goods, power, ("i:income", *goods_signs(faction.income)))


def _most_common(values: Iterable[_Value]) -> _Value:
    return Counter(values).most_common(1)[0][0]


@lru_cache(maxsize=1)
def _usual() -> tuple[tuple[str, ...], ...]:
    """What most factions begin with."""
    return tuple(map(_most_common, zip(*map(_starts, FACTIONS.values()), strict=True)))


def _own(id: str) -> list[tuple[str, ...]]:
    """What a faction begins with that most do not, in up to two lines: what it has, then income and research."""
    faction = FACTIONS[id]
    own = [signs if signs != usual else () for signs, usual in zip(_starts(faction), _usual(), strict=True)]
    steps = [("i:research", TRACK_SIGNS[track]) for track in faction.research]
    stone = ("+", "i:stone") if faction.brainstone else ()
    lines = [apart(*own[:-1], stone), apart(own[-1], *steps)]
    return [line for line in lines if line]
