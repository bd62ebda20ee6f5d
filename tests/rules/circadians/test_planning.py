"""Setup, draft and planning: what is hidden, what can be changed, what is asked of whom."""

from __future__ import annotations

import pytest

from rules.circadians.game import CircadiansGame
from rules.circadians.sets import ORRERY_SET
from rules.circadians.steps.planning import Plan, Planning, Reveal
from rules.circadians.steps.rounds import StartRound
from rules.kernel.errors import IllegalAnswer
from rules.kernel.record import Answer, Record, last_undoable, replay
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from tests.rules.circadians.table import CircadiansTable, in_hq, make, say, table_of

GAME = CircadiansGame()


def planning(*faces: int, seats: int = 1) -> CircadiansTable:
    """A table at the moment of planning, everybody with dice of these faces."""
    state = make(seats)
    for one in state.players:
        one.ready = len(faces)
        one.supply = 13 - one.ready
    return table_of(state, Planning(), Reveal(), draws={"circadians.roll": [face - 1 for face in faces] * seats})


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everybody_begins_with_a_base_resources_a_character_and_three_items(seats: int) -> None:
    position, outcome = GAME.setup({}, seats, Rng("00"))
    robots = Rng("01")
    for kind in ("character", "draft", "draft", "draft"):
        for seat in range(seats):
            prompt = GAME.prompt(position, seat)
            assert (prompt.kind, prompt.secret) == (kind, True)
        for seat in range(seats):
            GAME.answer(position, seat, choose(None, GAME.prompt(position, seat), robots))
    state = position.state
    for one in state.players:
        assert one.goods.amounts == (10, 2, 2, 0)
        assert (len(one.hand), one.supply, len(one.rolled), one.harvester) == (3, 10, 3, (0, 0))
        assert one.character in ORRERY_SET.characters
    assert len(state.under) == seats
    assert len(state.deck) == 36 - 4 * seats
    assert (state.round, state.phase, len(state.events)) == (1, "planning", 14)
    boards = ORRERY_SET.board(seats)
    assert [len(state.negotiation[column]) for column in ("green", "yellow", "red")] == [
        {1: 3, 2: 3, 3: 4, 4: 5}[seats]
    ] * 3
    assert len(state.mine) == len(boards.mine)
    assert outcome.barrier


def test_items_are_passed_to_the_left_in_the_draft() -> None:
    position, _ = GAME.setup({}, 3, Rng("00"))
    for seat in range(3):
        GAME.answer(position, seat, [position.state.players[seat].dealt[0]])
    before = [list(one.dealt) for one in position.state.players]
    kept = [one[0] for one in before]
    for seat in range(3):
        GAME.answer(position, seat, [kept[seat]])
    after = [one.dealt for one in position.state.players]
    assert [after[(seat + 1) % 3] for seat in range(3)] == [one[1:] for one in before]


def test_the_side_of_the_planet_can_be_chosen() -> None:
    for side in ("a", "b"):
        position, _ = GAME.setup({"planet": side}, 2, Rng("00"))
        assert position.state.side == side
    sides = {GAME.setup({}, 2, Rng(f"{key:02x}"))[0].state.side for key in range(12)}
    assert sides == {"a", "b"}


def test_the_game_says_that_its_set_is_not_the_printed_one() -> None:
    _, outcome = GAME.setup({}, 2, Rng("00"))
    assert outcome.events[0].kind == "set"
    assert outcome.events[0].text.args["set"] == ORRERY_SET.name("set")


def test_garages_are_planned_from_the_left_and_farms_freely() -> None:
    table = planning(6, 4, 2)
    assert table.legal() == ["6>g1", "6>f1", "6>f2", "6>f3", "4>g1", "4>f1", "4>f2", "4>f3", "2>g1", "2>f1", "2>f2",
                             "2>f3"]  # fmt: skip
    table.play("6>g1 4>g2 2>f1")
    assert table.state.players[0].garages == [6, 4, 0, 0, 0]
    assert table.state.players[0].farm_dice == [2, 0, 0, 0, 0, 0]


