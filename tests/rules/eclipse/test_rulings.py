"""Every ruling by its id (docs/eclipse.md): D1 to D6, where the summary of the rules is silent or vague, and A1 to A29.

D2 and D6 are about numbers; see `test_components`.
"""

from __future__ import annotations

import pytest

from rules.eclipse import fleets
from rules.eclipse.components import POPULATION
from rules.eclipse.economy import balance
from rules.eclipse.state import ANCIENTS, EclipseState, Rules, Sector
from rules.eclipse.steps import explore
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.conquest import Conquest
from rules.eclipse.steps.diplomacy import LastOffers, possible
from rules.eclipse.steps.reputation import DrawReputation
from rules.eclipse.steps.upkeep import Upkeep
from tests.game_words import GameWords
from tests.rules.eclipse.table import add, bare, make, table_of

TERRANS = ("terran-directorate", "terran-union")
FOUR = ("terran-directorate", "terran-union", "terran-federation", "terran-republic")


def duel(
    attackers: dict[str, int], defenders: dict[str, int], rules: Rules | None = None
) -> tuple[EclipseState, Sector]:
    """Seat 1 has entered sector 106, which seat 0 controls; seat 1 can retreat to 103."""
    state = make(*TERRANS, rules=rules)
    sector = add(state, "106", "1A", disc=0, ships={0: defenders, 1: attackers})
    add(state, "103", "1B", turns=3, disc=1)
    return state, sector


# D: where the summary and other sources disagree.


@pytest.mark.parametrize(("by_damage", "left"), [(False, 1), (True, 0)])
def test_d1_an_attack_on_population_removes_a_cube_for_each_hit_or_by_option_for_each_damage(
    by_damage: bool, left: int
) -> None:
    state = make(*TERRANS, rules=Rules(by_damage=by_damage))
    sector = add(state, "106", "1A", disc=0, ships={1: {"interceptor": 1}})
    sector.cubes = [0, 1]
    state.players[1].placed["interceptor"] = ["", "plasma-cannon", "fusion-source", ""]
    table = table_of(state, Conquest(), draws={"die": [6]})
    table.play("roll" if by_damage else "roll science")
    assert len(sector.cubes) == left


def test_d2_a_terran_may_build_starbases_from_the_beginning() -> None:
    table = table_of(make(*TERRANS))
    table.play("build")
    assert "starbase" in table.legal()


def test_d3_influence_to_a_sector_with_an_own_ship_needs_a_connection_unless_the_table_says_otherwise() -> None:
    for near_ships in (False, True):
        state = make(*TERRANS, rules=Rules(near_ships=near_ships))
        add(state, "313", "5A", ships={0: {"interceptor": 1}}).discovery = False
        table = table_of(state)
        table.play("influence")
        if near_ships:
            table.play("track 313")
        assert (state.sectors["313"].disc == 0) is near_ships


def test_d4_in_a_stalemate_the_attacker_may_retreat_and_is_destroyed_otherwise() -> None:
    for answer, there in (("retreat-103", {1: {"interceptor": 1}}), ("stay", {})):
        state, sector = duel({"interceptor": 1}, {"interceptor": 1})
        for me in state.players:
            me.placed["interceptor"] = ["", "hull", "", ""]
        table = table_of(state, Combat())
        assert (table.prompt().kind, table.prompt().seat) == ("stalemate", 1)
        table.play(answer)
        assert sector.ships == {0: {"interceptor": 1}}
        assert state.sectors["103"].ships == there


def test_d5_a_colony_ship_may_settle_beside_enemies_in_a_turn_and_not_in_the_upkeep() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0, ships={1: {"interceptor": 1}})
    table = table_of(state)
    table.play("colony 106 science")
    assert state.sectors["106"].cubes == [0]
    table = table_of(state, Upkeep())
    assert table.waiting == []


def test_d6_the_first_upkeep_and_production_are_those_of_the_boards() -> None:
    state = make("eridani", "planta")
    assert [balance(me) for me in state.players] == [26 + 3 - 1, 4 + 3 - 0]


