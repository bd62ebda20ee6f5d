"""The oldest open tile leaves at the end of a round in which none was taken: a rule of Orrery's sets but the first."""

from __future__ import annotations

import pytest

from rules.circadians.components import Components
from rules.circadians.game import LEAVE, NO, SET, YES, CircadiansGame
from rules.circadians.sets import FIRST_SET, ORRERY_SET, SECOND_SET, SETS
from rules.circadians.state import CircadiansState, Rules
from rules.circadians.steps.action import Send
from rules.circadians.steps.locations import PlaceFarm, PlaceUpgrade, TakeFarm
from rules.circadians.steps.rounds import EndRound
from rules.circadians.steps.tiles import leave, leaving, open_tiles
from rules.kernel.errors import BadSetup
from rules.kernel.policies import premove, premove_answer
from rules.kernel.rng import Rng
from rules.kernel.steps import Event, Flow
from rules.kernel.text import Text
from tests.rules.circadians.table import in_hq, make, rich, say, table_of
from tests.rules.circadians.test_components import changed

GAME = CircadiansGame()


def lying(round: int = 3, **since: int) -> CircadiansState:
    """A table of a round at which tiles leave, all turned up in it but some farms (`f1`) and upgrades (`II`)."""
    state = make(2)
    state.rules, state.round = Rules(tiles_leave=True), round
    state.open_since = dict.fromkeys(open_tiles(state), round)
    for where, when in since.items():
        tile = state.farms[int(where[1]) - 1] if where[0] == "f" else state.upgrades[where]
        state.open_since[tile] = when
    return state


def left(state: CircadiansState) -> list[Event]:
    """What is told when the round ends."""
    flow: Flow[CircadiansState] = Flow(Rng("00" * 16))
    leave(state, flow)
    return [event for event in flow.events if event.kind == "leave"]


def test_the_oldest_tile_leaves_and_the_next_of_its_stack_is_turned_up() -> None:
    state = lying(f2=1, II=2)
    first, *others = state.farms[1], state.farms[0], state.farms[2]
    (event,) = left(state)
    assert "No farm or upgrade was taken in this round" in say(event.text)
    assert event.text.args["tile"] == state.parts.name(first)
    assert first not in [*state.farms, *state.farms_unseen, *state.open_since]
    assert [state.farms[0], state.farms[2]] == others
    assert state.farms_under == [4, 3, 4]
    assert state.open_since[state.farms[1]] == 3
    upgrade = state.upgrades["II"]
    (event,) = left(state)
    assert event.text.args["tile"] == state.parts.name(upgrade)
    assert upgrade not in [*state.upgrades.values(), *state.upgrades_unseen["II"]]
    assert len(state.upgrades_unseen["II"]) == 4


def test_of_several_it_is_the_farm_farthest_left_then_the_upgrade_of_the_first_stack() -> None:
    state = lying(f2=1, f3=1, I=1)
    assert leaving(state) == state.farms[1]
    state = lying(I=1, II=1, f1=2)
    assert leaving(state) == state.upgrades["I"]


def test_the_last_tile_of_a_stack_stays() -> None:
    state = lying(f1=0, I=1, III=2)
    state.farms_under[0] = 0
    state.upgrades_unseen["I"] = []
    assert leaving(state) == state.upgrades["III"]


@pytest.mark.parametrize("kind", ["farm", "upgrade"])
def test_nothing_leaves_where_a_tile_was_taken_and_in_the_next_round_it_counts_anew(kind: str) -> None:
    state = lying(f1=1, I=2)
    farm, upgrade = state.farms[2], state.upgrades["I"]
    table_of(state, PlaceFarm(0, farm) if kind == "farm" else PlaceUpgrade(0, "I"))
    taken, new = (farm, state.farms[2]) if kind == "farm" else (upgrade, state.upgrades["I"])
    assert taken not in state.open_since
    assert state.open_since[new] == 3
    assert leaving(state) == ""
    assert left(state) == []
    assert leaving(state) == state.farms[0]


