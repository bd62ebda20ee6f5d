"""Texts are put into the reader's words."""

from __future__ import annotations

from datetime import date

import pytest

from rendering.words import LANGUAGES, Words
from rules.kernel.text import TN, T, Text, name, player


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


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_negative_number_has_a_true_minus_sign(language: str) -> None:
    words = Words(language)
    assert words.say(T("{vp} VP", vp=-2)).startswith("−2 ")
    assert words.say(T("{n} left", n=-12)).count("−12") == 1
    assert words.say(TN("{n} card", "{n} cards", n=-3)).startswith("−3 ")


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (T("conquer it"), "Conquer it", "Erobern"),
        (name("eclipse.square.wild"), "Any resource", "Beliebige Ressource"),
        (T("{item} in {sector}", item=name("eclipse.ship.cruiser"), sector="221"), "Cruiser in 221", "Kreuzer in 221"),
        (
            T("{number} · {option}", number="a", option=name("eclipse.square.wild")),
            "a · Any resource",
            "a · Beliebige Ressource",
        ),
        (T("{goods}", goods=[T("nothing"), T("{n} ore", n=1)]), "Nothing, 1 ore", "Nichts, 1 Erz"),
        (T("{who} passes.", who=player(0)), "ann passes.", "ann passt."),
        (T("{number} · {option}", number="1", option=player(0)), "1 · ann", "1 · ann"),
        (T("{place} ({planet})", place="a 1", planet="x"), "a 1 (x)", "a 1 (x)"),
        (T("−{amount}", amount=T("{n} ore", n=1)), "−1 ore", "−1 Erz"),
    ],
)
def test_a_label_begins_with_a_capital_but_a_name_stays_as_it_is(text: Text, english: str, german: str) -> None:
    assert Words("en", ["ann"]).label(text) == english
    assert Words("de", ["ann"]).label(text) == german


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_abbreviation_at_the_end_of_a_sentence_brings_its_full_stop(language: str) -> None:
    words = Words(language)
    goods = T("{n} Q.I.C.", n=1)
    assert words.say(T("Nobody but {who}.", who=goods)) == "Nobody but 1 Q.I.C."
    assert words.say(T("{who}, {n}.", who=goods, n=2)) == "1 Q.I.C., 2."