# A: open points.


def test_a1_draco_may_look_at_one_sector_and_then_draw_another_and_rejected_ones_are_discarded() -> None:
    state = make("draco", "planta")
    table = table_of(state, draws={"sector": ["316", "312"]})
    table.play("explore 3A")
    assert table.prompt().kind == "second"
    table.play("yes")
    assert state.turned == ["316", "312"]
    table.play("312-0")
    assert state.stacks["III"].discards == ["316"]
    assert "312" in state.sectors
    table = table_of(make("draco", "planta"), draws={"sector": ["316"]})
    table.play("explore 3A no discard")
    assert table.state.stacks["III"].discards == ["316"]


def test_a1_where_the_stack_runs_out_at_the_second_draw_of_draco_it_is_made_anew() -> None:
    state = make("draco", "planta")
    stack = state.stacks["III"]
    stack.tiles, stack.count, stack.discards = ["316", "318"], 1, ["312", "314"]  # one of the two is not in the game
    table = table_of(state, draws={"sector": ["316", "314"]})
    table.play("explore 3A")
    assert table.prompt().kind == "second"
    table.play("yes")
    assert state.turned == ["316", "314"]
    assert (stack.tiles, stack.count, stack.discards) == (["312"], 1, [])
    assert [event.kind for event in table.outcome.events] == ["reshuffle", "explore"]
    table.play("discard")
    assert (stack.tiles, stack.count, stack.discards) == (["312"], 1, ["316", "314"])


def test_a1_draco_is_not_asked_for_a_second_sector_where_there_is_none() -> None:
    state = make("draco", "planta")
    stack = state.stacks["III"]
    stack.tiles, stack.count, stack.discards = ["316", "318"], 1, []
    table = table_of(state, draws={"sector": ["316"]})
    table.play("explore 3A")
    assert table.prompt().kind == "place"


def test_a2_the_second_exploration_of_planta_is_optional_and_may_start_from_the_first() -> None:
    state = make("planta", "draco")
    table = table_of(state, draws={"sector": ["316"]})
    table.play("explore 3A 316-3 yes keep")
    assert table.prompt().kind == "explore"
    assert {"done", "4A"} <= set(table.legal())  # 316 has wormholes 0, 1, 3: turned, one leads on to 4A
    table.play("done")
    assert state.turn == 1


def test_a3_a_placed_sector_may_connect_to_any_own_disc_or_ship_pinned_or_not() -> None:
    state = make(*TERRANS)
    pinned = bare(add(state, "103", "1A", ships={0: {"interceptor": 1}, 1: {"interceptor": 1}}))
    assert not explore.is_origin(state, pinned, 0)
    add(state, "203", "2L", disc=0)
    table = table_of(state, draws={"sector": ["108"]})
    table.play("explore 1F")
    only = [pick for pick in table.legal() if pick != "discard"]
    touching = {tuple(sorted(table.option(pick).note.args["sectors"].split(", "))) for pick in only}  # type: ignore[union-attr]
    assert any("103" in sectors and "203" not in sectors for sectors in touching)


def test_a4_a_place_whose_stack_and_discards_are_empty_cannot_be_explored() -> None:
    state = make(*TERRANS)
    assert "3A" in explore.places(state, 0)
    state.stacks["III"].count = 0
    assert "3A" not in explore.places(state, 0)
    state.stacks["III"].discards = [state.stacks["III"].tiles.pop()]
    assert "3A" in explore.places(state, 0)


def test_a5_no_eighth_technology_of_a_category_is_bought() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.technologies = [
        "neutron-bombs", "starbase", "plasma-cannon", "phase-shield", "advanced-mining", "tachyon-source",
        "plasma-missile",
    ]  # fmt: skip
    me.goods["science"] = 40
    state.supply = {"gluon-computer": 1, "nanorobots": 1}
    table = table_of(state)
    table.play("research")
    assert "is full" in table.refusal("gluon-computer")


