"""Federations (rulebook: action 4; Xenos, Ivits), and the search against trying everything."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rendering.words import Words
from rules.gaia import federation, reach
from rules.gaia.components import NAMES, SPACE
from rules.gaia.counts import power_value
from rules.gaia.federation import Case, Group
from rules.gaia.galaxy import Galaxy, lay, planet, standard, variable
from rules.gaia.state import GaiaState, OwnTile, Placement
from rules.gaia.steps.federate import ChoosePlanets
from rules.kernel.rng import Rng
from tests.rules.gaia.table import make, table_of


def standing(faction: str = "terrans", **places: str) -> GaiaState:
    """Lay out a player with structures, named by place with a leading p, and plenty of power."""
    state = make(faction, "xenos" if faction != "xenos" else "terrans")
    me = state.players[0]
    me.structures = {place[1:]: kind for place, kind in places.items()}
    me.power, me.qic = [6, 6, 0, 0], 6
    return state


def sets(state: GaiaState) -> dict[frozenset[str], int]:
    plan = federation.plan(state, 0)
    return {frozenset(federation.members(plan, subset)): cost for subset, cost in plan.legal.items()}


def test_power_value_seven_is_needed() -> None:
    state = standing(p1B1="institute", p1A5="station", p3A0="mine")
    assert sets(state) == {}
    assert "what could join has" in table_of(state).refusal("federation")


def test_planets_next_to_each_other_are_connected_without_satellites() -> None:
    state = standing(p1A6="institute", p1A5="station", p3A0="station")
    assert sets(state) == {frozenset(["1A6", "1A5", "3A0"]): 0}
    table = table_of(state)
    table.play("federation 1A5 qic done")
    me = table.state.players[0]
    assert me.federated == ["1A5", "1A6", "3A0"]
    assert me.satellites == []
    assert (me.vp, me.qic) == (18, 7)
    assert [(own.token, own.green) for own in me.tokens] == [("qic", True)]
    assert sum(me.power) == 12


def test_each_planet_of_a_part_has_its_own_type_in_its_name() -> None:
    state = standing(p1A6="institute", p1A5="station", p3A0="station")
    words = " ".join(Words().say(option.text) for option in ChoosePlanets(0).prompt(state).legal)
    kinds = {place: NAMES[f"gaia.planet.{planet(state, place)}"]["en"] for place in ("1A6", "1A5", "3A0")}
    assert len(set(kinds.values())) > 1
    assert all(f"{place} ({kind})" in words for place, kind in kinds.items())


def test_a_planet_that_saves_no_satellite_when_it_is_left_out_may_be_in() -> None:
    # The Lost Planet's mine touches the way, so that with it the same satellites do.
    state = standing(p1A6="institute", p2B1="station", p2A3="station", p2A0="mine")
    found = sets(state)
    assert min(found.values()) == found[frozenset(["1A6", "2B1", "2A3"])]


def test_no_planet_may_be_in_whose_satellites_could_be_saved() -> None:
    state = standing(p1A6="institute", p1A5="station", p2A3="station", p4A9="mine", p7A6="station")
    found = sets(state)
    assert frozenset(["1A6", "1A5", "2A3"]) in found
    assert not any("4A9" in places for places in found)
    table = table_of(state)
    table.play("federation")
    assert "cannot be connected" in table.refusal("4A9")
    table.play("2A3")
    assert set(table.state.players[0].satellites) == set()


def test_why_a_planet_cannot_be_part_is_said() -> None:
    state = standing(p1A6="institute", p1A5="station", p2A3="station", p3B5="mine", p7A6="mine")
    table = table_of(state)
    table.play("federation 1A5 2A3")
    # 3B5 lies on one of the ways to 2A3; 7A6 would cost satellites for nothing.
    assert table.legal() == ["enough", "3B5"]
    assert "Fewer planets would do" in table.refusal("7A6")
    state = standing(p1A6="institute", p1A5="station", p2A3="station", p3B2="station", p4A0="station", p7A6="mine")
    state.players[0].power = [3, 0, 0, 0]
    poor = table_of(state)
    poor.play("federation 1A5")
    assert set(poor.legal()) == {"2A3", "3B2"}
    assert "enough others with the" in poor.refusal("7A6")
    assert "without touching another" in poor.refusal("4A0")
    state = standing(p1A6="institute", p1A5="station", p1B1="station", p2B1="station", p5A7="station")
    state.players[0].power = [1, 0, 0, 0]
    poor = table_of(state)
    poor.play("federation 1A5")
    assert set(poor.legal()) == {"1B1", "2B1"}
    assert "you can pay for {have}" in poor.refusal("5A7")


def test_groups_that_are_walled_in_make_no_federation() -> None:
    state = standing(p1A6="institute", p1A5="station", p2A3="station")
    sky = Galaxy.of(state.spaces)
    case = federation.case_of(state, 0)
    wall = tuple(place for place in sky.neighbours["2A3"] if sky.spaces[place].planet == SPACE)
    closed = msgspec.structs.replace(case, blocked=wall)
    assert federation.plan_of(closed).legal == {}
    assert federation.fewest(closed, 0b11, 12) == federation.NEVER
    # Another structure by the only way: it must come along, and without it there is no way at all.
    group = Group(("2B1",), 1)
    narrow = msgspec.structs.replace(
        case, groups=(*case.groups, group), blocked=tuple(place for place in wall if place not in sky.neighbours["2B1"])
    )
    assert set(federation.plan_of(narrow).legal) == {0b111}


def test_without_a_token_left_there_is_no_federation() -> None:
    state = standing(p1A6="institute", p1A5="station", p3A0="station")
    state.supply = dict.fromkeys(state.supply, 0)
    assert "No federation token is left" in table_of(state).refusal("federation")


def test_a_route_may_be_left_to_the_game() -> None:
    state = standing(p1A6="institute", p1A5="station", p2A3="station")
    table = table_of(state)
    table.play("federation 1A5 2A3")
    assert table.legal() == ["any", "3A10", "2A2"]
    table.play("any")
    assert table.prompt().kind == "give-up"
    assert set(table.prompt().so_far) == {"hex:1A5", "hex:1A6", "hex:2A3", "hex:3A10"}
    assert table.prompt().legal[0].place == "bowl:5,6,0,0,-1"
    table.play("1-0-0 12vp done")
    assert state.players[0].satellites == ["3A10"]


def test_satellites_cost_a_power_token_each_and_the_areas_are_chosen() -> None:
    state = standing(p1A6="institute", p1A5="academy-k", p2A3="station")
    table = table_of(state)
    table.play("federation 2A3 1A5 enough")
    while table.prompt().kind == "route":
        table.play(table.legal()[0])
    assert table.prompt().kind == "give-up"
    assert len(table.legal()) > 1
    table.play("0-1-0 tokens done")
    me = table.state.players[0]
    assert me.power == [8, 5, 0, 0]
    assert len(me.satellites) == 1
    assert set(me.federated) == {*me.structures, *me.satellites}


def test_every_shortest_route_can_be_chosen_and_no_other() -> None:
    state = standing(p1B1="institute", p2B4="academy-k", p4B2="station")
    plan = federation.plan(state, 0)
    (subset,) = [one for one in plan.legal if one == 0b111]
    sky = Galaxy.of(state.spaces)
    seen = set()
    for first in federation.next_satellites(plan, subset, []):
        placed = [first]
        while further := federation.next_satellites(plan, subset, placed):
            placed.append(further[-1])
        assert len(placed) == plan.legal[subset]
        assert len(set(placed)) == len(placed)
        whole = sky.bits([*federation.members(plan, subset), *placed])
        assert len(federation.parts_of(sky, whole)) == 1
        seen.add(frozenset(placed))
    assert len(seen) > 1


def test_a_new_federation_may_not_touch_an_old_one() -> None:
    state = standing(p1B1="institute", p2B4="academy-k", p4B2="station")
    me, sky = state.players[0], Galaxy.of(state.spaces)
    plan = federation.plan(state, 0)
    used = federation.next_satellites(plan, 0b111, [])[0]
    old = next(place for place in sky.neighbours[used] if place in sky.unbits(sky.empty))
    me.satellites, me.federated = [old], [old]
    blocked = set(federation.case_of(state, 0).blocked)
    assert {old, used} <= blocked
    plan = federation.plan(state, 0)
    for subset in plan.legal:
        assert not blocked & set(federation.next_satellites(plan, subset, []))


def test_xenos_with_institute_need_six() -> None:
    state = standing("xenos", p1A6="institute", p1A5="station", p3A0="mine")
    assert list(sets(state)) == [frozenset(["1A6", "1A5", "3A0"])]
    state.players[0].structures = {"1A6": "station", "1A5": "station", "3A0": "station"}
    assert sets(state) == {}


def test_strength_and_the_bescods_institute_raise_power_values() -> None:
    state = standing("bescods", p2A0="institute", p2A11="academy-k")
    assert federation.plan(state, 0).case.groups[0].value == 4 + 3
    state.players[0].tiles = [OwnTile("strength", "terra")]
    assert federation.plan(state, 0).case.groups[0].value == 5 + 4


def test_strength_raises_the_institute_and_the_academies_and_nothing_else_until_it_is_covered() -> None:
    state = standing("terrans", p1A6="institute", p1A5="academy-k", p3A0="academy-q", p2A0="mine", p2A11="station")
    me = state.players[0]
    me.structures["1A9"] = "lab"
    places = ("1A6", "1A5", "3A0", "2A0", "2A11", "1A9")
    assert [power_value(state, me, place) for place in places] == [3, 3, 3, 1, 2, 2]
    me.tiles = [OwnTile("strength", "terra")]
    assert [power_value(state, me, place) for place in places] == [4, 4, 4, 1, 2, 2]
    me.tiles[0].covered = True
    assert [power_value(state, me, place) for place in places] == [3, 3, 3, 1, 2, 2]


def test_ivits_enlarge_their_one_federation_and_pay_qic() -> None:
    state = standing("ivits", p1A6="institute", p1A5="station", p3A0="station")
    table = table_of(state)
    table.play("federation 1A5 12vp done")
    me = table.state.players[0]
    assert me.formed == 1
    me.structures |= {"2A3": "academy-k", "2B1": "academy-q"}
    state.queue = [0]
    assert federation.needed(me) == 14
    assert sets(state) == {}
    me.structures["2A0"] = "station"
    me.stations = ["2B0"]
    found = sets(state)
    assert found
    assert all(set(me.federated) <= places for places in found)
    before, cost = me.qic, min(found.values())
    again = table_of(state)
    again.play("federation")
    while again.prompt().kind in ("federation", "route", "token"):
        again.play(again.legal()[0])
    again.play("done")
    assert me.formed == 2
    assert len(me.satellites) == cost
    assert me.qic - (me.tokens[-1].token == "qic") == before - cost


def test_satellites_are_limited_to_twenty_five_and_to_what_can_be_paid() -> None:
    state = standing(p1A6="institute", p2A3="academy-k", p2B1="station", p3B2="mine")
    me = state.players[0]
    assert federation.case_of(state, 0).budget == 12
    me.satellites = [f"satellite {n}" for n in range(20)]
    assert reach.satellites_left(me) == 5
    me.satellites = []
    me.power = [1, 0, 1, 9]
    assert federation.case_of(state, 0).budget == 2
    me.brainstone = 1
    assert federation.case_of(state, 0).budget == 3


SMALL = lay([Placement(4, "single", 0, 0, 0), Placement(3, "single", 5, -2, 0)])
SKY = Galaxy(SMALL)
PLANETS = [name for name in SKY.names if SKY.spaces[name].planet != SPACE]
EMPTY = [name for name in SKY.names if SKY.spaces[name].planet == SPACE]


def everything(case: Case) -> dict[frozenset[int], int]:
    """Try every set of at most `budget` satellites and see which federations they make."""
    touching = [set(SKY.unbits(SKY.around(SKY.bits(group.places)))) for group in case.groups]
    fewest: dict[frozenset[int], int] = {}
    free = [place for place in EMPTY if place not in case.blocked]
    for size in range(case.budget + 1):
        for satellites in combinations(free, size):
            touched = frozenset(n for n, near in enumerate(touching) if near & set(satellites))
            names = [place for n in touched for place in case.groups[n].places]
            if satellites and len(federation.parts_of(SKY, SKY.bits([*satellites, *names]))) == 1:
                fewest.setdefault(touched, size)
    for n in range(len(case.groups)):
        fewest[frozenset([n])] = 0
    worth = {groups: cost for groups, cost in fewest.items() if sum(case.groups[n].value for n in groups) >= case.need}
    return {
        groups: cost
        for groups, cost in worth.items()
        if not any(other < groups and less < cost for other, less in worth.items())
    }


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_search_finds_what_trying_everything_finds(data: Any) -> None:
    chosen = data.draw(st.lists(st.sampled_from(PLANETS), min_size=2, max_size=6, unique=True))
    worth = {place: data.draw(st.integers(1, 4)) for place in chosen}
    groups = tuple(
        Group(tuple(SKY.unbits(part)), sum(worth[place] for place in SKY.unbits(part)))
        for part in federation.parts_of(SKY, SKY.bits(chosen))
    )
    blocked = data.draw(st.lists(st.sampled_from(EMPTY), max_size=6, unique=True))
    case = Case(SMALL, groups, tuple(blocked), need=7, budget=data.draw(st.integers(0, 3)))
    found = {
        frozenset(n for n in range(len(groups)) if subset >> n & 1): cost
        for subset, cost in federation.plan_of(case).legal.items()
    }
    assert found == everything(case)


def test_the_standard_map_is_searched_whole() -> None:
    assert Galaxy.of(lay(standard("full"))).empty.bit_count() == 190 - 61


FULL = lay(standard("full"))
WIDE = Galaxy(FULL)


def by_definition(case: Case) -> dict[int, int]:
    """Count the satellites of every set of groups, and keep those that no part of them makes dear."""
    worth = {
        subset: federation.fewest(case, subset, case.budget)
        for subset in range(1, 1 << len(case.groups))
        if federation.value_of(case, subset) >= case.need and (subset & 1 or not case.groups[0].base)
    }
    return {
        subset: cost
        for subset, cost in worth.items()
        if cost <= case.budget and not any(part & ~subset == 0 and less < cost for part, less in worth.items())
    }


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_search_finds_what_the_definition_says(data: Any) -> None:
    middle = data.draw(st.sampled_from(WIDE.planets))
    near = [place for place in WIDE.planets if WIDE.distance[middle][place] <= 6]
    chosen = data.draw(st.lists(st.sampled_from(near), min_size=5, max_size=7, unique=True))
    parts = federation.parts_of(WIDE, WIDE.bits(chosen))
    groups = tuple(Group(tuple(WIDE.unbits(part)), data.draw(st.integers(1, 3))) for part in parts)
    base = data.draw(st.booleans())
    groups = (msgspec.structs.replace(groups[0], base=base), *groups[1:])
    blocked = data.draw(st.lists(st.sampled_from(WIDE.unbits(WIDE.empty)), max_size=12, unique=True))
    case = Case(FULL, groups, tuple(blocked), need=7, budget=data.draw(st.integers(4, 12)))
    assert federation.plan_of(case).legal == by_definition(case)


def test_a_long_way_round_another_group_is_found() -> None:
    spaces = lay(variable("full", "method3", Rng("0000")))
    places = {"9A2": 1, "10A7": 1, "2A7": 1, "2B2": 1, "10B5": 2, "2A11": 2}
    case = Case(spaces, tuple(Group((place,), worth) for place, worth in places.items()), (), need=7, budget=13)
    assert federation.plan_of(case).legal == {0b111011: 10, 0b111101: 13, 0b111110: 10} == by_definition(case)


@pytest.mark.parametrize(("budget", "most"), [(0, 50), (3, 500), (9, 6_000), (15, 80_000)])
def test_fourteen_scattered_groups_take_little_work(budget: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[str] = []
    for place in WIDE.planets:
        if len(chosen) < 14 and all(WIDE.distance[place][other] >= 3 for other in chosen):
            chosen.append(place)
    worth = (1, 2, 1, 3, 1, 2, 1, 2, 1, 2, 1, 2, 1, 1)
    groups = tuple(Group((place,), value) for place, value in zip(chosen, worth, strict=True))
    work = 0
    around, pairs = Galaxy.around, federation._Networks._pairs

    def counted_around(sky: Galaxy, bits: int) -> int:
        nonlocal work
        work += 1
        return around(sky, bits)

    def counted_pairs(networks: federation._Networks, subset: int, limit: int) -> Any:
        nonlocal work
        found = pairs(networks, subset, limit)
        work += 1 + len(found)
        return found

    monkeypatch.setattr(Galaxy, "around", counted_around)
    monkeypatch.setattr(federation._Networks, "_pairs", counted_pairs)
    # Steps over the map and networks joined; trying every set of groups takes 16,384 steps and more.
    federation._Search(Case(FULL, groups, (), need=7, budget=budget)).legal()
    assert 0 < work <= most
