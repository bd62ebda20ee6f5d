"""The table at a glance: the round and its phases, the supplies, and every seat with its tableau."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.kit.fonts import cut, width, write, write_block
from rendering.kit.ground import ground
from rendering.kit.icons import icon
from rendering.kit.palette import (
    BRASS,
    BRASS_LIGHT,
    DUSK,
    FAINT,
    INK,
    LINE,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    SEATS,
    TEXT,
    Colour,
)
from rendering.kit.picture import Occasion
from rendering.kit.shapes import glow, outline, panel, place
from rendering.race.facts import Change, changed, force
from rendering.race.faces import RADIUS, paste, small
from rendering.race.looks import PHASE_ICONS, ROMAN
from rendering.race.show import card_place, chosen, figure, seat_disc, seat_edge, seat_name
from rendering.words import Words
from rules.kernel.text import T, Text, name
from rules.race.cards import ACTIONS, PHASES, Phase
from rules.race.scoring import total
from rules.race.state import RaceState

WIDE = 1600
MARGIN = 16
GAP = 8
HEAD = 112
SIDE = 296
"""The width of a seat's panel of numbers."""
HEIGHTS = {2: 928, 3: 1080, 4: 1200}
SLOTS = 12
"""Cards that end the game."""


def draw(view: RaceState, occasion: Occasion) -> Image.Image:
    """Draw the table."""
    seats = len(view.players)
    high = HEIGHTS.get(seats, 1200)
    image = ground((WIDE, high), occasion.seed)
    _head(image, view, occasion)
    tall = (high - HEAD - MARGIN - (seats - 1) * GAP) // seats
    most = max(len(player.tableau) for player in view.players)
    for seat in range(seats):
        top = HEAD + seat * (tall + GAP)
        _seat(image, view, seat, occasion, (MARGIN, top, WIDE - MARGIN, top + tall), most)
    return image


def state_words(view: RaceState) -> Text:
    """What the table does now, in a word or two."""
    if view.phase == "setup":
        return T("Setup")
    if view.phase == "choose":
        return T("Choosing actions")
    if view.phase == "round_end":
        return T("End of the round")
    if view.phase == "over":
        return T("Game over")
    return name(f"race.phase.{view.phase}")


def _head(image: Image.Image, view: RaceState, occasion: Occasion) -> None:
    pen = ImageDraw.Draw(image)
    words = occasion.words
    box = (MARGIN, MARGIN, MARGIN + SIDE, HEAD - GAP)
    write_block(
        pen, (box[0] + 4, box[1], box[2], box[1] + 52), words.say(T("Round {n}", n=view.round)), (30, 50), TEXT, bold=True
    )
    write_block(pen, (box[0] + 4, box[1] + 54, box[2], box[3]), words.say(state_words(view)), (22, 30), BRASS_LIGHT)
    right = _supplies(image, pen, view, occasion)
    _phases(image, pen, view, words, (MARGIN + SIDE + GAP, MARGIN, right - GAP, HEAD - GAP))


def _supplies(image: Image.Image, pen: ImageDraw.ImageDraw, view: RaceState, occasion: Occasion) -> int:
    """Chips, deck and discards at the upper right; give the x where they begin."""
    before = occasion.before if isinstance(occasion.before, RaceState) else None
    items = (
        ("chip", view.pool, view.pool - before.pool if before else 0, T("VP left")),
        ("deck", len(view.deck), 0, T("deck")),
        ("discard", len(view.discards), 0, T("discards")),
    )
    wide = 136
    left = WIDE - MARGIN - wide * len(items)
    for index, (sign, value, change, label) in enumerate(items):
        x = left + index * wide
        figure(image, pen, (x, MARGIN + 26), sign, str(max(0, value)), 48, change=change, room=wide)
        write(pen, (x + 4, MARGIN + 68), cut(occasion.words.say(label), wide - 12, 24), 24, FAINT, anchor="lm")
    return left


def _phases(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    view: RaceState,
    words: Words,
    box: tuple[int, int, int, int],
) -> None:
    """The phase strip: phases of this round stand out, the running one is brass."""
    cells = strip(view)
    left, top, right, bottom = box
    wide = (right - left + GAP) // len(cells)
    for index, (phase, key, chosen_) in enumerate(cells):
        x = left + index * wide
        running = key == view.phase
        cell = (x, top, x + wide - GAP, bottom)
        panel(image, cell, BRASS if running else PANEL_HIGH if chosen_ else NIGHT, RADIUS)
        outline(image, cell, BRASS if running else LINE, 2, RADIUS)
        ink: Colour = INK if running else TEXT if chosen_ else FAINT
        size = 46
        numeral = ROMAN[phase]
        span = width(numeral, size, bold=True) + 10 + 38
        start = (cell[0] + cell[2] - span) / 2
        write(pen, (start, top + 30), numeral, size, ink, bold=True, anchor="lm")
        place(image, icon(PHASE_ICONS[phase], 38, ink), (start + span - 19, top + 30))
        label = words.say(name(f"race.phase.{phase}"))
        write_block(pen, (cell[0] + 4, top + 56, cell[2] - 4, bottom - 4), label, (22, 26), ink, across="middle")


def strip(view: RaceState) -> list[tuple[Phase, str, bool]]:
    """The cells of the phase strip: a phase, the state's name for it, and whether this round has it."""
    cells: list[tuple[Phase, str, bool]] = []
    for phase in PHASES:
        cells.append((phase, phase, phase in view.phases))
        again = f"{phase}_2"
        if again in view.phases:
            cells.append((phase, again, True))
    return cells


