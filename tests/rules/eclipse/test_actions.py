"""The six actions and three reactions, colony ships, trades, passing."""

from __future__ import annotations

import pytest

from rules.eclipse.ahead import suppose
from rules.eclipse.components import SPECIES, TRACKS
from rules.eclipse.galaxy import EDGES, place, place_name
from rules.eclipse.game import EclipseGame
from rules.eclipse.state import NOBODY, Rules
from rules.eclipse.steps import build, explore
from rules.eclipse.steps.build import Build
from rules.eclipse.steps.free import FEW, MENU, colony_squares, is_colony, options, square_options
from rules.eclipse.steps.influence import targets
from rules.eclipse.steps.move import MoveTo, ways
from rules.eclipse.steps.upgrade import UpgradePart
from rules.kernel import hexes
from rules.kernel.prompt import Option
from rules.kernel.text import Text
from tests.game_words import GameWords
from tests.rules.eclipse.table import add, bare, home, make, table_of

TERRANS = ("terran-directorate", "terran-union")


# Turns, passing, reactions.


def test_an_action_costs_a_disc_which_lies_on_it() -> None:
    table = table_of(make(*TERRANS))
    table.play("influence done")
    me = table.state.players[0]
    assert (me.discs, me.actions) == (11, {"influence": 1})
    assert table.waiting == [1]


def test_the_first_to_pass_begins_the_next_round_and_the_phase_ends_with_the_last() -> None:
    table = table_of(make(*TERRANS))
    table.play("pass influence done")
    assert table.prompt().seat == 0
    assert set(table.legal()) >= {"upgrade", "build", "pass"}
    table.play("pass pass")
    assert table.state.round == 2
    assert table.state.start == 0


def test_whoever_passes_for_the_round_is_asked_no_more_in_it() -> None:
    state = make("terran-directorate", "planta", "hydran")
    table = table_of(state)
    table.play("pass-round")
    assert state.players[0].passed
    table.play("influence done influence done")
    assert table.waiting == [1]  # and not the one who reacts no more
    table.play("pass influence done")
    assert table.waiting == [1]
    table.play("pass-round pass-round")
    assert state.round == 2
    assert table.state.start == 0
    assert table.waiting == [0]
    assert not any(me.resting for me in state.players)


def test_whoever_has_passed_may_do_without_further_reactions() -> None:
    state = make(*TERRANS)
    table = table_of(state)
    table.play("pass influence done pass-round influence done")
    assert table.waiting == [1]


def test_recorded_games_know_no_passing_for_the_round() -> None:
    assert "pass-round" not in table_of(make(*TERRANS, rules=Rules(as_recorded=True))).legal()


def test_whoever_reacts_no_more_plans_the_next_round() -> None:
    state = make(*TERRANS)
    state.players[0].passed, state.players[0].resting = True, True
    state.players[0].discs = 3
    begun = suppose(state, 0)
    assert not isinstance(begun, Text)
    assert (begun.state.round, begun.state.players[0].passed, begun.state.players[0].resting) == (2, False, False)


def test_a_reaction_is_one_part_one_ship_or_one_move() -> None:
    state = make(*TERRANS)
    state.players[0].technologies.append("nanorobots")
    state.players[0].passed = True
    state.players[0].goods["materials"] = 20
    table = table_of(state)
    table.play("build interceptor 221")
    assert table.waiting == [1]
    assert state.sectors["221"].ships[0] == {"interceptor": 2}
    assert state.players[0].actions == {"build": 1}


def test_an_action_that_ruins_its_player_says_so_before_it_is_taken() -> None:
    state = make(*TERRANS)
    state.players[0].discs = 7
    prompt = table_of(state).prompt()
    assert prompt.detail is not None
    said = GameWords(EclipseGame(), 2).say(prompt.detail)
    assert "at the end of the round 2 money would be lacking, which ruins you" in said  # upkeep 7; 2 stored, 3 produced
    assert not any(option.note for option in prompt.options)


