"""``python -m tests.sample.played KEY FOLDER``: play a game that is made of the sample, as people do on Discord.

From the lobby to the record of the game, in the simulated Discord, with all that spares people being asked.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from rendering.words import Words
from rules.registry import GAMES
from tests.bot.games.test_whole_games import Hand, play_on
from tests.bot.world import World, components, open_world, reply, text_of


async def play(key: str, folder: Path) -> None:
    """Play one game of Ada, Ben and a robot; fails where anything does not do what it should."""
    async with open_world(folder, key) as world:
        await _lobby(world, key)
        await _charters(world)
        await _first_round(world)
        await _looks(world, key)
        hands = {one.id: Hand(world, one, Random(one.id + 1)) for one in (world.ada, world.ben)}
        await world.restart()
        await play_on(world, hands, 200)
        await _end(world, key)


async def _say(world: World, person: MemberActor, move: str) -> str:
    return text_of(await person.slash(world.channel, "play", move=move))


async def _lobby(world: World, key: str) -> None:
    await world.ada.slash(world.channel, "table new", game=key)
    await world.ben.click(world.last, label="Join")
    await world.ada.slash(world.channel, "table robot")
    assert Words().say(GAMES[key].info.title) in text_of(world.last)
    options = next(one["custom_id"] for one in components(world.last) if ":option:" in one.get("custom_id", ""))
    await world.ada.select(world.last, ["short"], custom_id=options)
    panel = reply(await world.ada.slash(world.channel, "policy"))
    menu = next(one["custom_id"] for one in components(panel) if "everywhere.work" in one.get("custom_id", ""))
    await world.ada.select(panel, ["done"], custom_id=menu)
    await world.ada.click(world.last, label="Start")


async def _charters(world: World) -> None:
    """Everybody keeps a charter: Ada presses a button of her panel, Ben types."""
    panel = reply(await world.ada.click(world.last, label="Play"))
    assert "Keep one charter" in text_of(panel)
    button = next(one["custom_id"] for one in components(panel) if ":pick:" in one.get("custom_id", ""))
    await world.ada.click(panel, custom_id=button)
    offered = await world.ben.autocomplete(world.channel, "play", "move", "")
    assert len(offered) == 2
    assert "how much fuel do you bid?" in await _say(world, world.ben, f"keep {offered[0]['value']}")


async def _first_round(world: World) -> None:
    """Both bid enough for a site; Ben has planned to drill, and a policy of Ada drills nowhere."""
    assert "Planned" in text_of(await world.ben.slash(world.channel, "plan", question="work", answer="bohren"))
    assert "fuel" in await _say(world, world.ben, "bid 5")
    await _say(world, world.ada, "biete 5")
    info = await world.tables.lobby.of_channel(world.channel.id)
    while (live := await world.tables.game(info.id)).view(None).round == 1:
        prompt = live.prompts[0]
        person = next(one for one in world.people if live.seat_of(one.id) == prompt.seat)
        await _say(world, person, Words().say(prompt.legal[0].text))


async def _looks(world: World, key: str) -> None:
    """Everything that can be looked at is there, in both languages."""
    game = GAMES[key]
    for language, words in (("en-US", Words("en")), ("de", Words("de"))):
        world.locale = language

        def said(result: InteractionResult) -> str:
            return text_of(reply(result))

        assert words.say(game.info.title) in said(await world.dora.slash(world.channel, "board"))
        parts = await world.dora.autocomplete(world.channel, "board", "part", "")
        for part in parts:
            assert part["name"] in said(await world.dora.slash(world.channel, "board", part=part["value"]))
        assert len(parts) == 2
        assert "Ada" in said(await world.dora.slash(world.channel, "tableau", player=world.ada.user))
        assert "Ben" in said(await world.dora.slash(world.channel, "score"))
        for look in ("hand", "log", "history", "play", "plan", "policy"):
            assert said(await world.ada.slash(world.channel, look))
        for topic in game.topics:
            assert words.say(topic.title) in said(await world.ada.slash(world.channel, "rules", topic=topic.key))
    world.locale = "en-US"


async def _end(world: World, key: str) -> None:
    """The game is over, told with its scores, and can be leafed through and taken along."""
    info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
    assert info.phase == "finished"
    said = text_of(world.last)
    assert "won!" in said or "share the victory" in said
    assert "Score after each round" in said + text_of(reply(await world.dora.click(world.last, label="Score")))
    told = await world.tables.events(info.id, info.seat_of(world.ben.id))
    told += await world.tables.events(info.id, info.seat_of(world.ada.id))
    assert {one.by for one in told} >= {"player", "robot", "policy", "premove"}
    past = reply(await world.dora.slash(world.channel, "history", turn="3"))
    assert "After turn 3" in text_of(past)
    exported = reply(await world.ada.click(world.last, label="Record")).attachments[0]
    assert exported.filename == f"orrery-{key}-{info.id}.json"


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], Path(sys.argv[2])))
