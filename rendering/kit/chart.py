"""The scores of a game over its rounds as lines, one a seat, each told by its colour, its mark and its pattern.

It knows nothing of any game: rounds of scores in, a picture and its words out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from PIL import Image, ImageDraw

from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.background import background
from rendering.kit.fonts import cut, write
from rendering.kit.palette import FAINT, LINE, LINE_HIGH, SEATS, TEXT, Colour, SeatStyle, ink_on
from rendering.kit.picture import Picture, RenderContext
from rendering.kit.seats import seat_name
from rules.kernel.text import T, player

Point = tuple[float, float]

WIDE = 1600
KEY_ROW = 96
"""Height of a row of the key, which names two seats."""
PLOT_HIGH = 780
MARGIN = 40
LEFT = 170
"""Where the plot begins, right of the scores' figures."""
RIGHT = WIDE - 150
"""Where it ends; the marks of the seats stand beyond."""
SIZE = 56
"""Of figures and names: 14 pixels where the picture is shown 400 wide."""
TITLE = 68
STROKE = 11
BADGE = 36
STRIP_HIGH = 440
STRIP_RIGHT = WIDE - 260
"""Where the lines of a strip end; beyond stand the marks of the seats and their scores."""
SCALE = 2
"""Supersampling: lines are drawn this many times larger and scaled down, which smooths their edges."""


