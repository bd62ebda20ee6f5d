"""Cards can be read: no text leaves its card or lies over another, in both languages and at every size in use."""

from __future__ import annotations

from typing import get_args
from unittest import mock

import pytest
from PIL import Image, ImageChops

from rendering.kit.cache import LAYERS, MAX_BYTES
from rendering.kit.fonts import ELLIPSIS
from rendering.kit.icons import icon
from rendering.kit.palette import INK
from rendering.kit.picture import Marks, RenderContext
from rendering.kit.vision import Sight, simulate
from rendering.race import faces, shelves
from rendering.race import marks as over_cards
from rendering.race.faces import PHASES, face, keyword, phases_now
from rendering.race.looks import GOOD_COLOURS, ROMAN, cost_badge, good_token, world_mark
from rendering.race.marks import strip, strip_over
from rendering.race.powers import at_home, scoring_signs, signs, words
from rendering.race.signs import row_image, row_width
from rendering.words import LANGUAGES, Words
from rules.race.components import BY_KEY, CARDS, DATA, Card
from rules.race.places import card_place
from tests.rendering.ink import inscribed, watched

CARDS_ONCE = [card.ids[0] for card in DATA.cards]


SIZES = ((504, 520), (504, 352), (379, 384), (379, 268), (300, 290), (248, 268), (228, 220), (187, 204))
"""Sizes of large faces."""
SMALL = (
    (1468, 168),
    (725, 144),
    (483, 144),
    (361, 144),
    (203, 144),
    (203, 116),
    (311, 384),
    (247, 300),
    (311, 188),
    (247, 168),
    (187, 168),
    (311, 121),
    (205, 121),
    (174, 121),
    (151, 78),
)
"""Sizes of what lies on the table, early and late, and on a shelf."""
WIDE = ((504, 352), (504, 314), (379, 314), (380, 268), (386, 168))
"""Sizes of cards that are widened: few cards beside room at the sides, and on a shelf."""
FACES = [*((size, titled) for size in SIZES for titled in (True, False)), *((size, True) for size in (*SMALL, *WIDE))]
"""Sizes in use, with the title on the card or in the strip over it."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "titled"), FACES, ids=str)
def test_no_text_of_a_card_leaves_it_or_lies_over_another(
    size: tuple[int, int], language: str, *, titled: bool
) -> None:
    reader = Words(language)
    with watched() as complaints:
        for number in CARDS_ONCE:
            face(number, size, reader, good=True, titled=titled)
    assert complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, *WIDE], ids=str)
def test_words_beside_signs_are_whole_or_left_out(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(faces, "write", lambda _pen, _at, text, *_args, **_kwargs: said.append(text))
    for number in CARDS_ONCE:
        face(number, size, Words(language))
    assert said
    assert not [text for text in said if text.endswith(ELLIPSIS)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wide", [504, 379, 300, 276, 248])
def test_every_title_is_whole_in_the_strip_over_a_card_of_a_hand_of_fifteen(wide: int, language: str) -> None:
    image = Image.new("RGB", (wide, strip()))
    with inscribed() as said:
        for number in CARDS_ONCE:
            place = card_place(number)
            marks = Marks(frozenset({place}), numbers={place: ("8",)})
            context = RenderContext(Words(language), marks=marks)
            strip_over(image, number, (0, 0, wide, strip()), context, ())
    assert not [text for _, text in said if text.endswith(ELLIPSIS)]


@pytest.mark.parametrize("size", SIZES[:-1], ids=str)
def test_the_mark_of_rebels_and_aliens_stands_on_the_picture_or_beside_the_title_over_it(size: tuple[int, int]) -> None:
    for card in DATA.cards:
        mark = keyword(card)
        if not mark:
            continue
        place, number = card_place(card.ids[0]), card.ids[0]
        context = RenderContext(Words(), marks=Marks(frozenset({place}), numbers={place: ("8",)}))
        image = Image.new("RGB", (size[0], strip()))
        with (
            mock.patch.object(over_cards, "icon", wraps=icon) as over,
            mock.patch.object(faces, "icon", wraps=icon) as on,
        ):
            strip_over(image, number, (0, 0, *image.size), context, ())
            face(number, size, Words(), titled=False)
        drawn = [call.args[0] for call in (*over.call_args_list, *on.call_args_list)]
        assert drawn.count(mark) == 1, card.key


@pytest.mark.parametrize("card", DATA.cards, ids=lambda card: card.key)
def test_the_powers_of_the_running_phase_stand_out_at_every_size(card: Card) -> None:
    reader = Words("en")
    for phase in ("explore", "develop", "settle_2", "consume", "produce"):
        touched = any(card.powers.of(one) for one in phases_now(phase))
        for size in ((304, 356), (172, 121)):
            now, other = (face(card.ids[0], size, reader, phase=one) for one in (phase, "round_end"))
            assert _differs(now, other) == touched, (phase, size)


ON_SHELVES = ((245, 168), (203, 144), (205, 121))
"""Sizes of the narrowest cards of a shelf, and of a table with twelve cards in a tableau."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ON_SHELVES, ids=str)
def test_every_title_is_whole_on_a_small_card(size: tuple[int, int], language: str) -> None:
    with inscribed() as said:
        for card in DATA.cards:
            wide = size[0] * (shelves.span(card.ids[0]) if size != (205, 121) else 1)
            face(card.ids[0], (wide, size[1]), Words(language))
    assert not [text for _, text in said if text.endswith(ELLIPSIS)]