def test_r01_every_die_must_be_planned() -> None:
    table = planning(3, 3, 5)
    table.play("3>f2 3>g1")
    assert table.prompt().kind == "plan"
    assert not {"done", "stop", "canteen"} & set(table.legal())
    table.play("5>g2")
    assert table.over


def test_r02_farm_tiles_that_take_no_die_and_empty_spots_are_not_planned_for() -> None:
    state = make(1)
    state.players[0].farms = ["farm-4", "farm-11", ""]
    state.players[0].ready, state.players[0].supply = 1, 12
    table = table_of(state, Planning())
    face = state.players[0].rolled[0]
    ids = [f"{face}>{place}" for place in ("g1", "f1", "f2", "f3", "f4")]
    assert table.legal() == [*ids, *(f"open-{id}" for id in ids)]
    table.play(f"{face}>f4")
    assert state.players[0].plan == {"f4": face}


def test_one_die_lies_on_a_farm() -> None:
    table = planning(3, 3, 5)
    table.play("3>f2")
    assert "3>f2" not in table.legal()
    assert "5>f2" not in table.legal()
    with pytest.raises(IllegalAnswer):
        table.play("5>f2")


def test_a_plan_can_be_begun_anew() -> None:
    table = planning(6, 4, 2)
    assert "anew" not in table.legal()
    table.play("6>g1 4>f1 anew")
    assert table.state.players[0].plan == {}
    assert table.state.players[0].rolled == [2, 4, 6]
    table.play("2>g1 6>g2 4>f1")
    assert table.state.players[0].garages == [2, 6, 0, 0, 0]


def test_dice_are_rolled_once_and_asking_again_rolls_nothing() -> None:
    position, _ = GAME.setup({}, 2, Rng("05"))
    robots = Rng("01")
    while position.state.phase == "setup":
        seat = GAME.waiting(position)[0]
        outcome = GAME.answer(position, seat, choose(None, GAME.prompt(position, seat), robots))
    assert outcome.barrier
    counter, rolled = position.rng.counter, list(position.state.players[0].rolled)
    for _ in range(3):
        GAME.prompts(position)
        GAME.view(position, 0)
    outcome = GAME.answer(position, 0, [GAME.prompt(position, 0).legal[0].id])
    assert not outcome.barrier
    assert position.rng.counter == counter
    assert sorted([*position.state.players[0].rolled, *position.state.players[0].plan.values()]) == rolled


def test_a_plan_is_taken_back_until_everybody_has_planned() -> None:
    record = Record("circadians", 1, {}, 2, "00" * 16, [])
    position, first = GAME.setup({}, 2, Rng(record.key))
    outcomes = [first]
    robots = Rng("01")

    def answer(seat: int) -> None:
        picks = choose(None, GAME.prompt(position, seat), robots)
        outcomes.append(GAME.answer(position, seat, picks))
        record.answers.append(Answer(seat, picks))

    while position.state.phase == "setup":
        answer(GAME.waiting(position)[0])
    while 0 in GAME.waiting(position):
        answer(0)
    answer(1)
    rolled = len(position.state.players[0].plan)
    assert rolled == 3
    index = last_undoable(record.answers, outcomes[1:], 0)
    del record.answers[index]
    again, _ = replay(GAME, record)
    assert sorted(GAME.waiting(again)) == [0, 1]
    assert len(again.state.players[0].plan) < 3 or GAME.prompt(again, 0).kind == "seal"
    assert again.rng == position.rng


def test_who_has_planned_is_seen_by_who_is_waited_for() -> None:
    table = planning(6, 4, seats=3)
    assert table.waiting == [0, 1, 2]
    table.play("6>g1 4>g2", seat=1)
    assert table.waiting == [0, 2]


def test_r23_event_then_help_then_roll() -> None:
    state = make(2)
    state.round = 1
    state.players[0].supply, state.players[0].ready = 13, 0
    state.players[1].supply, state.players[1].ready = 11, 2
    table = table_of(state, StartRound())
    kinds = [event.kind for event in table.outcome.events]
    assert kinds == ["round", "event", "help", "roll", "roll"]
    assert len(table.state.players[0].rolled) == 1
    assert len(table.state.players[1].rolled) == 2


