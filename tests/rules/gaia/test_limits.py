"""What is gained beyond a limit is lost: said before it is chosen, and told as it happens."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.gaia.components import BIG, STANDARD, Goods
from rules.gaia.goods import taken, wasted
from rules.gaia.state import OwnTile
from rules.gaia.steps.actions import BoardActions
from rules.gaia.steps.rounds import Income, ItarGaia
from tests.rules.gaia.table import GaiaTable, ready, table_of


def note(table: GaiaTable, id: str) -> str:
    said = table.option(id).note
    return Words().say(said) if said is not None else ""


def test_what_a_power_action_loses_is_said_before_and_what_it_brought_after() -> None:
    state = ready()
    me = state.players[0]
    me.credits = 28
    table = table_of(state)
    table.play("power")
    assert note(table, "7c") == "For 4 power. Lost beyond your limit: 5 credits"
    assert "Lost" not in note(table, "2o")
    table.play("7c")
    (told,) = table.told("gain")
    assert "gains 2 credits" in Words("en", ("Ann", "Ben")).say(told.text)
    assert me.credits == 30


def test_free_actions_count_what_they_take_before_what_they_bring() -> None:
    state = ready()
    me = state.players[0]
    me.ore, me.credits, me.qic = 15, 30, 1
    table = table_of(state)
    assert note(table, "o-c") == "Lost beyond your limit: 1 credit"
    assert note(table, "q-o") == "Lost beyond your limit: 1 ore"
    assert not note(table, "o-t")
    table.play("o-c")
    assert [Words("en", ("Ann", "Ben")).say(one.text) for one in table.told("free")] == [
        "Ann gains nothing from a free action."
    ]


def test_what_research_and_income_lose_is_said() -> None:
    state = ready()
    me = state.players[0]
    me.ore, me.research["terra"] = 14, 0
    table = table_of(state)
    table.play("research")
    assert "Lost beyond your limit: 1 ore" in note(table, "terra")
    table.play("terra")
    (told,) = table.told("lost-goods")
    assert told.seat == 0
    me.ore = 15
    income = table_of(state, Income(0))
    assert [event.seat for event in income.told("lost-goods")] == [0] or income.state.players[0].ore == 15


@pytest.mark.parametrize(
    ("faction", "goods", "got"),
    [
        ("terrans", Goods(ore=3, qic=1), Goods(ore=2, qic=1)),
        ("gleens", Goods(ore=1, qic=2), Goods(ore=2)),
        ("terrans", Goods(power=40), Goods(power=6)),
        ("terrans", Goods(vp=7, knowledge=2), Goods(vp=7, knowledge=2)),
    ],
)
def test_what_is_gained_and_what_is_lost_make_up_the_whole(faction: str, goods: Goods, got: Goods) -> None:
    state = ready(faction)
    me = state.players[0]
    me.ore = 13
    assert taken(me, goods) == got
    lost = wasted(me, goods)
    assert lost.ore + got.ore + got.qic == goods.ore + goods.qic
    assert lost.power + got.power == goods.power
    assert lost.knowledge == 0


def test_who_owns_every_tile_pays_for_none() -> None:
    state = ready("itars")
    me = state.players[0]
    me.structures["4B0"] = "institute"
    me.power[3] = 8
    assert table_of(state, ItarGaia(0)).legal() == ["tech", "done"]
    assert "institute" in BIG
    me.tiles = [OwnTile(tile, f"free{at}") for at, tile in enumerate(STANDARD)]
    prompt = ItarGaia(0).prompt(state)
    refusal = prompt.option("tech").refusal
    assert refusal is not None
    assert refusal.id == "There is no technology tile that you can take."
    assert BoardActions(0, "qic").prompt(state).option("tech").refusal == refusal
