"""What robots of all games share: who is stronger gives the best answer more often, and nobody gives nonsense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import WORST, Appraisal, Level, pick, ranked
from tests.rules.kernel.test_play import toy
from tests.toy import ToyGame, ToyState

WAYS = [Appraisal(["good"], 5.0), Appraisal(["best"], 6.0), Appraisal(["bad"], 2.0)]


def often(leeway: float) -> Counter[str]:
    chance = Rng("00")
    return Counter(pick(ranked(WAYS), leeway, chance)[0] for _ in range(1000))


def test_the_best_is_first_and_of_equal_ones_the_first_listed() -> None:
    listed = [*WAYS, Appraisal(["as good"], 5.0)]
    assert [one.picks[0] for one in ranked(listed)] == ["best", "good", "as good", "bad"]


def test_without_leeway_the_best_is_given_and_with_more_the_others_more_often() -> None:
    assert often(0.0) == {"best": 1000}
    little, much = often(0.5), often(1.5)
    assert little["best"] > much["best"] > much["good"] > little["good"] > 0
    assert much["bad"] > 0 == little["bad"]


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=20), st.floats(0.01, 20), st.integers(0, 1000))
def test_what_is_given_is_never_far_worse_than_the_best(values: list[float], leeway: float, draws: int) -> None:
    ways = ranked([Appraisal([str(value)], value) for value in values])
    assert max(values) - float(pick(ways, leeway, Rng("00", draws))[0]) <= WORST * leeway


class Weighing(ToyGame):
    """The toy, with a robot that thinks the more of a bid the higher it is."""

    leeway: ClassVar[Mapping[Level, float]] = {Level.FRIENDLY: 1.0}

    def appraise(
        self, view: ToyState, prompt: Prompt, level: Level = Level.STRONG, *, terms: bool = False
    ) -> list[Appraisal]:
        return ranked([Appraisal([one.id], float(one.id)) for one in prompt.legal]) if prompt.kind == "bid" else []


def test_a_game_that_appraises_answers_is_played_by_that_at_each_level() -> None:
    position = toy()
    game = Weighing()
    prompt, view = game.prompt(position, 0), game.view(position, 0)
    best = prompt.legal[-1].id
    chance = Rng("00")
    given = {level: Counter(game.choose(view, prompt, chance, level)[0] for _ in range(200)) for level in Level}
    assert given[Level.STRONG] == given[Level.GOOD] == {best: 200}
    assert 50 < given[Level.FRIENDLY][best] < 180
