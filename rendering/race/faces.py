"""Faces of cards: in full for a hand or a tableau, and small for the table at a glance. Drawn once and kept."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageDraw

from rendering.kit.cache import LAYERS
from rendering.kit.fonts import ELLIPSIS, MIN_SIZE, cut, fit, width, write, write_block
from rendering.kit.icons import icon
from rendering.kit.palette import DUSK, FAINT, INK, LINE, NIGHT, PANEL, PANEL_HIGH, RED, TEXT, Colour, blend, rgb
from rendering.kit.shapes import outline, panel, place, rounded, stamp
from rendering.race.looks import (
    DEVELOPMENT,
    GOOD_COLOURS,
    ROMAN,
    cost_badge,
    draw_art,
    points_badge,
)
from rendering.race.powers import at_home, scoring_signs, signs
from rendering.race.powers import words as power_words
from rendering.race.signs import Row, Sign, draw_row, row_image, row_width
from rendering.race.titles import breakable, title
from rendering.words import Words
from rules.kernel.text import T, Text, name
from rules.race.components import BY_KEY, CARDS, Card, PowerPhase

PHASES: tuple[PowerPhase, ...] = ("explore", "develop", "settle", "trade", "consume", "produce")
RADIUS = 12
SPACE = rgb("#0a101b")


def tint(card: Card) -> Colour:
    """The colour of a card's title bar: its good's, a development's violet, or none."""
    if card.development:
        return blend(PANEL_HIGH, DEVELOPMENT, 0.22)
    if card.good is not None:
        return blend(PANEL_HIGH, GOOD_COLOURS[card.good], 0.26)
    return PANEL_HIGH


def full(number: int, size: tuple[int, int], words: Words, *, good: bool = False) -> Image.Image:
    """A card to read and play from. `good` lays a good on its world."""
    card = CARDS[number]
    key = ("full", card.key, size, words.language, good)
    return LAYERS.get(key, lambda: _Full(card, size, words).draw(good=good))


def small(number: int, size: tuple[int, int], words: Words, *, good: bool = False) -> Image.Image:
    """A card to recognise on the table."""
    card = CARDS[number]
    key = ("small", card.key, size, words.language, good)
    return LAYERS.get(key, lambda: _small(card, size, words, good=good))


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


def paste(image: Image.Image, face: Image.Image, at: tuple[int, int]) -> None:
    """Lay a face on a picture, with its round corners."""
    image.paste(face, at, rounded(face.size, RADIUS))


