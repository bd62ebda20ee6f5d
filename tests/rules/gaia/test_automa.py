"""The Automa: its turns, and what comes of them for the player; rule by rule (docs/gaia.md)."""

from __future__ import annotations

import msgspec
import pytest

from rules.gaia import automa as choices
from rules.gaia import automa_cards as c
from rules.gaia.components import ACTIONS
from rules.gaia.counts import count
from rules.gaia.galaxy import galaxy
from rules.gaia.reach import Look, upgrade_cost
from rules.gaia.state import GaiaState, OwnToken
from tests.rules.gaia.automa import REST, WORDS, against, automa, begun, move, played, said
from tests.rules.gaia.table import rich, table_of

# A turn


def test_of_two_cards_the_first_supports_and_the_second_acts() -> None:
    table = move(against("taklons", ["4B2", "4A0"], 4, 11))
    assert (automa(table.state).support, automa(table.state).action, automa(table.state).used) == (4, 11, [])
    assert said(table)[0] == "Automa draws card 11: upgrade. Card 4 decides; 5 cards are left."
    assert table.state.players[1].points["card"] == 2


def test_later_the_card_that_acted_supports() -> None:
    table = move(against("taklons", ["4B2", "4A0"], 4, 11, 5))
    table.state.queue = [1, 0]
    rich(table.state.players[0])
    again = table_of(table.state)
    assert (automa(again.state).support, automa(again.state).action, automa(again.state).used) == (11, 5, [4])


@pytest.mark.parametrize(
    ("deck", "passes"),
    [([6, 1, 4, 7, 5], False), ([6, 1, 4], True), ([6, 4, 1, 7], False), ([6, 7], False), ([6, 1], True)],
)
def test_it_passes_by_a_card_with_a_red_cross_among_the_last_three(deck: list[int], passes: bool) -> None:
    table = move(against("taklons", ["4B2"], *deck, rest=()))
    assert table.state.players[1].passed == passes


def test_it_passes_when_no_card_is_left_and_the_last_one_supports() -> None:
    state = against("taklons", ["4B2"], 6, 7, rest=())
    automa(state).support, automa(state).action, automa(state).deck = 4, 6, []
    table = move(state)
    assert table.state.players[1].passed
    assert table.state.players[1].booster == "booster3"  # the right one, as card 6 has it, not the left one of card 4
    assert said(table)[0] == "Automa has no card left to draw."


def test_what_cannot_be_done_is_left_out_and_its_points_are_gained() -> None:
    state = against("taklons", {"4B2": "institute"}, 4, 10)
    state.players[0].structures = {"6A4": "mine"}
    table = move(state)
    assert table.state.players[1].points["card"] == 3
    assert "Automa can do none of it." in said(table)
    state = against("taklons", ["4B2"], 4, 14)
    state.taken = dict.fromkeys(ACTIONS, 0)
    assert move(state).state.players[1].points["card"] == 3


def test_the_rows_of_the_turned_board_give_the_direction() -> None:
    state = against("taklons", ["4B2"])
    places = ["3A6", "1A9", "1B5", "4B4"]
    assert choices.in_direction(state, places, "right") == ["1A9", "1B5", "4B4", "3A6"]
    assert choices.in_direction(state, places, "left") == ["3A6", "4B4", "1B5", "1A9"]


@pytest.mark.parametrize(
    ("options", "number", "end", "expected"),
    [
        ("abcd", 5, "right", "d"),
        ("abcd", 5, "left", "a"),
        ("abcd", 2, "right", "c"),
        ("abcd", 3, "left", "c"),
        ("a", 4, "left", "a"),
        ("ab", 5, "left", "a"),
        ("ab", 2, "right", "a"),
    ],
)
def test_counting_begins_again_at_its_end(options: str, number: int, end: str, expected: str) -> None:
    card = msgspec.structs.replace(c.CARDS[1], count=number, end=end)
    assert choices.counted(list(options), card) == expected


# Mines


