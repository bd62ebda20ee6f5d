"""Reviews: the answers of a seat that a robot thinks least of, out of what the seat knew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.game import Game
from rules.kernel.prompt import Prompt
from rules.kernel.record import Answer, Answerer, Record
from rules.kernel.reviews import MOST, misses
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level, Term, choose, ranked
from rules.kernel.text import T
from rules.registry import GAMES
from tests.toy import ToyGame, ToyState

COINS = T("coins")
SOME_ANSWERS = 40


class Weighing(ToyGame):
    """The toy, with a robot that likes low bids, and has no opinion about anything else."""

    def appraise(
        self, view: ToyState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        if prompt.kind != "bid":
            return []
        why = {one.id: (Term(COINS, -float(one.id)),) for one in prompt.legal}
        return ranked([Appraisal([id], one[0].value, one if terms else ()) for id, one in why.items()])


def played(game: Game[Any, Any], bids: dict[int, list[str]], by: Answerer = Answerer.PLAYER) -> Record:
    """Play the toy with these bids of each seat; else the last legal answer is given."""
    position, _ = game.setup({}, 2, Rng("00"))
    answers: list[Answer] = []
    while waiting := game.waiting(position):
        seat = waiting[0]
        prompt = game.prompt(position, seat)
        legal = [one.id for one in prompt.legal]
        pick = bids[seat].pop(0) if prompt.kind == "bid" and bids[seat] else legal[0]
        picks = [pick] if pick in legal else legal[: max(1, prompt.at_least)]
        answers.append(Answer(seat, picks, by))
        game.answer(position, seat, picks)
    return Record("toy", game.info.rules_version, {}, 2, "00", answers)


def test_the_worst_answers_come_first_each_with_what_was_better_and_why() -> None:
    game = Weighing()
    record = played(game, {0: ["1", "2"], 1: ["0", "0", "0"]})
    found = misses(game, record, 0)
    assert [(one.hint.second, one.hint.picks) for one in found][:2] == [(["2"], ["0"]), (["1"], ["0"])]
    worst = found[0]
    assert worst.hint.by == 2.0
    assert [(term.text, term.value) for term in worst.hint.reasons] == [(COINS, 2.0)]
    assert record.answers[worst.answer].picks == ["2"]
    before = game.decode(worst.position)
    assert game.prompt(before, 0) == worst.prompt


def test_what_was_as_good_and_what_others_or_robots_answered_is_no_loss() -> None:
    game = Weighing()
    assert misses(game, played(game, {0: [], 1: ["3"]}), 0) == []
    assert misses(game, played(game, {0: ["3"], 1: []}, Answerer.ROBOT), 0) == []


class Steered(Weighing):
    """The same robot, which is steered away from the bid of 2 by more than points."""

    def appraise(
        self, view: ToyState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        found = super().appraise(view, prompt, level, terms=terms)
        off = [-100.0 * (one.picks == ["2"]) for one in found]
        both = zip(found, off, strict=True)
        return ranked([msgspec.structs.replace(one, value=one.value + steer, steer=steer) for one, steer in both])


def test_what_is_not_worse_by_points_is_no_loss() -> None:
    game = Steered()
    found = misses(game, played(game, {0: ["1", "2"], 1: ["0", "0", "0"]}), 0)
    assert [one.hint.second for one in found] == [["1"]]


def test_whoever_plays_at_random_has_lost_something_in_race() -> None:
    game = GAMES["race"]
    position, _ = game.setup({}, 2, Rng("03"))
    chance, answers = Rng("05"), []
    while waiting := game.waiting(position):
        seat = waiting[0]
        prompt, view = game.prompt(position, seat), game.view(position, seat)
        picks = chance.pick([one.picks for one in game.appraise(view, prompt)], "any")
        answers.append(Answer(seat, picks))
        game.answer(position, seat, picks)
    found = misses(game, Record("race", game.info.rules_version, {}, 2, "03", answers), 0)
    assert len(found) == MOST
    assert sorted(found, key=lambda one: -one.hint.by) == found
    assert all(one.hint.reasons for one in found[:1])
    assert "position" not in repr(found[0])


class Hasty(Weighing):
    """The same robot, which in a hurry drops all bids but the lowest, unless it is asked about another one alone."""

    def appraise(
        self, view: ToyState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        found = super().appraise(view, prompt, level, terms=terms)
        return found if level == Level.GOOD else found[:1]

    def consider(self, view: ToyState, prompt: Prompt, picks: Sequence[str]) -> Appraisal | None:
        found = super().appraise(view, prompt, terms=True)
        return next((one for one in found if one.picks == list(picks)), None)


def test_an_answer_that_a_robot_drops_beside_better_ones_is_looked_at_alone() -> None:
    game = Hasty()
    found = misses(game, played(game, {0: ["1", "2"], 1: ["0", "0", "0"]}), 0)
    assert [(one.hint.second, one.hint.picks, one.hint.by) for one in found][:2] == [
        (["2"], ["0"], 2.0),
        (["1"], ["0"], 1.0),
    ]


def test_in_gaia_project_the_worst_answers_are_not_passed_over_because_the_robot_drops_them() -> None:
    game = GAMES["gaia"]
    position, _ = game.setup(game.check_setup({}, 2), 2, Rng("07"))
    chance = Rng("05")
    answers: list[Answer] = []
    while len(answers) < SOME_ANSWERS:
        seat = game.waiting(position)[0]
        picks = choose(game.view(position, seat), game.prompt(position, seat), chance)
        answers.append(Answer(seat, picks))
        game.answer(position, seat, picks)
    record = Record("gaia", game.info.rules_version, game.check_setup({}, 2), 2, "07", answers)
    found = misses(game, record, 0)
    assert len(found) == MOST
    for miss in found:
        before = game.decode(miss.position)
        prompt, view = game.prompt(before, 0), game.view(before, 0)
        alone = game.consider(view, prompt, record.answers[miss.answer].picks)
        assert alone is not None
        assert miss.hint.by <= game.appraise(view, prompt)[0].value - alone.value
