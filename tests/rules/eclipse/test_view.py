"""What a seat, or an onlooker, may know."""

from __future__ import annotations

from rules.eclipse.game import EclipseGame
from rules.kernel.rng import Rng
from tests.rules.eclipse.table import make

GAME = EclipseGame()


def test_a_view_hides_the_reputation_tiles_of_others_and_what_is_in_the_bag() -> None:
    state = make("orion", "planta")
    for seat, tiles in ((0, [1, 4]), (1, [2, 2])):
        state.players[seat].reputation = tiles
        for value in tiles:
            state.reputation[value] -= 1
    state.players[1].drawn = [3]
    state.reputation[3] -= 1
    position, _ = GAME.setup({}, 2, Rng("00"))
    position.state = state
    view = GAME.view(position, 0)
    assert [one.reputation for one in view.players] == [[1, 4], [0, 0]]
    assert view.players[1].drawn == [0]
    assert view.reputation == {1: 11, 2: 9, 3: 7, 4: 3}
    assert GAME.view(position, None).reputation == {1: 12, 2: 9, 3: 7, 4: 4}
    assert GAME.view(position, 1).players[1].drawn == [3]
    state.phase = "over"
    assert GAME.view(position, None) == state


def test_the_score_of_a_player_who_is_out_does_not_tell_hidden_tiles() -> None:
    state = make("orion", "planta")
    state.players[1].reputation = [2]
    state.players[1].out = True
    state.players[1].frozen = {"reputation": 2, "sectors": 3, "total": 5, "left": 4}
    position, _ = GAME.setup({}, 2, Rng("00"))
    position.state = state
    assert GAME.view(position, 0).players[1].frozen == {"reputation": 0, "sectors": 3, "total": 3, "left": 4}
    assert GAME.view(position, 1).players[1].frozen["total"] == 5