def test_the_card_that_supports_gives_the_range_whatever_the_research() -> None:
    state = against("taklons", ["7A10"], 4, 6)
    state.players[1].research["nav"] = 5
    places = choices.mine(state, c.CARDS[4], 2)
    assert places is not None
    assert galaxy(state).distance["7A10"][places.place] <= 2
    table = move(state)
    assert len(table.state.players[1].structures) == 2
    assert table.state.players[1].points["card"] == 3


def test_the_example_of_two_planets_as_near_takes_the_first_from_below_and_the_right() -> None:
    # Geodens (Volcanic): 1B5 (Swamp) is three steps, Oxide and Desert are one; both two spaces from the player.
    state = against("geodens", ["2A11", "1A5"], human={"3A0": "mine"})
    chosen = choices.mine(state, c.CARDS[4], 2)
    assert chosen is not None
    assert WORDS.say(chosen.why[1]) == "fewest terraforming steps: 1A6 3B5"
    assert chosen.place == "3B5"
    right = choices.mine(state, msgspec.structs.replace(c.CARDS[4], direction="right"), 2)
    assert right is not None
    assert right.place == "1A6"


def test_planets_that_somebody_has_or_a_gaiaformer_reserves_are_not_free() -> None:
    state = against("terrans", ["3A7"], human={"3A6": "mine", "4A0": "mine", "3B2": "mine"})
    state.players[0].sent_formers = ["7A10"]
    chosen = choices.mine(state, c.CARDS[4], 2)
    assert chosen is not None
    assert WORDS.say(chosen.why[0]) == "range 2: 3B5 4B0"


def test_filters_leave_fewer_planets_and_one_that_leaves_none_is_left_out() -> None:
    state = against("terrans", ["3A7"], human={"2A3": "mine"})
    state.final_tiles = ["sectors", "types"]
    chosen = choices.mine(state, c.CARDS[6], 2)  # the first tile: new sectors
    assert chosen is not None
    assert [WORDS.say(one) for one in chosen.why][:2] == [
        "range 2: 3A6 3B2 3B5 4A0 4B0 7A10",
        "new sectors: 4A0 4B0 7A10",
    ]
    chosen = choices.mine(state, c.CARDS[5], 2)  # the second tile: all are new types
    assert chosen is not None
    assert [WORDS.say(one) for one in chosen.why][1] == "fewest terraforming steps: 3B2 3B5 4B0"
    state.final_tiles = ["gaia", "structures"]
    chosen = choices.mine(state, c.CARDS[6], 2)
    assert chosen is not None
    assert WORDS.say(chosen.why[1]) == "Gaia and Transdim Planets: 3B5 7A10"
    assert chosen.place == "3B5"
    for tile in ("structures", "federated", "satellites"):
        state.final_tiles = [tile, "sectors"]
        chosen = choices.mine(state, c.CARDS[6], 2)
        assert chosen is not None
        assert WORDS.say(chosen.why[1]).startswith("fewest terraforming steps")
    state.final_tiles = ["gaia", "gaia"]
    state.gaia = ["7A10"]
    state.players[0].structures = {"3B5": "mine", "7A10": "mine"}
    chosen = choices.mine(state, c.CARDS[6], 2)
    assert chosen is not None
    assert "Gaia" not in WORDS.say(chosen.why[1])


@pytest.mark.parametrize(("place", "steps"), [("4B0", 1), ("3A6", 3), ("3B2", 1), ("3B5", 1), ("7A10", 2), ("4A4", 0)])
def test_terraforming_steps_are_those_of_the_wheel_and_of_the_reference_card(place: str, steps: int) -> None:
    assert choices.steps(against("terrans", ["3A7"]), place) == steps


def test_the_nearest_to_the_player_and_the_lost_planet_counts() -> None:
    state = against("terrans", ["3A7"], human={"2A3": "mine"})
    state.lost = "7A1"
    state.players[0].structures["7A1"] = "mine"
    assert "7A1" in choices.planets_of_player(state)
    state.players[0].guests = ["3A7"]
    state.players[0].stations = ["7A2"]
    assert choices.planets_of_player(state) == ["2A3", "7A1", "3A7"]


