"""Setup, upkeep, bankruptcy, cleanup, the end."""

from __future__ import annotations

import pytest

from rules.eclipse.components import LAYOUTS, SECTORS, SPECIES
from rules.eclipse.economy import balance
from rules.eclipse.game import EclipseGame
from rules.eclipse.state import NOBODY
from rules.eclipse.steps.rounds import EndOfRound
from rules.eclipse.steps.turn import NextTurn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.rng import Rng
from rules.kernel.text import player
from tests.game_words import GameWords
from tests.rules.eclipse.table import add, bare, home, make, table_of

GAME = EclipseGame()
TERRANS = ("terran-directorate", "terran-union")


# Setup.


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everything_is_laid_out_for_the_number_of_players(seats: int) -> None:
    position, _ = GAME.setup({"species": "random"}, seats, Rng("0a"))
    state = position.state
    assert {ring: stack.count for ring, stack in state.stacks.items()} == {
        "I": 8, "II": 11, "III": {2: 5, 3: 10, 4: 14, 5: 16, 6: 18}[seats],
    }  # fmt: skip
    assert sum(state.supply.values()) == {2: 12, 3: 14, 4: 16, 5: 18, 6: 20}[seats]
    assert len({SPECIES[one.species].colour for one in state.players}) == seats
    for seat, place in enumerate(LAYOUTS[seats]):
        sector = home(state, seat)
        assert (sector.q, sector.r, sector.turns) == (place.q, place.r, place.turns)
        assert sector.id == SPECIES[state.players[seat].species].home
    assert state.sectors["001"].gcds
    assert state.sectors["001"].discovery
    assert state.round == 1


def test_species_are_chosen_counter_clockwise_and_the_other_side_of_a_board_is_gone() -> None:
    position, _ = GAME.setup({}, 3, Rng("0b"))
    state = position.state
    asked = []
    while state.round == 0:
        (seat,) = GAME.waiting(position)
        asked.append(seat)
        prompt = GAME.prompt(position, seat)
        assert prompt.kind == "species"
        GAME.answer(position, seat, [prompt.legal[0].id])
        if len(asked) == 1:
            refused = {
                option.id for option in GAME.prompt(position, GAME.waiting(position)[0]).options if option.refusal
            }
            colours = [one.id for one in SPECIES.values() if one.colour == SPECIES[prompt.legal[0].id].colour]
            assert refused == set(colours)
    assert asked == [(state.start - step) % 3 for step in (1, 2, 3)]


def test_only_terrans_are_dealt_where_the_table_wants_that() -> None:
    position, _ = GAME.setup({"species": "terrans"}, 6, Rng("0c"))
    assert {one.species[:6] for one in position.state.players} == {"terran"}


def test_hydran_have_a_cube_on_their_advanced_square_and_orion_a_cruiser() -> None:
    state = make("hydran", "orion")
    assert [SECTORS["224"].squares[index] for index in home(state, 0).cubes] == ["money", "science", "science+"]
    assert state.players[0].cubes == {"money": 10, "science": 9, "materials": 11}
    assert home(state, 1).ships == {1: {"cruiser": 1}}


def test_eridani_begin_with_two_reputation_tiles_and_eleven_discs() -> None:
    for number in range(40):
        position, outcome = GAME.setup({"species": "random"}, 6, Rng(f"{number:02x}"))
        seats = [seat for seat, one in enumerate(position.state.players) if one.species == "eridani"]
        if seats:
            break
    me = position.state.players[seats[0]]
    assert len(me.reputation) == 2
    assert me.discs == 10
    drawn = [event for event in outcome.events if event.kind == "reputation-drawn"]
    assert [event.to for event in drawn] == [[seats[0]]]


# Upkeep.


def test_money_is_paid_and_everything_is_produced() -> None:
    state = make("planta", "terran-union")
    state.players[0].discs = 8
    table_of(state, Upkeep())
    assert state.players[0].goods == {"money": 4 + 3 - 3, "science": 4 + 3, "materials": 4 + 3}


