"""The combat phase: battles, retreats, reputation, attacks on population, control."""

from __future__ import annotations

import pytest

from rules.eclipse import fleets
from rules.eclipse.components import DRAWS
from rules.eclipse.state import NOBODY, EclipseState, Rules
from rules.eclipse.steps.battle import Combat
from rules.eclipse.steps.conquest import Conquest
from rules.eclipse.steps.reputation import DrawReputation
from tests.game_words import GameWords
from tests.rules.eclipse.table import EclipseTable, add, bare, home, make, table_of

TERRANS = ("terran-directorate", "terran-union")


def test_battles_begin_in_the_sector_with_the_highest_number() -> None:
    state = make(*TERRANS)
    for tile, at in (("106", "1A"), ("208", "2D"), ("107", "1D")):
        bare(add(state, tile, at, ships={0: {"interceptor": 1}, 1: {"interceptor": 1}}))
    table = table_of(state, Combat())
    text = next(text for text in table.said() if text.id.startswith("Battles in"))
    assert text.args["sectors"] == "208, 107, 106"


def test_where_a_battle_is_fought_alone_is_told_by_its_report_alone() -> None:
    state = make(*TERRANS)
    bare(add(state, "106", "1A", ships={0: {"interceptor": 1}, 1: {"interceptor": 1}}))
    table = table_of(state, Combat())
    said = [GameWords(table.game, 2).say(text) for text in table.said()]
    assert said[0] == "Combat phase."
    assert said[1].startswith("Battle in 106")


def test_the_controller_is_the_last_to_fight_and_always_the_defender() -> None:
    state = make("terran-directorate", "terran-union", "hydran")
    sector = add(state, "106", "1A", ships={1: {"interceptor": 1}, 2: {"interceptor": 1}, 0: {"interceptor": 1}})
    sector.disc = 0
    state.players[0].discs -= 1
    table = table_of(state, Combat(), draws={"die": [6]})
    assert (table.prompt().kind, table.prompt().seat) == ("fight", 0)
    assert state.battle is not None
    assert [one.seat for one in state.battle.fighters] == [0, 1, 2]
    assert state.battle.defender == 0


def missiles(state: EclipseState, seat: int) -> None:
    state.players[seat].placed["interceptor"] = ["plasma-missile", "", "", ""]


def test_missiles_are_fired_once_before_anything_else() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 1}, 1: {"interceptor": 1}})
    missiles(state, 1)
    table = table_of(state, Combat(), draws={"die": [6, 1]})
    assert 0 not in state.sectors["106"].ships
    assert table.prompt().kind == "reputation"


def test_a_battle_is_told_in_one_text_line_by_line() -> None:
    state = make(*TERRANS)
    add(state, "101", "1F", ships={0: {"cruiser": 2}})
    table = table_of(state, Combat(), draws={"die": [1, 5, 1, 1, 6, 1, 6, 1, 1, 6], "reputation": [1, 1]})
    said = [GameWords(table.game, 2).say(text) for text in table.said()]
    (told,) = [text for text in said if text.startswith("Battle in 101 Castor\n")]
    assert told.splitlines() == [
        "Battle in 101 Castor",
        "Attack: Seat 0 (2 cruisers) against 1 Ancient.",
        "Round 1: 1 Ancient: 🟡 1 5 – 1 damage to 1 cruiser; Seat 0 (1 cruiser, 1 cruiser with 1 damage): 🟡 1 1.",
        "Round 2: 1 Ancient: 🟡 6 1 – 1 cruiser destroyed; Seat 0 (1 cruiser): 🟡 6 – 1 damage to 1 Ancient.",
        "Round 3: 1 Ancient with 1 damage: 🟡 1 1; Seat 0 (1 cruiser): 🟡 6 – 1 Ancient destroyed.",
        "Left over: Seat 0 (1 cruiser).",
    ]


