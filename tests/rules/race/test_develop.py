"""II Develop: prices, no development twice, and when powers begin to count."""

from __future__ import annotations

from rendering.words import Words
from tests.rules.race.table import act, hand_of, table_of, tableau_of

WORDS = Words("en")


def test_a_development_costs_hand_cards_and_the_bonus_one_less() -> None:
    table = table_of(["old_earth", "new_sparta"], ["drop_ships gem_world comet_zone spice_world new_vinland", ""])
    act(table, "develop", "produce").answer(0, "drop_ships")
    prompt = table.prompt(0)
    assert (prompt.kind, prompt.at_least, prompt.at_most) == ("pay", 3, 3)
    table.answer(0, "gem_world", "comet_zone", "spice_world")
    assert tableau_of(table, 0) == ["old_earth", "drop_ships"]
    assert hand_of(table, 0) == {"new_vinland"}


def test_who_did_not_choose_develop_has_no_bonus() -> None:
    table = table_of(["old_earth", "new_sparta"], ["drop_ships gem_world comet_zone spice_world", "public_works"])
    act(table, "produce", "develop")
    assert table.refusal("drop_ships", 0) == "It costs {n} card, you can pay {have}."
    assert table.prompt(0).option("drop_ships").refusal.args == {"n": 4, "have": 3}  # type: ignore[union-attr]


def test_costs_never_fall_below_nought() -> None:
    table = table_of(["old_earth investment_credits galactic_federation", "new_sparta"], ["public_works", ""])
    act(table, "develop", "produce").answer(0, "public_works")
    assert hand_of(table, 0) == set()
    assert "pay" not in table.kinds()


def test_no_development_lies_twice_in_a_tableau() -> None:
    table = table_of(["old_earth public_works", "new_sparta"], ["public_works-2 gem_world comet_zone", ""])
    act(table, "develop", "produce")
    assert table.refusal("public_works-2", 0) == "You already have this development in your tableau."
    assert table.legal(0) == ["pass"]


def test_both_copies_in_hand_are_offered() -> None:
    table = act(
        table_of(["old_earth", "new_sparta"], ["public_works public_works-2 gem_world", ""]), "develop", "produce"
    )
    assert table.legal(0) == ["public_works", "public_works-2", "pass"]


def test_a_development_has_no_power_in_the_phase_in_which_it_is_placed() -> None:
    table = act(table_of(["old_earth", "new_sparta"], ["public_works gem_world", ""]), "develop", "produce")
    table.answer(0, "public_works")
    assert "draw" not in table.kinds(0)


def test_cards_are_drawn_at_the_start_and_after_placing() -> None:
    table = act(
        table_of(
            ["old_earth interstellar_bank public_works", "new_sparta"],
            ["drop_ships gem_world comet_zone", ""],
            draws={"race.draw:0:power:interstellar_bank": "spice_world", "race.draw:0:power:public_works": "new_earth"},
        ),
        "develop",
        "produce",
    )
    assert "spice_world" in hand_of(table, 0)
    table.answer(0, "drop_ships")
    assert hand_of(table, 0) == {"new_earth"}


def test_nothing_is_drawn_after_placing_nothing() -> None:
    table = table_of(["old_earth public_works", "new_sparta"], ["drop_ships gem_world comet_zone spice_world", ""])
    act(table, "develop", "produce").answer(0, "pass")
    assert "draw" not in table.kinds()


def test_who_holds_nothing_to_place_must_say_so_himself_unless_the_hand_is_empty() -> None:
    table = table_of(["old_earth", "new_sparta", "alpha_centauri"], ["gem_world", "", "drop_ships"])
    act(table, "develop", "produce", "produce")
    assert table.asked() == {0: "develop", 2: "develop"}
    assert table.prompt(0).tells
    assert table.prompt(2).tells


def test_placements_are_revealed_together() -> None:
    table = table_of(["old_earth", "new_sparta"], ["public_works gem_world", "expedition_force comet_zone"])
    act(table, "develop", "produce").answer(0, "public_works")
    assert tableau_of(table, 0) == ["old_earth"]
    table.answer(1, "expedition_force")
    assert tableau_of(table, 0) == ["old_earth", "public_works"]
    assert tableau_of(table, 1) == ["new_sparta", "expedition_force"]


def test_payments_go_side_by_side_unless_the_deck_may_run_out() -> None:
    hands = [
        "drop_ships gem_world comet_zone spice_world new_vinland",
        "replicant_robots plague_world new_earth artist_colony distant_world space_port",
    ]
    table = act(table_of(["old_earth public_works", "new_sparta public_works-2"], hands), "develop", "produce")
    table.answer(0, "drop_ships")
    table.answer(1, "replicant_robots")
    assert table.asked() == {0: "pay", 1: "pay"}
    few = table_of(["old_earth public_works", "new_sparta public_works-2"], hands, deck="empath_world tourist_world")
    act(few, "develop", "produce").answer(0, "drop_ships")
    few.answer(1, "replicant_robots")
    assert few.asked() == {0: "pay"}


def test_the_note_of_a_card_tells_what_it_costs_its_holder() -> None:
    hand = "drop_ships gem_world galactic_federation public_works"
    table = table_of(["old_earth investment_credits replicant_robots", "new_sparta"], [hand, ""])
    act(table, "develop", "produce").answer(0, "drop_ships")
    notes = {option.id: WORDS.say(option.note) for option in table.prompt(0).options if option.note is not None}
    assert table.prompt(0).kind == "pay"
    assert notes["galactic_federation"].startswith("development, cost 6, for you 5,"), "without this phase's bonus"
    assert notes["gem_world"].startswith("world, cost 2, for you 0,")
    assert notes["public_works"].startswith("development, cost 1, for you 0,")
