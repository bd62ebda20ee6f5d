"""Hints: what a robot would do, what would follow, and why; out of what the seat knows alone."""

from __future__ import annotations

import pytest

from rules.kernel.hints import hint
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Appraisal, Level, Term, ranked
from rules.kernel.supposing import decline
from rules.kernel.text import T
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