@pytest.mark.parametrize(
    ("move", "detail"),
    [
        (
            "",
            (
                "Money 2 (+3 −0), science 3 (+3), materials 4 (+3). 12 discs left. 3/3 colony ships ready."
                " With an action: upkeep 0 → 0, and 5 money after this round."
            ),
        ),
        ("research", "Money 2 (+3 −0), science 3 (+3), materials 4 (+3)."),
        ("build", "Money 2 (+3 −0), science 3 (+3), materials 4 (+3)."),
    ],
)
def test_what_a_player_has_is_said_where_it_is_spent(move: str, detail: str) -> None:
    state = make(*TERRANS)
    state.supply = {"neutron-bombs": 1, "gauss-shield": 1}
    state.players[0].goods["materials"] = 4
    table = table_of(state)
    if move:
        table.play(move)
    said = table.prompt().detail
    assert said is not None
    assert GameWords(table.game, 2).say(said) == detail


@pytest.mark.parametrize("move", ["upgrade cruiser-2", "upgrade cruiser"])
def test_what_a_blueprint_adds_up_to_now_is_said_as_a_sentence(move: str) -> None:
    table = table_of(make(*TERRANS))
    table.play(move)
    detail = table.prompt().detail
    assert detail is not None
    assert GameWords(table.game, 2).say(detail) == (
        "Now: initiative 2, movement 1, hull 1, computer +1, cannons 1×1, energy left 1."
    )


def test_whoever_has_no_disc_and_nothing_to_settle_passes_without_being_asked() -> None:
    state = make(*TERRANS)
    state.players[0].discs = 0
    state.players[0].colony = 0
    table = table_of(state)
    assert table.waiting == [1]
    assert state.players[0].passed


def test_giving_up_takes_ships_and_discs_off_and_freezes_the_score() -> None:
    state = make("terran-directorate", "planta", "hydran")
    table = table_of(state)
    table.play("give-up no")
    assert table.prompt().kind == "turn"
    table.play("give-up yes")
    me = state.players[0]
    assert me.out
    assert me.frozen["total"] == 3
    assert state.sectors["221"].disc == NOBODY
    assert state.sectors["221"].ships == {}
    assert table.waiting == [1]


def test_a_table_may_let_only_the_hopeless_give_up() -> None:
    state = make(*TERRANS, rules=Rules(give_up=False))
    assert "may give up" in table_of(state).refusal("give-up")
    state.sectors["221"].ships, state.sectors["221"].disc, state.sectors["221"].cubes = {}, NOBODY, []
    assert "give-up" in table_of(state).legal()


# Explore.


def test_places_are_explored_from_discs_and_ships_that_are_not_held() -> None:
    state = make(*TERRANS)
    assert explore.places(state, 0) == {"3A": ["221"], "3B": ["221"], "1A": ["221"], "2L": ["221"]}
    sector = bare(add(state, "103", "1B", ships={0: {"interceptor": 1}}))
    assert "103" in explore.places(state, 0)["2C"]
    sector.ships[1] = {"interceptor": 1}
    assert all("103" not in origins for origins in explore.places(state, 0).values())
    sector.ships[0] = {"interceptor": 2}
    assert "103" in explore.places(state, 0)["2C"]


def test_the_generator_explores_over_edges_without_a_wormhole() -> None:
    state = make(*TERRANS)
    state.players[0].technologies.append("wormhole-generator")
    assert len(explore.places(state, 0)) == 6


def test_a_sector_is_placed_where_a_wormhole_meets_and_brings_ancients_and_a_discovery() -> None:
    state = make(*TERRANS)
    table = table_of(state, draws={"sector": ["101"]})
    table.play("explore 1A")
    assert state.turned == ["101"]
    assert "wormhole" in table.refusal("101-0")  # its closed side would lie towards home
    table.play("101-1")
    sector = state.sectors["101"]
    assert (sector.ancients, sector.discovery, sector.turns) == (1, True, 1)
    assert table.waiting == [1]  # nobody takes control beside an Ancient


def test_a_sector_that_looks_alike_turned_is_offered_once_but_still_taken_as_before() -> None:
    table = table_of(make(*TERRANS), draws={"sector": ["102"]})
    table.play("explore 1A")
    prompt = table.prompt()
    assert table.legal() == ["discard", "102-0", "102-1"]  # its wormholes face each other in pairs
    assert [one.id for one, _ in prompt.refused] == ["102-2"]
    table.play("102-4")
    assert table.state.sectors["102"].turns == 4