def test_a6_discs_beyond_the_track_are_used_first_and_cost_nothing() -> None:
    state = make(*TERRANS)
    state.players[0].discs = 14
    before = balance(state.players[0])
    assert balance(state.players[0], 1) == balance(state.players[0], 2) == before


def test_a7_a_track_holds_eleven_cubes_and_what_is_more_goes_to_another_one() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    sector = add(state, "106", "1A", disc=0)
    sector.cubes = [0]
    me.cubes = {"money": 11, "science": 11, "materials": 5}
    table = table_of(state)
    table.play("influence 106 track")
    assert me.cubes == {"money": 11, "science": 11, "materials": 6}
    assert POPULATION.cubes == 11


def test_a8_a_player_enters_with_the_first_ship_that_has_not_left_since() -> None:
    state = make(*TERRANS)
    sector = add(state, "106", "1A", ships={0: {"interceptor": 1}, 1: {"interceptor": 1}})
    fleets.add(sector, 0, "cruiser")
    fleets.remove(sector, 0, "interceptor")
    assert list(sector.ships) == [0, 1]
    fleets.remove(sector, 0, "cruiser")
    fleets.add(sector, 0, "cruiser")  # built or arrived anew: it enters now
    assert list(sector.ships) == [1, 0]


@pytest.mark.parametrize(("announced", "drawn"), [(False, 1), (True, 0)])
def test_a9_who_loses_all_ships_took_part_unless_all_were_on_their_retreat(announced: bool, drawn: int) -> None:
    state, _ = duel({"interceptor": 1}, {"interceptor": 1})
    table = table_of(state, Combat(), draws={"die": [1, 6] if announced else [6], "reputation": [1] * (2 + drawn)})
    table.play("attack retreat-103 attack" if announced else "attack")  # the defender fires first
    assert 1 not in state.sectors["106"].ships
    assert len(state.players[1].drawn) == 0
    table.play("none")  # the defender is first
    assert len(state.players[1].drawn) == drawn


def test_a10_ships_may_retreat_from_ancients_and_pinning_does_not_matter() -> None:
    state = make(*TERRANS)
    add(state, "101", "1A", turns=1, ships={0: {"interceptor": 1}})
    table = table_of(state, Combat(), draws={"die": [1, 1]})
    assert "retreat-221" in table.legal()
    table.play("retreat-221")
    assert state.sectors["221"].ships[0] == {"interceptor": 2}
    assert state.sectors["101"].ancients == 1


def test_a11_when_both_sides_retreat_the_first_to_act_leaves_and_the_other_still_goes() -> None:
    state, sector = duel({"interceptor": 1}, {"interceptor": 1})
    table = table_of(state, Combat())
    assert table.prompt().seat == 0
    table.play("retreat-221 retreat-103")
    assert sector.ships == {}
    assert state.sectors["103"].ships == {1: {"interceptor": 1}}
    assert state.sectors["221"].ships[0] == {"interceptor": 2}


def test_a12_a_group_with_cannons_fights_or_retreats_and_only_one_without_may_do_nothing() -> None:
    state, _ = duel({"interceptor": 1}, {"interceptor": 1})
    assert table_of(state, Combat()).legal()[:2] == ["attack", "retreat-221"]
    state, _ = duel({"interceptor": 1}, {"interceptor": 1})
    state.players[0].placed["interceptor"] = ["", "hull", "", ""]
    assert table_of(state, Combat()).legal() == ["hold", "retreat-221"]


def test_a13_whoever_destroys_a_ship_draws_for_it() -> None:
    state, _ = duel({"interceptor": 1}, {"cruiser": 1})
    table = table_of(state, Combat(), draws={"die": [6, 6]})
    table.play("attack-on attack-on")
    assert (table.prompt().kind, table.prompt().seat) == ("reputation", 0)
    assert len(state.players[0].drawn) == 2  # for the interceptor and for taking part


def test_a14_ships_destroyed_in_a_stalemate_count_for_the_defender() -> None:
    state, _ = duel({"starbase": 2}, {"interceptor": 1})
    state.players[0].placed["interceptor"] = ["", "hull", "", ""]
    state.players[1].placed["starbase"] = ["", "hull", "", "", ""]
    table_of(state, Combat())
    assert len(state.players[0].drawn) == 3  # two starbases, and taking part


