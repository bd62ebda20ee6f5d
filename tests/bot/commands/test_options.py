"""The options of a table: what closed menus show of them on a phone, and what is told of them once the game runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.world import components, labels, open_world, reply, text_of

SEEN = 24
"""Signs of a closed menu that can be seen where a page is 390 pixels wide."""


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_closed_menu_of_gaia_project_tells_on_a_phone_which_choice_it_is(tmp_path: Path, language: str) -> None:
    async with open_world(tmp_path, "gaia") as world:
        await world.ada.slash(world.channel, "table new", game="gaia")
        await world.ada.slash(world.channel, "table settings", option="language", value=language)
        await world.later(minutes=1)
        menus = [one for one in components(world.last) if one["type"] == 3]
        assert len(menus) == 10
        assert any(option["label"].startswith("Zugende: ") for one in menus for option in one["options"]) == (
            language == "de"
        )
        for menu in menus:
            seen = [option["label"][:SEEN] for option in menu["options"]]
            assert len(set(seen)) == len(seen), seen


async def test_a_running_game_does_not_tell_what_it_has_no_use_for(tmp_path: Path) -> None:
    async with open_world(tmp_path, "gaia") as world:
        await world.seated(2)
        shown = reply(await world.ben.slash(world.channel, "table settings"))
        said = text_of(shown)
        while "Next page" in labels(shown):
            await world.ben.click(shown, label="Next page")
            said += text_of(shown)
        assert "Turn order" in said
        assert "Automa’s faction" not in said
        assert "Alone" not in said