def test_a_way_to_lay_a_sector_says_how_it_is_turned_and_where_it_leads() -> None:
    state = make(*TERRANS)
    taken = {(sector.q, sector.r) for sector in state.sectors.values()}
    free = [hex for edge in EDGES if (hex := hexes.add(place("1A"), edge)) not in taken]
    for tile, hex in zip(("103", "104", "105", "106", "107"), free, strict=False):
        add(state, tile, place_name(hex))
    table = table_of(state, draws={"sector": ["102"]})
    table.play("explore 1A")
    said = {one: GameWords(table.game, 2).label(table.option(one).text) for one in ("102-0", "102-1", "102-2")}
    assert said == {"102-0": "102 not turned", "102-1": "102 turned 1 step", "102-2": "102 turned 2 steps"}
    note = table.option("102-1").note
    assert note is not None
    assert GameWords(table.game, 2).say(note).endswith("; leads no further.")


def test_a_disc_takes_the_discovery_tile_at_once_and_then_colony_ships_may_settle() -> None:
    state = make(*TERRANS)
    table = table_of(state, draws={"sector": ["311"], "discovery": ["money-8"]})
    table.play("explore 3A 311-3 yes use")
    assert state.players[0].goods["money"] == 10
    assert table.prompt().kind == "finish"
    table.play("colony 311 materials")
    assert state.sectors["311"].cubes == [0]
    assert (state.players[0].colony, state.players[0].cubes["materials"]) == (2, 9)


def test_a_discarded_sector_comes_back_when_the_stack_is_empty() -> None:
    state = make(*TERRANS)
    state.stacks["III"].count = 1
    table = table_of(state, draws={"sector": ["311", "311"]})
    table.play("explore 3A discard")
    assert (state.stacks["III"].count, state.stacks["III"].discards) == (0, ["311"])
    table.play("pass explore 3A")
    assert state.turned == ["311"]
    assert state.stacks["III"].discards == []


def test_a_claimed_discovery_may_be_kept_for_points() -> None:
    state = make(*TERRANS)
    table = table_of(state, draws={"sector": ["311"], "discovery": ["ancient-cruiser"]})
    table.play("explore 3A 311-3 yes keep")
    assert state.players[0].discoveries == ["ancient-cruiser"]
    assert state.sectors["311"].ships == {}


def test_an_ancient_cruiser_comes_into_the_sector_unless_all_are_built() -> None:
    state = make(*TERRANS)
    table = table_of(state, draws={"sector": ["311"], "discovery": ["ancient-cruiser"]})
    table.play("explore 3A 311-3 yes use")
    assert state.sectors["311"].ships == {0: {"cruiser": 1}}
    state = make(*TERRANS)
    home(state, 0).ships[0] = {"cruiser": 4}
    table = table_of(state, draws={"sector": ["311"], "discovery": ["ancient-cruiser"]})
    table.play("explore 3A 311-3 yes")
    assert state.players[0].discoveries == ["ancient-cruiser"]  # nothing else is possible


# Influence.


def test_two_discs_are_moved_and_cubes_return_and_colony_ships_are_turned() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0).cubes = [0]
    bare(add(state, "103", "1B", turns=0))
    bare(state.sectors["001"])
    me = state.players[0]
    me.cubes["science"] -= 1
    me.colony = 0
    table = table_of(state)
    table.play("influence flip flip")
    assert "at most" in table.refusal("flip")
    table.play("track 103 106 track")
    assert (state.sectors["106"].disc, state.sectors["103"].disc) == (NOBODY, 0)
    assert me.cubes["science"] == 10
    assert me.colony == 2


def test_a_sector_that_is_left_does_not_count_as_near_for_that_move() -> None:
    state = make(*TERRANS)
    home(state, 0).ships.clear()
    add(state, "106", "1A")
    table = table_of(state)
    table.play("influence 221")  # to the track, for nothing else is possible
    assert (state.sectors["221"].disc, state.sectors["106"].disc) == (NOBODY, NOBODY)


