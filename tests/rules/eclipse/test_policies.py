"""Policies: what they answer, and what they leave to the player."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.eclipse.game import EclipseGame
from rules.eclipse.policies import OFFERED, POLICIES
from rules.eclipse.state import EclipseState, Rules
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.conquest import Conquest
from rules.eclipse.steps.diplomacy import LastOffers, possible
from rules.eclipse.steps.reputation import DrawReputation
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.play import SeatAutomation, answer_automatically
from tests.rules.eclipse.table import EclipseTable, add, make, neighbours, table_of

TERRANS = ("terran-directorate", "terran-union")


def answer(table: EclipseTable, **settings: str) -> list[str] | None:
    """What the seat that is asked answers by its policies, seeing its view only."""
    prompt = table.prompt()
    return table.game.policy_answer(table.game.view(table.position, prompt.seat), prompt, settings)


def battle(ours: int = 1, theirs: int = 1) -> EclipseState:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": ours}, 1: {"interceptor": theirs}})
    add(state, "103", "1B", turns=3, disc=1)
    return state


@pytest.mark.parametrize(
    ("how", "ours", "theirs", "pick"),
    [
        ("attack", 1, 3, "attack"),
        ("half", 1, 3, "attack"),
        ("weaker", 1, 3, "retreat-221"),
        ("weaker", 3, 3, "attack"),
        ("weaker", 3, 1, "attack"),
    ],
)
def test_ships_fight_by_policy(how: str, ours: int, theirs: int, pick: str) -> None:
    assert answer(table_of(battle(ours, theirs), Combat()), fight=how) == [pick]
    assert answer(table_of(battle(ours, theirs), Combat())) is None


def test_ships_retreat_by_policy_when_half_are_lost() -> None:
    table = table_of(battle(2, 2), Combat(), draws={"die": [1, 1, 6, 1]})
    table.play("attack attack")
    assert table.prompt().seat == 0
    assert answer(table, fight="half") == ["retreat-221"]


def test_a_whole_battle_is_fought_by_policy_without_a_question() -> None:
    table = table_of(battle(4, 4), Combat())
    automations = {seat: SeatAutomation(settings={"fight": "attack", "reputation": "best"}) for seat in (0, 1)}
    settled = answer_automatically(table.game, table.position, automations)
    events = [event for _, outcome in settled.answers for event in outcome.events]
    assert [event.kind for event in events].count("battle") == 1
    assert table.state.battle is None


def test_stalemates_are_left_by_policy() -> None:
    state = battle()
    for me in state.players:
        me.placed["interceptor"] = ["", "hull", "", ""]
    assert answer(table_of(state, Combat()), fight="attack") == ["retreat-103"]


def test_hits_are_assigned_by_policy() -> None:
    state = make(*TERRANS, rules=Rules(choose_hits=True))
    add(state, "106", "1F", ships={0: {"interceptor": 1, "cruiser": 1}, 1: {"cruiser": 2}})
    table = table_of(state, Combat(), draws={"die": [1, 6, 6, 1]})
    assert table.prompt().kind == "hit"
    assert answer(table, hits="greedy") == ["greedy-on"]
    assert [(offer.key, offer.value) for offer in table.game.standing_offers(table.view(0), table.prompt())] == [
        ("hits", "greedy")
    ]


def test_populations_are_attacked_or_spared_by_policy() -> None:
    state = make("terran-directorate", "orion")
    add(state, "106", "1A", disc=0, ships={1: {"interceptor": 1}}).cubes = [0]
    table = table_of(state, Conquest())
    assert answer(table, population="attack") == ["bombs"]
    assert answer(table, population="spare") == ["no"]
    state.players[1].technologies = []
    assert answer(table, population="attack") == ["roll"]


def test_control_is_taken_by_policy_after_battles_only() -> None:
    state = make(*TERRANS)
    state.phase = "combat"
    add(state, "106", "1A", ships={1: {"interceptor": 1}})
    table = table_of(state, Conquest())
    assert answer(table, control="yes") == ["yes"]
    state.phase = "action"
    assert answer(table, control="yes") is None


def test_the_best_reputation_tile_is_kept_by_policy() -> None:
    state = make(*TERRANS)
    table = table_of(state, DrawReputation(0, 2), draws={"reputation": [2, 3]})
    assert answer(table, reputation="best") == ["3"]
    state = make("hydran", "planta")
    state.players[0].reputation = [3, 3, 4]
    state.players[0].partners = [1, 1]
    table = table_of(state, DrawReputation(0, 1), draws={"reputation": [3]})
    assert answer(table, reputation="best") == ["none"]
    state.players[0].drawn = [4]
    assert answer(table, reputation="best") == ["4-for-3"]


def test_players_pass_again_and_end_turns_and_pay_by_policy() -> None:
    state = make(*TERRANS)
    table = table_of(state)
    assert answer(table, passed="pass") is None
    state.players[0].passed = True
    assert answer(table, passed="pass") == ["pass"]
    add(state, "106", "1A", disc=0)
    state.players[0].passed = False
    table = table_of(state, Upkeep())
    assert answer(table, upkeep="pay") == ["done"]
    state.players[0].discs = 0
    assert answer(table, upkeep="pay") is None  # money is lacking


def test_who_has_passed_passes_again_unasked_where_nothing_else_is_possible() -> None:
    state = make(*TERRANS)
    me = state.players[0]
    me.passed, me.goods, me.colony = True, dict.fromkeys(me.goods, 0), 0
    table = table_of(state)
    assert answer(table, passed="unable") is answer(table) is None  # a ship can move, and a part be changed
    me.discs = 0
    assert {"move", "build", "upgrade", "colony", "trade"}.isdisjoint(table.legal())
    assert answer(table, passed="unable") == answer(table) == ["pass"]
    assert answer(table, passed="ask") is None
    me.passed = False
    assert answer(table, passed="unable") is None


def test_after_the_battles_the_table_asks_for_offers_that_could_not_be_made_before() -> None:
    state = neighbours("orion", "terran-directorate", "hydran", "planta")
    assert possible(state, 0) == [1]
    table = table_of(state, LastOffers(0))
    assert answer(table, own_offers="new") is None
    state.players[0].could_offer = [1]
    assert answer(table, own_offers="new") == ["done"]
    assert answer(table, own_offers="ask") is answer(table) is None
    state.players[0].could_offer = [2]
    assert answer(table, own_offers="new") is None


def test_passing_notes_who_could_have_been_made_an_offer() -> None:
    state = neighbours("orion", "terran-directorate", "hydran", "planta")
    table_of(state).play("pass")
    assert state.players[0].could_offer == [1]


def test_a_table_may_ask_for_tiles_and_offers_and_one_that_is_older_does() -> None:
    game = EclipseGame()
    settings = game.table_settings(game.check_setup({}, 4))
    assert settings == {"passed": "unable", "own_offers": "new", "reputation": "best"}
    asked = game.check_setup({"offers": "asked", "reputation": "asked"}, 4)
    assert game.table_settings(asked) == game.table_settings({}) == {"passed": "unable"}


def test_questions_with_one_usual_answer_offer_it_for_always() -> None:
    state = make(*TERRANS)
    state.players[0].passed = True
    table = table_of(state)
    (offer,) = table.game.standing_offers(table.view(0), table.prompt())
    assert (offer.key, offer.value) == ("passed", "pass")
    table = table_of(make(*TERRANS), DrawReputation(0, 2), draws={"reputation": [2, 3]})
    (offer,) = table.game.standing_offers(table.view(0), table.prompt())
    assert (offer.key, offer.value) == ("reputation", "best")
    table = table_of(battle(), Combat())
    assert not table.game.standing_offers(table.view(table.prompt().seat), table.prompt())


def test_every_choice_says_what_it_does() -> None:
    assert len({policy.key for policy in POLICIES}) == len(POLICIES)
    for policy in POLICIES:
        assert policy.asks.id.endswith(".")
        assert all(choice.text.id.endswith(".") and not choice.label.id.endswith(".") for choice in policy.choices)


@pytest.mark.parametrize(("language", "always"), [("en", "Always"), ("de", "Immer")])
def test_a_choice_that_is_offered_for_always_says_what_is_done(language: str, always: str) -> None:
    labels = {
        (policy.key, one.value): Words(language).label(one.label) for policy in POLICIES for one in policy.choices
    }
    assert labels.keys() >= OFFERED
    assert [label for key, label in labels.items() if key in OFFERED and label.startswith(always)] == []
