"""What a seat and an onlooker see."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.race.state import UNKNOWN
from tests.fuzz.race import scramble
from tests.rules.race.table import GAME, act, hand_of, table_of, tableau_of


def test_an_onlooker_sees_numbers_of_hidden_cards_only() -> None:
    table = table_of(
        ["old_earth gem_world", "new_sparta"], ["comet_zone", "drop_ships"], ["gem_world", ""], discards="new_earth"
    )
    view = table.view(None)
    assert [one.hand for one in view.players] == [[UNKNOWN], [UNKNOWN]]
    assert list(view.players[0].goods.values()) == [UNKNOWN]
    assert view.discards == [UNKNOWN]
    assert set(view.deck) == {UNKNOWN}
    assert len(view.deck) == len(table.state.deck)


def test_a_seat_sees_its_own_hand_and_not_its_own_goods() -> None:
    table = table_of(["old_earth gem_world", "new_sparta"], ["comet_zone", "drop_ships"], ["gem_world", ""])
    view = table.view(0)
    assert view.players[0].hand == table.state.players[0].hand
    assert view.players[1].hand == [UNKNOWN]
    assert list(view.players[0].goods.values()) == [UNKNOWN]


def test_drawn_cards_are_seen_by_their_seat_alone_before_and_after_it_has_chosen() -> None:
    table = act(table_of(["old_earth", "new_sparta"]), "explore_5", "produce")
    for _ in range(2):
        own, other = table.view(0), table.view(1)
        assert own.players[0].drawn == table.state.players[0].drawn
        assert own.players[1].drawn == [UNKNOWN] * 2
        assert other.players[0].drawn == [UNKNOWN] * 7
        assert table.view(None).players[0].drawn == [UNKNOWN] * 7
        table.answer(0, table.legal(0)[0])


def test_a_view_is_a_copy() -> None:
    table = table_of(["old_earth gem_world", "new_sparta"], ["comet_zone", ""])
    view = table.view(0)
    view.players[0].hand.clear()
    view.players[0].tableau.clear()
    assert hand_of(table, 0) == {"comet_zone"}
    assert tableau_of(table, 0) == ["old_earth", "gem_world"]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64), answers=st.integers(0, 120), seats=st.integers(2, 4))
def test_positions_that_differ_in_hidden_things_only_look_the_same(seed: int, answers: int, seats: int) -> None:
    rng = Rng(f"{seed:032x}")
    position, _ = GAME.setup({}, seats, Rng(f"{seed + 1:032x}"))
    for _ in range(answers):
        waiting = GAME.waiting(position)
        if not waiting:
            break
        prompt = GAME.prompt(position, rng.pick(waiting, "who"))
        GAME.answer(position, prompt.seat, choose(GAME.view(position, prompt.seat), prompt, rng))
    for seat in [*range(seats), None]:
        other = scramble(GAME.decode(GAME.encode(position)), seat, rng)
        other.rng = Rng("ff", 7)
        assert GAME.view(other, seat) == GAME.view(position, seat)
