"""The text board says all that a player needs, and no charter of another."""

from __future__ import annotations

import pytest

from rendering.kit.picture import RenderContext
from rendering.words import Words
from tests.sample.rendering.text_board import ProspectTextBoard
from tests.sample.rules.state import ProspectState
from tests.sample.tests.rules.table import bids, make, seen, table_of

BOARD = ProspectTextBoard()


def context(language: str = "en", reader: int | None = None) -> RenderContext:
    return RenderContext(Words(language, ["Ann", "Ben"]), reader=reader)


@pytest.fixture
def state() -> ProspectState:
    """A round in which Ann has claimed the only open site; she is asked whether she drills."""
    return bids(table_of(make("anvil", "", charters="ore ice"), deck="storm-eye"), 3, 1).state


def test_the_board_tells_everybody_s_points_sites_and_fuel_without_charters(state: ProspectState) -> None:
    said = "\n".join(BOARD.board(seen(state, None), context()))
    assert "Round 1 of 3." in said
    assert "Ann: 6 points, 2 sites, 3 fuel." in said
    assert "Ben: 2 points, 0 sites, 6 fuel." in said
    assert "Ann: Anvil, Storm Eye" in said
    assert "18 sites lie face down." in said


def test_open_sites_are_told_with_their_kind_and_points() -> None:
    state = table_of(make("", ""), deck="storm-eye").state
    assert "- Storm Eye: Gas, 2 points" in "\n".join(BOARD.parts["sites"](seen(state, 0), context()))


def test_a_seat_sees_its_points_with_its_charter_and_its_hand(state: ProspectState) -> None:
    view = seen(state, 0)
    assert "Ann: 8 points" in BOARD.tableau(view, 0, context())[0]
    assert "For Ore." in BOARD.hand(view, 0, context())[0]


def test_a_glance_tells_a_reader_what_they_have(state: ProspectState) -> None:
    (said,) = BOARD.glance(seen(state, 1), context(reader=1))
    assert "Ben: 2 points" in said
    assert "Ann" not in said


def test_the_table_is_told_in_german(state: ProspectState) -> None:
    said = "\n".join(BOARD.board(seen(state, None), context("de")))
    assert "Ann: 6 Punkte, 2 Fundorte, 3 Treibstoff." in said