def draw(rounds: Sequence[Sequence[int]], context: RenderContext) -> Picture:
    """Draw the score of every seat after each round; there must be a round and a seat."""
    seats = len(rounds[0])
    top = MARGIN + TITLE + 40 + KEY_ROW * -(-seats // 2) + 30
    frame = _Frame(rounds, (LEFT, top, RIGHT, top + PLOT_HIGH))
    image = background((WIDE, top + PLOT_HIGH + SIZE + 2 * MARGIN), context.seed)
    pen = ImageDraw.Draw(image)
    write(pen, (MARGIN, MARGIN), context.words.say(T("Score after each round")), TITLE, TEXT, bold=True)
    _key(pen, rounds[-1], context)
    _grid(pen, frame)
    lines = _lines(rounds, frame, image.size)
    image.paste(lines, (0, 0), lines)
    pen = ImageDraw.Draw(image)
    for seat, y in enumerate(_apart([frame.at(len(rounds) - 1, score)[1] for score in rounds[-1]], frame)):
        end = frame.at(len(rounds) - 1, rounds[-1][seat])
        pen.line([end, (RIGHT + 75, y)], fill=_style(seat).colour, width=4)
        _badge(pen, (RIGHT + 85, y), _style(seat))
    return Picture(image, alt_text(rounds, context))


def strip(rounds: Sequence[Sequence[int]], shown: int, context: RenderContext) -> Image.Image:
    """Draw the first `shown` rounds of a game as a strip to stand below a table: lines, and each seat's last score."""
    seats = len(rounds[0])
    high = max(STRIP_HIGH, seats * (2 * BADGE + 6) + MARGIN)
    frame = _Frame(rounds, (MARGIN, MARGIN, STRIP_RIGHT, high - MARGIN))
    image = background((WIDE, high), context.seed)
    pen = ImageDraw.Draw(image)
    for score in range(frame.low, frame.high + 1, frame.step):
        y = frame.at(0, score)[1]
        pen.line([(frame.left, y), (frame.right, y)], fill=LINE_HIGH if score == 0 else LINE, width=3)
    if not shown:
        return image
    lines = _lines(rounds[:shown], frame, image.size)
    image.paste(lines, (0, 0), lines)
    last = rounds[shown - 1]
    ends = [frame.at(shown - 1, score)[1] for score in last]
    for seat, y in enumerate(_apart(ends, frame)):
        _badge(pen, (STRIP_RIGHT + 60, y), _style(seat))
        write(pen, (WIDE - MARGIN, y), str(last[seat]), SIZE, TEXT, bold=True, anchor="rm")
    return image


def alt_text(rounds: Sequence[Sequence[int]], context: RenderContext) -> str:
    """Tell all scores in words; of a very long game those of the last rounds."""
    said = ""
    for first in range(len(rounds)):
        heading = T("Score after each round, from round {first} to round {last}.", first=first + 1, last=len(rounds))
        told = [
            T("{who}: {scores}.", who=player(seat), scores=", ".join(str(one[seat]) for one in rounds[first:]))
            for seat in range(len(rounds[0]))
        ]
        said = "\n".join(map(context.words.say, [heading, *told]))
        if len(said) <= MAX_ALT_TEXT:
            return said
    return said[:MAX_ALT_TEXT]


class _Frame:
    """Where scores and rounds are in the picture."""

    def __init__(self, rounds: Sequence[Sequence[int]], box: tuple[int, int, int, int]) -> None:
        every = [score for scores in rounds for score in scores]
        least = min(0, *every)
        self.step = _step(max(every) - least, 5)
        self.low = least // self.step * self.step
        self.high = max(self.low + self.step, -(-max(every) // self.step) * self.step)
        self.rounds = len(rounds)
        self.left, self.top, self.right, self.bottom = box

    def at(self, index: int, score: float) -> Point:
        """Where a score after a round is; with a single round, in the middle."""
        share = index / (self.rounds - 1) if self.rounds > 1 else 0.5
        return (
            self.left + (self.right - self.left) * share,
            self.bottom - (score - self.low) / (self.high - self.low) * (self.bottom - self.top),
        )


def _step(reach: int, most: int) -> int:
    """The smallest round step (1, 2, 5, 10, 20 ...) of which at most `most` cover the reach."""
    scale = 1
    while True:
        for base in (1, 2, 5):
            if base * scale * most >= reach:
                return base * scale
        scale *= 10


def _style(seat: int) -> SeatStyle:
    return SEATS[seat % len(SEATS)]


def _key(pen: ImageDraw.ImageDraw, scores: Sequence[int], context: RenderContext) -> None:
    """Name the seats, two in a row, with mark, pattern and last score."""
    half = (WIDE - 2 * MARGIN) // 2
    for seat, score in enumerate(scores):
        x = MARGIN + seat % 2 * half
        y = MARGIN + TITLE + 40 + seat // 2 * KEY_ROW + KEY_ROW // 2
        style = _style(seat)
        _badge(pen, (x + BADGE, y), style)
        for start, end in _dashes([(x + 2 * BADGE + 18, y), (x + 2 * BADGE + 128, y)], style, STROKE):
            pen.line([start, end], fill=style.colour, width=STROKE)
        room = half - 2 * BADGE - 148 - 150
        name = cut(seat_name(seat, context.words), room, SIZE)
        write(pen, (x + 2 * BADGE + 148, y), name, SIZE, TEXT, anchor="lm")
        write(pen, (x + half - 40, y), str(score), SIZE, TEXT, bold=True, anchor="rm")


def _grid(pen: ImageDraw.ImageDraw, frame: _Frame) -> None:
    """Draw the lines of the scores and the figures of scores and rounds."""
    for score in range(frame.low, frame.high + 1, frame.step):
        y = frame.at(0, score)[1]
        pen.line([(LEFT, y), (RIGHT, y)], fill=LINE_HIGH if score == 0 else LINE, width=3)
        write(pen, (LEFT - 30, y), str(score), SIZE, FAINT, anchor="rm")
    step = _step(frame.rounds, 8)
    for number in sorted({1, *range(step, frame.rounds + 1, step)}):
        x = frame.at(number - 1, 0)[0]
        pen.line([(x, frame.bottom), (x, frame.bottom + 14)], fill=LINE_HIGH, width=3)
        write(pen, (x, frame.bottom + 28), str(number), SIZE, FAINT, anchor="mt")


def _lines(rounds: Sequence[Sequence[int]], frame: _Frame, size: tuple[int, int]) -> Image.Image:
    """Draw every seat's line on a transparent background."""
    large = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(large)
    for seat in range(len(rounds[0])):
        style = _style(seat)
        points = [frame.at(at, scores[seat]) for at, scores in enumerate(rounds)]
        for start, end in _dashes(points, style, STROKE):
            _stroke(pen, start, end, style.colour)
        for x, y in points if len(points) <= 40 else points[-1:]:
            reach = STROKE * SCALE
            pen.ellipse(
                (
                    x * SCALE - reach,
                    y * SCALE - reach,
                    x * SCALE + reach,
                    y * SCALE + reach,
                ),
                fill=style.colour,
            )
    return large.resize(size, Image.Resampling.BOX)


def _stroke(pen: ImageDraw.ImageDraw, start: Point, end: Point, colour: Colour) -> None:
    pen.line([(x * SCALE, y * SCALE) for x, y in (start, end)], fill=colour, width=STROKE * SCALE)


def _dashes(points: Sequence[Point], style: SeatStyle, wide: float) -> list[tuple[Point, Point]]:
    """Cut a line into the dashes of a seat's pattern, which runs on around the corners."""
    if not style.pattern:
        return list(pairwise(points))
    lengths = [part * wide for part in style.pattern]
    dashes: list[tuple[Point, Point]] = []
    part, left = 0, lengths[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        whole = hypot(x1 - x0, y1 - y0)
        done = 0.0
        while done < whole:
            reach = min(left, whole - done)
            if part % 2 == 0:
                shares = (done / whole, (done + reach) / whole)
                start, end = ((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares)
                dashes.append((start, end))
            done += reach
            left -= reach
            if left <= 0:
                part = (part + 1) % len(lengths)
                left = lengths[part]
    return dashes


def _badge(pen: ImageDraw.ImageDraw, middle: Point, style: SeatStyle) -> None:
    x, y = middle
    pen.ellipse((x - BADGE, y - BADGE, x + BADGE, y + BADGE), fill=style.colour)
    write(pen, middle, style.mark, SIZE - 4, ink_on(style.colour), bold=True, anchor="mm")


def _apart(heights: Sequence[float], frame: _Frame) -> list[float]:
    """Move the marks at the lines' ends apart, each as little as can be, from the top down and back up."""
    room = 2 * BADGE + 6
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + room)
    lowest = frame.bottom - BADGE / 2
    for at in reversed(order):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - room
    return placed