def test_influence_goes_nowhere_where_foreign_ships_are() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", ships={1: {"interceptor": 1}})
    table = table_of(state)
    table.play("influence")
    assert "without ships of others" in table.refusal("track")


def test_where_a_disc_or_a_thing_can_go_to_one_sector_alone_that_is_named_before_it_does() -> None:
    state = make(*TERRANS)
    bare(add(state, "106", "1A"))
    table = table_of(state)
    say = GameWords(table.game, 2).say
    table.play("influence")
    assert say(table.option("track").text) == "A disc from your track to 106 Capella"
    assert say(table.option("221").text) == "The disc of 221 Procyon"
    table.play("track")
    assert state.sectors["106"].disc == 0
    table = table_of(make(*TERRANS))
    table.play("build")
    note = table.option("interceptor").note
    assert note is not None
    assert say(note) == "3 materials, in 221 Procyon."


def test_each_sector_that_a_disc_of_the_track_can_go_to_is_offered_at_once() -> None:
    state = make(*TERRANS)
    for tile, at in (("106", "1A"), ("103", "1B")):
        bare(add(state, tile, at, ships={0: {"interceptor": 1}}))
    assert set(targets(state, 0, "track")) >= {"106", "103"}
    table = table_of(state)
    table.play("influence")
    assert {"track-106", "track-103", "221"} <= set(table.legal())
    assert "track" not in table.legal()
    table.play("track-106 track 103")
    assert (state.sectors["106"].disc, state.sectors["103"].disc) == (0, 0)


def test_where_discs_go_and_come_from_says_what_it_changes_of_the_income() -> None:
    state = make(*TERRANS)
    bare(add(state, "106", "1A"))
    me = state.players[0]
    me.discs = 8
    table = table_of(state)
    table.play("influence")
    say = GameWords(table.game, 2).say

    def note(id: str) -> str:
        said = table.option(id).note
        return "" if said is None else say(said)

    brings = "science, materials; with cubes +1 science, +1 material per round"
    assert note("track") == f"2 VP; {brings}; upkeep 5 → 7 money. ⚠️ Upkeep: 2 money lacking"
    assert note("221") == "3 cubes return: −1 money, −1 science, −1 material per round."
    table.play("221")
    assert note("track") == "Upkeep 5 → 3 money."


def test_the_turn_offers_its_actions_beside_a_menu_of_what_is_done_seldom() -> None:
    prompt = table_of(make(*TERRANS)).prompt()
    alone = [option.id for option in prompt.options if option.group is None]
    assert alone == ["explore", "influence", "research", "upgrade", "build", "move", "pass", "pass-round", "colony"]


# Research.


def test_a_technology_costs_less_with_others_of_its_category_but_not_less_than_its_minimum() -> None:
    state = make("eridani", "planta")
    me = state.players[0]
    me.goods["science"] = 10
    state.supply = {"improved-hull": 1, "neutron-bombs": 2, "antimatter-cannon": 1}
    table = table_of(state)
    table.play("research")
    assert "costs {wanted}" in table.refusal("antimatter-cannon")
    table.play("improved-hull")
    assert me.goods["science"] == 7  # 4, less 1 for the Gauss Shield
    assert "improved-hull" not in state.supply


def test_quantum_grid_and_robotics_bring_discs() -> None:
    state = make("hydran", "planta")
    me = state.players[0]
    me.goods["science"] = 30
    state.supply = {"quantum-grid": 1, "advanced-robotics": 1, "starbase": 1}
    table = table_of(state)
    table.play("research quantum-grid advanced-robotics")
    assert (me.discs, me.spare) == (12 - 1 + 3, 0)
    assert table.prompt().kind == "finish" or table.waiting == [1]


def test_a_technology_that_is_owned_cannot_be_bought_again() -> None:
    state = make(*TERRANS)
    state.players[0].goods["science"] = 30
    state.supply = {"starbase": 1, "nanorobots": 1}
    table = table_of(state)
    table.play("research")
    assert "already" in table.refusal("starbase")


# Upgrade.


