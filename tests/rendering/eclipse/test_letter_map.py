"""The small map: every sector once, in its place, narrow enough for a phone."""

from __future__ import annotations

import re

import pytest

from rendering.eclipse.letter_map import WIDEST, draw, frontier, present
from rendering.kit.palette import SEATS
from rules.eclipse.galaxy import EDGES, opposite, place, place_name
from rules.eclipse.state import FULL, NOBODY, EclipseState, Player, Rules, Sector
from rules.eclipse.steps.explore import places
from rules.kernel import hexes
from tests.rendering.eclipse.tables import full, random_game, robots_game

VIEWS = [full(), *random_game(6, 1), *random_game(3, 2), *robots_game(2, 3)]
NUMBER = re.compile(r"(?<!\d)\d{3}(?!\d)")


def found(lines: list[str]) -> dict[str, tuple[int, int]]:
    """The line and the column of every number."""
    return {match.group(): (at, match.start()) for at, line in enumerate(lines) for match in NUMBER.finditer(line)}


@pytest.mark.parametrize("view", VIEWS)
def test_every_sector_is_drawn_once_and_no_line_is_too_wide(view: EclipseState) -> None:
    lines = draw(view)
    numbers = [match.group() for line in lines for match in NUMBER.finditer(line)]
    assert sorted(numbers) == sorted(view.sectors)
    assert max(map(len, lines)) <= WIDEST


@pytest.mark.parametrize("view", VIEWS)
def test_neighbours_lie_beside_each_other_and_open_ways_between_them(view: EclipseState) -> None:
    lines = draw(view)
    at = found(lines)
    wide = max(map(len, lines)) > 0 and any(sign in "".join(lines) for sign in "/\\|")
    for sector in view.sectors.values():
        line, column = at[sector.id]
        above, below = (text.ljust(column + 6) for text in [*lines, ""][line : line + 2])
        if wide:
            for edge, sign in ((1, above[column + 5]), (2, below[column + 3]), (3, below[column + 2])):
                is_open = bool(sector.around[edge]) and sector.links[edge] == FULL
                assert (sign in "/\\|") == is_open, (sector.id, edge)
        for edge, (down, right) in ((0, (-2, 0)), (1, (-1, 1)), (2, (1, 1)), (3, (2, 0))):
            if sector.around[edge]:
                other = at[sector.around[edge]]
                assert other[0] == line + down
                assert (other[1] > column) == (right > 0)


def marks_of(sector: Sector) -> str:
    """The signs of who holds a sector and of who is there."""
    return ("·" if sector.disc == NOBODY else SEATS[sector.disc].mark) + present(sector)


@pytest.mark.parametrize("view", VIEWS)
def test_owner_and_ships_stand_behind_the_number(view: EclipseState) -> None:
    lines = draw(view)
    for id, (line, column) in found(lines).items():
        sector = view.sectors[id]
        assert lines[line].ljust(column + 5)[column + 3 : column + 5] == marks_of(sector)
        assert (present(sector) == " ") == (not sector.ships and not sector.ancients and not sector.gcds)


def test_no_number_is_followed_by_the_mark_of_a_neighbour() -> None:
    pairs, wrong = 0, []
    for view in (robots_game(2, 3)[-1], robots_game(4, 2)[-1], robots_game(6, 1)[-1]):
        for line in draw(view):
            for number, marks in re.findall(r"(?<!\d)(\d{3})(?!\d)[ /]*([A-H·][a-h&#!]?)?", line):
                pairs += 1
                if marks != marks_of(view.sectors[number]).strip():
                    wrong.append((number, marks))
    assert pairs > 60
    assert not wrong


@pytest.mark.parametrize("view", VIEWS)
def test_the_frontier_has_every_place_that_somebody_can_explore(view: EclipseState) -> None:
    told = frontier(view)
    taken = {(sector.q, sector.r) for sector in view.sectors.values()}
    for name, links in told.items():
        assert place(name) not in taken
        for id in links:
            sector = view.sectors[id]
            assert hexes.distance(place(name), (sector.q, sector.r)) == 1
    for seat, one in enumerate(view.players):
        if one.species and not one.out:
            for name, origins in places(view, seat).items():
                assert set(origins) <= set(told[name])


def test_a_galaxy_that_is_too_wide_is_drawn_without_ways_or_not_at_all() -> None:
    state = EclipseState(rules=Rules(), players=[Player(), Player()])
    view = full()
    state.sectors = dict(view.sectors)
    far = view.sectors["301"]
    far.q, far.r = 7, -4
    lines = draw(state)
    assert max(map(len, lines)) <= WIDEST
    assert not set("/\\|") & set("".join(lines))
    assert "301" in found(lines)
    far.q = 40
    assert draw(state) == []
    assert draw(EclipseState(rules=Rules(), players=[])) == []


def test_places_at_the_sides_are_left_out_where_they_find_no_room() -> None:
    lines = draw(full())
    assert "4A" in "".join(lines)
    assert place_name(hexes.add(place("3A"), EDGES[opposite(3)])) == "4A"
