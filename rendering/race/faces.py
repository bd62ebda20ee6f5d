"""Faces of cards: cost and points in the corners, then the title, then a line for each phase in which it has powers.

One face for every size. What it does is said in signs, as large as there is room; words stand beside them where that
leaves the signs their size. A small face keeps the powers of the phase that runs, and tells of the others which phases
they are for.

What faces are made of (planets, badges, signs) is drawn once and kept, and comes in few sizes. Faces are not kept: they
would fill the memory for layers, and unpacking one takes longer than drawing it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from random import Random

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.fonts import ELLIPSIS, MIN_SIZE, fit, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.numbers import GLANCE
from rendering.kit.palette import (
    BRASS,
    FAINT,
    INK,
    LINE,
    NIGHT,
    PANEL,
    PANEL_HIGH,
    RED,
    TEXT,
    Colour,
    blend,
    rgb,
)
from rendering.kit.shapes import outline, panel, paste_rounded, place
from rendering.race.looks import DEVELOPMENT, GOOD_COLOURS, ROMAN, cost_badge, draw_art, points_badge
from rendering.race.powers import ARROW, at_home, scoring_signs, signs
from rendering.race.powers import words as power_words
from rendering.race.signs import Row, Sign, row_image, row_width
from rendering.race.titles import breakable, title
from rendering.words import Words
from rules.race.components import BY_KEY, CARDS, Card, PowerPhase, Scoring

PHASES: tuple[PowerPhase, ...] = ("explore", "develop", "settle", "trade", "consume", "produce")
RADIUS = 12
SPACE = rgb("#0a101b")
NOW = blend(PANEL_HIGH, BRASS, 0.30)
"""Behind the powers of the phase that runs."""
TALL = 200
"""A face that is less high is small: it has its title in one line."""
LEGIBLE = 30
"""The height of signs beside others; where they have no room for it, the number of their phase stands alone."""
CHIP = 34
"""The width of the number of a phase whose powers have no room."""
SMALL = 42
"""The size of the cost and the points on a small face."""
FLAT = 360
"""A small face that is so wide, and lists what it scores, has its title between the cost and the points."""
MARK = 26
"""The size of the mark of Rebels and Aliens there."""
SMALLEST = 36
"""Their size where a title in two lines needs the room."""
UNTITLED = 56
"""Their size on a small face whose title stands over it, if it lists nothing that it scores."""
TWO_LINES = 48
THREE_LINES = 74
"""The height of a title bar for two small lines, and for three."""
ART = (32, 40, 64, 88, 112, 144, 192)
"""The sizes of planets and devices."""
LEAST_SCORING = 22
"""The least height of a line of what is scored."""
LEAST_SMALL = 23
"""The same on a small face."""
LEAST_LINE = 42
"""The least height of a line of powers; below it a face tells the phases alone."""


def tint(card: Card) -> Colour:
    """The colour of a card's title bar: its good's, a development's violet, or none."""
    if card.development:
        return blend(PANEL_HIGH, DEVELOPMENT, 0.22)
    if card.good is not None:
        return blend(PANEL_HIGH, GOOD_COLOURS[card.good], 0.26)
    return PANEL_HIGH


def face(
    number: int,
    size: tuple[int, int],
    words: Words,
    *,
    good: bool = False,
    gone: bool = False,
    phase: str = "",
    titled: bool = True,
    price: int | None = None,
    points: int | None = None,
) -> Image.Image:
    """A card. `good` lays a good on its world, `gone` one that has just left it, struck out.

    `phase` is the running one, whose powers stand out.

    `titled`: its title stands on it, and not over it. `price` is what its holder pays for it where that is less.
    `points` is what it scores now where that is counted at the end.
    """
    card = CARDS[number]
    now = tuple(one for one in phases_now(phase) if card.powers.of(one))
    return _Face(card, size, words, now, titled=titled).draw(
        good=good or gone, gone=gone and not good, price=price, points=points
    )


