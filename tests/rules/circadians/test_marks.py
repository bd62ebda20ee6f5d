"""What pictures mark: every option of every prompt has its place, and prompts carry what was chosen on the way."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.circadians import places
from rules.circadians.game import CircadiansGame
from rules.circadians.means import HQ
from rules.circadians.steps.moving import FreeStep
from rules.circadians.steps.negotiation import LoseDie
from rules.circadians.steps.planning import OPEN, Plan
from rules.kernel.play import robot_rng
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.table import CircadiansTable, give, in_hq, make, negotiated, rich, table_of

GAME = CircadiansGame()
ENDS = {"anew", "seal", "stop", "stay", "keep", "skip"}
"""Options that end or decline something: nothing can be marked."""
OFTEN = (
    "character", "draft", "plan", "send", "negotiate", "item", "row", "mine", "academy", "market", "market-space",
    "times", "trade", "pay", "hq", "farm", "move", "advance", "penalty", "harvest", "clan",
)  # fmt: skip
SELDOM = ("direction", "setback", "lose-die", "lose-item", "remove-farm", "remove-upgrade", "pair", "discard", "seal")


@cache
def asked() -> dict[str, list[Prompt]]:
    """Every prompt of some games of robots and of games played at random, by kind."""
    found: dict[str, list[Prompt]] = {}
    for seed, seats in enumerate((2, 4, 2, 3)):
        position, _ = GAME.setup({}, seats, Rng(f"{seed:02x}"))
        chance = Rng(f"a{seed}")
        while True:
            waiting = GAME.waiting(position)
            if not waiting:
                break
            prompt = GAME.prompt(position, waiting[0])
            found.setdefault(prompt.kind, []).append(prompt)
            view = GAME.view(position, prompt.seat)
            picks = choose(None, prompt, chance) if seed % 2 else GAME.choose(view, prompt, robot_rng(view, prompt))
            GAME.answer(position, prompt.seat, picks)
    return found


def unmarked(prompt: Prompt) -> list[str]:
    """The legal options that no picture could show."""
    ids = {option.id for option in prompt.legal}
    ends = {*ENDS, *(id for id in ids if f"{OPEN}{id}" in ids)}  # The last die seals a plan.
    return [option.id for option in prompt.legal if not option.place and option.id not in ends]


@pytest.mark.parametrize("kind", OFTEN)
def test_every_option_has_its_place(kind: str) -> None:
    for prompt in asked()[kind]:
        assert unmarked(prompt) == []
        found = Counter(option.place for option in prompt.legal if option.place)
        assert max(found.values(), default=1) == 1, prompt


def test_no_kind_of_prompt_is_left_out() -> None:
    assert set(asked()) <= {*OFTEN, *SELDOM}
    for kind, prompts in asked().items():
        assert [one for prompt in prompts for one in unmarked(prompt)] == [], kind


def test_every_planned_die_has_its_own_place() -> None:
    state = make(1)
    state.players[0].rolled = [4, 6]
    prompt = table_of(state, Plan(0)).prompt()
    assert [option.place for option in prompt.legal[:2]] == ["plan:6>g1", "plan:6>f1"]
    assert [places.read_planned(option.place) for option in prompt.legal[4:6]] == [(4, "g1"), (4, "f1")]


def test_a_die_that_is_sent_is_told_with_its_value() -> None:
    state = make()
    rich(state.players[0], 3)
    table = table_of(state)
    assert table.prompt().so_far == ["garage:1"]
    table.play("to-4")
    assert table.prompt().so_far == ["garage:1", "value:4"]
    table.play("mine")
    assert table.prompt().so_far == ["garage:1", "value:4"]
    assert [option.place for option in table.prompt().options] == ["mine:1", "mine:2"]


def test_a_die_of_the_headquarters_is_its_first() -> None:
    state = make()
    rich(state.players[0])
    in_hq(state, (0, 3))
    assert places.source(HQ) == "hq:1"
    assert table_of(state).prompt().so_far == ["hq:1"]


def test_a_harvester_is_marked_on_the_hexes_that_it_comes_to() -> None:
    state = make()
    state.players[0].harvester = (3, -3)
    prompt = table_of(state, FreeStep(0, may=True)).prompt()
    for option in prompt.legal:
        at = places.read_planet(option.place)
        assert (at in state.parts.planet["a"]) == (option.id != "stay")


def test_a_die_that_is_lost_is_marked_in_its_garage_or_on_its_farm() -> None:
    state = make()
    give(state.players[0], 0, 3, waiting=1, canteen=1, farm_dice=[0, 5, 0, 0, 0, 0])
    prompt = table_of(state, LoseDie(0)).prompt()
    assert [option.place for option in prompt.options] == ["waiting", "garage:2", "farm:2", "canteen"]


def test_a_row_of_the_depository_carries_the_card_and_the_die() -> None:
    state = make()
    rich(state.players[0], 3, hand=["item-1"])
    table = table_of(state)
    table.play("depot item-1")
    assert table.prompt().so_far == ["garage:1", "value:3", "item:item-1"]
    assert {option.place for option in table.prompt().options} == {"depot:upper-3", "depot:middle-3", "depot:lower-3"}


def test_a_setback_marks_tokens_and_then_penalties() -> None:
    state = make()
    rich(state.players[0], 6)
    negotiated(state, "green", 1, 1, 6)
    table: CircadiansTable = table_of(state)
    table.play("negotiate green-2 skip")
    if table.prompt().kind == "advance":
        table.play("skip")
    prompt = table.prompt()
    assert (prompt.kind, [option.place for option in prompt.options]) == (
        "setback",
        ["token:sum-green", "token:pair-green"],
    )
    table.play("sum-green")
    assert table.prompt().so_far == ["token:sum-green"]
    assert all(option.place.startswith("setback:") for option in table.prompt().options)


def test_a_steered_harvester_is_marked_where_it_comes_to() -> None:
    state = make()
    rich(state.players[0], 1, played=["item-6"])
    table = table_of(state)
    table.play("control")
    prompt = table.prompt()
    if prompt.kind == "pay":
        assert prompt.so_far == ["control"]
        table.play(prompt.legal[0].id)
        prompt = table.prompt()
    assert (prompt.kind, prompt.so_far) == ("direction", ["value:1"])
    assert {option.id: option.place for option in prompt.options} == {
        "n": "hex:0,-1",
        "ne": "hex:1,-1",
        "nw": "hex:-1,0",
    }
