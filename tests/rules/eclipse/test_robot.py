"""The robot of Eclipse: it answers every prompt legally and out of what is seen alone, grows, fights where it pays."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from statistics import mean
from time import process_time

import pytest

from benchmarks.robots import win_share
from rules.eclipse.blueprints import NPC_STATS, Stats
from rules.eclipse.components import ANCIENT, SPECIES
from rules.eclipse.economy import balance, own_sectors
from rules.eclipse.robot import BY_CHANCE, WEIGHERS, appraise
from rules.eclipse.robot.fleet import odds
from rules.eclipse.robot.plan import ideas
from rules.eclipse.robot.value import balance as balance_of
from rules.eclipse.robot.value import books, control_gain, worth
from rules.eclipse.robot.war import destroyed, exposure, targets, threats
from rules.eclipse.state import EclipseState, Sector
from rules.eclipse.steps.diplomacy import AnswerOffer, LastOffers
from rules.eclipse.steps.free import is_colony
from rules.eclipse.steps.upgrade import faults
from rules.eclipse.steps.upkeep import Upkeep
from rules.kernel.game import Position
from rules.kernel.play import robot_answer
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.fuzz.eclipse import careful, scramble
from tests.rules.eclipse.table import EclipseTable, add, bare, home, make, table_of

GAME = GAMES["eclipse"]
LONG = int(os.environ.get("ORRERY_LONG", "1"))
ANCIENTS = ((NPC_STATS[ANCIENT], 1),)


class Played:
    """A game of robots to the end, and what was seen on the way."""

    def __init__(self, seats: int, seed: int, config: Mapping[str, str] | None = None) -> None:
        self.position: Position[EclipseState, object]
        self.position, _ = GAME.setup(config or {}, seats, Rng(f"{seed:04x}"))
        chance = Rng(f"c0{seed:04x}")
        self.kinds: set[str] = set()
        self.given_up = False
        self.broke: dict[int, int] = {}
        """Seat -> the round in which it went bankrupt."""
        self.answers, self.slowest = 0, 0.0
        while waiting := GAME.waiting(self.position):
            prompt, view = GAME.prompt(self.position, waiting[0]), GAME.view(self.position, waiting[0])
            started = process_time()
            picks = GAME.choose(view, prompt, chance)
            self.slowest = max(self.slowest, process_time() - started)
            self.kinds.add(prompt.kind)
            self.given_up |= picks == ["give-up"]
            GAME.answer(self.position, waiting[0], picks)
            for seat, one in enumerate(self.position.state.players):
                if one.out:
                    self.broke.setdefault(seat, self.position.state.round)
            self.answers += 1
            assert self.answers < 500 * seats, "the game is stuck"

    def scores(self) -> list[int]:
        return [standing.total for standing in GAME.standings(self.position)]


def answer(table: EclipseTable) -> str:
    """Give what the robot answers to the open prompt, which is the same for every chance."""
    seat = table.waiting[0]
    view = table.view(seat)
    picks = GAME.choose(view, table.prompt(), Rng("01"))
    assert GAME.choose(view, table.prompt(), Rng("02")) == picks
    table.prompt().check(picks)
    return " ".join(picks)


def action(table: EclipseTable) -> str:
    """Let the robot play until it is another one's turn, and give its answers."""
    seat = table.waiting[0]
    answers: list[str] = []
    while table.waiting == [seat] and (table.prompt().kind != "turn" or not answers or is_colony(answers[0])):
        answers.append(answer(table))
        table.play(answers[-1])
    return " ".join(answers)


def test_four_robots_score_well_and_stay_solvent() -> None:
    scores: list[int] = []
    for seed in range(LONG):
        played = Played(4, seed)
        scores += played.scores()
        assert GAME.over(played.position)
        assert not played.given_up
        assert all(round >= 7 for round in played.broke.values())
        assert played.slowest < 1
        assert played.kinds <= {*WEIGHERS, "victims"}
        assert len(played.kinds) > 15
    assert mean(scores) >= 25


@pytest.mark.parametrize(
    ("seats", "config"),
    [
        (2, {"hits": "chosen", "population": "damage", "species": "random"}),
        (3, {"species": "terrans", "influence": "ships", "giving_up": "hopeless"}),
        *([(5, {}), (6, {})] if LONG > 1 else []),
    ],
)
def test_robots_play_with_any_number_of_players_and_all_options(seats: int, config: dict[str, str]) -> None:
    played = Played(seats, seats, config)
    assert GAME.over(played.position)
    assert min(played.scores()) >= 8
    assert mean(played.scores()) >= 20
    assert not played.broke


