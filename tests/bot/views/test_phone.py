"""Rows of a phone are counted as they are shown: without marks of style, with what stands for names and times."""

from __future__ import annotations

import pytest

from bot.views import phone


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("", 0),
        ("a word", 1),
        ("one\ntwo\n\nfour", 4),
        ("x" * 40, 1),
        ("x" * 41, 2),
        ("x" * 121, 4),
        ("twelve words are in this line, and some of them go on", 2),
        (f"-# {'x' * 46}", 1),
        (f"### {'x' * 33}", 2),
        (f"- {'x' * 37}", 1),
        (f"- {'x' * 38}", 2),
        (f"**{'x' * 38}**", 1),
        ("\\*" * 40, 1),
        ("<@123456789012345678> <t:1900000000:R> and", 1),
        ("</board:1456074443980800004> and </table rewind:1456074443980800005>", 1),
    ],
)
def test_a_text_takes_rows(text: str, rows: int) -> None:
    assert phone.rows(text) == rows


def test_a_line_is_cut_at_a_word_and_fits() -> None:
    line = "- Build: " + "for two ore and some credits, " * 6
    for rows in range(1, 5):
        cut = phone.cut(line, rows)
        assert phone.rows(cut) <= rows
        assert cut.endswith(" …")
        assert line.startswith(cut.removesuffix(" …"))
    assert phone.cut(line, 9) == line
    assert phone.cut(line, 0) == ""
    assert phone.rows(phone.cut("x" * 300, 2)) == 2


def test_pages_lose_no_word_and_are_filled() -> None:
    long = "a sentence of many words " * 40
    found = phone.pages(["one", "two\nthree", long, "- four"], 5)
    assert found[0][:2] == ["one", "two\nthree"]
    assert all(sum(map(phone.rows, page)) <= 5 for page in found)
    said = " ".join(piece for page in found for piece in page)
    assert said.split() == ["one", "two", "three", *long.split(), "-", "four"]
    assert len(found) < phone.rows(long) / 3
    assert phone.pages([], 5) == []
    assert all(piece.startswith("-# ") for (piece,) in phone.pages(["-# " + "a word " * 80], 3))


def test_of_a_text_the_first_lines_are_kept() -> None:
    assert phone.cut_text("one\ntwo\nthree", 2) == "one\ntwo"
    assert phone.cut_text("one\n" + "two " * 30, 2).endswith("two …")
    assert phone.cut_text("one", 0) == ""


def test_no_page_ends_with_a_heading() -> None:
    text = "**Score**\none\ntwo\n**Course**\nthree\nfour"
    assert phone.pages([text], 4) == [["**Score**\none\ntwo"], ["**Course**\nthree\nfour"]]
    long = phone.pages(["**Score**\n" + "word " * 60], 4)
    assert [piece.startswith("**Score**\nword") for (piece,) in long] == [True] + [False] * (len(long) - 1)
    assert phone.pages(["**A**\n**B**\n**C**"], 1) == [["**A**"], ["**B**"], ["**C**"]]
