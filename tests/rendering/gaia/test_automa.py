"""The Automa in pictures and words: its deck, its open card, what that decides next, its points; never the order."""

from __future__ import annotations

from functools import cache

import pytest

from rendering.gaia import alt
from rendering.gaia.automa import card_signs, deck_signs, icon_signs
from rendering.gaia.text_board import GaiaTextBoard
from rendering.kit import chart
from rendering.kit.picture import RenderContext
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.gaia.automa_cards import CARDS
from rules.gaia.components import booster_number
from rules.gaia.game import GaiaGame
from rules.gaia.state import Automa, GaiaState
from rules.gaia.texts import open_boosters
from rules.kernel import robots
from rules.kernel.rng import Rng
from tests.rendering.ink import inscribed

GAME, DRAW = GaiaGame(), PICTURES["gaia"]
BEGINNING, MIDDLE, END = "beginning", "middle", "end"


@cache
def stored(when: str) -> bytes:
    """A game at random against the Automa: as it begins, in its second round when a card has acted, at its end."""
    options = {"solo": "automaechtig", "setup": "advanced", "automa": "hadsch-hallas"}
    position, _ = GAME.setup(options, 1, Rng("0e" * 16))
    chance = Rng("0f" * 16)
    while GAME.waiting(position) and when != BEGINNING:
        state = position.state
        acts = isinstance(state.automa, Automa) and state.automa.action and not state.players[1].passed
        if when == MIDDLE and state.round == 2 and acts:
            break
        GAME.answer(position, 0, robots.choose(None, GAME.prompt(position, 0), chance))
    return GAME.encode(position)


def view(when: str) -> GaiaState:
    return GAME.view(GAME.decode(stored(when)), None)


def cards(state: GaiaState) -> Automa:
    assert isinstance(state.automa, Automa)
    return state.automa


def context(language: str = "en") -> RenderContext:
    return RenderContext(Words(language, ("Ann", "Automa")), (0,))


def test_the_alt_text_of_the_table_tells_the_deck_and_what_decides_next() -> None:
    state = view(MIDDLE)
    said = alt.board(state, context())
    deck, card = len(cards(state).deck), CARDS[cards(state).action]
    assert f"Automa (Hadsch Hallas, Automächtig): {state.players[1].vp} VP; {deck} card" in said
    assert f"Card {card.id} has acted (" in said
    end = "left" if card.end == "left" else "right"
    arrow = "↗" if card.direction == "right" else "↙"
    assert f"range {card.range}, direction {arrow}, {card.count} from the {end}." in said
    assert "Automa (Hadsch Hallas, Automächtig): 0 ore" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("when", [BEGINNING, MIDDLE, END])
def test_the_table_is_told_and_drawn_at_any_time(when: str, language: str) -> None:
    state = view(when)
    picture = DRAW.board(state, context(language))
    assert "Automa" in picture.alt
    blocks = GaiaTextBoard().board(state, context(language))
    assert any("Automa" in block for block in blocks)
    for part in DRAW.parts.values():
        assert part(state, context(language)).alt


def test_the_table_shows_the_cards_in_signs() -> None:
    state = view(MIDDLE)
    card = CARDS[cards(state).action]
    assert deck_signs(state, cards(state))[:2] == ("i:deck", str(len(cards(state).deck)))
    assert card_signs(state, card)[:2] == ("i:card", str(card.id))
    assert icon_signs(CARDS[4]) == (
        "i:flag", "–", "", "i:reach", "2", "", "i:falling", "", "←4"
    )  # fmt: skip
    assert icon_signs(CARDS[1])[:2] == ("i:flag", "1")
    assert icon_signs(CARDS[1])[-3:] == ("i:rising", "", "1→")
    with inscribed() as said:
        DRAW.board(state, context())
    written = {text for _, text in said}
    assert {"Automa", "Automächtig", "Has acted", "Decides next", str(card.id)} <= written


def test_the_text_board_tells_the_cards_used_and_what_the_faction_does() -> None:
    state = view(MIDDLE)
    said = "\n".join(GaiaTextBoard().board(state, context()))
    assert "Its faction action, for 1 VP: upgrade, or else build a mine within range 3." in said
    assert "Always: each upgrade to a trading station brings 3 VP." in said
    assert f"Cards used in this round: {' '.join(map(str, [*cards(state).used, cards(state).support]))}." in said


def test_no_picture_nor_text_tells_the_order_of_the_deck() -> None:
    position = GAME.decode(stored(MIDDLE))
    other = GAME.decode(stored(MIDDLE))
    cards(other.state).deck.reverse()
    seen, also = GAME.view(position, 0), GAME.view(other, 0)
    assert alt.board(seen, context()) == alt.board(also, context())
    assert GaiaTextBoard().board(seen, context()) == GaiaTextBoard().board(also, context())


def test_its_points_are_in_the_standings_and_on_the_chart() -> None:
    state = view(END)
    assert "Final score: " in alt.scoring(state, context())
    rounds = GAME.scores(state)
    assert {len(each) for each in rounds} == {2}
    drawn = chart.draw(rounds, DRAW.seats(state), context())
    assert f"Automa {rounds[-1][1]}" in drawn.alt or str(rounds[-1][1]) in drawn.alt
    assert "Automa" in drawn.alt


def test_boosters_lie_in_their_row_where_the_automa_takes_them_by_place() -> None:
    state = view(MIDDLE)
    state.boosters = ["booster9", "booster2", "booster5"]
    assert open_boosters(state) == ["booster9", "booster2", "booster5"]
    alone = GAME.view(GAME.setup({}, 2, Rng("0e" * 16))[0], None)
    assert open_boosters(alone) == sorted(alone.boosters, key=booster_number)
