"""The two-player game for experienced players."""

from __future__ import annotations

from rules.kernel.text import Text
from tests.rules.race.table import RaceTable, act, goods_of, table_of


def two(tableaus: list[str], hands: list[str] | None = None, goods: list[str] | None = None) -> RaceTable:
    return table_of(tableaus, hands or ["", ""], goods or [], experienced=True)


def test_two_of_nine_action_cards_are_chosen() -> None:
    prompt = two(["old_earth", "new_sparta"]).prompt(0)
    assert (len(prompt.options), prompt.at_least, prompt.at_most) == (9, 2, 2)


def test_both_explore_cards_draw_eight_and_keep_two_in_one_phase() -> None:
    table = act(two(["old_earth", "new_sparta"]), "explore_5 explore_1_1", "produce consume_x2")
    prompt = table.prompt(0)
    assert (len(prompt.options), prompt.at_least) == (8, 2)
    assert [event.text.id for event in table.events if event.kind == "phase"] == ["#race.phase.explore"]


def test_explore_powers_count_once_with_both_cards() -> None:
    table = act(two(["old_earth expedition_force", "new_sparta"]), "explore_5 explore_1_1", "produce consume_x2")
    assert len(table.prompt(0).options) == 9


def test_a_phase_chosen_twice_takes_place_twice_and_who_chose_it_once_has_the_bonus_first_only() -> None:
    table = two(
        ["old_earth", "new_sparta"],
        [
            "public_works expedition_force",
            "drop_ships replicant_robots gem_world comet_zone spice_world new_earth new_vinland",
        ],
    )
    act(table, "develop develop_2", "develop produce")
    assert (price(table, 0, "public_works"), price(table, 1, "drop_ships")) == (0, 3)
    table.answer(0, "public_works")
    table.answer(1, "drop_ships")
    table.answer(1, "gem_world", "comet_zone", "spice_world")
    assert table.state.phase == "develop_2"
    assert (price(table, 0, "expedition_force"), price(table, 1, "replicant_robots")) == (0, 4)


def price(table: RaceTable, seat: int, option: str) -> int:
    note = table.prompt(seat).option(option).note
    assert note is not None
    pay = note.args["costs"]
    assert isinstance(pay, Text)
    return int(str(pay.args.get("n", 0)))  # "pay nothing" names no number


def test_powers_of_a_card_placed_first_count_in_the_second_phase() -> None:
    table = two(["old_earth", "new_sparta"], ["public_works expedition_force", ""])
    act(table, "develop develop_2", "produce consume_x2").answer(0, "public_works")
    assert "draw" not in table.kinds(0)
    table.answer(0, "expedition_force")
    assert table.kinds(0).count("draw") == 1


def test_settle_twice_with_its_bonus_each_time_for_who_chose_both() -> None:
    table = two(["old_earth", "new_sparta"], ["refugee_world pilgrimage_world", "star_nomad_lair outlaw_world"])
    act(table, "settle settle_2", "settle explore_5")
    explored(table)
    table.answer(0, "refugee_world")
    table.answer(1, "star_nomad_lair")
    assert [event.seat for event in table.events if event.kind == "draw"] == [0, 1]
    table.answer(0, "pilgrimage_world")
    table.answer(1, "outlaw_world")
    assert [event.seat for event in table.events if event.kind == "draw"] == [0, 1, 0]


def explored(table: RaceTable) -> None:
    for seat in (0, 1):
        table.answer(seat, table.legal(seat)[-1])


def test_both_consume_cards_sell_first_and_then_double() -> None:
    table = two(["old_earth gem_world comet_zone", "new_sparta"], goods=["gem_world comet_zone", ""])
    act(table, "consume_trade consume_x2", "explore_5 explore_1_1")
    for seat in (0, 1):
        prompt = table.prompt(seat)
        table.answer(seat, *(option.id for option in prompt.legal[: prompt.at_least]))
    assert table.asked() == {0: "sell"}
    table.answer(0, "comet_zone")
    assert table.state.players[0].chips == 2
    assert goods_of(table, 0) == set()
