"""Hints: what a robot would do, what would follow, and why; out of what the seat knows alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.kernel.hints import NOTHING_ELSE, hint
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level, Term, ranked
from rules.kernel.supposing import decline
from rules.kernel.text import T, Text
from rules.registry import GAMES
from tests.rules.kernel.test_play import toy
from tests.toy import ToyGame, ToyState

COINS, POINTS, LUCK = T("coins"), T("points"), T("luck")


class Weighing(ToyGame):
    """The toy, with a robot that likes bids by three reasons, and has no opinion about anything else."""

    def appraise(
        self, view: ToyState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        if prompt.kind != "bid":
            return []
        found = []
        for one in prompt.legal:
            bid = float(one.id)
            why = (Term(COINS, -bid), Term(POINTS, 3 * bid), Term(LUCK, 0.01 * bid), Term(COINS, 0.5 * bid))
            found.append(Appraisal([one.id], sum(term.value for term in why), why if terms else ()))
        return ranked(found)


def test_a_hint_tells_the_best_answer_the_next_and_what_makes_the_difference() -> None:
    game, position = Weighing(), toy()
    legal = [one.id for one in game.prompt(position, 0).legal]
    found = hint(game, position, 0)
    assert found is not None
    assert found.picks == [legal[-1]]
    assert found.second == [legal[-2]]
    assert found.by == pytest.approx(2.51)
    assert [(term.text, term.value) for term in found.reasons] == [(POINTS, 3.0), (COINS, -0.5)]


class Thinking(ToyGame):
    """The toy, with a robot that thinks of bids what a test lets it think."""

    def __init__(self, *thoughts: Appraisal, rough: Sequence[Appraisal] = (), alone: Appraisal | None = None) -> None:
        super().__init__()
        self.thoughts, self.rough, self.alone = list(thoughts), list(rough), alone

    def appraise(
        self, view: ToyState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        return self.thoughts if level == Level.STRONG else self.rough

    def consider(self, view: ToyState, prompt: Prompt, picks: Sequence[str]) -> Appraisal | None:
        return self.alone


def bid(pick: str, points: float, more: float = 0.0, why: Text | None = None) -> Appraisal:
    """Think so many points of a bid; `more` of its value is no points."""
    return Appraisal([pick], points + more, (Term(POINTS, points),), more, why)


def test_beside_what_is_as_good_a_hint_tells_what_is_worse_and_why() -> None:
    found = hint(Thinking(bid("0", 3), bid("1", 2.95), bid("2", 1)), toy(), 0)
    assert found is not None
    assert (found.as_good, found.second) == (["1"], ["2"])
    assert [(term.text, term.value) for term in found.reasons] == [(POINTS, 2.0)]


def test_what_is_not_worse_by_points_is_not_said_to_be() -> None:
    found = hint(Thinking(bid("0", 1, more=10, why=LUCK), bid("1", 3), bid("2", -5, more=10)), toy(), 0)
    assert found is not None
    assert (found.second, found.why) == (["2"], None)
    assert found.by == pytest.approx(6)
    found = hint(Thinking(bid("0", 1, more=10, why=LUCK), bid("1", 3)), toy(), 0)
    assert found is not None
    assert (found.second, found.by, found.reasons, found.why) == (["1"], 0, (), LUCK)


def test_a_lone_thought_is_compared_with_what_a_weaker_robot_thinks_of_or_says_what_it_was_chosen_by() -> None:
    rough = [bid("0", 4), bid("1", 3.5)]
    found = hint(Thinking(bid("0", 3), rough=rough, alone=bid("1", 1)), toy(), 0)
    assert found is not None
    assert (found.second, found.by) == (["1"], 2)
    offered = hint(Thinking(bid("0", 3), alone=bid("1", 2)), toy(), 0)
    assert offered is not None
    assert (offered.second, offered.by) == (["1"], 1)
    better = hint(Thinking(bid("0", 3), rough=rough, alone=bid("1", 3.5)), toy(), 0)
    assert better is not None
    assert (better.as_good, better.second) == (["1"], None), "looked at in another way, it is none the worse"
    for why, said in ((LUCK, LUCK), (None, NOTHING_ELSE)):
        found = hint(Thinking(bid("0", 3, why=why), rough=rough), toy(), 0)
        assert found is not None
        assert (found.second, found.why) == (None, said)


def test_what_a_better_answer_has_crowded_out_is_looked_at_again() -> None:
    thoughts = [bid("0", 5), bid("1", -9), bid("2", -10)]
    found = hint(Thinking(*thoughts, alone=bid("1", 3)), toy(), 0)
    assert found is not None
    assert (found.second, found.by) == (["1"], 2)
    found = hint(Thinking(*thoughts, alone=bid("2", 4)), toy(), 0)
    assert found is not None
    assert (found.second, found.by) == (["2"], 1)


def test_what_turns_out_better_when_looked_at_again_is_the_hint_and_not_said_to_be_as_good() -> None:
    thoughts = [bid("0", 5), bid("1", 4), bid("2", 3)]
    found = hint(Thinking(*thoughts, alone=bid("2", 7)), toy(), 0)
    assert found is not None
    assert (found.picks, found.as_good, found.second, found.by) == (["2"], None, ["0"], 2)
    nearly = hint(Thinking(*thoughts, alone=bid("2", 5.05)), toy(), 0)
    assert nearly is not None
    assert (nearly.picks, nearly.as_good) == (["2"], ["0"])


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_hint_never_leaves_its_reader_without_a_reason(key: str) -> None:
    game = GAMES[key]
    assert game.lesson is not None
    table = game.lesson.table
    position, _ = game.setup(dict(table.options), 1 + table.robots, Rng("05"))
    seen, chance = 0, Rng("07")
    while seen < 24 and (waiting := game.waiting(position)):
        seat = waiting[0]
        prompt = game.prompt(position, seat)
        picks = prompt.left_over() or prompt.forced()
        if seat == 0 and picks is None and (found := hint(game, game.copy(position), 0)) is not None:
            seen += 1
            said = found.reasons or found.why or found.as_good or prompt.kind in SPEAKS_FOR_ITSELF
            assert said, (prompt.kind, found.picks)
            assert abs(found.by) < FAR, (prompt.kind, found.picks, found.reasons)
            picks = found.picks
        picks = picks or game.choose(game.view(position, seat), prompt, chance, Level.GOOD)
        game.answer(position, seat, picks)
    assert seen == 24


SPEAKS_FOR_ITSELF = {"explore", "place"}
"""Where the robot goes by a rule of thumb: what it is compared with is told, and that it is better."""
FAR = 40.0
"""Points by which no answer is better than the next: what is, is ordered by something else."""


def test_where_the_robot_has_no_opinion_there_is_no_hint() -> None:
    assert hint(ToyGame(), toy(), 0) is None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_hint_depends_on_what_the_seat_knows_alone(key: str) -> None:
    game = GAMES[key]
    chance = Rng("07")
    position, _ = game.setup({}, max(2, game.info.fewest), Rng("05"))
    seen = 0
    while seen < 6 and (waiting := game.waiting(position)):
        seat = waiting[0]
        prompt = game.prompt(position, seat)
        if prompt.answered is None and len(prompt.legal) > 1:
            seen += 1
            other = game.guess(game.copy(position), seat, Rng(f"{seen:032x}"))
            assert game.view(other, seat) == game.view(position, seat)
            assert hint(game, other, seat) == hint(game, game.copy(position), seat)
        game.answer(position, seat, game.choose(game.view(position, seat), prompt, chance, Level.GOOD))
    assert seen == 6


def test_a_hint_goes_on_to_the_end_of_the_turn() -> None:
    game = GAMES["gaia"]
    position, _ = game.setup({}, 2, Rng("05"))
    chance = Rng("07")
    while game.prompt(position, game.waiting(position)[0]).kind != "turn":
        seat = game.waiting(position)[0]
        view, prompt = game.view(position, seat), game.prompt(position, seat)
        game.answer(position, seat, game.choose(view, prompt, chance, Level.GOOD))
    seat = game.waiting(position)[0]
    found = hint(game, game.copy(position), seat)
    assert found is not None
    assert [step.prompt.seat for step in found.steps] == [seat] * len(found.steps)
    for step in found.steps:
        assert decline(game, position, seat)  # others may be asked in between
        assert game.prompt(position, seat) == step.prompt
        last = game.answer(position, seat, step.picks)
    assert last.turn_over
