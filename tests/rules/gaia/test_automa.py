"""The Automa: how a game against it begins, its cards, its turns, what it scores; rule by rule (docs/gaia.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from rendering.words import Words
from rules.gaia import automa as choices
from rules.gaia import automa_cards as c
from rules.gaia import scoring
from rules.gaia.components import ACTIONS, FACTIONS, ROUND_TILES, TRACKS
from rules.gaia.counts import count
from rules.gaia.galaxy import galaxy
from rules.gaia.game import GaiaGame
from rules.gaia.income import total_income
from rules.gaia.reach import Look, upgrade_cost
from rules.gaia.state import Automa, GaiaState, OwnToken, Player
from rules.gaia.steps.automa import equip_automa, gain_points, new_automa, reshuffle
from rules.gaia.steps.rounds import CleanUp
from rules.gaia.steps.turn import NextTurn
from rules.kernel import robots
from rules.kernel.errors import BadData, BadSetup
from rules.kernel.game import Position
from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.record import Answer, Record, last_undoable, replay
from rules.kernel.rng import Rng
from rules.kernel.supposing import suppose, try_line
from tests.rules.gaia.table import GaiaTable, make, rich, table_of
from tests.table import Table

GAME = GaiaGame()
WORDS = Words("en", ["Ann", "Automa"])
REST = (1, 2, 3, 8, 10)
"""Cards that lie below those that a test is about, so that the end of the deck is far."""


def against(
    rival: str,
    mines: Sequence[str] | Mapping[str, str],
    *cards: int,
    human: Mapping[str, str] | None = None,
    own: str = "ambas",
    level: str = "automa",
    rest: Sequence[int] = REST,
) -> GaiaState:
    """Lay a table whose Automa is to move: with these mines (or structures), and these cards on top of its deck."""
    state = make(own, layout="small")
    state.players.append(Player())
    deck = [*cards, *(card for card in rest if card not in cards)]
    spare = [card for card in c.CARDS if card not in deck]
    state.automa = Automa(level, deck, spare, known=sorted(deck))
    equip_automa(state, rival)
    state.players[0].structures = dict(human or {"6A4": "mine"})
    it = state.players[1]
    it.structures = dict(mines) if isinstance(mines, Mapping) else dict.fromkeys(mines, "mine")
    it.booster = "booster7"
    state.boosters = ["booster1", "booster2", "booster3"]
    state.round_tiles = list(ROUND_TILES)[:6]
    state.order, state.queue = [0, 1], [1, 0]
    return state


def automa(state: GaiaState) -> Automa:
    assert isinstance(state.automa, Automa)
    return state.automa


def move(state: GaiaState) -> GaiaTable:
    """Let the Automa take its turn."""
    return table_of(state)


def said(table: GaiaTable) -> list[str]:
    return [WORDS.say(event.text) for event in table.events]


def begun(seed: int = 7, **config: str) -> Position[GaiaState, Any]:
    """Begin a game against the Automa."""
    position, _ = GAME.setup({"solo": "automa", "setup": "advanced", **config}, 1, Rng(f"{seed:032x}"))
    return position


def played(position: Position[GaiaState, Any], until: str, faction: str = "") -> Position[GaiaState, Any]:
    """Answer with the first legal option until a kind of prompt comes."""
    while (prompt := GAME.prompt(position, 0)).kind != until:
        pick = faction if prompt.kind == "faction" and faction else prompt.legal[0].id
        GAME.answer(position, 0, [pick])
    return position


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


# A turn


def test_of_two_cards_the_first_supports_and_the_second_acts() -> None:
    table = move(against("taklons", ["4B2", "4A0"], 4, 11))
    assert (automa(table.state).support, automa(table.state).action, automa(table.state).used) == (4, 11, [])
    assert said(table)[0] == "Automa draws card 11: upgrade. Card 4 decides; 5 cards are left."
    assert table.state.players[1].points["card"] == 2


def test_later_the_card_that_acted_supports() -> None:
    table = move(against("taklons", ["4B2", "4A0"], 4, 11, 5))
    table.state.queue = [1, 0]
    rich(table.state.players[0])
    again = table_of(table.state)
    assert (automa(again.state).support, automa(again.state).action, automa(again.state).used) == (11, 5, [4])


@pytest.mark.parametrize(
    ("deck", "passes"),
    [([6, 1, 4, 7, 5], False), ([6, 1, 4], True), ([6, 4, 1, 7], False), ([6, 7], False), ([6, 1], True)],
)
def test_it_passes_by_a_card_with_a_red_cross_among_the_last_three(deck: list[int], passes: bool) -> None:
    table = move(against("taklons", ["4B2"], *deck, rest=()))
    assert table.state.players[1].passed == passes


def test_it_passes_when_no_card_is_left_and_the_last_one_supports() -> None:
    state = against("taklons", ["4B2"], 6, 7, rest=())
    automa(state).support, automa(state).action, automa(state).deck = 4, 6, []
    table = move(state)
    assert table.state.players[1].passed
    assert table.state.players[1].booster == "booster3"  # the right one, as card 6 has it, not the left one of card 4
    assert said(table)[0] == "Automa has no card left to draw."


def test_what_cannot_be_done_is_left_out_and_its_points_are_gained() -> None:
    state = against("taklons", {"4B2": "institute"}, 4, 10)
    state.players[0].structures = {"6A4": "mine"}
    table = move(state)
    assert table.state.players[1].points["card"] == 3
    assert "Automa can do none of it." in said(table)
    state = against("taklons", ["4B2"], 4, 14)
    state.taken = dict.fromkeys(ACTIONS, 0)
    assert move(state).state.players[1].points["card"] == 3


def test_the_rows_of_the_turned_board_give_the_direction() -> None:
    state = against("taklons", ["4B2"])
    places = ["3A6", "1A9", "1B5", "4B4"]
    assert choices.in_direction(state, places, "right") == ["1A9", "1B5", "4B4", "3A6"]
    assert choices.in_direction(state, places, "left") == ["3A6", "4B4", "1B5", "1A9"]


@pytest.mark.parametrize(
    ("options", "number", "end", "expected"),
    [
        ("abcd", 5, "right", "d"),
        ("abcd", 5, "left", "a"),
        ("abcd", 2, "right", "c"),
        ("abcd", 3, "left", "c"),
        ("a", 4, "left", "a"),
        ("ab", 5, "left", "a"),
        ("ab", 2, "right", "a"),
    ],
)
def test_counting_begins_again_at_its_end(options: str, number: int, end: str, expected: str) -> None:
    card = msgspec.structs.replace(c.CARDS[1], count=number, end=end)
    assert choices.counted(list(options), card) == expected


# Mines


def test_the_card_that_supports_gives_the_range_whatever_the_research() -> None:
    state = against("taklons", ["7A10"], 4, 6)
    state.players[1].research["nav"] = 5
    places = choices.mine(state, c.CARDS[4], 2)
    assert places is not None
    assert galaxy(state).distance["7A10"][places.place] <= 2
    table = move(state)
    assert len(table.state.players[1].structures) == 2
    assert table.state.players[1].points["card"] == 3


def test_the_example_of_two_planets_as_near_takes_the_first_from_below_and_the_right() -> None:
    # Geodens (Volcanic): 1B5 (Swamp) is three steps, Oxide and Desert are one; both two spaces from the player.
    state = against("geodens", ["2A11", "1A5"], human={"3A0": "mine"})
    chosen = choices.mine(state, c.CARDS[4], 2)
    assert chosen is not None
    assert WORDS.say(chosen.why[1]) == "fewest terraforming steps: 1A6 3B5"
    assert chosen.place == "3B5"
    right = choices.mine(state, msgspec.structs.replace(c.CARDS[4], direction="right"), 2)
    assert right is not None
    assert right.place == "1A6"


def test_planets_that_somebody_has_or_a_gaiaformer_reserves_are_not_free() -> None:
    state = against("terrans", ["3A7"], human={"3A6": "mine", "4A0": "mine", "3B2": "mine"})
    state.players[0].sent_formers = ["7A10"]
    chosen = choices.mine(state, c.CARDS[4], 2)
    assert chosen is not None
    assert WORDS.say(chosen.why[0]) == "range 2: 3B5 4B0"


def test_filters_leave_fewer_planets_and_one_that_leaves_none_is_left_out() -> None:
    state = against("terrans", ["3A7"], human={"2A3": "mine"})
    state.final_tiles = ["sectors", "types"]
    chosen = choices.mine(state, c.CARDS[6], 2)  # the first tile: new sectors
    assert chosen is not None
    assert [WORDS.say(one) for one in chosen.why][:2] == [
        "range 2: 3A6 3B2 3B5 4A0 4B0 7A10",
        "new sectors: 4A0 4B0 7A10",
    ]
    chosen = choices.mine(state, c.CARDS[5], 2)  # the second tile: all are new types
    assert chosen is not None
    assert [WORDS.say(one) for one in chosen.why][1] == "fewest terraforming steps: 3B2 3B5 4B0"
    state.final_tiles = ["gaia", "structures"]
    chosen = choices.mine(state, c.CARDS[6], 2)
    assert chosen is not None
    assert WORDS.say(chosen.why[1]) == "Gaia and Transdim Planets: 3B5 7A10"
    assert chosen.place == "3B5"
    for tile in ("structures", "federated", "satellites"):
        state.final_tiles = [tile, "sectors"]
        chosen = choices.mine(state, c.CARDS[6], 2)
        assert chosen is not None
        assert WORDS.say(chosen.why[1]).startswith("fewest terraforming steps")
    state.final_tiles = ["gaia", "gaia"]
    state.gaia = ["7A10"]
    state.players[0].structures = {"3B5": "mine", "7A10": "mine"}
    chosen = choices.mine(state, c.CARDS[6], 2)
    assert chosen is not None
    assert "Gaia" not in WORDS.say(chosen.why[1])


@pytest.mark.parametrize(("place", "steps"), [("4B0", 1), ("3A6", 3), ("3B2", 1), ("3B5", 1), ("7A10", 2), ("4A4", 0)])
def test_terraforming_steps_are_those_of_the_wheel_and_of_the_reference_card(place: str, steps: int) -> None:
    assert choices.steps(against("terrans", ["3A7"]), place) == steps


def test_the_nearest_to_the_player_and_the_lost_planet_counts() -> None:
    state = against("terrans", ["3A7"], human={"2A3": "mine"})
    state.lost = "7A1"
    state.players[0].structures["7A1"] = "mine"
    assert "7A1" in choices.planets_of_player(state)
    state.players[0].guests = ["3A7"]
    state.players[0].stations = ["7A2"]
    assert choices.planets_of_player(state) == ["2A3", "7A1", "3A7"]


def test_a_transdim_planet_becomes_a_gaia_planet_at_once() -> None:
    state = against("terrans", ["7A6"], human={"7B2": "mine", "7B0": "mine", "7B4": "mine"})
    state.players[1].structures = {"7A10": "mine"}
    state.players[1].structures = {"6B1": "mine"}
    state.players[0].structures |= {"6B3": "mine", "6A4": "mine"}
    automa(state).deck = [4, 6, *REST]
    table = move(state)
    (place,) = set(table.state.players[1].structures) - {"6B1"}
    assert place in ("6A1", "6A5")
    assert place in table.state.gaia
    assert f"{place} becomes a Gaia Planet." in said(table)


def test_a_mine_beside_nothing_of_its_own_brings_a_satellite() -> None:
    state = against("terrans", ["3A7"], human={"2A3": "mine"})
    place = choices.satellite(state, "3B5", c.CARDS[6])
    around = [one for one in galaxy(state).neighbours["3B5"] if one not in galaxy(state).planets]
    assert place == choices.in_direction(state, around, "right")[0]
    assert choices.satellite(state, "3A6", c.CARDS[6]) == ""  # 3A7 touches it
    state.players[1].satellites = [place]
    assert choices.satellite(state, "3B5", c.CARDS[6]) == choices.in_direction(state, around, "right")[1]
    state.players[1].satellites = around
    assert choices.satellite(state, "3B5", c.CARDS[6]) == place  # they may lie on each other
    state.players[1].satellites = []
    automa(state).deck = [4, 6, *REST]
    table = move(state)
    (new,) = set(table.state.players[1].structures) - {"3A7"}
    assert new == "3B5"
    assert count(table.state, table.state.players[1], "satellites") == 1


def test_where_no_mine_can_be_built_it_upgrades() -> None:
    state = against("terrans", dict.fromkeys(["3A7", "3A6", "3B5", "3B2", "3A3", "4A0", "4B0", "4B2"], "mine"), 4, 6)
    table = move(state)
    kinds = list(table.state.players[1].structures.values())
    assert (len(kinds), kinds.count("station")) == (8, 1)
    state = against("terrans", ["2A7"], 4, 6, human={"2B4": "mine", "2A5": "mine"})
    assert move(state).state.players[1].structures == {"2A7": "station"}


# Upgrades


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"3A7": "station", "4A0": "mine"}, {"3A7": "institute", "4A0": "mine"}),
        ({"3A7": "institute", "4A0": "mine", "4B0": "lab"}, {"3A7": "institute", "4A0": "station", "4B0": "lab"}),
        (
            {"3A7": "institute", "4A0": "station", "4B0": "lab"},
            {"3A7": "institute", "4A0": "station", "4B0": "academy-k"},
        ),
        (
            {"3A7": "institute", "4A0": "station", "4B0": "lab", "2A5": "academy-k"},
            {"3A7": "institute", "4A0": "station", "4B0": "academy-q", "2A5": "academy-k"},
        ),
        ({"3A7": "institute", "4A0": "station"}, {"3A7": "institute", "4A0": "lab"}),
        (
            {"3A7": "institute", "4A0": "academy-k", "4B0": "academy-q", "2A5": "lab", "3A6": "station"},
            {"3A7": "institute", "4A0": "academy-k", "4B0": "academy-q", "2A5": "lab", "3A6": "lab"},
        ),
    ],
)
def test_the_first_possible_upgrade_is_done(before: dict[str, str], after: dict[str, str]) -> None:
    assert move(against("taklons", before, 4, 11)).state.players[1].structures == after


def test_pieces_that_are_all_built_let_the_next_line_be_done() -> None:
    stations = dict.fromkeys(["3A7", "3A6", "3B2", "3A3"], "station")
    state = against("taklons", {"4A0": "institute", "4B0": "mine", **stations}, 4, 11)
    kinds = list(move(state).state.players[1].structures.values())
    assert (kinds.count("mine"), kinds.count("station"), kinds.count("lab")) == (1, 3, 1)
    labs = dict.fromkeys(["2A3", "2A5", "2A7"], "lab")
    academies = {"1A9": "academy-k", "1B5": "academy-q"}
    state = against("taklons", {"4A0": "institute", "4B0": "mine", **stations, **labs, **academies}, 4, 11)
    before = dict(state.players[1].structures)
    assert move(state).state.players[1].structures == before


def test_of_several_places_the_nearest_to_the_player_is_upgraded_then_by_direction() -> None:
    state = against("taklons", ["4B2", "1B5", "2B4"], 4, 11, human={"4A4": "mine"})
    assert move(state).state.players[1].structures["4B2"] == "station"
    state = against("taklons", ["4B2", "7B2"], 6, 11, human={"7B4": "mine"})
    assert move(state).state.players[1].structures["7B2"] == "station"
    state = against("taklons", ["4A9", "4A0"], 4, 11, human={"4B4": "mine", "4B0": "mine"})  # both one space away
    assert move(state).state.players[1].structures == {"4A9": "station", "4A0": "mine"}
    state = against("taklons", ["4A9", "4A0"], 6, 11, human={"4B4": "mine", "4B0": "mine"})
    assert move(state).state.players[1].structures == {"4A9": "mine", "4A0": "station"}


# Power and Q.I.C. actions


def test_a_board_action_is_gone_for_the_round_and_brings_nothing() -> None:
    state = against("taklons", ["4B2"], 4, 14)
    table = move(state)
    assert table.state.taken == {list(ACTIONS)[-4]: 1}  # the fourth from the right
    assert table.state.players[1].points == {"start": 10, "card": 3}
    rich(table.state.players[0])
    table.play("power")
    refused = {option.id for option in table.prompt().options if option.refusal is not None}
    assert list(ACTIONS)[-4] in refused


def test_only_free_actions_are_counted() -> None:
    state = against("taklons", ["4B2"], 5, 14)
    state.taken = dict.fromkeys(list(ACTIONS)[:6], 0)
    assert [one for one, seat in move(state).state.taken.items() if seat == 1] == [list(ACTIONS)[-1]]


# Research


def climbed(state: GaiaState) -> dict[str, int]:
    before = dict(state.players[1].research)
    after = move(state).state.players[1].research
    return {track: level for track, level in after.items() if level != before[track]}


def test_research_in_any_area_counts_the_areas() -> None:
    assert climbed(against("taklons", ["4B2"], 1, 17)) == {"terra": 1}
    assert climbed(against("taklons", ["4B2"], 5, 17)) == {"nav": 1}


def test_research_in_the_highest_area_counts_those_alone() -> None:
    state = against("taklons", ["4B2"], 2, 15)
    state.players[1].research |= {"ai": 2, "sci": 2}
    assert climbed(state) == {"sci": 3}


def test_no_level_brings_anything() -> None:
    state = against("taklons", ["4B2"], 1, 17)
    state.players[1].research["terra"] = 2
    before = msgspec.structs.replace(state.players[1])
    table = move(state)
    after = table.state.players[1]
    assert (after.power, after.ore, after.points["card"]) == (before.power, 0, 2)


def test_at_level_four_the_advanced_tile_goes_first_then_level_five_is_reached() -> None:
    state = against("taklons", ["4B2"], 2, 15, 3)
    state.players[1].research["eco"] = 4
    tile = state.advanced["eco"]
    table = move(state)
    assert "eco" not in table.state.advanced
    assert automa(table.state).removed == [tile]
    assert table.state.players[1].research["eco"] == 4
    table.state.queue = [1, 0]
    again = table_of(table.state)
    assert again.state.players[1].research["eco"] == 5
    assert not choices.can_research(again.state, "eco")
    assert again.state.players[0].tokens == []
    rich(again.state.players[0])
    again.state.players[0].research["eco"] = 4
    again.state.players[0].tokens = [OwnToken("qic", green=True)]
    again.play("research")
    assert "eco" in {option.id for option in again.prompt().options if option.refusal is not None}


def test_the_top_of_terraforming_keeps_its_token_when_the_automa_is_there() -> None:
    state = against("taklons", ["4B2"], 2, 15)
    state.players[1].research["terra"] = 4
    del state.advanced["terra"]
    table = move(state)
    assert table.state.players[1].research["terra"] == 5
    assert table.state.top_token == "12vp"
    assert table.state.players[1].tokens == []


def test_below_a_player_at_the_top_it_stops_at_level_four() -> None:
    state = against("taklons", ["4B2"])
    state.players[0].research["nav"] = 5
    del state.advanced["nav"]
    state.players[1].research["nav"] = 3
    assert choices.can_research(state, "nav")
    state.players[1].research["nav"] = 4
    assert not choices.can_research(state, "nav")
    state.advanced["nav"] = "adv-ore"
    assert choices.can_research(state, "nav")


# Between the player and the Automa


def test_the_player_charges_when_the_automa_builds_or_upgrades() -> None:
    state = against("taklons", ["4B2"], 4, 11, human={"4A4": "station"})
    state.players[0].power = [4, 4, 0, 0]
    table = move(state)
    assert table.asked() == {0: "charge"}
    assert WORDS.say(table.prompt().text) == ("Automa has built the trading station on 4B2. Charge 2 power for 1 VP?")
    table.play("charge")
    assert table.state.players[0].vp == 9
    state = against("terrans", ["3A7"], 4, 6, human={"3A0": "mine", "2A3": "mine"})
    state.players[0].power = [4, 4, 0, 0]
    assert move(state).asked() == {0: "charge"}


def test_nothing_is_charged_at_the_first_mines_nor_ever_by_the_automa() -> None:
    position = played(begun(automa="firaks"), "turn", faction="ambas")
    assert not position.state.built
    state = against("firaks", ["3A3"], human={"7B0": "mine"})
    state.queue = [0, 1]
    rich(state.players[0])
    table = table_of(state)
    table.play("upgrade")
    if table.asked() == {0: "upgrade"}:
        table.play("station")
    assert table.asked() == {0: "finish"}


def test_its_structures_make_trading_stations_cheaper() -> None:
    state = against("terrans", ["3A7"], human={"3A6": "mine"})
    assert upgrade_cost(Look(state, 0), "station", "3A6").credits == 3
    state.players[1].structures = {"1A9": "mine"}
    assert upgrade_cost(Look(state, 0), "station", "3A6").credits == 6


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


# The factions


def test_terrans_research_gaia_project_and_build_on_transdim_planets_first() -> None:
    state = against("terrans", ["3A7"], 4, 13, human={"2A3": "mine"})
    table = move(state)
    it = table.state.players[1]
    assert it.research["gaia"] == 2
    (place,) = set(it.structures) - {"3A7"}
    assert galaxy(state).spaces[place].planet == "transdim"
    assert it.points == {"start": 10, "ability": 2}
    state = against("terrans", ["3A7"], 4, 13)
    state.players[1].research["gaia"] = 5
    table = move(state)
    assert len(table.state.players[1].structures) == 2  # the research is left out
    assert table.state.players[1].points["ability"] == 2


def test_geodens_research_and_take_an_action_and_gain_for_new_planet_types() -> None:
    table = move(against("geodens", ["4B4"], 4, 13))
    assert sum(table.state.players[1].research.values()) == 2
    assert list(table.state.taken.values()) == [1]
    assert table.state.players[1].points == {"start": 10, "ability": 1}
    table = move(against("geodens", ["1A5"], 4, 6, human={"1A9": "mine"}))
    assert table.state.players[1].points == {"start": 10, "ability": 2, "card": 3}
    again = against("geodens", ["1A5", "4B0"], 4, 6, human={"1A9": "mine", "3B5": "mine", "3A0": "mine"})
    table = move(again)
    assert "4B4" in table.state.players[1].structures  # a type that it has
    assert table.state.players[1].points == {"start": 10, "card": 3}


def test_hadsch_hallas_upgrade_or_else_build_and_gain_for_trading_stations() -> None:
    table = move(against("hadsch-hallas", ["4B0"], 4, 13))
    assert table.state.players[1].structures == {"4B0": "station"}
    assert table.state.players[1].points == {"start": 10, "ability": 4}  # 3 for the station, 1 for the action
    table.state.queue = [1, 0]
    automa(table.state).deck[:0] = [9]
    again = table_of(table.state)
    assert again.state.players[1].structures == {"4B0": "institute"}
    assert again.state.players[1].points["ability"] == 5
    state = against("hadsch-hallas", {"4B0": "institute"}, 4, 13, human={"4A0": "mine"})
    table = move(state)
    (place,) = set(table.state.players[1].structures) - {"4B0"}
    assert WORDS.say(table.events[1].text).startswith(f"Automa builds a mine on {place} (range 3: ")
    lonely = against("hadsch-hallas", {"2A7": "institute"}, 4, 13)
    lonely.players[0].structures = dict.fromkeys(
        [one for one, far in galaxy(lonely).distance["2A7"].items() if 0 < far <= 3], "mine"
    )
    table = move(lonely)
    assert table.state.players[1].structures == {"2A7": "institute"}
    assert table.state.players[1].points["ability"] == 1


def test_xenos_take_the_action_of_a_card_twice_and_of_their_own_once() -> None:
    table = move(against("xenos", ["3A6"], 4, 14))
    assert [*table.state.taken] == [list(ACTIONS)[-4], list(ACTIONS)[-5]]
    assert table.state.players[1].points["card"] == 3
    table = move(against("xenos", ["3A6"], 8, 13))
    assert len(table.state.taken) == 1
    assert table.state.players[1].points["ability"] == 2
    assert WORDS.say(table.events[1].text).partition(":")[0].endswith("(range 2")  # its own, not the card's 4
    state = against("xenos", ["3A6"], 4, 14)
    state.taken = dict.fromkeys(list(ACTIONS)[1:], 0)
    assert move(state).state.taken["3k"] == 1  # one is left, and the second is left out


def test_itars_take_two_actions() -> None:
    table = move(against("itars", ["3B2"], 4, 13))
    assert [*table.state.taken] == [list(ACTIONS)[-4], list(ACTIONS)[-5]]
    assert table.state.players[1].points == {"start": 10, "ability": 4}


def test_taklons_build_nearest_to_the_player_and_take_an_action() -> None:
    state = against("taklons", ["4B2"], 4, 13, human={"4A0": "mine"})
    table = move(state)
    (place,) = set(table.state.players[1].structures) - {"4B2"}
    assert place == "4B0"  # it touches 4A0, though 4A4 would be nearer in steps
    assert "(range 3: " in WORDS.say(table.events[1].text)
    assert list(table.state.taken.values()) == [1]
    assert table.state.players[1].points == {"start": 10, "ability": 2}
    state = against("taklons", dict.fromkeys(["4B2", "3A6", "3B5", "3B2", "3A3", "4A0", "4B0", "3A7"], "mine"), 4, 13)
    table = move(state)
    assert "station" in table.state.players[1].structures.values()  # no mine is left, so an upgrade
    assert list(table.state.taken.values()) == [1]


def test_firaks_turn_a_lab_into_a_station_in_their_own_action_alone() -> None:
    state = against("firaks", {"4A0": "lab", "3A3": "mine", "7A6": "institute"}, 4, 13, human={"4B0": "mine"})
    state.players[0].power = [4, 4, 0, 0]
    table = move(state)
    assert table.state.players[1].structures == {"4A0": "station", "3A3": "mine", "7A6": "institute"}
    assert table.asked() == {0: "charge"}  # as for an upgrade to a trading station
    assert table.state.players[1].points == {"start": 10, "ability": 2}
    state = against("firaks", {"4A0": "lab", "7A6": "institute"}, 4, 11)
    assert "academy-k" in move(state).state.players[1].structures.values()
    full = dict.fromkeys(["3A7", "3A6", "3B2", "3A3"], "station")
    state = against("firaks", {"4A0": "lab", "7A6": "institute", **full}, 4, 13)
    assert "academy-k" in move(state).state.players[1].structures.values()  # no station is left


def test_firaks_research_after_an_upgrade_to_a_lab() -> None:
    state = against("firaks", {"4A0": "station", "7A6": "institute"}, 4, 11)
    table = move(state)
    assert table.state.players[1].structures["4A0"] == "lab"
    assert sum(table.state.players[1].research.values()) == 1
    state = against("taklons", {"4A0": "station", "7A6": "institute"}, 4, 11)
    assert sum(move(state).state.players[1].research.values()) == 0


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