def test_parts_need_their_technology_an_empty_slot_and_energy() -> None:
    state = make(*TERRANS)
    table = table_of(state)
    table.play("upgrade cruiser 2")
    assert "technology" in table.refusal("plasma-cannon")
    table.play("ion-cannon cruiser 2")
    assert "First take off the tile" in table.refusal("hull")
    table.play("remove cruiser 2 hull")
    assert state.players[0].placed == {"cruiser": ["", "hull", "", "", "", ""]}
    assert table.waiting == [1]


def test_a_slot_is_chosen_among_those_of_all_blueprints_and_a_tile_comes_off_at_once() -> None:
    state = make(*TERRANS)
    table = table_of(state)
    say = GameWords(table.game, 2).say
    table.play("upgrade")
    assert table.legal()[:6] == [
        "done",
        "interceptor-1",
        "interceptor-2",
        "interceptor-3",
        "interceptor-4",
        "cruiser-1",
    ]
    assert not {"interceptor", "cruiser"} & set(table.legal())
    assert len(table.legal()) <= 25
    table.play("cruiser-2 hull")
    assert say(table.option("cruiser-2").text) == "Take off: cruiser 2 (Hull)"
    table.play("cruiser-3 back cruiser-2")
    assert state.players[0].placed == {}
    table.play("cruiser 2 back back interceptor-1 hull")
    assert state.players[0].placed == {"interceptor": ["hull", "", "", ""]}
    assert table.waiting == [1]


def test_parts_without_their_technology_are_refused_for_one_reason() -> None:
    prompt = UpgradePart(0, 2, "cruiser", 1).prompt(make(*TERRANS))
    assert len({option.refusal.id for option in prompt.options if option.refusal is not None}) == 1


def test_an_ancient_part_kept_aside_is_built_in_by_an_upgrade() -> None:
    state = make(*TERRANS)
    state.players[0].stored = ["ion-turret"]
    table = table_of(state)
    table.play("upgrade interceptor 1 ion-turret")
    assert state.players[0].stored == []
    assert state.players[0].placed["interceptor"][0] == "ion-turret"
    table.play("interceptor 1 remove done")
    assert state.players[0].placed == {}
    assert state.players[0].stored == []


def test_mechanema_take_three_parts_and_build_three_things_cheaply() -> None:
    state = make("mechanema", "planta")
    state.players[0].goods["materials"] = 6
    table = table_of(state)
    table.play("build interceptor 230 interceptor 230 interceptor 230")
    assert state.players[0].goods["materials"] == 0
    table.play("pass")
    table.play("upgrade interceptor 1 hull cruiser 2 hull dreadnought 3 hull")
    assert len(state.players[0].placed) == 3


# Build.


def test_structures_need_a_technology_and_room() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.goods["materials"] = 40
    table = table_of(state)
    table.play("build")
    assert "technology" in table.refusal("orbital")
    me.technologies += ["orbital", "monolith"]
    table = table_of(state, *table.position.stack[:1])
    table = table_of(state)
    table.play("build orbital 221")
    assert "room" in table.refusal("orbital")
    table.play("monolith 221")
    assert state.sectors["221"].orbital
    assert state.sectors["221"].monolith
    assert state.structures == 20


def test_a_thing_is_offered_with_each_sector_that_has_room_for_it() -> None:
    state = make(*TERRANS)
    state.players[0].goods["materials"] = 20
    state.players[0].technologies.append("orbital")
    bare(add(state, "106", "1A", disc=0)).orbital = True
    table = table_of(state)
    table.play("build")
    assert {"interceptor-221", "interceptor-106", "orbital"} <= set(table.legal())
    assert "interceptor" not in table.legal()
    say = GameWords(table.game, 2).say
    assert say(table.option("interceptor-106").text) == "interceptor in 106"
    table.play("interceptor-106 interceptor 221")
    assert state.sectors["106"].ships[0] == {"interceptor": 1}
    assert state.sectors["221"].ships[0]["interceptor"] == 2


