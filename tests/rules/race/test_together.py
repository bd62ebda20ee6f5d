"""Paying together with choosing: a seat chooses in one go what it places and how it pays; all is revealed at once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import IllegalAnswer
from rules.kernel.rng import Rng
from rules.race.game import PAYMENT, STRICT, TOGETHER
from rules.race.robot import choose
from tests.rules.race.table import GAME, RaceTable, act, goods_of, hand_of, ids, table_of, tableau_of

HAND = "drop_ships gem_world comet_zone spice_world new_vinland"


def developing() -> RaceTable:
    hands = [HAND, "public_works mining_robots alien_rosetta_stone_world"]
    table = table_of(["old_earth", "new_sparta"], hands, together=True)
    return act(table, "develop", "produce")


def test_placing_and_paying_are_chosen_before_anything_is_revealed() -> None:
    table = developing()
    before = GAME.view(table.position, 1)
    table.answer(0, "drop_ships")
    prompt = table.prompt(0)
    assert (prompt.kind, prompt.at_least, prompt.at_most, prompt.secret) == ("pay", 3, 3, True)
    assert prompt.so_far == [f"card:{ids('drop_ships')[0]}"]
    table.answer(0, "gem_world", "comet_zone", "spice_world")
    assert tableau_of(table, 0) == ["old_earth"]
    assert table.waiting == [1]
    assert GAME.view(table.position, 1) == before
    assert GAME.view(table.position, None).players[0].chosen is None
    assert not table.outcome.barrier
    table.answer(1, "pass")
    assert tableau_of(table, 0) == ["old_earth", "drop_ships"]
    assert hand_of(table, 0) == {"new_vinland"}
    assert table.state.players[0].pays == []
    assert table.outcome.barrier


def test_the_question_tells_nobody_whether_something_is_placed_and_at_what_price() -> None:
    table = developing()
    asked = table.prompt(0).text
    table.answer(0, "drop_ships")
    assert table.prompt(0).text == asked
    table = table_of(
        ["old_earth colony_ship", "new_sparta"], ["gem_world comet_zone spice_world new_vinland", ""], together=True
    )
    act(table, "settle", "produce")
    asked = table.prompt(0).text
    table.answer(0, "gem_world")
    assert (table.prompt(0).kind, table.prompt(0).text) == ("way", asked)


def test_only_the_seat_is_told_what_it_has_chosen() -> None:
    table = developing()
    table.answer(0, "drop_ships")
    table.answer(0, "gem_world", "comet_zone", "spice_world")
    assert [event.to for event in table.outcome.events] == [[0]]
    assert table.outcome.asked == [0, 1], "so that it can be taken back until the last one has chosen"


def test_the_dearest_cards_are_suggested_to_be_kept() -> None:
    table = developing()
    table.answer(0, "drop_ships")
    assert set(table.prompt(0).suggested) == {"spice_world", "new_vinland", "gem_world"}
    table.answer(0, *table.prompt(0).suggested)
    table.answer(1, "pass")
    assert hand_of(table, 0) == {"comet_zone"}


def test_what_costs_nothing_is_not_asked_for() -> None:
    table = table_of(["old_earth investment_credits", "new_sparta"], ["public_works gem_world", ""], together=True)
    act(table, "develop", "produce").answer(0, "public_works")
    assert "place" in table.kinds()
    assert hand_of(table, 0) == {"gem_world"}


def test_all_is_paid_for_in_player_order_once_the_last_one_has_chosen() -> None:
    table = developing()
    table.answer(1, "mining_robots")
    assert "pay" not in table.kinds()
    table.answer(0, "drop_ships")
    table.answer(0, "gem_world", "comet_zone", "spice_world")
    told = [(event.kind, event.seat) for event in table.outcome.events if event.kind in {"place", "pay"}]
    assert told == [("place", 0), ("place", 1), ("pay", 0), ("pay", 1)]


def test_the_way_to_settle_a_world_is_chosen_with_it() -> None:
    table = table_of(
        ["old_earth colony_ship new_military_tactics", "new_sparta"],
        ["gem_world comet_zone spice_world new_vinland", "rebel_miners"],
        together=True,
    )
    act(table, "settle", "settle")
    table.answer(0, "comet_zone")
    assert [one.text.id for one in table.told("chosen")] == ["You choose {card}."]
    assert (table.prompt(0).kind, table.legal(0)) == ("way", ["pay", "colony_ship"])
    table.answer(0, "colony_ship")
    table.answer(1, "rebel_miners")
    assert tableau_of(table, 0) == ["old_earth", "new_military_tactics", "comet_zone"]
    assert tableau_of(table, 1) == ["new_sparta", "rebel_miners"]
    assert goods_of(table, 0) == set()
    assert "conquer" in table.kinds()


def test_a_world_that_is_settled_in_one_way_alone_is_told_as_chosen_once() -> None:
    table = table_of(
        ["old_earth", "new_sparta"], ["gem_world comet_zone spice_world new_vinland", "rebel_miners"], together=True
    )
    act(table, "settle", "settle")
    table.answer(0, "gem_world")
    assert table.prompt(0).kind == "pay"
    assert [one.text.id for one in table.told("chosen")] == ["You choose {card}."]
    table.answer(1, "rebel_miners")
    assert len(table.told("chosen")) == 1, "conquered: nothing more is asked"


def test_the_card_to_be_placed_is_not_offered_to_pay_with() -> None:
    table = developing()
    table.answer(0, "drop_ships")
    assert "drop_ships" not in table.legal(0)
    with pytest.raises(IllegalAnswer):
        table.answer(0, "drop_ships", "gem_world", "comet_zone")


def waits(payment: str) -> list[int]:
    """The waits of each round with Explore, Develop and Settle alone of games of four robots.

    A wait ends when all have answered who were asked in it, each as far as it could go on alone.
    """
    found: list[int] = []
    for seed in range(3):
        position: Any
        position, _ = GAME.setup({PAYMENT: payment}, 4, Rng(f"{seed:02x}"))
        round_, count, phases = 0, 0, [""]
        while asked := GAME.waiting(position):
            if position.state.round != round_:
                if phases == ["explore", "develop", "settle"]:
                    found.append(count)
                round_, count = position.state.round, 0
            count += GAME.prompt(position, asked[0]).kind != "hand_limit"
            for seat in asked:
                while seat in GAME.waiting(position) and position.state.round == round_:
                    prompt = GAME.prompt(position, seat)
                    asked_together = GAME.waiting(position)
                    GAME.answer(position, seat, choose(GAME.view(position, seat), prompt, Rng("00")))
                    if not set(GAME.waiting(position)) <= set(asked_together):
                        break
            phases = list(position.state.phases) or phases
    return found


def test_a_round_of_explore_develop_and_settle_has_at_most_four_waits() -> None:
    together = waits(TOGETHER)
    assert together
    assert max(together) <= 4
    assert max(waits(STRICT)) > 4


def test_games_from_before_there_was_a_choice_are_played_in_strict_order() -> None:
    assert GAME.check_setup({}, 2)[PAYMENT] == TOGETHER
    position, _ = GAME.setup({"setup": "normal"}, 2, Rng("00"))
    assert not position.state.together
    position, _ = GAME.setup(GAME.check_setup({}, 2), 2, Rng("00"))
    assert position.state.together
    position, _ = GAME.setup({PAYMENT: STRICT}, 2, Rng("00"))
    assert not position.state.together
