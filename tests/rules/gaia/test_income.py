"""What a faction board, structures, research, tiles and boosters give as income (rulebook: phase I)."""

from __future__ import annotations

import pytest

from rules.gaia.components import LAST_ROUND, Goods
from rules.gaia.income import income_to_come, total_income
from rules.gaia.state import OwnTile
from tests.rules.gaia.table import with_mines


@pytest.mark.parametrize(
    ("faction", "income"),
    [
        ("terrans", Goods(ore=3, knowledge=1)),
        ("lantids", Goods(ore=3, knowledge=1)),
        ("xenos", Goods(ore=3, knowledge=1)),
        ("gleens", Goods(ore=3, knowledge=1)),
        ("taklons", Goods(ore=3, knowledge=1)),
        ("ambas", Goods(ore=4, knowledge=1)),
        ("hadsch-hallas", Goods(ore=3, knowledge=1, credits=5, power=1)),
        ("ivits", Goods(ore=3, knowledge=1, qic=1)),
        ("geodens", Goods(ore=3, knowledge=1)),
        ("baltaks", Goods(ore=3, knowledge=1)),
        ("firaks", Goods(ore=3, knowledge=2)),
        ("bescods", Goods(ore=3)),
        ("nevlas", Goods(ore=3, knowledge=2)),
        ("itars", Goods(ore=3, knowledge=1, tokens=1)),
    ],
)
def test_a_faction_with_two_mines_has_the_income_of_its_board(faction: str, income: Goods) -> None:
    assert total_income(with_mines(faction), 0) == income


@pytest.mark.parametrize(
    ("faction", "kind", "gain"),
    [
        ("terrans", "station", Goods(credits=3)),
        ("terrans", "lab", Goods(knowledge=1)),
        ("terrans", "institute", Goods(power=4, tokens=1)),
        ("terrans", "academy-k", Goods(knowledge=2)),
        ("terrans", "academy-q", Goods()),
        ("lantids", "institute", Goods(power=4)),
        ("xenos", "institute", Goods(power=4, qic=1)),
        ("gleens", "institute", Goods(power=4, ore=1)),
        ("ambas", "institute", Goods(power=4, tokens=2)),
        ("bescods", "station", Goods(knowledge=1)),
        ("bescods", "lab", Goods(credits=3)),
        ("bescods", "institute", Goods(power=4, tokens=2)),
        ("nevlas", "lab", Goods(power=2)),
        ("itars", "academy-k", Goods(knowledge=3)),
    ],
)
def test_a_structure_gives_the_income_of_the_space_it_uncovers(faction: str, kind: str, gain: Goods) -> None:
    state = with_mines(faction)
    before = total_income(state, 0)
    state.players[0].structures["4B0"] = kind
    after = total_income(state, 0)
    assert Goods(**{f: getattr(after, f) - getattr(before, f) for f in Goods.__struct_fields__}) == gain


def test_the_third_mine_gives_no_ore_and_the_lost_planet_none_either() -> None:
    state = with_mines("firaks")
    for number, ore in enumerate((3, 4, 5, 6, 7, 8), start=3):
        state.players[0].structures[f"place{number}"] = "mine"
        assert total_income(state, 0).ore == ore
    state.lost = "place8"
    assert total_income(state, 0).ore == 7


def test_boosters_tiles_and_research_give_income_and_covered_tiles_do_not() -> None:
    state = with_mines("firaks")
    one = state.players[0]
    one.booster = "booster2"
    one.research.update(eco=2, sci=3)
    one.tiles = [OwnTile("credits", "free1"), OwnTile("ore-power", "eco", covered=True), OwnTile("points", "nav")]
    assert total_income(state, 0) == Goods(ore=4, credits=8, knowledge=5, qic=1, power=2)


def test_after_the_last_round_no_income_is_to_come() -> None:
    state = with_mines("terrans")
    assert income_to_come(state, 0) == total_income(state, 0)
    state.round = LAST_ROUND
    assert income_to_come(state, 0) == Goods()