def test_what_was_built_last_can_be_built_there_once_more_in_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "AT_ONCE", 0)
    state = make("mechanema", "planta")
    state.players[0].goods["materials"] = 6
    state.players[0].technologies.append("monolith")
    table = table_of(state)
    table.play("build")
    assert "interceptor-230" not in table.legal()
    table.play("interceptor 230")
    say = GameWords(table.game, 2).say
    assert say(table.option("interceptor-230").text) == "interceptor in 230 once more"
    table.play("interceptor-230 done")
    assert home(state, 0).ships[0]["interceptor"] == 3
    state.players[0].goods["materials"] = 0
    again = Build(0, 1, first=False, last=("interceptor", "230"))
    assert again._again(state, [home(state, 0)], last=False) == []


def test_figures_are_limited() -> None:
    state = make(*TERRANS)
    state.players[0].goods["materials"] = 40
    home(state, 0).ships[0] = {"interceptor": 1, "dreadnought": 2}
    table = table_of(state)
    table.play("build")
    assert "on the map" in table.refusal("dreadnought")


def test_a_trade_between_two_things_may_pay_for_the_second() -> None:
    state = make(*TERRANS)
    state.players[0].goods = {"money": 6, "science": 0, "materials": 3}
    table = table_of(state)
    table.play("build interceptor 221 trade money-materials 3 interceptor 221")
    assert state.sectors["221"].ships[0] == {"interceptor": 3}


# Move.


def test_a_ship_goes_as_far_as_its_drives_and_may_stop_before() -> None:
    state = make(*TERRANS)
    state.players[0].placed["interceptor"] = ["nuclear-drive", "", "", ""]
    add(state, "106", "1A")
    table = table_of(state)
    table.play("move")
    note = table.option("i1").note
    assert note is not None
    assert GameWords(table.game, 2).say(note) == "Up to 2 sectors far."
    table.play("i1 106")
    assert table.prompt().kind == "move-to"
    table.play("stop i1 106 001")
    assert state.sectors["001"].ships == {0: {"interceptor": 1}}


def test_a_ship_is_offered_with_its_sector_and_every_sector_that_it_comes_to() -> None:
    state = make(*TERRANS)
    state.players[0].placed["interceptor"] = ["nuclear-drive", "", "", ""]
    add(state, "106", "1A", ships={0: {"interceptor": 2, "cruiser": 1}})
    table = table_of(state)
    say = GameWords(table.game, 2).say
    table.play("move")
    assert table.legal()[:3] == ["i1-221", "i1-106", "c1"]
    assert [say(table.option(id).text) for id in ("i1-106", "c1")] == ["interceptor in 106", "cruiser in 106"]
    table.play("i1-106")
    assert table.legal() == ["to-221", "001"]
    table.play("001 done")
    assert state.sectors["001"].ships == {0: {"interceptor": 1}}
    said = [say(text) for text in table.said() if text.id.startswith("{who} moves")]
    assert said[0] == "Seat 0 moves: interceptor, 106 → 001."


def test_a_way_of_several_sectors_is_gone_in_one_answer_and_round_whom_it_would_offend() -> None:
    state = make("terran-directorate", "terran-union", "hydran", "orion")
    state.players[0].placed["interceptor"] = ["nuclear-drive", "", "", ""]
    here = home(state, 0)
    for tile, at, turns in (("106", "1A", 0), ("103", "1B", 0)):
        bare(add(state, tile, at, turns))
    bare(state.sectors["001"])
    found = ways(state, 0, here.id, 3)
    assert all(way[-1] == id and len(set(way)) == len(way) for id, way in found.items())
    through = found["001"][0]
    state.sectors[through].disc = 1
    for seat in (0, 1):
        state.players[seat].partners = [1 - seat]
        state.players[seat].cubes["money"] -= 1
    assert through in ways(state, 0, here.id, 1)
    table = table_of(state)
    table.play("move i1 to-001")
    assert state.sectors["001"].ships == {0: {"interceptor": 1}}
    assert state.players[0].traitor == (ways(state, 0, here.id, 3)["001"][0] == through)


def test_what_was_answered_sector_by_sector_before_is_still_an_answer() -> None:
    state = make(*TERRANS)
    state.players[0].placed["interceptor"] = ["nuclear-drive", "", "", ""]
    add(state, "106", "1A", ships={0: {"interceptor": 1, "cruiser": 1}})
    table = table_of(state)
    table.play("move i1 221 106 001")
    assert state.sectors["001"].ships == {0: {"interceptor": 1}}
    prompt = MoveTo(0, "interceptor", "221", ["221"], 2).prompt(state)
    assert [option.id for option in prompt.options if option.former] == ["106"]
    assert [option.id for option in prompt.legal] == ["to-106", "to-001"]


