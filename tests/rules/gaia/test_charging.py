"""Charging power when others build (rulebook: action 10)."""

from __future__ import annotations

import pytest

from rendering.words import Words
from rules.gaia.state import GaiaState, OwnTile, Rules
from rules.gaia.steps.charging import AskCharges, Charge, strongest
from rules.kernel.play import SeatAutomation, answer_automatically
from tests.game_words import GameWords
from tests.rules.gaia.table import GaiaTable, make, rich, table_of


def near(*factions: str, rules: Rules | None = None) -> GaiaState:
    """The first player builds on 1A6; the others stand on 2A3 and 1A5 beside it and have room for power."""
    state = make(*factions, rules=rules)
    rich(state.players[0])
    state.players[0].structures = {"1B1": "mine"}
    for one, place in zip(state.players[1:], ("2A3", "1A5", "2B1"), strict=False):
        one.structures = {place: "mine"}
        one.power = [4, 4, 0, 0]
    state.players[0].research["nav"] = 2
    return state


def test_everybody_within_two_spaces_is_asked_clockwise_from_the_builder() -> None:
    state = near("terrans", "xenos", "geodens", "itars")
    state.queue = [0, 3, 1, 2]
    state.players[2].passed = True
    table = table_of(state)
    table.play("build 1A6")
    asked = []
    while table.prompt().kind == "charge":
        asked.append(table.waiting[0])
        table.play("charge")
    assert asked == [1, 2, 3]
    assert table.waiting == [0]
    assert table.prompt().kind == "finish"
    assert [one.power for one in state.players[1:]] == [[3, 5, 0, 0]] * 3
    assert [one.vp for one in state.players[1:]] == [10, 10, 10]


def test_who_stands_farther_away_is_not_asked() -> None:
    state = near("terrans", "xenos")
    state.players[1].structures = {"7A6": "institute"}
    table = table_of(state)
    table.play("build 1A6")
    assert table.prompt().kind == "finish"


def test_only_the_strongest_structure_counts_and_costs_one_point_less() -> None:
    state = near("terrans", "xenos")
    one = state.players[1]
    one.structures = {"2A3": "institute", "1A5": "station", "3B5": "mine"}
    assert strongest(state, 1, ["1A6"]) == 3
    one.tiles = [OwnTile("strength", "free1")]
    assert strongest(state, 1, ["1A6"]) == 4
    table = table_of(state)
    table.play("build 1A6 charge")
    assert (one.vp, one.power) == (7, [0, 8, 0, 0])
    assert one.points == {"start": 10, "charge": -3}


def test_gaiaformers_and_space_stations_charge_nothing() -> None:
    state = near("terrans", "ivits")
    one = state.players[1]
    one.structures, one.sent_formers, one.stations = {}, ["3A0"], ["1A7"]
    assert strongest(state, 1, ["1A6"]) == 0


def test_all_or_none_but_for_missing_room_and_missing_points() -> None:
    state = near("terrans", "xenos")
    one = state.players[1]
    one.structures = {"2A3": "institute"}
    table = table_of(state)
    table.play("build 1A6")
    assert table.legal() == ["charge", "decline"]
    table.play("decline")
    assert (one.vp, one.power) == (10, [4, 4, 0, 0])
    for vp, power, charged, left in ((10, [0, 2, 0, 0], [0, 0, 2, 0], 9), (1, [4, 0, 0, 0], [2, 2, 0, 0], 0)):
        state = near("terrans", "xenos")
        one = state.players[1]
        one.structures, one.vp, one.power = {"2A3": "institute"}, vp, power
        table_of(state).play("build 1A6 charge")
        assert (one.power, one.vp) == (charged, left)


def test_who_has_no_room_is_not_asked() -> None:
    state = near("terrans", "xenos")
    state.players[1].power = [0, 0, 6, 0]
    table = table_of(state)
    table.play("build 1A6")
    assert table.prompt().kind == "finish"


def test_upgrades_let_others_charge_and_gaia_projects_and_swaps_do_not() -> None:
    state = near("terrans", "xenos")
    state.players[0].structures["1A6"] = "mine"
    table = table_of(state)
    table.play("upgrade station 1A6")
    assert table.prompt().kind == "charge"
    other = near("terrans", "geodens")
    other.players[1].structures = {"1A5": "mine"}
    table = table_of(other)
    table.play("gaia 3A0")
    table.play(table.legal()[0])
    assert table.prompt().kind == "finish"


def test_a_structure_and_the_lost_planet_in_one_turn_count_once_and_the_higher() -> None:
    state = near("terrans", "xenos")
    one = state.players[1]
    one.structures = {"2A3": "institute", "1A9": "mine"}
    state.built = ["1B1", "1A6"]
    table = table_of(state, AskCharges(0))
    table.play("charge")
    assert one.vp == 8
    assert table.waiting == []
    each = near("terrans", "xenos", rules=Rules(charge_each=True))
    each.players[1].structures = {"2A3": "institute", "1A9": "mine"}
    each.players[0].structures = {"1B5": "mine", "1A6": "mine"}
    each.built = ["1B5", "1A6"]
    table = table_of(each, AskCharges(0))
    table.play("charge charge")
    assert each.players[1].vp == 8
    assert each.players[1].power == [0, 8, 0, 0]


def test_taklons_with_institute_gain_a_token_before_or_after() -> None:
    for pick, power in (("charge", [1, 3, 2, 0]), ("token-first", [0, 5, 1, 0])):
        state = near("terrans", "taklons")
        one = state.players[1]
        one.structures = {"2A3": "institute"}
        one.power, one.brainstone = [1, 4, 0, 0], 2
        table_of(state).play(f"build 1A6 {pick}")
        assert one.power == power
        assert one.vp == 8


