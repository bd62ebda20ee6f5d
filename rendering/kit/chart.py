"""The scores of a game over its rounds as lines, one a seat, each told by its colour, pattern and marks.

It knows nothing of any game: rounds of scores in, a picture and its words out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from PIL import Image, ImageDraw

from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.background import background
from rendering.kit.fonts import cut, write
from rendering.kit.palette import FAINT, INK, LINE, LINE_HIGH, NIGHT, TEXT, Colour, SeatStyle, contrast
from rendering.kit.picture import Picture, RenderContext
from rendering.kit.seats import seat_disc, seat_name
from rules.kernel.text import T, player, signed

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
STRIP_HIGH = 500
STRIP_LEFT = 130
STRIP_SIZE = 44
"""Of a strip's figures."""
STRIP_RIGHT = WIDE - 260
"""Where the lines of a strip end; beyond stand the marks of the seats and their scores."""
MARK = 19
"""How far a mark reaches from its point."""
MOST_MARKED = 20
"""Of a line of more points only the last is marked."""
#: The directions in degrees of the corners of the seats' marks, in seat order; none is a disc.
SHAPES: tuple[tuple[float, ...], ...] = (
    (),
    (45, 135, 225, 315),
    (270, 30, 150),
    (0, 90, 180, 270),
    (90, 210, 330),
    (0, 60, 120, 180, 240, 300),
    (0, 120, 240),
    (60, 180, 300),
)
KEYLINE = 3
"""The width of the edge of lines and marks, which keeps them apart where they cross."""
DARK = 3.0
"""Below this contrast to the background a colour has a light edge."""
SCALE = 2
"""Supersampling: lines are drawn this many times larger and scaled down, which smooths their edges."""


