"""Whole games of Race from lobby to winner, by commands, buttons and menus alone, with a restart in the middle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from tests.bot.world import World, all_pages, components, labels, open_world, reply, text_of


class Hand:
    """A person's hand on their panel: picks at random among what the panel offers."""

    def __init__(self, world: World, person: MemberActor, chance: Random) -> None:
        self.world = world
        self.person = person
        self.chance = chance
        self.panel: ResponseMessage | None = None

    async def open(self) -> None:
        """Open a panel, by the command or by the button of the table message."""
        if self.chance.random() < 0.3:
            self.panel = reply(await self.person.slash(self.world.channel, "play"))
        else:
            self.panel = reply(await self.person.click(self.world.last, label="Play"))

    async def act(self) -> str:
        """Answer what the panel asks; gives how."""
        if self.panel is None:
            await self.open()
        elif not any(
            ":choose:" in one.get("custom_id", "") or ":pick:" in one.get("custom_id", "")
            for one in components(self.panel)
        ):
            await self.person.click(self.panel, label="Later" if "Later" in labels(self.panel) else "Refresh")
        assert self.panel is not None
        menus = [one for one in components(self.panel) if one["type"] == 3]
        buttons = [one for one in components(self.panel) if one["type"] == 2 and ":pick:" in one["custom_id"]]
        if menus:
            menu = menus[0] if len(menus) == 1 else self.chance.choice(menus)
            values = [option["value"] for option in menu["options"]]
            values = [value for value in values if value != "pass"] or values  # a game that passes is long
            most = self.chance.randint(menu["min_values"], menu["max_values"])
            picked = self.chance.sample(values, most)
            if self.chance.random() < 0.2:
                await self.person.slash(self.world.channel, "play", move=", ".join(picked))
                return "typed"
            await self.person.select(self.panel, picked, custom_id=menu["custom_id"])
            return "menu"
        assert buttons, text_of(self.panel)
        buttons = [one for one in buttons if one["label"] != "Place nothing"] or buttons
        await self.person.click(self.panel, custom_id=self.chance.choice(buttons)["custom_id"])
        return "button"


async def play_on(world: World, hands: dict[int, Hand], most: int) -> set[str]:
    """Let those who must act do so until the game is over or that many answers are given; gives the ways used."""
    ways: set[str] = set()
    for _ in range(most):
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        if not info.waiting:
            break
        waiting = hands[info.waiting[0].user_id]
        ways.add(await waiting.act())
    return ways


@pytest.mark.parametrize(("players", "setup"), [(4, "first"), (2, "experienced")])
async def test_a_whole_game_is_played_through_the_channel_with_a_restart_in_the_middle(
    tmp_path: Path, players: int, setup: str
) -> None:
    chance = Random(f"{players} {setup}")
    async with open_world(tmp_path, "race") as world:
        people = world.people[:players]
        await people[0].slash(world.channel, "table new", game="race")
        for person in people[1:]:
            await person.click(world.last, label="Join")
        menu = next(one["custom_id"] for one in components(world.last) if str(one.get("custom_id")).endswith(":setup"))
        await people[0].select(world.last, [setup], custom_id=menu)
        await people[0].click(world.last, label="Start")
        hands = {person.id: Hand(world, person, chance) for person in people}

        await play_on(world, hands, 40)
        open_panels = {user: hand.panel for user, hand in hands.items()}
        assert all(open_panels.values())
        await world.restart()
        ways = await play_on(world, hands, 2000)

        assert {user: hand.panel for user, hand in hands.items()} == open_panels  # they worked on after the restart
        assert ways == {"button", "menu", "typed"}
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        assert info.phase == "finished"
        said = text_of(world.last)
        assert "won!" in said or "share the victory" in said
        scores = await all_pages(people[0], reply(await people[0].click(world.last, label="Score")))
        assert "Score after each round" in said + scores
        assert "Record" in labels(world.last)
        exported = reply(await people[-1].click(world.last, label="Record"))
        assert exported.attachments[0].filename == f"orrery-race-{info.id}.json"