def test_who_has_no_die_gets_one_but_not_with_a_die_in_the_headquarters_or_an_empty_supply() -> None:
    state = make(3)
    in_hq(state, (1, 4))
    state.players[2].supply = 0
    table = table_of(state, Planning())
    assert [len(one.rolled) for one in state.players] == [1, 0, 0]
    assert table.waiting == [0]


def test_the_eighth_event_opens_the_caches() -> None:
    state = make(2)
    state.round = 7
    state.events = ["event-1"]
    table = table_of(state, StartRound())
    assert table.state.event == "event-16"
    assert sorted(table.state.caches.values()) == [4, 5, 6, 6, 7, 8]
    assert set(table.state.caches) == {"n", "ne", "se", "s", "sw", "nw"}


def test_eight_rounds_use_seven_events_and_the_last() -> None:
    position, _ = GAME.setup({}, 2, Rng("07"))
    robots = Rng("01")
    seen: list[str] = []
    while waiting := GAME.waiting(position):
        if position.state.event not in ("", *seen):
            seen.append(position.state.event)
        GAME.answer(position, waiting[0], choose(None, GAME.prompt(position, waiting[0]), robots))
    assert len(seen) == len(set(seen)) == 8
    assert seen[-1] == "event-16"


def test_the_last_die_seals_the_plan_or_lets_it_be_looked_at_once_more() -> None:
    table = planning(6, 4, seats=2)
    assert "seals" not in say(table.prompt(0).detail)
    table.play("6>g1", seat=0)
    prompt = table.prompt(0)
    assert say(prompt.detail) == "The last die seals the plan (🔒), or you look at it once more first."
    assert [option.id for option in prompt.legal[:4]] == ["4>g2", "4>f1", "4>f2", "4>f3"]
    assert [id for id in prompt.numbers if not id.startswith("open-")] == [], "no number seals"
    assert prompt.numbers["open-4>g2"] == "a"
    table.play("open-4>g2", seat=0)
    assert (table.prompt(0).kind, table.waiting) == ("seal", [0, 1])
    table.play("6>g1 4>g2", seat=1)
    assert table.waiting == [0], "nothing is shown before all have sealed"
    table.play("anew", seat=0)
    assert table.state.players[0].rolled == [4, 6]
    table.play("6>f1 open-4>g1 seal", seat=0)
    assert table.over
    assert (table.state.players[0].garages[0], table.state.players[0].farm_dice[0]) == (4, 6)


def test_who_plans_last_reads_the_plan_once() -> None:
    table = planning(6, 4, seats=2)
    table.answer(0, "6>g1")
    table.answer(0, "4>f2")
    assert say(table.said()[-1]) == "Your plan: 6 to garage 1, 4 to farm 2"
    table.answer(1, "6>g1")
    table.answer(1, "4>f1")
    assert [(one.kind, one.seat) for one in table.outcome.events] == [("plan", 0), ("plan", 1)]


def test_a_plan_that_cannot_be_paid_is_warned_of_before_and_after_the_last_die() -> None:
    state = make()
    me = state.players[0]
    me.algae, me.rolled, me.plan = 2, [3, 4], {"g1": 6, "g2": 5, "g3": 2}
    table = table_of(state, Plan(0))
    assert say(table.prompt().detail) == "Sending the dice planned so far costs 2 algae; you have 2 algae."
    note = say(table.option("4>g4").note)
    assert note == "2 algae when it is sent ⚠️ More than you have, 4 algae in all"
    table.answer(0, "4>f1")
    assert say(table.prompt().detail).startswith(
        "Sending the dice planned so far costs 2 algae; you have 2 algae. The last"
    )
    table.answer(0, "3>g4")
    assert say(table.said()[-1]).startswith("You cannot pay for this plan yet: sending its dice costs 4 algae")