def test_the_robot_beats_random_play() -> None:
    assert win_share(GAME, 2 * LONG, {}) == 1


def test_the_robot_beats_random_play_that_takes_care_of_its_money() -> None:
    assert win_share(GAME, 2 * LONG, {}, careful) == 1


@pytest.mark.parametrize("species", sorted(SPECIES))
def test_every_species_grows_in_its_first_rounds(species: str) -> None:
    other = "orion" if SPECIES[species].colour != "black" else "hydran"
    table = table_of(make(species, other))
    chance = Rng("0b")
    me = table.state.players[0]
    cubes, technologies, limit = sum(me.cubes.values()), len(me.technologies), 400
    while table.state.phase != "cleanup" and table.waiting and limit:
        if table.state.round == 4:
            break
        seat, limit = table.waiting[0], limit - 1
        view = table.view(seat)
        picks = (GAME.choose if seat == 0 else careful)(view, table.prompt(), chance)
        table.game.answer(table.position, seat, picks)
    grown = len(own_sectors(table.state, 0)) - 1 + len(me.technologies) - technologies
    assert grown >= 3
    assert sum(me.cubes.values()) < cubes
    assert not me.out
    assert balance(me) >= 0


def test_what_is_hidden_changes_nothing() -> None:
    rng, chance = Rng("5e"), Rng("0c")
    position, _ = GAME.setup({"species": "random"}, 4, Rng("ab"))
    for _ in range(150):
        seat = rng.pick(GAME.waiting(position), "who")
        prompt, view = GAME.prompt(position, seat), GAME.view(position, seat)
        before = GAME.encode(position)
        picks = GAME.choose(view, prompt, Rng("0d", chance.counter))
        assert view == GAME.view(position, seat), "the robot has changed its view"
        assert GAME.encode(position) == before
        other = scramble(GAME.decode(before), seat, rng)
        assert GAME.choose(GAME.view(other, seat), prompt, Rng("0d", chance.counter)) == picks
        chance.counter += 1
        GAME.answer(position, seat, picks)


def test_the_kernel_lets_it_answer() -> None:
    table = table_of(make("hydran", "orion"))
    assert robot_answer(GAME, table.position, 0).picks[0] in table.legal()


@pytest.mark.parametrize(("begun", "answered"), [("give-up", "no"), ("trade", "science-money-1")])
def test_it_goes_on_from_what_a_person_has_begun(begun: str, answered: str) -> None:
    state = make("terran-republic", "hydran")
    state.players[0].goods = {"money": 0, "science": 9, "materials": 0}
    state.players[0].discs, state.players[0].colony = 4, 0
    table = table_of(state)
    table.play(begun)
    assert answer(table) == answered


def test_it_mends_a_blueprint_that_a_person_has_left_without_energy() -> None:
    state = make("terran-republic", "hydran")
    table = table_of(state)
    table.play("upgrade interceptor 3 hull interceptor 1 ion-cannon")
    assert faults(state.players[0]) == ["interceptor"]
    action(table)
    assert not faults(table.state.players[0])
    assert table.waiting == [1]


# Judgement


def near_ancient(**ships: int) -> EclipseState:
    """The Terrans next to a sector with one Ancient, with these ships at home."""
    state = make("terran-republic", "hydran")
    sector = home(state, 0)
    sector.ships = {0: dict(ships)}
    add(state, "105", "1A", 0)
    assert "105" in sector.around
    return state


def test_a_strong_fleet_takes_the_sector_of_an_ancient() -> None:
    table = table_of(near_ancient(cruiser=3, interceptor=2))
    assert action(table).startswith("move")
    assert 0 in table.state.sectors["105"].ships


def test_ships_are_built_where_they_are_needed_and_not_one_by_one_sent_to_their_end() -> None:
    state = near_ancient(interceptor=1)
    state.players[0].reputation = [4, 4, 4, 4, 4]
    bare(state.sectors["105"]).ancients = 2
    table = table_of(state)
    assert not action(table).startswith("move")


