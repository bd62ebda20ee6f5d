"""Policies are set to what is offered; premoves are taken as planned, dropped with a reason, or wait."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from rules.kernel.errors import IllegalAnswer, RulesError
from rules.kernel.policies import ASK, UNSET, Policy, PolicyChoice, Premove, check_settings, premove, premove_answer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.text import T, Text

POLICY = Policy(
    "charge", T("Charging"), T("You are asked."), (PolicyChoice("never", T("You never charge."), T("Never")),)
)


@pytest.mark.parametrize(
    ("settings", "value"),
    [({}, ASK), ({"charge": "never"}, "never"), ({"charge": ASK}, ASK), ({"charge": "gone"}, ASK), ({"x": "y"}, ASK)],
)
def test_a_policy_asks_unless_it_is_set_to_something_it_offers(settings: dict[str, str], value: str) -> None:
    assert POLICY.set_to(settings).value == value


def test_what_holds_while_nothing_is_set_may_be_something_else_than_being_asked() -> None:
    policy = msgspec.structs.replace(POLICY, default=PolicyChoice(UNSET, T("You charge."), T("Charge")))
    assert [policy.set_to(one).value for one in ({}, {"charge": ASK}, {"charge": "gone"})] == [UNSET, ASK, UNSET]
    check_settings([policy], {"charge": UNSET})


def test_settings_that_a_game_offers_are_accepted() -> None:
    check_settings([POLICY], {"charge": "never"})
    check_settings([POLICY], {"charge": ASK})


@pytest.mark.parametrize("settings", [{"charge": "always"}, {"leech": "never"}])
def test_settings_that_a_game_does_not_offer_are_refused(settings: dict[str, str]) -> None:
    with pytest.raises(RulesError):
        check_settings([POLICY], settings)


def prompt(*, kind: str = "place", options: Sequence[Option] | None = None, at_least: int = 1) -> Prompt:
    if options is None:
        options = [Option("a", T("Moon"), T("costs 1")), Option("b", T("Sun")), Option("c", T("Comet"))]
    return Prompt(0, kind, T("Place something."), list(options), at_least, 2)


PLAN = premove(prompt(), ["a"])


@pytest.mark.parametrize(
    ("later", "result"),
    [
        (prompt(), ["a"]),
        (prompt(options=[Option("c", T("New")), Option("a", T("Moon"), T("costs 1"))]), ["a"]),
        (prompt(kind="pay"), None),
        (prompt(options=[Option("b", T("Sun"))]), "is not possible now"),
        (prompt(options=[Option("a", T("Moon"), T("costs 1"), refusal=T("Too dear."))]), "is not possible now"),
        (prompt(at_least=2), "is not possible now"),
        (prompt(options=[Option("a", T("Star"), T("costs 1"))]), "has changed"),
        (prompt(options=[Option("a", T("Moon"), T("costs 2"))]), "has changed"),
    ],
    ids=[
        "the same prompt",
        "other options changed",
        "another kind",
        "the option is gone",
        "the option is refused now",
        "more picks are needed",
        "the option is another thing now",
        "the option costs more now",
    ],
)
def test_a_premove_is_taken_dropped_or_waits(later: Prompt, result: list[str] | str | None) -> None:
    answer = premove_answer(later, PLAN)
    if isinstance(result, str):
        assert isinstance(answer, Text)
        assert result in answer.id
    else:
        assert answer == result


def test_the_reason_for_dropping_a_premove_carries_the_rule_that_forbids_it() -> None:
    later = prompt(options=[Option("a", T("Moon"), T("costs 1"), refusal=T("Too dear."))])
    answer = premove_answer(later, PLAN)
    assert isinstance(answer, Text)
    assert answer.args == {"reason": T("Too dear.")}


def test_something_that_is_refused_now_can_be_planned_but_nothing_that_is_not_there() -> None:
    now = prompt(options=[Option("a", T("Moon"), refusal=T("Too dear."))])
    assert premove_answer(prompt(options=[Option("a", T("Moon"), T("costs 1"))]), premove(now, ["a"])) == ["a"]
    with pytest.raises(IllegalAnswer):
        premove(now, ["z"])


def test_a_premove_can_be_stored() -> None:
    assert msgspec.json.decode(msgspec.json.encode(PLAN), type=Premove) == PLAN


@pytest.mark.parametrize(
    ("planned", "later", "kept"),
    [
        (T("{note} ⚠️ {n} too many", note=T("For 2"), n=3), T("For 2"), True),
        (T("{note} ⚠️ {n} too many", note=T("For 2"), n=3), T("For 3"), False),
        (T("For 2"), T("{note} ⚠️ {n} too many", note=T("For 2"), n=3), False),
        (T("⚠️ Nothing left"), None, True),
        (T("For 2"), None, False),
    ],
)
def test_a_plan_stands_where_a_warning_is_gone_and_falls_where_one_has_come(
    planned: Text, later: Text | None, kept: bool
) -> None:
    def asked(note: Text | None) -> Prompt:
        return Prompt(0, "test", T("Which?"), [Option("a", T("A"), note), Option("b", T("B"))])

    answer = premove_answer(asked(later), premove(asked(planned), ["a"]))
    assert (answer == ["a"]) is kept
