"""A sentence has one colon at most, where an option's note stands behind its text and a question behind “Back to”."""

from __future__ import annotations

import pytest

from rendering.words import LANGUAGES, Words
from rules.circadians.sets import ORRERY_SET
from tests.rules.circadians.test_marks import OFTEN, asked

NAMES = ("Ann", "Ben", "Cleo", "Dora")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", OFTEN)
def test_no_colon_follows_another(kind: str, language: str) -> None:
    words = Words(language, NAMES)
    for prompt in asked()[kind]:
        assert ": " not in words.say(prompt.text)
        for option in prompt.legal:
            note = "" if option.note is None else words.say(option.note)
            assert ": " not in note.partition(". ")[0], note
            assert not (note and ": " in words.say(option.text)), option.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_the_set_has_a_colon(language: str) -> None:
    words = Words(language, NAMES)
    ids = [key.removeprefix(f"{ORRERY_SET.prefix}.") for key in ORRERY_SET.names]
    assert not [id for id in ids if ":" in words.say(ORRERY_SET.name(id))]
