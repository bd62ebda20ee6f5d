"""Every policy of Race for the Galaxy: prompts, and what is answered or left to the player."""

from __future__ import annotations

import pytest

from rules.kernel.play import SeatAutomation, answer_automatically
from rules.kernel.policies import ASK, UNSET, after_pause
from rules.kernel.prompt import Prompt
from rules.kernel.rng import Rng
from rules.kernel.robots import choose
from rules.kernel.text import T
from rules.race.components import card_number
from rules.race.policies import BY_PROMPT, BY_VIEW, POLICIES
from rules.race.texts import card_option
from tests.fuzz.play import setups
from tests.fuzz.race import scramble
from tests.rules.race.table import GAME, RaceTable, act, table_of


def answer(table: RaceTable, **settings: str) -> str | None:
    """Give what seat 0 answers by policy."""
    picks = GAME.policy_answer(table.view(0), table.prompt(0), settings)
    if picks is not None:
        table.prompt(0).check(picks)
    return None if picks is None else " ".join(picks)


def drawn(cards: str, kind: str, n: int) -> Prompt:
    return Prompt(0, kind, T("Choose."), [card_option(card_number(card)) for card in cards.split()], n, n, secret=True)


LADDER = "expedition_force colony_ship comet_zone drop_ships lost_species_ark_world"  # 1 to 5
NEAR = "expedition_force colony_ship spice_world comet_zone"  # 1, 2, 2, 3
TWINS = "expedition_force colony_ship colony_ship-2 comet_zone"  # 1, 2, 2 of one design, 3


@pytest.mark.parametrize(
    ("kind", "value", "cards", "n", "picks"),
    [
        ("explore", "dearest", LADDER, 1, "lost_species_ark_world"),
        ("explore", "dearest", LADDER, 2, "lost_species_ark_world drop_ships"),
        ("explore", "cheapest", LADDER, 2, "expedition_force colony_ship"),
        ("explore", "dearest", NEAR, 1, "comet_zone"),
        ("explore", "dearest", NEAR, 2, None),
        ("explore", "dearest", NEAR, 3, "comet_zone colony_ship spice_world"),
        ("explore", "cheapest", NEAR, 2, None),
        ("explore", "dearest", TWINS, 2, "comet_zone colony_ship"),
        ("explore", "dearest", "rebel_homeworld alien_robotic_factory", 1, "rebel_homeworld"),
        ("explore", ASK, LADDER, 1, None),
        ("hand_limit", "dearest", LADDER, 1, "expedition_force"),
        ("hand_limit", "cheapest", LADDER, 2, "lost_species_ark_world drop_ships"),
        ("hand_limit", "dearest", NEAR, 2, None),
        ("hand_limit", ASK, LADDER, 1, None),
    ],
)
def test_cards_are_kept_by_their_cost_unless_they_tie(
    kind: str, value: str, cards: str, n: int, picks: str | None
) -> None:
    view = table_of(["old_earth", "new_sparta"]).view(0)
    given = GAME.policy_answer(view, drawn(cards, kind, n), {kind: value})
    assert (None if given is None else set(given)) == (None if picks is None else set(picks.split()))


@pytest.mark.parametrize(
    ("cards", "n", "picks"),
    [
        (LADDER, 2, ["colony_ship", "expedition_force"]),
        (NEAR, 2, None),
        (NEAR, 3, ["colony_ship", "expedition_force", "spice_world"]),
    ],
)
def test_what_is_paid_keeps_the_dearest_cards(cards: str, n: int, picks: list[str] | None) -> None:
    view = table_of(["old_earth", "new_sparta"]).view(0)
    given = GAME.policy_answer(view, drawn(cards, "pay", n), {"payment": "dearest"})
    assert (given if given is None else sorted(given)) == picks


@pytest.mark.parametrize("kind", ["start", "hand"])
def test_no_policy_chooses_the_cards_of_other_prompts(kind: str) -> None:
    view = table_of(["old_earth", "new_sparta"]).view(0)
    everything = {policy.key: policy.choices[0].value for policy in POLICIES}
    assert GAME.policy_answer(view, drawn(LADDER, kind, 1), everything) is None