class _Full:
    """Where everything stands on a full face of some size, and its drawing."""

    def __init__(self, card: Card, size: tuple[int, int], words: Words) -> None:
        self.card, self.words = card, words
        self.wide, self.high = size
        self.head = max(76, min(88, round(self.wide * 0.24)))
        self.strip = max(34, min(56, round(self.wide * 0.15)))
        body = self.high - self.head
        # A picture needs 96 pixels; beyond 64 pixels a line of the strip gains nothing.
        self.narrow = self.wide < 300
        self.line = min(64, (body - (112 if self.narrow else 96)) // 6, body * 3 // 4 // 6)
        self.top = self.high - 6 * self.line - 4
        self.image = LAYERS.get(("blank", size), self._blank).copy()
        self.pen = ImageDraw.Draw(self.image)

    def _blank(self) -> Image.Image:
        """What all cards of this size share: the background and the phase strip without a power."""
        image = Image.new("RGB", (self.wide, self.high), PANEL)
        pen = ImageDraw.Draw(image)
        for index, phase in enumerate(PHASES):
            cell = self._cell(index)
            panel(image, cell, DUSK, 6)
            self._numeral(pen, phase, cell, blend(LINE, FAINT, 0.35))
        return image

    def _cell(self, index: int) -> tuple[int, int, int, int]:
        top = self.top + index * self.line
        return 4, top, self.strip, top + self.line - 3

    def _numeral(
        self, pen: ImageDraw.ImageDraw, phase: PowerPhase, cell: tuple[int, int, int, int], ink: Colour
    ) -> None:
        size = min(30, max(MIN_SIZE, round(self.line * 0.62)), round(self.strip * 0.64))
        middle = ((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2)
        write(pen, middle, ROMAN[phase], size, ink, bold=True, anchor="mm")

    def draw(self, *, good: bool) -> Image.Image:
        whole = (0, 0, self.wide, self.high)
        self.image.paste(tint(self.card), (0, 0, self.wide, self.head))
        self.image.paste(SPACE, (0, self.head, self.wide, self.top - 2))
        self._title()
        if self.card.scoring:
            self._scoring()
        else:
            self._art(good=good)
        self._powers()
        outline(self.image, whole, RED if self.card.military else LINE, 3 if self.card.military else 2, RADIUS)
        return self.image

    def _title(self) -> None:
        """The title between cost and points; on a narrow card the points go under the bar, beside the picture."""
        badge = self.head - 12
        place(self.image, cost_badge(self.card, badge), (6 + badge / 2, self.head / 2))
        right = self.wide - 8
        if not self.narrow:
            place(self.image, points_badge(self.card.vp, badge), (self.wide - 6 - badge / 2, self.head / 2))
            right = self.wide - badge - 14
        elif not self.card.scoring:
            place(self.image, points_badge(self.card.vp, badge), (self.wide - 8 - badge / 2, self.head + 8 + badge / 2))
        box = (badge + 14, 2, right, self.head - 2)
        text = breakable(title(self.card, self.words))
        write_block(
            self.pen, box, text, (MIN_SIZE, 28 if self.narrow else 34), TEXT, lines=3, bold=True, across="middle"
        )

    def _art(self, *, good: bool) -> None:
        high = self.top - self.head
        size = min(high - 12, round(self.wide * 0.42 if high > 160 else self.wide * 0.36))
        middle = (12 + size / 2, self.head + high / 2 - 1)
        stars = seed_stars(self.card.key)
        for x, y in stars:
            self.pen.point((x * self.wide, self.head + y * (high - 4)), fill=FAINT)
        draw_art(self.image, self.card, middle, size, good=good)
        if self.narrow:
            keyword(self.image, self.card, (self.wide - 8 - (self.head - 12) // 2, self.top - 24))
        else:
            self._kind((24 + size, self.head + 6, self.wide - 8, self.top - 8))

    def _kind(self, box: tuple[int, int, int, int]) -> None:
        """What kind of card it is, in words beside its picture, with the marks of Rebels and Aliens."""
        left, top, right, bottom = box
        lines = [self.words.say(text) for text in kind_lines(self.card)]
        marks = [mark for mark in ("REBEL", "ALIEN") if mark in self.card.keywords]
        step = min(36, (bottom - top) // max(1, len(lines) + len(marks)))
        if step < MIN_SIZE:
            lines = lines[: max(0, (bottom - top) // 24 - len(marks))]
            step = 24
        y = (top + bottom) / 2 - step * (len(lines) + len(marks) - 1) / 2
        size = min(28, max(MIN_SIZE, step - 5))
        while size > MIN_SIZE and any(width(line, size) > right - left for line in lines):
            size -= 1
        for mark in marks:
            label = self.words.say(T("Rebels") if mark == "REBEL" else T("Aliens"))
            colour = RED if mark == "REBEL" else GOOD_COLOURS["alien"]
            sign = icon("flag" if mark == "REBEL" else "alien", size)
            place(self.image, sign, (left + size / 2, y))
            room = right - left - size - 6
            write(
                self.pen,
                (left + size + 6, y),
                cut(label, room, size, bold=True),
                size,
                blend(colour, TEXT, 0.35),
                bold=True,
                anchor="lm",
            )
            y += step
        for line in lines:
            write(self.pen, (left, y), cut(line, right - left, size), size, FAINT, anchor="lm")
            y += step

    def _powers(self) -> None:
        for index, phase in enumerate(PHASES):
            if self.card.powers.of(phase):
                cell = self._cell(index)
                panel(self.image, cell, TEXT, 6)
                self._numeral(self.pen, phase, cell, INK)
                self._phase(phase, cell[1])

    def _phase(self, phase: PowerPhase, top: int) -> None:
        powers = self.card.powers.of(phase)
        high = min(self.line - (4 if self.line < 36 else 10), 48)
        left, right = self.strip + 8, self.wide - 8
        box = (self.strip + 2, top, self.wide - 5, top + self.line - 3)
        panel(self.image, box, PANEL_HIGH, 6)
        rows = [at_home(signs(power, phase), self.card) for power in powers]
        row: Row = rows[0]
        for other in rows[1:]:
            row = (*row, Sign("space"), *other)
        high = max(MIN_SIZE, high)
        while high > MIN_SIZE + 4 and row_width(row, high) > right - left:
            high -= 2
        middle = top + (self.line - 3) / 2
        drawn = row_image(row, high, right - left)
        self.image.paste(drawn, (left, round(middle - drawn.height / 2)), drawn)
        x = left + drawn.width + high // 2
        said = ", ".join(self.words.say(power_words(power, phase)) for power in powers)
        room = (right - x, self.line - 6)
        if room[0] >= 48:
            size, lines = fit(said, room, (MIN_SIZE, max(MIN_SIZE, min(30, round(high * 0.66)))), 3)
            if not lines[-1].endswith(ELLIPSIS):
                step = round(size * 1.05)
                y = middle - step * (len(lines) - 1) / 2
                for line in lines:
                    write(self.pen, (x, y), line, size, TEXT, anchor="lm")
                    y += step

    def _scoring(self) -> None:
        """What a six-cost development scores, where other cards have their picture."""
        lines = self.card.scoring
        named = any(line.card for line in lines)
        one = len(lines) == 1 or (named and self.wide < 360) or (self.top - self.head) // len(lines) > 56
        columns = 1 if one else 2
        down = -(-len(lines) // columns)
        step = (self.top - self.head - 8) // down
        high = max(MIN_SIZE, min(step - (2 if step < 30 else 6), 48))
        cell = (self.wide - 16) // columns
        for index, line in enumerate(lines):
            left = 8 + index % columns * cell
            middle = self.head + 3 + index // columns * step + step / 2
            row = scoring_signs(line)
            tall = high
            while tall > MIN_SIZE and row_width(row, tall) > cell - (70 if line.card else 12):
                tall -= 2
            x = draw_row(self.image, (left, round(middle - tall / 2)), row, tall)
            if line.card is not None:
                box = (x + 6, round(middle - step / 2), left + cell - 4, round(middle + step / 2))
                text = breakable(title(BY_KEY[line.card], self.words))
                write_block(self.pen, box, text, (MIN_SIZE, max(MIN_SIZE, min(28, tall))), TEXT, lines=2)


def seed_stars(key: str) -> list[tuple[float, float]]:
    """A few stars for a card, the same each time."""
    chance = Random(key)
    return [(chance.uniform(0.02, 0.98), chance.uniform(0.06, 0.94)) for _ in range(14)]


def kind_lines(card: Card) -> tuple[Text, ...]:
    """What kind of card it is, line by line."""
    if card.development:
        return (T("Development"),)
    first = T("Military world") if card.military else T("World")
    if card.good is None:
        return (first,)
    mode = T("windfall") if card.windfall else T("production")
    return (first, name(f"race.good.{card.good}"), mode)


def _small(card: Card, size: tuple[int, int], words: Words, *, good: bool) -> Image.Image:
    wide, high = size
    image = Image.new("RGB", size, PANEL)
    pen = ImageDraw.Draw(image)
    whole = (0, 0, wide, high)
    text = breakable(title(card, words))
    bar = 56 if high < 160 else 64
    top = high - bar
    image.paste(SPACE, (0, 0, wide, top))
    image.paste(tint(card), (0, top, wide, high))
    _ticks(image, card, top)
    badge = max(36, min(44 if wide < 200 else 52, round(top * 0.44)))
    art = min(top - 6, max(56, wide - 20 - badge - (18 if top >= 190 else 0)))
    left = 36 if top >= 190 else 18
    middle = ((wide + left - 6) / 2, max(top / 2, top - art / 2 - 6) if top < 150 else top / 2)
    draw_art(image, card, middle, art, good=good)
    place(image, cost_badge(card, badge), (left + 2 + badge / 2, 5 + badge / 2))
    backed = stamp(("backed",), badge + 6, lambda pen: pen.disc(0.5, 0.5, 0.5, SPACE))
    place(image, backed, (wide - 5 - badge / 2, 5 + badge / 2))
    place(image, points_badge(card.vp, badge), (wide - 5 - badge / 2, 5 + badge / 2))
    keyword(image, card, (wide - 20, top - 18))
    box = (4, top + 1, wide - 4, high - 3)
    bold = not fit(text, (box[2] - box[0], box[3] - box[1]), (MIN_SIZE, 26), 2, bold=True)[1][-1].endswith(ELLIPSIS)
    write_block(pen, box, text, (MIN_SIZE, 26), TEXT, lines=2, bold=bold, across="middle")
    outline(image, whole, RED if card.military else LINE, 3 if card.military else 2, RADIUS)
    return image


def _ticks(image: Image.Image, card: Card, high: int) -> None:
    """The phase strip of a small card: six places down its left edge, lit where it has powers, numbered if tall."""
    step = (high - 6) / 6
    tall = step >= 30
    pen = ImageDraw.Draw(image)
    for index, phase in enumerate(PHASES):
        top, bottom = round(4 + index * step), round(4 + (index + 1) * step) - 2
        lit = bool(card.powers.of(phase))
        image.paste(TEXT if lit else DUSK, (5, top, 33 if tall else 15, bottom))
        if tall and lit:
            write(pen, (19, (top + bottom) / 2), ROMAN[phase], MIN_SIZE, INK, bold=True, anchor="mm")


def keyword(image: Image.Image, card: Card, middle: tuple[int, int]) -> None:
    """The mark of Rebels or Aliens."""
    if "REBEL" in card.keywords:
        place(image, icon("flag", 26), middle)
    elif "ALIEN" in card.keywords:
        place(image, icon("alien", 26), middle)
