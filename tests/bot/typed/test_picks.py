"""Typed moves find the options that a person means."""

from __future__ import annotations

import time

import pytest

from bot.typed.picks import LONGEST, complete, find_picks, pass_over, read_on, split_move, taken
from rendering.words import Words
from rendering.words.folding import plain
from rules.kernel.errors import IllegalAnswer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.steps import Forced
from rules.kernel.text import T


def asked(*options: Option, at_least: int = 1, at_most: int = 1) -> Prompt:
    return Prompt(0, "test", T("Which?"), list(options), at_least=at_least, at_most=at_most)


CARDS = (
    Option("gem_world", T("Gem World")),
    Option("genetics_lab", T("Genetics Lab"), T("costs 2")),
    Option("alpha", T("Alpha Centauri")),
    Option("cafe", T("Café Über")),
    Option("far", T("Far World"), refusal=T("It costs 9, and you have 2.")),
)


@pytest.mark.parametrize(
    ("typed", "picks"),
    [
        ("gem_world", ["gem_world"]),
        ("Gem World", ["gem_world"]),
        ("gem", ["gem_world"]),
        ("  ALPHA   cent ", ["alpha"]),
        ("cafe uber", ["cafe"]),
        ("CAFÉ", ["cafe"]),
        ("gem, alpha", ["gem_world", "alpha"]),
        ("gem alpha", ["gem_world", "alpha"]),
        ("gem world, genetics lab", ["gem_world", "genetics_lab"]),
        ("far", ["far"]),
    ],
)
def test_a_pick_is_found_by_id_text_or_unique_beginning(typed: str, picks: list[str]) -> None:
    assert find_picks(asked(*CARDS, at_most=3), typed, ()) == picks


def test_what_begins_like_several_choices_is_refused_and_names_them() -> None:
    with pytest.raises(IllegalAnswer) as refused:
        find_picks(asked(*CARDS), "ge", ())
    said = Words().say(refused.value.text)
    assert "Gem World (gem_world)" in said
    assert "Genetics Lab (genetics_lab)" in said


def test_what_is_not_offered_is_refused_and_names_the_choices() -> None:
    with pytest.raises(IllegalAnswer) as refused:
        find_picks(asked(*CARDS), "pizza 🍕", ())
    said = Words().say(refused.value.text)
    assert "pizza 🍕" in said
    assert "Alpha Centauri" in said
    assert "Far World" not in said


def test_two_copies_of_one_card_are_no_riddle_and_are_picked_one_after_the_other() -> None:
    copies = asked(Option("guild.1", T("Guild")), Option("guild.2", T("Guild")), at_most=2)
    assert find_picks(copies, "guild", ()) == ["guild.1"]
    assert find_picks(copies, "guild, guild", ()) == ["guild.1", "guild.2"]


@pytest.mark.parametrize("typed", ["-", "none", "Nichts"])
def test_nothing_can_be_picked_where_that_is_allowed(typed: str) -> None:
    assert find_picks(asked(*CARDS, at_least=0), typed, ()) == []
    with pytest.raises(IllegalAnswer):
        find_picks(asked(*CARDS), typed, ())


@pytest.mark.parametrize(
    ("typed", "at_most", "picks", "rest"),
    [
        ("gem", 1, ["gem_world"], ""),
        ("gem world alpha", 1, ["gem_world"], "alpha"),
        ("gem  alpha  x", 1, ["gem_world"], "alpha x"),
        ("Genetics Lab", 1, ["genetics_lab"], ""),
        ("gem alpha", 2, ["gem_world", "alpha"], ""),
        ("gem, alpha", 1, ["gem_world"], "alpha"),
        ("gem world, genetics lab", 1, ["gem_world"], "genetics lab"),
        ("gem = alpha", 1, ["gem_world"], "alpha"),
        ("gem_world-alpha-cafe far", 1, ["gem_world"], "alpha-cafe far"),
        ("gem_world=alpha far", 1, ["gem_world"], "alpha far"),
        ("gem =alpha", 1, ["gem_world"], "alpha"),
        ("gem= alpha", 1, ["gem_world"], "alpha"),
    ],
)
def test_where_one_pick_is_asked_the_words_after_it_are_left_for_the_next_question(
    typed: str, at_most: int, picks: list[str], rest: str
) -> None:
    assert read_on(asked(*CARDS, at_most=at_most), typed, ()) == (picks, rest)


