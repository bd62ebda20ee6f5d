"""What a robot of Race expects of a position: the weights that were learned, and what they are multiplied with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.kernel.errors import BadData
from rules.kernel.rng import Rng
from rules.race.robot.inputs import NAMES, OWN, explored, model_of, own
from rules.race.robot.judgement import LEARNED, Judge, Round, likely_calls, read, shares, vector
from rules.race.robot.value import outlook_of
from tests.rules.race.table import GAME, table_of


@pytest.mark.parametrize(("config", "seats"), [({}, 2), ({"setup": "experienced"}, 2), ({}, 4)])
def test_a_position_is_judged_by_the_inputs_from_which_is_learned(config: dict[str, str], seats: int) -> None:
    position, _ = GAME.setup(config, seats, Rng("ab"))
    judged = 0
    while judged < 8 and (waiting := GAME.waiting(position)):
        view = GAME.view(position, waiting[0])
        if view.phase == "choose":
            judged += 1
            after, called = model_of(view.players[waiting[0]]), {"settle", "produce"}
            judge = Judge(view, waiting[0], outlook_of(view), LEARNED)
            inputs = vector(Round(view, waiting[0], called, 0.7, after))
            expected = LEARNED.constant + sum(
                value * LEARNED.weights[name] for name, value in zip(NAMES, inputs, strict=True)
            )
            assert judge.ahead(after) + judge.of_phases(called) + judge.of_choice(0.7) == pytest.approx(expected)
        picks = GAME.choose(view, GAME.prompt(position, waiting[0]), Rng("00"))
        GAME.answer(position, waiting[0], picks)
    assert judged == 8


def test_the_inputs_are_what_their_names_say() -> None:
    worlds = "gem_world spice_world"
    table = table_of([f"new_sparta {worlds}", "old_earth"], ["comet_zone pilgrimage_world", ""], goods=[worlds, ""])
    found = dict(zip(OWN, own(model_of(table.view(0).players[0])), strict=True))
    assert found["cards placed"] == 3
    assert found["goods"] == 2
    assert found["goods beside one"] == 1
    assert found["production worlds"] == 2
    assert found["hand"] == 2
    assert found["strength"] == 2
    assert found["best sale by producing"] >= found["best sale of goods"] > 0


def test_explore_offers_more_choice_the_more_is_drawn_for_each_card_that_is_kept() -> None:
    assert explored((), []) == (1, 1.0)
    assert explored((), ["explore_5"]) == (1, 6**0.5)
    assert explored((), ["explore_1_1"]) == (2, 2 * 0.5**0.5)


def test_what_others_call_is_guessed_from_what_everybody_sees_of_them() -> None:
    worlds = "new_sparta gem_world spice_world"
    full = table_of(["old_earth", worlds], ["", "comet_zone"], goods=["", "gem_world spice_world"]).view(0)
    empty = table_of(["old_earth", worlds], ["", "comet_zone"]).view(0)
    with_goods, without = (likely_calls(view, 1, outlook_of(view), LEARNED) for view in (full, empty))
    assert sum(with_goods.values()) == pytest.approx(1.0)
    assert with_goods["consume"] > 2 * without["consume"]
    assert with_goods["produce"] < without["produce"]


def test_what_more_speaks_for_has_the_greater_share() -> None:
    found = shares({"a": 1000.0, "b": 1000.0, "c": -1000.0})
    assert found == {"a": 0.5, "b": 0.5, "c": 0.0}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw["weights"].pop("own points"), "not those of the inputs: own points"),
        (lambda raw: raw["weights"].update({"own luck": 1.0}), "not those of the inputs: own luck"),
        (lambda raw: raw["weights"].update({"own points": "much"}), "Expected `float`"),
        (lambda raw: raw["calls"].pop("settle"), "not those of the inputs: settle"),
        (lambda raw: raw["calls"]["settle"].update({"luck": 1.0}), "not those of the inputs: luck"),
        (lambda raw: raw.pop("constant"), "missing required field `constant`"),
        (lambda raw: raw.update({"more": 1}), "unknown field `more`"),
    ],
)
def test_a_file_of_weights_that_does_not_fit_is_refused(change: Callable[[dict[str, Any]], Any], said: str) -> None:
    raw = msgspec.to_builtins(LEARNED)
    assert read(msgspec.json.encode(raw)) == LEARNED
    change(raw)
    with pytest.raises(BadData, match=said):
        read(msgspec.json.encode(raw))
