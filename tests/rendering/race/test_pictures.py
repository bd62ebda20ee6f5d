"""The pictures of Race: of every kind of position, in both languages, readable, complete and always the same."""

from __future__ import annotations

import hashlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace
from multiprocessing import get_context
from random import Random

import msgspec
import pytest
from PIL import Image

from benchmarks.scenes.race import KINDS, asked, games, more, play
from rendering.kit.alt import MAX_ALT_TEXT
from rendering.kit.cache import LAYERS
from rendering.kit.encode import encode
from rendering.kit.icons import LAUREL
from rendering.kit.numbers import GLANCE, NUMBER
from rendering.kit.palette import BRASS, BRASS_LIGHT, RED, Colour
from rendering.kit.picture import Marks, Picture, RenderContext
from rendering.race import shelves, spread
from rendering.race.board import layout, strip
from rendering.race.faces import face
from rendering.race.prices import reduced
from rendering.registry import PICTURES
from rendering.words import LANGUAGES, Words
from rules.race.components import BY_KEY, CARDS
from rules.race.goods import kind_on, usable_powers
from rules.race.places import card_place
from rules.race.scoring import total
from rules.race.state import UNKNOWN, Player, RaceState
from rules.race.texts import card_name
from tests.rendering.ink import inscribed, watched

DRAW = PICTURES["race"]
NAMES = ("Annegret", "Benjamin der Große von Hinterwald", "🎲", "W" * 32)
SETUPS = [(2, "normal"), (3, "first"), (4, "normal"), (2, "experienced")]


def table(seats: int = 2, *, tableau: int = 6, hand: int = 4, drawn: int = 0, seed: int = 1) -> RaceState:
    """A position made by hand, with as many cards as wanted."""
    chance = Random(seed)
    cards = list(range(5, len(CARDS)))
    chance.shuffle(cards)
    players = []
    for seat in range(seats):
        lying = [seat, *(cards.pop() for _ in range(tableau - 1))]
        players.append(
            Player(
                start=seat,
                hand=sorted(cards.pop() for _ in range(hand if seat == 0 else 2)),
                drawn=sorted(cards.pop() for _ in range(drawn if seat == 0 else 0)),
                tableau=lying,
                goods={card: UNKNOWN for card in lying if CARDS[card].good and chance.random() < 0.5},
                chips=chance.randrange(30),
                actions=["settle"],
            )
        )
    deck, discards = [UNKNOWN] * 20, [UNKNOWN] * 12
    return RaceState(
        players, experienced=False, pool=14, deck=deck, discards=discards, round=6, phase="settle", phases=["settle"]
    )


def check(picture: Picture) -> None:
    """What holds for every picture."""
    assert picture.image.mode == "RGB"
    assert picture.image.width == 1600
    assert 4 / 3 - 0.001 <= picture.image.width / picture.image.height <= 16 / 9 + 0.001
    assert picture.image.height % 8 == 0
    assert 40 < len(picture.alt) <= MAX_ALT_TEXT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "setup"), SETUPS)
