"""III Settle: what is offered and refused, windfall goods, bonus cards, player order."""

from __future__ import annotations

import pytest

from rules.race.components import card_number
from tests.game_words import GameWords
from tests.rules.race.table import act, goods_of, hand_of, table_of, tableau_of


def test_what_cannot_be_settled_is_shown_with_what_is_missing() -> None:
    table = act(table_of(["old_earth", "new_sparta"], ["rebel_base comet_zone refugee_world", ""]), "settle", "produce")
    base, comet = (table.prompt(0).option(id).refusal for id in ("rebel_base", "comet_zone"))
    assert base is not None
    assert comet is not None
    assert base.args == {"defence": 6, "strength": "0"}
    assert comet.args == {"n": 3, "have": 2}
    assert table.legal(0) == ["refugee_world", "pass"]


@pytest.mark.parametrize(
    ("tableau", "expected"),
    [
        ("old_earth", {"defence": 6, "strength": "0"}),
        ("old_earth new_military_tactics space_marines", {"defence": 6, "strength": "5"}),
        ("old_earth contact_specialist", {"defence": 6, "strength": "−1", "n": 5, "have": 1}),
    ],
)
def test_the_reason_tells_of_everything_that_could_help(tableau: str, expected: dict[str, int]) -> None:
    table = act(table_of([tableau, "new_sparta"], ["rebel_base refugee_world", ""]), "settle", "produce")
    refusal = table.prompt(0).option("rebel_base").refusal
    assert refusal is not None
    assert refusal.args == expected


def test_a_world_is_paid_for_and_then_its_windfall_good_laid_on_it() -> None:
    table = table_of(["old_earth", "new_sparta"], ["asteroid_belt gem_world comet_zone spice_world", ""])
    act(table, "settle", "produce").answer(0, "asteroid_belt")
    assert goods_of(table, 0) == set()
    table.answer(0, "gem_world", "comet_zone")
    assert goods_of(table, 0) == {"asteroid_belt"}


def test_the_bonus_card_is_drawn_at_the_end_of_the_phase_by_who_placed_a_world() -> None:
    table = table_of(
        ["old_earth", "new_sparta"], ["comet_zone gem_world spice_world new_earth new_vinland", "star_nomad_lair"]
    )
    act(table, "settle", "settle").answer(0, "comet_zone")
    table.answer(1, "star_nomad_lair")
    assert table.asked() == {0: "pay"}
    assert "draw" not in table.kinds()
    table.answer(0, "gem_world", "spice_world", "new_earth")
    assert [event.seat for event in table.events if event.kind == "draw"] == [0, 1]


def test_who_places_no_world_has_no_bonus_card() -> None:
    table = act(table_of(["old_earth", "new_sparta"], ["comet_zone", ""]), "settle", "settle")
    table.answer(0, "pass")
    assert "draw" not in table.kinds()


def test_a_device_that_is_given_up_is_discarded() -> None:
    table = act(table_of(["old_earth colony_ship", "new_sparta"], ["new_earth gem_world", ""]), "settle", "produce")
    table.answer(0, "new_earth")
    assert tableau_of(table, 0) == ["old_earth", "new_earth"]
    assert card_number("colony_ship") in table.state.discards
    assert "give_up" in table.kinds(0)


@pytest.mark.parametrize(
    ("tableau", "world", "said"),
    [
        ("old_earth colony_ship", "comet_zone", "pay 3 cards / discard Colony Ship · 2 VP, "),
        ("old_earth contact_specialist drop_ships space_marines new_military_tactics", "rebel_base",
         "conquer (discard New Military Tactics) · 6 VP"),
    ],
)  # fmt: skip
def test_ways_to_settle_read_as_alternatives_before_what_the_world_brings(tableau: str, world: str, said: str) -> None:
    hand = f"{world} gem_world spice_world new_vinland"
    table = act(table_of([tableau, "new_sparta"], [hand, ""]), "settle", "produce")
    note = table.prompt(0).option(world).note
    assert note is not None
    assert GameWords(table.game, 2).say(note).startswith(said)


def test_the_way_is_asked_where_there_are_several() -> None:
    table = table_of(["old_earth colony_ship", "new_sparta"], ["comet_zone gem_world spice_world new_vinland", ""])
    act(table, "settle", "settle").answer(0, "comet_zone")
    assert (table.prompt(0).kind, table.legal(0)) == ("way", ["pay", "colony_ship"])
    table.answer(0, "colony_ship")
    assert len(hand_of(table, 0)) == 4  # Nothing paid; the bonus card came.


def test_seats_settle_in_player_order_where_several_may_give_up_a_card() -> None:
    hands = ["comet_zone gem_world spice_world new_vinland", "mining_world distant_world plague_world artist_colony"]
    table = act(table_of(["old_earth colony_ship", "new_sparta colony_ship-2"], hands), "settle", "produce")
    table.answer(0, "comet_zone")
    table.answer(1, "mining_world")
    assert table.asked() == {0: "way"}  # Seat 1 has a choice too, and waits for its turn.
    one = act(table_of(["old_earth colony_ship", "new_sparta"], hands), "settle", "produce")
    one.answer(0, "comet_zone")
    one.answer(1, "mining_world")
    assert one.asked() == {0: "way"}
    assert hand_of(one, 1) == set()  # It has paid its whole hand, which is no choice, without waiting for seat 0.


def test_terraforming_robots_draw_for_a_world_placed_later_only() -> None:
    table = act(table_of(["old_earth terraforming_robots", "new_sparta"], ["refugee_world", ""]), "produce", "settle")
    table.answer(0, "refugee_world")
    assert [event.text.args["n"] for event in table.events if event.kind == "draw"] == [1]


def test_seats_settle_in_player_order_where_the_deck_may_run_out() -> None:
    hands = ["asteroid_belt gem_world comet_zone spice_world", "artist_colony distant_world plague_world mining_world"]
    for deck, asked in (
        ("new_earth drop_ships", {0: "pay"}),
        ("new_earth drop_ships tourist_world", {0: "pay", 1: "pay"}),
    ):
        table = act(table_of(["old_earth", "new_sparta"], hands, deck=deck), "settle", "produce")
        table.answer(0, "asteroid_belt")
        table.answer(1, "artist_colony")
        assert table.asked() == asked  # A windfall good and a bonus card are two draws.


def test_a_development_placed_before_brings_no_settle_bonus() -> None:
    table = table_of(["old_earth", "new_sparta"], ["drop_ships gem_world comet_zone spice_world", ""], experienced=True)
    act(table, "develop settle", "produce consume_x2").answer(0, "drop_ships")
    assert "pass" in table.kinds(0)
    assert "draw" not in table.kinds()


def test_with_deck_and_discards_empty_the_cards_just_paid_are_the_new_deck() -> None:
    table = table_of(["old_earth", "new_sparta"], ["asteroid_belt gem_world comet_zone", ""])
    table.state.deck, table.state.discards = [], []
    act(table, "settle", "settle").answer(0, "asteroid_belt")
    assert goods_of(table, 0) == {"asteroid_belt"}
    assert len(hand_of(table, 0)) == 1  # The bonus card was the other one paid.
