"""Frames become one film that every reader of WebP plays: small enough, short enough, the end in it."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, WebPImagePlugin

from rendering import film
from rendering.film import Scores
from rendering.jobs import FRAME, DrawJob, render
from rendering.kit.encode import Format
from rendering.kit.palette import SEATS
from rendering.kit.picture import RenderContext
from rendering.registry import PICTURES
from rendering.words import Words
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.rendering.ink import inscribed

CONTEXT = RenderContext(Words("en", ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")))


def still(tint: int, size: tuple[int, int] = (80, 60)) -> bytes:
    return film.encode(Image.new("RGB", size, (tint, 40, 200 - tint)))[0]


def played(data: bytes) -> tuple[list[Image.Image], list[int]]:
    """Give the frames of a film and how long each is shown."""
    image = Image.open(BytesIO(data))
    assert isinstance(image, WebPImagePlugin.WebPImageFile)
    frames, lasts = [], []
    for at in range(image.n_frames):
        image.seek(at)
        image.load()
        frames.append(image.convert("RGB"))
        lasts.append(int(image.info["duration"]))
    return frames, lasts


@pytest.mark.parametrize("number", [1, 2, 5, film.MAX_FRAMES])
def test_a_film_has_all_its_frames_in_order_and_lasts_half_a_minute_at_most(number: int) -> None:
    stills = [still(5 * at) for at in range(number)]
    frames, lasts = played(film.assemble(stills))
    assert len(frames) == number
    for one, shown in zip(stills, frames, strict=True):
        assert shown.tobytes() == Image.open(BytesIO(one)).convert("RGB").tobytes()
    assert sum(lasts) <= 30_000
    assert lasts[-1] == film.LAST_SECONDS * 1000


def test_frames_of_several_heights_fit_on_one_canvas() -> None:
    frames, _ = played(film.assemble([still(0), still(100, (80, 90)), still(200, (80, 75))]))
    assert {one.size for one in frames} == {(80, 90)}


def test_a_film_that_would_be_too_large_leaves_frames_out_but_not_the_end() -> None:
    stills = [still(6 * at) for at in range(36)]
    data = film.assemble(stills, 10 * len(stills[0]))
    frames, _ = played(data)
    assert len(data) < 11 * len(stills[0]) + 1000
    assert 2 <= len(frames) < 12
    end = Image.open(BytesIO(stills[-1])).convert("RGB")
    assert frames[-1].tobytes() == end.tobytes()


@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("shown", [0, 1, 9])
def test_the_scores_so_far_stand_below_the_table_in_frames_of_one_size(seats: int, shown: int) -> None:
    rounds = tuple(tuple(at * seat - 3 for seat in range(seats)) for at in range(9))
    sizes = {
        film.frame(Image.new("RGB", (1600, 1200)), Scores(rounds, count), SEATS[:seats], CONTEXT).size
        for count in (shown, 0, 5)
    }
    assert len(sizes) == 1
    wide, high = sizes.pop()
    assert wide == film.WIDE
    assert 780 < high < 900


def test_lines_grow_from_frame_to_frame() -> None:
    rounds = tuple((at, 2 * at) for at in range(6))
    board = Image.new("RGB", (1600, 1200))
    frames = [film.frame(board, Scores(rounds, shown), SEATS[:2], CONTEXT) for shown in range(7)]
    for one, other in pairwise(frames):
        assert one.tobytes() != other.tobytes()


def test_in_the_middle_of_a_round_the_lines_end_in_what_everybody_has_then() -> None:
    rounds = tuple((10 * at, 20 * at) for at in range(1, 6))
    board = Image.new("RGB", (1600, 1200))

    def said(scores: Scores) -> list[str]:
        with inscribed() as texts:
            film.frame(board, scores, SEATS[:2], CONTEXT)
        return [text for _, text in texts]

    for shown in range(5):
        told = said(Scores(rounds, shown, (10 * shown + 3, 20 * shown + 7), 0.5))
        assert {str(10 * shown + 3), str(20 * shown + 7)} <= set(told)
        assert {"0", "20", "100", "1", "5"} <= set(told), "what the axes mean"


@pytest.mark.parametrize("key", ["race", "gaia"])
def test_a_frame_is_drawn_as_any_picture_and_small(key: str) -> None:
    game = GAMES[key]
    position, _ = game.setup(game.check_setup({}, 2), 2, Rng("00" * 16))
    scores = Scores(((1, 2), (3, 4)), 1)
    drawn = render(DrawJob(key, FRAME, game.view(position, None), "de", ("Ann", "Ben"), scores=scores))
    assert drawn.name == "frame.webp"
    assert len(drawn.data) < film.MAX_BYTES / film.MAX_FRAMES
    assert Image.open(BytesIO(drawn.data)).width == film.WIDE


@pytest.mark.parametrize("key", sorted(PICTURES))
def test_the_lines_of_chart_and_film_have_the_colours_of_the_table(key: str) -> None:
    game = GAMES[key]
    position, _ = game.setup(game.check_setup({}, 3), 3, Rng("00" * 16))
    while game.round(game.view(position, None)) < 1:
        seat = game.waiting(position)[0]
        prompt = game.prompt(position, seat)
        game.answer(position, seat, [one.id for one in prompt.legal][: max(1, prompt.at_least)])
    view = game.view(position, None)
    styles = PICTURES[key].seats(view)
    assert len({style.colour for style in styles}) == len({style.pattern for style in styles}) == 3
    scores = Scores(((9, 40, 70), (10, 41, 71)), 2)
    job = DrawJob(key, "chart", view, "en", ("Ann", "Ben", "Cleo"), scores=scores, format=Format.LASTING)
    image = Image.open(BytesIO(render(job).data)).convert("RGB")
    plot = image.crop((200, 380, 1400, image.height))
    drawn = {colour for count, colour in plot.getcolors(plot.width * plot.height) or [] if count > 2000}
    assert {style.colour for style in styles} <= drawn
