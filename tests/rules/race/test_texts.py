"""Everything that the game says can be put into words: no name and no argument is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rendering.words import Words
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.text import Text
from rules.race.components import CARDS, DATA
from rules.race.describe import card_text
from rules.race.texts import pay_cards
from tests.fuzz.play import setups
from tests.rules.race.table import GAME, act, table_of

WORDS = Words("en", ["North", "East", "South", "West"])


def texts_of(prompt: Prompt) -> Iterator[Text]:
    yield prompt.text
    for option in prompt.options:
        yield option.text
        yield from (text for text in (option.note, option.refusal) if text is not None)


def said_in(setup: tuple[dict[str, str], int]) -> Iterator[Text]:
    """Play a random game and give every text of it."""
    config, seats = setup
    rng = Rng("5e")
    position: Any
    position, outcome = GAME.setup(config, seats, Rng("17"))
    yield from (event.text for event in outcome.events)
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        yield from texts_of(prompt)
        picks = choose(GAME.view(position, prompt.seat), prompt, rng)
        yield from (event.text for event in GAME.answer(position, prompt.seat, picks).events)
    for standing in GAME.standings(position):
        yield from (line.text for line in standing.lines)


@pytest.mark.parametrize("setup", setups(GAME), ids=str)
def test_every_text_of_a_game_can_be_said(setup: tuple[dict[str, str], int]) -> None:
    for text in said_in(setup):
        said = WORDS.say(text)
        assert said
        assert "{" not in said


def test_every_card_and_topic_can_be_said() -> None:
    for card in DATA.cards:
        assert all(WORDS.say(text) for text in card_text(card.key))
    for topic in GAME.topics:
        assert WORDS.say(topic.title)
        assert all(WORDS.say(text) for text in topic.body)


def refused(tableau: str, hand: str, action: str, option: str) -> str:
    refusal = act(table_of([tableau, "new_sparta"], [hand, ""]), action, "produce").prompt(0).option(option).refusal
    assert refusal is not None
    return WORDS.say(refusal)


def test_a_price_of_one_card_is_said_as_one() -> None:
    assert refused("old_earth", "drop_ships", "develop", "drop_ships") == "It costs 3 cards, you can pay 0."
    assert refused("old_earth", "space_marines", "develop", "space_marines") == "It costs 1 card, you can pay 0."
    assert refused("old_earth", "expanding_colony", "settle", "expanding_colony") == "It costs 1 card, you can pay 0."
    said = "Its defence is 2, your strength −1; its price is 1 card, you can pay 0."
    assert refused("old_earth contact_specialist", "avian_uplift_race", "settle", "avian_uplift_race") == said


def test_every_name_is_there_in_both_languages() -> None:
    assert all(names["en"] and names["de"] for names in GAME.names.values())
    assert {f"race.card.{card.key}" for card in CARDS} <= set(GAME.names)


def test_what_costs_nothing_is_not_said_to_cost_no_cards() -> None:
    said = [Words("en").say(pay_cards(n)) for n in (0, 1, 2)]
    assert said == ["pay nothing", "pay 1 card", "pay 2 cards"]
    assert Words("de").say(pay_cards(0)) == "nichts zahlen"