def test_enemies_hold_one_ship_each_and_the_defence_of_the_centre_all() -> None:
    state = make(*TERRANS)
    sector = add(state, "106", "1A", ships={0: {"interceptor": 2}, 1: {"interceptor": 1}})
    home(state, 0).ships.clear()
    table = table_of(state)
    table.play("move i1 001")
    assert state.sectors["001"].ships == {0: {"interceptor": 1}}
    assert sector.ships[0] == {"interceptor": 1}
    assert table.waiting == [1]  # neither ship can move any more
    assert SPECIES["terran-union"].limits.move == 3


def test_nobody_becomes_a_traitor_because_there_is_one_way_only() -> None:
    state = make("terran-directorate", "terran-union", "hydran", "orion")
    add(state, "106", "1B", turns=1, disc=1)
    for seat in (0, 1):
        state.players[seat].partners = [1 - seat]
        state.players[seat].cubes["money"] -= 1
    table = table_of(state)
    table.play("move i1")
    assert (table.prompt().kind, table.legal()) == ("move-to", ["106"])
    assert not state.players[0].traitor
    table.play("106")
    assert state.players[0].traitor


@pytest.mark.parametrize(("action", "only"), [("explore", "3A"), ("research", "starbase"), ("build", "interceptor")])
def test_what_an_action_does_is_said_before_it_is_done(action: str, only: str) -> None:
    """Even where there is one possibility only, and no trade beside it."""
    state = make("orion", "terran-union")
    state.players[0].goods = {"money": 2, "science": 3, "materials": 3}
    state.supply = {"starbase": 1}
    for stack in ("I", "II"):
        state.stacks[stack].count = 0
    add(state, "302", "3B")
    table = table_of(state)
    table.play(action)
    assert (table.prompt().kind, table.legal()) == (action, [only])


def test_a_way_says_who_is_there() -> None:
    state = make(*TERRANS)
    add(state, "104", "1A", disc=1, ships={1: {"cruiser": 2}})
    note = MoveTo(0, "interceptor", "221", ["221"], 1).prompt(state).option("104").note
    assert note is not None
    assert GameWords(EclipseGame(), 2).say(note) == "There: Seat 1 (2 cruisers), 2 Ancients. Seat 1 controls it."


def test_starbases_never_move() -> None:
    state = make(*TERRANS)
    home(state, 0).ships[0] = {"starbase": 1}
    add(state, "106", "1A")
    assert "no ship that can move" in table_of(state).refusal("move")


def test_half_wormholes_need_the_generator() -> None:
    for generator in (False, True):
        state = make(*TERRANS)
        bare(add(state, "101", "1A"))  # closed towards home
        if generator:
            state.players[0].technologies.append("wormhole-generator")
        table = table_of(state)
        assert ("move" in table.legal()) is generator


# Colony ships and trades.


def test_advanced_squares_need_their_technology_and_wild_ones_take_any_cube() -> None:
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    table = table_of(state)
    table.play("colony 103")
    assert table.legal() == ["wild-money", "wild-science", "wild-materials"]
    table.play("wild-science")
    state.players[0].technologies.append("advanced-economy")
    table.play("colony")
    assert set(state.sectors["103"].cubes) <= {0, 1}


def test_few_squares_are_offered_beside_the_actions_and_settled_in_one_answer() -> None:
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    table = table_of(state)
    assert [id for id in table.legal() if is_colony(id)] == [f"colony-103-wild-{track}" for track in TRACKS]
    say = GameWords(table.game, 2).say
    assert say(table.option("colony-103-wild-science").text) == "Colony ship: 103, any resource: science"
    cubes = state.players[0].cubes["science"]
    table.play("colony-103-wild-science")
    assert table.prompt().kind == "turn"
    assert (state.players[0].cubes["science"], len(state.sectors["103"].cubes)) == (cubes - 1, 1)


