"""What a robot of Race expects of a position: the weights that were learned, and what they are multiplied with."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.kernel.errors import BadData
from rules.kernel.rng import Rng
from rules.race.components import ACTIONS, CARDS
from rules.race.robot import inputs
from rules.race.robot.inputs import CALLING, GIVEN, NAMES, OWN, PUBLIC, explored, given, hand, model_of, public
from rules.race.robot.judgement import (
    CHOICES,
    IN_USE,
    LEARNED,
    TWO,
    Judge,
    Round,
    kind_of_table,
    likely_calls,
    read,
    shares,
    vector,
)
from rules.race.robot.plan import Lookahead, others_calls, prospect
from rules.race.robot.value import gain, outlook_of, with_card
from tests.rules.race.table import GAME, table_of

TABLES: list[tuple[dict[str, str], int]] = [({}, 2), ({"setup": "experienced"}, 2), ({}, 4)]


@pytest.mark.parametrize(("config", "seats"), TABLES)
def test_a_position_is_judged_by_the_inputs_from_which_is_learned(config: dict[str, str], seats: int) -> None:
    position, _ = GAME.setup(config, seats, Rng("ab"))
    judged = 0
    while judged < 8 and (waiting := GAME.waiting(position)):
        view = GAME.view(position, waiting[0])
        if view.phase == "choose":
            judged += 1
            after, phases = model_of(view.players[waiting[0]]), {"settle", "produce"}
            calls = [{"settle": 0.25, "produce": 0.75} for _ in range(seats - 1)]
            judge = Judge(view, waiting[0], outlook_of(view), LEARNED)
            seen = vector(Round(view, waiting[0], phases, calls, 0.7, after))
            net = LEARNED.value[kind_of_table(view)]
            cells = [
                constant + sum(value * row[at] for value, row in zip(seen, net.rows, strict=True))
                for at, constant in enumerate(net.constant)
            ]
            counted = [*(max(0.0, cell) for cell in cells[:-1]), cells[-1], 1.0]
            expected = sum(cell * weight for cell, weight in zip(counted, net.results[0], strict=True))
            of_round = judge.of_round(phases, calls)
            found = judge.ahead(judge.of_seat(after), of_round, 0.7)
            assert found == pytest.approx(expected)
        picks = GAME.choose(view, GAME.prompt(position, waiting[0]), Rng("00"))
        GAME.answer(position, waiting[0], picks)
    assert judged == 8


def test_the_parts_of_a_judgement_make_up_what_is_expected_more() -> None:
    view = table_of(["new_sparta gem_world", "old_earth"], ["comet_zone", ""], goods=["gem_world", ""]).view(0)
    judge = Judge(view, 0, outlook_of(view), LEARNED)
    now = model_of(view.players[0])
    usual, settling = judge.of_round((), [{}]), judge.of_round({"settle"}, [{"settle": 1.0}])
    placed = now._replace(tableau=with_card(now.tableau, now.hand[0]), hand=(), unknown=2)
    sold = now._replace(goods=frozenset(), unknown=4)
    for model, of_round, choice in ((placed, settling, 0.0), (sold, usual, 2.0), (now, settling, 0.0)):
        parts = judge.parts(model, of_round, choice, now, usual)
        more = judge.ahead(judge.of_seat(model), of_round, choice) - judge.ahead(judge.of_seat(now), usual, 0.0)
        assert sum(parts.values()) == pytest.approx(more)
    assert not any(judge.parts(now, usual, 0.0, now, usual).values())
    assert (
        judge.parts(sold, usual, 0.0, now, usual)["others"]
        == 0
        != judge.parts(now, settling, 0.0, now, usual)["others"]
    )


def test_the_inputs_are_what_their_names_say() -> None:
    worlds = "gem_world spice_world"
    table = table_of([f"new_sparta {worlds}", "old_earth"], ["comet_zone pilgrimage_world", ""], goods=[worlds, ""])
    view = table.view(0)
    model = model_of(view.players[0])
    found = dict(zip(OWN, [*public(model), *hand(model, outlook_of(view))], strict=True))
    assert found["cards placed"] == 3
    assert found["goods"] == 2
    assert found["goods beside one"] == 1
    assert found["production worlds"] == 2
    assert found["hand"] == found["hand up to two"] == 2
    assert found["strength"] == 2
    assert found["best sale by producing"] >= found["best sale of goods"] > 0
    assert found["best plan"] >= found["best world in hand"] > 0 == found["best development in hand"]


def test_there_is_an_input_for_every_value() -> None:
    view = table_of(["new_sparta gem_world", "old_earth"], ["comet_zone", ""]).view(0)
    models = [model_of(one) for one in view.players]
    assert len(set(NAMES)) == len(NAMES) == IN_USE.inputs
    assert len(vector(Round(view, 0, ["settle"], [{"settle": 1.0}], 0.0, models[0]))) == len(NAMES)
    assert len(inputs.calling(models[0], models[1:], view, outlook_of(view))) == len(CALLING)
    assert len(public(models[0])) == len(PUBLIC)


def test_what_others_gain_in_a_round_is_seen_by_what_they_call() -> None:
    view = table_of(["old_earth", "new_sparta gem_world spice_world"], ["", ""], goods=["", "gem_world"]).view(0)
    models = [model_of(view.players[1])]
    seen = [public(models[0])]

    def of(phases: set[str], calls: dict[str, float]) -> dict[str, float]:
        return dict(zip(GIVEN, given(models, seen, phases, [calls]), strict=True))

    nothing = of({"explore"}, {"explore_5": 1.0})
    assert nothing["phase explore"] == nothing["others call explore_5"] == 1.0
    assert sum(nothing.values()) == 2.0
    sold = of({"consume", "produce"}, {"consume_trade": 0.5, "produce": 0.5})
    assert sold["cards of others by a sale"] == seen[0][PUBLIC.index("best sale of goods")] / 2 > 0
    assert sold["goods that others produce"] == 1.0


def test_a_card_that_can_be_paid_for_is_better_in_hand_than_one_that_cannot() -> None:
    view = table_of(["old_earth", "new_sparta"], ["pilgrimage_world", ""]).view(0)
    model = model_of(view.players[0])
    outlook = outlook_of(view)
    dear = max(
        (at for at, card in enumerate(CARDS) if card.kind == "development" and card.number >= 2),
        key=lambda card: gain(model.tableau, card, 0, outlook),
    )
    poor, rich = (hand(model._replace(hand=(dear,), unknown=n), outlook) for n in (0, 6))
    assert poor[3] == 0 < rich[3] == rich[5] == poor[5]


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

    def consuming(found: dict[tuple[str, ...], float]) -> float:
        return found["consume_trade",] + found["consume_x2",]

    assert consuming(with_goods) > 2 * consuming(without)
    assert with_goods["produce",] < without["produce",]


def test_pairs_of_actions_are_guessed_where_two_are_called() -> None:
    position, _ = GAME.setup({"setup": "experienced"}, 2, Rng("ab"))
    while GAME.view(position, None).phase != "choose":
        seat = GAME.waiting(position)[0]
        GAME.answer(position, seat, GAME.choose(GAME.view(position, seat), GAME.prompt(position, seat), Rng("00")))
    view = GAME.view(position, 0)
    found = likely_calls(view, 1, outlook_of(view), LEARNED)
    assert tuple(found) == TWO == tuple(CHOICES["two actions"])
    assert ("develop", "develop_2") in found
    assert sum(found.values()) == pytest.approx(1.0)
    assert found["explore_5", "consume_x2"] < found["explore_5", "settle"], "nobody has goods in the first round"


def test_two_develop_cards_of_another_give_everybody_two_phases() -> None:
    position, _ = GAME.setup({"setup": "experienced"}, 2, Rng("ab"))
    while GAME.view(position, None).phase != "choose":
        seat = GAME.waiting(position)[0]
        GAME.answer(position, seat, GAME.choose(GAME.view(position, seat), GAME.prompt(position, seat), Rng("00")))
    found = {tuple(one.calls[0]): one for one in others_calls(Lookahead(GAME.view(position, 0), 0))}
    assert all(one.probability > 0 for one in found.values())
    for picks, one in found.items():
        assert set(one.phases) == {*(ACTIONS[action].phase for action in picks), *(p for p in picks if p[-2:] == "_2")}
    assert any("develop_2" in one.phases or "settle_2" in one.phases for one in found.values())


def test_what_more_speaks_for_has_the_greater_share() -> None:
    found = shares({"a": 1000.0, "b": 1000.0, "c": -1000.0})
    assert found == {"a": 0.5, "b": 0.5, "c": 0.0}


def test_points_ahead_count_less_the_more_there_are_and_winning_most() -> None:
    values = [prospect(ahead) for ahead in range(-40, 41)]
    assert values == sorted(values)
    assert prospect(0) == 0
    assert prospect(1) - prospect(-1) > prospect(12) - prospect(10) > prospect(32) - prospect(30)


def _cut(raw: dict[str, Any]) -> None:
    rows = base64.b64decode(raw["value"]["two"]["rows"])
    raw["value"]["two"]["rows"] = base64.b64encode(rows[:-2]).decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw["value"].pop("two"), "value are not those of the tables: two"),
        (lambda raw: raw["calls"].update({"five": raw["calls"]["two"]}), "calls are not those of the tables: five"),
        (_cut, "not those of "),
        (lambda raw: raw["calls"]["more"]["results"].pop(), "6 results, not of 7"),
        (lambda raw: raw["value"]["two"]["results"][0].pop(), "not those of "),
        (lambda raw: raw.update({"inputs": 7}), "not those of "),
        (lambda raw: raw.pop("inputs"), "missing required field `inputs`"),
        (lambda raw: raw.update({"more": 1}), "unknown field `more`"),
    ],
)
def test_a_file_of_weights_that_does_not_fit_is_refused(change: Callable[[dict[str, Any]], Any], said: str) -> None:
    raw = msgspec.json.decode(msgspec.json.encode(IN_USE))
    assert read(msgspec.json.encode(raw)) == IN_USE
    change(raw)
    with pytest.raises(BadData, match=said):
        read(msgspec.json.encode(raw))
