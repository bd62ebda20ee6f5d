"""The robot of Eclipse: every prompt is answered legally, sensibly, and out of what is seen alone."""

from __future__ import annotations

from statistics import mean

import pytest

from rules.eclipse import robot
from rules.eclipse.blueprints import stats
from rules.eclipse.components import SPECIES
from rules.eclipse.economy import balance, own_sectors
from rules.eclipse.game import EclipseGame
from rules.eclipse.robot_force import Squad, npcs, odds
from rules.eclipse.robot_plan import best_part, plans
from rules.eclipse.steps.battle import NextSector
from rules.eclipse.steps.discovery import UseDiscovery
from rules.eclipse.steps.reputation import KeepReputation
from rules.eclipse.steps.turn import Turn
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel import robots
from rules.kernel.play import SeatAutomation, settle
from rules.kernel.rng import Rng
from tests.rules.eclipse.table import Table, add, bare, home, make

GAME = EclipseGame()


def answer(table: Table, seat: int | None = None, chance: str = "00") -> str:
    """What the robot answers to the open prompt."""
    asked = table.waiting[0] if seat is None else seat
    prompt = table.prompt(asked)
    picks = robot.choose(table.game.view(table.position, asked), prompt, Rng(chance))
    prompt.check(picks)
    return " ".join(picks)


def turn(table: Table) -> list[str]:
    """Let the robot play the turn of who is waiting, and give its answers."""
    (seat,) = table.waiting
    answers: list[str] = []
    while table.waiting == [seat] and (table.kind != "turn" or not answers or answers[-1] == "resource"):
        answers.append(answer(table))
        table.game.answer(table.position, seat, answers[-1].split(" "))
    return answers


def test_four_robots_play_to_the_end_score_well_and_never_go_bankrupt() -> None:
    position, _ = GAME.setup({"species": "random"}, 4, Rng("03"))
    settled = settle(GAME, position, {seat: SeatAutomation(robot=True) for seat in range(4)})
    assert GAME.over(position)
    assert position.state.round == 9
    assert not any(one.out for one in position.state.players)
    assert len(settled.answers) > 300
    assert mean(standing.total for standing in GAME.standings(position)) > 22


@pytest.mark.parametrize("species", SPECIES)
def test_every_species_grows_in_four_rounds(species: str) -> None:
    other = "terran-union" if SPECIES[species].colour != "green" else "terran-republic"
    table = Table(make(species, other))
    chance = Rng("05")
    while table.waiting and table.state.round < 5:
        seat = table.waiting[0]
        view, prompt = table.game.view(table.position, seat), table.prompt(seat)
        chooser = robot.choose if seat == 0 else robots.choose
        table.game.answer(table.position, seat, chooser(view, prompt, chance))
    assert not table.state.players[0].out
    assert len(own_sectors(table.state, 0)) >= 3
    assert table.game.standings(table.position)[0].total >= 5


def test_it_answers_the_same_whatever_is_hidden_from_it() -> None:
    table = Table(make("eridani", "orion"), Turn(1))
    before = answer(table)
    table.player(0).reputation = [4, 4]
    assert answer(table) == before


def test_it_never_gives_up() -> None:
    table = Table(make("planta", "orion"), Turn(0))
    table.player(0).discs = 0
    assert answer(table) != "give-up"
    table.game.answer(table.position, 0, ["give-up"])
    assert answer(table) == "no"


def test_it_explores_while_there_is_room_and_settles_what_it_takes() -> None:
    table = Table(make("hydran", "orion"))
    table.state.start = 0
    assert turn(table)[0] in ("explore", "research")
    assert "explore" in {plan.action for plan in plans(table.state, 0, ["explore", "research", "build"])}


def test_it_goes_into_a_battle_that_it_wins_and_into_none_that_it_loses() -> None:
    state = make("terran-union", "orion")
    bare(state.sectors["001"])
    spot = home(state, 0)
    add(state, "101", "1A", 3)
    assert "101" in spot.around
    weak = plans(state, 0, ["move"])
    assert not weak
    spot.ships[0] = {"cruiser": 3, "interceptor": 2}
    (strong,) = plans(state, 0, ["move"])
    assert strong.gain > 2
    assert strong.picks[0] == "101"
    table = Table(state, Turn(0))
    table.game.answer(table.position, 0, ["move"])
    turn(table)
    assert table.state.sectors["101"].ships[0]


def test_odds_grow_with_ships_and_parts() -> None:
    state = make("terran-union", "orion")
    sector = add(state, "101", "1A", 3)
    me = state.players[0]
    few = odds([Squad(stats(me, "cruiser"), 1)], npcs(sector))
    many = odds([Squad(stats(me, "cruiser"), 3)], npcs(sector))
    me.placed["cruiser"] = ["", "plasma-cannon", "", "", "", ""]
    better = odds([Squad(stats(me, "cruiser"), 3)], npcs(sector))
    assert few < 0.5 < many <= better
    assert odds([], npcs(sector)) == 0
    assert odds([Squad(stats(me, "cruiser"), 1)], []) == 1


def test_an_upgrade_makes_the_ships_better_and_legal() -> None:
    state = make("terran-union", "orion")
    me = state.players[0]
    me.technologies += ["plasma-cannon", "fusion-source", "improved-hull", "positron-computer"]
    home(state, 0).ships[0] = {"cruiser": 2}
    found = best_part(state, 0)
    assert found is not None
    table = Table(state, Turn(0))
    table.game.answer(table.position, 0, ["upgrade"])
    turn(table)
    assert table.player(0).placed


def test_it_keeps_the_best_reputation_tile() -> None:
    state = make("terran-union", "orion")
    state.players[0].drawn = [1, 3]
    assert answer(Table(state, KeepReputation(0))) == "3"
    full = make("terran-union", "orion")
    full.players[0].drawn, full.players[0].reputation = [1, 3], [2, 2, 3, 4]
    assert answer(Table(full, KeepReputation(0))) == "3-for-2"
    full.players[0].drawn = [1, 1]
    assert answer(Table(full, KeepReputation(0))) == "none"


def test_a_discovery_is_used_early_and_kept_late() -> None:
    state = make("terran-union", "orion")
    table = Table(state, UseDiscovery(0, "101", "money-8"))
    assert answer(table) == "use"
    table.state.round = 9
    assert answer(table) == "keep"


def test_it_pays_the_upkeep_by_trading_before_it_gives_up_a_sector() -> None:
    state = make("terran-union", "orion")
    me = state.players[0]
    me.discs, me.goods = 3, {"money": 0, "science": 9, "materials": 31}
    me.colony = 0
    table = Table(state, Upkeep())
    assert balance(me) < 0
    assert answer(table, 0) == "trade"
    while 0 in table.waiting:
        table.game.answer(table.position, 0, answer(table, 0).split(" "))
    assert not table.player(0).out
    assert home(table.state, 0).disc == 0


def test_it_fights_on_and_leaves_where_it_is_hopeless() -> None:
    for ships, expected in (({"cruiser": 3}, "attack"), ({"interceptor": 1}, "retreat-")):
        state = make("terran-union", "orion")
        spot = home(state, 0)
        sector = add(state, "104", "1A", 0, ships={0: ships})
        assert spot.id in sector.around
        spot.ships.clear()
        state.phase, state.battles = "combat", ["104"]
        table = Table(state, NextSector())
        if table.waiting:
            assert answer(table).startswith(expected)
