"""The robot of Gaia Project: every prompt is answered legally, sensibly, and out of what is seen alone."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from statistics import mean
from time import process_time

import pytest

from benchmarks.robots import win_share
from rules.gaia.components import FACTIONS
from rules.gaia.robot import appraise
from rules.gaia.robot.answers import choices
from rules.gaia.robot.moves import moves
from rules.gaia.robot.paying import Price, pay
from rules.gaia.robot.search import STRONG
from rules.gaia.robot.sketch import sketch_of
from rules.gaia.state import GaiaState, Player
from rules.kernel.hints import comparable
from rules.kernel.play import SeatAutomation, answer_automatically, robot_answer
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import Level, choose
from rules.registry import GAMES
from tests.rules.gaia.table import GaiaTable, make, rich, table_of, token

GAME = GAMES["gaia"]
ADVANCED = {"setup": "advanced", "map": "method3"}
#: What whole games and rounds are played with: a strong robot thinks for more than ten times as long.
GOOD = partial(GAME.choose, level=Level.GOOD)


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
    assert win_share(GAME, 2, {}, robot=GOOD) == 1


@pytest.mark.parametrize("faction", sorted(FACTIONS))
def test_every_faction_builds_and_researches_in_its_first_round(faction: str) -> None:
    position, _ = GAME.setup({"setup": "advanced"}, 2, Rng("0a"))
    GAME.answer(position, 0, [faction])
    GAME.answer(position, 1, ["xenos" if FACTIONS[faction].home == "oxide" else "ivits"])
    start, chance = sum(position.state.players[0].research.values()), Rng("0b")
    while position.state.round < 2 and (waiting := GAME.waiting(position)):
        view, prompt = GAME.view(position, waiting[0]), GAME.prompt(position, waiting[0])
        picks = (GOOD if waiting[0] == 0 else choose)(view, prompt, chance)
        GAME.answer(position, waiting[0], picks)
    me = position.state.players[0]
    bigger = [kind for kind in me.structures.values() if kind != "mine"]
    began = {"ivits": 2, "xenos": 3}.get(faction, 2)
    assert len(me.structures) + len(bigger) + len(me.sent_formers) >= began + 2, "hardly more than it started with"
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
    table.state.taken = {"2k": 1}
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
    view, prompt = GAMES["gaia"].view(table.position, 1), table.prompt()
    assert GAMES["gaia"].consider(view, prompt, ["decline"]) is None, "both answers are thought of anyway"
    if answered == "decline":
        found = GAMES["gaia"].appraise(view, prompt, terms=True)
        assert comparable(*found)
        assert found[0].terms


def test_what_a_prompt_offers_is_found_again_among_the_moves() -> None:
    for line in ("build", "upgrade", "upgrade lab", "research", "power", "qic", "gaia", "pass", "qic tech"):
        table = table_of(make("terrans", "xenos"))
        rich(table.state.players[0])
        table.state.players[0].structures = {"1B1": "mine", "3A7": "station", "8A0": "station"}
        table.play(line)
        prompt: Prompt = table.prompt()
        found = {pick for pick, _ in choices(table.view(0), prompt)}
        assert found, line
        assert found & {option.id for option in prompt.legal}, line


def paid(have: list[int], **price: int) -> list[str] | None:
    """Give the free actions that pay a price, with one ore and power that they `have`."""
    state = make("terrans", "xenos")
    me = state.players[0]
    me.ore, me.credits, me.knowledge, me.qic, me.power = 1, 0, 0, 0, have
    picks = pay(sketch_of(state, 0), Price(**price))
    return None if picks is None else list(picks)


def test_free_actions_pay_for_a_move_and_leave_what_it_takes_itself() -> None:
    assert paid([0, 4, 5, 0], ore=1) == []
    assert paid([0, 4, 5, 0], ore=1, credits=2) == ["pw-c", "pw-c"]
    assert paid([0, 4, 5, 0], power=7) == ["burn", "burn"]
    assert paid([0, 4, 5, 0], power=8) is None
    assert paid([0, 4, 5, 0], ore=1, credits=2, power=5) == ["burn", "pw-c", "burn", "pw-c"]


def test_more_thought_finds_what_the_game_offers_as_well() -> None:
    table = playing("terrans")
    prompt = table.prompt()
    (pick,) = appraise(table.view(0), prompt, STRONG)[0].picks
    assert pick in table.legal()


def test_ivits_take_a_token_for_a_federation_that_has_grown_to_its_value() -> None:
    kinds = ("institute", "academy-k", "academy-q", "station", "station", "lab")
    places = ("1B1", "1A6", "1A5", "1A9", "2A1", "2A5")
    structures = dict(zip(places, kinds, strict=True))
    table = playing("ivits", structures=structures, federated=sorted(places), formed=1)
    view = table.game.view(table.position, 0)
    assert "federation" in {move.picks[0] for move in moves(sketch_of(view, 0))}
