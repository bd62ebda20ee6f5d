"""Harvest and rest: what planet and farms yield, what comes back, and the limits."""

from __future__ import annotations

import pytest

from rules.circadians.components import ROUNDS
from rules.circadians.game import CircadiansGame
from rules.circadians.state import CircadiansState, Die, Rules
from rules.circadians.steps.harvest import Harvest, Rest
from rules.kernel.errors import BadSetup
from rules.kernel.rng import Rng
from tests.game_words import GameWords
from tests.rules.circadians.table import has, in_hq, make, negotiated, table_of


def farming(*dice: int, farms: tuple[str, ...] = (), event: str = "") -> CircadiansState:
    """Seat 0 has dice on farms (0: none) and stands in the centre, which yields 3 water."""
    state = make(1)
    me = state.players[0]
    for at, die in enumerate(dice):
        me.farm_dice[at] = die
        me.supply -= die > 0
    for at, tile in enumerate(farms):
        me.farms[at] = tile
    state.event = event
    return state


def harvested(state: CircadiansState, line: str = "") -> tuple[int, int, int, int]:
    """What seat 0 harvests, the centre's 3 water taken off."""
    table = table_of(state, Harvest())
    table.play(line)
    assert table.over
    water, algae, power, gem = has(table)
    return water - 3, algae, power, gem


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_printed_farms_yield_by_the_table(die: int) -> None:
    water, algae, power = (1, 2, 3, 4, 4, 5)[die - 1], (1, 1, 2, 2, 3, 3)[die - 1], (0, 0, 1, 1, 2, 2)[die - 1]
    assert harvested(farming(0, die), "water") == (water, 0, 0, 0)
    assert harvested(farming(0, die), "algae") == (0, algae, 0, 0)
    assert harvested(farming(0, 0, die), "power") == (0, 0, power, 0)
    assert harvested(farming(0, 0, die), "water") == (water, 0, 0, 0)


def test_the_booster_adds_three_to_all_other_dice_up_to_six_whatever_lies_on_it() -> None:
    assert harvested(farming(1, 2, 5), "algae power") == (0, 3, 2, 0)
    assert harvested(farming(6, 1, 1), "algae power") == (0, 2, 1, 0)
    assert harvested(farming(6)) == (0, 0, 0, 0)


def test_farms_without_a_die_yield_nothing_and_passive_ones_always() -> None:
    assert harvested(farming(farms=("farm-4", "farm-11"))) == (3, 0, 0, 0)


def test_the_hex_of_the_harvester_yields() -> None:
    for side in ("a", "b"):
        state = make(1, side)
        for at, one in state.parts.planet[side].items():
            state.players[0].harvester = at
            before = state.players[0].goods
            table_of(state, Harvest())
            assert state.players[0].goods == before.plus(one.harvest)


def test_r19_a_cache_yields_while_it_is_face_down_and_nothing_when_open() -> None:
    state = make(2)
    for one in state.players:
        one.harvester = (0, -3)
    table = table_of(state, Harvest())
    assert has(table, 0) == has(table, 1) == (2, 2, 1, 0)
    state.caches = {"n": 8}
    table_of(state, Harvest())
    assert has(table, 0) == (2, 2, 1, 0)


def test_harvest_choices_are_made_side_by_side() -> None:
    state = make(3)
    for one in state.players:
        one.farm_dice[1] = 4
    table = table_of(state, Harvest())
    assert table.waiting == [0, 1, 2]
    table.play("algae", seat=2)
    assert table.waiting == [0, 1]
    assert has(table, 2) == (0, 0, 0, 0)
    table.play("water", seat=0)
    table.play("water", seat=1)
    assert [has(table, seat) for seat in range(3)] == [(7, 0, 0, 0), (7, 0, 0, 0), (3, 2, 0, 0)]


def test_a_die_on_a_farm_whose_tile_is_gone_yields_what_lies_there_now() -> None:
    assert harvested(farming(0, 0, 0, 5)) == (0, 0, 0, 0)
    assert harvested(farming(0, 0, 0, 5, farms=("farm-6",))) == (2, 3, 0, 0)
    assert harvested(farming(0, 0, 0, 5, farms=("farm-12",))) == (0, 1, 0, 0)


# Rest.


