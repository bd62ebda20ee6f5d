"""What can be planned in Race: the next action, and what to place, at the price that will hold then."""

from __future__ import annotations

from rendering.words import LANGUAGES, Words
from rules.kernel.prompt import Prompt
from rules.kernel.text import Text
from tests.rules.race.table import GAME, RaceTable, table_of


def ahead(table: RaceTable, given: dict[str, list[str]] | None = None) -> dict[str, Prompt]:
    prompts = GAME.ahead(table.view(0), 0, given or {})
    return {prompt.kind: prompt for prompt in prompts}


def note(prompt: Prompt, card: str) -> str:
    text = prompt.option(card).note
    assert text is not None
    costs = text.args["costs"]
    assert isinstance(costs, Text)
    return f"{costs.id} {costs.args}"


def test_actions_and_what_to_place_can_be_planned() -> None:
    table = table_of(["old_earth", "new_sparta"], ["drop_ships spice_world", "comet_zone"])
    prompts = ahead(table)
    assert list(prompts) == ["actions", "develop", "settle"]
    assert [option.id for option in prompts["develop"].options] == ["drop_ships", "pass"]
    assert [option.id for option in prompts["settle"].options] == ["spice_world", "pass"]


def test_the_menus_of_a_plan_are_told_apart_by_what_a_phone_shows_of_their_headings() -> None:
    prompts = ahead(table_of(["old_earth", "new_sparta"], ["drop_ships spice_world", "comet_zone"]))
    for language in LANGUAGES:
        shown = {Words(language, ["Ann", "Ben"]).say(prompt.text)[:25] for prompt in prompts.values()}
        assert len(shown) == len(prompts), shown


def test_a_planned_or_sealed_develop_card_makes_the_plan_cheaper() -> None:
    hand = "drop_ships spice_world comet_zone colony_ship lost_species_ark_world expedition_force"
    table = table_of(["old_earth", "new_sparta"], [hand, "refugee_world"])
    assert "'n': 4" in note(ahead(table)["develop"], "drop_ships")
    assert "'n': 3" in note(ahead(table, {"actions": ["develop"]})["develop"], "drop_ships")
    assert "'n': 4" in note(ahead(table, {"actions": ["settle"]})["develop"], "drop_ships")


def test_nothing_can_be_planned_before_the_first_round() -> None:
    position, _ = GAME.setup({}, 2, table_of(["old_earth", "new_sparta"]).position.rng)
    assert position.state.phase == "setup"
    assert GAME.ahead(GAME.view(position, 0), 0, {}) == []