def phases_now(phase: str) -> tuple[PowerPhase, ...]:
    """The powers that count in a phase of the state: in Consume those for sales, too."""
    phase = phase.removesuffix("_2")
    if phase == "consume":
        return ("trade", "consume")
    return tuple(one for one in PHASES if one == phase)


def back(size: tuple[int, int]) -> Image.Image:
    """A card that the reader may not see."""

    def make() -> Image.Image:
        image = Image.new("RGB", size, NIGHT)
        box = (0, 0, *size)
        panel(image, box, PANEL, RADIUS)
        outline(image, box, LINE, 3, RADIUS)
        sign = icon("deck", min(size) // 2)
        place(image, sign, (size[0] / 2, size[1] / 2))
        return image

    return LAYERS.get(("back", size), make)


def paste(image: Image.Image, one: Image.Image, at: tuple[int, int]) -> None:
    """Lay a face on a picture, with its round corners."""
    paste_rounded(image, one, at, RADIUS)


def powers_row(card: Card, phase: PowerPhase) -> Row:
    """All powers of a card in a phase as one row of signs."""
    rows = [at_home(signs(power, phase), card) for power in card.powers.of(phase)]
    row: Row = rows[0]
    for other in rows[1:]:
        row = (*row, Sign("space"), *other)
    return row


def terse(row: Row) -> Row:
    """A row without what only makes it easier to read."""
    return tuple(sign for sign in row if sign not in (ARROW, Sign("space")))


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[int, int], ...]:
    """Sizes of signs on a small face, the better first: of the powers of the phase that runs, and of the others."""
    sizes = (60, 52, 44, 36, 30, 26)
    return tuple(
        (now, other) for now in sizes for other in sizes[2:] if other <= now and (now >= LEGIBLE or other == now)
    )


@dataclass(frozen=True)
class _Item:
    """The powers of a phase as they lie on a small face: how wide and high, with signs how high."""

    phase: PowerPhase
    wide: int
    high: int
    sign: int


