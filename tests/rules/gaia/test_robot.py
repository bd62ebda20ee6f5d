"""The robot of Gaia Project: every prompt is answered legally, sensibly, and out of what is seen alone."""

from __future__ import annotations

from copy import deepcopy
from statistics import mean
from time import process_time

import pytest

from benchmarks.robots import win_share
from rules.gaia.components import FACTIONS, Goods
from rules.gaia.robot import actions
from rules.gaia.robot.lookahead import step_for
from rules.gaia.robot.plan import goals
from rules.gaia.robot.purse import Goal, conversions
from rules.gaia.robot.value import rivals_of, worth
from rules.gaia.state import GaiaState, Player
from rules.kernel.play import SeatAutomation, answer_automatically, robot_answer
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.registry import GAMES
from tests.rules.gaia.table import GaiaTable, make, rich, table_of, token

GAME = GAMES["gaia"]
ADVANCED = {"setup": "advanced", "map": "method3"}


def answer(table: GaiaTable) -> str:
    """Give what the robot answers to the open prompt."""
    (seat,) = table.waiting
    picks = robot_answer(table.game, table.position, seat).picks
    table.prompt().check(picks)
    return " ".join(picks)


def turn(table: GaiaTable) -> str:
    """Let the robot play its turn, and give its answers."""
    (seat,) = table.waiting
    answers: list[str] = []
    while table.waiting == [seat] and (table.prompt().kind != "turn" or not answers or answers[-1] in CONVERSIONS):
        answers.append(answer(table))
        table.play(answers[-1])
    return " ".join(answers)


CONVERSIONS = ("burn", "pw-q", "pw-o", "pw-k", "pw-c", "q-o", "k-c", "o-c", "o-t", "t-k")


def playing(faction: str, round: int = 1, **fields: object) -> GaiaTable:
    """Put a faction on turn, with a mine on its home in the middle of the map, and these fields."""
    state: GaiaState = make(faction, "ivits" if FACTIONS[faction].home != "oxide" else "xenos")
    state.round = round
    first: Player = state.players[0]
    first.structures = {"1B1": "mine"}
    state.players[1].structures = {"7A6": "institute"}
    for field, value in fields.items():
        setattr(first, field, deepcopy(value))
    return table_of(state)


def test_four_robots_play_to_the_end_and_score_well() -> None:
    position, _ = GAME.setup(ADVANCED, 4, Rng("03"))
    settled = answer_automatically(GAME, position, {seat: SeatAutomation(robot=True) for seat in range(4)})
    assert GAME.over(position)
    assert len(settled.answers) > 100
    scores = [standing.total for standing in GAME.standings(position)]
    assert mean(scores) > 85
    assert min(scores) > 60


@pytest.mark.parametrize("seats", [1, 2])
def test_robots_play_with_any_number_of_players(seats: int) -> None:
    position, _ = GAME.setup({"setup": "first"}, seats, Rng("05"))
    answer_automatically(GAME, position, {seat: SeatAutomation(robot=True) for seat in range(seats)})
    assert GAME.over(position)
    assert min(standing.total for standing in GAME.standings(position)) > 60


def test_the_robot_beats_random_play() -> None:
    assert win_share(GAME, 2, {}) == 1


@pytest.mark.parametrize("faction", sorted(FACTIONS))
def test_every_faction_builds_and_researches_in_its_first_round(faction: str) -> None:
    position, _ = GAME.setup({"setup": "advanced"}, 2, Rng("0a"))
    GAME.answer(position, 0, [faction])
    GAME.answer(position, 1, ["xenos" if FACTIONS[faction].home == "oxide" else "ivits"])
    start, chance = sum(position.state.players[0].research.values()), Rng("0b")
    while position.state.round < 2 and (waiting := GAME.waiting(position)):
        view, prompt = GAME.view(position, waiting[0]), GAME.prompt(position, waiting[0])
        picks = (GAME.choose if waiting[0] == 0 else choose)(view, prompt, chance)
        GAME.answer(position, waiting[0], picks)
    me = position.state.players[0]
    bigger = [kind for kind in me.structures.values() if kind != "mine"]
    assert len(bigger) > (faction == "ivits"), "nothing but what it started with"
    assert sum(me.research.values()) > start


def test_the_same_view_gets_the_same_answer() -> None:
    table = playing("terrans")
    view = table.view(0)
    before = table.game.encode(table.position)
    first = GAME.choose(view, table.prompt(), Rng("01"))
    assert GAME.choose(view, table.prompt(), Rng("02")) == first
    assert table.game.encode(table.position) == before
    assert view == table.state


def test_a_move_takes_less_than_a_second_of_processor_time() -> None:
    state = make("hadsch-hallas", "terrans", "xenos", "itars")
    for one, places in zip(
        state.players, ("1A6 2A7 4B0 7B0", "3A7 1B1 4A4", "1A9 5A6 3A6", "2B1 3B2 5A0"), strict=True
    ):
        rich(one)
        one.structures = dict(zip(places.split(), ("institute", "lab", "station", "mine"), strict=False))
        one.tokens = [token()]
    table = table_of(state)
    started = process_time()
    answer(table)
    assert process_time() - started < 1


def test_what_is_left_is_turned_into_points_in_the_last_round() -> None:
    table = playing("terrans", 6, knowledge=4, ore=0, credits=0, qic=0, research=RESEARCH, power=[0, 0, 0, 0])
    assert turn(table).startswith("research sci")


RESEARCH = {"terra": 0, "nav": 0, "ai": 0, "gaia": 0, "eco": 0, "sci": 2}


