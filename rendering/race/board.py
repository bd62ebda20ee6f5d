"""The table at a glance: the round and its phases, the supplies, and every seat with its tableau."""

from __future__ import annotations

from PIL import Image, ImageDraw

from rendering.kit.background import draw_stars, starless
from rendering.kit.fonts import MIN_SIZE, cut, width, write, write_block
from rendering.kit.icons import LAUREL, icon
from rendering.kit.numbers import GLANCE
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
from rendering.kit.picture import RenderContext
from rendering.kit.seats import figure, seat_disc, seat_edge, seat_name
from rendering.kit.shapes import outline, panel, place, stamp
from rendering.race.actions import draw_row
from rendering.race.changes import Change, changed, in_hand, military_strength
from rendering.race.faces import RADIUS
from rendering.race.looks import PHASE_ICONS, ROMAN
from rendering.race.marks import lay, phase_of
from rendering.race.shelves import tableau_sign
from rules.kernel.text import T, Text, name, signed
from rules.race.components import DATA, PHASES, Phase
from rules.race.scoring import counted, standings, total
from rules.race.state import Player, RaceState

WIDE = 1600
MARGIN = 16
GAP = 8
HEAD = 112
SIDE = 312
"""The width of a seat's panel of numbers."""
HEIGHTS = {2: 928, 3: 1080, 4: 1200}
SLOTS = DATA.limits.tableau
"""Cards that end the game."""


def draw(view: RaceState, context: RenderContext) -> Image.Image:
    """Draw the table."""
    return _Board(view, context).draw()


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


def strip(view: RaceState) -> list[tuple[Phase, str, bool]]:
    """The cells of the phase strip: a phase, the state's name for it, and whether this round has it."""
    cells: list[tuple[Phase, str, bool]] = []
    for phase in PHASES:
        cells.append((phase, phase, phase in view.phases))
        again = f"{phase}_2"
        if again in view.phases:
            cells.append((phase, again, True))
    return cells