def test_a15_all_ships_roll_together_and_the_attacker_chooses_the_cubes() -> None:
    state = make(*TERRANS)
    sector = add(state, "209", "1A", disc=0, ships={1: {"interceptor": 2, "cruiser": 1}})
    sector.cubes = [0, 1]
    table = table_of(state, Conquest(), draws={"die": [1, 6, 1]})
    table.play("roll")
    assert (table.prompt().kind, table.prompt().seat) == ("victims", 1)
    table.play("money+")
    assert sector.cubes == [1]
    assert state.players[0].graveyard["money"] == 1


def test_a16_ancients_never_attack_a_population() -> None:
    state = make("draco", "planta")
    sector = add(state, "101", "1A", disc=0)
    sector.cubes = [0]
    assert table_of(state, Conquest()).waiting == []
    assert sector.cubes == [0]


def test_a17_draco_may_take_control_beside_ancients() -> None:
    state = make("draco", "planta")
    add(state, "101", "1A", ships={0: {"interceptor": 1}})
    table = table_of(state, Conquest())
    assert (table.prompt().kind, table.prompt().seat) == ("claim", 0)
    table.play("yes")
    sector = state.sectors["101"]
    assert (sector.disc, sector.ancients, sector.discovery) == (0, 1, True)


def beside_ancients(rules: Rules | None = None) -> tuple[EclipseState, Sector]:
    """Draco controls a sector with an Ancient and a cube, and a ship of seat 1 stands there."""
    state = make("draco", "orion", rules=rules)
    sector = add(state, "101", "1A", disc=0, ships={1: {"interceptor": 1}})
    sector.cubes = [0]
    state.players[0].cubes["money"] -= 1
    return state, sector


def test_a28_who_still_controls_a_sector_whose_ancients_others_have_killed_gets_the_discovery_tile() -> None:
    state, sector = beside_ancients()
    table = table_of(state, Combat(), draws={"die": [6, 1, 1, 6]})
    table.play("none")
    assert (sector.ancients, table.prompt().kind, table.prompt().seat) == (0, "population", 1)
    assert sector.discovery
    table.play("no")
    assert (table.prompt().kind, table.prompt().seat, sector.disc, sector.discovery) == ("discovery", 0, 0, False)


def test_a28_a_conqueror_of_draco_takes_the_discovery_tile_with_the_disc() -> None:
    state, sector = beside_ancients()
    table = table_of(state, Combat(), draws={"die": [6, 1, 1, 6]})
    table.play("none bombs yes")
    assert (table.prompt().kind, table.prompt().seat, sector.disc) == ("discovery", 1, 1)


def test_a28_draco_gets_the_tile_also_where_the_ships_that_killed_the_ancients_have_left() -> None:
    state, sector = beside_ancients()
    sector.ancients, sector.ships = 0, {}
    table = table_of(state, Conquest())
    assert (table.prompt().kind, table.prompt().seat) == ("discovery", 0)


def test_a28_under_ancients_and_the_defence_the_tile_stays() -> None:
    for ancients, defence in ((1, False), (0, True)):
        state, sector = beside_ancients()
        sector.ancients, sector.gcds, sector.ships = ancients, defence, {}
        assert table_of(state, Conquest()).waiting == []
        assert sector.discovery


def test_who_controls_a_sector_draws_reputation_before_whoever_has_entered_it_earlier() -> None:
    state = make(*TERRANS)
    add(state, "106", "1F", disc=1, ships={0: {"cruiser": 1}, 1: {"cruiser": 1}})
    table = table_of(state, Combat())
    while table.prompt().kind != "reputation":
        table.play("attack")
    assert table.prompt().seat == 1
    table.play("none")
    assert (table.prompt().kind, table.prompt().seat) == ("reputation", 0)


