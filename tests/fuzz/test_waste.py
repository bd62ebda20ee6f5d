"""Whatever an answer loses its option's note has said; and what no note says is found."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from rendering.words import LANGUAGES, Words
from rules.circadians import gains
from rules.circadians.goods import Goods as Things
from rules.eclipse.components import MONEY, POPULATION
from rules.eclipse.economy import balance
from rules.eclipse.steps.turn import Turn
from rules.eclipse.texts import control_note
from rules.gaia.reach import Quote
from rules.gaia.steps.building import with_spare_steps
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import T, Text
from rules.registry import GAMES
from tests.fuzz import waste
from tests.per_game import WASTE, games_with

LONG = int(os.environ.get("ORRERY_LONG", "1"))
PLAYED = {"circadians": 12, "eclipse": 4, "gaia": 2, "race": 4}
"""How many games it takes until something is lost in each."""


def said(text: Text | None) -> list[str]:
    return [Words(language).say(text) for language in LANGUAGES] if text is not None else []


@pytest.mark.parametrize("key", games_with(WASTE))
def test_nothing_is_lost_without_a_warning(key: str) -> None:
    found, lost = waste.unwarned(key, PLAYED.get(key, 4) * LONG)
    assert found == Counter()
    assert lost


def test_what_no_note_says_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(prompt: Prompt, picks: list[str]) -> list[str]:
        del prompt, picks
        return []

    monkeypatch.setattr(waste, "said_by", nothing)
    found, lost = waste.unwarned("race", PLAYED["race"])
    assert found.total() == lost


def test_free_steps_that_a_planet_does_not_need_are_named() -> None:
    note = T("For {cost}", cost="1")
    assert with_spare_steps(note, Quote("1A1", steps=2), 2) == note
    assert with_spare_steps(note, Quote("1A1"), 0) == note
    english, german = said(with_spare_steps(note, Quote("1A1"), 2))
    assert english.endswith("2 free steps are not needed")
    assert german.endswith("2 kostenlose Schritte sind überflüssig")


def test_a_disc_that_the_upkeep_cannot_bear_says_by_how_much() -> None:
    game = GAMES["eclipse"]
    position, _ = game.setup({}, 2, Rng("00"))
    while (prompt := game.prompts(position)[0]).kind != "turn":
        game.answer(position, prompt.seat, game.choose(game.view(position, prompt.seat), prompt, Rng("01")))
    state, seat = position.state, prompt.seat
    me = state.players[seat]
    me.goods[MONEY], me.discs, me.cubes[MONEY] = 0, 3, POPULATION.cubes
    lacking = -balance(me, 1)
    english, german = said(control_note(me, next(iter(state.sectors.values())), spent=1))
    assert english.endswith(f"⚠️ Upkeep: {lacking} money lacking")
    assert german.endswith(f"⚠️ Wartung: {lacking} Geld fehlen")
    assert "money lacking" not in said(control_note(me, next(iter(state.sectors.values())), spent=0))[0]
    me.goods[MONEY], me.discs = 40, 1
    explore = Turn(seat).prompt(state).option("explore")
    assert "No disc is left" in said(explore.note)[0]


def test_dice_and_cards_beyond_what_may_be_kept_are_named() -> None:
    position, _ = GAMES["circadians"].setup({}, 2, Rng("00"))
    state = position.state
    me, base = state.players[0], state.parts.base
    assert gains.warned(state, 0, None, Things(water=3)) is None
    me.hand = ["1"] * base.most_items
    assert "2 item cards more" in said(gains.warned(state, 0, None, Things(item=2)))[0]
    me.ready = base.most_dice
    assert "more than you may keep" in said(gains.warned(state, 0, T("Done."), Things(die=1)))[0]
    me.supply = 0
    assert said(gains.warned(state, 0, None, Things(die=1)))[0] == "⚠️ You have no die left to gain"
