"""Cards can be read: no text leaves its card or lies over another, in both languages and at every size in use."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from rendering.kit.fonts import ELLIPSIS, fit
from rendering.race.faces import PHASES, full, kind_lines, small
from rendering.race.powers import at_home, scoring_signs, signs, words
from rendering.race.signs import row_image, row_width
from rendering.race.titles import breakable, title
from rendering.words import LANGUAGES, Words
from rules.race.components import BY_KEY, CARDS, DATA, Card
from tests.rendering.ink import watched

CARDS_ONCE = [card.ids[0] for card in DATA.cards]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(512, 540), (382, 368), (304, 540), (254, 358), (160, 320)])
def test_no_text_of_a_full_card_leaves_it_or_lies_over_another(size: tuple[int, int], language: str) -> None:
    reader = Words(language)
    with watched() as complaints:
        for number in CARDS_ONCE:
            full(number, size, reader, good=True)
    assert complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(208, 256), (172, 124), (118, 124)])
def test_no_text_of_a_small_card_leaves_it_or_lies_over_another(size: tuple[int, int], language: str) -> None:
    reader = Words(language)
    with watched() as complaints:
        for number in CARDS_ONCE:
            small(number, size, reader, good=True)
    assert complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_is_whole_on_a_card_of_a_hand_of_ten(language: str) -> None:
    reader = Words(language)
    for card in DATA.cards:
        lines = fit(breakable(title(card, reader)), (148, 72), (22, 34), 3, bold=True)[1]
        assert not lines[-1].endswith(ELLIPSIS), card.key


@pytest.mark.parametrize("card", DATA.cards, ids=lambda card: card.key)
def test_every_power_has_signs_and_words(card: Card) -> None:
    for phase in PHASES:
        for power in card.powers.of(phase):
            assert row_width(at_home(signs(power, phase), card), 40) > 0
            assert Words("en").say(words(power, phase))
    for line in card.scoring:
        assert row_width(scoring_signs(line), 40) > 0
    assert kind_lines(card)


def test_a_row_of_signs_never_leaves_its_room() -> None:
    for card in DATA.cards:
        for phase in PHASES:
            for power in card.powers.of(phase):
                assert row_image(at_home(signs(power, phase), card), 48, 120).width <= 120


def _differs(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


def test_a_good_on_a_world_is_seen() -> None:
    gems = BY_KEY["gem_world"].ids[0]
    for draw, size in ((full, (304, 540)), (small, (172, 124))):
        assert _differs(draw(gems, size, Words()), draw(gems, size, Words(), good=True))


def test_windfall_and_production_worlds_of_a_kind_look_different_without_colour() -> None:
    grey = [
        small(BY_KEY[key].ids[0], (172, 124), Words()).convert("L").crop((60, 0, 130, 66))
        for key in ("spice_world", "refugee_world")
    ]
    assert _differs(*grey)


def test_every_design_has_a_face_of_its_own() -> None:
    faces = {small(number, (172, 124), Words()).tobytes() for number in CARDS_ONCE}
    assert len(faces) == len(CARDS_ONCE) == 95


def test_copies_of_a_card_look_the_same() -> None:
    first, second = next(card.ids for card in DATA.cards if len(card.ids) == 2)
    assert CARDS[first] is CARDS[second]
    assert full(first, (304, 540), Words()).tobytes() == full(second, (304, 540), Words()).tobytes()