def test_nobody_waits_for_the_others_in_the_upkeep() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0)
    add(state, "107", "1D", disc=1)
    table = table_of(state, Upkeep())
    assert table.waiting == [0, 1]
    table.play("colony 107 money", seat=1)
    assert table.waiting == [0]
    table.play("done", seat=0)
    assert state.players[1].goods["money"] == 2 + 4


def test_sectors_are_given_up_only_where_money_is_lacking() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0)
    table = table_of(state, Upkeep())
    assert "lacking" in table.refusal("106")
    state = make(*TERRANS)
    sector = add(state, "106", "1A", disc=0)
    sector.cubes = [0]
    me = state.players[0]
    me.cubes["science"] -= 1
    me.discs, me.actions = 6, {"move": 5}
    me.colony = 0
    me.goods = {"money": 3, "science": 1, "materials": 0}
    table = table_of(state, Upkeep())
    assert "lack" in table.refusal("done")
    table.play("106")
    assert sector.disc == NOBODY
    assert me.cubes["science"] == 10
    assert me.goods["money"] == 3 + 3 - 5


def test_whoever_can_neither_pay_nor_sell_is_bankrupt() -> None:
    state = make("terran-directorate", "terran-union", "hydran")
    me = state.players[0]
    state.sectors["221"].disc, state.sectors["221"].cubes = NOBODY, []
    me.cubes = dict.fromkeys(me.cubes, 11)
    me.discs, me.actions = 0, {"build": 13}
    me.goods = {"money": 20, "science": 1, "materials": 1}
    table_of(state, Upkeep())
    assert me.out
    assert me.frozen["left"] == 22


def test_who_cannot_pay_because_a_partner_went_bankrupt_is_asked_again_then_pays_and_produces() -> None:
    state = make("terran-directorate", "terran-union", "hydran", "orion")
    ruined, partner = state.players[0], state.players[1]
    state.sectors["221"].disc, state.sectors["221"].cubes = NOBODY, []
    ruined.cubes = dict.fromkeys(ruined.cubes, 11)
    ruined.discs, ruined.actions = 0, {"build": 13}
    ruined.goods = {"money": 20, "science": 1, "materials": 1}
    ruined.partners, partner.partners = [1], [0]
    # The partner can just pay as long as the cube that went with the ambassador is away.
    partner.cubes, partner.discs, partner.colony = {"money": 9, "science": 11, "materials": 11}, 7, 0
    home(state, 1).cubes = []
    partner.goods = {"money": 1, "science": 0, "materials": 4}
    assert balance(partner) == 1 + 4 - 5
    for other in state.players[2:]:
        other.colony = 0
    table = table_of(state, Upkeep())
    assert (ruined.out, partner.cubes["money"], balance(partner)) == (True, 10, -1)
    assert (table.waiting, table.prompt().kind) == ([1], "upkeep")
    assert "lack" in table.refusal("done")
    table.play("trade materials-money 1")
    assert table.waiting == []
    paid = [text.args["who"] for text in table.said() if text.id.startswith("{who} pays")]
    assert paid == [player(1), player(2), player(3)]
    assert partner.goods == {"money": 0, "science": 2, "materials": 4}


@pytest.mark.parametrize(
    ("species", "monolith", "cubes", "said"),
    [
        ("terran-union", False, [0], "Balance −1 → 1 money; −2 VP; 1 cube returns: −2 money per round."),
        ("terran-union", True, [1], "Balance −1 → 1 to 3 money; −5 VP; 1 cube returns."),
        ("planta", False, [], "Balance −1 → 3 money; −3 VP; 0 cubes return."),
    ],
)
def test_giving_up_a_sector_says_the_balance_and_the_points_that_it_leads_to(
    species: str, monolith: bool, cubes: list[int], said: str
) -> None:
    state = make("terran-directorate", species)
    me = state.players[1]
    sector = add(state, "103", "1C", disc=1)
    sector.cubes, sector.monolith = cubes, monolith
    me.cubes, me.discs, me.colony = {"money": 6, "science": 9, "materials": 9}, 1, 0
    me.goods = {"money": 0, "science": 0, "materials": 0}
    me.goods["money"] = -1 - balance(me)
    table = table_of(state, Upkeep())
    note = table.option("103", seat=1).note
    assert note is not None
    assert GameWords(table.game, 2).say(note) == said