def draw(rounds: Sequence[Sequence[int]], styles: Sequence[SeatStyle], context: RenderContext) -> Picture:
    """Draw the score of every seat after each round; there must be a round and a seat."""
    seats = len(rounds[0])
    top = MARGIN + TITLE + 40 + KEY_ROW * -(-seats // 2) + 30
    frame = _Frame(rounds, (LEFT, top, RIGHT, top + PLOT_HIGH))
    image = background((WIDE, top + PLOT_HIGH + SIZE + 2 * MARGIN), context.seed)
    pen = ImageDraw.Draw(image)
    write(pen, (MARGIN, MARGIN), context.words.say(T("Score after each round")), TITLE, TEXT, bold=True)
    pieces = _key(image, rounds[-1], styles, context)
    _grid(pen, frame)
    for lines in (
        _lines(pieces, styles, image.size, slice(1, 2)),
        _lines(frame.courses(rounds), styles, image.size),
    ):
        image.paste(lines, (0, 0), lines)
    for seat, y in enumerate(_apart([frame.at(len(rounds) - 1, score)[1] for score in rounds[-1]], frame)):
        end = frame.at(len(rounds) - 1, rounds[-1][seat])
        pen.line([end, (RIGHT + 75, y)], fill=styles[seat].colour, width=4)
        seat_disc(image, styles[seat], (RIGHT + 85, y), 2 * BADGE)
    return Picture(image, alt_text(rounds, context))


def strip(
    rounds: Sequence[Sequence[int]],
    shown: int,
    styles: Sequence[SeatStyle],
    context: RenderContext,
    *,
    now: Sequence[int] = (),
    part: float = 0.0,
) -> Image.Image:
    """Draw the first `shown` rounds of a game as a strip to stand below a table: lines, and each seat's last score.

    The lines end in `now`, what each seat has when this `part` (0 to 1) of the next round is over, if that is given.
    """
    seats = len(rounds[0])
    high = max(STRIP_HIGH, seats * (2 * BADGE + 6) + 2 * MARGIN + STRIP_SIZE)
    frame = _Frame(rounds, (STRIP_LEFT, MARGIN, STRIP_RIGHT, high - MARGIN - STRIP_SIZE))
    image = background((WIDE, high), context.seed)
    pen = ImageDraw.Draw(image)
    _grid(pen, frame, STRIP_SIZE)
    last = now or (rounds[shown - 1] if shown else ())
    if not last:
        return image
    courses = frame.courses(rounds[:shown]) or [[] for _ in last]
    if now:
        for course, score in zip(courses, now, strict=True):
            course.append(frame.at(max(0.0, shown - 1 + part), score))
    many = len(courses[0]) > MOST_MARKED
    marked = slice(-1, None) if many or not shown else slice(None, shown)  # what is no end of a round has no mark
    lines = _lines(courses, styles, image.size, marked)
    image.paste(lines, (0, 0), lines)
    ends = [course[-1][1] for course in courses]
    for seat, y in enumerate(_apart(ends, frame)):
        seat_disc(image, styles[seat], (STRIP_RIGHT + 60, y), 2 * BADGE)
        write(pen, (WIDE - MARGIN, y), str(last[seat]), SIZE, TEXT, bold=True, anchor="rm")
    return image


def alt_text(rounds: Sequence[Sequence[int]], context: RenderContext) -> str:
    """Tell all scores in words; of a very long game those of the last rounds."""
    said = ""
    for first in range(len(rounds)):
        heading = T("Score after each round, from round {first} to round {last}.", first=first + 1, last=len(rounds))
        told = [
            T("{who}: {scores}.", who=player(seat), scores=", ".join(signed(one[seat]) for one in rounds[first:]))
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

    def at(self, index: float, score: float) -> Point:
        """Where a score after a round is, or between two; with a single round, in the middle."""
        share = index / (self.rounds - 1) if self.rounds > 1 else 0.5
        return (
            self.left + (self.right - self.left) * share,
            self.bottom - (score - self.low) / (self.high - self.low) * (self.bottom - self.top),
        )

    def courses(self, rounds: Sequence[Sequence[int]]) -> list[list[Point]]:
        """Where the points of every seat's line are."""
        return [[self.at(at, score) for at, score in enumerate(one)] for one in zip(*rounds, strict=True)]


def _step(reach: int, most: int) -> int:
    """The smallest round step (1, 2, 5, 10, 20 ...) of which at most `most` cover the reach."""
    scale = 1
    while True:
        for base in (1, 2, 5):
            if base * scale * most >= reach:
                return base * scale
        scale *= 10


def _key(
    image: Image.Image, scores: Sequence[int], styles: Sequence[SeatStyle], context: RenderContext
) -> list[list[Point]]:
    """Name the seats, two in a row, with mark and last score; give where a piece of each line belongs."""
    pen = ImageDraw.Draw(image)
    half = (WIDE - 2 * MARGIN) // 2
    pieces: list[list[Point]] = []
    for seat, score in enumerate(scores):
        x = MARGIN + seat % 2 * half
        y = MARGIN + TITLE + 40 + seat // 2 * KEY_ROW + KEY_ROW // 2
        seat_disc(image, styles[seat], (x + BADGE, y), 2 * BADGE)
        pieces.append([(x + 2 * BADGE + at, y) for at in (24, 90, 156)])
        room = half - 2 * BADGE - 184 - 130
        name = cut(seat_name(seat, context.words), room, SIZE)
        write(pen, (x + 2 * BADGE + 184, y), name, SIZE, TEXT, anchor="lm")
        write(pen, (x + half - 40, y), signed(score), SIZE, TEXT, bold=True, anchor="rm")
    return pieces


def _grid(pen: ImageDraw.ImageDraw, frame: _Frame, size: int = SIZE) -> None:
    """Draw the lines of the scores and the figures of scores and rounds."""
    for score in range(frame.low, frame.high + 1, frame.step):
        y = frame.at(0, score)[1]
        pen.line([(frame.left, y), (frame.right, y)], fill=LINE_HIGH if score == 0 else LINE, width=3)
        write(pen, (frame.left - size // 2, y), signed(score), size, FAINT, anchor="rm")
    step = _step(frame.rounds, 8)
    for number in sorted({1, *range(step, frame.rounds + 1, step)}):
        x = frame.at(number - 1, 0)[0]
        pen.line([(x, frame.bottom), (x, frame.bottom + size // 4)], fill=LINE_HIGH, width=3)
        write(pen, (x, frame.bottom + size // 2), str(number), size, FAINT, anchor="mt")


def _lines(
    courses: Sequence[Sequence[Point]],
    styles: Sequence[SeatStyle],
    size: tuple[int, int],
    marked: slice | None = None,
) -> Image.Image:
    """Draw every seat's line, with marks at its points or at some of them, on a transparent background."""
    large = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(large)
    marked = marked or slice(None if len(courses[0]) <= MOST_MARKED else -1, None)
    for seat, (points, style) in enumerate(zip(courses, styles, strict=True)):
        keyline = TEXT if contrast(style.colour, NIGHT) < DARK else INK
        for colour, more in ((keyline, KEYLINE), (style.colour, 0)):
            for ends in _dashes(points, style, STROKE):
                flat = [(x * SCALE, y * SCALE) for x, y in ends]
                pen.line(flat, fill=colour, width=(STROKE + 2 * more) * SCALE)
            for point in points[marked]:
                _mark(pen, point, SHAPES[seat % len(SHAPES)], MARK + more, colour)
    return large.resize(size, Image.Resampling.BOX)


def _mark(pen: ImageDraw.ImageDraw, middle: Point, shape: Sequence[float], reach: float, colour: Colour) -> None:
    """A mark at a point of a line: a disc, or a polygon whose corners lie in these directions."""
    x, y, reach = middle[0] * SCALE, middle[1] * SCALE, reach * SCALE
    if not shape:
        reach *= 0.86
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
        return
    corners = [(x + reach * cos(radians(turn)), y + reach * sin(radians(turn))) for turn in shape]
    pen.polygon(corners, fill=colour)


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