def test_nothing_leaves_in_the_last_round_nor_before_the_first_nor_without_the_rule() -> None:
    assert leaving(lying(8, f1=1)) == leaving(lying(0)) == ""
    state = lying(f1=1)
    state.rules = Rules()
    assert left(state) == []


def test_the_end_of_a_round_lets_it_leave() -> None:
    state = lying(f3=2)
    tile = state.farms[2]
    table = table_of(state, EndRound())
    assert [event.kind for event in table.events].index("leave") < [one.kind for one in table.events].index("round")
    assert tile not in state.farms


def test_a_plan_that_named_a_tile_falls_when_it_leaves() -> None:
    state = lying(f1=2, II=1)
    rich(state.players[0])
    in_hq(state, (0, 3))
    state.phase = "hq"
    foundry = premove(Send(0, 0).prompt(state), ["foundry"])
    farm = premove(TakeFarm(0).prompt(state), [state.farms[0]])
    other = premove(TakeFarm(0).prompt(state), [state.farms[1]])
    assert premove_answer(Send(0, 0).prompt(state), foundry) == ["foundry"]
    left(state)
    assert isinstance(premove_answer(Send(0, 0).prompt(state), foundry), Text), "another upgrade lies there"
    assert premove_answer(TakeFarm(0).prompt(state), farm) == farm.picks
    left(state)
    assert isinstance(premove_answer(TakeFarm(0).prompt(state), farm), Text)
    assert premove_answer(TakeFarm(0).prompt(state), other) == other.picks


def test_a_new_game_with_orrerys_set_has_the_rule_one_with_another_set_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.circadians.sets.SETS", {**SETS})
    own = GAME.with_components(changed(lambda raw: raw["items"][0].update(vp=9)), "orrery.json")
    assert own.parts.prefix != ORRERY_SET.prefix, "also where the file is called as ours"
    first, second = {SET: FIRST_SET.digest}, {SET: SECOND_SET.digest}
    for game, config, rule in ((GAME, {}, YES), (GAME, second, YES), (GAME, first, NO), (own, {}, NO)):
        found = game.check_setup(config, 2)
        assert found[LEAVE] == rule
        state = game.setup(found, 2, Rng("00" * 16))[0].state
        assert state.rules.tiles_leave == bool(state.open_since) == (rule == YES)
    assert GAME.check_setup({LEAVE: NO}, 2)[LEAVE] == NO
    with pytest.raises(BadSetup):
        GAME.check_setup({LEAVE: "maybe"}, 2)


def test_a_record_that_does_not_speak_of_it_is_played_without() -> None:
    config = {**GAME.check_setup({}, 2), SET: FIRST_SET.digest}
    del config[LEAVE]
    position, _ = GAME.setup(config, 2, Rng("00" * 16))
    assert position.state.rules == Rules(limit_at_end=False)
    assert position.state.open_since == {}


def changed_since(former: Components, later: Components) -> set[str]:
    """The cards and tiles in which a set differs from the one before it; boards and planet are the same."""
    assert (former.base, former.boards, former.planet) == (later.base, later.boards, later.planet)
    return {
        id
        for part in ("items", "events", "characters", "farms", "upgrades", "clans")
        for id, one in getattr(later, part).items()
        if getattr(former, part)[id] != one
    }


def test_orrerys_sets_differ_in_what_was_balanced_alone() -> None:
    assert changed_since(FIRST_SET, SECOND_SET) == {
        "char-3", "char-5", "char-8", *(f"farm-{n}" for n in range(1, 10)), "farm-12", "up-5", "up-10",
    }  # fmt: skip
    assert changed_since(SECOND_SET, ORRERY_SET) == {"farm-9", "farm-11", "farm-14"}


def test_former_sets_are_those_that_games_were_begun_with() -> None:
    assert FIRST_SET.names["circadians.set"]["en"] == "Orrery’s set"
    assert FIRST_SET.digest == "d3c3dad81dbd23f9"
    assert SECOND_SET.name("set").id == "#circadians.315f336a6443624c.set"
    assert SECOND_SET.names["circadians.315f336a6443624c.set"]["en"] == "Orrery’s second set"
