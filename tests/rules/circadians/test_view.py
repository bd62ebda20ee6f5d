"""What a seat, or an onlooker, may know."""

from __future__ import annotations

from rules.circadians.game import CircadiansGame
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.test_planning import planning

GAME = CircadiansGame()


def test_plans_are_hidden_until_all_have_planned_and_then_shown() -> None:
    table = planning(6, 4, 2, seats=2)
    table.play("6>g1 4>f1 2>g2", seat=0)
    table.play("6>f1", seat=1)
    assert table.waiting == [1]
    for seat in (1, None):
        view = table.view(seat)
        assert (view.players[0].rolled, view.players[0].plan) == ([0, 0, 0], {})
        assert view.players[0].garages == [0] * 5
    view = table.view(None)
    assert view.players[1].rolled == [0, 0, 0]
    assert table.view(0).players[0].plan == {"g1": 6, "f1": 4, "g2": 2}
    outcome = table.play("2>g1 4>g2", seat=1)
    assert outcome.barrier
    view = table.view(None)
    assert view.players[0].garages == [6, 2, 0, 0, 0]
    assert view.players[1].garages == [2, 4, 0, 0, 0]
    assert all(event.to is None for event in outcome.events if event.kind == "plan")


def test_hands_and_dealt_cards_are_seen_by_their_owner_alone() -> None:
    position, outcome = GAME.setup({}, 2, Rng("00"))
    view = GAME.view(position, 1)
    assert view.players[0].dealt == ["", ""]
    assert view.players[1].dealt == position.state.players[1].dealt
    assert set(view.deck) == {""}
    assert {tuple(event.to) for event in outcome.events if event.to} == {(0,), (1,)}
    position.state.players[0].hand = ["item-1", "item-2"]
    assert GAME.view(position, 1).players[0].hand == ["", ""]
    assert GAME.view(position, None).players[0].hand == ["", ""]
    assert GAME.view(position, 0).players[0].hand == ["item-1", "item-2"]


def test_whoever_is_asked_which_item_to_play_has_one_that_can_be_played_in_every_guess() -> None:
    found = 0
    for game in range(20):
        chance = Rng(f"{game:032x}")
        position, _ = GAME.setup(GAME.check_setup({}, 3), 3, chance)
        while not GAME.over(position) and found < 3:
            for asked in GAME.prompts(position):
                if asked.kind != "item" or len(asked.legal) > 2:
                    continue
                found += 1
                for number in range(40):
                    guess = GAME.guess(GAME.copy(position), (asked.seat + 1) % 3, Rng(f"{number:032x}"))
                    assert GAME.prompt(guess, asked.seat).legal
            seat = GAME.waiting(position)[0]
            picks = choose(None, GAME.prompt(position, seat), chance)
            GAME.answer(position, seat, picks)
        if found:
            break
    assert found