def test_taklons_without_room_are_offered_their_token_and_no_power() -> None:
    state = near("terrans", "taklons")
    one = state.players[1]
    one.structures = {"2A3": "institute"}
    one.power, one.brainstone = [0, 0, 5, 0], 2
    table = table_of(state)
    table.play("build 1A6")
    prompt, words = table.prompt(), GameWords(table.game, 2)
    assert [words.say(option.text) for option in prompt.options] == [
        "Gain 1 power token, and charge no power",
        "Charge 2 power for 1 VP",
        "Decline",
    ]
    table.play("charge")
    assert (one.power, one.vp) == ([1, 0, 5, 0], 10)
    (told,) = table.told("charge")
    assert words.say(told.text).startswith("Seat 1 gains a power token and charges no power (")


def test_taklons_are_asked_where_the_brainstone_goes() -> None:
    state = near("terrans", "taklons")
    one = state.players[1]
    table = table_of(state)
    table.play("build 1A6 charge")
    assert table.prompt().kind == "charge-stone"
    table.play("area1")
    assert (one.power, one.brainstone) == ([3, 5, 0, 0], 0)


def test_late_charges_come_after_the_free_actions() -> None:
    state = near("terrans", "xenos", rules=Rules(late_charges=True))
    table = table_of(state)
    table.play("build 1A6")
    assert table.prompt().kind == "finish"
    table.play("pw-c done")
    assert table.prompt().kind == "charge"


def said(table: GaiaTable) -> dict[str, str]:
    """Put the open question into the words of both languages."""
    return {language: Words(language, ["Anna", "Ben"]).say(table.prompt().text) for language in ("en", "de")}


@pytest.mark.parametrize(
    ("line", "before", "standing", "english", "german"),
    [
        (
            "build 1A6",
            "mine",
            "station",
            "Anna has built a mine on 1A6. Charge 2 power for 1 VP?",
            "Anna hat gebaut: Mine auf 1A6. 2 Macht für 1 Siegpunkt erhalten?",
        ),
        (
            "upgrade station 2B1",
            "mine",
            "mine",
            "Anna has built the trading station on 2B1. Charge 1 power for free?",
            "Anna hat gebaut: Handelszentrum auf 2B1. 1 Macht kostenlos erhalten?",
        ),
        (
            "upgrade lab 2B1 nav nav",
            "station",
            "institute",
            "Anna has built the research lab on 2B1. Charge 3 power for 2 VP?",
            "Anna hat gebaut: Forschungslabor auf 2B1. 3 Macht für 2 Siegpunkte erhalten?",
        ),
    ],
)
def test_the_question_says_who_has_built_what_and_where(
    line: str, before: str, standing: str, english: str, german: str
) -> None:
    state = near("terrans", "xenos")
    state.players[0].structures["2B1"] = before
    state.players[1].structures = {"2A3": standing}
    table = table_of(state)
    table.play(line)
    assert table.prompt().kind == "charge"
    assert said(table) == {"en": english, "de": german}


def test_a_mine_beside_another_faction_and_the_lost_planet_are_named_too() -> None:
    state = near("lantids", "xenos")
    state.players[0].guests = ["1A6"]
    state.lost = "1A7"
    state.players[0].structures["1A7"] = "mine"
    state.built = ["1A6", "1A7"]
    assert said(table_of(state, AskCharges(0)))["en"].startswith("Anna has built a mine on 1A6, a mine on 1A7. ")


def test_only_what_was_built_near_the_player_is_named() -> None:
    state = near("terrans", "xenos")
    state.players[0].structures |= {"1A6": "mine", "7A6": "lab"}
    state.built = ["7A6", "1A6"]
    assert said(table_of(state, AskCharges(0)))["en"].startswith("Anna has built a mine on 1A6. ")


def test_taklons_who_choose_between_two_amounts_are_told_what_for_as_well() -> None:
    state = near("terrans", "taklons")
    state.players[1].structures = {"2A3": "institute"}
    table = table_of(state)
    table.play("build 1A6")
    assert said(table) == {
        "en": "Anna has built a mine on 1A6. Charge power?",
        "de": "Anna hat gebaut: Mine auf 1A6. Macht erhalten?",
    }


@pytest.mark.parametrize(
    ("settings", "english", "german"),
    [
        (
            {"charge_up_to": "5"},
            "Ben charges 2 power for 1 VP (Anna has built a mine on 1A6).",
            "Ben erhält 2 Macht für 1 Siegpunkt (Anna hat gebaut: Mine auf 1A6).",
        ),
        (
            {"charge_for_points": "decline"},
            "Ben charges no power (Anna has built a mine on 1A6).",
            "Ben verzichtet auf Macht (Anna hat gebaut: Mine auf 1A6).",
        ),
    ],
)
def test_the_log_says_what_a_standing_answer_charged_for(settings: dict[str, str], english: str, german: str) -> None:
    state = near("terrans", "xenos")
    state.players[1].structures = {"2A3": "station"}
    table = table_of(state)
    table.play("build 1A6")
    settled = answer_automatically(table.game, table.position, {1: SeatAutomation(settings=settings)})
    ((_, outcome),) = settled.answers
    texts = [event.text for event in outcome.events if event.kind in ("charge", "decline")]
    for language, words in (("en", english), ("de", german)):
        assert [Words(language, ["Anna", "Ben"]).say(text) for text in texts] == [words]


def test_a_question_stored_before_it_said_what_for_is_still_asked() -> None:
    table = table_of(near("terrans", "xenos"), Charge(1, 0, 1))
    assert said(table)["en"] == "Anna has built nearby. Charge 1 power for free?"
    table.play("charge")
    assert table.state.players[1].power == [3, 5, 0, 0]
