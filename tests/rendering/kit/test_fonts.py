"""Text fits its box, or is cut with an ellipsis; it never runs out."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from rendering.kit.fonts import (
    ELLIPSIS,
    LEADING,
    SOFT,
    Anchor,
    clean,
    cut,
    fit,
    font,
    kept_together,
    width,
    wrap,
    write,
)

WORDS = st.text(alphabet="abcdefg ÄÖÜß-–.'W" + SOFT, max_size=60)


@given(WORDS, st.integers(20, 400), st.integers(20, 60))
@settings(max_examples=200, deadline=None)
def test_a_cut_line_is_never_wider_than_its_room(text: str, room: int, size: int) -> None:
    assert width(cut(text, room, size), size) <= room


@given(WORDS, st.integers(30, 400), st.integers(1, 4))
@settings(max_examples=200, deadline=None)
def test_no_wrapped_line_is_wider_than_its_room_and_there_are_not_too_many(text: str, room: int, lines: int) -> None:
    broken, _ = wrap(text, room, 24, lines)
    assert len(broken) <= lines
    assert all(width(line, 24) <= room for line in broken)


@given(WORDS, st.integers(30, 300), st.integers(22, 120))
@settings(max_examples=200, deadline=None)
def test_a_fitted_text_stays_in_its_box(text: str, wide: int, high: int) -> None:
    size, lines = fit(text, (wide, high), (22, 40), 3, bold=True)
    assert 22 <= size <= 40
    assert all(width(line, size, bold=True) <= wide for line in lines)
    assert len(lines) == 1 or len(lines) * size * LEADING <= high + 1


def test_a_text_that_fits_is_whole() -> None:
    assert wrap("Galaktische Föderation", 400, 24, 1) == (("Galaktische Föderation",), True)


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    broken, whole = wrap("one two three four five six seven", 60, 24, 2)
    assert not whole
    assert broken[-1].endswith(ELLIPSIS)


def test_a_soft_hyphen_shows_only_where_a_line_breaks_at_it() -> None:
    word = f"Raum{SOFT}hafen"
    assert wrap(word, 400, 24, 2)[0] == ("Raumhafen",)
    assert wrap(word, width("Raumha", 24), 24, 2)[0] == ("Raum-", "hafen")


def test_the_width_is_what_the_font_measures() -> None:
    for text in ("Überlebenskünstler", "AVATAR 10", "−1 ×2 “x”"):
        assert width(text, 30, bold=True) == pytest.approx(font(30, bold=True).getlength(text), abs=1)


def test_figures_are_tabular() -> None:
    assert len({width(str(digit) * 10, 40, bold=bold) for digit in range(10) for bold in (False, True)}) <= 2


@pytest.mark.parametrize("sign", "äöüÄÖÜßéèñçøåłőşžčđ€–—“”„‚’…×−→≥")
def test_the_font_has_every_sign_that_the_texts_use(sign: str) -> None:
    assert clean(sign) == sign


def test_signs_without_a_shape_are_left_out_of_names() -> None:
    assert clean("🎲  Dora 🚀") == "Dora"
    assert clean("🎲") == ""


def test_a_number_stays_in_the_line_of_what_it_counts() -> None:
    text = kept_together("Booster 1 (1 Erz, 1 Wissen)")
    for room in range(60, 400, 10):
        lines, whole = wrap(text, room, 30, 6)
        assert not whole or " ".join(lines) == "Booster 1 (1 Erz, 1 Wissen)"
        assert not whole or all("1 Erz" in line or "Erz" not in line for line in lines)
        assert not whole or all("1 Wissen" in line or "Wissen" not in line for line in lines)


@given(
    st.text(st.sampled_from("Agjf÷Ä1 -"), max_size=6),
    st.sampled_from([22, 31, 60]),
    st.tuples(*[st.floats(-20, 90)] * 2),
    st.sampled_from(["ls", "ms", "rs"]),
    st.tuples(st.booleans(), st.booleans()),
)
@example("", 22, (0.0, -1.9999999999999964), "ls", (False, False))
@settings(max_examples=200)
def test_a_line_is_the_same_to_a_pixel_as_one_drawn_without_the_shapes_that_are_kept(
    text: str, size: int, at: tuple[float, float], anchor: Anchor, how: tuple[bool, bool]
) -> None:
    ink, edge = (250, 200, 10), (20, 30, 60)
    bold, edged = how
    written, drawn = (Image.new("RGB", (120, 90), (90, 20, 120)) for _ in range(2))
    write(ImageDraw.Draw(written), at, text, size, ink, bold=bold, anchor=anchor, edge=edge if edged else None)
    face, stroke = font(size, bold=bold), round(size / 9) if edged else 0
    if text:  # Pillow cannot always draw nothing: at -1.9999999999999964 the image that it makes has no size
        edge_ink = edge if edged else None
        ImageDraw.Draw(drawn).text(at, text, ink, face, anchor, stroke_width=stroke, stroke_fill=edge_ink)
    assert written.tobytes() == drawn.tobytes()
