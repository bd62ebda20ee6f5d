"""What has changed since the view that was posted last."""

from __future__ import annotations

from copy import deepcopy

from rendering.gaia.changes import advanced, changed_places, newly_taken, view_before
from rendering.kit.picture import RenderContext
from rendering.words import Words
from rules.gaia.state import GaiaState
from tests.rules.gaia.table import make


def since(before: GaiaState | None) -> RenderContext:
    return RenderContext(Words("en"), before=before)


def test_nothing_has_changed_where_nothing_was_posted() -> None:
    view = make("terrans", "xenos")
    view.taken = {"3k": 0}
    view.players[0].structures = {"1A6": "mine"}
    assert view_before(since(None), 0) is None
    assert not advanced(view, since(None), 0, "sci")
    assert not newly_taken(view, since(None), "3k")
    assert changed_places(view, since(None)) == set()


def test_a_seat_without_a_faction_in_what_was_posted_has_not_changed() -> None:
    view = make("terrans", "xenos")
    before = deepcopy(view)
    before.players[1].faction, before.players[1].research = "", {}
    view.players[1].research["sci"] = 2
    assert view_before(since(before), 0) == before
    assert view_before(since(before), 1) is None
    assert not advanced(view, since(before), 1, "sci")


def test_a_level_that_rose_has_changed_in_its_area_alone() -> None:
    view = make("terrans", "xenos")
    before = deepcopy(view)
    view.players[0].research["sci"] += 1
    assert advanced(view, since(before), 0, "sci")
    assert not advanced(view, since(before), 0, "eco")
    assert not advanced(view, since(before), 1, "sci")


def test_an_action_is_newly_taken_in_the_round_of_what_was_posted() -> None:
    view = make("terrans", "xenos")
    before = deepcopy(view)
    view.taken = {"3k": 0}
    assert newly_taken(view, since(before), "3k")
    assert not newly_taken(view, since(before), "2o")
    assert not newly_taken(view, since(deepcopy(view)), "3k")
    before.round = 0
    assert not newly_taken(view, since(before), "3k")


def test_places_with_what_is_new_or_gone_have_changed() -> None:
    before = make("terrans", "ivits")
    one, other = before.players
    one.structures, other.stations = {"1A6": "mine", "2A3": "lab"}, ["1A7"]
    one.sent_formers = ["3A0"]
    view = deepcopy(before)
    one, other = view.players
    one.structures = {"1A6": "station", "2A3": "lab", "1B1": "mine"}
    one.sent_formers, other.stations, view.gaia, view.lost = [], ["1A7", "1A8"], ["5A2"], "4A1"
    assert changed_places(view, since(before)) == {"1A6", "1B1", "3A0", "1A8", "5A2", "4A1"}
    before.spaces = ()
    assert changed_places(view, since(before)) == set()