def test_a_transdim_planet_becomes_a_gaia_planet_at_once() -> None:
    state = against("terrans", ["7A6"], human={"7B2": "mine", "7B0": "mine", "7B4": "mine"})
    state.players[1].structures = {"7A10": "mine"}
    state.players[1].structures = {"6B1": "mine"}
    state.players[0].structures |= {"6B3": "mine", "6A4": "mine"}
    automa(state).deck = [4, 6, *REST]
    table = move(state)
    (place,) = set(table.state.players[1].structures) - {"6B1"}
    assert place in ("6A1", "6A5")
    assert place in table.state.gaia
    assert f"{place} becomes a Gaia Planet." in said(table)


def test_a_mine_beside_nothing_of_its_own_brings_a_satellite() -> None:
    state = against("terrans", ["3A7"], human={"2A3": "mine"})
    place = choices.satellite(state, "3B5", c.CARDS[6])
    around = [one for one in galaxy(state).neighbours["3B5"] if one not in galaxy(state).planets]
    assert place == choices.in_direction(state, around, "right")[0]
    assert choices.satellite(state, "3A6", c.CARDS[6]) == ""  # 3A7 touches it
    state.players[1].satellites = [place]
    assert choices.satellite(state, "3B5", c.CARDS[6]) == choices.in_direction(state, around, "right")[1]
    state.players[1].satellites = around
    assert choices.satellite(state, "3B5", c.CARDS[6]) == place  # they may lie on each other
    state.players[1].satellites = []
    automa(state).deck = [4, 6, *REST]
    table = move(state)
    (new,) = set(table.state.players[1].structures) - {"3A7"}
    assert new == "3B5"
    assert count(table.state, table.state.players[1], "satellites") == 1


def test_where_no_mine_can_be_built_it_upgrades() -> None:
    state = against("terrans", dict.fromkeys(["3A7", "3A6", "3B5", "3B2", "3A3", "4A0", "4B0", "4B2"], "mine"), 4, 6)
    table = move(state)
    kinds = list(table.state.players[1].structures.values())
    assert (len(kinds), kinds.count("station")) == (8, 1)
    state = against("terrans", ["2A7"], 4, 6, human={"2B4": "mine", "2A5": "mine"})
    assert move(state).state.players[1].structures == {"2A7": "station"}


# Upgrades


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"3A7": "station", "4A0": "mine"}, {"3A7": "institute", "4A0": "mine"}),
        ({"3A7": "institute", "4A0": "mine", "4B0": "lab"}, {"3A7": "institute", "4A0": "station", "4B0": "lab"}),
        (
            {"3A7": "institute", "4A0": "station", "4B0": "lab"},
            {"3A7": "institute", "4A0": "station", "4B0": "academy-k"},
        ),
        (
            {"3A7": "institute", "4A0": "station", "4B0": "lab", "2A5": "academy-k"},
            {"3A7": "institute", "4A0": "station", "4B0": "academy-q", "2A5": "academy-k"},
        ),
        ({"3A7": "institute", "4A0": "station"}, {"3A7": "institute", "4A0": "lab"}),
        (
            {"3A7": "institute", "4A0": "academy-k", "4B0": "academy-q", "2A5": "lab", "3A6": "station"},
            {"3A7": "institute", "4A0": "academy-k", "4B0": "academy-q", "2A5": "lab", "3A6": "lab"},
        ),
    ],
)
def test_the_first_possible_upgrade_is_done(before: dict[str, str], after: dict[str, str]) -> None:
    assert move(against("taklons", before, 4, 11)).state.players[1].structures == after


def test_pieces_that_are_all_built_let_the_next_line_be_done() -> None:
    stations = dict.fromkeys(["3A7", "3A6", "3B2", "3A3"], "station")
    state = against("taklons", {"4A0": "institute", "4B0": "mine", **stations}, 4, 11)
    kinds = list(move(state).state.players[1].structures.values())
    assert (kinds.count("mine"), kinds.count("station"), kinds.count("lab")) == (1, 3, 1)
    labs = dict.fromkeys(["2A3", "2A5", "2A7"], "lab")
    academies = {"1A9": "academy-k", "1B5": "academy-q"}
    state = against("taklons", {"4A0": "institute", "4B0": "mine", **stations, **labs, **academies}, 4, 11)
    before = dict(state.players[1].structures)
    assert move(state).state.players[1].structures == before