@pytest.mark.parametrize(
    ("action", "hand", "value", "picks"),
    [
        ("develop", "drop_ships spice_world", "pass", "pass"),
        ("develop", "drop_ships spice_world", ASK, None),
        ("develop", "expedition_force spice_world", "pass", None),
        ("settle", "lost_species_ark_world drop_ships", "pass", "pass"),
        ("settle", "rebel_homeworld drop_ships", "pass", "pass"),
        ("settle", "refugee_world drop_ships", "pass", None),
    ],
)
def test_nothing_is_placed_at_once_only_where_nothing_can_be(
    action: str, hand: str, value: str, picks: str | None
) -> None:
    table = act(table_of(["old_earth", "new_sparta"], [hand, "colony_ship gem_world"]), action, "produce")
    assert answer(table, nothing_payable=value) == picks


GOODS = "gem_world comet_zone plague_world"


@pytest.mark.parametrize(
    ("tableau", "goods", "answers", "chips"),
    [
        # One good for two powers: the one that brings more.
        ("galactic_trendsetters public_works gem_world", "gem_world", ["galactic_trendsetters"], 2),
        # Two goods of which one fits the particular power: that one is for it, whatever the order.
        ("public_works mining_conglomerate gem_world comet_zone", "gem_world comet_zone", None, 2),
        # Three kinds at once bring more than one each.
        (f"diversified_economy public_works {GOODS}", GOODS, ["diversified_economy"], 3),
        # Spending everything comes last.
        (f"pilgrimage_world galactic_trendsetters {GOODS}", GOODS, None, 3),
        # The one that takes two goods comes before the one that would leave it one.
        ("tourist_world public_works gem_world comet_zone", "gem_world comet_zone", ["tourist_world"], 3),
    ],
)
def test_goods_are_consumed_for_the_most_points(
    tableau: str, goods: str, answers: list[str] | None, chips: int
) -> None:
    table = table_of([f"new_sparta {tableau}", "new_sparta"], ["", ""], [goods, ""])
    act(table, "produce", "consume_trade")
    settled = answer_automatically(GAME, table.position, {0: SeatAutomation(settings={"consume": "most_points"})})
    assert {one.by for one, _ in settled.answers} <= {"policy"}
    if answers is not None:
        assert [one.picks[0] for one, _ in settled.answers][: len(answers)] == answers
    assert table.state.players[0].chips == chips


def consuming(tableau: str, goods: str, hand: str = "") -> RaceTable:
    """Let Consume take place without a bonus for seat 0, which chooses Produce."""
    table = table_of([f"new_sparta {tableau}", "new_sparta"], [hand, ""], [goods, ""])
    return act(table, "produce", "consume_trade")


@pytest.mark.parametrize(
    ("table", "picks"),
    [
        # A good of a production world goes before that of a windfall world of its kind.
        (consuming("public_works gem_world refugee_world", "gem_world refugee_world"), "gem_world"),
        # A world that sells its own good best keeps it longest.
        (consuming("public_works refugee_world pirate_world", "refugee_world pirate_world"), "refugee_world"),
        # The cheaper kind goes where nothing else depends on it.
        (consuming("public_works malevolent_lifeforms comet_zone", "malevolent_lifeforms comet_zone"), "comet_zone"),
        # It is kept where a power is left that takes only this kind.
        (
            consuming(
                "mining_league public_works gem_world comet_zone mining_world", "gem_world comet_zone mining_world"
            ),
            "mining_league",
        ),
    ],
)
def test_which_power_or_good_is_next(table: RaceTable, picks: str) -> None:
    assert answer(table, consume="most_points") == picks
    assert answer(table) is None


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        (table_of(["old_earth gem_world comet_zone", "new_sparta"], goods=["gem_world comet_zone", ""]), "sell"),
        (consuming("black_market_trading_world gem_world comet_zone", "gem_world comet_zone"), "sell"),
        (consuming("gambling_world", ""), "guess"),
        (consuming("deficit_spending", "", "gem_world comet_zone"), "power"),
    ],
)
def test_selling_guessing_and_discarding_are_still_asked(table: RaceTable, kind: str) -> None:
    if table.asked().get(0) == "actions":
        act(table, "consume_trade", "produce")
    assert table.prompt(0).kind == kind
    assert answer(table, consume="most_points") is None


