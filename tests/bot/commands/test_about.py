"""All about a choice: a menu beside the panel, each thing with its board and in words, and a button that takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.views.about import ABOUT, about_layout, explained
from bot.views.components import Button, Menu
from bot.views.custom_ids import BUTTON, SELECT, CustomId, find_custom_id
from bot.views.localizer import Localizer
from rules.kernel.prompt import Option, Prompt
from rules.kernel.rng import Rng
from rules.kernel.text import Text, name
from rules.registry import GAMES
from tests.bot.world import World, components, labels, open_world, reply, text_of


async def begin(world: World, game: str, **options: str) -> None:
    await world.ada.slash(world.channel, "table new", game=game)
    await world.ben.slash(world.channel, "table join")
    for option, value in options.items():
        await world.ada.slash(world.channel, "table settings", option=option, value=value)
    await world.ada.slash(world.channel, "table start")


async def test_a_faction_is_shown_whole_beside_the_panel_and_can_be_taken_there(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia", pictures="threads") as world:
        await begin(world, "gaia", setup="advanced")
        info = await world.tables.lobby.of_channel(world.channel.id)
        asker = next(one for one in (world.ada, world.ben) if info.seat_of(one.id) == info.waiting[0].seat)
        panel = reply(await asker.slash(world.channel, "play"))
        beside = reply(await asker.click(panel, label="All about each choice"))
        assert beside.ephemeral
        assert beside.id != panel.id
        await asker.select(beside, ["ivits"])
        said = text_of(beside)
        assert "4 ore, 15 credits, 3 knowledge, 1 Q.I.C. at the start." in said
        assert "4 power charged, 1 power token as income from each planetary institute." in said
        assert "You begin with your planetary institute and no mines." in said
        assert [one.filename for one in beside.attachments] == ["tableau.jpg"]
        await asker.select(beside, ["xenos"])
        assert "You begin with a third mine." in text_of(beside)
        await asker.click(beside, label=next(one for one in labels(beside) if one.startswith("Choose: ")))
        live = await world.tables.game(info.id)
        assert [one.faction for one in live.view(None).players].count("xenos") == 1


@pytest.mark.parametrize(("game", "options"), [("gaia", {"setup": "advanced"}), ("eclipse", {})])
def test_the_board_that_is_shown_is_made_of_the_view_alone(game: str, options: dict[str, str]) -> None:
    """Nothing is drawn from the table's chance: what a species would draw at the setup stays unknown."""
    known = GAMES[game]
    position, _ = known.setup(known.check_setup(options, 2), 2, Rng("07" * 16))
    seat = known.waiting(position)[0]
    prompt = known.prompt(position, seat)
    before = known.encode(position)
    for option in explained(known, prompt):
        assert known.as_chosen(known.view(position, seat), prompt, option.id) is not None
        assert len(known.look_up(option.text.id.removeprefix("#"))) >= 8
    assert known.encode(position) == before
    assert [one.id for one in explained(known, prompt)] == [one.id for one in prompt.options]


async def test_a_card_of_the_first_hand_is_told_whole(tmp_path: Path) -> None:
    async with open_world(tmp_path, "race") as world:
        await begin(world, "race")
        panel = reply(await world.ada.slash(world.channel, "play"))
        beside = reply(await world.ada.click(panel, label="All about each choice"))
        info = await world.tables.lobby.of_channel(world.channel.id)
        live = await world.tables.game(info.id)
        prompt = live.prompt_of(info.seat_of(world.ada.id) or 0)
        assert prompt is not None
        await world.ada.select(beside, [prompt.options[0].id])
        named = GAMES["race"].names[prompt.options[0].text.id.removeprefix("#")]["en"]
        assert text_of(beside).startswith(f"### 1 · {named}\n")


def test_more_things_than_fit_into_a_menu_come_a_page_at_a_time() -> None:
    race = GAMES["race"]
    keys = [key for key in race.names if key.startswith("race.card.")][:60]
    things = [Option(key, name(key)) for key in keys]
    prompt = Prompt(0, "hand", Text("?"), things)
    assert explained(race, prompt) == things
    here = CustomId("about", 1, 2, "f")
    shown = list[str]()
    for page in range(3):
        view = about_layout(race, prompt, Localizer("en"), here, page=page)
        (menu,) = [one for one in view.walk_children() if isinstance(one, Menu)]
        assert f"All about each choice (page {page + 1} of 3)" == menu.placeholder
        assert find_custom_id(SELECT, menu.custom_id).number == page
        shown += [one.value for one in menu.options]
        turns = {one.label: one for one in view.walk_children() if isinstance(one, Button)}
        assert [one.disabled for one in turns.values()] == [page == 0, page == 2]
        if page < 2:
            on = turns["Next page"].custom_id
            assert on is not None
            assert (find_custom_id(BUTTON, on).verb, find_custom_id(BUTTON, on).number) == ("about", page + 1)
    assert shown == keys
    view = about_layout(race, prompt, Localizer("en"), here, option=things[30])
    (menu,) = [one for one in view.walk_children() if isinstance(one, Menu)]
    assert [one.value for one in menu.options if one.default] == [keys[30]]


async def test_another_page_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.views.pages.MAX_CHOICES", 4)
    monkeypatch.setattr("bot.views.about.MAX_CHOICES", 4)
    async with open_world(tmp_path, "race") as world:
        await begin(world, "race")
        beside = reply(await world.ada.click(reply(await world.ada.slash(world.channel, "play")), label=ABOUT.id))
        (first,) = [one for one in components(beside) if one.get("options")]
        await world.ada.click(beside, label="Next page")
        (menu,) = [one for one in components(beside) if one.get("options")]
        assert [len(one["options"]) for one in (first, menu)] == [4, 2]  # of the six cards of the first hand
        await world.ada.select(beside, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
        assert text_of(beside).startswith("### 5 · ")
        (menu,) = [one for one in components(beside) if one.get("options")]
        assert [one.get("default", False) for one in menu["options"]] == [True, False]
        await world.ada.click(beside, label="Previous page")
        (menu,) = [one for one in components(beside) if one.get("options")]
        assert menu["options"] == first["options"]
