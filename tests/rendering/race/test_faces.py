"""Cards can be read: no text leaves its card or lies over another, in both languages and at every size in use."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from rendering.kit.fonts import ELLIPSIS, fit
from rendering.race.faces import PHASES, face, keyword, phases_now
from rendering.race.powers import at_home, scoring_signs, signs, words
from rendering.race.signs import row_image, row_width
from rendering.race.titles import breakable, title
from rendering.words import LANGUAGES, Words
from rules.race.components import BY_KEY, CARDS, DATA, Card
from tests.rendering.ink import watched

CARDS_ONCE = [card.ids[0] for card in DATA.cards]


TITLED = {"titled": True, "laid": False}
UNDER_ITS_STRIP = {"titled": False, "laid": False}
LAID = {"titled": True, "laid": True}
FACES = [
    *(((620, 656), TITLED), ((382, 416), TITLED), ((314, 250), TITLED), ((176, 250), TITLED), ((254, 168), TITLED)),
    *(((512, 416), UNDER_ITS_STRIP), ((304, 356), UNDER_ITS_STRIP), ((274, 265), UNDER_ITS_STRIP)),
    *(((304, 356), LAID), ((254, 188), LAID), ((207, 121), LAID), ((172, 121), LAID)),
]
"""Sizes in use: of a hand, of what is offered, and of what lies on the table, early and late."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "how"), FACES, ids=str)
def test_no_text_of_a_card_leaves_it_or_lies_over_another(
    size: tuple[int, int], how: dict[str, bool], language: str
) -> None:
    reader = Words(language)
    with watched() as complaints:
        for number in CARDS_ONCE:
            face(number, size, reader, good=True, titled=how["titled"], laid=how["laid"])
    assert complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_is_whole_in_the_strip_over_a_card_of_a_hand_of_ten(language: str) -> None:
    reader = Words(language)
    for card in DATA.cards:
        lines = fit(breakable(title(card, reader)), (190 - 52 * bool(keyword(card)), 81), (22, 40), 3, bold=True)[1]
        assert not lines[-1].endswith(ELLIPSIS), card.key


@pytest.mark.parametrize("card", DATA.cards, ids=lambda card: card.key)
def test_the_powers_of_the_running_phase_stand_out_at_every_size(card: Card) -> None:
    reader = Words("en")
    for phase in ("explore", "develop", "settle_2", "consume", "produce"):
        touched = any(card.powers.of(one) for one in phases_now(phase))
        for size in ((304, 356), (172, 121)):
            now, other = (face(card.ids[0], size, reader, phase=one, laid=True) for one in (phase, "round_end"))
            assert _differs(now, other) == touched, (phase, size)


@pytest.mark.parametrize("card", DATA.cards, ids=lambda card: card.key)
def test_every_power_has_signs_and_words(card: Card) -> None:
    for phase in PHASES:
        for power in card.powers.of(phase):
            assert row_width(at_home(signs(power, phase), card), 40) > 0
            assert Words("en").say(words(power, phase))
    for line in card.scoring:
        assert row_width(scoring_signs(line), 40) > 0


def test_a_row_of_signs_never_leaves_its_room() -> None:
    for card in DATA.cards:
        for phase in PHASES:
            for power in card.powers.of(phase):
                assert row_image(at_home(signs(power, phase), card), 48, 120).width <= 120


def _differs(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


def test_a_good_on_a_world_is_seen() -> None:
    gems = BY_KEY["gem_world"].ids[0]
    for size in ((304, 540), (172, 121)):
        assert _differs(face(gems, size, Words()), face(gems, size, Words(), good=True))


def test_windfall_and_production_worlds_of_a_kind_look_different_without_colour() -> None:
    grey = [
        face(BY_KEY[key].ids[0], (172, 121), Words()).convert("L").crop((60, 0, 130, 50))
        for key in ("spice_world", "refugee_world")
    ]
    assert _differs(*grey)


def test_every_design_has_a_face_of_its_own() -> None:
    faces = {face(number, (172, 121), Words()).tobytes() for number in CARDS_ONCE}
    assert len(faces) == len(CARDS_ONCE) == 95


def test_copies_of_a_card_look_the_same() -> None:
    first, second = next(card.ids for card in DATA.cards if len(card.ids) == 2)
    assert CARDS[first] is CARDS[second]
    assert face(first, (304, 540), Words()).tobytes() == face(second, (304, 540), Words()).tobytes()