def test_what_was_told_of_a_battle_while_somebody_decided_is_not_told_again_at_its_end() -> None:
    state = make(*TERRANS)
    bare(add(state, "106", "1A", disc=0, ships={0: {"interceptor": 1}, 1: {"interceptor": 1}}))
    table = table_of(state, Combat(), draws={"die": [1, 1, 1, 6], "reputation": [1]})
    say = GameWords(table.game, 2).say
    while table.prompt().kind == "fight":
        table.play("attack")
    told = [line for text in table.said() for line in say(text).splitlines()]
    assert len([line for line in told if "Attack: " in line]) == 1
    assert len([line for line in told if "Round 1: " in line]) == 1
    assert told[told.index("Battle in 106 Capella") + 1 :][:2] == [
        "Round 2: Seat 0 (1 interceptor): 🟡 1; Seat 1 (1 interceptor): 🟡 6 – 1 interceptor destroyed.",
        "Left over: Seat 1 (1 interceptor).",
    ]


def test_rounds_in_which_nobody_hits_are_told_in_one_line() -> None:
    state = make(*TERRANS)
    add(state, "101", "1F", ships={0: {"interceptor": 1}})
    table = table_of(state, Combat(), draws={"die": [1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 6]})
    said = [GameWords(table.game, 2).say(text) for text in table.said()]
    (told,) = [text for text in said if text.startswith("Battle in 101 Castor\n")]
    assert told.splitlines()[2:] == [
        "Rounds 1 to 3: nobody hits anything.",
        "Round 4: Seat 0 (1 interceptor): 🟡 6 – 1 damage to 1 Ancient; 1 Ancient with 1 damage: 🟡 1 1.",
        "Round 5: Seat 0 (1 interceptor): 🟡 6 – 1 Ancient destroyed.",
        "Left over: Seat 0 (1 interceptor).",
    ]


def test_the_question_says_what_both_sides_fight_with_and_what_they_hit() -> None:
    state = make("terran-union", "orion")
    state.players[0].placed["interceptor"] = ["gluon-computer", "", "", ""]
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"cruiser": 1}})
    add(state, "103", "1B", turns=3, disc=1)
    table = table_of(state, Combat())
    asked = GameWords(table.game, 2).say(table.prompt().text)
    assert asked.endswith("you have 2 interceptors against Seat 1 (1 cruiser). What do you do?")
    detail = table.prompt().detail
    assert detail is not None
    assert GameWords(table.game, 2).say(detail).splitlines() == [
        "Seat 0 (2 interceptors): initiative 5, hull 0, computer +3, cannons 1×1. Hits: cruiser 4+.",
        "Seat 1 (1 cruiser): initiative 3, hull 1, computer +1, shield −1, cannons 1×1. Hits: interceptor 5+.",
    ]


def test_an_attack_on_a_population_says_its_chances_before_it_is_made() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=1, ships={0: {"cruiser": 1, "interceptor": 2}}).cubes = [0]
    note = table_of(state, Combat()).option("roll").note
    assert note is not None
    assert GameWords(table_of(state).game, 2).say(note) == (
        "1 cruiser with cannons 1×1, hitting on 5+, 2 interceptors with cannons 1×1, hitting on 6."
        " Each die that hits destroys a cube."
    )


def test_orders_for_a_battle_are_followed_until_its_end() -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"interceptor": 2}})
    add(state, "103", "1B", turns=3, disc=1)
    table = table_of(state, Combat(), draws={"die": [1, 1, 6, 1, 1, 6, 1]})
    table.play("attack-on attack-half")
    assert table.prompt().kind == "reputation"
    assert state.sectors["106"].ships == {1: {"interceptor": 2}}


