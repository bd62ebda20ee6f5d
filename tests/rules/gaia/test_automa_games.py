"""Games against the Automa: its box, how they begin, go on and end, who knows what; rule by rule (docs/gaia.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.gaia import automa as choices
from rules.gaia import automa_cards as c
from rules.gaia import scoring
from rules.gaia.components import FACTIONS, TRACKS
from rules.gaia.counts import count
from rules.gaia.galaxy import galaxy
from rules.gaia.income import total_income
from rules.gaia.steps.automa import gain_points, new_automa, reshuffle
from rules.gaia.steps.rounds import CleanUp
from rules.gaia.steps.turn import NextTurn
from rules.kernel import robots
from rules.kernel.errors import BadData, BadSetup
from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.record import Answer, Record, last_undoable, replay
from rules.kernel.rng import Rng
from rules.kernel.supposing import suppose, try_line
from tests.rules.gaia.automa import GAME, WORDS, against, automa, begun, move, played
from tests.rules.gaia.table import GaiaTable, make, table_of
from tests.table import Table

# The box


def test_the_box_has_seventeen_cards_five_levels_and_seven_factions() -> None:
    assert list(c.CARDS) == list(range(1, 18))
    assert list(c.LEVELS) == ["automalein", "automa", "automaechtig", "ultoma", "alptrauma"]
    assert set(c.FACTION_CARDS) == {"terrans", "geodens", "hadsch-hallas", "xenos", "itars", "taklons", "firaks"}
    kinds = [card.does for card in c.CARDS.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "upgrade": 4, "highest": 2, "mine": 3, "board": 4, "random": 2, "faction": 2
    }  # fmt: skip
    assert sum(card.stops for card in c.CARDS.values()) == 8
    assert [card.booster for card in c.CARDS.values()].count(0) == 6
    assert {card.first for card in c.CARDS.values()} == set(range(5))


@pytest.mark.parametrize(
    ("level", "fixed", "vp"),
    [
        ("automalein", [1, 4, 5, 7, 13], 0),
        ("automa", [1, 2, 4, 5, 7, 13], 10),
        ("automaechtig", [1, 2, 4, 5, 7, 9, 13], 10),
        ("ultoma", [1, 2, 4, 5, 7, 9, 13, 15], 10),
        ("alptrauma", [1, 2, 4, 5, 7, 9, 13, 15], 10),
    ],
)
def test_a_level_has_its_cards_and_one_at_random_and_each_round_one_more(level: str, fixed: list[int], vp: int) -> None:
    assert (list(c.LEVELS[level].fixed), c.LEVELS[level].vp) == (fixed, vp)
    state = against("taklons", ["4B2"], level=level)
    state.automa = new_automa(level, Rng("05"))
    assert set(fixed) < set(automa(state).deck)
    sizes = [len(automa(state).deck)]
    for _ in range(5):
        reshuffle(state, Rng(f"{len(sizes):02x}"))
        sizes.append(len(automa(state).deck))
    assert sizes == [len(fixed) + number for number in range(1, 7)]
    assert len({*automa(state).deck, *automa(state).spare}) == (16 if level == "automalein" else 17)


def test_card_two_is_out_of_the_game_at_the_easiest_level() -> None:
    for seed in range(20):
        cards = new_automa("automalein", Rng(f"{seed:02x}"))
        assert 2 not in (*cards.deck, *cards.spare)


def broken(change: Callable[[Any], object]) -> c.AutomaData:
    data = msgspec.to_builtins(c.load())
    change(data)
    return msgspec.convert(data, c.AutomaData)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda data: data.update(cards=data["cards"][1:]), "cards 1 to 17"),
        (lambda data: data["cards"][3].update(does="area"), "card 4"),
        (lambda data: data["cards"][8].update(vp=1), "card 9"),
        (lambda data: data["cards"][0].update(booster=3), "card 1"),
        (lambda data: data["cards"][0].update(final=2), "card 1"),
        (lambda data: data["levels"][0].update(fixed=[1, 1, 4, 5]), "automalein"),
        (lambda data: data["levels"][0].update(fixed=[1, 4, 5]), "automalein"),
        (lambda data: data["factions"][0].update(id="gleens"), "different colours"),
        (lambda data: data["factions"][0].update(id="nobody"), "different colours"),
        (lambda data: data["factions"][0].update(level="magic"), "terrans"),
        (lambda data: data["factions"][0].update(parts=[]), "terrans"),
        (lambda data: data["factions"][0]["parts"][1].update(range=0), "terrans"),
        (lambda data: data["factions"][1]["parts"][0].update(downgrade=True), "geodens"),
        (lambda data: data["rounds"].pop("round-mine"), "round tile"),
        (lambda data: data["steps"].pop("gaia"), "Gaia and Transdim"),
        (lambda data: data.update(upgrades=[["mine", "castle"]]), "unknown structure"),
        (lambda data: data.update(tokens=4), "federation tokens"),
    ],
)
def test_data_that_cannot_be_is_named(change: Callable[[Any], object], named: str) -> None:
    with pytest.raises(BadData, match=named):
        c.check(broken(change))


# How a game begins


def test_a_game_for_one_has_no_opponent_unless_one_is_chosen() -> None:
    position, _ = GAME.setup({}, 1, Rng("07" * 16))
    assert position.state.rival is None
    assert len(position.state.players) == position.state.persons == 1
    assert b"automa" not in GAME.encode_view(position.state)
    assert GAME.rivals({"solo": "score"}) == []
    assert [WORDS.say(one) for one in GAME.rivals({"solo": "ultoma"})] == ["Automa"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_automa_plays_against_one_player_only(seats: int) -> None:
    with pytest.raises(BadSetup):
        GAME.check_setup({"solo": "automa"}, seats)


def test_the_table_is_that_for_two_with_fewer_federation_tokens() -> None:
    state = played(begun(), "turn").state
    assert (state.layout, len(state.sectors), len(state.boosters)) == ("small", 7, 3)
    assert all(one.booster for one in state.players)
    assert sum(state.supply.values()) == 11
    assert sorted(state.supply.values()) == [1, 2, 2, 2, 2, 2]
    assert state.queue == [0, 1]
    assert scoring.neutral(state, "structures") == 11


@pytest.mark.parametrize("faction", list(c.FACTION_CARDS))
def test_the_automa_begins_with_ten_points_its_research_and_nothing_else(faction: str) -> None:
    state = played(begun(automa=faction), "turn", faction="ambas" if faction != "taklons" else "terrans").state
    it = state.players[1]
    levels = {"terrans": "gaia", "geodens": "terra", "hadsch-hallas": "eco", "xenos": "ai"}
    assert (it.faction, it.vp, it.points) == (faction, 10, {"start": 10})
    assert {track for track, level in it.research.items() if level} == set(filter(None, [levels.get(faction)]))
    assert len(it.structures) == (3 if faction == "xenos" else 2)
    assert (it.ore, it.credits, it.knowledge, it.qic, it.power) == (0, 0, 0, 0, [0, 0, 0, 0])
    assert not total_income(state, 1).ore


def test_the_automa_begins_without_points_at_the_easiest_level() -> None:
    assert played(begun(solo="automalein"), "turn").state.players[1].vp == 0


def test_the_factions_have_different_colours() -> None:
    for seed in range(30):
        position = begun(seed)
        GAME.answer(position, 0, ["taklons"])
        assert position.state.players[1].faction in set(c.FACTION_CARDS) - {"taklons"}
    prompt = GAME.prompt(begun(automa="taklons"), 0)
    refused = {option.id for option in prompt.options if option.refusal is not None}
    assert refused == {"taklons", "ambas"}


def test_a_first_game_is_against_the_taklons_or_another_faction_of_another_colour() -> None:
    state = played(begun(setup="first"), "turn").state
    assert [one.faction for one in state.players] == ["hadsch-hallas", "taklons"]
    assert [len(one.structures) for one in state.players] == [2, 2]
    assert played(begun(setup="first", automa="xenos"), "turn").state.players[1].faction == "xenos"
    with pytest.raises(BadSetup):
        begun(setup="first", automa="hadsch-hallas")


def test_first_mines_are_placed_in_order_the_third_of_the_xenos_last() -> None:
    position = begun(automa="xenos")
    _, outcome = GAME.setup({"solo": "automa", "setup": "advanced", "automa": "taklons"}, 1, Rng("07" * 16))
    assert [event.kind for event in outcome.events] == ["phase", "faction"]
    GAME.answer(position, 0, ["terrans"])
    assert not position.state.players[1].structures
    GAME.answer(position, 0, ["3A7"])
    assert len(position.state.players[1].structures) == 2
    outcome = GAME.answer(position, 0, ["1B1"])
    assert len(position.state.players[1].structures) == 3
    assert [WORDS.say(event.text) for event in outcome.events if event.kind == "phase"] == ["The first round boosters"]


def test_first_mines_stand_nearest_to_the_middle() -> None:
    state = played(begun(automa="firaks"), "turn", faction="ambas").state
    assert set(state.players[1].structures) == {"3A3", "4A0"}
    state = played(begun(automa="taklons"), "turn", faction="terrans").state
    assert "4B2" in state.players[1].structures


def test_a_card_decides_between_planets_that_are_as_near() -> None:
    state = against("terrans", [])
    state.players[0].structures = {}
    tied = choices.first_mine(state, "desert")
    assert tied == ["3A6"]
    state.players[1].structures = {"3A6": "mine"}
    row = galaxy(state).distance[galaxy(state).at[0, 0]]
    tied = choices.first_mine(state, "desert")
    assert len({row[place] for place in tied}) == 1
    tied = choices.first_mine(state, "volcanic")
    assert set(tied) == {"1A5", "5A7"}
    assert choices.in_direction(state, tied, "right")[0] == "1A5"
    assert choices.in_direction(state, tied, "left")[0] == "5A7"


def test_the_first_booster_is_at_the_place_that_a_card_shows() -> None:
    for seed in range(10):
        position = begun(seed)
        row = list(position.state.boosters)
        played(position, "booster")
        taken = position.state.players[1].booster
        assert taken in row
        assert position.state.boosters == [one for one in row if one != taken]
    firsts = {row.index(taken)}
    assert firsts <= {card.first for card in c.CARDS.values()}


def test_the_player_may_turn_the_sectors_of_a_variable_map() -> None:
    position = played(begun(map="method3", turning="last"), "turn-sectors")
    assert GAME.waiting(position) == [0]


# Passing, rounds, the end


@pytest.mark.parametrize(
    ("tile", "early", "late"),
    [
        ("round-terraforming", 4, 6),
        ("round-research", 2, 4),
        ("round-mine", 4, 6),
        ("round-federation", 0, 5),
        ("round-station-3", 3, 6),
        ("round-station-4", 3, 6),
        ("round-gaia-3", 2, 2),
        ("round-gaia-4", 2, 2),
        ("round-big-a", 0, 5),
        ("round-big-b", 0, 5),
    ],
)
def test_passing_brings_what_the_tile_of_the_round_says(tile: str, early: int, late: int) -> None:
    for number, points in ((1, early), (3, early), (4, late), (6, late)):
        state = against("taklons", ["4B2"], 6, 1, rest=())
        state.round, state.round_tiles = number, [tile] * 6
        assert move(state).state.players[1].points.get("round", 0) == points


@pytest.mark.parametrize(("support", "taken"), [(4, "booster1"), (14, "booster2"), (6, "booster3")])
def test_it_takes_the_booster_at_the_place_of_the_support_card_and_lays_its_own_at_the_end(
    support: int, taken: str
) -> None:
    state = move(against("taklons", ["4B2"], support, 1, rest=())).state
    assert state.players[1].booster == taken
    assert state.boosters == [*(one for one in ("booster1", "booster2", "booster3") if one != taken), "booster7"]


def test_in_the_last_round_no_booster_is_taken() -> None:
    state = against("taklons", ["4B2"], 4, 1, rest=())
    state.round = 6
    state = move(state).state
    assert (state.players[1].booster, state.boosters) == ("booster7", ["booster1", "booster2", "booster3"])


def test_who_passes_first_begins_and_the_deck_of_the_next_round_has_one_card_more() -> None:
    state = against("taklons", ["4B2"], 6, 1, rest=())
    automa(state).used, automa(state).known = [13], [1, 6, 13]
    automa(state).spare = [15, *(card for card in c.CARDS if card not in (1, 6, 13, 15))]
    table = move(state)
    table.play("pass")
    table.play(table.prompt().legal[0].id)
    assert table.state.round == 2
    assert table.state.order == [1, 0]
    cards = automa(table.state)
    assert sorted([*cards.deck, *cards.used, cards.support, *filter(None, [cards.action])]) == [1, 6, 13, 15]
    assert len(cards.spare) == 13
    assert 15 not in cards.known or 15 in (cards.support, cards.action)


def test_the_final_tiles_rank_the_automa_with_the_player_and_the_neutral_one() -> None:
    state = against("taklons", dict.fromkeys(["4B2", "4A0", "4B0"], "mine"))
    state.final_tiles = ["structures", "satellites"]
    state.players[1].satellites = ["4A1", "4A2"]
    assert scoring.final_points(state, "structures") == [(1, 6), (3, 12)]  # the neutral player has 11
    assert scoring.final_points(state, "satellites") == [(0, 0), (2, 12)]
    assert count(state, state.players[1], "federated") == 2
    assert count(state, state.players[0], "federated") == 0


def test_a_transdim_planet_of_the_automa_counts_as_gaia() -> None:
    state = against("taklons", ["7A10", "3B5"])
    state.gaia = ["7A10"]
    assert (count(state, state.players[1], "types"), count(state, state.players[1], "gaia")) == (1, 2)


def test_research_scores_and_nothing_is_left_over() -> None:
    state = against("taklons", ["4B2"])
    state.players[1].research |= {"eco": 5, "sci": 3, "nav": 2}
    lines = {WORDS.say(line.text): line.points for line in scoring.lines(state, 1)}
    assert lines["Research levels 3 to 5"] == 16
    assert not any("Left over" in text for text in lines)
    assert any("Left over" in WORDS.say(line.text) for line in scoring.lines(state, 0))


def test_most_points_win_and_equals_share_and_whoever_plays_alone_has_not_won() -> None:
    state = against("taklons", ["4B2"])
    state.phase, state.final_tiles = "over", []
    state.players[1].vp = 10
    state.players[0].points, state.players[0].vp = {"start": 10}, 10
    state.players[0].ore = state.players[0].credits = state.players[0].knowledge = state.players[0].qic = 0
    state.players[0].power = [0, 0, 0, 0]
    assert [one.winner for one in scoring.standings(state, over=True)] == [True, True]
    state.players[1].points["card"] = 1
    assert [one.winner for one in scoring.standings(state, over=True)] == [False, True]
    alone = make("ambas", layout="small")
    assert [(one.rank, one.winner) for one in scoring.standings(alone, over=True)] == [(1, False)]


def test_a_game_alone_ends_with_points_and_one_against_the_automa_with_a_winner() -> None:
    ends = []
    for solo in ("score", "automalein"):
        position, _ = GAME.setup({"solo": solo, "setup": "advanced"}, 1, Rng("0c" * 16))
        run = answer_automatically(GAME, position, {0: SeatAutomation(robot=True)})
        ends.append(WORDS.say(run.answers[-1][1].events[-1].text))
        assert len(position.state.scores) == 6
        assert GAME.scores(GAME.view(position, 0))[-1] == [one.total for one in GAME.standings(position)]
    total = int(ends[0].removeprefix("The game is over: Ann has ").removesuffix(" points."))
    assert total > 40
    assert ends[1].startswith("The game is over. The winner is ")


def test_the_highest_level_gains_a_point_more_each_time() -> None:
    state = against("hadsch-hallas", ["4B0"], 4, 11, level="alptrauma")
    table = move(state)
    assert table.state.players[1].points == {"start": 10, "ability": 4, "card": 3}
    assert gain_points(table.state, 0, "card") == 0
    state.final_tiles = ["structures", "gaia"]
    state.players[1].research["eco"] = 3
    lines = [line.points for line in scoring.lines(state, 1)]
    assert lines[-2:] == [0, 5]
    assert lines[-3] == scoring.final_points(state, "structures")[1][1] + 1
    normal = move(against("hadsch-hallas", ["4B0"], 4, 7))
    assert normal.state.players[1].points == {"start": 10}  # a card without points brings none


# What everybody knows, and what can be done at such a table


def test_nobody_sees_the_order_of_the_deck() -> None:
    position = played(begun(), "turn")
    for seat in (0, None):
        cards = automa(GAME.view(position, seat))
        assert set(cards.deck) == {0}
        assert set(cards.spare) == {0}
        assert len(cards.deck) == len(automa(position.state).deck) == 7
    assert automa(position.state).known == [1, 2, 4, 5, 7, 13]


def test_a_guess_shuffles_the_deck_and_keeps_what_is_known() -> None:
    position = played(begun(), "turn")
    guesses = [automa(GAME.guess(GAME.copy(position), 0, Rng(f"{seed:032x}")).state) for seed in range(30)]
    assert all({1, 2, 4, 5, 7, 13} < set(one.deck) for one in guesses)
    assert len({tuple(one.deck) for one in guesses}) > 20
    assert len({card for one in guesses for card in one.deck}) == 17
    assert all(sorted([*one.deck, *one.spare]) == list(c.CARDS) for one in guesses)


def test_what_was_done_before_a_card_is_drawn_cannot_be_taken_back() -> None:
    position = played(begun(automa="firaks"), "turn", faction="ambas")
    outcomes = [GAME.answer(position, 0, ["build"])]
    place = GAME.prompt(position, 0).legal[0].id
    outcomes.append(GAME.answer(position, 0, [place]))
    answers = [Answer(0, ["build"]), Answer(0, [place])]
    assert not outcomes[-1].barrier
    assert last_undoable(answers, outcomes, 0) == 1
    outcome = GAME.answer(position, 0, ["done"])
    assert outcome.barrier
    assert outcome.turn_over
    assert any(event.kind == "card" for event in outcome.events)


def test_its_turns_follow_until_it_has_passed_when_the_player_has() -> None:
    state = against("taklons", ["4B2"], 6, 7, 4, 5, 13, 1, rest=())
    state.queue = [0, 1]
    table = table_of(state)
    table.play("pass")
    table.play("booster1")
    assert table.state.round == 2
    assert [event.kind for event in table.events].count("card") >= 3


def test_turns_can_be_planned_and_lines_be_tried() -> None:
    position = played(begun(automa="firaks"), "turn", faction="ambas")
    supposed = suppose(GAME, GAME.view(position, 0), 0, [[["build"]]])
    assert supposed.prompt is not None
    place = supposed.prompt.legal[0].id
    line = try_line(GAME, GAME.copy(position), 0, Rng("11" * 16), [["build"], [place], ["done"]])
    assert (len(line.steps), line.prompt, line.guessed) == (3, None, 0)
    assert line.stopped is not None  # the Automa's card is not known
    line = try_line(GAME, GAME.copy(position), 0, Rng("11" * 16), [["build"], [place], ["done"]], draws=1)
    assert line.guessed == 1
    assert any(event.kind == "card" for event in line.events)


def test_a_game_is_stored_and_replayed() -> None:
    config = GAME.check_setup({"solo": "ultoma", "setup": "advanced", "map": "method3"}, 1)
    position, _ = GAME.setup(config, 1, Rng("0d" * 16))
    run = answer_automatically(GAME, position, {0: SeatAutomation(robot=True)})
    assert GAME.decode(GAME.encode(position)) == position
    record = Record("gaia", 1, config, 1, "0d" * 16, [answer for answer, _ in run.answers])
    assert replay(GAME, record)[0] == position
    assert not run.illegal


def test_tables_without_the_automa_are_stored_as_before() -> None:
    position, _ = GAME.setup({"setup": "advanced"}, 2, Rng("07" * 16))
    stored = msgspec.msgpack.decode(GAME.encode(position))
    assert "automa" not in stored["state"]


def test_every_faction_meets_every_level_to_the_end() -> None:
    for at, faction in enumerate(c.FACTION_CARDS):
        level = list(c.LEVELS)[at % 5]
        own = next(one for one in list(FACTIONS)[at:] + list(FACTIONS) if FACTIONS[one].home != FACTIONS[faction].home)
        position = begun(at, solo=level, automa=faction)
        GAME.answer(position, 0, [own])
        chance = Rng(f"{at:032x}")
        while GAME.waiting(position):
            prompt = GAME.prompt(position, 0)
            GAME.answer(position, 0, robots.choose(None, prompt, chance))
        assert GAME.over(position)
        assert GAME.standings(position)[1].total > 50
        assert set(position.state.players[1].research) == set(TRACKS)


def test_the_automa_moves_before_a_player_who_passed_later() -> None:
    state = against("taklons", ["4B2"], 6, 7, 4, 5)
    state.order = state.queue = [1, 0]
    table: GaiaTable = Table(GAME, state, NextTurn(), CleanUp())
    assert table.state.queue == [0, 1]
    assert table.asked() == {0: "turn"}