def _seat(
    image: Image.Image, view: RaceState, seat: int, occasion: Occasion, box: tuple[int, int, int, int], most: int
) -> None:
    left, top, right, bottom = box
    change = changed(view, occasion.before, seat)
    waiting = seat in occasion.waiting
    panel(image, box, DUSK, RADIUS)
    side = (left, top, left + SIDE, bottom)
    panel(image, side, PANEL, RADIUS)
    seat_edge(image, SEATS[seat], (left + 4, top + 10, left + 14, bottom - 10))
    if waiting:
        outline(image, side, BRASS, 4, RADIUS)
    _numbers(image, view, seat, occasion, side, change)
    _cards(image, view, seat, occasion, (left + SIDE + GAP, top + 6, right - 4, bottom - 6), most, change)


def _numbers(
    image: Image.Image,
    view: RaceState,
    seat: int,
    occasion: Occasion,
    box: tuple[int, int, int, int],
    change: Change,
) -> None:
    """Name, score, strength, chips, hand and action cards of a seat, in four lines."""
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = box
    player = view.players[seat]
    line = (bottom - top) // 4
    y = top + line // 2
    seat_disc(image, seat, (left + 50, y), 52)
    room = right - 12
    if seat in occasion.waiting:
        place(image, icon("hourglass", 44), (right - 30, y))
        room -= 44
    write_block(pen, (left + 86, y - 28, room, y + 28), seat_name(seat, occasion.words), (24, 46), TEXT, lines=2, bold=True)
    before = occasion.before if isinstance(occasion.before, RaceState) else None
    points = total(player)
    gained = points - total(before.players[seat]) if before and seat < len(before.players) else 0
    second = left + 26 + (right - left - 34) // 2
    wide = second - left - 26
    size = 44
    y += line
    figure(image, pen, (left + 26, y), "laurel", str(points), size, change=gained, room=wide)
    figure(image, pen, (second, y), "swords", signed(force(player).general), size, change=change.strength, room=wide)
    y += line
    figure(image, pen, (left + 26, y), "chip", str(player.chips), size, change=change.chips, room=wide)
    figure(image, pen, (second, y), "cards", str(len(player.hand)), size, change=change.hand, room=wide)
    y += line
    _actions(image, pen, player.actions, (left + 26, y - 26, right - 10, y + 26), new=change.actions)


def signed(n: int) -> str:
    """A number whose minus is a true minus."""
    return str(n).replace("-", "−")


BONUSES = {
    "explore_5": "+5",
    "explore_1_1": "+1+1",
    "consume_x2": "×2",
}


def _actions(
    image: Image.Image,
    pen: ImageDraw.ImageDraw,
    actions: list[str],
    box: tuple[int, int, int, int],
    *,
    new: bool,
) -> None:
    """The action cards that were revealed, each as its phase's number and its bonus."""
    left, top, right, bottom = box
    x = left
    for key in actions:
        action = ACTIONS[key]
        bonus = BONUSES.get(key, "")
        numeral = ROMAN[action.phase]
        size = 34
        text = f"{numeral} {bonus}".strip()
        sign = "trade" if key == "consume_trade" else PHASE_ICONS[action.phase]
        wide = min(right - x, width(text, size, bold=True) + 36 + 34)
        cell = (x, top, x + wide, bottom)
        panel(image, cell, TEXT, 10)
        if new:
            outline(image, cell, BRASS, 4, 10)
        place(image, icon(sign, 34, INK), (x + 28, (top + bottom) / 2))
        write(pen, (x + 52, (top + bottom) / 2), text, size, INK, bold=True, anchor="lm")
        x += wide + GAP


def layout(most: int, room: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
    """Columns, lines and size of the small cards, for the longest tableau of the table."""
    wide, high = room
    lines = 1 if most <= 6 else 2 if most <= 20 else 3
    columns = 6 if most <= 6 else max(7, -(-most // lines))
    return columns, lines, ((wide - (columns - 1) * GAP) // columns, (high - (lines - 1) * GAP) // lines)


def _cards(
    image: Image.Image,
    view: RaceState,
    seat: int,
    occasion: Occasion,
    box: tuple[int, int, int, int],
    most: int,
    change: Change,
) -> None:
    left, top, right, bottom = box
    player = view.players[seat]
    columns, lines, size = layout(most, (right - left, bottom - top))
    for index in range(min(columns * lines, max(len(player.tableau), SLOTS if lines > 1 else columns))):
        x = left + index % columns * (size[0] + GAP)
        y = top + index // columns * (size[1] + GAP)
        spot = (x, y, x + size[0], y + size[1])
        if index >= len(player.tableau):
            outline(image, spot, PANEL_HIGH, 2, RADIUS)
            continue
        number = player.tableau[index]
        if number in change.cards or number in change.goods:
            glow(image, spot, BRASS, 8, RADIUS)
        paste(image, small(number, size, occasion.words, good=number in player.goods), (x, y))
        if number in change.cards or number in change.goods:
            outline(image, spot, BRASS_LIGHT, 4, RADIUS)
        if card_place(number) in occasion.marks.chosen:
            chosen(image, spot)
        elif card_place(number) in occasion.marks.legal:
            outline(image, spot, BRASS, 6, RADIUS)


