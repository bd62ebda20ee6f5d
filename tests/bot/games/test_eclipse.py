"""Eclipse at a table, by text alone: lobby, panels, typed moves, policies, rules."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from simcord.actors import MemberActor

from bot.views.localizer import Localizer
from rendering.words import LANGUAGES, Words
from rules.eclipse.components import SPECIES
from rules.eclipse.describe import species_note
from rules.kernel.record import Record
from rules.kernel.rng import Rng
from rules.registry import GAMES
from tests.bot.games.test_whole_games import Hand, play_on
from tests.bot.world import World, all_pages, components, labels, open_world, reply, text_of


async def test_every_note_of_a_menu_can_be_read_to_its_end(tmp_path: Path) -> None:
    async with open_world(tmp_path, "eclipse") as world:
        world.locale = "de"
        await world.seated(2)
        info = await world.tables.lobby.of_channel(world.channel.id)
        last = next(one for one in world.people if one.id == info.waiting[0].user_id)
        panel = reply(await last.slash(world.channel, "play"))
        shown = [option["description"] for one in components(panel) for option in one.get("options", [])]
        page = reply(await last.click(panel, label="Mehr zu dieser Entscheidung"))
        told = await all_pages(last, page)
        for species in SPECIES:
            note = Words("de", ()).say(species_note(species))
            assert note in shown or note in told, species


async def terrans(world: World) -> MemberActor:
    """Start a game of Ada's and Ben's, both Terrans; gives who has the first turn."""
    await world.ada.slash(world.channel, "table new", game="eclipse")
    await world.ada.slash(world.channel, "table settings", option="species", value="terrans")
    await world.ben.slash(world.channel, "table join")
    await world.ada.slash(world.channel, "table start")
    info = await world.tables.lobby.of_channel(world.channel.id)
    return next(one for one in world.people if one.id == info.waiting[0].user_id)


async def test_a_panel_says_what_there_is_to_decide_by(tmp_path: Path) -> None:
    async with open_world(tmp_path, "eclipse") as world:
        first = await terrans(world)
        told = text_of(reply(await first.slash(world.channel, "play")))
        assert "Money 2 (+3 −0), science 3 (+3), materials 3 (+3). 12 discs left. 3/3 colony ships ready." in told
        panel = reply(await first.slash(world.channel, "play"))
        assert {"Explore", "Influence", "Upgrade", "Build", "Pass"} <= set(labels(panel))
        (menu,) = [one for one in components(panel) if one["type"] == 3]
        assert menu["placeholder"] == "More"
        assert [option["value"] for option in menu["options"]] == ["trade", "give-up"]
        kinds = [one["type"] for one in components(panel) if one["type"] in (2, 3)]
        assert kinds.index(3) > 5, "the actions come first"


async def test_eclipse_is_begun_and_played_by_panels_and_typed_moves(tmp_path: Path) -> None:
    async with open_world(tmp_path, "eclipse") as world:
        await world.ada.slash(world.channel, "table new", game="eclipse")
        await world.ben.click(world.last, label="Join")
        await world.ada.slash(world.channel, "table settings", option="species", value="random")
        await world.ada.slash(world.channel, "table settings", option="giving_up", value="hopeless")
        await world.ada.click(world.last, label="Start")
        info = await world.tables.lobby.of_channel(world.channel.id)
        assert info.phase == "running"
        first = next(one for one in world.people if one.id == info.waiting[0].user_id)
        assert "one action" in text_of(reply(await first.slash(world.channel, "play")))
        policies = reply(await first.slash(world.channel, "policy"))
        assert "Fighting battles" in text_of(policies)
        assert len(components(policies)) <= 40
        assert "Draw a sector" in text_of(reply(await first.slash(world.channel, "rules", topic="explore")))
        await first.slash(world.channel, "play", move="influence done")
        info = await world.tables.lobby.of_channel(world.channel.id)
        assert info.waiting[0].user_id != first.id
        hands = {person.id: Hand(world, person, Random(str(person.id))) for person in (world.ada, world.ben)}
        await play_on(world, hands, 25)
        assert await world.tables.lobby.of_channel(world.channel.id) != info
        assert "Controlled sectors" in text_of(reply(await first.slash(world.channel, "score")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_whole_games_can_be_read_to_its_end(language: str) -> None:
    """On a button or in a menu, whichever it stands in; its note is told above a menu that would cut it off."""
    game = GAMES["eclipse"]
    localizer = Localizer(language, ["Ada", "Ben", "Cleo", "Dora", "Eva", "Finn"])
    records = sorted((Path(__file__).parents[2] / "data/eclipse").glob("record-*.json.gz"))
    assert records
    for path in records:
        record = msgspec.convert(json.loads(gzip.decompress(path.read_bytes()))["record"], Record)
        position, _ = game.setup(record.config, record.seats, Rng(record.key))
        for answer in record.answers:
            prompt = game.prompt(position, answer.seat)
            for option in prompt.legal:
                assert not localizer.label(option.text).endswith("…"), option
            game.answer(position, answer.seat, answer.picks)


async def test_a_ship_is_built_and_the_turn_ended_by_one_press(tmp_path: Path) -> None:
    async with open_world(tmp_path, "eclipse") as world:
        first = await terrans(world)
        panel = reply(await first.slash(world.channel, "play", move="build"))
        ends = [one for one in components(panel) if ":end:" in one.get("custom_id", "")]
        assert ends
        assert "1 · Interceptor, and end the turn" in labels(panel)
        await first.click(panel, label="1 · Interceptor, and end the turn")
        after = await world.tables.lobby.of_channel(world.channel.id)
        assert {one.user_id for one in after.waiting} == {world.ada.id, world.ben.id} - {first.id}
