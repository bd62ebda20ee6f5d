"""Checking answers against prompts, and which answers are forced."""

from __future__ import annotations

import msgspec
import pytest

from rendering.words import Words
from rules.kernel.errors import IllegalAnswer, NoLegalAnswer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T

NO = T("Not this one.")


def ask(*ids: str, refused: str = "", low: int = 1, high: int = 1, tells: bool = False) -> Prompt:
    options = [Option(id, T("Option"), refusal=NO if id in refused else None) for id in ids]
    return Prompt(0, "test", T("Choose."), options, low, high, tells=tells)


@pytest.mark.parametrize(
    ("prompt", "forced"),
    [
        (ask("a", "b"), None),
        (ask("a"), ["a"]),
        (ask("a", "b", refused="b"), ["a"]),
        (ask("a", "b", low=2, high=2), ["a", "b"]),
        (ask("a", "b", low=0), None),
        (ask("a", low=0), None),
        (ask(low=0), []),
        (ask("a", "b", low=0, high=0), []),
        (ask("a", tells=True), None),
        (Prompt(0, "test", T("Choose."), [Option("a", T("Option"))], commits=True), None),
    ],
)
def test_an_answer_is_forced_where_there_is_no_other_and_nothing_is_told(
    prompt: Prompt, forced: list[str] | None
) -> None:
    assert prompt.forced() == forced


@pytest.mark.parametrize(
    ("prompt", "picks", "message"),
    [
        (ask("a", "b"), ["c"], "“{option}” is not among the choices here."),
        (ask("a", "b", refused="b"), ["b"], NO.id),
        (ask("a", "b"), [], "Pick exactly {wanted} here, not {given}."),
        (ask("a", "b", "c", low=2, high=2), ["a", "a"], "Pick each choice only once."),
        (ask("a", "b", "c", high=2), ["a", "b", "c"], "Pick {low} to {high} here, not {given}."),
    ],
)
def test_what_is_not_offered_is_refused_with_a_reason(prompt: Prompt, picks: list[str], message: str) -> None:
    with pytest.raises(IllegalAnswer) as error:
        prompt.check(picks)
    assert error.value.text.id == message


@pytest.mark.parametrize("picks", [["a"], ["b", "a"]])
def test_what_is_offered_is_accepted_in_any_order(picks: list[str]) -> None:
    ask("a", "b", "c", high=2).check(picks)


@pytest.mark.parametrize(("at_least", "at_most"), [(2, 2), (1, 0)])
def test_a_question_that_nobody_can_answer_is_a_fault_that_names_it(at_least: int, at_most: int) -> None:
    options = [Option("a", T("A")), Option("b", T("B"), refusal=T("You have no B."))]
    prompt = Prompt(3, "sell", T("Sell."), options, at_least, at_most)
    for look in (prompt.check_askable, prompt.forced):
        with pytest.raises(NoLegalAnswer, match="seat 3 is asked “sell” and cannot answer"):
            look()


def placed(*ids: str, refused: str = "") -> Prompt:
    options = [Option(id, T("Option"), place=f"on:{id}", refusal=NO if id == refused else None) for id in ids]
    return Prompt(0, "test", T("Choose."), [*options, Option("done", T("Done"))])


@pytest.mark.parametrize(
    ("prompt", "numbers"),
    [
        (placed("red", "green", "blue"), {"red": "1", "green": "2", "blue": "3"}),
        (placed("red", "green", "blue", refused="red"), {"green": "1", "blue": "2"}),
        (placed("2", "gold"), {"2": "2", "gold": "1"}),
        (placed("n", "ne", "s"), {"n": "1", "ne": "2", "s": "3"}),
        (placed("1", "10", "gold"), {"1": "1", "10": "10", "gold": "2"}),
        (placed("2>a", "2>b", "gold"), {"2>a": "a", "2>b": "b", "gold": "c"}),
    ],
)
def test_legal_options_with_a_place_have_short_names_that_mean_nothing_else(
    prompt: Prompt, numbers: dict[str, str]
) -> None:
    assert prompt.numbers == numbers


def test_short_names_go_on_with_letters_and_never_end() -> None:
    prompt = placed(*(f"id{at}" for at in range(80)))
    short = list(prompt.numbers.values())
    assert short[:10] == [*"123456789", "a"]
    assert short[34:38] == ["z", "a1", "b1", "c1"]
    assert len(set(short)) == 80


def test_a_number_stands_before_the_text_of_an_option_with_a_place() -> None:
    prompt = placed("red", "green")
    said = [Words().say(prompt.numbered(option)) for option in prompt.options]
    assert said == ["1 · Option", "2 · Option", "Done"]


def test_short_names_are_worked_out_once_and_are_no_part_of_the_prompt() -> None:
    prompt = placed("red", "green")
    assert prompt.numbers is prompt.numbers
    assert prompt == placed("red", "green")
    assert msgspec.json.encode(prompt) == msgspec.json.encode(placed("red", "green"))


def test_what_is_offered_no_more_is_still_an_answer() -> None:
    former = Option("old", T("As before"), place="card:old", former=True)
    prompt = Prompt(0, "test", T("Choose."), [Option("new", T("New"), place="card:new"), former])
    assert [option.id for option in prompt.legal] == ["new"]
    assert prompt.numbers == {"new": "1"}
    assert prompt.forced() == ["new"]
    prompt.check(["old"])


def test_where_games_of_before_have_an_answer_the_only_one_left_is_given_by_the_table_and_not_by_the_rules() -> None:
    now, then = Option("now", T("Now")), Option("then", T("Then"), former=True)
    prompt = Prompt(0, "test", T("Choose."), [now, then], asked_before=True)
    prompt.check(["then"])
    assert prompt.legal == [now]
    assert prompt.forced() is None
    assert prompt.left_over() == ["now"]
    assert msgspec.structs.replace(prompt, tells=True).left_over() is None
    assert Prompt(0, "test", T("Choose."), [now, then]).left_over() is None