class _Face:
    """Where everything stands on a face of some size, and its drawing."""

    def __init__(
        self, card: Card, size: tuple[int, int], words: Words, now: tuple[PowerPhase, ...], *, titled: bool
    ) -> None:
        self.card, self.words, self.now = card, words, now
        self.wide, self.high = size
        self.tall = self.high >= TALL
        self.badge = max(40, min(112, round(self.wide * 0.27), round(self.high * 0.26))) if self.tall else SMALL
        # A wide face has its title in one line, a narrow one in two small ones or one that is larger.
        self.type = max(26 if self.tall else 24, min(40, round(self.wide * 0.085), round(self.high * 0.12)))
        self.bar = 58 if self.tall and self.wide < 480 else round(self.type * 1.1) + (10 if self.tall else 0)
        self.titled = titled
        # What is scored needs the height, and has the width for the title beside cost and points.
        self.flat = titled and not self.tall and bool(card.scoring) and self.wide >= FLAT
        if self.flat:
            self.bar = 0
        elif not titled:
            self.bar = 10
            if not self.tall and not card.scoring and self.high >= 2 * UNTITLED:
                self.badge = UNTITLED
        elif not self.tall and self._long_title():
            self._title_in_two()
        self.line = max(LEAST_LINE, min(96, round(self.wide * 0.19), round(self.high * 0.21)))
        if not self.tall:
            self.line = max(LEAST_LINE, min(84, self._body_room(self.bar)))
        self.top = self._top()
        self.image = Image.new("RGB", size, PANEL)
        self.pen = ImageDraw.Draw(self.image)

    def _title_in_two(self) -> None:
        """A long title takes two lines, where need be of what the cost and the points take; three without powers."""
        if not self._phases() and not self.card.scoring and self.high - SMALL - THREE_LINES >= 4:
            self.bar = THREE_LINES
            return
        for badge in (SMALL, SMALLEST):
            if self.high - badge - TWO_LINES - 9 >= MIN_SIZE + 6 or (badge == SMALLEST and self.high >= 100):
                self.badge, self.bar = badge, TWO_LINES
                return

    def _phases(self) -> int:
        """How many lines of powers it has."""
        return sum(bool(self.card.powers.of(phase)) for phase in PHASES)

    def _body_room(self, bar: int) -> int:
        """The height that a small face has for powers, under a title bar of a height."""
        return self.high - self.badge - bar - 9

    def _long_title(self) -> bool:
        """Whether the title does not fit one line of a small face."""
        room = self.wide - 12
        return width(title(self.card, self.words), MIN_SIZE, bold=True) > room

    def _top(self) -> int:
        """The height of the picture: what two lines of powers leave, for the same place on every card of this size."""
        least = self.badge + (10 if self.tall else 2)
        if self.card.scoring or not self.tall:
            return least
        phases = self._phases()
        if not phases and not self.titled:
            return self.high - self.bar - 4
        lines = max(2 * self.line, phases * LEAST_LINE)
        return max(least, min(round(self.wide * 0.5), self.high - self.bar - lines - 10))

    def draw(self, *, good: bool, gone: bool, price: int | None, points: int | None) -> Image.Image:
        """Draw it."""
        self.image.paste(SPACE, (0, 0, self.wide, self.top))
        self._picture(good=good, gone=gone, price=price, points=self.card.vp if points is None else points)
        self._title()
        self._body((4, self.top + self.bar + 3, self.wide - 4, self.high - 4))
        red = self.card.military
        outline(self.image, (0, 0, self.wide, self.high), RED if red else LINE, 4 if red else 2, RADIUS)
        return self.image

    def _picture(self, *, good: bool, gone: bool, price: int | None, points: int | None) -> None:
        """The planet or device between the cost and the points."""
        corner = (5 if self.tall else 3) + self.badge / 2
        middle = (self.wide / 2, self.top / 2)
        apart = hypot(middle[0] - corner, middle[1] - corner)
        # The sign of a windfall world's kind stands out at its left.
        size = round(min(self.top - (8 if self.tall else 4), 2 * apart - self.badge - 8, (self.wide - 12) / 1.06))
        size = max((one for one in ART if one <= size), default=0)
        for x, y in seed_stars(self.card.key):
            self.pen.point((x * self.wide, y * self.top), fill=FAINT)
        mark = keyword(self.card)
        if mark and not self.tall:
            # The title needs the whole width of a small face.
            middle = (middle[0] - MARK / 2, middle[1])
            place(self.image, icon(mark, MARK), (self.wide - self.badge - 5 - MARK / 2, middle[1]))
        if size and not self.flat:
            draw_art(self.image, self.card, middle, size, good=good, gone=gone, beside=not self.tall)
        place(self.image, cost_badge(self.card, self.badge, price), (corner, corner))
        place(self.image, points_badge(points, self.badge), (self.wide - corner, corner))

    def _title(self) -> None:
        """The title, and the mark of Rebels or Aliens."""
        if self.flat:
            edge = self.badge + 12 + (MARK if keyword(self.card) else 0)
            self.image.paste(tint(self.card), (edge, 0, self.wide - edge, self.top))
            box = (edge + 4, 0, self.wide - edge - 4, self.top)
            text = title(self.card, self.words)
            write_block(self.pen, box, text, (MIN_SIZE, 32), TEXT, bold=True, across="middle")
            return
        top, bottom = self.top, self.top + self.bar
        self.image.paste(tint(self.card), (0, top, self.wide, bottom))
        right, mark = self.wide - 6, keyword(self.card)
        if not self.titled:
            # The title over the card has all its room; a picture without room leaves the mark to it.
            if mark and self.tall and mark_on_picture(self.card):
                size = max(MIN_SIZE, min(44, top - self.badge - 8))
                place(self.image, icon(mark, size), (right - size / 2, top - 4 - size / 2))
            return
        if mark and self.tall:
            size = max(20, min(self.bar - 6, 44))
            place(self.image, icon(mark, size), (right - size / 2, (top + bottom) / 2))
            right -= size + 4
        text = breakable(title(self.card, self.words))
        box = (6, top, right, bottom)
        lines = 3 if not self.tall and self.bar >= THREE_LINES else 2 if self.bar >= TWO_LINES else 1
        write_block(self.pen, box, text, (MIN_SIZE, self.type), TEXT, lines=lines, bold=True, across="middle")

    def _body(self, box: tuple[int, int, int, int]) -> None:
        """The powers, line by line; above them what a six-cost development scores."""
        left, top, right, bottom = box
        phases = [phase for phase in PHASES if self.card.powers.of(phase)]
        room = bottom - top
        # Signs are the larger the fewer lines there are.
        most = max(self.line, min(104, room * 9 // 10 // max(2, len(phases))))
        each = min(most, room // max(1, len(phases)))
        if self.card.scoring and not self.tall and self._beside(phases, box):
            return
        if self.card.scoring:
            if room < 110:
                phases = [phase for phase in phases if phase in self.now]
            scores = 44 * len(self._scoring_rows(room // 2, right - left))
            each = min(each, self.line, max(LEGIBLE + 4, (room - scores) // max(1, len(phases))))
            self._scoring((left + 4, top, right, bottom - min(room, each * len(phases))))
        if phases and not self.tall:
            self._small_body(phases, box)
            return
        y = bottom - each * len(phases)
        for phase in phases:
            self._line(phase, (left, y, right, y + each - 3))
            y += each

    def _small_body(self, phases: list[PowerPhase], box: tuple[int, int, int, int]) -> None:
        """The powers of a small face: those of the phase that runs as large as leaves room for all the others."""
        left, top, right, bottom = box
        room = (right - left, bottom - top)
        if room[1] < MIN_SIZE + 4:
            return
        lines = next((lines for sizes in _pairs() if (lines := self._packed(phases, sizes, room))), None)
        if lines is None:
            self._few(phases, box)
            return
        spare = room[1] - sum(max(item.high for item in line) for line in lines)
        each = min(spare // len(lines), 16)
        y = bottom - sum(max(item.high for item in line) + each for line in lines)
        for line in lines:
            high = max(item.high for item in line) + each
            more = (room[0] - sum(item.wide for item in line)) // len(line)
            x = left
            for item in line:
                self._line(item.phase, (x, y, x + item.wide + more - 3, y + high - 3), item.sign)
                x += item.wide + more
            y += high

    def _packed(
        self, phases: list[PowerPhase], sizes: tuple[int, int], room: tuple[int, int]
    ) -> list[list[_Item]] | None:
        """Powers in lines, with signs of the first size in the phase that runs; None where they have no room."""
        lines: list[list[_Item]] = []
        for phase in sorted(phases, key=lambda one: one not in self.now):
            sign = sizes[phase not in self.now]
            wide = max(CHIP, min(72, sign)) + 16 + row_width(terse(powers_row(self.card, phase)), sign)
            item = _Item(phase, wide, sign + 5, sign)
            if lines and sum(one.wide for one in lines[-1]) + wide <= room[0]:
                lines[-1].append(item)
            else:
                lines.append([item])
            if wide > room[0] or sum(max(one.high for one in line) for line in lines) > room[1]:
                return None
        return lines

    def _few(self, phases: list[PowerPhase], box: tuple[int, int, int, int]) -> None:
        """Where not all have room: side by side, in the phase that runs those that count in it.

        What has no room for its signs keeps its phase's number.
        """
        left, top, right, bottom = box
        high = min(self.line, bottom - top)
        now = [phase for phase in phases if phase in self.now]
        shown = now or list(phases)
        needs = {phase: CHIP + 12 + row_width(terse(powers_row(self.card, phase)), LEGIBLE) for phase in phases}

        def end() -> int:
            return right - (len(phases) - len(shown)) * (CHIP + 3)

        while len(shown) > 1 and sum(needs[phase] for phase in shown) > end() - left:
            shown.pop(0 if now else -1)
        spare = (end() - left - sum(needs[phase] for phase in shown)) // len(shown)
        x = left
        for phase in shown:
            wide = needs[phase] + spare
            self._line(phase, (x, bottom - high, x + wide - 3, bottom - 1))
            x += wide
        for index, phase in enumerate(phase for phase in phases if phase not in shown):
            x = end() + index * (CHIP + 3)
            self._chip(phase, (x, bottom - high, x + CHIP, bottom - 1))

    def _chip(self, phase: PowerPhase, cell: tuple[int, int, int, int]) -> None:
        """A phase's number, dark on light; on brass where the phase runs."""
        high = cell[3] - cell[1]
        panel(self.image, cell, BRASS if phase in self.now else TEXT, 6)
        size = max(MIN_SIZE, min(44, round(high * 0.66)))
        while size > MIN_SIZE and width(ROMAN[phase], size, bold=True) > cell[2] - cell[0] - 6:
            size -= 1
        middle = ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2)
        write(self.pen, middle, ROMAN[phase], size, INK, bold=True, anchor="mm")

    def _line(self, phase: PowerPhase, box: tuple[int, int, int, int], sign: int = 0) -> None:
        """The powers of a phase: its number, their signs, and words where there is room.

        `sign` is the height of the signs where it is known; words are worth somewhat smaller ones.
        """
        left, top, right, bottom = box
        panel(self.image, box, NOW if phase in self.now else PANEL_HIGH, 6)
        chip = max(CHIP, min(72, sign or bottom - top, sign or round((right - left) * 0.19)))
        self._chip(phase, (left, top, left + chip, bottom))
        high = max(MIN_SIZE, min(84, bottom - top - 2))
        row = powers_row(self.card, phase)
        x, room = left + chip + 6, right - left - chip - 10
        if room < MIN_SIZE:
            return
        if row_width(row, sign or GLANCE) > room:
            row = terse(row)
        drawn = row_image(row, high, room)
        worded = self._words(phase, (right - 10 - x - 12, bottom - top - 4), row, drawn.height)
        if worded is not None and worded[0] != drawn.height:
            drawn = row_image(row, worded[0], room)
        middle = (top + bottom) / 2
        self.image.paste(drawn, (x, round(middle - drawn.height / 2)), drawn)
        if worded is not None:
            _, size, lines = worded
            step = round(size * 1.05)
            y = middle - step * (len(lines) - 1) / 2
            for line in lines:
                write(self.pen, (x + drawn.width + 12, y), line, size, TEXT, anchor="lm")
                y += step

    def _words(
        self, phase: PowerPhase, room: tuple[int, int], row: Row, high: int
    ) -> tuple[int, int, tuple[str, ...]] | None:
        """Words beside signs, whole: the height of these, the size of the words, and their lines; None without room."""
        if self.wide < 300 or high < MIN_SIZE:
            return None
        said = ", ".join(self.words.say(power_words(power, phase)) for power in self.card.powers.of(phase))
        for signs_high in (one for one in (high, 60, 52) if one <= high):
            left = room[0] - row_width(row, signs_high)
            if left < 90:
                continue
            size, lines = fit(said, (left, room[1]), (MIN_SIZE, 30), 3)
            if not any(line.endswith(ELLIPSIS) for line in lines):
                return signs_high, size, lines
        return None

    def _scoring(self, box: tuple[int, int, int, int]) -> None:
        """What a six-cost development scores: side by side where two lines fit, a named card alone."""
        left, top, right, bottom = box
        rows = self._scoring_rows(bottom - top, right - left)
        step, cell = min(88, (bottom - top) // len(rows)), (right - left) // max(map(len, rows))
        least = LEAST_SCORING if self.tall else LEAST_SMALL
        if step < least:
            return
        steps = [step] * len(rows)
        long = [len(row) == 1 and self._long_name(row[0], right - left) for row in rows]
        others = long.count(False)
        if any(long) and step < TWO_LINES and bottom - top - TWO_LINES * sum(long) >= least * others:
            step = (bottom - top - TWO_LINES * sum(long)) // max(1, others)
            steps = [TWO_LINES if one else step for one in long]
        y = (top + bottom - sum(steps)) // 2
        for row, step in zip(rows, steps, strict=True):
            for index, line in enumerate(row):
                x = left + index * cell
                self._scores(line, (x, y, right if len(row) == 1 else x + cell, y + step))
            y += step

    def _long_name(self, line: Scoring, wide: int) -> bool:
        """Whether a line of what is scored names a card whose title needs two lines of a width."""
        if line.card is None:
            return False
        room = wide - row_width(scoring_signs(line), MIN_SIZE) - 14
        return width(title(BY_KEY[line.card], self.words), MIN_SIZE) > room

    def _beside(self, phases: list[PowerPhase], box: tuple[int, int, int, int]) -> bool:
        """On a wide small face what is scored stands beside the powers; False where it has no room there."""
        left, top, right, bottom = box
        share = 0.7 if self.wide >= 560 else 0.5 if self.titled else 0.56
        middle = left + round((right - left) * share) if phases else right
        rows = self._scoring_rows(bottom - top, middle - left)
        if self.wide < 300 or (bottom - top) // len(rows) < LEAST_SMALL:
            return False
        self._scoring((left + 4, top, middle - 4, bottom))
        if phases:
            self._small_body(phases, (middle, top, right, bottom))
        return True

    def _scoring_rows(self, room: int, wide: int) -> list[list[Scoring]]:
        """What a six-cost development scores, in rows: two lines side by side where there is little height."""
        rows = self._in_rows(room, wide, names_alone=True)
        if room < LEAST_SCORING * len(rows):
            return self._in_rows(room, wide, names_alone=False)
        return rows

    def _in_rows(self, room: int, wide: int, *, names_alone: bool) -> list[list[Scoring]]:
        rows: list[list[Scoring]] = []
        down = room // len(self.card.scoring)
        for line in self.card.scoring:
            beside = bool(rows) and len(rows[-1]) == 1 and down < 56
            alone = (
                names_alone and wide < 560 and (line.card is not None or (bool(rows) and rows[-1][0].card is not None))
            )
            if beside and not alone:
                rows[-1].append(line)
            else:
                rows.append([line])
        return rows

    def _scores(self, line: Scoring, box: tuple[int, int, int, int]) -> None:
        """A line of what a six-cost development scores."""
        left, top, right, bottom = box
        high = max(MIN_SIZE, min(bottom - top - 4, 64))
        drawn = row_image(scoring_signs(line), high, (right - left - 8) // (2 if line.card else 1))
        self.image.paste(drawn, (left, (top + bottom - drawn.height) // 2), drawn)
        if line.card is not None:
            beside = (left + drawn.width + 8, top, right - 6, bottom)
            text = breakable(title(BY_KEY[line.card], self.words))
            write_block(self.pen, beside, text, (MIN_SIZE, max(MIN_SIZE, min(34, high))), TEXT, lines=2)


def seed_stars(key: str) -> list[tuple[float, float]]:
    """A few stars for a card, the same each time."""
    chance = Random(key)
    return [(chance.uniform(0.02, 0.98), chance.uniform(0.06, 0.94)) for _ in range(14)]


def mark_on_picture(card: Card) -> bool:
    """Whether the mark of Rebels or Aliens stands on its picture where its title stands over it."""
    return not card.scoring


def keyword(card: Card) -> str | None:
    """The icon of Rebels or Aliens."""
    if "REBEL" in card.keywords:
        return "flag"
    return "alien" if "ALIEN" in card.keywords else None