def test_free_actions_come_before_the_action_that_they_pay_for() -> None:
    table = playing("terrans", 6, knowledge=3, ore=0, credits=0, qic=0, research=RESEARCH, power=[0, 0, 4, 0])
    assert turn(table).startswith("pw-k research sci")


def test_nevlas_burn_no_power_in_the_first_round_to_make_knowledge_of_the_rest() -> None:
    research = {"terra": 0, "nav": 0, "ai": 0, "gaia": 0, "eco": 2, "sci": 2}
    structures = {"1B1": "mine", "3A7": "mine"}
    table = playing(
        "nevlas", ore=0, credits=0, knowledge=1, qic=0, power=[0, 6, 0, 0], research=research, structures=structures
    )
    assert answer(table) != "burn"


def test_nevlas_pay_with_tokens_of_area_three() -> None:
    table = playing("nevlas", 6, knowledge=3, ore=0, credits=0, qic=0, research=RESEARCH, power=[0, 0, 1, 0])
    assert turn(table).startswith("t-k research sci")


def test_nevlas_charge_power_early_for_a_point() -> None:
    state = make("terrans", "nevlas")
    rich(state.players[0])
    state.players[0].structures, state.players[0].research["nav"] = {"1B1": "mine"}, 2
    state.players[1].structures, state.players[1].power = {"2A3": "station"}, [0, 6, 0, 0]
    table = table_of(state)
    table.play("build 1A6")
    assert answer(table) == "charge"


def test_a_federation_is_formed_where_it_is_cheap() -> None:
    structures = {"1B1": "institute", "1B5": "academy-k", "1A3": "mine"}
    table = playing("terrans", ore=0, credits=0, knowledge=0, qic=0, power=[4, 0, 0, 0], structures=structures)
    me = table.state.players[0]
    assert turn(table).startswith("federation")
    assert me.formed == 1
    assert me.tokens


@pytest.mark.parametrize(
    ("round", "structure", "power", "answered"),
    [
        (1, "mine", [4, 4, 0, 0], "charge"),
        (1, "station", [2, 4, 0, 0], "charge"),
        (6, "mine", [4, 4, 0, 0], "charge"),
        (6, "institute", [4, 0, 0, 0], "decline"),
    ],
)
def test_power_is_charged_where_it_is_worth_its_price(
    round: int, structure: str, power: list[int], answered: str
) -> None:
    state = make("terrans", "xenos")
    rich(state.players[0])
    state.round, state.players[0].structures, state.players[0].research["nav"] = round, {"1B1": "mine"}, 2
    one = state.players[1]
    one.structures, one.power = {"2A3": structure}, power
    if round == 6:
        one.passed, state.queue, state.passed = True, [0], [1]
    table = table_of(state)
    table.play("build 1A6")
    assert table.prompt().kind == "charge"
    assert answer(table) == answered


def test_a_step_is_found_again_by_what_it_asks() -> None:
    table = playing("terrans")
    rich(table.state.players[0])
    for line in ("build", "upgrade", "research", "power", "qic", "gaia", "pass"):
        again = table_of(make("terrans", "xenos"))
        rich(again.state.players[0])
        again.state.players[0].structures = {"1B1": "mine", "3A7": "station"}
        again.play(line)
        prompt: Prompt = again.prompt()
        step = step_for(again.state, prompt)
        assert step is not None, line
        assert step.prompt(again.state) == prompt


def test_conversions_pay_for_a_goal_and_leave_what_it_takes_itself() -> None:
    state = make("terrans", "xenos")
    me = state.players[0]
    me.ore, me.credits, me.knowledge, me.qic, me.power = 1, 0, 0, 0, [0, 4, 5, 0]
    assert conversions(state, 0, Goal(("build", "1A6"), Goods(ore=1))) == []
    assert conversions(state, 0, Goal(("build", "1A6"), Goods(ore=1, credits=2))) == ["pw-c", "pw-c"]
    assert conversions(state, 0, Goal(("power", "2o"), power=7)) == ["burn", "burn"]
    assert conversions(state, 0, Goal(("power", "2o"), power=8)) is None
    assert conversions(state, 0, Goal(("power", "1step", "1A6"), Goods(ore=1, credits=2), power=5)) == [
        "burn", "pw-c", "burn", "pw-c",
    ]  # fmt: skip


def test_every_action_that_is_tried_is_legal_on_the_table() -> None:
    state = make("terrans", "xenos")
    rich(state.players[0])
    state.players[0].structures = {"1B1": "mine", "3A7": "station", "8A0": "lab"}
    table = table_of(state)
    kinds = {goal.picks[0] for goal in goals(table.state, 0)}
    assert {"build", "upgrade", "research", "power", "qic", "gaia", "pass"} <= kinds
    rivals = rivals_of(table.state, 0)
    for found in actions(table.state, 0, rivals):
        assert found.pick in table.legal()
        assert found.value == worth(found.ahead.state, 0, rivals)


def test_ivits_take_a_token_for_a_federation_that_has_grown_to_its_value() -> None:
    kinds = ("institute", "academy-k", "academy-q", "station", "station", "lab")
    places = ("1B1", "1A6", "1A5", "1A9", "2A1", "2A5")
    structures = dict(zip(places, kinds, strict=True))
    table = playing("ivits", structures=structures, federated=sorted(places), formed=1)
    view = table.game.view(table.position, 0)
    assert "federation" in {one.pick for one in actions(view, 0, rivals_of(view, 0))}
