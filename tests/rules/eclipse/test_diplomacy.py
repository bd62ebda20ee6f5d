"""Diplomacy: when it can be proposed, what it brings, how it ends."""

from __future__ import annotations

from rules.eclipse import fleets
from rules.eclipse.state import EclipseState
from rules.eclipse.steps.diplomacy import LastOffers, possible, refusal
from rules.eclipse.steps.rounds import clean_up
from rules.kernel.steps import Flow
from tests.game_words import GameWords
from tests.rules.eclipse.table import make, neighbours, table_of


def said(state: EclipseState) -> str:
    found = refusal(state, 0, 1)
    return found.id if found is not None else ""


def test_three_players_have_no_diplomacy() -> None:
    state = make("terran-directorate", "terran-union", "hydran")
    assert possible(state, 0) == []
    table = table_of(state)
    table.play("influence")
    assert "propose" not in {option.id for option in table.prompt().options}


def test_a_common_border_with_a_full_wormhole_is_needed_and_the_generator_does_not_help() -> None:
    state = neighbours()
    assert said(state) == ""
    state.players[0].technologies.append("wormhole-generator")
    sector = state.sectors["106"]
    edge = sector.around.index("103")
    sector.links[edge] = state.sectors["103"].links[(edge + 3) % 6] = 1
    assert "touch at a wormhole" in said(state)


def test_ships_in_each_others_sectors_traitors_and_partners_have_no_new_relations() -> None:
    state = neighbours()
    fleets.add(state.sectors["103"], 0, "interceptor")
    assert "ship of one of you" in said(state)
    state = neighbours()
    state.players[1].traitor = True
    assert "traitor" in said(state)
    state = neighbours()
    state.players[0].partners, state.players[1].partners = [1], [0]
    assert "already" in said(state)


def test_without_a_free_slot_a_reputation_tile_goes_back() -> None:
    state = neighbours("terran-directorate", "orion", "hydran", "planta")
    them = state.players[1]
    them.reputation = [1, 1, 2, 3, 4]
    for value in them.reputation:
        state.reputation[value] -= 1
    table = table_of(state)
    table.play("influence propose orion money yes money")
    assert (table.prompt().kind, table.prompt().seat, table.legal()) == ("return-tile", 1, ["1", "2", "3", "4"])
    table.play("1")
    assert them.reputation == [1, 2, 3, 4]
    assert them.pledged == []
    assert state.reputation[1] == 12 - 1
    assert them.partners == [0]


def test_a_tile_that_was_put_aside_for_an_offer_comes_back_when_it_is_declined() -> None:
    state = neighbours("orion", "terran-directorate", "hydran", "planta")
    me = state.players[0]
    me.reputation = [1, 2, 3, 3, 4]
    for value in me.reputation:
        state.reputation[value] -= 1
    table = table_of(state)
    table.play("influence propose terran-directorate money 2")
    assert me.pledged == [2]
    for other in (1, 2, 3, None):
        assert table.view(other).players[0].pledged == [0]
    assert table.view(0).players[0].pledged == [2]
    table.play("no")
    assert (me.reputation, me.pledged) == ([1, 2, 3, 3, 4], [])


def test_after_the_battles_it_is_said_who_could_be_asked() -> None:
    state = neighbours()
    table = table_of(state, LastOffers(0))
    note = table.option("propose").note
    assert note is not None
    assert GameWords(table.game, 4).say(note) == "You could have them with Seat 1."
    table.play("propose terran-union")
    note = table.option("money").note
    assert note is not None
    assert GameWords(table.game, 4).say(note) == "3 → 4 money per round"


def test_who_has_declined_is_remembered_until_the_round_is_over() -> None:
    state = neighbours()
    table = table_of(state)
    table.play("influence propose terran-union money no")
    assert state.players[0].declined == [1]
    table.play("propose terran-union money no")  # a person may ask again
    clean_up(state, Flow(table.position.rng))
    assert state.players[0].declined == []


def test_the_traitor_card_passes_to_the_next_who_breaks_relations() -> None:
    state = neighbours()
    state.players[2].traitor = True
    for one, other in ((0, 1), (1, 0)):
        state.players[one].partners = [other]
        state.players[one].cubes["money"] -= 1
    fleets.add(state.sectors["106"], 0, "interceptor")
    table = table_of(state)
    table.play("move i1 106 103 money money")
    assert [one.traitor for one in state.players] == [True, False, False, False]
    assert state.players[1].cubes["money"] == 10
