"""The table of Race for the Galaxy in words: complete, a line a thing, nothing hidden told."""

from __future__ import annotations

from rendering.kit.picture import RenderContext
from rendering.kit.text_board import MAX_BLOCK
from rendering.race.text_board import RaceTextBoard
from rendering.words import Words
from rules.race.components import CARDS
from rules.race.state import UNKNOWN
from tests.rendering.race.test_pictures import table

BOARD = RaceTextBoard()
WORDS = Words("en", ("Ann", "Ben", "Cy", "Di"))


def test_the_whole_table_names_every_card_that_lies_before_anybody() -> None:
    state = table(4, tableau=13)
    told = BOARD.board(state, RenderContext(WORDS, waiting=(2,)))
    assert told[0].startswith("### Race for the Galaxy\n- Round ")
    assert "\n- To act: Cy." in told[0]
    for seat, who in enumerate(("Ann", "Ben", "Cy", "Di")):
        block = next(one for one in told if one.startswith(f"### {who}\n"))
        assert all(CARDS[number].en in block for number in state.players[seat].tableau)


def test_a_full_tableau_tells_every_power_in_blocks_that_fit() -> None:
    state = table(2, tableau=24)
    one = state.players[1]
    one.tableau[0] = next(number for number, card in enumerate(CARDS) if card.key == "public_works")
    told = BOARD.tableau(state, 1, RenderContext(WORDS))
    lines = "\n".join(told).splitlines()
    assert all(len(block) <= MAX_BLOCK for block in told)
    assert "### 24 cards" in lines
    for number in one.tableau:
        assert any(
            line.startswith((f"- {CARDS[number].en}: ", f"- {CARDS[number].en} with a good: ")) for line in lines
        )
    assert any(
        line.startswith("- Public Works: development, cost 1, 1 VP. ") and "Draw 1 card after placing" in line
        for line in lines
    )


def test_a_hand_tells_what_was_drawn_before_what_is_held() -> None:
    state = table(hand=3, drawn=2)
    lines = "\n".join(BOARD.hand(state, 0, RenderContext(WORDS))).splitlines()
    assert lines[0] == "### To choose from, 2 cards"
    assert lines[3] == "### In hand, 3 cards"
    for number, line in zip(state.players[0].drawn, lines[1:3], strict=True):
        assert line.startswith(f"- {CARDS[number].en}: ")
    state.players[0].hand, state.players[0].drawn = [UNKNOWN], []
    assert BOARD.hand(state, 0, RenderContext(WORDS))[0] == "### In hand, 1 card\n- A hidden card."
