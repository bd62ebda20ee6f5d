"""What answers for players: the robot, policies, and what is planned ahead; and what is explained to them."""

from __future__ import annotations

import os

import pytest

from benchmarks.robots import win_share
from tests.sample.rules.components import SITES
from tests.sample.rules.game import ProspectGame
from tests.sample.rules.policies import policy_answer
from tests.sample.rules.steps.claiming import Follow, Work
from tests.sample.tests.rules.table import bids, make, table_of

LONG = int(os.environ.get("ORRERY_LONG", "1"))
GAME = ProspectGame()


def test_the_robot_beats_random_play() -> None:
    assert win_share(GAME, 30 * LONG, {}) >= 0.7


@pytest.mark.parametrize(("fuel", "answer"), [(1, ["yes"]), (0, None)])
def test_a_policy_answers_only_what_is_allowed(fuel: int, answer: list[str] | None) -> None:
    state = make("anvil", "", fuel=[fuel])
    prompt = Follow(0, 1, "deep-vein").prompt(state)
    assert policy_answer(state, prompt, {"follow": "yes"}) == answer
    assert policy_answer(state, prompt, {"work": "drill"}) is None


@pytest.mark.parametrize(("fuel", "answer"), [(4, ["drill"]), (3, None)])
def test_a_policy_drills_with_fuel_to_spare_and_asks_without(fuel: int, answer: list[str] | None) -> None:
    state = make("anvil", "", fuel=[fuel])
    prompt = Work(0, "anvil").prompt(state)
    assert policy_answer(state, prompt, {"work": "drill"}) == answer
    assert policy_answer(state, prompt, {"work": "done"}) == ["done"]
    assert policy_answer(state, prompt, {}) is None


def test_a_bid_can_be_planned_as_long_as_one_is_to_come() -> None:
    table = table_of(make("", "", rounds=1))
    assert [prompt.kind for prompt in GAME.ahead(table.view(0), 0, {})] == ["work", "bid"]
    bids(table, 2, 1)
    assert [prompt.kind for prompt in GAME.ahead(table.view(1), 1, {})] == ["work"]


def test_sites_and_kinds_are_explained() -> None:
    assert all(GAME.look_up(f"prospect.site.{site}") for site in SITES)
    assert len(GAME.look_up("prospect.kind.ice")) == 2
    assert not GAME.look_up("prospect")
