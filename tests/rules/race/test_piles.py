"""Drawing cards, also where there are fewer than wanted."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.kernel.steps import Flow
from rules.race.piles import draw
from rules.race.state import RaceState
from tests.rules.race.table import hand_of, table_of


@pytest.mark.parametrize(
    ("wanted", "said"), [(1, "S0 draws a card."), (2, "S0 draws 2 cards."), (5, "S0 draws 2 cards.")]
)
def test_what_is_told_of_drawn_cards_is_what_the_deck_really_gave(wanted: int, said: str) -> None:
    table = table_of(["old_earth", "new_sparta"], deck="gem_world comet_zone")
    table.state.discards = []
    before = len(hand_of(table, 0))
    flow: Flow[RaceState] = Flow(table.position.rng)
    draw(table.state, flow, 0, wanted, "test")
    assert len(hand_of(table, 0)) - before == min(wanted, 2)
    words = Words("en", ["S0", "S1"])
    assert [words.say(event.text) for event in flow.events if event.kind == "draw"] == [said]
    (drawn,) = [event for event in flow.events if event.kind == "drawn"]
    assert drawn.to == [0]
    cards = drawn.text.args["cards"]
    assert isinstance(cards, list)
    assert len(cards) == min(wanted, 2)


def test_a_draw_from_an_empty_deck_is_told_as_nothing() -> None:
    table = table_of(["old_earth", "new_sparta"], deck="")
    table.state.deck = table.state.discards = []
    flow: Flow[RaceState] = Flow(table.position.rng)
    draw(table.state, flow, 0, 2, "test")
    words = Words("en", ["S0", "S1"])
    assert [words.say(event.text) for event in flow.events] == ["S0 draws nothing: there are no cards left."]
