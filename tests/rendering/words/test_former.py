"""Messages of before are said in today's words, in both languages."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rendering.words.extract import messages_in_code
from rendering.words.former import FORMER
from rules.kernel.text import TN, Text
from tests.rendering.words.test_catalogs import places

NOW = {
    form for found in messages_in_code().values() for key in found for form in ((key,) if isinstance(key, str) else key)
}


@pytest.mark.parametrize("former", FORMER)
def test_a_former_message_stands_for_one_of_today_with_the_same_places(former: str) -> None:
    today = FORMER[former]
    assert former not in NOW
    assert today in NOW
    assert places(former) == places(today)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You hold too many item cards. Discard 2."),
        ("de", "Du hast zu viele Gegenstandskarten. Wirf 2 ab."),
    ],
)
def test_a_former_message_is_said_in_todays_words(language: str, said: str) -> None:
    one, many = "Too many item cards: discard {n} card.", "Too many item cards: discard {n} cards."
    assert Words(language).say(Text(one, {"n": 2}, many)) == said


def test_a_former_message_that_counts_has_both_its_forms() -> None:
    one, many = "Discard {n} power token. From where?", "Discard {n} power tokens. From where?"
    said = [Words("en").say(Text(one, {"n": n}, many)) for n in (1, 2)]
    today = [
        Words("en").say(TN("Remove {n} power token. From which area?", "Remove {n} power tokens. From which areas?", n))
        for n in (1, 2)
    ]
    assert said == today