# Cleanup and end.


def test_discs_cubes_and_colony_ships_come_back_and_technologies_are_drawn() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.discs, me.actions, me.colony, me.passed = 9, {"move": 3}, 0, True
    me.cubes["money"], me.graveyard["money"] = 8, 2
    state.next_start = 1
    before = sum(state.supply.values())
    table = table_of(state, EndOfRound())
    assert (me.discs, me.actions, me.colony, me.passed) == (12, {}, 3, False)
    assert (me.cubes["money"], me.graveyard["money"]) == (10, 0)
    assert sum(state.supply.values()) == before + 4
    assert (state.round, state.start, table.waiting) == (2, 1, [1])


def test_a_technology_that_is_drawn_twice_is_named_once_with_its_number() -> None:
    drawn = ["starbase", "nanorobots", "starbase", "orbital"]
    table = table_of(make(*TERRANS), EndOfRound(), draws={"technology": drawn})
    said = [GameWords(table.game, 2).say(text) for text in table.said()]
    assert "New technologies: Starbase ×2, Nanorobots, Orbital." in said


@pytest.mark.parametrize(("passed_first", "out", "begins"), [(1, [], 1), (1, [1], 2), (1, [1, 2], 0), (NOBODY, [0], 1)])
def test_the_first_living_player_is_announced_and_begins(passed_first: int, out: list[int], begins: int) -> None:
    state = make(*TERRANS, "hydran")
    state.start, state.next_start = 0, passed_first
    for seat in out:
        state.players[seat].out = True
    table = table_of(state, EndOfRound())
    announced = [text for text in table.said() if text.id == "{who} begins."]
    assert [text.args["who"] for text in announced] == [player(begins)]
    assert (state.start, table.waiting) == (begins, [begins])


def test_a_cube_of_the_graveyard_goes_to_another_track_where_its_own_is_full() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.cubes = {"money": 11, "science": 10, "materials": 10}
    me.graveyard["money"] = 1
    table = table_of(state, EndOfRound())
    assert table.legal() == ["science", "materials"]
    table.play("materials")
    assert me.cubes == {"money": 11, "science": 10, "materials": 11}


def test_the_game_ends_after_the_upkeep_of_round_nine() -> None:
    state = make(*TERRANS)
    state.round = 9
    table = table_of(state, EndOfRound())
    assert table.waiting == []
    assert state.phase == "over"
    assert table.game.over(table.position)
    assert "The game is over. The victory is shared by {winners}." in [text.plural for text in table.said()]


def test_a_game_in_which_all_have_given_up_is_over() -> None:
    table = table_of(make(*TERRANS))
    table.play("give-up yes give-up yes")
    assert table.waiting == []
    assert bare(table.state.sectors["001"]).disc == NOBODY


# Where a turn is done.


def test_a_turn_is_done_also_where_the_same_seat_has_the_next_one() -> None:
    state = make(*TERRANS)
    state.players[1].passed = True
    state.players[1].discs = 0
    state.players[1].colony = 0
    state.players[0].goods = {"money": 20, "science": 20, "materials": 20}
    table = table_of(state, NextTurn(1))
    done = []
    for pick in ("build", "interceptor", "done"):
        done.append(table.game.answer(table.position, 0, [pick]).turn_over)
    assert table.waiting == [0]
    assert table.prompt().kind == "turn"
    assert done == [False, False, True]


def test_choosing_a_species_is_a_turn_of_its_own() -> None:
    position, _ = GAME.setup({}, 2, Rng("0b"))
    legal = GAME.prompt(position, GAME.waiting(position)[0]).legal
    assert GAME.answer(position, GAME.waiting(position)[0], [legal[0].id]).turn_over
