"""Texts are put into the reader's words."""

from __future__ import annotations

from datetime import date

import pytest

from rendering.words import LANGUAGES, Words
from rules.kernel.text import TN, T


@pytest.mark.parametrize(
    ("language", "n", "said"),
    [
        ("en", 0, "0 cards"),
        ("en", 1, "1 card"),
        ("en", 2, "2 cards"),
        ("de", 0, "0 Karten"),
        ("de", 1, "1 Karte"),
        ("de", 21, "21 Karten"),
    ],
)
def test_a_number_chooses_the_form(language: str, n: int, said: str) -> None:
    assert Words(language).say(TN("{n} card", "{n} cards", n=n)) == said


@pytest.mark.parametrize(("language", "said"), [("en", "12 August 2030"), ("de", "12. August 2030")])
def test_a_day_is_named_with_its_month(language: str, said: str) -> None:
    assert Words(language).day(date(2030, 8, 12)) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_below_zero_has_a_true_minus_sign(language: str) -> None:
    words = Words(language, ())
    assert words.say(T("{n} / {m}", n=-1, m=2)) == "−1 / 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_abbreviation_at_the_end_of_a_sentence_brings_its_full_stop(language: str) -> None:
    words = Words(language)
    goods = T("{n} Q.I.C.", n=1)
    assert words.say(T("Nobody but {who}.", who=goods)) == "Nobody but 1 Q.I.C."
    assert words.say(T("{who}, {n}.", who=goods, n=2)) == "1 Q.I.C., 2."
