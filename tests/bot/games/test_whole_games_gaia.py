"""Whole games of Gaia Project from lobby to export, by buttons, menus and typed moves, with all that a table needs."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.tables.core.data import Live
from bot.tables.service import Tables
from rules.gaia.policies import POLICIES
from rules.kernel.prompt import Prompt
from rules.kernel.record import Record, replay
from rules.registry import GAMES
from tests.bot.world import World, components, labels, open_world, reply, text_of

GAME = GAMES["gaia"]
ACTIONS = {"build", "gaia", "upgrade", "federation", "research", "power", "qic", "special"}


EAGER = 0.35
"""How often a person passes: a whole game shall be short."""


class Hand:
    """A person who plays at random, but for passing early, on the panel or typed."""

    def __init__(self, world: World, person: MemberActor, chance: Random) -> None:
        self.world = world
        self.person = person
        self.chance = chance
        self.panel: ResponseMessage | None = None

    async def live(self) -> Live:
        """The table as it is."""
        info = await self.world.tables.lobby.of_channel(self.world.channel.id, ended=True)
        return await self.world.tables.game(info.id)

    def choose(self, prompt: Prompt) -> list[str]:
        """Decide; free actions are seldom, for they would never end."""
        legal = [option.id for option in prompt.legal]
        if prompt.kind in {"turn", "finish"}:
            end = "pass" if prompt.kind == "turn" else "done"
            actions = [one for one in legal if one in ACTIONS]
            if self.chance.random() < (EAGER if prompt.kind == "turn" else 0.7):
                return [end]
            return [self.chance.choice(actions if actions and self.chance.random() < 0.8 else legal)]
        return self.chance.sample(legal, min(len(legal), max(1, prompt.at_least)))

    async def act(self) -> str:
        """Answer what is asked; gives how."""
        live = await self.live()
        seat = live.seat_of(self.person.id)
        assert seat is not None
        prompt = live.prompt_of(seat)
        assert prompt is not None
        picks = self.choose(prompt)
        if self.panel is None:
            self.panel = reply(await self.person.click(self.world.last, label="Play"))
        if self.chance.random() < 0.25:
            await self.person.slash(self.world.channel, "play", move=", ".join(picks) or "-")
            return "typed"
        await self.person.click(self.panel, label="Refresh")
        if not picks:
            await self.person.click(self.panel, label="Pick none")
            return "none"
        places = [str(at) for at, option in enumerate(prompt.options) if option.id == picks[0]]
        for button in components(self.panel):
            if button["type"] == 2 and re.fullmatch(rf".*:pick:.*:{places[0]}", button["custom_id"]):
                await self.person.click(self.panel, custom_id=button["custom_id"])
                return "button"
        while True:
            menu = next(one for one in components(self.panel) if one["type"] == 3 and ":choose:" in one["custom_id"])
            if set(picks) <= {option["value"] for option in menu["options"]}:
                await self.person.select(self.panel, picks, custom_id=menu["custom_id"])
                return "menu"
            await self.person.click(self.panel, label="Next page")

    async def change_mind(self) -> bool:
        """Take the last answer of a half-made turn back."""
        if self.panel is None:
            return False
        await self.person.click(self.panel, label="Refresh")
        back = [one for one in labels(self.panel) if one.startswith("Back to: ")]
        if not back:
            return False
        await self.person.click(self.panel, label=back[0])
        return True


def everything(world: World) -> list[str]:
    """What everybody can read in the channel: how many posts there are, and the newest ones."""
    posts = world.posts()
    return [str(len(posts)), *(text_of(post) for post in posts[-2:])]


async def play_on(world: World, hands: dict[int, Hand], most: int) -> set[str]:
    """Let those who must act do so until the game is over or that many answers are given; gives the ways used.

    While a turn is half-made the channel says just what it said before.
    """
    ways: set[str] = set()
    for number in range(most):
        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        if not info.waiting:
            break
        hand = hands[info.waiting[0].user_id]
        before = everything(world)
        ways.add(await hand.act())
        live = await hand.live()
        if live.half_made:
            assert everything(world) == before
            if number % 9 == 0 and await hand.change_mind():
                assert everything(world) == before
                ways.add("back")
    return ways


async def open_game(world: World, number: int, **settings: str) -> list[MemberActor]:
    """Open a table with these options and start it."""
    people = world.people[:number]
    await people[0].slash(world.channel, "table new", game="gaia")
    for person in people[1:]:
        await person.click(world.last, label="Join")
    for option, value in settings.items():
        await people[0].slash(world.channel, "table settings", option=option, value=value)
    return people


async def set_standing(world: World, person: MemberActor, key: str, value: str) -> ResponseMessage:
    """Set a policy by its menu on the panel; gives the panel."""
    panel = reply(await person.slash(world.channel, "policy"))
    while not (found := [one for one in components(panel) if f"everywhere.{key}" in one.get("custom_id", "")]):
        await person.click(panel, label="Next page")
    code = found[0]["custom_id"]
    await person.select(panel, [value], custom_id=code)
    return panel


@pytest.mark.parametrize(
    ("players", "settings", "language"),
    [
        (2, {"setup": "first"}, "en-US"),
        (3, {"setup": "advanced", "map": "method2", "turning": "last", "order": "passing"}, "en-US"),
    ],
)
async def test_a_whole_game_is_played_with_a_restart_steps_back_and_a_rewind(
    tmp_path: Path, players: int, settings: dict[str, str], language: str
) -> None:
    async with open_world(tmp_path, "gaia") as world:
        world.locale = language
        people = await open_game(world, players, **settings)
        await people[0].click(world.last, label="Start")
        hands = {person.id: Hand(world, person, Random(person.id)) for person in people}
        await set_standing(world, people[0], "charge_up_to", "5")

        ways = await play_on(world, hands, 30)
        await world.restart()
        ways |= await play_on(world, hands, 12)
        await _rewind(world, people)
        ways |= await play_on(world, hands, 4000)
        assert ways >= {"button", "menu", "typed", "back"}

        info = await world.tables.lobby.of_channel(world.channel.id, ended=True)
        assert info.phase == "finished"
        said = text_of(world.last)
        assert "won!" in said or "share the victory" in said
        assert "Record" in labels(world.last)
        seat = info.seat_of(people[0].id)
        told = await world.tables.events(info.id, seat)
        charged = [one for one in told if any(event.kind == "charge" and event.seat == seat for event in one.events)]
        assert {one.by for one in charged if one.seat == seat} <= {"policy"}
        for person in people:
            assert any("It is your turn" in text_of(message) for message in world.dms(person))
        await _check_history(world, people[-1])
        exported = reply(await people[-1].click(world.last, label="Record"))
        assert exported.attachments[0].filename == f"orrery-gaia-{info.id}.json"
        await _check_record(world.tables, info.id)


async def _rewind(world: World, people: list[MemberActor]) -> None:
    """Let the table go back six turns: one asks, the others agree."""
    info = await world.tables.lobby.of_channel(world.channel.id)
    turns = await world.tables.history.turns(info.id)
    await people[0].slash(world.channel, "table rewind", turn=str(turns.last - 5))
    for person in people[1:]:
        vote = next(post for post in reversed(world.posts()) if "Go back" in labels(post))
        await person.click(vote, label="Go back")
    assert (await world.tables.history.turns(info.id)).last <= turns.last - 5
    assert "The game was rolled back to before turn" in text_of(world.last)


async def _check_history(world: World, person: MemberActor) -> None:
    """Look at the first turn and leaf on."""
    past = reply(await person.slash(world.channel, "history", turn="1"))
    assert "After turn 1 of" in text_of(past)
    later = next(label for label in labels(past) if label.endswith("Later"))
    await person.click(past, label=later)
    assert "After turn 2 of" in text_of(past)


async def _check_record(tables: Tables, table_id: int) -> None:
    record = msgspec.json.decode(await tables.export(table_id), type=Record)
    position, _ = replay(GAME, record)
    assert GAME.over(position)
    assert GAME.standings(position) == (await tables.game(table_id)).standings


@pytest.mark.parametrize("policy", POLICIES, ids=[policy.key for policy in POLICIES])
async def test_each_standing_answer_is_set_and_cleared_on_the_panel(tmp_path: Path, policy: object) -> None:
    async with open_world(tmp_path, "gaia") as world:
        people = await open_game(world, 2)
        await people[0].click(world.last, label="Start")
        chosen = next(one for one in POLICIES if one is policy)
        for choice in chosen.choices:
            panel = await set_standing(world, people[0], chosen.key, choice.value)
            assert world.tables is not None
            said = text_of(panel)
            assert choice.text.id in said
            info = await world.tables.lobby.of_channel(world.channel.id)
            standing = await world.tables.policies.of(info.id, people[0].id)
            assert standing.everywhere[chosen.key] == choice.value
        panel = await set_standing(world, people[0], chosen.key, "ask")
        assert chosen.asks.id in text_of(panel)