def test_dice_come_back_from_locations_farms_and_canteen_and_the_others_stay() -> None:
    state = make(2)
    me = state.players[0]
    state.mine[0], state.foundry, state.lab = [Die(0, 1)], [Die(1, 1)], []
    state.market["left"] = [Die(1, 6)]
    me.canteen, me.waiting, me.farm_dice[0] = 1, 1, 3
    negotiated(state, "red", 1, 0, 4)
    state.depository["upper"][2] = Die(0, 3)
    in_hq(state, (0, 2))
    table_of(state, Rest())
    assert (me.ready, me.canteen, me.waiting, me.farm_dice) == (4, 0, 0, [0] * 6)
    assert state.players[1].ready == 2
    assert (state.mine, state.foundry, state.market) == ([[], []], [], {"left": [], "right": []})
    assert state.hq == [Die(0, 2)]
    assert state.depository["upper"][2] == Die(0, 3)
    assert state.negotiation["red"][0] == Die(0, 4)


def test_every_location_gives_its_dice_back() -> None:
    state = make(4)
    for at, place in enumerate(("lab", "foundry", "control")):
        setattr(state, place, [Die(at, 2), Die(at, 2)])
    state.academy[3] = [Die(3, 1)]
    state.market["any"] = [Die(3, 5)]
    table_of(state, Rest())
    assert [one.ready for one in state.players] == [2, 2, 2, 2]


def test_the_start_marker_goes_to_the_left() -> None:
    state = make(3)
    state.start = 2
    table_of(state, Rest())
    assert state.start == 0


def test_r24_dice_beyond_five_go_back_with_those_in_the_headquarters_counted() -> None:
    state = make(2)
    me = state.players[0]
    me.ready, me.waiting, me.supply = 3, 3, 7
    in_hq(state, (0, 4))
    table_of(state, Rest())
    assert (me.ready, me.supply, state.hq) == (4, 8, [Die(0, 4)])


def test_more_than_eight_item_cards_are_discarded_by_choice_at_once_and_in_secret() -> None:
    state = make(2)
    for seat, one in enumerate(state.players):
        one.hand = [f"item-{n}" for n in range(1 + 10 * seat, 11 + 10 * seat)]
    table = table_of(state, Rest())
    assert table.waiting == [0, 1]
    prompt = table.prompt(0)
    assert (prompt.kind, prompt.at_least, prompt.at_most, prompt.secret) == ("discard", 2, 2, True)
    table.game.answer(table.position, 0, ["item-1", "item-3"])
    assert table.waiting == [1]
    assert len(state.players[0].hand) == 10
    outcome = table.game.answer(table.position, 1, ["item-12", "item-11"])
    assert outcome.barrier
    assert [len(one.hand) for one in state.players] == [8, 8]
    assert state.discards == ["item-1", "item-3", "item-11", "item-12"]


def last_rest(*, limit_at_end: bool) -> CircadiansState:
    """The rest of the last round, with nine cards in a hand."""
    state = make(1)
    state.round = ROUNDS
    state.rules = Rules(limit_at_end=limit_at_end)
    state.players[0].hand = [f"item-{n}" for n in range(1, 10)]
    return state


def test_after_the_last_round_nobody_is_asked_to_discard_but_in_games_that_began_with_it() -> None:
    state = last_rest(limit_at_end=False)
    assert table_of(state, Rest()).over
    assert len(state.players[0].hand) == 9
    asked = table_of(last_rest(limit_at_end=True), Rest()).prompt(0)
    assert (asked.kind, asked.at_least) == ("discard", 1)


def test_new_games_do_not_ask_it_and_records_that_do_not_say_so_do() -> None:
    game = CircadiansGame()
    options = game.check_setup({}, 2)
    assert options["limit"] == "next"
    assert not game.setup(options, 2, Rng("00"))[0].state.rules.limit_at_end
    former = {key: value for key, value in options.items() if key != "limit"}
    assert game.setup(former, 2, Rng("00"))[0].state.rules.limit_at_end
    with pytest.raises(BadSetup):
        game.check_setup({"limit": "never"}, 2)


def test_eight_item_cards_may_be_kept() -> None:
    state = make(2)
    state.players[0].hand = [f"item-{n}" for n in range(1, 9)]
    assert table_of(state, Rest()).over


@pytest.mark.parametrize(("supply", "said"), [(2, "Seat 0 harvests 3 water, 1 die."), (0, "Seat 0 harvests 3 water.")])
def test_a_harvest_tells_the_die_only_where_the_supply_had_one(supply: int, said: str) -> None:
    state = farming(0, 0, 0, 5, farms=("farm-10",))
    state.players[0].supply = supply
    table = table_of(state, Harvest())
    words = GameWords(table.game, 1)
    assert [words.say(event.text) for event in table.told("harvest")] == [said]
    assert state.players[0].waiting == min(1, supply)