def test_a_comma_after_an_id_does_not_make_it_another() -> None:
    prompt = asked(Option("labs", T("Labs")), Option("labs+", T("Better labs")))
    for id in ("labs", "labs+"):
        assert read_on(prompt, f"{id}, gem", ()) == ([id], "gem")


SPACES = (
    Option("red-3", T("Red 3")),
    Option("red-10", T("Red 10")),
    Option("item-1", T("One")),
    Option("item-12", T("Two")),
    Option("6>g1", T("6 to garage 1")),
    Option("6>f1", T("6 to farm 1")),
)


@pytest.mark.parametrize(
    ("typed", "picks", "rest"),
    [
        ("red 3 upper", ["red-3"], "upper"),
        ("item 1", ["item-1"], ""),
        ("item 12", ["item-12"], ""),
        ("ITEM-12 x", ["item-12"], "x"),
        ("test red 10", ["red-10"], ""),
        ("6 g1 5 g2", ["6>g1"], "5 g2"),
        ("6-g1", ["6>g1"], ""),
        ("6->G1", ["6>g1"], ""),
        ("6 → f1", ["6>f1"], ""),
        ("->", [], ""),
        ("test test red-3", [], ""),
    ],
)
def test_a_space_is_as_good_as_a_hyphen_and_the_kind_of_question_may_be_said_first(
    typed: str, picks: list[str], rest: str
) -> None:
    if picks:
        assert read_on(asked(*SPACES), typed, ()) == (picks, rest)
    else:
        with pytest.raises(IllegalAnswer):
            read_on(asked(*SPACES), typed, ())


def test_the_kind_of_question_is_no_word_of_its_own_where_a_choice_is_called_so() -> None:
    prompt = asked(Option("test", T("Try")), Option("red-3", T("Red 3")))
    assert read_on(prompt, "test red-3", ()) == (["test"], "red-3")