def test_the_answer_of_before_to_use_a_colony_ship_still_asks_where() -> None:
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    table = table_of(state)
    table.play("influence colony 103 wild-money")
    assert table.prompt().kind == "influence"
    assert len(state.sectors["103"].cubes) == 1


def test_the_only_square_and_many_of_them_are_not_offered_beside_the_actions() -> None:
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    state.players[0].cubes |= {"money": 0, "science": 0}
    table = table_of(state)
    assert [id for id in table.legal() if is_colony(id)] == ["colony"]
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    bare(state.sectors["001"]).disc = 0
    table = table_of(state)
    ways = [
        one
        for id in colony_squares(state, 0, upkeep=False)
        for one in square_options(state.players[0], state.sectors[id])
    ]
    assert len(ways) > FEW
    assert [id for id in table.legal() if is_colony(id)] == ["colony"]


def test_squares_are_offered_beside_other_things_only_where_one_menu_holds_all() -> None:
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    others = [Option(str(at), Text("")) for at in range(MENU)]

    def offered(beside: int) -> list[str]:
        return [one.id for one in options(state, 0, others[:beside]) if is_colony(one.id) and not one.former]

    assert len(offered(MENU - 4)) == 3  # and a trade
    assert offered(MENU - 3) == ["colony"]


def test_of_several_sectors_each_square_is_offered_at_once() -> None:
    state = make(*TERRANS)
    add(state, "103", "1A", disc=0)
    state.players[0].colony = 3
    home(state, 0).cubes = home(state, 0).cubes[:1]
    table = table_of(state)
    table.play("colony")
    assert {"103-wild-money", "103-wild-science"} <= set(table.legal())
    assert any(id.startswith("221") for id in table.legal())
    say = GameWords(table.game, 2).say
    assert say(table.option("103-wild-money").text) == "103, any resource: money"
    table.play("103-wild-money colony 221")
    assert len(state.sectors["103"].cubes) == 1
    assert table.prompt().kind in ("colony-square", "turn")


def test_of_squares_that_are_alike_one_is_offered() -> None:
    state = make(*TERRANS)
    centre = bare(state.sectors["001"])
    centre.disc = 0
    table = table_of(state)
    table.play("colony 001")
    wild = [id for id in table.legal() if id.startswith("wild")]
    assert wild == ["wild-money", "wild-science", "wild-materials"]
    table.play("wild-money colony 001")
    assert [id for id in table.legal() if id.startswith("wild")] == ["wild2-money", "wild2-science", "wild2-materials"]


def test_an_orbital_takes_money_or_science() -> None:
    state = make(*TERRANS)
    home(state, 0).orbital = True
    table = table_of(state)
    table.play("colony 221")
    assert table.legal() == ["orbital-money", "orbital-science"]
    table.play("orbital-money")
    assert home(state, 0).orbital_cube


@pytest.mark.parametrize(("species", "rate"), [("terran-union", 2), ("planta", 3), ("orion", 4)])
def test_the_rate_of_a_trade_is_that_of_the_species(species: str, rate: int) -> None:
    state = make(species, "hydran")
    state.players[0].goods = {"money": 9, "science": 0, "materials": 0}
    table = table_of(state)
    table.play("trade money-science 2")
    assert state.players[0].goods == {"money": 9 - 2 * rate, "science": 2, "materials": 0}


def test_a_trade_is_made_so_often_in_one_answer() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.goods = {"money": 5, "science": 1, "materials": 0}
    table = table_of(state)
    table.play("trade")
    assert table.legal() == ["money-science-1", "money-science-2", "money-materials-1", "money-materials-2"]
    table.play("money-science-2")
    assert me.goods == {"money": 1, "science": 3, "materials": 0}


def test_of_many_trades_the_first_ones_and_all_of_it_are_offered_and_the_rest_asked() -> None:
    state = make(*TERRANS)
    state.players[0].goods = dict.fromkeys(TRACKS, 41)
    table = table_of(state)
    table.play("trade")
    legal = table.legal()
    assert len(legal) <= 25
    assert {"money-science-1", "money-science-20", "money-science", "materials-money-20"} <= set(legal)
    table.play("money-science 7")
    assert state.players[0].goods["science"] == 48
