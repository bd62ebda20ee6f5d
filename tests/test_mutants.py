"""The checks of every game find broken ones: an illegal pick, a board that fails, a wrong kind, a wrong key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import msgspec
import pytest

from rendering import words as words_module
from rendering.kit.picture import RenderContext
from rendering.race.text_board import RaceTextBoard
from rules.kernel.game import GameInfo, Position
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level
from rules.race.game import RaceGame
from rules.race.state import RaceState
from rules.registry import GAMES
from tests.every_game import (
    Seen,
    Subject,
    Wrong,
    check_ahead,
    check_glance,
    check_keys,
    check_kinds,
    check_texts,
    check_views,
    play,
)
from tests.fuzz import toy
from tests.per_game import FUZZ, LINES, Missing, of_game
from tests.toy import ToyGame, ToyState, ToyStep


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the toy game one of the games, so that its names can be said."""
    monkeypatch.setitem(GAMES, "toy", ToyGame())
    words_module._names.cache_clear()
    yield
    words_module._names.cache_clear()


def games(game: ToyGame) -> list[Seen]:
    subject = Subject("toy", game, toy.CHECKS)
    return [play(subject, seed, robots=seed % 2 == 1) for seed in range(6)]


def test_nothing_is_found_where_all_is_well() -> None:
    subject = Subject("toy", ToyGame(), toy.CHECKS)
    check_keys(subject)
    check_texts(subject)
    seen = games(ToyGame())
    check_ahead(subject, seen)
    assert {one for each in seen for one in each.ahead} == {"bid", "use", "accept"}


