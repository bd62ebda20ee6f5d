"""Free actions (rulebook: action 9)."""

from __future__ import annotations

import pytest

from rules.gaia.state import Rules
from tests.rules.gaia.table import ready, table_of


@pytest.mark.parametrize(
    ("id", "power", "goods"),
    [
        ("pw-q", [6, 2, 4, 0], (5, 5, 5, 6)),
        ("pw-o", [5, 2, 5, 0], (6, 5, 5, 5)),
        ("pw-k", [6, 2, 4, 0], (5, 5, 6, 5)),
        ("pw-c", [3, 2, 7, 0], (5, 6, 5, 5)),
        ("q-o", [2, 2, 8, 0], (6, 5, 5, 4)),
        ("k-c", [2, 2, 8, 0], (5, 6, 4, 5)),
        ("o-c", [2, 2, 8, 0], (4, 6, 5, 5)),
        ("o-t", [3, 2, 8, 0], (4, 5, 5, 5)),
        ("burn", [2, 0, 9, 0], (5, 5, 5, 5)),
    ],
)
def test_a_free_action_exchanges_before_the_action(id: str, power: list[int], goods: tuple[int, ...]) -> None:
    state = ready()
    me = state.players[0]
    table = table_of(state)
    table.play(id)
    assert table.prompt().kind == "turn"
    assert me.power == power
    assert (me.ore, me.credits, me.knowledge, me.qic) == goods


@pytest.mark.parametrize(
    ("faction", "id", "institute", "goods"),
    [
        ("hadsch-hallas", "c-q", True, (5, 1, 5, 6)),
        ("hadsch-hallas", "c-o", True, (6, 2, 5, 5)),
        ("hadsch-hallas", "c-k", True, (5, 1, 6, 5)),
        ("baltaks", "f-q", False, (5, 5, 5, 6)),
        ("nevlas", "t-k", False, (5, 5, 6, 5)),
        ("gleens", "pw-q", False, (6, 5, 5, 5)),
    ],
)
def test_a_faction_has_free_actions_of_its_own(faction: str, id: str, institute: bool, goods: tuple[int, ...]) -> None:
    state = ready(faction)
    me = state.players[0]
    if institute:
        assert id not in {option.id for option in table_of(state).prompt().options}
        me.structures["4B0"] = "institute"
    table_of(state).play(id)
    assert (me.ore, me.credits, me.knowledge, me.qic) == goods
    if faction == "baltaks":
        assert (me.formers, me.resting_formers) == (0, 1)
    if faction == "nevlas":
        assert me.power == [2, 2, 7, 1]


def test_free_actions_stand_before_and_after_the_action_but_not_after_passing() -> None:
    state = ready()
    table = table_of(state)
    table.play("pw-c; research sci; pw-c; burn")
    assert table.prompt().kind == "finish"
    table.play("done")
    assert table.waiting == [1]
    state.queue = [0, 1]
    again = table_of(state)
    again.play(f"pass {state.boosters[0]}")
    assert again.waiting == [1]


def test_each_free_action_of_nevlas_with_institute_is_paid_by_itself() -> None:
    state = ready("nevlas")
    me = state.players[0]
    me.structures["4A9"] = "institute"
    table = table_of(state)
    assert not {"2pw-2c", "4pw-oc", "6pw-2o"} & {option.id for option in table.prompt().options}
    table.play("pw-c pw-o pw-k")
    assert me.power == [2 + 1 + 2 + 2, 2, 3, 0]
    together = table_of(ready("nevlas", Rules(paired_power=True)))
    together.state.players[0].structures["4A9"] = "institute"
    together.play("4pw-oc")
    assert together.state.players[0].power == [4, 2, 6, 0]
