"""The planet as a map of letters."""

from __future__ import annotations

import pytest

from rendering.circadians.letter_map import draw, short
from rules.circadians.planet import hex_names
from tests.rendering.circadians.test_text_board import game

WIDEST = 23


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_map_fits_a_phone_and_shows_each_hex_at_its_place(side: str) -> None:
    state = game()[0].state
    state.side = side
    for one, at in zip(state.players, [(0, 0), (0, 0), (0, 0), (3, -3)], strict=True):
        one.harvester = at
    state.tokens = sorted(at for at, one in state.parts.planet[side].items() if one.token is not None)
    lines = draw(state)
    assert max(map(len, lines)) <= WIDEST
    assert len(lines) == 1 + 13
    heads = lines[0]
    for (q, r), place in hex_names(state).items():
        text = lines[1 + 2 * r + q + 6][heads.index(place[0]) :].split(" ")[0]
        data = state.parts.planet[side][q, r]
        here = "◊" if data.corner else short(data.harvest)
        here += "+" if data.token is not None else ""
        assert text == {(0, 0): "#123", (3, -3): "◊#4"}.get((q, r), here)


def test_the_map_grows_wider_where_much_stands_on_one_hex() -> None:
    state = game()[0].state
    for one in state.players:
        one.harvester = (2, -1)
    state.side, state.tokens = "a", []
    assert "#1234" in "\n".join(draw(state))
    assert max(map(len, draw(state))) <= WIDEST
    for one in state.players:
        one.harvester = (3, -3)
    assert "◊#1234" in "\n".join(draw(state))
    assert max(map(len, draw(state))) == WIDEST + 7