class Spendthrift(ToyGame):
    """Its robot bids three coins, whether it has them or not."""

    def choose(self, view: ToyState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        return ["3"] if prompt.kind == "bid" else super().choose(view, prompt, rng, level)


class Lavish(ToyGame):
    """Its policy of bidding bids three coins, whether they are there or not."""

    def policy_answer(self, view: ToyState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        picks = super().policy_answer(view, prompt, settings)
        return ["3"] if prompt.kind == "bid" and picks is not None else picks


class Forward(ToyGame):
    """Its policies answer whatever they are asked, whether they are set or not."""

    def policy_answer(self, view: ToyState, prompt: Prompt, settings: Mapping[str, str]) -> list[str] | None:
        return ["yes"] if prompt.kind == "accept" else None


class Moody(ToyGame):
    """Its robot does not answer alike twice."""

    def __init__(self) -> None:
        self.calls = 0

    def choose(self, view: ToyState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        self.calls += 1
        legal = prompt.legal
        return [legal[self.calls % len(legal)].id] if prompt.at_least else super().choose(view, prompt, rng, level)


class Scribbling(ToyGame):
    """Its robot writes into its view."""

    def choose(self, view: ToyState, prompt: Prompt, rng: Rng, level: Level = Level.STRONG) -> list[str]:
        picks = super().choose(view, prompt, rng, level)
        view.points[0] += 1
        return picks


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (Spendthrift(), r"a robot answers bid of seat \d with \['3'\]"),
        (Lavish(), r"the policy \{'bid': '0'\} answers bid of seat \d with \['3'\]"),
        (Forward(), "accept is answered by a policy that nobody has set"),
        (Moody(), "a robot does not answer bid alike twice"),
        (Scribbling(), "a robot changes the view by which it answers bid"),
    ],
    ids=["robot", "policy", "policy that is not set", "robot that counts", "robot that writes"],
)
def test_a_wrong_pick_is_found(game: ToyGame, found: str) -> None:
    with pytest.raises(Wrong, match=found):
        games(game)


class Farsighted(ToyGame):
    """Lets something be planned under another kind than it is asked."""

    def ahead(self, view: ToyState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        bid, *others = super().ahead(view, seat, given)
        return [msgspec.structs.replace(bid, kind="bids"), *others]


def test_a_wrong_kind_among_what_can_be_planned_is_found() -> None:
    with pytest.raises(Wrong, match=r"can be planned and is never asked: \['bids'\]"):
        check_ahead(Subject("toy", Farsighted(), toy.CHECKS), games(Farsighted()))


def test_a_kind_of_prompt_that_no_robot_was_asked_is_found() -> None:
    subject, kinds = Subject("toy", ToyGame(), toy.CHECKS), {"bid", "use", "accept", "drop"}
    check_kinds(subject, [], kinds)
    with pytest.raises(Wrong, match=r"no robot was asked \['pass'\]"):
        check_kinds(subject, [], {*kinds, "pass"})
    seldom = replace(toy.CHECKS, seldom={"pass": "Nobody may.", "drop": "Hardly ever."})
    with pytest.raises(Wrong, match=r"said to be seldom asked, and asked or unknown: \['drop'\]"):
        check_kinds(Subject("toy", ToyGame(), seldom), [], {*kinds, "pass"})


class Foreign(ToyGame):
    """Lets options be planned that are never there."""

    def ahead(self, view: ToyState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        *others, accept = super().ahead(view, seat, given)
        options = [msgspec.structs.replace(option, id=f"x{option.id}") for option in accept.options]
        return [*others, msgspec.structs.replace(accept, options=options)]


def test_wrong_options_among_what_can_be_planned_are_found() -> None:
    with pytest.raises(Wrong, match=r"accept can be planned as \['xno', 'xyes'\], and is asked as \['no', 'yes'\]"):
        check_ahead(Subject("toy", Foreign(), toy.CHECKS), games(Foreign()))


class Speechless(RaceGame):
    """Cannot say what may be planned once the game is over."""

    def ahead(self, view: RaceState, seat: int, given: Mapping[str, Sequence[str]]) -> list[Prompt]:
        assert view.phase != "over", "nothing is left to plan"
        return super().ahead(view, seat, given)


def test_plans_that_fail_when_the_game_is_over_are_found() -> None:
    with pytest.raises(AssertionError, match="nothing is left to plan"):
        play(Subject("race", Speechless(), of_game(FUZZ, "race", "CHECKS")), 0, robots=False)


class Sharing(ToyGame):
    """Its views share a list with the state."""

    def view(self, position: Position[ToyState, ToyStep], seat: int | None) -> ToyState:
        view = super().view(position, seat)
        view.points = position.state.points
        return view


def test_a_view_that_shares_something_with_the_state_is_found() -> None:
    position, _ = ToyGame().setup({"length": "short"}, 2, Rng("00"))
    check_views(Subject("toy", ToyGame(), toy.CHECKS), position)
    with pytest.raises(Wrong, match=r"the view of seat 0 shares \[\[0, 0\]\] with the state"):
        check_views(Subject("toy", Sharing(), toy.CHECKS), position)


class Misnamed(ToyGame):
    info: ClassVar[GameInfo] = msgspec.structs.replace(ToyGame.info, key="auction")


def test_a_key_that_differs_from_the_registry_s_is_found() -> None:
    with pytest.raises(Wrong, match="the registry knows the game auction as toy"):
        check_keys(Subject("toy", Misnamed(), toy.CHECKS))
    with pytest.raises(Wrong, match="the registry knows the game toy as auction"):
        check_keys(Subject("auction", ToyGame(), toy.CHECKS))


class Blind(RaceTextBoard):
    """Cannot tell a reader who has no seat."""

    def glance(self, view: Any, context: RenderContext) -> list[str]:
        assert context.reader is not None, "nobody looks"
        return super().glance(view, context)


def test_a_glance_that_fails_is_found() -> None:
    subject = Subject("race", GAMES["race"], of_game(FUZZ, "race", "CHECKS"), Blind())
    position, _ = subject.game.setup({}, 2, Rng("00"))
    with pytest.raises(AssertionError, match="nobody looks"):
        check_glance(subject, position, "en")


def test_what_a_game_lacks_is_named_with_the_file_to_write() -> None:
    with pytest.raises(Missing, match=r"toy lacks tests/rules/toy/lines\.py: write it, with LINES in it"):
        of_game(LINES, "toy", "LINES")
    with pytest.raises(Missing, match=r"tests/rules/race/lines\.py lacks MOVES"):
        of_game(LINES, "race", "MOVES")
