"""The map: names of places."""

from __future__ import annotations

from rules.eclipse.galaxy import EDGES, place, place_name


def test_places_are_named_clockwise_from_the_top() -> None:
    assert [place_name(edge) for edge in EDGES] == ["1A", "1B", "1C", "1D", "1E", "1F"]
    assert place_name((0, -5)) == "5A"
    assert place_name((-1, -4)) == "5AD"
    for name in ("0A", "2L", "3R", "5Z", "5AA", "5AD"):
        assert place_name(place(name)) == name
