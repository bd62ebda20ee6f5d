"""The robot of Race for the Galaxy plays by the rules, sees its view only, and plays well."""

from __future__ import annotations

import pytest

from benchmarks.robots import measure, play, win_share
from rules.kernel.hints import hint
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import T
from rules.race.robot import CHOOSERS, PLANNERS, choose
from rules.race.robot.plan import WON
from rules.race.robot.reasons import WHY, WINS_WHY
from tests.fuzz.play import setups
from tests.fuzz.race import scramble
from tests.rules.race.table import GAME, RaceTable, act, table_of

SETUPS = setups(GAME)
LONGEST = 40
"""Maximum number of rounds of a game of robots."""


@pytest.mark.parametrize(("config", "seats"), SETUPS)
def test_a_game_of_robots_ends_in_a_sensible_time(config: dict[str, str], seats: int) -> None:
    _, totals, answers = play(GAME, [GAME.choose] * seats, config, 1)
    assert answers < 150 * seats
    assert max(totals) >= 15


@pytest.mark.parametrize(("config", "seats"), SETUPS)
def test_what_is_hidden_changes_nothing(config: dict[str, str], seats: int) -> None:
    rng, chance = Rng("5e"), Rng("0c")
    position, _ = GAME.setup(config, seats, Rng("ab"))
    for _ in range(50):
        seat = rng.pick(GAME.waiting(position), "who")
        prompt = GAME.prompt(position, seat)
        picks = GAME.choose(GAME.view(position, seat), prompt, chance)
        other = scramble(GAME.decode(GAME.encode(position)), seat, rng)
        assert GAME.choose(GAME.view(other, seat), prompt, chance) == picks
        GAME.answer(position, seat, picks)


def test_every_kind_of_prompt_has_a_robots_answer_that_is_no_chance() -> None:
    asked: set[str] = set()
    for seed in range(14):
        config, seats = SETUPS[seed % len(SETUPS)]
        position, _ = GAME.setup(config, seats, Rng(f"{seed:02x}"))
        chance = Rng("0c")
        while waiting := GAME.waiting(position):
            assert position.state.round <= LONGEST, seed
            prompt = GAME.prompt(position, waiting[0])
            asked.add(prompt.kind)
            GAME.answer(position, prompt.seat, GAME.choose(GAME.view(position, prompt.seat), prompt, chance))
        assert chance.counter == 0
    assert asked <= {*CHOOSERS, *PLANNERS}
    assert len(asked) > 10


def test_a_prompt_that_it_does_not_know_is_answered_at_random() -> None:
    prompt = Prompt(0, "new", T("Choose."), [Option("a", T("A")), Option("b", T("B"))])
    view = table_of(["old_earth", "new_sparta"]).view(0)
    rng = Rng("00")
    assert {choose(view, prompt, rng)[0] for _ in range(30)} == {"a", "b"}


def answer(table: RaceTable, seat: int = 0) -> str:
    return " ".join(GAME.choose(table.view(seat), table.prompt(seat), Rng("00")))


def test_it_guesses_the_number_that_most_of_the_unseen_cards_have() -> None:
    table = act(table_of(["old_earth gambling_world", "new_sparta"], ["", ""]), "produce", "consume_trade")
    assert table.prompt(0).kind == "guess"
    assert answer(table) == "2"


def test_it_sells_the_good_that_brings_most() -> None:
    goods = "gem_world alien_robotic_factory"
    table = act(table_of([f"new_sparta {goods}", "new_sparta"], goods=[goods, ""]), "consume_trade", "produce")
    assert answer(table) == "alien_robotic_factory"


def test_it_places_what_ends_the_game_when_it_leads() -> None:
    eleven = (
        "new_sparta rebel_base rebel_outpost rebel_underground gem_world comet_zone spice_world new_vinland "
        "artist_colony space_port secluded_world"
    )
    table = table_of([eleven, "old_earth"], ["rebel_homeworld pilgrimage_world", "gem_world"])
    assert answer(table) == "settle"
    act(table, "settle", "produce")
    assert answer(table) != "pass"


TEN = (
    "new_sparta rebel_base rebel_outpost rebel_underground gem_world comet_zone spice_world new_vinland "
    "artist_colony secluded_world"
)


def test_it_keeps_the_card_that_can_be_placed_in_the_same_round() -> None:
    # By themselves all of the developments are worth more; but with a world the game ends now, and is won.
    drawn = "pilgrimage_world galactic_federation new_economy mining_league trade_league merchant_guild"
    found = {}
    for others in ("settle", "develop"):
        table = table_of([f"{TEN} space_port", "old_earth"], ["", ""], deck=f"{drawn} galactic_imperium merchant_world")
        act(table, "explore_5", others)
        prompt = table.prompt(0)
        drawn_cards = {option.id for option in prompt.legal}
        found[others] = answer(table)
        assert "pilgrimage_world" in drawn_cards
    assert found["settle"] == "pilgrimage_world"
    assert found["develop"] != "pilgrimage_world"


def test_it_pays_with_cards_that_it_does_not_place_in_the_same_round() -> None:
    table = table_of([TEN, "old_earth"], ["public_works pilgrimage_world galactic_imperium", "gem_world comet_zone"])
    act(table, "settle", "develop")
    table.answer(0, "public_works")
    table.answer(1, "pass")
    assert table.prompt(0).kind == "pay"
    assert answer(table) == "galactic_imperium"


def test_it_beats_a_random_player_nearly_always() -> None:
    assert win_share(GAME, 20, {}) >= 0.95


def test_what_is_measured_is_complete_and_within_its_bounds() -> None:
    figures = measure(GAME, 4)
    assert set(figures) == {"win_share_vs_random", "mean_score", "seconds_per_move", "seconds_per_game"}
    assert 0 <= figures["win_share_vs_random"] <= 1
    assert 0 < figures["seconds_per_move"] < figures["seconds_per_game"]


def test_a_sure_win_is_a_reason_and_no_points() -> None:
    whys = []
    for number in range(8):
        position, _ = GAME.setup({}, 2, Rng(f"{number:02x}"))
        while waiting := GAME.waiting(position):
            seat = waiting[0]
            found = hint(GAME, GAME.copy(position), seat)
            assert found is not None
            assert abs(found.by) < WON / 2
            assert all(abs(term.value) < WON / 2 for term in found.reasons)
            whys.append(found.why)
            GAME.answer(position, seat, found.picks)
    assert WINS_WHY in whys


@pytest.mark.parametrize("kind", sorted(CHOOSERS))
def test_what_is_chosen_without_points_says_by_what(kind: str) -> None:
    assert kind in WHY or kind == "power"