@pytest.mark.parametrize(
    ("began", "dice", "announced_in"),
    [
        # Each round the defender fires first. One of two is lost: the other announces, is missed, and leaves.
        (2, [6, 1, 1, 1], 1),
        # One of three is lost: the others attack, and miss. Another is lost: the third announces, and leaves.
        (3, [6, 1, 1, 1, 6, 1, 1, 1], 2),
    ],
)
def test_ordered_to_retreat_when_half_are_lost(began: int, dice: list[int], announced_in: int) -> None:
    state = make(*TERRANS)
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"interceptor": began}})
    add(state, "103", "1B", turns=3, disc=1)
    table = table_of(state, Combat(), draws={"die": dice})
    table.play("attack-on attack-half")
    said = [GameWords(table.game, 2).say(text) for text in table.said()]
    (told,) = [text for text in said if text.startswith("Battle in 106 Capella\n")]
    (line,) = [line for line in told.splitlines() if "announced" in line]
    assert line.startswith(f"Round {announced_in}: ")
    assert state.sectors["103"].ships == {1: {"interceptor": 1}}
    assert state.sectors["106"].ships == {0: {"interceptor": 2}}
    assert len(state.players[0].drawn) == began  # one for each destroyed, and for taking part
    table.play("none")
    # All that was left has retreated, so its player draws nothing for taking part.
    assert (state.players[1].drawn, state.players[1].reputation, table.waiting) == ([], [], [])


@pytest.mark.parametrize("there", ["nobody", "ancients", "the same enemy", "another"])
def test_a_group_retreats_only_to_sectors_without_enemies(there: str) -> None:
    state = make(*TERRANS, "hydran")
    add(state, "106", "1A", disc=0, ships={0: {"interceptor": 1}, 1: {"interceptor": 1}})
    sector = add(state, "103", "1B", turns=3, disc=1)
    if there == "ancients":
        sector.ancients = 1
    elif there != "nobody":
        fleets.add(sector, 0 if there == "the same enemy" else 2, "interceptor")
    table = table_of(state, Combat(), draws={"die": [1] if there == "nobody" else [1, 1]})
    table.play("attack", seat=0)
    asked = [prompt for prompt in table.game.prompts(table.position) if prompt.seat == 1 and prompt.kind == "fight"]
    offered = [option.id for prompt in asked for option in prompt.legal]
    assert ("retreat-103" in offered) == (there == "nobody")


def test_a_player_may_choose_what_each_die_hits() -> None:
    state = make(*TERRANS, rules=Rules(choose_hits=True))
    add(state, "106", "1F", ships={0: {"interceptor": 1, "cruiser": 1}, 1: {"cruiser": 2}})
    table = table_of(state, Combat(), draws={"die": [1, 6, 6, 1, 6]})
    while table.waiting and table.prompt().kind != "hit":
        table.play("attack")
    assert table.legal() == ["cruiser", "interceptor", "greedy", "greedy-on"]
    seat = table.prompt().seat
    table.play("interceptor")
    assert "interceptor" not in state.sectors["106"].ships.get(1 - seat, {})


def volleys(ours: dict[str, int], *dice: int) -> EclipseTable:
    """Seat 1 attacks with two cruisers, and says what they hit; nobody can retreat."""
    state = make(*TERRANS, rules=Rules(choose_hits=True))
    add(state, "106", "1F", disc=0, ships={0: ours, 1: {"cruiser": 2}})
    table = table_of(state, Combat(), draws={"die": dice})
    assert (table.prompt().kind, table.prompt().seat) == ("hit", 1)
    return table


def test_a_player_sees_which_dice_are_still_to_be_assigned_and_the_volley_is_told_once() -> None:
    table = volleys({"interceptor": 1, "cruiser": 1}, 1, 1, 6, 6, 6, 1, 6)
    words = GameWords(table.game, 2)
    assert [event.kind for event in table.outcome.events].count("volleys") == 1
    detail = table.prompt().detail
    assert detail is not None
    assert words.say(detail) == "After it you assign: 🟡 6"
    table.play("cruiser")
    assert (table.legal()[:2], table.prompt().detail) == (["cruiser-1", "interceptor"], None)
    assert not table.outcome.events
    table.play("interceptor")
    (battle,) = table.told("battle")
    assert "Round 1: assigned: 1 damage to 1 cruiser; assigned: 1 interceptor destroyed." in words.say(battle.text)


@pytest.mark.parametrize(
    ("pick", "dice", "asked"),
    [("greedy", [1, 1, 1, 6, 1, 1, 1, 6, 1], "hit"), ("greedy-on", [1, 1, 1, 6, 1, 1, 1, 6, 1, 1, 6, 6], "reputation")],
)
def test_a_player_may_leave_a_volley_or_the_dice_of_a_whole_battle_to_the_greedy_policy(
    pick: str, dice: list[int], asked: str
) -> None:
    table = volleys({"interceptor": 2, "cruiser": 1}, *dice)
    table.play(pick)
    assert table.prompt().kind == asked


