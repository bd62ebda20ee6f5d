"""The odds of a battle agree with the oracle, with each other, and with battles fought by the steps of the rules."""

from __future__ import annotations

import copy
from collections import Counter
from unittest.mock import patch

import pytest

from rules.eclipse import odds as module
from rules.eclipse.odds import FIGHTS, MOST_STEPS, VOLLEYS, Engagement, Force, Odds, odds
from rules.eclipse.prospect import acting, prospect, prospect_in
from rules.eclipse.state import ANCIENTS, NOBODY, Die, EclipseState, Player, Rules, Sector
from rules.eclipse.steps import battle as steps
from rules.eclipse.steps.battle import ON, NextGroup, NextPairing, StuckGroup, open_battle
from rules.kernel.rng import Rng
from rules.kernel.steps import Flow
from tests.rules.eclipse.battles.fight import ATTACKER, DEFENDER, OUTCOMES, Setup
from tests.rules.eclipse.battles.test_odds import setups

SETUPS = setups()


def forces(setup: Setup) -> tuple[Force, ...]:
    npc = {"ancient": -1, "gcds": -2}
    return tuple(
        Force(side == ATTACKER, kind, setup.stats[npc.get(kind, side), kind], (0,) * n)
        for side in (ATTACKER, DEFENDER)
        for kind, n in setup.fleets[side]
    )


def whole(setup: Setup) -> Odds:
    found = forces(setup)
    return odds(found, tuple(Engagement(found).order), missiles=True)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.id)
def test_the_odds_are_those_of_the_oracle(setup: Setup) -> None:
    found = whole(setup)
    off = 1e-6 if found.exact else 0.08
    for outcome in OUTCOMES:
        assert getattr(found, outcome) == pytest.approx(setup.exact[outcome], abs=off)


@pytest.mark.parametrize("setup", SETUPS[:6], ids=lambda setup: setup.id)
def test_fought_battles_agree_with_all_that_can_happen(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = whole(setup)
    assert exact.exact
    monkeypatch.setattr(module, "MOST_STEPS", 0)
    monkeypatch.setattr(module, "FIGHTS", 2000)
    found = forces(setup)
    fought = odds.__wrapped__(found, tuple(Engagement(found).order), missiles=True)
    assert not fought.exact
    assert fought.attacker == pytest.approx(exact.attacker, abs=0.045)
    assert fought.left == pytest.approx(exact.left, abs=0.11)


def test_the_same_battle_has_the_same_odds_and_little_work() -> None:
    assert FIGHTS < 1000
    assert VOLLEYS < 10_000
    assert MOST_STEPS < 5000
    largest = max(SETUPS, key=lambda setup: sum(n for side in setup.fleets for _, n in side))
    found = forces(largest)
    order = tuple(Engagement(found).order)
    once, again = (odds.__wrapped__(found, order, missiles=True) for _ in range(2))
    assert once == again


def table(ships: dict[int, dict[str, int]], ancients: int = 0) -> EclipseState:
    sector = Sector("318", 0, -3, 0, ships=ships, ancients=ancients)
    players = [Player(species="terran-alliance") for _ in range(2)]
    return EclipseState(Rules(), players, {"318": sector})


def test_a_sector_is_foreseen_before_the_battle_and_without_one_nothing_is() -> None:
    state = table({0: {"cruiser": 1}}, ancients=1)
    found = prospect_in(state, state.sectors["318"])
    assert found is not None
    assert (found.attacker, found.defender) == (0, ANCIENTS)
    assert found.odds.attacker + found.odds.defender == pytest.approx(1)
    assert prospect_in(table({0: {"cruiser": 1}}), table({0: {"cruiser": 1}}).sectors["318"]) is None


def test_three_parties_begin_with_those_who_came_last() -> None:
    state = table({0: {"cruiser": 1}, 1: {"interceptor": 2}}, ancients=1)
    found = prospect_in(state, state.sectors["318"])
    assert found is not None
    assert (found.attacker, found.defender) == (1, 0)


def test_damage_and_the_queue_count() -> None:
    state = table({0: {"cruiser": 1}}, ancients=1)
    fresh = prospect_in(state, state.sectors["318"])
    state.battle = battle = open_battle(state.sectors["318"])
    battle.attacker, battle.defender, battle.round = 0, ANCIENTS, 2
    battle.groups[0].damage = [1]
    hurt = prospect(state, battle)
    assert fresh is not None
    assert hurt is not None
    assert hurt.odds.attacker < fresh.odds.attacker


def test_dice_that_lie_there_are_assigned_first() -> None:
    state = table({0: {"interceptor": 1}, 1: {"interceptor": 1}})
    state.battle = battle = open_battle(state.sectors["318"])
    battle.attacker, battle.defender, battle.round = 1, 0, 1
    battle.volley, battle.shooter = [Die(1, 6)], 0
    found = prospect(state, battle)
    assert found is not None
    assert found.odds.defender == 1
    assert acting(state) == 0


def finish(state: EclipseState, rng: Rng) -> str:
    """Fight a battle to its end from where it stands, the group that is asked first."""
    flow: Flow[EclipseState] = Flow(rng)
    flow.then(NextGroup())
    while flow.stack:
        step = flow.stack.pop()
        if isinstance(step, StuckGroup):
            return "stalemate"
        if isinstance(step, NextPairing):
            break
        step.run(state, flow)
    battle = steps.battle_of(state)
    return "attacker" if any(group.damage for group in battle.groups if group.side == battle.attacker) else "defender"


def test_battles_of_the_steps_end_from_their_middle_as_foreseen() -> None:
    state = table({0: {"cruiser": 2, "interceptor": 2}, 1: {"dreadnought": 1, "interceptor": 2}})
    state.battle = battle = open_battle(state.sectors["318"])
    battle.attacker, battle.defender, battle.round = 1, 0, 2
    dreadnought = next(group for group in battle.groups if group.kind == "dreadnought")
    dreadnought.damage = [1]
    for one in battle.fighters:
        one.orders, one.fought = ON, True
    everybody = steps.order(state, battle)
    battle.queue = everybody[2:]
    assert acting(state) == everybody[1]
    found = prospect(state, battle)
    assert found is not None
    assert found.odds.exact
    battle.queue = everybody[1:]
    rng, fights = Rng("05" * 8), 600
    ends = Counter(finish(copy.deepcopy(state), rng) for _ in range(fights))
    assert ends["attacker"] / fights == pytest.approx(found.odds.attacker, abs=0.08)


def test_nobody_is_known_to_act_where_no_battle_is_fought() -> None:
    state = table({0: {"cruiser": 1}}, ancients=1)
    assert acting(state) == NOBODY
    state.battle = open_battle(state.sectors["318"])
    assert acting(state) == NOBODY
    with patch.object(module, "MOST_STEPS", 1):
        assert prospect(state, state.battle) is not None