def test_of_several_places_the_nearest_to_the_player_is_upgraded_then_by_direction() -> None:
    state = against("taklons", ["4B2", "1B5", "2B4"], 4, 11, human={"4A4": "mine"})
    assert move(state).state.players[1].structures["4B2"] == "station"
    state = against("taklons", ["4B2", "7B2"], 6, 11, human={"7B4": "mine"})
    assert move(state).state.players[1].structures["7B2"] == "station"
    state = against("taklons", ["4A9", "4A0"], 4, 11, human={"4B4": "mine", "4B0": "mine"})  # both one space away
    assert move(state).state.players[1].structures == {"4A9": "station", "4A0": "mine"}
    state = against("taklons", ["4A9", "4A0"], 6, 11, human={"4B4": "mine", "4B0": "mine"})
    assert move(state).state.players[1].structures == {"4A9": "mine", "4A0": "station"}


# Power and Q.I.C. actions


def test_a_board_action_is_gone_for_the_round_and_brings_nothing() -> None:
    state = against("taklons", ["4B2"], 4, 14)
    table = move(state)
    assert table.state.taken == {list(ACTIONS)[-4]: 1}  # the fourth from the right
    assert table.state.players[1].points == {"start": 10, "card": 3}
    rich(table.state.players[0])
    table.play("power")
    refused = {option.id for option in table.prompt().options if option.refusal is not None}
    assert list(ACTIONS)[-4] in refused


def test_only_free_actions_are_counted() -> None:
    state = against("taklons", ["4B2"], 5, 14)
    state.taken = dict.fromkeys(list(ACTIONS)[:6], 0)
    assert [one for one, seat in move(state).state.taken.items() if seat == 1] == [list(ACTIONS)[-1]]


# Research


def climbed(state: GaiaState) -> dict[str, int]:
    before = dict(state.players[1].research)
    after = move(state).state.players[1].research
    return {track: level for track, level in after.items() if level != before[track]}


def test_research_in_any_area_counts_the_areas() -> None:
    assert climbed(against("taklons", ["4B2"], 1, 17)) == {"terra": 1}
    assert climbed(against("taklons", ["4B2"], 5, 17)) == {"nav": 1}


def test_research_in_the_highest_area_counts_those_alone() -> None:
    state = against("taklons", ["4B2"], 2, 15)
    state.players[1].research |= {"ai": 2, "sci": 2}
    assert climbed(state) == {"sci": 3}


def test_no_level_brings_anything() -> None:
    state = against("taklons", ["4B2"], 1, 17)
    state.players[1].research["terra"] = 2
    before = msgspec.structs.replace(state.players[1])
    table = move(state)
    after = table.state.players[1]
    assert (after.power, after.ore, after.points["card"]) == (before.power, 0, 2)


def test_at_level_four_the_advanced_tile_goes_first_then_level_five_is_reached() -> None:
    state = against("taklons", ["4B2"], 2, 15, 3)
    state.players[1].research["eco"] = 4
    tile = state.advanced["eco"]
    table = move(state)
    assert "eco" not in table.state.advanced
    assert automa(table.state).removed == [tile]
    assert table.state.players[1].research["eco"] == 4
    table.state.queue = [1, 0]
    again = table_of(table.state)
    assert again.state.players[1].research["eco"] == 5
    assert not choices.can_research(again.state, "eco")
    assert again.state.players[0].tokens == []
    rich(again.state.players[0])
    again.state.players[0].research["eco"] = 4
    again.state.players[0].tokens = [OwnToken("qic", green=True)]
    again.play("research")
    assert "eco" in {option.id for option in again.prompt().options if option.refusal is not None}


def test_the_top_of_terraforming_keeps_its_token_when_the_automa_is_there() -> None:
    state = against("taklons", ["4B2"], 2, 15)
    state.players[1].research["terra"] = 4
    del state.advanced["terra"]
    table = move(state)
    assert table.state.players[1].research["terra"] == 5
    assert table.state.top_token == "12vp"
    assert table.state.players[1].tokens == []