def test_a_card_on_a_shelf_shows_what_it_does_in_every_phase() -> None:
    for key in ("mining_conglomerate", "expedition_force", "merchant_world", "terraforming_robots"):
        card = BY_KEY[key]
        for phase in ("", "settle", "consume"):
            with mock.patch.object(faces, "powers_row", wraps=faces.powers_row) as rows:
                drawn = face(card.ids[0], (245, 168), Words(), phase=phase)
                lines = {call.args[1] for call in rows.call_args_list}
            assert {one for one in PHASES if card.powers.of(one)} <= lines
            assert drawn.size == (245, 168)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", [card for card in DATA.cards if card.scoring], ids=lambda card: card.key)
def test_a_card_that_scores_by_its_list_shows_it_on_a_shelf_and_in_a_hand(card: Card, language: str) -> None:
    wide = shelves.span(card.ids[0]) * 203
    for size, titled in (((wide, 144), True), ((300, 314), True), ((300, 265), False), ((504, 314), True)):
        with inscribed() as said, mock.patch.object(faces, "scoring_signs", wraps=scoring_signs) as rows:
            face(card.ids[0], size, Words(language), titled=titled)
        assert {call.args[0] for call in rows.call_args_list} == set(card.scoring), size
        assert not [text for _, text in said if text.endswith(ELLIPSIS)], size


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


@pytest.mark.parametrize("card", DATA.cards, ids=lambda card: card.key)
def test_the_smallest_card_says_what_it_costs_and_brings_and_what_it_does(card: Card) -> None:
    with inscribed() as said:
        face(card.ids[0], (205, 121), Words("en"))
    texts = [text for _, text in said]
    assert str(card.number) in texts
    assert ("?" if card.vp is None else str(card.vp)) in texts
    if not card.scoring:
        assert {ROMAN[phase] for phase in PHASES if card.powers.of(phase)} <= set(texts)


@pytest.mark.parametrize(("size", "titled"), FACES, ids=str)
def test_a_windfall_world_is_whole_on_its_card(size: tuple[int, int], *, titled: bool) -> None:
    for card in DATA.cards:
        if card.good and card.windfall:
            drawn = face(card.ids[0], size, Words(), titled=titled)
            edges = [drawn.crop((x, 6, x + 2, size[1] - 6)).getcolors() or [] for x in (5, size[0] - 7)]
            assert GOOD_COLOURS[card.good] not in {colour for edge in edges for _, colour in edge}, card.key


def test_what_all_large_faces_are_made_of_is_kept() -> None:
    LAYERS.clear()
    for size in SIZES[2:5]:
        for number in CARDS_ONCE:
            face(number, size, Words())
            face(number, size, Words(), titled=False)
    assert LAYERS.held < MAX_BYTES * 3 // 4


@pytest.mark.parametrize("sight", get_args(Sight))
def test_kinds_of_worlds_and_goods_differ_by_more_than_colour(sight: Sight) -> None:
    marks = [world_mark(good, mode, 44) for good in GOOD_COLOURS for mode in ("production", "windfall", None)]
    tokens = [good_token(good, 44) for good in GOOD_COLOURS]
    costs = [cost_badge(BY_KEY[key], 44) for key in ("new_sparta", "old_earth", "space_marines")]
    for kinds in (marks, tokens, costs):
        seen = [simulate(Image.alpha_composite(Image.new("RGBA", (44, 44), INK), one), sight) for one in kinds]
        shapes = {one.convert("L").point(lambda value: 255 * (value > 70)).tobytes() for one in seen}
        assert len(shapes) == len(kinds)


def test_every_design_has_a_face_of_its_own() -> None:
    faces = {face(number, (172, 121), Words()).tobytes() for number in CARDS_ONCE}
    assert len(faces) == len(CARDS_ONCE) == 95


def test_copies_of_a_card_look_the_same() -> None:
    first, second = next(card.ids for card in DATA.cards if len(card.ids) == 2)
    assert CARDS[first] is CARDS[second]
    assert face(first, (304, 540), Words()).tobytes() == face(second, (304, 540), Words()).tobytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [number for number, card in enumerate(CARDS) if card.scoring])
def test_cards_that_are_scored_by_name_have_their_whole_names_in_a_hand(number: int, language: str) -> None:
    for size in ((377, 220), (377, 244), (300, 268), (504, 352)):
        LAYERS.clear()
        with inscribed() as texts:
            face(number, size, Words(language), titled=False)
        assert not [text for _, text in texts if text.endswith("…")]