def allied() -> EclipseState:
    """Seats 0 and 1 of four have relations; a sector of seat 1 lies next to a ship of seat 0."""
    state = make(*FOUR)
    add(state, "103", "1B", turns=0, disc=1)
    for one, other in ((0, 1), (1, 0)):
        state.players[one].partners = [other]
        state.players[one].cubes["money"] -= 1
    return state


def test_a18_partners_cannot_share_a_sector_without_breaking_their_relations() -> None:
    state = allied()
    fleets.add(state.sectors["001"], 0, "interceptor")
    state.sectors["001"].gcds = False
    add(state, "106", "1A")
    table = table_of(state)
    table.play("move i1 001")
    note = table.option("103").note
    assert note is not None
    assert GameWords(table.game, 4).say(note) == (
        "Breaks your relations with Seat 1: −3 VP, and no new ones while you are the traitor."
    )
    table.play("103 money money")
    assert state.players[0].traitor
    assert [me.partners for me in state.players] == [[], [], [], []]


def neighbours() -> EclipseState:
    """Seats 0 and 1 of four control sectors that touch at a wormhole on both sides."""
    state = make(*FOUR)
    add(state, "106", "1B", turns=1, disc=0)
    add(state, "103", "1C", turns=0, disc=1)
    assert possible(state, 0) == [1]
    return state


def test_a19_an_offer_is_answered_at_once_and_the_action_goes_on_after_it() -> None:
    state = neighbours()
    table = table_of(state)
    table.play("influence propose terran-union money")
    assert (table.prompt().kind, table.prompt().seat) == ("offer", 1)
    table.play("no")
    assert (table.prompt().kind, table.prompt().seat) == ("influence", 0)
    table.play("propose terran-union money yes science")
    assert (state.players[0].partners, state.players[1].partners) == ([1], [0])
    assert (state.players[0].cubes["money"], state.players[1].cubes["science"]) == (9, 9)


def test_a20_colony_ships_and_trades_are_for_the_own_turn_and_upkeep() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0)
    table = table_of(state)
    assert {"colony", "trade"} <= {option.id for option in table.prompt().options}
    assert table.waiting == [0]
    table = table_of(state, Upkeep())
    assert table.waiting == [0]
    assert {"colony-106-science", "trade"} <= set(table.legal())


def test_a21_a_bankrupt_player_leaves_the_map_but_structures_stay_and_nobody_is_a_traitor() -> None:
    state = allied()
    me = state.players[0]
    for sector in [*state.sectors.values()]:
        if sector.disc == 0:
            sector.disc, sector.cubes, sector.orbital = -1, [], True
    me.discs, me.actions = 0, {"build": 13}
    me.goods = {"money": 0, "science": 0, "materials": 0}
    table = table_of(state, Upkeep())
    while table.prompt().kind != "cube":
        table.play("done")
    table.play("money")
    assert me.out
    assert me.frozen["ambassadors"] == 1
    assert (me.partners, state.players[1].partners) == ([], [])
    assert not any(one.traitor for one in state.players)
    assert any(sector.orbital for sector in state.sectors.values())
    assert all(0 not in sector.ships for sector in state.sectors.values())


def test_a22_the_artifact_key_gives_five_of_a_resource_chosen_for_each_artifact() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    add(state, "102", "1A", disc=0)
    me.goods["science"] = 20
    state.supply = {"artifact-key": 1}
    table = table_of(state)
    table.play("research artifact-key money materials")
    assert me.goods == {"money": 7, "science": 6, "materials": 8}


def test_a23_any_or_none_of_the_tiles_drawn_may_be_kept() -> None:
    state = make(*TERRANS)
    state.players[0].reputation = [3, 3, 3, 4]
    for value in state.players[0].reputation:
        state.reputation[value] -= 1
    table = table_of(state, DrawReputation(0, 2), draws={"reputation": [1, 4]})
    assert table.legal() == ["4-for-3", "none"]
    table.play("1-for-4")
    assert state.players[0].reputation == [1, 3, 3, 3]