@pytest.mark.parametrize(
    ("worlds", "value", "picks"),
    [
        ("radioactive_world destroyed_world", "alike", "radioactive_world"),
        ("radioactive_world destroyed_world", ASK, None),
        ("radioactive_world refugee_world", "alike", None),
        ("radioactive_world runaway_robots", "alike", None),
        ("refugee_world pirate_world", "alike", None),
    ],
)
def test_windfall_worlds_are_chosen_only_where_they_are_alike(worlds: str, value: str, picks: str | None) -> None:
    table = act(table_of([f"new_sparta {worlds}", "new_sparta"], ["", ""]), "produce", "consume_trade")
    assert table.prompt(0).kind == "windfall"
    assert answer(table, produce=value) == picks


def test_every_choice_of_every_policy_answers_something() -> None:
    offered = {(policy.key, choice.late or choice.value) for policy in POLICIES for choice in policy.choices}
    assert {(key, value) for key, value, _ in [*BY_PROMPT, *BY_VIEW]} == offered
    unset = {policy.key: policy.set_to({}).value for policy in POLICIES}
    assert unset.pop("nothing_payable") == UNSET
    assert set(unset.values()) == {ASK}


def test_a_table_has_those_who_can_place_nothing_answered_for_later_only() -> None:
    settings = GAME.table_settings(GAME.check_setup({}, 2))
    assert settings == {"nothing_payable": "later"}
    assert GAME.table_settings({"nothing": "asked"}) == GAME.table_settings({}) == {}
    hands = ["lost_species_ark_world drop_ships", "comet_zone"]
    table = act(table_of(["old_earth", "new_sparta"], hands), "settle", "settle")
    assert answer(table, **settings) is None
    assert answer(table, **after_pause(POLICIES, settings)) == "pass"


def test_after_a_pause_one_question_is_answered_and_the_next_one_waits_again() -> None:
    hands = ["lost_species_ark_world drop_ships", "comet_zone"]
    table = act(table_of(["old_earth", "new_sparta"], hands), "settle", "develop")
    now = after_pause(POLICIES, {"nothing_payable": "later"})
    waiting = {seat: SeatAutomation(settings={"nothing_payable": "later"}, now=now) for seat in (0, 1)}
    answered = answer_automatically(GAME, table.position, waiting)
    assert [(one.seat, one.picks) for one, _ in answered.answers] == [(0, ["pass"]), (1, ["pass"])]
    assert {prompt.kind for prompt in answered.open} == {"settle"}  # and not the whole round


@pytest.mark.parametrize(("config", "seats"), setups(GAME))
def test_policies_are_legal_and_do_not_depend_on_what_is_hidden(config: dict[str, str], seats: int) -> None:
    rng = Rng("5e")
    settings = {policy.key: policy.choices[-1].value for policy in POLICIES}
    position, _ = GAME.setup(config, seats, Rng("ab"))
    kinds: set[str] = set()
    while waiting := GAME.waiting(position):
        seat = waiting[0]
        prompt = GAME.prompt(position, seat)
        picks = GAME.policy_answer(GAME.view(position, seat), prompt, settings)
        if picks is not None:
            other = scramble(GAME.decode(GAME.encode(position)), seat, rng)
            assert GAME.policy_answer(GAME.view(other, seat), prompt, settings) == picks
            kinds.add(prompt.kind)
        GAME.answer(position, seat, choose(None, prompt, rng) if picks is None else picks)
    assert {"explore", "develop"} & kinds
