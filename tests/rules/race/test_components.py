"""The data file agrees with every number that the rulebook prints, and a broken one is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from rules.kernel.errors import BadData
from rules.race import components as c
from rules.race.components import ACTIONS, BY_KEY, CARDS, DATA, GOODS, Card, card_id, card_number, read

RAW = resources.files("rules.race").joinpath("data", "cards.json").read_bytes()


def count(fits: Callable[[Card], bool]) -> int:
    return sum(fits(card) for card in CARDS)


def has(card: Card, phase: c.PowerPhase, op: type[c.Power]) -> bool:
    return any(isinstance(power, op) for power in card.powers.of(phase))


def strengths(card: Card) -> list[int]:
    return [power.n for power in card.powers.settle if isinstance(power, c.Strength) and power.general]


def test_there_are_114_cards_of_95_designs() -> None:
    assert (len(CARDS), len(DATA.cards)) == (114, 95)
    assert count(lambda card: card.start is not None) == 5
    assert count(lambda card: card.world and card.start is None) == 59
    assert count(lambda card: card.development) == 50


def test_start_worlds_are_four_civil_and_one_military() -> None:
    starts = [card for card in DATA.cards if card.start is not None]
    assert sorted(card.start or 0 for card in starts) == [0, 1, 2, 3, 4]
    assert Counter(card.military for card in starts) == {False: 4, True: 1}


def test_other_worlds_are_22_military_and_37_civil() -> None:
    assert Counter(card.military for card in DATA.cards if card.world and card.start is None) == {True: 22, False: 37}


def test_developments_are_12_of_cost_6_and_19_pairs() -> None:
    assert count(lambda card: card.development and card.cost == 6) == 12
    assert len([card for card in DATA.cards if card.development and card.cost != 6]) == 19
    assert {len(card.ids) for card in DATA.cards if card.development and card.cost != 6} == {2}


def test_military_worlds_have_the_printed_defences() -> None:
    defences = Counter(card.defence for card in CARDS if card.military)
    assert defences == {1: 6, 2: 7, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1}
    rebels = Counter(card.defence for card in CARDS if card.military and "REBEL" in card.keywords)
    assert rebels == {1: 1, 2: 1, 3: 2, 5: 1, 6: 1, 7: 1}
    aliens = Counter(card.defence for card in CARDS if card.military and "ALIEN" in card.keywords)
    assert aliens == {2: 1, 4: 1, 5: 1, 6: 1}


def test_costs_are_distributed_as_printed() -> None:
    developments = Counter(card.cost for card in CARDS if card.development)
    worlds = Counter(card.cost for card in CARDS if card.world and not card.military)
    assert developments == {1: 12, 2: 12, 3: 4, 4: 8, 5: 2, 6: 12}
    assert worlds == {0: 2, 1: 6, 2: 11, 3: 10, 4: 5, 5: 5, 6: 2}
    assert developments.total() + worlds.total() == 91


def test_nineteen_cards_give_strength() -> None:
    permanent = Counter(
        (card.kind, card.military, n) for card in CARDS if card.start is None for n in strengths(card) if n > 0
    )
    assert permanent == {
        ("development", False, 1): 2,
        ("development", False, 2): 3,
        ("development", False, 3): 2,
        ("world", True, 1): 4,
        ("world", True, 2): 1,
        ("world", True, 3): 1,
        ("world", False, 1): 2,
    }
    temporary = [card for card in CARDS if has(card, "settle", c.GiveUpForStrength)]
    at_start = sorted(n for card in CARDS if card.start is not None for n in strengths(card))
    assert permanent.total() + len(temporary) + len(at_start) == 19
    assert at_start == [1, 2]
    assert count(lambda card: -1 in strengths(card)) == 5


def test_special_strength_is_on_four_cards() -> None:
    special = {
        card.key: (power.n, power.good, power.versus)
        for card in DATA.cards
        for power in card.powers.settle
        if isinstance(power, c.Strength) and not power.general
    }
    assert special == {
        "galactic_imperium": (4, None, "REBEL"),
        "alien_tech_institute": (2, "alien", None),
        "alien_rosetta_stone_world": (2, "alien", None),
        "alpha_centauri": (1, "rare", None),
    }


@pytest.mark.parametrize(
    ("mode", "good", "civil", "military"),
    [
        ("windfall", "novelty", 2, 3),
        ("windfall", "rare", 5, 2),
        ("windfall", "genes", 2, 5),
        ("windfall", "alien", 3, 3),
        ("production", "novelty", 8, 1),
        ("production", "rare", 5, 1),
        ("production", "genes", 3, 1),
        ("production", "alien", 1, 1),
    ],
)
def test_worlds_with_goods_are_as_many_as_printed(mode: str, good: str, civil: int, military: int) -> None:
    found = Counter(card.military for card in CARDS if card.mode == mode and card.good == good)
    assert (found[False], found[True]) == (civil, military)


def test_cards_that_produce_on_windfall_worlds_are_as_many_as_printed() -> None:
    kinds = Counter(
        (card.kind, power.good == "any")
        for card in CARDS
        for power in card.powers.produce
        if isinstance(power, c.ProduceWindfall)
    )
    assert kinds == {("development", False): 6, ("world", False): 2, ("world", True): 1}


def test_33_cards_consume_goods_and_three_hand_cards() -> None:
    def eats(card: Card) -> bool:
        return any(isinstance(power, c.Consume | c.ConsumeAll | c.SellGood) for power in card.powers.consume)

    eaters = Counter((card.kind, card.military) for card in CARDS if eats(card))
    assert eaters == {("world", False): 16, ("world", True): 2, ("development", False): 15}
    assert count(lambda card: eats(card) and card.start is not None) == 3
    hand = Counter(card.kind for card in CARDS if has(card, "consume", c.DiscardHand))
    assert hand == {"development": 2, "world": 1}


def test_goods_sell_for_two_to_five_cards() -> None:
    assert {good.key: good.price for good in GOODS.values()} == {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}


def test_chips_and_limits_are_those_of_the_box() -> None:
    assert (DATA.chips.ones, DATA.chips.fives, DATA.chips.tens) == (18, 6, 4)
    assert DATA.chips.ones + 5 * DATA.chips.fives == 4 * DATA.chips.pool_per_player
    assert (DATA.limits.hand, DATA.limits.tableau, DATA.limits.deal, DATA.limits.keep) == (10, 12, 6, 4)


def test_there_are_seven_action_cards_and_two_more_for_experienced_players() -> None:
    assert Counter(action.experienced for action in ACTIONS.values()) == {False: 7, True: 2}


def test_33_german_titles_are_printed_and_the_others_ours() -> None:
    assert Counter(card.de_source for card in DATA.cards) == {"printed": 33, "ours": 62}
    assert BY_KEY["gem_world"].de == "Kristallwelt"


def test_every_development_and_most_worlds_have_a_power() -> None:
    assert all(card.powers != c.Powers() for card in CARDS if card.development)


def test_card_ids_can_be_typed_and_read_back() -> None:
    assert [card_id(6), card_id(7), card_id(8)] == ["public_works", "public_works-2", "gem_world"]
    assert [card_number(card_id(number)) for number in range(114)] == list(range(114))


def broken(change: Callable[[Any], None]) -> bytes:
    data = json.loads(RAW)
    change(data)
    return json.dumps(data).encode()


def card_of(data: Any, key: str) -> Any:
    return next(card for card in data["cards"] if card["key"] == key)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda d: card_of(d, "gem_world").update(cost=None, defence=None), "gem_world"),
        (lambda d: card_of(d, "gem_world").update(defence=3), "gem_world"),
        (lambda d: card_of(d, "gem_world").update(colour="red"), "gem_world"),
        (lambda d: card_of(d, "gem_world").update(good="gold"), "gem_world"),
        (lambda d: card_of(d, "gem_world").update(vp=-1), "gem_world"),
        (lambda d: card_of(d, "gem_world").pop("mode"), "gem_world"),
        (lambda d: card_of(d, "gem_world").pop("powers"), "gem_world"),
        (lambda d: card_of(d, "gem_world").update(ids=[7]), "7 is there 2 times"),
        (lambda d: card_of(d, "gem_world").update(ids=[114]), "without a gap"),
        (lambda d: card_of(d, "gem_world").update(preset_hand=2), "first_game"),
        (lambda d: card_of(d, "gem_world").update(key="space_port"), "space_port is there 2 times"),
        (lambda d: card_of(d, "drop_ships").update(ids=[83]), "drop_ships"),
        (lambda d: card_of(d, "new_economy").pop("scoring"), "new_economy"),
        (lambda d: card_of(d, "mining_league")["scoring"][2].update(card="no_card"), "no_card"),
        (lambda d: card_of(d, "drop_ships")["powers"]["settle"][0].update(op="fly"), "drop_ships"),
        (lambda d: card_of(d, "old_earth").update(start=7), "start"),
        (lambda d: d.pop("limits"), "limits"),
    ],
)
def test_a_broken_data_file_is_refused_and_the_entry_named(change: Callable[[Any], None], named: str) -> None:
    with pytest.raises(BadData, match=named):
        read(broken(change))


def test_a_file_that_is_no_json_is_refused() -> None:
    with pytest.raises(BadData, match=r"cards\.json"):
        read(b"{")