def test_for_a_tile_that_is_kept_the_least_one_goes_back_but_another_is_still_an_answer() -> None:
    for answer, left in (("4-for-1", [2, 3, 4, 4]), ("4-for-2", [1, 3, 4, 4])):
        state = make(*TERRANS)
        state.players[0].reputation = [1, 2, 3, 4]
        for value in state.players[0].reputation:
            state.reputation[value] -= 1
        table = table_of(state, DrawReputation(0, 3), draws={"reputation": [3, 4, 1]})
        assert table.legal() == ["4-for-1", "3-for-1", "none"]
        table.play(answer)
        assert state.players[0].reputation == left


def test_a24_players_fight_before_the_survivor_fights_ancients() -> None:
    state = make(*TERRANS)
    add(state, "101", "1A", turns=1, ships={0: {"interceptor": 1}, 1: {"interceptor": 1}})
    bare(add(state, "103", "1B", disc=1))
    table = table_of(state, Combat(), draws={"die": [6]})
    assert state.battle is not None
    assert (state.battle.attacker, state.battle.defender) == (1, 0)
    table.play("attack")
    assert state.battle.defender == ANCIENTS


def test_a25_a_reaction_needs_a_disc_on_the_track() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    add(state, "106", "1A", disc=0)
    me.passed, me.discs = True, 0
    table = table_of(state)
    assert [table.refusal(action) for action in ("upgrade", "build", "move")] == [
        "There is no disc left on your influence track."
    ] * 3


def test_a26_a_blueprint_may_be_illegal_within_an_upgrade_but_not_at_its_end() -> None:
    state = make(*TERRANS)
    state.players[0].technologies += ["fusion-drive", "fusion-source"]
    table = table_of(state)
    table.play("upgrade cruiser 6 fusion-drive")
    assert table.option("done").refusal is None
    table.play("interceptor 3 hull")
    assert "lacks energy" in table.refusal("done")
    table.play("interceptor 3 remove")
    assert state.turn == 1


def test_a27_an_ancient_part_may_be_replaced_for_free_by_another_one_and_leaves_the_game() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.placed["cruiser"] = ["shard-hull", "", "", "", "", ""]
    state.discoveries = {"ion-turret": 1}
    add(state, "208", "1A")
    table = table_of(state)
    table.play("influence track 208 use cruiser-1")
    assert me.placed["cruiser"][0] == "ion-turret"
    assert me.stored == []


def test_a28_a_discovery_tile_under_dead_ancients_is_for_whoever_places_a_disc() -> None:
    state = make(*TERRANS)
    sector = add(state, "101", "1A", ships={1: {"interceptor": 1}})
    state.players[1].discs = 0
    table = table_of(state, Combat(), draws={"die": [6, 1, 1, 6]})
    table.play("none")
    assert (sector.ancients, sector.discovery, sector.disc) == (0, True, -1)
    state.players[1].discs = 12
    table = table_of(state, Conquest(), draws={"discovery": ["money-8"]})
    table.play("yes keep")
    assert state.players[1].discoveries == ["money-8"]


def test_a29_ancient_technology_passes_over_what_cannot_be_placed() -> None:
    state = make(*TERRANS)
    state.players[0].technologies = [
        "starbase", "plasma-cannon", "phase-shield", "advanced-mining", "tachyon-source", "plasma-missile",
        "gluon-computer",
    ]  # fmt: skip
    state.supply = {"neutron-bombs": 1, "improved-hull": 1, "fusion-drive": 1, "orbital": 1}
    state.discoveries = {"ancient-technology": 1}
    add(state, "208", "1A")
    table = table_of(state)
    table.play("influence track 208")
    note = table.option("use").note
    assert note is not None
    assert GameWords(table.game, 2).say(note) == "You take one of these: Improved Hull, Fusion Drive."
    table.play("use")
    assert table.legal() == ["improved-hull", "fusion-drive"]


def test_offers_at_the_end_of_the_combat_phase_come_once_for_each_seat() -> None:
    table = table_of(neighbours(), Conquest())
    assert (table.prompt().kind, table.prompt().seat) == ("offers", 0)
    table.play("done")
    assert table.prompt().seat == 1
    assert isinstance(table.position.stack[-1], LastOffers)