@pytest.mark.parametrize(
    ("typed", "said"), [("ge alpha", "could mean several"), ("pizza gem", "“pizza gem” is not among")]
)
def test_an_answer_that_begins_with_no_choice_or_several_is_refused(typed: str, said: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        read_on(asked(*CARDS), typed, ())
    assert said in Words().say(refused.value.text)


@pytest.mark.parametrize(
    ("typed", "forced", "left"),
    [
        ("3B1 nav", ["3B1"], ("nav", [])),
        ("3b1, nav", ["3B1"], ("nav", [])),
        ("nav 3B1", ["3B1"], ("nav 3B1", ["3B1"])),
        ("3B1", ["3B1", "nav"], ("", ["nav"])),
        ("", ["3B1"], ("", ["3B1"])),
        ("nav x", ["3B1", "nav"], ("x", ["3B1"])),
        ("3B1-nav x", ["3B1"], ("nav x", [])),
        ("3B1-2A1-nav", ["3b1", "2A1"], ("nav", [])),
        ("3B1=nav x", ["3B1"], ("nav x", [])),
        ("Field 3B1, nav", ["3B1"], ("nav", [])),
        ("field", ["3B1"], ("", [])),
        ("fie", ["3B1"], ("fie", ["3B1"])),
        ("from 3B1 to nav", ["3B1"], ("to nav", [])),
    ],
)
def test_words_for_answers_that_were_taken_already_are_passed_over(
    typed: str, forced: list[str], left: tuple[str, list[str]]
) -> None:
    options = [Option(one, T("Field {id}", id=one)) for one in forced]
    only = [Forced(0, [one.id], asked(one)) for one in options]
    rest, still = pass_over(typed, taken(only, ()))
    assert (rest, [one.own[0] for one in still]) == (left[0], [plain(one) for one in left[1]])


@pytest.mark.parametrize("typed", ["Abfangjäger", "abfangjager", "ABFANGJAEGER", "abfangjaeger"])
def test_an_umlaut_may_be_written_with_an_e_or_without_its_dots(typed: str) -> None:
    prompt = asked(Option("i1", T("Abfangjäger")), Option("c1", T("Kreuzer")))
    assert find_picks(prompt, typed, ()) == ["i1"]


def test_a_long_row_of_commas_is_read_at_once() -> None:
    prompt = asked(*CARDS, Option("pair", T("One, two, three")), at_most=3)
    began = time.perf_counter()
    with pytest.raises(IllegalAnswer):
        find_picks(prompt, "pizza," * (LONGEST // 6), ())
    with pytest.raises(IllegalAnswer):
        find_picks(prompt, "x," * (LONGEST // 2), ())
    assert time.perf_counter() - began < 0.5
    assert find_picks(prompt, "alpha, one, two, three, gem", ()) == ["alpha", "pair", "gem_world"]


def test_a_move_is_split_at_semicolons_and_may_end_with_one() -> None:
    assert split_move("gem; alpha ;") == ["gem", "alpha"]


@pytest.mark.parametrize("move", ["a;;b", ";a", "", " ", "x" * (LONGEST + 1)])
def test_a_move_that_says_nothing_or_far_too_much_is_refused(move: str) -> None:
    with pytest.raises(IllegalAnswer):
        split_move(move)


def test_completion_offers_what_may_be_picked_best_matches_first_and_keeps_earlier_picks() -> None:
    prompt = asked(*CARDS, at_most=2)
    assert [value for _, value in complete(prompt, "", Words())] == ["gem_world", "genetics_lab", "alpha", "cafe"]
    assert complete(prompt, "lab", Words()) == [("Genetics Lab – costs 2", "genetics_lab")]
    assert next(value for _, value in complete(prompt, "gem_world, a", Words())) == "gem_world, alpha"
    assert "gem_world, gem_world" not in [value for _, value in complete(prompt, "gem_world, ", Words())]


@pytest.mark.parametrize(
    ("typed", "picks"),
    [
        ("Explore: +1, +1", ["wide"]),
        ("explore: +1,+1", ["wide"]),
        ("Explore: +5, Explore: +1, +1", ["deep", "wide"]),
        ("Explore: +1, +1, develop", ["wide", "develop"]),
        ("develop, Explore: +5", ["develop", "deep"]),
    ],
)
def test_a_choice_may_have_commas_in_its_name(typed: str, picks: list[str]) -> None:
    options = [
        Option("deep", T("Explore: +5")),
        Option("wide", T("Explore: +1, +1")),
        Option("develop", T("Develop")),
    ]
    prompt = Prompt(0, "actions", T("Choose."), options, at_least=1, at_most=2)
    assert find_picks(prompt, typed, []) == picks


def test_a_name_with_commas_can_be_completed() -> None:
    prompt = asked(Option("wide", T("Explore: +1, +1")), Option("deep", T("Explore: +5")), at_most=2)
    assert [value for _, value in complete(prompt, "Explore: +1, +", Words())] == ["wide"]
    assert [value for _, value in complete(prompt, "wide, ", Words())] == ["wide, deep"]


NUMBERED = asked(
    Option("gem_world", T("Gem World"), place="card:1"),
    Option("3", T("Three"), place="card:2"),
    Option("alpha", T("Alpha Centauri"), T("costs 2"), place="card:3"),
    Option("done", T("Done")),
    at_most=2,
)


@pytest.mark.parametrize(
    ("typed", "picks"),
    [
        ("1", ["gem_world"]),
        ("2", ["alpha"]),
        ("3", ["3"]),
        ("1 3", ["gem_world", "3"]),
        ("2, 1", ["alpha", "gem_world"]),
        ("2 · Alpha Centauri – costs 2", ["alpha"]),
        ("1 · gem world", ["gem_world"]),
    ],
)
def test_the_number_of_an_option_in_pictures_names_it(typed: str, picks: list[str]) -> None:
    assert find_picks(NUMBERED, typed, ()) == picks


def test_a_number_begins_the_line_of_a_whole_turn_and_is_completed() -> None:
    one = asked(*NUMBERED.options)
    assert read_on(one, "2 1 done", ()) == (["alpha"], "1 done")
    assert complete(one, "2", Words())[0] == ("2 · Alpha Centauri – costs 2", "alpha")