def layout(count: int, room: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
    """Columns, lines and size of the cards of a tableau, as large as so many can be."""

    def laid(lines: int) -> tuple[int, int, tuple[int, int]]:
        columns = max(4, -(-count // lines))
        return columns, lines, ((room[0] - (columns - 1) * GAP) // columns, (room[1] - (lines - 1) * GAP) // lines)

    # Signs stand side by side: a card needs its width more than its height.
    return max(map(laid, (1, 2, 3)), key=lambda one: min(one[2][0], one[2][1] * 1.6))


def bands(seats: int, high: int) -> list[tuple[int, int, int, int]]:
    """The band of each seat (left, top, right, bottom)."""
    tall = (high - HEAD - MARGIN - (seats - 1) * GAP) // seats
    tops = [HEAD + seat * (tall + GAP) for seat in range(seats)]
    return [(MARGIN, top, WIDE - MARGIN, top + tall) for top in tops]


def _base(seats: int, high: int) -> Image.Image:
    """What is the same at every table with this number of seats: the background and each seat's empty band."""
    image = starless((WIDE, high))
    for seat, (left, top, right, bottom) in enumerate(bands(seats, high)):
        panel(image, (left, top, right, bottom), DUSK, RADIUS)
        panel(image, (left, top, left + SIDE, bottom), PANEL, RADIUS)
        seat_edge(image, SEATS[seat], (left + 4, top + 10, left + 14, bottom - 10))
    return image


def left_in(view: RaceState) -> int:
    """The points left in the pool: 0 while it is in debt, since these are paid in the chips of the last round."""
    return max(0, view.pool)


class _Board:
    """One drawing of the table."""

    def __init__(self, view: RaceState, context: RenderContext) -> None:
        self.view, self.context, self.words = view, context, context.words
        self.before = context.before if isinstance(context.before, RaceState) else None
        ended = standings(view, over=True) if view.phase == "over" else ()
        self.winners = {one.seat for one in ended if one.winner}
        self.high = HEIGHTS.get(len(view.players), 1200)
        self.image = _base(len(view.players), self.high)
        draw_stars(self.image, (0, 0, WIDE, HEAD), context.seed)
        self.pen = ImageDraw.Draw(self.image)

    def draw(self) -> Image.Image:
        self._head()
        for seat, box in enumerate(bands(len(self.view.players), self.high)):
            self._seat(seat, box)
        return self.image

    def _head(self) -> None:
        left, top, right, bottom = MARGIN + 4, MARGIN, MARGIN + SIDE, HEAD - GAP
        title = self.words.say(T("Round {n}", n=self.view.round)) if self.view.round else ""
        now = self.words.say(state_words(self.view))
        if title:
            write_block(self.pen, (left, top, right, top + 52), title, (30, 50), TEXT, bold=True)
            write_block(self.pen, (left, top + 54, right, bottom), now, (MIN_SIZE, 30), BRASS_LIGHT)
        else:
            write_block(self.pen, (left, top, right, bottom), now, (MIN_SIZE, 44), TEXT, lines=2, bold=True)
        self._phases((MARGIN + SIDE + GAP, top, self._supplies() - GAP, bottom))

    def _supplies(self) -> int:
        """Chips, deck and discards at the upper right; give the x where they begin."""
        view = self.view
        items = (
            ("chip", left_in(view), left_in(view) - left_in(self.before or view), T("VP left")),
            ("deck", len(view.deck), 0, T("deck")),
            ("discard", len(view.discards), 0, T("discards")),
        )
        wide = 140
        left = WIDE - MARGIN - wide * len(items)
        for index, (sign, value, change, label) in enumerate(items):
            x = left + index * wide
            figure(self.image, (x, MARGIN + 26), sign, str(value), GLANCE, change=change, room=wide)
            write(self.pen, (x + 4, MARGIN + 68), cut(self.words.say(label), wide - 12, 24), 24, FAINT, anchor="lm")
        return left

    def _phases(self, box: tuple[int, int, int, int]) -> None:
        """The phase strip: phases of this round stand out, the running one is brass."""
        cells = strip(self.view)
        left, top, right, bottom = box
        wide = (right - left + GAP) // len(cells)
        for index, (phase, key, picked) in enumerate(cells):
            x = left + index * wide
            running = key == self.view.phase
            cell = (x, top, x + wide - GAP, bottom)
            panel(self.image, cell, BRASS if running else PANEL_HIGH if picked else NIGHT, RADIUS)
            outline(self.image, cell, BRASS if running else LINE, 2, RADIUS)
            ink: Colour = INK if running else TEXT if picked else FAINT
            numeral, size, sign = ROMAN[phase], 46, 38
            span = width(numeral, size, bold=True) + 10 + sign
            start = (cell[0] + cell[2] - span) / 2
            write(self.pen, (start, top + 30), numeral, size, ink, bold=True, anchor="lm")
            place(self.image, icon(PHASE_ICONS[phase], sign, ink), (start + span - sign / 2, top + 30))
            label = self.words.say(name(f"race.phase.{phase}"))
            room = (cell[0] + 4, top + 56, cell[2] - 4, bottom - 4)
            write_block(self.pen, room, label, (MIN_SIZE, 26), ink, across="middle")

    def _seat(self, seat: int, box: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = box
        change = changed(self.view, self.before, seat)
        side = (left, top, left + SIDE, bottom)
        if seat in self.context.waiting:
            outline(self.image, side, BRASS, 4, RADIUS)
        elif seat in self.winners:
            outline(self.image, side, LAUREL, 6, RADIUS)
        self._numbers(seat, side, change)
        self._cards(seat, (left + SIDE + GAP, top + 6, right - 4, bottom - 6), change)

    def _numbers(self, seat: int, box: tuple[int, int, int, int], change: Change) -> None:
        """Name, score, strength, chips, hand and action cards of a seat, in four lines."""
        left, top, right, bottom = box
        player = self.view.players[seat]
        own = bottom - top >= 300
        line = (bottom - top) // (5 if own else 4)
        y = top + line // 2
        seat_disc(self.image, SEATS[seat], (left + 50, y), 52)
        room = right - 12
        if seat in self.context.waiting:
            place(self.image, icon("hourglass", 44), (right - 30, y))
            room -= 44
        named = (left + 86, y - 28, room, y + 28)
        write_block(self.pen, named, seat_name(seat, self.words), (24, 46), TEXT, lines=2, bold=True)
        first, second = left + 22, left + 168
        strength = signed(military_strength(player).general)
        for line_of in (
            (("laurel", str(total(player)), change.points), ("swords", strength, change.strength)),
            (("chip", str(player.chips), change.chips), ("cards", str(in_hand(self.view, seat)), change.hand)),
        ):
            y += line
            for x, end, (sign, value, difference) in zip((first, second), (second, right), line_of, strict=True):
                figure(self.image, (x, y), sign, value, GLANCE, change=difference, room=end - x - 6)
        y += line
        if own:
            self._count((first, y), player)
            y += line
        end = right - 10
        if not own:
            wide = 52 + width(str(len(player.tableau)), GLANCE, bold=True) + 38
            self._count((right - 14 - wide, y), player)
            end = right - 20 - wide
        draw_row(self.image, player.actions, (first, y - 26, end, y + 26), new=change.actions)

    def _count(self, at: tuple[int, int], player: Player) -> None:
        """How many cards a tableau has of those that end the game; in brass where one turn may reach them."""
        count = str(len(player.tableau))
        colour = BRASS_LIGHT if len(player.tableau) >= SLOTS - 2 else TEXT
        place(self.image, stamp(("tableau",), 44, tableau_sign), (at[0] + 24, at[1]))
        write(self.pen, (at[0] + 52, at[1]), count, GLANCE, colour, bold=True, anchor="lm")
        x = at[0] + 54 + width(count, GLANCE, bold=True)
        write(self.pen, (x, at[1] + 5), f"/{SLOTS}", 28, FAINT, bold=True, anchor="lm")

    def _cards(self, seat: int, box: tuple[int, int, int, int], change: Change) -> None:
        left, top, right, bottom = box
        player = self.view.players[seat]
        points = counted(player)
        columns, lines, size = layout(len(player.tableau), (right - left, bottom - top))
        for index in range(columns * lines):
            x = left + index % columns * (size[0] + GAP)
            y = top + index // columns * (size[1] + GAP)
            spot = (x, y, x + size[0], y + size[1])
            if index >= len(player.tableau):
                outline(self.image, spot, PANEL_HIGH, 2, RADIUS)
                continue
            number = player.tableau[index]
            lay(
                self.image, number, spot, self.context,
                good=number in player.goods, gone=number in change.gone,
                new=number in change.cards or number in change.goods,
                phase=phase_of(player, number, self.view.phase),
                points=points.get(number),
            )  # fmt: skip