def test_no_disc_is_spent_that_the_upkeep_cannot_pay_for() -> None:
    state = make("orion", "hydran")
    me = state.players[0]
    me.discs, me.actions, me.colony = 5, {"explore": 7}, 0
    me.goods = {"money": 4, "science": 3, "materials": 3}
    assert balance(me) < 0
    table = table_of(state)
    assert ideas(state, 0) == []
    assert answer(table) == "pass"


def test_colony_ships_come_before_the_action() -> None:
    state = make("hydran", "orion")
    add(state, "201", "1A", disc=0)
    table = table_of(state)
    assert action(table).startswith("colony-201-money colony")
    assert table.state.sectors["201"].cubes == [0, 1]


@pytest.mark.parametrize(
    ("goods", "answered"),
    [({"money": 0, "science": 9, "materials": 0}, "trade"), ({"money": 0, "science": 0, "materials": 0}, "208")],
)
def test_where_money_is_lacking_it_trades_or_gives_up_the_least(goods: dict[str, int], answered: str) -> None:
    state = make("terran-republic", "hydran")
    add(state, "208", "1A", disc=0).discovery = False
    me = state.players[0]
    add(state, "102", "1B", disc=0).cubes = [0]
    me.goods, me.discs, me.colony = goods, 7, 0
    assert balance(me) < 0
    table = table_of(state, Upkeep())
    assert answer(table) == answered
    while table.waiting and 0 in table.waiting:
        table.play(answer(table), seat=0)
    assert not me.out
    assert len(own_sectors(state, 0)) >= 2


def test_an_offer_of_relations_is_accepted_while_there_is_room() -> None:
    state = make("terran-republic", "hydran", "orion", "planta")
    state.players[0].reputation = [4, 4, 4, 4]
    assert answer(table_of(state, AnswerOffer(0, 1, "money"))) == "yes"
    state.players[0].partners = [2]
    assert answer(table_of(state, AnswerOffer(0, 1, "money"))) == "no"


def test_nobody_is_asked_twice_in_a_round_for_relations() -> None:
    state = make("terran-republic", "terran-union", "orion", "planta")
    add(state, "106", "1B", turns=1, disc=0)
    add(state, "103", "1C", turns=0, disc=1)
    table = table_of(state, LastOffers(0))
    assert answer(table) == "propose"
    state.players[0].declined = [1]
    assert answer(table) == "done"


def test_odds_follow_ships_and_equipment() -> None:
    def cruiser(**better: int) -> Stats:
        return Stats(**{"initiative": 2, "hull": 1, "computer": 1, "cannons": (1,), **better})  # type: ignore[arg-type]

    plain = odds(((cruiser(), 1),), ANCIENTS).win
    assert 0.1 < plain < 0.5
    for better in ({"hull": 3}, {"computer": 3}, {"shield": 2}, {"initiative": 4}):
        assert odds(((cruiser(**better), 1),), ANCIENTS).win > plain, better
    assert odds(((cruiser(), 3),), ANCIENTS).win > 0.75
    assert odds((), ANCIENTS).win == 0
    assert odds(((cruiser(), 1),), ()).win == 1


def test_a_sector_is_worth_more_with_points_squares_and_early() -> None:
    state = make("terran-republic", "hydran")
    one = books(state.players[0])

    def gain(tile: str) -> float:
        return control_gain(state, 0, Sector(tile, 0, 0, 0), one)

    assert gain("106") > gain("210") > gain("304")
    assert worth(one, 8) > worth(one, 4) > worth(one, 0)


def test_of_equal_answers_the_first_one_is_given_but_where_chance_decides() -> None:
    assert len({GAME.choose(*_offered("species"), Rng(f"{seed:02x}"))[0] for seed in range(8)}) > 2
    view, prompt = _offered("species")
    assert len({one.value for one in appraise(view, prompt)}) == 1


def _offered(kind: str) -> tuple[EclipseState, Prompt]:
    position, _ = GAME.setup({"species": "choose"}, 2, Rng("00"))
    seat = GAME.waiting(position)[0]
    prompt = GAME.prompt(position, seat)
    assert prompt.kind == kind
    return GAME.view(position, seat), prompt


