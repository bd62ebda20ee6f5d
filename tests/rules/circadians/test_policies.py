"""Policies: what they answer, and what they leave to the player."""

from __future__ import annotations

from rules.circadians.game import CircadiansGame
from rules.circadians.goods import Goods
from rules.circadians.policies import POLICIES
from rules.circadians.steps.spending import Pay
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.table import CircadiansTable, give, in_hq, make, rich, table_of

GAME = CircadiansGame()

OFF = {policy.key: "ask" for policy in POLICIES}


def policy(table: CircadiansTable, seat: int = 0, **settings: str) -> list[str] | None:
    """What the policies answer to the open prompt of a seat."""
    prompt = table.game.prompt(table.position, seat)
    return table.game.policy_answer(table.view(seat), prompt, {**OFF, **settings})


def test_without_settings_everything_is_asked() -> None:
    position, _ = GAME.setup({}, 2, Rng("0a"))
    robots = Rng("0b")
    while waiting := GAME.waiting(position):
        prompt = GAME.prompt(position, waiting[0])
        assert GAME.policy_answer(GAME.view(position, waiting[0]), prompt, {}) is None
        GAME.answer(position, waiting[0], choose(None, prompt, robots))


def test_what_is_worse_in_every_way_is_not_offered_and_the_rest_needs_no_answer() -> None:
    from rules.circadians.steps.harvest import Harvest

    state = make(1)
    state.players[0].farm_dice[2] = 1
    table = table_of(state, Harvest())
    assert table.legal() == ["water"], "a 1 yields no power"
    assert table.prompt().left_over() == ["water"]
    table.answer(0, "power")  # As games that were played before did.
    assert table.over

    state = make(1)
    rich(state.players[0], power=3, water=30)
    table = table_of(state, Pay(0, [Goods(), Goods(water=5)]))
    assert (table.legal(), table.prompt().left_over()) == (["0"], ["0"])
    table.answer(0, "5w")
    assert state.players[0].water == 25
    state = make(1)
    rich(state.players[0])
    table = table_of(state, Pay(0, [Goods(power=2), Goods(water=10)]))
    assert (table.legal(), table.prompt().left_over()) == (["2p", "10w"], None)


def test_nobody_pays_for_the_last_die_to_go_to_the_canteen() -> None:
    state = make(1)
    give(state.players[0], 0, 3, algae=5)
    table = table_of(state)
    assert "recall" in table.legal()
    assert "canteen" not in table.legal()
    table.answer(0, "canteen")
    assert (table.state.players[0].algae, table.state.players[0].canteen) == (4, 1)
    state = make(1)
    give(state.players[0], 0, 3, 4, algae=5)
    assert {"canteen", "recall"} <= set(table_of(state).legal()), "another die would come along"


def test_farms_yield_what_the_policy_says_where_they_offer_it() -> None:
    from rules.circadians.steps.harvest import Harvest

    state = make(1)
    state.players[0].farm_dice[1:3] = [3, 3]
    table = table_of(state, Harvest())
    assert policy(table, harvest="water") == ["water"]
    assert policy(table, harvest="algae") == ["algae"]
    assert policy(table, harvest="power") is None
    table.play("water")
    assert policy(table, harvest="power") == ["power"]
    assert policy(table, harvest="algae") is None


def test_the_headquarters_give_what_the_policy_says_as_long_as_there_is_a_card() -> None:
    state = make(2)
    rich(state.players[0], 3)
    table = table_of(state)
    table.play("hq")
    assert policy(table, hq="items") == ["items"]
    assert policy(table, hq="water") == ["water"]
    assert policy(table) is None


def test_a_die_that_can_go_nowhere_goes_to_the_canteen() -> None:
    from rules.circadians.steps.action import GaragePhase

    state = make(2)
    give(state.players[0], 0, 3, 3, algae=1)
    in_hq(state, (1, 1), (1, 2), (1, 3))
    for row in state.depository.values():
        row[2] = state.hq[0]
    state.players[0].supply = 0
    table = table_of(state, GaragePhase())
    assert set(table.legal()) == {"canteen", "recall"}
    assert policy(table) is None
    assert policy(table, stranded="canteen") is None
    assert policy(table, stranded="all") == ["recall"]
    table.state.players[0].garages = [0, 3, 0, 0, 0]
    assert policy(table, stranded="canteen") == ["recall"]
    rich(state.players[0])
    assert policy(table, stranded="all") is None


def test_a_clan_that_only_gives_is_used() -> None:
    for clan, answer in (("green-a", ["use"]), ("red-a", None)):
        state = make(2)
        rich(state.players[0], 4)
        table = table_of(state)
        table.play(f"negotiate {clan[:-2]}-1")
        assert policy(table, clan="use") == answer
        assert policy(table) is None