def test_below_a_player_at_the_top_it_stops_at_level_four() -> None:
    state = against("taklons", ["4B2"])
    state.players[0].research["nav"] = 5
    del state.advanced["nav"]
    state.players[1].research["nav"] = 3
    assert choices.can_research(state, "nav")
    state.players[1].research["nav"] = 4
    assert not choices.can_research(state, "nav")
    state.advanced["nav"] = "adv-ore"
    assert choices.can_research(state, "nav")


# Between the player and the Automa


def test_the_player_charges_when_the_automa_builds_or_upgrades() -> None:
    state = against("taklons", ["4B2"], 4, 11, human={"4A4": "station"})
    state.players[0].power = [4, 4, 0, 0]
    table = move(state)
    assert table.asked() == {0: "charge"}
    assert WORDS.say(table.prompt().text) == ("Automa has built the trading station on 4B2. Charge 2 power for 1 VP?")
    table.play("charge")
    assert table.state.players[0].vp == 9
    state = against("terrans", ["3A7"], 4, 6, human={"3A0": "mine", "2A3": "mine"})
    state.players[0].power = [4, 4, 0, 0]
    assert move(state).asked() == {0: "charge"}


def test_nothing_is_charged_at_the_first_mines_nor_ever_by_the_automa() -> None:
    position = played(begun(automa="firaks"), "turn", faction="ambas")
    assert not position.state.built
    state = against("firaks", ["3A3"], human={"7B0": "mine"})
    state.queue = [0, 1]
    rich(state.players[0])
    table = table_of(state)
    table.play("upgrade")
    if table.asked() == {0: "upgrade"}:
        table.play("station")
    assert table.asked() == {0: "finish"}


def test_its_structures_make_trading_stations_cheaper() -> None:
    state = against("terrans", ["3A7"], human={"3A6": "mine"})
    assert upgrade_cost(Look(state, 0), "station", "3A6").credits == 3
    state.players[1].structures = {"1A9": "mine"}
    assert upgrade_cost(Look(state, 0), "station", "3A6").credits == 6


# The factions


def test_terrans_research_gaia_project_and_build_on_transdim_planets_first() -> None:
    state = against("terrans", ["3A7"], 4, 13, human={"2A3": "mine"})
    table = move(state)
    it = table.state.players[1]
    assert it.research["gaia"] == 2
    (place,) = set(it.structures) - {"3A7"}
    assert galaxy(state).spaces[place].planet == "transdim"
    assert it.points == {"start": 10, "ability": 2}
    state = against("terrans", ["3A7"], 4, 13)
    state.players[1].research["gaia"] = 5
    table = move(state)
    assert len(table.state.players[1].structures) == 2  # the research is left out
    assert table.state.players[1].points["ability"] == 2


def test_geodens_research_and_take_an_action_and_gain_for_new_planet_types() -> None:
    table = move(against("geodens", ["4B4"], 4, 13))
    assert sum(table.state.players[1].research.values()) == 2
    assert list(table.state.taken.values()) == [1]
    assert table.state.players[1].points == {"start": 10, "ability": 1}
    table = move(against("geodens", ["1A5"], 4, 6, human={"1A9": "mine"}))
    assert table.state.players[1].points == {"start": 10, "ability": 2, "card": 3}
    again = against("geodens", ["1A5", "4B0"], 4, 6, human={"1A9": "mine", "3B5": "mine", "3A0": "mine"})
    table = move(again)
    assert "4B4" in table.state.players[1].structures  # a type that it has
    assert table.state.players[1].points == {"start": 10, "card": 3}