def test_every_legal_answer_is_weighed_in_terms_and_the_best_one_is_given() -> None:
    position, _ = GAME.setup({"species": "random", "hits": "chosen"}, 4, Rng("a1"))
    chance = Rng("a2")
    kinds: Counter[str] = Counter()
    while GAME.view(position, None).round < 6:
        seat = GAME.waiting(position)[0]
        prompt, view = GAME.prompt(position, seat), GAME.view(position, seat)
        found = appraise(view, prompt)
        assert view == GAME.view(position, seat), "the robot has changed its view"
        if prompt.kind != "victims":
            assert sorted(pick for one in found for pick in one.picks) == sorted(one.id for one in prompt.legal)
            assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
            assert all(sum(one.terms.values()) == pytest.approx(one.value) for one in found)
        picks = GAME.choose(view, prompt, chance)
        if prompt.kind not in {"victims", *BY_CHANCE} and len(prompt.legal) > 1:
            assert picks == list(found[0].picks)
        kinds[prompt.kind] += 1
        GAME.answer(position, seat, picks)
    assert kinds.keys() >= {"turn", "explore", "place", "claim", "research", "build", "move", "move-to", "fight"}


def test_a_use_of_the_turn_is_told_by_what_it_brings() -> None:
    table = table_of(near_ancient(cruiser=3, interceptor=2))
    best = appraise(table.view(0), table.prompt())[0]
    assert best.picks == ("move",)
    assert best.terms["points"] > 1
    assert best.terms["discovery"] > 1
    assert best.terms["reputation"] > 0
    assert best.terms["losses"] < 0


def bordering(**ships: int) -> EclipseState:
    """Two sectors, of the Terrans and of Orion, connected with each other; the Terrans have these ships in theirs."""
    state = make("terran-republic", "orion")
    add(state, "106", "1B", turns=1, disc=0, ships={0: dict(ships)} if ships else None)
    bare(add(state, "103", "1C", turns=0, disc=1))
    home(state, 0).ships.clear()
    home(state, 1).ships.clear()
    return state


def test_in_the_last_round_it_takes_what_a_rival_leaves_unguarded() -> None:
    state = bordering(cruiser=2)
    state.round = 9
    state.players[0].technologies.append("neutron-bombs")
    state.sectors["103"].cubes = [1]
    state.players[1].cubes["money"] -= 1
    table = table_of(state)
    assert action(table).startswith("move")
    assert 0 in state.sectors["103"].ships


def test_it_builds_where_a_rival_could_come() -> None:
    state = bordering()
    state.players[0].goods = {"money": 10, "science": 0, "materials": 6}
    state.round = 6
    state.sectors["106"].cubes, state.players[0].cubes["materials"] = [1], 9
    state.sectors["103"].ships = {1: {"cruiser": 1}}
    assert set(threats(state, 0)) == {"106"}
    feared = exposure(state, 0, "106", threats(state, 0)["106"])
    assert feared > 0
    assert exposure(state, 0, "106", threats(state, 0)["106"], [("starbase", 2)]) < 0.5 * feared
    table = table_of(state)
    table.play("build")
    best = next(one for one in appraise(table.view(0), table.prompt()) if one.picks[0].startswith("starbase"))
    assert best.picks == ("starbase-106",)
    assert best.terms["defence"] > 0


def test_partners_are_neither_attacked_nor_feared() -> None:
    state = bordering(cruiser=4)
    state.sectors["103"].ships = {1: {"interceptor": 1}}
    assert threats(state, 0)
    assert any(one.sector == "103" for one in targets(state, 0, books(state.players[0])))
    state.players[0].partners, state.players[1].partners = [1], [0]
    assert not threats(state, 0)
    assert not any(one.sector == "103" for one in targets(state, 0, books(state.players[0])))


def test_what_is_traded_for_missing_money_is_reckoned_with_and_what_cannot_be_traded_costs_sectors() -> None:
    one = books(make("terran-republic", "hydran").players[0])._replace(discs=5, goods=(0, 6, 6))
    assert balance_of(one) < 0
    poor = one._replace(goods=(0, 0, 0))
    lost = worth(one, 3) - worth(poor, 3)
    assert lost > worth(one._replace(discs=12), 3) - worth(poor._replace(discs=12), 3)


def test_the_chance_to_destroy_a_population_is_that_of_its_dice() -> None:
    third = (1, 1 / 3)
    assert destroyed((third,), 1) == pytest.approx(1 / 3)
    assert destroyed((third, third), 2) == pytest.approx(1 / 9)
    assert destroyed((third, third), 1) == pytest.approx(5 / 9)
    assert destroyed(((2, 0.5),), 2) == pytest.approx(0.5)
    assert destroyed((), 0) == 1
