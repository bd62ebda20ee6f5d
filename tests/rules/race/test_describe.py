"""What a card can do, in words."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.race.components import DATA
from rules.race.describe import card_text, scoring_text

WORDS = Words("en")


def test_every_card_says_what_it_can_do() -> None:
    for card in DATA.cards:
        powers = sum(
            len(card.powers.of(phase)) for phase in ("explore", "develop", "settle", "trade", "consume", "produce")
        )
        lists = len(card.scoring) + bool(card.scoring)  # a heading, and a line each
        assert len(card_text(card.key)) == 1 + powers + lists + bool(card.keywords)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (
            "old_earth",
            [
                "world, cost 3, 2 VP",
                "Trade: Draw 1 more card when you sell a good.",
                "Consume: Spend up to 2 goods of any kind, each for 1 VP.",
            ],
        ),
        (
            "contact_specialist",
            [
                "development, cost 1, 1 VP",
                "Settle: Military strength −1.",
                "Settle: You may pay for a military world: its defence less 1 card; not for Alien technology.",
            ],
        ),
        (
            "gambling_world",
            [
                "world, cost 1, 1 VP",
                "Consume: Spend a good of any kind for 1 VP.",
                "Consume: Guess a number from 1 to 7; keep the next card if it has that number.",
            ],
        ),
        (
            "galactic_imperium",
            [
                "development, cost 6, points by its own list",
                "Keyword: Imperium.",
                "Settle: Military strength +4 against Rebel worlds.",
                "Points by its own list, at the end; for each card only the first line that fits it counts:",
                "2 VP for each: Rebel military world.",
                "1 VP for each: other military world.",
            ],
        ),
    ],
)
def test_a_card_is_described_in_words(key: str, said: list[str]) -> None:
    assert [WORDS.say(text) for text in card_text(key)] == said


@pytest.mark.parametrize(("language", "said"), [("en", "1 VP per 3 VP in chips."), ("de", "1 SP je 3 SP in Chips.")])
def test_points_for_chips_are_said_as_what_they_are(language: str, said: str) -> None:
    (line,) = [one for card in DATA.cards for one in card.scoring if one.chips_each is not None]
    assert Words(language).say(scoring_text(line)) == said