def test_every_kind_of_position_can_be_drawn(seats: int, setup: str, language: str) -> None:
    words = Words(language, NAMES)
    scenes = list(play(seats, setup=setup, seed=11))
    before = None
    for scene in scenes[:: max(1, len(scenes) // 4)] + scenes[-1:]:
        check(DRAW.board(scene.view(None), RenderContext(words, scene.waiting, before, 3)))
        for seat in range(seats):
            own = scene.view(seat)
            places = [one.place for prompt in scene.prompts if prompt.seat == seat for one in prompt.options]
            context = RenderContext(words, scene.waiting, before, 3, Marks(frozenset(places), frozenset(places[:1])))
            check(DRAW.hand(own, seat, context))
        check(DRAW.tableau(own, seats - 1, context))
        before = scene.view(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_picture_leaves_it_or_lies_over_another(language: str) -> None:
    words = Words(language, NAMES)
    for seats, setup in SETUPS:
        scenes = list(play(seats, setup=setup, seed=11))
        with watched() as complaints:
            for scene in scenes[:: max(1, len(scenes) // 3)]:
                before = scenes[0].view(None)
                DRAW.board(scene.view(None), RenderContext(words, scene.waiting, before, 3))
                DRAW.tableau(scene.view(None), 1, RenderContext(words, scene.waiting, before, 3))
                actions = Marks(frozenset(f"action:{one}" for one in ("explore_5", "explore_1_1", "settle_2")))
                DRAW.hand(scene.view(0), 0, RenderContext(words, scene.waiting, None, 3, actions))
        assert complaints == []


@pytest.mark.parametrize("hand", range(18))
def test_a_hand_of_any_size_can_be_drawn(hand: int) -> None:
    check(DRAW.hand(table(hand=hand), 0, RenderContext(Words("de", NAMES))))


@pytest.mark.parametrize("drawn", [1, 3, 6, 8, 10])
@pytest.mark.parametrize("hand", [0, 5, 12])
def test_drawn_cards_are_set_apart_from_the_hand(hand: int, drawn: int) -> None:
    state = table(hand=hand, drawn=drawn)
    picture = DRAW.hand(state, 0, RenderContext(Words("en", NAMES)))
    check(picture)
    marks = Marks(frozenset(f"card:{number}" for number in state.players[0].drawn))
    ringed = DRAW.panel(state, 0, RenderContext(Words("en", NAMES), marks=marks))
    check(ringed)
    assert _has(ringed.image, BRASS) > _has(picture.image, BRASS) + 1000 * drawn
    assert "To choose from" in picture.alt
    assert ("In hand" in picture.alt) == (hand > 0)


@pytest.mark.parametrize("tableau", [1, 7, 8, 14, 20, 24])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tableau_of_any_size_can_be_drawn(seats: int, tableau: int) -> None:
    state = table(seats, tableau=tableau)
    check(DRAW.board(state, RenderContext(Words("de", NAMES))))
    check(DRAW.tableau(state, 0, RenderContext(Words("de", NAMES))))
    columns, lines, _ = layout(tableau, (1270, 250))
    assert columns * lines >= tableau


def test_a_short_tableau_has_larger_cards_than_a_long_one_at_the_same_table() -> None:
    sizes = [layout(count, (1244, 250))[2] for count in (4, 8, 12, 16)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(sizes)


def test_the_same_position_gives_the_same_picture() -> None:
    state, context = table(3), RenderContext(Words("en", NAMES), (1,), table(3, seed=2), 9)
    first = DRAW.board(state, context)
    LAYERS.clear()
    again = DRAW.board(deepcopy(state), context)
    assert again.image.tobytes() == first.image.tobytes()
    assert again.alt == first.alt


def _fingerprint(hand: int) -> str:
    picture = DRAW.hand(table(hand=hand), 0, RenderContext(Words("en", NAMES)))
    return hashlib.sha256(picture.image.tobytes() + picture.alt.encode()).hexdigest()


def test_threads_do_not_disturb_each_other() -> None:
    hands = [3, 5, 7, 3, 5, 7, 9, 3]
    alone = [_fingerprint(hand) for hand in hands]
    LAYERS.clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(_fingerprint, hands)) == alone


def test_another_process_draws_the_same() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_fingerprint, 5).result() == _fingerprint(5)


def test_drawing_changes_nothing_in_the_view() -> None:
    state = table(4)
    before = msgspec.msgpack.encode(state)
    DRAW.board(state, RenderContext(Words("en", NAMES), before=state))
    DRAW.hand(state, 0, RenderContext(Words("en", NAMES)))
    assert msgspec.msgpack.encode(state) == before


def _has(image: Image.Image, colour: Colour) -> int:
    """How many pixels have exactly a colour."""
    return sum(count for count, one in image.getcolors(image.width * image.height) or [] if one == colour)


def test_what_changed_since_the_last_post_has_a_halo() -> None:
    state = table(2)
    then = deepcopy(state)
    then.players[1].tableau.pop()
    then.players[1].goods = {}
    words = Words("en", NAMES)
    still = DRAW.board(state, RenderContext(words, before=deepcopy(state))).image
    moved = DRAW.board(state, RenderContext(words, before=then)).image
    assert _has(moved, BRASS_LIGHT) > _has(still, BRASS_LIGHT) + 1000


def test_whoever_must_act_is_marked() -> None:
    state, words = table(2), Words("en", NAMES)
    idle, due = (DRAW.board(state, RenderContext(words, waiting)) for waiting in ((), (1,)))
    assert _has(due.image, BRASS) > _has(idle.image, BRASS) + 1000
    assert "To act: Benjamin der Große von Hinterwald." in due.alt
    assert "To act" not in idle.alt


def test_differences_of_two_digits_stand_whole_beside_their_numbers() -> None:
    state = table(2, hand=12)
    then = deepcopy(state)
    one, before = state.players[0], then.players[0]
    one.chips, before.chips, before.hand, before.tableau = 25, 13, [], before.tableau[:1]
    before.goods = {}
    context = RenderContext(Words("en", NAMES), before=then)
    for drawn in (DRAW.board, lambda view, context: DRAW.panel(view, 0, context)):
        with inscribed() as said, watched() as complaints:
            drawn(state, context)
        assert complaints == []
        texts = [text for _, text in said]
        assert texts.count("+12") == 2, "chips and cards in hand"
        assert f"+{total(one) - total(before)}" in texts


def test_what_is_left_of_the_points_never_falls_below_none() -> None:
    state = table(2)
    then = deepcopy(state)
    state.pool, then.pool = -5, 3
    with inscribed() as said:
        picture = DRAW.board(state, RenderContext(Words("en", NAMES), before=then))
    assert "−3" in [text for _, text in said]
    assert "Left: 0 VP" in picture.alt


def test_the_cards_dealt_before_the_game_count_as_in_hand() -> None:
    state = table(2, hand=0, drawn=6)
    state.phase = "setup"
    assert "6 in hand" in DRAW.panel(state, 0, RenderContext(Words("en", NAMES))).alt
    state.phase = "explore"
    assert "0 in hand" in DRAW.panel(state, 0, RenderContext(Words("en", NAMES))).alt


def test_the_table_shows_after_the_end_who_has_won() -> None:
    state, words = table(2), Words("en", NAMES)
    running = DRAW.board(state, RenderContext(words)).image
    state.phase = "over"
    state.players[1].chips = 99
    board = DRAW.board(state, RenderContext(words))
    assert _has(board.image, LAUREL) > _has(running, LAUREL) + 2000
    assert f"Won by {NAMES[1]}." in board.alt


@pytest.mark.parametrize("phase", ["choose", "develop"])
def test_a_reduced_price_stands_on_the_card_wherever_it_is_shown(phase: str) -> None:
    state, words = table(2, hand=3), Words("en", NAMES)
    bank, gem = (BY_KEY[key].ids[0] for key in ("galactic_federation", "gem_world"))
    one = state.players[0]
    one.hand, one.actions, state.phase = [bank, gem], ["develop"], phase
    one.tableau = [BY_KEY[key].ids[0] for key in ("investment_credits", "replicant_robots")]
    bonus = phase == "develop"
    assert reduced(state, 0) == {bank: 5 - bonus, gem: 0}
    alt = DRAW.hand(state, 0, RenderContext(words)).alt
    assert f"It costs {5 - bonus} cards now." in alt
    assert "It costs 0 cards now." in alt
    cheap, full = (face(bank, (300, 314), words, price=price) for price in (5, None))
    assert _has(cheap, BRASS_LIGHT) > _has(full, BRASS_LIGHT)


def test_the_goods_that_are_left_stand_large_over_the_powers_that_use_them() -> None:
    scene, prompt = asked((*games().values(), *more()), "power")
    view = scene.view(prompt.seat)
    context = RenderContext(Words("de", NAMES), (prompt.seat,), None, 1, Marks.of(prompt), prompt.seat)
    with inscribed() as said:
        DRAW.panel(view, prompt.seat, context)
    kinds = Counter(kind_on(world) for world in view.players[prompt.seat].goods)
    assert all((round(72 * 0.8), f"×{n}") in said for n in kinds.values())
    for number, _, _ in usable_powers(view.players[prompt.seat]):
        text = context.words.say(card_name(number))
        assert max(size for size, one in said if one == text) >= GLANCE


def _marks(*numbered: int, chosen: int | None = None, kind: str = "settle") -> Marks:
    """Marks of some cards, numbered in order."""
    numbers = {f"card:{number}": (str(index + 1),) for index, number in enumerate(numbered)}
    picked = frozenset() if chosen is None else frozenset({f"card:{chosen}"})
    return Marks(frozenset(numbers), picked, numbers, kind)


def test_what_may_be_picked_is_ringed_and_numbered_and_what_is_picked_is_filled() -> None:
    state, words = table(hand=3), Words("en", NAMES)
    first, second, third = state.players[0].hand
    plain = DRAW.panel(state, 0, RenderContext(words)).image
    with inscribed() as said:
        marked = DRAW.panel(state, 0, RenderContext(words, marks=_marks(first, second, chosen=second))).image
    assert _has(marked, BRASS) > _has(plain, BRASS) + 3000, "the ring and the badge"
    assert _has(marked, BRASS_LIGHT) > _has(plain, BRASS_LIGHT) + 3000, "the chosen one"
    assert [text for size, text in said if size == NUMBER] == ["1", "2"]
    large, small = CARDS[second].en.split()[0], CARDS[third].en.split()[0]
    assert max(size for size, text in said if text.startswith(large)) > max(
        size for size, text in said if text.startswith(small)
    ), "what is offered is larger than the rest"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_prompt_shows_each_number_once(kind: str) -> None:
    scene, prompt = asked((*games().values(), *more()), kind)
    context = RenderContext(Words("en", NAMES), (prompt.seat,), None, 1, Marks.of(prompt), prompt.seat)
    with inscribed() as said:
        check(DRAW.panel(scene.view(prompt.seat), prompt.seat, context))
    assert all(option.place for option in prompt.legal) or kind == "guess"
    large = [text for size, text in said if size == NUMBER]
    assert sorted(large) == sorted(prompt.numbers.values())


def test_what_a_choice_is_about_is_shown_beside_it() -> None:
    scene, prompt = asked(more(), "pay")
    assert prompt.so_far == [f"card:{scene.state.players[prompt.seat].placed}"]
    view, words = scene.view(prompt.seat), Words("en", NAMES)
    with_it, without = (
        DRAW.panel(view, prompt.seat, RenderContext(words, marks=replace(Marks.of(prompt), so_far=so_far))).image
        for so_far in (tuple(prompt.so_far), ())
    )
    assert with_it.tobytes() != without.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_no_card_lies_twice_in_a_panel_but_one_that_may_spend_its_own_good(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, prompt = asked((*games().values(), *more()), kind)
    laid: list[int] = []
    for drawer in (spread, shelves):
        monkeypatch.setattr(drawer, "lay", lambda _image, number, *_args, **_kwargs: laid.append(number))
    context = RenderContext(Words("en", NAMES), (prompt.seat,), None, 1, Marks.of(prompt), prompt.seat)
    DRAW.panel(scene.view(prompt.seat), prompt.seat, context)
    twice = {card_place(number) for number, n in Counter(laid).items() if n > 1}
    one = scene.state.players[prompt.seat]
    assert set(laid) >= {*one.tableau}, "what lies before a seat is shown with every choice"
    if kind in {"actions", "explore", "develop", "settle", "pay", "hand_limit", "hand"}:
        assert set(laid) >= {*one.hand, *one.drawn}
    assert not twice - {option.place for option in prompt.legal if kind == "goods"}


def test_to_place_nothing_is_a_tile_with_a_number_and_an_option_that_has_a_button() -> None:
    for kind in ("develop", "settle"):
        scene, prompt = asked((*games().values(), *more()), kind)
        nothing = prompt.option("pass")
        assert nothing.ends
        context = RenderContext(Words("de"), (prompt.seat,), None, 1, Marks.of(prompt), prompt.seat)
        with inscribed() as said:
            picture = DRAW.panel(scene.view(prompt.seat), prompt.seat, context)
        assert (NUMBER, prompt.numbers["pass"]) in said
        assert "Nichts ausspielen" in {text for _, text in said}
        assert f"{prompt.numbers['pass']} · Nichts ausspielen" in picture.alt


def test_a_good_that_has_left_its_world_leaves_a_mark() -> None:
    state, words = table(2, tableau=6, seed=3), Words("en", NAMES)
    one = state.players[0]
    world = next(card for card in one.tableau if CARDS[card].good)
    one.goods.pop(world, None)
    then = deepcopy(state)
    then.players[0].goods[world] = UNKNOWN
    sold, still = (DRAW.board(state, RenderContext(words, before=before)) for before in (then, deepcopy(state)))
    assert _has(sold.image, RED) > _has(still.image, RED) + 50
    assert f"{CARDS[world].en} (its good gone)" in sold.alt


def test_the_head_of_a_panel_tells_what_has_changed_since_the_post_before() -> None:
    state = table(2, hand=5)
    then = deepcopy(state)
    then.players[0].chips, then.players[0].hand = state.players[0].chips - 3, [UNKNOWN] * 2
    with inscribed() as said:
        DRAW.panel(state, 0, RenderContext(Words("en", NAMES), before=then))
    assert [text for _, text in said].count("+3") == 3, "points, chips and cards in hand"


def test_trading_shows_what_the_dearest_good_would_bring() -> None:
    scene, prompt = asked((*games().values(), *more()), "actions")
    view = scene.view(prompt.seat)
    one = view.players[prompt.seat]
    one.tableau = [BY_KEY[key].ids[0] for key in ("old_earth", "deserted_alien_outpost", "gem_world")]
    one.goods = dict.fromkeys(one.tableau[1:], UNKNOWN)
    context = RenderContext(Words("en", NAMES), (prompt.seat,), None, 1, Marks.of(prompt), prompt.seat)
    with inscribed() as said:
        picture = DRAW.panel(view, prompt.seat, context)
    assert "IV $ +6" in {text for _, text in said}
    assert "brings up to 6 cards" in picture.alt


def test_hidden_cards_are_shown_as_backs() -> None:
    state = table(hand=4)
    state.players[0].hand = [UNKNOWN] * 4
    picture = DRAW.hand(state, 0, RenderContext(Words("en", NAMES)))
    check(picture)
    assert picture.alt.count("A hidden card") == 4


def test_the_phase_strip_shows_a_doubled_phase_twice() -> None:
    state = table(2)
    state.phases = ["explore", "develop", "develop_2", "produce"]
    assert [(key, picked) for _, key, picked in strip(state)] == [
        ("explore", True),
        ("develop", True),
        ("develop_2", True),
        ("settle", False),
        ("consume", False),
        ("produce", True),
    ]


def test_the_picture_of_a_full_table_stays_under_a_megabyte() -> None:
    picture = DRAW.board(table(4, tableau=14), RenderContext(Words("de", NAMES), (0, 1, 2, 3)))
    data, _ = encode(picture.image)
    assert len(data) < 1_000_000


def test_every_language_has_its_own_names_on_the_picture_and_in_its_words() -> None:
    state = table(hand=1)
    state.players[0].hand = [next(number for number, card in enumerate(CARDS) if card.key == "gem_world")]
    english, german = (DRAW.hand(state, 0, RenderContext(Words(language, NAMES))) for language in ("en", "de"))
    assert "Gem World" in english.alt
    assert "Kristallwelt" in german.alt
    assert english.image.tobytes() != german.image.tobytes()


def test_a_card_that_scores_at_the_end_shows_what_it_scores_now() -> None:
    state = table(2, tableau=1)
    league, world = (BY_KEY[key].ids[0] for key in ("mining_league", "mining_world"))
    state.players[0].tableau += [league, world]
    drawn, later = DRAW.tableau(state, 0, RenderContext(Words("en", NAMES))), deepcopy(state)
    later.players[0].tableau.append(BY_KEY["mining_conglomerate"].ids[0])
    assert "It scores 2 VP now." in drawn.alt
    assert "It scores 4 VP now." in DRAW.tableau(later, 0, RenderContext(Words("en", NAMES))).alt
    for picture in (drawn, DRAW.board(state, RenderContext(Words("en", NAMES)))):
        check(picture)
    with inscribed() as said:
        LAYERS.clear()
        DRAW.board(state, RenderContext(Words("en", NAMES)))
    assert "?" not in {text for _, text in said}


@pytest.mark.parametrize(("language", "word"), [("en", "new"), ("de", "neu")])
@pytest.mark.parametrize("offered", [True, False])
def test_new_cards_of_a_hand_are_told_in_a_panel(language: str, word: str, *, offered: bool) -> None:
    view = table(hand=6)
    one = view.players[0]
    held = deepcopy(view)
    held.players[0].hand = [*one.hand[:4], 0]
    places = {card_place(card): (str(at),) for at, card in enumerate(one.hand, start=1)} if offered else {}
    marks = Marks(frozenset(places), numbers=places, kind="settle")
    for before, told in ((held, 2), (None, 0), (view, 0)):
        with inscribed() as texts:
            context = RenderContext(Words(language, NAMES), (0,), None, 7, marks, 0, before)
            picture = DRAW.panel(view, 0, context)
        assert [text for _, text in texts].count(word) == told
        assert picture.alt.count(f"({word})") == told
