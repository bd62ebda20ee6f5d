"""Sites are turned up, and sealed bids put the claims in order."""

from __future__ import annotations

from tests.sample.rules.state import UNKNOWN
from tests.sample.tests.rules.table import bids, make, seen, table_of


def test_a_round_turns_up_one_site_fewer_than_there_are_players() -> None:
    table = table_of(make("", "", ""), deck="anvil old-comet storm-eye")
    assert table.state.open == ["anvil", "old-comet"]
    assert table.state.deck[-1] == "storm-eye"
    assert table.outcome.barrier


def test_nobody_sees_the_deck_and_only_its_seat_a_charter() -> None:
    state = make("", "", charters="ice ore")
    assert set(seen(state, 1).deck) == {UNKNOWN}
    assert [one.charter for one in seen(state, 1).players] == [UNKNOWN, "ore"]
    state.phase = "over"
    assert [one.charter for one in seen(state, None).players] == ["ice", "ore"]


def test_bids_are_sealed_until_all_have_bid() -> None:
    table = table_of(make("", ""))
    table.play("4", 0)
    assert table.state.bids == []
    assert not table.outcome.events
    table.play("2", 1)
    assert table.state.bids == [4, 2]


def test_nobody_bids_more_fuel_than_they_have() -> None:
    table = table_of(make("", "", fuel=[3, 9]))
    assert table.legal(0) == ["0", "1", "2", "3"]
    assert "not" in table.refusal("4", 0)
    assert table.legal(1)[-1] == "9"


def test_the_highest_bid_claims_first_and_only_who_claims_pays() -> None:
    table = bids(table_of(make("", "", "")), 2, 5, 3)
    assert table.asked() == {1: "claim"}
    table.play(table.legal()[0] + " done")
    assert [one.fuel for one in table.state.players] == [6, 6 - 5, 6 - 3]
    assert table.asked() == {2: "work"}  # The last site is claimed without a question.


def test_a_lot_decides_between_equal_bids() -> None:
    table = bids(table_of(make("", "", ""), draws={"prospect.lot": [[2, 0]]}), 3, 1, 3)
    assert table.asked() == {2: "claim"}
    assert len(table.told("lot")) == 1


def test_who_bids_nothing_claims_nothing_and_what_is_left_is_gone() -> None:
    table = bids(table_of(make("", "", ""), deck="anvil old-comet storm-eye deep-vein"), 0, 0, 0)
    assert table.state.round == 2
    assert table.state.open == ["storm-eye", "deep-vein"]
    assert not any(one.sites for one in table.state.players)


def test_who_has_no_fuel_is_not_asked_for_a_bid() -> None:
    table = table_of(make("", "", fuel=[0, 6]))
    assert table.asked() == {1: "bid"}