def test_who_lets_all_attack_is_told_whether_hits_are_still_asked_for() -> None:
    for rules, ends in ((Rules(choose_hits=True), "only asked what your dice hit."), (Rules(), "not asked again.")):
        state = make(*TERRANS, rules=rules)
        add(state, "106", "1A", disc=0, ships={0: {"interceptor": 2}, 1: {"interceptor": 2}})
        note = table_of(state, Combat()).option("attack-on").note
        assert note is not None
        assert note.id == f"Until this battle is over you are {ends}"


def test_no_ship_stays_without_a_target_for_its_retreat() -> None:
    state = make(*TERRANS)
    add(state, "106", "1F", ships={0: {"interceptor": 1}, 1: {"interceptor": 1}})
    table = table_of(state, Combat())
    assert table.prompt().kind == "reputation"  # nobody can retreat, so nobody is asked


def test_at_most_five_reputation_tiles_are_drawn() -> None:
    state = make(*TERRANS)
    table_of(state, DrawReputation(0, 9))
    assert len(state.players[0].drawn) == DRAWS["most"]


@pytest.mark.parametrize(
    ("left", "said"), [({1: 2, 4: 1}, "Seat 0 draws 3 reputation tiles."), ({2: 1}, "Seat 0 draws 1 reputation tile.")]
)
def test_what_is_told_of_drawn_tiles_is_what_the_bag_really_gave(left: dict[int, int], said: str) -> None:
    state = make(*TERRANS)
    state.reputation = dict(left)
    table = table_of(state, DrawReputation(0, 5))
    assert state.players[0].drawn == sorted(value for value, n in left.items() for _ in range(n))
    words = GameWords(table.game, 2)
    assert [words.say(text) for text in table.said() if text.id.startswith("{who} draws")] == [said]


def test_from_an_empty_bag_nothing_is_drawn_told_or_asked() -> None:
    state = make(*TERRANS)
    state.reputation = {}
    table = table_of(state, DrawReputation(0, 5))
    assert (state.players[0].drawn, table.said(), table.waiting) == ([], [], [])


def test_a_species_without_defence_loses_its_population_to_any_ship() -> None:
    state = make("planta", "hydran")
    sector = add(state, "106", "1A", disc=0, ships={1: {"interceptor": 1}})
    sector.cubes = [0, 1]
    state.players[0].cubes.update(science=9, materials=9)
    table = table_of(state, Conquest())
    assert state.players[0].graveyard == {"money": 0, "science": 1, "materials": 1}
    assert table.prompt().kind == "claim"
    table.play("yes")
    assert sector.disc == 1


def test_neutron_bombs_destroy_all_cubes_without_a_roll_and_the_owner_chooses_colours() -> None:
    state = make("terran-directorate", "orion")
    sector = add(state, "103", "1A", disc=0, ships={1: {"interceptor": 1}})
    sector.cubes = [1]
    table = table_of(state, Conquest())
    table.play("bombs")
    assert (table.prompt().kind, table.prompt().seat) == ("grave", 0)
    table.play("science")
    assert state.players[0].graveyard["science"] == 1


def test_a_sector_without_cubes_is_lost_to_enemy_ships_even_if_nobody_takes_it() -> None:
    state = make(*TERRANS)
    sector = bare(add(state, "208", "1A", disc=0, ships={1: {"interceptor": 1}}))
    table = table_of(state, Conquest())
    table.play("no")
    assert sector.disc == NOBODY
    assert state.players[0].discs == 12


def test_damage_is_gone_after_the_combat_phase() -> None:
    state = make(*TERRANS)
    home(state, 0).ships[1] = {"dreadnought": 1}
    table = table_of(state, Combat(), draws={"die": [1, 1, 6]})
    assert state.battle is None
    assert table.waiting
