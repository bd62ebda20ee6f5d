"""What is said of resources."""

from __future__ import annotations

from rendering.words import Words
from rules.eclipse.texts import STORED_TEXTS, amount


def test_one_of_a_resource_and_several_are_said_in_their_forms() -> None:
    said = {lang: [Words(lang).say(amount("materials", n)) for n in (1, 2)] for lang in ("en", "de")}
    assert said == {"en": ["1 material", "2 materials"], "de": ["1 Rohstoff", "2 Rohstoffe"]}


def test_an_amount_in_a_log_of_before_is_still_said_in_german() -> None:
    assert Words("de").say(STORED_TEXTS[0]) == "1 Rohstoff"
