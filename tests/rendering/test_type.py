"""What stands in a picture can be read where it is looked at: in a panel on a phone it is 280 pixels wide."""

from __future__ import annotations

import pytest

from benchmarks.examples import PER_SHEET, WIDTHS, sheet
from benchmarks.scenes import PLAYERS, Example
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.fonts import MIN_SIZE
from rendering.kit.numbers import GLANCE, MIN_NUMBER
from rendering.words import LANGUAGES, Words
from tests.per_game import ROOT, SCENES, games_with, of_game
from tests.rendering.type_sizes import noted

PICTURES = ROOT / "docs" / "pictures"
WIDE = 1600


def _examples(game: str, language: str) -> list[Example]:
    return list(of_game(SCENES, game, "examples")(Words(language, PLAYERS)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games_with(SCENES))
def test_no_type_is_too_small_and_the_alt_text_says_what_is_offered(game: str, language: str) -> None:
    for example in _examples(game, language):
        with noted() as sizes:
            picture = example.draw()
        shrink = picture.image.width / WIDE
        assert sizes.lines, example.name
        assert not sizes.smaller_than(MIN_SIZE * shrink), example.name
        assert not sizes.missing(example.glance, GLANCE * shrink), example.name
        assert not sizes.missing(example.offered, MIN_NUMBER * shrink), example.name
        assert 0 < len(picture.alt) <= MAX_ALT_TEXT
        assert all(f"{one}: " in picture.alt or f"{one} · " in picture.alt for one in example.offered), example.name


@pytest.mark.parametrize("game", games_with(SCENES))
def test_every_game_says_what_must_be_read_at_a_glance(game: str) -> None:
    examples = _examples(game, "en")
    assert any(example.glance for example in examples)
    assert any(example.offered for example in examples)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games_with(SCENES))
def test_every_kind_of_picture_stands_in_docs_at_the_widths_at_which_it_is_seen(game: str, language: str) -> None:
    examples = _examples(game, language)
    whole = sheet([example.draw().image.convert("RGB") for example in examples[:2]])
    assert whole.width > sum(WIDTHS)
    kept = {path.name for path in PICTURES.iterdir()}
    assert f"sizes-{game}-{language}-{-(-len(examples) // PER_SHEET)}.webp" in kept
    for example in examples:
        assert {f"{game}-{example.name}-{language}.{kind}" for kind in ("webp", "txt")} <= kept
