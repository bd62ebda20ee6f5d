"""A chart of any scores: everything in it is seen, and its words tell all that fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageDraw

from rendering.kit import chart
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.palette import SEATS, TEXT, WHITE, rgb
from rendering.kit.picture import Picture, RenderContext
from rendering.words import Words
from tests.rendering.ink import inscribed

NAMES = ("Ann", "Ben", "Cem", "Dot", "Eve", "Fay", "Gil", "Hal")


def drawn(rounds: list[list[int]], language: str = "en", names: tuple[str, ...] = NAMES) -> Picture:
    return chart.draw(rounds, SEATS[: len(rounds[0])], RenderContext(Words(language, names)))


def seen(picture: Picture, seat: int, below: int) -> int:
    """How many pixels have the colour of a seat, below the key."""
    part = picture.image.crop((0, below, *picture.image.size))
    colours = part.getcolors(part.width * part.height)
    assert colours is not None
    return sum(count for count, colour in colours if colour == SEATS[seat].colour)


def test_every_seat_has_its_line_and_its_mark() -> None:
    picture = drawn([[at * (seat + 1) for seat in range(4)] for at in range(12)])
    for seat in range(4):
        assert seen(picture, seat, 400) > 5000, seat


@pytest.mark.parametrize(
    "rounds",
    [
        [[0]],
        [[0, 0], [0, 0]],
        [[-7, 3], [-20, 5]],
        [[999] * 8] * 60,
        [[100000, 1]],
        [[at, at, at, at] for at in range(25)],
    ],
)
def test_any_scores_can_be_drawn_inside_the_picture(rounds: list[list[int]]) -> None:
    picture = drawn(rounds)
    assert picture.image.width == 1600
    frame = chart._Frame(rounds, (chart.LEFT, 0, chart.RIGHT, chart.PLOT_HIGH))
    for at, scores in enumerate(rounds):
        for score in scores:
            x, y = frame.at(at, score)
            assert chart.LEFT <= x <= chart.RIGHT
            assert 0 <= y <= chart.PLOT_HIGH
    assert 1 <= (frame.high - frame.low) // frame.step <= 6


def test_marks_at_equal_ends_stand_apart_and_inside() -> None:
    rounds = [[50] * 8]
    frame = chart._Frame(rounds, (chart.LEFT, 300, chart.RIGHT, 300 + chart.PLOT_HIGH))
    for height in (frame.top, frame.bottom, (frame.top + frame.bottom) / 2):
        placed = sorted(chart._apart([height] * 8, frame))
        assert all(below - above >= 2 * chart.BADGE for above, below in pairwise(placed))
        assert placed[-1] <= frame.bottom


def test_the_figures_are_large_enough_for_a_phone() -> None:
    assert chart.SIZE * 400 / chart.WIDE >= 14


def test_names_are_written_in_signs_that_the_font_has() -> None:
    with inscribed() as said:
        drawn([[1, 2, 3]], names=("🎲", "Ben 🚀", "Ann"))
    names = [text for _, text in said]
    assert {"A", "Ben", "Ann"} <= set(names)
    assert not [text for text in names if not text.isascii()]


def test_patterns_run_on_around_corners_and_differ() -> None:
    line = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0)]
    told = [tuple(chart._dashes(line, style, 10)) for style in SEATS]
    assert len(set(told)) == len(SEATS)
    dotted = chart._dashes(line, SEATS[2], 30)
    assert ((100.0, 20.0), (100.0, 50.0)) in dotted


def test_points_are_marked_by_shapes_that_differ() -> None:
    image = Image.new("RGB", (800, 100))
    pen, covered = ImageDraw.Draw(image), set()
    for seat, shape in enumerate(chart.SHAPES):
        chart._mark(pen, (50 * seat + 25, 25), shape, chart.MARK, WHITE)
        covered.add(image.crop((100 * seat, 0, 100 * seat + 100, 100)).tobytes())
    assert len(covered) == len(SEATS)


def test_a_line_too_dark_for_the_background_has_a_light_edge() -> None:
    dark = replace(SEATS[0], colour=rgb("#4d566b"))
    for style, expected in ((dark, True), (SEATS[0], False)):
        lines = chart._lines([[(20.0, 50.0), (180.0, 50.0)]], [style], (200, 100))
        assert (lines.getpixel((100, 50 - chart.STROKE // 2 - 2)) == (*TEXT, 255)) is expected


def test_the_words_tell_every_score() -> None:
    said = drawn([[1, 2], [3, 5], [4, 9]], "de").alt
    assert said.splitlines() == [
        "Punktestand nach jeder Runde, von Runde 1 bis Runde 3.",
        "Ann: 1, 3, 4.",
        "Ben: 2, 5, 9.",
    ]


def test_the_words_of_a_long_game_tell_the_last_rounds() -> None:
    said = drawn([[at, 2 * at, 3 * at, 100] for at in range(1, 81)], names=("N" * 32,) * 4).alt
    assert len(said) <= MAX_ALT_TEXT
    assert said.startswith("Score after each round, from round ")
    assert "to round 80." in said
    assert said.splitlines()[1].endswith(", 79, 80.")


def test_points_below_nothing_have_a_true_minus_sign() -> None:
    assert "Ann: 3, −2." in drawn([[3, 1], [-2, 4]]).alt
