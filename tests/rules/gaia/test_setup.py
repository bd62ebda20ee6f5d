"""Setting up: first game, advanced setup, maps, boosters, start values (rulebook: game setup, advanced setup)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.gaia.components import FACTIONS
from rules.gaia.galaxy import INNER, clash, galaxy, lay, standard
from rules.gaia.game import GaiaGame
from rules.gaia.state import GaiaState
from rules.gaia.steps.setup import equip
from rules.kernel.errors import BadSetup, IllegalAnswer
from rules.kernel.game import Position
from rules.kernel.rng import Rng
from tests.rules.gaia.table import make

GAME = GaiaGame()


def start(seats: int, **config: str) -> Position[GaiaState, Any]:
    position, _ = GAME.setup(config, seats, Rng("07" * 16))
    return position


def answer(position: Position[GaiaState, Any], *words: str) -> None:
    for word in words:
        (seat,) = GAME.waiting(position)
        GAME.answer(position, seat, [word])


def kinds(position: Position[GaiaState, Any], until: str = "turn") -> list[tuple[int, str]]:
    """Answer with the first legal option until a kind of prompt comes; give who was asked what."""
    asked: list[tuple[int, str]] = []
    while True:
        (prompt,) = GAME.prompts(position)
        if prompt.kind == until:
            return asked
        asked.append((prompt.seat, prompt.kind))
        GAME.answer(position, prompt.seat, [prompt.legal[0].id])


@pytest.mark.parametrize(
    ("seats", "factions"),
    [
        (1, {"hadsch-hallas"}),
        (2, {"hadsch-hallas", "xenos"}),
        (3, {"terrans", "taklons", "geodens"}),
        (4, {"terrans", "hadsch-hallas", "xenos", "taklons"}),
    ],
)
def test_the_first_game_has_its_factions_and_mines(seats: int, factions: set[str]) -> None:
    position = start(seats)
    kinds(position, "booster")
    state = position.state
    assert {one.faction for one in state.players} == factions
    for one in state.players:
        assert len(one.structures) == (3 if one.faction == "xenos" else 2)
        home = FACTIONS[one.faction].home
        spaces = {space.name: space.planet for space in state.spaces}
        assert {spaces[place] for place in one.structures} == {home}
        assert set(one.structures.values()) == {"mine"}
    assert state.sectors == standard("small" if seats < 3 else "full")
    assert not state.rules.pass_order


def test_first_mines_of_different_seats_are_two_spaces_or_more_apart() -> None:
    for seats in (2, 3, 4):
        position = start(seats)
        kinds(position, "booster")
        distance = galaxy(position.state).distance
        players = position.state.players
        assert (
            min(
                distance[a][b]
                for seat, one in enumerate(players)
                for other in players[seat + 1 :]
                for a in one.structures
                for b in other.structures
            )
            >= 2
        )


def test_the_two_factions_of_a_board_exclude_each_other() -> None:
    position = start(2, setup="advanced")
    answer(position, "terrans")
    assert GAME.prompt(position, 1).option("lantids").refusal is not None
    with pytest.raises(IllegalAnswer):
        GAME.answer(position, 1, ["lantids"])
    answer(position, "ivits")
    assert [one.faction for one in position.state.players] == ["terrans", "ivits"]


def test_mines_are_placed_forth_and_back_then_xenos_then_ivits() -> None:
    position = start(4, setup="advanced")
    answer(position, "ivits", "xenos", "nevlas", "terrans")
    assert kinds(position, "booster") == [(seat, "first") for seat in (1, 2, 3, 3, 2, 1, 1, 0)]
    ivits, xenos = position.state.players[0], position.state.players[1]
    assert list(ivits.structures.values()) == ["institute"]
    assert list(xenos.structures.values()) == ["mine"] * 3
    assert all(one.vp == 10 for one in position.state.players)


def test_a_first_mine_stands_on_a_free_planet_of_the_own_colour() -> None:
    position = start(2, setup="advanced")
    answer(position, "terrans", "xenos")
    prompt = GAME.prompt(position, 0)
    assert {option.id for option in prompt.options} == {"1B1", "3A7", "4A4", "6B1"}
    answer(position, "1B1", "1A9", "2A3")
    assert "1B1" not in {option.id for option in GAME.prompt(position, 0).options}


def test_boosters_are_three_more_than_players_and_chosen_from_the_last_player_on() -> None:
    position = start(3, setup="advanced")
    answer(position, "terrans", "xenos", "itars")
    kinds(position, "booster")
    assert len(position.state.boosters) == 6
    asked = kinds(position, "turn")
    assert [seat for seat, kind in asked if kind == "booster"] == [2, 1, 0]
    assert len(position.state.boosters) == 3


def test_tiles_are_dealt_from_all_of_them() -> None:
    seen: dict[str, set[str]] = {"rounds": set(), "finals": set(), "advanced": set(), "top": set()}
    for seed in range(60):
        state = GAME.setup({}, 4, Rng(f"{seed:032x}"))[0].state
        assert len(set(state.tech.values())) == 9
        assert len(set(state.advanced.values())) == 6
        assert len(set(state.round_tiles)) == 6
        assert len(set(state.final_tiles)) == 2
        assert sum(state.supply.values()) == 17
        seen["rounds"].update(state.round_tiles)
        seen["finals"].update(state.final_tiles)
        seen["advanced"].update(state.advanced.values())
        seen["top"].add(state.top_token)
    assert {key: len(ids) for key, ids in seen.items()} == {"rounds": 10, "finals": 6, "advanced": 15, "top": 6}


def test_the_variable_map_is_laid_after_the_factions_and_turned_by_the_last_player() -> None:
    position = start(3, setup="advanced", map="method1")
    assert position.state.spaces == ()
    answer(position, "terrans", "xenos", "itars")
    prompt = GAME.prompt(position, 2)
    assert prompt.kind == "turn-sectors"
    assert {option.id for option in prompt.options} == {"done", "5", "6", "7", "8", "9", "10"}
    assert clash(position.state.spaces) is None
    before = {one.sector: one.turns for one in position.state.sectors}
    answer(position, "7")
    after = {one.sector: one.turns for one in position.state.sectors}
    assert after == {**before, 7: (before[7] + 1) % 6}
    assert position.state.spaces == lay(position.state.sectors)
    assert all(after[sector] == 0 for sector in INNER)


def test_a_map_with_equal_neighbours_cannot_be_kept() -> None:
    position = start(4, setup="advanced", map="method3")
    answer(position, "terrans", "xenos", "itars", "geodens")
    for sector in [*map(str, range(1, 11))] * 6:
        answer(position, sector)
        done = GAME.prompt(position, 3).option("done")
        assert (done.refusal is None) == (clash(position.state.spaces) is None)
        if done.refusal is not None:
            with pytest.raises(IllegalAnswer):
                GAME.answer(position, 3, ["done"])
            return
    pytest.fail("no turn of a sector made planets of one type touch")


def test_a_random_map_is_not_turned_by_anybody() -> None:
    position = start(2, setup="advanced", map="method3", turning="random")
    answer(position, "terrans", "xenos")
    assert GAME.prompt(position, 0).kind == "first"


def test_three_players_may_leave_out_sectors_09_and_10() -> None:
    position = start(3, setup="advanced", sectors="eight")
    assert sorted(one.sector for one in position.state.sectors) == [*range(1, 9)]
    with pytest.raises(BadSetup):
        GAME.check_setup({"sectors": "eight"}, 4)
    with pytest.raises(BadSetup):
        GAME.check_setup({"map": "method1"}, 2)


@pytest.mark.parametrize(
    ("config", "pass_order"),
    [
        ({"setup": "first"}, False),
        ({"setup": "advanced"}, True),
        ({"setup": "first", "order": "passing"}, True),
        ({"setup": "advanced", "order": "clockwise"}, False),
    ],
)
def test_the_turn_order_goes_with_the_setup_unless_chosen(config: Mapping[str, str], pass_order: bool) -> None:
    assert start(3, **config).state.rules.pass_order == pass_order


@pytest.mark.parametrize(
    ("faction", "goods", "power", "research"),
    [
        ("terrans", (4, 15, 3, 1), [4, 4, 0, 0], {"gaia": 1}),
        ("lantids", (4, 13, 3, 1), [4, 0, 0, 0], {}),
        ("xenos", (4, 15, 3, 2), [2, 4, 0, 0], {"ai": 1}),
        ("gleens", (5, 15, 3, 0), [2, 4, 0, 0], {"nav": 1}),
        ("taklons", (4, 15, 3, 1), [2, 4, 0, 0], {}),
        ("ambas", (4, 15, 3, 2), [2, 4, 0, 0], {"nav": 1}),
        ("hadsch-hallas", (4, 15, 3, 1), [2, 4, 0, 0], {"eco": 1}),
        ("ivits", (4, 15, 3, 1), [2, 4, 0, 0], {}),
        ("geodens", (6, 15, 3, 1), [2, 4, 0, 0], {"terra": 1}),
        ("baltaks", (4, 15, 3, 0), [2, 2, 0, 0], {"gaia": 1}),
        ("firaks", (3, 15, 2, 1), [2, 4, 0, 0], {}),
        ("bescods", (4, 15, 1, 1), [2, 4, 0, 0], {}),
        ("nevlas", (4, 15, 2, 1), [2, 4, 0, 0], {"sci": 1}),
        ("itars", (5, 15, 3, 1), [4, 4, 0, 0], {}),
    ],
)
def test_a_faction_starts_with_what_its_board_shows(
    faction: str, goods: tuple[int, ...], power: list[int], research: dict[str, int]
) -> None:
    state = make("terrans")
    state.players[0].formers = 0
    equip(state, 0, faction)
    one = state.players[0]
    assert (one.ore, one.credits, one.knowledge, one.qic) == goods
    assert one.power == power
    assert {track: level for track, level in one.research.items() if level} == research
    assert one.formers == (1 if "gaia" in research else 0)
    assert one.brainstone == (0 if faction == "taklons" else -1)


def test_the_first_game_tells_where_everybody_begins() -> None:
    position = start(3)
    told: dict[int | None, Any] = {}
    while not all(one.structures for one in position.state.players):
        (seat,) = GAME.waiting(position)
        outcome = GAME.answer(position, seat, [GAME.prompt(position, seat).legal[0].id])
        told |= {event.seat: event.text for event in outcome.events if event.kind == "first"}
    for seat, one in enumerate(position.state.players):
        assert {place.args["place"] for place in told[seat].args["places"]} == set(one.structures)
