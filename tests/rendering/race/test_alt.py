"""Alt texts tell what the pictures show, within Discord's limit."""

from __future__ import annotations

from copy import deepcopy

from benchmarks.scenes.race import asked, games, more, play
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.picture import Marks, RenderContext
from rendering.race import alt
from rendering.race.pictures import RacePictures
from rendering.race.prices import due, price_row
from rendering.race.signs import Sign
from rendering.words import Words
from rules.race.components import CARDS
from rules.race.goods import sale
from rules.race.places import card_of
from rules.race.scoring import total
from tests.rendering.race.test_pictures import table

WORDS = Words("en", ("Ann", "Ben", "Cy", "Di"))


def test_the_table_tells_round_phase_supplies_and_every_seat() -> None:
    state = table(2)
    said = alt.board(state, RenderContext(WORDS, waiting=(0,)))
    assert said.startswith("Round 6, Settle. Phases of this round: Settle. To act: Ann.")
    assert "Left: 14 VP, 20 in the deck; 12 discarded." in said
    for seat, who in enumerate(("Ann", "Ben")):
        assert f"{who}: {total(state.players[seat])} VP ({state.players[seat].chips} in chips)" in said


def test_a_strength_below_zero_has_a_real_minus_sign() -> None:
    state = table(2, tableau=1)
    state.players[0].tableau = [next(number for number, card in enumerate(CARDS) if card.key == "refugee_world")]
    assert "strength −1," in alt.board(state, RenderContext(WORDS))


def test_a_table_with_few_cards_names_them_all() -> None:
    state = table(2, tableau=4)
    said = alt.board(state, RenderContext(WORDS))
    assert all(CARDS[number].en in said for one in state.players for number in one.tableau)


def test_goods_and_new_cards_are_told_even_at_a_full_table() -> None:
    state = table(4, tableau=13)
    state.players[2].goods = {number: -1 for number in state.players[2].tableau if CARDS[number].good}
    for one in (0, 1, 3):
        state.players[one].goods = {}
    then = deepcopy(state)
    new = then.players[3].tableau.pop()
    said = alt.board(state, RenderContext(WORDS, before=then))
    assert len(said) <= MAX_ALT_TEXT
    assert f"{CARDS[new].en} (new)" in said
    assert all(f"{CARDS[number].en} with a good" in said for number in state.players[2].goods)


def test_a_panel_of_the_hand_names_what_lies_below_it_where_there_is_room() -> None:
    state = table(hand=2, tableau=3)
    one = state.players[0]
    one.goods = {}
    context = RenderContext(WORDS, marks=Marks(kind="actions"), reader=0)
    said = alt.hand(state, 0, context)
    assert said.endswith(f"3 cards: {', '.join(CARDS[number].en for number in one.tableau)}.")
    assert not alt.hand(state, 0, RenderContext(WORDS)).endswith(f"{CARDS[one.tableau[-1]].en}.")


def test_a_small_hand_is_told_with_every_power() -> None:
    state = table(hand=1)
    state.players[0].hand = [next(number for number, card in enumerate(CARDS) if card.key == "public_works")]
    said = alt.hand(state, 0, RenderContext(WORDS))
    assert "Public Works: development, cost 1, 1 VP" in said
    assert "Draw 1 card after placing a development." in said


def test_a_hand_at_its_limit_still_tells_what_stands_on_the_cards() -> None:
    state = table(hand=10)
    said = alt.hand(state, 0, RenderContext(WORDS))
    assert len(said) <= MAX_ALT_TEXT
    for number in state.players[0].hand:
        assert f"{CARDS[number].en}: " in said


def test_marks_are_told() -> None:
    state = table(hand=3)
    first, second, _ = state.players[0].hand
    marks = Marks(frozenset({f"card:{first}", "action:settle"}), frozenset({f"card:{second}"}))
    said = alt.hand(state, 0, RenderContext(WORDS, marks=marks))
    assert said.startswith(f"May be picked: Settle, {CARDS[first].en}.")
    assert f"Picked: {CARDS[second].en}." in said


def test_what_is_offered_is_told_first_with_its_numbers() -> None:
    for kind, told in (
        ("power", "May be picked: 1 · "),
        ("way", "May be picked: 1 · pay "),
        ("kinds", "May be picked: 1 · Novelty goods (2 of them), 2 · "),
        ("pay", "May be picked: 1 · "),
    ):
        scene, prompt = asked((*games().values(), *more()), kind)
        view, context = scene.view(prompt.seat), RenderContext(WORDS, marks=Marks.of(prompt))
        said = RacePictures().panel(view, prompt.seat, context).alt
        assert said.startswith(told), said
        assert len(said) <= MAX_ALT_TEXT
        about = f"This is about {CARDS[card_of(prompt.so_far[0]) or 0].en}." if prompt.so_far else ""
        assert about in said


def test_what_is_offered_is_told_with_what_it_costs_or_brings() -> None:
    for kind in ("develop", "settle", "sell", "pay"):
        scene, prompt = asked((*games().values(), *more()), kind)
        view, context = scene.view(prompt.seat), RenderContext(WORDS, marks=Marks.of(prompt))
        said = RacePictures().panel(view, prompt.seat, context).alt
        if kind == "pay":
            price = due(view, prompt.seat)
            assert price == prompt.at_least
            assert f". It costs {price} card" in said
            continue
        for option in prompt.legal:
            number = card_of(option.place)
            if number is None:
                continue
            if kind == "sell":
                told = f"brings {sale(view.players[prompt.seat], number)} card"
            else:
                row = price_row(view, prompt.seat, number)
                told = "conquer it" if Sign("icon", "swords") in row else f"pay {row[0].what} card"
            stands = {"conquer it", f"pay {CARDS[number].number} card"} if f"{CARDS[number].en}: " in said else ()
            assert (f"{prompt.numbers[option.id]} · {CARDS[number].en} ({told}" in said) == (told not in stands)


def test_the_longest_alt_text_is_cut_to_the_limit() -> None:
    state = table(hand=18, drawn=14, tableau=24)
    marks = Marks(frozenset(f"card:{number}" for number in state.players[0].hand))
    assert len(alt.hand(state, 0, RenderContext(Words("de", ("W" * 32,) * 4), marks=marks))) <= MAX_ALT_TEXT


def test_an_onlooker_reads_nothing_hidden() -> None:
    for scene in list(play(3, seed=2))[::20]:
        said = alt.board(scene.view(None), RenderContext(WORDS))
        shown = {CARDS[number].en for one in scene.state.players for number in one.tableau}
        hidden = {CARDS[number].en for one in scene.state.players for number in one.hand} - shown
        assert not [name for name in hidden if name in said and not any(name in other for other in shown)]
