"""Signs stay in their boxes, with the longest effects, the most dice and two-digit sums; points are never left out."""

from __future__ import annotations

import pytest

from rendering.circadians.pictures import CircadiansPictures
from rendering.circadians.signs import effect_signs
from rendering.kit.fonts import MIN_SIZE
from rendering.kit.picture import Marks, RenderContext
from rendering.words import LANGUAGES, Words
from rules.circadians.effects import DiscountAny
from rules.circadians.state import CircadiansState, Die
from rules.circadians.steps.planning import Plan
from tests.rendering.circadians.overflow import overflows
from tests.rendering.circadians.tables import NAMES, context, marks, played, view_in
from tests.rendering.type_sizes import noted
from tests.rules.circadians.table import give, make, rich, table_of

PICTURES = CircadiansPictures()


def asked(state: CircadiansState) -> RenderContext:
    """What seat 0 sees of the question that it is asked next."""
    step = [Plan(0)] if state.players[0].rolled else []
    prompt = table_of(state, *step).prompt()
    return RenderContext(Words("de", NAMES), (0,), None, 7, Marks.of(prompt), 0)


def test_what_a_garage_does_stays_in_it_beside_a_planned_die(monkeypatch: pytest.MonkeyPatch) -> None:
    state = make(4)
    me = state.players[0]
    longest = sorted(state.parts.upgrades, key=lambda one: -len(effect_signs(state.parts.upgrades[one].effect)))
    give(me, upgrades=longest[:4], farms=["farm-4", "farm-5", "farm-6"], rolled=[1], algae=1)
    me.plan = {"g1": 6, "g2": 5, "g3": 4, "g4": 3, "f1": 2, "f4": 6}
    with overflows(monkeypatch) as found:
        PICTURES.panel(state, 0, asked(state))
        PICTURES.tableau(state, 0, asked(state))
    assert found == []


def test_what_a_farm_would_yield_stays_under_its_number_with_five_dice_and_six_farms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = make(4)
    longest = sorted(state.parts.farms, key=lambda one: -len(effect_signs(state.parts.farms[one].effect)))
    rich(state.players[0], farms=longest[:3], rolled=[1, 2, 3, 5, 6])
    state.event = "event-13"
    with overflows(monkeypatch) as found:
        PICTURES.panel(state, 0, asked(state))
    assert found == []


def test_what_a_clan_does_stays_before_a_sum_of_two_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_in(3, "planning")
    view.setbacks = {}
    for spaces in view.negotiation.values():
        spaces[:2] = [Die(0, 6), Die(1, 5)]
    with overflows(monkeypatch) as found:
        PICTURES.board(view, context())
    assert found == []


def test_nothing_leaves_its_box_all_through_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with overflows(monkeypatch) as found:
        for scene in played(4)[::110]:
            view = scene.view(0)
            for picture in (PICTURES.board, *PICTURES.parts.values()):
                picture(view, context())
            for draw in (PICTURES.panel, PICTURES.tableau, PICTURES.hand):
                draw(view, 0, context(reader=0))
    assert found == []


@pytest.mark.parametrize("cards", [3, 9])
def test_a_card_with_two_prices_says_its_points(cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = make(4)
    items = state.parts.items
    cheaper = [id for id, one in items.items() if isinstance(one.effect, DiscountAny)]
    hand = [id for id, one in items.items() if sum(n > 0 for n in one.cost.amounts) > 1 and id not in cheaper]
    rich(state.players[0], hand=hand[:cards], played=cheaper, rolled=[6, 4])
    points = tuple(str(items[id].vp) for id in hand[:cards])
    for draw in (PICTURES.panel, PICTURES.hand, PICTURES.tableau):
        with noted() as sizes:
            draw(state, 0, asked(state))
        assert not sizes.missing(points, MIN_SIZE)
    with overflows(monkeypatch) as found:
        PICTURES.panel(state, 0, asked(state))
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_on_the_places_is_cut(language: str) -> None:
    state = make(4)
    words = Words(language, NAMES)
    longest = sorted(state.parts.upgrades, key=lambda one: -len(words.say(state.parts.name(one))))
    farms = sorted(state.parts.farms, key=lambda one: -len(words.say(state.parts.name(one))))
    state.upgrades = dict(zip(state.upgrades, longest, strict=False))
    state.farms = farms[: len(state.farms)]
    offered = marks("send", "mine", "foundry", "control", "market", "academy", "depot", "lab", "hq")
    with noted() as sizes:
        PICTURES.parts["places"](state, context(language=language))
        PICTURES.board(state, context(offered, reader=0, language=language))
    assert not [text for text, _ in sizes.lines if "…" in text]