def test_hadsch_hallas_upgrade_or_else_build_and_gain_for_trading_stations() -> None:
    table = move(against("hadsch-hallas", ["4B0"], 4, 13))
    assert table.state.players[1].structures == {"4B0": "station"}
    assert table.state.players[1].points == {"start": 10, "ability": 4}  # 3 for the station, 1 for the action
    table.state.queue = [1, 0]
    automa(table.state).deck[:0] = [9]
    again = table_of(table.state)
    assert again.state.players[1].structures == {"4B0": "institute"}
    assert again.state.players[1].points["ability"] == 5
    state = against("hadsch-hallas", {"4B0": "institute"}, 4, 13, human={"4A0": "mine"})
    table = move(state)
    (place,) = set(table.state.players[1].structures) - {"4B0"}
    assert WORDS.say(table.events[1].text).startswith(f"Automa builds a mine on {place} (range 3: ")
    lonely = against("hadsch-hallas", {"2A7": "institute"}, 4, 13)
    lonely.players[0].structures = dict.fromkeys(
        [one for one, far in galaxy(lonely).distance["2A7"].items() if 0 < far <= 3], "mine"
    )
    table = move(lonely)
    assert table.state.players[1].structures == {"2A7": "institute"}
    assert table.state.players[1].points["ability"] == 1


def test_xenos_take_the_action_of_a_card_twice_and_of_their_own_once() -> None:
    table = move(against("xenos", ["3A6"], 4, 14))
    assert [*table.state.taken] == [list(ACTIONS)[-4], list(ACTIONS)[-5]]
    assert table.state.players[1].points["card"] == 3
    table = move(against("xenos", ["3A6"], 8, 13))
    assert len(table.state.taken) == 1
    assert table.state.players[1].points["ability"] == 2
    assert WORDS.say(table.events[1].text).partition(":")[0].endswith("(range 2")  # its own, not the card's 4
    state = against("xenos", ["3A6"], 4, 14)
    state.taken = dict.fromkeys(list(ACTIONS)[1:], 0)
    assert move(state).state.taken["3k"] == 1  # one is left, and the second is left out


def test_itars_take_two_actions() -> None:
    table = move(against("itars", ["3B2"], 4, 13))
    assert [*table.state.taken] == [list(ACTIONS)[-4], list(ACTIONS)[-5]]
    assert table.state.players[1].points == {"start": 10, "ability": 4}


def test_taklons_build_nearest_to_the_player_and_take_an_action() -> None:
    state = against("taklons", ["4B2"], 4, 13, human={"4A0": "mine"})
    table = move(state)
    (place,) = set(table.state.players[1].structures) - {"4B2"}
    assert place == "4B0"  # it touches 4A0, though 4A4 would be nearer in steps
    assert "(range 3: " in WORDS.say(table.events[1].text)
    assert list(table.state.taken.values()) == [1]
    assert table.state.players[1].points == {"start": 10, "ability": 2}
    state = against("taklons", dict.fromkeys(["4B2", "3A6", "3B5", "3B2", "3A3", "4A0", "4B0", "3A7"], "mine"), 4, 13)
    table = move(state)
    assert "station" in table.state.players[1].structures.values()  # no mine is left, so an upgrade
    assert list(table.state.taken.values()) == [1]


def test_firaks_turn_a_lab_into_a_station_in_their_own_action_alone() -> None:
    state = against("firaks", {"4A0": "lab", "3A3": "mine", "7A6": "institute"}, 4, 13, human={"4B0": "mine"})
    state.players[0].power = [4, 4, 0, 0]
    table = move(state)
    assert table.state.players[1].structures == {"4A0": "station", "3A3": "mine", "7A6": "institute"}
    assert table.asked() == {0: "charge"}  # as for an upgrade to a trading station
    assert table.state.players[1].points == {"start": 10, "ability": 2}
    state = against("firaks", {"4A0": "lab", "7A6": "institute"}, 4, 11)
    assert "academy-k" in move(state).state.players[1].structures.values()
    full = dict.fromkeys(["3A7", "3A6", "3B2", "3A3"], "station")
    state = against("firaks", {"4A0": "lab", "7A6": "institute", **full}, 4, 13)
    assert "academy-k" in move(state).state.players[1].structures.values()  # no station is left


def test_firaks_research_after_an_upgrade_to_a_lab() -> None:
    state = against("firaks", {"4A0": "station", "7A6": "institute"}, 4, 11)
    table = move(state)
    assert table.state.players[1].structures["4A0"] == "lab"
    assert sum(table.state.players[1].research.values()) == 1
    state = against("taklons", {"4A0": "station", "7A6": "institute"}, 4, 11)
    assert sum(move(state).state.players[1].research.values()) == 0
